"""A puzzle and its rules as finite variables and quantifier-free constraints over them.

Invariants.  A formula is a Python `bool` when it is known and a node otherwise; a term is an `int` or a node; no node
has a part that is known where simplification could have removed it (`build` and `build_graphs` do that).  Places appear
only as keys and names: nothing here depends on where a cell lies.  Graph words over unknown sets are nodes of their own
here (`Paired`, `Runs`, `Connected`, …), each with a meaning in `problem.evaluate`.
"""

from collections.abc import Iterable, Mapping

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.problem.nodes import (
    Acyclic,
    And,
    AtMost,
    Choice,
    ComponentSize,
    Congruent,
    Connected,
    Distinct,
    Equal,
    Extreme,
    First,
    Fits,
    Formula,
    Graph,
    HasShape,
    Holds,
    Joined,
    Kind,
    Not,
    Number,
    Or,
    Paired,
    Partial,
    Product,
    Quotient,
    Reaches,
    Rectangle,
    Remainder,
    Runs,
    Same,
    SameShape,
    Sum,
    Term,
    Values,
    Variable,
    VariableRole,
    forget_memos,
)
from puzzlelang.problem.outline import FindVariables, ProblemOutline
from puzzlelang.problem.partitions import cuts
from puzzlelang.puzzle import Solution, Value
from puzzlelang.source import Span

__all__ = [
    "Acyclic",
    "And",
    "AtMost",
    "Choice",
    "ComponentSize",
    "Congruent",
    "Connected",
    "Constraint",
    "Distinct",
    "Equal",
    "Extreme",
    "First",
    "Fits",
    "Formula",
    "Graph",
    "HasShape",
    "Holds",
    "Joined",
    "Kind",
    "Not",
    "Number",
    "Or",
    "Origin",
    "Paired",
    "Partial",
    "Problem",
    "Product",
    "Quotient",
    "Reaches",
    "Rectangle",
    "Remainder",
    "Rule",
    "Runs",
    "Same",
    "SameShape",
    "Sum",
    "Term",
    "Values",
    "Variable",
    "VariableRole",
]
# ----------------------------------------------------------------------------------------------------- problem


class Rule(msgspec.Struct, frozen=True, eq=False):
    """The part of a rule that is kept after grounding: its identifier, its sentence as written, its source span."""

    name: str
    sentence: str
    span: Span


class Origin(msgspec.Struct, frozen=True, eq=False):
    """Origin of a ground constraint.

    `sentence` is the rule's sentence with the leading bindings filled in; `bindings` are all variables of the leading
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


class Problem(msgspec.Struct, frozen=True, eq=False):
    """A problem: everything a solver has to know.

    `finds[name]` maps each place of the domain to its variable, in canonical order; `variables[i].index == i`.
    `partitions` are finds over links of the board, with the cells that are in no region.  Variables of links state
    which are cut, those of cells which are in a region.  `definitions` are formulas that hold beside the rules and
    relate variables.  `graphs`, `shapes`: whether formulas may be about graphs, compare the shapes
    of sets.

    Variables of the board come first.  Those of `hidden` finds and of passes may take any values that make all formulas
    true.  `grounded` are the constraints as the rules made them.  One that is missing among `constraints` was removed,
    and no deduction may use it.  `held`: graphs that were made with these formulas, whose memos `forget` drops.
    `derived`: conjunctions in definitions that other formulas make true where all their parts are true.
    """

    geometry: Geometry
    finds: Mapping[str, Mapping[Place, Variable]]
    variables: tuple[Variable, ...]
    constraints: tuple[Constraint, ...]
    rules: tuple[Rule, ...]
    partitions: Mapping[str, tuple[Cell, ...]] = msgspec.field(default_factory=dict)
    definitions: tuple[Formula, ...] = ()
    graphs: bool = False
    shapes: bool = False
    grounded: tuple[Constraint, ...] = ()
    hidden: frozenset[str] = frozenset()
    held: tuple[Graph, ...] = ()
    derived: tuple[Formula, ...] = ()

    def forget(self) -> None:
        """Drop what passes keep with the graphs, so that the problem is freed without a search for cycles.

        Nothing may be made of the problem afterwards: passes know a statement about a graph by its one node.
        """
        for graph in self.held:
            forget_memos(graph)

    @property
    def board(self) -> tuple[Variable, ...]:
        """The variables of the board, which come first."""
        return tuple(variable for variable in self.variables if variable.role is VariableRole.FOUND)

    def padded(self, board: Values) -> Partial:
        """Return values of all variables, given those of the board; None for all others."""
        return (*board, *(None for _ in self.variables[len(board) :]))

    @property
    def outline(self) -> ProblemOutline:
        """The finds of the problem, without the constraints."""
        return self._outline(name for name in self.finds if name not in self.hidden)

    def _outline(self, names: Iterable[str]) -> ProblemOutline:
        finds = {}
        for name in names:
            places = self.finds[name]
            first = next(iter(places.values()), None)
            kind, names, absent = (Kind.MEMBER, (), None) if first is None else (first.kind, first.names, first.absent)
            indexes = {place: variable.index for place, variable in places.items()}
            outside = self.partitions.get(name, ())
            finds[name] = FindVariables(kind, names, name in self.partitions, indexes, absent, outside)
        return ProblemOutline(self.geometry, finds)

    def solution(self, values: Values) -> Solution:
        """Values read back onto the board; for a partition the name of its region for each cell."""
        return self.outline.solution(values)

    def whole_solution(self, values: Values) -> Solution:
        """Values read back as `solution` does, with those of hidden finds."""
        return self._outline(self.finds).solution(values)

    def partial(self, drawn: Mapping[str, Mapping[Place, Value]]) -> list[bool | int | None]:
        """Return a drawing as values of all variables; None for what is not drawn, and for hidden finds.

        A drawn number that equals the variable's `absent` becomes `absent - 1`, which is out of range.
        """
        values: list[bool | int | None] = [None] * len(self.variables)
        for find, places in self.finds.items():
            drawn_values = drawn.get(find, {})
            for place, value in (cuts(places, drawn_values) if find in self.partitions else drawn_values).items():
                if (variable := places.get(place)) is not None:
                    values[variable.index] = _plain_value(variable, value)
        return values


def _plain_value(variable: Variable, value: Value) -> bool | int:
    if variable.absent is not None:
        if value is False:
            return variable.absent
        if value == variable.absent:
            return variable.absent - 1
    match variable.kind, value:
        case Kind.NAME, str():
            return variable.names.index(value)
        case _, bool() | int():
            return value
        case _:
            raise TypeError(f"{value!r} cannot be drawn as {variable}")
