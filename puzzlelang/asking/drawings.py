"""Questions about a drawing."""

from collections.abc import Iterator

import msgspec

from puzzlelang.asking import questions, wire
from puzzlelang.asking.emptied import emptied
from puzzlelang.asking.replies import Broken, Checked, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Partial
from puzzlelang.solving import engines, projection, stats
from puzzlelang.solving.stats import timed


def check(warm: Warm, question: questions.Check) -> Iterator[Reply]:
    """See `questions.Check`."""
    yield from warm.begin(stats.CHECK)
    values = warm.drawn(question.drawing, beyond=True)
    found = checked(warm, values, drawn=question.drawing is not None)
    yield _finished(warm, question, values) or found if _may_be_finished(found) else found


def _may_be_finished(found: Checked) -> bool:
    return found.drawn and found.values is None and not any(item.broken for item in found.findings)


def _finished(warm: Warm, question: questions.Check, values: Partial) -> Checked | None:
    """The drawing as an answer if it is one with nothing wherever it leaves the board open."""
    drawing = warm.drawing(question.drawing)
    whole = None if drawing is None else emptied(warm.rules, warm.problem, drawing, values)
    if whole is None:
        return None
    found = checked(warm, whole, drawn=True)
    return None if found.findings else msgspec.structs.replace(found, emptied=True)


def checked(warm: Warm, values: Partial, *, drawn: bool) -> Checked:
    """What these values break or leave open.  Raises `Stopped` if it is not found out what is hidden."""
    with timed(warm.stats.seconds, stats.CHECK):
        found = findings(warm.problem, values, projection.verdicts(warm.problem, values, engines.engine(engines.AUTO)))
    broken = tuple(
        Broken(item.rule.name, item.sentence, item.broken, tuple(map(wire.coded, item.cells)), item.bindings)
        for item in found
    )
    board = values[: len(warm.problem.board)]
    complete = tuple(value for value in board if value is not None)
    return Checked(broken, drawn, complete if len(complete) == len(board) else None)
