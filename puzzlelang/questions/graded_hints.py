"""Graded hints: first the technique, then the rules and their places, then the conclusion, then the whole step."""

from puzzlelang.questions.walkthrough import StepMessage, hint_text
from puzzlelang.questions.wording import place_list
from puzzlelang.scene.record import Role
from puzzlelang.sessions import highlights
from puzzlelang.steps.record import Tier
from puzzlelang.steps.templates import cells_in, corners_around

LEVELS = 4
"""The level at which a hint has all of a step."""

MOST_SENTENCES = 3
"""Sentences of rules before the rest is only counted."""

MOST_CELLS = 9
"""Cells of a case that are listed; of a case about more, a rectangle around what the step reads is named."""

MOST_AROUND = 25
"""Cells of such a rectangle."""


def graded_text(step_message: StepMessage, level: int) -> str:
    """Return as much of a step as a level shows, a line for each degree."""
    if level >= LEVELS:
        return hint_text(step_message)
    kind = "Pattern" if step_message.tier is Tier.LOCAL else "Technique"
    lines = (f"{kind}: {step_message.technique}.", _where(step_message), _which(step_message))
    return "\n".join(lines[:level])


def graded_roles(roles: highlights.Roles, level: int) -> highlights.Roles:
    """The roles that a level shows; at the second the places that follow look like the others."""
    if level == 1:
        return {}
    if level == 2:
        return {place: Role.SUPPORTS if role is Role.FORCES else role for place, role in roles.items()}
    return roles


def _where(step_message: StepMessage) -> str:
    """Return the place of a pattern, else the rules, with cells for those whose sentence names no place.

    A region stands in for cases about many cells.
    """
    if step_message.places:
        return f"Look here: {place_list(step_message.places)}."
    sentences: dict[str, dict[str, None]] = {}
    for case in step_message.cases:
        named = any(str(value) in case.sentence for _, value in case.bindings)
        few = len(case.cells) <= MOST_CELLS
        sentences.setdefault(case.sentence, {}).update(dict.fromkeys(case.cells if few and not named else ()))
    texts = [f"{one} ({place_list(list(cells))})" if cells else one for one, cells in sentences.items()]
    rest = [f"{len(texts) - MOST_SENTENCES} more like these"] if len(texts) > MOST_SENTENCES else []
    wide = not step_message.cases or any(len(case.cells) > MOST_CELLS for case in step_message.cases)
    around = _around(step_message) if wide else ""
    rules = "; ".join([*texts[:MOST_SENTENCES], *rest])
    if around and rules:
        return f"Look here, {around}: {rules}."
    return f"Look here: {around or rules}."


def _around(step_message: StepMessage) -> str:
    """A rectangle around what a step reads and decides; around what it decides where the other is too large."""
    follows = cells_in(fact.place for fact in step_message.follows)
    every = cells_in(fact.place for fact in (*step_message.follows, *step_message.reads))
    for cells in (every, follows):
        if cells:
            (top, left), (bottom, right) = corners_around(cells)
            if (bottom - top + 1) * (right - left + 1) <= MOST_AROUND or cells == follows:
                first, last = f"R{top}C{left}", f"R{bottom}C{right}"
                return f"from {first} to {last}" if first != last else f"near {first}"
    return "on the whole board"


def _which(step_message: StepMessage) -> str:
    return f"What follows is at {place_list(list(dict.fromkeys(fact.place for fact in step_message.follows)))}."
