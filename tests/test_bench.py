"""Costs of a search, and several engines compared on the same boards."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.bench import runs
from puzzlelang.bench.runs import Run, Sample
from puzzlelang.cli import board_lists
from puzzlelang.cli.bench import bench_
from puzzlelang.diagnostics.record import Failed
from puzzlelang.graphs import abstraction
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.solving import graph_cuts
from puzzlelang.workers.limits import Limits
from tests import library
from tests.bench import by_hand
from tests.test_cli import TENTS, run, write
from tests.test_engines_process import line as misbehaving

LINK = "https://puzz.link/p?norinori/5/5/cag4ocjo"

TWO = """\
puzzle "Two"
board rectangle
find ink : set of cells as "#"
rule two "Two cells are black": count(ink) = 2
rule joined "They are connected": connected(ink)
"""


def test_stats_in_json() -> None:
    content = json.loads(run("solve", "tents", str(TENTS), "--stats", "--json").stdout)["stats"]
    stages = ["read_rules", "read_board", "ground", "warnings", "lower", "first_answer", "check", "uniqueness", "total"]
    assert list(content["seconds"]) == stages
    total = sum(content["seconds"][stage] for stage in stages[:-1])
    assert content["seconds"]["total"] == pytest.approx(total, abs=1e-4)
    assert content["engine"] == "cadical"
    assert content["sizes"]["cells"] == content["sizes"]["variables"] == 225
    assert content["sizes"]["clauses"] > 1000
    assert content["work"]["questions"] == 2
    assert content["work"]["conflicts"] >= 0
    assert content["cuts"] == {}
    assert content["megabytes"] is None or content["megabytes"] > 5


def test_stats_leave_standard_output_as_it_is() -> None:
    plain, result = run("solve", "tents", str(TENTS)), run("solve", "tents", str(TENTS), "--stats")
    assert result.stdout == plain.stdout
    assert "first answer" in result.stderr
    assert "stats" not in json.loads(run("solve", "tents", str(TENTS), "--json").stdout)


@pytest.mark.parametrize("engine", ["cadical", "z3"])
def test_stats_of_graphs_count_rounds(tmp_path: Path, engine: str) -> None:
    rules = pipeline.load(write(tmp_path, "two.rules", TWO))
    result = pipeline.solve(rules, "...\n...\n", engine=engine, limit=None)
    assert len(result.answers) == 7
    stats = result.stats
    assert stats.engine == engine
    assert stats.sizes["graph_statements"] == 1
    assert stats.work["rounds"] >= stats.work["questions"] >= 8
    assert "in_order" in stats.seconds
    assert ("nodes" if engine == "z3" else "clauses") in stats.sizes


def test_stats_travel_from_the_process_of_the_search() -> None:
    here, there = (pipeline.solve("tents", TENTS, within=within).stats for within in (Limits(), Limits(60)))
    assert here.sizes == there.sizes
    assert here.work == there.work
    assert here.seconds.keys() == there.seconds.keys()


def test_stats_of_a_search_that_was_killed() -> None:
    result = pipeline.solve("tents", TENTS, within=Limits(0.000001))
    assert result.stopped == "time limit"
    assert result.stats.stopped in result.stats.seconds


def test_every_kind_of_cut_has_a_word() -> None:
    assert set(abstraction.Atom.__args__) == set(graph_cuts.WORDS) - {MarkedComponents}


def test_bench_compares_engines() -> None:
    result = run("bench", LINK, f"tents {TENTS}", "--engine", "cadical", "--engine", "z3", "--repeat", "1")
    assert result.returncode == 0, result.stderr
    assert "5x5  one" in result.stdout
    assert "15x15  one" in result.stdout
    assert "cadical: 2 of 2 boards solved" in result.stdout
    assert "times the seconds of cadical in the geometric mean" in result.stdout


def test_bench_as_json(tmp_path: Path) -> None:
    boards = write(tmp_path, "boards.txt", f"# two boards\n\n{LINK}\ntents {TENTS}\n")
    result = run("bench", boards, "--engine", "cadical", "--repeat", "2", "--json")
    content = json.loads(result.stdout)
    assert [row["size"] for row in content["boards"]] == ["5x5", "15x15"]
    (timed,) = content["boards"][0]["engines"]
    assert len(timed["seconds"]) == 2
    assert timed["ratio"] == 1
    assert content["engines"][0]["solved"] == 2


def test_bench_says_what_was_not_solved(tmp_path: Path) -> None:
    hanging = misbehaving("hangs", tmp_path)
    result = run("bench", f"tents {TENTS}", "--engine", hanging, "--timeout", "0.5")
    assert result.returncode == 4
    assert f"by {hanging}: time limit" in result.stdout


@pytest.fixture
def within_bench() -> Iterator[None]:
    """As in a command with its limits."""
    with bench_.make_context("bench", []):
        yield


@pytest.mark.usefixtures("within_bench")
def test_bench_takes_the_examples_of_rules() -> None:
    boards = list(board_lists.boards_of(["tents"]))
    assert boards
    assert all(board.name.startswith("tents: ") for board in boards)


@library.sweep_large
@pytest.mark.usefixtures("within_bench")
def test_the_boards_that_bench_takes_by_itself_can_be_read() -> None:
    boards = list(board_lists.standard())
    assert len(boards) > 30
    assert any(len(board.puzzle.geometry.cells) >= 400 for board in boards)


@pytest.mark.usefixtures("within_bench")
@pytest.mark.parametrize("text", ["5x5:a", "nothing here", "tents"])
def test_a_board_without_rules_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(Failed) as failed:
        list(board_lists.boards_of([write(tmp_path, "boards.txt", text)]))
    assert failed.value.diagnostics[0].code == "E201"


def test_an_engine_with_other_answers_is_not_believed() -> None:
    rules = pipeline.load("tents")
    board = Sample("tents", rules, pipeline.board(rules, TENTS))
    odd = Run("cadical")
    runs._once(board, odd, Limits(), {"first": ()})
    assert odd.trouble == "its answers are not those of first"


def test_comparisons() -> None:
    rules = pipeline.load("tents")
    board = Sample("tents", rules, pipeline.board(rules, TENTS))
    table = [
        runs.BenchRow(board, (Run("a", [1.0]), Run("b", [2.0, 9.0, 1.0])), 1),
        runs.BenchRow(board, (Run("a", [1.0]), Run("b", [8.0])), 1),
        runs.BenchRow(board, (Run("a", [1.0]), Run("b", [], None, "time limit")), 1),
    ]
    first, second = runs.comparisons(table)
    assert (first.solved, first.mean) == (3, 1)
    assert (second.solved, second.compared, second.mean, second.median) == (2, 2, 4, 5)


def test_yardsticks_agree() -> None:
    assert by_hand.nurikabe(2, 2, {(0, 0): 2}) == 2
    assert by_hand.nurikabe(1, 3, {(0, 0): 1, (0, 1): 1}) == 0
    assert by_hand.nurikabe(3, 3, {(0, 0): 1, (1, 1): 1, (2, 2): 0}) == 0
    assert by_hand.nurikabe(3, 3, {(0, 0): 3, (2, 2): 1}) == 1
    assert by_hand.slitherlink(2, 2, {(0, 0): 3, (1, 1): 3}) == 2
    assert by_hand.slitherlink(2, 2, {(0, 0): 4}) == 1
    assert by_hand.slitherlink(1, 2, {}) == 2
    assert by_hand.slitherlink(1, 2, {(0, 0): 4, (0, 1): 0}) == 0


@pytest.mark.usefixtures("within_bench")
def test_a_list_of_links_is_not_one_link(tmp_path: Path) -> None:
    link = "https://puzz.link/p?norinori/5/5/cag4ocjo"
    assert len(list(board_lists.boards_of([write(tmp_path, "links.txt", f"{link}\n{link}\n")]))) == 2
    assert len(list(board_lists.boards_of([write(tmp_path, "link.txt", f"{link}\n")]))) == 1
