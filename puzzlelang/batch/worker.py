"""The worker process that turns tasks into results; its client ends it when a board takes too long.

A board is read and asked in this process, and whatever is wrong with it is in its record.
"""

import gc
import pickle
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, assert_never

from puzzlelang import pipeline, readers
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.batch.record import (
    CRASHED,
    ERROR,
    STATUS_ONLY,
    UNKNOWN,
    Forget,
    Order,
    Outcome,
    Rules,
    Task,
    messages,
    record,
)
from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import table
from puzzlelang.questions.wording import assumed_json
from puzzlelang.solving import engines
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers import inside, own_limits
from puzzlelang.workers.limits import MemoryLimit
from puzzlelang.workers.process import Send

Json = Mapping[str, Any]


def answer_task(task: Task, rules: Mapping[str, Ruleset], order: Order) -> Outcome:
    """Ask the board of a task, and return the outcome; exceptions are recorded in it, and none is raised.

    After an error that is not the board's, `last` is set: the worker should end.
    """
    start = time.perf_counter()
    fields: dict[str, Any] = {}
    last = False
    try:
        if len(task.rules) == 1:
            fields["rules"] = ruleset_name(rules[task.rules[0]])
        by, puzzle = _read(task, [rules[key] for key in task.rules])
        fields |= {"rules": ruleset_name(by), "size": f"{puzzle.geometry.height}x{puzzle.geometry.width}"}
        fields |= {"assumed": assumed_json(puzzle)}
        fields |= _answer_fields(by, puzzle, order)
    except Failed as failed:
        fields |= refusal_json(failed.diagnostics)
    except Exception as error:
        fields |= _failure_fields(inside.failure(error, limited=True))
        last = True
    fields["seconds"] = round(time.perf_counter() - start, 6)
    return Outcome(task.number, record(order, task, **fields), last)


def ruleset_name(rules: Ruleset) -> str:
    """Return what a ruleset is called in records: its file without `.rules`."""
    return Path(rules.source.name).name.removesuffix(pipeline.SUFFIX)


def refusal_json(diagnostics: tuple[Diagnostic, ...]) -> Json:
    """Return what a record has of wrong rules and boards, and of rules not read in time.

    Of many diagnostics the first.
    """
    shown = [rendering.as_json(item) for item in diagnostics[: rendering.MOST_SHOWN]]
    if limit := own_limits.limit_reached(diagnostics):
        return {"status": UNKNOWN, "stopped": limit, "error": {"diagnostics": shown}}
    return {"status": ERROR, "error": {"diagnostics": shown}}


def _failure_fields(failure: inside.Failure) -> Json:
    if failure.limit:
        return {"status": UNKNOWN, "stopped": failure.limit}
    return {"status": CRASHED, "error": {"traceback": failure.traceback}}


def _read(task: Task, rules: list[Ruleset]) -> tuple[Ruleset, Puzzle]:
    source = Source(task.name, task.text)
    if len(rules) == 1:
        return rules[0], boards.read(rules[0], source)
    return readers.choose_ruleset(rules, boards.board_source(source))


def _answer_fields(rules: Ruleset, puzzle: Puzzle, order: Order) -> Json:
    kind = table.kind_named(STATUS_ONLY.get(order.ask, order.ask))
    assert kind.batch is not None
    with OpenPuzzle(rules, puzzle, here=True) as opened:
        result = opened.ask(kind.batch(order.engine, puzzle.drawing))
    content = {key: value for key, value in kind.as_json(result, None).items() if (key, value) != ("stopped", "")}
    fields: dict[str, Any] = {"answers": kind.answers(result), "result": None if order.ask in STATUS_ONLY else content}
    if result.stats.engine:
        fields["engine"] = result.stats.engine
    status = str(content.get("status") or _answer_count(result.answers))
    if result.stopped and status != "several":  # two answers are two, whatever was not found out after them
        return {**fields, "status": UNKNOWN, "stopped": result.stopped}
    return {**fields, "status": status}


def _answer_count(answers: int) -> str:
    return "none" if answers == 0 else "only" if answers == 1 else "several"


COLLECT_SECONDS = 0.3
"""Seconds after which what a board has left in memory is looked for at once, which takes a tenth of that time or less.

Else a worker grows by what the heaviest boards leave: over the examples of the library to 88 MB, and not to 65.
"""


class ManyBoards:
    """The service of a worker that is sent boards."""

    home = __name__

    def first(self) -> bytes:
        """Return no bytes: a new Python needs none."""
        return b""

    def handler(self) -> "TaskHandler":
        """Return a handler of tasks."""
        return TaskHandler()


def handler_from(_: BinaryIO) -> "TaskHandler":
    """Return a handler of tasks, in a worker that is a new Python."""
    return TaskHandler()


class TaskHandler:
    """Answers tasks by the rulesets that it was sent, until one leaves the process in doubt."""

    def __init__(self) -> None:
        self.rules: dict[str, Ruleset] = {}
        self.order: Order | None = None

    def handle(self, body: bytes, send: Send) -> bool:
        """Take an order or a ruleset, or answer a task; return False after an outcome that is `last`."""
        match message := messages().decode(body):
            case Order():
                self.order = message
                engines.engine(message.engine)
            case Rules(key, pickled):
                self.rules[key] = pickle.loads(pickled)
            case Forget(key):
                del self.rules[key]
            case Task():
                return self._answer(message, send)
            case _:
                assert_never(message)
        return True

    def _answer(self, task: Task, send: Send) -> bool:
        assert self.order is not None
        ceiling = MemoryLimit()
        ceiling.set(self.order.megabytes)
        outcome = answer_task(task, self.rules, self.order)
        ceiling.set(None)
        send(outcome)
        if outcome.record.seconds > COLLECT_SECONDS:
            gc.collect()
        return not outcome.last
