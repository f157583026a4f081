"""The smallest sets of premises that no counterexample survives.

Premises force a conclusion if every answer without the conclusion breaks one of them.  So each such answer gives a
set: the premises that it breaks, one of which has to be chosen.  A smallest choice is a candidate; if it has another
answer without the conclusion, that gives the next set (implicit hitting sets: Ignatiev, Previti, Liffiton and
Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, 2015).

Few premises are chosen at once, so choices are walked in a tree: below a choice, the elements of one set that it does
not hit (Reiter, A theory of diagnosis from first principles, 1987).  An element that was tried is left out of the
branches after it, so no choice comes twice.  Sets are bits of integers.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

_LOOKED_AT = 24
"""So many sets that are not hit are compared to find the one with the fewest branches."""


class HittingSets(msgspec.Struct, eq=False):
    """Chooses among things, by number from 0.  Sets and what is avoided may be added while choices are walked.

    `sets` are those to hit, `hitting[thing]` the numbers of the sets with a thing, `every` of all sets, as bits.
    `closing[some]` are the things that must not join these.
    """

    sets: list[int] = msgspec.field(default_factory=list)
    hitting: dict[int, int] = msgspec.field(default_factory=dict)
    every: int = 0
    closing: dict[int, int] = msgspec.field(default_factory=dict)

    def hit(self, some: Iterable[int]) -> None:
        """Demand that one of these is chosen."""
        number, bits = 1 << len(self.sets), 0
        for thing in some:
            bits |= 1 << thing
            self.hitting[thing] = self.hitting.get(thing, 0) | number
        self.sets.append(bits)
        self.every |= number

    def avoid(self, together: Iterable[int]) -> None:
        """Forbid that all of these are chosen; without any, nothing can be chosen at all."""
        bits = sum(1 << thing for thing in set(together))
        for thing in _things(bits):
            rest = bits & ~(1 << thing)
            self.closing[rest] = self.closing.get(rest, 0) | 1 << thing
        if not bits:
            self.hit(())

    def choices(self, most: int, amount: int, late: Callable[[], bool]) -> Iterator[list[int]]:
        """Yield choices of at most so many of an amount of things, until it is late.

        Each has to be hit or avoided before the next is asked for.
        """
        yield from self._below((), (1 << amount) - 1, most, late)

    def _below(self, chosen: tuple[int, ...], allowed: int, left: int, late: Callable[[], bool]) -> Iterator[list[int]]:
        """Yield choices that add at most so many of the allowed things."""
        while not (open_ := self._open(chosen)):
            if self._is_avoided(chosen):
                return
            yield sorted(chosen)
        if self._is_avoided(chosen):
            return
        if not left or late():
            return
        allowed &= ~self._forbidden(chosen)
        for thing in _things(self._branches(open_, allowed, all_of_them=left == 1)):
            allowed &= ~(1 << thing)
            yield from self._below((*chosen, thing), allowed, left - 1, late)

    def _open(self, chosen: Sequence[int]) -> int:
        """The sets that a choice does not hit."""
        result = self.every
        for thing in chosen:
            result &= ~self.hitting.get(thing, 0)
        return result

    def _branches(self, open_: int, allowed: int, *, all_of_them: bool) -> int:
        """The allowed things in all of some sets; else in that with the fewest, of the first sets."""
        result, fewest = allowed, allowed.bit_count() + 1
        for _ in range(len(self.sets) if all_of_them else _LOOKED_AT):
            if not (open_ and result):
                break
            lowest = open_ & -open_
            open_ ^= lowest
            here = self.sets[lowest.bit_length() - 1] & allowed
            if all_of_them:
                result &= here
            elif here.bit_count() < fewest:
                result, fewest = here, here.bit_count()
        return result

    def _forbidden(self, chosen: Sequence[int]) -> int:
        """The things that must not join a choice."""
        result = 0
        for some in _subsets(chosen):
            result |= self.closing.get(some, 0)
        return result

    def _is_avoided(self, chosen: Sequence[int]) -> bool:
        return any(self._forbidden(chosen[:at]) >> thing & 1 for at, thing in enumerate(chosen))


def _subsets(chosen: Sequence[int]) -> list[int]:
    """All subsets, as bits."""
    result = [0]
    for thing in chosen:
        result += [one | 1 << thing for one in result]
    return result


def _things(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        bits ^= lowest
        yield lowest.bit_length() - 1
