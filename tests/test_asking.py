"""One board, many questions: the stream of replies, the worker, limits, kills."""

import contextlib
import io
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import puzzlelang
from puzzlelang import pipeline
from puzzlelang.asking import worker
from puzzlelang.asking.clients import LocalBoard, WorkerBoard
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.record import Failed
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import dispatch
from puzzlelang.questions.base import Question
from puzzlelang.questions.check import CheckQuestion
from puzzlelang.questions.complete import CompleteQuestion
from puzzlelang.questions.count import CountQuestion
from puzzlelang.questions.decode import DecodeQuestion
from puzzlelang.questions.export import ExportQuestion
from puzzlelang.questions.facts import FactsQuestion
from puzzlelang.questions.minimise import MinimiseQuestion
from puzzlelang.questions.progress import STAGES
from puzzlelang.questions.solve import SolveQuestion
from puzzlelang.questions.why import WhyQuestion
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import WorkerCrashed
from puzzlelang.sessions.replies import LAST, Answer, AnswerCount, BoardReady, Cost, Progress, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.sessions.wire import Subject
from puzzlelang.solving import stats
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.workers import frames, start
from puzzlelang.workers.limits import NO_LIMITS, Limits
from tests import library
from tests.conftest import Ended
from tests.library import sweep
from tests.random_puzzles import brute_force
from tests.test_cli import HARD, ROOT, TENTS, run, write
from tests.test_questions import small

PIGEONS = "......\n" * 4
SEVERAL = " ....\n.T...\n....T\n.....\n"


def tents(text: str | None = None) -> tuple[ir.Ruleset, Puzzle]:
    rules = pipeline.load("tents")
    return rules, pipeline.board(rules, TENTS if text is None else text)


def pigeons() -> tuple[ir.Ruleset, Puzzle]:
    rules = pipeline.ruleset(Source("pigeons.rules", HARD))
    return rules, pipeline.board(rules, Source("board", PIGEONS))


def every_question(puzzle: Puzzle) -> list[Question]:
    drawing = wire.marks(puzzle.drawing)
    return [
        SolveQuestion(), SolveQuestion(None), SolveQuestion(1), CountQuestion(), CountQuestion(1),
        FactsQuestion(), WhyQuestion(drawing), WhyQuestion(),
        CompleteQuestion(drawing),
        CheckQuestion(drawing), ExportQuestion("lia"), ExportQuestion("dimacs", unique=True),
        DecodeQuestion("answer", "unsat"), MinimiseQuestion(), MinimiseQuestion(symmetry="mirror", seed=3),
    ]  # fmt: skip


def shape(replies: Iterator[Reply]) -> list[Reply]:
    """Replies without what depends on time."""
    return [reply for reply in replies if not isinstance(reply, Cost | Progress)]


@pytest.fixture(params=["fork", "spawn"])
def started(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "spawn":
        monkeypatch.setattr(start, "can_fork", lambda: False)
    elif not start.can_fork():
        pytest.skip("forking is not safe here")
    return str(request.param)


# -------------------------------------------------------------------------------------------------------- replies


@pytest.mark.library
@pytest.mark.parametrize("text", [None, SEVERAL, " 9...\n.T...\n....T\n.....\n"], ids=["one", "several", "none"])
def test_a_worker_replies_what_is_replied_here(text: str | None, started: str) -> None:
    if started == "spawn" and text != SEVERAL and not library.whole:
        pytest.skip("one board is enough")
    rules, puzzle = tents(text)
    here, there = LocalBoard(Subject(rules, puzzle)), WorkerBoard(Subject(rules, puzzle))
    try:
        for question in every_question(puzzle):
            assert shape(there.ask(question)) == shape(here.ask(question)), question
    finally:
        there.close()


def test_a_board_that_was_used_here_is_the_same_in_another_process() -> None:
    """Boxes and windows that were asked for here are made of the cells of the other process there."""
    rules = pipeline.ruleset(
        Source(
            "boxes.rules",
            'puzzle "Boxes"\nboard rectangle\nfind s : set of cells\n'
            'rule one "Each box has one": every b in boxes(2, 2): count(s & b) = 1\n'
            'rule two "No window has three": every w in windows(2, 3): count(s & w) < 3\n',
        )
    )
    board = pipeline.board(rules, "....\n" * 4)
    count = len(pipeline.solve(rules, board, limit=None).answers)
    sent = wire.unpickle_subject(io.BytesIO(wire.pickle_subject(Subject(rules, board))))
    assert count == len(pipeline.solve(sent.rules, sent.puzzle, limit=None).answers) > 100


def test_the_order_of_replies() -> None:
    result = list(dispatch.answer(Session(*tents()), SolveQuestion()))
    kinds = [type(reply).__name__ for reply in result]
    assert kinds == [
        "Progress", "BoardReady", "Cost", "Progress", "Cost", "Progress", "Answer", "Cost", "Progress",
        "OrderedAnswer", "AnswerCount", "Cost", "Done",
    ]  # fmt: skip
    here = [type(reply).__name__ for reply in LocalBoard(Subject(*tents())).ask(SolveQuestion())]
    assert here == [kind for kind in kinds[:-2] if kind != "Cost"] + ["Cost", "Done"]  # never stopped between stages
    assert [reply.stage for reply in result if isinstance(reply, Progress)] == [
        "ground",
        "lower",
        "first_answer",
        "uniqueness",
    ]


def test_progress_says_each_stage_in_words() -> None:
    stages = {value for name, value in vars(stats).items() if name.isupper() and isinstance(value, str)}
    assert {"lower", "generate", "confirm"} < stages
    assert stages == set(STAGES)


@sweep
def test_questions_in_any_order_have_the_answers_of_fresh_ones(name: str) -> None:
    """What one question leaves behind must not change another's answer; counts are those of brute force."""
    _any_order(name, "a")


@pytest.mark.long
@sweep
@pytest.mark.parametrize("seed", "bcd")
def test_questions_in_any_order_have_the_answers_of_fresh_ones_on_more_boards(name: str, seed: str) -> None:
    _any_order(name, seed)


def _any_order(name: str, seed: str) -> None:
    chance = random.Random(name)
    rules, board, problem = small(name, f"asking {seed}")
    request = [one for one in every_question(board) if not isinstance(one, ExportQuestion | DecodeQuestion)]
    warm = LocalBoard(Subject(rules, board))
    fresh = {one: verdicts(rules, board, one) for one in request}
    for one in chance.sample(request, len(request)):
        again = decided(warm.ask(one))
        assert again == fresh[one], one
    number = len(brute_force(problem))
    with pipeline.open(rules, board, here=True) as opened:
        assert opened.count().answers == number
        assert len(opened.solve(None).answers) == number
        assert opened.why().possible == bool(number)


def verdicts(rules: ir.Ruleset, board: Puzzle, question: Question) -> list[str]:
    return decided(LocalBoard(Subject(rules, board)).ask(question))


def decided(replies: Iterator[Reply]) -> list[str]:
    """What does not depend on which answer was found first: kinds, counts, contradictions."""
    result = []
    for reply in replies:
        if isinstance(reply, Answer | Cost | Progress | BoardReady):
            continue
        text = type(reply).__name__
        if isinstance(reply, AnswerCount) or text in ("Core", "Checked"):
            text = repr(reply)
        if not result or text != result[-1]:
            result.append(text)
    return result


def test_one_session_grounds_once_and_later_questions_are_cheap() -> None:
    with pipeline.open("tents", TENTS) as opened:
        first = opened.solve()
        assert "ground" in first.stats.seconds
        spent = sum(first.stats.seconds.values())
        for stats in (opened.facts().stats, opened.count().stats, opened.why().stats):
            assert "ground" not in stats.seconds
            assert "lower" not in stats.seconds
            assert sum(stats.seconds.values()) <= spent / 5
        assert opened.why().possible


def test_open_gives_typed_results(started: str) -> None:
    with puzzlelang.open("tents", TENTS, seconds=30) as opened:
        assert opened.solve().unique
        facts = opened.facts()
        assert facts.drawing is not None
        assert opened.count() == msgspec.structs.replace(opened.count(), answers=1, complete=True)
        verdict = opened.check(facts.drawing)
        assert verdict.right
        assert verdict.answer == opened.solve().answers[0]
        wrong = opened.check(pipeline.board(*[pipeline.load("tents"), SEVERAL]).drawing)
        assert not wrong.right


def test_wrong_boards_and_questions_are_failed(started: str) -> None:
    rules = pipeline.load("tents")
    with OpenPuzzle(rules, pipeline.board(rules, " 99\n9..\n9.T\n")) as opened, pytest.raises(Failed) as here:
        opened.solve()
    assert here.value.diagnostics[0].span is not None
    assert here.value.diagnostics[0].span.source is opened.puzzle.source
    with OpenPuzzle(*tents()) as opened:
        with pytest.raises(Failed):
            opened.solve(engine="nope")
        assert opened.solve().unique


# ---------------------------------------------------------------------------------------------- limits and kills


def test_a_time_limit_keeps_what_was_found_and_says_where_it_was(started: str) -> None:
    for seconds in (1, 20):  # a slow machine takes longer for what comes before the search
        with OpenPuzzle(*pigeons(), Limits(seconds)) as opened:
            result = opened.solve()
            assert (result.answers, result.stopped) == ((), "time limit")
            again = opened.check()
            assert not again.stopped
        if result.stats.stopped == "first_answer":
            break
    assert result.stats.stopped == "first_answer"
    assert result.stats.seconds["first_answer"] > seconds / 4


def test_rounds_and_cuts_of_a_stopped_search_are_known(tmp_path: Path) -> None:
    text = """puzzle "Hard"
board rectangle
find ink : set of cells as "#"
rule seven "Each group has seven cells": every c in ink: count(component(c, ink)) = 7
rule total "No number of groups has so many cells": count(ink) = 87
"""
    rules = pipeline.load(write(tmp_path, "hard.rules", text))
    for seconds in (1, 4, 30):  # a slow machine takes longer for two rounds
        with OpenPuzzle(rules, pipeline.board(rules, "size: 12x14\n"), Limits(seconds)) as opened:
            stats = opened.solve().stats
        assert stats.stopped
        if stats.work.get("rounds", 0) > 1:
            return
    raise AssertionError(stats.work)


def test_an_error_in_a_worker_carries_its_whole_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzlelang.questions import solve

    def broken(*_: object) -> Iterator[Reply]:
        yield Progress("first_answer")
        raise ZeroDivisionError("by hand")

    monkeypatch.setattr(solve, "KIND", msgspec.structs.replace(solve.KIND, answer=broken))
    with OpenPuzzle(*tents()) as opened, pytest.raises(WorkerCrashed, match="by hand") as crashed:
        opened.solve()
    assert str(crashed.value).startswith("Traceback")
    assert "in broken" in str(crashed.value)


def test_a_worker_that_is_killed_is_told_by_its_signal_and_replaced(started: str) -> None:
    opened = OpenPuzzle(*pigeons())
    worker = opened._board
    assert isinstance(worker, WorkerBoard)

    def kill() -> None:
        pid = getattr(worker.client.process, "pid", None) or worker.client.process.process.pid  # type: ignore[union-attr]
        os.kill(pid, signal.SIGKILL)

    for reply in opened.replies(SolveQuestion()):
        if isinstance(reply, Progress) and reply.stage == "first_answer" and reply.seconds:
            kill()
    assert reply.reason == "the solver died (SIGKILL)"  # type: ignore[union-attr]
    assert opened.check().findings
    opened.close()


def test_a_stream_that_is_left_frees_the_worker() -> None:
    with OpenPuzzle(*pigeons()) as opened:
        next(opened.replies(SolveQuestion()))
        stream = opened.replies(SolveQuestion())
        next(stream)
        with pytest.raises(RuntimeError, match="one question"):
            opened.check()
        stream.close()
        assert opened.check(within=Limits(20)).findings


def test_a_program_with_threads_asks_as_well() -> None:
    results: list[bool] = []
    threads = [
        threading.Thread(target=lambda: results.append(pipeline.solve("tents", TENTS, seconds=60).unique)) for _ in "ab"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True, True]


def workers() -> set[str]:
    """Processes of this machine that solve pigeons."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines() if "pigeons-of-asking" in line}


@pytest.mark.skipif(sys.platform == "win32", reason="signals work differently there")
@pytest.mark.parametrize("times", [4, pytest.param(200, marks=pytest.mark.long)])
def test_kills_at_random_moments_leave_no_process_and_no_half_line(tmp_path: Path, times: int, ended: Ended) -> None:
    rules = write(tmp_path, "pigeons-of-asking.rules", HARD)
    board = write(tmp_path, "board.txt", PIGEONS)
    chance = random.Random(7)
    for number in range(times):
        command = [sys.executable, "-m", "puzzlelang", "solve", rules, board, "--timeout", "20"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        parent = ended(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        time.sleep(chance.uniform(0.02, 1.0))
        listed = sorted(workers(), key=int)
        victim = int(listed[-1]) if number % 2 and len(listed) > 1 else parent.pid
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        printed, errors = parent.communicate(timeout=150)
        assert printed in (b"",) or printed.endswith(b"\n")
        assert b"Traceback" not in errors
        until = time.monotonic() + 300
        while workers() and time.monotonic() < until:
            time.sleep(0.02)
        assert workers() == set()


# -------------------------------------------------------------------------------------------------- said at once


def test_no_answer_is_said_before_its_reasons(tmp_path: Path, ended: Ended) -> None:
    """Sums that clauses refute at once and explanations do not: the pigeons want more holes than there are."""
    text = """puzzle "Parity"
board rectangle
find x : cells to 0..1
rule a "Windows are even": every w in windows(2, 2): sum(c.x for c in w) mod 2 = 0
rule b "Rows are odd": every l in rows: sum(c.x for c in l) mod 2 = 1
rule c "The last row is even": every l in rows where l.number = height: sum(c.x for c in l) mod 2 = 0
"""
    rules = write(tmp_path, "parity.rules", text)
    command = [sys.executable, "-m", "puzzlelang", "solve", rules, "-", "--timeout", "40"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = ended(subprocess.Popen(command, env=environment, text=True, **pipes))
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("size: 4x4\n")
    process.stdin.close()
    assert process.stdout.readline() == "; There is no answer.\n"
    rest = process.stdout.read()
    process.wait(timeout=600)
    process.stdout.close()
    assert process.returncode == 1
    assert "cannot all be true" in rest or "is not known" in rest


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked there")
def test_an_interrupt_while_a_worker_is_forked_is_not_lost() -> None:
    code = (
        "import os, signal\n"
        "os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))\n"
        "from pathlib import Path\nfrom puzzlelang import pipeline\n"
        f"try:\n    print(pipeline.solve('tents', Path({str(TENTS)!r}), seconds=600).unique)\n"
        "except KeyboardInterrupt:\n    print('stopped')\n"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert (result.stdout, result.stderr) == ("stopped\n", "")


LIAR = """#!{python}
import subprocess, sys
z3 = subprocess.Popen(["{z3}", "-in"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
asked = 0
for line in sys.stdin:
    if "check-sat" in line:
        asked += 1
        if asked > {honest}:
            print("unsat", flush=True)
            continue
    z3.stdin.write(line)
    z3.stdin.flush()
    if line.startswith(("(check-sat", "(get-", "(echo")):
        depth, said = 0, ""
        while True:
            piece = z3.stdout.readline()
            said += piece
            if said.count("(") == said.count(")") and said.strip():
                break
        print(said, end="", flush=True)
"""

Z3 = Path(sys.executable).with_name("z3")


@pytest.mark.skipif(not Z3.exists() or sys.platform == "win32", reason="there is no program z3")
@pytest.mark.parametrize("honest", [2, 3, 4, 5])
def test_a_program_that_lies_about_unsat_is_caught(tmp_path: Path, honest: int) -> None:
    """A board with several answers: what it denies is held against answers in hand and asked of another engine.

    Two checks are those of its introduction.
    """
    liar = tmp_path / "liar"
    liar.write_text(LIAR.format(python=sys.executable, z3=Z3, honest=honest), encoding="utf-8")
    liar.chmod(0o755)
    result = run("solve", "tents", "-", "--engine", str(liar), "--timeout", "30", text=SEVERAL)
    assert result.returncode == 4, result.stdout
    assert "only answer" not in result.stdout
    assert "says that there is no answer where one is known" in result.stdout
    for command in ("count", "facts"):
        result = run(command, "tents", "-", "--engine", str(liar), "--timeout", "30", text=SEVERAL)
        assert result.returncode == 4, result.stdout
        assert "says that there is no answer where one is known" in result.stdout
    with pipeline.open("tents", SEVERAL) as opened:
        opened.solve(engine=str(liar))
        assert len(opened.solve().answers) == 2


# ------------------------------------------------------------------------------------------------------- the wire


@sweep
def test_drawings_and_places_cross_unchanged(name: str) -> None:
    _, board, problem = small(name, "wire")
    values = next(iter(brute_force(problem)), None)
    places = wire.Places(board.geometry, board.partitions, board.groups)
    every = itertools.chain.from_iterable(result for result in problem.finds.values())
    assert all(places.place(wire.place_code(place)) is place for place in every)
    if values is not None:
        drawn = problem.solution(values).values
        drawing = puzzlelang.Drawing(
            {find: verdicts for find, verdicts in drawn.items() if verdicts}
        )  # some have no place
        sent, limits = worker.read(
            frames.encode_frame(worker.request(CheckQuestion(wire.marks(drawing)), NO_LIMITS))[8:]
        )
        assert limits == NO_LIMITS
        assert isinstance(sent, CheckQuestion)
        assert wire.drawing(sent.drawing, places, ()) == drawing


def test_frames_may_come_in_any_pieces() -> None:
    replies = [AnswerCount(3), Answer((True, 5)), Progress("ground", 1.5)]
    stream = b"".join(map(frames.encode_frame, replies))
    read = worker.reply_reader(SolveQuestion())
    for size in (1, 2, 7, 1000):
        reader = frames.FrameReader()
        pieces = (stream[start : start + size] for start in range(0, len(stream), size))
        assert [read(body) for piece in pieces for body in reader.take(piece)] == replies


def test_every_stream_ends_with_one_last_reply() -> None:
    rules, puzzle = tents(SEVERAL)
    for question in every_question(puzzle):
        result = [isinstance(reply, LAST) for reply in LocalBoard(Subject(rules, puzzle)).ask(question)]
        assert result[-1]
        assert sum(result) == 1
