"""Reading of givens and defaults into the tables of a board."""

from typing import cast

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.ground import finds
from puzzlelang.ground.board import (
    GroundBoard,
    check_domain,
    check_range,
    check_total,
    hold_given,
    hold_partition,
    regions_of,
)
from puzzlelang.ground.compile import expression, number_of, set_of
from puzzlelang.ground.values import Frame, Held, SetValue
from puzzlelang.typed import ir


def read_givens(board: GroundBoard, frame: Frame) -> None:
    """Enter options and givens.

    Raises `Failed` for a missing given without default; other mistakes go to the board.
    """
    for option in board.rules.options:
        chosen = board.puzzle.options.get(option.name, option.default)
        board.singles[option.name] = option.members.index(chosen)
    for given in board.rules.givens:
        name, kind = given.name, given.kind
        if name in board.role_swap.givens:
            finds.declare_searched_given(board, given, board.role_swap.givens[name], frame)
            continue
        if not hold_given(board, name, kind):
            _default(board, given, frame)
        match kind:
            case ir.FunctionKind(sort, partition, domain, value):
                everywhere = board.places(sort, partition)
                part: SetValue = dict.fromkeys(everywhere, True) if domain is None else set_of(domain, board, frame)
                check_domain(board, name, part)
                check_total(board, name, kind, [place for place, here in part.items() if here is True])
                _range(board, name, value, frame)
            case ir.SingleKind(value):
                _range(board, name, value, frame)
            case _:
                pass


def _default(board: GroundBoard, given: ir.Given, frame: Frame) -> None:
    if given.default is None:
        if isinstance(given.kind, ir.SetKind):
            board.sets[given.name] = {}
            return
        if isinstance(given.kind, ir.PartitionKind) and given.kind.absent:
            hold_partition(board, given.name, ())
            return
        raise Failed(
            [Diagnostic("E154", f"the board does not say `{given.name}`", board.puzzle.span(given.name, None))]
        )
    match given.kind:
        case ir.PartitionKind():
            hold_partition(
                board, given.name, regions_of(given.name, set_of(given.default, board, frame), given.default.span)
            )
        case ir.SetKind():
            board.sets[given.name] = set_of(given.default, board, frame)
        case _:
            result: object = expression(given.default, board)(frame)
            if isinstance(given.kind, ir.SingleKind) and given.kind.value.base is ir.Base.NUMBERS:
                result = (result,) if result else ()  # 0 is the list of none, as in board text
            board.singles[given.name] = cast("Held", result)


def _range(board: GroundBoard, name: str, value: ir.ValueKind, frame: Frame) -> None:
    if value.low is not None and value.high is not None:
        check_range(board, name, number_of(value.low, board, frame), number_of(value.high, board, frame))
