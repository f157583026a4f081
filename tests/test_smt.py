"""The lowering to SMT against the reference semantics, on random problems small enough for brute force."""

import itertools
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_rows, evaluate
from puzzlelang.problem import nodes as ground
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Term, Values, Variable
from puzzlelang.puzzle import SEVERAL, UNKNOWN
from puzzlelang.smt import global_constraints
from puzzlelang.smt.to_script import script
from puzzlelang.solving import through_pysmt
from puzzlelang.solving.engine import Sat, Session, Unsat
from puzzlelang.source import NOWHERE
from tests import library
from tests.random_puzzles import right_values

GEOMETRY = SquareGrid(1, 4)
CELLS = GEOMETRY.cells
Z3 = Path(sys.executable).with_name("z3")


def variables(members: int = 3) -> tuple[Variable, ...]:
    """Members, two numbers of which one may be negative, and a name."""
    result = [("in", cell, Kind.MEMBER, 0, 1, ()) for cell in CELLS[:members]]
    result += [("size", CELLS[0], Kind.NUMBER, -2, 1, ()), ("size", CELLS[1], Kind.NUMBER, 0, 3, ())]
    result += [("hue", CELLS[0], Kind.NAME, 0, 2, ("red", "green", "blue"))]
    return tuple(Variable(index, *parts) for index, parts in enumerate(result))


def stated(made: Sequence[Variable], formulas: Sequence[Formula], rule: str = "rule") -> Problem:
    finds: dict[str, dict[object, Variable]] = {}
    for variable in made:
        finds.setdefault(variable.name, {})[variable.place] = variable
    rules = tuple(Rule(f"{rule}_{index}", f"sentence\n{index} ≤ é", NOWHERE) for index in range(len(formulas)))
    pairs = zip(formulas, rules, strict=True)
    constraints = [Constraint(formula, Origin(own, own.sentence, (("c", CELLS[0]),))) for formula, own in pairs]
    return Problem(GEOMETRY, finds, tuple(made), tuple(one for one in constraints if one.formula is not True), rules)


class Maker:
    """Random formulas and terms over some variables."""

    def __init__(self, seed: str, made: Sequence[Variable]) -> None:
        self.random = random.Random(seed)
        self.members = [ground.Holds(one) for one in made if one.kind is Kind.MEMBER]
        self.numbers = [ground.Number(one, one.low, one.high) for one in made if one.kind is not Kind.MEMBER]

    def literal(self) -> Formula:
        part: Formula = self.random.choice(self.members)
        if self.random.random() < 0.25:
            part = build.equal(self.random.choice(self.numbers), self.random.choice([0, 1]))
        return build.negation(part) if self.random.random() < 0.4 else part

    def literals(self, least: int, most: int) -> list[Formula]:
        return [self.literal() for _ in range(self.random.randint(least, most))]

    def term(self) -> Term:
        match self.random.randrange(4):
            case 0:
                return self.random.choice(self.numbers)
            case 1:
                return build.count(self.literals(2, 4))
            case 2:
                counted = [(self.random.choice([-2, -1, 1, 2, 3]), part) for part in self.literals(1, 3)]
                added = [(self.random.choice([-2, -1, 1, 2]), self.random.choice(self.numbers))]
                return build.total(counted, added, self.random.randint(-2, 2))
            case _:
                return self.random.randint(-1, 2)

    def unknown(self) -> Term:
        result = self.term()
        return self.unknown() if isinstance(result, int) else result

    def compared(self, term: Term) -> Formula:
        low, high = build.bounds(term)
        value = self.random.randint(low, high)
        which = self.random.randrange(3)
        if which == 2:
            return build.equal(term, self.unknown())
        return build.at_most(term, value) if which else build.equal(term, value)


def _divided(maker: Maker, divide: Callable[[Term, Term], Term], positive: bool) -> Formula:
    right = maker.unknown()
    while positive and build.bounds(right)[0] < 0:
        right = maker.unknown()
    return maker.compared(divide(maker.term(), right))


def _extreme(maker: Maker) -> Formula:
    items = [(maker.random.choice([True, maker.literal(), maker.literal()]), maker.term()) for _ in range(3)]
    return maker.compared(build.extreme(maker.random.random() < 0.5, items, maker.random.randint(-3, 3)))


def _paired(maker: Maker) -> Formula:
    sides = [
        [(cell, maker.random.choice([True, maker.literal(), maker.literal()])) for cell in CELLS[:3]] for _ in "lr"
    ]
    edges = [pair for pair in itertools.product(range(3), repeat=2) if maker.random.random() < 0.6]
    return build_rows.paired(sides[0], sides[1], edges)


def _runs(maker: Maker) -> Formula:
    items = [maker.random.choice([maker.literal(), maker.literal(), True, False]) for _ in range(6)]
    return build_rows.runs(
        items, [maker.random.choice([1, 1, 2, 3, UNKNOWN]) for _ in range(maker.random.randint(1, 3))]
    )


def _in_order(maker: Maker) -> Formula:
    chance = maker.random
    wanted = [chance.choice([0, 1, 2, UNKNOWN, SEVERAL]) for _ in range(chance.randint(1, 3))]
    entries = []
    for _ in range(4):
        term = chance.choice([chance.choice(maker.numbers), chance.randint(0, 2)])
        equals = [build.equal(term, number) if isinstance(number, int) else True for number in wanted]
        entries.append((chance.choice([maker.literal(), maker.literal(), True, False]), equals))
    return build_rows.in_order(entries, wanted)


FAMILIES: dict[str, Callable[[Maker], Formula]] = {
    "and": lambda maker: build.conjunction([build.disjunction(maker.literals(2, 3)) for _ in range(2)]),
    "at most": lambda maker: build.at_most(maker.term(), maker.unknown()),
    "compared": lambda maker: maker.compared(maker.unknown()),
    "count": lambda maker: maker.compared(build.count(maker.literals(3, 5))),
    "distinct": lambda maker: build.distinct([maker.term() for _ in range(maker.random.randint(2, 4))]),
    "permutation": lambda maker: build.distinct([*maker.random.sample(maker.numbers, 2), -2, 3, maker.numbers[0]][:-1]),
    "paired": _paired,
    "runs": _runs,
    "in order": _in_order,
    "product": lambda maker: maker.compared(build.product(maker.unknown(), maker.unknown())),
    "square": lambda maker: maker.compared((lambda one: build.product(one, one))(maker.unknown())),
    "quotient": lambda maker: _divided(maker, build.quotient, False),
    "remainder": lambda maker: _divided(maker, build.remainder, True),
    "choice": lambda maker: maker.compared(build.choice(maker.literal(), maker.unknown(), maker.term())),
    "extreme": _extreme,
}

PLACES: dict[str, Callable[[Maker, Callable[[Maker], Formula]], Formula]] = {
    "alone": lambda maker, family: family(maker),
    "under not": lambda maker, family: build.negation(family(maker)),
    "under or": lambda maker, family: build.disjunction(
        [maker.literal(), build.negation(family(maker)), family(maker)]
    ),
    "under same": lambda maker, family: build.same(family(maker), build.same(maker.literal(), family(maker))),
    "counted": lambda maker, family: build.at_most(
        1, build.total([(-1, family(maker)), (2, family(maker)), (1, maker.literal())])
    ),
}


def everything(made: Sequence[Variable]) -> Iterator[Values]:
    spaces = [
        (False, True) if variable.kind is Kind.MEMBER else range(variable.low, variable.high + 1) for variable in made
    ]
    return itertools.product(*spaces)


def right_ones(problem: Problem) -> set[Values]:
    return set(right_values(problem))


def all_answers(session: Session, size: int) -> list[Values]:
    result = []
    while isinstance(outcome := session.solve(), Sat):
        result.append(outcome.values)
        session.exclude(outcome.values, range(size))
    assert isinstance(outcome, Unsat)
    return result


def random_problem(seed: str, family: Callable[[Maker], Formula], place: str) -> Problem:
    """The family at that place, and a few plain clauses so that there are not too many answers."""
    result = variables()
    maker = Maker(seed, result)
    formulas = [PLACES[place](maker, family), *(build.disjunction(maker.literals(2, 2)) for _ in range(3))]
    return stated(result, formulas)


def check_all(problem: Problem, engine: str) -> None:
    session = through_pysmt.engine(engine).open(problem, False)
    result = all_answers(session, len(problem.variables))
    session.close()
    assert len(result) == len(set(result))
    assert set(result) == right_ones(problem)


PAIRS = [(family, place) for family in FAMILIES for place in PLACES]


@pytest.mark.library
@pytest.mark.parametrize(("family", "place"), PAIRS if library.whole else PAIRS[:: 2 * len(PLACES) - 1])
def test_the_answers_are_those_of_brute_force(family: str, place: str) -> None:
    for seed in library.amount(1, 2):
        check_all(random_problem(f"{family}{place}{seed}", FAMILIES[family], place), "z3")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("family", ["distinct", "permutation"])
def test_the_forms_for_many_distinct_terms_mean_the_same(
    family: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(global_constraints, "PAIRWISE", 2)
    check_all(random_problem(f"{family}{place}many", FAMILIES[family], place), "z3")


@pytest.mark.parametrize("under_not", [False, True])
@pytest.mark.parametrize(
    "lengths", [(1,), (2,), (6,), (1, 1), (2, 1), (1, 2, 1), (UNKNOWN,), (1, UNKNOWN), (UNKNOWN, 2), (UNKNOWN, UNKNOWN)]
)
def test_runs_anywhere_on_a_line(lengths: tuple[int, ...], under_not: bool) -> None:
    result = [Variable(index, "in", CELLS[0], Kind.MEMBER, 0, 1) for index in range(6)]
    runs = build_rows.runs([ground.Holds(one) for one in result], lengths)
    check_all(stated(result, [build.negation(runs) if under_not else runs]), "z3")


@pytest.mark.parametrize("under_not", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_matchings_of_any_shape(seed: int, under_not: bool) -> None:
    chooser = random.Random(seed)
    result = [Variable(index, "in", CELLS[index % 3], Kind.MEMBER, 0, 1) for index in range(6)]
    things = [(one.place, ground.Holds(one)) for one in result]
    edges = [pair for pair in itertools.product(range(3), repeat=2) if chooser.random() < 0.5]
    paired = build_rows.paired(things[:3], things[3:], edges)
    check_all(stated(result, [build.negation(paired) if under_not else paired]), "z3")


@pytest.mark.library
@pytest.mark.parametrize("family", library.few(FAMILIES, 5))
def test_cvc5_finds_the_same(family: str) -> None:
    pytest.importorskip("cvc5")
    result = variables(2)
    maker = Maker(family, result)
    check_all(stated(result, [PLACES["under or"](maker, FAMILIES[family]), *maker.literals(2, 2)]), "cvc5")


def mixed(seed: int, size: int) -> Problem:
    result = variables(3)
    maker = Maker(f"mixed{seed}", result)
    picked = [maker.random.choice(list(FAMILIES.values())) for _ in range(size)]
    return stated(result, [family(maker) for family in picked])


@pytest.mark.parametrize("cores", [False, True])
def test_fixed_values_hold_for_one_call_only(cores: bool) -> None:
    problem = mixed(3, 2)
    right = right_ones(problem)
    assert 20 < len(right) < 288
    session = through_pysmt.engine("z3").open(problem, cores)
    for values in itertools.islice(everything(problem.variables), 0, None, 5):
        outcome = session.solve(list(enumerate(values)))
        assert outcome == Sat(tuple(values)) if values in right else isinstance(outcome, Unsat)
    for index, value in ((0, True), (4, 0), (4, 3), (5, 2)):
        outcome = session.solve([(index, value)])
        possible = any(values[index] == value for values in right)
        assert isinstance(outcome, Sat) == possible
        assert not isinstance(outcome, Sat) or (outcome.values in right and outcome.values[index] == value)


@pytest.mark.parametrize("seed", range(8))
def test_a_core_is_unsatisfiable_and_constraints_can_be_switched_off(seed: int) -> None:
    problem = mixed(seed, 6)
    session = through_pysmt.engine("z3").open(problem, True)
    space = list(everything(problem.variables))
    size = len(problem.constraints)
    truths = [[evaluate.truth(one.formula, values) for values in space] for one in problem.constraints]
    chooser = random.Random(seed)
    refuted = 0
    for active in (None, *(chooser.sample(range(size), chooser.randint(0, size)) for _ in range(12))):
        fixed = [(0, chooser.random() < 0.5), (3, chooser.randint(-2, 1))]
        outcome = session.solve(fixed, active)
        wanted = range(size) if active is None else active
        allowed = [all(values[index] == value for index, value in fixed) for values in space]
        possible = any(ok and all(truths[i][at] for i in wanted) for at, ok in enumerate(allowed))
        assert isinstance(outcome, Sat) == possible
        if isinstance(outcome, Unsat):
            refuted += 1
            assert outcome.core is not None
            assert set(outcome.core) <= set(wanted)
            assert not any(ok and all(truths[i][at] for i in outcome.core) for at, ok in enumerate(allowed))
    assert refuted > 0


def z3_says(text: str, folder: Path) -> list[str]:
    path = folder / "problem.smt2"
    path.write_text(text, encoding="ascii")
    run = subprocess.run([Z3, path], capture_output=True, text=True, timeout=200, check=False)
    assert "error" not in run.stdout
    return run.stdout.split("\n", 1)


@pytest.mark.library
@pytest.mark.skipif(not Z3.exists(), reason="the z3 program is not beside this Python")
@pytest.mark.parametrize("family", library.few(FAMILIES, 5))
def test_a_script_has_the_status_of_the_problem(family: str, tmp_path: Path) -> None:
    for place in ("under not", "under same"):
        problem = random_problem(f"script{family}", FAMILIES[family], place)
        right = sorted(right_ones(problem))
        assert z3_says(script(problem), tmp_path)[0] == ("sat" if right else "unsat")
    if right:
        again = random_problem(f"script{family}", FAMILIES[family], place)
        assert script(problem, unique=right[0]) == script(again, unique=right[0])
        assert z3_says(script(problem, unique=right[0]), tmp_path)[0] == ("sat" if len(right) > 1 else "unsat")
        assert "((in_R1C1 " in z3_says(script(problem, ask=True), tmp_path)[1]
