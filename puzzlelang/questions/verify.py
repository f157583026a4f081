"""`verify`: whether a certificate of a board holds."""

from collections.abc import Iterator

import msgspec

from puzzlelang.certificates import record
from puzzlelang.diagnostics.record import fail
from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Values
from puzzlelang.questions.base import UNKNOWN, YES, Json, Question, QuestionKind, Replies, unknown_text
from puzzlelang.questions.export import right_answer
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.stats import measure_stage


class VerifyQuestion(Question["Verification"], frozen=True):
    """Whether a certificate of this board holds: the texts of its files, and the answer if it claims one.

    Replies: `ProofCounts`; a certificate that does not hold raises `Failed`, which is sent as `Refusal`.
    """

    clauses: str
    lrat: str
    drat: str
    answer: wire.Marks | None = None


class ProofCounts(Reply, frozen=True):
    """A certificate holds: `clauses` of the formula, `steps` of the proof."""

    clauses: int
    steps: int


class Verification(msgspec.Struct, frozen=True):
    """The result for a certificate: its counts if it holds; `verified` is None if the search stopped."""

    verified: ProofCounts | None
    stopped: str = ""


def answer(session: Session, question: VerifyQuestion) -> Iterator[Reply]:
    """Yield the counts of a certificate that holds.  Raises `Failed` if it does not."""
    from puzzlelang.certificates import prove, verify

    yield from session.begin(stats.CHECK)
    with measure_stage(session.stats.seconds, stats.CHECK):
        answer = None if question.answer is None else _answer(session, question.answer)
        verify.check_clauses(question.clauses, prove.statement(session.problem, answer))
        result = verify.check_proof(question.clauses, question.lrat, question.drat)
    yield ProofCounts(result.clauses, result.steps)


def _answer(session: Session, marks: wire.Marks) -> Values:
    """Return the values of the claimed answer.  Raises `Failed` (E324) if it is no answer of this board.

    The reference semantics alone decides this, unless the problem has hidden variables: these need a search.
    """
    values = right_answer(session, marks, record.ANSWER)
    if len(values) == len(session.problem.variables) and not evaluate.satisfies(session.problem, values):
        raise fail("E324", f"{record.ANSWER} is no answer of this board")
    return values


def gather(_: Reader, question: VerifyQuestion, replies: Replies) -> Verification:  # noqa: ARG001
    """The result of replies."""
    return Verification(replies.last(ProofCounts), replies.stopped)


def as_json(verification: Verification, _: object = None) -> Json:
    """`status` (`holds`, or `unknown` with the `reason`) and the numbers of clauses and steps."""
    if verification.verified is None:
        return {"status": "unknown", "reason": verification.stopped}
    return {"status": "holds", "clauses": verification.verified.clauses, "steps": verification.verified.steps}


def as_text(verification: Verification, _: object = None) -> str:
    """Return how large the proof is that holds."""
    if verification.verified is None:
        return unknown_text(verification.stopped)
    counts = verification.verified
    return f"The proof holds: {counts.steps} steps about {counts.clauses} clauses, which are those of rules and board."


def exit_code(verification: Verification, _: object = None) -> int:
    """`UNKNOWN` if the search stopped; a certificate that does not hold is a `Failed`."""
    return UNKNOWN if verification.verified is None else YES


KIND = QuestionKind("verify", VerifyQuestion, answer, gather, as_json, as_text, exit_code, (ProofCounts,))
