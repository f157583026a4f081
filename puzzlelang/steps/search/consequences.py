"""Consequences of single groups of cases: values to exclude, by the easiest way of looking first."""

from collections.abc import Callable, Sequence

from puzzlelang.steps.record import CaseGroup, Fact, Look, Masks, is_known
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.solvers.first_looks import CountOfThings, Differing, Ways
from puzzlelang.steps.solvers.graph_probe import GraphProbe

Reductions = dict[int, tuple[int, ...]]
"""By the index of a group what it leaves to its variables, where that is less than they have."""


class Consequences:
    """The groups of a board that may exclude something now, and what they leave, for each way of looking at them.

    `changed` has those that were not asked since a domain got smaller, the first of them first.
    """

    def __init__(self, solvers: CaseSolvers, target: Sequence[bool | int | None]) -> None:
        self._solvers = solvers
        self._target = target
        self._looked_at = {look: frozenset(self._groups(look)) for look in Look}
        self.changed = {look: dict.fromkeys(sorted(groups)) for look, groups in self._looked_at.items()}
        self._waiting = [
            [self.changed[look] for look in Look if group.index in self._looked_at[look]] for group in solvers.groups
        ]
        self.left: dict[Look, Reductions] = {look: {} for look in Look}

    def _groups(self, look: Look) -> list[int]:
        """The groups that say more by this way of looking than by those before."""
        result = []
        for group, probe in zip(self._solvers.groups, self._solvers.probes, strict=True):
            if isinstance(probe, GraphProbe):
                mine = look is Look.CLOSER
            else:
                house = self._solvers.families.is_house_with_parts(group)
                combined = not house and (probe.look is None or isinstance(probe.look, Ways | CountOfThings))
                sets = house or isinstance(probe.look, Differing)
                mine = (probe.look is not None, combined, sets)[look]
            if mine:
                result.append(group.index)
        return result

    def narrowed(self, index: int) -> None:
        """Note that a domain got smaller."""
        for group in self._solvers.about[index]:
            for waiting in self._waiting[group.index]:
                waiting.setdefault(group.index)

    def reduced(self, look: Look, group: CaseGroup, masks: Masks) -> tuple[int, ...] | None:
        """Return what a group leaves to its variables by this way of looking, or by an easier one."""
        probe = self._solvers.probes[group.index]
        if isinstance(probe, GraphProbe):
            return None if look is Look.FIRST else probe.forced_domains(masks, self._target)
        easy = look is Look.FIRST or (look is Look.CLOSER and group.index in self._looked_at[Look.SETS])
        return probe.first_look(masks) if easy else probe.reduced_domains(masks)

    def ask(self, look: Look, group: CaseGroup, masks: Masks) -> tuple[int, ...] | None:
        """The same, which is kept; None if it excludes nothing."""
        self.changed[look].pop(group.index, None)
        self.left[look].pop(group.index, None)
        result = self.reduced(look, group, masks)
        if result is None or result == tuple([masks[index] for index in group.variables]):
            return None
        self.left[look][group.index] = result
        return result

    def led_to(self, masks: Masks) -> Masks:
        """Return the masks that first looks at single groups lead to, one after another."""
        result, looked_at = list(masks), self._looked_at[Look.FIRST]
        waiting = dict.fromkeys((*self.changed[Look.FIRST], *self.left[Look.FIRST]))
        while waiting:
            group = self._solvers.groups[waiting.popitem()[0]]
            after = self.reduced(Look.FIRST, group, result)
            for index, mask in zip(group.variables, after or map(result.__getitem__, group.variables), strict=True):
                if mask != result[index]:
                    result[index] = mask
                    narrowed = (index, *self._solvers.touched.narrowed(result, index))
                    near = (one.index for at in narrowed for one in self._solvers.about[at])
                    waiting.update(dict.fromkeys(one for one in near if one in looked_at))
        return result

    def facts_led_to(self, masks: Masks) -> Callable[[Fact], bool]:
        """Return which facts first looks at single groups lead to."""
        easy, variables = self.led_to(masks), self._solvers.problem.variables
        return lambda fact: is_known(easy, fact, variables)

    @property
    def every(self) -> Reductions:
        """All that was kept, by the closest way of looking."""
        return {position: result for look in Look for position, result in self.left[look].items()}
