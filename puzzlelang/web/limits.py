"""How much a request may use: on one's own machine, and on a network."""

import msgspec

HIGHEST_SIDE = 1000
"""Rows or columns that a request can name; how many cells a board may have is less."""


class Bounds(msgspec.Struct, frozen=True):
    """What a service allows.

    `body`: bytes of a request; `rules` and `board`: characters of a text; `cells` of a board.  `seconds` and
    `megabytes` for a question to a board, `quick` seconds for everything else.  `waiting`: questions that wait for a
    desk; `each`: questions of one client that are answered or wait; `quick_waiting` and `quick_each` are the same of
    everything else, as many people may share an address.  `slow`: seconds in which a request must have arrived.
    `connections`: open at once.
    """

    body: int = 2_000_000
    rules: int = 200_000
    board: int = 400_000
    cells: int = 10_000
    seconds: float = 300.0
    megabytes: int = 2_000
    quick: float = 10.0
    waiting: int = 64
    each: int = 32
    quick_waiting: int = 400
    quick_each: int = 200
    slow: float = 15.0
    connections: int = 1_000


OWN = Bounds()
"""For whoever runs it."""

PUBLIC = Bounds(
    body=300_000,
    rules=50_000,
    board=100_000,
    cells=2_500,
    seconds=30.0,
    megabytes=600,
    quick=5.0,
    waiting=16,
    each=4,
    quick_each=120,
    slow=10.0,
)
"""For strangers."""
