"""A language and compiler for grid logic puzzles.

    >>> import puzzlelang
    >>> result = puzzlelang.solve("tents", board_text)
    >>> result.unique, result.text()

The names below are the public API; each stage is a module of its own, see `ARCHITECTURE.md`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzlelang.asking.open_puzzle import OpenPuzzle
    from puzzlelang.diagnostics.record import Diagnostic, Failed
    from puzzlelang.pipeline import (
        analyse,
        board,
        check,
        convert,
        facts,
        hint,
        load,
        open,  # noqa: A004
        path,
        picture,
        rate,
        ruleset,
        solve,
        why,
    )
    from puzzlelang.pipeline import ground as compile  # noqa: A004
    from puzzlelang.problem.findings import Finding
    from puzzlelang.problem.record import Problem
    from puzzlelang.puzzle import Drawing, Puzzle, Solution
    from puzzlelang.questions.check import Verdict
    from puzzlelang.questions.complete import Completion
    from puzzlelang.questions.count import Count
    from puzzlelang.questions.facts import Facts
    from puzzlelang.questions.generate import GeneratedBoards
    from puzzlelang.questions.minimise import MinimisedBoard
    from puzzlelang.questions.solve import Result
    from puzzlelang.questions.walkthrough import Walkthrough
    from puzzlelang.questions.why import Reasons
    from puzzlelang.sessions.reader import WorkerCrashed
    from puzzlelang.source import Source
    from puzzlelang.typed.definitions import Definition, Names
    from puzzlelang.typed.from_syntax import CheckResult
    from puzzlelang.typed.ir import Ruleset
    from puzzlelang.workers.limits import Limits
    from puzzlelang.workshop import generate, minimise

_NAMES = {
    "asking.open_puzzle": "OpenPuzzle",
    "diagnostics.record": "Diagnostic Failed",
    "pipeline": "analyse board check compile convert facts hint load open path picture rate ruleset solve why",
    "problem.findings": "Finding",
    "problem.record": "Problem",
    "puzzle": "Drawing Puzzle Solution",
    "questions.check": "Verdict",
    "questions.complete": "Completion",
    "questions.count": "Count",
    "questions.facts": "Facts",
    "questions.generate": "GeneratedBoards",
    "questions.minimise": "MinimisedBoard",
    "questions.solve": "Result",
    "questions.walkthrough": "Walkthrough",
    "questions.why": "Reasons",
    "sessions.reader": "WorkerCrashed",
    "source": "Source",
    "typed.definitions": "Definition Names",
    "typed.from_syntax": "CheckResult",
    "typed.ir": "Ruleset",
    "workers.limits": "Limits",
    "workshop": "generate minimise",
}
"""The public names of each module."""

_HOMES = {name: f"puzzlelang.{module}" for module, names in _NAMES.items() for name in names.split()}

__version__ = "0.1.0"

__all__ = [
    "CheckResult", "Completion", "Count", "Definition", "Diagnostic", "Drawing", "Facts", "Failed", "Finding",
    "GeneratedBoards", "Limits", "MinimisedBoard", "Names", "OpenPuzzle", "Problem", "Puzzle", "Reasons", "Result",
    "Ruleset", "Solution", "Source", "Verdict", "Walkthrough", "WorkerCrashed", "__version__", "analyse", "board",
    "check", "compile", "convert", "facts", "generate", "hint", "load", "minimise", "open", "path", "picture", "rate",
    "ruleset", "solve", "why",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Public names are loaded when first asked for, so that importing one stage does not import them all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), {"compile": "ground"}.get(name, name))
