"""Every field and method of results: with an answer, with none, with several, and where the search gave up."""

import pytest

import puzzlelang
from puzzlelang import pipeline, workshop
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.problem.findings import Worth
from puzzlelang.questions import check, complete, count, facts, generate, hint, minimise, solve, why
from puzzlelang.questions.base import Replies
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply, Stop
from puzzlelang.typed import ir

ONE = " 10\n0..\n1.T\n"
NONE = " 2...\n.T...\n....T\n.....\n"
SEVERAL = " ....\n.T...\n....T\n.....\n"
LIMIT = "time limit"


@pytest.fixture(scope="module")
def rules() -> ir.Ruleset:
    return pipeline.load("tents")


def reader(rules: ir.Ruleset, board: str = ONE) -> Reader:
    return Reader(rules, pipeline.board(rules, board))


def at_a_limit(*told: Reply) -> Replies:
    """What was told until the search gave up."""
    result = Replies()
    for reply in (*told, Stop(LIMIT)):
        result.note(reply)
    return result


@pytest.mark.parametrize(
    ("board", "limit", "answers", "unique"),
    [(ONE, 2, 1, True), (NONE, 2, 0, False), (SEVERAL, 2, 2, False), (ONE, 1, 1, None), (SEVERAL, 1, 1, None)],
)
def test_answers(rules: ir.Ruleset, board: str, limit: int, answers: int, unique: bool | None) -> None:
    result = puzzlelang.solve(rules, board, limit=limit)
    assert (len(result.answers), result.unique, result.stopped) == (answers, unique, "")
    assert result._repr_svg_().startswith("<svg")
    for index in range(answers):
        again = pipeline.board(rules, result.text(index))
        assert pipeline.check(rules, again).right
    with pytest.raises(ValueError, match=r"there (is no answer|is 1 answer, counted|are 2 answers, counted)"):
        result.text(answers)


def test_answers_at_a_limit(rules: ir.Ruleset) -> None:
    result = solve.gather(reader(rules), solve.SolveQuestion(2), at_a_limit())
    assert (result.answers, result.unique, result.complete, result.stopped) == ((), None, False, LIMIT)
    assert result._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match=r"there is no answer \(time limit\)"):
        result.text()
    with OpenPuzzle(rules, pipeline.board(rules, SEVERAL), here=True) as opened:
        replies: list[Reply] = []
        opened.solve(see=replies.append)
        early = [reply for reply in replies if type(reply).__name__ == "Answer"]
        one = solve.gather(opened.reader, solve.SolveQuestion(2), at_a_limit(*early[:1]))
        two = solve.gather(opened.reader, solve.SolveQuestion(2), at_a_limit(*early))
    assert (len(one.answers), one.unique) == (1, None)
    assert (len(two.answers), two.unique) == (2, False)


def test_facts_and_counts(rules: ir.Ruleset) -> None:
    for board, answers in ((ONE, 1), (NONE, 0), (SEVERAL, None)):
        with puzzlelang.open(rules, board, here=True) as opened:
            common, number = opened.facts(), opened.count()
            capped = opened.count(1)
        assert (common.drawing is None) == (answers == 0)
        assert common._repr_svg_().startswith("<svg")
        assert number.complete
        assert number.answers == answers if answers is not None else number.answers > 1
        assert capped.answers == min(1, number.answers)
        assert capped.complete == (answers == 0)
    stopped = facts.gather(reader(rules), facts.FactsQuestion(), at_a_limit())
    assert (stopped.drawing, stopped.stopped) == (None, LIMIT)
    assert stopped._repr_svg_().startswith("<svg")
    few = count.gather(reader(rules), count.CountQuestion(), at_a_limit())
    assert (few.answers, few.complete, few.stopped) == (0, False, LIMIT)


def test_reasons_and_completions(rules: ir.Ruleset) -> None:
    for board, possible in ((ONE, True), (NONE, False), (SEVERAL, True)):
        with puzzlelang.open(rules, board, here=True) as opened:
            reasons, completion = opened.why(), opened.completable(None)
        assert reasons.possible is possible
        assert (reasons.cases is None) == possible
        assert completion.possible is possible
        assert (completion.answer is not None) == possible
    assert why.gather(reader(rules), why.WhyQuestion(), at_a_limit()).possible is None
    assert complete.gather(reader(rules), complete.CompleteQuestion(), at_a_limit()).possible is None


def test_verdicts(rules: ir.Ruleset) -> None:
    drawn = {" 10\n0..\n1*T\n": Worth.RIGHT, " 10\n0*.\n1.T\n": Worth.BROKEN, ONE: Worth.OPEN}
    for board, worth in drawn.items():
        result = pipeline.check(rules, pipeline.board(rules, board))
        assert result.worth is worth
        assert result.right is (worth is Worth.RIGHT)
        assert result.complete is (result.answer is not None)
        assert result._repr_svg_().startswith("<svg")
    output = reader(rules, " 10\n0..\n1*T\n")
    result = check.gather(output, check.CheckQuestion(wire.marks(output.puzzle.drawing)), at_a_limit())
    assert (result.worth, result.right, result.complete, result.drawn) == (None, None, None, True)
    assert (result.findings, result.answer, result.stopped) == ((), None, LIMIT)
    assert result._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("board", "answers", "complete", "rated"),
    [(ONE, True, True, True), (NONE, False, False, False), (SEVERAL, True, False, False),
     (" 10\n0*.\n1.T\n", None, False, False)],
)  # fmt: skip
def test_walkthroughs(rules: ir.Ruleset, board: str, answers: bool | None, complete: bool, rated: bool) -> None:
    result = pipeline.path(rules, pipeline.board(rules, board))
    assert (result.answers, result.complete) == (answers, complete)
    assert (result.rating is not None) == (rated or bool(result.steps))
    assert result._repr_svg_().startswith("<svg")
    assert result.roles() is not None
    for index in range(len(result.steps)):
        assert pipeline.board(rules, result.text(index)).drawing is not None
        assert result.roles(index) is not None
    with pytest.raises(ValueError, match="step"):
        result.text(len(result.steps))


def test_a_walkthrough_at_a_limit(rules: ir.Ruleset) -> None:
    result = hint.KIND.gather(reader(rules), hint.StepsQuestion(), at_a_limit())
    assert (result.answers, result.complete, result.rating, result.left) == (None, False, None, None)
    assert result.roles() == {}
    assert result._repr_svg_().startswith("<svg")
    with pytest.raises(ValueError, match=r"there is no step \(time limit\)"):
        result.text(0)


def test_boards_that_are_made(rules: ir.Ruleset) -> None:
    for board, answers in ((NONE, 0), (SEVERAL, 2)):
        result = workshop.minimise(rules, pipeline.board(rules, board))
        assert (result.puzzle, len(result.answers), result.minimal) == (None, answers, False)
        with pytest.raises(ValueError, match=r"there is no board$"):
            result.text()
    stopped = minimise.gather(reader(rules), minimise.MinimiseQuestion(), at_a_limit())
    assert (stopped.puzzle, stopped.answers, stopped.stopped) == (None, (), LIMIT)
    with pytest.raises(ValueError, match=r"there is no board \(time limit\)"):
        stopped.text()
    none = generate.gather(reader(rules), generate.GenerateQuestion(), at_a_limit())
    assert (none.puzzles, none.minimal, none.stopped) == ((), (), LIMIT)
    with pytest.raises(ValueError, match=r"there is no board \(time limit\)"):
        none.text()
