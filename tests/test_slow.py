"""What the page about slow rules says is measured: the clauses of each rule, and that each two rules mean the same."""

import re
import subprocess
import sys

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.cli import cost
from puzzlelang.solving import engines
from puzzlelang.solving.stats import Stats
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library
from tests.test_cli import ROOT

PAGE = (resources.library() / "slow.md").read_text(encoding="utf-8")
SECTIONS = PAGE.split("\n## ")[1:]
FIGURE = re.compile(r"^```rules\n(.*?)^```\n\nThese are ([\d,]+) clauses", re.MULTILINE | re.DOTALL)


def ruleset(text: str) -> Ruleset:
    return pipeline.ruleset(Source("slow.rules", f'puzzle "Slow"\nboard rectangle\n{text}'))


def clauses(text: str, size: int) -> int:
    rules = ruleset(text)
    problem = pipeline.ground(rules, pipeline.board(rules, f"{'.' * size}\n" * size))
    session = engines.engine(engines.AUTO).open(problem, False)
    return sum(session.counts().clauses.values())


def answers(text: str) -> set[str]:
    rules = ruleset(text)
    result = pipeline.solve(rules, pipeline.board(rules, "...\n"), limit=None)
    return {result.text(index) for index in range(len(result.answers))}


@pytest.mark.library
@pytest.mark.parametrize("section", library.few(SECTIONS, 1), ids=lambda text: text.splitlines()[0])
def test_the_figures_are_those_of_the_rules(section: str) -> None:
    size = int(named[1]) if (named := re.search(r"a board of (\d+) rows and", section)) else 9
    result = {text: int(figure.replace(",", "")) for text, figure in FIGURE.findall(section)}
    assert len(result) == 2
    assert {text: clauses(text, size) for text in result} == result
    slow, fast = result.values()
    assert fast * 4 < slow


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.splitlines()[0])
def test_both_rules_mean_the_same(section: str) -> None:
    slow, fast = (answers(text) for text, _ in FIGURE.findall(section))
    assert slow == fast
    assert slow


@pytest.mark.parametrize(
    ("cases", "made", "lines"),
    [
        ({}, {}, []),
        ({"a": 1, "b": 2}, {}, ["  a                1 case", "  b                2 cases"]),
        ({"a": 1}, {"a": 49_999}, ["  a                1 case, 49,999 clauses"]),
        (
            {"a": 3, "b": 2},
            {"a": 50_000, "b": 60_000},
            [
                "  a                3 cases, 50,000 clauses",
                "  b                2 cases, 60,000 clauses",
                "note: rule `b` makes 60,000 clauses from 2 cases; rules/slow.md shows what costs less",
            ],
        ),
    ],
)
def test_the_rule_with_most_clauses_is_named(cases: dict[str, int], made: dict[str, int], lines: list[str]) -> None:
    result = cost.as_text(Stats(cases=cases, clauses=made)).split("rules:\n")
    assert (result[1].splitlines() if len(result) == 2 else []) == lines


def test_the_command_tells_it() -> None:
    command = [sys.executable, "-m", "puzzlelang", "solve", "tents", "examples/tents/small.txt", "--stats"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.search(r"^rules:\n(  \w+ +[\d,]+ cases?, [\d,]+ clauses?\n)+", done.stderr, re.MULTILINE)
