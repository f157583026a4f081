"""Clues that exclude other answers where rules speak of graphs that the clues make, against the reference semantics."""

import functools
import random
from contextlib import closing

import pytest

from puzzlelang import pipeline
from puzzlelang.making.clue_search import ClueSearch
from puzzlelang.making.clue_synthesis import clue_problem, exclusion
from puzzlelang.making.example_statistics import empty_template
from puzzlelang.making.plan import plan
from puzzlelang.problem import build, evaluate
from puzzlelang.problem.traversal import about_graphs
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving.stats import Stats
from puzzlelang.source import Source
from puzzlelang.typed import ir

RULES = """
puzzle "Bridges"
board rectangle
given bridge : set of links
given clue : cells to 0..2?
find black : set of cells
rule joined "Bridges lead from each black cell to all others":
  every a, b in pairs(black): b in component(a, cells by along(bridge))
rule some "There are two black cells at least": count(black) >= 2
rule count "{c} tells how many black cells are beside it":
  every c in cells with number c.clue: count(next(c) & black) = c.clue
"""


@functools.cache
def bridges() -> tuple[ir.Ruleset, Puzzle]:
    """The rules, and a board without clues: one of all answers, as its cells are theirs."""
    rules = pipeline.ruleset(Source("bridges.rules", RULES))
    return rules, empty_template(rules, (2, 3))


def search(answer: Solution) -> ClueSearch:
    rules, template = bridges()
    result = clue_problem(plan(rules, template), template, answer)
    assert result is not None
    return ClueSearch(result, template, Stats())


def sets_of_black_cells(chance: random.Random) -> list[Solution]:
    cells = bridges()[1].geometry.cells
    every = [Solution({"black": {cell: bool(bits >> cell.index & 1) for cell in cells}}) for bits in range(1 << 6)]
    return chance.sample([one for one in every if sum(map(bool, one.values["black"].values())) >= 2], 24)


@pytest.mark.parametrize("seed", range(4))
def test_clues_exclude_answers_one_after_another(seed: int) -> None:
    """As long as any clues do, by a plain rule or by one about a graph."""
    chance = random.Random(seed)
    answer, *others = sets_of_black_cells(chance)
    excluded, narrow = [], 0
    with closing(search(answer)) as clues:
        board = clues.most_clues({}, chance)
        for other in others:
            against = exclusion(clues.filling, other)
            if against is False:
                continue
            clues.exclude(against)
            excluded.append(other)
            narrow += clues.is_narrow
            built = clues.most_clues({}, chance)
            assert (built is not None) == clues.is_possible()
            if built is None:
                break
            board = built
        else:
            assert board is not None
            problem = pipeline.ground(clues.filling.plan.rules, board)
            for one in (answer, *excluded):
                values = problem.partial(one.values)
                assert all(truth for _, truth in evaluate.verdicts(problem, values)) == (one is answer)
    assert narrow


def test_where_no_plain_rule_excludes_an_answer_one_about_a_graph_does() -> None:
    """What the plain part contradicts leaves the other part, in a session of its own."""
    chance = random.Random(1)
    answer, *others = sets_of_black_cells(chance)
    with closing(search(answer)) as clues:
        assert clues.most_clues({}, chance) is not None
        own = next(one.formula for one in clues.problem.constraints if not about_graphs(one.formula, {}))
        graphs = [
            part
            for other in others
            for part in getattr(exclusion(clues.filling, other), "parts", ())
            if about_graphs(part, {})
        ]
        against = build.disjunction((build.negation(own), graphs[0]))
        clues.exclude(against)
        assert clues.is_narrow
        assert clues.is_possible()
        assert not clues.is_narrow
        assert clues.example is not None
        assert evaluate.truth(against, clues.example) is True
        clues.exclude(build.disjunction((build.negation(own), build.negation(graphs[0]))))
        assert clues.most_clues({}, chance) is None
