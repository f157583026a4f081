"""The stage between a grounded board and whoever asks: a question in, a stream of replies out.

There are no processes here.  `worker` runs this in one that can be killed; without limits it runs where it is called.
"""

from collections.abc import Iterator
from typing import assert_never

from puzzlelang.board import wire
from puzzlelang.board.replies import Done, GaveUp, Progress, Refused, Reply
from puzzlelang.board.session import Warm
from puzzlelang.diagnostics.record import Failed
from puzzlelang.questions import answering, certifying, drawings, exports, intermediate, making, records, walking
from puzzlelang.questions.records import Question
from puzzlelang.solving import stats
from puzzlelang.solving.asker import Stopped
from puzzlelang.solving.stats import Stats


def asked(warm: Warm, question: Question) -> Iterator[Reply]:
    """All replies to a question, in the order that `replies` and the record of the question tell.

    Raises nothing but errors of this package.
    """
    warm.stats = Stats()
    last: Reply = Done()
    try:
        if not warm.is_grounded and not isinstance(question, records.Generate):
            yield Progress(stats.GROUND)
            yield warm.ground()
        yield from _answered(warm, question)
    except Stopped as stopped:
        last = GaveUp(str(stopped))
    except Failed as failed:
        last = Refused(wire.diagnostics(failed.diagnostics, warm.sources))
    if warm.is_grounded or isinstance(question, records.Generate):
        yield warm.cost()
    yield last


def _answered(warm: Warm, question: Question) -> Iterator[Reply]:
    match question:
        case records.Answers():
            return answering.answers(warm, question)
        case records.Counting():
            return answering.count(warm, question)
        case records.Backbone():
            return answering.facts(warm, question)
        case records.Contradiction():
            return answering.contradiction(warm, question)
        case records.Completable():
            return answering.completable(warm, question)
        case records.Check():
            return drawings.check(warm, question)
        case records.Steps():
            return walking.steps(warm, question)
        case records.Export():
            return exports.export(warm, question)
        case records.Intermediate():
            return intermediate.intermediate(warm, question)
        case records.Decode():
            return exports.decode(warm, question)
        case records.Certify():
            return certifying.certify(warm, question)
        case records.Verify():
            return certifying.verify(warm, question)
        case records.Minimise():
            return making.minimise(warm, question)
        case records.Generate():
            return making.generate(warm, question)
        case _:
            assert_never(question)
