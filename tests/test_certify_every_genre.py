"""A certificate of one board of every genre, up to 8x8: written, verified, and looked at by checkers of others."""

from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.certificates import checker, record
from puzzlelang.cli import output
from puzzlelang.cli.main import run
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from tests.test_certificates import accepted_by_acl2, accepted_by_dratify, accepted_by_drup

ROOT = Path(__file__).parent.parent

SIDE = 8
CHECKERS = ((accepted_by_acl2, 2_000_000), (accepted_by_dratify, 50_000), (accepted_by_drup, 1_500))
"""Checkers of others, and clauses for which they do not take long."""

LIMITS = ("--timeout", "1500", "--memory", "4000")

SMALL = {
    "circles-and-squares": "4,302,531 clauses, for which 2000 MB do not suffice",
    "nagenawa": "more than 6,666,666 clauses",
    "nuribou": "no proof within 150 s",
    "ring-ring": "more than 6,666,666 clauses",
}
"""Genres of which the smallest example is taken, with what was measured of larger or smaller ones."""


def boards(genre: str) -> list[tuple[int, str, str]]:
    """Boards with one answer of no more rows and columns, with their numbers of cells and names, the smallest first."""
    rules = pipeline.load(genre)
    paths = [path for path in (ROOT / "examples" / genre).glob("*.txt") if not path.name.endswith(".answer.txt")]
    texts = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(paths)]
    result = [(name, text, pipeline.board(rules, text)) for name, text in texts]
    for example in rules.examples:
        if any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts):
            source = example.board or Source(example.title, example.url or "")
            result.append((example.title, source.text, pipeline.board(rules, source)))
    return sorted((cells(puzzle), name, text) for name, text, puzzle in result if fits(puzzle))


def cells(puzzle: Puzzle) -> int:
    return puzzle.geometry.height * puzzle.geometry.width


def fits(puzzle: Puzzle) -> bool:
    return puzzle.geometry.height <= SIDE and puzzle.geometry.width <= SIDE


GENRES = sorted(path.stem for path in resources.library_files())


@pytest.mark.long
@pytest.mark.parametrize("genre", GENRES)
def test_a_board_of_every_genre_is_certified(genre: str, tmp_path: Path) -> None:
    result = boards(genre)
    if not result:
        pytest.skip(f"no example of {genre} has {SIDE} rows and columns at most")
    _, _, text = result[0 if genre in SMALL else -1]
    (tmp_path / "board.txt").write_text(text, encoding="utf-8")
    place = tmp_path / "out"
    assert run(["certify", genre, str(tmp_path / "board.txt"), "-o", str(place), *LIMITS]) == output.FINE
    assert run(["verify", str(place), *LIMITS]) == output.FINE
    assert (place / record.ANSWER).exists()
    count = len(checker.formula((place / record.CLAUSES).read_text(encoding="utf-8")))
    assert all(agrees(accepted, place) for accepted, most in CHECKERS if count < most)


def agrees(accepted: Callable[[Path], bool], place: Path) -> bool:
    """Whether another checker accepts it; that one is not installed is told by the tests of small certificates."""
    try:
        return accepted(place)
    except pytest.skip.Exception:
        return True
