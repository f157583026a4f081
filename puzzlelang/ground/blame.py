"""Which places a broken constraint is about: the part of the drawing that makes it false."""

from collections.abc import Iterator, Sequence

from puzzlelang.geometry import Place
from puzzlelang.ground import problem
from puzzlelang.ground.evaluate import parts, truth
from puzzlelang.ground.inside import variables
from puzzlelang.ground.matching import short_of_partners
from puzzlelang.ground.problem import Formula, Partial, Term


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
        case problem.And(parts):
            for part in parts:
                if truth(part, values) is False:
                    yield from _false(part, values)
        case problem.Or(parts):
            for part in parts:
                yield from _false(part, values)
        case problem.Paired():
            yield from _unpaired(formula, values)
        case problem.Not(part):
            yield from _about(part, values)
        case _:
            yield from _about(formula, values)


def _unpaired(formula: problem.Paired, values: Partial) -> Iterator[Place]:
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


def _about(formula: Formula, values: Partial) -> Iterator[Place]:
    """The places of a formula; of one about parts of a graph those of the parts as they are drawn."""
    match formula:
        case problem.Not(part):
            yield from _about(part, values)
        case problem.And(inner) | problem.Or(inner):
            for part in inner:
                yield from _about(part, values)
        case problem.Joined(graph, first, second):
            yield from _part(graph, first, values)
            yield from _part(graph, second, values)
        case problem.First(graph, vertex) | problem.Rectangle(graph, vertex):
            yield from _part(graph, vertex, values)
        case problem.Connected(graph):
            drawn = sorted(parts(graph, values).values(), key=len)
            yield from _places(graph, [vertex for part in drawn[:-1] for vertex in part])
        case problem.AtMost(term) | problem.Equal(term):
            yield from _about_term(term, values)
        case _:
            yield from (variable.place for variable in variables(formula))


def _about_term(term: Term, values: Partial) -> Iterator[Place]:
    match term:
        case problem.PartSize(graph, vertex):
            yield from _part(graph, vertex, values)
        case problem.Sum(counted, added):
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
        case problem.Joined():
            return True
        case problem.Not(part):
            return _joins(part)
        case problem.And(inner) | problem.Or(inner):
            return any(_joins(part) for part in inner)
        case _:
            return False


def _part(graph: problem.Graph, vertex: int, values: Partial) -> Iterator[Place]:
    drawn = parts(graph, values).values()
    yield from _places(graph, next((part for part in drawn if vertex in part), [vertex]))


def _places(graph: problem.Graph, vertices: Sequence[int]) -> Iterator[Place]:
    return (graph.places[vertex] for vertex in vertices)


def cells(found: Sequence[Place]) -> tuple[Place, ...]:
    """Each place as the cells it covers, without repeats."""
    covered: dict[Place, None] = {}
    for place in found:
        inside = getattr(place, "cells", None)
        covered.update(dict.fromkeys(inside if inside is not None else (place,)))
    return tuple(sorted(covered, key=lambda place: place.index))
