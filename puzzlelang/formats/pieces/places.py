"""The places of a layer, in the order in which outside formats speak of them."""

from collections.abc import Mapping, Sequence
from itertools import chain

from puzzlelang.geometry.places import Border, Link, Place, Region
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.geometry.sorts import Sort
from puzzlelang.typed.ir import Find, FunctionKind, Given, PartitionKind, SetKind, SingleKind


def places(
    item: Given | Find,
    geometry: Geometry,
    partitions: Mapping[str, Sequence[Region]],
    *,
    labels: bool,
    by_rows: bool = False,
) -> Sequence[Place | None]:
    """The places that a layer which fills `item` is about: one None for a single value.

    Lines are columns from the left, then rows from the top; views those at the top, the bottom, the left and the right;
    links those that vertical borders cut, row by row, then the others, and so are the links of a partition; borders in
    the same order, rim included; regions by their first cell in column order, or in reading order (`by_rows`).
    """
    match item.kind:
        case SingleKind():
            return (None,)
        case PartitionKind():
            return geometry.cells if labels else ordered_links(geometry)
        case SetKind(sort) | FunctionKind(sort=sort):
            partition = item.kind.partition if isinstance(item.kind, FunctionKind) else None
            regions = partitions.get(partition, ()) if partition else tuple(chain.from_iterable(partitions.values()))
            return regions if by_rows and sort is Sort.REGION else _of_sort(sort, geometry, regions)


def _of_sort(sort: Sort, geometry: Geometry, regions: Sequence[Region]) -> Sequence[Place]:
    match sort:
        case Sort.CELL:
            return geometry.cells
        case Sort.LINK:
            return ordered_links(geometry)
        case Sort.BORDER:
            return ordered_borders(geometry)
        case Sort.CORNER:
            return geometry.corners
        case Sort.LINE:
            return geometry.columns + geometry.rows
        case Sort.VIEW:
            return geometry.views
        case _:
            return sorted(regions, key=lambda region: min((cell.column, cell.row) for cell in region.cells))


def ordered_links(geometry: Geometry) -> Sequence[Link]:
    """Links between left and right row by row, then those between above and below row by row."""
    return sorted(geometry.links, key=lambda link: (link.lattice[0] % 2 == 0, link.lattice))


def ordered_borders(geometry: Geometry) -> Sequence[Border]:
    """Vertical borders row by row, then horizontal ones row by row, rim included."""
    return sorted(geometry.borders, key=lambda border: (border.lattice[0] % 2 == 0, border.lattice))
