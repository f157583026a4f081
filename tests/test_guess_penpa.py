"""Statements that are proposed for addresses of Penpa."""

from pathlib import Path

import msgspec
import pytest

from puzzlelang import Failed, pipeline, resources
from puzzlelang.cli import propose
from puzzlelang.formats import boards, outside
from puzzlelang.formats.guess import penpa
from puzzlelang.formats.guess.check_proposals import Proposal, check_proposals
from puzzlelang.formats.pieces import round_trip
from puzzlelang.ground.from_typed import with_defaults
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir
from tests import library
from tests.test_cli import run, write

FILES = [path.stem for path in resources.library_files() if "\nread penpa" in path.read_text("utf-8")]
NOT_FIRST = {
    *("kenken", "kurarin", "tetro-chain-k"),
    *("alternation", "martini", "myopia", "nuri-maze", "roma", "sheep-wolf-slitherlink"),
    *("toichika", "yajirushi", "sansa-road", "nondango", "nagareru-loop", "variant-sudoku"),
    *("ant-mill", "fractional-division", "icebarn", "icelom", "pentopia", "tri-place"),
    *("block-puzzle", "castle-walker", "distopia", "hebi-ichigo", "herugolf", "kaisu", "oyakodori"),
    *("sashigane", "sashikabe"),
    *("snake-pit", "stars-and-arrows", "train-stations", "tripletts"),
    *("pyramid", "pyramid-climbers"),  # boards of hexagons, which have no proposals
}
"""Clues of numbers with a sign, several in one place; grey circles, which a board without black ones does not tell;
signs that stand for numbers; letters and arrows whose colour alone tells what is given; cells that have a mark where a
set has no member; arrows of which those on black cells are others; groups and paths; signs between cells that say
nothing of themselves; fractions, dice and arrows on the rim; arrows of which each says something of a set of its own;
small numbers whose places alone tell rows from columns; letters that are numbers, and letters that are marks;
symbols of which several say something of one given.
"""

HEAD = 'puzzle "T"\nboard rectangle\nfind rest : corners to 900..901\n'


def address(rules: ir.Ruleset, *, drawn: bool) -> tuple[str, Puzzle]:
    """The first board of the examples as an address, perhaps with its answer."""
    for example in rules.examples:
        try:
            puzzle = boards.read(rules, example.board or Source("<link>", example.url or ""))
            answer = next(iter(pipeline.solve(rules, puzzle, limit=1).answers)) if drawn else None
            return outside.write(rules, puzzle, "penpa", answer, complete=lambda one: with_defaults(rules, one)), puzzle
        except (Failed, StopIteration):
            continue
    raise AssertionError("no example can be written")


def first(rules: ir.Ruleset, *texts: str) -> Proposal:
    """The best proposal for rules without their own statements."""
    bare = msgspec.structs.replace(rules, readings=())
    result = [penpa.open_address(Source("<text>", text)) for text in texts]
    return check_proposals(bare, penpa.proposals(bare, result)[:40], result)[0]


@pytest.mark.library
@pytest.mark.parametrize("name", library.few([name for name in FILES if name not in NOT_FIRST], 30))
def test_the_first_proposal_reads_the_board_that_was_written(name: str) -> None:
    rules = pipeline.load(name)
    text, puzzle = address(rules, drawn=False)
    result = first(rules, text).puzzles[0]
    assert round_trip.is_same_puzzle(rules, with_defaults(rules, puzzle), with_defaults(rules, result))


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("norinori", "edges(room), shaded(black)"),
        ("fillomino", "numbers(clue; digit)"),
        ("masyu", 'symbols("circle_L 1": pearl white, "circle_L 2": pearl black), lines(line)'),
        ("light-up", 'blocks("#": block, clue), symbols("sun_moon 3": bulb)'),
        ("tents", 'numbers(clue), symbols("tents 1": tree, "tents 2": tent)'),
        ("hashi", 'numbers(clue), lines("3": bridge 1, "30": bridge 2, "": bridge 0)'),
        ("slitherlink", "edges(line), numbers(clue)"),
    ],
)
def test_the_first_proposal_for_an_address_with_an_answer(name: str, pieces: str) -> None:
    rules = pipeline.load(name)
    result = first(rules, address(rules, drawn=True)[0])
    assert propose.statement(result.reading).partition(": ")[2] == pieces
    assert result.writes


def test_the_command_for_an_address(tmp_path: Path) -> None:
    text, _ = address(pipeline.load("norinori"), drawn=True)
    plain = HEAD + "given room : partition of cells\nfind black : set of cells\n"
    write(tmp_path, "t.rules", plain)
    done = run("read", "t.rules", text, "-n", "1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == 'read penpa "norinori": edges(room), shaded(black)'
    assert "# nothing is read of `rest`" in lines
    assert "# and writes it again" in lines


def test_marks_that_no_rule_knows_are_named(tmp_path: Path) -> None:
    text, _ = address(pipeline.load("slitherlink"), drawn=True)
    write(tmp_path, "t.rules", HEAD + "given clue : cells to number?\n")
    done = run("read", "t.rules", text, "-n", "1", cwd=tmp_path)
    assert any(line.startswith("# left out: `edges of the answer` with ") for line in done.stdout.splitlines())


def test_borders_inside_of_regions_are_proposed_for_an_address() -> None:
    rules = pipeline.load("heyawake")
    link = Source("<link>", "https://puzz.link/p?heyawake/2/2/80h")
    puzzle = boards.read(rules, link)
    text = outside.write(rules, puzzle, "penpa", None, complete=lambda one: with_defaults(rules, one))
    assert "edges(room, wall)" in propose.statement(first(rules, text).reading)
