"""Questions about a drawing."""

from collections.abc import Iterator

import msgspec

from puzzlelang.asking import questions, wire
from puzzlelang.asking.emptied import emptied
from puzzlelang.asking.replies import Broken, Checked, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Partial
from puzzlelang.solving import engines, hidden_verdicts, stats
from puzzlelang.solving.stats import timed


def check(warm: Warm, question: questions.Check) -> Iterator[Reply]:
    """See `questions.Check`."""
    yield from warm.begin(stats.CHECK)
    values = warm.drawn(question.drawing, beyond=True)
    found = checked(warm, values, drawn=question.drawing is not None)
    yield msgspec.structs.replace(found, emptied=_emptied(warm, question, values, found))


def _emptied(warm: Warm, question: questions.Check, values: Partial, found: Checked) -> tuple[bool | int, ...] | None:
    """The answer that a drawing is with nothing wherever it leaves the board open, if it is one."""
    drawing = warm.drawing(question.drawing)
    if drawing is None or found.values is not None or any(item.broken for item in found.findings):
        return None
    whole = emptied(warm.rules, warm.problem, drawing, values)
    if whole is None:
        return None
    judged = checked(warm, whole, drawn=True)
    return None if judged.findings else judged.values


def checked(warm: Warm, values: Partial, *, drawn: bool) -> Checked:
    """What these values break or leave open.  Raises `Stopped` if it is not found out what is hidden."""
    with timed(warm.stats.seconds, stats.CHECK):
        found = findings(
            warm.problem, values, hidden_verdicts.verdicts(warm.problem, values, engines.engine(engines.AUTO))
        )
    broken = tuple(
        Broken(item.rule.name, item.sentence, item.broken, tuple(map(wire.coded, item.cells)), item.bindings)
        for item in found
    )
    board = values[: len(warm.problem.board)]
    complete = tuple(value for value in board if value is not None)
    return Checked(broken, drawn, complete if len(complete) == len(board) else None)
