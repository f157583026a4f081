"""Writes scenes as PDF, and figures on pages of PDF."""

import io
from collections.abc import Iterable
from typing import Any

from puzzlelang.diagnostics.record import fail
from puzzlelang.scene import packages, themes
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.figure import Circle, Figure, FigurePath, Paint, Primitive, Writing
from puzzlelang.scene.record import Scene

CELL_POINTS = 30.0
"""Points for a cell on a page that is as large as its picture."""

PLAIN, BOLD = "Vera", "VeraBd"
_BASELINE = 0.36


def pdf(scene: Scene, *, dark: bool = False) -> bytes:
    """One page as large as the picture.  Raises `Failed` if a package is missing."""
    shown = figure(scene, dark=dark)
    held = io.BytesIO()
    page = canvas(held, (shown.width * CELL_POINTS, shown.height * CELL_POINTS))
    page.setTitle(scene.title)
    draw_figure(page, shown, 0, shown.height * CELL_POINTS, CELL_POINTS, dark=dark)
    page.showPage()
    page.save()
    return held.getvalue()


def canvas(target: io.BytesIO, size: tuple[float, float]) -> Any:
    """A canvas of reportlab with the fonts, for pages of a size in points.

    The same pages give the same bytes.
    """
    pdfgen = packages.require_package("reportlab.pdfgen.canvas", "PDF")
    metrics = packages.require_package("reportlab.pdfbase.pdfmetrics", "PDF")
    fonts = packages.require_package("reportlab.pdfbase.ttfonts", "PDF")
    for name, path in zip((PLAIN, BOLD), packages.fonts("PDF"), strict=True):
        metrics.registerFont(fonts.TTFont(name, str(path)))
    return pdfgen.Canvas(target, pagesize=size, invariant=1)


def check_letters(texts: Iterable[str]) -> None:
    """Raises `Failed` for letters that the fonts lack: a PDF would have nothing in their place."""
    missing = packages.missing_characters(texts, "PDF")
    if missing:
        hint = "write it as SVG or PNG, or choose other symbols with `as` or a shape with `draw`"
        raise fail("E382", f"a PDF has no letter for `{missing[:20]}`", hint=hint)


def draw_figure(page: Any, shown: Figure, left: float, top: float, cell_points: float, *, dark: bool = False) -> None:
    """Draws a figure with its top left corner at (left, top), `cell_points` points for a cell; y points up on pages.

    Raises `Failed` for letters that the fonts lack.
    """
    check_letters(one.text for one in shown.primitives if isinstance(one, Writing))
    page.saveState()
    page.translate(left - shown.left * cell_points, top + shown.top * cell_points)
    page.scale(cell_points, -cell_points)
    page.setLineCap(1)
    page.setLineJoin(1)
    for one in shown.primitives:
        _primitive(page, one, dark=dark)
    page.restoreState()


def _primitive(page: Any, one: Primitive, *, dark: bool) -> None:
    match one:
        case FigurePath(steps, paint):
            filled, lined = _brush(page, paint, dark=dark)
            path = page.beginPath()
            for letter, *numbers in steps:
                draws = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
                draws[str(letter)](*numbers)
            page.drawPath(path, stroke=lined, fill=filled)
        case Circle(x, y, radius, paint):
            filled, lined = _brush(page, paint, dark=dark)
            page.circle(x, y, radius, stroke=lined, fill=filled)
        case Writing():
            font = BOLD if one.bold else PLAIN
            page.saveState()
            page.translate(one.x, one.y + _BASELINE * one.height)
            page.scale(1, -1)
            page.setFillColor(themes.colour(one.tone, dark=dark))
            page.setFont(font, one.height)
            (page.drawString if one.start else page.drawCentredString)(0, 0, one.text)
            page.restoreState()


def _brush(page: Any, paint: Paint, *, dark: bool) -> tuple[int, int]:
    """Set colours and line; whether to fill and whether to draw the line."""
    if paint.fill is not None:
        page.setFillColor(themes.colour(paint.fill, dark=dark))
    if paint.line is not None:
        page.setStrokeColor(themes.colour(paint.line, dark=dark))
        page.setLineWidth(paint.width)
        page.setDash(*([list(paint.dashes)] if paint.dashes else []))
    return int(paint.fill is not None), int(paint.line is not None)
