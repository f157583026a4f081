"""Domains of variables as bit masks.

Bit k of a mask is the value `low + k`.  For a member, bit 0 says that it does not belong, bit 1 that it does.
"""

from collections.abc import Iterator, Sequence

from puzzlelang.problem.record import Variable
from puzzlelang.steps.record import Fact

Masks = list[int]
"""The mask of each variable by its index."""


def full(variable: Variable) -> int:
    """All values of the variable."""
    return (1 << (variable.high - variable.low + 1)) - 1


def is_single(mask: int) -> bool:
    """Whether at most one value is left."""
    return mask & (mask - 1) == 0


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask one by one, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def value(variable: Variable, bit: int) -> int:
    """The value that a single bit stands for."""
    return variable.low + bit.bit_length() - 1


def bit(variable: Variable, of: int) -> int:
    """The bit of a value; 0 if it is out of range."""
    return 1 << (of - variable.low) if variable.low <= of <= variable.high else 0


def new_facts(variable: Variable, before: int, after: int) -> tuple[Fact, ...]:
    """The facts that narrowing a mask adds: the value if it is the only one left, else each value that is excluded."""
    if after == before:
        return ()
    if is_single(after) and after:
        return (Fact(variable.index, value(variable, after), True),)
    return tuple(Fact(variable.index, value(variable, one), False) for one in bits(before & ~after))


def apply_facts(masks: Masks, found: Sequence[Fact], variables: Sequence[Variable]) -> None:
    """Narrow the masks by the facts."""
    for fact in found:
        variable = variables[fact.variable]
        one = bit(variable, fact.value)
        masks[fact.variable] &= one if fact.holds else ~one


def is_known(masks: Masks, fact: Fact, variables: Sequence[Variable]) -> bool:
    """Whether the masks imply the fact."""
    one, mask = bit(variables[fact.variable], fact.value), masks[fact.variable]
    return mask == one if fact.holds else not mask & one
