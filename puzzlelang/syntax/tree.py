"""The syntax tree of a rules file: statements as written, with no name resolved and no sugar removed.

Two trees are equal if they say the same; spans do not count.  Names carry their own span, so that a diagnostic can
point at one word.
"""

from puzzlelang.source import Span, Spanned


class Identifier(Spanned, frozen=True, eq=False):
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

    of: "ExpressionSyntax"
    name: Identifier
    span: Span


class Clause(Spanned, frozen=True, eq=False):
    """The last part of an argument list, introduced by a word: `by R`, `until S`, `while S`, `without turning`."""

    word: str
    value: "ExpressionSyntax"
    span: Span


class Call(Spanned, frozen=True, eq=False):
    """`name(arguments clause)`."""

    name: Identifier
    arguments: tuple["ExpressionSyntax", ...]
    clause: Clause | None
    span: Span


class GuardSyntax(Spanned, frozen=True, eq=False):
    """`with value`; `number`: `with number value`, which also rules out `?`.

    `comparison` is `value = x` and the like, where the guard goes on to say how the value compares.
    """

    value: "ExpressionSyntax"
    number: bool
    span: Span
    comparison: "Chain | None" = None


class BinderSyntax(Spanned, frozen=True, eq=False):
    """`names in domain with guards where condition`."""

    names: tuple[Identifier, ...]
    domain: "ExpressionSyntax"
    guards: tuple[GuardSyntax, ...]
    condition: "ExpressionSyntax | None"
    span: Span


class Braces(Spanned, frozen=True, eq=False):
    """`{a, b}`."""

    elements: tuple["ExpressionSyntax", ...]
    span: Span


class ComprehensionSyntax(Spanned, frozen=True, eq=False):
    """`{binder}`."""

    binder: BinderSyntax
    span: Span


class For(Spanned, frozen=True, eq=False):
    """`value for binder`, as an argument."""

    value: "ExpressionSyntax"
    binder: BinderSyntax
    span: Span


class Of(Spanned, frozen=True, eq=False):
    """`name of domain`: the function's values there."""

    name: Identifier
    domain: "ExpressionSyntax"
    span: Span


class Unary(Spanned, frozen=True, eq=False):
    """`not` or `-`."""

    operator: str
    operand: "ExpressionSyntax"
    span: Span


class Chain(Spanned, frozen=True, eq=False):
    """Operators of one precedence with their operands, flat: one more operand than operators.

    The operators are all `and`, all `or`, all `iff`, all `&`, from `+ -`, from `* / mod`, or comparisons
    (`= != < <= > >= in not in`).  A `RangeSyntax` is an operand behind `in` and `not in` only.
    """

    operands: tuple["ExpressionSyntax", ...]
    operators: tuple[Identifier, ...]
    span: Span


class If(Spanned, frozen=True, eq=False):
    """`if condition then consequence else alternative`."""

    condition: "ExpressionSyntax"
    consequence: "ExpressionSyntax"
    alternative: "ExpressionSyntax | None"
    span: Span


class QuantifiedSyntax(Spanned, frozen=True, eq=False):
    """`quantity amount binder: body`."""

    quantity: str
    amount: "ExpressionSyntax | None"
    binder: BinderSyntax
    body: "ExpressionSyntax"
    span: Span


class RangeSyntax(Spanned, frozen=True, eq=False):
    """`low..high`, behind `in` or as a type."""

    low: "ExpressionSyntax"
    high: "ExpressionSyntax"
    span: Span


ExpressionSyntax = (
    Name
    | Integer
    | Property
    | Call
    | Braces
    | ComprehensionSyntax
    | For
    | Of
    | Unary
    | RangeSyntax
    | Chain
    | If
    | QuantifiedSyntax
)


# ------------------------------------------------------------------------------------------------------- types


class Members(Spanned, frozen=True, eq=False):
    """`{a, b}` as a type, or `{a "##", b "##/#."}`: names with drawings, as many of these as names or none."""

    names: tuple[Identifier, ...]
    span: Span
    drawings: tuple["QuotedText", ...] = ()


class ValueType(Spanned, frozen=True, eq=False):
    """A number (`number`, `numbers`), a direction, a range or an enumeration; `or unknown`, `?`."""

    base: Identifier | RangeSyntax | Members
    unknown: bool
    absent: bool
    span: Span


class SetType(Spanned, frozen=True, eq=False):
    """`set of domain`."""

    domain: ExpressionSyntax
    span: Span


class PartitionType(Spanned, frozen=True, eq=False):
    """`partition of domain`, with `?` if cells may be left out."""

    domain: ExpressionSyntax
    absent: bool
    span: Span


class GroupsType(Spanned, frozen=True, eq=False):
    """`groups of domain` or `paths of domain`; `word` is the first of these words, or a wrong one."""

    word: Identifier
    domain: ExpressionSyntax
    span: Span


class FunctionType(Spanned, frozen=True, eq=False):
    """`domain to value`."""

    domain: ExpressionSyntax
    value: ValueType
    span: Span


TypeSyntax = SetType | PartitionType | GroupsType | FunctionType | ValueType


# -------------------------------------------------------------------------------------------------- statements


class QuotedText(Spanned, frozen=True, eq=False):
    """A quoted text; `value` without quotes and escapes.  `long` if written in triple quotes."""

    value: str
    span: Span
    long: bool = False


class SymbolSyntax(Spanned, frozen=True, eq=False):
    """One entry after `as`: a symbol, with the name or the number it belongs to or `not`.

    `last` ends a range, such as `3 "C"` in `1..3 "A".."C"`.
    """

    name: Identifier | None
    symbol: QuotedText
    span: Span
    last: tuple[Identifier, QuotedText] | None = None


class TitleStatement(Spanned, frozen=True, eq=False):
    """`puzzle "Name" or "another name" in loop`: `others` are further names, `category` what kind of puzzle it is."""

    title: QuotedText
    others: tuple[QuotedText, ...]
    category: Identifier | None
    span: Span


class BoardStatement(Spanned, frozen=True, eq=False):
    """`board rectangle`, `board rectangle or hexagon` or `board rectangle without holes`."""

    kinds: tuple[Identifier, ...]
    missing: Identifier | None
    span: Span


class GivenStatement(Spanned, frozen=True, eq=False):
    """`given name : type fixes find as … at … = default`."""

    name: Identifier
    type: TypeSyntax
    symbols: tuple[SymbolSyntax, ...]
    sides: tuple[Identifier, ...]
    default: ExpressionSyntax | None
    span: Span
    fixes: Identifier | None = None


class FindStatement(Spanned, frozen=True, eq=False):
    """`find name : type hidden as …`."""

    name: Identifier
    type: TypeSyntax
    symbols: tuple[SymbolSyntax, ...]
    span: Span
    hidden: bool = False


class OptionStatement(Spanned, frozen=True, eq=False):
    """`option name : {a, b} = a`."""

    name: Identifier
    members: Members
    default: Identifier
    span: Span


class LetStatement(Spanned, frozen=True, eq=False):
    """`let name(parameters) = body`."""

    name: Identifier
    parameters: tuple[Identifier, ...]
    body: ExpressionSyntax
    span: Span


class RuleStatement(Spanned, frozen=True, eq=False):
    """`rule name "sentence" when condition: body`; the sentence is None only if it was forgotten."""

    name: Identifier
    sentence: QuotedText | None
    condition: ExpressionSyntax | None
    body: ExpressionSyntax
    span: Span


class RuleTemplateStatement(Spanned, frozen=True, eq=False):
    """`rule name(parameters) "sentence": body`; the sentence is None only if it was forgotten."""

    name: Identifier
    parameters: tuple[Identifier, ...]
    sentence: QuotedText | None
    body: ExpressionSyntax
    span: Span


class RuleUseStatement(Spanned, frozen=True, eq=False):
    """`rule name = template(arguments) "sentence" when condition`; without a sentence it has that of the template."""

    name: Identifier
    template: Identifier
    arguments: tuple[ExpressionSyntax, ...]
    sentence: QuotedText | None
    condition: ExpressionSyntax | None
    span: Span


class LookSyntax(Spanned, frozen=True, eq=False):
    """Words for the look of a value, such as `white circle`, perhaps behind that value."""

    words: tuple[Identifier, ...]
    span: Span


class DrawStatement(Spanned, frozen=True, eq=False):
    """`draw name: look, look`."""

    name: Identifier
    looks: tuple[LookSyntax, ...]
    span: Span


class EffectSyntax(Spanned, frozen=True, eq=False):
    """`name`, `name value` or `not name`; `value` is a word of an enumeration, a number or False."""

    name: Identifier
    value: Identifier | int | bool | None
    span: Span


class EntrySyntax(Spanned, frozen=True, eq=False):
    """`key: effect and effect`: the meaning of one item of an outside format; without a key, of all other items."""

    key: str | int | None
    effects: tuple[EffectSyntax, ...]
    span: Span


class PieceSyntax(Spanned, frozen=True, eq=False):
    """One piece of a codec: `word(entry, entry; entry)`; a literal text stands for itself."""

    word: Identifier | QuotedText
    layers: "tuple[tuple[EntrySyntax, ...], ...]"
    span: Span


class ReadStatement(Spanned, frozen=True, eq=False):
    """`read format "type": piece, piece`."""

    format: Identifier
    type: QuotedText
    pieces: tuple[PieceSyntax, ...]
    span: Span


class VerdictSyntax(Spanned, frozen=True, eq=False):
    """A claim of an example; exactly one is given: how many solutions, the rules broken, the answer."""

    solutions: int | None
    breaks: tuple[Identifier, ...]
    answer: QuotedText | None
    span: Span


class ExampleStatement(Spanned, frozen=True, eq=False):
    """`example "title" board … drawing … verdicts`."""

    title: QuotedText
    board: QuotedText | None
    url: QuotedText | None
    drawing: QuotedText | None
    verdicts: tuple[VerdictSyntax, ...]
    span: Span


class IncludeStatement(Spanned, frozen=True, eq=False):
    """`include "name", "name"` or `extends "name", "name"` (`whole`)."""

    names: tuple[QuotedText, ...]
    whole: bool
    span: Span


Statement = (
    TitleStatement
    | BoardStatement
    | GivenStatement
    | FindStatement
    | OptionStatement
    | LetStatement
    | RuleStatement
    | RuleTemplateStatement
    | RuleUseStatement
    | DrawStatement
    | ReadStatement
    | ExampleStatement
    | IncludeStatement
)


class BrokenStatement(Spanned, frozen=True, eq=False):
    """A statement with a syntax error; `keyword` is its first word, empty if that is no keyword.

    `name` is what it declares, None if it declares nothing or that is unknown.  `words` are all names in it.
    """

    keyword: str
    name: Identifier | None
    words: tuple[Identifier, ...]
    span: Span


class RulesFile(Spanned, frozen=True, eq=False):
    """A rules file: its statements in the order written."""

    statements: tuple[Statement, ...]
    span: Span
