"""Turns a scene into a figure: marks as paths, circles and writing, layer by layer."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.scene import captions, frames, place_names, targets
from puzzlelang.scene.embedding import embedding
from puzzlelang.scene.figure import (
    Circle,
    Figure,
    Paint,
    Part,
    Primitive,
    box,
    halo,
    line,
)
from puzzlelang.scene.mark_shapes import HALO, mark_shapes, segments, stroke
from puzzlelang.scene.record import (
    LAYERS,
    GridLines,
    Highlight,
    Layer,
    Margin,
    Mark,
    Outline,
    Regions,
    Role,
    Route,
    Scene,
    Stroke,
    TextMark,
    Tone,
)
from puzzlelang.scene.spots import Segment
from puzzlelang.scene.surroundings import Surroundings, line_tone, surroundings

PADDING = 0.25
"""What is left free around everything."""


def figure(scene: Scene, *, dark: bool = False) -> Figure:
    """The figure of a scene."""
    frame = frames.frame(scene)
    others = surroundings(scene, frame, dark=dark)
    parts = [_part(layer, mark, drawn) for layer, mark, drawn in _layers(others)]
    names = place_names.place_names(others)
    rulers = place_names.ruler_depths(scene) if place_names.has_ruler(scene) else (PADDING, PADDING)
    left, top = -frame.end("left") - rulers[0], -frame.end("top") - rulers[1]
    bottom = frame.height + frame.end("bottom") + PADDING
    right = frame.width + frame.end("right") + PADDING
    below = captions.below_board(scene, left + PADDING, bottom, right - left - 2 * PADDING)
    right, bottom = max(right, below.right + PADDING), below.bottom
    paper = box(Paint(Tone.PAPER), left, top, right - left, bottom - top)
    whole = (Part("", (paper,)), *parts, Part("", (*names, *below.primitives)))
    return Figure(scene.title, left, top, right - left, bottom - top, whole, tuple(targets.targets(scene, frame)))


def pieces(scene: Scene, *, dark: bool = False) -> Iterator[tuple[Mark | None, tuple[Primitive, ...]]]:
    """Each mark with its primitives, from the lowest up; None for the grid, and for paper below lines."""
    for _, mark, drawn in _layers(surroundings(scene, frames.frame(scene), dark=dark)):
        if mark is not None or drawn:
            yield mark, drawn


def alone(scene: Scene, marks: Sequence[Mark], *, dark: bool = False) -> Iterator[Part]:
    """The parts of marks as they are drawn on the board of a scene where nothing else is."""
    layers = [Layer(name, tuple(mark for mark in marks if isinstance(mark, kinds))) for name, kinds in LAYERS.items()]
    bare = msgspec.structs.replace(scene, layers=tuple(layers))
    others = surroundings(bare, frames.frame(scene), dark=dark)
    for layer in layers:
        yield from (_part(layer.name, mark, tuple(mark_shapes(mark, others))) for mark in layer.marks)


Layered = tuple[str, Mark | None, tuple[Primitive, ...]]


def _layers(others: Surroundings) -> Iterator[Layered]:
    """The pieces, each with its layer; every layer has at least one, which may be empty."""
    for layer in others.scene.layers:
        if layer.name == "lines":
            yield "", None, tuple(_free(layer, others))
        for mark in sorted(layer.marks, key=_depth) if layer.name in ("signs", "lines") else layer.marks:
            yield layer.name, mark, tuple(mark_shapes(mark, others))
        yield layer.name, None, ()
        if layer.name == "ground":
            yield "", None, (*_grid(others.scene), *_line_ends(others))


def _part(layer: str, mark: Mark | None, primitives: tuple[Primitive, ...]) -> Part:
    """The part for a mark: where it stands, and whether it is given or found."""
    match mark:
        case None | Highlight():
            return Part(layer, primitives)
        case Regions(role=role) | Outline(role=role) | Route(role=role):
            return Part(layer, primitives, role.value)
        case _:
            place = mark.at.place if isinstance(mark.at, Margin) else mark.at
            return Part(layer, primitives, mark.role.value, str(place))


def _depth(mark: Mark) -> tuple[int, int]:
    """The layer of a mark: drawn values lie below givens, wide paths below all, regions below strokes."""
    given = 0 if isinstance(mark, Highlight) else int(mark.role is Role.GIVEN)
    if isinstance(mark, Route):
        return (-2 if mark.shape in ("tube", "bulb") else -1, given)
    return (1, given) if isinstance(mark, Stroke) else (0, given)


def _grid(scene: Scene) -> Iterator[Primitive]:
    geometry, layout = scene.geometry, embedding(scene.geometry)
    inner: list[Segment] = []
    rim: list[Segment] = []
    for border in geometry.borders:
        (inner if len(geometry.cells_of(border)) == 2 else rim).append(layout.ends(border))
    if scene.grid in (GridLines.DOTS, GridLines.TRACES):
        yield from segments(Paint(None, Tone.FAINT, 0.015, (0.04, 0.08)), inner + rim)
    if scene.grid is GridLines.TRACES:
        return
    if scene.grid is GridLines.DOTS:
        for corner in geometry.corners:
            yield Circle(*layout.point(corner.lattice), 0.055, Paint(Tone.INK))
        return
    yield from segments(Paint(None, Tone.FAINT, 0.03 if scene.grid is GridLines.LINES else 0.02), inner)
    yield from segments(Paint(None, Tone.INK, 0.07), rim)


def _line_ends(others: Surroundings) -> Iterator[Primitive]:
    """Draw from each hint at an oblique line to the end of that line."""
    for mark in others.scene.marks():
        if isinstance(mark, TextMark) and isinstance(mark.at, Margin) and mark.at in others.frame.outside:
            hint = others.frame.outside[mark.at]
            yield line(Paint(None, Tone.FAINT, 0.03), hint.start, hint.middle)


def _free(layer: Layer, others: Surroundings) -> Iterator[Primitive]:
    """Paper around the lines that would not show on a filled cell; below all lines, so that they meet."""
    for mark in layer.marks:
        if isinstance(mark, Stroke) and others.is_hidden(mark, (line_tone(mark.tone, mark.role),)):
            yield from (halo(primitive, Tone.PAPER, HALO) for primitive in stroke(mark, others.layout))
