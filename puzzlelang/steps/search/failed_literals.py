"""Failed-literal probing: a supposition is propagated level by level until a case is unsatisfiable.

On each level every affected case is propagated from the domains of the level before (Freeman 1995).  So the number of
levels does not depend on any order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.problem.record import Variable
from puzzlelang.steps import record
from puzzlelang.steps.record import CaseGroup, Fact, Masks, RuleCase
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.solvers.graph_probe import GraphProbe
from puzzlelang.steps.solvers.group_solver import MOST_VALUES
from puzzlelang.steps.solvers.open_graph import Domains

MOST_LEVELS = 12
"""The most levels of a refutation; a longer one counts as a guess, as no person follows it."""

MOST_GRAPH_LEVELS = 6
"""The same where cases with graphs lead on, of which each move may be about all of the board."""

MOST_QUERIES = 12_000
"""Budget of queries to cases without graphs for one round of probing."""

LIGHT_WEIGHT = 5
"""Cases up to this weight are tried before all others."""


class Refutation(msgspec.Struct, frozen=True, eq=False):
    """A refuted fact, the cases that refute it, and the number of levels."""

    wrong: Fact
    cases: tuple[RuleCase, ...]
    depth: int


class _Supposition:
    """The domains under one supposed fact, and the groups that narrowed each of them."""

    def __init__(
        self,
        board: CaseSolvers,
        wrong: Fact,
        propagated: Masks,
        sources: Mapping[int, Sequence[CaseGroup]],
        graphs: bool,
        about: Sequence[Sequence[CaseGroup]],
    ) -> None:
        self.wrong = wrong
        self._graphs, self._about = graphs, about
        self._domains: Domains | None = None
        self._seen: dict[int, Mapping[int, int] | None] = {}
        self.masks = list(propagated)
        record.apply_facts(self.masks, [wrong], board.problem.variables)
        self.changed = [wrong.variable]
        self._affected: tuple[int, list[CaseGroup]] | None = None
        self.sources = {index: list(groups) for index, groups in sources.items()}

    def unsatisfiable_group(self, board: CaseSolvers, heaviest: int) -> CaseGroup | None:
        """A group that is unsatisfiable after the last level, if any."""
        return next(
            (one for one in self._affected_groups(board, heaviest) if not self._is_satisfiable(board, one)), None
        )

    def propagate_level(self, board: CaseSolvers, heaviest: int) -> CaseGroup | None:
        """Propagate by one level; return a group that is unsatisfiable or helps to empty a domain, else None."""
        gone: dict[int, tuple[int, list[CaseGroup]]] = {}
        for group in self._affected_groups(board, heaviest):
            narrowed = self._narrowed(board, group)
            if narrowed is None:
                return group
            for index, mask in narrowed.items():
                left, by = gone.get(index, (self.masks[index], []))
                gone[index] = left & mask, [*by, group]
        wrong: list[CaseGroup] = []
        for index, (left, by) in gone.items():
            self.masks[index] = left
            self.sources.setdefault(index, []).extend(by)
            if not left:
                wrong += by
        self.changed, self._affected = list(gone), None
        self._domains, self._seen = None, {}
        return wrong[0] if wrong else None

    def _is_satisfiable(self, board: CaseSolvers, group: CaseGroup) -> bool:
        probe = board.probes[group.index]
        if self._graphs and isinstance(probe, GraphProbe) and probe.looks.are_there:
            return self._looked(board, probe) is not None
        return probe.is_satisfiable(self.masks)

    def _narrowed(self, board: CaseSolvers, group: CaseGroup) -> Mapping[int, int] | None:
        """The masks that a group narrows, by variable; None if nothing is left."""
        probe = board.probes[group.index]
        if isinstance(probe, GraphProbe):  # without looks it is only asked whether it can be true
            return self._looked(board, probe) if self._graphs else {}
        reduced = probe.reduced_domains(self.masks)
        if reduced is None:
            return None
        pairs = zip(group.variables, reduced, strict=True)
        return {index: mask for index, mask in pairs if mask != self.masks[index]}

    def _looked(self, board: CaseSolvers, probe: GraphProbe) -> Mapping[int, int] | None:
        """The masks that looks at graphs narrow; kept, as each level asks for them twice."""
        if self._domains is None:
            self._domains = Domains(board.problem, self.masks)
        if probe.group.index not in self._seen:
            board.effort.query_count += 1
            self._seen[probe.group.index] = probe.looks.narrowed(self._domains)
        return self._seen[probe.group.index]

    def _affected_groups(self, board: CaseSolvers, heaviest: int) -> list[CaseGroup]:
        """The groups up to a weight of the domains that changed; kept, as each level asks for them twice."""
        if self._affected is None or self._affected[0] != heaviest:
            touched = {group.index for index in self.changed for group in self._about[index]}
            groups = map(board.groups.__getitem__, sorted(touched))
            self._affected = heaviest, [one for one in groups if one.weight <= heaviest]
        return self._affected[1]

    def supporting_cases(self, last: CaseGroup) -> tuple[RuleCase, ...]:
        """The cases behind an unsatisfiable group, by its implication graph."""
        result, waiting, seen = {last: None}, [last], set[int]()
        while waiting:
            for index in waiting.pop().variables:
                if index not in seen:
                    seen.add(index)
                    for group in self.sources.get(index, []):
                        if group not in result:
                            result[group] = None
                            waiting.append(group)
        return tuple(dict.fromkeys(case for group in result for case in group.cases))


def suppositions(variables: Sequence[Variable], aims: Iterable[Fact], masks: Masks) -> list[Fact]:
    """The literals to probe for variables: each value other than the one aimed at.

    With more than `MOST_VALUES` only the negated aim; that is added as well if the variable may be absent.
    """
    result = list[Fact]()
    for aimed in aims:
        variable, mask = variables[aimed.variable], masks[aimed.variable]
        if mask.bit_count() <= MOST_VALUES:
            values = (record.value(variable, one) for one in record.bits(mask))
            result += (Fact(variable.index, value, True) for value in values if value != aimed.value)
        if mask.bit_count() > MOST_VALUES or (mask.bit_count() > 2 and variable.absent is not None):
            result.append(aimed.opposite)
    return result


def shortest_refutations(
    board: CaseSolvers,
    wrong: Sequence[Fact],
    propagated: Masks,
    sources: Mapping[int, Sequence[CaseGroup]],
    most_queries: int = MOST_QUERIES,
    *,
    graphs: bool = False,
) -> Iterator[Refutation]:
    """Refutations of the facts with the fewest levels, by light cases first.

    `propagated` are the domains after one level without a supposition, `sources` the groups that narrowed them.  On
    each level satisfiability is checked for all facts before any of them is propagated.  The search ends after
    `most_queries` queries; with heavy cases also when the budget is spent.  If these do not suffice for a level, only
    the widest groups are asked.
    """
    most = board.effort.query_count + most_queries
    many = sum(len(board.about[fact.variable]) for fact in wrong) > most_queries
    about = board.about_widely if many else board.about
    heaviest_of_all = max((group.weight for group in board.groups), default=0)
    for heaviest in [heaviest_of_all] if graphs else sorted({LIGHT_WEIGHT, heaviest_of_all}):
        trials = [_Supposition(board, fact, propagated, sources, graphs, about) for fact in wrong]
        for depth in range(1, (MOST_GRAPH_LEVELS if graphs else MOST_LEVELS) + 1):
            led = False
            for look in (_Supposition.unsatisfiable_group, _Supposition.propagate_level):
                for trial in trials:
                    if board.effort.query_count > most or (heaviest > LIGHT_WEIGHT and board.effort.left <= 0):
                        return
                    group = look(trial, board, heaviest)
                    if group is not None:
                        led = True
                        yield Refutation(trial.wrong, trial.supporting_cases(group), depth)
                if led:
                    return
            trials = [trial for trial in trials if trial.changed]
