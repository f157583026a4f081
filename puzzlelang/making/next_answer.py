"""The next answer of a board in the making: near the best one so far, at times with a random given changed as well."""

import random
from contextlib import suppress

from puzzlelang.diagnostics.record import Failed
from puzzlelang.making.draft import BoardDraft
from puzzlelang.making.joint_search import JointSearch, structure_of
from puzzlelang.making.uniqueness import differing_cells
from puzzlelang.problem.record import Values
from puzzlelang.solving.checked_solver import Stopped

BOTH_SHARE = 0.5
"""Probability that a random given is changed together with the answer, as few answers allow a change of it."""


def next_answer(search: JointSearch, draft: BoardDraft, chance: random.Random) -> bool:
    """Continue with an answer near the best one; whether there is one."""
    stage = draft.stage
    if not stage.others:
        return False
    other, around = draft.nearby()
    if chance.random() < BOTH_SHARE and (base := draft.other_base(around)) is not None:
        with suppress(Failed, Stopped):
            search.rebase(base)
            if (values := search.answer_near(stage.answer, stage.structure, other, around, chance)) is not None:
                _begin(search, draft, values)
                return True
    if search.base is not stage.base:
        search.rebase(stage.base)
    if draft.nearest_other is not None:
        search.forbid((draft.answer, draft.nearest_other), differing_cells(draft.answer, draft.nearest_other))
    values = search.answer_near(stage.answer, stage.structure, other, around, chance)
    if values is not None:
        _begin(search, draft, values)
    return values is not None


def _begin(search: JointSearch, draft: BoardDraft, values: Values) -> None:
    """Go on with the answer in the values, on the base of the search.

    Clues that were not searched stay as they were, so that a board differs from the best one in little else.
    """
    draft.begin(search.solution(values), {**draft.stage.structure, **structure_of(search, values)}, search.base)
