"""What is asked of an engine: one answer, whether it is the only one, all of them, some that agree with a drawing."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.ground import evaluate
from puzzlelang.ground.problem import Problem, Values
from puzzlelang.solving.engine import Engine, Fixed, Sat, Unknown, Unsat


class WrongAnswer(Exception):
    """An engine's answer breaks a rule by the reference semantics: an error of this package, never of the user."""


class Answers(msgspec.Struct, frozen=True):
    """What a search found: different answers, each checked by `ground.evaluate`.

    `complete`: there is no further one.  `stopped`: why the search gave up before it knew, empty if it did not.
    """

    found: tuple[Values, ...]
    complete: bool
    stopped: str = ""

    @property
    def unique(self) -> bool:
        """Exactly one answer, proved."""
        return self.complete and len(self.found) == 1


def stream(problem: Problem, engine: Engine, limit: int | None, fixed: Fixed = ()) -> Iterator[Values | Unknown]:
    """Answers one after another until there is none left, `limit` is reached, or the engine gives up.

    The last item is an `Unknown` if the engine gave up.  Different answers differ on the board; what an engine uses
    besides the board's variables does not count.  Raises `WrongAnswer`.
    """
    session = engine.open(problem, False)
    everywhere = range(len(problem.variables))
    try:
        count = 0
        while limit is None or count < limit:
            match session.solve(fixed):
                case Sat(values):
                    if not evaluate.satisfies(problem, values):
                        broken = [c.origin for c, found in evaluate.verdicts(problem, values) if found is not True]
                        raise WrongAnswer(f"{engine.name} returned an answer that breaks {', '.join(map(str, broken))}")
                    yield values
                    count += 1
                    session.exclude(values, everywhere)
                case Unsat():
                    return
                case Unknown() as unknown:
                    yield unknown
                    return
    finally:
        session.close()


def search(problem: Problem, engine: Engine, limit: int | None = 2, fixed: Fixed = ()) -> Answers:
    """Up to `limit` answers (all for None), here and now; with the default 2 this tells whether there is only one."""
    found: list[Values] = []
    for item in stream(problem, engine, limit, fixed):
        if isinstance(item, Unknown):
            return Answers(tuple(found), False, item.reason)
        found.append(item)
    return Answers(tuple(found), limit is None or len(found) < limit)


def differing(problem: Problem, first: Values, second: Values) -> Sequence[int]:
    """Indices of the variables in which two answers differ."""
    return [variable.index for variable in problem.variables if first[variable.index] != second[variable.index]]
