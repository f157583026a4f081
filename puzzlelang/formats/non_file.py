"""Reads and writes `.non` files: keywords with values, and the runs of rows and columns, a line each.

The form is Steve Simpson's (`http://www.comp.lancs.ac.uk/~ss/nonogram/fmt2`) with the key `goal` of the nonogram-db
collection, which holds the answer.  By both, lines with other keywords are remarks.  A line without runs is `0` in the
first and may be blank in the second.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.apply import piece_items, read_pieces
from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import MAX_DIGITS, TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.squares import squares
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import Reading, Ruleset

_SIZE_LINE = re.compile(r"^[ \t]*(?:width|columns|height|rows)[ \t]+\d+[ \t]*\r?$", re.MULTILINE)
_HEADING = re.compile(r"^[ \t]*(?:rows|columns)[ \t]*\r?$", re.MULTILINE)
_RULE = re.compile(r"[ \t]*(?:\d[^\n]*)?")
"""A line of runs, or a blank one; everything else begins with a word."""

_SIDES = {"height": "rows", "width": "columns"}
"""The keyword of each side, and of the runs of the lines along which it is counted."""

_RUN = re.compile(r"\s*(?P<length>\d+)\s*(?P<colour>[A-Za-z]*)\s*")


class Section(msgspec.Struct, frozen=True):
    """A keyword of a file: what stands behind it in its line, and the lines of runs below."""

    word: Span
    value: Span
    lines: tuple[Span, ...]


def type_of(text: str) -> str | None:
    """Empty for a text with a size and with runs, None for others: such files never name their puzzle."""
    return "" if _SIZE_LINE.search(text) and _HEADING.search(text) else None


def read(rules: Ruleset, reading: Reading, source: Source, size: tuple[int, int] | None = None) -> Puzzle:  # noqa: ARG001
    """Reads the puzzle of a file, and its answer if it has one.  Raises `Failed`."""
    sections = _sections(source)
    sides = {side: _side(sections, side, source) for side in _SIDES}
    file = NonFile(source, 0, len(source.text), sections=sections)
    for side, name in _SIDES.items():
        _lines_of(file, name, sides[side])  # before a board is made that is larger than the file
    geometry = sized_board(rules, sides["height"], sides["width"], source.first())
    draft = PuzzleDraft(rules, source, geometry)
    read_pieces(draft, reading, file, BoardContext(geometry, "", reading.type), CODECS)
    return draft.puzzle()


class NonFile(TextReader, eq=False, kw_only=True):
    """The sections of a file, by keyword; those of runs are called `rows` and `columns`."""

    sections: Mapping[str, Section]


def _sections(source: Source) -> dict[str, Section]:
    """The sections of a file by name.  Raises `Failed` for a keyword that stands twice."""
    result: dict[str, Section] = {}
    lines = [source.span(start, start + len(source.line(at))) for at, start in enumerate(source.starts, 1)]
    at = 0
    while at < len(lines):
        words = list(re.finditer(r"\S+", lines[at].text.replace("\ufeff", " ")))
        at += 1
        if not words:
            continue
        start = lines[at - 1].start
        word = source.span(start + words[0].start(), start + words[0].end())
        value = source.span(word.end, lines[at - 1].end)
        below = at
        if word.text in _SIDES.values() and len(words) == 1:
            while below < len(lines) and _RULE.fullmatch(lines[below].text):
                below += 1
        name = word.text
        if word.text in _SIDES.values() and len(words) > 1:
            name = next(side for side, other in _SIDES.items() if other == word.text)
        if name in result and name in (*_SIDES, *_SIDES.values(), "goal"):
            raise fail("E202", f"`{word.text}` stands twice", word, hint="one file holds one board")
        result[name] = Section(word, value, tuple(lines[at:below]))
        at = below
    return result


def _side(sections: Mapping[str, Section], name: str, source: Source) -> int:
    section = sections.get(name)
    if section is None:
        raise fail("E202", f"this file does not say its {name}", source.first(), hint=f"such as `{name} 5`")
    text = section.value.text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise fail("E202", f"behind `{section.word.text}` should stand a number", section.word)
    return int(text)


def _read_runs(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The runs of each column, then of each row.  Raises `Failed`."""
    assert isinstance(reader, NonFile)
    sides = {"columns": board.geometry.width, "rows": board.geometry.height}
    return [[item for name, amount in sides.items() for item in _lines_of(reader, name, amount)]]


def _lines_of(file: NonFile, name: str, amount: int) -> list[PlacedItem]:
    """The runs of each row, or of each column."""
    section = file.sections.get(name)
    if section is None:
        raise fail("E202", f"this file has no runs of {name}", file.source.first())
    lines = [line for line in section.lines if line.text.strip()]
    if len(lines) != amount:
        # Of fewer lines the blank ones are lines without runs, if these and all others are as many as there are.
        lines = list(section.lines[:amount])
        if len(lines) < amount or any(line.text.strip() for line in section.lines[amount:]):
            line_count = sum(1 for line in section.lines if line.text.strip())
            problem = f"below `{name}` stand {line_count} lines, and the board has {amount} {name}"
            raise fail("E203", problem, section.word, hint="write 0 for one without runs")
    return [PlacedItem(_runs(line), line) for line in lines]


def _runs(line: Span) -> tuple[int, ...]:
    """The numbers of a line.  Raises `Failed` for anything else, and for colours."""
    result: list[int] = []
    start = line.start
    for part in line.text.split(",") if line.text.strip() else []:
        span = line.source.span(start, start + len(part))
        start += len(part) + 1
        run = _RUN.fullmatch(part)
        if run is None or len(run["length"]) > MAX_DIGITS:
            raise fail("E203", "here should stand the length of a run", span, hint="numbers with commas between them")
        if run["colour"]:
            raise fail("E204", f"a run of the colour `{run['colour']}` means nothing here", span, hint=_COLOURS)
        result.append(int(run["length"]))
    return tuple(result) or (0,)


_COLOURS = "only files of two colours are read"


def _read_goal(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """The sign of each cell in the answer, nothing if there is none.  Raises `Failed` for another number of signs."""
    assert isinstance(reader, NonFile)
    section = reader.sections.get("goal")
    if section is None:
        return []
    text = section.value.text
    signs = [at for at, sign in enumerate(text) if sign not in ' \t\r"']
    if len(signs) != counts[0]:
        problem = f"the answer has {len(signs)} cells, and the board has {counts[0]}"
        raise fail("E203", problem, section.value)
    spans = [section.value.source.span(section.value.start + at, section.value.start + at + 1) for at in signs]
    return [[PlacedItem(span.text, span) for span in spans]]


def write(shown: PuzzleToWrite, reading: Reading) -> str:
    """Writes a puzzle with what is drawn.  Raises `Failed` for what a file cannot say."""
    geometry = squares(shown.puzzle.geometry)
    result = [f"width {geometry.width}", f"height {geometry.height}"]
    context = BoardContext(geometry, "", reading.type)
    for piece in reading.pieces:
        if not piece.literal:
            codec = CODECS[piece.word]
            result.append(codec.encode(piece_items(shown, piece, codec), context))
    return "\n".join(filter(None, result)) + "\n"


def _write_runs(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `_read_runs`."""
    (layer,) = layers
    lines = [_runs_text(value) for value in layer]
    columns, rows = lines[: board.geometry.width], lines[board.geometry.width :]
    return "\n".join(["", "rows", *rows, "", "columns", *columns])


def _runs_text(value: RawItem) -> str:
    numbers = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(number, int) for number in numbers):
        raise _unwritable(next(number for number in numbers if not isinstance(number, int)))
    return ",".join(map(str, numbers)) or "0"


def _unwritable(value: RawItem) -> Failed:
    shown = "a line without a clue" if value is None else f"`{value}`"
    return fail("E208", f"{shown} cannot be written into a `.non` file: there stand the runs of every line")


def _write_goal(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `_read_goal`; nothing if not every cell is drawn."""
    (layer,) = layers
    if any(value is None for value in layer):
        return ""
    return f'\ngoal "{"".join(map(str, layer))}"'


CODECS: dict[str, Codec] = {"runs": Codec(_read_runs, _write_runs), "goal": Codec(_read_goal, _write_goal)}
