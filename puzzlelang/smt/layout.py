"""Layout of scripts in every logic: head, comments, end."""

from collections.abc import Iterable, Iterator, Sequence

from puzzlelang.problem.record import Constraint
from puzzlelang.smt import names

ANOTHER = "another_answer_1"
"""Name of the only assertion that comes from no rule."""

WIDE = 100
"""Characters from which on the parts of an assertion stand on lines of their own."""


def heading(logic: str, table: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Write the head; `table` pairs each symbol with its meaning on the board."""
    yield "(set-info :smt-lib-version 2.6)"
    yield "(set-option :produce-models true)"
    yield f"(set-logic {logic})"
    yield ""
    yield "; what stands for what on the board"
    for symbol, meaning in table:
        yield f"; {symbol} = {meaning}"
    yield ""


def application(word: str, parts: Iterable[str]) -> str:
    """Write an S-expression: the word and its arguments."""
    return f"({word} {' '.join(parts)})"


def assertion_name(taken: set[str], constraint: Constraint) -> str:
    """Make a name for the assertion of a constraint."""
    return names.fresh(taken, (constraint.origin.rule.name, *(value for _, value in constraint.origin.bindings)))


def assertion(name: str, written: str, parts: Sequence[str]) -> str:
    """Write a named assertion; `parts` are those of a conjunction, none for anything else."""
    if parts and len(written) > WIDE:
        written = "\n  ".join(["(and", *parts]) + ")"
    return f"(assert (! {written} :named {name}))"


def another(name: str, written: str) -> Iterator[str]:
    """Write the assertion that an answer differs from a known one."""
    yield ""
    yield "; another answer than the one that is known"
    yield assertion(name, written, ())


def ending(symbols: Sequence[str], ask: bool) -> Iterator[str]:
    """Write the question; asking for values is a comment unless `ask`, as it is an error after `unsat`."""
    yield ""
    yield "(check-sat)"
    if symbols:
        yield f"{'' if ask else '; '}(get-value ({' '.join(symbols)}))"
    yield "(exit)"
    yield ""
