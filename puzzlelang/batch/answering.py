"""A task to its record: the board is read and asked in this process, and whatever is wrong with it is in the record."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzlelang import pipeline, readers
from puzzlelang.asking import confined
from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.batch.record import CRASHED, ERROR, UNKNOWN, Order, Outcome, Task, record
from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers import inside

Json = Mapping[str, Any]


def answered(task: Task, rules: Mapping[str, Ruleset], order: Order) -> Outcome:
    """Ask the board.  Raises nothing; after an error that is not the board's the process should be left."""
    start = time.perf_counter()
    known: dict[str, Any] = {}
    last = False
    try:
        if len(task.rules) == 1:
            known["rules"] = named(rules[task.rules[0]])
        by, puzzle = _read(task, [rules[key] for key in task.rules])
        known |= {"rules": named(by), "size": f"{puzzle.geometry.height}x{puzzle.geometry.width}"}
        known |= _asked(by, puzzle, order)
    except Failed as failed:
        known |= refused(failed.diagnostics)
    except Exception as error:
        known |= _broken(inside.failure(error, limited=True))
        last = True
    known["seconds"] = round(time.perf_counter() - start, 6)
    return Outcome(task.number, record(order, task, **known), last)


def named(rules: Ruleset) -> str:
    """What a ruleset is called in records: its file without `.rules`."""
    return Path(rules.source.name).name.removesuffix(pipeline.SUFFIX)


def refused(diagnostics: tuple[Diagnostic, ...]) -> Json:
    """What a record has of wrong rules and boards, and of rules not read in time; of many diagnostics the first."""
    told = [rendering.as_json(item) for item in diagnostics[: rendering.MOST_SHOWN]]
    if limit := confined.reached(diagnostics):
        return {"status": UNKNOWN, "stopped": limit, "error": {"diagnostics": told}}
    return {"status": ERROR, "error": {"diagnostics": told}}


def _broken(failure: inside.Failure) -> Json:
    if failure.limit:
        return {"status": UNKNOWN, "stopped": failure.limit}
    return {"status": CRASHED, "error": {"traceback": failure.traceback}}


def _read(task: Task, rules: list[Ruleset]) -> tuple[Ruleset, Puzzle]:
    source = Source(task.name, task.text)
    if len(rules) == 1:
        return rules[0], boards.read(rules[0], source)
    return readers.choose_ruleset(rules, boards.board_source(source))


def _asked(rules: Ruleset, puzzle: Puzzle, order: Order) -> Json:
    with OpenPuzzle(rules, puzzle, here=True) as opened:
        match order.ask:
            case "unique" | "solve":
                found = opened.solve(2, order.engine)
                content = as_json.result(found) if order.ask == "solve" else None
                return _told(as_json.status(found), found, len(found.answers), content)
            case "count":
                count = opened.count(None, order.engine)
                content = {"count": count.answers, "complete": count.complete}
                return _told(_counted(count.answers), count, count.answers, content)
            case "facts":
                content = as_json.facts(facts := opened.facts(order.engine))
                return _told(str(content["status"]), facts, None, content)
            case "rate":
                content = as_json.rated(walk := opened.walk(Drawing({}), None, order.engine))
                return _told(str(content["status"]), walk, None, content)
            case "check":
                content = as_json.verdict(verdict := opened.check(), None)
                return _told(str(content["status"]), verdict, None, content)
            case other:
                raise ValueError(other)


def _counted(answers: int) -> str:
    return "none" if answers == 0 else "only" if answers == 1 else "several"


def _told(status: str, found: Any, answers: int | None, content: Json | None) -> Json:
    """What a record has of a result; `found` has `stopped` and `stats`."""
    told = {"answers": answers, "result": content}
    if found.stats.engine:
        told["engine"] = found.stats.engine
    if found.stopped and status != "several":  # two answers are two, whatever was not found out after them
        return {**told, "status": UNKNOWN, "stopped": found.stopped}
    return {**told, "status": status}
