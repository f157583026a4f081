"""Ways to make a total from numbers that differ: `8 + 9`, as people list what a cage can hold."""

from collections.abc import Iterator, Sequence
from math import prod

from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula
from puzzlelang.steps.words.counterfactuals import Counterfactual, remaining_values

MOST_TRIED = 20_000
"""Choices of values up to which all are tried."""

MOST_WAYS = 3
"""Ways that are listed; of more a person keeps no account."""


def ways_text(spoken: Sequence[tuple[Formula, bool]], context: Counterfactual) -> str:
    """The sets of values that a sum of numbers can still have, `8 + 9 or 7 + 10`; empty if there are too many.

    Only for a conclusion from one sum, and from numbers that differ in all of whose places it is.
    """
    sums = [one.term for one, holds in spoken if holds and (isinstance(one, nodes.Equal) and _plain(one.term))]
    unlike = [one for one, holds in spoken if holds and isinstance(one, nodes.Distinct)]
    if len(sums) != 1 or len(sums) + len(unlike) < len(spoken) or not isinstance(sums[0], nodes.Sum):
        return ""
    total = next(one.value for one, _ in spoken if isinstance(one, nodes.Equal))
    about = [part.variable for _, part in sums[0].added if isinstance(part, nodes.Number)]
    groups = [{term.variable.index for term in one.terms if isinstance(term, nodes.Number)} for one in unlike]
    if not any({one.index for one in about} <= group for group in groups):
        return ""
    choices = [remaining_values(one, context.inference.premises) for one in about]
    if prod(map(len, choices)) > MOST_TRIED:
        return ""
    result = dict.fromkeys(ways(choices, total - sums[0].constant))
    return " or ".join(" + ".join(map(str, way)) for way in sorted(result)) if 0 < len(result) <= MOST_WAYS else ""


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
