"""The least and the largest number of each declaration, on one board."""

from collections.abc import Mapping

from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground.board import empty_board
from puzzlelang.ground.compile import number_of
from puzzlelang.ground.givens import read_givens
from puzzlelang.ground.values import Frame
from puzzlelang.puzzle import Puzzle
from puzzlelang.typed import ir


def number_ranges(rules: ir.Ruleset, puzzle: Puzzle) -> Mapping[str, tuple[int, int]]:
    """Return the least and the largest value of each find and given whose numbers have a range.

    Declarations are left out whose range the board does not tell, such as one with a missing given.
    """
    items: tuple[ir.Item, ...] = (*rules.givens, *rules.finds)
    wanted = {
        item.name: (value.low, value.high)
        for item in items
        if (value := _value(item)) is not None and value.low is not None and value.high is not None
    }
    result = {
        name: (int(low.value), int(high.value))
        for name, (low, high) in wanted.items()
        if isinstance(low, ir.Constant) and isinstance(high, ir.Constant)
    }
    if result.keys() == wanted.keys():
        return result
    board = empty_board(rules, puzzle)
    frame: Frame = [None] * rules.slots
    try:
        read_givens(board, frame)
    except Failed:
        return result
    for name in wanted.keys() - result.keys():
        low, high = wanted[name]
        try:
            result[name] = number_of(low, board, frame), number_of(high, board, frame)
        except Failed:
            continue
    return result


def _value(item: ir.Item) -> ir.ValueKind | None:
    match item.kind:
        case ir.FunctionKind(value=value) | ir.SingleKind(value):
            return value
        case _:
            return None
