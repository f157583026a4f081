"""Blame: the places of a drawing that make a constraint false."""

from collections import Counter
from collections.abc import Iterator, Sequence

from puzzlelang.geometry.places import Place
from puzzlelang.problem import nodes
from puzzlelang.problem.evaluate import certain_components, possible_components, reach, truth
from puzzlelang.problem.nodes import Graph
from puzzlelang.problem.record import Formula, Partial, Term
from puzzlelang.problem.row_truth import runs, short_of_partners
from puzzlelang.problem.traversal import places
from puzzlelang.puzzle import Unknown


def blame(formula: Formula, values: Partial) -> tuple[Place, ...]:
    """List the places that make `formula` false, without repeats, in reading order of their sort.

    Of a conjunction only the false parts count, of a matching only a Hall violator.  Of a sum that is too great only
    its true parts count, of a graph that must be acyclic only its cycles.
    """
    result = dict.fromkeys(_false(formula, values))
    return tuple(sorted(result, key=lambda place: (type(place).__name__, place.index)))


def _false(formula: Formula, values: Partial) -> Iterator[Place]:
    match formula:
        case bool():
            return
        case nodes.And(parts):
            broken = [part for part in parts if truth(part, values) is False]
            # What is there and wrong says more than what is missing somewhere.
            for part in [part for part in broken if not _missing(part, values)] or broken:
                yield from _false(part, values)
        case nodes.Or(parts):
            # "It is not there, or one of many things is so": the place itself is wrong.
            plain = [part for part in parts if _is_literal(part)]
            # "None or two", "not this or one of those": what is there says more than what is missing.
            too_much = [part for part in parts if _exceeds_count(part, values)]
            if all(map(_is_literal, parts)):
                too_much = [part for part in parts if isinstance(part, nodes.Not)]
            for part in (plain if _ways(parts) else too_much) or parts:
                yield from _false(part, values)
        case nodes.Paired():
            yield from _places_without_partner(formula, values)
        case _:
            yield from _about(formula, values)


def _places_without_partner(formula: nodes.Paired, values: Partial) -> Iterator[Place]:
    sides = (formula.left, formula.right)
    result = [[truth(presence, values) for _, presence in side] for side in sides]
    for this, that in ((0, 1), (1, 0)):
        choices: dict[int, list[int]] = {}
        for edge in formula.edges:
            if result[0][edge[0]] is not False and result[1][edge[1]] is not False:
                choices.setdefault(edge[this], []).append(edge[that])
        wanting = [index for index, is_there in enumerate(result[this]) if is_there is True]
        short, wanted = short_of_partners(wanting, choices)
        yield from (sides[this][index][0] for index in short)
        yield from (sides[that][index][0] for index in wanted)


def _is_literal(formula: Formula) -> bool:
    return isinstance(formula.part if isinstance(formula, nodes.Not) else formula, nodes.Holds)


def _ways(parts: Sequence[Formula]) -> bool:
    """Whether all parts but literals are conjunctions (alternatives), and there are several."""
    compound = [part for part in parts if not _is_literal(part)]
    return len(compound) > 1 and all(isinstance(part, nodes.And) for part in compound)


def _missing(formula: Formula, values: Partial) -> bool:
    """Return whether the formula counts alternatives (`_ways`), and too few of them can still be true."""
    if not isinstance(formula, nodes.Equal) or not _counts_ways(formula.term):
        return False
    return reach(formula.term, values)[1] < formula.value


def _counts_ways(term: Term) -> bool:
    return isinstance(term, nodes.Sum) and _ways([part for _, part in term.counted])


def _there(way: Formula) -> Iterator[Place]:
    """Yield the places of the positive literals of an alternative; all its places if it has none."""
    parts = way.parts if isinstance(way, nodes.And) else (way,)
    present = [part for part in parts if isinstance(part, nodes.Holds)]
    yield from places(*present or (way,))


def _about(formula: Formula, values: Partial) -> Iterator[Place]:
    """Yield the places of a formula; for a statement about components, the places in these components."""
    match formula:
        case nodes.Not(part):
            yield from _about(part, values)
        case nodes.And(inner) | nodes.Or(inner):
            for part in inner:
                yield from _about(part, values)
        case (
            nodes.Joined(graph, first, second)
            | nodes.Reaches(graph, first, second)
            | nodes.Congruent(graph, first, second)
            | nodes.Fits(graph, first, second)
        ):
            yield from _part(graph, first, values)
            yield from _part(graph, second, values)
        case nodes.First(graph, vertex) | nodes.Rectangle(graph, vertex) | nodes.HasShape(graph, vertex):
            yield from _part(graph, vertex, values)
        case nodes.Connected(graph):
            drawn = sorted(possible_components(graph, values).values(), key=len)
            yield from _places(graph, [vertex for part in drawn[:-1] for vertex in part])
        case nodes.Acyclic(graph):
            yield from _cycle_places(graph, values)
        case nodes.Runs(items, lengths):
            yield from _about_runs(items, lengths, values)
        case nodes.Distinct(terms):
            known = [(low, each) for each in terms for low, high in [reach(each, values)] if low == high]
            times = Counter(low for low, _ in known)
            for each in [each for low, each in known if times[low] > 1] or terms:
                yield from _about_term(each, values)
        case nodes.Equal(nodes.Sum(counted) as term, value) if _counts_ways(term) and not _missing(formula, values):
            for _, part in counted:
                if reach(term, values)[0] <= value or truth(part, values) is True:
                    yield from _there(part)
        case nodes.AtMost(nodes.Sum(counted, added)) | nodes.Equal(nodes.Sum(counted, added)) if _exceeds_count(
            formula, values
        ):
            for _, part in counted:
                if truth(part, values) is True:
                    yield from _about(part, values)
            decided = [each for _, each in added for low, high in [reach(each, values)] if low == high]
            for each in decided or [each for _, each in added]:
                yield from _about_term(each, values)
        case nodes.AtMost(term) | nodes.Equal(term):
            yield from _about_term(term, values)
        case _:
            yield from places(formula)


def _exceeds_count(formula: Formula, values: Partial) -> bool:
    """Whether it is false because of what is there: a sum without subtraction is too great."""
    match formula:
        case nodes.AtMost(nodes.Sum(counted, added) as term, most) | nodes.Equal(
            nodes.Sum(counted, added) as term, most
        ):
            plain = all(factor > 0 for factor, _ in (*counted, *added))
            return plain and not _counts_ways(term) and reach(term, values)[0] > most
        case _:
            return False


def _about_runs(items: Sequence[Formula], lengths: Sequence[int | Unknown], values: Partial) -> Iterator[Place]:
    """Yield the places of runs that cannot be there; if there are none, the empty places that leave too little room.

    Items are treated as undecided one by one, empty ones first, as long as the constraint stays false.  True items that
    remain are extended to their whole runs.
    """
    drawn = [truth(item, values) for item in items]
    needed = list(drawn)
    for kind in (False, True):
        for index, result in enumerate(drawn):
            if result is kind:
                needed[index] = None
                if runs(needed, lengths) is not False:
                    needed[index] = kind
    run_cells = {index for index, result in enumerate(needed) if result is True}
    for order in (range(len(drawn)), reversed(range(len(drawn)))):
        before = False
        for index in order:
            before = drawn[index] is True and (before or index in run_cells)
            run_cells |= {index} if before else set()
    for index in sorted(run_cells) or [index for index, result in enumerate(needed) if result is False]:
        yield from places(items[index])


def _about_term(term: Term, values: Partial) -> Iterator[Place]:
    match term:
        case nodes.ComponentSize(graph, vertex):
            yield from _part(graph, vertex, values)
        case nodes.Sum(counted, added):
            for _, part in counted:
                if not (_joins(part) and truth(part, values) is False):
                    yield from _about(part, values)
            for _, inner in added:
                yield from _about_term(inner, values)
        case _:
            yield from places(term)


def _joins(formula: Formula) -> bool:
    """Return whether a formula asks if places are joined; such an addend of a sum is not blamed when it is false."""
    match formula:
        case nodes.Joined() | nodes.Reaches():
            return True
        case nodes.Not(part):
            return _joins(part)
        case nodes.And(inner) | nodes.Or(inner):
            return any(_joins(part) for part in inner)
        case _:
            return False


def _part(graph: nodes.Graph, vertex: int, values: Partial) -> Iterator[Place]:
    drawn = certain_components(graph, values).values()
    yield from _places(graph, next((part for part in drawn if vertex in part), [vertex]))


def _places(graph: nodes.Graph, vertices: Sequence[int]) -> Iterator[Place]:
    return (graph.places[vertex] for vertex in vertices)


def cells(places: Sequence[Place]) -> tuple[Place, ...]:
    """List the cells that places cover, without repeats."""
    covered: dict[Place, None] = {}
    for place in places:
        inside = getattr(place, "cells", None)
        covered.update(dict.fromkeys(inside if inside is not None else (place,)))
    return tuple(sorted(covered, key=lambda place: place.index))


Step = tuple[int, int]
"""A neighbour and the position of the edge to it."""


def _cycle_places(graph: Graph, values: Partial) -> Iterator[Place]:
    """Yield places of the cycles that are certainly present: those of an edge's condition, else its two ends.

    Edges are added one by one.  An edge that closes a cycle is yielded with a shortest path between its ends.
    """
    there = [truth(here, values) is True for here in graph.presence]
    steps: dict[int, list[Step]] = {vertex: [] for vertex, here in enumerate(there) if here}
    for position, (first, second, on) in enumerate(graph.edges):
        if not (there[first] and there[second] and truth(on, values) is True):
            continue
        way = _way(steps, first, second)
        for used in [] if way is None else [*way, position]:
            yield from _edge_places(graph, used)
        steps[first].append((second, position))
        steps[second].append((first, position))


def _way(steps: dict[int, list[Step]], start: int, goal: int) -> list[int] | None:
    """Edges of a shortest path by breadth-first search; None if there is none."""
    came: dict[int, Step] = {start: (start, -1)}
    queue = [start]
    for vertex in queue:
        if vertex == goal:
            break
        for other, edge in steps[vertex]:
            if other not in came:
                came[other] = vertex, edge
                queue.append(other)
    if goal not in came:
        return None
    way = []
    while goal != start:
        goal, edge = came[goal]
        way.append(edge)
    return way


def _edge_places(graph: Graph, edge: int) -> list[Place]:
    first, second, on = graph.edges[edge]
    result = list(places(on))
    return result or [graph.places[first], graph.places[second]]
