"""Alternatives of cases support only values that have an answer, and groups leave the same values with them."""

import random
from itertools import product

from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Kind, Origin, Rule, Variable
from puzzlelang.source import NOWHERE
from puzzlelang.steps import record
from puzzlelang.steps.record import CaseGroup, RuleCase
from puzzlelang.steps.solvers import alternatives

NUMBERS = [Variable(index, "n", None, Kind.NUMBER, 0, 3) for index in range(3)]
MEMBER = Variable(3, "m", None, Kind.MEMBER, 0, 1)
VARIABLES = [*NUMBERS, MEMBER]
ORIGIN = Origin(Rule("rule", "A rule", NOWHERE), "A rule", ())


def formula(dice: random.Random, depth: int) -> Formula:
    """A formula about the variables; most of it is about single ones."""
    if depth and dice.random() < 0.7:
        parts = [formula(dice, depth - 1) for _ in range(dice.randint(2, 3))]
        made = build.disjunction(parts) if dice.random() < 0.6 else build.conjunction(parts)
        return build.negation(made) if dice.random() < 0.4 else made
    if dice.random() < 0.2:
        return nodes.Holds(MEMBER)
    terms = [nodes.Number(one, one.low, one.high) for one in dice.sample(NUMBERS, 2)]
    if dice.random() < 0.2:
        return build.equal(build.total([], [(1, terms[0]), (-1, terms[1])], 0), dice.randint(-1, 1))
    plain = (build.equal if dice.random() < 0.5 else build.at_most)(terms[0], dice.randint(0, 3))
    return build.negation(plain) if dice.random() < 0.5 else plain


def group(formulas: list[Formula]) -> CaseGroup:
    """The formulas as cases of one group about all variables."""
    indexes = tuple(range(len(VARIABLES)))
    cases = tuple(RuleCase(at, one, ORIGIN, indexes, indexes, False, 1) for at, one in enumerate(formulas))
    return CaseGroup(0, cases, indexes, False, 1)


def test_alternatives_support_what_has_an_answer() -> None:
    """Brute force over random formulas and domains."""
    dice, shown = random.Random(5), 0
    for _ in range(1_500):
        some = group([formula(dice, 2) for _ in range(dice.randint(1, 3))])
        left = [dice.randint(1, record.full(one)) for one in VARIABLES]
        disjunctions = alternatives.of_group(some)
        seen = alternatives.supported(disjunctions, left) if disjunctions else None
        if seen is None:
            continue
        shown += 1
        ranges = [
            [bool(one) if variable.kind is Kind.MEMBER else one for one in range(variable.high + 1) if mask >> one & 1]
            for variable, mask in zip(VARIABLES, left, strict=True)
        ]
        answers = [
            values
            for values in product(*ranges)
            if all(evaluate.truth(case.formula, values) is True for case in some.cases)
        ]
        for at, mask in enumerate(seen):
            assert mask & ~left[at] == 0
            assert all(any(int(values[at]) == one for values in answers) for one in range(4) if mask >> one & 1)
    assert shown > 300
