"""Which places a broken constraint is about: the part of the drawing that makes it false."""

from collections.abc import Iterator, Sequence

from puzzlelang.geometry import Place
from puzzlelang.problem import nodes
from puzzlelang.problem.evaluate import parts, reach, truth
from puzzlelang.problem.matching import short_of_partners
from puzzlelang.problem.record import Formula, Partial, Term
from puzzlelang.problem.traversal import variables


def blame(formula: Formula, values: Partial) -> tuple[Place, ...]:
    """The places to look at when `formula` is false, without repeats, in reading order of their sort.

    Of a conjunction only the false parts count, of a matching only the things that compete for too few partners.
    """
    found = dict.fromkeys(_false(formula, values))
    return tuple(sorted(found, key=lambda place: (type(place).__name__, place.index)))


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
            for part in plain if plain and _ways(parts) else parts:
                yield from _false(part, values)
        case nodes.Paired():
            yield from _unpaired(formula, values)
        case _:
            yield from _about(formula, values)


def _unpaired(formula: nodes.Paired, values: Partial) -> Iterator[Place]:
    sides = (formula.left, formula.right)
    found = [[truth(presence, values) for _, presence in side] for side in sides]
    for this, that in ((0, 1), (1, 0)):
        choices: dict[int, list[int]] = {}
        for edge in formula.edges:
            if found[0][edge[0]] is not False and found[1][edge[1]] is not False:
                choices.setdefault(edge[this], []).append(edge[that])
        wanting = [index for index, is_there in enumerate(found[this]) if is_there is True]
        short, wanted = short_of_partners(wanting, choices)
        yield from (sides[this][index][0] for index in short)
        yield from (sides[that][index][0] for index in wanted)


def _is_literal(formula: Formula) -> bool:
    return isinstance(formula.part if isinstance(formula, nodes.Not) else formula, nodes.Holds)


def _ways(parts: Sequence[Formula]) -> bool:
    """Whether all parts but literals are conjunctions, each a way to be so, and there are several."""
    compound = [part for part in parts if not _is_literal(part)]
    return len(compound) > 1 and all(isinstance(part, nodes.And) for part in compound)


def _missing(formula: Formula, values: Partial) -> bool:
    """Whether it counts ways, and too few of them are so."""
    if not isinstance(formula, nodes.Equal) or not _counts_ways(formula.term):
        return False
    return reach(formula.term, values)[1] < formula.value


def _counts_ways(term: Term) -> bool:
    return isinstance(term, nodes.Sum) and _ways([part for _, part in term.counted])


def _there(way: Formula) -> Iterator[Place]:
    """What a way needs to be there; all of it if it needs nothing to be."""
    parts = way.parts if isinstance(way, nodes.And) else (way,)
    found = [part.variable.place for part in parts if isinstance(part, nodes.Holds)]
    yield from found or (variable.place for variable in variables(way))


def _about(formula: Formula, values: Partial) -> Iterator[Place]:
    """The places of a formula; of one about parts of a graph those of the parts as they are drawn."""
    match formula:
        case nodes.Not(part):
            yield from _about(part, values)
        case nodes.And(inner) | nodes.Or(inner):
            for part in inner:
                yield from _about(part, values)
        case nodes.Joined(graph, first, second):
            yield from _part(graph, first, values)
            yield from _part(graph, second, values)
        case nodes.First(graph, vertex) | nodes.Rectangle(graph, vertex):
            yield from _part(graph, vertex, values)
        case nodes.Connected(graph):
            drawn = sorted(parts(graph, values).values(), key=len)
            yield from _places(graph, [vertex for part in drawn[:-1] for vertex in part])
        case nodes.Equal(nodes.Sum(counted) as term, value) if _counts_ways(term) and not _missing(formula, values):
            for _, part in counted:
                if reach(term, values)[0] <= value or truth(part, values) is True:
                    yield from _there(part)
        case nodes.AtMost(term) | nodes.Equal(term):
            yield from _about_term(term, values)
        case _:
            yield from (variable.place for variable in variables(formula))


def _about_term(term: Term, values: Partial) -> Iterator[Place]:
    match term:
        case nodes.PartSize(graph, vertex):
            yield from _part(graph, vertex, values)
        case nodes.Sum(counted, added):
            for _, part in counted:
                if not (_joins(part) and truth(part, values) is False):
                    yield from _about(part, values)
            for _, inner in added:
                yield from _about_term(inner, values)
        case _:
            yield from (variable.place for variable in variables(term))


def _joins(formula: Formula) -> bool:
    """Whether it asks if places are in one part; where it counts, parts that are not joined say nothing."""
    match formula:
        case nodes.Joined():
            return True
        case nodes.Not(part):
            return _joins(part)
        case nodes.And(inner) | nodes.Or(inner):
            return any(_joins(part) for part in inner)
        case _:
            return False


def _part(graph: nodes.Graph, vertex: int, values: Partial) -> Iterator[Place]:
    drawn = parts(graph, values).values()
    yield from _places(graph, next((part for part in drawn if vertex in part), [vertex]))


def _places(graph: nodes.Graph, vertices: Sequence[int]) -> Iterator[Place]:
    return (graph.places[vertex] for vertex in vertices)


def cells(found: Sequence[Place]) -> tuple[Place, ...]:
    """Each place as the cells it covers, without repeats."""
    covered: dict[Place, None] = {}
    for place in found:
        inside = getattr(place, "cells", None)
        covered.update(dict.fromkeys(inside if inside is not None else (place,)))
    return tuple(sorted(covered, key=lambda place: place.index))
