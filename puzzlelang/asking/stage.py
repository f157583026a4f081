"""The stage between a grounded board and whoever asks: a question in, a stream of replies out.

There are no processes here.  `worker` runs this in one that can be killed; without limits it runs where it is called.
"""

from collections.abc import Iterator
from typing import assert_never

from puzzlelang.asking import answering, certifying, drawings, exports, intermediate, making, questions, walking, wire
from puzzlelang.asking.questions import Question
from puzzlelang.asking.replies import Done, GaveUp, Progress, Refused, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.diagnostics.record import Failed
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import Stopped
from puzzlelang.solving.stats import Stats


def asked(warm: Warm, question: Question) -> Iterator[Reply]:
    """All replies to a question, in the order that `replies` and the record of the question tell.

    Raises nothing but errors of this package.
    """
    warm.stats = Stats()
    last: Reply = Done()
    try:
        if not warm.is_grounded and not isinstance(question, questions.Generate):
            yield Progress(stats.GROUND)
            yield warm.ground()
        yield from _answered(warm, question)
    except Stopped as stopped:
        last = GaveUp(str(stopped))
    except Failed as failed:
        last = Refused(wire.diagnostics(failed.diagnostics, warm.sources))
    if warm.is_grounded or isinstance(question, questions.Generate):
        yield warm.cost()
    yield last


def _answered(warm: Warm, question: Question) -> Iterator[Reply]:
    match question:
        case questions.Answers():
            return answering.answers(warm, question)
        case questions.Counting():
            return answering.count(warm, question)
        case questions.Backbone():
            return answering.facts(warm, question)
        case questions.Contradiction():
            return answering.contradiction(warm, question)
        case questions.Completable():
            return answering.completable(warm, question)
        case questions.Check():
            return drawings.check(warm, question)
        case questions.Steps():
            return walking.steps(warm, question)
        case questions.Export():
            return exports.export(warm, question)
        case questions.Intermediate():
            return intermediate.intermediate(warm, question)
        case questions.Decode():
            return exports.decode(warm, question)
        case questions.Certify():
            return certifying.certify(warm, question)
        case questions.Verify():
            return certifying.verify(warm, question)
        case questions.Minimise():
            return making.minimise(warm, question)
        case questions.Generate():
            return making.generate(warm, question)
        case _:
            assert_never(question)
