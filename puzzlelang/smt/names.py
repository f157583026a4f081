"""Names that every SMT-LIB 2.6 solver reads unquoted: letters, digits and underscores, never a reserved word.

A name has at least two pieces joined by `_`, and the last piece has a digit.  No reserved word and no built-in function
of a solver has this form.
"""

import re
from collections.abc import Iterable

import msgspec

from puzzlelang.problem.record import Kind, Problem, Variable

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
    found = whole(taken, problem.variables)
    return Symbols(found, tuple(_direct(taken, variable) for variable in problem.variables))


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
