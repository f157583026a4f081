"""Reads pictures with links or borders whose tokens stand apart: numbers above 9, names without a symbol.

A row has as many tokens as the tight picture has characters, `.` (or `+` at a corner) where nothing is.  A tight row
has at most half as many, so with a known width the two cannot be confused.
"""

from collections.abc import Sequence

from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.grid import GridTask, Size, TokenGrid
from puzzlelang.formats.text.layout import PictureShape
from puzzlelang.formats.text.split import TextToken
from puzzlelang.formats.text.values import BLANKS


def misplaced_token(task: GridTask, token: TextToken) -> Diagnostic:
    """The error for a token where the picture has no place for one."""
    return Diagnostic(
        "E115",
        f"`{token.text}` in {task.where} lies at no place of the board",
        token.span,
        help=f"every character of this picture has its place ({task.shape.value}); where a value needs more than one, "
        "write blanks between all places, with `.` for nothing",
    )


def read_spaced(task: GridTask) -> TokenGrid | None:
    """The picture of tokens apart, with its errors; None if it is none."""
    first = 1 if task.shape is PictureShape.LINKS else 0
    rows = [row.tokens() for row in task.rows if not row.blank]
    size = _size(task.size, rows, first)
    if size is None or size.height is None or size.width is None:
        return None
    lines, wanted = _extent(size.height, first), _extent(size.width, first)
    fitting = [len(row) == wanted for row in rows]
    long = any(len(token.text) > 1 for row in rows for token in row)
    whole = all(fitting) and len(rows) == lines and (long or wanted > 1)
    # Single characters apart may be a tight picture drawn at twice its width, with gaps in its rows of links.
    if not whole and not (any(fitting) and (long or not first) and wanted > 1):
        return None
    problems = [_ragged_row(task, row, number, wanted) for number, row in enumerate(rows, 1) if len(row) != wanted]
    if len(rows) != lines:
        message = f"{task.where} has {len(rows)} rows where {lines} are wanted"
        advice = f"write {lines} rows of {wanted} values, drawn as {task.shape.value} for H rows and W columns of cells"
        problems.append(Diagnostic("E114", message, rows[-1][-1].span, help=advice))
    tokens: dict[tuple[int, int], TextToken] = {}
    for number, row in enumerate(rows):
        for index, token in enumerate(row):
            if not first or not (number % 2 and index % 2):
                tokens[number + first, index + first] = token
            elif token.text not in BLANKS:
                problems.append(misplaced_token(task, token))
    return TokenGrid(size.height, size.width, tokens, problems=tuple(problems))


def _extent(cells: int, first: int) -> int:
    return 2 * cells + 1 - 2 * first


def _size(size: Size, rows: Sequence[Sequence[TextToken]], first: int) -> Size | None:
    """The size of the board, from the picture if it is not known; None if that is no picture of tokens apart."""
    if size.height is not None and size.width is not None:
        return size
    wanted = len(rows[0])
    if wanted < 3 or wanted % 2 == 0 or len(rows) % 2 == 0 or any(len(row) != wanted for row in rows):
        return None
    corners = {token.text for row in rows[first::2] for token in row[first::2]}
    if not corners <= BLANKS | {"+"} or all(len(token.text) == 1 for row in rows for token in row):
        return None
    return Size((len(rows) - 1) // 2 + first, (wanted - 1) // 2 + first, size.square)


def _ragged_row(task: GridTask, row: Sequence[TextToken], number: int, wanted: int) -> Diagnostic:
    return Diagnostic(
        "E101",
        f"row {number} of {task.where} has {len(row)} values with blanks between them where {wanted} are wanted",
        row[-1].span,
        "the row ends here",
        "write a value for each place, also between the cells; `.` stands for nothing",
    )
