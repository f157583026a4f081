"""Live progress of a question on a terminal: the stage, the time, the first answer."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Self

from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.cli.streams import raw
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.questions.progress import ProgressText
from puzzlelang.questions.solve import Result
from puzzlelang.questions.wording import comment_line
from puzzlelang.sessions.replies import Answer, Progress, Reply
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits

SILENT_SECONDS = 1.0
"""Seconds before anything is said: most questions are answered by then."""


class Live:
    """The progress display of a command: it gets the replies as they come; use it as a context manager.

    If standard error is a terminal, a line there shows the stage and the time.  If standard output is one, an answer
    whose proof takes long is printed early; `draws` gives its text.  `most`: the time limit in seconds, shown unless
    None.
    """

    def __init__(self, opened: OpenPuzzle, draws: Callable[[Solution], str] | None = None) -> None:
        self.opened = opened
        self._draws = draws if sys.stdout.isatty() else None
        self.most: float | None = None
        self.progress = ProgressText()
        self._waiting: Answer | None = None
        self._shown: str | None = None
        self._line = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, reply: Reply) -> None:
        """Update the display by a reply."""
        self.progress.note(reply)
        match reply:
            case Answer():
                self._waiting = self._waiting or reply
            case Progress(stage, seconds) if seconds >= SILENT_SECONDS:
                self._show()
                self._tell(stage, seconds)
            case _:
                pass

    def wipe(self, result: Result) -> bool:
        """Erase the early answer unless it is the first answer of the result; return whether it stays."""
        self.clear()
        if self._shown is None:
            return False
        if result.answers and self._draws is not None and self._draws(result.answers[0]) == self._shown:
            return True
        import shutil

        lines = self._shown.count("\n") + 2
        if lines < shutil.get_terminal_size().lines:
            print(f"\033[{lines}A\033[J", end="", file=raw(sys.stdout), flush=True)
        else:
            print(comment_line("That is not the first of the answers in order:"))
        return False

    def _show(self) -> None:
        """Print the early answer, once."""
        if self._draws is None or self._shown is not None or self._waiting is None:
            return
        self.clear()
        solution = self.opened.reader.solution(self._waiting.values)
        self._shown = self._draws(solution)
        print(self._shown.rstrip("\n") + "\n", flush=True)

    def _tell(self, stage: str, seconds: float) -> None:
        if not sys.stderr.isatty():
            return
        text = self.progress.text(stage, seconds, self.most)
        print(f"\r\033[K{text}", end="", file=raw(sys.stderr), flush=True)
        self._line = True

    def clear(self) -> None:
        """Erase the progress line."""
        if self._line:
            print("\r\033[K", end="", file=raw(sys.stderr), flush=True)
            self._line = False


@contextlib.contextmanager
def open_live(
    rules: Ruleset, puzzle: Puzzle, limits: Limits, draws: Callable[[Solution], str] | None = None
) -> Iterator[tuple[OpenPuzzle, Live]]:
    """Yield a board that is asked within limits, and the display of its progress; see `Live` for `draws`."""
    with OpenPuzzle(rules, puzzle, limits) as opened, Live(opened, draws) as live:
        yield opened, live
