"""Characters at rows and columns of a terminal, some of which take two columns or none."""

from rich.cells import cell_len

from puzzlelang.scene.record import Role, Tone

RESET = "\x1b[0m"


def width(text: str) -> int:
    """How many columns a text takes."""
    return cell_len(text)


def pieces(text: str) -> list[str]:
    """Characters, each with those that take no column of their own."""
    found: list[str] = []
    for character in text:
        if found and not cell_len(character):
            found[-1] += character
        else:
            found.append(character)
    return found


class Sheet:
    """What is written where; later writing replaces earlier."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a column on; `style` are parameters of the ANSI escape that selects its look."""
        for piece in pieces(text):
            self._cells[row, column] = piece, style
            for covered in range(column + 1, column + max(1, width(piece))):
                self._cells[row, covered] = "", style
            column += max(1, width(piece))

    def character(self, row: int, column: int) -> str:
        """What stands there, a blank if nothing does."""
        return self._cells.get((row, column), (" ", ""))[0]

    def text(self, *, colour: bool) -> str:
        """All rows from the first to the last, without blanks at their ends."""
        if not self._cells:
            return ""
        rows = [row for row, _ in self._cells]
        left = min(column for _, column in self._cells)
        return "\n".join(self._row(row, left, colour=colour) for row in range(min(rows), max(rows) + 1)) + "\n"

    def _row(self, row: int, left: int, *, colour: bool) -> str:
        columns = [column for other, column in self._cells if other == row]
        found, styled = "", ""
        for column in range(left, max(columns, default=left - 1) + 1):
            piece, style = self._cells.get((row, column), (" ", ""))
            if colour and style != styled:
                found += (RESET if styled else "") + (f"\x1b[{style}m" if style else "")
                styled = style
            found += piece
        return found.rstrip() + (RESET if styled else "")


STYLES = {
    Tone.PEN: "94",
    Tone.SHADE: "94",
    Tone.INK: "1",
    Tone.FAINT: "2",
    Tone.GREY: "90",
    Tone.RED: "91",
    Tone.ORANGE: "33",
    Tone.YELLOW: "93",
    Tone.GREEN: "92",
    Tone.BLUE: "94",
    Tone.VIOLET: "95",
    Tone.BROWN: "33",
    Tone.CYAN: "96",
    Tone.PINK: "95",
}
"""Colours of terminals; other tones are those of plain text."""


def style(tone: Tone | None, role: Role) -> str:
    """The look of what is drawn in a tone, by default in ink if it is given and with a pen if somebody drew it."""
    return STYLES.get(tone or (Tone.PEN if role is Role.FOUND else Tone.INK), "")
