"""Edits of a board: puzzle and drawing to puzzle and drawing, by the place that was touched.

What a touch means follows from the declaration alone: members come and go, values step on, cells join a region, lines
are drawn along a way.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.places import blank_board
from puzzlelang.formats.text.values import ValueFault, read_value
from puzzlelang.geometry.places import Place
from puzzlelang.ground.number_ranges import number_ranges
from puzzlelang.making.symmetry import Symmetry, orbits, symmetry_of_name
from puzzlelang.puzzle import UNKNOWN, Drawing, Key, Puzzle, Value
from puzzlelang.sessions.highlights import places_by_name
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.web import fresh, groups, regions
from puzzlelang.web.controls import steps
from puzzlelang.web.requests import Change
from puzzlelang.web.touched import target_places

Values = Mapping[Place, Value]


def apply_change(rules: ir.Ruleset, puzzle: Puzzle, change: Change) -> Puzzle:
    """The puzzle after a change, its drawing included; see `requests.Change`.

    Raises `Failed` for what it cannot mean.
    """
    if change.size is not None:
        return resize(rules, puzzle, change.size)
    if change.clear:
        return msgspec.structs.replace(puzzle, drawing=None)
    if any(option.name == change.name for option in rules.options):
        return _with_givens(puzzle, options={**puzzle.options, change.name: change.value or ""})
    item = rules.given(change.name) or rules.find(change.name)
    if item is None:
        names = [given.name for given in rules.givens] + [find.name for find in rules.finds]
        names += [option.name for option in rules.options]
        raise fail("E104", f"the rules have no `{change.name}`", hint=did_you_mean(change.name, names))
    there = places_by_name(puzzle) if change.places else {}
    touched = [_place(there, name) for name in change.places]
    if isinstance(item, ir.Find):
        return _change_drawing(rules, item, puzzle, touched, change)
    return fresh.fill_required(rules, _change_given(rules, item, puzzle, touched, change))


def _place(there: Mapping[str, Place], name: str) -> Place:
    result = there.get(name)
    if result is None:
        raise fail("E111", f"the board has no place `{name[:40]}`", hint="places are written such as R1C2 or `row 3`")
    return result


def _with_givens(puzzle: Puzzle, **changes: object) -> Puzzle:
    """The puzzle with other givens, which its text no longer shows."""
    return msgspec.structs.replace(puzzle, source=Source("board", ""), spans={}, cells={}, **changes)


def _change_given(
    rules: ir.Ruleset, item: ir.Given, puzzle: Puzzle, touched: Sequence[Place], change: Change
) -> Puzzle:
    match item.kind:
        case ir.PartitionKind(absent):
            before = puzzle.partitions.get(item.name, ())
            parts = regions.paint_regions(item.name, before, touched, change.value, back=change.back and absent)
            return _with_givens(regions.replace_regions(puzzle, item.name, parts), drawing=puzzle.drawing)
        case ir.GroupsKind():
            drawn = groups.draw_groups(
                item.name,
                item.kind,
                puzzle.groups.get(item.name, ()),
                target_places(item.kind.members, None, touched, puzzle),
                away=change.back or change.value == "",
            )
            return _with_givens(groups.replace_groups(puzzle, item.name, drawn), drawing=puzzle.drawing)
        case ir.SingleKind(value):
            single = None if change.value is None else _read(value, item, change.value)
            there = {} if single is None else {None: single}
            return _with_givens(puzzle, givens={**puzzle.givens, item.name: there})
        case ir.SetKind() | ir.FunctionKind():
            values = {place: value for place, value in puzzle.givens.get(item.name, {}).items() if place is not None}
            meant = _target(item.kind, touched, puzzle)
            after = _change_values(rules, item, values, meant, change, puzzle)
            if change.symmetry:
                after = with_images(item.kind, after, meant, symmetry_of_name(change.symmetry, puzzle.geometry), puzzle)
            return _with_givens(puzzle, givens={**puzzle.givens, item.name: after})
        case _:
            assert_never(item.kind)


def _change_drawing(
    rules: ir.Ruleset, item: ir.Find, puzzle: Puzzle, touched: Sequence[Place], change: Change
) -> Puzzle:
    before = dict(puzzle.drawing.values) if puzzle.drawing else {}
    values = before.get(item.name, {})
    match item.kind:
        case ir.PartitionKind():
            after: Values = regions.paint_labels(values, touched, change.value, back=change.back)
        case ir.SetKind() | ir.FunctionKind():
            after = _change_values(rules, item, values, _target(item.kind, touched, puzzle), change, puzzle)
        case _:
            assert_never(item.kind)
    result = {name: drawn for name, drawn in {**before, item.name: after}.items() if drawn}
    return msgspec.structs.replace(puzzle, drawing=Drawing(result) if result else None)


def _target(kind: ir.SetKind | ir.FunctionKind, touched: Sequence[Place], puzzle: Puzzle) -> Sequence[Place]:
    return target_places(kind.sort, kind.partition if isinstance(kind, ir.FunctionKind) else None, touched, puzzle)


def _change_values(
    rules: ir.Ruleset, item: ir.Item, values: Values, places: Sequence[Place], change: Change, puzzle: Puzzle
) -> Values:
    """The values after a change: all places get what the first of them gets."""
    if not places:
        return values
    now = values.get(places[0])
    value = _next(rules, item, now, change, puzzle) if change.value is None else typed_value(item, change.value)
    changed = dict(values)
    for place in places:
        if value is None or (value is False and isinstance(item, ir.Given)):
            changed.pop(place, None)
        else:
            changed[place] = value
    return changed


def with_images(
    kind: ir.SetKind | ir.FunctionKind, values: Values, places: Sequence[Place], symmetry: Symmetry, puzzle: Puzzle
) -> Values:
    """The values with those of the images of some places: taken away where these have none, else put where none is.

    Members and names are the same there.  Other values would hardly be, so that `?` stands for them; where a board
    cannot say that, their images are left alone.
    """
    there = orbits(puzzle.geometry, symmetry, puzzle.geometry.places(kind.sort))
    result = dict(values)
    for place in places:
        for image in [other for other in there if other is not None and there[other] == there.get(place)]:
            alike = value_at_image(kind, values.get(place))
            if place not in values:
                result.pop(image, None)
            elif image not in values and alike is not None:
                result[image] = alike
    return result


def value_at_image(kind: ir.SetKind | ir.FunctionKind, value: Value | None) -> Value | None:
    """The value that stands at the image of a place with this one; None if nobody can say."""
    if isinstance(kind, ir.SetKind) or kind.value.base is ir.Base.NAME:
        return value
    if kind.value.unknown:
        return (UNKNOWN,) if kind.value.base is ir.Base.NUMBERS else UNKNOWN
    return None


def _next(rules: ir.Ruleset, item: ir.Item, now: Value | None, change: Change, puzzle: Puzzle) -> Value | None:
    """The value after this one, or before it, among those that one can step through."""
    ranges = number_ranges(rules, puzzle) if isinstance(item.kind, ir.FunctionKind) else {}
    ways = [typed_value(item, text) for text in steps(item, rules, puzzle, ranges)]
    if not ways:
        return now
    at = next((index for index, value in enumerate(ways) if value == now and type(value) is type(now)), 0)
    return ways[(at + (-1 if change.back else 1)) % len(ways)]


def typed_value(item: ir.Item, text: str) -> Value | None:
    """The value that a text means, as in `Change.value`; None for nothing.  Raises `Failed`."""
    match item.kind:
        case ir.SetKind():
            return {"true": True, "false": False}.get(text)
        case ir.FunctionKind(value=value) | ir.SingleKind(value):
            if text == "false" and isinstance(item, ir.Find):
                return False
            return _read(value, item, text)
        case ir.PartitionKind() | ir.GroupsKind():
            return None


def _read(kind: ir.ValueKind, item: ir.Item, text: str) -> Value | None:
    """A value as somebody typed it; lists may have blanks between their numbers.  Raises `Failed`."""
    shown = text.strip()
    if kind.base is ir.Base.NUMBERS:
        shown = ",".join(shown.replace(",", " ").split())
    result = read_value(item, shown)
    if isinstance(result, ValueFault):
        raise fail("E106", f"`{shown[:40]}` {result.reason}", hint=result.help)
    return result


def resize(rules: ir.Ruleset, puzzle: Puzzle, size: tuple[int, int]) -> Puzzle:
    """The puzzle on a board of another size (rows, columns): what stands at places of both stays.

    New cells belong to the region of the nearest old one.  Raises `Failed` if the rules have no such boards.
    """
    board = blank_board(rules, *size, puzzle.geometry)
    bare = msgspec.structs.replace(puzzle, geometry=board, partitions={}, groups={})
    bare = msgspec.structs.replace(
        bare,
        partitions=regions.stretch_regions(puzzle, board),
        groups=groups.kept_groups(puzzle, dict(places_by_name(bare))),
    )
    there = places_by_name(bare)

    def kept(values: Mapping[Key, Value]) -> dict[Key, Value]:
        result: dict[Key, Value] = {}
        for key, value in values.items():
            if key is None or str(key) in there:
                result[None if key is None else there[str(key)]] = value
        return result

    givens = {name: kept(values) for name, values in puzzle.givens.items()}
    drawing = puzzle.drawing
    if drawing is not None:
        moved = {
            find: {there[str(place)]: value for place, value in values.items() if str(place) in there}
            for find, values in drawing.values.items()
        }
        drawing = Drawing(moved) if any(moved.values()) else None
    return fresh.fill_required(rules, _with_givens(bare, givens=givens, drawing=drawing))
