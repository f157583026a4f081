"""Reasons from statements about graphs: what would be cut off, closed, too large or out of reach."""

from collections.abc import Iterator, Sequence
from typing import assert_never

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.geometry.places import Border, Cell
from puzzlelang.graphs.counted_vertices import counts_all
from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.problem.traversal import variables
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate, list_text
from puzzlelang.steps.words.counterfactuals import Counterfactual, World


def graph_reason(formula: Formula, positive: bool, context: Counterfactual) -> Reason:
    """The reason that a statement about a graph gives; empty for other statements, and where it does not decide."""
    fails = context.is_false_everywhere(formula, positive)
    if not fails and not context.is_single:
        return NO_REASON
    match formula:
        case nodes.Connected(graph):
            return _cut_off(graph, context) if positive else NO_REASON
        case nodes.Joined(graph, first, second) if fails:
            template = ReasonTemplate.APART if positive else ReasonTemplate.JOINED
            result = template.reason(
                context.follows, first=_the(graph.places[first]), second=_the(graph.places[second])
            )
            return msgspec.structs.replace(result, evident=context.is_single and not positive)
        case nodes.Acyclic():
            return ReasonTemplate.RING.reason(context.follows) if positive else NO_REASON
        case nodes.Rectangle(graph, vertex):
            return (
                ReasonTemplate.NO_RECTANGLE.reason(
                    context.follows, group=group_noun(graph, context), place=graph.places[vertex]
                )
                if positive
                else NO_REASON
            )
        case nodes.HasShape(graph, vertex) if fails:
            template = ReasonTemplate.OTHER_SHAPE if positive else ReasonTemplate.THAT_SHAPE
            return template.reason(context.follows, group=group_noun(graph, context), place=graph.places[vertex])
        case nodes.Congruent(graph, first, second) if fails:
            template, noun = ReasonTemplate.UNLIKE if positive else ReasonTemplate.ALIKE, group_noun(graph, context)
            return template.reason(context.follows, group=noun, first=graph.places[first], second=graph.places[second])
        case nodes.Reaches(graph, first, second, steps) if fails:
            template, far = ReasonTemplate.FAR if positive else ReasonTemplate.NEAR, count_of(steps, "step")
            return template.reason(context.follows, first=graph.places[first], second=graph.places[second], steps=far)
        case _:
            return NO_REASON


def _the(place: object) -> str:
    """A place within a sentence."""
    return f"the {place}" if isinstance(place, Border) else str(place)


MOST_WANTED = 3
"""Places of which a component needs one, up to which they are named; the rule says what stands at more."""


def group_noun(graph: Graph, context: Counterfactual) -> str:
    """Return the name of a component: of the partition whose borders part it, else by the rule file, or a group."""
    about = (context.problem.variables[index].name for *_, when in graph.edges for index in _indexes(when))
    names = dict.fromkeys(name if name in context.problem.partitions else "" for name in about)
    return next(iter(names), "") if len(names) == 1 and all(names) else graph.noun or "group"


def _indexes(formula: Formula) -> Iterator[int]:
    return (variable.index for variable in variables(formula))


def _cut_off(graph: Graph, context: Counterfactual) -> Reason:
    """The reason that two places would be cut off from each other."""
    parts = _disconnected_pair(graph, context.worlds[0]) if context.worlds else None
    if parts is None:
        return ReasonTemplate.CUT_SOMEWHERE.reason(context.follows, group=group_noun(graph, context))
    return ReasonTemplate.CUT_OFF.reason(context.follows, first=parts[0], second=parts[1])


def _disconnected_pair(graph: Graph, world: World) -> tuple[object, object] | None:
    """Two vertices that are certainly present and that nothing can connect any more."""
    groups = [graph.places[group[0]] for group in evaluate.possible_components(graph, world).values()]
    return (groups[0], groups[1]) if len(groups) > 1 else None


def component_size(term: Term) -> nodes.ComponentSize | None:
    """The size of a component that occurs in a term, if it is the only one."""
    if isinstance(term, nodes.ComponentSize):
        return term
    if isinstance(term, nodes.Sum):
        result = [part for _, part in term.added if isinstance(part, nodes.ComponentSize)]
        return result[0] if len(result) == 1 else None
    return None


def size_reason(
    formula: nodes.AtMost | nodes.Equal, part: nodes.ComponentSize, positive: bool, context: Counterfactual
) -> Reason:
    """The reason from the size of a component: too large, too small, or without what it has to contain."""
    fails = context.is_false_everywhere(formula, positive)
    if not fails and not context.is_single:
        return NO_REASON
    place, graph, noun = part.graph.places[part.vertex], part.graph, group_noun(part.graph, context)
    ranges = [evaluate.reach(part, world) for world in context.worlds]
    low, high = min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0)
    wanted = _required_sizes(formula, part, positive, context)
    large = all(one > wanted[1] for one, _ in ranges)
    small = all(one < wanted[0] for _, one in ranges)
    plain = all(here is True for _, here in part.counted)
    if plain and len(part.counted) == len(graph.places) and isinstance(place, Cell):
        if large or small:
            template, count = (ReasonTemplate.LARGE, low) if large else (ReasonTemplate.SMALL, high)
            return template.reason(context.follows, group=noun, place=place, cells=_cells(count))
        template = ReasonTemplate.SIZE if wanted[0] == wanted[1] else ReasonTemplate.SIZES
        return template.reason(context.follows, group=noun, place=place, cells=_cells(wanted[0]))
    places = [graph.places[vertex] for vertex, _ in part.counted]
    if plain and small and high == 0:
        template = ReasonTemplate.WITHOUT if len(places) <= MOST_WANTED else ReasonTemplate.WITHOUT_ANY
        return template.reason(context.follows, group=noun, place=place, places=list_text(places, "or"))
    if plain and large and context.worlds:
        inside = next(
            (group for group in evaluate.certain_components(graph, context.worlds[0]).values() if part.vertex in group),
            [],
        )
        held = [graph.places[vertex] for vertex, _ in part.counted if vertex in inside]
        held = [place, *held] if len(held) == 1 and held != [place] else held
        if len(held) > 1:
            return ReasonTemplate.TOGETHER.reason(context.follows, group=noun, places=list_text(held, "and"))
    return NO_REASON


def sizes_reason(spoken: Sequence[tuple[Formula, bool]], context: Counterfactual) -> Reason:
    """The reason that one component cannot have all sizes that are asked of it; empty unless all is about one."""
    parts = [component_size(one.term) if isinstance(one, nodes.AtMost | nodes.Equal) else None for one, _ in spoken]
    about = {None if part is None else (id(part.graph), part.vertex) for part in parts}
    first = parts[0] if parts else None
    if first is None or len(spoken) < 2 or len(about) > 1 or not isinstance(first.graph.places[first.vertex], Cell):
        return NO_REASON
    noun, both = group_noun(first.graph, context), "both" if len(spoken) == 2 else "all of these"
    place = first.graph.places[first.vertex]
    return ReasonTemplate.NOT_ALL_SIZES.reason(context.follows, group=noun, place=place, both=both)


def _required_sizes(
    formula: nodes.AtMost | nodes.Equal, part: nodes.ComponentSize, positive: bool, context: Counterfactual
) -> tuple[float, float]:
    """The least and the greatest allowed size of the component, whatever the rest of the term is."""
    factor, low, high = 1, 0, 0
    term = formula.term
    if isinstance(term, nodes.Sum):
        factor = next(one for one, inner in term.added if inner is part)
        rests = [_rest(term, part, factor, world) for world in context.worlds]
        low, high = min(low for low, _ in rests), max(high for _, high in rests)
    match formula:
        case nodes.Equal(_, value):
            least, most = float(value - high), float(value - low)
            if not positive:
                return float("-inf"), float("inf")
        case nodes.AtMost(_, bound):
            least, most = (float("-inf"), float(bound - low)) if positive else (float(bound + 1 - high), float("inf"))
        case _:
            assert_never(formula)
    if abs(factor) != 1:
        return float("-inf"), float("inf")
    return (least, most) if factor == 1 else (-most, -least)


def _rest(term: nodes.Sum, part: nodes.ComponentSize, factor: int, world: World) -> tuple[int, int]:
    """The least and the greatest value of a sum without the size."""
    (low, high), ends = evaluate.reach(term, world), sorted(factor * end for end in evaluate.reach(part, world))
    return low - ends[0], high - ends[1]


def _cells(count: float) -> str:
    return f"{count:.0f} cell{'s' * (count != 1)}"


def distance_reason(spoken: Sequence[tuple[Formula, bool]], context: Counterfactual) -> Reason:
    """The reason that a place is too far from several others; empty if that is not the contradiction.

    `spoken` are statements, each with whether it is asserted.  One component has to contain one of certain places, and
    the components of some of these have known sizes.  The other places are cut off by these components.
    """
    holding = [part for one, positive in spoken if (part := _holding(one, positive)) is not None]
    sizes = dict(size for one, positive in spoken if positive and (size := _known_size(one)) is not None)
    if len(holding) != 1 or len(holding) + len(sizes) < len(spoken):
        return NO_REASON
    graph, start = holding[0].graph, holding[0].vertex
    held = {vertex for vertex, _ in holding[0].counted}
    if not sizes or not all(_too_far(graph, start, held, sizes, world) for world in context.worlds):
        return NO_REASON
    places = list_text((graph.places[vertex] for vertex in sorted(sizes)), "and")
    return ReasonTemplate.TOO_FAR.reason(context.follows, place=graph.places[start], places=places)


def _holding(formula: Formula, positive: bool) -> nodes.ComponentSize | None:
    """Return the size term of a component that must contain some of certain vertices; None if the statement differs."""
    match formula, positive:
        case (nodes.Equal(nodes.ComponentSize() as part, least), True) if least > 0 and not counts_all(part):
            return part
        case (nodes.AtMost(nodes.ComponentSize() as part, most), False) if most >= 0 and not counts_all(part):
            return part
        case _:
            return None


def _known_size(formula: Formula) -> tuple[int, int] | None:
    """A vertex that is present and the size of its component, if a statement says so."""
    match formula:
        case nodes.Equal(nodes.ComponentSize() as part, size) if size > 0 and counts_all(part):
            return part.vertex, size
        case _:
            return None


def _too_far(graph: Graph, start: int, held: set[int], sizes: dict[int, int], world: World) -> bool:
    """Whether no component of known size can include `start`, nor `start` reach another held vertex around these.

    `start` has to be certainly present.  `sizes` maps a vertex of each component to its size.  `held`: the vertices of
    which the component of `start` needs one.
    """
    if evaluate.truth(graph.presence[start], world) is not True or start in sizes:
        return False
    sure = evaluate.certain_components(graph, world)
    for goal, size in sizes.items():
        own = next((set(group) for group in sure.values() if goal in group), {goal})
        steps = next(
            (count for count, ring in enumerate(_distance_layers(graph, start, set(), world)) if own & ring), None
        )
        if start in own or (steps is not None and steps + len(own) <= size):
            return False
    beside = {other for goal in sizes for other in _certain_neighbours(graph, goal, world)}
    reached = set[int]().union(*_distance_layers(graph, start, beside, world))
    return not held & reached


def _distance_layers(graph: Graph, start: int, without: set[int], world: World) -> Iterator[set[int]]:
    """Breadth-first layers of the vertices that can be reached, the start first."""
    ring, seen = {start}, {start} | without
    while ring:
        yield ring
        ring = {
            other
            for vertex in ring
            for other, edge in graph.neighbours[vertex]
            if other not in seen
            and evaluate.truth(graph.edges[edge][2], world) is not False
            and evaluate.truth(graph.presence[other], world) is not False
        }
        seen |= ring


def _certain_neighbours(graph: Graph, goal: int, world: World) -> Iterator[int]:
    """A present vertex, and the neighbours that can be present only in its component."""
    yield goal
    for other, edge in graph.neighbours[goal]:
        if evaluate.truth(graph.edges[edge][2], world) is True:
            yield other
