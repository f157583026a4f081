"""Questions about a drawing."""

from collections.abc import Iterator

from puzzlelang.asking import questions, wire
from puzzlelang.asking.replies import Broken, Checked, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Partial
from puzzlelang.solving import stats
from puzzlelang.solving.stats import timed


def check(warm: Warm, question: questions.Check) -> Iterator[Reply]:
    """See `questions.Check`."""
    yield from warm.begin(stats.CHECK)
    yield checked(warm, warm.drawn(question.drawing, beyond=True), drawn=question.drawing is not None)


def checked(warm: Warm, values: Partial, *, drawn: bool) -> Checked:
    """What these values break or leave open."""
    with timed(warm.stats.seconds, stats.CHECK):
        found = findings(warm.problem, values)
    broken = tuple(
        Broken(item.rule.name, item.sentence, item.broken, tuple(map(wire.coded, item.cells)), item.bindings)
        for item in found
    )
    complete = tuple(value for value in values if value is not None)
    return Checked(broken, drawn, complete if len(complete) == len(values) else None)
