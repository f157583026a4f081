"""Boards that say nothing yet."""

from puzzlelang.formats.pieces.size import geometry
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir


def puzzle(rules: ir.Ruleset, size: tuple[int, int]) -> Puzzle:
    """A board of that size (rows, columns) that says nothing: a template to generate from.

    Raises `Failed` if the rules have no boards of that size.
    """
    options = {option.name: option.default for option in rules.options}
    return Puzzle(Source("<template>", ""), geometry(rules, *size, None), {}, options=options)
