"""The pieces of Puzzle Team tasks by name."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Decode, Layer, PlacedItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzleteam import gaps, lists
from puzzlelang.formats.puzzleteam.lists import Scan

SCANS: dict[str, Scan] = {
    "circles": gaps.scan_circles,
    "counts": lists.scan_list("_", "a hint"),
    "gaps": gaps.scan_gaps,
    "hints": lists.scan_list(",", "a hint"),
    "labels": lists.scan_list(",", "the number of a region"),
    "numbers": gaps.scan_numbers,
    "runs": lists.scan_runs,
    "signs": gaps.scan_signs,
    "width": lambda _: (),
}
"""The pieces that can be read before the size of the board is known."""


def _exactly(scan: Scan) -> Decode:
    """Return a decoder that calls `scan` and raises `Failed` if a layer has not one item for each place."""

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        start = reader.at
        layers = scan(reader)
        for layer, amount in zip(layers, counts, strict=False):
            if len(layer) != amount:
                raise reader.wrong(f"this has {len(layer)} places, and the board has {amount}", start=start)
        return layers

    return decode


def _read_width(reader: TextReader, _: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """The number of columns, for which nothing is written."""
    return [[PlacedItem(board.geometry.width, reader.span(reader.at))]]


CODECS: dict[str, Codec] = {
    "circles": Codec(_exactly(SCANS["circles"]), gaps.write_circles),
    "counts": Codec(_exactly(SCANS["counts"]), lists.write_list("_")),
    "dots": Codec(gaps.read_dot_gaps, gaps.write_dot_gaps),
    "gaps": Codec(_exactly(SCANS["gaps"]), gaps.write_gaps),
    "hints": Codec(_exactly(SCANS["hints"]), lists.write_list(",")),
    "labels": Codec(_exactly(SCANS["labels"]), lists.write_labels, labels=True),
    "numbers": Codec(_exactly(SCANS["numbers"]), gaps.write_numbers),
    "runs": Codec(_exactly(SCANS["runs"]), lists.write_runs),
    "signs": Codec(_exactly(SCANS["signs"]), gaps.write_signs),
    "width": Codec(_read_width, lambda _, __: ""),
}
