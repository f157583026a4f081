"""Box drawing characters by the weights of their four arms."""

import unicodedata
from collections.abc import Mapping
from functools import cache

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
    """Every combination of arms, from the names that Unicode gives the characters."""
    found: dict[Arms, str] = {(0, 0, 0, 0): " "}
    for code in range(0x2500, 0x2580):
        words = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ").split()
        if {*words} <= {*_SIDES, *_WEIGHTS, "AND"}:
            found[_arms(words)] = chr(code)
    return found


def _arms(words: list[str]) -> Arms:
    """What a name says: `LIGHT UP AND RIGHT`, `UP LIGHT AND RIGHT DOWN HEAVY`, `LIGHT UP AND HEAVY DOWN`."""
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
    """The same with `-`, `|` and `+`; heavy ones are `=`, `#` and `#`."""
    up, right, down, left = arms
    heavy = max(arms) > 1
    if not any(arms):
        return " "
    if not (up or down):
        return "=" if heavy else "-"
    if not (left or right):
        return "#" if heavy else "|"
    return "#" if heavy else "+"
