"""What was written: a rules file as its statements, nothing resolved, no sugar removed.

Two trees are equal if they say the same; spans do not count.  Names carry their own span, so that a diagnostic can
point at one word.
"""

from puzzlelang.source import Span, Spanned


class Word(Spanned, frozen=True, eq=False):
    """A name where it is declared or referred to outside of expressions."""

    text: str
    span: Span


# ------------------------------------------------------------------------------------------------- expressions


class Name(Spanned, frozen=True, eq=False):
    """A name standing for a value."""

    text: str
    span: Span


class Integer(Spanned, frozen=True, eq=False):
    """A numeral."""

    value: int
    span: Span


class Property(Spanned, frozen=True, eq=False):
    """`of.name`."""

    of: "Expression"
    name: Word
    span: Span


class Clause(Spanned, frozen=True, eq=False):
    """The last part of an argument list that a word leads in: `by R`, `until S`, `while S`."""

    word: str
    value: "Expression"
    span: Span


class Call(Spanned, frozen=True, eq=False):
    """`name(arguments clause)`."""

    name: Word
    arguments: tuple["Expression", ...]
    clause: Clause | None
    span: Span


class Guard(Spanned, frozen=True, eq=False):
    """`with value`; `number`: `with number value`, which also rules out `?`.

    `comparison` is `value = x` and the like, where the guard goes on to say how the value compares.
    """

    value: "Expression"
    number: bool
    span: Span
    comparison: "Chain | None" = None


class Binder(Spanned, frozen=True, eq=False):
    """`names in domain with guards where condition`."""

    names: tuple[Word, ...]
    domain: "Expression"
    guards: tuple[Guard, ...]
    condition: "Expression | None"
    span: Span


class Braces(Spanned, frozen=True, eq=False):
    """`{a, b}`."""

    elements: tuple["Expression", ...]
    span: Span


class Comprehension(Spanned, frozen=True, eq=False):
    """`{binder}`."""

    binder: Binder
    span: Span


class For(Spanned, frozen=True, eq=False):
    """`value for binder`, as an argument."""

    value: "Expression"
    binder: Binder
    span: Span


class Of(Spanned, frozen=True, eq=False):
    """`name of domain`: the function's values there."""

    name: Word
    domain: "Expression"
    span: Span


class Unary(Spanned, frozen=True, eq=False):
    """`not` or `-`."""

    operator: str
    operand: "Expression"
    span: Span


class Chain(Spanned, frozen=True, eq=False):
    """Operators of one precedence with their operands, flat: one more operand than operators.

    The operators are all `and`, all `or`, all `iff`, all `&`, from `+ -`, from `* / mod`, or comparisons
    (`= != < <= > >= in not in`).  A `Range` is an operand behind `in` and `not in` only.
    """

    operands: tuple["Expression", ...]
    operators: tuple[Word, ...]
    span: Span


class If(Spanned, frozen=True, eq=False):
    """`if condition then consequence else alternative`."""

    condition: "Expression"
    consequence: "Expression"
    alternative: "Expression | None"
    span: Span


class Quantified(Spanned, frozen=True, eq=False):
    """`quantity amount binder: body`."""

    quantity: str
    amount: "Expression | None"
    binder: Binder
    body: "Expression"
    span: Span


class Range(Spanned, frozen=True, eq=False):
    """`low..high`, behind `in` or as a type."""

    low: "Expression"
    high: "Expression"
    span: Span


Expression = (
    Name | Integer | Property | Call | Braces | Comprehension | For | Of | Unary | Range | Chain | If | Quantified
)


# ------------------------------------------------------------------------------------------------------- types


class Members(Spanned, frozen=True, eq=False):
    """`{a, b}` as a type."""

    names: tuple[Word, ...]
    span: Span


class ValueType(Spanned, frozen=True, eq=False):
    """A number (`number`, `numbers`), a direction, a range or an enumeration; `or unknown`, `?`."""

    base: Word | Range | Members
    unknown: bool
    absent: bool
    span: Span


class SetType(Spanned, frozen=True, eq=False):
    """`set of domain`."""

    domain: Expression
    span: Span


class PartitionType(Spanned, frozen=True, eq=False):
    """`partition of domain`, with `?` if cells may be left out."""

    domain: Expression
    absent: bool
    span: Span


class FunctionType(Spanned, frozen=True, eq=False):
    """`domain to value`."""

    domain: Expression
    value: ValueType
    span: Span


Type = SetType | PartitionType | FunctionType | ValueType


# -------------------------------------------------------------------------------------------------- statements


class Text(Spanned, frozen=True, eq=False):
    """A quoted text; `value` without quotes and escapes.  `long` if written in triple quotes."""

    value: str
    span: Span
    long: bool = False


class Symbol(Spanned, frozen=True, eq=False):
    """One entry after `as`: a symbol, with the name or the number it belongs to or `not`."""

    name: Word | None
    symbol: Text
    span: Span


class Title(Spanned, frozen=True, eq=False):
    """`puzzle "Name" or "another name" in loop`: `others` are further names, `category` what kind of puzzle it is."""

    title: Text
    others: tuple[Text, ...]
    category: Word | None
    span: Span


class Board(Spanned, frozen=True, eq=False):
    """`board rectangle` or `board rectangle without holes`."""

    kind: Word
    missing: Word | None
    span: Span


class Given(Spanned, frozen=True, eq=False):
    """`given name : type as … at … = default`."""

    name: Word
    type: Type
    symbols: tuple[Symbol, ...]
    sides: tuple[Word, ...]
    default: Expression | None
    span: Span


class Find(Spanned, frozen=True, eq=False):
    """`find name : type hidden as …`."""

    name: Word
    type: Type
    symbols: tuple[Symbol, ...]
    span: Span
    hidden: bool = False


class Option(Spanned, frozen=True, eq=False):
    """`option name : {a, b} = a`."""

    name: Word
    members: Members
    default: Word
    span: Span


class Let(Spanned, frozen=True, eq=False):
    """`let name(parameters) = body`."""

    name: Word
    parameters: tuple[Word, ...]
    body: Expression
    span: Span


class Rule(Spanned, frozen=True, eq=False):
    """`rule name "sentence" when condition: body`; the sentence is None only if it was forgotten."""

    name: Word
    sentence: Text | None
    condition: Expression | None
    body: Expression
    span: Span


class Look(Spanned, frozen=True, eq=False):
    """`white circle`: words for how something looks, perhaps behind the value that looks so."""

    words: tuple[Word, ...]
    span: Span


class Draw(Spanned, frozen=True, eq=False):
    """`draw name: look, look`."""

    name: Word
    looks: tuple[Look, ...]
    span: Span


class Effect(Spanned, frozen=True, eq=False):
    """`name`, `name value` or `not name`; `value` is a word of an enumeration, a number or False."""

    name: Word
    value: Word | int | bool | None
    span: Span


class Entry(Spanned, frozen=True, eq=False):
    """`key: effect and effect`: what one item of an outside format says; without a key, what all others say."""

    key: str | int | None
    effects: tuple[Effect, ...]
    span: Span


class Piece(Spanned, frozen=True, eq=False):
    """One piece of a codec: `word(entry, entry; entry)`; a literal text stands for itself."""

    word: Word | Text
    layers: "tuple[tuple[Entry, ...], ...]"
    span: Span


class Read(Spanned, frozen=True, eq=False):
    """`read format "type": piece, piece`."""

    format: Word
    type: Text
    pieces: tuple[Piece, ...]
    span: Span


class Verdict(Spanned, frozen=True, eq=False):
    """What an example proves; exactly one is given: how many solutions, the rules broken, the answer."""

    solutions: int | None
    breaks: tuple[Word, ...]
    answer: Text | None
    span: Span


class Example(Spanned, frozen=True, eq=False):
    """`example "title" board … drawing … verdicts`."""

    title: Text
    board: Text | None
    url: Text | None
    drawing: Text | None
    verdicts: tuple[Verdict, ...]
    span: Span


class Include(Spanned, frozen=True, eq=False):
    """`include "name"` or `extends "name"` (`whole`)."""

    name: Text
    whole: bool
    span: Span


Statement = Title | Board | Given | Find | Option | Let | Rule | Draw | Read | Example | Include


class Broken(Spanned, frozen=True, eq=False):
    """A statement that could not be read; `keyword` is the word it starts with, empty if that is none.

    `name` is what it declares, None if it declares nothing or that cannot be told; `words` are all names in it.
    """

    keyword: str
    name: Word | None
    words: tuple[Word, ...]
    span: Span


class File(Spanned, frozen=True, eq=False):
    """A rules file: its statements in the order written."""

    statements: tuple[Statement, ...]
    span: Span
