"""The piece of puzz.link URLs for boards of given pipes: letters for them, and digits for runs of circles."""

from collections.abc import Sequence

from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink.tokens import BASE36, unwritable_error, write_runs

_CIRCLES, _PIPES, _RUNS = BASE36[:10], BASE36[10:17], BASE36[17:]
"""The n-th digit is n circles in a row, the n-th letter of the runs n cells without anything."""


def read_pipes(reader: TextReader, counts: Sequence[int], _: BoardContext) -> Sequence[Layer]:
    """Read pipes as letters a to g, and circles as 1.  Runs may go beyond the last cell."""
    pipes: list[PlacedItem | None] = []
    circles: list[PlacedItem | None] = []
    while len(pipes) < counts[0]:
        start = reader.at
        sign = reader.take(f"{counts[0] - len(pipes)} more cells")
        span = reader.span(start)
        if sign in _CIRCLES:
            many = _CIRCLES.index(sign) + 1
            pipes += [None] * many
            circles += [PlacedItem(1, span)] * many
        elif sign in _PIPES:
            pipes.append(PlacedItem(sign, span))
            circles.append(None)
        elif sign in _RUNS:
            many = _RUNS.index(sign) + 1
            pipes += [None] * many
            circles += [None] * many
        else:
            raise reader.wrong(f"`{sign}` is no pipe, circle or run", start=start)
    return [pipes[: counts[0]], circles[: counts[0]]]


def write_pipes(layers: Sequence[Sequence[RawItem]], _: BoardContext) -> str:
    """The inverse of `read_pipes`.  Raises `Failed` for other items, and for a pipe with a circle."""
    tokens: list[str | None] = []
    circles = 0
    for pipe, circle in zip(*layers, strict=True):
        if pipe is not None and (circle is not None or str(pipe) not in _PIPES):
            raise unwritable_error("pipes and circles", pipe)
        if circle is not None and 0 < circles < len(_CIRCLES):
            tokens[-1] = _CIRCLES[circles]
            circles += 1
        else:
            tokens.append(None if circle is None and pipe is None else _CIRCLES[0] if pipe is None else str(pipe))
            circles = 0 if circle is None else 1
    return write_runs(tokens, _RUNS)
