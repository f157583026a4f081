"""The order of steps: a rating walks the easiest first, a path has few of them; both lead to the answer."""

import pytest

from puzzlelang import pipeline
from puzzlelang.questions.walkthrough import Walkthrough
from puzzlelang.steps.rating.costs import BEYOND
from puzzlelang.steps.record import Tier, apply_facts, full
from puzzlelang.steps.search.consequences import Consequences
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from tests import library

BOARDS = (
    ("hitori", "6x6:665445321564635635556263536641614451"),
    ("hitori", "6x6:241652415316351221642453263165156224"),
    ("slitherlink", "6x6t0:a2233a21a0e2a3d2a2c1b3a33a"),
    ("slitherlink", "6x6t0:33a3c21203b2e12a1a3d3a3a2a"),
    ("masyu", "6x6:eBaWaWbBbWaWcBhBbBWa"),
    ("tents", "8x8:hc_kagbb_ela_,3,1,2,1,2,1,0,2,2,0,3,0,2,1,2,2"),
)


def patterns(steps: Walkthrough) -> list[str]:
    """The kind of each pattern, also of those that were folded into one step."""
    return [kind for step in steps.steps if step.tier is Tier.LOCAL for kind, _ in step.kinds]


@pytest.mark.parametrize(("genre", "text"), BOARDS)
def test_a_rating_takes_patterns_only_where_first_looks_lead_nowhere(genre: str, text: str) -> None:
    rules = pipeline.load(genre)
    board = pipeline.board(rules, text)
    path, rated = pipeline.path(rules, board), pipeline.rate(rules, board)
    assert path.complete
    assert rated.complete
    assert path.drawings[-1] == rated.drawings[-1]
    assert all(BEYOND in kind for kind in patterns(rated))
    assert len(patterns(rated)) < len(patterns(path))


def test_no_trial_shows_what_single_rules_lead_to_after_the_one_before() -> None:
    """Trials of one round stay apart from what a player sees at once after the first of them."""
    rules = pipeline.load("yajilin")
    puzzle = pipeline.board(rules, (library.ROOT / "examples" / "yajilin" / "medium.txt").read_text(encoding="utf-8"))
    problem = pipeline.ground(rules, puzzle)
    target = problem.partial(pipeline.solve(rules, puzzle).answers[0].values)
    solvers = CaseSolvers(problem, target)
    masks = [full(variable) for variable in problem.variables]
    trials, before = 0, Tier.DIRECT
    for step in Walk(problem, target).steps():
        if before is step.tier is Tier.SUPPOSED:
            trials += 1
            led_to = Consequences(solvers, target).facts_led_to(masks)
            assert not all(map(led_to, step.facts)), step
        apply_facts(masks, step.facts, problem.variables)
        before = step.tier
    assert trials, "the board has no trials in a row"
