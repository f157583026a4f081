"""Why statements about graphs lead to what they do: what would be cut off, closed, too large or out of reach."""

from typing import assert_never

from puzzlelang.geometry.places import Cell
from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.steps.setting import Setting, World
from puzzlelang.steps.templates import Template, listed


def told(formula: Formula, positive: bool, given: Setting) -> str:
    """What a statement about a graph tells; empty for all others, and where it does not decide."""
    fails = given.fails(formula, positive)
    if not fails and not given.sole:
        return ""
    match formula:
        case nodes.Connected(graph):
            return _cut_off(graph, given) if positive else ""
        case nodes.Joined(graph, first, second) if fails:
            template = Template.APART if positive else Template.JOINED
            return template.filled(given.follows, first=graph.places[first], second=graph.places[second])
        case nodes.Acyclic():
            return Template.RING.filled(given.follows) if positive else ""
        case nodes.Rectangle(graph, vertex):
            return Template.NO_RECTANGLE.filled(given.follows, place=graph.places[vertex]) if positive else ""
        case nodes.Congruent(graph, first, second) if fails:
            template = Template.UNLIKE if positive else Template.ALIKE
            return template.filled(given.follows, first=graph.places[first], second=graph.places[second])
        case nodes.Reaches(graph, first, second, steps) if fails:
            template, far = Template.FAR if positive else Template.NEAR, f"{steps} step{'s' * (steps != 1)}"
            return template.filled(given.follows, first=graph.places[first], second=graph.places[second], steps=far)
        case _:
            return ""


def _cut_off(graph: Graph, given: Setting) -> str:
    """Two places that would be cut off from each other."""
    parts = _apart(graph, given.worlds[0]) if given.worlds else None
    if parts is None:
        return Template.CUT_SOMEWHERE.filled(given.follows)
    return Template.CUT_OFF.filled(given.follows, first=parts[0], second=parts[1])


def _apart(graph: Graph, world: World) -> tuple[object, object] | None:
    """Two vertices that are there in any case and that nothing can join any more."""
    groups = [graph.places[group[0]] for group in evaluate.possible_components(graph, world).values()]
    return (groups[0], groups[1]) if len(groups) > 1 else None


def sized(term: Term) -> nodes.ComponentSize | None:
    """The size of a part that occurs in a term."""
    if isinstance(term, nodes.ComponentSize):
        return term
    if isinstance(term, nodes.Sum):
        found = [part for _, part in term.added if isinstance(part, nodes.ComponentSize)]
        return found[0] if len(found) == 1 else None
    return None


def size(formula: nodes.AtMost | nodes.Equal, part: nodes.ComponentSize, positive: bool, given: Setting) -> str:
    """What a statement about the size of a part tells: too large, too small, or without what it has to hold."""
    fails = given.fails(formula, positive)
    if not fails and not given.sole:
        return ""
    place, graph = part.graph.places[part.vertex], part.graph
    ranges = [evaluate.reach(part, world) for world in given.worlds]
    low, high = min((low for low, _ in ranges), default=0), max((high for _, high in ranges), default=0)
    wanted = _wanted(formula, part, positive, given)
    large = all(one > wanted[1] for one, _ in ranges)
    small = all(one < wanted[0] for _, one in ranges)
    plain = all(here is True for _, here in part.counted)
    if plain and len(part.counted) == len(graph.places) and isinstance(place, Cell):
        if large or small:
            template, count = (Template.LARGE, low) if large else (Template.SMALL, high)
            return template.filled(given.follows, place=place, cells=_cells(count))
        template = Template.SIZE if wanted[0] == wanted[1] else Template.SIZES
        return template.filled(given.follows, place=place, cells=_cells(wanted[0]))
    places = [graph.places[vertex] for vertex, _ in part.counted]
    if plain and small and high == 0:
        return Template.WITHOUT.filled(given.follows, place=place, places=listed(places))
    if plain and large and given.worlds:
        inside = next(
            (group for group in evaluate.certain_components(graph, given.worlds[0]).values() if part.vertex in group),
            [],
        )
        held = [graph.places[vertex] for vertex, _ in part.counted if vertex in inside]
        if held:
            return Template.TOGETHER.filled(given.follows, places=listed(held, "and"))
    return ""


def _wanted(
    formula: nodes.AtMost | nodes.Equal, part: nodes.ComponentSize, positive: bool, given: Setting
) -> tuple[float, float]:
    """Between which sizes the part has to be, whatever else the term is made of."""
    factor, low, high = 1, 0, 0
    term = formula.term
    if isinstance(term, nodes.Sum):
        factor = next(one for one, inner in term.added if inner is part)
        rests = [_rest(term, part, factor, world) for world in given.worlds]
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
    """The least and the greatest that a sum can be without the size."""
    (low, high), ends = evaluate.reach(term, world), sorted(factor * end for end in evaluate.reach(part, world))
    return low - ends[0], high - ends[1]


def _cells(count: float) -> str:
    return f"{count:.0f} cell{'s' * (count != 1)}"
