"""Regions from the borders between cells, or from a label for each cell."""

from collections.abc import Collection, Mapping

from puzzlelang.geometry.places import Cell, Link, Region, region_names
from puzzlelang.geometry.rectangle import Geometry


def from_links(geometry: Geometry, partition: str, cut: Collection[Link]) -> tuple[Region, ...]:
    """The connected parts of the board without the links that borders cut, in the order of first cells."""
    return _named(partition, geometry.parts_without(cut))


def from_labels(partition: str, labels: Mapping[Cell, str]) -> tuple[Region, ...]:
    """The cells of equal label, connected or not, in the order of first cells, with new names."""
    parts: dict[str, list[Cell]] = {}
    for cell, label in sorted(labels.items(), key=lambda item: item[0].index):
        parts.setdefault(label, []).append(cell)
    return _named(partition, list(parts.values()))


def _named(partition: str, parts: list[list[Cell]]) -> tuple[Region, ...]:
    named = zip(region_names(), parts, strict=False)
    return tuple(Region(index, partition, name, tuple(part)) for index, (name, part) in enumerate(named))
