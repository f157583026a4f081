"""Boards that say nothing yet."""

from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.making import habits
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir

USUAL = (6, 6)
"""Rows and columns where no example tells."""


def puzzle(rules: ir.Ruleset, size: tuple[int, int] | None = None) -> Puzzle:
    """A board of that size (rows, columns) that says nothing: a template to generate from.

    Without a size it is as large as the largest example of the rules.  Raises `Failed` if the rules have no boards of
    that size.
    """
    options = {option.name: option.default for option in rules.options}
    height, width = habits.size(rules, USUAL) if size is None else size
    return Puzzle(Source("<template>", ""), sized_board(rules, height, width, None), {}, options=options)
