"""Pieces of puzz.link URLs with letters that the `read` statement defines, and numbers packed of several."""

from collections.abc import Mapping, Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.keys import fill, is_offset, is_open
from puzzlelang.formats.pieces.layers import join_digits, split_digits
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.numbers import NUMBER16
from puzzlelang.formats.puzzlink.tokens import as_hexadecimal, hexadecimal, unwritable_error
from puzzlelang.typed.ir import PieceEntry


def read_letters(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Read items and runs by the longest key of an entry that stands here; without one, a hexadecimal number.

    After the prefix of an open key such as `"o*"` a hexadecimal number follows.  A run may go beyond the last place.
    """
    entries = _longest_first(board)
    result: list[PlacedItem | None] = []
    while len(result) < counts[0]:
        start = reader.at
        if reader.done:
            reader.take(f"{counts[0] - len(result)} more places")
        entry = next((entry for entry in entries if reader.peek(len(_front(entry))) == _front(entry)), None)
        if entry is None:
            result.append(PlacedItem(hexadecimal(reader, reader.take("an item"), start), reader.span(start)))
            continue
        reader.literal(_front(entry))
        if entry.skip:
            result += [None] * entry.skip
        elif is_open(entry.key):
            begin = reader.at
            number = hexadecimal(reader, reader.take("a hexadecimal number"), begin)
            result.append(PlacedItem(f"{_front(entry)}{number}", reader.span(start)))
        else:
            result.append(PlacedItem(str(entry.key), reader.span(start)))
    return [result[: counts[0]]]


def _longest_first(board: BoardContext) -> list[PieceEntry]:
    keyed = [entry for entry in board.layers[0] if entry.key not in (None, "") and not is_offset(entry.key)]
    return sorted(keyed, key=lambda entry: -len(_front(entry)) + is_open(entry.key) / 2)


def _front(entry: PieceEntry) -> str:
    """The common prefix of the items of an entry."""
    return str(entry.key).removesuffix("*") if is_open(entry.key) else str(entry.key)


def write_letters(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_letters`, with runs as long as they can be."""
    skips = {entry.skip: str(entry.key) for entry in board.layers[0] if entry.skip}
    result, blanks = "", 0
    for value in layers[0]:
        blanks += value is None
        if value is not None:
            result += _run(blanks, skips) + _token(value, board)
            blanks = 0
    return result + _run(blanks, skips)


def _run(places: int, skips: Mapping[int, str]) -> str:
    """Return the text of a run of `places` empty places.  Raises `Failed` if the runs of the statement do not fit."""
    result = ""
    while places:
        fitting = [skip for skip in skips if skip <= places]
        if not fitting:
            raise unwritable_error("items of this type", None)
        result += skips[max(fitting)]
        places -= max(fitting)
    return result


def _token(value: RawItem, board: BoardContext) -> str:
    for entry in board.layers[0]:
        if entry.key is not None and str(entry.key) == str(value):
            return str(entry.key)
        inside = None if is_offset(entry.key) else fill(entry.key, value)
        if inside is not None:
            return _front(entry) + as_hexadecimal(inside)
    return as_hexadecimal(value)


def read_packed(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Numbers as `number16`, each made of the digits of all layers."""
    return split_digits(NUMBER16.decode(reader, counts[:1], board)[0], board)


def write_packed(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_packed`."""
    try:
        return NUMBER16.encode([join_digits(layers, board)], board)
    except ValueError as error:
        raise unwritable_error("packed numbers", str(error)) from None
