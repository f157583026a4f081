"""Runs a `read` statement over a text, forwards and backwards."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.pieces.codec import BoardContext, Borders, Codec, Layer, RawItem
from puzzlelang.formats.pieces.flags import CHOICES
from puzzlelang.formats.pieces.items_to_values import apply_item, target
from puzzlelang.formats.pieces.layers import gather_items, scatter_items
from puzzlelang.formats.pieces.places import places
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft, declaration
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite, items
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Region
from puzzlelang.puzzle import Key
from puzzlelang.typed import ir

OF_FRAME = CHOICES | {"bricks"}
"""Pieces that each format reads and writes itself, with the frame of its texts."""


def read_pieces(
    draft: PuzzleDraft,
    reading: ir.Reading,
    reader: TextReader,
    board: BoardContext,
    codecs: Mapping[str, Codec],
    *,
    drawing: bool = False,
    over: Callable[[TextReader], bool] | None = None,
) -> None:
    """Reads the pieces of a statement one after another into the draft.  Raises `Failed`.

    What regions have waits for these where an item stands in one of their cells.  The format itself reads flags, and
    decides whether anything may follow.  `over` says whether nothing more stands in a text whose format may end early:
    behind its options (nothing stands on the board), or where only what is to be found is left.
    """
    put_off: list[tuple[tuple[ir.PieceEntry, ...], Layer, ir.ReadPiece, Codec]] = []

    def apply_layer(entries: tuple[ir.PieceEntry, ...], layer: Layer, piece: ir.ReadPiece, codec: Codec) -> None:
        # A layer may have items for the regions that the previous layer defined.
        by = msgspec.structs.replace(codec, labels=codec.labels and not isinstance(layer, Borders))
        those = _places(draft.rules, entries, draft.geometry, draft.partitions, by, board)
        layer_items = gather_items(those, layer) if codec.spread else layer
        apply_item(draft, entries, those, layer_items, what=f"`{piece.word}`", drawing=drawing)

    blank = False
    for number, piece in enumerate(reading.pieces):
        if piece.literal:
            reader.literal(piece.word)
            continue
        if piece.word in OF_FRAME:
            continue
        if over is not None and not blank and over(reader):
            if _fills_alone(ir.Find, draft.rules, reading.pieces[number:]):
                break
            blank = _fills_alone(ir.Option, draft.rules, reading.pieces[:number])
        codec = codecs[piece.word]
        draft.part_at_missing_cells()
        if blank:
            codec = msgspec.structs.replace(codec, labels=False)
        places_of_layers = [
            _places(draft.rules, layer, draft.geometry, draft.partitions, codec, board) for layer in piece.layers
        ]
        here = msgspec.structs.replace(board, layers=piece.layers, rules=draft.rules)
        result: Sequence[Layer] = [[None] * len(those) for those in places_of_layers]
        if not blank:
            result = codec.decode(reader, [len(those) for those in places_of_layers], here)
        for entries, layer in zip(piece.layers, result, strict=False):
            if codec.spread and _regions_are_open(draft, entries):
                put_off.append((entries, layer, piece, codec))
            else:
                apply_layer(entries, layer, piece, codec)
    if put_off:
        draft.part_at_missing_cells()
    for waiting in put_off:
        apply_layer(*waiting)


def _fills_alone(sort: type[ir.Find | ir.Option], rules: ir.Ruleset, pieces: Sequence[ir.ReadPiece]) -> bool:
    """Whether pieces fill nothing but finds, or nothing but options."""
    effects = [effect for piece in pieces for layer in piece.layers for entry in layer for effect in entry.effects]
    return all(isinstance(declaration(rules, effect.name), sort) for effect in effects)


def _regions_are_open(draft: PuzzleDraft, entries: Sequence[ir.PieceEntry]) -> bool:
    """Whether entries fill regions that no piece has read so far."""
    item = target(draft.rules, entries)
    partition = item.kind.partition if isinstance(item, ir.Given) and isinstance(item.kind, ir.FunctionKind) else None
    return partition is not None and draft.rules.given(partition) is not None and partition not in draft.partitions


def read_whole(
    draft: PuzzleDraft,
    reading: ir.Reading,
    reader: TextReader,
    board: BoardContext,
    codecs: Mapping[str, Codec],
    *,
    ending: str = "",
) -> None:
    """Reads the pieces of a statement, behind which nothing follows but perhaps an `ending`.  Raises `Failed`."""
    read_pieces(draft, reading, reader, board, codecs)
    if ending and reader.rest == ending:
        reader.literal(ending)
    if not reader.done:
        raise left_over_error(reader, reading)


def left_over_error(reader: TextReader, reading: ir.Reading) -> Failed:
    """The error for text behind the last piece of a statement."""
    last = next((piece.word for piece in reversed(reading.pieces)), "")
    shown = f"`{reader.rest.split()[0][:20]}`" if reader.rest.strip() else "this"
    where = f" with `{last}`" if last else ""
    problem = f"{shown} is more than the board has room for: a `{reading.type}` ends{where}"
    hint = "the text is of another size or form than the statement reads"
    return reader.wrong(problem, hint=f"{hint}, or a piece of the statement does not fit it")


def write_pieces(shown: PuzzleToWrite, reading: ir.Reading, board: BoardContext, codecs: Mapping[str, Codec]) -> str:
    """The text of the pieces of a statement: the inverse of `read_pieces`."""
    result = []
    for piece in reading.pieces:
        if piece.literal:
            result.append(piece.word)
            continue
        if piece.word in OF_FRAME:
            continue
        codec = codecs[piece.word]
        try:
            here = msgspec.structs.replace(board, layers=piece.layers, rules=shown.rules)
            layers = piece_items(shown, piece, codec, board)
            result.append(codec.encode(layers, here))
        except Failed as failure:
            raise _about(failure, piece) from None
    return "".join(result)


def _about(failure: Failed, piece: ir.ReadPiece) -> Failed:
    """Return the error of an encoder; a diagnostic without help gets one that names what the piece writes."""
    names = dict.fromkeys(f"`{e.name}`" for layer in piece.layers for entry in layer for e in entry.effects)
    hint = (
        f"`{piece.word}` writes {join_words(list(names))}" if names else f"`{piece.word}` writes nothing of the board"
    )
    return Failed([item if item.help else msgspec.structs.replace(item, help=hint) for item in failure.diagnostics])


def piece_items(
    shown: PuzzleToWrite, piece: ir.ReadPiece, codec: Codec, board: BoardContext | None = None
) -> list[list[RawItem]]:
    """The items of a piece: for each layer those of its places.

    On a `board` with walls a partition has a mark for each link even where the piece has labels for it in most texts.
    """
    geometry, partitions = shown.puzzle.geometry, shown.puzzle.partitions
    board = board or BoardContext(geometry)
    if board.with_walls:
        codec = msgspec.structs.replace(codec, labels=False)
    places_of_layers = [_places(shown.rules, entries, geometry, partitions, codec, board) for entries in piece.layers]
    result = [items(shown, entries, those) for entries, those in zip(piece.layers, places_of_layers, strict=True)]
    if codec.spread:
        return [scatter_items(those, layer, geometry) for those, layer in zip(places_of_layers, result, strict=True)]
    return result


def _places(
    rules: ir.Ruleset,
    entries: tuple[ir.PieceEntry, ...],
    geometry: Geometry,
    partitions: Mapping[str, Sequence[Region]],
    codec: Codec,
    board: BoardContext,
) -> Sequence[Key]:
    item = target(rules, entries)
    if item is None or isinstance(item, ir.Option):
        return (None,)
    by = {"labels": codec.labels, "by_rows": codec.by_rows, "any_order": board.any_order}
    return places(item, geometry, partitions, **by, order=board.order)
