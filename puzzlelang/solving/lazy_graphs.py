"""Lazy graph encoding: solve the Boolean abstraction, check the answer, add cuts, solve again.

The engine sees a variable in place of each statement about a graph.  An answer that sets some of them wrongly where it
matters is no answer.  The reasons why they are wrong are added as clauses, which hold in every answer.  So later
searches, also with answers excluded or variables fixed, begin with all that was learnt.
"""

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from puzzlelang.deductions.root_levels import level_clauses
from puzzlelang.graphs import marked_components
from puzzlelang.graphs.abstraction import Abstraction
from puzzlelang.graphs.atom_formulas import AtomFormula
from puzzlelang.graphs.claims_on_demand import claims_on_demand, without_claims
from puzzlelang.graphs.compiled_evaluation import CompiledMemo, GraphAnswer
from puzzlelang.graphs.components import Components, find_components
from puzzlelang.graphs.cut_keys import cut_key, length
from puzzlelang.graphs.direct_evaluation import Direct, true_literals
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.graphs.reasons import cut_clause, reasons, truth
from puzzlelang.graphs.size_tests import Looks, Test, size_test
from puzzlelang.problem.record import Formula, Graph, Holds, Joined, Values, Variable, VariableRole
from puzzlelang.solving.engine import CONFLICTS, Counts, Engine, Fixed, Outcome, Sat, Session, Undecided
from puzzlelang.solving.graph_cuts import CutSource, GraphCut, Profile, by_word
from puzzlelang.solving.pipelines import LEVELS, LEVELS_WORTH, MARKS, PreparedProblem


def _by_graph(abstraction: Abstraction) -> list[tuple[Graph, list[tuple[int, int, int]]]]:
    """Group the `Joined` atoms by graph, in their order: each as its variable's index and its two vertices."""
    grouped: dict[int, tuple[Graph, list[tuple[int, int, int]]]] = {}
    for atom, variable in abstraction.atoms:
        if isinstance(atom, Joined):
            grouped.setdefault(id(atom.graph), (atom.graph, []))[1].append((variable.index, atom.first, atom.second))
    return list(grouped.values())


class _LazySession:
    """A session with correct answers about graphs, over a session of the Boolean abstraction.

    `stated` counts the cuts of the inner session, `components` those of them about components and their members.
    `levels` counts the clauses about levels of roots.  `waiting` are claims that no answer has broken so far, by
    identity (`graphs.claims_on_demand`), of `on_demand` that there were at first.  `excluded` and `added` are repeated
    in another session.
    `before`: work of an inner session that was closed.
    """

    def __init__(self, engine: Engine, prepared: PreparedProblem, profile: Profile) -> None:
        self.engine = engine
        self.profile = profile
        self.listen: Callable[[], None] = lambda: None
        self.excluded: list[tuple[Values, Sequence[int]]] = []
        self.added: list[Formula] = []
        self.before: dict[str, int] = {}
        self._begin(prepared)

    def _begin(self, prepared: PreparedProblem) -> None:
        """Open the inner session."""
        self.prepared = prepared
        self.abstraction = prepared.abstraction
        self.compiled: CompiledMemo = {}
        self.tests: dict[int, Test] = {}
        self.seen: dict[int, Components] = {}  # of the answer before
        self.joined = _by_graph(self.abstraction)
        self.stated = self.components = self.levels = 0
        self.waiting = {} if prepared.cores else dict(claims_on_demand(self.abstraction))
        self.on_demand = len(self.waiting)
        self.inner = self.engine.open(without_claims(self.abstraction, self.waiting), prepared.cores)

    def _decompose(self, further: PreparedProblem) -> None:
        """Begin anew with more variables, which make most of the cuts so far superfluous."""
        self.before = _sums(self.before, self.inner.counts().work)
        self.inner.close()
        self._begin(further)
        for values, among in self.excluded:
            self._exclude(values, among)
        if self.added:
            self.inner.add(self.added)

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Repeat the search with new cuts until an answer violates none: see `Session.solve`."""
        return self._rounds(lambda: self.inner.solve(fixed, active), active)

    def attempt(self, fixed: Fixed, conflicts: int) -> Outcome:
        """The same within a budget.  Each round has half of what the one before had, so all have that much together."""

        def search() -> Outcome:
            nonlocal conflicts
            conflicts //= 2
            return self.inner.attempt(fixed, conflicts) if conflicts else Undecided(CONFLICTS)

        return self._rounds(search, None)

    def _rounds(self, search: Callable[[], Outcome], active: Sequence[int] | None) -> Outcome:
        while True:
            self.profile.rounds += 1
            self.listen()
            outcome = search()
            if not isinstance(outcome, Sat):
                return outcome
            cuts = self._cuts(outcome.values, active)
            if not cuts:
                return Sat(tuple(outcome.values[: self.abstraction.board]))
            if self.prepared.decomposed is not None and self.prepared.worth(self.stated):
                self._decompose(self.prepared.decomposed())
            else:
                self.inner.add([*cuts, *self._due_levels()])

    def _due_levels(self) -> list[Formula]:
        """Levels of roots, once there are as many cuts that these make superfluous; else nothing.

        (Lazy decomposition, Abío and Stuckey 2012.)
        """
        levels = self.prepared.levels
        if levels is None or self.levels or self.components < LEVELS_WORTH * len(levels.variables):
            return []
        clauses = level_clauses(levels, self.abstraction.leaf)
        self.levels = len(clauses)
        return clauses

    def _cuts(self, values: Sequence[bool | int], active: Sequence[int] | None) -> list[Formula]:
        """Cuts and waiting claims that the answer violates; none if all constraints hold on the board that it draws."""
        result, known = self.abstraction, dict[int, Components]()

        def looks(graph: Graph) -> Components:
            seen = known.get(id(graph))
            if seen is None:
                seen = find_components(graph, answer, self.seen.get(id(graph)))
                known[id(graph)] = self.seen[id(graph)] = seen
            return seen

        def judge(index: int) -> bool:
            test = self.tests.get(index)
            if test is None:
                atom = result.atoms[index - result.board][0]
                test = self.tests[index] = size_test(atom) or functools.partial(truth, atom)
            return test(looks, answer)

        answer = GraphAnswer(values, judge, result.fixed, self.compiled)
        for graph, pairs in self.joined:
            part = looks(graph).part
            for index, first, second in pairs:
                true = part[first] == part[second] >= 0
                if answer[index] != true:
                    answer.wrong.add(index)
                    answer[index] = true
        cuts: list[Formula] = []
        for one in self.prepared.marked:
            self._state(cuts, MarkedComponents, marked_components.cuts(one, looks(one.graph)))
        broken = self._broken(answer, active)
        for position in self._to_be_cut(self._wrong_atoms(broken, answer), looks, answer):
            atom, variable = result.atoms[position]
            true = bool(answer[variable.index])
            results = (cut_clause(reason, Holds(variable), true) for reason in reasons(atom, looks, answer))
            self._state(cuts, type(atom), results, variable, true)
        cuts += [claim.formula for claim in broken if self.waiting.pop(id(claim), None)]
        self.stated += len(cuts)
        answer.judge = _settled  # it holds the answer, so only a search for cycles would free both
        return cuts

    def _to_be_cut(self, wrong: Sequence[int], looks: Looks, answer: GraphAnswer) -> Iterator[int]:
        """Yield the positions of wrong atoms, of those with one key only that with the shortest cut."""
        groups: dict[object, list[int]] = {}
        for position in wrong:
            atom, variable = self.abstraction.atoms[position]
            key = cut_key(atom, looks, answer, fixed=variable.index in self.abstraction.fixed)
            groups.setdefault(position if key is None else key, []).append(position)
        for group in groups.values():
            lone = len(group) == 1
            yield group[0] if lone else min(group, key=lambda at: length(self.abstraction.atoms[at][0], looks))

    def _state(
        self,
        cuts: list[Formula],
        source: CutSource,
        formulas: Iterable[Formula],
        of: Variable | None = None,
        true: bool = True,
    ) -> None:
        """Add clauses to the cuts, count them and report them; see `GraphCut`."""
        clauses = list(formulas)
        cuts.extend(clauses)
        if source is MarkedComponents or source is Joined:
            self.components += len(clauses)
        self.profile.cuts[source] = self.profile.cuts.get(source, 0) + len(clauses)
        if self.profile.tell is not None:
            for clause in clauses:
                self.profile.tell(GraphCut(self.profile.rounds, of, true, clause))

    def _broken(self, answer: GraphAnswer, active: Sequence[int] | None) -> list[AtomFormula]:
        """Return the claims about graphs that the board of the answer violates."""
        about = self.abstraction.about
        claims = (claim for index in (range(len(about)) if active is None else active) for claim in about[index])
        state = Direct(answer, self.compiled, true_literals(answer))
        every = (*claims, *self.abstraction.always)
        return [one for one in every if not one.holds(state, stated=id(one) not in self.waiting)]

    def _wrong_atoms(self, broken: Sequence[AtomFormula], answer: GraphAnswer) -> list[int]:
        """Return positions of atoms that are wrong in the answer and occur in a claim that the board violates."""
        board = self.abstraction.board
        for claim in broken:
            for position in claim.atoms:
                if self.abstraction.atoms[position][1].role is VariableRole.STATEMENT:
                    answer.judged(board + position)
        blamed = {position for claim in broken for position in claim.atoms}
        return sorted(position for position in blamed if board + position in answer.wrong)

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """See `Session.exclude`."""
        self.excluded.append((values, among))
        self._exclude(values, among)

    def _exclude(self, values: Values, among: Sequence[int]) -> None:
        """Exclude an answer of the board; the atoms' variables get padding."""
        padded = [*values, *([False] * len(self.abstraction.atoms))]
        self.inner.exclude(padded, among)

    def forget(self) -> None:
        """Lift all exclusions; the cuts stay."""
        self.excluded.clear()
        self.inner.forget()

    def watch(self, listen: Callable[[], None]) -> None:
        """See `Session.watch`; it is called before each round."""
        self.listen = listen

    def add(self, formulas: Sequence[Formula]) -> None:
        """See `Session.add`; the formulas must not be about graphs."""
        self.added.extend(formulas)
        self.inner.add(formulas)

    def counts(self) -> Counts:
        """Return the counts of the inner session, with the rounds, cuts and deductions about graphs."""
        inner = self.inner.counts()
        sizes = {**inner.sizes, "graph_statements": len(self.abstraction.atoms)}
        if self.on_demand:
            sizes |= {"claims_on_demand": self.on_demand, "claims_broken": self.on_demand - len(self.waiting)}
        work = {**_sums(self.before, inner.work), "rounds": self.profile.rounds}
        stated = self.profile.cuts.get(MarkedComponents, 0)
        later = {name: count for name, count in ((MARKS, stated), (LEVELS, self.levels)) if count}
        deduced = {**self.prepared.used, **later}
        return Counts(sizes, work, by_word(self.profile.cuts), deduced, inner.clauses, inner.forms)

    def close(self) -> None:
        """Close the inner session."""
        self.inner.close()


def _settled(_: int) -> bool:
    """Stands for `GraphAnswer.judge` once an answer has been examined."""
    raise AssertionError("this answer has been examined")


def _sums(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """Add numbers by their names."""
    return {name: before.get(name, 0) + now.get(name, 0) for name in {**before, **now}}


def session(engine: Engine, prepared: PreparedProblem, profile: Profile | None = None) -> Session:
    """Open a session for a problem with graphs; its costs are added to the profile."""
    return _LazySession(engine, prepared, profile or Profile())
