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

    def wave(self, board: Solvers, heaviest: int) -> list[Group]:
        """Go on by a wave; the groups that cannot be true now."""
        touched = dict.fromkeys(group.index for index in self.changed for group in board.about[index])
        gone: dict[int, tuple[int, list[Group]]] = {}
        impossible = []
        for position in sorted(touched):
            group = board.groups[position]
            if group.weight > heaviest:
                continue
            reduced = board.probes[position].reduced(self.masks)
            if reduced is None:
                impossible.append(group)
                continue
            for index, mask in zip(group.variables, reduced, strict=True):
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

    With the heavy cases it ends when the effort is spent.  `marked` is what is known and what follows at once, `makers`
    the groups from which that does.
    """
    for heaviest in sorted({LIGHT, max((group.weight for group in board.groups), default=0)}):
        trials = [_Trial(board, fact, marked, makers) for fact in wrong]
        for depth in range(1, WAVES + 1):
            led = False
            for trial in trials:
                if heaviest > LIGHT and board.effort.left <= 0:
                    return
                for group in trial.wave(board, heaviest)[:1]:
                    led = True
                    yield Led(trial.wrong, trial.used(group), depth)
            if led:
                return
            trials = [trial for trial in trials if trial.changed]
