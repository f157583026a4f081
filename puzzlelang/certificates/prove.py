"""Proving: from the statement of a certificate, as clauses, to a checked proof."""

from collections.abc import Callable

import msgspec

from puzzlelang.certificates import checker, drat, lrat, provers
from puzzlelang.certificates.lrat import Lemma
from puzzlelang.diagnostics.record import fail
from puzzlelang.problem.record import Problem, Values
from puzzlelang.solving import pipelines
from puzzlelang.solving.outside import export


class Proof(msgspec.Struct, frozen=True):
    """A refutation of clauses as LRAT and as DRAT.

    `clauses` counts those of the formula, `written` the steps by the prover, `steps` those that are left.
    """

    lrat: str
    drat: str
    clauses: int
    written: int
    steps: int


class Satisfiable(Exception):
    """The clauses are satisfiable: an error of this package if all answers were excluded before."""


def checked_proof(text: str, prover: str, scratch: str, beat: Callable[[], None]) -> Proof:
    """Refute the clauses of a DIMACS text; return a proof that has passed `checker.check`.

    For `prover`, `scratch` and `beat` see `provers.raw_proof`.  Raises `Failed`, and `Satisfiable`.
    """
    clauses = checker.formula(text)
    empty = next((number for number, clause in enumerate(clauses, 1) if not clause), 0)
    if empty:
        written, result = 0, [Lemma((), (empty,))]
    else:
        raw = provers.raw_proof(prover, clauses, text, scratch, beat)
        if raw is None:
            raise Satisfiable(f"{prover} found an answer that the search has excluded")
        written, result = len(raw.lines), _lemmas(clauses, raw, prover, beat)
    settled = lrat.without_deleted_hints(len(clauses), result)
    own = lrat.lrat_text(len(clauses), settled)
    try:
        steps = checker.check(clauses, own)
    except checker.Unproved as wrong:
        raise fail("E344", f"`{prover}` wrote a proof that does not hold: step {wrong.line}: {wrong}") from None
    return Proof(own, lrat.drat_text(clauses, own), len(clauses), written, steps)


def _lemmas(clauses: list[checker.Clause], raw: provers.RawProof, prover: str, beat: Callable[[], None]) -> list[Lemma]:
    try:
        result = lrat.trim(len(clauses), raw.lines) if raw.hinted else drat.elaborate(clauses, raw.lines, beat)
    except (drat.DratError, ValueError, KeyError) as wrong:
        reason = str(wrong) if isinstance(wrong, drat.DratError) else "what it wrote cannot be read"
        raise fail("E344", f"`{prover}` wrote a proof that does not hold: {reason}") from None
    if result is None:
        raise fail("E344", f"the proof that `{prover}` wrote ends before there is a contradiction")
    return result


def statement(stated: Problem, answer: Values | None) -> str:
    """DIMACS text, satisfiable exactly if the problem has an answer besides `answer`; with None, if it has any.

    It contains no deductions, so nothing depends on one.  The same input gives the same text.  Raises `Failed` (E345)
    if there would be too many clauses.
    """
    return export.text(stated, export.Form.CLAUSES, unique=answer, without=pipelines.NAMES)
