"""The looks of marks that a page can put down by itself, before the service has drawn it.

A stamp is the picture of one value at one place of an otherwise empty board.  All places of a sort that have the same
shape share it, as it only has to be moved.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Value
from puzzlelang.scene import marking
from puzzlelang.scene.drawing import alone
from puzzlelang.scene.figure import PlaceTarget
from puzzlelang.scene.record import Denial, Mark, Role, Scene
from puzzlelang.scene.to_svg import part_svg
from puzzlelang.typed import ir
from puzzlelang.typed.ir import Item
from puzzlelang.typed.looks import appearance
from puzzlelang.web.controls import Control
from puzzlelang.web.editing import typed_value

MOST_STAMPS = 200
"""Stamps of one declaration; of one that has more, the page waits for the service."""

ANY = ""
"""What stands for all labels of regions, which look alike."""


class Stamp(msgspec.Struct, frozen=True, array_like=True):
    """The elements of a value in one layer of the picture, as they are drawn at a place."""

    layer: str
    svg: str


Stamps = Mapping[str, Mapping[str, Mapping[str, Sequence[Stamp]]]]
"""By declaration, by value as in `Change.value`, by a place that stands for all of its shape."""


def stamps(
    rules: ir.Ruleset, scene: Scene, targets: Sequence[PlaceTarget], controls: Sequence[Control], *, dark: bool
) -> Stamps:
    """The stamps of all that can be changed place by place, on the board of a scene.

    It names regions to be found and what belongs to single places, no regions, groups and values of these that are
    given.  Values in margins have no stamps, and so have declarations with more than `MOST_STAMPS`.
    """
    result: dict[str, Mapping[str, Mapping[str, Sequence[Stamp]]]] = {}
    for control in controls:
        item = rules.given(control.name) or rules.find(control.name)
        if item is None or not _is_place_by_place(item, control):
            continue
        on_grid = control.sort not in (Sort.LINE.value, Sort.VIEW.value)
        samples = _one_of_each_shape(targets, control.sort, scene) if on_grid else []
        values = [ANY] if isinstance(item.kind, ir.PartitionKind) else [step for step in control.steps if step]
        if len(samples) * len(values) > MOST_STAMPS:
            values = []
        result[item.name] = {
            value: {str(place): _stamps(rules, item, value, place, scene, dark=dark) for place in samples}
            for value in values
        }
    return result


def _is_place_by_place(item: Item, control: Control) -> bool:
    """Whether a touched place is what changes, not a region or a group that has it."""
    match item.kind:
        case ir.PartitionKind():
            return isinstance(item, ir.Find)
        case ir.SetKind(sort=sort) | ir.FunctionKind(sort=sort):
            return sort.value == control.sort and sort is not Sort.REGION
        case _:
            return False


def _stamps(rules: ir.Ruleset, item: Item, value: str, place: Place, scene: Scene, *, dark: bool) -> Sequence[Stamp]:
    parts = alone(scene, list(_marks(rules, item, value, place, scene)), dark=dark)
    return [Stamp(part.layer, part_svg(part, dark=dark)) for part in parts]


def _one_of_each_shape(targets: Sequence[PlaceTarget], sort: str, scene: Scene) -> list[Place]:
    """A place for each shape that places of a sort have."""
    result: dict[object, str] = {}
    for target in targets:
        if target.sort == sort:
            corners = tuple((round(x - target.left, 2), round(y - target.top, 2)) for x, y in target.corners)
            result.setdefault((round(target.width, 2), round(target.height, 2), corners), target.name)
    return [scene.geometry.by_name[name] for name in result.values()]


def _marks(rules: ir.Ruleset, item: Item, text: str, place: Place, scene: Scene) -> Iterator[Mark]:
    """The marks of a value at a place where nothing else is."""
    look, role = appearance(rules, item), Role.FOUND if isinstance(item, ir.Find) else Role.GIVEN
    if isinstance(item.kind, ir.PartitionKind):
        if isinstance(place, Cell):
            yield from marking.regions(scene.geometry, [(place,)], look.others, role)
        return
    value: Value | None = typed_value(item, text)
    if value is False and isinstance(place, marking.ON_GRID):
        yield Denial(place, role)
    elif value is not None:
        yield from marking.marks(item, look, {place: value}, role, (), scene.geometry)
