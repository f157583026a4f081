"""Derives the look of each declaration: from its type, symbols and names, then from `draw` statements."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from puzzlelang.geometry.sorts import COMPASS_NAMES, WINDS, Sort
from puzzlelang.typed import ir
from puzzlelang.typed.ir import Item
from puzzlelang.typed.styles import LookByValue
from puzzlelang.typed.words.look_words import COLOURS, SHAPES, LookTarget

_SIGNS = {
    "o": "circle",
    "O": "circle",
    "*": "disc",
    "%": "disc",
    "x": "cross",
    "+": "plus",
    "-": "minus",
    "=": "equals",
    "|": "bars",
    "^": "triangle",
    "\\": "diagonal",
    "/": "antidiagonal",
    ".": "nothing",
    "#": "fill",
}
"""What the symbols of board texts stand for."""

_STROKES = {"=": "level", "-": "level", "|": "upright", "+": "crossing"}
"""What they stand for in cells, if one of the values is `|`."""

_WALLS = frozenset("|")
_NUMBER_OF_LINES = {0: "nothing", 1: "single line", 2: "double line", 3: "triple line"}
"""What a number on a link stands for, where one of the numbers is more than 1."""


def letters(item: Item) -> Mapping[str, str]:
    """The symbols of an item that are letters, by the name or number that they stand for: so players call it."""
    return {name: symbol for name, symbol in item.shown.symbols if name and symbol.isalpha()}


class Look(msgspec.Struct, frozen=True):
    """The look of a value: a shape of `typed.words.look_words`; other attributes if they are not the default."""

    shape: str
    colour: str = ""
    slot: str = ""
    size: str = ""


class Appearance(msgspec.Struct, frozen=True):
    """The looks of a declaration's values: `each` by name or number, `others` for the rest."""

    others: Look
    each: Mapping[str, Look] = msgspec.field(default_factory=dict)

    def of(self, value: object) -> Look:
        """The look of a value; True is membership."""
        return self.each.get(str(value), self.others)


def appearance(rules: ir.Ruleset, item: Item) -> Appearance:
    """The looks of a given or a find."""
    result = _plain(item)
    style = next((style for style in rules.styles if style.name == item.name), None)
    each, others = dict(result.each), result.others
    if _is_number_of_regions(item) and _leaves_room(rules):
        others = msgspec.structs.replace(others, size="large")
    for look in sorted(style.looks if style else (), key=lambda look: look.value != ""):
        if look.value:
            each[look.value] = _override(each.get(look.value, others), look)
        else:
            others = _override(others, look)
            each = {value: _override(plain, look) for value, plain in each.items() if plain.shape != "nothing"} | {
                value: plain for value, plain in each.items() if plain.shape == "nothing"
            }
    return Appearance(others, each)


def _is_number_of_regions(item: Item) -> bool:
    """Whether an item is a number that stands in a corner of each region."""
    kind = item.kind
    return (
        isinstance(item, ir.Given)
        and isinstance(kind, ir.FunctionKind)
        and kind.sort is Sort.REGION
        and kind.value.base is ir.Base.NUMBER
    )


def _leaves_room(rules: ir.Ruleset) -> bool:
    """Whether a corner of a cell has room for one larger number, as finds are only shades, lines or borders."""
    return sum(map(_is_number_of_regions, rules.givens)) == 1 and not any(map(_is_written, rules.finds))


def _is_written(find: ir.Find) -> bool:
    """Whether a find is seen as text or signs in cells."""
    kind = find.kind
    if find.hidden or not isinstance(kind, ir.FunctionKind | ir.SetKind) or kind.sort is not Sort.CELL:
        return False
    look = _plain(find)
    if isinstance(kind, ir.SetKind):
        return look.others.shape not in ("fill", "nothing")
    shown = [look.of(name) for name in kind.value.members] or [look.others]
    return any(one.shape == "text" for one in shown)


def _override(plain: Look, look: LookByValue) -> Look:
    return Look(
        look.shape or plain.shape,
        look.colour or ("" if look.shape else plain.colour),
        look.slot or plain.slot,
        look.size or plain.size,
    )


def _plain(item: Item) -> Appearance:
    """The look without `draw`."""
    symbols = dict(item.shown.symbols)
    match item.kind:
        case ir.SetKind(sort):
            symbol = "" if sort is Sort.LINK and isinstance(item, ir.Find) else symbols.get("", "")
            return Appearance(_of_set(item.name, sort, symbol))
        case ir.PartitionKind(absent):
            result = isinstance(item, ir.Find)
            return Appearance(Look("areas" if result else "cages" if absent else "rooms"))
        case ir.GroupsKind(_, ordered):
            return Appearance(Look("line" if ordered else "cages"))
        case ir.FunctionKind(sort, value=held):
            return _of_function(sort, held, symbols)
        case ir.SingleKind():
            return Appearance(Look("text"))
        case _:
            assert_never(item.kind)


def _of_set(name: str, sort: Sort, symbol: str) -> Look:
    match sort:
        case Sort.CELL | Sort.REGION if symbol in ("", "#"):
            return Look("fill")
        case Sort.LINK if symbol and symbol[0] in _WALLS:
            return Look("wall")
        case Sort.LINK if symbol in ("", "#", "+", "=", "-|"):
            return Look("line")
        case Sort.BORDER:
            return Look("line")
        case _:
            return _of_name(name, symbol, sort, pipes=False) if symbol else Look("disc")


def _of_function(sort: Sort, held: ir.ValueKind, symbols: Mapping[str, str]) -> Appearance:
    match held.base:
        case ir.Base.DIRECTION:
            return Appearance(Look("arrow"))
        case ir.Base.NAME:
            pipes = sort is Sort.CELL and "|" in symbols.values()
            each = {name: _of_name(name, symbols.get(name, ""), sort, pipes=pipes) for name in held.members}
            return Appearance(Look("text"), each)
        case ir.Base.NUMBER if sort is Sort.LINK and symbols:
            several = max(map(int, symbols)) > 1
            each = {number: Look(_NUMBER_OF_LINES.get(int(number), "text")) for number in symbols}
            each |= {"1": Look("line")} if "1" in each and not several else {}
            return Appearance(Look("text"), each)
        case ir.Base.NUMBER:
            each = {
                number: Look(_SIGNS[symbol] if sort is Sort.CELL else "nothing" if symbol == "." else "text")
                for number, symbol in symbols.items()
                if symbol in "#."
            }
            return Appearance(Look("circle" if sort in (Sort.CORNER, Sort.LINK) else "text"), each)
        case ir.Base.NUMBERS | ir.Base.SHAPES:
            return Appearance(Look("text"))
        case _:
            assert_never(held.base)


def _of_name(name: str, symbol: str, sort: Sort, *, pipes: bool) -> Look:
    """Return the look of a member: by the direction, shape or colour that it is named after, else by its symbol.

    `pipes`: symbols in `_STROKES` are drawn as strokes.
    """
    if pipes and symbol in _STROKES:
        return Look(_STROKES[symbol])
    if sort is Sort.LINK and symbol[:1] in ("<", ">"):
        return Look("less" if symbol[0] == "<" else "greater")
    if name in COMPASS_NAMES and (symbol in ("^", ">", "v", "<") or name in WINDS):
        return Look("arrow")
    if symbol != "#" and name in SHAPES and LookTarget.CORNERS in SHAPES[name].fits:
        return Look(name)
    colour = name.replace("gray", "grey")
    if colour in COLOURS:
        return Look("circle") if colour == "white" else Look("disc", colour)
    shape = _SIGNS.get(symbol, "text")
    if sort is not Sort.CELL:
        shape = {"fill": "block", "diagonal": "text", "antidiagonal": "text"}.get(shape, shape)
    return Look(shape, "grey" if symbol == "%" else "", "", "large" if symbol == "O" else "")
