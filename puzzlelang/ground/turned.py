"""What is told and what is looked for, the other way round: for making boards.

A rule says the same of a clue and an answer whichever of the two is known.  So a board is made by the rules themselves:
givens are looked for together with an answer, or to an answer that is known.
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Solution


class Freed(msgspec.Struct, frozen=True):
    """A given that is looked for.

    `valued`: its values are; else, for one that may be `?`, only where there is one, of which nothing more is said.
    Numbers without a range lie between `least` and `most`.  `at`: the places that have a value, if these are known.
    """

    valued: bool = True
    least: int = 0
    most: int = 0
    at: tuple[Place, ...] | None = None


class Turned(msgspec.Struct, frozen=True):
    """The givens that are `freed`, by name, and the `answer` if it is known.

    What may be absent has, beside its values, a set of the places that have one; it is called as `presence` says.  What
    is freed may not be needed to know what the board consists of (see `making.plan`).
    """

    freed: Mapping[str, Freed] = msgspec.field(default_factory=dict)
    answer: Solution | None = None


AS_DECLARED = Turned()


def presence(name: str) -> str:
    """The name of the set of places at which a freed given has a value; no declaration is called so."""
    return f"{name}?"
