"""Results as JSON values for other programs."""

from collections.abc import Mapping, Sequence

from puzzlelang.asking.pictured import differences
from puzzlelang.asking.replies import Stepped
from puzzlelang.asking.results import Completion, Facts, Reasons, Verdict, Walkthrough
from puzzlelang.diagnostics import rendering
from puzzlelang.geometry.places import Place
from puzzlelang.problem.findings import Case
from puzzlelang.puzzle import Solution, Value
from puzzlelang.render.text import Answered
from puzzlelang.steps.record import NamedFact

Json = Mapping[str, object]


def result(found: Answered, reasons: Reasons | None = None) -> Json:
    """`status` (`only`, `several`, `some`, `none`, `unknown`), `unique`, `answers` and, if there are two, `differ`.

    `some`: there is an answer, and whether there is another was not asked or not found out.  `why`: cases that cannot
    all be true, if there is no answer and they were found; else `why_stopped` says why they were not.
    """
    count = len(found.answers)
    denied = reasons is not None and reasons.possible is True
    content: dict[str, object] = {
        "status": status(found, denied=denied),
        "unique": found.unique,
        "complete": found.complete,
        "answers": [
            {"text": found.text(index), "values": solution(answer)} for index, answer in enumerate(found.answers)
        ],
    }
    if count > 1:
        content["differ"] = [str(place) for place in differences(found.answers[0], found.answers[1])]
    if found.stopped:
        content["stopped"] = found.stopped
    if denied:
        content |= {"unique": None, "complete": False, "stopped": "engines contradict each other"}
    elif reasons is not None and reasons.cases is not None:
        content |= _why(reasons.cases, reasons.together)
    elif reasons is not None:
        content["why_stopped"] = reasons.stopped
    if found.warnings:
        content["warnings"] = [rendering.as_json(item) for item in found.warnings]
    return content


def status(found: Answered, *, denied: bool = False) -> str:
    """The `status` of `result`; `denied`: another engine found an answer where there should be none."""
    count = len(found.answers)
    if count:
        return "only" if found.unique else "several" if count > 1 else "some"
    return "unknown" if found.stopped or denied else "none"


def cased(item: Case) -> Json:
    """A case of a rule."""
    return {
        "rule": item.rule,
        "sentence": item.sentence,
        "bindings": dict(item.bindings),
        "cells": list(item.cells),
    }


def reasons(found: Reasons) -> Json:
    """`status` (`possible`, `impossible`, `unknown` with `stopped`), and why, as for `result`."""
    status = "unknown" if found.stopped else "possible" if found.possible else "impossible"
    return {"status": status, **_why(found.cases or (), found.together), **_stopped(found.stopped)}


def _why(cases: Sequence[Case], together: str) -> Json:
    """`why`: the cases, each with the numbered `lines` that tell how it leads there; `together`: what all come to."""
    told = [
        {**cased(item), "lines": [{"number": line.number, "text": line.text} for line in item.lines]} for item in cases
    ]
    return {"why": told, **({"together": together} if together else {})}


def facts(found: Facts) -> Json:
    """`status` (`found`, `none`, `unknown` with `stopped`), and by find the places whose value every answer shares."""
    status = "unknown" if found.stopped else "none" if found.drawing is None else "found"
    values = found.drawing.values if found.drawing else {}
    told = {find: {str(place): value for place, value in places.items()} for find, places in values.items()}
    return {"status": status, "facts": told, **_stopped(found.stopped)}


def _stopped(reason: str) -> Json:
    return {"stopped": reason} if reason else {}


def solution(answer: Solution) -> Json:
    """For a set the list of its members, for a function each place with its value."""
    return {find: _values(values) for find, values in answer.values.items()}


def _values(values: Mapping[Place, Value]) -> object:
    if all(isinstance(value, bool) for value in values.values()):
        return [str(place) for place, value in values.items() if value]
    return {str(place): value for place, value in values.items()}


def verdict(found: Verdict, completion: Completion | None) -> Json:
    """`status` (`right`, `open`, `broken`, `unknown` with `stopped`) and every rule that is broken or open, with cells.

    `emptied`: an open drawing is an answer if all that it leaves open stays empty.
    `completable` says whether it can be completed, null with `completable_stopped` if that is not known.
    """
    content: dict[str, object] = {
        "status": "unknown" if found.worth is None else found.worth.value,
        "rules": [
            {
                "rule": item.rule.name,
                "sentence": item.sentence,
                "broken": item.broken,
                "cells": [str(cell) for cell in item.cells],
            }
            for item in found.findings
        ],
        **({} if found.emptied is None else {"emptied": True}),
        **_stopped(found.stopped),
    }
    if completion is not None:
        content["completable"] = completion.possible
        if completion.stopped:
            content["completable_stopped"] = completion.stopped
    return content


def step(found: Stepped) -> Json:
    """`tier`, `weight`, `text`, what `follows`, the `cases` that force it, and the facts that they read."""
    return {
        "tier": found.tier.value,
        "weight": found.weight,
        "depth": found.depth,
        "text": list(found.lines),
        "follows": [_told(fact) for fact in found.follows],
        "cases": [cased(item) for item in found.cases],
        "reads": [_told(fact) for fact in found.reads],
    }


def _told(fact: NamedFact) -> Json:
    return {"find": fact.find, "place": fact.place, "value": fact.value, "holds": fact.holds}


def walkthrough(found: Walkthrough) -> Json:
    """`status` (`steps`, `complete`, `several`, `broken`, `impossible`, `none`, `unknown`), and the steps."""
    content: dict[str, object] = {"status": _went(found), "steps": [step(one) for one in found.steps]}
    if found.left is not None:
        content["left"] = found.left
    if found.differ:
        content["differ"] = list(found.differ)
    if found.verdict is not None:
        content["broken"] = [
            {"rule": item.rule.name, "sentence": item.sentence, "cells": [str(cell) for cell in item.cells]}
            for item in found.verdict.findings
            if item.broken
        ]
    if found.blamed:
        content |= {"blamed": [_told(fact) for fact in found.blamed], "text": list(found.reasons)}
    return {**content, **_stopped(found.stopped)}


def _went(found: Walkthrough) -> str:
    if found.stopped:
        return "unknown"
    if found.verdict is not None:
        return "broken"
    if found.blamed:
        return "impossible"
    if found.answers is False:
        return "none"
    return "complete" if found.complete else "several" if found.differ else "steps"


def rated(found: Walkthrough) -> Json:
    """`status` as for `walkthrough`; for a board with one answer `name`, `score`, `steps`, `hardest` and `used`."""
    content: dict[str, object] = {"status": _went(found)}
    rating = found.rating
    if found.complete and rating is not None:
        content |= {"name": rating.name, "score": rating.score, "steps": len(found.steps), "used": rating.used}
        if found.steps:
            content["hardest"] = step(found.steps[rating.hardest])
    return {**content, **_stopped(found.stopped)}
