"""Excerpts of a source with places marked under them, as styled text.

A row is a list of (text, style) pieces, so that widths are counted before anything is coloured.  Columns are those of a
terminal: a tab fills up to the next multiple of four, a wide East Asian character takes two, a combining one none.
"""

import bisect
import functools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from puzzlelang.source import Source, Span

TAB = 4
NEAR = 3
"""Lines this close to each other share one excerpt."""

Row = list[tuple[str, str]]


class ExcerptMark(msgspec.Struct, frozen=True):
    """A place with the note beside it; `style` is also the style of its underline, drawn with `stroke`."""

    span: Span
    message: str
    stroke: str
    style: str

    @property
    def line(self) -> int:
        """The line it starts in, from 1."""
        return self.span.source.line_column(self.span.start)[0]


class _Under(msgspec.Struct, frozen=True):
    """A mark in columns of the terminal, `start` included, `end` not."""

    start: int
    end: int
    mark: ExcerptMark


class _Window(msgspec.Struct, frozen=True):
    """The shown part of a line, with `…` at a cut; `start` and `end` are its columns in the whole line."""

    text: str
    start: int
    end: int


def plain(text: str) -> str:
    """Removes characters that control a terminal or change the direction of writing."""
    return "".join("\N{REPLACEMENT CHARACTER}" if _steers(character) else character for character in text)


def blocks(marks: Sequence[ExcerptMark]) -> Iterator[list[ExcerptMark]]:
    """Yield lists of marks near each other, one for each excerpt, in the order of their first marks."""
    waiting = list(marks)
    while waiting:
        block = [waiting.pop(0)]
        while near := [mark for mark in waiting if any(_near(mark, other) for other in block)]:
            block += near
            waiting = [mark for mark in waiting if mark not in near]
        yield block


def _near(one: ExcerptMark, two: ExcerptMark) -> bool:
    return one.span.source is two.span.source and abs(one.line - two.line) <= NEAR


def rows(block: Sequence[ExcerptMark], digits: int, width: int) -> Iterator[Row]:
    """The lines of an excerpt with their marks; line numbers take `digits` columns, the whole at most `width`."""
    source = block[0].span.source
    by_line = {line: list(those) for line, those in groupby(sorted(block, key=lambda m: m.line), key=lambda m: m.line)}
    margin = " " * (digits + 2)
    yield [(f"{margin}|", "frame")]
    for line in range(min(by_line), max(by_line) + 1):
        marks = by_line.get(line, [])
        columns = _columns(source.line(line))
        under = [_under(mark, source, line, columns) for mark in marks]
        shown = _window(source.line(line), columns, under, max(width - digits - 4, 20))
        yield [(f" {line:>{digits}} |", "frame"), (f" {shown.text}".rstrip(), "")]
        for row in _mark_lines([_clip(item, shown) for item in under]):
            yield [(f"{margin}| ", "frame"), *row]


def _under(mark: ExcerptMark, source: Source, line: int, columns: Sequence[int]) -> _Under:
    """Return a mark with its columns; a span over several lines is underlined in the first line only."""
    at = mark.span.start - source.starts[line - 1]
    length = len(source.line(line).rstrip())
    start = min(max(at, 0), len(columns) - 1)
    end = min(mark.span.end - source.starts[line - 1], max(length, start))
    return _Under(columns[start], max(columns[max(end, start)], columns[start] + 1), mark)


@functools.lru_cache(maxsize=8)
def _columns(text: str) -> Sequence[int]:
    """The column at which each character starts, and the one after the last."""
    if text.isascii() and "\t" not in text:
        return range(len(text) + 1)
    result = [0]
    for character in text:
        at = result[-1]
        result.append(at + (TAB - at % TAB if character == "\t" else _width(character)))
    return result


def _width(character: str) -> int:
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in ("Mn", "Me") else 1


def _steers(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character != "\n"


def _window(text: str, columns: Sequence[int], under: Sequence[_Under], room: int) -> _Window:
    """The whole line if there is room, else the part around the leftmost primary mark."""
    if columns[-1] <= room:
        return _Window(_expand_tabs(text, columns), 0, room)
    main = min((item for item in under), key=lambda item: (item.mark.stroke != "^", item.start), default=None)
    focus = main.start if main else 0
    end = max((item.end for item in under), default=0)
    start = 0 if end < room - 1 else max(0, min(focus - room // 3, columns[-1] - room + 1))
    first = bisect.bisect_left(columns, start)
    room -= 1 if first else 0
    last = first
    cut = columns[-1] - columns[first] > room
    while last < len(text) and columns[last + 1] - columns[first] <= room - cut:
        last += 1
    inside = _expand_tabs(text[first:last], [column - columns[first] for column in columns[first : last + 1]])
    left = "…" if first else ""
    return _Window(left + inside + ("…" if cut else ""), columns[first] - len(left), columns[last])


def _expand_tabs(text: str, columns: Sequence[int]) -> str:
    pieces = (
        " " * (columns[index + 1] - columns[index]) if character == "\t" else plain(character)
        for index, character in enumerate(text)
    )
    return "".join(pieces)


def _clip(item: _Under, shown: _Window) -> _Under:
    start = min(max(item.start, shown.start), shown.end) - shown.start
    return _Under(start, max(min(item.end, shown.end) - shown.start, start + 1), item.mark)


def _mark_lines(under: Sequence[_Under]) -> Iterator[Row]:
    """The underlines, the message of the last mark beside them, those of the others below, from right to left."""
    if not under:
        return
    strokes: dict[int, tuple[str, str]] = {}
    for item in sorted(under, key=lambda item: (item.start - item.end, item.mark.stroke == "^")):
        strokes.update(dict.fromkeys(range(item.start, item.end), (item.mark.stroke, item.mark.style)))
    last = max(under, key=lambda item: (item.end, item.start))
    beside: Row = [(f" {plain(last.mark.message)}", last.mark.style)] if last.mark.message else []
    yield [*_draw(strokes), *beside]
    below = sorted((item for item in under if item is not last and item.mark.message), key=lambda item: item.start)
    if below:
        yield _hanging(below)
    while below:
        item = below.pop()
        left = [other for other in below if other.start < item.start]
        pad = item.start - max((other.start + 1 for other in left), default=0)
        yield [*_hanging(left), (" " * pad + plain(item.mark.message), item.mark.style)]


def _hanging(items: Iterable[_Under]) -> Row:
    return _draw({item.start: ("|", item.mark.style) for item in items})


def _draw(strokes: dict[int, tuple[str, str]]) -> Row:
    cells = [strokes.get(column, (" ", "")) for column in range(max(strokes, default=-1) + 1)]
    return [("".join(text for text, _ in run), style) for style, run in groupby(cells, key=lambda cell: cell[1])]
