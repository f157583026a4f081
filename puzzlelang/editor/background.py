"""Examples in the background: boards that an editor wants tried, solved or drawn, in limited workers.

These functions wait for workers, so an editor calls them in a thread.  Whoever cancels closes the `Running`.
"""

import threading

import msgspec

from puzzlelang import examples
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.editor.documents import Documents
from puzzlelang.formats import boards
from puzzlelang.scene.to_svg import svg
from puzzlelang.sessions import highlights
from puzzlelang.sessions.reader import WorkerCrashed
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.workers.limits import Limits

WITHIN = Limits(30, 2_000)
"""What one question of an editor may use."""


class Running:
    """The worker of a question; it can be closed from another thread, which ends the question."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._opened: OpenPuzzle | None = None
        self._cancelled = False

    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._cancelled

    def note(self, opened: OpenPuzzle) -> None:
        """The worker was opened."""
        with self._lock:
            self._opened = opened
            cancelled = self._cancelled
        if cancelled:
            opened.close()
            raise fail("E386", "cancelled")

    def cancel(self) -> None:
        """End the worker."""
        with self._lock:
            self._cancelled = True
            opened = self._opened
        if opened is not None:
            opened.close()


class Answer(msgspec.Struct, frozen=True):
    """The outcome: `status`, a text for people, the picture of the board as SVG, and what was wrong."""

    status: str
    text: str = ""
    picture: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


def ruleset(documents: Documents, uri: str) -> ir.Ruleset:
    """The ruleset of a document.  Raises `Failed` if it has errors."""
    from puzzlelang.typed import from_syntax

    document = documents.document(uri)
    return from_syntax.require_ruleset(documents.analysis(document))


def run_example(rules: ir.Ruleset, index: int, running: Running) -> Answer:
    """Try the verdicts of an example."""
    example = _example(rules, index)
    outcome = examples.try_example(rules, example, within=WITHIN, opening=running.note)
    wrong = outcome.diagnostics
    if not wrong:
        return Answer("holds", f"“{example.title}” holds")
    return Answer("wrong", "\n".join(item.message for item in wrong), "", wrong)


def solve(rules: ir.Ruleset, index: int, running: Running) -> Answer:
    """Solve the board of an example, and draw the answer."""
    puzzle = boards.read(rules, _board(_example(rules, index)))
    with OpenPuzzle(rules, puzzle, WITHIN) as opened:
        running.note(opened)
        result = opened.solve(2)
    if result.stopped:
        return Answer("stopped", f"not known: {result.stopped}")
    if not result.answers:
        return Answer("none", "the board has no answer", svg(highlights.picture(rules, puzzle)))
    answers = "the only answer" if result.unique else "one of several answers"
    return Answer("solved", f"{answers}\n{result.text(0)}", svg(highlights.picture(rules, puzzle, result.answers[0])))


def picture(rules: ir.Ruleset, index: int, running: Running) -> Answer:  # noqa: ARG001
    """Draw the board of an example, with its drawing or its answer."""
    example = _example(rules, index)
    puzzle = boards.read(rules, _board(example))
    drawing_text = example.drawing or next((verdict.answer for verdict in example.verdicts if verdict.answer), None)
    drawing = boards.read_drawing(rules, puzzle, drawing_text) if drawing_text is not None else puzzle.drawing
    return Answer("drawn", example.title, svg(highlights.picture(rules, puzzle, drawing)))


ANSWERS_BY_COMMAND = {"puzzlelang.runExample": run_example, "puzzlelang.solve": solve, "puzzlelang.picture": picture}
"""What answers each command."""


def ask(command: str, rules: ir.Ruleset, index: int, running: Running) -> Answer:
    """The answer of a question; what is wrong with rules or board is in it."""
    if running.cancelled():
        return Answer("cancelled")
    try:
        return ANSWERS_BY_COMMAND[command](rules, index, running)
    except Failed as failed:
        return Answer("wrong", "\n".join(item.message for item in failed.diagnostics), "", failed.diagnostics)
    except WorkerCrashed as crashed:
        return Answer("cancelled" if running.cancelled() else "stopped", str(crashed))


def _example(rules: ir.Ruleset, index: int) -> ir.Example:
    if not 0 <= index < len(rules.examples):
        raise fail("E386", "the file has no such example any more")
    return rules.examples[index]


def _board(example: ir.Example) -> Source:
    return example.board or Source(f"the link of “{example.title}”", example.url or "")
