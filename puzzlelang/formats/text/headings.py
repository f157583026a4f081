"""Assigns hints above and below a grid to columns."""

from collections.abc import Sequence

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.row_cuts import RowCut
from puzzlelang.formats.text.split import TextRow, TextToken
from puzzlelang.formats.text.values import BLANKS

TALLEST = 40
"""So many hints may stand on top of each other."""

Pattern = tuple[TextRow, RowCut]
"""A row of cells that was read, which shows in which text columns the cells lie."""


def heading_lines(rows: Sequence[TextRow], written: Sequence[TextRow], has_left: bool) -> list[int]:
    """Return the possible numbers of lines, two or more, of a heading of stacked lists.

    A heading ends at a blank line.  If rows have hints on the left, it may also be the first lines whose indentation is
    greater than that of all later lines.
    """
    result = []
    lines = list(rows[next(index for index, row in enumerate(rows) if not row.blank) :])
    before = next((index for index, row in enumerate(lines) if row.blank), 0)
    if 1 < before < len(written):
        result.append(before)
    if has_left:
        begins = [row.indentation for row in written]
        indented = [
            count
            for count in range(2, min(len(begins), TALLEST))
            if min(begins[:count]) > max(begins[count:]) and count not in result
        ]
        result += indented
    return result


def heading(
    lines: Sequence[TextRow], width: int, pattern: Pattern | None, side: str, lists: bool
) -> tuple[tuple[tuple[TextToken, ...], ...], list[Diagnostic]]:
    """Return the hints of each column, and the errors.  Lists may take several stacked lines.

    If a line does not fit the columns, that is the only error, and each token is returned as a hint of its own.
    """
    columns: list[tuple[TextToken, ...]] = [() for _ in range(width)]
    for row in lines:
        result = _line(row, width, pattern, stacked=len(lines) > 1, lists=lists)
        if result is None:
            return tuple((token,) for line in lines for token in pieces(line)), [
                _wrong_number(row, width, side, pattern)
            ]
        for index, token in enumerate(result):
            if token is not None and not (len(lines) > 1 and token.text in BLANKS):
                columns[index] = (*columns[index], token)
    return tuple(columns), []


def _line(
    row: TextRow, width: int, pattern: Pattern | None, *, stacked: bool, lists: bool
) -> Sequence[TextToken | None] | None:
    """Return one token or None for each column; None for the whole line if its tokens fit no columns."""
    tokens = row.tokens()
    if len(tokens) == width:
        # In stacked lines the right number of tokens may be a coincidence, so alignment comes first.
        aligned = _align(row, tokens, width, pattern) if stacked and len(tokens) > 1 else None
        return aligned if aligned is not None else tokens
    if len(tokens) == 1 and len(tokens[0].text) == width and not (lists and "," in tokens[0].text):
        return tokens[0].characters()
    return _align(row, tokens, width, pattern)


def _align(
    row: TextRow, tokens: Sequence[TextToken], width: int, pattern: Pattern | None
) -> Sequence[TextToken | None] | None:
    if pattern is None:
        return None
    body, cut = pattern
    result: list[TextToken | None] = [None] * width
    if cut.compact:
        first = body.column(cut.cells[0])
        if len(tokens) == 1 and row.column(tokens[0]) == first and len(tokens[0].text) < width > 2:
            return None  # hints without a gap that stop early are a slip, not blanks at the end
        for token in tokens:
            for character in token.characters():
                index = row.column(character) - first
                if not 0 <= index < width:
                    return None
                result[index] = character
        return result
    ends = {body.column(cell) + len(cell.text): index for index, cell in enumerate(cut.cells)}
    starts = {body.column(cell): index for index, cell in enumerate(cut.cells)}
    for token in tokens:
        start = row.column(token)
        place = ends.get(start + len(token.text), starts.get(start))
        if place is None or result[place] is not None:
            return None
        result[place] = token
    return result


def pieces(row: TextRow) -> tuple[TextToken, ...]:
    """The tokens of a line, or the characters of its only one."""
    tokens = row.tokens()
    return tokens[0].characters() if len(tokens) == 1 else tokens


def _wrong_number(row: TextRow, width: int, side: str, pattern: Pattern | None) -> Diagnostic:
    tokens = row.tokens()
    single = len(tokens) == 1
    count = len(tokens[0].text) if single and width > 1 else len(tokens)
    extra = count > width
    at = tokens[width] if extra and not single else tokens[-1]
    if single and extra:
        at = tokens[0].part(width, count)
    advice = f"write {width} hints" if extra else f"write {width} hints, with `.` where a column has none"
    if extra and pattern is not None and len(pattern[1].left) == count - width:
        advice += "; if these are cells, the hints beside the grid are missing: write `.` for each"
    return Diagnostic(
        "E102",
        f"the {side} margin has {count_of(count, 'hint')} for {count_of(width, 'column')}",
        at.span,
        "this is too much" if extra else "the hints end here",
        advice,
    )
