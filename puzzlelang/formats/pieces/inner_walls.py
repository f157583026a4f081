"""Walls inside regions: borders with the same region on both sides, which no partition can hold."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Link, Place, Region
from puzzlelang.puzzle import Key, Value
from puzzlelang.source import Span
from puzzlelang.typed.ir import Given, PartitionKind, PieceEntry, Ruleset, SetKind


class InnerWall(msgspec.Struct, frozen=True):
    """A wall inside a region of a partition; `known` is the set of links for such walls, if the rules have one."""

    link: Link
    span: Span
    partition: str
    known: Given | None


class NamedInnerWall(msgspec.Struct, frozen=True):
    """A wall inside a region as a member of a given set of links."""

    known: Given
    link: Link
    span: Span


def split_entries(rules: Ruleset, entries: Sequence[PieceEntry]) -> tuple[Sequence[PieceEntry], Given | None]:
    """Splits entries into those of a partition and the set of links for walls inside its regions."""
    first = next((rules.given(effect.name) for entry in entries for effect in entry.effects), None)
    if first is None or not isinstance(first.kind, PartitionKind) or not entries[-1].effects:
        return entries, None
    last = rules.given(entries[-1].effects[0].name)
    return (entries[:-1], last) if last is not None and isinstance(last.kind, SetKind) else (entries, None)


def walls_inside_regions(regions: Sequence[Region], cut: Mapping[Link, Span]) -> dict[Link, Span]:
    """The borders that have the same region on both sides."""
    owner = {cell: region for region in regions for cell in region.cells}
    return {link: span for link, span in cut.items() if owner.get(link.first) is owner.get(link.second)}


def check_inner_walls(walls: Sequence[InnerWall], holes: Mapping[Key, Value]) -> Iterator[NamedInnerWall]:
    """Yield the walls inside regions, except those at missing cells, which are part of the rim.

    Raises `Failed` for a wall if the rules have no set of links for it.
    """
    for wall in walls:
        if any(cell in holes for cell in wall.link.cells):
            continue
        if wall.known is None:
            name = wall.partition
            problem = f"here is a border with one region of `{name}` on both sides, and the rules know of none such"
            hint = f"rules that know of some have `given wall : set of links = {{}}` and read `{name}, wall`"
            raise fail("E204", problem, wall.span, hint=f"take the border away if it says nothing; {hint}")
        yield NamedInnerWall(wall.known, wall.link, wall.span)


def inner_walls(walls: Given | None, givens: Mapping[str, Mapping[Key, Value]]) -> set[Place]:
    """The walls inside regions of a board."""
    places = givens.get(walls.name, {}) if walls is not None else {}
    return {place for place in places if isinstance(place, Link)}
