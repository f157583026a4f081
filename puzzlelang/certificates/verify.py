"""Verification of a certificate: its clauses against rules and board, and its proof against its clauses.

An error is a `Failed` with the file, the line and the reason.
"""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from puzzlelang.certificates import checker, provers, readme, record
from puzzlelang.certificates.folder import LoadedCertificate
from puzzlelang.certificates.lrat import drat_text
from puzzlelang.certificates.record import MANIFEST, README, RULES
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail

MOST_SHOWN = 60
"""Characters of a line that a message shows."""


class ProofSize(msgspec.Struct, frozen=True):
    """A verified proof: so many `clauses` of the formula, so many `steps`."""

    clauses: int
    steps: int


def check_clauses(text: str, stated: str) -> None:
    """Check that the clauses in the file are those of rules, board and answer.

    Raises `Failed` (E342) at the first line that differs.
    """
    hint = "rules, board or answer are others, the clauses were changed, or another version wrote them"
    _same(record.CLAUSES, text, stated, "E342", "rules, board and answer make {} of it", hint)


def check_proof(clauses: str, lrat: str, drat: str) -> ProofSize:
    """Check that the proof refutes the clauses, and that both forms of it have the same steps.

    Raises `Failed` (E343) at the first step that does not hold.
    """
    try:
        formula = checker.formula(clauses)
    except checker.Unproved as wrong:
        raise _at(record.CLAUSES, clauses, wrong.line, "E342", str(wrong)) from None
    try:
        steps = checker.check(formula, lrat)
    except checker.Unproved as wrong:
        raise _at(record.LRAT, lrat, wrong.line, "E343", f"the proof does not hold: {wrong}") from None
    _same(record.DRAT, drat, drat_text(formula, lrat), "E343", f"`{record.LRAT}` has {{}} here")
    return ProofSize(len(formula), steps)


def check_manifest(opened: LoadedCertificate, proof_size: ProofSize) -> Iterator[Diagnostic]:
    """Differences between the manifest and `README.txt` of a verified certificate and the facts (E346).

    Which versions wrote it cannot be checked, only that they are named.
    """
    manifest = opened.manifest
    for what, stated, true in (
        ("clauses", manifest.clauses, proof_size.clauses),
        ("steps", manifest.steps, proof_size.steps),
    ):
        if stated != true:
            yield Diagnostic("E346", f"`{MANIFEST}` says that there are {stated} {what}, and there are {true}")
    if manifest.prover not in (provers.OWN_PROVER, *provers.PROGRAMS):
        yield Diagnostic("E346", f"`{MANIFEST}` names a prover that there is not: `{_short(manifest.prover)}`")
    elif set(manifest.versions) != {"puzzlelang", "python", manifest.prover}:
        yield Diagnostic("E346", f"`{MANIFEST}` has to name the versions of puzzlelang, python and {manifest.prover}")
    rules = sum(name.startswith(RULES) for name in opened.sources)
    wanted = readme.readme_text(manifest.claim, manifest.rules, rules - 1, manifest.size, manifest.prover)
    if opened.sources[README].text != wanted:
        hint = "it was changed, or another version wrote it"
        yield Diagnostic("E346", f"`{README}` does not say what `certify` writes there", help=hint)


def _same(name: str, text: str, wanted: str, code: str, message: str, hint: str = "") -> None:
    """Compare a file with `wanted`.  Raises `Failed` at the first line that differs."""
    if text == wanted:
        return
    for number, (own, other) in enumerate(zip_longest(text.split("\n"), wanted.split("\n")), 1):
        if own != other:
            raise _at(
                name, text, number, code, message.format("no line" if other is None else f"`{_short(other)}`"), hint
            )


def _at(name: str, text: str, line: int, code: str, message: str, hint: str = "") -> Failed:
    """The error at a line of a file; it shows only that line, as files are large."""
    if not line:
        return fail(code, f"`{name}`: {message}", hint=hint)
    shown = text.split("\n")[line - 1 : line]
    where = f", which has `{_short(shown[0])}`" if shown else ", which is behind its end"
    return fail(code, f"`{name}`, line {line}{where}: {message}", hint=hint)


def _short(line: str) -> str:
    return line if len(line) <= MOST_SHOWN else line[: MOST_SHOWN - 1] + "…"
