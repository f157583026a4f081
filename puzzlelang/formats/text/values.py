"""Reads and writes values as text: numbers, lists, names, directions, `?` and blanks."""

import functools
import re
from collections.abc import Sequence
from typing import assert_never

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted, join_words
from puzzlelang.formats.text.split import TextToken
from puzzlelang.geometry.polyominoes import BANKS, parse_bank
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Unknown, Value
from puzzlelang.typed.checks.kinds import value_kind
from puzzlelang.typed.ir import Base, Given, Item, Notation, ValueKind
from puzzlelang.typed.to_text import with_unknown

BLANKS = frozenset(".-_")
"""Marks for nothing, unless a declaration gives one of them a meaning."""

ARROWS = {"up": "^", "right": ">", "down": "v", "left": "<"}
OBLIQUE_ARROWS = {"up_right": "↗", "down_right": "↘", "down_left": "↙", "up_left": "↖"}
DIRECTION_SPELLINGS = {
    **{spelling: way for way, arrow in ARROWS.items() for spelling in (arrow, way[0], way)},
    **{spelling: way for way, arrow in OBLIQUE_ARROWS.items() for spelling in (arrow, way)},
}


class ValueFault(msgspec.Struct, frozen=True):
    """The reason why a token is no value: `which …`, and advice."""

    reason: str
    help: str


def names(kind: ValueKind, shown: Notation) -> dict[str, str]:
    """Symbol to name, for an enumeration; a name without a symbol is its own, and every name may be written out."""
    symbols = dict(shown.symbols)
    result = {symbols.get(name, name): name for name in kind.members}
    return result | {name: name for name in kind.members if name not in result}


def kind_of(item: Item | None) -> ValueKind:
    """The kind of values of an item, such as those of a margin; a number where there is none."""
    kind = value_kind(item) if item is not None else None
    return kind if kind is not None else ValueKind(Base.NUMBER)


def numeric(kind: ValueKind) -> bool:
    """Whether values are written as digits."""
    return kind.base in {Base.NUMBER, Base.NUMBERS}


@functools.lru_cache(maxsize=4096)
def read_number(text: str) -> int | ValueFault:
    """A number of up to nine digits."""
    if re.fullmatch("[0-9]{1,9}", text):
        return int(text)
    if re.fullmatch("[0-9]+", text):
        return ValueFault("is a number of more than nine digits", "write a smaller number")
    if re.fullmatch("-[0-9]+", text):
        return ValueFault("is a negative number", "write 0 or a larger number")
    return ValueFault("is not a number", "write a number such as 3")


def read_value(item: Item, text: str) -> Value | ValueFault | None:
    """The value of a token, None for a blank; the caller decides whether blanks are allowed."""
    kind, shown = kind_of(item), item.shown
    if kind.base is Base.NAME and text in (known := names(kind, shown)):
        return known[text]
    if kind.base is Base.NUMBER and (number := {mark: name for name, mark in shown.symbols}.get(text)) is not None:
        return int(number)
    if text in BLANKS or not text:
        return None
    if text == "?" and kind.unknown:
        return (UNKNOWN,) if kind.base is Base.NUMBERS else UNKNOWN
    if text == "?" and kind.base is not Base.NUMBERS:
        way_out = "write the value itself, or leave it out" if kind.absent else "write the value itself"
        return ValueFault("does not say a value", f"{way_out}; {declare_unknown(item)}")
    match kind.base:
        case Base.NUMBER:
            return read_number(text)
        case Base.NUMBERS:
            return _list(item, text)
        case Base.NAME:
            options = join_quoted(names(kind, shown), "or")
            return ValueFault(f"is not {options}", did_you_mean(text, names(kind, shown)) or f"write {options}")
        case Base.DIRECTION:
            return DIRECTION_SPELLINGS.get(text) or ValueFault("is not a direction", "write `^`, `>`, `v` or `<`")
        case Base.SHAPES:
            return read_bank(text)
        case _:
            assert_never(kind.base)


def read_bank(text: str) -> Value | ValueFault:
    """The text of a bank of shapes."""
    try:
        return parse_bank(text).text
    except ValueError as error:
        return ValueFault(str(error), f"draw shapes such as `2*###/#.. ##/##`, or write {join_words(BANKS, 'or')}")


def declare_unknown(item: Item, sign: str = str(UNKNOWN)) -> str:
    """Return how the rules allow `?` or `*` in values of an item; what is to be found has no such values."""
    if not isinstance(item, Given):
        return f"`{sign}` is not allowed here"
    return f"`{sign}` is allowed once the rules declare `{with_unknown(item)}`"


_OPEN = {str(sign): sign for sign in (UNKNOWN, SEVERAL)}
_BETWEEN = re.compile(r"\s*,\s*|\s+")
"""What separates the numbers of a list."""


def _list(item: Item, text: str) -> Value | ValueFault:
    kind, numbers = kind_of(item), {symbol: int(number) for number, symbol in item.shown.symbols}
    result: list[int | Unknown] = []
    for part in _BETWEEN.split(text.strip()):
        if part in numbers:
            result.append(numbers[part])
            continue
        if part in _OPEN and kind.unknown:
            result.append(_OPEN[part])
            continue
        if part in _OPEN:
            return ValueFault("leaves numbers open", declare_unknown(item, part))
        number = read_number(part)
        if isinstance(number, ValueFault):
            return ValueFault(
                number.reason if part == text else "is not a list of numbers", "write numbers such as 1,2,3"
            )
        result.append(number)
    return checked_list(kind, result)


def checked_list(kind: ValueKind, numbers: Sequence[int | Unknown]) -> tuple[int | Unknown, ...] | ValueFault:
    """The numbers of a list as a value: a lone 0 is the empty list, a 0 among others may be a `ValueFault`."""
    if list(numbers) == [0]:
        return ()
    if 0 in numbers and not kind.zeros:
        return ValueFault("has a 0 among other numbers", "leave the 0 out; a 0 alone stands for no number at all")
    return tuple(numbers)


def read_hint(item: Item, tokens: Sequence[TextToken]) -> Value | ValueFault | None:
    """The value of one hint; a list may be spread over several tokens."""
    values = [token for token in tokens if token.text not in BLANKS]
    if kind_of(item).base is Base.NUMBERS and len(values) > 1:
        return read_value(item, ",".join(token.text for token in values))
    if len(values) > 1:
        return ValueFault("is more than one value", "write one value")
    return read_value(item, (values or tokens)[0].text) if tokens else None


def write_value(kind: ValueKind, shown: Notation, value: Value) -> str:
    """The token that reads back as the value."""
    if isinstance(value, Unknown):
        return str(value)
    symbols = dict(shown.symbols)
    if isinstance(value, tuple):
        return ",".join(symbols.get(str(part), str(part)) for part in value) or "0"
    match kind.base:
        case Base.NAME:
            return symbols.get(str(value), str(value))
        case Base.DIRECTION:
            return (ARROWS | OBLIQUE_ARROWS).get(str(value), str(value))
        case Base.NUMBER | Base.NUMBERS:
            number = str(int(value)) if isinstance(value, bool) else str(value)
            return symbols.get(number, number)
        case Base.SHAPES:
            return str(value)
        case _:
            assert_never(kind.base)


def sample(kind: ValueKind, shown: Notation) -> str:
    """One value as an example in advice."""
    match kind.base:
        case Base.NUMBER:
            return "3"
        case Base.NUMBERS:
            return "1,2"
        case Base.NAME:
            return next(iter(names(kind, shown)), "?")
        case Base.DIRECTION:
            return ">"
        case Base.SHAPES:
            return "2*###/#.. ##/##"
        case _:
            assert_never(kind.base)
