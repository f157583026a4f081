"""Parses the marks of a Penpa text: items at points, kind by kind."""

from collections.abc import Sequence
from typing import Any

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.penpa.frame import OUTSIDE, Frame, PenpaFrame, Point, number_in
from puzzlelang.formats.penpa.members import value, visit_members
from puzzlelang.formats.penpa.tiling_frame import TilingFrame
from puzzlelang.formats.pieces.codec import PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.source import Source, Span
from puzzlelang.typed.codecs.penpa import KINDS, SMALL

NOT = "x"
"""The item of a border or link that somebody crossed out."""

BLANK = " "
"""The item of a text of nothing but blanks."""

FALLING, RISING = "falling", "rising"
"""The items of lines across a cell, from corner to corner."""

_TURNED = {"lines": "edges", "edges": "lines"}

LEVEL, UPRIGHT, BOTH = "level", "upright", "both"
"""The items of lines across a cell from side to side."""

_CANDIDATES = "7"
"""The style of numbers that are pencil marks."""

_GROUPS = frozenset({"killercages", "thermo", "nobulbthermo", "arrows"})
_STYLED = frozenset({"line", "lineE", "deletelineE", "wall"})


class PenpaMark(msgspec.Struct, frozen=True):
    """A mark: its kind, which is also its name in messages, its point, and its item with the span.

    `at` is None where it belongs to no single point.  `cells` are those of a cage, thermometer or arrow in their order,
    those in whose middle a line ends, and those of the two ends of a line around a cage.
    """

    kind: str
    at: Point | None
    item: PlacedItem
    cells: tuple[Point, ...] = ()


class PenpaMarks(msgspec.Struct, eq=False):
    """All marks of the puzzle, or of its answer, by kind and point; some have no point of their own."""

    placed: dict[str, dict[Point, PenpaMark]] = msgspec.field(default_factory=dict)
    others: list[PenpaMark] = msgspec.field(default_factory=list)

    def put(self, mark: PenpaMark | None) -> None:
        """Adds a mark."""
        if mark is None:
            return
        at = mark.at
        if at is None:
            self.others.append(mark)
            return
        other = self.at(mark.kind, at)
        if mark.kind == "lines" and other is not None:  # the other half of a line
            mark = msgspec.structs.replace(mark, cells=(*other.cells, *mark.cells))
        if mark.kind == "walls" and other is not None and {mark.item.value, other.item.value} == {LEVEL, UPRIGHT}:
            mark = msgspec.structs.replace(mark, item=PlacedItem(BOTH, mark.item.span))
        self.placed.setdefault(mark.kind, {})[at] = mark

    def at(self, kind: str, point: Point) -> PenpaMark | None:
        """The mark of a kind at a point."""
        return self.placed.get(kind, {}).get(point)

    def every(self) -> list[PenpaMark]:
        """All marks."""
        return [*(mark for marks in self.placed.values() for mark in marks.values()), *self.others]


def read_marks(frame: Frame, line: Span | None) -> PenpaMarks:
    """Parses one line of marks.  Raises `Failed`."""
    result = PenpaMarks()
    if line is None or not line.text.strip():
        return result

    def kind(name: str, _: Span, at: int) -> int:
        if name not in KINDS:
            return value(line, at)[1]

        def one(key: str, span: Span, start: int) -> int:
            content, end = value(line, start)
            result.put(mark(frame, name, key, content, line.source.span(span.start, end)))
            return end

        return visit_members(line, at, one)

    end = visit_members(line, line.start + len(line.text) - len(line.text.lstrip()), kind)
    if line.source.text[end : line.end].strip():
        raise _wrong(line.source.span(end, end + 1), "the marks end before this")
    return result


def mark(frame: Frame, kind: str, key: str, content: Any, span: Span) -> PenpaMark | None:
    """Parses one mark from its kind, the number of its point and its content; None for a pencil mark.

    Raises `Failed`.
    """
    if kind in _GROUPS:
        return _group(frame, kind, content, span) if content != [] else None
    if kind == "numberS":
        return _small(frame, key, content, span)
    if kind == "cage":
        return _cage_line(frame, key, span)
    if kind in _STYLED:
        return PenpaMark(stroke_kind(frame, KINDS[kind]), *_stroke(frame, key, content, span), _cells_of(frame, key))
    number = number_in(key)
    at = None if number is None else frame.point(number)
    match kind, content:
        case "surface", list() if at is not None:
            return PenpaMark(KINDS[kind], at, PlacedItem("+".join(map(str, content)), span))
        case "surface", int() if at is not None and not isinstance(content, bool):
            return PenpaMark(KINDS[kind], at, PlacedItem(content, span))
        case "number", [_, _, style, *_] if at is not None and str(style) == _CANDIDATES:
            return None
        case "number", [text, _, _, *_] if at is not None:
            return PenpaMark(KINDS[kind], at, PlacedItem(_item(text, span), span))
        case "symbol", [style, str(name), *_] if at is not None:
            return PenpaMark(KINDS[kind], at, PlacedItem(f"{name} {_style(style, span)}", span))
        case (("surface" | "number" | "symbol"), _):
            raise _wrong(span, f"here should stand one of the {KINDS[kind]}, at a point of the grid")
        case _:
            return PenpaMark(KINDS[kind], None, PlacedItem(KINDS[kind], span))


def stroke_kind(frame: Frame, kind: str) -> str:
    """Return the kind of a stroke on the board: lines and edges are exchanged where cells are corners of the grid."""
    return _TURNED.get(kind, kind) if isinstance(frame, PenpaFrame) and frame.shift else kind


def _style(style: Any, span: Span) -> str:
    if isinstance(style, list) and all(one in (0, 1) for one in style):
        return "".join(str(int(one)) for one in style)
    if isinstance(style, int) and not isinstance(style, bool):
        return str(style)
    raise _wrong(span, "here should stand the style of a symbol")


def _item(content: Any, span: Span) -> RawItem:
    """A number or a text."""
    if isinstance(content, bool) or not isinstance(content, int | float | str):
        raise _wrong(span, "here should stand a number or a text")
    text = " ".join(str(content).split())
    if not text:
        return BLANK
    if text == "?":
        return UNKNOWN
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else text


def _small(frame: Frame, key: str, content: Any, span: Span) -> PenpaMark:
    number = number_in(key)
    place = None if number is None else frame.small(number)
    if place is None or not isinstance(content, list) or not content:
        raise _wrong(span, f"here should stand one of the {KINDS['numberS']}, in a cell of the grid")
    return PenpaMark(SMALL[place[1]], place[0], PlacedItem(_item(content[0], span), span))


def _cells_of(frame: Frame, key: str) -> tuple[Point, ...]:
    """The cells in whose middle a line ends."""
    numbers = [number_in(part) for part in key.split(",")]
    points = [None if number is None else frame.point(number) for number in numbers]
    return tuple(point for point in points if point is not None and frame.is_cell(point))


def _stroke(frame: Frame, key: str, content: Any, span: Span) -> tuple[Point | None, PlacedItem]:
    """The place of a line or edge, and its style.

    If its points are not neighbours, the place of one on squares is `OUTSIDE`, that of one on another board is None.
    """
    numbers = [number_in(part) for part in key.split(",")]
    ends = [None if number is None else frame.point(number) for number in numbers]
    if isinstance(content, bool) or not isinstance(content, int) or not 0 < len(ends) < 3 or None in ends:
        raise _wrong(span, "here should stand a line or edge between two points of the grid")
    first, last = ends[0], ends[-1]
    assert first is not None
    assert last is not None
    if len(ends) == 1:
        return first, PlacedItem(NOT, span)
    if isinstance(frame, TilingFrame):
        at = frame.stroke(first, last)
        return at, PlacedItem(KINDS["freeline"] if at in (None, OUTSIDE) else content, span)
    down, right = last[0] - first[0], last[1] - first[1]
    if abs(down) + abs(right) == 1:
        return (last if sum(last) % 2 else first), PlacedItem(content, span)
    between = ((first[0] + last[0]) // 2, (first[1] + last[1]) // 2)
    if max(abs(down), abs(right)) > 2:
        return OUTSIDE, PlacedItem(KINDS["freeline"], span)
    if not (down and right) and between[0] % 2 and between[1] % 2:
        return between, PlacedItem(UPRIGHT if down else LEVEL, span)
    return between, PlacedItem((FALLING if down * right > 0 else RISING) if down and right else content, span)


def _group(frame: Frame, kind: str, content: Any, span: Span) -> PenpaMark:
    whole = isinstance(content, list) and all(type(one) is int and one >= 0 for one in content)
    cells = [frame.point(one) for one in content] if whole else [None]
    if not cells or any(cell is None or not frame.is_cell(cell) for cell in cells):
        raise _wrong(span, f"here should stand the cells of one of the {KINDS[kind]}")
    return PenpaMark(
        KINDS[kind], None, PlacedItem(KINDS[kind], span), tuple(cell for cell in cells if cell is not None)
    )


def _cage_line(frame: Frame, key: str, span: Span) -> PenpaMark:
    """A line between two small places, with the cells of these; the item says which of their places they are."""
    numbers = [number_in(part) for part in key.split(",")]
    ends = [None if number is None else frame.small(number) for number in numbers]
    known = [end for end in ends if end is not None and frame.inside(end[0])]
    if len(numbers) != 2 or len(known) != 2:
        return PenpaMark(KINDS["cage"], None, PlacedItem(KINDS["cage"], span))
    places = " ".join(str(place) for _, place in known)
    return PenpaMark(KINDS["cage"], None, PlacedItem(places, span), tuple(cell for cell, _ in known))


def _wrong(span: Span, message: str) -> Failed:
    return fail("E203", message, span)


# ---------------------------------------------------------------------------------------------- answers to be compared


_LETTERS = {
    "A": "circle_M", "B": "tri", "C": "arrow_S", "D": "battleship_B", "D+": "battleship_B+", "E": "star", "F": "tents",
    "G": "math_G", "H": "sun_moon", "I": "sun_moon",
}  # fmt: skip
"""The symbols of answers by the letters that stand for them."""

_DOUBLE = {"1": 3, "2": 30}
"""The styles of single and double strokes."""


def read_answer(frame: Frame, source: Source) -> PenpaMarks:
    """Parses the marks of an answer check: surfaces, lines, edges, walls, numbers and symbols.

    Raises `Failed`.
    """
    result = PenpaMarks()
    lists: list[list[tuple[Any, Span]]] = []
    whole = source.span(0, len(source.text))

    def one(_: str, __: Span, at: int) -> int:
        items: list[tuple[Any, Span]] = []

        def item(_: str, __: Span, start: int) -> int:
            content, end = value(whole, start)
            items.append((content, source.span(start, end)))
            return end

        lists.append(items)
        return visit_members(whole, at, item)

    visit_members(whole, 0, one)
    if len(lists) != 6:
        raise _wrong(source.first(), "this answer has a form that is not read")
    for kind, items in zip(("surface", "line", "lineE", "wall", "number", "symbol"), lists, strict=True):
        for content, span in items:
            result.put(_comparison_mark(frame, kind, content, span))
    return result


def _comparison_mark(frame: Frame, kind: str, content: Any, span: Span) -> PenpaMark | None:
    parts: Sequence[Any] = content if isinstance(content, list) else str(content).split(",")
    key = str(parts[0]) if parts else ""
    match kind, [*parts]:
        case "surface", [_, *colours]:
            return mark(frame, kind, key, colours[0] if colours else 1, span)
        case (("line" | "lineE"), [_, last, style]):
            number = number_in(str(style))
            return mark(frame, kind, f"{key},{last}", _DOUBLE.get(str(style), number), span)
        case (("line" | "lineE"), [_, _]):
            return mark(frame, kind, key, 98, span)
        case "number", [_, *text]:
            return mark(frame, kind, key, [",".join(map(str, text)), 2, "1"], span)
        case "symbol", [_, str(sign)] if sign[1:] in _LETTERS and number_in(sign[:1]) is not None:
            return mark(frame, kind, key, [int(sign[0]), _LETTERS[sign[1:]], 1], span)
        case "wall", _:
            return None
        case _:
            raise _wrong(span, "this part of the answer has a form that is not read")
