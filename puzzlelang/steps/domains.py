"""What is known of each variable: the values that it can still have, as the bits of a number.

Bit k of a mask is the value `low + k`; of a member bit 0 says that it does not belong, bit 1 that it does.
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
    """The bits of a mask, each alone, the lowest first."""
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


def facts(variable: Variable, before: int, after: int) -> tuple[Fact, ...]:
    """What is known with the second mask and was not with the first: the value, or else the values that went."""
    if after == before:
        return ()
    if is_single(after) and after:
        return (Fact(variable.index, value(variable, after), True),)
    return tuple(Fact(variable.index, value(variable, one), False) for one in bits(before & ~after))


def applied(masks: Masks, found: Sequence[Fact], variables: Sequence[Variable]) -> None:
    """Make known what the facts say."""
    for fact in found:
        variable = variables[fact.variable]
        one = bit(variable, fact.value)
        masks[fact.variable] &= one if fact.holds else ~one


def knows(masks: Masks, fact: Fact, variables: Sequence[Variable]) -> bool:
    """Whether the masks say so already."""
    one, mask = bit(variables[fact.variable], fact.value), masks[fact.variable]
    return mask == one if fact.holds else not mask & one
