"""Steps: each follows from its cases and facts, of which none can be left out; together they lead to the answer."""

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.formats import boards
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Values
from puzzlelang.puzzle import Drawing
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.source import NOWHERE, Source
from puzzlelang.steps import record
from puzzlelang.steps.cases.forms import CaseForms
from puzzlelang.steps.cases.from_problem import cases
from puzzlelang.steps.rating.costs import cost
from puzzlelang.steps.rating.ratings import NAMES
from puzzlelang.steps.record import Fact, Inference, NamedFact, RuleCase, Step, Tier
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.solvers.lightest_sets import lightest_core
from puzzlelang.steps.solvers.preferred_facts import preferred_facts
from puzzlelang.steps.words import count_reasons
from puzzlelang.steps.words.verbalisation import step_lines
from puzzlelang.workers.limits import Limits
from tests import library
from tests.library import sweep
from tests.random_puzzles import brute_force
from tests.test_cli import ROOT, run, write
from tests.test_questions import small

SAMPLE = [
    "magic-snail",
    "yajirushi",
    "tents",
    "nurikabe",
    "slitherlink",
    "sudoku",
    "heyawake",
    "masyu",
    "nonogram",
    "lits",
    "fillomino",
    "galaxies",
]
BOARDS = ["tents", "star-battle", "sudoku", "slitherlink", "nurikabe", "hitori", "kakuro", "skyscrapers", "light-up"]
HARD = ["shikaku", "compass", "aqre"]


def board(name: str) -> tuple[Problem, Values]:
    """The smallest board of a genre in `examples`, and its only answer."""
    rules = pipeline.load(name)
    files = [path for path in (ROOT / "examples" / name).glob("*.txt") if "answer" not in path.name]
    puzzle = pipeline.board(rules, min(files, key=lambda path: path.stat().st_size))
    problem = pipeline.ground(rules, puzzle)
    outcome = engines.engine("cadical").open(problem, False).solve()
    assert isinstance(outcome, Sat)
    return problem, outcome.values


def aim(problem: Problem, answers: Sequence[Values]) -> list[bool | int | None]:
    """What all answers share."""
    size = len(problem.board)
    shared = [answers[0][index] if len({one[index] for one in answers}) == 1 else None for index in range(size)]
    return [*shared, *(None for _ in problem.variables[size:])]


def fact_formula(problem: Problem, fact: Fact) -> Formula:
    """A fact as a formula."""
    variable = problem.variables[fact.variable]
    if variable.kind is Kind.MEMBER:
        holds = nodes.Holds(variable)
        return holds if bool(fact.value) == fact.holds else build.negation(holds)
    equal = build.equal(nodes.Number(variable, variable.low, variable.high), fact.value)
    return equal if fact.holds else build.negation(equal)


def everything(problem: Problem) -> list[tuple[int, ...]]:
    """All assignments that keep the definitions."""
    ranges = [range(variable.low, variable.high + 1) for variable in problem.variables]
    result = itertools.product(*ranges)
    return [one for one in result if all(evaluate.truth(formula, one) is True for formula in problem.definitions)]


def held(walk: Walk) -> Iterator[tuple[Step, list[Formula], Formula]]:
    """The steps with what they rest on, and what follows; what is known before is in no reason too much."""
    problem = walk.problem
    for step in walk.steps():
        rests = [*(case.formula for case in step.cases), *(fact_formula(problem, fact) for fact in step.known)]
        yield step, rests, build.conjunction([fact_formula(problem, fact) for fact in step.facts])


def judge(walk: Walk) -> int:
    """Hold every step against the reference semantics; how many there were."""
    problem, count = walk.problem, 0
    every = everything(problem)
    for step, rests, follows in held(walk):
        count += 1
        fits = [[evaluate.truth(one, values) is True for one in rests] for values in every]
        wrong = [evaluate.truth(follows, values) is not True for values in every]
        assert not any(all(fit) and no for fit, no in zip(fits, wrong, strict=True)), step
        assert all(leads(problem, one, every) for one in step.chain), step
        if problem.definitions or step.tier is Tier.LOCAL:  # a pattern may need less where it stands
            continue
        for index in range(len(rests)):
            without = (fit[:index] + fit[index + 1 :] for fit in fits)
            assert any(all(fit) and no for fit, no in zip(without, wrong, strict=True)), (step, index)
    return count


def leads(problem: Problem, one: Inference, every: Sequence[tuple[int, ...]]) -> bool:
    """Whether an inference holds in all of these assignments, and all by which it is told."""
    rests = [*(case.formula for case in one.cases), *(fact_formula(problem, fact) for fact in one.premises)]
    then = build.conjunction([fact_formula(problem, fact) for fact in one.conclusions]) if one.conclusions else False
    right = (evaluate.truth(then, values) is True for values in every if holds(rests, values))
    return all(right) and all(leads(problem, inner, every) for inner in one.refutation)


def holds(formulas: Sequence[Formula], values: tuple[int, ...]) -> bool:
    return all(evaluate.truth(one, values) is True for one in formulas)


def test_what_leads_nowhere_either_way_is_told_by_inferences_that_hold() -> None:
    rules = pipeline.load("slitherlink")
    problem = pipeline.ground(rules, pipeline.board(rules, Source("board.txt", "2.\n..\n")))
    every = everything(problem)
    steps = list(Walk(problem, aim(problem, sorted(brute_force(problem)))).steps())
    assert any(one.refutation for step in steps for one in step.chain)
    assert all(leads(problem, one, every) for step in steps for one in step.chain)


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(SAMPLE, 4))
def test_steps_follow_and_nothing_is_too_much(name: str) -> None:
    result: list[int] = []
    for seed in range(300):
        result += [count for count in [random_steps(name, seed)] if count]
        if len(result) == len(library.amount(3, 8)):
            break
    assert result


@pytest.mark.long
@sweep
def test_steps_follow_in_every_genre(name: str) -> None:
    for seed in range(20):
        random_steps(name, seed)


def random_steps(name: str, seed: int) -> int:
    _, _, problem = small(name, f"steps {seed}")
    answers = sorted(brute_force(problem))
    if not answers:
        return 0
    walk = Walk(problem, aim(problem, answers))
    count = judge(walk)
    assert not walk.open
    return count


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(BOARDS + HARD, 4))
def test_paths_end_in_the_answer(name: str) -> None:
    problem, values = board(name)
    walk = Walk(problem, values)
    known = [fact for step in walk.steps() for fact in step.facts if fact.holds]
    answer = walk.solvers.touched.padded(values)
    assert not walk.open
    assert all(answer[fact.variable] == fact.value for fact in known)


@pytest.mark.library
@pytest.mark.parametrize("name", library.few(["tents", "tracks", "nurikabe", "sudoku"][: len(library.amount(3, 4))], 1))
def test_another_engine_proves_each_step(name: str) -> None:
    z3_proves(name)


@pytest.mark.long
@sweep
def test_another_engine_proves_each_step_of_the_library(name: str) -> None:
    z3_proves(name)


def left_out(problem: Problem, step: Step) -> Sequence[int]:
    """Positions of cases and facts to be left out; where graphs are spoken of, definitions are stated in any case."""
    if not step.minimal or (problem.definitions and not any(case.graph for case in step.cases)):
        return ()
    tried = [index for index, case in enumerate(step.cases) if case.origin.rule.name != "borders"]
    return [*tried, *range(len(step.cases), len(step.cases) + len(step.known))]


def is_proved(problem: Problem, one: Inference) -> bool:
    """Whether z3 proves an inference, and all by which it is told."""
    rests = [*(case.formula for case in one.cases), *(fact_formula(problem, fact) for fact in one.premises)]
    wrong = build.negation(build.conjunction([fact_formula(problem, fact) for fact in one.conclusions]))
    stated = tuple(Constraint(part, one.cases[0].origin) for part in (*rests, wrong if one.conclusions else True))
    request = msgspec.structs.replace(problem, constraints=stated, grounded=stated)
    session = engines.engine("z3").open(request, False)
    result = isinstance(session.solve(), Unsat)
    session.close()
    return result and all(is_proved(problem, inner) for inner in one.refutation)


def z3_proves(name: str) -> None:
    """Of a step that tells no cases only that the answer says so, which is the only one."""
    problem, values = board(name)
    walk = Walk(problem, values)
    problem, answer = walk.problem, tuple(walk.solvers.touched.padded(values))
    for step, rests, follows in held(walk):
        if not step.cases:
            assert evaluate.truth(follows, answer) is True
            continue
        origin = step.cases[0].origin
        stated = tuple(Constraint(one, origin) for one in [*rests, build.negation(follows)])
        request = msgspec.structs.replace(problem, constraints=stated, grounded=stated)
        session = engines.engine("z3").open(request, True)
        every = list(range(len(stated)))
        assert isinstance(session.solve((), every), Unsat)
        for one in step.chain if len(step.chain) > 1 else ():
            assert is_proved(problem, one), step
        for index in left_out(problem, step):
            assert isinstance(session.solve((), [one for one in every if one != index]), Sat), (step, index)
        session.close()


MIRRORED = {
    "sudoku": ("3...1.\n.5.3..\n1...6.\n..4..2\n...6..\n4...2.\n", ".1...3\n..3.5.\n.6...1\n2..4..\n..6...\n.2...4\n"),
    "nurikabe": (".5...\n..2..\n.....\n..1..\n...3.\n", "...5.\n..2..\n.....\n..1..\n.3...\n"),
    "star-battle": ("aaaab\ncaabb\nddabe\nddeee\neeeee\n", "baaaa\nbbaac\nebadd\neeedd\neeeee\n"),
}


REASONS_TIED = {"nurikabe"}
"""Where cells have several reasons of one weight, of which one is told."""


@pytest.mark.parametrize("name", MIRRORED)
def test_a_mirror_image_is_as_hard(name: str) -> None:
    rules = pipeline.load(name)
    first, second = (pipeline.path(rules, pipeline.board(rules, text)) for text in MIRRORED[name])
    assert first.complete
    assert second.complete
    kinds = [Counter((one.tier, one.weight, one.depth) for one in path.steps) for path in (first, second)]
    if name in REASONS_TIED:
        assert kinds[0].keys() == kinds[1].keys()
        assert abs(kinds[0].total() - kinds[1].total()) <= 2
        assert first.rating.name == second.rating.name
    else:
        assert kinds[0] == kinds[1]


@pytest.mark.library
@pytest.mark.parametrize("genre", ["sudoku"])
def test_a_turned_board_has_the_same_rating(genre: str) -> None:
    rules = pipeline.load(genre)
    rows = (ROOT / "examples" / genre / "medium.txt").read_text("utf-8").split()
    turned = [rows, rows[::-1], [row[::-1] for row in rows], ["".join(column) for column in zip(*rows, strict=True)]]
    turned = turned if library.whole else [turned[0], turned[-1]]
    result = [pipeline.rate(rules, pipeline.board(rules, Source("board.txt", "\n".join(one) + "\n"))) for one in turned]
    assert len({(one.rating.name, round(one.rating.score, 6), len(one.steps)) for one in result}) == 1


def test_the_lightest_cases_are_found() -> None:
    dice = random.Random(5)
    for _ in range(200):
        size = dice.randint(1, 7)
        chosen = [
            RuleCase(at, True, Origin(Rule("rule", "", NOWHERE), "", ()), (), (), False, dice.choice([1, 2, 3, 8]))
            for at in range(size)
        ]
        needed = [set(dice.sample(range(size), dice.randint(1, size))) for _ in range(dice.randint(1, 3))]
        every = [set(some) for count in range(size + 1) for some in itertools.combinations(range(size), count)]

        def enough(some: Sequence[RuleCase], needed: Sequence[set[int]] = needed) -> bool:
            return any(one <= {case.index for case in some} for one in needed)

        result = lightest_core(chosen, enough)
        assert result is not None
        assert enough(result)
        least = min(sum(chosen[at].weight for at in some) for some in every if any(one <= some for one in needed))
        assert sum(case.weight for case in result) == least


def test_the_same_board_has_the_same_path() -> None:
    rules = pipeline.load("tents")
    puzzle = pipeline.board(rules, ROOT / "examples" / "tents" / "small.txt")
    assert pipeline.path(rules, puzzle).steps == pipeline.path(rules, puzzle).steps


def test_cases_are_the_whole_problem() -> None:
    for name in SAMPLE:
        _, _, problem = small(name, "cases")
        result = cases(problem)
        for values in everything(problem):
            whole = all(evaluate.truth(one.formula, values) is True for one in problem.constraints)
            assert all(evaluate.truth(case.formula, values) is True for case in result) == whole


@pytest.mark.parametrize("name", ["nurikabe", "fillomino", "shikaku", "galaxies", "slitherlink"])
def test_cases_about_parts_decide_what_they_do(name: str) -> None:
    request = 0
    for seed in range(12):
        _, _, problem = small(name, f"parts {seed}")
        every, answers = everything(problem), sorted(brute_force(problem))
        if not answers:
            continue
        solvers = CaseSolvers(problem, [*answers[0], *[None] * (len(problem.variables) - len(problem.board))])
        solvers.effort.left = 10**6
        for group, probe in zip(solvers.groups, solvers.probes, strict=True):
            if not group.graph:
                continue
            kept = [one for one in every if all(evaluate.truth(case.formula, one) is True for case in group.cases)]
            masks = [record.full(variable) for variable in problem.variables]
            result = probe.forced_domains(masks, solvers.near)
            for index, mask in zip(group.variables, result or (), strict=True):
                values = {one[index] for one in kept}
                same = len(values) == 1 and solvers.near[index] is not None
                assert record.is_single(mask) == (same or record.is_single(masks[index])), (group, index)
                request += 1
    assert request


@pytest.mark.parametrize("name", ["dominosa", "fourcells", "fillmat"])
def test_nothing_beyond_its_surroundings_decides_a_case(name: str) -> None:
    problem, _ = board(name)
    truths, dice = set[bool | None](), random.Random(name)
    fewer = [case for case in cases(problem) if len(case.deciding) < len(case.variables)]
    for case in dice.sample(fewer, min(8, len(fewer))):
        for _ in range(60):
            rare = dice.random()
            one = [int(dice.random() < rare) for _ in problem.variables]
            other = [value if at in case.deciding else dice.randint(0, 1) for at, value in enumerate(one)]
            truth = evaluate.truth(case.formula, tuple(one))
            assert truth == evaluate.truth(case.formula, tuple(other)), case
            truths.add(truth)
    assert truths == {True, False}


@pytest.mark.parametrize("name", ["sudoku", "masyu", "tents", "skyscrapers", "minesweeper", "kakuro"])
def test_groups_of_one_form_leave_what_each_of_them_leaves(name: str) -> None:
    shared = 0
    for seed in range(6):
        _, _, problem = small(name, f"forms {seed}")
        every, dice = everything(problem), random.Random(seed)
        solvers = CaseSolvers(problem, [None] * len(problem.variables))
        request = [
            (group, probe) for group, probe in zip(solvers.groups, solvers.probes, strict=True) if not group.graph
        ]
        forms = CaseForms()
        shared += len(request) - len({forms.form(group, problem.variables)[0] for group, _ in request})
        for group, probe in request:
            masks = [record.full(variable) for variable in problem.variables]
            for index in group.variables:
                masks[index] &= dice.randint(1, masks[index])
            fits = [one for one in every if all(evaluate.truth(case.formula, one) is True for case in group.cases)]
            fits = [one for one in fits if within(problem, group.variables, masks, one)]
            left = tuple(
                sum({record.bit(problem.variables[index], int(one[index])) for one in fits})
                for index in group.variables
            )
            assert probe.is_satisfiable(masks) == bool(fits), group
            assert probe.reduced_domains(masks) == (left if fits else None), group
    assert shared


def within(problem: Problem, indexes: Sequence[int], masks: Sequence[int], values: Values) -> bool:
    return all(masks[index] & record.bit(problem.variables[index], int(values[index])) for index in indexes)


def test_kinds_of_steps_cost_more_and_more() -> None:
    case = RuleCase(0, True, Origin(Rule("rule", "", NOWHERE), "", ()), (), (), False, 3)
    costs = [
        cost(Step(tier, (), (case,), (), record.derived(Inference((case,), (), ())), depth))
        for tier, depth in zip(set_apart(Tier.LOCAL), (1, 2, 1, 2, 1, 9), strict=True)
    ]
    assert costs == sorted(costs)
    many = Step(Tier.LOCAL, (), (case,) * 9, (), record.derived())
    assert cost(many) <= NAMES[0][0]  # easy, whatever its cases weigh


def set_apart(one: Tier) -> list[Tier]:
    return [tier for tier in Tier if tier is not one]


# ---------------------------------------------------------------------------------------------------- the commands

TENTS = " 112030\n1..T...\n1....T.\n2.T.T..\n1.T....\n1......\n1..T.T.\n"


@pytest.fixture
def tents(tmp_path: Path) -> Path:
    return Path(write(tmp_path, "board.txt", TENTS))


def drawn(board: Path, answer: str) -> str:
    return write(board.parent, "drawn.txt", f"{board.read_text(encoding='utf-8')}\n[answer]\n{answer}")


def test_a_hint_is_one_step(tents: Path) -> None:
    result = run("hint", "tents", str(tents))
    assert result.returncode == 0
    assert result.stdout.startswith("no tent at R1C1, R2C1, R4C5, R5C1 and R6C1\n")
    assert "There is no partner for any of these" in result.stdout


def test_a_hint_goes_on_from_a_drawing(tents: Path) -> None:
    result = run("hint", "tents", drawn(tents, "....*.\n" + "??????\n" * 5), "--json")
    assert result.returncode == 0, result.stderr
    output = json.loads(result.stdout)
    assert output["status"] == "steps"
    assert {"find", "place", "value", "holds"} == set(output["steps"][0]["follows"][0])


def test_a_wrong_drawing_is_said_to_be_wrong(tents: Path) -> None:
    result = run("hint", "tents", drawn(tents, "*.....\n*.....\n" + "??????\n" * 4))
    assert result.returncode == 1
    assert "wrong already" in result.stdout
    assert "touch" in result.stdout


def test_what_cannot_be_completed_is_blamed(tents: Path) -> None:
    result = run("hint", "tents", drawn(tents, "??????\n" * 4 + "??*???\n??????\n"))
    assert result.returncode == 1
    assert "cannot be completed" in result.stdout
    assert "tent at R5C3" in result.stdout


ODD = {
    "several answers end a path where they differ": ("path", "yin-yang", "..\n..\n", 1, "several answers"),
    "what several answers share is a hint": ("hint", "tents", " ....\n.T...\n.....\n.....\n.....\n", 0, "no tent at"),
    "a board without an answer has no rating": ("rate", "tents", " 11\n1T.\n1..\n", 1, "no answer"),
}


@pytest.mark.parametrize("what", ODD)
def test_boards_without_just_one_answer(what: str, tmp_path: Path) -> None:
    command, rules, text, code, fact_formula = ODD[what]
    result = run(command, rules, write(tmp_path, "board.txt", text))
    assert result.returncode == code
    assert fact_formula in result.stdout


def test_hints_aim_at_what_the_answers_to_a_drawing_share() -> None:
    rules = pipeline.load("tents")
    puzzle = pipeline.board(rules, Source("board.txt", " ...\n..T.\n"))
    drawing = boards.read_drawing(rules, puzzle, Source("drawing.txt", "..?\n"))
    assert not pipeline.path(rules, puzzle).steps
    result = pipeline.path(rules, puzzle, drawing)
    assert result.complete
    assert [(one.place, one.value) for step in result.steps for one in step.follows] == [("R1C3", True)]


@pytest.mark.library
@pytest.mark.parametrize(
    "name", library.few(["sudoku", "skyscrapers", "slitherlink", "nonogram", "star-battle", "fillomino", "tracks"], 3)
)
def test_steps_rest_on_what_was_told(name: str) -> None:
    problem, values = board(name)
    walk = Walk(problem, values)
    problem, masks = walk.problem, list(walk.masks)
    for fact in walk._unary.facts:
        masks[fact.variable] = record.full(problem.variables[fact.variable])
    for step in walk.steps():
        for fact in step.known:
            assert record.is_known(masks, fact, problem.variables), (step, fact)
        record.apply_facts(masks, step.facts, problem.variables)
        for fact in step.facts:
            list(walk.solvers.touched.narrowed(masks, fact.variable))


def test_earlier_hints_do_not_change_later_ones() -> None:
    rules = pipeline.load("slitherlink")
    puzzle = pipeline.board(rules, ROOT / "examples" / "slitherlink" / "small.txt")
    with pipeline.open(rules, puzzle) as opened:
        whole = opened.walk()
        for drawing, step in zip(whole.drawings, whole.steps[1:], strict=False):
            assert opened.walk(drawing, 1).steps == pipeline.hint(rules, puzzle, drawing).steps, step


@pytest.mark.parametrize("genre", ["star-battle", "masyu", "skyscrapers", "tents"])
def test_the_only_wrong_mark_is_to_blame(genre: str) -> None:
    rules = pipeline.load(genre)
    puzzle = pipeline.board(rules, ROOT / "examples" / genre / "medium.txt")
    (answer,) = pipeline.solve(rules, puzzle).answers
    find, marks = next((find, marks) for find, marks in answer.values.items() if len(marks) > 3)
    drawn_places = random.Random(genre).sample(sorted(marks, key=str), len(marks) // 3)
    blamed = []
    for place in drawn_places[:6]:
        right = marks[place]
        wrong = not right if isinstance(right, bool) else int(right or 0) % 4 + 1
        result = pipeline.hint(
            rules, puzzle, Drawing({find: {one: marks[one] for one in drawn_places} | {place: wrong}})
        )
        if result.verdict is None:
            blamed.append(place)
            assert result.blamed == (NamedFact(find, str(place), wrong),)
    assert blamed


def test_what_cannot_be_completed_has_a_reason(tents: Path) -> None:
    path = drawn(tents, "??????\n" * 4 + "??*???\n??????\n")
    result = run("hint", "tents", path).stdout.splitlines()
    assert result[-1].endswith("Row 2 holds 1 tent, but none can be there.")
    output = json.loads(run("hint", "tents", path, "--json").stdout)
    assert output["status"] == "impossible"
    assert output["text"][0] == "tent at R5C3"
    assert [f"    {line}" for line in output["text"][1:]] == result[1:]


def test_why_tells_case_by_case_how(tents: Path) -> None:
    result = run("why", "tents", drawn(tents, "??????\n" * 4 + "??*???\n??????\n"), "--json")
    assert result.returncode == 1
    output = json.loads(result.stdout)["why"]
    numbered = sorted((line["number"], line["text"]) for case in output for line in case["lines"])
    assert [number for number, _ in numbered] == list(range(1, len(numbered) + 1))
    assert all(case["lines"] for case in output)
    assert numbered[-1][1] == "Only 2 can be there."


def test_why_tells_which_counts_do_not_go_together(tmp_path: Path) -> None:
    path = write(tmp_path, "board.txt", "aabb\naabb\naabb\ncccd\n")
    result = run("why", "star-battle", path)
    assert result.stdout.splitlines()[-1] == (
        "Together: row 1, row 2 and row 3 come to 3 in all, but room a and room b to 2 at most in the same places."
    )
    output = json.loads(run("why", "star-battle", path, "--json").stdout)
    assert output["together"].startswith("row 1, row 2 and row 3 come to 3")


@pytest.mark.parametrize(("name", "text"), [
    ("star-battle", "aabb\naabb\naabb\ncccd\n"), ("tents", " 111\n1T..\n2...\n1..T\n"),
])  # fmt: skip
def test_counts_told_to_exceed_others_have_no_answer(name: str, text: str) -> None:
    """Of random cases: whatever is told of their totals, no assignment makes all of them true."""
    rules = pipeline.load(name)
    problem = pipeline.ground(rules, pipeline.board(rules, text))
    every, chance, result = everything(problem), random.Random(text), 0
    wide = [case for case in cases(problem) if len(case.variables) > 2]
    for _ in range(200):
        some = chance.sample(wide, chance.randint(2, min(8, len(wide))))
        if count_reasons.totals_contradiction(some, tuple(None for _ in problem.variables)):
            result += 1
            assert not any(all(evaluate.truth(one.formula, values) is True for one in some) for values in every)
    assert result


GOLDEN = [path for name in ("hint", "path", "why") for path in sorted((ROOT / "tests" / "golden" / name).glob("*.md"))]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_words_are_those_of_players(path: Path) -> None:
    result = "".join(part.split("```")[0] for part in path.read_text(encoding="utf-8").split("```output")[1:])
    assert result
    assert not re.search(r"unsat|\bNone\b|True|False|[{}]|\bvariable|literal|clause", result)
    assert not re.search(r"[a-z]_[a-z]|\b(is|are) (not )?none\b", result)


def test_what_is_supposed_is_said_once() -> None:
    problem, values = board("tetrominous")
    ends = []
    for step in Walk(problem, values).steps():
        _, *lines = step_lines(problem, step)
        contradicted = re.compile(r", but |\bBut |\bNothing fits")
        if len(lines) == 2 and lines[0].startswith("Suppose ") and contradicted.search(lines[1]):
            assert lines[0].removeprefix("Suppose ").removesuffix(".") not in lines[1]
            ends.append(lines[1])
    assert ends


def test_what_setters_call_none_is_not_there() -> None:
    problem, values = board("pencils")
    lines = [line for step in Walk(problem, values).steps() for line in step_lines(problem, step)]
    assert any("no tip at R" in line for line in lines)
    assert any(re.search(r"tip at R\dC\d is (down|up|left|right)", line) for line in lines)


def test_paths_end_where_no_reason_is_found_within_bounds() -> None:
    problem, values = board("aqre")
    walk = Walk(problem, values)
    walk.path_conflicts = 0
    result = list(walk.steps())
    assert not walk.open
    assert any(step.tier is Tier.GUESSED and not step.cases for step in result)
    assert all(step.tier is Tier.GUESSED for step in result if not step.cases)
    last = next(step for step in result if not step.cases)
    assert "all rules together leave nothing else" in "\n".join(step_lines(problem, last))
    assert cost(last) > max(limit for limit, _ in NAMES)


def test_a_path_numbers_its_steps_and_draws_boards(tents: Path) -> None:
    result = run("path", "tents", str(tents), "--boards")
    assert result.returncode == 0
    assert result.stdout.startswith("1. ")
    rules = pipeline.load("tents")
    walked = pipeline.path(rules, pipeline.board(rules, tents))
    last = walked.text(len(walked.steps) - 1)
    assert result.stdout.rstrip().endswith(last.rstrip())
    assert pipeline.check(rules, pipeline.board(rules, Source("last", last))).right


def test_json_of_a_path_has_a_line_for_each_step(tents: Path) -> None:
    lines = [json.loads(line) for line in run("path", "tents", str(tents), "--json").stdout.splitlines()]
    assert all("follows" in line for line in lines[:-1])
    assert lines[-1]["status"] == "complete"


def test_a_rating_has_a_name_and_the_hardest_step(tents: Path) -> None:
    result = run("rate", "tents", str(tents))
    assert result.returncode == 0
    assert result.stdout.split(" ")[0] in ("easy", "normal", "hard", "expert")
    assert "Steps by rule: " in result.stdout
    output = json.loads(run("rate", "tents", str(tents), "--json").stdout)
    rules = pipeline.load("tents")
    assert output["steps"] == len(pipeline.rate(rules, pipeline.board(rules, tents)).steps)


def test_hints_end_at_the_limit() -> None:
    rules = pipeline.load("tents")
    puzzle = pipeline.board(rules, ROOT / "examples" / "tents" / "medium.txt")
    result = pipeline.path(rules, puzzle, within=Limits(0.000001, 2000))
    assert result.stopped == "time limit"
    assert not result.complete


def test_the_first_facts_that_suffice_are_kept() -> None:
    dice = random.Random(4)
    for _ in range(60):
        facts = [Fact(index, 1, True) for index in range(dice.randint(1, 8))]
        reasons = [frozenset(dice.sample(facts, dice.randint(1, len(facts)))) for _ in range(dice.randint(1, 4))]
        result = preferred_facts(facts, lambda some, reasons=reasons: any(one.issubset(some) for one in reasons))
        minimal = [one for one in reasons if not any(other < one for other in reasons)]
        last_first = (sorted((fact.variable for fact in one), reverse=True) for one in minimal)
        assert sorted((fact.variable for fact in result), reverse=True) == min(last_first)


@library.sweep_large
def test_rules_about_groups_lead_on_from_one_to_the_next() -> None:
    problem, values = board("choco-banana")
    led = [step for step in Walk(problem, values).steps() if step.tier is Tier.TOGETHER and len(step.chain) > 1]
    graphs = [one for step in led for one in step.chain if one.conclusions and any(case.graph for case in one.cases)]
    assert graphs
    assert all(is_proved(problem, one) for step in led for one in step.chain)


@library.sweep_large
def test_a_hint_after_many_rounds_of_trials_is_a_guess() -> None:
    rules = pipeline.load("arrow-sudoku")
    steps = pipeline.hint(rules, pipeline.board(rules, ROOT / "examples" / "arrow-sudoku" / "medium.txt")).steps
    assert [step.tier for step in steps] == [Tier.GUESSED]
    assert steps[0].cases


@library.sweep_large
def test_a_guess_takes_a_place_that_few_looks_at_graphs_settle() -> None:
    rules = pipeline.load("square-jam")
    first = pipeline.hint(rules, pipeline.board(rules, ROOT / "examples" / "square-jam" / "large.txt")).steps[0]
    assert first.tier is Tier.TOGETHER
    assert 0 < len(first.cases) <= 4
