"""Partitions to be found: cut links, and the region names that follow from them."""

from collections.abc import Collection, Iterable, Mapping

from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Link, Place, region_names
from puzzlelang.puzzle import Value


def labels(geometry: Geometry, cut: Mapping[Place, Value], outside: Collection[Place] = ()) -> dict[Place, Value]:
    """Name the region of each cell a, b, c … in the order of first cells, given the cut links.

    A cell in `outside`, or of which `cut` says False, is in no region: its value is False.
    """
    beyond = {cell for cell in geometry.cells if cell in outside or cut.get(cell) is False}
    rim = {link for link in geometry.links if cut.get(link) or link.first in beyond or link.second in beyond}
    parts = (part for part in geometry.components_without(rim) if not beyond.intersection(part))
    result: dict[Place, Value] = {
        cell: name for name, part in zip(region_names(), parts, strict=False) for cell in part
    }
    return {cell: result.get(cell, False) for cell in geometry.cells}


def partial_partition(
    geometry: Geometry, cut: Mapping[Place, Value], places: Collection[Place], outside: Collection[Place] = ()
) -> dict[Place, Value]:
    """Read a partial partition: known links, and region names of cells about which all is known.

    `places` are those that have a variable, `cut` has the values that are known.  Two cells have the same name only if
    links that are certainly uncut connect them.
    """
    known = labels(geometry, {place: cut.get(place, isinstance(place, Link)) for place in places}, outside)
    unknown = [place for place in places if place not in cut]
    open_to = {
        cell for place in unknown for cell in ((place.first, place.second) if isinstance(place, Link) else (place,))
    }
    letters = region_names()
    settled = {cell: name for cell, name in known.items() if cell not in open_to}
    renamed = {name: next(letters) for name in dict.fromkeys(settled.values()) if name is not False}
    result = {cell: renamed.get(name, False) for cell, name in settled.items()}
    return {**result, **{place: value for place, value in cut.items() if isinstance(place, Link)}}


def cuts(places: Iterable[Place], drawn: Mapping[Place, Value]) -> dict[Place, Value]:
    """Return what is known of the places of a partition.

    Whether a link is cut: stated itself, or by the region names of its two cells.  Whether a cell is in a region.
    """
    result: dict[Place, Value] = {}
    for place in places:
        if isinstance(place, Link):
            if place in drawn:
                result[place] = drawn[place]
            elif place.first in drawn and place.second in drawn:
                result[place] = drawn[place.first] != drawn[place.second]
        elif place in drawn:
            result[place] = drawn[place] is not False
    return result
