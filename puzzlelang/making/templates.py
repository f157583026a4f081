"""Templates: boards without givens to generate from."""

from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.making import example_statistics
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir

USUAL_SIZE = (6, 6)
"""Rows and columns where no example tells."""


def empty_template(rules: ir.Ruleset, size: tuple[int, int] | None = None) -> Puzzle:
    """A board of that size (rows, columns) without givens.

    Without a size it is as large as the largest example of the rules.  Raises `Failed` if the rules have no boards of
    that size.
    """
    options = {option.name: option.default for option in rules.options}
    height, width = example_statistics.usual_size(rules, USUAL_SIZE) if size is None else size
    return Puzzle(Source("<template>", ""), sized_board(rules, height, width, None), {}, options=options)
