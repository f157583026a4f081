"""Hints by degrees: each level adds one thing to the one before, and no picture gives away more than the words."""

import re

from puzzlelang import pipeline
from puzzlelang.questions.graded_hints import LEVELS, graded_roles, graded_text
from puzzlelang.questions.walkthrough import step_text
from puzzlelang.scene.record import Role
from puzzlelang.source import Source

TENTS = " 112030\n1..T...\n1....T.\n2.T.T..\n1.T....\n1......\n1..T.T.\n"


def test_each_level_adds_a_line() -> None:
    rules = pipeline.load("tents")
    path = pipeline.path(rules, pipeline.board(rules, Source("T", TENTS)))
    step = next(one for one in path.steps if "tent at R1C5" in one.lines[0])
    first, second, third = (graded_text(step, level).split("\n") for level in range(1, LEVELS))
    assert first == ["Technique: count."]
    assert second == [*first, second[-1]]
    assert third == [*second, third[-1]]
    assert second[-1].startswith("Look here: column 5 holds 3 tents")
    assert "R1C5" not in second[-1]
    assert "R1C5" in third[-1]
    assert graded_text(step, LEVELS) == step_text(step)


def test_pictures_show_what_follows_from_the_third_level_on() -> None:
    rules = pipeline.load("tents")
    roles = pipeline.hint(rules, pipeline.board(rules, Source("T", TENTS))).roles()
    shown = [Role.FORCES in graded_roles(roles, level).values() for level in range(1, LEVELS + 1)]
    assert shown == [False, False, True, True]
    assert graded_roles(roles, 1) == {}
    assert graded_roles(roles, 2).keys() == roles.keys()


def test_a_rule_about_the_whole_board_names_a_small_region() -> None:
    rules = pipeline.load("nurikabe")
    path = pipeline.path(rules, pipeline.board(rules, Source("N", ".5...\n..2..\n.....\n..1..\n...3.\n")))
    whole = len(path.puzzle.geometry.cells)
    step = next(one for one in path.steps if not one.places and any(len(case.cells) == whole for case in one.cases))
    where = graded_text(step, 2).split("\n")[1]
    assert re.match(r"Look here, (from R\dC\d to R\dC\d|near R\dC\d): ", where)
    assert len(re.findall(r"R\dC\d", where)) < 6


def test_a_hint_draws_nothing_where_it_is_clear_at_once() -> None:
    """No tent stands on a tree, and no player marks that."""
    rules = pipeline.load("tents")
    puzzle = pipeline.board(rules, Source("T", TENTS))
    result = pipeline.hint(rules, puzzle)
    drawn = {str(place) for place in result.drawings[0].values["tent"]}
    assert drawn == {fact.place for fact in result.steps[0].follows}
    assert not drawn & {str(place) for place in puzzle.givens["tree"]}
