"""From clauses as text to a proof that was checked."""

from collections.abc import Callable

import msgspec

from puzzlelang.certificates import checker, elaborated, lemmas, provers, trimmed
from puzzlelang.certificates.lemmas import Lemma
from puzzlelang.diagnostics.record import fail


class Proof(msgspec.Struct, frozen=True):
    """That clauses contradict each other, twice: as LRAT and as DRAT.

    `clauses` of the formula, `written` steps by the prover, of which `steps` are left.
    """

    lrat: str
    drat: str
    clauses: int
    written: int
    steps: int


class Satisfiable(Exception):
    """The clauses do not contradict each other: an error of this package if all answers were excluded before."""


def proof(text: str, prover: str, scratch: str, beat: Callable[[], None]) -> Proof:
    """A proof that the clauses in a DIMACS text contradict each other, which has passed `checker.check`.

    See `provers.raw`, which it begins with.  Raises `Failed`, and `Satisfiable`.
    """
    clauses = checker.formula(text)
    empty = next((number for number, clause in enumerate(clauses, 1) if not clause), 0)
    if empty:
        written, found = 0, [Lemma((), (empty,))]
    else:
        raw = provers.raw(prover, clauses, text, scratch, beat)
        if raw is None:
            raise Satisfiable(f"{prover} found an answer that the search has excluded")
        written, found = len(raw.lines), _lemmas(clauses, raw, prover, beat)
    settled = lemmas.settled(len(clauses), found)
    own = lemmas.lrat(len(clauses), settled)
    try:
        steps = checker.check(clauses, own)
    except checker.Unproved as wrong:
        raise fail("E344", f"`{prover}` wrote a proof that does not hold: step {wrong.line}: {wrong}") from None
    return Proof(own, lemmas.drat(clauses, own), len(clauses), written, steps)


def _lemmas(clauses: list[checker.Clause], raw: provers.Raw, prover: str, beat: Callable[[], None]) -> list[Lemma]:
    try:
        found = (
            trimmed.trimmed(len(clauses), raw.lines) if raw.hinted else elaborated.elaborated(clauses, raw.lines, beat)
        )
    except (elaborated.Wrong, ValueError, KeyError) as wrong:
        said = str(wrong) if isinstance(wrong, elaborated.Wrong) else "what it wrote cannot be read"
        raise fail("E344", f"`{prover}` wrote a proof that does not hold: {said}") from None
    if found is None:
        raise fail("E344", f"the proof that `{prover}` wrote ends before there is a contradiction")
    return found
