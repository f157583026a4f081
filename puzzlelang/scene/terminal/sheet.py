"""A grid of characters at rows and columns of a terminal; some take two columns or none."""

from collections.abc import Mapping

from rich.cells import cell_len

from puzzlelang.scene.record import Role, Tone

RESET = "\x1b[0m"


def width(text: str) -> int:
    """The display width of a text in columns."""
    return cell_len(text)


def pieces(text: str) -> list[str]:
    """Characters, each with the combining ones behind it."""
    found: list[str] = []
    for character in text:
        if found and not cell_len(character):
            found[-1] += character
        else:
            found.append(character)
    return found


class TerminalSheet:
    """Characters by position; later writing replaces earlier."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, tuple[str, str]]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Writes a text from a column on; `style` has the parameters of an ANSI escape."""
        written = self._rows.setdefault(row, {})
        for piece in pieces(text):
            written[column] = piece, style
            for covered in range(column + 1, column + max(1, width(piece))):
                written[covered] = "", style
            column += max(1, width(piece))

    def at(self, row: int, column: int) -> str:
        """The character in a column, a blank if there is none."""
        return self._rows.get(row, {}).get(column, (" ", ""))[0]

    def text(self, *, colour: bool) -> str:
        """All rows from the first to the last, without blanks at their ends."""
        if not self._rows:
            return ""
        left = min(column for row in self._rows.values() for column in row)
        rows = range(min(self._rows), max(self._rows) + 1)
        return "\n".join(_row(self._rows.get(row, {}), left, colour=colour) for row in rows) + "\n"


def _row(written: Mapping[int, tuple[str, str]], left: int, *, colour: bool) -> str:
    found, styled = "", ""
    for column in range(left, max(written, default=left - 1) + 1):
        piece, look = written.get(column, (" ", ""))
        if colour and look != styled:
            found += (RESET if styled else "") + (f"\x1b[{look}m" if look else "")
            styled = look
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
    """The ANSI style of a tone, by default ink for givens and pen for drawn values."""
    return STYLES.get(tone or (Tone.PEN if role is Role.FOUND else Tone.INK), "")
