"""Ways to make a total from numbers that differ: `8 + 9`, as people list what a cage can hold."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import prod

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.steps.words.counterfactuals import Counterfactual, remaining_values

MOST_TRIED = 20_000
"""Choices of values up to which all are tried."""

MOST_WAYS = 3
"""Ways that are listed; of more a person keeps no account."""


def ways_text(spoken: Sequence[tuple[Formula, bool]], context: Counterfactual) -> str:
    """The sets of values that a sum of numbers can still have, `8 + 9 or 7 + 10`; empty if there are too many.

    Only for a conclusion from one sum, and from numbers that differ in all of whose places it is.
    """
    sums = [one for one, holds in spoken if holds and isinstance(one, nodes.Equal) and _plain(one.term)]
    if (
        len(sums) != 1
        or len(sums) == len(spoken)
        or len(sums) + sum(any(_unlike(one, holds)) for one, holds in spoken) < len(spoken)
    ):
        return ""
    term, total = sums[0].term, sums[0].value
    if not isinstance(term, nodes.Sum):
        return ""
    about = [part.variable for _, part in term.added if isinstance(part, nodes.Number)]
    if not set(combinations(sorted(one.index for one in about), 2)) <= _unlike_pairs(context.problem):
        return ""
    choices = [remaining_values(one, context.inference.premises) for one in about]
    if prod(map(len, choices)) > MOST_TRIED:
        return ""
    result = dict.fromkeys(ways(choices, total - term.constant))
    return " or ".join(" + ".join(map(str, way)) for way in sorted(result)) if 0 < len(result) <= MOST_WAYS else ""


@lru_cache(maxsize=8)
def _unlike_pairs(problem: Problem) -> frozenset[tuple[int, int]]:
    """All pairs of numbers that differ by a rule: a person who sees a run or a cage knows it of all of its places."""
    parts = (
        part
        for one in problem.constraints
        for part in (one.formula.parts if isinstance(one.formula, nodes.And) else (one.formula,))
    )
    spoken = ((part.part, False) if isinstance(part, nodes.Not) else (part, True) for part in parts)
    return frozenset(pair for one, holds in spoken for pair in _unlike(one, holds))


def _unlike(formula: Formula, positive: bool) -> Iterator[tuple[int, int]]:
    """The pairs of numbers of which a statement says that they differ, by index."""
    match formula, positive:
        case nodes.Distinct(terms), True:
            numbers = (term.variable.index for term in terms if isinstance(term, nodes.Number))
            yield from combinations(sorted(numbers), 2)
        case (
            nodes.Equal(nodes.Sum((), ((1, nodes.Number(first)), (-1, nodes.Number(second))), 0), 0),
            False,
        ):
            yield min(first.index, second.index), max(first.index, second.index)
        case _:
            pass


def _plain(term: nodes.Term) -> bool:
    """Whether a term is a sum of two or more numbers, each once."""
    if not isinstance(term, nodes.Sum) or term.counted or len(term.added) < 2:
        return False
    return all(factor == 1 and isinstance(part, nodes.Number) for factor, part in term.added)


def ways(choices: Sequence[Sequence[int]], total: int) -> Iterator[tuple[int, ...]]:
    """The sets of different values that make the total, one for each choice of them."""
    for way in _choices(choices, total, ()):
        yield tuple(sorted(way))


def _choices(choices: Sequence[Sequence[int]], left: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not choices:
        if left == 0:
            yield before
        return
    for value in choices[0]:
        if value not in before:
            yield from _choices(choices[1:], left - value, (*before, value))
