"""Answers of a window: the premises that each breaks, and the conclusions that it refutes.

An answer that the search for one conclusion meets mostly denies many others as well.  So all conclusions of a window
share their answers, as bits of integers.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.techniques.contexts import Context
from puzzlelang.techniques.record import Fact, Window

Value = bool | int


class _Facts(msgspec.Struct, eq=False):
    """Facts of one context, by number as the bits of integers; each needs values of some variables.

    `needing[index]` are those that need some value of a variable, `needing_value[index][value]` this one.  `missing`
    are about places that the context lacks.
    """

    needing: dict[int, int] = msgspec.field(default_factory=dict)
    needing_value: dict[int, dict[Value, int]] = msgspec.field(default_factory=dict)
    missing: int = 0

    def enter(self, context: Context, facts: Sequence[Fact]) -> None:
        """Add facts."""
        for number, fact in enumerate(facts):
            wanted, bit = context.wanted(fact), 1 << number
            if wanted is None:
                self.missing |= bit
            for index, value in wanted or ():
                self.needing[index] = self.needing.get(index, 0) | bit
                values = self.needing_value.setdefault(index, {})
                values[value] = values.get(value, 0) | bit

    def broken(self, values: Sequence[Value]) -> int:
        """The facts of which an answer has not all values."""
        result = 0
        for index, some in self.needing.items():
            result |= some & ~self.needing_value[index].get(values[index], 0)
        return result


class SeenAnswers(msgspec.Struct, eq=False):
    """All answers of a window so far, for what its `premises` may be and its `conclusions`.

    `answers` has the premises that each breaks and the conclusions that it denies, as bits.
    """

    premises: Sequence[Fact]
    conclusions: Sequence[Fact]
    answers: list[tuple[int, int]] = msgspec.field(default_factory=list)
    number: dict[Fact, int] = msgspec.field(default_factory=dict)
    denials: int = 0
    facts: dict[Window, tuple[_Facts, _Facts]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Number the premises, and note the conclusions that something is not there."""
        self.number = {fact: at for at, fact in enumerate(self.premises)}
        self.denials = sum((not fact.holds) << at for at, fact in enumerate(self.conclusions))

    def add(self, context: Context, values: Sequence[Value]) -> None:
        """Add an answer of a context."""
        window = context.theory.window
        if window not in self.facts:
            premises, conclusions = self.facts[window] = _Facts(), _Facts()
            premises.enter(context, self.premises)
            conclusions.enter(context, self.conclusions)
        premises, conclusions = self.facts[window]
        broken = premises.broken(values) | premises.missing
        self.answers.append((broken, (conclusions.broken(values) ^ self.denials) & ~conclusions.missing))

    def against(self, conclusion: Fact, start: int) -> Iterator[list[int]]:
        """Yield the premises, by number, that each answer without a conclusion breaks, from one answer on."""
        bit = 1 << self.conclusions.index(conclusion)
        numbers = range(len(self.premises))
        for broken, denied in self.answers[start:]:
            if denied & bit:
                yield [at for at in numbers if broken >> at & 1]
