"""The clingo encodings of noqx, by T0nyX1ang, from a checkout of it: boards go there as Penpa links.

Noqx knows boards by symbols and styles of Penpa, and other rules may draw the same puzzle otherwise.  So a verdict that
differs says that the board was understood otherwise, as often as that someone is wrong.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzlelang import pipeline
from puzzlelang.bench.runs import Sample
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.puzzlink import url

NAMES = {"slither": "slitherlink", "mashu": "masyu", "yajilin-regions": "yajilin_regions"}
"""Types of puzz.link with another name in noqx."""

ONCE = 1_000_000
"""Seconds by the clock that are never reached: CPU time is limited from outside."""


class Noqx:
    """A checkout.  Raises `ImportError` if it is none, or clingo is not installed."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(folder))
        try:
            self._solve: Any = importlib.import_module("noqx.clingo")
            self._manager: Any = importlib.import_module("noqx.manager")
        finally:
            sys.path.remove(str(folder))
        self._folder = folder
        self._solve.Config.max_solutions_to_find = 2
        self._solve.Config.time_limit = ONCE

    def work(self, address: str, sample: Sample) -> Callable[[], str] | None:
        """What counts the answers of a board, up to two; None for a type or board that cannot be handed over."""
        kind = url.type_of(address) or ""
        name = NAMES.get(kind, kind)
        if not (self._folder / "solver" / f"{name}.py").is_file():
            return None
        try:
            link = pipeline.convert(sample.rules, sample.puzzle, "penpa")
        except Failed:
            return None
        if name not in self._manager.modules:
            sys.path.insert(0, str(self._folder))
            try:
                self._manager.load_solver("solver", name)
            finally:
                sys.path.remove(str(self._folder))
        parameters = self._manager.list_solver_metadata()[name]["parameters"]
        chosen = {
            key: str(one["default"]) if _is_number(one["default"]) else one["default"]
            for key, one in parameters.items()
        }
        content = link.strip().partition("#")[2].partition("&a=")[0]
        content += "=" * (-len(content.partition("&p=")[2]) % 4)  # Penpa leaves the padding out
        return lambda: str(len(self._solve.run_solver(name, content, chosen)["url"]))


def _is_number(value: object) -> bool:
    return str(value).isdigit()
