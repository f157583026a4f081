"""An encoding while it is being made: what all families of constraints share.

Formulas and integer terms are pySMT nodes (`FNode`), typed `Any` as pySMT ships no types.  They come only from the
formula maker of the draft's own environment: pySMT's shortcuts, and the methods of a node that ask for its type or
change it, would reach for a global one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import msgspec
from pysmt.environment import Environment
from pysmt.typing import BOOL, INT

from puzzlelang.problem.record import Formula, Term
from puzzlelang.smt import names

FNode = Any
"""A node of pySMT, Boolean or integer."""


class Draft(msgspec.Struct, frozen=True, eq=False):
    """What lowering collects.

    `make` is the environment's maker of nodes; `symbols` stand for the variables of the board.  `lowered` maps a ground
    node to its pySMT node together with the definitions that it needs, so that a shared part is lowered once; `aliases`
    maps an integer node to a symbol of its value in the same way.  `needed` is a stack of such definitions, each an
    ordered set; its top belongs to the node being lowered.  A definition fixes auxiliary symbols that occur in a node.
    It can be met whatever the board variables are, so alone it says nothing about them.  `spans` has the range of each
    integer symbol.
    """

    environment: Environment = msgspec.field(default_factory=Environment)
    lowered: dict[Formula | Term, tuple[FNode, tuple[FNode, ...]]] = msgspec.field(default_factory=dict)
    aliases: dict[FNode, tuple[FNode, tuple[FNode, ...]]] = msgspec.field(default_factory=dict)
    needed: list[dict[FNode, None]] = msgspec.field(default_factory=lambda: [{}])
    taken: set[str] = msgspec.field(default_factory=set)
    symbols: list[FNode] = msgspec.field(default_factory=list)
    numbers: dict[str, Iterator[int]] = msgspec.field(default_factory=dict)
    spans: dict[FNode, tuple[int, int]] = msgspec.field(default_factory=dict)

    @property
    def make(self) -> Any:
        """The maker of nodes."""
        return self.environment.formula_manager


def boolean(draft: Draft, name: str) -> FNode:
    """The Boolean symbol of that name."""
    return draft.make.Symbol(name, BOOL)


def integer(draft: Draft, name: str, low: int, high: int) -> FNode:
    """The integer symbol of that name; whoever makes it states its range."""
    made = draft.make.Symbol(name, INT)
    draft.spans[made] = low, high
    return made


def auxiliary(draft: Draft, word: str) -> FNode:
    """A new Boolean symbol: the word and a number."""
    return boolean(draft, _numbered(draft, word))


def _numbered(draft: Draft, word: str) -> str:
    return names.fresh(draft.taken, (word, next(draft.numbers.setdefault(word, count(1)))))


def auxiliary_number(draft: Draft, word: str, low: int, high: int) -> FNode:
    """A new integer symbol with its range defined."""
    made = integer(draft, _numbered(draft, word), low, high)
    define(draft, within(draft, made, low, high))
    return made


def define(draft: Draft, formula: FNode) -> None:
    """Say something of auxiliary symbols that the node being lowered needs."""
    draft.needed[-1][formula] = None


@contextmanager
def collecting(draft: Draft) -> Iterator[dict[FNode, None]]:
    """Definitions made inside go to the set that is given here."""
    draft.needed.append({})
    yield draft.needed[-1]
    draft.needed.pop()


def within(draft: Draft, number: FNode, low: int, high: int) -> FNode:
    """The number lies in the range, ends included."""
    make = draft.make
    if low == high:
        return make.Equals(number, make.Int(low))
    return make.And(make.LE(make.Int(low), number), make.LE(number, make.Int(high)))


def named(draft: Draft, number: FNode, low: int, high: int) -> FNode:
    """A symbol or constant of the same value, so that many uses cost little."""
    if number.is_symbol() or number.is_constant():
        return number
    if number not in draft.aliases:
        with collecting(draft) as definitions:
            made = auxiliary_number(draft, "number", low, high)
            define(draft, draft.make.Equals(made, number))
        draft.aliases[number] = made, tuple(definitions)
    made, needed = draft.aliases[number]
    draft.needed[-1].update(dict.fromkeys(needed))
    return made


def both(draft: Draft, parts: Sequence[FNode]) -> FNode:
    """All parts, without those that are plainly true."""
    kept = [part for part in parts if not part.is_true()]
    return draft.make.FALSE() if any(part.is_false() for part in kept) else draft.make.And(kept)


def either(draft: Draft, parts: Sequence[FNode]) -> FNode:
    """At least one part, without those that are plainly false."""
    kept = [part for part in parts if not part.is_false()]
    return draft.make.TRUE() if any(part.is_true() for part in kept) else draft.make.Or(kept)


def negation(draft: Draft, part: FNode) -> FNode:
    """The part is false."""
    return draft.make.Bool(part.is_false()) if part.is_bool_constant() else draft.make.Not(part)


def as_number(draft: Draft, part: FNode, factor: int = 1) -> FNode:
    """The factor if the part is true, else 0."""
    make = draft.make
    if part.is_bool_constant():
        return make.Int(factor if part.is_true() else 0)
    if part.is_not():
        return make.Ite(part.arg(0), make.Int(0), make.Int(factor))
    return make.Ite(part, make.Int(factor), make.Int(0))


def plus(draft: Draft, numbers: Sequence[FNode]) -> FNode:
    """The numbers added up; 0 for none."""
    return draft.make.Plus(numbers) if numbers else draft.make.Int(0)
