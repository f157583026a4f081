"""Questions to a board, answered line by line: how far it is, what is known already, and last the result.

The last line is `{"kind": "result", "text": …, "result": …}`; `text` is what a person reads, `result` the record that
the command of that name prints with `--json`, with a `board` for everything that can be drawn.
"""

import time
from collections.abc import Callable, Iterator, Mapping

import msgspec

from puzzlelang import examples
from puzzlelang.asking import questions, sent_boards, wire
from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.asking.replies import Answer, Made, Progress, Reply, Stepped
from puzzlelang.asking.results import Completion, Walkthrough
from puzzlelang.diagnostics import rendering
from puzzlelang.formats.text import write
from puzzlelang.problem.findings import Worth
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.render import fewer as as_fewer
from puzzlelang.render import json as as_json
from puzzlelang.render import steps as as_steps
from puzzlelang.render import text as as_text
from puzzlelang.render.progress import Progression
from puzzlelang.solving.stats import GROUND
from puzzlelang.typed import ir
from puzzlelang.web import fresh
from puzzlelang.web import requests as asked
from puzzlelang.web.desk import Desk, Told
from puzzlelang.workers.limits import SHARE, Limits, for_reasons

Json = Mapping[str, object]

BEAT = 0.4
"""Seconds between two lines about how far a question is."""


class Teller:
    """Tells lines of an answer while a question is under way."""

    def __init__(self, send: Callable[[Told], None]) -> None:
        self._send = send

    def __call__(self, content: Json) -> None:
        """Tell a line."""
        self._send(Told(msgspec.json.encode(content)))

    def seeing(self, show: Callable[[Reply], Iterator[Json]] | None = None) -> Callable[[Reply], None]:
        """What gets the replies to a question: it tells progress, and what `show` makes of a reply."""
        so_far, stage = Progression(), GROUND
        start = last = time.monotonic()

        def see(reply: Reply) -> None:
            nonlocal stage, last
            so_far.note(reply)
            stage = reply.stage if isinstance(reply, Progress) else stage
            now = time.monotonic()
            if now - last >= BEAT:
                last = now
                self({"kind": "progress", "text": so_far.text(stage, now - start), "seconds": round(now - start, 1)})
            for content in show(reply) if show is not None else ():
                self(content)

        return see


def _read(desk: Desk, request: asked.Question) -> tuple[OpenPuzzle, Drawing | None, Limits]:
    rules = desk.rules(request)
    opened, drawing = desk.open(rules, desk.board(rules, request.board))
    return opened, drawing, desk.limits(request.seconds)


def _result(text: str, result: Json) -> Json:
    return {"kind": "result", "text": text.strip(), "result": result}


def _text(opened: OpenPuzzle, drawn: Drawing | Solution) -> str:
    return write.write(opened.rules, opened.puzzle, drawn)


def solve(desk: Desk, request: asked.Solve, teller: Teller) -> Json:
    """See `Solve`."""
    opened, _, within = _read(desk, request)
    start = time.monotonic()

    def show(reply: Reply) -> Iterator[Json]:
        if isinstance(reply, Answer):
            yield {"kind": "answer", "board": _text(opened, opened.reader.solution(reply.values))}

    result = opened.solve(within=within, see=teller.seeing(show))
    reasons = None
    if not result.answers and not result.stopped:
        teller({"kind": "progress", "text": "There is no answer. Looking for reasons…", "seconds": 0})
        reasons = opened.why(within=for_reasons(within, time.monotonic() - start), see=teller.seeing())
    text = as_text.verdict(result) if result.answers else as_text.answers(result, every=False).removeprefix("; ")
    if reasons is not None and reasons.cases:
        text += "\nThese cannot all be true:\n" + as_text.contradiction(reasons.cases, reasons.together)
    return _result(text, as_json.result(result, reasons))


def facts(desk: Desk, request: asked.Facts, teller: Teller) -> Json:
    """See `Facts`."""
    opened, _, within = _read(desk, request)
    found = opened.facts(within=within, see=teller.seeing())
    result = dict(as_json.facts(found))
    if found.drawing is None:
        return _result(f"Not known: {found.stopped}." if found.stopped else "There is no answer.", result)
    result["board"] = _text(opened, found.drawing)
    known = sum(len(values) for values in found.drawing.values.values())
    text = f"{known} place{'s are' if known != 1 else ' is'} the same in every answer."
    if found.stopped:
        text = f"Not all of this is known to be the same in every answer: {found.stopped}."
    return _result(text, result)


def count(desk: Desk, request: asked.Count, teller: Teller) -> Json:
    """See `Count`."""
    opened, _, within = _read(desk, request)
    found = opened.count(request.limit, within=within, see=teller.seeing())
    more = "" if found.complete else f" at least ({found.stopped})" if found.stopped else " at least"
    result = {"count": found.answers, "complete": found.complete, "stopped": found.stopped}
    return _result(f"Answers: {found.answers}{more}.", result)


def check(desk: Desk, request: asked.Check, teller: Teller) -> Json:
    """See `Check`."""
    opened, drawing, within = _read(desk, request)
    found = opened.check(drawing or Drawing({}), within=within, see=teller.seeing())
    completion = None
    if request.deep and found.worth is Worth.BROKEN:
        completion = Completion(False)
    elif request.deep and not found.stopped:
        completion = opened.completable(drawing, within=within, see=teller.seeing())
    emptied = found.emptied is not None
    whole = as_text.findings(found.findings, drawn=found.drawn, complete=found.answer is not None, emptied=emptied)
    text = whole.split("\n")[0]
    if found.stopped:
        text = f"Not known: {found.stopped}."
    elif completion is not None and not found.finished and found.worth is not Worth.BROKEN:
        told = {True: "It can still be completed.", False: "It cannot be completed to an answer."}
        other = f"Whether it can be completed is not known: {completion.stopped}."
        text += "\n" + (other if completion.possible is None else told[completion.possible])
    return _result(text, as_json.verdict(found, completion))


def hint(desk: Desk, request: asked.Hint, teller: Teller) -> Json:
    """See `Hint`."""
    return _walked(desk, request, teller, 1 + request.more)


def path(desk: Desk, request: asked.Path, teller: Teller) -> Json:
    """See `Path`."""
    return _walked(desk, request, teller, None)


def _walked(desk: Desk, request: asked.Question, teller: Teller, most: int | None) -> Json:
    opened, drawing, within = _read(desk, request)

    def show(reply: Reply) -> Iterator[Json]:
        if isinstance(reply, Stepped):
            yield {"kind": "step", "text": as_steps.step(reply)}

    found = opened.walk(drawing or Drawing({}), most, within=within, see=teller.seeing(show))
    result = dict(as_json.walkthrough(found))
    result["steps"] = [{**as_json.step(step), "board": found.text(index)} for index, step in enumerate(found.steps)]
    return _result(_told(found, most), result)


def _told(found: Walkthrough, most: int | None) -> str:
    end = as_steps.end(found)
    if most is None and found.steps:
        return f"{len(found.steps)} steps. {end}"
    return end or "\n".join(as_steps.step(step) for step in found.steps)


def rate(desk: Desk, request: asked.Rate, teller: Teller) -> Json:
    """See `Rate`."""
    opened, _, within = _read(desk, request)
    found = opened.walk(Drawing({}), None, within=within, see=teller.seeing())
    return _result(as_steps.rating(found) if found.complete else as_steps.end(found), as_json.rated(found))


def minimise(desk: Desk, request: asked.Minimise, teller: Teller) -> Json:
    """See `Minimise`; `status` is `minimal`, `fewer` (more could go), `none`, `several` or `unknown`."""
    opened, _, within = _read(desk, request)
    see = teller.seeing()
    found = opened.minimise((), request.symmetry, 0, request.seed, within=within, see=see)
    if found.puzzle is None:
        status = "unknown" if found.stopped else "several" if found.answers else "none"
        told = as_text.not_one(found.answers, found.stopped).removeprefix("; ")
        return _result(told, {"status": status, "stopped": found.stopped})
    text = as_fewer.told(found, symmetry=request.symmetry)
    board = write.write(opened.rules, found.puzzle)
    status = "minimal" if found.minimal else "fewer"
    content = {"status": status, "board": board, "dropped": found.dropped, "left": found.left, "stopped": found.stopped}
    return _result(text, content)


def generate(desk: Desk, request: asked.Generate, teller: Teller) -> Json:
    """See `Generate`; `status` is `made` or, if there are fewer than wanted, `unknown`."""
    rules = desk.rules(request)
    puzzle = _template(desk, rules, request)
    opened, within = OpenPuzzle(rules, puzzle), desk.limits(request.seconds)

    def show(reply: Reply) -> Iterator[Json]:
        if isinstance(reply, Made) and reply.minimal:
            made = write.write(rules, sent_boards.puzzle(reply.board, rules, puzzle))
            yield {"kind": "board", "board": made}

    with opened:
        found = opened.generate(
            request.count, request.seed, request.symmetry, 0, request.rating, within, teller.seeing(show)
        )
    boards = [found.text(index) for index in range(len(found.puzzles))]
    text = f"{len(boards)} board{'s' * (len(boards) != 1)}"
    text += f" of {request.count}: {found.stopped}." if found.stopped else ", each with one answer."
    status = "unknown" if found.stopped else "made"
    return _result(text, {"status": status, "boards": boards, "stopped": found.stopped})


def _template(desk: Desk, rules: ir.Ruleset, request: asked.Generate) -> Puzzle:
    if request.board:
        return desk.board(rules, request.board)
    from puzzlelang.making import blank

    return desk.bounded(blank.puzzle(rules, desk.size(request.size) or fresh.SIZES[0]))


def lint(desk: Desk, request: asked.Lint, teller: Teller) -> Json:
    """See `Lint`; `status` is `fine`, `wrong` (an example is), `suspicious`, or `unknown` if time was up before."""
    rules, within = desk.rules(request), desk.limits(request.seconds)
    most = within.seconds or 0.0
    end = time.monotonic() + most
    told: list[Json] = []
    outcomes: list[examples.ExampleOutcome] = []
    for example in rules.examples:
        left = end - time.monotonic()
        if left <= 0:
            break
        outcome = examples.try_example(rules, example, within=Limits(min(left, most * SHARE), within.megabytes))
        outcomes.append(outcome)
        told.append({"title": example.title, "holds": _holds(outcome)})
        teller({"kind": "example", **told[-1]})
    told += [{"title": example.title, "holds": None} for example in rules.examples[len(told) :]]
    proving = bool(told) and len(outcomes) == len(told)
    found = examples.file_warnings(rules, tuple(outcomes), proving=proving)
    holding = [item["holds"] for item in told]
    status = "wrong" if False in holding else "unknown" if None in holding else "suspicious" if found else "fine"
    text = f"{holding.count(True)} of {len(holding)} examples hold."
    diagnostics = [rendering.as_json(item) for item in found]
    return _result(text, {"status": status, "examples": told, "diagnostics": diagnostics})


def _holds(outcome: examples.ExampleOutcome) -> bool | None:
    """Whether an example is as it says; None if a limit was reached before that was known."""
    if all(item.code == "E311" for item in outcome.diagnostics):
        return None if outcome.diagnostics else True
    return False


def export(desk: Desk, request: asked.Export, teller: Teller) -> Json:
    """See `Export`; `status` is `written`, `none` or `unknown`."""
    opened, _, within = _read(desk, request)
    question = questions.Export(request.form, known=wire.marks(None))
    replied = opened.ask(question, within, teller.seeing())
    found = replied.written
    if found is None:
        reason = replied.stopped or "there is no answer"
        status = "unknown" if replied.stopped else "none"
        return _result(f"Nothing is written: {reason}.", {"status": status, "stopped": replied.stopped})
    text = f"{found.constraints} assertions about {found.variables} unknowns."
    return _result(text, {"status": "written", "text": found.text})
