"""The progress bar of a batch on a terminal, with rate and estimate."""

import sys
import time
from typing import TYPE_CHECKING, Any, Self

from puzzlelang.batch.inputs import Inputs
from puzzlelang.batch.record import Record
from puzzlelang.batch.tasks import Tasks
from puzzlelang.cli import streams

if TYPE_CHECKING:
    from rich.progress import Progress

REDRAW_SECONDS = 0.1
"""Seconds between two pictures."""


class ProgressBar:
    """Gets the records that were written; use it as a context manager.

    Progress is counted in bytes of the inputs that were read, so that nobody has to count boards before.
    """

    def __init__(self, inputs: Inputs, tasks: Tasks) -> None:
        self.inputs = inputs
        self.tasks = tasks
        self.failed = 0
        self.start = time.monotonic()
        self._shown = 0.0
        self._bar: Progress | None = None
        self._task: Any = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._bar = self._progress()
            self._bar.start()
            self._task = self._bar.add_task("", total=self.inputs.size, status="")
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._show()
            self._bar.stop()

    def __call__(self, written: list[Record]) -> None:
        """Update the bar by the records that were written."""
        self.failed += sum(record.failed for record in written)
        if self._bar is not None and time.monotonic() - self._shown >= REDRAW_SECONDS:
            self._show()

    def _progress(self) -> "Progress":
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[status]}"), TimeRemainingColumn())
        console = Console(file=streams.raw(sys.stderr))
        # Without a thread of its own: workers are forked, which is safe in a process of a single thread only.
        return Progress(*columns, console=console, auto_refresh=False, transient=True)

    def _show(self) -> None:
        assert self._bar is not None
        self._shown = time.monotonic()
        rate = self.tasks.outcome_count / max(1e-6, self._shown - self.start)
        status = f"{self.tasks.outcome_count} boards, {rate:.0f}/s"
        if self.tasks.recorded_count:
            status += f", {self.tasks.recorded_count} known before"
        if self.failed:
            status += f", {self.failed} without a result"
        self._bar.update(self._task, completed=self.inputs.read, status=status, refresh=True)
