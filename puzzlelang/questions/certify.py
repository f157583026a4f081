"""`certify`: a proof that the answer is the only one, or that there is none."""

from collections.abc import Iterator

import msgspec

from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, QuestionKind, Replies
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Answer, LimitReached, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import engines, stats
from puzzlelang.solving.stats import measure_stage


class CertifyQuestion(Question["Certification"], frozen=True):
    """A proof that others can check: that the answer is the only one, or that there is none.

    `prover` is one of `certificates.provers.prover_names()`, and `scratch` a folder where it may put files.  Replies:
    `Certificate`, or two `Answer`s and `LimitReached` if there are several answers.
    """

    prover: str
    scratch: str


class Certificate(Reply, frozen=True):
    """The texts of a certificate: the clauses in DIMACS (`text`) and their refutation as LRAT and DRAT.

    `values`: the answer certified as the only one; None if the certificate says that there is no answer.  `clauses`:
    the number of clauses.  `written`: proof steps from the prover, of which `steps` are kept.  `version`: the prover's.
    """

    values: tuple[bool | int, ...] | None
    text: str
    lrat: str
    drat: str
    clauses: int
    written: int
    steps: int
    version: str


class Certification(msgspec.Struct, frozen=True):
    """A certificate; None if the board has `several` answers, or the search stopped."""

    certified: Certificate | None
    several: bool = False
    stopped: str = ""


def answer(session: Session, question: CertifyQuestion) -> Iterator[Reply]:
    """Yield the replies to `CertifyQuestion`.

    The search for the first two answers decides whether a proof is tried at all.
    """
    from puzzlelang.certificates import prove, provers

    provers.check(question.prover)
    solver = yield from session.checked_solver(engines.AUTO)
    yield from session.begin(stats.FIRST)
    values = solver.ask(stats.FIRST)
    if values is not None:
        yield from session.begin(stats.UNIQUE)
        solver.exclude(values)
        other = solver.ask(stats.UNIQUE)
        if other is not None:
            yield from (Answer(tuple(values)), Answer(tuple(other)), LimitReached())
            return
    session.close()  # the memory is needed
    yield from session.begin(stats.WRITE)
    with measure_stage(session.stats.seconds, stats.WRITE):
        text = prove.statement(session.problem, values)
    yield from session.begin(stats.PROVE)
    with measure_stage(session.stats.seconds, stats.PROVE):
        result = prove.checked_proof(text, question.prover, question.scratch, session.beat)
    board = None if values is None else tuple(values[: len(session.problem.board)])
    version = provers.version(question.prover)
    yield Certificate(board, text, result.lrat, result.drat, result.clauses, result.written, result.steps, version)


def gather(_: Reader, question: CertifyQuestion, replies: Replies) -> Certification:  # noqa: ARG001
    """The result of replies."""
    return Certification(replies.last(Certificate), len(replies.all_of(Answer)) > 1, replies.stopped)


def as_json(certification: Certification, _: object = None) -> Json:
    """`status` (`certified`, `several`, `unknown` with the `reason`) and the numbers of clauses and steps."""
    if certification.certified is None:
        return {"status": "several" if certification.several else "unknown", "reason": certification.stopped}
    proof = certification.certified
    return {"status": "certified", "clauses": proof.clauses, "steps": proof.steps, "written": proof.written}


def as_text(certification: Certification, _: object = None) -> str:
    """Return how large the proof is, or why there is none."""
    if certification.certified is None:
        reason = "there are several answers" if certification.several else f"not known: {certification.stopped}"
        return f"Nothing is written: {reason}."
    return f"a proof of {certification.certified.steps} steps about {certification.certified.clauses} clauses"


def exit_code(certification: Certification, _: object = None) -> int:
    """`NO` if the board has several answers."""
    return YES if certification.certified is not None else NO if certification.several else UNKNOWN


KIND = QuestionKind("certify", CertifyQuestion, answer, gather, as_json, as_text, exit_code, (Certificate,))
