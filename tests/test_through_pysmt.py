"""Sessions through pySMT: cores, limits, isolation.  Scripts: names, comments, size."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from pysmt.environment import get_env

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, build_rows
from puzzlelang.problem import nodes as ground
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Variable
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.smt import names
from puzzlelang.smt.to_script import script
from puzzlelang.solving import engines, through_pysmt
from puzzlelang.solving.engine import Sat, Undecided, Unsat
from puzzlelang.source import NOWHERE

GEOMETRY = SquareGrid(1, 4)
CELLS = GEOMETRY.cells
Z3 = Path(sys.executable).with_name("z3")


def variables() -> tuple[Variable, ...]:
    """Members, a number that may be negative, and a name."""
    result = [("in", cell, Kind.MEMBER, 0, 1, ()) for cell in CELLS[:3]]
    result += [("size", CELLS[0], Kind.NUMBER, -2, 1, ()), ("hue", CELLS[0], Kind.NAME, 0, 2, ("red", "green", "blue"))]
    return tuple(Variable(index, *parts) for index, parts in enumerate(result))


def stated(made: Sequence[Variable], formulas: Sequence[Formula], rule: str = "rule") -> Problem:
    finds: dict[str, dict[object, Variable]] = {}
    for variable in made:
        finds.setdefault(variable.name, {})[variable.place] = variable
    rules = tuple(Rule(f"{rule}_{index}", f"sentence\n{index} ≤ é", NOWHERE) for index in range(len(formulas)))
    pairs = zip(formulas, rules, strict=True)
    constraints = [Constraint(formula, Origin(own, own.sentence, (("c", CELLS[0]),))) for formula, own in pairs]
    return Problem(GEOMETRY, finds, tuple(made), tuple(one for one in constraints if one.formula is not True), rules)


@pytest.mark.parametrize("name", ["cadical", "z3", "cvc5", "z3 -in", "yices-smt2 --incremental"])
def test_a_formula_added_later_may_need_numbers(name: str) -> None:
    """The greatest size among chosen cells, in a problem that has no numbers."""
    if not (engines.is_installed(name) if " " not in name else engines.program_path(name.split()[0])):
        pytest.skip(f"{name} is not here")
    result = variables()[:3]
    sizes = tuple((ground.Holds(one), 2 * size + 1) for size, one in enumerate(result))
    session = engines.engine(name).open(
        stated(result, [build.disjunction([ground.Holds(one) for one in result])]), False
    )
    session.add([ground.AtMost(ground.Extreme(True, sizes, 0, 0, 5), 1)])
    outcome = session.solve()
    assert isinstance(outcome, Sat)
    assert tuple(outcome.values) == (True, False, False)
    session.add([build.negation(ground.Holds(result[0]))])
    assert session.solve() == Unsat()
    session.close()


def test_equal_formulas_are_told_apart_in_a_core() -> None:
    result = variables()
    one = ground.Holds(result[0])
    session = through_pysmt.engine("z3").open(stated(result, [one, one, build.negation(one)]), True)
    assert session.solve(active=[0, 2]) == Unsat((0, 2))
    assert session.solve(active=[1, 2]) == Unsat((1, 2))
    assert isinstance(session.solve(active=[0, 1]), Sat)


def test_a_rule_that_the_givens_break_is_a_core_of_its_own() -> None:
    session = through_pysmt.engine("z3").open(stated(variables(), [ground.Holds(variables()[0]), False]), True)
    assert session.solve() == Unsat((1,))
    assert isinstance(session.solve(active=[0]), Sat)


def test_excluding_nothing_leaves_nothing_and_switches_need_cores() -> None:
    problem = stated(variables(), [])
    session = through_pysmt.engine("z3").open(problem, False)
    outcome = session.solve()
    assert isinstance(outcome, Sat)
    with pytest.raises(ValueError, match="only a session with cores"):
        session.solve(active=[])
    session.exclude(outcome.values, [])
    assert session.solve() == Unsat(None)


def pigeons(holes: int) -> Problem:
    result = [Variable(i, "in", CELLS[0], Kind.MEMBER, 0, 1) for i in range(holes * (holes + 1))]
    sitting = [[ground.Holds(result[pigeon * holes + hole]) for hole in range(holes)] for pigeon in range(holes + 1)]
    housed = [build.disjunction(row) for row in sitting]
    alone = [build.at_most(build.count(column), 1) for column in zip(*sitting, strict=True)]
    return stated(result, [*housed, *alone])


def test_a_limit_is_unknown_with_its_reason() -> None:
    # With cores z3 is asked in a way that gives reasons.
    session = through_pysmt.engine("z3").open(pigeons(12), True)
    session.solver.z3.set("rlimit", 2000)
    assert session.solve() == Undecided("time limit")


def test_an_unknown_engine_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        through_pysmt.engine("z4")


@pytest.mark.parametrize("name", ["z3", "cvc5"])
def test_the_global_environment_stays_empty(name: str) -> None:
    """It would keep what belongs to a session, and become slower with each."""
    before = len(get_env().formula_manager.formulae), len(get_env().stc.memoization)
    sizes = ground.Number(variables()[3], -2, 1), ground.Number(variables()[4], 0, 2)
    problem = stated(variables(), [build.distinct([*sizes, 0]), build.equal(build.product(*sizes), -2)])
    session = through_pysmt.engine(name).open(problem, True)
    assert isinstance(session.solve([(4, 1)]), Sat)
    assert isinstance(session.solve([(4, 0)]), Unsat)
    session.close()
    script(problem)
    assert (len(get_env().formula_manager.formulae), len(get_env().stc.memoization)) == before


def test_the_logic_is_the_smallest() -> None:
    members = variables()[:3]
    clause = build.disjunction([ground.Holds(one) for one in members])
    assert "(set-logic QF_UF)" in script(stated(members, [clause]))
    assert "(set-logic QF_LIA)" in script(stated(variables(), [clause]))


def z3_says(text: str, folder: Path) -> list[str]:
    path = folder / "problem.smt2"
    path.write_text(text, encoding="ascii")
    run = subprocess.run([Z3, path], capture_output=True, text=True, timeout=200, check=False)
    assert "error" not in run.stdout
    return run.stdout.split("\n", 1)


def test_a_script_tells_rules_and_places() -> None:
    text = script(stated(variables(), [ground.Holds(variables()[0])]))
    assert "; in_R1C1 = in at R1C1\n" in text
    assert "; size_R1C1 = size at R1C1, from -2 to 1\n" in text
    assert "; hue_R1C1 = hue at R1C1: 0 red, 1 green, 2 blue\n" in text
    named = "(assert (! in_R1C1 :named rule_0_R1C1))"
    assert "\n; rule_0[c = R1C1]: sentence 0 \\u{2264} \\u{e9}\n" + named in text


def test_shared_parts_are_written_once() -> None:
    result = [Variable(i, "in", CELLS[0], Kind.MEMBER, 0, 1) for i in range(40)]
    items = [ground.Holds(one) for one in result]
    text = script(stated(result, [build_rows.runs(items, [1, 2, UNKNOWN, 3, 1, UNKNOWN])]))
    assert "(define-fun part_1 () Bool" in text
    assert len(text) < 100_000


@pytest.mark.skipif(not Z3.exists(), reason="the z3 program is not beside this Python")
def test_odd_and_reserved_words_become_legal_names(tmp_path: Path) -> None:
    words = ["let", "assert", "é", "and", "9", "true", "in", "in_R1C1", "edge", "|"]
    result = [Variable(i, word, CELLS[0], Kind.MEMBER, 0, 1) for i, word in enumerate(words)]
    result.append(Variable(len(result), "in_R1C1", CELLS[0], Kind.NUMBER, 0, 1))
    side = [(CELLS[0], ground.Holds(one)) for one in result[:2]]
    formulas = [build_rows.paired(side, side, [(0, 1), (1, 0), (1, 1)]), *(ground.Holds(one) for one in result[1:-1])]
    text = script(stated(result, formulas, "in"))
    assert z3_says(text, tmp_path)[0] == "sat"


def test_names_are_simple_and_differ() -> None:
    taken: set[str] = set()
    result = [
        names.fresh(taken, pieces) for pieces in (("a", "R1C1"), ("a R1", "C1"), ("a_R1", "C1"), ("x",), ("é", 1))
    ]
    assert result == ["a_R1C1", "a_R1_C1", "a_R1_C1_1", "x_1", "ue9_1"]
    assert len(names.fresh(taken, ("long", "1" * 500))) == names.LONGEST
