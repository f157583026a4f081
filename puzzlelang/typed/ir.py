"""The typed IR of a rules file: every name resolved, every expression typed, all sugar gone.

Invariants.  Every expression carries its type and its span.  A variable is a slot number, unique in the ruleset.  A
value that may be absent or `?` is used only behind a guard, with its plain type.  Nothing depends on a board.
"""

import enum

import msgspec

from puzzlelang.geometry.sorts import Sort
from puzzlelang.source import Source, Span, Spanned
from puzzlelang.typed.expression_facts import ExpressionFacts
from puzzlelang.typed.styles import Style
from puzzlelang.typed.types import Type


class SymbolRole(enum.Enum):
    """The kind of declaration that decides a symbol's values."""

    GIVEN = "given"
    FIND = "find"
    OPTION = "option"


class Constant(Spanned, frozen=True, eq=False):
    """A number, a truth value or a name of an enumeration; of type `Erroneous` an expression that has a mistake."""

    value: bool | int | str
    type: Type
    span: Span


class LocalVariable(Spanned, frozen=True, eq=False):
    """The variable of a binder or a parameter."""

    slot: int
    name: str
    type: Type
    span: Span


class LetValue(Spanned, frozen=True, eq=False):
    """A `let` without parameters, evaluated once for a board."""

    name: str
    type: Type
    span: Span


class Symbol(Spanned, frozen=True, eq=False):
    """A set, a partition (as the set of its regions), a single value or an option, as a whole."""

    name: str
    role: SymbolRole
    type: Type
    span: Span


class Lookup(Spanned, frozen=True, eq=False):
    """The value of a given or found function at a place."""

    symbol: str
    role: SymbolRole
    key: "Expression"
    type: Type
    span: Span


class RegionOf(Spanned, frozen=True, eq=False):
    """The region of a given partition that a cell belongs to."""

    partition: str
    cell: "Expression"
    type: Type
    span: Span


class Builtin(Spanned, frozen=True, eq=False):
    """A word of the language about the board: a value, a property or a function of `typed.words.builtins`."""

    name: str
    arguments: tuple["Expression", ...]
    type: Type
    span: Span


class Guard(Spanned, frozen=True, eq=False):
    """Tests that a value is present, with `known` also that it is not `?`.  The board always decides it."""

    value: "Expression"
    known: bool
    type: Type
    span: Span


class Member(Spanned, frozen=True, eq=False):
    """Set membership of an element."""

    element: "Expression"
    container: "Expression"
    type: Type
    span: Span


class Negation(Spanned, frozen=True, eq=False):
    """Logical negation."""

    part: "Expression"
    type: Type
    span: Span


class Junction(Spanned, frozen=True, eq=False):
    """`and` or `or` of two or more operands, with short-circuit evaluation from the left."""

    every: bool
    parts: tuple["Expression", ...]
    type: Type
    span: Span


class Conditional(Spanned, frozen=True, eq=False):
    """`if … then … else …` over truth values or numbers; without `else` an implication."""

    condition: "Expression"
    then: "Expression"
    other: "Expression"
    type: Type
    span: Span


class Comparator(enum.Enum):
    """Comparison operators."""

    EQUAL = "="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="


class BinaryComparison(Spanned, frozen=True, eq=False):
    """A comparison of two values of one type; only numbers have an order."""

    order: Comparator
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class Arithmetic(Spanned, frozen=True, eq=False):
    """`+ - * /` (rounded down) and `mod` of two numbers."""

    operator: str
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class SetOperation(Spanned, frozen=True, eq=False):
    """`&`, `+` and `-` of two sets."""

    operator: str
    left: "Expression"
    right: "Expression"
    type: Type
    span: Span


class SetLiteral(Spanned, frozen=True, eq=False):
    """The set of the elements listed."""

    elements: tuple["Expression", ...]
    type: Type
    span: Span


class Range(Spanned, frozen=True, eq=False):
    """The set of the numbers from `low` to `high`, both known from the board."""

    low: "Expression"
    high: "Expression"
    type: Type
    span: Span


class Binder(Spanned, frozen=True, eq=False):
    """`a, b in domain with guard where condition`.

    `slots` has one number for a domain of places and two for one of pairs.  `condition`: guards and `where`, if any.
    """

    slots: tuple[int, ...]
    names: tuple[str, ...]
    domain: "Expression"
    condition: "Expression | None"
    span: Span


class Comprehension(Spanned, frozen=True, eq=False):
    """The elements of a binder's domain for which its condition holds."""

    binder: Binder
    type: Type
    span: Span


class Values(Spanned, frozen=True, eq=False):
    """`value for binder`: one value for each element, absent ones left out (`guard` tests presence)."""

    binder: Binder
    value: "Expression"
    type: Type
    span: Span


class Quantity(enum.Enum):
    """The number of elements that must satisfy the body of a quantifier."""

    EVERY = "every"
    SOME = "some"
    NO = "no"
    EXACTLY = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Quantified(Spanned, frozen=True, eq=False):
    """A quantifier; `amount` belongs to the last three quantities.

    Two elements in a symmetric relation count once, if the body holds for them in either order.
    """

    quantity: Quantity
    amount: "Expression | None"
    binder: Binder
    body: "Expression"
    type: Type
    span: Span


class Aggregate(Spanned, frozen=True, eq=False):
    """`count` of a set, or `sum`, `min`, `max`, `distinct`, `list` of values."""

    name: str
    argument: "Expression"
    type: Type
    span: Span


class Apply(Spanned, frozen=True, eq=False):
    """A `let` with parameters: its body with the slots set to the arguments."""

    name: str
    slots: tuple[int, ...]
    arguments: tuple["Expression", ...]
    body: "Expression"
    type: Type
    span: Span


class GraphWord(Spanned, frozen=True, eq=False):
    """A graph word: `paired`, `runs`, `component`, `components`, `connected`…; `relation` is its `by` argument.

    `called`: the `let` whose body it is, empty if there is none.
    """

    name: str
    arguments: tuple["Expression", ...]
    relation: "Expression | None"
    type: Type
    span: Span
    called: str = ""


_Read = Constant | LocalVariable | LetValue | Symbol | Lookup | RegionOf | Builtin | Guard
_Formed = Member | Negation | Junction | Conditional | BinaryComparison | Arithmetic | SetOperation | SetLiteral | Range
_Gathered = Comprehension | Values | Quantified | Aggregate | Apply | GraphWord

Expression = _Read | _Formed | _Gathered


class Base(enum.Enum):
    """The base type of a value, without absence and `?`."""

    NUMBER = "number"
    NUMBERS = "numbers"
    NAME = "name"
    DIRECTION = "direction"
    SHAPES = "shapes"


class ValueKind(msgspec.Struct, frozen=True):
    """The values of a function: numbers `low` to `high`, lists, maybe with `zeros`, or names, maybe for `pieces`."""

    base: Base
    low: Expression | None = None
    high: Expression | None = None
    members: tuple[str, ...] = ()
    unknown: bool = False
    absent: bool = False
    pieces: tuple[str, ...] = ()
    zeros: bool = False


class SetKind(msgspec.Struct, frozen=True):
    """`set of S`: places of one sort, those of `domain` if it is a part of them."""

    sort: Sort
    domain: Expression | None


class PartitionKind(msgspec.Struct, frozen=True):
    """`partition of S`; with `absent` a cell may lie in no region.  `fixed`: the givens alone decide `domain`."""

    absent: bool
    domain: Expression | None = None
    fixed: bool = True


class GroupsKind(msgspec.Struct, frozen=True):
    """`groups of S` or, if `ordered`, `paths of S`: any number of sets or lists of places of one sort."""

    members: Sort
    ordered: bool


class FunctionKind(msgspec.Struct, frozen=True):
    """`S to V`: a value for each place; `partition` is the partition of regions, the declaration of groups or paths."""

    sort: Sort
    partition: str | None
    domain: Expression | None
    value: ValueKind


class SingleKind(msgspec.Struct, frozen=True):
    """One value for the whole board."""

    value: ValueKind


DeclaredType = SetKind | PartitionKind | GroupsKind | FunctionKind | SingleKind


class Notation(msgspec.Struct, frozen=True):
    """Symbols in board text as (name, symbol), of a set with an empty name; `negation` marks "not in the set"."""

    symbols: tuple[tuple[str, str], ...] = ()
    negation: str | None = None


class Given(Spanned, frozen=True, eq=False):
    """A given: information that a board file holds.

    `sides` are its margins; with `own_block` it stands in neither them nor the grid.  `fixes`: a find, or empty.
    """

    name: str
    kind: DeclaredType
    shown: Notation
    sides: tuple[str, ...]
    default: Expression | None
    span: Span
    fixes: str = ""
    own_block: bool = False


class Find(Spanned, frozen=True, eq=False):
    """A find, which the solver fills in: a set, a function or a partition; a `hidden` one is no part of the answer."""

    name: str
    kind: SetKind | FunctionKind | PartitionKind
    shown: Notation
    span: Span
    hidden: bool = False


Item = Given | Find


class Option(Spanned, frozen=True, eq=False):
    """A variant of the rules."""

    name: str
    members: tuple[str, ...]
    default: str
    span: Span


class Let(Spanned, frozen=True, eq=False):
    """A named expression without parameters."""

    name: str
    body: Expression
    span: Span


class Hole(msgspec.Struct, frozen=True):
    """A placeholder in a sentence: an expression over the leading variables and options.

    `absent`: the value may be missing, and then reads as nothing.  `nouns`: what stands behind a number, for 1 and for
    others (`{l.clue|tent|tents}`).  `general`: what stands here where the rule is stated in general (`{c|each pearl}`).
    """

    value: Expression
    absent: bool
    nouns: tuple[str, str] | None = None
    general: str | None = None


class Rule(Spanned, frozen=True, eq=False):
    """A rule: `sentence` is text and holes in turn, `condition` what stands after `when`, `body` what must hold.

    `implied`: a declaration says it (`given clue : … fixes digit`), so that no player has to read it.
    """

    name: str
    sentence: tuple[str | Hole, ...]
    text: str
    condition: Expression | None
    body: Expression
    span: Span
    implied: bool = False


class ExampleVerdict(Spanned, frozen=True, eq=False):
    """A claim of an example; exactly one of the fields is used.

    `solutions`: how many answers there are; `breaks`: all that the drawing breaks; `answer`: the only one, as text.
    """

    solutions: int | None
    breaks: tuple[str, ...]
    answer: Source | None
    span: Span


class Example(Spanned, frozen=True, eq=False):
    """A board, written here or named by a URL, with the claims about it."""

    title: str
    board: Source | None
    url: str | None
    drawing: Source | None
    verdicts: tuple[ExampleVerdict, ...]
    span: Span


class Effect(Spanned, frozen=True, eq=False):
    """An item's meaning for the declaration `name`; `value` None stands for the item itself, or for membership."""

    name: str
    value: bool | int | str | None
    span: Span


class PieceEntry(Spanned, frozen=True, eq=False):
    """The meaning of the item `key` of an outside format; without a key, of items without an entry of their own.

    With `skip` above 0 the key is no item, but stands for that many places without an item.
    """

    key: int | str | None
    effects: tuple[Effect, ...]
    span: Span
    skip: int = 0


class ReadPiece(Spanned, frozen=True, eq=False):
    """A codec piece with the entries of each layer, all about one sort of places; a `literal` one is plain text."""

    word: str
    literal: bool
    layers: tuple[tuple[PieceEntry, ...], ...]
    span: Span


class Reading(Spanned, frozen=True, eq=False):
    """A `read` statement: the pieces that texts of one type consist of, in their order."""

    format: str
    type: str
    pieces: tuple[ReadPiece, ...]
    span: Span


class Ruleset(msgspec.Struct, frozen=True, eq=False):
    """One puzzle type, complete: `missing` names the given set of its holes, `slots` counts its variables.

    `others`: further names; `category`: one of `headings.CATEGORIES`, or empty; `idle`: unused `let`s with parameters;
    `lattices`: those that boards may have, `board` as written; `kept`: techniques; `facts`: of its expressions, if any.
    """

    title: str
    source: Source
    board: str
    givens: tuple[Given, ...]
    finds: tuple[Find, ...]
    hidden: tuple[Find, ...]
    options: tuple[Option, ...]
    lets: tuple[Let, ...]
    rules: tuple[Rule, ...]
    examples: tuple[Example, ...]
    readings: tuple[Reading, ...]
    styles: tuple[Style, ...]
    slots: int
    missing: str = ""
    others: tuple[str, ...] = ()
    category: str = ""
    idle: tuple[Span, ...] = ()
    lattices: tuple[str, ...] = ("rectangle",)
    kept: Source | None = None
    facts: ExpressionFacts | None = None

    def given(self, name: str) -> Given | None:
        """The given of that name."""
        return next((given for given in self.givens if given.name == name), None)

    def find(self, name: str) -> Find | None:
        """The find of that name that is not hidden."""
        return next((find for find in self.finds if find.name == name), None)
