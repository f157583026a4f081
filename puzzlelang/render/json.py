"""Results as JSON values for other programs."""

from collections.abc import Mapping, Sequence

from puzzlelang.diagnostics import rendering
from puzzlelang.geometry import Place
from puzzlelang.problem.findings import Case, Finding
from puzzlelang.puzzle import Drawing, Solution, Value
from puzzlelang.render.text import Answered, differences

Json = Mapping[str, object]


def result(found: Answered, reason: Sequence[Case] | None = None) -> Json:
    """`status` (`only`, `several`, `some`, `none`, `unknown`), `unique`, `answers` and, if there are two, `differ`.

    `some`: there is an answer, and whether there is another was not asked or not found out.
    """
    count = len(found.answers)
    status = "unknown" if found.stopped else "none"
    if count:
        status = "only" if found.unique else "several" if count > 1 else "some"
    content: dict[str, object] = {
        "status": status,
        "unique": found.unique if not found.stopped else None,
        "complete": found.complete,
        "answers": [
            {"text": found.text(index), "values": solution(answer)} for index, answer in enumerate(found.answers)
        ],
    }
    if count > 1:
        content["differ"] = [str(place) for place in differences(found.answers[0], found.answers[1])]
    if found.stopped:
        content["stopped"] = found.stopped
    if reason is not None:
        content["why"] = [cased(item) for item in reason]
    if found.warnings:
        content["warnings"] = [rendering.as_json(item) for item in found.warnings]
    return content


def cased(item: Case) -> Json:
    """A case of a rule."""
    return {
        "rule": item.rule,
        "sentence": item.sentence,
        "bindings": dict(item.bindings),
        "cells": list(item.cells),
    }


def contradiction(cases: Sequence[Case] | None, stopped: str) -> Json:
    """`status` (`possible`, `impossible`, `unknown`) and the cases that contradict each other."""
    status = "unknown" if stopped else "possible" if cases is None else "impossible"
    return {"status": status, "why": [cased(item) for item in cases or ()]}


def facts(drawing: Drawing | None, stopped: str) -> Json:
    """For each find the places whose value is the same in every answer."""
    status = "unknown" if stopped else "none" if drawing is None else "found"
    values = drawing.values if drawing else {}
    told = {find: {str(place): value for place, value in places.items()} for find, places in values.items()}
    return {"status": status, "facts": told}


def solution(answer: Solution) -> Json:
    """For a set the list of its members, for a function each place with its value."""
    return {find: _values(values) for find, values in answer.values.items()}


def _values(values: Mapping[Place, Value]) -> object:
    if all(isinstance(value, bool) for value in values.values()):
        return [str(place) for place, value in values.items() if value]
    return {str(place): value for place, value in values.items()}


def findings(found: Sequence[Finding], *, complete: bool, completable: bool | None) -> Json:
    """`status` (`right`, `open`, `broken`) and every rule that is broken or open, with cells."""
    broken = any(item.broken for item in found)
    content: dict[str, object] = {
        "status": "broken" if broken else "right" if complete and not found else "open",
        "rules": [
            {
                "rule": item.rule.name,
                "sentence": item.sentence,
                "broken": item.broken,
                "cells": [str(cell) for cell in item.cells],
            }
            for item in found
        ],
    }
    if completable is not None:
        content["completable"] = completable
    return content
