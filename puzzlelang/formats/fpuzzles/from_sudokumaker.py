"""The JSON of SudokuMaker to a board: constraints by number, places as numbers.

The numbers are those of its enumeration as yusitnikov/puzzletv has it (`src/types/SudokuMaker.ts`), whose importer
defines what clones are.  A constraint that f-puzzles has no field for becomes a mark of its own name, which no piece
reads.
"""

import math
from collections.abc import Callable, Iterator, Mapping

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.fpuzzles.entries import whole_number
from puzzlelang.formats.fpuzzles.from_fpuzzles import along
from puzzlelang.formats.fpuzzles.numbered_places import Constraint
from puzzlelang.formats.fpuzzles.record import Board, BoardCell, Mark, half_of, point_at
from puzzlelang.formats.located import LocatedValue, text_at
from puzzlelang.source import Source

_SWITCHES = {
    10: "diagonal-", 11: "diagonal+", 12: "antiking", 13: "antiknight", 14: "disjointgroups", 15: "nonconsecutive",
}  # fmt: skip
_CELLS = {100: "even", 101: "odd", 102: "maximum", 103: "minimum", 600: "rowindexer", 601: "columnindexer"}
_PAIRS = {200: "difference", 201: "ratio", 202: "xv"}
_LINES = {
    400: "renban", 401: "whispers", 402: "palindrome", 403: "betweenline", 404: "regionsumline", 405: "sequence",
    406: "entropicline", 407: "lockout", 409: "doublearrow",
}  # fmt: skip
_OUTSIDE = {501: "sandwichsum", 502: "xsum", 503: "skyscraper", 504: "numberedroom"}
_COSMETIC = {2000: "line", 2001: "cage", 2002: "text"}
_OTHERS = {304: "lookandsay"}
_GIVENS, _REGIONS, _ENTROPY, _THERMOS, _KILLER, _CLONES, _QUADS, _EXTRA = 0, 1, 16, 300, 301, 302, 303, 305
_ARROWS, _DIAGONALS, _CUSTOM, _AREAS, _FOG = 408, 500, 1000, 2003, (4000, 4001)

_THIRDS = [3, 6, 9]
_SIGNS = {5: "V", 10: "X"}


def board_of(root: LocatedValue, source: Source) -> Board:
    """The board of a parsed text.  Raises `Failed` for what cannot be understood."""
    puzzle = root.members.get("puzzle", root)
    size = _size(puzzle)
    constraints = [_constraint(one, size) for one in _list(puzzle, "constraints")]
    kept = [one for one in constraints if one.member("disabled") is None]
    regions = _regions(kept, size)
    cell_fields = _list(puzzle, "cells")
    if len(cell_fields) != size * size:
        raise fail("E203", f"there are {len(cell_fields)} cells, and the board has {size * size}", puzzle.span)
    cells, marks = [], []
    for index, one in enumerate(cell_fields):
        point = point_at(size, index)
        members = {} if one.silent else one.members
        value = members.get("value")
        given = "given" in members and not members["given"].silent
        cells.append(
            BoardCell(
                one.span, None if value is None or value.silent else whole_number(value), given, (), regions.get(index)
            )
        )
        for name, field in (("candidates", "candidates"), ("colors", "colour")):
            if name in members and not members[name].silent and members[name].value != 0:
                marks.append(Mark(field, members[name].span, (point,)))
    marks += [mark for one in kept for mark in _marks(one)]
    marks += _other_rules(puzzle, kept)
    marks.sort(key=lambda mark: mark.span.start)
    return Board(source, size, root.span, cells, True, marks, words=text_at(puzzle.members, "comment"))


def _list(puzzle: LocatedValue, name: str) -> "tuple[LocatedValue, ...]":
    result = puzzle.members.get(name)
    return () if result is None or result.silent else tuple(result.items)


def _size(puzzle: LocatedValue) -> int:
    """The number of rows and of columns, which follows from the cells if it is not stated.  Raises `Failed`."""
    size_fields = [puzzle.members.get(name) for name in ("size", "width", "height")]
    sides = {whole_number(one) for one in size_fields if one is not None and not one.silent}
    sides = sides or {math.isqrt(len(_list(puzzle, "cells")))}
    if len(sides) != 1 or 0 in sides:
        shown = " and ".join(map(str, sorted(sides))) or "nothing"
        raise fail("E203", f"the board should be square and have cells, and its sides are {shown}", puzzle.span)
    return sides.pop()


def _constraint(written: LocatedValue, size: int) -> Constraint:
    kind = written.members.get("type")
    if kind is None:
        raise fail("E203", "this constraint has no `type`", written.span)
    return Constraint(whole_number(kind), written, size)


def _regions(kept: "list[Constraint]", size: int) -> Mapping[int, int]:
    """The region of each cell by its index, as far as it has one: -1 is none."""
    partitions = [one for one in kept if one.kind == _REGIONS]
    if len(partitions) > 1:
        raise fail("E203", "regions are stated twice", partitions[1].content.span)
    numbers = partitions[0].all("regions") if partitions else ()
    if partitions and len(numbers) != size * size:
        raise fail(
            "E203", f"regions are stated for {len(numbers)} cells, not for {size * size}", partitions[0].content.span
        )
    return {index: whole_number(one) for index, one in enumerate(numbers) if one.value is not None and one.value != -1}


def _other_rules(puzzle: LocatedValue, kept: "list[Constraint]") -> Iterator[Mark]:
    """Marks for numbers that do not begin at 1, and for rows and columns that need not differ."""
    least = puzzle.members.get("minDigit")
    if least is not None and least.value not in (None, 1):
        yield Mark("minDigit", least.span, value=whole_number(least))
    most = puzzle.members.get("maxDigit")
    if most is not None and most.value not in (None, _size(puzzle)):
        yield Mark("maxDigit", most.span, value=whole_number(most))
    kind = puzzle.members.get("type")
    if kind is not None and kind.value != "sudoku" and not any(one.kind == _AREAS for one in kept):
        yield Mark("type", kind.span, value=str(kind.value))


# ---------------------------------------------------------------------------------------------- constraints


def _marks(one: Constraint) -> Iterator[Mark]:
    if one.kind in _SWITCHES:
        yield one.mark(_SWITCHES[one.kind])
    elif one.kind in _CELLS:
        if cells := tuple(one.cell(cell) for cell in one.all("cells")):
            yield one.mark(_CELLS[one.kind], cells)
    elif one.kind in _OTHERS:
        yield one.mark(_OTHERS[one.kind])
    elif one.kind in _COSMETIC:
        yield one.mark(_COSMETIC[one.kind])
    elif one.kind in _LINES:
        yield from _lines(one)
    elif one.kind in _PAIRS:
        yield from _pairs(one)
    elif one.kind in _OUTSIDE:
        yield from _outside(one)
    elif one.kind in _BY_KIND:
        yield from _BY_KIND[one.kind](one)
    elif one.kind not in (_GIVENS, _REGIONS, *_FOG):
        yield one.mark(f"constraint {one.kind}")


def _number(written: LocatedValue | None, usual: int | None = None) -> int | None:
    return usual if written is None or written.silent else whole_number(written)


def _pairs(one: Constraint) -> Iterator[Mark]:
    """Dots and signs between cells; pairs without one that nowhere have its property, as far as f-puzzles knows it."""
    field = _PAIRS[one.kind]
    usual = {"difference": 1, "ratio": 2}.get(field)
    values: set[int] = set()
    for clue in one.all("clues"):
        value: int | str | None = _number(clue.members.get("value"), usual)
        values |= {value} if isinstance(value, int) else set()
        if "edge" not in clue.members:
            raise fail("E203", "this has no `edge`", clue.span)
        shown = _SIGNS.get(value, value) if field == "xv" and isinstance(value, int) else value
        yield one.mark(field, one.edge(clue.members["edge"]), value=shown)
    negative = sorted(whole_number(value) for value in one.all("negative"))
    if negative:
        whole = {"ratio": sorted(values) or [2], "xv": [5, 10]}.get(field)
        overrides = one.member("overrideNegativeDifferences") if field == "ratio" else None
        known = negative == whole and overrides is None
        yield one.mark(f"negative {field}" if known else f"negative {field} {', '.join(map(str, negative))}")


def _lines(one: Constraint) -> Iterator[Mark]:
    field, value = _LINES[one.kind], None
    if field == "whispers":
        value = _number(one.content.members.get("minDifference"), half_of(one.size))
    groups = [whole_number(end) for end in one.all("groups")]
    if field == "regionsumline" and one.member("singleRegionTotals") is not None:
        field = "singleregiontotals"
    if field == "entropicline" and groups not in ([], _THIRDS):
        field = f"entropicline {groups}"
    lines = tuple(one.cells(line) for line in one.all("lines") if not line.silent)
    if lines:
        yield one.mark(field, lines=lines, value=value)


def _outside(one: Constraint) -> Iterator[Mark]:
    for clue in one.all("clues"):
        value = _number(clue.members.get("value"))
        if value is not None:
            yield one.mark(_OUTSIDE[one.kind], (one.outside(_require(clue, "outerCell")),), value=value)


def _require(written: LocatedValue, name: str) -> LocatedValue:
    if name not in written.members:
        raise fail("E203", f"this has no `{name}`", written.span)
    return written.members[name]


def _thermos(one: Constraint) -> Iterator[Mark]:
    field = "thermometer" if one.member("slow") is None else "slowthermometer"
    lines = tuple(one.cells(line) for line in one.all("thermometers") if not line.silent)
    if lines:
        yield one.mark(field, lines=lines)


def _killers(one: Constraint) -> Iterator[Mark]:
    for cage in one.all("cages"):
        yield one.mark("killercage", one.cells(_require(cage, "cells")), value=_number(cage.members.get("value")))


def _quads(one: Constraint) -> Iterator[Mark]:
    for clue in one.all("clues"):
        digits = tuple(whole_number(digit) for digit in _require(clue, "digits").items)
        if digits:
            yield one.mark("quadruple", one.corner(_require(clue, "corner")), value=digits)


def _clones(one: Constraint) -> Iterator[Mark]:
    """Pairs of cells with the same digit; what a group of other cells means is not known."""
    for group in one.all("groups"):
        cells = one.cells(group)
        if len(cells) == 2:
            yield one.mark("clone", cells)
        elif cells:
            yield Mark(f"clone of {len(cells)} cells", group.span, cells)


def _extra(one: Constraint) -> Iterator[Mark]:
    if cells := tuple(one.cell(cell) for cell in one.all("cells")):
        yield one.mark("extraregion", cells)


def _arrows(one: Constraint) -> Iterator[Mark]:
    """Bulbs, whose units stand first, with arrows; those that do not begin in their bulb get a cell of it in front."""
    for bulb in one.all("bulbsWithArrows"):
        cells = one.cells(_require(bulb, "bulbCells"))[::-1]
        lines = [one.cells(line) for line in _require(bulb, "arrows").items if not line.silent]
        if lines and not cells:
            raise fail("E203", "this arrow has no bulb", bulb.span)
        whole = tuple(line if line[0] in cells else (cells[0], *line) for line in lines)
        if any(len(line) > 1 for line in whole):
            yield one.mark("arrow", cells, tuple(line for line in whole if len(line) > 1))


def _diagonals(one: Constraint) -> Iterator[Mark]:
    """Diagonals from a place outside; `diagonal` is 1 for those that fall, -1 for those that rise."""
    for clue in one.all("clues"):
        start = one.outside(_require(clue, "outerCell"))
        slope = _require(clue, "diagonal").value
        if slope not in (1, -1):
            raise _require(clue, "diagonal").wrong("1 or -1")
        lines = [line for step in (1, -1) if (line := tuple(along(start, (step, step * int(slope)), one.size)))]
        if len(lines) != 1:
            raise fail("E203", "no diagonal begins here", clue.span)
        yield one.mark("littlekillersum", lines=(lines[0],), value=_number(clue.members.get("value")))


def _entropy(one: Constraint) -> Iterator[Mark]:
    """A switch, for low, middle and high digits in thirds."""
    groups = [whole_number(end) for end in one.all("groups")]
    yield one.mark("globalentropy" if one.size == _THIRDS[-1] and groups in ([], _THIRDS) else f"entropy {groups}")


def _custom(one: Constraint) -> Iterator[Mark]:
    """A constraint that is a program of its own."""
    definition = one.member("definition")
    name = definition.members.get("name") if definition is not None else None
    yield one.mark("custom", value="" if name is None else str(name.value))


def _areas(one: Constraint) -> Iterator[Mark]:
    """Areas whose rows and columns hold different numbers, unless that is the whole board."""
    for area in one.all("areas"):
        sides = [_number(area.members.get(name), 0) for name in ("x", "y", "width", "height")]
        if sides != [0, 0, one.size, one.size]:
            yield one.mark("areas")


_BY_KIND: Mapping[int, Callable[[Constraint], Iterator[Mark]]] = {
    _THERMOS: _thermos, _KILLER: _killers, _CLONES: _clones, _QUADS: _quads, _EXTRA: _extra, _ARROWS: _arrows,
    _DIAGONALS: _diagonals, _ENTROPY: _entropy, _CUSTOM: _custom, _AREAS: _areas,
}  # fmt: skip
"""How the constraints of each number are read, but for those that are tables above."""
