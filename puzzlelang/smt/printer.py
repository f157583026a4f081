"""Printer of pySMT nodes as SMT-LIB text, with shared parts as functions without arguments.

A formula is a graph; written as a tree it can be exponentially longer.  So a part with several parents and more than a
few characters is written once, as `(define-fun part_3 () Bool …)`, before its first use.
"""

from collections.abc import Container, Iterable, Iterator, Sequence

import msgspec
from pysmt import operators
from pysmt.environment import Environment

from puzzlelang.smt import names
from puzzlelang.smt.lowering import FNode

SHORT = 60
"""Shared parts of up to so many characters are repeated where they are used."""

WORDS = {
    operators.NOT: "not",
    operators.AND: "and",
    operators.OR: "or",
    operators.IMPLIES: "=>",
    operators.IFF: "=",
    operators.ITE: "ite",
    operators.EQUALS: "=",
    operators.LE: "<=",
    operators.LT: "<",
    operators.PLUS: "+",
    operators.MINUS: "-",
    operators.TIMES: "*",
}
"""All that lowering makes, apart from symbols and constants."""

VECTORS = {
    operators.LE: "bvsle",
    operators.LT: "bvslt",
    operators.PLUS: "bvadd",
    operators.MINUS: "bvsub",
    operators.TIMES: "bvmul",
}
"""What is called otherwise of signed bit-vectors; each takes two arguments."""


class Printer(msgspec.Struct, frozen=True, eq=False):
    """State of a printer: the text of each node, its number of parents, names in use.

    `width`: bits of the bit-vectors that numbers are printed as, None to print integers.
    """

    environment: Environment
    parents: dict[FNode, int]
    taken: set[str]
    width: int | None = None
    called: dict[FNode, str] = msgspec.field(default_factory=dict)


def printer(
    environment: Environment, formulas: Iterable[FNode], taken: Iterable[str], width: int | None = None
) -> Printer:
    """Make a printer for these formulas that avoids the names taken."""
    state = Printer(environment, {}, set(taken), width)
    for formula in formulas:
        count_parents(state, formula)
    return state


def count_parents(state: Printer, formula: FNode) -> list[FNode]:
    """Count parents in one more formula; return its nodes that no formula had before."""
    fresh, waiting = [], [formula]
    while waiting:
        node = waiting.pop()
        state.parents[node] = state.parents.get(node, 0) + 1
        if state.parents[node] == 1:
            fresh.append(node)
            waiting.extend(node.args())
    return fresh


def text(state: Printer, formula: FNode) -> tuple[list[str], str]:
    """Write a formula, after the definitions that must come first."""
    definitions = []
    for node in bottom_up(formula, state.called):
        written = _write(state, node)
        if state.parents.get(node, 0) > 1 and len(written) > SHORT and node is not formula:
            name = names.fresh(state.taken, ("part",))
            definitions.append(f"(define-fun {name} () {sort(state, node)} {written})")
            written = name
        state.called[node] = written
    return definitions, state.called[formula]


def bottom_up(formula: FNode, done: Container[FNode]) -> Iterator[FNode]:
    """Yield nodes that are not done, parts before wholes; each must be done before the next."""
    waiting = [(formula, False)]
    while waiting:
        node, ready = waiting.pop()
        if node in done:
            continue
        if ready:
            yield node
        else:
            waiting.append((node, True))
            waiting.extend((part, False) for part in reversed(node.args()))


def sort(state: Printer, node: FNode) -> str:
    """Write the sort of a node."""
    if state.environment.stc.get_type(node).is_bool_type():
        return "Bool"
    return "Int" if state.width is None else f"(_ BitVec {state.width})"


def _write(state: Printer, node: FNode) -> str:
    if node.is_symbol():
        return str(node.symbol_name())
    if node.is_bool_constant():
        return "true" if node.is_true() else "false"
    if node.is_int_constant():
        return _numeral(int(node.constant_value()), state.width)
    parts = [state.called[part] for part in node.args()]
    if state.width is not None and node.node_type() in VECTORS:
        return _in_pairs(VECTORS[node.node_type()], parts)
    return names.application(WORDS[node.node_type()], parts)


def _numeral(value: int, width: int | None) -> str:
    if width is not None:
        return f"(_ bv{value % (1 << width)} {width})"
    return str(value) if value >= 0 else f"(- {-value})"


def _in_pairs(word: str, parts: Sequence[str]) -> str:
    """Combine parts two by two, as a balanced tree."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return names.application(word, (_in_pairs(word, parts[:middle]), _in_pairs(word, parts[middle:])))
