"""Writes tokens by lattice place as lines of text: the inverse of `picture` and `cells`."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from puzzlelang.formats.text.lattice_rows import paint_rows
from puzzlelang.formats.text.layout import PictureShape
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.tiling import Tiling

Tokens = Mapping[tuple[int, int], str]


def paint(
    geometry: Geometry, shape: PictureShape, tokens: Tokens, blank: str, hints: Mapping[str, Sequence[str]]
) -> str:
    """The picture of a board; cells and corners without a token are blank, links and borders are left empty.

    `hints` are the margins of a grid of cells, one token for each line.  A picture with links or borders some of whose
    tokens have more than one character is written with gaps between all places.
    """
    if isinstance(geometry, Tiling):
        return paint_rows(geometry, tokens, blank)
    match shape:
        case PictureShape.CELLS:
            return _grid(_matrix(geometry, tokens, 1, blank), hints)
        case PictureShape.CORNERS:
            return _grid(_matrix(geometry, tokens, 0, blank), {})
        case PictureShape.LINKS:
            return _picture(geometry, tokens, 1, blank)
        case PictureShape.LATTICE:
            return _picture(geometry, tokens, 0, blank)
        case _:
            assert_never(shape)


def _matrix(geometry: Geometry, tokens: Tokens, first: int, blank: str) -> list[list[str]]:
    rows, columns = range(first, 2 * geometry.height + 1, 2), range(first, 2 * geometry.width + 1, 2)
    return [[tokens.get((row, column), blank) for column in columns] for row in rows]


def _picture(geometry: Geometry, tokens: Tokens, first: int, blank: str) -> str:
    def character(row: int, column: int) -> str:
        corner = first == 0 and not (row % 2 or column % 2)
        empty = blank if row % 2 and column % 2 else "+" if corner else " "
        return tokens.get((row, column), empty)

    rows, columns = (range(first, 2 * extent + 1 - first) for extent in (geometry.height, geometry.width))
    if any(len(token) > 1 for token in tokens.values()):
        apart = [[character(row, column) for column in columns] for row in rows]
        return _grid([[blank if token == " " else token for token in line] for line in apart], {})
    return "".join("".join(character(row, column) for column in columns).rstrip() + "\n" for row in rows)


def is_compact(cells: Sequence[Sequence[str]], hints: Mapping[str, Sequence[str]]) -> bool:
    """Whether every cell and every hint above or below one has a single character."""
    above = [hint for side in ("top", "bottom") for hint in hints.get(side, ())]
    return all(len(token) == 1 for row in (*cells, above) for token in row)


def _grid(cells: Sequence[Sequence[str]], hints: Mapping[str, Sequence[str]]) -> str:
    """Cells with their margins, everything aligned to the right of its column, one blank between margin and grid."""
    gap = "" if is_compact(cells, hints) else " "
    columns = list(zip(*cells, hints.get("top", cells[0]), hints.get("bottom", cells[0]), strict=True))
    widths = [max(len(token) for token in column) for column in columns]

    def line(tokens: Sequence[str]) -> str:
        return gap.join(token.rjust(width) for token, width in zip(tokens, widths, strict=True))

    left, right = hints.get("left", ()), hints.get("right", ())
    before = max((len(hint) for hint in left), default=-1)
    lines = [" " * (before + 1) + line(hints["top"])] if "top" in hints else []
    for index, row in enumerate(cells):
        start = f"{left[index].rjust(before)} " if left else ""
        end = f" {right[index]}" if right else ""
        lines.append(start + line(row) + end)
    if "bottom" in hints:
        lines.append(" " * (before + 1) + line(hints["bottom"]))
    return "".join(text.rstrip() + "\n" for text in lines)
