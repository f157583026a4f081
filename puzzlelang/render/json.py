"""Results as JSON values for other programs."""

from collections.abc import Mapping, Sequence

from puzzlelang.diagnostics import rendering
from puzzlelang.geometry import Place
from puzzlelang.ground.findings import Finding
from puzzlelang.puzzle import Solution, Value
from puzzlelang.render.text import Answered, differences

Json = Mapping[str, object]


def result(found: Answered) -> Json:
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
    if found.doubts:
        content["warnings"] = [rendering.as_json(item) for item in found.doubts]
    return content


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
