"""Techniques that are kept beside the library are true of its rules."""

import random
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Cell, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import build
from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.resources import library
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.steps.record import Step, Tier
from puzzlelang.steps.search.local_patterns import LocalPattern
from puzzlelang.steps.search.walk import Walk
from puzzlelang.techniques import given_lists
from puzzlelang.techniques.contexts import Contexts, Place
from puzzlelang.techniques.known import offsets
from puzzlelang.techniques.motions import WindowMotion, images
from puzzlelang.techniques.on_board import kept_patterns
from puzzlelang.techniques.record import SIDES, Pattern
from puzzlelang.techniques.regions import Surrounding, region_names
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import OpenRules, ground_with_lists, open_rules, unknown_besides
from puzzlelang.techniques.standing import given_board, standings
from puzzlelang.techniques.to_json import KeptTechniques, best_patterns
from puzzlelang.typed.ir import Ruleset
from tests import library as sweeps
from tests.commands import run
from tests.pattern_facts import Lists
from tests.random_puzzles import brute_force, size_of_search
from tests.random_puzzles import puzzle as random_puzzle
from tests.test_local_theorems import refuted
from tests.test_steps import ROOT, aim, fact_formula, judge

KEPT = sorted((library() / "techniques").glob("*.json"))


LARGE, SMALL = 3, 6
"""So many boards of any size are tried around each pattern, and so many more of few cells, which take little time."""

FEW_CELLS = 16


def rooms(pattern: Pattern, chance: random.Random) -> Iterator[tuple[int, ...]]:
    """Different numbers of rows and columns beyond the sides of a window, none to two on those with room."""
    ways = [(0,) if side in pattern.window.rims else (0, 1, 2) for side in SIDES]
    every = list(product(*ways))
    chance.shuffle(every)
    yield from every[:LARGE]
    yield from [one for one in every[LARGE:] if cells_with(pattern, one) <= FEW_CELLS][:SMALL]


def cells_with(pattern: Pattern, room: Sequence[int]) -> int:
    return (pattern.window.rows + room[0] + room[2]) * (pattern.window.columns + room[1] + room[3])


def boards(rules: OpenRules, pattern: Pattern, chance: random.Random) -> Iterator[tuple[Problem, Sample, Lists]]:
    """Whole boards on which a pattern stands.  All givens are unknown, so each board is every surrounding of a size."""
    for room in rooms(pattern, chance):
        grid = SquareGrid(pattern.window.rows + room[0] + room[2], pattern.window.columns + room[1] + room[3])
        sample = Sample(grid, room[0], room[1])
        if rules.partition:
            named = region_names(
                pattern.window, [spot_of(sample, cell) for cell in grid.cells], chance.choice([*Surrounding])
            )
            sample = msgspec.structs.replace(
                sample, regions={cell: named[spot_of(sample, cell)] for cell in grid.cells}
            )
        lists = lists_of(rules, pattern, sample)
        yield ground_with_lists(rules, sample, lists), sample, lists


def lists_of(rules: OpenRules, pattern: Pattern, sample: Sample) -> dict[str, dict[Key, Value]]:
    """The list that each place has if it has any: that of a premise, and 1 elsewhere."""
    names = rules.listed.names if rules.listed else ()
    spots = {spot: place for place, spot in near(pattern.window, sample).items()}
    result: dict[str, dict[Key, Value]] = {name: {} for name in names}
    for name in names:
        sort = given_lists.sort_of(rules.rules, name)
        result[name] = dict.fromkeys(sample.geometry.places(sort), (1,))
    for fact in pattern.premises:
        if fact.name in result and isinstance(fact.value, str) and fact.spot in spots:
            result[fact.name][spots[fact.spot]] = given_lists.board_list(given_lists.numbers_in(fact.value))
    return result


def spot_of(sample: Sample, cell: Cell) -> tuple[int, int]:
    spot = sample.spot(cell)
    assert spot is not None
    return spot.row, spot.column


@pytest.mark.long
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_z3_finds_no_board_on_which_one_is_wrong(path: Path) -> None:
    rules, chance, tried = opened_for(path), random.Random(path.stem), 0
    for one in kept_techniques(path).techniques:
        pattern = one.pattern()
        for problem, sample, lists in boards(rules, pattern, chance):
            session = engines.engine("z3").open(problem, False)
            regions = {
                place: None for places in problem.finds.values() for place in places if isinstance(place, Region)
            }
            spots = {spot: place for place, spot in near(pattern.window, sample).items()}
            spots.update((spot, place) for place, spot in region_spots(pattern.window, sample, regions).items())
            for conclusion in pattern.conclusions:
                tried += refuted(session, problem, (pattern.premises, conclusion), spots, lists)
            session.close()
    assert tried


def walked(name: str, text: str | Path) -> tuple[Problem, Sequence[bool | int], list[Step]]:
    """A board with its only answer, and the steps of its path."""
    rules = pipeline.load(name)
    puzzle = pipeline.board(rules, text)
    problem = pipeline.ground(rules, puzzle)
    outcome = engines.engine("cadical").open(problem, False).solve()
    assert isinstance(outcome, Sat)
    result = kept_patterns(rules, puzzle, problem)
    walk = Walk(problem, outcome.values, patterns=result)
    answer = [one for one in walk.solvers.touched.padded(outcome.values) if one is not None]
    return walk.problem, answer, list(walk.steps())


def z3_proves_patterns(name: str, text: str | Path, most: int) -> int:
    """Ask z3 whether steps by patterns follow from what they cite, of up to so many patterns; how many there were."""
    problem, values, steps = walked(name, text)
    assert all(fact.holds is (values[fact.variable] == fact.value) for step in steps for fact in step.facts)
    by_pattern = {step.technique: step for step in reversed(steps) if step.tier is Tier.LOCAL}
    local = sorted(by_pattern.values(), key=lambda step: zlib.crc32(step.technique.encode()))[:most]
    for step in local:
        rests = [*(case.formula for case in step.cases), *(fact_formula(problem, fact) for fact in step.known)]
        follows = build.conjunction([fact_formula(problem, fact) for fact in step.facts])
        origin = step.cases[0].origin
        stated = tuple(Constraint(one, origin) for one in (*rests, build.negation(follows)))
        request = msgspec.structs.replace(problem, constraints=stated, grounded=stated)
        session = engines.engine("z3").open(request, False)
        assert isinstance(session.solve(), Unsat), step
        session.close()
    return len(local)


def test_another_engine_proves_steps_by_patterns() -> None:
    assert z3_proves_patterns("slitherlink", ROOT / "examples" / "slitherlink" / "small.txt", 3) == 3


PROVED = 3
"""Of so many patterns a step is proved on a board; the long tests prove them all, on boards of their own."""


@pytest.mark.library
@pytest.mark.parametrize("path", sweeps.few(KEPT, 3), ids=lambda path: path.stem)
def test_another_engine_proves_steps_by_patterns_of_each_genre(path: Path) -> None:
    """On the smallest board on which patterns may stand; on some of these no step needs one."""
    boards = [one for one in (ROOT / "examples" / path.stem).glob("*.txt") if "answer" not in one.name]
    smallest = sorted(boards, key=lambda one: one.stat().st_size)
    chosen = next(one for one in smallest if stood(path.stem, one))
    z3_proves_patterns(path.stem, chosen, PROVED)


def tiny(name: str, chance: random.Random) -> tuple[Ruleset, Puzzle, Problem]:
    """A random board that brute force can handle, by all rules of a file."""
    rules = pipeline.load(name)
    while True:
        try:
            board = random_puzzle(rules, chance, chance.choice([(2, 2), (2, 3), (3, 2), (3, 3), (1, 3)]))
            problem = pipeline.ground(rules, board)
        except Failed:
            continue
        if size_of_search(problem) <= 5000:
            return rules, board, problem


TINY = {"hitori": 12, "slitherlink": 20, "light-up": 60, "masyu": 60, "nurikabe": 60, "tents": 60, "yajilin": 60}
"""Genres whose patterns fit on boards for brute force, and how many of these are tried."""


@pytest.mark.library
@pytest.mark.parametrize("name", sweeps.few(TINY, 1))
def test_steps_by_patterns_follow_on_tiny_boards(name: str) -> None:
    result = 0
    for seed in range(TINY[name]):
        rules, puzzle, problem = tiny(name, random.Random(f"{name} {seed}"))
        answers = sorted(brute_force(problem))
        if answers:
            patterns = kept_patterns(rules, puzzle, problem)
            result += len(patterns)
            judge(Walk(problem, aim(problem, answers), patterns=patterns))
    assert result


def test_boards_with_other_options_or_lattices_have_no_patterns() -> None:
    board = "3..\n...\n..3\n"
    for text, some in ((board, True), (f"visits: any\n\n{board}", True), (f"visits: all_corners\n\n{board}", False)):
        assert bool(stood("slitherlink", text)) is some
    assert stood("light-up", "lattice: hexagon\n\n  . # .\n 2 . 2 .\n. . . . .\n 1 . . .\n  . . .\n") == ()


def test_boards_without_members_of_a_set_have_patterns_that_take_it_to_be_empty() -> None:
    assert "a 3 near the corner" in [one.name for one in stood("five-cells", ".....\n3....\n.....\n.....\n.....\n")]
    assert stood("five-cells", "x....\n.....\n3....\n.....\n.....\n.....\n.....\n.....\n.....\n.....\n") == ()


def test_a_window_with_a_question_mark_has_no_pattern() -> None:
    assert [one.name for one in stood("slitherlink", "..\n..\n") if one.look().about] == []
    assert "a 3 in the corner" in [one.name for one in stood("slitherlink", "3.\n..\n")]
    assert "1 at R1C1" not in " ".join(one.look().about for one in stood("nurikabe", "?.\n..\n"))


def stood(name: str, text: str | Path) -> tuple[LocalPattern, ...]:
    rules = pipeline.load(name)
    puzzle = pipeline.board(rules, text)
    return kept_patterns(rules, puzzle, pipeline.ground(rules, puzzle))


@pytest.mark.parametrize("name", ["nurikabe", "heyawake", "light-up"])
def test_patterns_stand_where_a_search_of_all_places_finds_them(name: str) -> None:
    rules = pipeline.load(name)
    kept = kept_techniques(library() / "techniques" / f"{name}.json")
    opened = open_rules(rules)
    board = given_board(opened, pipeline.board(rules, ROOT / "examples" / name / "small.txt"))
    patterns = [one.pattern() for one in kept.techniques]
    result = {(one.number, one.premises, one.conclusions) for one in standings(opened, kept.turns, patterns, board)}
    slow = set()
    for number, pattern in enumerate(patterns):
        for image in images(pattern, kept.turns):
            for down, right in offsets(image.window, board.window):
                premises, conclusions = image.moved(down, right)
                drawn = frozenset(fact for fact in premises if not opened.given(fact.name))
                if {*premises} - drawn <= board.facts:
                    said_here = tuple(fact for fact in conclusions if board.window.has(fact.spot))
                    slow.add((number, drawn, said_here))
    assert result == slow
    assert result


def kept_techniques(path: Path) -> KeptTechniques:
    return best_patterns(path.read_bytes())


def opened_for(path: Path) -> OpenRules:
    """The rules of a file with unknown what its techniques do not take to be as by default."""
    rules = pipeline.load(path.stem)
    return open_rules(rules, unknown_besides(rules, kept_techniques(path).assumed))


@sweeps.sweep_large
def test_a_new_proof_takes_as_unknown_what_was_unknown(tmp_path: Path) -> None:
    """Sheep and wolves are empty by default, and no premise speaks of them."""
    before = library() / "techniques" / "sheep-wolf-slitherlink.json"
    copy = tmp_path / before.name
    copy.write_bytes(before.read_bytes())
    result = run("techniques", "sheep-wolf-slitherlink", "--renew", str(copy))
    assert (result.returncode, result.stdout) == (0, "")
    assert copy.read_bytes() == before.read_bytes()


def test_ten_genres_have_techniques_with_names() -> None:
    assert len(KEPT) >= 10
    for path in KEPT:
        kept, rules = kept_techniques(path), pipeline.load(path.stem)
        assert kept.title == rules.title
        assert 0 < len(kept.techniques) <= 20
        assert all(one.name and one.conclusions for one in kept.techniques)
        patterns = [one.pattern() for one in kept.techniques]
        assert max(Counter((one.window, one.premises) for one in turned(patterns, kept.turns)).values()) == 1


def turned(patterns: Sequence[Pattern], turns: Sequence[WindowMotion]) -> Iterator[Pattern]:
    """Yield each pattern with its turns and flips, the same ones once."""
    for pattern in patterns:
        yield from {(one.window, one.premises): one for one in images(pattern, turns)}.values()


@pytest.mark.parametrize(
    ("path", "number"),
    [
        pytest.param(path, number, id=f"{path.stem}-{number}", marks=() if (at, number) == (0, 0) else pytest.mark.long)
        for at, path in enumerate(KEPT)
        for number in range(len(kept_techniques(path).techniques))
    ],
)
def test_each_is_forced_whatever_surrounds_it(path: Path, number: int) -> None:
    pattern = kept_techniques(path).techniques[number].pattern()
    every = Contexts(opened_for(path))
    place = Place(every, pattern.window)
    assert place.roomy.answer(pattern.premises) is not None
    assert [one for one in pattern.conclusions if not place.forced(pattern.premises, one)] == []
    every.close()
