"""Layout and names of scripts.

Every SMT-LIB 2.6 solver reads the names unquoted: letters, digits and underscores, never a reserved word.

A name has at least two pieces joined by `_`, and the last piece has a digit.  No reserved word and no built-in function
of a solver has this form.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.problem.record import Constraint, Kind, Problem, Variable

LONGEST = 120
"""Characters of a name before it is cut; a number at the end keeps cut names apart."""


class Symbols(msgspec.Struct, frozen=True):
    """Names of the board's symbols in every export, so that answers can be read back.

    For the variable with index i: `whole[i]` has its value.  `direct[i]` are Booleans "it is this value", one for each
    from the lowest on, used where there are no numbers; empty for a member.  All names are different.
    """

    whole: tuple[str, ...]
    direct: tuple[tuple[str, ...], ...]


def symbols(problem: Problem) -> Symbols:
    """Name the symbols of a problem; whole names first, so that they do not depend on the others."""
    taken: set[str] = set()
    result = whole(taken, problem.variables)
    return Symbols(result, tuple(_direct(taken, variable) for variable in problem.variables))


def whole(taken: set[str], variables: Iterable[Variable]) -> tuple[str, ...]:
    """Name each variable after its `find` and place."""
    return tuple(fresh(taken, _pieces(variable)) for variable in variables)


def _pieces(variable: Variable) -> tuple[object, ...]:
    return (variable.name,) if variable.place is None else (variable.name, variable.place)


def _direct(taken: set[str], variable: Variable) -> tuple[str, ...]:
    if variable.kind is Kind.MEMBER:
        return ()
    values = range(variable.low, variable.high + 1)
    return tuple(fresh(taken, (*_pieces(variable), "is", value_word(variable, value))) for value in values)


def value_word(variable: Variable, value: int) -> str:
    """Spell a value of a number or name variable in letters and digits."""
    if variable.kind is Kind.NAME:
        return f"{value}_{variable.called(value)}"
    return str(value) if value >= 0 else f"minus_{-value}"


def simple(pieces: Iterable[object]) -> str:
    """Join pieces by `_`; characters other than ASCII letters and digits become `_` or their code point."""
    text = "_".join(str(piece) for piece in pieces)
    coded = "".join(sign if sign.isascii() else f"_u{ord(sign):x}_" for sign in text)
    plain = re.sub(r"[^A-Za-z0-9]+", "_", coded).strip("_")[:LONGEST].rstrip("_")
    return plain if plain[:1].isalpha() else f"n_{plain}"


def fresh(taken: set[str], pieces: Iterable[object]) -> str:
    """Make a name of the pieces unlike all taken names (case counts), which it joins.

    A name without a digit, or one that is taken, gets the next free number.
    """
    name = simple(pieces)
    if name in taken or "_" not in name or not any(sign.isdigit() for sign in name):
        number = 1
        while f"{name}_{number}" in taken:
            number += 1
        name = f"{name}_{number}"
    taken.add(name)
    return name


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
    return fresh(taken, (constraint.origin.rule.name, *(value for _, value in constraint.origin.bindings)))


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
