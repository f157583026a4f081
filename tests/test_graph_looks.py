"""Looks at graphs: what they exclude no answer has."""

import itertools
import random
from collections.abc import Iterator, Sequence

from puzzlelang import pipeline
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Kind, Origin, Problem, Rule, Variable
from puzzlelang.source import NOWHERE
from puzzlelang.steps.record import Masks, RuleCase, Tier
from puzzlelang.steps.solvers.graph_looks import GraphLooks
from puzzlelang.steps.solvers.open_graph import Domains
from tests import library

SIDE = 3


def graphs(dice: random.Random) -> tuple[list[Variable], Graph]:
    """A graph of cells: of those in a set, of all with borders between them, or of cells that links of a set join."""
    board = SquareGrid(SIDE, SIDE)
    kind = dice.choice(("cells", "alike", "links"))
    pairs = [
        (one, other)
        for one, other in itertools.combinations(range(SIDE * SIDE), 2)
        if other - one == SIDE or (other - one == 1 and other % SIDE)
    ]
    places = pairs if kind == "links" else range(SIDE * SIDE)
    variables = [Variable(at, "set", None, Kind.MEMBER, 0, 1) for at, _ in enumerate(places)]
    member: list[Formula] = [nodes.Holds(one) for one in variables]
    presence: tuple[Formula, ...] = (True,) * (SIDE * SIDE)
    if kind == "cells":
        presence = tuple(member)
        edges = tuple((one, other, True) for one, other in pairs)
    elif kind == "alike":
        edges = tuple((one, other, build.same(member[one], member[other])) for one, other in pairs)
    else:
        edges = tuple((one, other, member[at]) for at, (one, other) in enumerate(pairs))
        presence = tuple(
            build.disjunction(member[at] for at, pair in enumerate(pairs) if vertex in pair)
            for vertex in range(SIDE * SIDE)
        )
    return variables, Graph(board.cells, presence, edges)


def statement(dice: random.Random, graph: Graph, variables: Sequence[Variable]) -> Formula:
    """A statement about the graph, sometimes beside another condition."""
    first, second = dice.sample(range(SIDE * SIDE), 2)
    counted = tuple((at, dice.random() < 0.5 or nodes.Holds(variables[0])) for at in range(SIDE * SIDE))
    if dice.random() < 0.6:
        counted = tuple((at, True) for at in range(SIDE * SIDE))
    size = nodes.ComponentSize(graph, first, counted, 0, SIDE * SIDE)
    number = dice.randint(1, 6)
    one: Formula = dice.choice(
        (
            nodes.Connected(graph),
            nodes.Acyclic(graph),
            nodes.Joined(graph, first, second),
            nodes.Not(nodes.Joined(graph, first, second)),
            nodes.Rectangle(graph, first),
            nodes.Not(nodes.Rectangle(graph, first)),
            nodes.Equal(size, number),
            nodes.AtMost(size, number),
            nodes.Not(nodes.AtMost(size, number)),
        )
    )
    guard = nodes.Holds(dice.choice(variables))
    return dice.choice((one, one, nodes.Or((guard, one)), nodes.Or((nodes.Not(guard), one)), nodes.And((guard, one))))


def allowed(formula: Formula, masks: Masks) -> Iterator[tuple[bool, ...]]:
    """All values within the masks with which a formula is true."""
    for values in itertools.product(*([bool(one) for one in (0, 1) if mask >> one & 1] for mask in masks)):
        if evaluate.truth(formula, values) is True:
            yield values


def test_looks_exclude_what_no_answer_has() -> None:
    narrowed = refuted = 0
    for seed in range(700):
        dice = random.Random(seed)
        variables, graph = graphs(dice)
        formula = statement(dice, graph, variables)
        problem = Problem(SquareGrid(SIDE, SIDE), {}, tuple(variables), (), ())
        masks = [dice.choice((1, 2, 3, 3)) if at % 12 < 9 else dice.choice((1, 2)) for at, _ in enumerate(variables)]
        indexes = tuple(range(len(variables)))
        case = RuleCase(0, formula, Origin(Rule("r", "r", NOWHERE), "r", ()), indexes, indexes, True, 8)
        left = GraphLooks([case]).narrowed(Domains(problem, masks))
        answers = list(allowed(formula, masks))
        if left is None:
            refuted += 1
            assert not answers, seed
            continue
        for index, mask in left.items():
            narrowed += mask != masks[index]
            assert mask & masks[index] == mask, seed
            assert all(mask >> values[index] & 1 for values in answers), (seed, index)
    assert narrowed > 120, narrowed
    assert refuted > 40, refuted


@library.sweep_large
def test_a_trial_leads_on_through_dominoes() -> None:
    rules = pipeline.load("dominosa")
    board = "6:44415214646652251614036236132304155110300000633562253245"
    result = pipeline.path(rules, pipeline.board(rules, board))
    assert result.complete
    assert not any(step.tier is Tier.GUESSED for step in result.steps)
