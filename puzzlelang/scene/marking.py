"""Turns the values of one declaration into marks, and colours regions."""

from collections.abc import Iterator, Mapping, Sequence

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Cell, Corner, Group, Line, Link, Place, Region, View
from puzzlelang.geometry.sorts import COMPASS, COMPASS_NAMES, Sort
from puzzlelang.puzzle import UNKNOWN, Value
from puzzlelang.scene.record import (
    SOFT,
    Arrow,
    Denial,
    Fill,
    Margin,
    Mark,
    Regions,
    Role,
    Sign,
    Spot,
    Stroke,
    TextMark,
    Tone,
)
from puzzlelang.typed.checks.kinds import has_numbers
from puzzlelang.typed.ir import FunctionKind, Item, SetKind
from puzzlelang.typed.looks import Appearance, Look
from puzzlelang.typed.words.look_words import SUFFIXES

ON_GRID = (Cell, Border, Link, Corner)

EMPTY_LIST = "0"
"""What stands for a list without numbers, as in board text: a line without any runs is no line without a clue."""


def regions(geometry: Geometry, groups: Sequence[tuple[Cell, ...]], look: Look, role: Role) -> Iterator[Mark]:
    """The mark of a partition, given or found."""
    shape = look.shape
    if shape == "nothing":
        return
    if shape in ("areas", "fill"):
        chosen = [_tone(look)] * len(groups) if look.colour else tones(geometry, groups)
        for group, tone in zip(groups, chosen, strict=True):
            yield from (Fill(cell, tone or SOFT[0], role, soft=True) for cell in group)
        shape = "rooms" if shape == "areas" else ""
    if shape:
        yield Regions(tuple(groups), shape, _tone(look), role)


def known_borders(values: Mapping[Place, Value], groups: Mapping[Value, Sequence[Cell]]) -> Iterator[Mark]:
    """The marks where it is known alone whether a border of a found partition lies, between cells of no region yet."""
    named = {cell for group in groups.values() for cell in group}
    for place, value in values.items():
        if isinstance(place, Link) and not (place.first in named and place.second in named):
            yield Denial(place, Role.FOUND) if value is False else Stroke(place, "wall", None, Role.FOUND)


def marks(
    item: Item,
    appearance: Appearance,
    values: Mapping[Place, Value],
    role: Role,
    margins: Sequence[Margin],
    geometry: Geometry,
) -> Iterator[Mark]:
    """The marks of a set or a function; places without a value, or with False, get none."""
    beside_grid: dict[Place, list[Margin]] = {}
    for margin in margins:
        beside_grid.setdefault(margin.place, []).append(margin)
    for place, value in values.items():
        if value is False:
            continue
        look = appearance.of(value)
        number = has_numbers(item.kind) and str(value) not in appearance.each
        match place:
            case Cell() | Border() | Link() | Corner():
                yield from _marks_at(item, look, place, value, role, number=number)
            case Line() | View():
                for margin in beside_grid.get(place, ()):
                    yield from _marks_at(item, look, margin, value, role, number=number)
            case Region() | Group():
                yield from _in_region(item, look, place, value, role, geometry)
            case _:
                pass


def partings(values: Mapping[Place, Value]) -> Iterator[Mark]:
    """Borders between cells that have different values."""
    groups: dict[Value, list[Cell]] = {}
    for place, value in values.items():
        if isinstance(place, Cell) and value is not False and value != UNKNOWN:
            groups.setdefault(value, []).append(place)
    if len(groups) > 1:
        yield Regions(tuple(map(tuple, groups.values())), "rooms", None, Role.FOUND, partial=True)


def denials(places: Sequence[Place], role: Role, margins: Sequence[Margin]) -> Iterator[Mark]:
    """The marks for "nothing here" at places; regions and groups get none."""
    for place in places:
        if isinstance(place, ON_GRID):
            yield Denial(place, role)
        yield from (Denial(margin, role) for margin in margins if margin.place is place)


def _in_region(
    item: Item, look: Look, region: Region | Group, value: Value, role: Role, geometry: Geometry
) -> Iterator[Mark]:
    """A value of a region or a group: in its first cell, in the corner if it is given; a filled one in all cells."""
    cells = geometry.cells_of(region)
    if look.shape == "fill":
        tone = _tone(look) or (SOFT[(value - 1) % len(SOFT)] if isinstance(value, int) else SOFT[0])
        yield from (Fill(cell, tone, role, soft=True) for cell in cells)
    elif cells:
        slot = look.slot or ("top left" if role is Role.GIVEN else "")
        yield from _marks_at(item, Look(look.shape, look.colour, slot, look.size), cells[0], value, role, number=True)


def _marks_at(item: Item, look: Look, place: Spot, value: Value, role: Role, *, number: bool) -> Iterator[Mark]:
    """Yield the marks of a value at a place; `number`: the value is a number, which a sign alone does not show."""
    tone, level = _tone(look), _is_level(place)
    match look.shape:
        case "nothing":
            return
        case "fill" | "divided" as shape if isinstance(place, Cell):
            filled = tone or (Tone.SHADE if role is Role.FOUND else Tone.BLACK)
            yield Fill(place, filled, role, divided=shape == "divided")
            if number:
                yield TextMark(place, parts(item, value, level=level), None, look.slot, look.size, role)
        case "text" | "rooms":
            yield TextMark(place, parts(item, value, level=level), tone, look.slot, look.size, role)
        case shape if shape in SUFFIXES:
            pieces = tuple(f"{part}{SUFFIXES[shape]}" for part in parts(item, value, level=level))
            yield TextMark(place, pieces, tone, look.slot, look.size, role)
        case "arrow" if str(value) not in COMPASS_NAMES:  # `?`
            yield TextMark(place, parts(item, value, level=level), tone, look.slot, look.size, role)
        case "arrow":
            yield Arrow(place, COMPASS_NAMES[str(value)], tone, look.slot, look.size, role)
        case shape if shape.startswith("arrow "):
            yield Arrow(place, COMPASS[shape.removeprefix("arrow ")], tone, look.slot, look.size, role)
        case "line on" | "line back" as shape if isinstance(place, Link):
            yield Stroke(place, "line", tone or Tone.GREY, role)
            yield Sign(place, "greater" if shape == "line on" else "less", tone, look.slot, look.size, role)
        case shape if isinstance(place, Border | Link) and shape.endswith(("line", "wall")):
            yield Stroke(place, shape, tone, role)
        case shape:
            yield Sign(place, shape, tone, look.slot, look.size, role)
            if number:
                yield TextMark(place, parts(item, value, level=level), None, look.slot, look.size, role)


def parts(item: Item, value: Value, *, level: bool) -> tuple[str, ...]:
    """Return a value as texts: one for each number of a list, else a single one.

    A symbol of two characters on links or borders has one for each direction; `level` chooses the first.
    """
    symbols = dict(item.shown.symbols)
    if isinstance(value, tuple):
        return tuple(symbols.get(str(part), str(part)) for part in value) or (EMPTY_LIST,)
    symbol = symbols.get("" if isinstance(item.kind, SetKind) else str(value), str(value))
    if (
        len(symbol) == 2
        and isinstance(item.kind, SetKind | FunctionKind)
        and item.kind.sort in (Sort.LINK, Sort.BORDER)
    ):
        symbol = symbol[0 if level else 1]
    return (symbol,)


def _is_level(place: Spot) -> bool:
    """Whether a place lies along a row: a link between left and right, a border between above and below."""
    if not isinstance(place, Link | Border):
        return True
    (down, right), (row, column) = place.lattice, place.cells[0].lattice
    return (abs(right - column) >= abs(down - row)) is isinstance(place, Link)


def _tone(look: Look) -> Tone | None:
    return Tone(look.colour) if look.colour else None


def tones(geometry: Geometry, groups: Sequence[Sequence[Cell]]) -> list[Tone]:
    """A soft tone for each group.

    Greedy colouring, the group with most differently coloured neighbours first (Brélaz 1979): few tones, and never two
    equal ones side by side unless all are taken.
    """
    owner = {cell: index for index, group in enumerate(groups) for cell in group}
    beside: list[set[int]] = [set() for _ in groups]
    for link in geometry.links:
        first, second = owner.get(link.first), owner.get(link.second)
        if first is not None and second is not None and first != second:
            beside[first].add(second)
            beside[second].add(first)
    chosen: dict[int, int] = {}
    taken: list[set[int]] = [set() for _ in groups]
    waiting = set(range(len(groups)))
    while waiting:
        index = min(waiting, key=lambda one: (-len(taken[one]), -len(beside[one]), one))
        waiting.remove(index)
        free = [tone for tone in range(len(SOFT)) if tone not in taken[index]]
        chosen[index] = free[0] if free else index % len(SOFT)
        for other in beside[index]:
            taken[other].add(chosen[index])
    return [SOFT[chosen[index]] for index in range(len(groups))]
