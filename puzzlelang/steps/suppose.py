"""What would follow if something were otherwise: waves of consequences, until one case cannot be true.

Propagation by levels from a failed literal (Freeman 1995): in each wave every case is asked what it makes of all that
is known after the last one.  So the number of waves does not depend on any order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.domains import Masks, bit
from puzzlelang.steps.probe import Probe
from puzzlelang.steps.record import Case, Fact, Group

WAVES = 12
"""Longer ways to a contradiction are nobody's; they count as guesses."""


LIGHT = 5
"""Cases up to this weight are tried before all others."""


class Board(Protocol):
    """What is known of a board."""

    stated: Problem
    groups: tuple[Group, ...]
    probes: list[Probe]
    about: list[list[Group]]


class Led(msgspec.Struct, frozen=True, eq=False):
    """A fact that is wrong, the cases that show it, and in how many waves."""

    wrong: Fact
    cases: tuple[Case, ...]
    depth: int


class _Trial:
    """One supposition on its way."""

    def __init__(self, board: Board, wrong: Fact, marked: Masks, makers: Mapping[int, Sequence[Group]]) -> None:
        self.wrong = wrong
        self.masks = list(marked)
        self.masks[wrong.variable] &= bit(board.stated.variables[wrong.variable], wrong.value)
        self.changed = [wrong.variable]
        self.makers = {index: list(groups) for index, groups in makers.items()}

    def wave(self, board: Board, heaviest: int) -> list[Group]:
        """Go on by a wave; the groups that cannot be true now."""
        touched = dict.fromkeys(group.index for index in self.changed for group in board.about[index])
        gone: dict[int, tuple[int, list[Group]]] = {}
        impossible = []
        for position in sorted(touched):
            group = board.groups[position]
            if group.weight > heaviest:
                continue
            reduced = self._reduced(board.probes[position])
            if reduced is None:
                impossible.append(group)
                continue
            for index, mask in zip(group.variables, reduced, strict=bool(reduced)):
                if mask != self.masks[index]:
                    left, by = gone.get(index, (self.masks[index], []))
                    gone[index] = left & mask, [*by, group]
        if impossible:
            return impossible
        for index, (left, by) in gone.items():
            self.masks[index] = left
            self.makers.setdefault(index, []).extend(by)
            if not left:
                impossible += by
        self.changed = list(gone)
        return impossible

    def _reduced(self, probe: Probe) -> tuple[int, ...] | None:
        """What is left for a group; of one that speaks of parts of the board only whether it can be true."""
        if not probe.group.graph:
            return probe.reduced(self.masks)
        return () if probe.possible(self.masks) else None

    def used(self, last: Group) -> tuple[Case, ...]:
        """The cases behind a group that cannot be true."""
        found, waiting, seen = {last: None}, [last], set[int]()
        while waiting:
            for index in waiting.pop().variables:
                if index not in seen:
                    seen.add(index)
                    for group in self.makers.get(index, []):
                        if group not in found:
                            found[group] = None
                            waiting.append(group)
        return tuple(dict.fromkeys(case for group in found for case in group.cases))


def soonest(board: Board, wrong: Sequence[Fact], marked: Masks, makers: Mapping[int, Sequence[Group]]) -> Iterator[Led]:
    """Of the facts those that lead to a contradiction in the fewest waves, with light cases first.

    `marked` is what is known and what follows at once, `makers` the groups from which that does.
    """
    for heaviest in sorted({LIGHT, max((group.weight for group in board.groups), default=0)}):
        trials = [_Trial(board, fact, marked, makers) for fact in wrong]
        for depth in range(1, WAVES + 1):
            led = False
            for trial in trials:
                for group in trial.wave(board, heaviest)[:1]:
                    led = True
                    yield Led(trial.wrong, trial.used(group), depth)
            if led:
                return
            trials = [trial for trial in trials if trial.changed]
