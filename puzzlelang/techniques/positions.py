"""Rules that ask where on the board a place lies, and those that only compare such positions.

The rows and columns of a board are numbered from its rim, so a rule about them says nothing of a window that may lie
anywhere.  If it only compares the rows of two places, it does: where the window lies so many rows further down, all
rows are more by as much.

Proof: each expression has weights, by which its value grows with each row above and column before the window.  That of
`c.row` is one row.  The weights of a sum are the sums of weights; a comparison holds as before if both sides grow
alike; anything else needs parts without weight, and has none itself.  A rule without weight says the same wherever the
window lies.
"""

from collections.abc import Mapping

from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import children

Weights = tuple[int, int]
"""By how much a value grows with each row above, and with each column before."""

_NONE: Weights = (0, 0)
_GROWING: Mapping[str, Weights] = {"row": (1, 0), "column": (0, 1)}

POSITIONS = frozenset((*_GROWING, "number", "width", "height", "boxes", "diagonals"))
"""Words that say where on the board a place is, or how large it is."""


def asks_for_positions(expression: ir.Expression, lets: Mapping[str, ir.Expression]) -> bool:
    """Return whether what an expression says may depend on where on the board its places lie."""
    return _weights(expression, {}, lets) != _NONE


def _weights(
    expression: ir.Expression, known: Mapping[int, Weights], lets: Mapping[str, ir.Expression]
) -> Weights | None:
    """The weights of an expression; None if it may depend on positions in another way.  `known`: those of variables."""

    def of(part: ir.Expression) -> Weights | None:
        return _weights(part, known, lets)

    match expression:
        case ir.LocalVariable(slot):
            return known.get(slot, _NONE)
        case ir.LetValue(name):
            return of(lets[name])
        case ir.Apply(_, slots, arguments, body):
            given = [of(one) for one in arguments]
            if None in given:
                return None
            return _weights(body, {**known, **{slot: one for slot, one in zip(slots, given, strict=True) if one}}, lets)
        case ir.Builtin(name, arguments) if name in POSITIONS:
            plain = all(of(one) == _NONE for one in arguments)
            return _GROWING.get(name) if arguments and plain else None
        case ir.Arithmetic("+" | "-" as operator, left, right):
            return _sum(of(left), of(right), 1 if operator == "+" else -1)
        case ir.Arithmetic("*", ir.Constant(int() as factor), part):
            return _sum(_NONE, of(part), factor)
        case ir.Arithmetic("*", part, ir.Constant(int() as factor)):
            return _sum(_NONE, of(part), factor)
        case ir.BinaryComparison(_, left, right):
            one, other = of(left), of(right)
            return _NONE if one is not None and one == other else None
        case ir.Conditional(condition, then, other_part):
            one, other = of(then), of(other_part)
            return one if of(condition) == _NONE and one == other else None
        case _:
            return _NONE if all(of(part) == _NONE for part in children(expression)) else None


def _sum(one: Weights | None, other: Weights | None, factor: int) -> Weights | None:
    if one is None or other is None:
        return None
    return one[0] + factor * other[0], one[1] + factor * other[1]
