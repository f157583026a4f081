"""Sessions of the fast engine: what `solve.engine.Session` promises besides the answers."""

import subprocess
import sys

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Variable
from puzzlelang.solving.cadical import ENGINE
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.source import NOWHERE
from tests.library import ROOT

BOARD = SquareGrid(2, 6)
ORIGIN = Origin(Rule("rule", "A sentence.", NOWHERE), "A sentence.", ())


def member(index: int) -> Variable:
    return Variable(index, f"v{index}", BOARD.cells[index], Kind.MEMBER, 0, 1)


def stated(variables: list[Variable], *formulas: Formula) -> Problem:
    finds = {variable.name: {variable.place: variable} for variable in variables}
    return Problem(BOARD, finds, tuple(variables), tuple(Constraint(one, ORIGIN) for one in formulas), (ORIGIN.rule,))


def test_a_core_names_only_what_contradicts() -> None:
    a, b = nodes.Holds(member(0)), nodes.Holds(member(1))
    of = stated([a.variable, b.variable], b, a, build.disjunction((a, b)), build.negation(a))
    outcome = ENGINE.open(of, True).solve()
    assert outcome == Unsat((1, 3))


def test_constraints_are_chosen_only_in_a_session_for_cores() -> None:
    with pytest.raises(ValueError, match="cores"):
        ENGINE.open(stated([member(0)]), False).solve((), (0,))


def test_a_problem_without_variables_has_one_empty_answer() -> None:
    session = ENGINE.open(stated([]), False)
    assert session.solve() == Sat([])
    session.exclude([], [])
    assert session.solve() == Unsat()
    session.close()
    session.close()
    with pytest.raises(ValueError, match="closed"):
        session.solve()


@pytest.mark.parametrize("cores", [False, True])
def test_a_constraint_that_is_false_makes_the_problem_contradictory(cores: bool) -> None:
    session = ENGINE.open(stated([member(0)], False), cores)
    assert session.solve() == Unsat((0,) if cores else None)
    assert not cores or isinstance(session.solve((), ()), Sat)


def test_the_engine_does_not_load_what_is_slow_to_load() -> None:
    code = "import sys, puzzlelang.solving.cadical; print(*({'pysat', 'pysmt', 'z3', 'lark'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    assert run.stdout.strip() == ""


PIGEONS = """
import itertools, os, signal, subprocess, sys, time
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, nodes, record
from puzzlelang.solving.cadical import ENGINE
from puzzlelang.source import NOWHERE

board = SquareGrid(13, 12)
variables = tuple(nodes.Variable(i, "v", cell, nodes.Kind.MEMBER, 0, 1) for i, cell in enumerate(board.cells))
holds = [nodes.Holds(variable) for variable in variables]
formulas = [build.disjunction(holds[12 * row : 12 * row + 12]) for row in range(13)]
for column in range(12):
    for one, other in itertools.combinations(holds[column::12], 2):
        formulas.append(build.disjunction((build.negation(one), build.negation(other))))
origin = record.Origin(record.Rule("rule", "A sentence.", NOWHERE), "A sentence.", ())
constraints = tuple(record.Constraint(formula, origin) for formula in formulas)
session = ENGINE.open(record.Problem(board, {}, variables, constraints, ()), False)
kill = f"import os, signal, time; time.sleep(0.5); os.kill({os.getpid()}, signal.SIGINT)"
killer = subprocess.Popen([sys.executable, "-c", kill])
try:
    print(session.solve())
except KeyboardInterrupt:
    print("stopped")
killer.wait()
try:
    print(session.solve())
except ValueError as error:
    print(error)
session.close()
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT between processes")
def test_ctrl_c_stops_the_search_closes_the_session_and_works_again() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PIGEONS], cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )
    assert (run.stdout, run.stderr, run.returncode) == ("stopped\nthe session is closed\nstopped\n", "", 0)
