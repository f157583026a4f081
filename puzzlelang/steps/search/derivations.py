"""Derivations: chains of inferences from facts to a conclusion by cases, and the steps made of them.

A reason is the lightest core, so it does not depend on how a board is turned.  Another one is taken only if that has no
derivation by single cases.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial

from puzzlelang.problem.record import Problem
from puzzlelang.steps import record
from puzzlelang.steps.cases.surroundings import nearest_first
from puzzlelang.steps.record import Fact, Inference, Masks, RuleCase, Step, Tier, bit, derived, new_facts
from puzzlelang.steps.search.case_propagation import propagate
from puzzlelang.steps.search.single_chains import single_chain
from puzzlelang.steps.solvers.unsat_cores import CoreExtractor, UnsatCore
from puzzlelang.steps.words.reason_texts import is_too_far

DERIVATION_CONFLICTS = 6_000
"""Budget for the chain of one step, by cases with graphs; see `case_sessions.Effort`."""

MOST_SPLIT_CASES = 16
"""Up to so many cases a case split is tried."""

MOST_GRAPH_CASES = 6
"""Up to so many cases those with graphs are asked what they force of the places that they share."""


def derivation(
    problem: Problem, cores: CoreExtractor, chosen: Sequence[RuleCase], given: Sequence[Fact], wanted: Sequence[Fact]
) -> tuple[Inference, ...]:
    """A minimal chain of inferences from the given facts to the wanted ones; to a contradiction if nothing is wanted.

    Each inference is by one case, else by all cases about the same places.  If that leads nowhere, it is a single
    inference from all cases.
    """
    if chain := single_chain(problem, chosen, given, wanted):
        return chain
    alone = propagate(problem, cores, chosen, given, wanted)
    return _trim(cores, alone, wanted) or _joint_derivation(problem, cores, chosen, given, wanted)


def refutation(
    problem: Problem, cores: CoreExtractor, chosen: Sequence[RuleCase], given: Sequence[Fact]
) -> tuple[Inference, ...]:
    """A chain of inferences to a contradiction; a case split is tried before inferences from several cases at once.

    Rules about groups are asked what they force of each other, unless one reason covers them all.
    """
    if alone := propagate(problem, cores, chosen, given, ()):
        return _trim(cores, alone, ())
    few = 1 < len(chosen) <= MOST_SPLIT_CASES
    graphs = len(chosen) <= MOST_GRAPH_CASES and any(case.graph for case in chosen)
    shared = _shared_variables(chosen) if few and graphs else frozenset[int]()
    one_sentence = bool(shared) and is_too_far(problem, Inference(tuple(chosen), tuple(given), ()))
    if shared and not one_sentence and (led := propagate(problem, cores, chosen, given, (), shared=shared)):
        return _trim(cores, led, ())
    if few and not one_sentence and (led := propagate(problem, cores, chosen, given, (), looks=True)):
        return _trim(cores, led, ())
    either = _case_split(problem, cores, chosen, given) if few else ()
    return either or _joint_derivation(problem, cores, chosen, given, ())


def _shared_variables(chosen: Sequence[RuleCase]) -> frozenset[int]:
    """The variables that decide several of the cases, so that what one says of them matters to another."""
    count = Counter(index for case in chosen for index in case.deciding)
    return frozenset(index for index, times in count.items() if times > 1)


def _joint_derivation(
    problem: Problem, cores: CoreExtractor, chosen: Sequence[RuleCase], given: Sequence[Fact], wanted: Sequence[Fact]
) -> tuple[Inference, ...]:
    """The chain by groups about the same places; if that leads nowhere, a single inference from all cases."""
    inferences = propagate(problem, cores, chosen, given, wanted, several=True)
    whole = wanted and len(inferences) == 1 and len(inferences[0].cases) == len(chosen)  # nothing is left to trim
    trimmed = () if whole else _trim(cores, inferences, wanted)
    return trimmed or (Inference(tuple(chosen), tuple(given), tuple(wanted)),)


def _case_split(
    problem: Problem, cores: CoreExtractor, chosen: Sequence[RuleCase], given: Sequence[Fact]
) -> tuple[Inference, ...]:
    """Find the case split with the fewest inferences; empty if there is none.

    The first inference refutes one of two opposite facts, with its chain in `refutation`.  The others lead from the
    opposite fact to a contradiction.
    """
    masks: Masks = [record.full(variable) for variable in problem.variables]
    record.apply_facts(masks, given, problem.variables)
    about = sorted({index for case in chosen if not case.graph for index in case.variables})
    open_ = [index for index in about if masks[index].bit_count() == 2]
    best: tuple[Fact, list[Inference], list[Inference]] | None = None
    for index in open_:
        one = Fact(index, record.value(problem.variables[index], next(record.bits(masks[index]))), True)
        ways = [propagate(problem, cores, chosen, [*given, fact], ()) for fact in (one, one.opposite)]
        if all(ways) and (best is None or sum(map(len, ways)) < len(best[1]) + len(best[2])):
            first, second = sorted(ways, key=len)
            best = one if first is ways[0] else one.opposite, first, second
    if best is None:
        return ()
    wrong, first, second = best
    chain = _trim(cores, first, ())
    used = tuple(dict.fromkeys(case for one in chain for case in one.cases))
    derived = {fact for one in chain for fact in one.conclusions}
    rests = [fact for one in chain for fact in one.premises if fact not in derived and fact.variable != wrong.variable]
    rests += [fact for fact in given if fact.variable == wrong.variable]  # of several values two are left
    return Inference(used, tuple(dict.fromkeys(rests)), (wrong.opposite,), chain), *_trim(cores, second, ())


def _trim(cores: CoreExtractor, inferences: Sequence[Inference], wanted: Sequence[Fact]) -> tuple[Inference, ...]:
    """The inferences that the last ones depend on, each reduced to the conclusions used later and the facts needed."""
    needed: dict[Fact, None] = dict.fromkeys(wanted)
    kept, inferred = list[Inference](), {fact for one in inferences for fact in one.conclusions}
    for one in reversed(inferences):
        then = tuple(fact for fact in one.conclusions if fact in needed)
        if not then and one.conclusions:
            continue
        given: dict[Fact, None] = {}
        for goal in then or (None,):
            given.update(dict.fromkeys(cores.needed_facts(one.cases, one.premises, goal, inferred)))
        for fact in then:
            needed.pop(fact, None)
        needed.update(given)
        kept.append(Inference(one.cases, tuple(given), then))
    return tuple(reversed(kept))


class StepBuilder:
    """Builds steps with minimal reasons; `masks` are the current domains, which the walk goes on to change."""

    def __init__(self, problem: Problem, cores: CoreExtractor, masks: Masks) -> None:
        self.problem = problem
        self.effort = cores.effort
        self._cores = cores
        self._masks = masks

    def within(self, masks: Masks) -> "StepBuilder":
        """The same with other domains."""
        return StepBuilder(self.problem, self._cores, masks)

    def known_facts(self, chosen: Sequence[RuleCase]) -> list[Fact]:
        """The known facts about the variables of the cases."""
        indexes = dict.fromkeys(index for case in chosen for index in case.deciding)
        return record.known_facts(self._masks, map(self.problem.variables.__getitem__, indexes))

    def steps_for(
        self, tier: Tier, chosen: Sequence[RuleCase], wanted: Sequence[Fact], depth: int = 1, most: int | None = None
    ) -> list[Step]:
        """Steps with minimal reasons for wanted facts, which follow from the cases; facts with one reason share one.

        A fact that follows from less than the reason of another one gets a reason of its own.  Once there is a step, no
        reason is looked for beyond `most` trials; None: for each fact.
        """
        left, steps = list(wanted), list[Step]()
        while left and not (steps and most is not None and self.effort.trials >= most):
            result = self._core(chosen, left[0], left[:1])
            if result is None:
                left.pop(0)
                continue
            same = [left[0]]
            for fact in left[1:]:
                core = self._cores.core(result.cases, [*result.facts, fact.opposite])
                if core is not None and set(core[1]).issuperset(result.facts):
                    same.append(fact)
            steps.append(self._make_step(tier, same, result, depth, same))
            left = [fact for fact in left if fact not in same]
        return steps

    def refutation_step(self, chosen: Sequence[RuleCase], wrong: Fact, tier: Tier, depth: int) -> Step | None:
        """The step that states the opposite of a refuted fact; None if the budget does not suffice for a reason."""
        follows = self._follows(wrong)
        result = self._core(chosen, follows[0], ())
        return None if result is None else self._make_step(tier, follows, result, depth)

    def proved_step(self, chosen: Sequence[RuleCase], wrong: Fact, tier: Tier, depth: int) -> Step:
        """The same, by all of the cases and all that is known of them where the budget does not suffice for less."""
        effort = self.effort
        before, effort.left = effort.left, max(effort.left, DERIVATION_CONFLICTS)
        step = self.refutation_step(chosen, wrong, tier, depth)
        effort.left = before
        every = UnsatCore(list(chosen), self.known_facts(chosen), False)
        return self._make_step(tier, self._follows(wrong), every, depth) if step is None else step

    def _follows(self, wrong: Fact) -> tuple[Fact, ...]:
        """Return what the opposite of a fact adds to the domains."""
        variable, mask = self.problem.variables[wrong.variable], self._masks[wrong.variable]
        one = bit(variable, wrong.value)
        return new_facts(variable, mask, mask & (~one if wrong.holds else one))

    def _make_step(
        self, tier: Tier, follows: Sequence[Fact], unsat_core: UnsatCore, depth: int, wanted: Sequence[Fact] = ()
    ) -> Step:
        """Build a step from a core, with a chain of inferences to the wanted facts.

        With nothing `wanted` the chain leads from the opposite of the first fact to a contradiction.
        """
        cases, known = tuple(unsat_core.cases), tuple(unsat_core.facts)
        if wanted and len(cases) == 1:
            derive = derived(Inference(cases, known, tuple(follows)))
        else:
            derive = cache(partial(self._derivation, unsat_core, follows[0], tuple(wanted)))
        return Step(tier, tuple(follows), cases, known, derive, depth, unsat_core.minimal)

    def _core(self, chosen: Sequence[RuleCase], goal: Fact, wanted: Sequence[Fact]) -> UnsatCore | None:
        known = nearest_first(chosen, self.known_facts(chosen), goal.variable)
        light = self._cores.lightest_core(chosen, known, goal.opposite)
        if light is not None and (len(light.cases) == 1 or len(self._derivation(light, goal, wanted)) > 1):
            return light
        result = self._cores.minimal_core(chosen, known, goal.opposite)
        better = result is not None and (light is None or len(self._derivation(result, goal, wanted)) > 1)
        return result if better else light

    def _derivation(self, unsat_core: UnsatCore, goal: Fact, wanted: Sequence[Fact]) -> tuple[Inference, ...]:
        """The chain to the wanted facts, with a budget of its own, so that it is the same whenever it is asked for."""
        effort = self.effort
        before, effort.left = effort.left, DERIVATION_CONFLICTS
        if wanted:
            chain = derivation(self.problem, self._cores, unsat_core.cases, unsat_core.facts, wanted)
        else:
            chain = refutation(self.problem, self._cores, unsat_core.cases, [*unsat_core.facts, goal.opposite])
        effort.left = before
        return chain
