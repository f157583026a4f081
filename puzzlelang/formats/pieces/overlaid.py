"""Several layers about the same places that share one item for each."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.keys import fill
from puzzlelang.typed.ir import PieceEntry


def split_layer(layer: Layer, board: BoardContext) -> list[Layer]:
    """A layer for each one of the statement, with the items that it has an entry for; the first has those of none."""
    if len(board.layers) < 2:
        return [layer] * len(board.layers)
    found: list[list[PlacedItem | None]] = [[] for _ in board.layers]
    for told in layer:
        takers = [told is not None and _takes(entries, told.value) for entries in board.layers]
        for index, one in enumerate(found):
            one.append(told if takers[index] or (index == 0 and not any(takers)) else None)
    return list(found)


def _takes(entries: Sequence[PieceEntry], item: RawItem) -> bool:
    return any(
        entry.key is None or str(entry.key) == str(item) or fill(entry.key, item) is not None for entry in entries
    )


def merged(layers: Sequence[Sequence[RawItem]]) -> list[RawItem]:
    """One item for each place, of the first layer that has one; what gets lost is found when it is read again."""
    return [next((item for item in items if item is not None), None) for items in zip(*layers, strict=True)]
