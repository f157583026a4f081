"""What is asked of an engine: one answer, whether it is the only one, all in order, what they have in common."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.solving.engine import Engine, Fixed, Sat, Session, Unknown, Unsat


class WrongAnswer(Exception):
    """An engine's answer breaks a rule by the reference semantics: an error of this package, never of the user."""


class Stopped(Exception):
    """The engine gave up; the argument is its reason."""


def checked(problem: Problem, engine: Engine, session: Session, fixed: Fixed = ()) -> Values | None:
    """An answer that passed the reference semantics, None if there is none.  Raises `Stopped` and `WrongAnswer`."""
    match session.solve(fixed):
        case Sat(values):
            if not evaluate.satisfies(problem, values):
                broken = [c.origin for c, found in evaluate.verdicts(problem, values) if found is not True]
                raise WrongAnswer(f"{engine.name} returned an answer that breaks {', '.join(map(str, broken))}")
            return values
        case Unsat():
            return None
        case Unknown(reason):
            raise Stopped(reason)


class Early(msgspec.Struct, frozen=True):
    """An answer as soon as it is found; it may come again, once it is known whether there are others."""

    values: Values


def stream(problem: Problem, engine: Engine, limit: int | None, fixed: Fixed = ()) -> Iterator[Values | Unknown]:
    """Answers until there is none left, `limit` is reached, or the engine gives up; see `early`."""
    return (item for item in early(problem, engine, limit, fixed) if not isinstance(item, Early))


def early(problem: Problem, engine: Engine, limit: int | None, fixed: Fixed = ()) -> Iterator[Values | Unknown | Early]:
    """Answers until there is none left, `limit` is reached, or the engine gives up.

    Where more than one is asked for, the first two come early as well.  The last item is an `Unknown` if the engine
    gave up.  Different answers differ on the board; what an engine uses besides the board's variables does not count.
    If there is only one answer it comes as found; several come in canonical order, which no engine has a say in: see
    `in_order`.  Raises `WrongAnswer`.
    """
    session = engine.open(problem, False)
    try:
        first = checked(problem, engine, session, fixed)
        if first is None:
            return
        if limit == 1:
            yield first
            return
        yield Early(first)
        session.exclude(first, range(len(problem.variables)))
        second = checked(problem, engine, session, fixed)
        if second is None:
            yield first
            return
        yield Early(second)
    except Stopped as stopped:
        yield Unknown(str(stopped))
        return
    finally:
        session.close()
    yield from in_order(problem, engine, limit, fixed)


def in_order(problem: Problem, engine: Engine, limit: int | None, fixed: Fixed = ()) -> Iterator[Values | Unknown]:
    """Answers in lexicographic order: by the first variable in which they differ, members and small values first.

    Each is the least one that is left: the variables are fixed one after another to the best value that still has an
    answer, where an answer known already often saves the question.
    """
    session = engine.open(problem, False)
    everywhere = range(len(problem.variables))
    count = 0
    try:
        while limit is None or count < limit:
            found = checked(problem, engine, session, fixed)
            if found is None:
                return
            least = _least(problem, engine, session, list(fixed), found)
            yield least
            count += 1
            session.exclude(least, everywhere)
    except Stopped as stopped:
        yield Unknown(str(stopped))
    finally:
        session.close()


def _least(
    problem: Problem, engine: Engine, session: Session, fixed: list[tuple[int, bool | int]], found: Values
) -> Values:
    known = {index for index, _ in fixed}
    for variable in problem.variables:
        if variable.index in known:
            continue
        for value in _preferred(variable):
            if value == found[variable.index]:
                break
            better = checked(problem, engine, session, [*fixed, (variable.index, value)])
            if better is not None:
                found = better
                break
        fixed.append((variable.index, found[variable.index]))
    return found


def _preferred(variable: Variable) -> Sequence[bool | int]:
    if variable.kind is Kind.MEMBER:
        return (True, False)
    return range(variable.low, variable.high + 1)


def facts(problem: Problem, engine: Engine) -> Iterator[Values | tuple[int, ...] | Unknown]:
    """One answer, then again and again the variables that may still be the same in all answers; the last are.

    Nothing comes if there is no answer.  Each question asks for an answer that differs from the first in one of the
    variables left (the backbone by iterated difference, Marques-Silva, Janota and Lynce 2010).
    """
    session = engine.open(problem, False)
    try:
        first = checked(problem, engine, session)
        if first is None:
            return
        yield first
        left = tuple(range(len(problem.variables)))
        while left:
            session.exclude(first, left)
            other = checked(problem, engine, session)
            if other is None:
                break
            left = tuple(index for index in left if other[index] == first[index])
        yield left
    except Stopped as stopped:
        yield Unknown(str(stopped))
    finally:
        session.close()
