"""Two-way combinators of codecs: each reads and writes from one definition."""

from collections.abc import Callable, Collection, Sequence
from itertools import chain, islice

import msgspec

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.tokens import read_runs, write_runs


def runs(
    read: Callable[[TextReader, str, int], RawItem],
    write: Callable[[RawItem], str],
    skips: str,
    *,
    by_rows: bool = False,
) -> Codec:
    """Return a codec of tokens of one item and of letters of `skips` for runs of empty places.

    A run may go on in the next layer.  `read` takes the reader behind the first character of a token, this character,
    and its offset; `write` is the inverse of `read`.
    """

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        result = read_runs(reader, sum(counts), skips, lambda sign, start: (read(reader, sign, start),))
        whole = iter(_part(reader, result, 0))
        return [list(islice(whole, places)) for places in counts]

    def encode(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        return write_runs([None if value is None else write(value) for value in chain(*layers)], skips)

    return Codec(decode, encode, by_rows=by_rows)


def joint_runs(
    read: Callable[[TextReader, str, int], tuple[RawItem, ...]],
    write: Callable[..., str],
    skips: str,
    parts: int,
) -> Codec:
    """A codec as `runs`, with tokens of several parts: the n-th layer has the n-th part of each."""

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        result = read_runs(reader, counts[0], skips, lambda sign, start: read(reader, sign, start))
        return [_part(reader, result, part) for part in range(parts)]

    def encode(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        rows = zip(*layers, strict=True)
        return write_runs([None if all(part is None for part in row) else write(*row) for row in rows], skips)

    return Codec(decode, encode)


def optional(codec: Codec, blanks: Collection[RawItem]) -> Codec:
    """A codec of one layer whose text is left out at the end of a part, if there are only `blanks`."""

    def decode(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        return [[None] * places for places in counts] if reader.closed else codec.decode(reader, counts, board)

    def encode(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        return "" if all(value in blanks for value in layers[0]) else codec.encode(layers, board)

    return msgspec.structs.replace(codec, decode=decode, encode=encode)


def in_order(codec: Codec, order: Callable[[BoardContext], Sequence[int]]) -> Codec:
    """A codec of one layer whose text has the places of `order`, by their index in the layer, in that order."""

    def decode(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
        indices = order(board)
        (result,) = codec.decode(reader, [len(indices)], board)
        layer: list[PlacedItem | None] = [None] * counts[0]
        for index, item in zip(indices, result, strict=True):
            layer[index] = item
        return [layer]

    def encode(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
        return codec.encode([[layers[0][index] for index in order(board)]], board)

    return msgspec.structs.replace(codec, decode=decode, encode=encode)


def _part(
    reader: TextReader, result: Sequence[tuple[tuple[RawItem, ...], int, int] | None], part: int
) -> list[PlacedItem | None]:
    return [
        None
        if token is None or token[0][part] is None
        else PlacedItem(token[0][part], reader.source.span(token[1], token[2]))
        for token in result
    ]
