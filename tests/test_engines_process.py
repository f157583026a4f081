"""Programs as engines: they agree with the others, and whatever they do, nothing hangs, crashes or is left running."""

import os
import random
import shlex
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.problem import build, evaluate
from puzzlelang.problem import nodes as ground
from puzzlelang.problem.record import Problem, VariableRole
from puzzlelang.solving import dialogue, engines, s_expressions, search
from puzzlelang.solving.dialogue import DIALECTS
from puzzlelang.solving.engine import Sat, Undecided, Unsat
from puzzlelang.solving.process import ProcessSession
from puzzlelang.solving.s_expressions import Expression, ExpressionReader, Unreadable
from puzzlelang.source import Source
from puzzlelang.workers import subprocesses
from puzzlelang.workers.limits import Limits
from tests import library
from tests.conftest import Ended
from tests.library import sweep_boards
from tests.random_puzzles import SIZES, puzzle, size_of_search
from tests.test_cli import HARD
from tests.test_through_pysmt import stated, variables

ROOT = Path(__file__).parent.parent
BOARDS = sorted(path for path in (ROOT / "examples").glob("*/*.txt") if not path.name.endswith(".answer.txt"))
LIBRARY = sorted(path.stem for path in resources.library_files())
TENTS = ROOT / "examples" / "tents" / "small.txt"

PROGRAMS = [
    pytest.param(
        text,
        marks=pytest.mark.skipif(
            engines.program_path(text.split()[0]) is None, reason=f"{text.split()[0]} is not here"
        ),
    )
    for text in ("z3 -in", "yices-smt2 --incremental", "cvc5 --incremental")
]
NEEDS_Z3 = pytest.mark.skipif(engines.program_path("z3") is None, reason="the program z3 is not here")
ON_LINUX = pytest.mark.skipif(not subprocesses.LINUX, reason="only Linux ends what a program has started")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="on Windows programs are no engines")


# ----------------------------------------------------------------------------------------------------- agreement


def example(path: Path) -> Problem:
    rules = pipeline.load(path.parent.name)
    return pipeline.ground(rules, pipeline.board(rules, path))


def answers(problem: Problem, engine: str, limit: int) -> list[tuple[bool | int, ...]]:
    result = list(islice(search.stream(problem, engines.engine(engine), limit), limit + 1))
    assert not any(isinstance(item, Undecided) for item in result), result
    return [tuple(item) for item in result]


@pytest.mark.library
@pytest.mark.parametrize("program", library.few(PROGRAMS, 1))
def test_a_program_finds_the_answer_of_example_boards(program: str) -> None:
    """On every fifth of the small boards, by default on every fortieth; the long tests take all."""
    for path in [path for path in BOARDS if path.stem == "small"][1 :: 5 if library.whole else 40]:
        problem = example(path)
        assert answers(problem, program, 2) == answers(problem, "cadical", 2), path


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS)
@sweep_boards
def test_a_program_finds_the_answer_of_every_board(program: str, path: Path) -> None:
    problem = example(path)
    assert answers(problem, program, 2) == answers(problem, "cadical", 2)


def agree(program: str, boards: int) -> None:
    """Random small boards by some of the rules of every genre in turn; those with and without answers."""
    chance = random.Random(f"boards for {program}")
    counts: list[int] = []
    while len(counts) < boards:
        rules = pipeline.load(LIBRARY[len(counts) % len(LIBRARY)])
        obeyed = rules.rules if chance.random() < 0.5 else tuple(r for r in rules.rules if chance.random() < 0.5)
        part = msgspec.structs.replace(rules, rules=obeyed)
        try:
            problem = pipeline.ground(part, puzzle(rules, chance, chance.choice(SIZES)))
        except Failed:
            continue
        if size_of_search(problem) > 200_000:
            continue
        result = answers(problem, program, 4)
        hidden = any(variable.role is VariableRole.HIDDEN for variable in problem.variables)  # in no answer
        assert hidden or all(evaluate.satisfies(problem, values) for values in result)
        assert result == answers(problem, "cadical", 4)
        counts.append(len(result))
    assert {0, 1, 4} <= set(counts)


@pytest.mark.library
@pytest.mark.parametrize("program", library.few(PROGRAMS, 1))
def test_a_program_agrees_on_random_boards(program: str) -> None:
    agree(program, len(library.amount(16, 60)))


@pytest.mark.long
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_agrees_on_many_random_boards(program: str) -> None:
    agree(program, 500)


# ------------------------------------------------------------------------------------------------------- sessions


def opened(text: str, problem: Problem, cores: bool) -> ProcessSession:
    session = engines.engine(text).open(problem, cores)
    assert isinstance(session, ProcessSession)
    return session


@pytest.mark.parametrize("program", PROGRAMS)
def test_numbers_are_fixed_for_one_question_only(program: str) -> None:
    result = variables()
    sizes = ground.Number(result[3], -2, 1), ground.Number(result[4], 0, 2)
    problem = stated(result, [build.equal(build.product(*sizes), -2)])
    with closing(opened(program, problem, False)) as session:
        assert session.solve([(3, 1)]) == Unsat(None)
        for value in (-2, -1):
            outcome = session.solve([(3, value), (0, True), (1, False)])
            assert isinstance(outcome, Sat)
            assert list(outcome.values[:2]) == [True, False]
            assert outcome.values[3:] == (value, -2 // value)
        assert isinstance(session.solve(), Sat)
    with pytest.raises(ValueError, match="closed"):
        session.solve()


@pytest.mark.parametrize("program", PROGRAMS)
def test_constraints_are_switched_and_a_core_contradicts_itself(program: str) -> None:
    result = variables()
    one, other = ground.Holds(result[0]), ground.Holds(result[1])
    problem = stated(result, [one, other, one, build.negation(one), False])
    with closing(opened(program, problem, True)) as session:
        assert isinstance(session.solve(active=[0, 1, 2]), Sat)
        for active in ([0, 1, 3], [1, 2, 3], [1, 4], [0, 1, 2, 3, 4]):
            outcome = session.solve(active=active)
            assert isinstance(outcome, Unsat)
            assert outcome.core is not None
            assert set(outcome.core) <= set(active)
            assert 4 in outcome.core or len({0, 2, 3} & set(outcome.core)) == 2
        outcome = session.solve([(0, False)], active=[0, 1])
        assert isinstance(outcome, Unsat)
        assert outcome.core is not None
        assert 0 in outcome.core
        assert isinstance(session.solve(active=[]), Sat)


@pytest.mark.parametrize("program", PROGRAMS)
def test_excluding_nothing_leaves_nothing_and_switches_need_cores(program: str) -> None:
    problem = stated(variables(), [])
    for cores in (False, True):
        with closing(opened(program, problem, cores)) as session:
            outcome = session.solve()
            assert isinstance(outcome, Sat)
            session.exclude(outcome.values, [])
            assert session.solve() == Unsat(() if cores else None)
    with closing(opened(program, problem, False)) as session, pytest.raises(ValueError, match="only a session with"):
        session.solve(active=[])


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_problem_of_nothing_has_one_answer(program: str) -> None:
    with closing(opened(program, stated([], []), False)) as session:
        assert session.solve() == Sat(())
        session.exclude((), [])
        assert session.solve() == Unsat(None)


# ------------------------------------------------------------------------------------------- programs that misbehave

FAKE = ROOT / "tests" / "data" / "fake_solver.py"


def line(mode: str, folder: Path) -> str:
    return shlex.join([sys.executable, "-S", "-E", str(FAKE), mode, str(folder / "its numbers")])


def running(folder: Path) -> list[int]:
    """Processes of the fake that are still there, after a moment for those that were just killed."""
    pids = [int(word) for word in (folder / "its numbers").read_text(encoding="utf-8").split()]
    assert pids
    for _ in range(1000):
        pids = [pid for pid in pids if alive(pid)]
        if not pids:
            break
        time.sleep(0.02)
    return pids


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z" if subprocesses.LINUX else True
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.library
@pytest.mark.parametrize(
    ("mode", "words"),
    library.few(
        [
            ("dies", "ended with exit code 1: no licence found"),
            ("killed", "was killed (SIGKILL)"),
            ("garbage", "ended with exit code 0: Hello, world! What now?"),
            ("binary", ""),
            ("floods", "printed lists inside of each other without end"),
            ("error", 'said: line 1: I do not know "logics"'),
            ("prompt", "ended with exit code 0: your name? hi"),
            ("unknown", "did not find out"),
            ("denies", "says that there is no answer where one is known"),
            ("lies", "gave values that are no answer"),
            ("numbers", "is no answer"),
            ("half", "printed a `)` without its `(`"),
            ("hangs", "time limit"),
            ("complains", "time limit"),
            ("leaves", "closed its output"),
        ],
        5,
    ),
)
def test_a_program_that_misbehaves_is_no_answer(tmp_path: Path, mode: str, words: str) -> None:
    start = time.monotonic()
    result = pipeline.solve("tents", TENTS, engine=line(mode, tmp_path), seconds=1 if words == "time limit" else 300)
    assert result.answers == ()
    assert not result.complete
    assert words in result.stopped
    assert result.stopped
    assert len(result.stopped) < 700
    assert time.monotonic() - start < 800
    assert running(tmp_path) == []


def test_what_a_program_denies_is_asked_of_the_default_engine_too(tmp_path: Path) -> None:
    """However often the liar is asked, nothing is said to be proved; what nobody can solve is denied by both."""
    (only,) = pipeline.solve("tents", TENTS).answers
    with pipeline.open("tents", TENTS, here=True) as puzzle:
        text = line("denies", tmp_path)
        result = "says that there is no answer where one is known"
        for _ in range(2):
            assert result in puzzle.solve(engine=text).stopped
            count = puzzle.count(engine=text)
            assert (count.complete, result in count.stopped) == (False, True)
            # The default engine has found the answer by now, and says that it is the only one.
            facts = puzzle.facts(engine=text)
            assert facts.drawing is not None
            assert list(facts.drawing.values["tent"].values()) == list(only.values["tent"].values())
            assert puzzle.completable(None, engine=text).possible is not False
            assert result in puzzle.minimise(engine=text).stopped
            walk = puzzle.walk(engine=text)
            assert (walk.answers, result in walk.stopped) == (None, True)
    with pipeline.open("tents", " 2...\n.T...\n....T\n.....\n", here=True) as puzzle:
        none = puzzle.solve(engine=text)
        assert (none.answers, none.complete, none.stopped) == ((), True, "")
        assert none.stats.seconds["confirm"] > 0


@ON_LINUX
def test_a_program_shares_the_memory_limit(tmp_path: Path) -> None:
    within = Limits(seconds=20, megabytes=200)
    result = pipeline.solve("tents", TENTS, engine=line("grows", tmp_path), within=within)
    assert result.answers == ()
    assert result.stopped == "memory limit"
    assert running(tmp_path) == []


def test_a_session_that_failed_stays_so_and_closes(tmp_path: Path) -> None:
    with closing(opened(line("dies", tmp_path), stated(variables(), []), True)) as session:
        first = session.solve(active=[])
        assert isinstance(first, Undecided)
        assert session.solve([(0, True)]) == first
        session.exclude([True] * 5, [0])
        assert session.solve() == first


def test_a_program_that_gives_the_same_answer_again_is_not_believed(tmp_path: Path) -> None:
    problem = stated(variables()[:3], [])
    result = list(search.stream(problem, engines.engine(line("lies", tmp_path)), None))
    assert isinstance(result[-1], Undecided)
    assert "gave values that are no answer" in result[-1].reason
    assert len(result) <= 2


@ON_LINUX
def test_closing_ends_what_the_program_has_started(tmp_path: Path) -> None:
    command = engines.command(line("hands on", tmp_path))
    talk = dialogue.start(command)
    pids = tmp_path / "its numbers"
    while not pids.exists() or len(pids.read_text(encoding="utf-8").split()) < 2:
        time.sleep(0.01)
    with pytest.raises(dialogue.AnswerTimeout, match="does not answer"):
        dialogue.ask(talk, [], 0.05)
    dialogue.close(talk)
    assert running(tmp_path) == []


@ON_LINUX
def test_a_program_ends_with_puzzlelang_however_that_ends(tmp_path: Path, ended: Ended) -> None:
    arguments = ["solve", "tents", str(TENTS), "--engine", line("hangs", tmp_path)]
    process = ended(subprocess.Popen([sys.executable, "-m", "puzzlelang", *arguments], cwd=ROOT))
    while not (tmp_path / "its numbers").exists():
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert running(tmp_path) == []


@NEEDS_Z3
def test_a_long_search_ends_at_the_time_limit_and_the_program_with_it(tmp_path: Path) -> None:
    rules = pipeline.ruleset(Source("pigeons", HARD))
    wrapped = tmp_path / "wrapped"
    wrapped.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/number\nexec {engines.program_path('z3')} -in\n")
    wrapped.chmod(0o755)
    result = pipeline.solve(rules, "......\n" * 4, engine=str(wrapped), seconds=2)
    assert (result.answers, result.stopped) == ((), "time limit")
    number = int((tmp_path / "number").read_text())
    until = time.monotonic() + 60
    while alive(number) and time.monotonic() < until:
        time.sleep(0.02)
    assert not alive(number)


@NEEDS_Z3
@pytest.mark.parametrize(
    ("lacks", "dialect"), [("get-unsat-assumptions", DIALECTS[1]), ("check-sat-assuming", DIALECTS[2])]
)
def test_a_program_that_can_do_less_is_asked_for_less(lacks: str, dialect: object) -> None:
    script = FAKE.with_name("limited_solver.py")
    text = shlex.join([sys.executable, "-S", "-E", str(script), lacks, str(engines.program_path("z3")), "-in"])
    result = variables()
    one = ground.Holds(result[0])
    with closing(opened(text, stated(result, [one, build.negation(one)]), True)) as session:
        assert session.dialect == dialect
        assert session.solve() == Unsat(None)
        assert isinstance(session.solve(active=[0]), Sat)
        assert session.solve([(0, True)], [1]) == Unsat(None)
        outcome = session.solve([(3, -2), (0, False)], [1])
        assert isinstance(outcome, Sat)
        assert (outcome.values[0], outcome.values[3]) == (False, -2)
        session.exclude(outcome.values, [0, 1, 2, 3, 4])
        assert isinstance(session.solve(), Unsat)
        assert isinstance(session.solve([(3, -2), (0, False)], [1]), Sat)
    problem = example(ROOT / "examples" / "futoshiki" / "small.txt")
    assert answers(problem, text, 2) == answers(problem, "cadical", 2)


@NEEDS_Z3
def test_a_program_that_must_be_asked_otherwise_says_so() -> None:
    with closing(opened("z3 -smt2", stated(variables(), []), False)) as session:
        outcome = session.solve()
    assert isinstance(outcome, Undecided)
    assert "input file was not specified" in outcome.reason


# ------------------------------------------------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("cadicla", "E305", "`cadical`"),
        ("z33", "E305", "`z3`"),
        ("", "E305", "command line"),
        ("z3 '-in", "E305", "no closing quotation"),
        ("nosuchsolver -in", "E306", "there is no program `nosuchsolver`"),
        ("/no/such/yices-smt2", "E306", "there is no program `/no/such/yices-smt2`"),
    ],
)
def test_an_engine_that_is_not_there(text: str, code: str, words: str) -> None:
    with pytest.raises(Failed) as failed:
        engines.engine(text)
    (diagnostic,) = failed.value.diagnostics
    assert diagnostic.code == code
    assert words in f"{diagnostic.message} {diagnostic.help}"


def test_a_known_program_gets_the_arguments_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "yices-smt2"
    monkeypatch.setenv("PATH", str(tmp_path))
    if engines.program_path("yices-smt2") is None:
        with pytest.raises(Failed, match="E306"):
            engines.engine("yices-smt2")
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    assert engines.command("yices-smt2").words == (str(program), "--incremental")
    assert engines.command(str(program)).words == (str(program), "--incremental")
    assert engines.command("yices-smt2 --mcsat").words == (str(program), "--mcsat")
    assert engines.engine("yices-smt2").name == "yices-smt2"


def test_auto_takes_the_next_engine_if_one_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert engines.engine().name == "cadical"
    monkeypatch.setattr(engines, "ENGINES", {"cvc6": "json", "z3": "z3"})
    monkeypatch.setattr(engines, "PACKAGES", {"cvc6": "cvc6", "z3": "z3-solver"})
    assert engines.engine().name == "z3"
    with pytest.raises(Failed, match="`cvc6` is installed, but broken: KeyError"):
        engines.engine("cvc6")


# ---------------------------------------------------------------------------------------------------------- reading

TEXT = '; no\nsat ((a (- 3)) (|b "c| true))\n() ("x ""y""\nz" :k #b01) ; end\n"" done\n'
VALUES: Expression = [["a", ["-", "3"]], ['b "c', "true"]]
EXPECTED: list[Expression] = ["sat", VALUES, [], ['"x "y"\nz', ":k", "#b01"], '"', "done"]


def test_answers_are_read_however_they_are_cut() -> None:
    for size in range(1, len(TEXT) + 1):
        reader = ExpressionReader()
        result: list[Expression] = []
        for place in range(0, len(TEXT), size):
            result += s_expressions.read(reader, TEXT[place : place + size])
        assert result == EXPECTED, size


@pytest.mark.parametrize("text", [") ", "(a)) ", "(" * 1000, '"' + "x" * 1000, "(" + "x " * 1000, "x" * 1000])
def test_what_cannot_become_an_answer_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s_expressions, "MOST", 600)
    with pytest.raises(Unreadable):
        s_expressions.read(ExpressionReader(), text)
