"""Which places a broken constraint is about: the part of the drawing that makes it false."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from puzzlelang.geometry import Place
from puzzlelang.ground import problem
from puzzlelang.ground.evaluate import parts, truth
from puzzlelang.ground.matching import short_of_partners
from puzzlelang.ground.problem import Formula, Partial, Term, Variable


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


def variables(formula: Formula) -> tuple[Variable, ...]:
    """Every variable that occurs in the formula, without repeats, in the order met."""
    return tuple(dict.fromkeys(_inside(formula)))


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
            yield from (variable.place for variable in _inside(formula))


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
            yield from (variable.place for variable in in_term(term))


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


def _inside(formula: Formula) -> Iterator[Variable]:
    match formula:
        case bool():
            return
        case problem.Holds(variable):
            yield variable
        case problem.Not(part):
            yield from _inside(part)
        case problem.And(parts) | problem.Or(parts) | problem.Runs(parts):
            for part in parts:
                yield from _inside(part)
        case problem.Same(left, right):
            yield from _inside(left)
            yield from _inside(right)
        case problem.AtMost(term) | problem.Equal(term):
            yield from in_term(term)
        case problem.Distinct(terms):
            for term in terms:
                yield from in_term(term)
        case problem.Paired(left, right):
            for _, presence in (*left, *right):
                yield from _inside(presence)
        case (
            problem.Connected(graph)
            | problem.Joined(graph)
            | problem.First(graph)
            | problem.Acyclic(graph)
            | problem.Rectangle(graph)
        ):
            yield from _in_graph(graph)
        case _:
            assert_never(formula)


def _in_graph(graph: problem.Graph) -> Iterator[Variable]:
    if "variables" not in graph.__dict__:
        parts = [*graph.presence, *(on for _, _, on in graph.edges)]
        graph.__dict__["variables"] = tuple(dict.fromkeys(one for part in parts for one in _inside(part)))
    yield from graph.__dict__["variables"]


def in_term(term: Term) -> Iterator[Variable]:
    """Every variable that occurs in the term, with repeats."""
    match term:
        case int():
            return
        case problem.Number(variable):
            yield variable
        case problem.Sum(counted, added):
            for _, part in counted:
                yield from _inside(part)
            for _, inner in added:
                yield from in_term(inner)
        case problem.Product(left, right) | problem.Quotient(left, right) | problem.Remainder(left, right):
            yield from in_term(left)
            yield from in_term(right)
        case problem.Choice(condition, then, other):
            yield from _inside(condition)
            yield from in_term(then)
            yield from in_term(other)
        case problem.Extreme(_, items):
            for presence, inner in items:
                yield from _inside(presence)
                yield from in_term(inner)
        case problem.PartSize(graph, _, counted):
            yield from _in_graph(graph)
            for _, part in counted:
                yield from _inside(part)
        case _:
            assert_never(term)


def cells(found: Sequence[Place]) -> tuple[Place, ...]:
    """Each place as the cells it covers, without repeats."""
    covered: dict[Place, None] = {}
    for place in found:
        inside = getattr(place, "cells", None)
        covered.update(dict.fromkeys(inside if inside is not None else (place,)))
    return tuple(sorted(covered, key=lambda place: place.index))
