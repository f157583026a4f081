"""Results as a person reads them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, assert_never

from puzzlelang.asking.pictured import differences
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.problem.findings import ConsequenceLine, Finding, RuleCase, Worth, worth
from puzzlelang.puzzle import Solution

MANY = 12
"""Cells that are listed before the rest is only counted."""


def remark(line: str) -> str:
    """A line that board text ignores."""
    return f"; {line}" if line else ";"


class Answered(Protocol):
    """What is rendered: a result with its answers (`pipeline.Result`)."""

    @property
    def answers(self) -> tuple[Solution, ...]:
        """Different answers."""

    @property
    def complete(self) -> bool:
        """Whether there are no others."""

    @property
    def stopped(self) -> str:
        """Why the search gave up."""

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Warnings about the board."""

    @property
    def unique(self) -> bool | None:
        """Exactly one answer, proved; None if that is not known."""

    def text(self, index: int = 0) -> str:
        """An answer in the board's own form."""


def answers(result: Answered, *, every: bool, shown: bool = False, text: Callable[[int], str] | None = None) -> str:
    """Answers in the board's own form, with remarks on what is known about others; the first unless it is `shown`.

    `text`: how an answer is written, if not in that form.
    """
    written = text or result.text
    if not result.answers:
        return remark(f"Not known: {result.stopped}." if result.stopped else "There is no answer.")
    if every:
        return "\n".join(_numbered(result, written))
    lines = [] if shown else [written(0).rstrip("\n"), ""]
    if result.unique:
        lines.append(remark("This is the only answer."))
    elif len(result.answers) > 1:
        different = differences(result.answers[0], result.answers[1])
        lines.append(remark("There are other answers. Another one, which differs in " + listed(different) + ":"))
        lines += [remark(line) for line in written(1).splitlines()]
        if result.stopped:
            lines.append(remark(f"Others may come before these in order: {result.stopped}."))
    elif result.stopped:
        lines.append(remark(f"Whether there is another answer is not known: {result.stopped}."))
    return "\n".join(lines)


def verdict(result: Answered) -> str:
    """What is known about the number of answers, as one sentence."""
    if result.unique:
        return "This is the only answer."
    count = len(result.answers)
    if result.stopped and count < 2:
        return f"Whether there is {'another' if count else 'an'} answer is not known: {result.stopped}."
    told = "1 answer" if count == 1 else f"{count} answers"
    return f"{told}, and no other." if result.complete else f"{told}; there may be more."


def _numbered(result: Answered, written: Callable[[int], str]) -> Iterator[str]:
    for index in range(len(result.answers)):
        yield remark(f"Answer {index + 1}")
        yield written(index)
    count = len(result.answers)
    many = "1 answer" if count == 1 else f"{count} answers"
    if result.stopped:
        yield remark(f"{many} so far: {result.stopped}.")
    elif result.complete:
        yield remark(f"{many}, and no other.")
    else:
        yield remark(f"{many}; there may be more.")


def listed(places: Sequence[object]) -> str:
    """`R1C2 R1C3 and 4 more`; commas between places of several words."""
    texts = [str(place) for place in places[:MANY]]
    shown = (", " if any(" " in text for text in texts) else " ").join(texts)
    return shown if len(places) <= MANY else f"{shown} and {len(places) - MANY} more"


def findings(found: Sequence[Finding], *, drawn: bool, complete: bool, emptied: bool = False) -> str:
    """What the drawing is worth, then every broken rule with its sentence and cells, then what is not satisfied yet.

    `emptied`: it is complete with nothing wherever it leaves the board open.
    """
    if emptied:
        return "This is a right answer: what is not drawn stays empty."
    broken = [item for item in found if item.broken]
    waiting = [item for item in found if not item.broken]
    lines = [_worth(broken, waiting, drawn=drawn, complete=complete)]
    if broken:
        lines.append("")
    for item in broken:
        lines.append(f"broken: {item.rule.name}: {item.sentence}")
        lines.append(f"    {listed(item.cells)}" if item.cells else "    the givens alone break it")
    if waiting:
        lines.append("")
    for item in waiting:
        lines.append(f"not yet satisfied: {item.rule.name}: {item.sentence}")
        lines.append(f"    undecided: {listed(item.cells)}")
    return "\n".join(lines)


def _worth(broken: Sequence[Finding], waiting: Sequence[Finding], *, drawn: bool, complete: bool) -> str:
    rest = f"; not yet satisfied: {_rules(waiting)}" if waiting else ""
    match worth((*broken, *waiting), complete=complete):
        case Worth.RIGHT:
            return "This is a right answer."
        case Worth.BROKEN:
            return f"Broken: {_rules(broken)}{rest}."
        case Worth.OPEN if drawn:
            return f"So far so good: nothing is broken{rest or '; some cells are not decided'}."
        case Worth.OPEN:
            return "Nothing is drawn on this board, so far so good."
        case other:
            assert_never(other)


def _rules(found: Sequence[Finding]) -> str:
    """`1 rule`, `2 rules (in 5 places)`."""
    count = len({item.rule.name for item in found})
    places = f" (in {len(found)} places)" if len(found) > count else ""
    return f"{count} rule{'s' * (count != 1)}{places}"


def contradiction(cases: Sequence[RuleCase], together: str = "") -> str:
    """A minimal contradiction in the players' sentences, with how each leads there, or what is wrong with all.

    Equal sentences of one rule stand together.
    """
    grouped: dict[tuple[str, str], list[str]] = {}
    told: dict[tuple[str, str], list[ConsequenceLine]] = {}
    for item in cases:
        where = " and ".join(value for _, value in item.bindings) or (listed(item.cells) if item.alone else "")
        grouped.setdefault((item.rule, item.sentence), []).append(where)
        told.setdefault((item.rule, item.sentence), []).extend(item.lines)
    lines = []
    for (name, sentence), bound in grouped.items():
        at = listed([f"({place})" for place in bound if place and place not in sentence])
        lines.append(f"  {name}: {sentence}" + (f" {at}" if at else ""))
        in_order = sorted(told[name, sentence], key=lambda line: line.number)
        lines += [f"      {line.number}. {line.text}" for line in in_order]
    return "\n".join([*lines, f"Together: {together}."] if together else lines)


def not_one(answers: Sequence[Solution], stopped: str) -> str:
    """That a board has not just one answer, or that this is not known."""
    if stopped:
        return remark(f"Whether the board has just one answer is not known: {stopped}.")
    if not answers:
        return remark("There is no answer.")
    return remark(f"There are several answers. Two of them differ in {listed(differences(answers[0], answers[1]))}.")
