"""Cover pictures of genres and techniques, and the first board for a player."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from puzzlelang import resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.files import read_text
from puzzlelang.formats import boards
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.scene.to_svg import svg
from puzzlelang.sessions import highlights
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.web import requests
from puzzlelang.web.desk import Desk

Rest = TypeVar("Rest")

FIRST = "first"
"""The name of the file with the board that a player begins with, where a genre has one."""

LARGEST_START = 144
"""Cells that a first board has at most."""

LARGEST_COVER = 64
"""Cells that a cover has at most, as more of them would be too small to see."""

_covers: dict[tuple[str, bool], str] = {}
"""The covers drawn so far, by genre and whether for dark pages; no more than the library has."""


_first_boards: dict[str, str | None] = {}
"""The first boards found so far, by genre of the library; whoever opens a genre asks for its board."""


def covers(desk: Desk, request: requests.Covers) -> Mapping[str, object]:
    """`covers`: for each genre the picture of a solved board as SVG, empty if it has no example with an answer."""
    return {"status": "drawn", "covers": {name: _cover(desk, name, request.dark) for name in request.genres}}


def _cover(desk: Desk, name: str, dark: bool) -> str:
    if (name, dark) not in _covers:
        rules = desk.rules(requests.PageRequest(genre=name))
        solved = [(puzzle, drawing) for puzzle, drawing in _solved_boards(rules) if drawing is not None]
        drawn = ""
        if solved:
            puzzle, drawing = _largest(solved, LARGEST_COVER)
            drawn = svg(highlights.picture(rules, puzzle, drawing), dark=dark)
        _covers[name, dark] = drawn
    return _covers[name, dark]


def examples(desk: Desk, request: requests.Examples) -> Mapping[str, object]:
    """`examples` of the rules as pictures, with what is drawn on them, or their only answer.

    Each has its `title`, the `line` where it stands, the text of its `board`, its `svg`, and what it `claims`.  `count`
    is how many there are.  The picture of one that cannot be read is empty.
    """
    rules = desk.rules(request)
    listed = rules.examples[request.start : request.start + requests.MOST_COVERS]
    return {
        "status": "drawn",
        "count": len(rules.examples),
        "examples": [
            {
                "title": one.title,
                "line": one.span.source.line_column(one.span.start)[0],
                "board": one.board.text if one.board else one.url,
                "svg": _example_svg(rules, one, dark=request.dark),
                "claims": [_claim(verdict) for verdict in one.verdicts],
            }
            for one in listed
        ],
    }


def _example_svg(rules: ir.Ruleset, example: ir.Example, *, dark: bool) -> str:
    puzzle = _puzzle(rules, example)
    if puzzle is None:
        return ""
    answers = (verdict.answer for verdict in example.verdicts if verdict.answer is not None)
    source = example.drawing or next(answers, None)
    try:
        drawing = puzzle.drawing if source is None else boards.read_drawing(rules, puzzle, source)
    except Failed:
        return ""
    return svg(highlights.picture(rules, puzzle, drawing), dark=dark)


def _claim(verdict: ir.ExampleVerdict) -> str:
    if verdict.solutions is not None:
        return f"{verdict.solutions} answer{'' if verdict.solutions == 1 else 's'}"
    return f"breaks {', '.join(verdict.breaks)}" if verdict.breaks else "one answer"


def patterns(desk: Desk, request: requests.Patterns) -> Mapping[str, object]:
    """`patterns`: the techniques kept for the rules, each with its `name`, and as SVG `before` and `after`.

    `words` are what these cannot show, `open` the sides on which the board may go on.
    """
    from puzzlelang.gallery.from_rules import techniques

    shown = [
        {
            "name": one.name,
            "before": one.before.dark if request.dark else one.before.light,
            "after": one.after.dark if request.dark else one.after.light,
            "words": one.words,
            "open": one.open_sides,
        }
        for one in techniques(desk.rules(request))
    ]
    return {"status": "drawn", "patterns": shown}


def first_board(rules: ir.Ruleset, genre: str) -> str | None:
    """The text of the board to begin with: the one that is made for it, else the largest that players like.

    It has one answer.  Boards of squares with the usual options come before others; None if there is no such board.
    """
    if genre not in _first_boards:
        result = _first_board(rules, genre)
        if not genre:
            return result
        _first_boards[genre] = result
    return _first_boards[genre]


def _first_board(rules: ir.Ruleset, genre: str) -> str | None:
    board = next((path for path in resources.boards_of(genre) if path.stem == FIRST), None) if genre else None
    if board is not None:
        return read_text(board).text
    there = list(_boards(rules, genre))
    usual = {option.name: option.default for option in rules.options}
    plain = [
        (puzzle, text)
        for puzzle, text in there
        if isinstance(puzzle.geometry, SquareGrid) and {**usual, **puzzle.options} == usual
    ]
    return _largest(plain or there, LARGEST_START)[1] if there else None


def _boards(rules: ir.Ruleset, genre: str) -> Iterator[tuple[Puzzle, str]]:
    """The boards with one answer, each with its text or address, of the rule file and of the files for its genre."""
    for example in rules.examples:
        if any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts):
            puzzle = _puzzle(rules, example)
            if puzzle is not None:
                yield puzzle, example.board.text if example.board else example.url or ""
    for path in resources.boards_of(genre) if genre else ():
        try:
            source = read_text(path)
            yield boards.read(rules, source), source.text
        except Failed:
            continue  # rules of an older package; its own examples are there


def _largest(pairs: Sequence[tuple[Puzzle, Rest]], most: int) -> tuple[Puzzle, Rest]:
    """The largest board of at most so many cells, the smallest if all are larger."""
    fitting = [pair for pair in pairs if len(pair[0].geometry.cells) <= most]
    if fitting:
        return max(fitting, key=lambda pair: len(pair[0].geometry.cells))
    return min(pairs, key=lambda pair: len(pair[0].geometry.cells))


def _puzzle(rules: ir.Ruleset, example: ir.Example) -> Puzzle | None:
    try:
        return boards.read(rules, example.board or Source("example", example.url or ""))
    except Failed:
        return None  # a wrong example is a mistake of its file, which `test` reports


def _solved_boards(rules: ir.Ruleset) -> list[tuple[Puzzle, Drawing | None]]:
    result: list[tuple[Puzzle, Drawing | None]] = []
    for example in rules.examples:
        for verdict in example.verdicts:
            if verdict.answer is None or (puzzle := _puzzle(rules, example)) is None:
                continue
            try:
                result.append((puzzle, boards.read_drawing(rules, puzzle, verdict.answer)))
            except Failed:
                continue
    return result
