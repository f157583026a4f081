"""Problem to SMT-LIB 2.6 text that any solver reads unchanged (Barrett, Fontaine and Tinelli 2017)."""

from collections.abc import Iterator

from puzzlelang.ground.problem import Constraint, Kind, Problem, Values, Variable
from puzzlelang.smt import encoding, from_ground, names, printed
from puzzlelang.smt.draft import FNode
from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.printed import Printer

WIDE = 100
"""Characters from which on the parts of an assertion stand on lines of their own."""


ANOTHER = "another_answer_1"
"""Name of the only assertion that comes from no rule."""


def script(stated: Problem, *, unique: Values | None = None, ask: bool = False) -> str:
    """The problem as a script that ends by asking whether there is an answer; the same input gives the same text.

    Comments tell which place of the board each symbol stands for, and each assertion is named and commented after the
    rule it comes from.  With `unique` the script asks for an answer different from that one: `unsat` then says that
    there is no other.  With `ask` it also asks for the values of the board; solvers call that an error after `unsat`,
    so otherwise this line is a comment.
    """
    encoded = from_ground.encoding(stated)
    other = () if unique is None else (encoding.differs(encoded, unique, range(len(unique))),)
    state = printed.printer(
        encoded.environment, (*encoded.ranges, *encoded.formulas, *other), (*encoded.taken, ANOTHER)
    )
    lines = [
        *_heading(stated, encoded),
        *(_declaration(symbol) for symbol in encoded.symbols),
        *(_declaration(node) for node in _auxiliary(state, set(encoded.symbols))),
        *(line for formula in encoded.ranges for line in _assertion(state, formula, None)),
        *(
            line
            for pair in zip(stated.constraints, encoded.formulas, strict=True)
            for line in _constraint(state, *pair)
        ),
    ]
    for formula in other:
        lines += ["", "; another answer than the one that is known", *_assertion(state, formula, ANOTHER)]
    lines += ["", "(check-sat)"]
    if encoded.symbols:
        called = " ".join(symbol.symbol_name() for symbol in encoded.symbols)
        lines.append(f"{'' if ask else '; '}(get-value ({called}))")
    return "\n".join([*lines, "(exit)", ""])


def _heading(stated: Problem, encoded: Encoding) -> Iterator[str]:
    yield "(set-info :smt-lib-version 2.6)"
    yield "(set-option :produce-models true)"
    yield f"(set-logic {encoded.logic})"
    yield ""
    yield "; what stands for what on the board"
    for variable in stated.variables:
        yield f"; {encoded.symbols[variable.index].symbol_name()} = {_line(_described(variable))}"
    yield ""


def _described(variable: Variable) -> str:
    match variable.kind:
        case Kind.MEMBER:
            return str(variable)
        case Kind.NUMBER:
            return f"{variable}, from {variable.low} to {variable.high}"
        case Kind.NAME:
            return f"{variable}: {', '.join(f'{index} {name}' for index, name in enumerate(variable.names))}"


def _auxiliary(state: Printer, board: set[FNode]) -> Iterator[FNode]:
    """Symbols of no variable, in the order in which they were made."""
    found = [node for node in state.parents if node.is_symbol() and node not in board]
    return iter(sorted(found, key=lambda node: int(node.node_id())))


def _declaration(symbol: FNode) -> str:
    kind = "Bool" if symbol.symbol_type().is_bool_type() else "Int"
    return f"(declare-fun {symbol.symbol_name()} () {kind})"


def _constraint(state: Printer, constraint: Constraint, formula: FNode) -> Iterator[str]:
    origin = constraint.origin
    name = names.fresh(state.taken, (origin.rule.name, *(value for _, value in origin.bindings)))
    yield ""
    yield f"; {_line(str(origin))}: {_line(origin.sentence)}"
    yield from _assertion(state, formula, name)


def _assertion(state: Printer, formula: FNode, name: str | None) -> Iterator[str]:
    definitions, written = printed.text(state, formula)
    yield from definitions
    if formula.is_and() and len(written) > WIDE:
        written = "\n  ".join(["(and", *(state.called[part] for part in formula.args())]) + ")"
    yield f"(assert (! {written} :named {name}))" if name else f"(assert {written})"


def _line(words: str) -> str:
    """Text fit for a comment: on one line, nothing but printable ASCII."""
    joined = " ".join(words.split())
    return "".join(sign if sign.isascii() and sign.isprintable() else f"\\u{{{ord(sign):x}}}" for sign in joined)
