"""Techniques that are kept beside the library are true of its rules."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.places import Cell, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem.record import Problem
from puzzlelang.resources import library
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Unsat
from puzzlelang.techniques.contexts import Place
from puzzlelang.techniques.record import SIDES, Pattern
from puzzlelang.techniques.regions import Surrounding, region_names
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import OpenRules, ground_sample, open_rules
from puzzlelang.techniques.to_json import ToldBest, best_patterns
from tests.test_local_theorems import decided

KEPT = sorted((library() / "techniques").glob("*.json"))


def boards(rules: OpenRules, pattern: Pattern, chance: random.Random) -> Iterator[tuple[Problem, Sample]]:
    """Whole boards on which a pattern stands, with a row or column more on sides with room."""
    for _ in range(3):
        room = [0 if side in pattern.window.rims else chance.choice((0, 1, 1, 2)) for side in SIDES]
        grid = SquareGrid(pattern.window.rows + room[0] + room[2], pattern.window.columns + room[1] + room[3])
        sample = Sample(grid, room[0], room[1])
        if rules.partition:
            named = region_names(
                pattern.window, [spot_of(sample, cell) for cell in grid.cells], chance.choice([*Surrounding])
            )
            sample = msgspec.structs.replace(
                sample, regions={cell: named[spot_of(sample, cell)] for cell in grid.cells}
            )
        yield ground_sample(rules, sample, 0), sample


def spot_of(sample: Sample, cell: Cell) -> tuple[int, int]:
    spot = sample.spot(cell)
    assert spot is not None
    return spot.row, spot.column


@pytest.mark.long
@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_z3_finds_no_board_on_which_one_is_wrong(path: Path) -> None:
    rules, chance, tried = open_rules(pipeline.load(path.stem)), random.Random(path.stem), 0
    for one in told(path).techniques:
        pattern = one.pattern()
        for problem, sample in boards(rules, pattern, chance):
            session = engines.engine("z3").open(problem, False)
            regions = {
                place: None for places in problem.finds.values() for place in places if isinstance(place, Region)
            }
            spots = {spot: place for place, spot in near(pattern.window, sample).items()}
            spots.update((spot, place) for place, spot in region_spots(pattern.window, sample, regions).items())
            fixed = [decided(problem, fact, spots) for fact in pattern.premises]
            for conclusion in pattern.conclusions if all(fixed) else ():
                for index, value in decided(problem, conclusion, spots):
                    tried += 1
                    assert isinstance(session.solve([*itertools.chain(*fixed), (index, not value)]), Unsat), one.name
            session.close()
    assert tried


def told(path: Path) -> ToldBest:
    return best_patterns(path.read_bytes())


def test_ten_genres_have_techniques_with_names() -> None:
    assert len(KEPT) >= 10
    for path in KEPT:
        kept, rules = told(path), pipeline.load(path.stem)
        assert kept.title == rules.title
        assert 0 < len(kept.techniques) <= 20
        assert all(one.name and one.conclusions for one in kept.techniques)
        assert max(Counter(one.pattern() for one in kept.techniques).values()) == 1


@pytest.mark.parametrize(
    ("path", "number"),
    [
        pytest.param(path, number, id=f"{path.stem}-{number}", marks=() if (at, number) == (0, 0) else pytest.mark.long)
        for at, path in enumerate(KEPT)
        for number in range(len(told(path).techniques))
    ],
)
def test_each_is_forced_whatever_surrounds_it(path: Path, number: int) -> None:
    pattern = told(path).techniques[number].pattern()
    place = Place(open_rules(pipeline.load(path.stem)), pattern.window)
    assert place.roomy.answer(pattern.premises) is not None
    assert [one for one in pattern.conclusions if not place.forced(pattern.premises, one)] == []
    place.close()
