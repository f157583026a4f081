"""A book as PDF: text and boards flow from page to page."""

import io
from collections.abc import Iterator, Sequence
from typing import Any

from puzzlelang.book.record import GRIDS, MILLIMETRE, PAPERS, Book, BookEntry
from puzzlelang.pipeline import picture
from puzzlelang.puzzle import Drawing
from puzzlelang.render import players
from puzzlelang.scene import packages
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.figure import Figure
from puzzlelang.scene.to_pdf import BOLD, PLAIN, canvas, check_letters, draw_figure
from puzzlelang.typed.ir import Ruleset

MARGIN, FOOT = 16 * MILLIMETRE, 10 * MILLIMETRE
GAP = 6 * MILLIMETRE
LARGEST_CELL = 11 * MILLIMETRE
TITLE, HEADING, TEXT, LABEL = 24.0, 16.0, 9.5, 9.0
"""Heights of letters in points."""

LEADING = 1.35
ANSWERS = 12
"""Answers on a page."""

SMALLEST = 0.6
"""The least height to which a row of boards may shrink to fit on a page, as a fraction of its full height."""


class _Paper:
    """Pages that fill from the top.

    `y` is the lower edge of the content on the current page, in points from its bottom.
    `rows` counts the rows of boards on that page.
    """

    def __init__(self, page: Any, size: tuple[float, float]) -> None:
        self.page = page
        self.width, self.height = size[0] - 2 * MARGIN, size[1] - 2 * MARGIN - FOOT
        self.left, self.top = MARGIN, size[1] - MARGIN
        self.y = self.top
        self.number = 1
        self.rows = 0
        self._metrics = packages.require_package("reportlab.pdfbase.pdfmetrics", "PDF")

    @property
    def left_over(self) -> float:
        """The height that is free on this page."""
        return self.y - (self.top - self.height)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing stands on this page."""
        return self.y == self.top

    def turn(self) -> None:
        """Go to the next page."""
        self.foot()
        self.page.showPage()
        self.number += 1
        self.rows = 0
        self.y = self.top

    def foot(self) -> None:
        """Draw the page number at the bottom of the page."""
        self.page.setFont(PLAIN, LABEL)
        self.page.drawCentredString(self.left + self.width / 2, MARGIN, str(self.number))

    def write(self, text: str, height: float, *, bold: bool = False, indent: float = 0.0) -> None:
        """Lines of text, as many as it takes, on the next page if this one is full."""
        font = BOLD if bold else PLAIN
        check_letters([text])
        for line in self._wrap(text, font, height, self.width - indent):
            if self.left_over < height * LEADING:
                self.turn()
            self.page.setFont(font, height)
            self.page.setFillColor("#000000")
            self.page.drawString(self.left + indent, self.y - height, line)
            self.y -= height * LEADING

    def lines(self, text: str, height: float) -> int:
        """Return how many lines a plain text takes."""
        return len(list(self._wrap(text, PLAIN, height, self.width)))

    def _wrap(self, text: str, font: str, height: float, room: float) -> Iterator[str]:
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self._metrics.stringWidth(longer, font, height) > room:
                yield line
                line = word
            else:
                line = longer
        yield line


def pdf(book: Book) -> bytes:
    """The book: a title, the boards of each puzzle behind its rules, then all answers.

    Raises `Failed` if a package is missing.
    """
    held = io.BytesIO()
    size = PAPERS[book.paper]
    page = canvas(held, size)
    page.setTitle(book.title or "Puzzles")
    paper = _Paper(page, size)
    if book.title:
        paper.write(book.title, TITLE, bold=True)
        paper.y -= GAP
    chapters = book.chapters()
    for chapter in chapters:
        _chapter(paper, book.per_page, chapter.rules, [entry for _, entry in chapter.entries], chapter.entries[0][0])
    answers = [(number, entry) for chapter in chapters for number, entry in chapter.entries if entry.answer is not None]
    if answers:
        paper.turn()
        paper.write("Answers", HEADING, bold=True)
        paper.y -= GAP / 2
        shown = [figure(picture(entry.rules, entry.puzzle, entry.answer)) for _, entry in answers]
        labels = [f"{number}  {entry.rules.title}" for number, entry in answers]
        _boards(paper, ANSWERS, shown, labels)
    paper.foot()
    page.showPage()
    page.save()
    return held.getvalue()


def _chapter(paper: _Paper, per_page: int, rules: Ruleset, entries: Sequence[BookEntry], first: int) -> None:
    """Heading, rules and boards of one puzzle; the rules stand on the page of the first boards."""
    sentences = players.rule_sentences(rules, [entry.puzzle for entry in entries])
    lines = [f"{number}. {lines}" for number, lines in enumerate(sentences, 1)]
    rows = GRIDS[per_page][1]
    needed = HEADING * LEADING + sum(paper.lines(line, TEXT) for line in lines) * TEXT * LEADING + GAP
    full = paper.rows >= rows or paper.left_over < needed + SMALLEST * _slot(paper, rows)
    if full and not paper.is_fresh:
        paper.turn()
    paper.write(rules.title, HEADING, bold=True)
    for line in lines:
        paper.write(line, TEXT)
    paper.y -= GAP / 2
    shown = [figure(picture(entry.rules, entry.puzzle, Drawing({}))) for entry in entries]
    _boards(paper, per_page, shown, [str(number) for number in range(first, first + len(entries))])
    paper.y -= GAP


def _slot(paper: _Paper, rows: int) -> float:
    """Return the height in points of one of `rows` rows of boards that fill a page below a heading."""
    return (paper.height - HEADING * LEADING - GAP - (rows - 1) * GAP) / rows


def _boards(paper: _Paper, per_page: int, shown: Sequence[Figure], labels: Sequence[str]) -> None:
    """Draw pictures in rows, each as large as its place allows; a row that does not fit goes to the next page.

    A row may shrink to the fraction `SMALLEST` of its full height to fit on the current page.
    """
    columns, rows = GRIDS[per_page]
    wide = (paper.width - (columns - 1) * GAP) / columns
    whole = _slot(paper, rows)
    for start in range(0, len(shown), columns):
        high = min(whole, paper.left_over)
        if high < SMALLEST * whole or paper.rows >= rows:
            paper.turn()
            high = whole
        paper.rows += 1
        room = high - LABEL * LEADING
        deepest = 0.0
        for place, (figure_, label) in enumerate(zip(shown[start : start + columns], labels[start:], strict=False)):
            unit = min(wide / figure_.width, room / figure_.height, LARGEST_CELL)
            left = paper.left + place * (wide + GAP)
            paper.page.setFont(BOLD, LABEL)
            paper.page.setFillColor("#000000")
            paper.page.drawString(left, paper.y - LABEL, label)
            draw_figure(paper.page, figure_, left, paper.y - LABEL * LEADING, unit)
            deepest = max(deepest, figure_.height * unit)
        paper.y -= min(high, deepest + LABEL * LEADING) + GAP
