"""The result of questions about steps: a walkthrough, as JSON and in words."""

import re
from collections.abc import Iterable

import msgspec

from puzzlelang.formats.text import write
from puzzlelang.geometry.places import Group, Region
from puzzlelang.problem.findings import CitedCase
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.questions import check
from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, Replies, stopped_json
from puzzlelang.questions.check import DrawingFindings, Verdict, findings_text
from puzzlelang.questions.wording import case_json, fact_json, place_list
from puzzlelang.scene.record import Role
from puzzlelang.sessions import highlights
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply, result_at
from puzzlelang.solving.stats import Stats
from puzzlelang.steps.rating.ratings import Rating, rate
from puzzlelang.steps.record import NamedFact, Tier
from puzzlelang.steps.templates import as_sentence
from puzzlelang.typed import ir


class StepMessage(Reply, frozen=True):
    """A step: the facts that follow, the cases and known facts that imply them, and the sentences for these.

    `tier`, `weight` and `depth` are as in `steps.record.Step`, `technique` is its name; `kinds` are as in
    `steps.rating.costs`, for each of the steps that were folded into this one.  `details`: where the `lines` are an
    outline, all of them.  `decided`: the new values by variable index; for the first step also the values that were
    known before it.  `places`: where a local pattern stands.
    """

    tier: Tier
    technique: str
    weight: int
    depth: int
    kinds: tuple[tuple[str, float], ...]
    lines: tuple[str, ...]
    details: tuple[str, ...]
    follows: tuple[NamedFact, ...]
    cases: tuple[CitedCase, ...]
    reads: tuple[NamedFact, ...]
    decided: tuple[tuple[int, bool | int], ...]
    places: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules of its cases."""
        return tuple(case.rule for case in self.cases)

    @property
    def costs(self) -> tuple[float, ...]:
        """Return what it costs, or each of the steps that were folded into it."""
        return tuple(cost for _, cost in self.kinds)


class PathEnd(Reply, frozen=True):
    """The end of the steps: `left` places are open, and at the places in `differ` the answers differ."""

    left: int
    differ: tuple[str, ...]


class DrawingConflict(Reply, frozen=True):
    """A minimal set of drawn values that no answer has together, though the drawing breaks no rule.

    `lines`: first these values in words, then the reasons.
    """

    facts: tuple[NamedFact, ...]
    lines: tuple[str, ...]


class Walkthrough(msgspec.Struct, frozen=True):
    """The steps of a person from a drawing, in order, with the drawing after each of them.

    `left`: the number of open places, of which answers differ at those in `differ`; None if the steps ended early.
    Then `verdict` has the rules that the drawing breaks, or `blamed` the drawn values that no answer has together
    (`reasons`: in words, with the reasons), or `stopped` says why the search gave up.  `answers`: whether there is any,
    None if unknown.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    steps: tuple[StepMessage, ...]
    drawings: tuple[Drawing, ...]
    left: int | None = None
    differ: tuple[str, ...] = ()
    verdict: Verdict | None = None
    blamed: tuple[NamedFact, ...] = ()
    reasons: tuple[str, ...] = ()
    answers: bool | None = None
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)

    @property
    def complete(self) -> bool:
        """The steps lead to the answer."""
        return self.left == 0

    @property
    def rating(self) -> Rating | None:
        """Return how hard the steps are; of the whole board only if they are all of those that `rate` asks for.

        None if there are no steps, though something is open or wrong.
        """
        return rate(self.steps) if self.steps or self.complete else None

    def text(self, index: int) -> str:
        """The board after a step, which reads back.  Raises `ValueError` if there is none of that number."""
        return write.write(self.rules, self.puzzle, result_at(self.drawings, index, "step", self.stopped))

    def roles(self, index: int = 0) -> highlights.Roles:
        """Return the roles of places in a step; without steps, the places that are wrong in the drawing.

        Raises `ValueError` if there are steps, but none of that number.
        """
        if self.steps:
            return step_roles(self.puzzle, result_at(self.steps, index, "step", self.stopped))
        if self.verdict is not None:
            return highlights.finding_roles(self.verdict.findings)
        return highlights.blamed_roles(self.puzzle, self.blamed)

    def _repr_svg_(self) -> str:
        """The board after the first step, with what it reads and forces."""
        return highlights.svg(self.rules, self.puzzle, self.drawings[0] if self.drawings else None, self.roles())


def step_roles(puzzle: Puzzle, step: StepMessage) -> highlights.Roles:
    """Return the roles of places in a step: cells of its cases, places that it reads, places that it decides.

    A local pattern shows its window instead of the cells of its cases.  Of a case about more than half of the board
    only the bound values are shown, not the cells.  Regions and groups of cases have their names shown.
    """
    places = highlights.places_by_name(puzzle)
    most = len(puzzle.geometry.cells) // 2
    bound = [name for case in step.cases for _, name in case.bindings]
    near = (case.cells if len(case.cells) <= most else [value for _, value in case.bindings] for case in step.cases)
    names: list[tuple[Iterable[str], Role]] = [
        ((name for name in bound if isinstance(places.get(name), Region | Group)), Role.NAMED),
        (step.places or (name for some in near for name in some), Role.SUPPORTS),
        ((fact.place for fact in step.reads), Role.READS),
        ((fact.place for fact in step.follows), Role.FORCES),
    ]
    return {places[name]: role for those, role in names for name in those if name in places}


def gather(reader: Reader, question: Question[Walkthrough], replies: Replies) -> Walkthrough:
    """The result of replies; `question` has the drawing that the steps begin with."""
    drawing = reader.read_drawing(getattr(question, "drawing", None))
    values = reader.indexed(drawing)
    steps, drawings = tuple(replies.all_of(StepMessage)), []
    for step in steps:
        values.update(step.decided)
        drawings.append(reader.drawing(values))
    walked, blamed = replies.last(PathEnd), replies.last(DrawingConflict)
    return Walkthrough(
        reader.rules,
        reader.puzzle,
        steps,
        tuple(drawings),
        None if walked is None else walked.left,
        () if walked is None else walked.differ,
        None if replies.last(DrawingFindings) is None else check.gather(reader, question, replies, drawing),
        () if blamed is None else blamed.facts,
        () if blamed is None else blamed.lines,
        _has_answer(replies),
        replies.stopped,
        replies.stats,
    )


def _has_answer(replies: Replies) -> bool | None:
    """Whether the board has an answer; None if that was not found out."""
    if replies.proved_count is not None:
        return False
    return True if any(replies.all_of(kind) for kind in (StepMessage, PathEnd, DrawingConflict)) else None


def step_json(step_message: StepMessage) -> Json:
    """`tier`, `technique`, `text` (if that is an outline, all in `details`), `follows`, `cases`, and facts read.

    A local pattern, whose name is the `technique`, has the cells where it stands as `places`.
    """
    details: dict[str, list[str]] = {"details": list(step_message.details)} if step_message.details else {}
    places = {"places": list(step_message.places)} if step_message.places else {}
    return {
        "tier": step_message.tier.value,
        "technique": step_message.technique,
        "weight": step_message.weight,
        "depth": step_message.depth,
        "cost": max(step_message.costs),
        "text": list(step_message.lines),
        **details,
        **places,
        "follows": [fact_json(fact) for fact in step_message.follows],
        "cases": [case_json(item) for item in step_message.cases],
        "reads": [fact_json(fact) for fact in step_message.reads],
    }


def as_json(walkthrough: Walkthrough, _: object = None) -> Json:
    """`status` (`steps`, `complete`, `several`, `broken`, `impossible`, `none`, `unknown`), and the steps."""
    content: dict[str, object] = {"status": status(walkthrough), "steps": [step_json(one) for one in walkthrough.steps]}
    if walkthrough.left is not None:
        content["left"] = walkthrough.left
    if walkthrough.differ:
        content["differ"] = list(walkthrough.differ)
    if walkthrough.verdict is not None:
        content["broken"] = [
            {"rule": item.rule.name, "sentence": item.sentence, "cells": [str(cell) for cell in item.cells]}
            for item in walkthrough.verdict.findings
            if item.broken
        ]
    if walkthrough.blamed:
        content |= {"blamed": [fact_json(fact) for fact in walkthrough.blamed], "text": list(walkthrough.reasons)}
    return {**content, **stopped_json(walkthrough.stopped)}


def boards(walkthrough: Walkthrough) -> Json:
    """The `steps`, each with the `board` after it."""
    return {
        "steps": [{**step_json(step), "board": walkthrough.text(index)} for index, step in enumerate(walkthrough.steps)]
    }


def status(walkthrough: Walkthrough) -> str:
    """The `status` of `as_json`."""
    if walkthrough.stopped:
        return "unknown"
    if walkthrough.verdict is not None:
        return "broken"
    if walkthrough.blamed:
        return "impossible"
    if walkthrough.answers is False:
        return "none"
    return "complete" if walkthrough.complete else "several" if walkthrough.differ else "steps"


def step_text(step_message: StepMessage, number: int = 0) -> str:
    """Return what follows, and below it why; with its number unless that is 0."""
    first, *others = step_message.lines
    head = f"{number}. {first}" if number else first
    return "\n".join([head, *(f"    {line}" for line in others)])


MOST_RULES = 3
"""Rules of a pattern that are named in a hint."""


def hint_text(step_message: StepMessage, number: int = 0) -> str:
    """Return a step as a hint: as `step_text`, and below a local pattern the rules that it follows from."""
    text = step_text(step_message, number)
    if step_message.tier is not Tier.LOCAL:
        return text
    here = " ".join(step_message.lines[1:])
    sentences: dict[str, str] = {}
    for case in step_message.cases:
        about_it = any(re.search(rf"\b{re.escape(str(value))}\b", here) for _, value in case.bindings)
        if about_it or case.rule not in sentences:
            sentences[case.rule] = case.sentence
    shown = dict.fromkeys(f"{as_sentence(sentence)}." for sentence in sentences.values())
    return f"{text}\n    By the rules: {' '.join(shown)}" if 0 < len(shown) <= MOST_RULES else text


def end(walkthrough: Walkthrough) -> str:
    """Return why there are no more steps; empty if more were simply not wanted."""
    if walkthrough.stopped:
        return f"Not known how to go on: {walkthrough.stopped}."
    if walkthrough.verdict is not None:
        broken = [item for item in walkthrough.verdict.findings if item.broken]
        return "The drawing is wrong already.\n" + findings_text(broken, drawn=True, complete=False)
    if walkthrough.blamed:
        blamed, *why = walkthrough.reasons
        this = "this" if len(walkthrough.blamed) == 1 else "all of this"
        head = f"The drawing cannot be completed: no answer has {this}: {blamed}."
        return "\n".join([head, *(f"    {line}" for line in why)])
    if walkthrough.answers is False:
        return "There is no answer; `puzzlelang why` says why."
    if walkthrough.left == 0:
        return "Everything is known." if not walkthrough.steps else ""
    if walkthrough.differ and walkthrough.left == len(walkthrough.differ):
        return f"Nothing more follows: there are several answers, which differ at {place_list(walkthrough.differ)}."
    return ""


def as_text(walkthrough: Walkthrough, _: object = None) -> str:
    """The steps, or why there are none."""
    return end(walkthrough) or "\n".join(hint_text(step) for step in walkthrough.steps)


def exit_code(walkthrough: Walkthrough, _: object = None) -> int:
    """`NO` if the drawing is wrong, or there is no answer, or more than one."""
    if walkthrough.stopped:
        return UNKNOWN
    return NO if walkthrough.left is None or walkthrough.differ else YES
