"""Exports of boards with graphs: solvers that know nothing of graphs find the answer, and that it is the only one."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs import level_mapping
from puzzlelang.graphs.eager import unfold
from puzzlelang.problem import build_graphs, evaluate, nodes
from puzzlelang.problem.record import Kind, Problem, Values, Variable, VariableRole
from puzzlelang.sat import numbered_clauses
from puzzlelang.smt import names
from puzzlelang.solving import engines, pipelines
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.solving.outside import export
from puzzlelang.solving.outside.answer import Status
from puzzlelang.solving.outside.decode import decode, read
from puzzlelang.solving.outside.export import Form
from puzzlelang.solving.projected_session import eager_engine
from puzzlelang.source import Source
from tests import library
from tests.test_export import CLAUSES, answered, program
from tests.test_graph_words import answers

NURIKABE = """
puzzle "Nurikabe"
board rectangle
given clue  : cells to number?
find  black : set of cells as "#"
let white = cells - black
rule wall "The black cells are connected": connected(black)
rule pool "No block is black": no w in windows(2, 2): count(black & w) = 4
rule size "The island of {c} has {c.clue} cells":
  every c in cells with c.clue: not c.black and count(component(c, white)) = c.clue
rule one "{i} has one number": every i in components(white): count({c in i with c.clue}) = 1
"""

SLITHERLINK = """
puzzle "Slitherlink"
board rectangle
given clue : cells to number?
find  loop : set of borders as "#"
rule loop "There is one loop": single_loop(loop)
rule clue "{c} has {c.clue} sides": every c in cells with c.clue: count(loop & borders(c)) = c.clue
"""

AREAS = """
puzzle "Rectangles"
board rectangle
given clue : cells to number?
find  area : partition of cells
rule shape "{a} is a rectangle": every a in area: rectangle(a)
rule clue  "{c} lies in {c.clue} cells": every c in cells with c.clue: count(c.area) = c.clue
rule one   "{a} has one clue": every a in area: count({c in a with c.clue}) = 1
"""

ROPES = """
puzzle "Ropes"
board rectangle
given clue : cells to number?
find  rope : set of links as "#"
rule rope "Ropes are paths": paths(rope, ends(rope))
rule clue "The rope of {c} has {c.clue} cells, one where there is none":
  every c in cells with c.clue: count(component(c, rope)) = c.clue
"""

BOARDS = {
    "nurikabe": (NURIKABE, "....\n2..1\n....\n...4"),
    "slitherlink": (SLITHERLINK, "00.3\n122.\n321.\n1123"),
    "areas": (AREAS, "....\n24.4\n.6..\n...."),
    "ropes": (ROPES, "13\n.."),
}


def grounded(name: str) -> Problem:
    rules = pipeline.ruleset(Source("rules", BOARDS[name][0]))
    return pipeline.ground(rules, pipeline.board(rules, BOARDS[name][1]))


def only(problem: Problem) -> Values:
    """The answer, and there is no other, by the reference semantics and CaDiCaL."""
    session = eager_engine(engines.engine("cadical")).open(problem, False)
    outcome = session.solve()
    assert isinstance(outcome, Sat)
    assert evaluate.satisfies(problem, outcome.values)
    session.exclude(outcome.values, range(len(problem.variables)))
    assert isinstance(session.solve(), Unsat)
    session.close()
    return [int(value) for value in outcome.values]


def command(form: Form, solver: str) -> Sequence[str]:
    return [sys.executable, "-c", CLAUSES] if form is Form.CLAUSES else program(solver)


@pytest.mark.library
@pytest.mark.parametrize("form", Form, ids=lambda form: form.value)
@pytest.mark.parametrize("name", library.few(BOARDS, 2))
def test_other_solvers_find_the_answer(name: str, form: Form, tmp_path: Path) -> None:
    problem = grounded(name)
    wanted = only(problem)
    text = export.text(problem, form, ask=form is not Form.CLAUSES)
    result = read(Source("answer", answered(command(form, "z3"), text, tmp_path)))
    assert result.status is Status.SAT
    assert [int(value) for value in decode(problem, result).values] == wanted
    other = export.text(problem, form, unique=wanted)
    assert read(Source("answer", answered(command(form, "z3"), other, tmp_path))).status is Status.UNSAT


@pytest.mark.long
@pytest.mark.parametrize("form", [Form.INTEGERS, Form.BOOLEANS], ids=lambda form: form.value)
@pytest.mark.parametrize("solver", ["cvc5", "yices-smt2"])
@pytest.mark.parametrize("name", BOARDS)
def test_more_solvers_find_the_answer(name: str, solver: str, form: Form, tmp_path: Path) -> None:
    problem = grounded(name)
    text = export.text(problem, form, ask=True)
    result = read(Source("answer", answered(command(form, solver), text, tmp_path)))
    assert [int(value) for value in decode(problem, result).values] == only(problem)


@pytest.mark.parametrize("name", BOARDS)
def test_auxiliary_variables_stand_behind_the_board(name: str) -> None:
    problem = grounded(name)
    plainly = unfold(problem)
    assert plainly.board == problem.variables
    further = plainly.variables[len(plainly.board) :]
    assert {variable.role for variable in further} == {VariableRole.ENCODING}
    assert not any(variable.place is None for variable in plainly.board)
    assert len(plainly.constraints) == len(problem.constraints)
    assert names.symbols(plainly).whole[: len(problem.variables)] == names.symbols(problem).whole
    numbers = numbered_clauses.board_numbers(problem.variables)
    assert numbered_clauses.number_clauses(plainly).board[: len(numbers)] == numbers
    for form in (Form.INTEGERS, Form.BOOLEANS):
        text = export.text(problem, form, ask=True)
        request = re.findall(r"^\(get-value \((.*)\)\)$", text, re.MULTILINE)[0].split()
        assert request == list(names.symbols(problem).whole)
        assert text == export.text(grounded(name), form, ask=True)
    assert "rank" not in export.text(problem, Form.CLAUSES)


@pytest.mark.parametrize("name", BOARDS)
def test_variables_for_statements_are_told_by_their_role(name: str) -> None:
    result = pipelines.cores(grounded(name)).abstraction
    assert result.problem.board == result.problem.variables[: result.board]
    for atom, variable in result.atoms:
        wanted = VariableRole.JOINED if isinstance(atom, nodes.Joined) else VariableRole.STATEMENT
        assert (variable.role, variable.place) == (wanted, None)


def test_an_auxiliary_variable_of_no_single_place_has_none() -> None:
    board = SquareGrid(2, 2)
    cells = {cell: Variable(index, "v", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(board.cells)}
    result = level_mapping.Auxiliaries(list(cells.values()), [])
    edges = [(link.first, link.second, True) for link in board.links]
    graph = build_graphs.graph({cell: nodes.Holds(one) for cell, one in cells.items()}, edges)
    level_mapping.acyclic(result, graph)
    nowhere = {variable.name for variable in result.variables if variable.place is None}
    assert nowhere == {"acyclic", "ring"}
    assert {variable.name for variable in result.variables if variable.place is not None} == {"v", "rank"}


def test_a_problem_without_graphs_stays_as_it_is() -> None:
    rules = pipeline.load("tents")
    problem = pipeline.ground(rules, pipeline.board(rules, " 1 0\n1T.\n0.."))
    assert unfold(problem) is problem


@pytest.mark.library
@pytest.mark.parametrize("engine", ["z3 -in", "yices-smt2 --incremental"])
@pytest.mark.parametrize("name", library.few(BOARDS, 2))
def test_programs_find_the_answer_bit_by_bit_and_at_once(name: str, engine: str) -> None:
    program(engine.split()[0])
    problem = grounded(name)
    wanted = tuple(only(problem))
    for chosen in (engines.engine(engine), eager_engine(engines.engine(engine))):
        assert answers(problem, chosen) == {wanted}, chosen.name
