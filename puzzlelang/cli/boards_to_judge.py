"""New boards by which techniques are judged where a rule file has too few examples."""

import sys

from puzzlelang import workshop
from puzzlelang.cli import output
from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits

ENOUGH, SIDE = 144, 6
"""So many cells of boards tell what patterns are worth; new boards with so many rows are made if there are fewer."""


def lacking(cells: int) -> int:
    """The number of new boards beside others with so many cells."""
    return max(0, -(-(ENOUGH - cells) // SIDE**2))


def new_boards(rules: Ruleset, count: int, seconds: float) -> list[Source]:
    """New boards, as many as can be made in time; none, with a remark, where a setter has to choose what is given."""
    if not count:
        return []
    output.show_progress(f"making {count_of(count, 'board')}")
    try:
        result = workshop.generate(rules, (SIDE, SIDE), count=count, within=Limits(seconds, None))
    except Failed as error:
        print(f"no new boards: {error}", file=sys.stderr)
        return []
    finally:
        output.show_progress("")
    if len(result.puzzles) < count:
        print(f"only {count_of(len(result.puzzles), 'new board')}: {result.stopped}", file=sys.stderr)
    return [Source(f"<new board {at + 1}>", result.text(at)) for at in range(len(result.puzzles))]
