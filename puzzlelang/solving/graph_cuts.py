"""Cuts of a session about graphs: where each comes from, and how many there were."""

from collections.abc import Callable, Mapping

import msgspec

from puzzlelang.graphs.abstraction import Atom
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Variable

CutSource = type[Atom] | type[MarkedComponents]
"""The kind of statement that a cut corrects, or a component without a mark."""

WORDS: Mapping[CutSource, str] = {
    nodes.Connected: "connected",
    nodes.Joined: "component",
    MarkedComponents: "components",
    nodes.Reaches: "distance",
    nodes.First: "components",
    nodes.Acyclic: "acyclic",
    nodes.Rectangle: "rectangle",
    nodes.Congruent: "shape",
    nodes.Fits: "fits_into",
    nodes.HasShape: "shape",
    nodes.AtMost: "count",
    nodes.Equal: "count",
    nodes.Distinct: "distinct",
}
"""The word of the rules for each source of cuts; `count` is of a part."""


class GraphCut(msgspec.Struct, frozen=True, eq=False):
    """A clause that was added in a round, and the graph statement that the answer of this round had wrong.

    `true` is the correct truth of the statement.  `statement` is None for a component that is too small or without a
    mark (`graphs.marked_components`).
    """

    round: int
    statement: Variable | None
    true: bool
    clause: Formula


class Profile(msgspec.Struct):
    """Work on graphs: `rounds` counts rounds (searches of the abstraction), `cuts` counts cuts by kind of statement.

    `tell` is called with each cut.
    """

    rounds: int = 0
    cuts: dict[CutSource, int] = msgspec.field(default_factory=dict)
    tell: Callable[[GraphCut], None] | None = None


def by_word(cuts: Mapping[CutSource, int]) -> dict[str, int]:
    """Add cuts up by the words of the rules."""
    result: dict[str, int] = {}
    for kind, count in cuts.items():
        result[WORDS[kind]] = result.get(WORDS[kind], 0) + count
    return result
