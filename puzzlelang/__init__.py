"""A language and compiler for grid logic puzzles.

    >>> import puzzlelang
    >>> result = puzzlelang.solve("tents", board_text)
    >>> result.unique, result.text()

The names below are the public API; each stage is a module of its own, see `ARCHITECTURE.md`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzlelang.diagnostics.record import Diagnostic, Failed
    from puzzlelang.pipeline import Result, board, check, convert, examine, load, solve
    from puzzlelang.pipeline import ground as compile  # noqa: A004
    from puzzlelang.problem.findings import Finding
    from puzzlelang.problem.record import Problem
    from puzzlelang.puzzle import Drawing, Puzzle, Solution
    from puzzlelang.source import Source
    from puzzlelang.typed.ir import Ruleset

_HOMES = {
    "Diagnostic": "puzzlelang.diagnostics.record",
    "Failed": "puzzlelang.diagnostics.record",
    "Finding": "puzzlelang.problem.findings",
    "Problem": "puzzlelang.problem.record",
    "Result": "puzzlelang.pipeline",
    "board": "puzzlelang.pipeline",
    "check": "puzzlelang.pipeline",
    "convert": "puzzlelang.pipeline",
    "examine": "puzzlelang.pipeline",
    "compile": "puzzlelang.pipeline",
    "load": "puzzlelang.pipeline",
    "solve": "puzzlelang.pipeline",
    "Drawing": "puzzlelang.puzzle",
    "Puzzle": "puzzlelang.puzzle",
    "Solution": "puzzlelang.puzzle",
    "Source": "puzzlelang.source",
    "Ruleset": "puzzlelang.typed.ir",
}

__version__ = "0.1.0"

__all__ = [
    "Diagnostic",
    "Drawing",
    "Failed",
    "Finding",
    "Problem",
    "Puzzle",
    "Result",
    "Ruleset",
    "Solution",
    "Source",
    "__version__",
    "board",
    "check",
    "compile",
    "convert",
    "examine",
    "load",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Public names are loaded when first asked for, so that importing one stage does not import them all."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), {"compile": "ground"}.get(name, name))
