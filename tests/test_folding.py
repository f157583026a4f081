"""Folded steps: the same conclusions as without, each after all that it rests on, told in few words."""

from itertools import chain

import pytest

from puzzlelang import pipeline
from puzzlelang.ground import from_typed
from puzzlelang.problem.record import Problem
from puzzlelang.steps.rating.folding import MOST_FOLDED, folded
from puzzlelang.steps.rating.ratings import rate, rated
from puzzlelang.steps.record import Step, Tier
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.words.verbalisation import step_lines
from puzzlelang.techniques.on_board import kept_patterns
from tests import library
from tests.library import ROOT

GENRES = ("slitherlink", "masyu", "hashi", "light-up", "yajilin", "binairo", "tents")


def steps_of(genre: str, folds: bool) -> tuple[Problem, list[Step], Walk]:
    """The problem, its steps from the givens, and the walk that found them."""
    rules = pipeline.load(genre)
    puzzle = pipeline.board(rules, ROOT / "examples" / genre / "small.txt")
    problem = from_typed.ground(rules, puzzle)
    (answer,) = pipeline.solve(rules, puzzle).answers
    walk = Walk(problem, problem.partial(answer.values), patterns=kept_patterns(rules, puzzle, problem))
    return problem, list(folded(problem, walk.steps()) if folds else walk.steps()), walk


@pytest.mark.library
@pytest.mark.parametrize("genre", library.few(GENRES, 4))
def test_folding_keeps_conclusions_and_their_order(genre: str) -> None:
    _, plain, _ = steps_of(genre, False)
    _, result, walk = steps_of(genre, True)
    assert not walk.open
    later = set(chain.from_iterable(step.facts for step in plain))
    assert {fact for step in result for fact in step.facts} == later
    for step in result:
        for part in step.parts or (step,):
            later.difference_update(part.facts)
            assert later.isdisjoint(part.known), "a step comes before what it rests on"
        assert len(step.parts) != 1
        assert len(step.parts) <= MOST_FOLDED
        assert set(step.known).isdisjoint(step.facts)


def test_a_line_that_goes_on_is_one_step() -> None:
    problem, result, _ = steps_of("masyu", True)
    texts = [step_lines(problem, step) for step in result if step.parts]
    assert (
        "line at R1C5-R1C6 and R1C6-R3C6",
        "Otherwise the line would end at R1C5, R1C6 or R2C6.",
    ) in texts


def test_areas_of_two_clues_are_one_step() -> None:
    rules = pipeline.load("nawabari")
    path = pipeline.path(rules, pipeline.board(rules, ROOT / "examples" / "nawabari" / "medium.txt"))
    reasons = [step.lines[1] for step in path.steps]
    assert reasons[0] == (
        "The area at R1C6 has just one clue, likewise for the area at R1C8, the area at R2C8 and 5 more:"
        " otherwise two would be in one area."
    )  # fmt: skip
    assert "Otherwise the area of R7C2, R7C4 or R7C5 could not be a rectangle." in reasons


@library.sweep_large
def test_one_reason_at_one_place_is_one_step() -> None:
    rules = pipeline.load("shikaku")
    path = pipeline.path(rules, pipeline.board(rules, ROOT / "examples" / "shikaku" / "medium.txt"))
    assert path.steps[1].lines == (
        "borders at R3C2-R4C2, R4C2-R4C3, R4C7-R4C8, R5C1-R5C2 and R5C2-R6C2",
        "The piece of R4C2 has 1 cell, likewise for R4C8 and R5C2: otherwise one of them would have at least 2 cells.",
    )


def test_a_local_pattern_at_two_places_is_one_step() -> None:
    rules = pipeline.load("shikaku")
    puzzle = pipeline.board(rules, ROOT / "examples" / "shikaku" / "small.txt")
    problem = from_typed.ground(rules, puzzle)
    (answer,) = pipeline.solve(rules, puzzle).answers
    walk = Walk(problem, problem.partial(answer.values), patterns=kept_patterns(rules, puzzle, problem))
    first = next(folded(problem, walk.steps()))
    assert (first.tier, len(first.parts)) == (Tier.LOCAL, 2)
    assert first.places == (*first.parts[0].places, *first.parts[1].places)
    assert step_lines(problem, first)[1] == (
        "Pattern: a 3 and a clue side by side near the corner."
        " Here: 3 at R1C5, 6 at R2C5; 2 at R5C5, 3 at R5C6."
    )  # fmt: skip


@pytest.mark.parametrize("genre", GENRES)
def test_folding_changes_no_rating(genre: str) -> None:
    one_by_one = rate([rated(part) for part in steps_of(genre, False)[1]])
    rating = rate([rated(part) for step in steps_of(genre, True)[1] for part in step.parts or (step,)])
    assert (rating.score, rating.name) == (pytest.approx(one_by_one.score), one_by_one.name)
