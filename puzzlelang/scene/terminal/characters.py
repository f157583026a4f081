"""Characters for signs and lines: the first of each pair in Unicode, the second in ASCII.

Only characters of one column that terminal fonts have: no emoji.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from puzzlelang.scene.record import Role

SIGNS: Mapping[str, tuple[str, str]] = {
    "circle": ("○", "o"),
    "disc": ("●", "*"),
    "dot": ("•", "."),
    "ring": ("◎", "O"),
    "square": ("□", "n"),
    "block": ("■", "#"),
    "diamond": ("◆", "*"),
    "triangle": ("▲", "^"),
    "hexagon": ("⬢", "O"),
    "cross": ("×", "x"),
    "plus": ("+", "+"),
    "minus": ("−", "-"),
    "equals": ("=", "="),
    "bar": ("|", "|"),
    "bars": ("‖", "|"),
    "tick": ("✓", "v"),
    "alien": ("A", "A"),
    "bird": ("B", "B"),
    "bomb": ("●", "@"),
    "bulb": ("¤", "*"),
    "cactus": ("Ψ", "P"),
    "cloud": ("☁", "c"),
    "cow": ("W", "W"),
    "flag": ("⚑", "P"),
    "gem": ("◆", "*"),
    "ghost": ("G", "G"),
    "house": ("⌂", "A"),
    "lighthouse": ("♜", "i"),
    "mine": ("✱", "*"),
    "moon": ("☾", "C"),
    "mountain": ("▲", "M"),
    "pin": ("♦", "!"),
    "planet": ("●", "O"),
    "queen": ("♛", "Q"),
    "rock": ("◆", "@"),
    "sheep": ("S", "S"),
    "snowflake": ("❄", "*"),
    "star": ("★", "*"),
    "sun": ("☼", "S"),
    "tent": ("▲", "A"),
    "tree": ("♣", "T"),
    "vampire": ("V", "V"),
    "wolf": ("W", "W"),
    "zombie": ("Z", "Z"),
    "diagonal": ("╲", "\\"),
    "antidiagonal": ("╱", "/"),
    "wave": ("~", "~"),
    "less": ("<", "<"),
    "greater": (">", ">"),
    "half up left": ("◤", "F"),
    "half up right": ("◥", "7"),
    "half down left": ("◣", "L"),
    "half down right": ("◢", "J"),
    "ship up": ("∩", "^"),
    "ship right": ("⊃", ">"),
    "ship down": ("∪", "v"),
    "ship left": ("⊂", "<"),
    "ship up left": ("◜", "F"),
    "ship up right": ("◝", "T"),
    "ship down left": ("◟", "L"),
    "ship down right": ("◞", "J"),
    "ship middle": ("■", "#"),
    "ship single": ("●", "o"),
}

UPRIGHT: Mapping[str, tuple[str, str]] = {"less": ("∧", "^"), "greater": ("∨", "v")}
"""The same signs where they stand between an upper and a lower cell."""

ARMS: Mapping[str, tuple[int, int, int, int]] = {
    "level": (0, 2, 0, 2),
    "upright": (2, 0, 2, 0),
    "crossing": (2, 2, 2, 2),
    "bend up right": (2, 2, 0, 0),
    "bend up left": (2, 0, 0, 2),
    "bend down left": (0, 0, 2, 2),
    "bend down right": (0, 2, 2, 0),
}
"""Signs that are lines through a cell, by their arms up, right, down and left."""

ARROWS: Mapping[tuple[int, int], tuple[str, str]] = {
    (-1, 0): ("↑", "^"),
    (-1, 1): ("↗", "/^"),
    (0, 1): ("→", ">"),
    (1, 1): ("↘", "\\v"),
    (1, 0): ("↓", "v"),
    (1, -1): ("↙", "/v"),
    (0, -1): ("←", "<"),
    (-1, -1): ("↖", "\\^"),
}
"""Arrows by (rows, columns)."""

ROLES: Mapping[Role, tuple[str, str]] = {
    Role.WRONG: ("!", "wrong"),
    Role.READS: ("'", "read"),
    Role.FORCES: ("*", "follows"),
    Role.SUPPORTS: (".", "looked at"),
    Role.DIFFERS: ("~", "differs"),
    Role.UNDECIDED: ("?", "open"),
}
"""What stands in a cell, mostly at its left, that plays a role, and the word for it below the board."""

ROLE_STYLES: Mapping[Role, str] = {
    Role.WRONG: "97;41",
    Role.READS: "30;46",
    Role.FORCES: "30;42",
    Role.SUPPORTS: "30;43",
    Role.DIFFERS: "97;45",
    Role.UNDECIDED: "2",
}
"""The looks of these signs as ANSI parameters."""


Arms = tuple[int, int, int, int]
"""Weights of the arms up, right, down and left: 0 for none, 1 light, 2 heavy."""

_SIDES = {
    "UP": (0,),
    "RIGHT": (1,),
    "DOWN": (2,),
    "LEFT": (3,),
    "VERTICAL": (0, 2),
    "HORIZONTAL": (1, 3),
}
_WEIGHTS = {"LIGHT": 1, "HEAVY": 2}


@cache
def characters() -> Mapping[Arms, str]:
    """Box drawing characters by the weights of their four arms, from their Unicode names."""
    result: dict[Arms, str] = {(0, 0, 0, 0): " "}
    for code in range(0x2500, 0x2580):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split()
        if {*words} <= {*_SIDES, *_WEIGHTS, "AND"}:
            result[_arms(words)] = chr(code)
    return result


def _arms(words: list[str]) -> Arms:
    """The arms in a Unicode name: `LIGHT UP AND RIGHT`, `UP LIGHT AND RIGHT DOWN HEAVY`, `LIGHT UP AND HEAVY DOWN`."""
    arms = [0, 0, 0, 0]
    both = " ".join(words).split(" AND ")
    weights = [next((_WEIGHTS[word] for word in part.split() if word in _WEIGHTS), 0) for part in both]
    for part, weight in zip(both, weights, strict=True):
        for word in part.split():
            for arm in _SIDES.get(word, ()):
                arms[arm] = weight or max(weights)
    up, right, down, left = arms
    return up, right, down, left


def ascii_character(arms: Arms) -> str:
    """The ASCII character for four arms: `-`, `|` and `+`; heavy ones are `=`, `#` and `#`."""
    up, right, down, left = arms
    heavy = max(arms) > 1
    if not any(arms):
        return " "
    if not (up or down):
        return "=" if heavy else "-"
    if not (left or right):
        return "#" if heavy else "|"
    return "#" if heavy else "+"


_ASCII_SUFFIXES = str.maketrans({"−": "-", "×": "x", "÷": "/"})


def texts(parts: Sequence[str], *, plain: bool) -> Sequence[str]:
    """The numbers of a mark as they are written; `plain`: with ASCII signs behind them."""
    return [part.translate(_ASCII_SUFFIXES) for part in parts] if plain else parts
