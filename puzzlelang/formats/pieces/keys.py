"""Pattern keys of entries: `"o*"` for an `o` before a number, `"1+*"` for a number one less."""

import re

from puzzlelang.formats.pieces.codec import RawItem
from puzzlelang.puzzle import UNKNOWN

_MORE = re.compile(r"(\d{1,6})\+\*")
_MOST_DIGITS = 6


def is_open(key: int | str | None) -> bool:
    """Whether a key is a pattern."""
    return isinstance(key, str) and "*" in key and key != "*"


def is_offset(key: int | str | None) -> bool:
    """Whether a key has the form `"1+*"`: a pattern of numbers, not of texts."""
    return isinstance(key, str) and _MORE.fullmatch(key) is not None


def fill(key: int | str | None, item: RawItem) -> RawItem:
    """The number or word that stands for the `*` of a pattern in an item; None if the item does not match."""
    if not isinstance(key, str) or not is_open(key):
        return None
    more = _MORE.fullmatch(key)
    if more:
        return item - int(more[1]) if isinstance(item, int) and item >= int(more[1]) else None
    before, _, behind = key.partition("*")
    text = item_text(item)
    inside = text[len(before) : len(text) - len(behind)]
    if not (inside and text == before + inside + behind):
        return None
    number = inside.isascii() and inside.isdigit() and len(inside) <= _MOST_DIGITS
    return int(inside) if number else inside


def item_text(item: RawItem) -> str:
    """An item as keys name it: a list of numbers with commas between them; empty for what no pattern can name."""
    if isinstance(item, tuple):
        return "" if UNKNOWN in item else ",".join(map(str, item))
    return str(item) if isinstance(item, int | str) else ""


def unfill(key: str, value: RawItem) -> RawItem:
    """The item of a pattern that holds a value: the inverse of `fill`, None if there is none."""
    more = _MORE.fullmatch(key)
    if more:
        return value + int(more[1]) if isinstance(value, int) and value >= 0 else None
    item = key.replace("*", str(value), 1)
    return item if isinstance(value, int | str) and fill(key, item) == value else None
