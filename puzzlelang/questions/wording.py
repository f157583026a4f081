"""Phrases and JSON values that several questions share."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from puzzlelang.diagnostics import nearest
from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Puzzle, Solution, Value, differences
from puzzlelang.questions.base import Json

if TYPE_CHECKING:
    from puzzlelang.problem.findings import CitedCase
    from puzzlelang.steps.record import NamedFact

MOST_PLACES = 12
"""Cells that are listed before the rest is only counted."""


def assumed_json(puzzle: Puzzle) -> dict[str, str | None] | None:
    """Return the defaults of options and givens that the text leaves out; null if a default is not one word."""
    return {name: value or None for name, value in puzzle.assumed.items()} or None


def assumed_text(defaults: Mapping[str, str]) -> str:
    """Return which defaults hold, as the text of a board does not say otherwise."""
    names = nearest.join_words([f"`{name}: {value}`" if value else f"`{name}`" for name, value in defaults.items()])
    return f"The text of the board does not say this, so defaults of the rules hold: {names}."


def left_out_text(drawings: Mapping[str, int]) -> str:
    """Return how many drawings of each kind were left out of a board, and what that may mean."""
    kinds = nearest.join_words([f"{count} `{kind}`" for kind, count in drawings.items()])
    return f"Left out: {kinds}. If the setter means a rule by them, the board says less than the setter does."


def comment_line(line: str) -> str:
    """A line that board text ignores."""
    return f"; {line}" if line else ";"


def place_list(places: Sequence[object]) -> str:
    """`R1C2 R1C3 and 4 more`; commas between places of several words."""
    texts = [str(place) for place in places[:MOST_PLACES]]
    shown = (", " if any(" " in text for text in texts) else " ").join(texts)
    return shown if len(places) <= MOST_PLACES else f"{shown} and {len(places) - MOST_PLACES} more"


def not_unique_text(answers: Sequence[Solution], stopped: str) -> str:
    """State that a board has not just one answer, or that this is not known."""
    if stopped:
        return comment_line(f"Whether the board has just one answer is not known: {stopped}.")
    if not answers:
        return comment_line("There is no answer.")
    return comment_line(
        f"There are several answers. Two of them differ in {place_list(differences(answers[0], answers[1]))}."
    )


def case_json(item: "CitedCase") -> Json:
    """A case of a rule."""
    return {"rule": item.rule, "sentence": item.sentence, "bindings": dict(item.bindings), "cells": list(item.cells)}


def solution_json(answer: Solution) -> Json:
    """Return for a set the list of its members, for a function each place with its value."""
    return {find: _values(values) for find, values in answer.values.items()}


def _values(values: Mapping[Place, Value]) -> object:
    if all(isinstance(value, bool) for value in values.values()):
        return [str(place) for place, value in values.items() if value]
    return {str(place): value for place, value in values.items()}


def fact_json(fact: "NamedFact") -> Json:
    """A value that a place has, or has not."""
    return {"find": fact.find, "place": fact.place, "value": fact.value, "holds": fact.holds}
