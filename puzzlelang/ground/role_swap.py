"""Role swap of givens and finds, for making boards.

A rule relates clue and answer whichever of the two is known.  So boards are made by the rules themselves: givens are
searched together with an answer, or for a known answer.
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Key, Solution, Value


class SearchedGiven(msgspec.Struct, frozen=True):
    """The way in which a given is searched.

    `valued`: its values are variables.  Otherwise only its presence is searched, and each present value is `?`, or `*`
    for a list.  Numbers without a declared range lie between `least` and `most`.  `at`: the places with a value, if
    these are known.  `values`: the values as a puzzle has them, if these are known; then it is searched which of these
    places have theirs.
    """

    valued: bool = True
    least: int = 0
    most: int = 0
    at: tuple[Place, ...] | None = None
    values: Mapping[Key, Value] | None = None


class RoleSwap(msgspec.Struct, frozen=True):
    """The searched givens by name (`givens`), and the `answer` if it is known.

    An optional given has, beside its values, the set of its places, named by `presence_name`.  A given that grounding
    reads cannot be searched (see `making.fixed_givens`).
    """

    givens: Mapping[str, SearchedGiven] = msgspec.field(default_factory=dict)
    answer: Solution | None = None


AS_DECLARED = RoleSwap()


def presence_name(name: str) -> str:
    """The name of the set of places at which a searched given has a value; no declaration has it."""
    return f"{name}?"
