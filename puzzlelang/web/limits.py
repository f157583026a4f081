"""Limits of a request, on one's own machine and on a network."""

import msgspec

HIGHEST_SIDE = 1000
"""Rows or columns that a request can name; how many cells a board may have is less."""


class Bounds(msgspec.Struct, frozen=True):
    """The limits of a service.

    `body`: bytes of a request; `rules` and `board`: characters of a text; `cells` of a board.  `seconds` and
    `megabytes` for a question to a board, `quick_seconds` for everything else.  `most_waiting`: questions that wait
    for a desk; `most_per_client`: questions of one client that are answered or wait; `quick_most_waiting` and
    `quick_most_per_client` are the same of everything else, as many people may share an address.  `arrival_seconds`:
    seconds in which a request must have arrived.  `connections`: open at once.  `here`: this process answers questions
    itself, so that nothing limits them but its end.
    """

    body: int = 2_000_000
    rules: int = 200_000
    board: int = 400_000
    cells: int = 10_000
    seconds: float = 300.0
    megabytes: int = 2_000
    quick_seconds: float = 10.0
    most_waiting: int = 64
    most_per_client: int = 32
    quick_most_waiting: int = 400
    quick_most_per_client: int = 200
    arrival_seconds: float = 15.0
    connections: int = 1_000
    here: bool = False


LOCAL_BOUNDS = Bounds()
"""For whoever runs it."""

PUBLIC_BOUNDS = Bounds(
    body=300_000,
    rules=50_000,
    board=100_000,
    cells=2_500,
    seconds=30.0,
    megabytes=600,
    quick_seconds=5.0,
    most_waiting=16,
    most_per_client=4,
    quick_most_per_client=120,
    arrival_seconds=10.0,
)
"""For strangers."""

BROWSER_BOUNDS = Bounds(here=True)
"""For a page that answers itself, in the browser."""
