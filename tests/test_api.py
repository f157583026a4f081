"""The Python API as the README shows it."""

import importlib
import pkgutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import puzzlelang
from puzzlelang.solving import cadical, engines
from puzzlelang.solving.engine import Engine, Fixed, Outcome, Session, Undecided


def test_no_module_hides_a_public_name() -> None:
    for module in pkgutil.walk_packages(puzzlelang.__path__, "puzzlelang."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    functions = ("board", "check", "compile", "facts", "load", "open", "ruleset", "solve", "why")
    assert all(callable(getattr(puzzlelang, name)) for name in functions)
    assert set(functions) < set(puzzlelang.__all__)


def test_solve_takes_names_paths_rulesets_and_puzzles(tmp_path: Path) -> None:
    text = " 10\n0..\n1*T\n".replace("*", ".")
    path = tmp_path / "board.txt"
    path.write_text(text, encoding="utf-8")
    rules = puzzlelang.load("tents")
    results = [
        puzzlelang.solve("tents", text),
        puzzlelang.solve("tents", path),
        puzzlelang.solve(rules, puzzlelang.Source("mine", text)),
        puzzlelang.solve(rules, puzzlelang.board(rules, text)),
        puzzlelang.solve(rules, text, engine="z3", seconds=30),
    ]
    assert {result.text() for result in results} == {" 10\n0..\n1*T\n"}
    assert all(result.unique and result.complete and not result.stopped for result in results)


def test_the_stages_one_by_one() -> None:
    rules = puzzlelang.load("tents")
    puzzle = puzzlelang.board(rules, " 10\n0..\n1*T\n")
    problem = puzzlelang.compile(rules, puzzle)
    assert len(problem.variables) == 4
    assert puzzlelang.check(rules, puzzle).findings == ()
    wrong = puzzlelang.board(rules, " 10\n0*.\n1.T\n")
    broken = {finding.rule.name for finding in puzzlelang.check(rules, wrong).findings if finding.broken}
    assert broken == {"pairs", "hint"}


def test_wrong_input_is_failed_with_diagnostics() -> None:
    with pytest.raises(puzzlelang.Failed) as caught:
        puzzlelang.solve("tents", "...\n.....\n..")
    assert {item.code for item in caught.value.diagnostics} >= {"E101"}
    with pytest.raises(puzzlelang.Failed):
        puzzlelang.load("no such rules")
    with pytest.raises(puzzlelang.Failed):
        puzzlelang.ruleset(puzzlelang.Source("mine", "puzzle"))


class Tiring:
    """A session that answers so many questions, then gives up."""

    def __init__(self, inner: Session, questions: int) -> None:
        self.inner = inner
        self.left = questions

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        self.left -= 1
        return Undecided("tired") if self.left < 0 else self.inner.solve(fixed, active)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


@pytest.mark.parametrize(
    ("text", "questions", "answers", "unique"), [(" 10\n0..\n1.T\n", 1, 1, None), (" ...\n1.T.\n", 2, 2, False)]
)
def test_answers_are_kept_when_the_search_is_given_up(
    monkeypatch: pytest.MonkeyPatch, text: str, questions: int, answers: int, unique: bool | None
) -> None:
    tired = Engine("tired", lambda problem, cores: Tiring(cadical.ENGINE.open(problem, cores), questions))
    monkeypatch.setattr(engines, "engine", lambda *_: tired)
    result = puzzlelang.solve("tents", text)
    assert (len(result.answers), result.stopped, result.complete, result.unique) == (answers, "tired", False, unique)
