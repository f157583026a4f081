"""Reasons from layouts: where one is given, no completion of what is known meets the rule."""

import itertools
import random

from puzzlelang import pipeline
from puzzlelang.problem import evaluate
from puzzlelang.source import Source
from puzzlelang.steps.cases.from_problem import cases
from puzzlelang.steps.record import Fact, Inference
from puzzlelang.steps.templates import Reason
from puzzlelang.steps.words.counterfactuals import counterfactual
from puzzlelang.steps.words.layouts import layout_reason

RULES = """
puzzle "Bank"
board rectangle
include "prelude"
given clue : lines to number?
given bank : shapes
find black : set of cells as "#"
rule pieces "The pieces of black cells are those of the bank": pieces(black) = bank
rule clue = counts(lines, clue, black) "{r} holds {r.clue|black cell|black cells}"
"""
BOARD = "bank: ## ##/#.\n\n   2\n ...\n2...\n ...\n"


def reasons() -> list[tuple[str, bool]]:
    """Reasons for random conclusions, each with whether these hold in all completions."""
    rules = pipeline.ruleset(Source("bank.rules", RULES))
    problem = pipeline.ground(rules, pipeline.board(rules, Source("board.txt", BOARD)))
    said = cases(problem)
    answers = [
        values
        for values in itertools.product((False, True), repeat=len(problem.variables))
        if all(evaluate.truth(case.formula, values) for case in said)
    ]
    assert answers
    dice, result = random.Random(7), list[tuple[str, bool]]()
    for _ in range(300):
        answer = dice.choice(answers)
        chosen = dice.sample(range(len(answer)), dice.randint(3, 7))
        *given, goal = (Fact(index, 1, answer[index]) for index in chosen)
        fits = [one for one in answers if all(one[fact.variable] is fact.holds for fact in given)]
        inference = Inference(tuple(said), tuple(given), (goal,))
        why = layout_reason([case.formula for case in said], counterfactual(problem, inference, False, goal))
        result.append((why.text, all(one[goal.variable] is goal.holds for one in fits)))
    return result


def test_what_has_a_reason_holds() -> None:
    result = reasons()
    special = [holds for text, holds in result if "would" in text]
    assert all(special)
    assert len(special) > 30
    assert {text.partition(" at ")[0] for text, _ in result} >= {
        "otherwise none would fit",
        "otherwise a piece of 2 cells would have no room",
    }


def test_plain_counts_have_none() -> None:
    rules = pipeline.load("tents")
    problem = pipeline.ground(rules, pipeline.board(rules, Source("board.txt", " 110\n1..T\n1T..\n0...\n")))
    row = next(case for case in cases(problem) if "holds" in case.origin.sentence and len(case.variables) > 1)
    first = Fact(row.variables[0], 1, True)
    context = counterfactual(problem, Inference((row,), (), (first,)), True, first)
    assert layout_reason([row.formula], context) == Reason()
