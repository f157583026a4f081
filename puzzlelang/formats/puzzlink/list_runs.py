"""Pieces of puzz.link URLs that are lists of digits in some places."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Codec, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.tokens import BASE36, unwritable_error
from puzzlelang.puzzle import UNKNOWN, Unknown

_DIGITS = BASE36[:10]
"""0 is `?`."""


def list_runs(skips: str, *, ended: bool = False) -> Codec:
    """Return a codec of lists of digits, and of letters of `skips` that say where the next list lies.

    The n-th letter goes on by n places from the last list, or from where the last letter led.  The places behind the
    last list may be left out; with `ended` a `/` stands there.
    """

    def decode(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
        result: list[PlacedItem | None] = [None] * counts[0]
        at, after_list = 0, False
        while at < counts[0] and not reader.done and reader.peek() != "/":
            start = reader.at
            digits = "" if after_list else reader.run(_DIGITS)
            if digits:
                numbers = tuple(int(digit) or UNKNOWN for digit in digits)
                result[at] = PlacedItem(numbers, reader.span(start))
                at, after_list = at + 1, True
                continue
            sign = reader.take("a list of digits, or how far the next one lies")
            if sign not in skips:
                raise reader.wrong(f"`{sign}` is neither a digit nor `{skips[0]}` to `{skips[-1]}`", start=start)
            at, after_list = at + skips.index(sign) + (not after_list), False
        if ended and not reader.done and reader.peek() == "/":
            reader.literal("/")
        return [result]

    def encode(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
        text, places = "", 0
        for value in layers[0]:
            if value is None:
                places += 1
                if places == len(skips):
                    text, places = text + skips[-1], 0
                continue
            text += (skips[places - 1] if places else "") + _digits(value)
            places = 1
        rest = skips[places - 1] if places > 1 else ""
        return text + (rest or ("/" if ended else ""))

    return Codec(decode, encode)


def _digits(value: RawItem) -> str:
    numbers = value if isinstance(value, tuple) else (value,)
    signs = [0 if isinstance(number, Unknown) else number for number in numbers]
    fits = all(
        isinstance(sign, int) and (0 < sign <= 9 or number is not sign)
        for sign, number in zip(signs, numbers, strict=True)
    )
    if not signs or not fits:
        raise unwritable_error("lists of digits from 1 to 9", value)
    return "".join(map(str, signs))


LISTS = list_runs(BASE36[10:])
"""a goes on by one place, z by 26."""

TIED_LISTS = list_runs(BASE36[20:], ended=True)
"""k goes on by one place, z by 16; at the end stands `/` where no letter does."""
