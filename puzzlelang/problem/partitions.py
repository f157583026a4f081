"""Partitions to be found: cut links, and the region names that follow from them."""

from collections.abc import Iterable, Mapping

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Link, Place, region_names
from puzzlelang.puzzle import Value


def labels(geometry: Geometry, cut: Mapping[Place, Value]) -> dict[Place, Value]:
    """Name the region of each cell a, b, c … in the order of first cells, given the cut links."""
    parts = geometry.components_without({link for link in geometry.links if cut.get(link)})
    found: dict[Place, Value] = {cell: name for name, part in zip(region_names(), parts, strict=False) for cell in part}
    return {cell: found[cell] for cell in geometry.cells}


def partial_partition(geometry: Geometry, cut: Mapping[Place, Value]) -> dict[Place, Value]:
    """Read a partial partition: known links, and region names of cells with all links known.

    Two cells have the same name only if links that are certainly uncut connect them.
    """
    known = labels(geometry, {link: cut.get(link, True) for link in geometry.links})
    open_to = {cell for link in geometry.links if link not in cut for cell in (link.first, link.second)}
    letters = region_names()
    renamed = {name: next(letters) for name in dict.fromkeys(known[cell] for cell in known if cell not in open_to)}
    return {**{cell: renamed[name] for cell, name in known.items() if cell not in open_to}, **cut}


def cuts(places: Iterable[Place], told: Mapping[Place, Value]) -> dict[Place, Value]:
    """Return whether each link is cut, as far as known: told itself, or by the region names of its two cells."""
    found: dict[Place, Value] = {}
    for link in places:
        if link in told:
            found[link] = told[link]
        elif isinstance(link, Link) and link.first in told and link.second in told:
            found[link] = told[link.first] != told[link.second]
    return found
