"""State of a lowering, shared by all families of constraints.

Formulas and integer terms are pySMT nodes (`FNode`), typed `Any` as pySMT ships no types.  They come only from the
formula maker of the lowering's own environment: pySMT's shortcuts, and the methods of a node that ask for its type or
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


class Lowering(msgspec.Struct, frozen=True, eq=False):
    """State of a lowering.

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


def boolean(lowering: Lowering, name: str) -> FNode:
    """Make the Boolean symbol of that name."""
    return lowering.make.Symbol(name, BOOL)


def integer(lowering: Lowering, name: str, low: int, high: int) -> FNode:
    """Make the integer symbol of that name and note its range.  The caller has to state the range."""
    result = lowering.make.Symbol(name, INT)
    lowering.spans[result] = low, high
    return result


def auxiliary(lowering: Lowering, word: str) -> FNode:
    """Make a new Boolean symbol: the word and a number."""
    return boolean(lowering, _numbered_name(lowering, word))


def _numbered_name(lowering: Lowering, word: str) -> str:
    return names.fresh(lowering.taken, (word, next(lowering.numbers.setdefault(word, count(1)))))


def auxiliary_number(lowering: Lowering, word: str, low: int, high: int) -> FNode:
    """Make a new integer symbol with its range defined."""
    result = integer(lowering, _numbered_name(lowering, word), low, high)
    define(lowering, in_range(lowering, result, low, high))
    return result


def define(lowering: Lowering, formula: FNode) -> None:
    """Add a definition of auxiliary symbols that the node being lowered needs."""
    lowering.needed[-1][formula] = None


@contextmanager
def collect_definitions(lowering: Lowering) -> Iterator[dict[FNode, None]]:
    """Collect the definitions made inside in a set of their own."""
    lowering.needed.append({})
    yield lowering.needed[-1]
    lowering.needed.pop()


def in_range(lowering: Lowering, number: FNode, low: int, high: int) -> FNode:
    """State that the number lies in the range, ends included."""
    make = lowering.make
    if low == high:
        return make.Equals(number, make.Int(low))
    return make.And(make.LE(make.Int(low), number), make.LE(number, make.Int(high)))


def alias(lowering: Lowering, number: FNode, low: int, high: int) -> FNode:
    """Return a symbol or constant of the same value, so that many uses cost little."""
    if number.is_symbol() or number.is_constant():
        return number
    if number not in lowering.aliases:
        with collect_definitions(lowering) as definitions:
            result = auxiliary_number(lowering, "number", low, high)
            define(lowering, lowering.make.Equals(result, number))
        lowering.aliases[number] = result, tuple(definitions)
    result, needed = lowering.aliases[number]
    lowering.needed[-1].update(dict.fromkeys(needed))
    return result


def conjunction(lowering: Lowering, parts: Sequence[FNode]) -> FNode:
    """Conjoin parts, without those that are plainly true."""
    kept = [part for part in parts if not part.is_true()]
    return lowering.make.FALSE() if any(part.is_false() for part in kept) else lowering.make.And(kept)


def disjunction(lowering: Lowering, parts: Sequence[FNode]) -> FNode:
    """Disjoin parts, without those that are plainly false."""
    kept = [part for part in parts if not part.is_false()]
    return lowering.make.TRUE() if any(part.is_true() for part in kept) else lowering.make.Or(kept)


def negation(lowering: Lowering, part: FNode) -> FNode:
    """Negate a part."""
    return lowering.make.Bool(part.is_false()) if part.is_bool_constant() else lowering.make.Not(part)


class FormulaMaker(msgspec.Struct, frozen=True):
    """Makes nodes for `problem.automata`."""

    lowering: Lowering

    def constant(self, truth: bool) -> FNode:
        """The formula that is always true, or always false."""
        return self.lowering.make.Bool(truth)

    def negation(self, part: FNode) -> FNode:
        """Negate a part; see `negation`."""
        return negation(self.lowering, part)

    def conjunction(self, parts: Sequence[FNode]) -> FNode:
        """Conjoin parts; see `conjunction`."""
        return conjunction(self.lowering, parts)

    def disjunction(self, parts: Sequence[FNode]) -> FNode:
        """Disjoin parts; see `disjunction`."""
        return disjunction(self.lowering, parts)

    def if_then_else(self, condition: FNode, then: Sequence[FNode], other: FNode) -> FNode:
        """A disjunction of two cases, which keeps the formula free of integers."""
        absent = conjunction(self.lowering, [negation(self.lowering, condition), other])
        return disjunction(self.lowering, [conjunction(self.lowering, [condition, *then]), absent])


def as_number(lowering: Lowering, part: FNode, factor: int = 1) -> FNode:
    """Make a number: the factor if the part is true, else 0."""
    make = lowering.make
    if part.is_bool_constant():
        return make.Int(factor if part.is_true() else 0)
    if part.is_not():
        return make.Ite(part.arg(0), make.Int(0), make.Int(factor))
    return make.Ite(part, make.Int(factor), make.Int(0))


def plus(lowering: Lowering, numbers: Sequence[FNode]) -> FNode:
    """Add numbers; 0 for none."""
    return lowering.make.Plus(numbers) if numbers else lowering.make.Int(0)
