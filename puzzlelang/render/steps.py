"""Steps, paths and ratings as a person reads them."""

from puzzlelang.board.replies import Stepped
from puzzlelang.questions.results import Walkthrough
from puzzlelang.render.text import findings, listed


def step(found: Stepped, number: int = 0) -> str:
    """What follows, and below it why; with its number unless that is 0."""
    first, *others = found.lines
    head = f"{number}. {first}" if number else first
    return "\n".join([head, *(f"    {line}" for line in others)])


def end(found: Walkthrough) -> str:
    """Why there are no more steps; empty if more were simply not wanted."""
    if found.stopped:
        return f"Not known how to go on: {found.stopped}."
    if found.verdict is not None:
        broken = [item for item in found.verdict.findings if item.broken]
        return "The drawing is wrong already.\n" + findings(broken, drawn=True, complete=False)
    if found.blamed:
        blamed, *why = found.reasons
        this = "this" if len(found.blamed) == 1 else "all of this"
        head = f"The drawing cannot be completed: no answer has {this}: {blamed}."
        return "\n".join([head, *(f"    {line}" for line in why)])
    if found.answers is False:
        return "There is no answer; `puzzlelang why` says why."
    if found.left == 0:
        return "Everything is known." if not found.steps else ""
    if found.differ and found.left == len(found.differ):
        return f"Nothing more follows: there are several answers, which differ at {listed(found.differ)}."
    return ""


def rating(found: Walkthrough) -> str:
    """How hard the board is, in a few lines."""
    rated = found.rating
    if rated is None:
        return end(found)
    lines = [f"{rated.name} ({rated.score:.1f}): {len(found.steps)} steps"]
    if found.steps:
        lines += ["", f"The hardest, step {rated.hardest + 1}:", step(found.steps[rated.hardest])]
        lines += ["", "Steps by rule: " + ", ".join(f"{rule} {count}" for rule, count in rated.used.items())]
    return "\n".join(lines)
