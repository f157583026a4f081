"""Brackets among the tokens of a statement: which is open at a place, and which closes one."""

from collections.abc import Sequence

from lark import Token


def opening_before(group: Sequence[Token], place: int) -> int | None:
    """Return the index of the innermost bracket that is open before `place`, None if there is none.

    The first token of the statement does not count.
    """
    closed = 0
    for index in range(place - 1, 0, -1):
        if group[index].type in ("RPAR", "RBRACE"):
            closed += 1
        elif group[index].type in ("LPAR", "LBRACE"):
            if not closed:
                return index
            closed -= 1
    return None


def closing_of(group: Sequence[Token], opening: int) -> int:
    """Return the index of the parenthesis or brace that closes the one at `opening`, 0 if none does."""
    open_ = 0
    for index in range(opening, len(group)):
        open_ += (group[index].type in ("LPAR", "LBRACE")) - (group[index].type in ("RPAR", "RBRACE"))
        if open_ == 0:
            return index
    return 0
