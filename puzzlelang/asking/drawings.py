"""Questions about a drawing."""

from collections.abc import Iterator

from puzzlelang.asking import questions, wire
from puzzlelang.asking.replies import Broken, Checked, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Partial
from puzzlelang.solving import engines, projection, stats
from puzzlelang.solving.stats import timed


def check(warm: Warm, question: questions.Check) -> Iterator[Reply]:
    """See `questions.Check`."""
    yield from warm.begin(stats.CHECK)
    yield checked(warm, warm.drawn(question.drawing, beyond=True), drawn=question.drawing is not None)


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
