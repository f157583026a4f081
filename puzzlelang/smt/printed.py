"""pySMT nodes as SMT-LIB text, shared parts as functions without arguments.

A formula is a graph; written as a tree it can be exponentially longer.  So a part with several parents and more than a
few characters is written once, as `(define-fun part_3 () Bool …)`, before its first use.
"""

from collections.abc import Iterable, Iterator

import msgspec
from pysmt import operators
from pysmt.environment import Environment

from puzzlelang.smt import names
from puzzlelang.smt.draft import FNode

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


class Printer(msgspec.Struct, frozen=True, eq=False):
    """What was printed so far: the text by which each node is called, how many parents it has, names in use."""

    environment: Environment
    parents: dict[FNode, int]
    taken: set[str]
    called: dict[FNode, str] = msgspec.field(default_factory=dict)


def printer(environment: Environment, formulas: Iterable[FNode], taken: Iterable[str]) -> Printer:
    """A printer for these formulas that avoids the names taken."""
    parents: dict[FNode, int] = {}
    waiting = list(formulas)
    while waiting:
        node = waiting.pop()
        parents[node] = parents.get(node, 0) + 1
        if parents[node] == 1:
            waiting.extend(node.args())
    return Printer(environment, parents, set(taken))


def text(state: Printer, formula: FNode) -> tuple[list[str], str]:
    """Definitions that must come first, and the formula."""
    definitions = []
    for node in _from_below(state, formula):
        written = _written(state, node)
        if state.parents.get(node, 0) > 1 and len(written) > SHORT and node is not formula:
            name = names.fresh(state.taken, ("part",))
            kind = "Bool" if state.environment.stc.get_type(node).is_bool_type() else "Int"
            definitions.append(f"(define-fun {name} () {kind} {written})")
            written = name
        state.called[node] = written
    return definitions, state.called[formula]


def _from_below(state: Printer, formula: FNode) -> Iterator[FNode]:
    """The nodes not printed yet, parts before wholes, without recursion."""
    waiting = [(formula, False)]
    while waiting:
        node, ready = waiting.pop()
        if node in state.called:
            continue
        if ready:
            yield node
        else:
            waiting.append((node, True))
            waiting.extend((part, False) for part in reversed(node.args()))


def _written(state: Printer, node: FNode) -> str:
    if node.is_symbol():
        return str(node.symbol_name())
    if node.is_bool_constant():
        return "true" if node.is_true() else "false"
    if node.is_int_constant():
        value = int(node.constant_value())
        return str(value) if value >= 0 else f"(- {-value})"
    return f"({WORDS[node.node_type()]} {' '.join(state.called[part] for part in node.args())})"
