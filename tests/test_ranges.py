"""No range of a find loses answers: widened, it allows no more, but where the range itself is the rule."""

import random
from pathlib import Path
from typing import Any

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground import finds
from puzzlelang.problem.record import Kind, Problem
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.lint import ruleset_warnings
from tests import library
from tests.labelled import all_labels
from tests.random_puzzles import puzzle

RULES = {name: known["range"] for name, known in all_labels().items() if "range" in known}
"""Files whose range is what the rules of the genre say, and what they say."""

SIZES = ((2, 2), (2, 3), (1, 5), (3, 4), (1, 12), (4, 3))
WIDER = 3


def with_numbers() -> list[Path]:
    """Library files in which numbers are to be found, of those that sweeps go over."""
    result = []
    for path in (library.FILES[name] for name in library.swept()):
        rules = pipeline.load(str(path))
        kinds = [find.kind for find in (*rules.finds, *rules.hidden)]
        if any(isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBER for kind in kinds):
            result.append(path)
    return result


def ranged_by_a_rule(path: Path) -> bool:
    """Whether the genre, or the file that states the find for it, says what the range is."""
    result = pipeline.load(str(path)).finds
    return path.stem in RULES or any(Path(find.span.source.name).stem in RULES for find in result)


PROVED = [path for path in with_numbers() if not ranged_by_a_rule(path)] if library.whole else []
"""Looked for only where tests take them: that checks each of the files, in each process."""


def beyond(rules: ir.Ruleset, seed: int, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """A value beyond its range that an answer of the widened file has on a random board; None if there is none."""
    chance = random.Random(seed)
    board = puzzle(rules, chance, chance.choice(SIZES), (0.0, 0.2))
    try:
        narrow = pipeline.ground(rules, board)
        with monkeypatch.context() as patched:
            patched.setattr(finds, "_range_of", widened(finds._range_of))
            wide = pipeline.ground(rules, board)
    except Failed:
        return None
    return _answer_beyond(narrow, wide)


def widened(range_of: Any) -> Any:
    def wider(*arguments: Any) -> tuple[Kind, int, int, tuple[str, ...]]:
        kind, low, high, names = range_of(*arguments)
        return kind, low, high + WIDER if kind is Kind.NUMBER else high, names

    return wider


def _answer_beyond(narrow: Problem, wide: Problem) -> str | None:
    session = engines.engine().open(wide, False)
    try:
        for old, new in zip(narrow.variables, wide.variables, strict=True):
            for value in range(old.high + 1, new.high + 1):
                if isinstance(session.solve([(new.index, value)]), Sat):
                    return f"{new} = {value}"
    finally:
        session.close()
    return None


@pytest.mark.library
def test_every_range_that_is_the_rule_is_one() -> None:
    assert set(RULES) & set(library.swept()) <= {path.stem for path in with_numbers()}


def check(path: Path, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pipeline.load(str(path))
    result = [output for seed in seeds if (output := beyond(rules, seed, monkeypatch)) is not None]
    assert result == []


@library.sweep_large
@pytest.mark.parametrize("path", PROVED, ids=lambda path: path.stem)
def test_a_wider_range_has_no_more_answers(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path, library.amount(10, 30), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("path", PROVED, ids=lambda path: path.stem)
def test_a_wider_range_has_no_more_answers_on_many_boards(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path, range(1000, 1300), monkeypatch)


CLUED = """\
puzzle "Areas"
given clue : cells to number or unknown?
let largest = max(c.clue for c in cells with number c.clue)
given most : number = (if largest > 9 then largest else 9)
find digit : cells to 1..most
let same = {a, b in adjacent where a.digit = b.digit}
rule clue "{c} has the number {c.clue}": every c in cells with number c.clue: c.digit = c.clue
rule area "An area of equal numbers has as many cells": every c in cells: count(component(c, cells by same)) = c.digit
"""


def test_a_range_that_clues_limit_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = pipeline.ruleset(Source("clued", CLUED))
    assert any(beyond(rules, seed, monkeypatch) for seed in range(25))


@pytest.mark.parametrize(("end", "warned"), [("most", True), ("most + 1", True), ("most + width + height", False)])
def test_a_range_that_goes_on_by_the_size_of_the_board_is_no_warning(end: str, warned: bool) -> None:
    text = CLUED.replace("given most : number = (if largest > 9 then largest else 9)", "let most = largest")
    rules = pipeline.ruleset(Source("clued", text.replace("1..most", f"1..{end}")))
    assert warned == any(item.code == "W080" for item in ruleset_warnings(rules))
