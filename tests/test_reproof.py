"""Kept techniques are proved again on random boards, by z3 and by trying all assignments."""

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from puzzlelang.resources import library
from puzzlelang.techniques.record import Area
from puzzlelang.techniques.regions import in_one_piece
from puzzlelang.techniques.to_json import best_patterns
from tests.random_divisions import moved
from tests.reproof import RefutedError, main, read, reproved

KEPT = sorted((library() / "techniques").glob("*.json"))


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=() if path.stem == "hitori" else pytest.mark.long) for path in KEPT],
)
def test_each_technique_is_proved_again_on_random_boards(path: Path) -> None:
    kept = read(path)
    tallies = reproved(kept, [one.name for one in kept.patterns], 3, 60, random.Random(path.stem))
    assert len(tallies) == len(kept.patterns)
    assert any(one.total > 0 for one in tallies)


@pytest.mark.parametrize("number", [0, 1])
def test_a_wrong_technique_is_refuted(number: int) -> None:
    """One says the contrary of what is kept, on boards for z3 and on small ones."""
    kept = read(library() / "techniques" / "slitherlink.json")
    record = kept.patterns[number]
    contrary = tuple(msgspec.structs.replace(one, holds=not one.holds) for one in record.conclusions)
    wrong = msgspec.structs.replace(kept, patterns=[msgspec.structs.replace(record, name="0", conclusions=contrary)])
    with pytest.raises(RefutedError, match="contrary"):
        reproved(wrong, ["contrary"], 50, 60, random.Random(1))


def test_the_program_says_how_often_each_was_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nurimisaki", "--surroundings", "1", "--seconds", "5"]) == 0
    amount = len(best_patterns((library() / "techniques" / "nurimisaki.json").read_bytes()).techniques)
    assert f"nurimisaki: {amount} techniques; surroundings of each: " in capsys.readouterr().out


def test_regions_that_change_stay_in_one_piece_and_leave_an_area() -> None:
    chance = random.Random(1)
    regions = {(row, at): f"{row // 4} {at // 4}" for row in range(1, 9, 2) for at in range(1, 9, 2)}
    kept = Area(((1, 1), (1, 3), (3, 1), (3, 3)), whole=True)
    last: Mapping[tuple[int, int], str] = regions
    for _ in range(50):
        last = moved(last, [kept], chance)
        assert {cell for cell, name in last.items() if name == last[1, 1]} == {*kept.cells}
        for name in last.values():
            assert in_one_piece([cell for cell, other in last.items() if other == name])
    assert last != regions
