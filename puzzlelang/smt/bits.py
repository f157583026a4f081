"""Width of bit-vectors that represent the integers of an encoding.

The width is right if in every answer each number that is compared, as a symbol or as part of a formula, fits into it as
a signed number.  Proof.  Adding, subtracting and multiplying bit-vectors of width w is exact modulo 2^w, and choosing
between two keeps one of them, so a term has the right value modulo 2^w whatever wraps around on the way; if its true
value is between -2^(w-1) and 2^(w-1)-1, it has the right value.  Each symbol is compared with the ends of its range
by an assertion, exactly, as both are symbols and constants that fit; so its signed value lies in its range.  From
there the intervals found below hold for every compared term, each comparison has the truth that it has for integers,
and both encodings have the same answers.
"""

from collections.abc import Iterable

from puzzlelang.diagnostics.record import fail
from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.lowering import FNode
from puzzlelang.smt.printer import bottom_up

WIDEST = 64
"""Bits of a number; beyond, solvers split every operation into far too many parts."""

Interval = tuple[int, int]


def width(encoded: Encoding, formulas: Iterable[FNode]) -> int:
    """Compute a width that suffices for these formulas, at least 1.  Raises `Failed` beyond 64."""
    spans: dict[FNode, Interval | None] = {}
    bits = 1
    for formula in formulas:
        for node in bottom_up(formula, spans):
            spans[node] = _interval(encoded, node, spans)
            if node.is_equals() or node.is_le() or node.is_lt() or node in encoded.spans:
                compared = [*node.args(), node]
                bits = max(bits, *(_bits(result) for part in compared if (result := spans[part]) is not None))
    if bits > WIDEST:
        message = f"numbers on this board need {bits} bits, and bit-vectors have {WIDEST} at most"
        raise fail("E325", message, hint="export with `--logic lia`")
    return bits


def _bits(span: Interval) -> int:
    """Bits of both ends as signed numbers."""
    return 1 + max((end if end >= 0 else -end - 1).bit_length() for end in span)


def _interval(encoded: Encoding, node: FNode, spans: dict[FNode, Interval | None]) -> Interval | None:
    """Interval of a number while symbols stay in their ranges; None for a formula."""
    if node in encoded.spans:
        return encoded.spans[node]
    if node.is_int_constant():
        value = int(node.constant_value())
        return value, value
    parts = [result for part in node.args() if (result := spans[part]) is not None]
    if node.is_plus():
        return sum(low for low, _ in parts), sum(high for _, high in parts)
    if node.is_minus():
        (low, high), (least, most) = parts
        return low - most, high - least
    if node.is_times():
        (low, high), (least, most) = parts
        corners = [a * b for a in (low, high) for b in (least, most)]
        return min(corners), max(corners)
    if node.is_ite() and parts:
        return min(low for low, _ in parts), max(high for _, high in parts)
    return None
