"""What was written: a rules file as its statements, nothing resolved, no sugar removed.

Two trees are equal if they say the same; spans do not count.  Names carry their own span, so that a diagnostic can point
at one word.
"""

from dataclasses import dataclass, field

from puzzlelang.source import Source, Span


@dataclass(frozen=True, slots=True)
class Word:
    """A name where it is declared or referred to outside of expressions."""

    text: str
    span: Span = field(compare=False)


# ------------------------------------------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Name:
    """A name standing for a value."""

    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Integer:
    """A numeral."""

    value: int
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Property:
    """`of.name`."""

    of: "Expression"
    name: Word
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """The last part of an argument list that a word leads in: `by R`, `until S`, `while S`."""

    word: str
    value: "Expression"
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`name(arguments clause)`."""

    name: Word
    arguments: tuple["Expression", ...]
    clause: Clause | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Guard:
    """`with value`; `number`: `with number value`, which also rules out `?`."""

    value: "Expression"
    number: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Binder:
    """`names in domain with guards where condition`."""

    names: tuple[Word, ...]
    domain: "Expression"
    guards: tuple[Guard, ...]
    condition: "Expression | None"
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Braces:
    """`{a, b}`."""

    elements: tuple["Expression", ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Comprehension:
    """`{binder}`."""

    binder: Binder
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class For:
    """`value for binder`, as an argument."""

    value: "Expression"
    binder: Binder
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Of:
    """`name of domain`: the function's values there."""

    name: Word
    domain: "Expression"
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """`not` or `-`."""

    operator: str
    operand: "Expression"
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """Operators of one precedence with their operands, flat: one more operand than operators.

    The operators are all `and`, all `or`, all `iff`, all `&`, from `+ -`, from `* / mod`, or comparisons
    (`= != < <= > >= in not in`).
    """

    operands: tuple["Expression", ...]
    operators: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if condition then consequence else alternative`."""

    condition: "Expression"
    consequence: "Expression"
    alternative: "Expression | None"
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`quantity amount binder: body`."""

    quantity: str
    amount: "Expression | None"
    binder: Binder
    body: "Expression"
    span: Span = field(compare=False)


Expression = (
    Name
    | Integer
    | Property
    | Call
    | Braces
    | Comprehension
    | For
    | Of
    | Unary
    | Chain
    | If
    | Quantified
)


# ------------------------------------------------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class Range:
    """`low..high`."""

    low: Expression
    high: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Members:
    """`{a, b}` as a type."""

    names: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class ValueType:
    """A number (`number`, `numbers`), a direction, a range or an enumeration; `or unknown`, `?`."""

    base: Word | Range | Members
    unknown: bool
    absent: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class SetType:
    """`set of domain`."""

    domain: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class PartitionType:
    """`partition of domain`, with `?` if cells may be left out."""

    domain: Expression
    absent: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FunctionType:
    """`domain to value`."""

    domain: Expression
    value: ValueType
    span: Span = field(compare=False)


Type = SetType | PartitionType | FunctionType | ValueType


# -------------------------------------------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted text; `value` without quotes and escapes.  `long` if written in triple quotes."""

    value: str
    span: Span = field(compare=False)
    long: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """One entry after `as`: a symbol, with the name it belongs to or `not`."""

    name: Word | None
    symbol: Text
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Title:
    """`puzzle "Name"`."""

    title: Text
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Board:
    """`board rectangle`."""

    kind: Word
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Given:
    """`given name : type as … at … = default`."""

    name: Word
    type: Type
    symbols: tuple[Symbol, ...]
    sides: tuple[Word, ...]
    default: Expression | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Find:
    """`find name : type as …`."""

    name: Word
    type: Type
    symbols: tuple[Symbol, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """`option name : {a, b} = a`."""

    name: Word
    members: Members
    default: Word
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Let:
    """`let name(parameters) = body`."""

    name: Word
    parameters: tuple[Word, ...]
    body: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Rule:
    """`rule name "sentence" when condition: body`; the sentence is None only if it was forgotten."""

    name: Word
    sentence: Text | None
    condition: Expression | None
    body: Expression
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Draw:
    """`draw name: word, word`."""

    name: Word
    words: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a codec: its word and arguments (names, texts, numbers, `name=name`) as written."""

    words: tuple[Word, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Read:
    """`read format "type": piece, piece`."""

    format: Word
    type: Text
    pieces: tuple[Piece, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an example proves; exactly one is given: how many solutions, the rules broken, the answer."""

    solutions: int | None
    breaks: tuple[Word, ...]
    answer: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Example:
    """`example "title" board … drawing … verdicts`."""

    title: Text
    board: Text | None
    url: Text | None
    drawing: Text | None
    verdicts: tuple[Verdict, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Include:
    """`include "name"` or `extends "name"` (`whole`)."""

    name: Text
    whole: bool
    span: Span = field(compare=False)


Statement = Title | Board | Given | Find | Option | Let | Rule | Draw | Read | Example | Include


@dataclass(frozen=True, slots=True)
class File:
    """A rules file: its statements in the order written."""

    source: Source = field(compare=False)
    statements: tuple[Statement, ...]
