"""Formulas evaluated as they are, compiled, and by the reference semantics: all agree, on any answer."""

import random

import pytest

from puzzlelang.graphs.atom_formulas import DIRECT, AtomFormula, sufficient
from puzzlelang.graphs.compiled_evaluation import GraphAnswer, compile_formula
from puzzlelang.graphs.direct_evaluation import Direct, evaluate, true_literals
from puzzlelang.problem import build, nodes
from puzzlelang.problem import evaluate as reference
from puzzlelang.problem.record import Formula, Holds, Kind, Variable, VariableRole

MEMBERS = [Holds(Variable(index, "m", None, Kind.MEMBER, 0, 1)) for index in range(4)]
STATEMENTS = [
    Holds(Variable(4 + index, "s", None, Kind.MEMBER, 0, 1, role=VariableRole.STATEMENT)) for index in range(3)
]
NUMBERS = [nodes.Number(Variable(7 + index, "n", None, Kind.NUMBER, 0, 3), 0, 3) for index in range(3)]


def _formula(chance: random.Random, depth: int) -> Formula:
    if depth == 0:
        return chance.choice([*MEMBERS, *STATEMENTS, build.equal(chance.choice(NUMBERS), chance.randrange(4))])
    parts = [_formula(chance, depth - 1) for _ in range(3)]
    one, other = chance.sample(NUMBERS, 2)
    counted = build.total([(chance.choice((1, 1, -1, 2)), part) for part in parts], ())
    return chance.choice(
        [
            lambda: build.conjunction(parts),
            lambda: build.disjunction(parts),
            lambda: build.negation(parts[0]),
            lambda: build.same(parts[0], parts[1]),
            lambda: build.at_most(counted, 1),
            lambda: build.equal(counted, 1),
            lambda: build.equal(
                build.total((), [(1, one), (-1, other)], chance.choice((0, 1))), chance.choice((0, -1))
            ),
            lambda: build.at_most(one, chance.randrange(3)),
            lambda: build.distinct([one, other]),
        ]
    )()


@pytest.mark.parametrize("seed", range(60))
def test_ways_to_evaluate_agree(seed: int) -> None:
    """Opaque variables are wrong in half of the answers, and the truth of a formula is about the correct values."""
    chance = random.Random(f"direct {seed}")
    shared = _formula(chance, 2)
    formula = build.conjunction([build.disjunction([shared, _formula(chance, 3)]), build.negation(_formula(chance, 3))])
    for _ in range(8):
        right = [chance.random() < 0.5 for _ in range(7)] + [chance.randrange(4) for _ in NUMBERS]
        answer = right[:4] + [chance.random() < 0.5 for _ in STATEMENTS] + right[7:]
        true = reference.truth(formula, right)
        direct, compiled = (GraphAnswer(answer, [*map(bool, right)].__getitem__) for _ in range(2))
        assert evaluate(formula, Direct(direct, {})) is true
        assert bool(compile_formula(formula, {})(compiled)) is true
        assert direct.wrong <= {index for index in range(4, 7) if answer[index] != right[index]}
        assert direct.known == compiled.known, "the same values are judged"


def test_an_answer_is_looked_through_only_where_its_atoms_are_wrong() -> None:
    """A claim about joined vertices holds as long as none of them is wrong; it is compiled when asked often."""
    joined = Holds(Variable(1, "j", None, Kind.MEMBER, 0, 1, role=VariableRole.JOINED))
    claim = AtomFormula(build.disjunction([MEMBERS[0], joined]), frozenset({0}), frozenset({1}))
    answer = GraphAnswer([False, True], lambda _: True)
    assert claim.holds(Direct(answer, {}))
    assert claim.evaluations == 0
    answer[1] = False
    answer.wrong.add(1)
    for time in range(DIRECT + 2):
        assert not claim.holds(Direct(answer, {}))
        assert (claim.compiled is not None) == (time >= DIRECT)


@pytest.mark.parametrize("seed", range(40))
def test_members_that_suffice_are_read_first(seed: int) -> None:
    """A claim holds by its members alone only if it is true, whatever its opaque variables are."""
    chance = random.Random(f"sufficient {seed}")
    parts = [chance.choice((build.negation, lambda one: one))(chance.choice([*MEMBERS, *STATEMENTS])) for _ in range(4)]
    formula = chance.choice((build.disjunction(parts), build.negation(build.conjunction(parts))))
    claim = AtomFormula(formula, frozenset(), None, sufficient(formula))
    for _ in range(8):
        right = [chance.random() < 0.5 for _ in range(7)]
        answer = GraphAnswer(right[:4] + [chance.random() < 0.5 for _ in STATEMENTS], right.__getitem__)
        assert claim.holds(Direct(answer, {}, true_literals(answer))) is reference.truth(formula, right)
        if reference.truth(formula, [*right[:4], None, None, None]) is True:
            assert not answer.known, "no statement is judged where members decide"
