"""What else can be asked of a board: what all answers share, why there is none, whether a drawing can be completed."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from puzzlelang.geometry import Place
from puzzlelang.ground import from_typed
from puzzlelang.pipeline import ground
from puzzlelang.problem.drawn import drawn
from puzzlelang.problem.findings import Case, case
from puzzlelang.problem.record import told
from puzzlelang.puzzle import Drawing, Puzzle, Value
from puzzlelang.solving import engines, search
from puzzlelang.solving import why as reasons
from puzzlelang.solving.engine import Unknown
from puzzlelang.solving.limits import NO_LIMITS, Limits, worked
from puzzlelang.typed import ir


class Facts(msgspec.Struct, frozen=True):
    """What all answers of a board have in common, as a partial drawing; None if there is no answer.

    `stopped`: why the search gave up; there may then be fewer facts than drawn.
    """

    drawing: Drawing | None
    stopped: str = ""


def facts(rules: ir.Ruleset, puzzle: Puzzle, *, engine: str = engines.AUTO, within: Limits = NO_LIMITS) -> Facts:
    """The values that are the same in every answer.  Raises `Failed` as `solve` does."""
    chosen = engines.engine(engine)
    outline = from_typed.skeleton(rules, puzzle)
    items, stopped = worked(lambda: search.facts(ground(rules, puzzle), chosen), within)
    if items and isinstance(items[-1], Unknown):
        stopped = items.pop().reason
    if len(items) < 2:
        return Facts(None, stopped)
    values, kept = items[0], set(items[-1])
    solution = outline.solution(values).values
    common: dict[str, Mapping[Place, Value]] = {}
    for find, places in outline.finds.items():
        same = [(place, variable.index) for place, variable in places.items() if variable.index in kept]
        if find in outline.partitions:
            common[find] = told(puzzle.geometry, {place: bool(values[index]) for place, index in same})
        else:
            common[find] = {place: solution[find][place] for place, _ in same}
    return Facts(Drawing(common), stopped)


def why(
    rules: ir.Ruleset, puzzle: Puzzle, drawing: Drawing | None = None, *, within: Limits = NO_LIMITS
) -> tuple[tuple[Case, ...] | None, str]:
    """Cases of rules that contradict each other, none of which can be left out; None if there is an answer.

    What a drawing fixes is taken as given.  The second item says why the search gave up.  Raises `Failed`.
    """
    chosen = engines.engine(reasons.ENGINE)

    def job() -> Iterator[Any]:
        problem = ground(rules, puzzle)
        fixed = [(index, value) for index, value in enumerate(drawn(problem, drawing)) if value is not None]
        try:
            yield tuple(map(case, reasons.contradiction(problem, chosen, fixed)))
        except ValueError:
            yield None
        except search.Stopped as reason:
            yield str(reason)

    items, stopped = worked(job, within)
    if items and isinstance(items[0], str):
        return None, items[0]
    return (items[0] if items else None), stopped


def completable(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    drawing: Drawing | None,
    *,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
) -> tuple[bool | None, str]:
    """Whether a drawing can be completed to an answer; None and the reason if that was not found out."""
    chosen = engines.engine(engine)

    def job() -> Iterator[Any]:
        problem = ground(rules, puzzle)
        fixed = [(index, value) for index, value in enumerate(drawn(problem, drawing)) if value is not None]
        yield from search.stream(problem, chosen, 1, fixed)

    items, stopped = worked(job, within)
    if items and isinstance(items[0], Unknown):
        return None, items[0].reason
    return (None, stopped) if stopped else (bool(items), "")
