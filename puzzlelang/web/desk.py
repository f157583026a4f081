"""The state of a process that answers requests in order: rulesets, and the last board.

Whoever started it may kill it at any time.
"""

import functools

import msgspec

from puzzlelang import pipeline, resources
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.record import fail
from puzzlelang.files import read_text
from puzzlelang.formats import boards
from puzzlelang.formats.text.read import givens_key
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.web.limits import Bounds
from puzzlelang.web.requests import PageRequest, Size
from puzzlelang.workers.limits import NO_LIMITS, Limits

MOST_RULESETS = 32
"""Rulesets that a desk remembers."""

MOST_CELLS = 50_000
"""Cells of the boards that a desk remembers, all together."""

FINE, BAD_REQUEST, TOO_LARGE, WRONG_INPUT, FAILED = 200, 400, 413, 422, 500


class DeskTask(msgspec.Struct, frozen=True, array_like=True):
    """A request as it came: its name, its body, and what it may use."""

    name: str
    body: bytes
    bounds: Bounds


class AnswerLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of the answer, JSON as bytes; `last`: nothing follows.  `trace` is for the log, not for the client."""

    body: bytes
    last: bool = False
    status: int = FINE
    trace: str = ""


class TooLarge(Exception):
    """Sent data is larger than the service allows; the text says what."""


class Desk:
    """The rulesets and the board that are kept between requests, and the bounds of the present request."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._rulesets: dict[str, ir.Ruleset] = {}
        self._boards: dict[tuple[str, str, Size | None], Puzzle] = {}
        self._cells = 0
        self._opened: OpenPuzzle | None = None
        self._opened_board: object = None

    def source(self, request: PageRequest) -> Source:
        """The text of the rules.  Raises `Failed` and `TooLarge`."""
        if not request.genre:
            if len(request.rules) > self.bounds.rules:
                raise TooLarge(f"rules have at most {self.bounds.rules} characters here")
            return Source("puzzle.rules", request.rules)
        if request.genre not in _library_names():
            close = pipeline.nearest_name(request.genre, resources.library())
            hint = f"did you mean `{close}`?" if close else ""
            raise fail("E303", f"the library has no rules `{request.genre}`", hint=hint)
        return _of_library(request.genre)

    def rules(self, request: PageRequest) -> ir.Ruleset:
        """The ruleset.  Raises `Failed` and `TooLarge`."""
        return self._check(self.source(request))

    def genre(self, name: str) -> ir.Ruleset:
        """The ruleset of a file that the library has."""
        return self._check(_of_library(name))

    def _check(self, source: Source) -> ir.Ruleset:
        result = self._rulesets.pop(source.text, None)
        if result is None or result.source.name != source.name:
            result = pipeline.ruleset(source, resources.library())
        self._rulesets[source.text] = result
        while len(self._rulesets) > MOST_RULESETS:
            del self._rulesets[next(iter(self._rulesets))]
        return result

    def board(self, rules: ir.Ruleset, text: str, size: Size | None = None) -> Puzzle:
        """The puzzle in a text.  Raises `Failed` and `TooLarge`."""
        if len(text) > self.bounds.board:
            raise TooLarge(f"a board has at most {self.bounds.board} characters here")
        key = rules.source.text, text, size
        result = self._boards.pop(key, None)
        if result is not None:
            self.check_cells(result)
        else:
            result = self.check_cells(boards.read(rules, Source("board", text), size))
            self._cells += len(result.geometry.cells)
        self._boards[key] = result
        while self._cells > MOST_CELLS:
            self._cells -= len(self._boards.pop(next(iter(self._boards))).geometry.cells)
        return result

    def check_cells(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle unchanged.  Raises `TooLarge` if it has too many cells."""
        cells = puzzle.geometry.height * puzzle.geometry.width
        if cells > self.bounds.cells:
            raise TooLarge(f"a board has at most {self.bounds.cells} cells here, and this one has {cells}")
        return puzzle

    def check_size(self, size: Size | None) -> Size | None:
        """A size that somebody wants.  Raises `TooLarge` if that is too many cells."""
        if size is not None and size[0] * size[1] > self.bounds.cells:
            raise TooLarge(f"a board has at most {self.bounds.cells} cells here")
        return size

    def limits(self, seconds: float | None) -> Limits:
        """Return the limits of a question that asks for so many seconds, within the bounds; none `here`."""
        if self.bounds.here:
            return NO_LIMITS
        most = self.bounds.seconds
        return Limits(most if seconds is None else min(seconds, most), self.bounds.megabytes)

    def open(self, rules: ir.Ruleset, puzzle: Puzzle) -> tuple[OpenPuzzle, Drawing | None]:
        """Return the puzzle, opened for questions, and its drawing.

        The opened puzzle of the last request is used again if nothing but the drawing changed.
        """
        result = (rules, givens_key(puzzle))
        if self._opened is None or result != self._opened_board:
            if self._opened is not None:
                self._opened.close()
            self._opened, self._opened_board = OpenPuzzle(rules, puzzle, here=self.bounds.here), result
        drawing, other = puzzle.drawing, self._opened.puzzle
        if drawing is not None and other is not puzzle:
            drawing = boards.transfer_drawing(drawing, puzzle, other)
        return self._opened, drawing


@functools.cache
def _library_names() -> frozenset[str]:
    """The names of the library's rules, listed once, as a request has no time for it."""
    return frozenset(path.stem for path in resources.library_files())


def _of_library(name: str) -> Source:
    """A file of the library, called without its folder."""
    file = name + pipeline.SUFFIX
    place = resources.library_file(file)
    assert place is not None, file
    return Source(file, read_text(place).text)


def refusal(reason: str, message: str, status: int, trace: str = "") -> AnswerLine:
    """Return an answer that refuses a request, with the reason."""
    content = {"status": "refused", "reason": reason, "message": message}
    return AnswerLine(msgspec.json.encode(content), True, status, trace)
