"""What steps are made of."""

import enum

import msgspec

from puzzlelang.problem.record import Formula, Origin


class Fact(msgspec.Struct, frozen=True, array_like=True, order=True):
    """A variable has a value, or does not have it; a member that does not belong has the value 0."""

    variable: int
    value: int
    holds: bool

    @property
    def opposite(self) -> "Fact":
        """It has the value if this says that it does not, and the other way round."""
        return Fact(self.variable, self.value, not self.holds)


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A fact by names: at a place a `find` has a value, or does not have it (`holds`).

    A set has True or False there; of a number that may be absent False says that there is none.
    """

    find: str
    place: str
    value: bool | int | str
    holds: bool = True


class Case(msgspec.Struct, frozen=True, eq=False):
    """One application of a rule, as small as a person takes it: what it says of which variables, by index.

    `graph`: it speaks of parts of the board, `weight`: how hard it is to see what it says, from 1 on.
    """

    index: int
    formula: Formula
    origin: Origin
    variables: tuple[int, ...]
    graph: bool
    weight: int


class Group(msgspec.Struct, frozen=True, eq=False):
    """A case, or a case with all that is said of its places alone, which a person sees as one.

    `variables` are those of the first case, of all where they speak of one part; `weight` is 1 more than that of the
    heaviest where there are several.
    """

    index: int
    cases: tuple[Case, ...]
    variables: tuple[int, ...]
    graph: bool
    weight: int


class Tier(enum.Enum):
    """How a step is found, the simplest first."""

    DIRECT = "direct"
    """From one case, or all cases about the same places."""
    CHAINED = "chained"
    """The same, after what others exclude at once."""
    SUPPOSED = "supposed"
    """The opposite leads to a contradiction in a few moves, each of them direct."""
    TOGETHER = "together"
    """From a few cases that have places in common: none of them leads there, nor one after another."""
    GUESSED = "guessed"
    """The opposite is impossible, but that takes several cases at once; all of them where no fewer were found."""


ALL_CASES = 50
"""What a step weighs that tells no cases."""


class Inference(msgspec.Struct, frozen=True, eq=False):
    """What cases make of facts; `then` is empty if they contradict them.

    `how`: where it takes one more supposition, what leads from the opposite of the only fact in `then` to a
    contradiction.
    """

    cases: tuple[Case, ...]
    given: tuple[Fact, ...]
    then: tuple[Fact, ...]
    how: tuple["Inference", ...] = ()


class Step(msgspec.Struct, frozen=True, eq=False):
    """New facts that follow from cases and known facts, of which none can be left out if they are `minimal`.

    Where no cases were found with limited work there are none, and no chain: the answer says so.

    `chain`: how, one inference after another; from `Tier.SUPPOSED` on it begins with the opposite of the first fact
    and ends in a contradiction.  `depth`: moves on the way.
    """

    tier: Tier
    facts: tuple[Fact, ...]
    cases: tuple[Case, ...]
    known: tuple[Fact, ...]
    chain: tuple[Inference, ...]
    depth: int = 1
    minimal: bool = True

    @property
    def weight(self) -> int:
        """How hard the step is: what its cases weigh, those with the same sentence once; see `rating`."""
        weights = {case.origin.sentence: case.weight for case in self.cases}
        return sum(weights.values()) if weights else ALL_CASES

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules of its cases."""
        return tuple(case.origin.rule.name for case in self.cases)
