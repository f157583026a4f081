"""What is asked of an engine: one answer, whether it is the only one, all in order, what they have in common."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.solving import stats
from puzzlelang.solving.asker import Asker, Stopped
from puzzlelang.solving.engine import Engine, Fixed, Unknown


class Early(msgspec.Struct, frozen=True):
    """An answer as soon as it is found; it may come again, once it is known whether there are others."""

    values: Values


class Listed(msgspec.Struct, frozen=True):
    """The next answer in canonical order."""

    values: Values


class Begun(msgspec.Struct, frozen=True):
    """A stage begins: a name of `stats`."""

    stage: str


Event = Early | Listed | Begun


def stream(problem: Problem, engine: Engine, limit: int | None, fixed: Fixed = ()) -> Iterator[Values | Unknown]:
    """Answers until there is none left, `limit` is reached, or the engine gives up, which is an `Unknown` at the end.

    See `answers` for their order.
    """
    with Asker(problem, engine) as asker:
        try:
            for event in answers(asker, limit, fixed):
                if isinstance(event, Listed):
                    yield event.values
        except Stopped as stopped:
            yield Unknown(str(stopped))


def answers(asker: Asker, limit: int | None, fixed: Fixed = ()) -> Iterator[Event]:
    """Answers until there is none left or `limit` is reached.

    Where more than one is asked for, the first two come early as well.  Different answers differ on the board; what an
    engine uses besides the board's variables does not count.  If there is only one answer it comes as found; several
    come in canonical order, which no engine has a say in: see `in_order`.  Raises `Stopped` and `WrongAnswer`.
    """
    yield Begun(stats.FIRST)
    first = asker.ask(stats.FIRST, fixed)
    if first is None:
        return
    if limit == 1:
        yield Listed(first)
        return
    yield Early(first)
    yield Begun(stats.UNIQUE)
    asker.exclude(first)
    second = asker.ask(stats.UNIQUE, fixed)
    if second is None:
        yield Listed(first)
        return
    yield Early(second)
    yield Begun(stats.ORDER)
    asker.forget()
    yield from in_order(asker, limit, fixed)


def in_order(asker: Asker, limit: int | None, fixed: Fixed = ()) -> Iterator[Listed]:
    """Answers in lexicographic order: by the first variable in which they differ, members and small values first.

    Each is the least one that is left: the variables are fixed one after another to the best value that still has an
    answer, where an answer known already often saves the question.
    """
    count = 0
    while limit is None or count < limit:
        found = asker.ask(stats.ORDER, fixed)
        if found is None:
            return
        least = _least(asker, list(fixed), found)
        yield Listed(least)
        count += 1
        asker.exclude(least)


def _least(asker: Asker, fixed: list[tuple[int, bool | int]], found: Values) -> Values:
    known = {index for index, _ in fixed}
    for variable in asker.problem.variables:
        if variable.index in known:
            continue
        for value in _preferred(variable):
            if value == found[variable.index]:
                break
            better = asker.ask(stats.ORDER, [*fixed, (variable.index, value)])
            if better is not None:
                found = better
                break
        fixed.append((variable.index, found[variable.index]))
    return found


def _preferred(variable: Variable) -> Sequence[bool | int]:
    if variable.kind is Kind.MEMBER:
        return (True, False)
    return range(variable.low, variable.high + 1)


def backbone(asker: Asker, first: Values) -> Iterator[tuple[int, ...]]:
    """Again and again the variables that may still be the same in all answers, of which `first` is one; the last are.

    Each question asks for an answer that differs from the first in one of the variables left (the backbone by iterated
    difference, Marques-Silva, Janota and Lynce 2010).  Raises `Stopped` and `WrongAnswer`.
    """
    left = tuple(range(len(asker.problem.variables)))
    for other in asker.in_hand:
        left = tuple(index for index in left if other[index] == first[index])
    yield left
    while left:
        asker.exclude(first, left)
        found = asker.ask(stats.BACKBONE)
        if found is None:
            break
        left = tuple(index for index in left if found[index] == first[index])
        yield left
