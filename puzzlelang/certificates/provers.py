"""Provers: CaDiCaL by python-sat, and programs on this computer; each gets clauses and nothing else."""

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path

import msgspec

from puzzlelang.capacity import most_proof
from puzzlelang.certificates.checker import Clause
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.solving.engines import program_path as program
from puzzlelang.workers import subprocesses

OWN_PROVER = "python-sat"
"""The prover that is always there: CaDiCaL 1.9.5, which writes LRAT."""

PROGRAMS = {
    "cadical": ("-q", "--no-binary", "CLAUSES", "PROOF"),
    "kissat": ("-q", "--no-binary", "CLAUSES", "PROOF"),
    "glucose": ("-verb=0", "-certified", "-certified-output=PROOF", "CLAUSES"),
}
"""Programs that write DRAT text, with their arguments."""

PROGRAMS_WITH_VERSION = ("cadical", "kissat")
"""Programs that print their version."""

VERSION_SECONDS, MOST_VERSION_CHARACTERS = 5.0, 40
"""Seconds that a program has to print its version, and characters of it that count."""

SLICE_CONFLICTS = 5_000
"""Conflicts between two looks at how long the proof is."""

POLL_SECONDS = 0.2
"""Seconds between two looks at a program."""

SATISFIABLE, UNSATISFIABLE = 10, 20
"""Exit codes as in the SAT competitions."""

Beat = Callable[[], None]


class RawProof(msgspec.Struct, frozen=True):
    """A proof as a prover wrote it, with all learnt clauses: LRAT, or DRAT if not `hinted`."""

    lines: list[bytes]
    hinted: bool


def prover_names() -> list[str]:
    """The installed provers in order of preference; whether they work shows only on use."""
    return [OWN_PROVER, *(name for name in PROGRAMS if os.name != "nt" and program(name))]


def check(name: str) -> None:
    """Raises `Failed` (E344) unless there is a prover of that name here."""
    if name not in prover_names():
        hint = (
            f"there is {join_words(prover_names())}"
            if name in PROGRAMS
            else f"it is one of {join_words([OWN_PROVER, *PROGRAMS])}"
        )
        raise fail("E344", f"there is no prover `{name}` here", hint=hint)


def version(name: str) -> str:
    """The version that a prover states; empty if it states none."""
    if name == OWN_PROVER:
        return metadata.version(OWN_PROVER)
    if name not in PROGRAMS_WITH_VERSION:
        return ""
    try:
        running = subprocesses.start([program(name) or name, "--version"], stdin=subprocess.DEVNULL)
    except OSError:
        return ""
    try:
        printed, _ = running.communicate(timeout=VERSION_SECONDS)
    except subprocess.TimeoutExpired:
        return ""
    finally:
        running.close()
    return printed.decode("utf-8", "replace").strip()[:MOST_VERSION_CHARACTERS]


def raw_proof(name: str, clauses: Sequence[Clause], text: str, scratch: str, beat: Beat) -> RawProof | None:
    """The refutation of clauses, None if they are satisfiable.

    `text` are the clauses as DIMACS, `scratch` is a folder for files of programs.  `beat` is called now and then.
    Raises `Failed` if there is no such prover, if it fails, or if the proof becomes too long.
    """
    if name == OWN_PROVER:
        return _own_proof(clauses, beat)
    check(name)
    return _program_proof(name, text, Path(scratch), beat)


def _own_proof(clauses: Sequence[Clause], beat: Beat) -> RawProof | None:
    import tempfile

    from puzzlelang.solving import clause_solver

    if not clause_solver.can_trace():
        hint = 'pip install --upgrade "python-sat>=1.9", or name another with `--prover`'
        raise fail("E344", "the python-sat that is installed writes no whole proofs", hint=hint)
    most = most_proof()
    with tempfile.TemporaryFile() as file:
        tracing, result = clause_solver.ProofTracer(file), None
        try:
            clause_solver.add(tracing.solver, clauses)
            while result is None:
                result = clause_solver.solve_within(tracing.solver, [], SLICE_CONFLICTS)
                tracing.flush()
                size = file.seek(0, 2)
                if size > most:
                    raise too_long(size)
                beat()
            file.seek(0)
            return None if result else RawProof(file.readlines(), True)
        finally:
            tracing.close()


def _program_proof(name: str, text: str, scratch: Path, beat: Beat) -> RawProof | None:
    """The proof that a program writes."""
    import tempfile

    proof = scratch / "proof.drat"
    with tempfile.NamedTemporaryFile("w", dir=scratch, suffix=".cnf") as clauses:
        clauses.write(text)
        clauses.flush()
        places = {"CLAUSES": clauses.name, "PROOF": str(proof)}
        words = [re.sub("[A-Z]{4,}", lambda result: places[result[0]], word) for word in PROGRAMS[name]]
        code, message = _run_program(name, [program(name) or name, *words], proof, beat)
    if code == SATISFIABLE:
        return None
    if code != UNSATISFIABLE:
        raise fail("E344", f"`{name}` failed (exit code {code})", hint=message)
    try:
        with proof.open("rb") as file:
            return RawProof(file.readlines(), False)
    except OSError as error:
        raise fail("E344", f"`{name}` wrote no proof: {error.strerror}") from None


def _run_program(name: str, words: Sequence[str], proof: Path, beat: Beat) -> tuple[int, str]:
    """Run the program; its exit code, and the last line on its standard error."""
    try:
        running = subprocesses.start(words, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise fail("E344", f"`{name}` cannot be started: {error.strerror or error}") from None
    most = most_proof()
    try:
        while True:
            try:
                _, errors = running.communicate(timeout=POLL_SECONDS)
            except subprocess.TimeoutExpired:
                beat()
            else:
                lines = errors.decode("utf-8", "replace").strip().splitlines()
                return running.returncode, lines[-1] if lines else ""
            if proof.exists() and proof.stat().st_size > most:
                raise too_long(proof.stat().st_size)
    finally:
        running.close()


def too_long(size: int) -> Failed:
    """The error of a proof of so many bytes, which memory cannot hold."""
    hint = "more `--memory` allows longer ones"
    return fail("E345", f"the proof became longer than {size // 1_000_000} MB", hint=hint)
