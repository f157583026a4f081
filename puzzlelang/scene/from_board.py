"""Draws a puzzle as a scene: the values of each declaration as marks, by the look of the declaration."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place, place_text
from puzzlelang.geometry.sorts import GATHERED, SIDES, Sort
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import UNKNOWN, Drawing, Puzzle, Solution, Value
from puzzlelang.scene import board_captions, gathered, marking
from puzzlelang.scene.record import (
    LAYERS,
    Arrow,
    Fill,
    GridLines,
    Highlight,
    Layer,
    Margin,
    Mark,
    Role,
    Scene,
    Sign,
    Stroke,
    TextMark,
)
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import Find, FunctionKind, Given, GroupsKind, Item, PartitionKind, Ruleset
from puzzlelang.typed.looks import appearance

_NOTHING: Mapping[Place, Role] = {}


def scene(
    rules: Ruleset,
    puzzle: Puzzle,
    drawn: Drawing | Solution | None = None,
    roles: Mapping[Place, Role] = _NOTHING,
) -> Scene:
    """The scene of a puzzle with an answer or a partial drawing, by default its own; places play the `roles` given.

    A drawing without values, `Drawing({})`, shows the bare board.
    """
    geometry = puzzle.board_without(rules.missing)
    shown = puzzle.drawing if drawn is None else drawn
    margins = margins_by_name(rules, puzzle, geometry)
    marks: list[Mark] = []
    marks += _group_marks(rules, puzzle, geometry)
    for given in rules.givens:
        if given.name != rules.missing and not isinstance(given.kind, GroupsKind):
            marks += _given_marks(rules, puzzle, geometry, given, margins)
    for find in rules.finds:
        if shown is not None and find.name in shown.values:
            marks += _find(rules, geometry, find, shown, puzzle, margins)
    marks = drop_repeats(marks)
    marks += [Highlight(place, role) for place, role in roles.items()]
    return Scene(
        rules.title,
        geometry,
        _grid(rules),
        tuple(Layer(name, _layer(marks, kinds)) for name, kinds in LAYERS.items()),
        tuple(board_captions.captions(rules, puzzle)),
        frozenset(_sorts(rules)),
        tuple(dict.fromkeys(margin for side_margins in margins.values() for margin in side_margins)),
        tuple(_lists(rules, puzzle)),
        dict(board_captions.banks(rules, puzzle)),
        bool(roles),
    )


def _sorts(rules: Ruleset) -> Iterator[Sort]:
    """The sorts of places that declarations are about, of groups and paths those that they consist of."""
    for item in _items(rules):
        sort = item.kind.members if isinstance(item.kind, GroupsKind) else sort_of(item)
        if sort is not None:
            yield sort


def _layer(marks: Sequence[Mark], kinds: tuple[type[Mark], ...]) -> tuple[Mark, ...]:
    """The marks of a layer, tints of regions below what else is filled."""
    return tuple(
        sorted(
            (mark for mark in marks if isinstance(mark, kinds)),
            key=lambda mark: not (isinstance(mark, Fill) and mark.soft),
        )
    )


def _items(rules: Ruleset) -> list[Item]:
    return [*rules.givens, *rules.finds]


def _grid(rules: Ruleset) -> GridLines:
    sorts = [sort_of(find) for find in rules.finds]
    if Sort.BORDER in sorts:
        return GridLines.DOTS
    if Sort.LINK not in sorts:
        return GridLines.LINES
    looks = (look for find in rules.finds for look in appearance(rules, find).each.values())
    return GridLines.TRACES if any(look.shape == "double line" for look in looks) else GridLines.FAINT


def margins_by_name(rules: Ruleset, puzzle: Puzzle, geometry: Geometry) -> dict[str, tuple[Margin, ...]]:
    """The margin of each declaration about lines or views, those declared first next to the grid.

    Givens that the board does not have share the margin next to the grid, where they can be put.
    """
    levels: Counter[str] = Counter()
    result: dict[str, tuple[Margin, ...]] = {}
    for item in _items(rules):
        sort = sort_of(item)
        if sort not in (Sort.LINE, Sort.VIEW):
            continue
        sides = _sides(item, sort, geometry)
        there = not isinstance(item, Given) or bool(puzzle.givens.get(item.name))
        result[item.name] = tuple(
            Margin(side, place, levels[side] if there else 0)
            for side in sides
            for place in (geometry.views_from(side) if sort is Sort.VIEW else geometry.lines_at(side))
        )
        for side in sides:
            levels[side] += there
    return result


def _sides(item: Item, sort: Sort, geometry: Geometry) -> tuple[str, ...]:
    """The sides of the board at which the margin of a declaration lies; on lattices those where lines end."""
    if isinstance(geometry, Tiling):
        ends = (view.side for view in geometry.views) if sort is Sort.VIEW else (line.kind for line in geometry.lines)
        return tuple(dict.fromkeys(ends))
    return (item.sides if isinstance(item, Given) else ()) or (SIDES if sort is Sort.VIEW else SIDES[:2])


def _given_marks(
    rules: Ruleset, puzzle: Puzzle, geometry: Geometry, given: Given, margins: Mapping[str, Sequence[Margin]]
) -> Iterator[Mark]:
    look = appearance(rules, given)
    if isinstance(given.kind, PartitionKind):
        groups = [geometry.cells_of(region) for region in puzzle.partitions.get(given.name, ())]
        if look.others.shape == "tubes":
            groups = _in_order(groups, puzzle)
        yield from marking.regions(geometry, groups, look.others, Role.GIVEN)
        return
    values = {place: value for place, value in puzzle.givens.get(given.name, {}).items() if place is not None}
    yield from marking.marks(given, look, values, Role.GIVEN, margins.get(given.name, ()), geometry)


def _group_marks(rules: Ruleset, puzzle: Puzzle, geometry: Geometry) -> Iterator[Mark]:
    """The marks of all groups and paths; declarations with the same look are drawn in different ways."""
    seen: Counter[tuple[str, str]] = Counter()
    taken: dict[Cell, set[int]] = {}
    for given in rules.givens:
        if not isinstance(given.kind, GroupsKind):
            continue
        look, groups = appearance(rules, given).others, puzzle.groups.get(given.name, ())
        variant = seen[look.shape, look.colour]
        seen[look.shape, look.colour] += 1
        if given.kind.ordered:
            yield from gathered.path_marks(groups, look, variant)
        else:
            yield from gathered.group_marks(geometry, groups, look, variant, taken)


def _lists(rules: Ruleset, puzzle: Puzzle) -> Iterator[str]:
    """A line for each group or path: its name and its places."""
    for given in rules.givens:
        if isinstance(given.kind, GroupsKind) and appearance(rules, given).others.shape != "nothing":
            for group in puzzle.groups.get(given.name, ()):
                yield f"{group}: {' '.join(map(place_text, group.members))}"


def _in_order(groups: Sequence[tuple[Cell, ...]], puzzle: Puzzle) -> list[tuple[Cell, ...]]:
    """Return regions with their cells ordered by numbers, if a given numbers the cells of each region from 1."""
    every = {cell for group in groups for cell in group}
    for values in puzzle.givens.values():
        if (
            every
            and values.keys() == every
            and all(
                sorted(map(str, (values[cell] for cell in group))) == sorted(str(n + 1) for n in range(len(group)))
                for group in groups
            )
        ):
            return [tuple(sorted(group, key=lambda cell: int(str(values[cell])))) for group in groups]
    return list(groups)


def _find(
    rules: Ruleset,
    geometry: Geometry,
    find: Find,
    shown: Drawing | Solution,
    puzzle: Puzzle,
    margins: Mapping[str, Sequence[Margin]],
) -> Iterator[Mark]:
    look, values = appearance(rules, find), shown.values[find.name]
    if isinstance(find.kind, PartitionKind):
        groups: dict[Value, list[Cell]] = {}
        for place, label in values.items():
            if isinstance(place, Cell) and label is not False:
                groups.setdefault(label, []).append(place)
        yield from marking.regions(geometry, [tuple(group) for group in groups.values()], look.others, Role.FOUND)
        yield from marking.known_borders(values, groups)
        return
    yield from marking.marks(find, look, values, Role.FOUND, margins.get(find.name, ()), geometry)
    if look.others.shape == "rooms":
        yield from marking.partings({**values, **_fixed(rules, find, puzzle)})
    if isinstance(shown, Drawing) and any(place not in values for place in _domain(find, geometry, puzzle)):
        denied = [place for place, value in values.items() if value is False]
        yield from marking.denials(denied, Role.FOUND, margins.get(find.name, ()))


def _fixed(rules: Ruleset, find: Find, puzzle: Puzzle) -> Mapping[Place, Value]:
    """The values of a find that are given."""
    givens = [puzzle.givens.get(given.name, {}) for given in rules.givens if given.fixes == find.name]
    return {place: value for values in givens for place, value in values.items() if place and value != UNKNOWN}


def _domain(find: Find, geometry: Geometry, puzzle: Puzzle) -> Iterable[Place]:
    """All places of the sort that a find is about."""
    sort = sort_of(find)
    if sort is None or sort is Sort.REGION:
        return [region for regions in puzzle.partitions.values() for region in regions]
    if sort in GATHERED and isinstance(find.kind, FunctionKind):
        return puzzle.groups.get(find.kind.partition or "", ())
    return geometry.places(sort)


def drop_repeats(marks: Sequence[Mark]) -> list[Mark]:
    """Shows values that are both given and found as given only; overlapping texts move side by side."""
    given = {_essence(mark) for mark in marks if not isinstance(mark, Highlight) and mark.role is Role.GIVEN}
    kept: list[Mark] = []
    texts: dict[tuple[object, str], int] = {}
    for mark in marks:
        if not isinstance(mark, Highlight) and mark.role is Role.FOUND and _essence(mark) in given:
            continue
        if isinstance(mark, TextMark):
            spot = (mark.at, mark.slot)
            if spot in texts:
                before = kept[texts[spot]]
                assert isinstance(before, TextMark)
                if before.role is mark.role:
                    kept[texts[spot]] = TextMark(
                        mark.at, (*before.parts, *mark.parts), before.tone, mark.slot, mark.size, mark.role
                    )
                    continue
                mark = TextMark(mark.at, mark.parts, mark.tone, "bottom right", "small", mark.role)
            else:
                texts[spot] = len(kept)
        kept.append(mark)
    return kept


def _essence(mark: Mark) -> object:
    """The content of a mark without its role."""
    match mark:
        case TextMark(at, parts, _, slot):
            return "text", at, parts, slot
        case Sign(at, shape, _, slot):
            return shape, at, slot
        case Arrow(at, way, _, slot):
            return "arrow", at, way, slot
        case Stroke(at, shape):
            return shape, at
        case _:
            return mark
