"""Relates marks to each other: the background of each mark, and the marks that share its place."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from puzzlelang.geometry.places import Cell
from puzzlelang.scene import signs, spots, themes
from puzzlelang.scene.embedding import Embedding, embedding
from puzzlelang.scene.icons import HALVES
from puzzlelang.scene.record import (
    PALE,
    SOFT,
    Arrow,
    Fill,
    Margin,
    Mark,
    Outline,
    Regions,
    Role,
    Route,
    Scene,
    Sign,
    Spot,
    Stroke,
    TextMark,
    Tone,
)
from puzzlelang.scene.spots import MarginFrame

Lattice = tuple[int, int]

_UNDER_TEXT = frozenset({*SOFT, *PALE.values()})
"""Tones of paths on which texts need no plate."""

MIN_CONTRAST = 3.0
"""The contrast that WCAG 2 asks of what is not small text."""


class Surroundings(msgspec.Struct, frozen=True):
    """The backgrounds and neighbours of a scene's marks.

    `fills` are the tones of filled cells, `lines` those of lines through a place, by lattice places; `bodies` those of
    signs on which a text can stand.  `halves` are the shapes of half cells, `arrows` the directions of arrows.  `texts`
    are the spots with a text, `labelled` those with one at their top, `parted` those with one at their top right or
    bottom left, `framed` the cells in which a line runs along borders.
    """

    scene: Scene
    layout: Embedding
    frame: MarginFrame
    dark: bool
    fills: Mapping[Lattice, Tone]
    lines: Mapping[Lattice, frozenset[Tone]]
    bodies: Mapping[Spot, Tone]
    halves: Mapping[Spot, str]
    arrows: Mapping[Spot, tuple[int, int]]
    texts: frozenset[Spot]
    labelled: frozenset[Spot]
    parted: frozenset[Spot]
    framed: frozenset[Spot]

    def fill_under(self, spot: Spot) -> Tone | None:
        """The fill of the cell that contains a spot."""
        return self.fills.get(spot.lattice) if isinstance(spot, Cell) else None

    def is_crossed(self, spot: Spot) -> bool:
        """Whether a line goes through a place on the grid."""
        return not isinstance(spot, Margin) and spot.lattice in self.lines

    def is_hidden(self, mark: Sign | Arrow | Stroke, tones: Sequence[Tone]) -> bool:
        """Return whether a mark in these tones would be invisible on its background.

        Lines count as background only for marks that are as thin as a line and are no lines themselves.
        """
        if isinstance(mark.at, Margin):
            return False
        below = [{self.fills[place]} for place in self.layout.cells_at(mark.at.lattice) if place in self.fills]
        if isinstance(mark, Arrow) and mark.slot and mark.at in self.bodies:  # it may reach over the sign
            below.append({self.bodies[mark.at]})
        if _is_thin(mark) and mark.at.lattice in self.lines:
            below.append(set(self.lines[mark.at.lattice]))
        return any(
            all(themes.contrast(one, tone, dark=self.dark) < MIN_CONTRAST for one in tones)
            for below_tones in below
            for tone in below_tones
        )


def surroundings(scene: Scene, frame: MarginFrame, *, dark: bool) -> Surroundings:
    """The relations between the marks of a scene."""
    marks, layout = scene.marks(), embedding(scene.geometry)
    lines: dict[Lattice, frozenset[Tone]] = {}
    for mark in marks:
        for place, tone in _lines(mark, scene, layout):
            lines[place] = lines.get(place, frozenset()) | {tone}
    middle = [mark for mark in marks if isinstance(mark, Sign | Arrow | TextMark) and not mark.slot]
    halves = {mark.at: mark.shape for mark in middle if isinstance(mark, Sign) and mark.shape in HALVES}
    bodies = {mark.at: _body(mark) for mark in middle if isinstance(mark, Sign)}
    return Surroundings(
        scene,
        layout,
        frame,
        dark,
        {mark.at.lattice: mark.tone for mark in marks if isinstance(mark, Fill)},
        lines,
        {spot: body for spot, body in bodies.items() if body is not None},
        halves,
        {mark.at: mark.way for mark in middle if isinstance(mark, Arrow)},
        frozenset(mark.at for mark in middle if isinstance(mark, TextMark)),
        frozenset(mark.at for mark in marks if isinstance(mark, TextMark) and mark.slot.startswith("top")),
        frozenset(
            mark.at for mark in marks if isinstance(mark, TextMark) and mark.slot in ("top right", "bottom left")
        ),
        frozenset(cell for mark in marks if isinstance(mark, Regions | Outline) for cell in _framed_cells(mark)),
    )


def _body(mark: Sign) -> Tone | None:
    """Return the background tone of a text that stands on a sign; None if the sign gives none."""
    if mark.shape in HALVES:
        return signs.tones(mark.shape, mark.tone, line_tone(None, mark.role))[0]
    return signs.body_tone(mark.shape, mark.tone)


def line_tone(tone: Tone | None, role: Role) -> Tone:
    """The tone of lines: ink for givens, pen for drawn values."""
    return tone or (Tone.PEN if role is Role.FOUND else Tone.INK)


def _lines(mark: Mark, scene: Scene, layout: Embedding) -> Iterator[tuple[Lattice, Tone]]:
    """The places through which a mark draws lines."""
    match mark:
        case Stroke(at, shape):
            places = layout.passed(at, across=shape.endswith("wall"))
            yield from ((place, line_tone(mark.tone, mark.role)) for place in places)
        case Sign(at=Cell() as cell, shape=shape) if shape in signs.LINES:
            yield cell.lattice, line_tone(mark.tone, mark.role)
        case Route(tone=tone) if tone not in _UNDER_TEXT:
            yield from ((place, line_tone(mark.tone, mark.role)) for place in _crossed_places(mark, layout))
        case Regions(shape="rooms"):
            for link in spots.cut_links(mark, scene):
                places = layout.passed(link, across=True)
                yield from ((place, line_tone(mark.tone, mark.role)) for place in places)
        case _:
            return


def _crossed_places(mark: Route, layout: Embedding) -> Iterator[Lattice]:
    """The lattice places that a line along a path goes through, as far as its steps are straight."""
    yield from mark.at
    for start, end in pairwise(mark.at):
        yield from layout.between(start, end)


def _framed_cells(mark: Regions | Outline) -> Iterator[Cell]:
    if isinstance(mark, Outline):
        yield from mark.cells
    elif mark.shape in ("cages", "frames"):
        yield from (cell for group in mark.groups for cell in group)


def _is_thin(mark: Sign | Arrow | Stroke) -> bool:
    """Return whether a mark in the middle of its place is as thin as a line, without being a line itself."""
    match mark:
        case Sign(slot=""):
            return mark.shape not in signs.LINES and signs.body_tone(mark.shape, mark.tone) is None
        case Arrow(slot=""):
            return True
        case _:
            return False
