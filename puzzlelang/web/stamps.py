"""The looks of marks that a page can put down by itself, before the service has drawn it.

A stamp is the picture of one value at one place of an otherwise empty board.  All places of a sort that have the same
shape share it, as it only has to be moved.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.scene import marking
from puzzlelang.scene.drawing import alone
from puzzlelang.scene.figure import PlaceTarget
from puzzlelang.scene.from_board import drop_repeats, margins_by_name
from puzzlelang.scene.record import Margin, Mark, Role, Scene, TextMark
from puzzlelang.scene.to_svg import part_svg
from puzzlelang.sessions.highlights import places_by_name
from puzzlelang.typed import ir
from puzzlelang.typed.ir import Item
from puzzlelang.typed.looks import appearance
from puzzlelang.web.controls import Control
from puzzlelang.web.editing import typed_value

MOST_STAMPS = 200
"""Stamps of one declaration; of one that has more, the page waits for the service."""

ANY = ""
"""What stands for all labels of regions, which look alike, and for the borders between different values."""


class Stamp(msgspec.Struct, frozen=True, array_like=True):
    """The elements of a value in one layer of the picture, as they are drawn at a place."""

    layer: str
    svg: str


Stamps = Mapping[str, Mapping[str, Mapping[str, Sequence[Stamp]]]]
"""By declaration, by value as in `Change.value`, by a place that stands for all of its shape."""


def stamps(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    scene: Scene,
    targets: Sequence[PlaceTarget],
    controls: Sequence[Control],
    *,
    dark: bool,
) -> Stamps:
    """The stamps of all that can be changed place by place, on the board of a scene.

    It names regions to be found, and what belongs to places, no regions and groups that are given.  A value of a region
    or a group has stamps at the cells that show it.  Declarations with more than `MOST_STAMPS` have none.  What is
    given stays where it is, so values that make way for it have stamps of their own there.
    """
    margins = margins_by_name(rules, puzzle, scene.geometry)
    places = places_by_name(puzzle)
    result: dict[str, Mapping[str, Mapping[str, Sequence[Stamp]]]] = {}
    for control in controls:
        item = rules.given(control.name) or rules.find(control.name)
        if item is None or not _is_place_by_place(item):
            continue
        beside = {str(mark.at): str(mark.at) for mark in crowded(rules, item, scene)}
        others = [target for target in targets if target.name not in beside]
        samples = {**_samples(control, others, margins.get(item.name, ())), **beside}
        values = [ANY] if isinstance(item.kind, ir.PartitionKind) else [step for step in control.steps if step]
        if len(samples) * len(values) > MOST_STAMPS:
            values = []
        values += [ANY] if control.parted else []
        look = _Looks(rules, item, scene, margins.get(item.name, ()), dark)
        result[item.name] = {
            value: {shown: look.stamps(value, places[shown], places[whole]) for shown, whole in samples.items()}
            for value in values
        }
    return result


def crowded(rules: ir.Ruleset, item: Item, scene: Scene) -> Sequence[TextMark]:
    """The given texts that stand where values of a find in cells would, so that these make way."""
    in_cells = isinstance(item, ir.Find) and isinstance(item.kind, ir.FunctionKind) and item.kind.sort is Sort.CELL
    if not in_cells or any(given.fixes == item.name for given in rules.givens):
        return ()
    slot = appearance(rules, item).others.slot
    marks = (mark for layer in scene.layers for mark in layer.marks)
    given = (mark for mark in marks if isinstance(mark, TextMark) and mark.role is Role.GIVEN)
    return [mark for mark in given if isinstance(mark.at, Cell) and mark.slot == slot]


def _is_place_by_place(item: Item) -> bool:
    """Whether values of a declaration belong to places, to regions or to groups."""
    match item.kind:
        case ir.PartitionKind():
            return isinstance(item, ir.Find)
        case ir.SetKind() | ir.FunctionKind():
            return True
        case _:
            return False


def _samples(control: Control, targets: Sequence[PlaceTarget], margins: Sequence[Margin]) -> Mapping[str, str]:
    """Places that show values, one of each shape, each with the place that has the value there.

    In margins all of them, as they lie at different levels; none where one has several margins.
    """
    sort = control.sort
    if sort in (Sort.LINE.value, Sort.VIEW.value):
        there = Counter(str(margin.place) for margin in margins)
        return {} if any(number > 1 for number in there.values()) else {place: place for place in there}
    wholes = {cell: whole for whole, cells in control.shown.items() for cell in cells}
    result: dict[object, str] = {}
    for target in targets:
        if target.name in wholes if control.meant else target.sort == sort:
            corners = tuple((round(x - target.left, 2), round(y - target.top, 2)) for x, y in target.corners)
            result.setdefault((round(target.width, 2), round(target.height, 2), corners), target.name)
    return {place: wholes.get(place, place) for place in result.values()}


class _Looks(msgspec.Struct, frozen=True):
    """The looks of a declaration on the board of a scene."""

    rules: ir.Ruleset
    item: Item
    scene: Scene
    margins: Sequence[Margin]
    dark: bool

    def stamps(self, value: str, shown: Place, whole: Place) -> Sequence[Stamp]:
        """The stamps at a place of a value that belongs to this place, or to a region or a group with it."""
        marks = [mark for mark in self._marks(value, whole) if shown is whole or getattr(mark, "at", None) is shown]
        given = [mark for mark in crowded(self.rules, self.item, self.scene) if mark.at is shown]
        if given:
            marks = [mark for mark in drop_repeats([*given, *marks]) if mark not in given]
        return [Stamp(part.layer, part_svg(part, dark=self.dark)) for part in alone(self.scene, marks, dark=self.dark)]

    def _marks(self, text: str, place: Place) -> Iterator[Mark]:
        """The marks of a value where nothing else is."""
        item, geometry = self.item, self.scene.geometry
        look, role = appearance(self.rules, item), Role.FOUND if isinstance(item, ir.Find) else Role.GIVEN
        if isinstance(item.kind, ir.PartitionKind) or text == ANY:
            if isinstance(place, Cell):
                yield from marking.regions(geometry, [(place,)], look.others, role)
            return
        value: Value | None = typed_value(item, text)
        if value is False:
            yield from marking.denials([place], role, self.margins)
        elif value is not None:
            yield from marking.marks(item, look, {place: value}, role, self.margins, geometry)
