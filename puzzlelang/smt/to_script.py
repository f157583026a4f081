"""Problem to SMT-LIB 2.6 text that any solver reads unchanged (Barrett, Fontaine and Tinelli 2017)."""

from collections.abc import Iterator

from puzzlelang.problem import captions
from puzzlelang.problem.record import Constraint, Problem, Values
from puzzlelang.smt import bits, encoding, from_problem, names, printer
from puzzlelang.smt.lowering import FNode
from puzzlelang.smt.printer import Printer


def script(problem: Problem, *, unique: Values | None = None, ask: bool = False, vectors: bool = False) -> str:
    """Write a problem as a script that asks for satisfiability; the same input gives the same text.

    Comments say which place of the board each symbol stands for, and each assertion is named and commented after the
    rule it comes from.  With `unique` the script asks for an answer different from that one: `unsat` then says that
    there is no other.  With `ask` it also asks for the values of the board, not for those of auxiliary variables.
    Numbers are integers, or with `vectors` signed bit-vectors; then it raises `Failed` if they would be too wide.
    """
    encoded = from_problem.encoding(problem)
    other = () if unique is None else (encoding.differs(encoded, unique, range(len(problem.board))),)
    everything = (*encoded.ranges, *encoded.definitions, *encoded.formulas, *other)
    width = bits.width(encoded, everything) if vectors else None
    state = printer.printer(encoded.environment, everything, (*encoded.taken, names.ANOTHER), width)
    called = [str(symbol.symbol_name()) for symbol in encoded.symbols]
    table = [(called[variable.index], captions.variable(variable)) for variable in problem.board]
    lines = [
        *names.heading("QF_BV" if vectors else _logic(state), table),
        *(_declaration(state, symbol) for symbol in encoded.symbols),
        *(_declaration(state, node) for node in _auxiliary(state, set(encoded.symbols))),
        *(line for formula in (*encoded.ranges, *encoded.definitions) for line in _range(state, formula)),
        *(
            line
            for pair in zip(problem.constraints, encoded.formulas, strict=True)
            for line in _constraint(state, *pair)
        ),
    ]
    for formula in other:
        definitions, written = printer.text(state, formula)
        lines += [*definitions, *names.another(names.ANOTHER, written)]
    return "\n".join([*lines, *names.ending(called[: len(problem.board)], ask)])


def _logic(state: Printer) -> str:
    """Name the logic of the printed nodes, as an encoding may have numbers that no formula uses."""
    numbers = any(
        node.is_int_constant() or (node.is_symbol() and node.symbol_type().is_int_type()) for node in state.parents
    )
    return "QF_LIA" if numbers else "QF_UF"


def _auxiliary(state: Printer, board: set[FNode]) -> Iterator[FNode]:
    """Symbols of no variable, in the order in which they were made."""
    result = [node for node in state.parents if node.is_symbol() and node not in board]
    return iter(sorted(result, key=lambda node: int(node.node_id())))


def _declaration(state: Printer, symbol: FNode) -> str:
    return f"(declare-fun {symbol.symbol_name()} () {printer.sort(state, symbol)})"


def _range(state: Printer, formula: FNode) -> Iterator[str]:
    definitions, written = printer.text(state, formula)
    yield from definitions
    yield f"(assert {written})"


def _constraint(state: Printer, constraint: Constraint, formula: FNode) -> Iterator[str]:
    name = names.assertion_name(state.taken, constraint)
    yield ""
    yield f"; {captions.origin(constraint)}"
    definitions, written = printer.text(state, formula)
    yield from definitions
    parts = [state.called[part] for part in formula.args()] if formula.is_and() else ()
    yield names.assertion(name, written, parts)
