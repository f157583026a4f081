"""New boards: each has one answer by any engine, no clue that could go, and comes again from the same seed."""

import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest

import puzzlelang
from puzzlelang import pipeline, workshop
from puzzlelang.cli.making import _shortfall
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.holes import without_cells as thinned
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.sorts import DIRECTION_NAMES
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven, presence_name
from puzzlelang.making import clue_synthesis, joint_search, random_areas, random_givens, set_shapes, uniqueness
from puzzlelang.making.changes import change
from puzzlelang.making.clue_search import ClueSearch
from puzzlelang.making.clue_synthesis import clue_problem, exclusion
from puzzlelang.making.derived_lists import any_lists, derived_lists, with_lists
from puzzlelang.making.draft import BoardDraft
from puzzlelang.making.draft_prover import DraftProver
from puzzlelang.making.draw_modes import DrawModes
from puzzlelang.making.example_statistics import empty_template, example_statistics
from puzzlelang.making.fixed_givens import fixed_givens, with_named_directions
from puzzlelang.making.generate import Draws, is_trivial
from puzzlelang.making.joint_search import JointSearch
from puzzlelang.making.kept_constraints import KeptConstraints
from puzzlelang.making.list_clues import infer_lists
from puzzlelang.making.plan import plan, template_only
from puzzlelang.making.preferences import preferred_answer
from puzzlelang.making.repair import correction_set, is_hopeless, repair, violated
from puzzlelang.making.residual_givens import ResidualGivens, clues, without_clues
from puzzlelang.making.symmetry import Symmetry, orbits
from puzzlelang.making.uniqueness import UniquenessProver, differing_cells, neighbourhood, translations
from puzzlelang.making.wishes import random_wishes
from puzzlelang.problem import build, evaluate
from puzzlelang.problem.record import Kind, Problem
from puzzlelang.problem.traversal import variables
from puzzlelang.puzzle import Puzzle, Solution, Unknown, Value
from puzzlelang.questions.generate import GeneratedBoards
from puzzlelang.solving import engines, stats
from puzzlelang.solving.cadical import SearchBias
from puzzlelang.solving.checked_solver import CheckedSolver, Stopped
from puzzlelang.solving.stats import Stats
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.workers.limits import Limits
from tests import library
from tests.library import sweep
from tests.random_puzzles import SIZES, puzzle
from tests.test_cli import ROOT, run, write

SAMPLE = [
    ("slitherlink", (5, 5)), ("nurikabe", (5, 5)), ("tents", (6, 6)), ("sudoku", (4, 4)), ("norinori", (5, 5)),
    ("aquarium", (5, 5)), ("nonogram", (5, 5)), ("hitori", (4, 4)), ("yajilin", (4, 4)), ("heyawake", (5, 5)),
    ("tapa", (4, 4)), ("skyscrapers", (4, 4)), ("light-up", (5, 5)), ("galaxies", (4, 4)), ("numberlink", (4, 4)),
]  # fmt: skip
"""Clues of cells, of lines, of views and of regions, lists, arrows, sets, partitions, stars between cells."""

ENOUGH = Limits(120)


OPEN = [("compass", (5, 5)), ("dominosa", (5, 6)), ("t-junction", (5, 5)), ("araf", (4, 4))]
"""Answers that hardly any clues tell from all others, or clues that could say so much that few of them suit."""


@pytest.mark.library
@pytest.mark.parametrize(
    ("name", "size", "symmetry"),
    library.few([
        ("masyu", (6, 6), "half-turn"), ("light-up", (5, 5), "mirror"), ("tents", (6, 6), "half-turn"),
        ("kurodoko", (5, 5), "quarter-turn"), ("shikaku", (5, 5), "half-turn"), ("nurikabe", (4, 4), "half-turn"),
    ], 3),
)  # fmt: skip
def test_clues_and_sets_lie_by_the_symmetry(name: str, size: tuple[int, int], symmetry: str) -> None:
    rules = pipeline.load(name)
    (board,) = workshop.generate(rules, size, symmetry=symmetry, seed=2, within=ENOUGH).puzzles
    numbers = orbits(board.geometry, Symmetry(symmetry), board.geometry.cells)
    for given in rules.givens:
        result = [place for place in board.givens.get(given.name, {}) if isinstance(place, Cell)]
        seen = {numbers[place] for place in result}
        assert len(result) == sum(number in seen for number in numbers.values()), given.name


def test_regions_do_not_lie_by_the_symmetry() -> None:
    result = run("generate", "heyawake", "--size", "4x4", "--symmetry", "mirror")
    assert "Regions (room) do not lie by the symmetry" in result.stderr


def minimal(rules: ir.Ruleset, board: Puzzle, engine: str = "auto") -> bool:
    answer = pipeline.solve(rules, board, engine=engine)
    whole = example_statistics(rules, board.geometry.lattice).whole
    remains = ResidualGivens(rules, bare=True)
    for clue in clues(rules, board):
        if clue.name in whole or not remains.removable(board, [clue]):
            continue
        try:
            less = pipeline.solve(rules, remains.without(board, [clue]), engine=engine)
        except Failed:
            continue
        if less.unique and less.answers == answer.answers:
            return False
    return True


@pytest.mark.parametrize("name", ["tents", "skyscrapers"])
def test_clues_stay_at_lines_where_all_examples_have_them(name: str) -> None:
    rules = pipeline.load(name)
    (board,) = workshop.generate(rules, (4, 4), seed=1, within=ENOUGH).puzzles
    lines = {given.name: len(board.givens.get(given.name, {})) for given in rules.givens if given.name == "clue"}
    every = len(board.geometry.lines)
    assert (lines == {"clue": every}) == (name == "tents")
    assert example_statistics(rules).whole == (frozenset({"clue"}) if name == "tents" else frozenset())


@pytest.mark.library
@pytest.mark.parametrize(("name", "size"), library.few(SAMPLE + OPEN if library.whole else [*SAMPLE[::3], OPEN[0]], 3))
def test_a_board_has_one_answer_and_no_clue_too_many(name: str, size: tuple[int, int]) -> None:
    rules = pipeline.load(name)
    actual = workshop.generate(rules, size, seed=1, within=ENOUGH)
    assert actual.stopped == ""
    assert actual.minimal == (True,)
    (board,) = actual.puzzles
    read = pipeline.board(rules, actual.text())
    assert (read.geometry.height, read.geometry.width) == size
    for one in (board, read):
        result = pipeline.solve(rules, one)
        assert result.unique
        assert not is_trivial(result.answers[0])
    assert minimal(rules, board)


@pytest.mark.long
@sweep
def test_every_file_of_the_library_makes_boards(name: str) -> None:
    """A board that is made is proved by z3 as well; where none is made within the time the test is skipped."""
    rules, start = pipeline.load(name), time.monotonic()
    try:
        result = workshop.generate(rules, (6, 6), seed=1, within=Limits(10))
    except Failed:  # the rules have no boards of that size
        result = workshop.generate(rules, seed=1, within=Limits(10))
    if not result.puzzles:
        pytest.skip(f"nothing in {time.monotonic() - start:.0f} s: {result.draws}")
    again = pipeline.solve(rules, result.puzzles[0], engine="z3", seconds=120)
    assert again.unique or again.stopped
    assert pipeline.solve(rules, result.puzzles[0], seconds=120).unique
    assert not result.minimal[0] or minimal(rules, result.puzzles[0])


@pytest.mark.library
@pytest.mark.parametrize("name", ["slitherlink", "arrow-sudoku", "norinori", "tapa"][: len(library.amount(1, 4))])
def test_the_same_seed_gives_the_same_bytes(name: str) -> None:
    printed = []
    for number in ("0", "1"):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": number}
        command = [sys.executable, "-m", "puzzlelang", "generate", name, "--size", "4x4", "--seed", "5", "--count", "2"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=True)
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    first, second = printed[0].split("; Board 2\n")
    assert first != second


@library.sweep_large
def test_no_board_depends_on_how_many_are_wanted() -> None:
    rules = pipeline.load("slitherlink")
    one = workshop.generate(rules, (4, 4), seed=7, within=ENOUGH)
    two = workshop.generate(rules, (4, 4), seed=7, count=2, within=ENOUGH)
    assert two.text(0) == one.text()
    assert two.text(1) != one.text()
    assert workshop.generate(rules, (4, 4), seed=8, within=ENOUGH).text() != one.text()


def test_a_worker_makes_what_is_made_here() -> None:
    rules = pipeline.load("slitherlink")
    with puzzlelang.open(rules, empty_template(rules, (4, 4)), here=True) as opened:
        here = opened.generate(seed=7)
    assert here.text() == workshop.generate(rules, (4, 4), seed=7, within=ENOUGH).text()


# ------------------------------------------------------------------------------------------------------ templates


def test_a_template_stays() -> None:
    rules = pipeline.load("slitherlink")
    template = pipeline.board(rules, "3...\n..?.\n....\n...2\n")
    result = workshop.generate(rules, template, seed=1, within=ENOUGH)
    output = {str(place): value for place, value in result.puzzles[0].givens["clue"].items()}
    assert output["R1C1"] == 3
    assert output["R4C4"] == 2
    assert "R2C3" in output
    assert pipeline.solve(rules, result.puzzles[0]).unique


def test_regions_and_options_of_a_template_stay() -> None:
    rules = pipeline.load("aquarium")
    template = pipeline.board(rules, "level: pool\n\n aabb\n aabb\n ccdd\n ccdd\n")
    result = workshop.generate(rules, template, seed=1, within=ENOUGH)
    assert result.puzzles[0].options["level"] == "pool"
    regions = [tuple(map(str, region.cells)) for region in result.puzzles[0].partitions["tank"]]
    assert regions == [tuple(map(str, region.cells)) for region in template.partitions["tank"]]


PARTS = """
puzzle "Parts"
board square
given clue : cells to 1..width? fixes digit
given parity : cells to {even, odd}? as even "e", odd "o" at block
given cage : groups of cells
given total : cage to number?
given thermo : paths of cells
given steps : thermo to number?
find digit : cells to 1..width
rule line "Lines": every l in lines: distinct(digit of l)
rule even "Even": every c in cells with c.parity = even: c.digit mod 2 = 0
rule odd "Odd": every c in cells with c.parity = odd: c.digit mod 2 = 1
rule total "Totals": every k in cage with k.total: sum(digit of k) = k.total
rule thermo "Order": every t in thermo: every a, b in along(t): a.digit < b.digit
rule steps "Steps": every t in thermo with t.steps: t.last.digit - t.first.digit = t.steps
"""


@pytest.mark.library
@pytest.mark.parametrize(
    ("blocks", "kept"),
    library.few(
        [
            ("", set()),
            ("[thermo]\na: R1C1 R1C2\n", {"parity", "total"}),
            ("[cage]\na: R1C1 R1C2\n", {"parity", "steps"}),
            ("[parity]\ne...\n....\n....\n....\n", {"parity", "total", "steps"}),
        ],
        1,
    ),
)
def test_a_template_with_parts_gets_no_other_parts(blocks: str, kept: set[str]) -> None:
    rules = pipeline.ruleset(Source("parts.rules", PARTS))
    template = pipeline.board(rules, "\n....\n....\n....\n....\n\n" + blocks)
    assert template_only(rules, template) == kept
    for seed in range(3):
        result = workshop.generate(rules, template, seed=seed, within=ENOUGH).puzzles[0]
        assert pipeline.solve(rules, result).unique
        for name in kept:
            assert result.givens.get(name, {}) == template.givens.get(name, {})


def test_nothing_is_printed_that_was_not_proved(tmp_path: Path) -> None:
    name = write(tmp_path, "template.txt", "4444\n4444\n4444\n4444\n")
    result = run("generate", "slitherlink", name, "--timeout", "60")
    assert result.returncode == 3
    assert result.stdout == ""
    assert "error[E334]: no board of 4x4 with what the template says has an answer" in result.stderr
    result = run("generate", "statue-park", "--size", "6x6", "--timeout", "100")  # proved draw by draw
    assert result.returncode == 3
    assert "error[E334]: no board of 6x6 has an answer" in result.stderr
    assert "take another size, such as 7x7" in result.stderr
    result = run("generate", "eulero", "--size", "6x6", "--timeout", "2")  # there is none, which is hard to prove
    assert result.returncode == 4
    assert result.stdout == ""
    assert result.stderr.startswith("0 of 1 board: time limit.\nBoards that were rejected: ")
    assert "\nMost of them have no answer, or none that is found with little work.\n" in result.stderr
    assert result.stderr.endswith("\nIts largest example has 3x3: such boards come with `--size 3x3`.\n")


@pytest.mark.parametrize(
    ("draws", "reason"),
    [
        (Draws(), "The first board was not finished"),
        (Draws(unanswered=1, several=3), "Most of them have several answers"),
        (Draws(trivial=2), "Most of them have an answer that is the same"),
        (Draws(several=1, wrong_rating=5, harder=4), "Most of them are harder than you wanted"),
        (Draws(several=1, wrong_rating=5, harder=1), "Most of them are easier than you wanted"),
    ],
)
def test_why_no_board_came_is_said_in_one_sentence(draws: Draws, reason: str) -> None:
    result = GeneratedBoards(pipeline.load("tents"), (), (), draws, "time limit")
    *_, last = _shortfall(result, 1).split("\n")
    assert last.startswith(reason)
    assert last.count(".") == 1


def test_a_size_stands_for_an_empty_template(tmp_path: Path) -> None:
    short, long = run("generate", "tents", "5x5"), run("generate", "tents", "--size", "5x5")
    assert (short.returncode, short.stdout) == (0, long.stdout)
    (tmp_path / "5x5").write_text("size: 4x4\n", encoding="utf-8")
    assert "5x5:1:1" in run("generate", "tents", "5x5", cwd=tmp_path).stderr
    for wrong in (("0x6",), ("5x5", "--size", "5x5"), ("5000x5000",)):
        assert run("generate", "tents", *wrong).returncode == 2
    result = run("solve", "tents", "6x6")
    assert (result.returncode, "`generate RULES 6x6`" in result.stderr) == (3, True)


WIDE = """
puzzle "Wide"
board rectangle
given told  : cells to number? fixes digit
find  digit : cells to 1..count(cells)
rule large "Numbers on large boards are large": width < 3 or (every c in cells: c.digit >= LEAST)
example "A board"
  board \"\"\"
1.
..
\"\"\"
  answer \"\"\"
12
21
\"\"\"
"""


@pytest.mark.parametrize(("least", "usual"), [(5, True), (30, False)])
def test_numbers_are_no_greater_than_on_examples_if_they_can(least: int, usual: bool) -> None:
    rules = pipeline.ruleset(Source("wide.rules", WIDE.replace("LEAST", str(least))))
    template = empty_template(rules, (6, 6))
    with JointSearch(plan(rules, template), template, template, Stats(), every=False) as search:
        values = search.random_answer(random.Random(1))
        assert values is not None
        digits = search.solution(values).values["digit"].values()
        assert search.usual is usual
        assert min(digits) >= least
        assert not usual or max(digits) <= 2 * 9  # the greatest of the example, for nine times as many cells


def test_a_list_for_the_whole_board_is_one_of_an_example_of_its_size() -> None:
    rules = pipeline.load("letter-weights")
    (board,) = workshop.generate(rules, within=ENOUGH).puzzles
    result = [one for _, one in example_statistics(rules).singles["weights"]]
    assert board.givens["weights"][None] in result


@pytest.mark.parametrize(
    ("name", "list_name", "size"),
    [("number-fill-in", "numbers", (4, 4)), ("snake-egg", "sizes", (4, 4))],
)
def test_a_list_that_a_rule_derives_from_the_answer_is_that_of_the_answer(
    name: str, list_name: str, size: tuple[int, int]
) -> None:
    rules = pipeline.load(name)
    (board,) = workshop.generate(rules, size, within=ENOUGH).puzzles
    (numbers,) = board.givens[list_name].values()
    assert isinstance(numbers, tuple)
    assert list(numbers) == sorted(numbers)  # type: ignore[type-var]
    assert pipeline.solve(rules, board).unique
    wrong = (*numbers, 99)
    changed = msgspec.structs.replace(board, givens={**board.givens, list_name: {None: wrong}})
    assert not pipeline.solve(rules, changed).answers


def test_only_lists_that_clues_do_not_decide_are_derived() -> None:
    text = """
puzzle "Sums"
board any
given clue : cells to number?
given sums : numbers
given more : numbers
find digit : cells to 1..3
rule sums "The sums are {sums}": bag(a.digit + b.digit for a, b in adjacent) = sums
rule more "More are {more}": bag(c.clue + c.digit for c in cells with c.clue) = more
"""
    rules = pipeline.ruleset(Source("sums.rules", text))
    assert list(derived_lists(rules, fixed_givens(rules))) == ["sums", "more"]
    template = msgspec.structs.replace(empty_template(rules, (2, 2)), givens={"more": {None: (1, 2)}})
    assert list(plan(rules, template).derived) == ["sums"]


def test_answers_of_the_same_base_share_a_problem() -> None:
    """Without lists to derive the base stays the same record, by which boards that can share a problem are known."""
    rules, chance = pipeline.load("mosaic"), random.Random(1)
    template = empty_template(rules, (3, 3))
    known = plan(rules, template)
    prover = UniquenessProver(rules, engines.engine(), Stats(), lambda: None)
    with closing(DraftProver(known, prover)) as judging:
        for number in range(3):
            black: dict[Cell, Value] = {cell: chance.random() < 0.5 for cell in template.geometry.cells}
            answer = Solution({"black": black})
            base = with_lists(rules, template, known.derived, answer)
            assert base is template
            filling = clue_problem(known, base, answer)
            assert filling is not None
            with closing(ClueSearch(filling, template, Stats())) as search:
                board = search.most_clues({}, chance)
            assert board is not None
            assert judging.judge(base, board, answer, filling.most, chance).is_answer
            assert (judging.boards is not None) == (number > 0)


@pytest.mark.parametrize("seed", range(4))
def test_a_list_from_the_answer_is_the_one_that_the_rules_allow(seed: int) -> None:
    """Held against all lists of dominoes that brute force allows beside an answer."""
    rules, chance = pipeline.load("pips"), random.Random(seed)
    puzzle = any_lists(empty_template(rules, (2, 2)), ["dominoes"])
    upright = chance.random() < 0.5
    cells = puzzle.geometry.cells
    pips: dict[Cell, Value] = {cell: chance.randint(0, 2) for cell in cells}
    halves: dict[Cell, Value] = {cell: f"{cell.column if upright else cell.row}" for cell in cells}
    answer = Solution({"pip": pips, "domino": halves})
    known = derived_lists(rules, fixed_givens(rules))
    result = with_lists(rules, puzzle, known, answer).givens["dominoes"][None]
    tiles = [10 * low + high for low in range(3) for high in range(low, 3)]
    allowed = []
    for pair in itertools.combinations_with_replacement(tiles, 2):
        one = msgspec.structs.replace(puzzle, givens={**puzzle.givens, "dominoes": {None: pair}})
        problem = from_typed.ground(rules, one, role_swap=RoleSwap({}, answer))
        if all(constraint.formula is True for constraint in problem.constraints):
            allowed.append(pair)
    assert allowed == [result]


@pytest.mark.parametrize("seed", range(4))
def test_holes_that_leave_no_dominoes_are_hopeless(seed: int) -> None:
    """Held against all ways to cover the cells with dominoes."""
    rules, chance = pipeline.load("pips"), random.Random(seed)
    template = empty_template(rules, (3, 4))
    planned, hopeless = plan(rules, template), set[bool]()
    for _ in range(5):
        gone = dict.fromkeys(chance.sample(template.geometry.cells, 4), True)
        holed = any_lists(msgspec.structs.replace(template, givens={"hole": gone}), ["dominoes"])
        base = random_givens.redraw(planned, rules.given("room"), holed, holed, chance)  # type: ignore[arg-type]
        with JointSearch(planned, base, template, Stats(), every=False) as search:
            actual = is_hopeless(search)
        assert actual is not coverable(frozenset(cell.lattice for cell in base.board_without("hole").cells))
        hopeless.add(actual)
    assert hopeless == {False, True}


def coverable(points: frozenset[tuple[int, int]]) -> bool:
    if not points:
        return True
    row, column = min(points)
    others = [one for one in ((row, column + 2), (row + 2, column)) if one in points]
    return any(coverable(points - {(row, column), other}) for other in others)


def test_what_cannot_be_made_is_said() -> None:
    rules = pipeline.load("sudoku")
    with pytest.raises(Failed, match="E109"):
        workshop.generate(rules, (4, 6), within=ENOUGH)
    with pytest.raises(Failed, match="E331"):
        workshop.generate(pipeline.load("tents"), (4, 6), symmetry="quarter-turn", within=ENOUGH)
    with pytest.raises(Failed, match=r"E334.*no board of 2x2 has an answer"):  # a loop through nine grid points
        workshop.generate(pipeline.load("grand-tour"), (2, 2), within=ENOUGH)
    with pytest.raises(Failed, match=r"E334.*no board of 4x4 has an answer.*with `gap` up to"):  # none with two gaps
        workshop.generate(pipeline.load("gappy"), (4, 4), within=ENOUGH)
    with pytest.raises(Failed, match=r"E334.*no board of 6x6 has an answer: none obeys \"The grid has three rows"):
        workshop.generate(pipeline.load("mathema-grids"), (6, 6), within=ENOUGH)
    even = pipeline.ruleset(Source("even.rules", EVEN))
    with pytest.raises(Failed, match=r"E334.*no board of 4x5 has an answer: none obeys \"The width is even\".*"):
        workshop.generate(even, (4, 5), within=ENOUGH)  # though something is drawn at random each time
    with pytest.raises(Failed, match=r"E332.*`sizes` is one value for the whole board, and no example of this size"):
        workshop.generate(pipeline.load("meidjuluk"), (6, 6), within=ENOUGH)
    stars = pipeline.ruleset(Source("stars.rules", STARS))
    with pytest.raises(Failed, match="E332"):
        workshop.generate(stars, (4, 4), within=ENOUGH)
    result = workshop.generate(stars, pipeline.board(stars, "stars: 1\n\n....\n....\n....\n....\n"), within=ENOUGH)
    assert result.puzzles[0].givens["stars"] == {None: 1}


EVEN = """
puzzle "Even"
board rectangle
given room : partition of cells
find  star : set of cells as "*"
rule one  "{r} has one star": every r in room: count(star & r) = 1
rule even "The width is even": width mod 2 = 0
"""


STARS = """
puzzle "Stars"
board rectangle
given stars : number
given wall  : set of cells as "#"
find  star  : set of cells as "*"
rule free  "A star is on no wall": no c in wall: c.star
rule lines "{l} has {stars} stars": every l in lines: count(star & l) = stars
"""


def test_the_command_prints_forms_that_read_back(tmp_path: Path) -> None:
    link = run("generate", "slitherlink", "--size", "4x4", "--as", "puzzlink")
    assert link.returncode == 0
    assert puzzlelang.solve("slitherlink", link.stdout.strip()).unique
    assert run("generate", "nothing").returncode == 3
    assert run("generate", "slitherlink", "--size", "0x3").returncode == 2


def test_a_board_goes_to_a_file_in_the_form_of_its_name(tmp_path: Path) -> None:
    board, picture = tmp_path / "board.txt", tmp_path / "board.svg"
    assert run("generate", "slitherlink", "4x4", "-o", str(board)).stdout == f"wrote {board}\n"
    assert puzzlelang.solve("slitherlink", board).unique
    assert run("generate", "slitherlink", "4x4", "-o", str(picture)).returncode == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "E304" in run("generate", "slitherlink", "4x4", "-o", str(board)).stderr
    several = run("generate", "slitherlink", "4x4", "-o", str(board), "--force", "--count", "2")
    assert (several.returncode, "A file holds one board" in several.stderr) == (2, True)


# ------------------------------------------------------------------------------------------------------- grounding


def freed(rules: ir.Ruleset, board: Puzzle) -> dict[str, SearchedGiven]:
    """Every given that may be looked for."""
    known = fixed_givens(rules)
    result = {}
    for given in rules.givens:
        match given.kind:
            case ir.SetKind() if given.name not in known.values and given.name != rules.missing:
                result[given.name] = SearchedGiven()
            case ir.FunctionKind(value=value) if given.name not in known.values:
                if value.base is ir.Base.NUMBERS:
                    continue
                at = tuple(place for place in board.givens.get(given.name, {}) if place is not None)
                placed = given.name in known.presence and value.absent
                result[given.name] = SearchedGiven(True, 0, 9, at if placed else None)
            case _:
                pass
    return result


def filled_in(problem: Problem, board: Puzzle, answer: dict[str, dict[object, Value]]) -> list[bool | int]:
    """The values of all variables: givens as the board has them, finds as in the answer."""
    values: list[bool | int] = []
    for variable in problem.variables:
        name = variable.name
        if name in answer:
            result = answer[name][variable.place]
        elif name.endswith("?"):
            result = variable.place in board.givens.get(name[:-1], {})
        else:
            result = board.givens.get(name, {}).get(variable.place, False)  # type: ignore[arg-type]
        if isinstance(result, str):
            values.append(variable.names.index(result))
        elif result is False and variable.kind is not Kind.MEMBER:
            values.append(variable.low if variable.absent is None else variable.absent)
        else:
            assert isinstance(result, bool | int)
            values.append(result)
    return values


@pytest.mark.library
@sweep
def test_what_is_looked_for_means_what_it_means_when_it_is_told(name: str) -> None:
    """Any values of givens and finds break the same rules, whichever of the two are variables."""
    rules, chance = pipeline.load(name), random.Random(name)
    if rules.hidden or any(isinstance(find.kind, ir.PartitionKind) for find in rules.finds):
        return  # values of these cannot be made up; the boards that are made try them
    tried = 0
    for _ in library.amount(10, 30):
        board = puzzle(rules, chance, chance.choice(SIZES))
        if any(isinstance(value, Unknown) for output in board.givens.values() for value in output.values()):
            continue
        try:
            plain = pipeline.ground(rules, board)
        except Failed:
            continue
        values = [chance.randint(variable.low, variable.high) for variable in plain.variables]
        kinds = [variable.kind for variable in plain.variables]
        answer = plain.solution([bool(v) if kind is Kind.MEMBER else v for v, kind in zip(values, kinds, strict=True)])
        expected = broken(plain, values)
        givens = freed(rules, board)
        ways = with_named_directions(rules, givens, DIRECTION_NAMES)
        try:
            known = from_typed.ground(ways, board, role_swap=RoleSwap(givens, answer))
            both = from_typed.ground(ways, board, role_swap=RoleSwap(givens))
        except Failed as failed:
            if {item.code for item in failed.diagnostics} != {"E085"}:  # on so small a board a range is empty
                raise
            continue
        result = {find: dict(output) for find, output in answer.values.items()}
        assert broken(known, filled_in(known, board, {})) == expected
        assert broken(both, filled_in(both, board, result)) == expected  # type: ignore[arg-type]
        tried += 1
        if tried == 5:
            return


def broken(problem: Problem, values: list[bool | int]) -> set[str]:
    return {constraint.origin.rule.name for constraint, truth in evaluate.verdicts(problem, values) if truth is False}


def test_only_where_there_is_a_clue_may_be_looked_for() -> None:
    rules = pipeline.load("nurikabe")
    board = empty_template(rules, (1, 3))
    problem = from_typed.ground(rules, board, role_swap=RoleSwap({"clue": SearchedGiven(valued=False)}))
    assert set(problem.finds) == {presence_name("clue"), "black"}
    there, black = problem.finds[presence_name("clue")], problem.finds["black"]
    with CheckedSolver(problem, engines.engine()) as solver:
        first, second, _ = board.geometry.cells
        island = [(black[first].index, False), (black[second].index, True)]
        assert solver.ask("", island) is not None
        assert solver.ask("", [*island, (there[first].index, False)]) is None


def test_givens_that_decide_what_the_board_consists_of() -> None:
    assert "block" in fixed_givens(pipeline.load("kakuro")).values
    key_west = fixed_givens(pipeline.load("key-west"))
    assert "clue" in key_west.presence
    assert "clue" not in key_west.values
    assert not fixed_givens(pipeline.load("tents")).values
    rules = pipeline.load("kakuro")
    assert [given.name for given in plan(rules, empty_template(rules, (4, 4))).random_givens] == ["block"]


def test_a_board_with_two_lists_for_each_line_is_made() -> None:
    rules = pipeline.load("coloured-nonogram")
    (board,) = workshop.generate(rules, (4, 4), seed=1, within=ENOUGH).puzzles
    assert board.givens["length"] or board.givens["colour"]
    assert all(isinstance(numbers, tuple) for name in ("length", "colour") for numbers in board.givens[name].values())


# ---------------------------------------------------------------------------------------------------- single parts


@pytest.mark.parametrize("name", ["nonogram", "coral", "tapa", "lohkous"])
def test_lists_are_those_of_the_answer(name: str) -> None:
    rules = pipeline.load(name)
    given = next(given for given in rules.givens if given.name == "clue")
    for example in rules.examples:
        if example.board is None or not any(verdict.answer is not None for verdict in example.verdicts):
            continue
        board = pipeline.board(rules, example.board)
        output = {place: value for place, value in board.givens["clue"].items() if place is not None}
        answer = pipeline.solve(rules, board).answers[0]
        bare = without_clues(board, clues(rules, board))
        result = infer_lists(rules, bare, given, list(output), answer)
        for place, numbers in output.items():
            assert isinstance(numbers, tuple)
            if not any(isinstance(number, Unknown) for number in numbers):
                assert sorted(map(str, result[place])) == sorted(str(number) for number in numbers if number)


@pytest.mark.parametrize("seed", range(20))
def test_areas_are_connected_and_cover_the_board(seed: int) -> None:
    chance = random.Random(seed)
    geometry = SquareGrid(5, 6)
    if seed % 2:
        geometry = thinned(geometry, chance.sample(geometry.cells, 6))
    sizes = [chance.randint(1, 7) for _ in range(6)]
    result = random_areas.random_areas(geometry, sizes, chance)
    beside = set_shapes.cell_neighbours(geometry)
    assert sorted(cell.index for area in result for cell in area) == [cell.index for cell in geometry.cells]
    assert all(connected(area, beside) for area in result)


@pytest.mark.parametrize(("name", "size"), [("slicy", (6, 6)), ("star-battle", (6, 6)), ("lits", (6, 6))])
def test_areas_are_about_as_large_as_on_the_examples(name: str, size: tuple[int, int]) -> None:
    rules = pipeline.load(name)
    template = empty_template(rules, size)
    known, cells = plan(rules, template), len(template.geometry.cells)
    seen, as_lines = known.statistics.areas["room"], "room" in known.statistics.as_lines
    scale = cells / size[0] / (sum(seen) / len(seen)) if as_lines else 1
    for seed in range(20):
        sizes = random_areas.area_sizes(known, "room", template.geometry, random.Random(seed))
        assert sum(sizes) == cells
        assert len(sizes) == size[0] or not as_lines
        assert max(sizes) <= max(seen) * scale + 2
        assert min(sizes) >= min(1, min(seen) * scale - 2)


def test_no_change_makes_an_area_less_usual() -> None:
    chance, refused = random.Random(1), 0
    rules = pipeline.load("slicy")  # 5 to 8 cells on its example
    template = empty_template(rules, (6, 6))
    known = plan(rules, template)
    board = random_givens.draw_givens(known, template, chance)
    for cell in template.geometry.cells * 5:
        other = random_areas.move_cell(board, template.geometry, "room", cell, chance)
        if other is not None:
            far = [
                sum(max(4 - len(area.cells), len(area.cells) - 9, 0) for area in one.partitions["room"])
                for one in (board, other)
            ]
            assert random_areas.keeps_sizes(known, "room", board, other) == (far[1] <= far[0])
            refused += far[1] > far[0]
            board = other
    assert refused


def connected(area: Sequence[Cell], beside: Mapping[Cell, Sequence[Cell]]) -> bool:
    reached = [area[0]]
    for cell in reached:
        reached += [other for other in beside[cell] if other in area and other not in reached]
    return len(reached) == len(area)


@pytest.mark.parametrize(("name", "size"), [("gappy", (9, 9)), ("tenner-grid", (3, 6)), ("sudoku", (6, 6))])
def test_a_board_is_as_large_as_the_largest_example_unless_a_size_is_said(name: str, size: tuple[int, int]) -> None:
    rules = pipeline.load(name)
    board = empty_template(rules).geometry
    assert (board.height, board.width) == size
    assert empty_template(rules, (4, 4)).geometry.height == 4


def test_a_board_of_another_lattice_has_the_cells_of_its_largest_example() -> None:
    rules = pipeline.load("slitherlink")
    shown = [pipeline.board(rules, one.board) for one in rules.examples if one.board is not None]
    hexagons = max((one.geometry for one in shown if one.geometry.lattice == "hexagon"), key=lambda one: len(one.cells))
    assert repr(empty_template(rules, lattice="hexagon").geometry.cells) == repr(hexagons.cells)
    assert len(empty_template(rules, (2, 3), "hexagon").geometry.cells) == 6
    with pytest.raises(Failed, match="hexagn") as caught:
        empty_template(rules, lattice="hexagn")
    assert caught.value.diagnostics[0].help == "did you mean `hexagon`?"


def test_an_answer_of_a_board_with_less_to_find_is_no_answer() -> None:
    rules = pipeline.load("arrow-flow")  # a cell with a number has no arrow
    template = empty_template(rules, (1, 2))
    first, second = template.geometry.cells
    clued = msgspec.structs.replace(template, givens={"clue": {first: 1}})
    answer = Solution({"arrow": {second: "left"}})
    result = clue_problem(plan(rules, clued), clued, answer)
    assert result is not None
    bare = msgspec.structs.replace(template, givens={"clue": {}})
    assert clue_problem(plan(rules, bare), bare, answer) is None
    assert exclusion(msgspec.structs.replace(result, base=bare, searched_givens={}), answer) is True


def test_sets_that_a_board_need_not_mention_are_looked_for_if_examples_have_them() -> None:
    rules = pipeline.load("mid-loop")  # its circles are sets that are empty by default, and so is `joint` on all boards
    assert [given.name for given in plan(rules, empty_template(rules, (4, 4))).searched_givens] == [
        "dot",
        "mid",
    ]


def test_numbers_are_about_as_large_as_on_the_examples() -> None:
    rules = pipeline.load("dominosa")
    template = empty_template(rules, (6, 6))
    with JointSearch(plan(rules, template), template, template, Stats(), every=False) as search:
        assert {variable.high for variable in search.problem.finds["number"].values()} == {6}  # 0 to 2 on 3x4


def test_a_clue_may_be_0_where_no_example_has_that_but_the_answer_wants_it() -> None:
    rules = pipeline.load("family-photo")
    template = empty_template(rules, (2, 2))
    answer = Solution({"area": {cell: str(cell.row) for cell in template.geometry.cells}})
    known = plan(rules, template)
    assert known.statistics.least["clue"] == 1
    for zeros in (False, True):
        result = clue_problem(known, template, answer, zeros=zeros)
        assert result is not None
        assert {one.low for one in result.problem.finds["clue"].values()} == {0 if zeros else 1}


def test_examples_tell_what_is_usual_in_answers_too() -> None:
    result = example_statistics(pipeline.load("sudoku"))
    assert result.shares["digit"] == 1
    assert result.shares["clue"] < 0.6
    result = example_statistics(pipeline.load("block-puzzle"))
    assert result.areas["block"] == [4, 4, 4, 4]
    assert set(result.values["letter"]) == {1, 2, 3, 4}


@pytest.mark.parametrize("seed", range(5))
def test_cells_that_do_not_exist_are_as_many_as_usual(seed: int) -> None:
    rules = pipeline.load("five-cells")
    template = empty_template(rules, (6, 6))
    board = random_givens.draw_givens(plan(rules, template), template, random.Random(seed))
    assert board.givens["hole"]
    left = [cell for cell in board.geometry.cells if cell not in board.givens["hole"]]
    assert connected(left, set_shapes.cell_neighbours(board.geometry))


@pytest.mark.parametrize("seed", range(20))
def test_a_cell_moves_between_regions_that_stay_connected(seed: int) -> None:
    chance, geometry = random.Random(seed), SquareGrid(4, 4)
    cut = random_areas.random_areas(geometry, [4, 4, 4, 4], chance)[seed % 2 :]
    board = Puzzle(Source("board", ""), geometry, {}, {"part": random_areas.as_regions("part", cut)})
    beside = set_shapes.cell_neighbours(geometry)
    for cell in geometry.cells:
        result = random_areas.move_cell(board, geometry, "part", cell, chance)
        if result is not None:
            assert [one for one in geometry.cells if mates(board, one) != mates(result, one)]
            assert all(connected(region.cells, beside) for region in result.partitions["part"])
            assert mates(result, cell) - {cell} != mates(board, cell) - {cell}


def mates(board: Puzzle, cell: Cell) -> set[Cell]:
    return next((set(region.cells) for region in board.partitions["part"] if cell in region.cells), set())


@pytest.mark.library
@pytest.mark.parametrize("name", ["lits", "dosun-fuwari", "norinori"])
def test_without_a_correction_set_there_is_an_answer_and_with_one_of_it_none(name: str) -> None:
    rules, met = pipeline.load(name), 0
    template = empty_template(rules, (4, 4))
    for seed in library.amount(2, 6):
        chance = random.Random(seed)
        known = plan(rules, template)
        search = JointSearch(known, random_givens.draw_givens(known, template, chance), template, Stats(), every=False)
        with closing(KeptConstraints(SearchBias(0), Stats())) as kept:
            result = correction_set(search, kept, chance)
        gone = set(map(id, result.constraints))
        assert len(gone) == len(result.constraints)
        assert result.impossible <= len(gone)
        rest = tuple(one for one in search.problem.constraints if id(one) not in gone)
        for more in ((), *((one,) for one in result.constraints)):
            part = msgspec.structs.replace(search.problem, constraints=(*rest, *more))
            with CheckedSolver(part, engines.engine("z3")) as solver:
                assert (solver.ask("") is None) == bool(more)
        met += len(gone)
        mending = repair(search, chance)
        if mending is not None:
            assert evaluate.satisfies(mending[0].problem, mending[1])
            mending[0].close()
    assert met


def test_after_a_search_in_vain_wishes_come_one_by_one() -> None:
    rules = pipeline.load("slitherlink")
    result, template = plan(rules, empty_template(rules, (4, 4))), empty_template(rules, (4, 4))
    with JointSearch(result, template, template, Stats(), every=False) as search:
        first, second = (search.random_answer(random.Random(seed), stopped=1) for seed in (1, 2))
        assert first is not None
        assert second is not None
        assert first != second
        assert all(evaluate.satisfies(search.problem, values) for values in (first, second))


@pytest.mark.parametrize("plain", [False, True])
def test_a_plain_search_guesses(plain: bool) -> None:
    """A Tonttiraja without lines is an answer, but a search without guesses does not find it within its budget."""
    rules = pipeline.load("tonttiraja")
    template = empty_template(rules, (5, 5))
    with JointSearch(plan(rules, template), template, template, Stats(), every=False) as search:
        bias = SearchBias(500, plain=plain)
        with CheckedSolver(search.problem, engines.biased_engine(bias)) as solver, suppress(Stopped):
            values = solver.ask(stats.FIRST, search.fixed)
            assert values is not None
            assert evaluate.satisfies(search.problem, values)
        assert (bias.conflicts > 0) == plain


def test_a_proof_without_preferences_decides_where_little_work_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pipeline.load("slitherlink")
    (board,) = workshop.generate(rules, (4, 4), seed=1, within=ENOUGH).puzzles
    (answer,) = pipeline.solve(rules, board).answers
    fewer = without_clues(board, clues(rules, board)[:1])
    prover = UniquenessProver(rules, engines.engine(), Stats(), lambda: None)
    monkeypatch.setattr(uniqueness, "NEAR_CONFLICTS", 0)
    assert prover.judge(board, answer, random.Random(1)).unique
    judged = prover.judge(fewer, answer, random.Random(1))
    assert judged.counterexamples
    differing = [set(differing_cells(answer, other)) for other in judged.counterexamples]
    assert differing[0] <= set(judged.open_cells) <= set.union(*differing)


@pytest.mark.parametrize("most", [1, 5, 31])
@pytest.mark.parametrize("related", [False, True])
def test_numbers_have_the_values_that_they_lean_to_where_nothing_speaks_against(most: int, related: bool) -> None:
    chance = random.Random(most)
    wanted = [chance.randrange(index % 2, most + 1, 2) for index in range(9)]  # neighbours differ
    text = f"""
puzzle "Free"
board any
find digit : cells to 0..{most}
rule free "Free": {"no a, b in adjacent: a.digit = b.digit" if related else "count(cells) > 0"}
"""
    rules = pipeline.ruleset(Source("free.rules", text))
    problem, bias = from_typed.ground(rules, empty_template(rules, (3, 3))), SearchBias(1000, firm=True)
    bias.wishes = list(enumerate(wanted))
    with CheckedSolver(problem, engines.biased_engine(bias)) as solver:
        assert list(solver.ask(stats.FIRST) or ()) == wanted


def test_after_failed_draws_more_clues_are_wished_for() -> None:
    rules = pipeline.load("nurikabe")
    template = empty_template(rules, (8, 8))
    planned = plan(rules, template)
    with JointSearch(planned, template, template, Stats(), every=False) as search:
        there = {one.index for one in search.problem.finds["clue?"].values()}
        few, many = (
            sum(
                value is True
                for index, value in random_wishes(planned, search.problem, failed, chance).others
                if index in there
            )
            for failed, chance in ((0, random.Random(1)), (20, random.Random(1)))
        )
    assert 1.5 * few < many


def test_a_search_with_more_is_more_seldom_while_the_other_is_beyond_its_budget() -> None:
    every = [DrawModes(stopped={False: stopped, True: 0}).next(trial) for stopped in (0, 1) for trial in range(9)]
    assert [index for index, one in enumerate(every) if one] == [2, 5, 8, 17]


def test_more_to_search_begins_with_the_budget_that_less_did_not_suffice_for() -> None:
    modes = DrawModes(stopped={False: 3, True: 1})
    assert (modes.beyond(False), modes.beyond(True)) == (3, 3)
    assert DrawModes(stopped={False: 0, True: 2}).beyond(False) == 0


def test_a_plain_search_goes_on_where_the_last_one_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint_search, "MOST_CONFLICTS", 60)
    rules = pipeline.load("signpost")
    template = empty_template(rules, (4, 4))
    known, vain = plan(rules, template), 0
    with JointSearch(known, template, template, Stats(), every=False) as search:
        for stopped in range(1, 40):
            try:
                values = search.random_answer(random.Random(stopped), stopped=1)
            except Stopped:
                vain += 1
                continue
            assert values is not None
            assert evaluate.satisfies(search.problem, values)
            break
    assert 0 < vain < 38


def test_wishes_are_granted_as_far_as_they_can_be() -> None:
    rules = pipeline.ruleset(Source("few.rules", STARS))
    board = pipeline.board(rules, "stars: 1\n\n....\n....\n....\n....\n")
    problem = pipeline.ground(rules, board)
    first = [(index, True) for index in range(4)]
    with CheckedSolver(problem, engines.engine()) as solver:
        values = preferred_answer(solver, [], [*first, (5, True), (10, True)], 20)
        assert values is not None
        assert [values[index] for index in (0, 5, 10, 15)] == [True] * 4
        assert preferred_answer(solver, [(0, True), (1, True)], [], 20) is None


def test_what_no_clue_tells_apart_never_comes_again() -> None:
    rules = pipeline.ruleset(Source("few.rules", STARS))
    template = pipeline.board(rules, "stars: 1\n\n" + "......\n" * 6)
    cells, chance = template.geometry.cells, random.Random(1)
    answer, other = (
        Solution({"star": {cell: columns[cell.row - 1] == cell.column for cell in cells}})
        for columns in ((3, 1, 5, 2, 6, 4), (3, 5, 1, 2, 6, 4))
    )
    middle = differing_cells(answer, other)
    assert sorted(map(str, middle)) == ["R2C1", "R2C5", "R3C1", "R3C5"]
    here = neighbourhood(middle, template.geometry, 1)
    assert len(here) == 20
    never, seen = {stars(answer, here), stars(other, here)}, set[tuple[tuple[int, int], ...]]()
    with JointSearch(plan(rules, template), template, template, Stats(), every=False) as search:
        search.forbid((answer, other), middle)
        for _ in range(20):
            values = search.answer_near(answer, {}, other, middle, chance)
            assert values is not None
            result = search.solution(values)
            for down in range(-1, 3):
                assert stars(result, here, down) not in never
            seen.add(stars(result, here))
        assert len(seen) > 1
        for values in itertools.islice(iter(lambda: search.random_answer(chance), None), 20):
            assert stars(search.solution(values), here) not in never


@pytest.mark.parametrize("seed", range(5))
def test_constraints_that_values_violate_are_those_without_which_they_are_an_answer(seed: int) -> None:
    rules, chance = pipeline.load("norinori"), random.Random(seed)
    template = empty_template(rules, (5, 5))
    known = plan(rules, template)
    search = JointSearch(known, random_givens.draw_givens(known, template, chance), template, Stats(), every=False)
    with closing(KeptConstraints(SearchBias(0), Stats())) as kept, search:
        before = correction_set(search, kept, chance)
    base = None
    while base is None:
        base = change(known, search.base, template, template.geometry.cells, chance)
    with search.rebased(base) as other:
        result = violated(other.problem, before)
        assert result is not None
        gone = set(map(id, result.constraints))
        truths = [evaluate.truth(one.formula, before.values or ()) for one in other.problem.constraints]
        assert [id(one) not in gone for one in other.problem.constraints] == truths


def test_a_board_near_another_keeps_its_clues() -> None:
    rules = pipeline.load("amibo")
    board = pipeline.board(rules, "https://puzz.link/p?amibo/5/5/2c4a.c3f.3f")
    answer = pipeline.solve(rules, board).answers[0]
    template = msgspec.structs.replace(board, givens={})
    near = {("clue", place): value for place, value in board.givens["clue"].items()}
    with JointSearch(plan(rules, template), template, template, Stats(), every=False) as search:
        values = search.answer_near(answer, near, answer, (), random.Random(1))
        assert values is not None
        there = search.problem.finds[presence_name("clue")]
        assert all(values[there[place].index] for _, place in near)


def test_clues_may_be_0_where_their_places_are_fixed() -> None:
    rules = pipeline.load("school-trip")
    template = pipeline.board(rules, "??\n??\n")
    known = plan(rules, template)
    prover = UniquenessProver(rules, engines.engine(), Stats(), lambda: None)
    answer = Solution({"aisle": {}, "bed": {}, "pillow": {}})
    draft = BoardDraft(known, template, DraftProver(known, prover), random.Random(1), template, answer, {})
    assert draft.improve()
    assert set(draft.board.givens["clue"].values()) == {0}
    draft.close()


def stars(answer: Solution, here: Collection[Cell], down: int = 0) -> tuple[tuple[int, int], ...]:
    """Where the stars are in some cells of an answer, seen from so many rows further down."""
    moved = {(cell.row + down, cell.column) for cell in here}
    result = [(cell.row, cell.column) for cell, there in answer.values["star"].items() if there]  # type: ignore[union-attr]
    return tuple(sorted((row - down, column) for row, column in result if (row, column) in moved))


def test_cells_are_alike_where_the_same_cells_are_next_to_them() -> None:
    geometry = SquareGrid(4, 5)
    at = {(cell.row, cell.column): cell for cell in geometry.cells}
    inside = list(translations(geometry, [at[2, 2]], far=True))
    assert {(one.down, one.right) for one in inside} == set(itertools.product((0, 1), (0, 1, 2)))
    assert {(one.down, one.right) for one in translations(geometry, [at[1, 2]], far=True)} == {(0, 0), (0, 1), (0, 2)}
    assert [(one.down, one.right) for one in translations(geometry, [at[2, 2]], far=False)] == [(0, 0)]


def test_another_answer_is_as_near_as_can_be() -> None:
    rules = pipeline.ruleset(Source("few.rules", STARS))
    template = pipeline.board(rules, "stars: 1\n\n" + "......\n" * 6)
    answer = pipeline.solve(rules, template).answers[0]
    prover = UniquenessProver(rules, engines.engine(), Stats(), lambda: None)
    for seed in range(5):
        result = prover.judge(template, answer, random.Random(seed))
        assert not result.unique
        assert len(differing_cells(answer, result.counterexamples[0])) == 4  # two stars changed their columns
        assert len(set(map(repr, result.counterexamples))) == len(result.counterexamples) > 1


def test_the_values_at_the_open_cells_leave_one_answer() -> None:
    rules = pipeline.ruleset(Source("few.rules", STARS))
    template = pipeline.board(rules, "stars: 1\n\n" + "......\n" * 6)
    answer = pipeline.solve(rules, template).answers[0]
    problem = pipeline.ground(rules, template)
    judged = UniquenessProver(rules, engines.engine(), Stats(), lambda: None).judge(template, answer, random.Random(1))
    values = [(one.index, answer.values["star"][place]) for place, one in problem.finds["star"].items()]
    assert 4 <= len(judged.open_cells) < len(template.geometry.cells)
    with CheckedSolver(problem, engines.engine()) as solver:
        solver.exclude(tuple(value for _, value in values))
        assert solver.ask(stats.UNIQUE) is not None
        kept = [wish for wish, cell in zip(values, template.geometry.cells, strict=True) if cell in judged.open_cells]
        assert solver.ask(stats.UNIQUE, kept) is None


def test_clues_break_all_other_answers_that_were_excluded() -> None:
    rules = pipeline.load("slitherlink")
    template = empty_template(rules, (3, 3))
    answers = pipeline.solve(rules, template, limit=12).answers
    result = clue_problem(plan(rules, template), template, answers[0])
    assert result is not None
    clues_of, board = ClueSearch(result, template, Stats()), template
    for other in answers[1:]:
        clues_of.exclude(exclusion(result, other))
        assert clues_of.is_possible()
        assert clues_of.example is not None
        assert all(evaluate.truth(against, clues_of.example) is True for against in clues_of.excluded)
        built = clues_of.most_clues({}, random.Random(1))
        assert built is not None
        board = built
    own = clues_of.problem.constraints[0].formula
    clues_of.exclude(build.negation(own))
    assert not clues_of.is_possible()
    clues_of.close()
    problem = pipeline.ground(rules, board)
    fits = [all(truth for _, truth in evaluate.verdicts(problem, problem.partial(one.values))) for one in answers]
    assert fits == [True] + [False] * (len(answers) - 1)


@pytest.mark.parametrize("dear", [False, True])
def test_no_counterexample_is_an_answer_of_the_next_board(dear: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they are dear, clues are to exclude only those that a board has as answers."""
    monkeypatch.setattr(clue_synthesis, "DEAR_CONSTRAINTS", 0 if dear else 100)
    rules, chance = pipeline.load("slitherlink"), random.Random(1)
    template = empty_template(rules, (3, 3))
    known = plan(rules, template)
    answer, *others = pipeline.solve(rules, template, limit=9).answers
    judging = DraftProver(known, UniquenessProver(rules, engines.engine(), Stats(), lambda: None))
    with closing(BoardDraft(known, template, judging, chance, template, answer, {})) as draft:
        draft.counterexamples = [*others]
        board = draft._with_clues()
        assert board is not None
        assert (len(draft.against) < len(others)) == dear
        assert judging.first_answer(board, others) is None
        assert judging.first_answer(board, [*others, answer]) is answer
    problem = pipeline.ground(rules, board)
    fits = [
        all(truth for _, truth in evaluate.verdicts(problem, problem.partial(one.values))) for one in (answer, *others)
    ]
    assert fits == [True] + [False] * len(others)


def test_what_is_alike_everywhere_is_trivial() -> None:
    cells = SquareGrid(5, 5).cells
    assert is_trivial(Solution({"black": dict.fromkeys(cells, False)}))
    assert is_trivial(Solution({"black": {cell: cell is cells[7] for cell in cells}}))
    assert not is_trivial(Solution({"black": {cell: cell.row == 2 for cell in cells}}))
    assert is_trivial(Solution({"area": dict.fromkeys(cells, "a")}), {"area"})
    assert is_trivial(Solution({"area": {cell: str(cell) for cell in cells}}), {"area"})
    assert not is_trivial(Solution({"area": {cell: str(cell.row) for cell in cells}}), {"area"})
    assert not is_trivial(Solution({"digit": {cell: cell.index for cell in cells}}), {"area"})


@pytest.mark.library
@pytest.mark.parametrize("level", library.few(["easy", "normal"], 1))
def test_a_board_is_as_hard_as_wanted(level: str) -> None:
    rules = pipeline.load("tents")
    result = puzzlelang.generate(rules, (6, 6), seed=2, rating=level, within=Limits(100, 2000))
    assert not result.stopped
    steps = pipeline.rate(rules, result.puzzles[0])
    assert steps.complete
    assert steps.rating.name == level


def test_a_board_of_one_cell_has_regions() -> None:
    rules = puzzlelang.load("star-battle")
    template = empty_template(rules, (1, 1))
    assert len(random_givens.draw_givens(plan(rules, template), template, random.Random(1)).partitions) == 1


HIDING = """puzzle "Test" in shading
given clue  : cells to number?
find  black : set of cells
find  level : cells to 0..3 hidden
rule  level "A black cell is one level above the cell before it":
  every c in cells: c.level = (if c.black then 1 + sum(n.level for n in next(c, left)) else 0)
rule  clue  "A clue is the level": every c in cells with c.clue: c.level = c.clue
"""


def test_clues_exclude_an_answer_with_what_it_hides() -> None:
    rules = pipeline.ruleset(Source("test.rules", HIDING))
    base = empty_template(rules, (1, 3))
    cells = base.geometry.cells
    answer = Solution({"black": dict(zip(cells, (False, True, True), strict=True))})
    judged = UniquenessProver(rules, engines.engine(), Stats(), lambda: None).judge(base, answer)
    (other,) = judged.counterexamples
    assert set(other.values) == {"black", "level"}
    problem = clue_problem(plan(rules, base), base, answer)
    assert problem is not None
    against = exclusion(problem, other)
    assert {one.name for one in variables(against)} <= {"clue", presence_name("clue")}
