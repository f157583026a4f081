"""Chains of inferences to the only place of a value, or to the only value of a place, by numbers that differ.

Other chains lead there as well, such as by what is left to a place in between.  These are the ones that a person sees.
"""

from collections.abc import Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.cases.families import differing
from puzzlelang.steps.record import Fact, Inference, RuleCase, bit, full


def single_chain(
    problem: Problem, chosen: Sequence[RuleCase], given: Sequence[Fact], wanted: Sequence[Fact]
) -> tuple[Inference, ...]:
    """The chain to one value by cases that only say that numbers differ; empty if there is none."""
    cliques = {case: clique for case in chosen if not case.graph and (clique := differing(case))}
    if len(wanted) != 1 or not wanted[0].holds or len(cliques) < len(chosen):
        return ()
    goal, known = wanted[0], dict.fromkeys(given)
    for case, clique in cliques.items():
        house = len(clique) == full(problem.variables[goal.variable]).bit_count()
        if house and goal.variable in clique and (chain := _only_place(case, cliques, known, goal)):
            return chain
    return _only_value(problem, cliques, known, goal)


def _only_place(
    house: RuleCase, cliques: dict[RuleCase, tuple[int, ...]], known: dict[Fact, None], goal: Fact
) -> tuple[Inference, ...]:
    """The chain that excludes a value from all other places of a house."""
    by: dict[tuple[RuleCase, Fact], list[Fact]] = {}
    premises: list[Fact] = []
    for index in cliques[house]:
        out = Fact(index, goal.value, False)
        held = next((fact for fact in known if fact.variable == index and fact.holds), None)
        if index == goal.variable:
            continue
        if held is not None or out in known:
            premises.append(out if held is None else held)
            continue
        result = next(
            (
                (case, Fact(other, goal.value, True))
                for case, clique in cliques.items()
                if index in clique
                for other in clique
                if Fact(other, goal.value, True) in known
            ),
            None,
        )
        if result is None:
            return ()
        by.setdefault(result, []).append(out)
        premises.append(out)
    chain = [Inference((case,), (fact,), tuple(gone)) for (case, fact), gone in by.items()]
    return *chain, Inference((house,), tuple(premises), (goal,))


def _only_value(
    problem: Problem, cliques: dict[RuleCase, tuple[int, ...]], known: dict[Fact, None], goal: Fact
) -> tuple[Inference, ...]:
    """The chain that excludes all other values from a place."""
    variable = problem.variables[goal.variable]
    own = [fact for fact in known if fact.variable == goal.variable]
    left = full(variable) & ~bit(variable, goal.value)
    for fact in own:
        left &= ~bit(variable, fact.value)
    by: list[tuple[RuleCase, list[Fact]]] = []
    for case, clique in cliques.items():
        taken = [
            fact
            for fact in known
            if fact.holds and fact.variable in clique and goal.variable in clique and left & bit(variable, fact.value)
        ]
        for fact in taken:
            left &= ~bit(variable, fact.value)
        if taken:
            by.append((case, taken))
    if left or not by:
        return ()
    *before, (last, taken) = by
    chain = [
        Inference((case,), tuple(facts), tuple(Fact(goal.variable, fact.value, False) for fact in facts))
        for case, facts in before
    ]
    excluded = [fact for one in chain for fact in one.conclusions]
    return *chain, Inference((last,), (*own, *excluded, *taken), (goal,))
