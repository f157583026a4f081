"""The lines of a script that do not depend on its logic: the head, comments, the end."""

from collections.abc import Iterable, Iterator, Sequence

from puzzlelang.problem.record import Constraint
from puzzlelang.smt import names

ANOTHER = "another_answer_1"
"""Name of the only assertion that comes from no rule."""

WIDE = 100
"""Characters from which on the parts of an assertion stand on lines of their own."""


def heading(logic: str, table: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What a script begins with; `table` pairs each symbol with what it stands for on the board."""
    yield "(set-info :smt-lib-version 2.6)"
    yield "(set-option :produce-models true)"
    yield f"(set-logic {logic})"
    yield ""
    yield "; what stands for what on the board"
    for symbol, meaning in table:
        yield f"; {symbol} = {meaning}"
    yield ""


def application(word: str, parts: Iterable[str]) -> str:
    """An S-expression: the word and its arguments."""
    return f"({word} {' '.join(parts)})"


def assertion_name(taken: set[str], constraint: Constraint) -> str:
    """A name for the assertion of a constraint."""
    return names.fresh(taken, (constraint.origin.rule.name, *(value for _, value in constraint.origin.bindings)))


def assertion(name: str, written: str, parts: Sequence[str]) -> str:
    """A named assertion; `parts` are those of a conjunction, none for anything else."""
    if parts and len(written) > WIDE:
        written = "\n  ".join(["(and", *parts]) + ")"
    return f"(assert (! {written} :named {name}))"


def another(name: str, written: str) -> Iterator[str]:
    """The assertion that an answer differs from one that is known."""
    yield ""
    yield "; another answer than the one that is known"
    yield assertion(name, written, ())


def ending(symbols: Sequence[str], ask: bool) -> Iterator[str]:
    """The question; that for the values is a comment unless asked, as solvers call it an error after `unsat`."""
    yield ""
    yield "(check-sat)"
    if symbols:
        yield f"{'' if ask else '; '}(get-value ({' '.join(symbols)}))"
    yield "(exit)"
    yield ""
