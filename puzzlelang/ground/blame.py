"""Which places a broken constraint is about: the part of the drawing that makes it false."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from puzzlelang.geometry import Place
from puzzlelang.ground import problem
from puzzlelang.ground.evaluate import truth
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
            yield from _about(part)
        case _:
            yield from _about(formula)


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


def _about(formula: Formula) -> Iterator[Place]:
    return (variable.place for variable in _inside(formula))


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
            yield from _in_term(term)
        case problem.Distinct(terms):
            for term in terms:
                yield from _in_term(term)
        case problem.Paired(left, right):
            for _, presence in (*left, *right):
                yield from _inside(presence)
        case _:
            assert_never(formula)


def _in_term(term: Term) -> Iterator[Variable]:
    match term:
        case int():
            return
        case problem.Number(variable):
            yield variable
        case problem.Sum(counted, added):
            for _, part in counted:
                yield from _inside(part)
            for _, inner in added:
                yield from _in_term(inner)
        case problem.Product(left, right) | problem.Quotient(left, right) | problem.Remainder(left, right):
            yield from _in_term(left)
            yield from _in_term(right)
        case problem.Choice(condition, then, other):
            yield from _inside(condition)
            yield from _in_term(then)
            yield from _in_term(other)
        case problem.Extreme(_, items):
            for presence, inner in items:
                yield from _inside(presence)
                yield from _in_term(inner)
        case _:
            assert_never(term)


def cells(found: Sequence[Place]) -> tuple[Place, ...]:
    """Each place as the cells it covers, without repeats."""
    covered: dict[Place, None] = {}
    for place in found:
        inside = getattr(place, "cells", None)
        covered.update(dict.fromkeys(inside if inside is not None else (place,)))
    return tuple(sorted(covered, key=lambda place: place.index))
