"""Questions about certificates: making one, and holding one against rules and board."""

from collections.abc import Iterator

from puzzlelang.asking import exports, questions, wire
from puzzlelang.asking.replies import Answer, Certified, Enough, Reply, Verified
from puzzlelang.asking.warm import Warm
from puzzlelang.certificates import record
from puzzlelang.diagnostics.record import fail
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Values
from puzzlelang.solving import engines, stats
from puzzlelang.solving.stats import timed


def certify(warm: Warm, question: questions.Certify) -> Iterator[Reply]:
    """See `questions.Certify`.  The answer is looked for as `solve` does, so that the proof is asked for only once."""
    from puzzlelang.certificates import prove, provers, statement

    provers.check(question.prover)
    asker = yield from warm.asker(engines.AUTO)
    yield from warm.begin(stats.FIRST)
    values = asker.ask(stats.FIRST)
    if values is not None:
        yield from warm.begin(stats.UNIQUE)
        asker.exclude(values)
        other = asker.ask(stats.UNIQUE)
        if other is not None:
            yield from (Answer(tuple(values)), Answer(tuple(other)), Enough())
            return
    warm.close()  # the memory is needed
    yield from warm.begin(stats.WRITE)
    with timed(warm.stats.seconds, stats.WRITE):
        text = statement.statement(warm.problem, values)
    yield from warm.begin(stats.PROVE)
    with timed(warm.stats.seconds, stats.PROVE):
        found = prove.checked_proof(text, question.prover, question.scratch, warm.beat)
    board = None if values is None else tuple(values[: len(warm.problem.board)])
    version = provers.version(question.prover)
    yield Certified(board, text, found.lrat, found.drat, found.clauses, found.written, found.steps, version)


def verify(warm: Warm, question: questions.Verify) -> Iterator[Reply]:
    """See `questions.Verify`."""
    from puzzlelang.certificates import statement, verify

    yield from warm.begin(stats.CHECK)
    with timed(warm.stats.seconds, stats.CHECK):
        answer = None if question.answer is None else _answer(warm, question.answer)
        verify.check_clauses(question.clauses, statement.statement(warm.problem, answer))
        found = verify.check_proof(question.clauses, question.lrat, question.drat)
    yield Verified(found.clauses, found.steps)


def _answer(warm: Warm, marks: wire.Marks) -> Values:
    """The answer, by the reference semantics alone unless something is hidden.  Raises `Failed` (E324)."""
    values = exports.right_answer(warm, marks, record.ANSWER)
    if len(values) == len(warm.problem.variables) and not evaluate.satisfies(warm.problem, values):
        raise fail("E324", f"{record.ANSWER} is no answer of this board")
    return values
