"""Questions about a board, answered line by line: progress, intermediate results, the result.

The last line is `{"kind": "result", "text": …, "result": …}`; `text` is what a person reads, `result` the record that
the command of that name prints with `--json`, with a `board` for everything that can be drawn.
"""

import math
import time
from collections.abc import Callable
from typing import Any

import msgspec

from puzzlelang import examples
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics import rendering
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import table
from puzzlelang.questions.base import Json, Question, QuestionKind, QuestionParameters
from puzzlelang.questions.progress import ProgressText
from puzzlelang.questions.why import WhyQuestion
from puzzlelang.questions.wording import assumed_json, assumed_text
from puzzlelang.sessions.replies import Progress, Reply
from puzzlelang.solving.stats import GROUND
from puzzlelang.typed import ir
from puzzlelang.web import fresh, requests
from puzzlelang.web.desk import AnswerLine, Desk
from puzzlelang.workers.limits import NO_LIMITS, REASONS_SHARE, Limits, reason_limits

PROGRESS_SECONDS = 0.4
"""Seconds between two lines about how far a question is."""


class LineSender:
    """Tells lines of an answer while a question is under way."""

    def __init__(self, send: Callable[[AnswerLine], None]) -> None:
        self._send = send

    def __call__(self, content: Json) -> None:
        """Send a line."""
        self._send(AnswerLine(msgspec.json.encode(content)))

    def listener(self, show: Callable[[Reply], Json | None] | None = None) -> Callable[[Reply], None]:
        """Return a receiver of replies to a question; it sends progress, and what `show` makes of a reply."""
        so_far, stage = ProgressText(), GROUND
        start = last = time.monotonic()

        def see(reply: Reply) -> None:
            nonlocal stage, last
            so_far.note(reply)
            stage = reply.stage if isinstance(reply, Progress) else stage
            now = time.monotonic()
            if now - last >= PROGRESS_SECONDS:
                last = now
                self({"kind": "progress", "text": so_far.text(stage, now - start), "seconds": round(now - start, 1)})
            if show is not None and (content := show(reply)) is not None:
                self(content)

        return see


def answer(desk: Desk, name: str, request: requests.QuestionRequest, teller: LineSender) -> Json:
    """The last line of the answer to a question of the table; lines before it are sent at once."""
    kind, rules = table.kind_named(name), desk.rules(request)
    assert kind.ask is not None
    fields = msgspec.structs.fields(kind.parameters)
    parameters = kind.parameters(**{field.name: getattr(request, field.name) for field in fields})
    within = desk.limits(request.seconds)
    if isinstance(request, requests.GenerateRequest):
        with OpenPuzzle(rules, _template(desk, rules, request), here=desk.bounds.here) as template:
            return _ask(template, kind, kind.ask(parameters, None), parameters, within, teller)
    opened, drawing = desk.open(rules, desk.board(rules, request.board))
    return _ask(opened, kind, kind.ask(parameters, drawing), parameters, within, teller)


def _ask(
    opened: OpenPuzzle,
    kind: QuestionKind,
    question: Question[Any],
    parameters: QuestionParameters,
    within: Limits,
    teller: LineSender,
) -> Json:
    start = time.monotonic()
    result = opened.ask(question, within, teller.listener(lambda reply: kind.line(opened.reader, reply)))
    extra = None if kind.follow is None else kind.follow(result, parameters)
    if isinstance(extra, Question):
        teller({"kind": "progress", "text": kind.as_text(result, None).split("\n")[0], "seconds": 0})
        left = reason_limits(within, time.monotonic() - start) if isinstance(extra, WhyQuestion) else within
        extra = opened.ask(extra, left, teller.listener())
    text = (kind.summary or kind.as_text)(result, extra)
    content = {**kind.as_json(result, extra), **kind.boards(result)}
    if assumed := assumed_json(opened.puzzle):
        text, content = f"{text}\n{assumed_text(opened.puzzle.assumed)}", {**content, "assumed": assumed}
    return _result(text, content)


def _result(text: str, value: Json) -> Json:
    return {"kind": "result", "text": text.strip(), "result": value}


def _template(desk: Desk, rules: ir.Ruleset, request: requests.GenerateRequest) -> Puzzle:
    if request.board:
        return desk.board(rules, request.board)
    from puzzlelang.making import example_statistics

    return desk.check_cells(example_statistics.empty_template(rules, desk.check_size(request.size) or fresh.SIZES[0]))


def lint(desk: Desk, request: requests.Lint, teller: LineSender) -> Json:
    """Try the examples of the rules, and return the last line of the answer; see `requests.Lint`.

    `status` is `fine`, `wrong` (an example is), `suspicious`, or `unknown` if time was up before.
    """
    rules, within = desk.rules(request), desk.limits(request.seconds)
    most = math.inf if within.seconds is None else within.seconds
    end = time.monotonic() + most
    result: list[Json] = []
    outcomes: list[examples.ExampleOutcome] = []
    for example in rules.examples:
        left = end - time.monotonic()
        if left <= 0:
            break
        share = within if within == NO_LIMITS else Limits(min(left, most * REASONS_SHARE), within.megabytes)
        outcome = examples.try_example(rules, example, within=share)
        outcomes.append(outcome)
        holds = None if examples.limits_reached(outcome.diagnostics) else not outcome.diagnostics
        result.append({"title": example.title, "holds": holds})
        teller({"kind": "example", **result[-1]})
    result += [{"title": example.title, "holds": None} for example in rules.examples[len(result) :]]
    proving = bool(result) and len(outcomes) == len(result)
    results = examples.file_warnings(rules, tuple(outcomes), proving=proving)
    holding = [item["holds"] for item in result]
    status = "wrong" if False in holding else "unknown" if None in holding else "suspicious" if results else "fine"
    text = f"{holding.count(True)} of {len(holding)} examples hold."
    diagnostics = [rendering.as_json(item) for item in results]
    return _result(text, {"status": status, "examples": result, "diagnostics": diagnostics})
