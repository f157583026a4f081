"""Reconciles regions with missing cells in boards of outside formats."""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Link, Place, Region, region_names
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.source import Span
from puzzlelang.typed.ir import Given, PartitionKind, Ruleset


def whole_partitions(rules: Ruleset) -> list[Given]:
    """The partitions that must cover every existing cell, on boards that may have missing cells."""
    kinds = [(given, given.kind) for given in rules.givens if rules.missing]
    return [given for given, kind in kinds if isinstance(kind, PartitionKind) and not kind.absent]


def imply_missing_cells(rules: Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with cells outside of all regions marked as missing, unless it says itself which are."""
    if puzzle.givens.get(rules.missing):
        return puzzle
    for given in whole_partitions(rules):
        regions = puzzle.partitions.get(given.name, ())
        covered = {cell for region in regions for cell in region.cells}
        if bare := [cell for cell in puzzle.geometry.cells if cell not in covered and regions]:
            holes: dict[Key, Value] = dict.fromkeys(bare, True)
            spans = {**puzzle.spans, (rules.missing, None): puzzle.span(given.name, None)}
            return msgspec.structs.replace(puzzle, givens={**puzzle.givens, rules.missing: holes}, spans=spans)
    return puzzle


def cut_regions(rules: Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with missing cells removed from regions; clues of regions stay with them.

    A region that is cut by missing cells becomes its connected components.
    """
    missing = {place for place in puzzle.givens.get(rules.missing, {}) if isinstance(place, Cell)}
    if not missing:
        return puzzle
    moved: dict[Key, Region | None] = {}
    partitions = {}
    for name, regions in puzzle.partitions.items():
        for region in regions:
            cells = tuple(cell for cell in region.cells if cell not in missing)
            kept = msgspec.structs.replace(region, cells=cells) if cells else None
            moved[region] = region if len(cells) == len(region.cells) else kept
        partitions[name] = tuple(one for region in regions if (one := moved[region]) is not None)

    def at(key: Key) -> Key:
        return (moved.get(key) or key) if isinstance(key, Region) else key

    givens: Mapping[str, Mapping[Key, Value]] = {
        name: {at(key): value for key, value in values.items()} for name, values in puzzle.givens.items()
    }
    spans: Mapping[tuple[str, Key], Span] = {(name, at(key)): span for (name, key), span in puzzle.spans.items()}
    drawing = puzzle.drawing
    if drawing is not None:
        drawn: dict[str, dict[Place, Value]] = {
            find: {place: value for place, value in values.items() if place not in missing}
            for find, values in drawing.values.items()
        }
        regions_drawn = [find.name for find in rules.finds if isinstance(find.kind, PartitionKind)]
        parted = {name: _split_regions(puzzle.geometry, drawn[name]) for name in regions_drawn if name in drawn}
        drawing = msgspec.structs.replace(drawing, values={**drawn, **parted})
    return msgspec.structs.replace(puzzle, givens=givens, partitions=partitions, spans=spans, drawing=drawing)


def split_at_missing(rules: Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with a region for each part of one that missing cells cut, unless a region has a value.

    The part with the first cell keeps the label.
    """
    missing = {place for place in puzzle.givens.get(rules.missing, {}) if isinstance(place, Cell)}
    valued = {key.partition for values in puzzle.givens.values() for key in values if isinstance(key, Region)}
    partitions = dict(puzzle.partitions)
    for name, regions in puzzle.partitions.items():
        if not missing or name in valued:
            continue
        used = {region.label for region in regions}
        free = (label for label in region_names() if label not in used)
        result: list[tuple[str, Sequence[Cell]]] = []
        for region in regions:
            parts = _connected_parts(puzzle.geometry, [cell for cell in region.cells if cell not in missing])
            labels = [region.label, *(next(free) for _ in parts[1:])]
            result += zip(labels, parts if len(parts) > 1 else [region.cells], strict=True)
        result.sort(key=lambda one: one[1][0].index)
        partitions[name] = tuple(
            Region(index, name, label, tuple(cells)) for index, (label, cells) in enumerate(result)
        )
    return msgspec.structs.replace(puzzle, partitions=partitions)


def _connected_parts(geometry: Geometry, cells: Sequence[Cell]) -> list[list[Cell]]:
    """The connected components of some cells, by first cell."""
    inside = set(cells)
    cut = [link for link in geometry.links if not {link.first, link.second} <= inside]
    return [part for part in geometry.components_without(cut) if part[0] in inside]


def _split_regions(geometry: Geometry, drawn: Mapping[Place, Value]) -> dict[Place, Value]:
    """Drawn regions, each connected part with a name of its own."""

    def apart(link: Link) -> bool:
        names = [drawn.get(cell) for cell in (link.first, link.second)]
        return drawn.get(link) is True or None in names or names[0] != names[1]

    parts = geometry.components_without([link for link in geometry.links if apart(link)])
    named = (part for part in parts if part[0] in drawn)
    labels: dict[Place, Value] = {
        cell: name for name, part in zip(region_names(), named, strict=False) for cell in part
    }
    return {place: labels.get(place, value) for place, value in drawn.items()}
