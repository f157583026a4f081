"""Pieces of Puzzle Team tasks that are items and gaps between them.

Each `scan_…` reads as far as its piece goes, for any size of the board; each `write_…` is its inverse.
"""

from collections.abc import Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.places import lattice_slots
from puzzlelang.formats.pieces.reader import MAX_DIGITS, TextReader

LONGEST_SKIP = 25
"""The longest gap before a mark (`y`), and the number of places that `z` skips without a mark."""


def scan_signs(reader: TextReader) -> Sequence[Layer]:
    """A digit or a capital letter for a place; a small one for 1 to 26 places without."""
    result: list[PlacedItem | None] = []
    while (sign := reader.peek()) and sign in digits + ascii_uppercase + ascii_lowercase:
        start = reader.at
        reader.at += 1
        if sign in ascii_lowercase:
            _skip(reader, result, _rank(sign))
        else:
            result.append(PlacedItem(int(sign) if sign in digits else sign, reader.span(start)))
    return [result]


def write_signs(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `scan_signs`."""
    (layer,) = layers
    return _with_runs([None if value is None else _sign(value) for value in layer])


def _sign(value: RawItem) -> str:
    written = str(value)
    if len(written) != 1 or written not in digits + ascii_uppercase:
        raise unwritable_error(value, "a single digit or capital letter")
    return written


def scan_numbers(reader: TextReader) -> Sequence[Layer]:
    """A number for a place, `_` between two that would run together; a small letter for places without."""
    result: list[PlacedItem | None] = []
    while (sign := reader.peek()) and sign in digits + ascii_lowercase:
        start = reader.at
        if sign in ascii_lowercase:
            reader.at += 1
            _skip(reader, result, _rank(sign))
            continue
        value = reader.number("a clue")
        result.append(PlacedItem(value, reader.span(start)))
        if reader.peek() == "_":
            reader.at += 1
            if reader.peek() not in set(digits):
                raise reader.wrong("behind `_` should stand another number")
    return [result]


def write_numbers(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `scan_numbers`."""
    (layer,) = layers
    words = [None if value is None else number(value) for value in layer]
    apart = [word and f"_{word}" if index and words[index - 1] else word for index, word in enumerate(words)]
    return _with_runs(apart)


def scan_circles(reader: TextReader) -> Sequence[Layer]:
    """A capital letter and a number for a place, a layer for each; a small letter for places without."""
    letters: list[PlacedItem | None] = []
    numbers: list[PlacedItem | None] = []
    while (sign := reader.peek()) and sign in ascii_uppercase + ascii_lowercase:
        start = reader.at
        reader.at += 1
        if sign in ascii_lowercase:
            _skip(reader, letters, _rank(sign))
            _skip(reader, numbers, _rank(sign))
            continue
        letters.append(PlacedItem(sign, reader.span(start)))
        numbers.append(PlacedItem(reader.number(f"the number of the `{sign}`"), reader.span(start + 1)))
    return [letters, numbers]


def write_circles(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `scan_circles`."""
    if len(layers) == 1:
        raise fail("E208", "the circles of a task have numbers, and the rules name none")
    result = [
        None if letter is None and value is None else _letter(letter) + number(value)
        for letter, value in zip(*layers, strict=True)
    ]
    return _with_runs(result)


def _letter(value: RawItem) -> str:
    written = _sign(value)
    if written in digits:
        raise unwritable_error(value, "a capital letter")
    return written


def scan_gaps(reader: TextReader) -> Sequence[Layer]:
    """The gap before each marked place: `_` for none, `a` to `y` for 1 to 25, `z` for 25 without a mark behind.

    The end of the board counts as marked, so the last gap says how many places are left.
    """
    result: list[PlacedItem | None] = []
    ended = False
    while (sign := reader.peek()) and sign in "_" + ascii_lowercase:
        start = reader.at
        reader.at += 1
        ended = sign != "z"
        _skip(reader, result, 0 if sign == "_" else min(_rank(sign), LONGEST_SKIP))
        if ended:
            result.append(PlacedItem(1, reader.span(start)))
    if not ended:
        raise reader.wrong("here should stand how many places are left behind the last mark, as a letter")
    return [result[:-1]]


def write_gaps(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `scan_gaps`."""
    (layer,) = layers
    result, gap = "", 0
    for value in [*layer, 1]:
        if value is None:
            gap += 1
            continue
        longest = max(0, gap - 1) // LONGEST_SKIP
        result += "z" * longest + "_abcdefghijklmnopqrstuvwxy"[gap - longest * LONGEST_SKIP]
        gap = 0
    return result


def number(value: RawItem) -> str:
    """The text of a number.  Raises `Failed` for other items, and for numbers too long to read back."""
    written = str(value)
    if not (written.isascii() and written.isdigit() and len(written) <= MAX_DIGITS):
        raise unwritable_error(value, "a number")
    return written


def unwritable_error(value: RawItem, wanted: str) -> Failed:
    """The error for an item that a task has no text for."""
    if value is None:
        problem = f"a task has {wanted} at every place here, and on this board one or more are missing"
        return fail("E208", problem)
    return fail("E208", f"`{value}` cannot be written into a task: there stands {wanted}")


def _rank(letter: str) -> int:
    return ascii_lowercase.index(letter) + 1


def _skip(reader: TextReader, placed_items: list[PlacedItem | None], amount: int) -> None:
    # No layer has more than four times as many places as the board has cells.
    if len(placed_items) > 4 * (most := most_cells()):
        raise reader.wrong(f"no board has more than {most:,} cells")
    placed_items += [None] * amount


def _with_runs(words: Sequence[str | None]) -> str:
    """Join the words; runs of None become letters, `a` to `z` for 1 to 26 places without a word."""
    result, gap = "", 0
    for word in [*words, ""]:
        if word is None:
            gap += 1
            continue
        result += "z" * (gap // 26) + (ascii_lowercase[gap % 26 - 1] if gap % 26 else "") + word
        gap = 0
    return result


def read_dot_gaps(reader: TextReader, counts: Sequence[int], board: BoardContext) -> Sequence[Layer]:
    """Gaps before dots in cells, on links and corners: `a` to `y` for 0 to 24, `z` for 25 without a dot.

    A small letter ends in a white dot (W), a capital in a black one (B).  The rest behind the last dot is empty.
    """
    slots = list(lattice_slots(board.geometry).values())
    layers: list[list[PlacedItem | None]] = [[None] * count for count in counts]
    at = 0
    while (sign := reader.peek()) and sign in ascii_letters and sign != "Z":
        start = reader.at
        reader.at += 1
        at += ascii_lowercase.index(sign.lower())
        if sign == "z":
            continue
        if at >= len(slots):
            raise reader.wrong("this dot lies beyond the end of the board", start=start)
        layer, index = slots[at]
        if layer >= len(layers):
            raise reader.wrong("this dot lies where the rules have none", start=start)
        layers[layer][index] = PlacedItem("W" if sign in ascii_lowercase else "B", reader.span(start))
        at += 1
    return layers


def write_dot_gaps(layers: Sequence[Sequence[RawItem]], board: BoardContext) -> str:
    """The inverse of `read_dot_gaps`."""
    result, gap = "", 0
    for layer, index in lattice_slots(board.geometry).values():
        value = layers[layer][index] if layer < len(layers) else None
        if value is None:
            gap += 1
            continue
        if value not in ("W", "B"):
            raise unwritable_error(value, "W or B")
        letter = ascii_lowercase[gap % LONGEST_SKIP]
        result += "z" * (gap // LONGEST_SKIP) + (letter if value == "W" else letter.upper())
        gap = 0
    return result
