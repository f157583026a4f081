"""The size of a board as an outside format tells it."""

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.source import Span
from puzzlelang.typed.ir import Ruleset


def geometry(rules: Ruleset, height: int, width: int, span: Span | None) -> Geometry:
    """A board of that size.  Raises `Failed` if it has no cells, too many, or must be square and is not."""
    if height < 1 or width < 1:
        raise fail("E203", "the board has no cells", span)
    if height * width > (most := most_cells()):
        problem = f"a board of {height} x {width} has more than {most:,} cells, which is what memory can hold"
        raise fail("E110", problem, span, hint="use a smaller board")
    if rules.board == "square" and height != width:
        problem = f"the board is {height} rows by {width} columns, and boards of {rules.title} are square"
        raise fail("E109", problem, span)
    return Geometry(height, width)
