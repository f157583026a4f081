"""Reads a grid of cells with its margins: finds hint lines, the width of the grid, missing cells.

A grid often has several parses (with and without margins, spaced and compact).  All are tried, and the one with the
fewest faults wins; its faults are reported.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from puzzlelang.capacity import most_cells
from puzzlelang.diagnostics.nearest import count_of, join_words
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid
from puzzlelang.formats.text.headings import heading, heading_lines, pieces
from puzzlelang.formats.text.row_cuts import RowCut, cuts, is_hint
from puzzlelang.formats.text.split import TextRow, TextToken
from puzzlelang.formats.text.values import BLANKS, kind_of, numeric
from puzzlelang.typed.ir import Base, Given, Item

HEADINGS = 50
"""Lines of hints that are allowed in addition to the rows of the tallest board."""

TALL = 500
"""Above so many rows, margins are there on all sides or on none: to try all combinations would take too long."""

MOST_RAGGED = 10
"""So many rows of a wrong length are reported; the rest is most likely the same slip."""


class _Plan(msgspec.Struct, frozen=True):
    """A way to read the grid: which sides have margins, how many lines the top one takes."""

    sides: dict[str, Item]
    lines: int
    dropped: frozenset[str]


def read_cells(task: GridTask) -> TokenGrid:
    """The parse with the fewest faults; one line at least must not be blank."""
    rows = tuple(row for row in task.rows if not row.blank)
    if len(rows) > (most := most_cells() + HEADINGS):
        span = rows[most].tokens()[0].span
        advice = f"use a board of at most {most_cells():,} cells"
        return TokenGrid(1, 1, problems=(Diagnostic("E110", f"{task.where} has {len(rows)} rows", span, help=advice),))
    best: tuple[int, TokenGrid] | None = None
    whole: TokenGrid | None = None
    for plan in _plans(task, rows):
        if len(rows) < plan.lines + ("bottom" in plan.sides) + 1:
            continue
        grid, faults = _attempt(task, rows, plan)
        whole = whole or grid
        if plan.dropped and task.size.width is None:
            # A plan drops margins wrongly if most entries in them are meant as hints, even if one has an error.
            faults += 3 * _are_hints(task, whole, plan.dropped)
            faults += bool(plan.sides) and not _are_hints(task, grid, plan.sides)
        if not faults:
            return grid
        if best is None or faults < best[0]:
            best = faults, grid
    if best is None:
        advice = "write the rows of the grid under the hints"
        return TokenGrid(
            1, 1, problems=(Diagnostic("E105", "there is no grid", rows[-1].tokens()[-1].span, help=advice),)
        )
    return best[1]


def _plans(task: GridTask, rows: Sequence[TextRow]) -> Iterator[_Plan]:
    # The size of a drawing's board is known, so a bare grid is not mistaken for one with margins.
    counts = range(len(task.sides) + 1)
    for count in counts if task.droppable else reversed(counts):
        if 0 < count < len(task.sides) and len(rows) > TALL:
            continue
        for chosen in combinations(task.sides, count):
            sides = {side: task.sides[side] for side in chosen}
            dropped = frozenset(task.sides) - frozenset(chosen)
            top = sides.get("top")
            yield _Plan(sides, 1 if top else 0, dropped)
            if top is not None and kind_of(top).base is Base.NUMBERS:
                for lines in heading_lines(task.rows, rows, "left" in sides):
                    yield _Plan(sides, lines, dropped)


def _are_hints(task: GridTask, grid: TokenGrid, sides: Collection[str]) -> bool:
    """Return whether at least half of the margin entries of `grid` on `sides` are meant as hints.

    False if one of them looks like several cells.
    """
    hints = [(task.sides[side], hint) for side in sides for hint in grid.hints.get(side, ())]
    if any(_row_of_cells(task, item, token) for item, hint in hints for token in hint):
        return False
    return sum(_is_hint_of(item, hint) for item, hint in hints) * 2 >= max(1, len(hints))


def _row_of_cells(task: GridTask, item: Item, token: TextToken) -> bool:
    """Return whether a token in the place of a hint is none, but stands for several cells, such as `..`."""
    return len(token.text) > 1 and not _is_hint_of(item, [token]) and all(map(task.plausible, token.text))


def _is_hint_of(item: Item, hint: Sequence[TextToken]) -> bool:
    """Return whether the tokens are meant as a hint of `item`, valid or not; blanks are not."""
    texts = [token.text for token in hint if token.text not in BLANKS]
    digits = numeric(kind_of(item)) and any(character.isdigit() for text in texts for character in text)
    return bool(texts) and (digits or is_hint(item, hint))


def _attempt(task: GridTask, rows: Sequence[TextRow], plan: _Plan) -> tuple[TokenGrid, int]:
    """Read the grid by one plan; return it with its number of faults (errors, tokens out of place, a wrong shape)."""
    left, right = plan.sides.get("left"), plan.sides.get("right")
    last = len(rows) - ("bottom" in plan.sides)
    body = rows[plan.lines : last]
    ways = [_plausible(task, cuts(row, left, right)) for row in body]
    # A heading of several lines has stacked lists: none of its lines shows the number of columns.
    headings = [*(rows[: plan.lines] if plan.lines == 1 else ()), *rows[last:]]
    width = task.size.width or _vote(ways, headings, task.size)
    chosen = [next((cut for cut in way if cut.width == width), None) for way in ways]
    unwritten = [side for side in task.sides if side in plan.dropped and _needs_hints(task, side)]
    problems = [_missing_margins(task, unwritten, rows[0].tokens()[0])] if unwritten else []
    ragged = [number for number, cut in enumerate(chosen, 1) if cut is None]
    for number in ragged[:MOST_RAGGED]:
        problems.append(_ragged_row(task, body[number - 1], number, ways=ways[number - 1], width=width, plan=plan))
    pattern = next(((row, cut) for row, cut in zip(body, chosen, strict=True) if cut is not None), None)
    hints: dict[str, tuple[tuple[TextToken, ...], ...]] = {}
    if left is not None:
        hints["left"] = tuple(cut.left if cut else () for cut in chosen)
    if right is not None:
        hints["right"] = tuple(cut.right if cut else () for cut in chosen)
    for side, lines in (("top", rows[: plan.lines]), ("bottom", rows[last:])):
        if side in plan.sides:
            hints[side], wrong = heading(lines, width, pattern, side, kind_of(plan.sides[side]).base is Base.NUMBERS)
            problems += wrong
    if task.size.height is not None and len(body) != task.size.height:
        problems.append(_wrong_height(task, body))
    tokens = {
        (2 * number - 1, 2 * column - 1): token
        for number, cut in enumerate(chosen, 1)
        if cut is not None
        for column, token in enumerate(cut.each(), 1)
    }
    grid = TokenGrid(len(body), width, tokens, hints, plan.dropped, tuple(problems))
    oblong = task.size.square and len(body) != width
    return grid, len(problems) + max(0, len(ragged) - MOST_RAGGED) + _misfits(task, plan, chosen, hints) + 2 * oblong


def _misfits(
    task: GridTask, plan: _Plan, chosen: Sequence[RowCut | None], hints: Mapping[str, Sequence[Sequence[TextToken]]]
) -> int:
    """Return how many rows have a token that cannot be a cell, plus how many hints cannot be hints."""
    odd = sum(not all(map(task.plausible, cut.texts())) for cut in chosen if cut is not None)
    for side, item in plan.sides.items():
        must = _needs_hints(task, side)
        odd += sum(not (_is_hint_of(item, hint) if must else is_hint(item, hint)) for hint in hints.get(side, ()))
    return odd


def _plausible(task: GridTask, ways: list[RowCut]) -> list[RowCut]:
    """The cuts whose cells can all be cells, or all cuts if there is none."""
    return [cut for cut in ways if all(map(task.plausible, cut.texts()))] or ways


def _needs_hints(task: GridTask, side: str) -> bool:
    item = task.sides[side]
    return not (task.droppable or kind_of(item).absent or (isinstance(item, Given) and item.default is not None))


def _vote(ways: Sequence[Sequence[RowCut]], headings: Sequence[TextRow], size: Size) -> int:
    """Return the width with the most votes, the largest of several with equally many.

    Rows vote for the widths of their cuts, headings for their number of tokens, a square board for its height.
    A single long token counts as a row of many cells, not as one cell.
    """
    votes: Counter[int] = Counter()
    for way in ways:
        for width in {cut.width for cut in way if cut.compact or cut.width > 1 or len(cut.cells[0].text) == 1}:
            votes[width] += 1 if all(cut.weak for cut in way if cut.width == width) else 2
    for row in headings:
        tokens = row.tokens()
        width = len(tokens[0].text) if len(tokens) == 1 else len(tokens)
        if width in votes:
            votes[width] += len(ways)
    if size.square and len(ways) in votes:
        votes[len(ways)] += 1
    return max(votes, key=lambda width: (votes[width], width), default=1)


def _ragged_row(
    task: GridTask, row: TextRow, number: int, *, ways: Sequence[RowCut], width: int, plan: _Plan
) -> Diagnostic:
    tokens = row.tokens()
    bare = [len(tokens), len(tokens[0].text) if len(tokens) == 1 else 0]
    sides = [side for side in ("left", "right") if side in plan.sides]
    if sides and width in bare and not ("left" in sides and _is_hint_of(plan.sides["left"], pieces(row)[:1])):
        advice = "write `.` where there is no hint" if kind_of(plan.sides[sides[0]]).absent else "write one hint there"
        place = f"row {number} has {width} cells but no hint on the {join_words(sides)}"
        return Diagnostic("E102", place, tokens[0].span, "the hint belongs before this" * (sides == ["left"]), advice)
    if "left" in sides and "right" not in sides and len(tokens) > 2 and len(tokens[-1].text) == width > 1:
        return Diagnostic("E102", f"row {number} has {len(tokens) - 1} hints on the left where one is wanted",
                          tokens[1].span, help="leave one hint")  # fmt: skip
    result = min((cut.width for cut in ways), key=lambda other: (abs(other - width), other), default=0)
    known = "the board has" if task.size.width is not None or "top" in plan.sides else "the other rows have"
    change = "add" if result < width else "leave out"
    return Diagnostic(
        "E101",
        f"row {number} of {task.where} has {count_of(result, 'cell')}, {known} {width}",
        tokens[-1].span,
        "the row ends here",
        f"{change} {count_of(abs(width - result), 'cell')}; write `.` for an empty one",
    )


def _wrong_height(task: GridTask, body: Sequence[TextRow]) -> Diagnostic:
    wanted = task.size.height or 0
    row = body[wanted] if len(body) > wanted else body[-1]
    return Diagnostic(
        "E114",
        f"{task.where} has {count_of(len(body), 'row')} where the board has {wanted}",
        row.tokens()[-1].span,
        help=f"write {wanted} rows",
    )


def _missing_margins(task: GridTask, sides: Sequence[str], token: TextToken) -> Diagnostic:
    names = join_words(dict.fromkeys(task.sides[side].name for side in sides))
    return Diagnostic(
        "E102",
        f"{task.where} has no {names} hints at the {join_words(sides)}",
        token.span,
        help="write one hint for each line of the grid, columns above it and rows left of it"
        if set(sides) <= {"top", "left"}
        else "write one hint for each line of the grid at these sides",
    )
