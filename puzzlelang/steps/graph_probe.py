"""What cases that speak of parts of the board make of what is known, as far as that is found with limited work."""

import enum
from collections.abc import Callable, Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.engine import Sat, Undecided
from puzzlelang.steps.domains import Masks, is_single, value
from puzzlelang.steps.nearby import Nearby
from puzzlelang.steps.probe import Effort, Sessions, assumed, opened
from puzzlelang.steps.record import Group

WORK = 3000
"""Conflicts, and 20 for each look at a graph, until a question about a group stays open; it is asked again later."""


class GraphProbe:
    """A group of cases that speak of parts of the board, asked what they decide.

    `among`: a solver that has more than these, and which of them they are; without it they get one of their own.
    `at`: the variables about which it is asked what is decided, all of the group for None.
    """

    def __init__(
        self,
        stated: Problem,
        group: Group,
        nearby: Nearby,
        effort: Effort,
        among: Callable[[], tuple[Sessions, list[int]]] | None = None,
        at: frozenset[int] | None = None,
    ) -> None:
        self.stated = stated
        self.group = group
        self.nearby = nearby
        self.effort = effort
        self.at = frozenset(group.variables) if at is None else at
        self._among = among
        self._open: Sessions | None = None
        self.begin()
        self._lean = SearchBias(
            WORK, [(index, one) for index in group.variables if (one := nearby.near[index]) is not None]
        )

    def begin(self) -> None:
        """Ask again what was not found out; after that not until a quarter of what was open is known."""
        self._again = len(self.group.variables)

    def sessions(self) -> Sessions:
        """The cases in a solver."""
        if self._open is None:
            self._open = opened(self.stated, self.group.cases, False, self._lean)
        return self._open

    def _asked(self) -> tuple[Sessions, list[int] | None]:
        return (self.sessions(), None) if self._among is None else self._among()

    def reduced(self, masks: Masks) -> tuple[int, ...] | None:
        """The masks as they are; None if the cases cannot be true."""
        return tuple([masks[index] for index in self.group.variables]) if self.possible(masks) else None

    def possible(self, masks: Masks) -> bool:
        """Whether the cases can be true, as far as that is found out."""
        self.effort.left -= 1
        return self.nearby.differing(self.group, masks) is not None or self._ask(masks, WORK) is not Answer.NONE

    def decided(self, masks: Masks, aim: Sequence[bool | int | None]) -> tuple[int, ...]:
        """The masks of the variables, a single value where the cases allow only the one that it aims at.

        All that are not seen to be open are asked at once whether one of them can differ (backbones by chunks;
        Janota, Lynce and Marques-Silva 2015).
        """
        left = [masks[index] for index in self.group.variables]
        open_ = sum(not is_single(mask) for mask in left)
        if open_ > self._again:
            return tuple(left)
        rest = [
            index
            for index, mask in zip(self.group.variables, left, strict=True)
            if index in self.at
            and not is_single(mask)
            and aim[index] is not None
            and aim[index] == self.nearby.near[index]
        ]
        if rest:
            seen = self.nearby.differing(self.group, masks) or 0
            rest = [index for index in rest if not seen >> index & 1]
        found: int | Answer = self.nearby.alone(self.group, rest, masks)
        least = self.effort.left - WORK
        while not isinstance(found, Answer):
            rest = [index for index in rest if not found >> index & 1]
            if not rest:
                return tuple(left)
            found = self._differing(masks, rest, self.effort.left - least)
        if found is Answer.UNKNOWN:
            self._again = open_ * 3 // 4
            return tuple(left)
        certain = frozenset(rest)
        goals = self.nearby.bits
        return tuple([goals[index] if index in certain else masks[index] for index in self.group.variables])

    def _differing(self, masks: Masks, among: Sequence[int], work: int) -> "int | Answer":
        """In what an answer differs from the one that is known, in some of these variables at least."""
        loaded = self._asked()[0].loaded
        variables = [self.stated.variables[index] for index in among]
        wanted = loaded.some([-loaded.value_is(one, value(one, self.nearby.bits[one.index])) for one in variables])
        found = self._ask(masks, work, [wanted])
        loaded.retire(wanted)
        return found

    def _ask(self, masks: Masks, work: int, also: Sequence[int] = ()) -> "int | Answer":
        """In what an answer of the cases within these masks differs, as bits of variables; it is kept nearby."""
        asked, active = self._asked()
        literals = list(also)
        for index in self.group.variables:
            literals += assumed(asked.loaded, self.stated, index, masks[index])
        asked.loaded.assumed = literals
        outcome = asked.solve(self.effort, work, active)
        if isinstance(outcome, Undecided):
            return Answer.UNKNOWN
        if not isinstance(outcome, Sat):
            return Answer.NONE
        return self.nearby.add(self.group, outcome.values).differs


class Answer(enum.Enum):
    """Why there is no answer in hand."""

    NONE = "none"
    UNKNOWN = "unknown"
