"""Records of steps: facts, cases, inferences, steps, and domains of variables as bit masks.

Bit k of a mask is the value `low + k`.  For a member, bit 0 says that it does not belong, bit 1 that it does.
"""

import enum
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.problem.record import Formula, Origin, Variable


class Fact(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A literal: a variable has a value, or does not have it; a member that does not belong has the value 0."""

    variable: int
    value: int
    holds: bool

    @property
    def opposite(self) -> "Fact":
        """The negated literal."""
        return Fact(self.variable, self.value, not self.holds)


class NamedFact(msgspec.Struct, frozen=True, array_like=True):
    """A fact by names: at a place a `find` has a value, or does not have it (`holds`).

    A set has True or False there.  False is also the value of a number that is absent.
    """

    find: str
    place: str
    value: bool | int | str
    holds: bool = True


class RuleCase(msgspec.Struct, frozen=True, eq=False):
    """One application of a rule, split as far as a person does: its formula and its variables by index.

    `graph`: its formula contains a statement about graphs.  `deciding`: the variables on which its truth depends, which
    with graphs may be few of them; see `surroundings`.  `weight`: how hard it is to see, from 1 on.
    `application`: what other cases of the same application of a rule about numbers have as well; empty for others.
    """

    index: int
    formula: Formula
    origin: Origin
    variables: tuple[int, ...]
    deciding: tuple[int, ...]
    graph: bool
    weight: int
    application: str = ""


class CaseGroup(msgspec.Struct, frozen=True, eq=False):
    """A case, or several cases that a person sees as one.

    `variables`: those that decide the first case if the others lie within its places, else those of all cases.
    `weight`: that of a single case; for several, 1 more than that of the heaviest.
    """

    index: int
    cases: tuple[RuleCase, ...]
    variables: tuple[int, ...]
    graph: bool
    weight: int

    @property
    def applied(self) -> tuple[int, int, int]:
        """Return how it compares with other groups: fewer applications of rules are simpler, and whole ones."""
        return len({case.origin.sentence for case in self.cases}), -len(self.cases), self.weight


class Tier(enum.Enum):
    """The kinds of steps, the simplest first."""

    DIRECT = "direct"
    """By one case, or by all cases about the same places."""
    LOCAL = "local pattern"
    """By a pattern that holds wherever it stands, kept beside the rule file; see `local_patterns`."""
    CHAINED = "chained"
    """The same, after one round of propagation by others."""
    PATTERN = "pattern"
    """By a technique about several cases, such as places that one value is locked in; see `techniques`."""
    SUPPOSED = "supposed"
    """By a failed literal: the opposite leads to a contradiction in a few moves, each of them direct."""
    TOGETHER = "together"
    """By a few cases that share places, where neither single cases nor chains of them suffice."""
    GUESSED = "guessed"
    """By an unsat core of the opposite: several cases at once, all of them if no smaller core was found."""


class Look(enum.IntEnum):
    """The depth to which single groups of cases are looked at, the easiest way first; see `first_looks`."""

    FIRST = 0
    """By what a person sees without combining what is said."""
    CLOSER = 1
    """By all that groups exclude, but for sets of numbers that differ."""
    SETS = 2
    """By sets of numbers that differ, which have as many values between them (Hall sets)."""


ALL_CASES = 50
"""Weight of a step without cases."""


class Inference(msgspec.Struct, frozen=True, eq=False):
    """Conclusions of cases from premises; there are none for a contradiction.

    `refutation`: for a nested supposition, the chain from the opposite of the only conclusion to a contradiction.
    """

    cases: tuple[RuleCase, ...]
    premises: tuple[Fact, ...]
    conclusions: tuple[Fact, ...]
    refutation: tuple["Inference", ...] = ()


Derive = Callable[[], tuple[Inference, ...]]
"""Finds the inferences of a step, which takes as long as the rest of it, when they are asked for."""


def derived(*inferences: Inference) -> Derive:
    """Inferences that are known already."""
    return lambda: inferences


class Step(msgspec.Struct, frozen=True, eq=False):
    """New facts with the cases and known facts that imply them; if `minimal`, none of these can be left out.

    If no core was found within the budget there are no cases and no chain: the step comes from the known answer.

    `chain`: the inferences in order; from `Tier.SUPPOSED` on it begins with the opposite of the first fact and ends in
    a contradiction.  `depth`: the number of moves.  `reason`: for `Tier.PATTERN` the reason in words, for `Tier.LOCAL`
    the givens that it rests on; `technique`: its name; `places`: where a local pattern stands.  `parts`: the steps that
    were folded into this one, with `reason` for all of them but local patterns; see `folding`.  `look`: how closely
    groups were looked at.  `open`: how many other places of its cases were open before all steps that were found
    together with it.  `beyond`: for `Tier.LOCAL` that first looks at single cases, one after another, lead to none of
    its facts.  `unsure`: how many vertices of a part that would be cut off are open; see `cut_off_parts`.
    """

    tier: Tier
    facts: tuple[Fact, ...]
    cases: tuple[RuleCase, ...]
    known: tuple[Fact, ...]
    derive: Derive
    depth: int = 1
    minimal: bool = True
    technique: str = ""
    reason: str = ""
    places: tuple[Place, ...] = ()
    parts: tuple["Step", ...] = ()
    look: Look = Look.FIRST
    open: int = 0
    beyond: bool = False
    unsure: int = 0

    @property
    def chain(self) -> tuple[Inference, ...]:
        """The inferences in order."""
        return self.derive()

    @property
    def weight(self) -> int:
        """The weight of its cases, those with the same sentence once; see `rating`.  A local pattern is one thing."""
        if self.tier is Tier.LOCAL:
            return 1
        weights = {case.origin.sentence: case.weight for case in self.cases}
        return sum(weights.values()) if weights else ALL_CASES

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules of its cases."""
        return tuple(case.origin.rule.name for case in self.cases)


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


def left_alone(variable: Variable, mask: int, gone: Fact) -> tuple[Fact, ...]:
    """The fact that only one value is left without an excluded one; none if it is not so, or was so before."""
    after = mask & ~bit(variable, gone.value)
    return new_facts(variable, mask, after) if is_single(after) and not is_single(mask) else ()


def known_facts(masks: Masks, variables: Iterable[Variable]) -> list[Fact]:
    """All that the masks say about the variables."""
    return [fact for one in variables for fact in new_facts(one, full(one), masks[one.index])]


def apply_facts(masks: Masks, facts: Sequence[Fact], variables: Sequence[Variable]) -> None:
    """Narrow the masks by the facts."""
    for fact in facts:
        variable = variables[fact.variable]
        one = bit(variable, fact.value)
        masks[fact.variable] &= one if fact.holds else ~one


def is_known(masks: Masks, fact: Fact, variables: Sequence[Variable]) -> bool:
    """Whether the masks imply the fact."""
    one, mask = bit(variables[fact.variable], fact.value), masks[fact.variable]
    return mask == one if fact.holds else not mask & one
