"""A puzzle and its rules as finite variables and quantifier-free constraints over them.

Invariants.  A formula is a Python `bool` when it is known and a node otherwise; a term is an `int` or a node; no node
has a part that is known where simplification could have removed it (`ground.build` makes all nodes).  Places appear
only as keys and names: nothing here depends on where a cell lies.  Nodes are compared by identity, so that a shared
part is lowered once; the tree they form has bounded depth.  Graph words over unknown sets are nodes of their own here
(`Paired`, `Runs`, …), each with a meaning in `ground.evaluate` and at least one lowering in `smt` and in `sat`.
"""

import enum
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.geometry import Geometry, Place
from puzzlelang.puzzle import Solution, Unknown, Value
from puzzlelang.source import Span


class Kind(enum.Enum):
    """What a variable's values are."""

    MEMBER = "member"
    """True or False: whether the place belongs to the set."""
    NUMBER = "number"
    """An integer from `low` to `high`."""
    NAME = "name"
    """A member of an enumeration, as its position from 0 to `high`."""


class Variable(msgspec.Struct, frozen=True, eq=False):
    """One unknown of the board: what `find` holds at `place`."""

    index: int
    find: str
    place: Place
    kind: Kind
    low: int
    high: int
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.find} at {self.place}"


# ---------------------------------------------------------------------------------------------------- formulas


class Holds(msgspec.Struct, frozen=True, eq=False):
    """The place of a `MEMBER` variable belongs to its set."""

    variable: Variable


class Not(msgspec.Struct, frozen=True, eq=False):
    """The part is false; never a `Not` inside."""

    part: "Formula"


class And(msgspec.Struct, frozen=True, eq=False):
    """All of two or more parts; never an `And` among them."""

    parts: tuple["Formula", ...]


class Or(msgspec.Struct, frozen=True, eq=False):
    """At least one of two or more parts; never an `Or` among them."""

    parts: tuple["Formula", ...]


class Same(msgspec.Struct, frozen=True, eq=False):
    """Both are true or both are false."""

    left: "Formula"
    right: "Formula"


class AtMost(msgspec.Struct, frozen=True, eq=False):
    """The term is no more than the bound; decided cases are simplified away."""

    term: "Term"
    bound: int


class Equal(msgspec.Struct, frozen=True, eq=False):
    """The term has exactly this value, which lies within its bounds."""

    term: "Term"
    value: int


class Distinct(msgspec.Struct, frozen=True, eq=False):
    """All of two or more terms have different values (some may be plain integers)."""

    terms: tuple["Term", ...]


class Paired(msgspec.Struct, frozen=True, eq=False):
    """A perfect matching: every left and every right thing that is present has exactly one partner.

    `left` and `right` list (place, presence) with a presence that is not False; `edges` are index pairs (left, right)
    that may be partners.  When a place is on both sides it is a different thing on each.
    """

    left: tuple[tuple[Place, "Formula"], ...]
    right: tuple[tuple[Place, "Formula"], ...]
    edges: tuple[tuple[int, int], ...]


class Runs(msgspec.Struct, frozen=True, eq=False):
    """The maximal stretches of true formulas have these lengths in this order; `?` is any length from 1.

    `Runs(items, ())` says that none is true.
    """

    items: tuple["Formula", ...]
    lengths: tuple[int | Unknown, ...]


Formula = bool | Holds | Not | And | Or | Same | AtMost | Equal | Distinct | Paired | Runs


# ------------------------------------------------------------------------------------------------------- terms


class Number(msgspec.Struct, frozen=True, eq=False):
    """The value of a `NUMBER` or `NAME` variable."""

    variable: Variable
    low: int
    high: int


class Sum(msgspec.Struct, frozen=True, eq=False):
    """`constant` + each (coefficient, formula) that is true + each coefficient times term.

    Coefficients are not zero; no term in `added` is a `Sum`; `low` and `high` bound the whole.
    """

    counted: tuple[tuple[int, Formula], ...]
    added: tuple[tuple[int, "Term"], ...]
    constant: int
    low: int
    high: int


class Product(msgspec.Struct, frozen=True, eq=False):
    """Two unknown terms multiplied."""

    left: "Term"
    right: "Term"
    low: int
    high: int


class Quotient(msgspec.Struct, frozen=True, eq=False):
    """`left` divided by `right`, rounded down; where `right` is 0 the quotient is 0 by convention."""

    left: "Term"
    right: "Term"
    low: int
    high: int


class Remainder(msgspec.Struct, frozen=True, eq=False):
    """What is left of `left` divided by `right`, never negative; where `right` is 0 it is `left`."""

    left: "Term"
    right: "Term"
    low: int
    high: int


class Choice(msgspec.Struct, frozen=True, eq=False):
    """`then` where the condition holds, `other` where it does not."""

    condition: Formula
    then: "Term"
    other: "Term"
    low: int
    high: int


class Extreme(msgspec.Struct, frozen=True, eq=False):
    """The least or the greatest of those terms whose presence holds, and `empty` if none does.

    `items` lists (presence, term), at least one; a presence may be True.
    """

    greatest: bool
    items: tuple[tuple[Formula, "Term"], ...]
    empty: int
    low: int
    high: int


Term = int | Number | Sum | Product | Quotient | Remainder | Choice | Extreme


# ----------------------------------------------------------------------------------------------------- problem


class Rule(msgspec.Struct, frozen=True, eq=False):
    """A rule as far as it outlives grounding: its identifier, its sentence as written, its place."""

    name: str
    sentence: str
    span: Span


class Origin(msgspec.Struct, frozen=True, eq=False):
    """Where a ground constraint comes from.

    `sentence` is the rule's sentence with the outermost bindings filled in; `bindings` are all variables of the leading
    quantifiers with what they stand for here.
    """

    rule: Rule
    sentence: str
    bindings: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        bound = ", ".join(f"{name} = {value}" for name, value in self.bindings)
        return f"{self.rule.name}[{bound}]" if bound else self.rule.name


class Constraint(msgspec.Struct, frozen=True, eq=False):
    """A formula that must be true, never `True` itself; `False` if the givens alone break the rule."""

    formula: Formula
    origin: Origin


Values = Sequence[bool | int]
"""What a solver returned: for the variable with index i its value at i (bool for members, int otherwise)."""

Partial = Sequence[bool | int | None]
"""The same where some are not decided yet."""


class Problem(msgspec.Struct, frozen=True, eq=False):
    """Everything a solver has to know.

    `finds[name]` maps each place of the domain to its variable, in canonical order; `variables[i].index == i`.
    """

    geometry: Geometry
    finds: Mapping[str, Mapping[Place, Variable]]
    variables: tuple[Variable, ...]
    constraints: tuple[Constraint, ...]
    rules: tuple[Rule, ...]

    def solution(self, values: Values) -> Solution:
        """Values read back onto the board."""
        return Solution(
            {
                find: {place: _read(variable, values[variable.index]) for place, variable in places.items()}
                for find, places in self.finds.items()
            }
        )

    def partial(self, drawn: Mapping[str, Mapping[Place, Value]]) -> list[bool | int | None]:
        """A drawing as values; what is not drawn is None."""
        values: list[bool | int | None] = [None] * len(self.variables)
        for find, places in self.finds.items():
            for place, value in drawn.get(find, {}).items():
                if (variable := places.get(place)) is not None:
                    values[variable.index] = _written(variable, value)
        return values


def _read(variable: Variable, value: bool | int) -> Value:
    match variable.kind:
        case Kind.MEMBER:
            return bool(value)
        case Kind.NUMBER:
            return int(value)
        case Kind.NAME:
            return variable.names[int(value)]


def _written(variable: Variable, value: Value) -> bool | int:
    match variable.kind, value:
        case Kind.NAME, str():
            return variable.names.index(value)
        case _, bool() | int():
            return value
        case _:
            raise TypeError(f"{value!r} cannot be drawn as {variable}")
