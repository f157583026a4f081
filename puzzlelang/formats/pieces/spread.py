"""Items of regions that a format writes into one of their cells."""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.codec import Layer, PlacedItem, RawItem
from puzzlelang.geometry.places import Region
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.puzzle import Key


def gather_items(places: Sequence[Key], layer: Layer) -> Layer:
    """The item of each region from one for each cell; other places keep theirs.

    Raises `Failed` for a second item in a region, and for one in a cell of none.
    """
    if any(not isinstance(place, Region) for place in places):
        return layer
    owner = {cell.index: place for place in places if isinstance(place, Region) for cell in place.cells}
    found: dict[Region, PlacedItem] = {}
    for index, told in enumerate(layer):
        if told is None:
            continue
        region = owner.get(index)
        if region is None or region in found:
            problem = "this cell belongs to no region" if region is None else "its region has a value already"
            raise fail("E204", f"`{told.value}` means nothing here: {problem}", told.span)
        found[region] = told
    return [found.get(place) if isinstance(place, Region) else None for place in places]


def scatter_items(places: Sequence[Key], layer: list[RawItem], geometry: Geometry) -> list[RawItem]:
    """The inverse of `gather_items`: the item of a region stands in the upper cell of its first column."""
    if any(not isinstance(place, Region) for place in places):
        return layer
    found: list[RawItem] = [None] * len(geometry.cells)
    for place, value in zip(places, layer, strict=True):
        if isinstance(place, Region):
            found[min(place.cells, key=lambda cell: (cell.column, cell.row)).index] = value
    return found
