"""A run of `bench` held against an earlier one."""

import json
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.bench import compare
from puzzlelang.bench.runs import BenchRow, Run, Sample
from puzzlelang.cli import bench
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from tests.test_bench import LINK
from tests.test_cli import TENTS, run, write
from tests.test_engines_process import line as misbehaving


def _row(name: str, **seconds: float | None) -> BenchRow:
    rules = pipeline.load("tents")
    runs = tuple(
        Run(engine, [] if took is None else [took], None, "" if took else "x") for engine, took in seconds.items()
    )
    return BenchRow(Sample(name, rules, pipeline.board(rules, TENTS)), runs, 1)


def _earlier(*boards: tuple[str, dict[str, float | None]]) -> compare.BenchOutput:
    content = [
        {
            "rules": "Tents",
            "board": name,
            "size": "15x15",
            "engines": [{"engine": engine, "median": took} for engine, took in seconds.items()],
        }
        for name, seconds in boards
    ]
    return compare.read_output(Source("before.json", json.dumps({"boards": content})))


BEFORE = _earlier(
    ("same", {"a": 1.0, "b": 1.0}),
    ("slow", {"a": 1.0, "b": 1.0}),
    ("fast", {"a": 2.0, "b": 1.0}),
    ("lost", {"a": 1.0, "b": None}),
    ("gone", {"a": 1.0}),
    ("engine", {"a": 1.0, "c": 1.0}),
)
NOW = [
    _row("same", a=1.3, b=1 / 1.29),
    _row("slow", a=2.0, b=1.31),
    _row("fast", a=0.5, b=1 / 1.31),
    _row("lost", a=None, b=1.0),
    _row("engine", a=1.0, b=1.0),
    _row("new", a=1.0),
]


def test_what_became_slower_and_faster() -> None:
    result = compare.compare_runs(NOW, BEFORE)
    worse = [(change.board, change.engine) for change in result.common if change.is_worse]
    better = [(change.board, change.engine) for change in result.common if change.is_better]
    assert worse == [("slow", "a"), ("slow", "b"), ("lost", "a")]
    assert better == [("fast", "a"), ("fast", "b"), ("lost", "b")]
    assert result.ratios("a") == [1.3, 2.0, 0.25, 1.0]
    assert result.mean("a") == pytest.approx((1.3 * 2.0 * 0.25) ** 0.25)
    assert [(board, engine) for _, board, _, engine in result.only_earlier] == [("gone", "a"), ("engine", "c")]
    assert [(board, engine) for _, board, _, engine in result.only_now] == [("engine", "b"), ("new", "a")]


def test_as_text() -> None:
    lines = list(bench.comparison_text(compare.compare_runs(NOW, BEFORE)))
    assert lines[0] == "slower by more than 1.3 times, or no longer solved: 3"
    assert [line.split()[1] for line in lines[1:4]] == ["lost", "slow", "slow"]
    assert lines[1].split()[-4:] == ["s", "-", "s", "-"]
    assert lines[2].split()[-5:] == ["1.0000", "s", "2.0000", "s", "2.00"]
    assert lines[4] == "faster by more than 1.3 times, or solved for the first time: 3"
    assert [line.split()[1] for line in lines[5:8]] == ["lost", "fast", "fast"]
    assert lines[8] == "a: 0.90 times the seconds of the earlier run in the geometric mean, over 4"
    assert lines[10:] == [
        "only in the earlier run: Tents  gone  15x15 by a",
        "only in the earlier run: Tents  engine  15x15 by c",
        "only in this run: Tents  engine  15x15 by b",
        "only in this run: Tents  new  15x15 by a",
    ]


def test_equal_boards_are_compared_in_their_order() -> None:
    result = compare.compare_runs([_row("x", a=1.0), _row("x", a=8.0)], _earlier(("x", {"a": 1.0}), ("x", {"a": 4.0})))
    assert result.ratios("a") == [1.0, 2.0]


def test_a_run_without_changes_says_so() -> None:
    lines = list(bench.comparison_text(compare.compare_runs([_row("x", a=1.0)], _earlier(("x", {"a": 1.0})))))
    assert lines[0] == "nothing became slower or faster by more than 1.3 times"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '{"boards": 1}',
        '{"boards": [{"rules": "a"}]}',
        "[" * 100_000,
        '{"boards": ["\\ud800"]}',
    ]
    + [
        json.dumps({"boards": [{"rules": "", "board": "", "size": "", "engines": [{"engine": "", "median": value}]}]})
        for value in (0, -1, "1", 10**400)
    ],
)
def test_what_is_no_earlier_run_is_refused(text: str) -> None:
    with pytest.raises(Failed) as failed:
        compare.read_output(Source("before.json", text))
    assert failed.value.diagnostics[0].code == "E326"


def _scaled(text: str, factor: float) -> str:
    content = json.loads(text)
    for board in content["boards"]:
        for engine in board["engines"]:
            engine["median"] *= factor
    return json.dumps(content)


def test_the_command(tmp_path: Path) -> None:
    first = run("bench", LINK, "--engine", "cadical", "--repeat", "1", "--json")
    long_ago = write(tmp_path, "long.json", _scaled(first.stdout, 1000))
    quick = write(tmp_path, "quick.json", _scaled(first.stdout, 0.001))
    faster = run("bench", LINK, "--engine", "cadical", "--repeat", "1", "--against", long_ago)
    assert faster.returncode == 0, faster.stderr
    assert "faster by more than 1.3 times, or solved for the first time: 1" in faster.stdout
    slower = run("bench", LINK, "--engine", "cadical", "--repeat", "1", "--json", "--against", quick)
    assert slower.returncode == 1, slower.stderr
    (change,) = json.loads(slower.stdout)["against"]["changes"]
    assert change["is_worse"]
    assert change["ratio"] > 1.3
    hanging = misbehaving("hangs", tmp_path)
    of_it = write(tmp_path, "it.json", first.stdout.replace('"cadical"', json.dumps(hanging)))
    unsolved = run("bench", LINK, "--engine", hanging, "--timeout", "0.5", "--against", of_it)
    assert unsolved.returncode == 4
    assert "no longer solved: 1" in unsolved.stdout


def test_a_missing_earlier_run_is_told_before_anything_is_solved() -> None:
    result = run("bench", LINK, "--against", "nowhere.json")
    assert result.returncode == 3
    assert "E301" in result.stderr
    assert not result.stdout
