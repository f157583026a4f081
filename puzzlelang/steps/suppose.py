"""What would follow if something were otherwise: waves of consequences, until one case cannot be true.

Propagation by levels from a failed literal (Freeman 1995): in each wave every case is asked what it makes of all that
is known after the last one.  So the number of waves does not depend on any order.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.steps import domains
from puzzlelang.steps.domains import Masks
from puzzlelang.steps.record import Case, Fact, Group
from puzzlelang.steps.solvers import Solvers

WAVES = 12
"""Longer ways to a contradiction are nobody's; they count as guesses."""

ASKED = 25_000
"""So many questions about cases that speak of no graph are asked, until no more is supposed."""

LIGHT = 5
"""Cases up to this weight are tried before all others."""


class Led(msgspec.Struct, frozen=True, eq=False):
    """A fact that is wrong, the cases that show it, and in how many waves."""

    wrong: Fact
    cases: tuple[Case, ...]
    depth: int


class _Trial:
    """One supposition on its way."""

    def __init__(self, board: Solvers, wrong: Fact, marked: Masks, makers: Mapping[int, Sequence[Group]]) -> None:
        self.wrong = wrong
        self.masks = list(marked)
        domains.applied(self.masks, [wrong], board.stated.variables)
        self.changed = [wrong.variable]
        self.makers = {index: list(groups) for index, groups in makers.items()}

    def impossible(self, board: Solvers, heaviest: int) -> Group | None:
        """A group that cannot be true after the last wave."""
        return next(
            (one for one in self._touched(board, heaviest) if not board.probes[one.index].possible(self.masks)), None
        )

    def wave(self, board: Solvers, heaviest: int) -> Group | None:
        """Go on by a wave; one of the groups that leave no value together."""
        gone: dict[int, tuple[int, list[Group]]] = {}
        for group in self._touched(board, heaviest):
            if group.graph:  # of these it is only asked whether they can be true
                continue
            reduced = board.probes[group.index].reduced(self.masks)
            if reduced is None:
                return group
            for index, mask in zip(group.variables, reduced, strict=True):
                if mask != self.masks[index]:
                    left, by = gone.get(index, (self.masks[index], []))
                    gone[index] = left & mask, [*by, group]
        wrong: list[Group] = []
        for index, (left, by) in gone.items():
            self.masks[index] = left
            self.makers.setdefault(index, []).extend(by)
            if not left:
                wrong += by
        self.changed = list(gone)
        return wrong[0] if wrong else None

    def _touched(self, board: Solvers, heaviest: int) -> list[Group]:
        touched = {group.index for index in self.changed for group in board.about[index]}
        return [board.groups[position] for position in sorted(touched) if board.groups[position].weight <= heaviest]

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


def soonest(
    board: Solvers, wrong: Sequence[Fact], marked: Masks, makers: Mapping[int, Sequence[Group]]
) -> Iterator[Led]:
    """Of the facts those that lead to a contradiction in the fewest waves, with light cases first.

    It ends after `ASKED` questions, with the heavy cases also when the effort is spent.  `marked` is what is known and
    what follows at once, `makers` the groups from which that does.  In each wave it is looked for all facts first
    whether a group cannot be true, and what follows only where all can.
    """
    most = board.effort.asked + ASKED
    for heaviest in sorted({LIGHT, max((group.weight for group in board.groups), default=0)}):
        trials = [_Trial(board, fact, marked, makers) for fact in wrong]
        for depth in range(1, WAVES + 1):
            led = False
            for look in (_Trial.impossible, _Trial.wave):
                for trial in trials:
                    if board.effort.asked > most or (heaviest > LIGHT and board.effort.left <= 0):
                        return
                    group = look(trial, board, heaviest)
                    if group is not None:
                        led = True
                        yield Led(trial.wrong, trial.used(group), depth)
                if led:
                    return
            trials = [trial for trial in trials if trial.changed]
