"""Primitives of a figure, in units of a cell, x to the right and y down.

Nothing here knows of boards, roles or output formats.  `drawing` makes figures, `to_svg` and `to_pdf` write them.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from puzzlelang.scene.record import Tone

Point = tuple[float, float]


class Paint(msgspec.Struct, frozen=True):
    """The paint of a path or a circle: fill, stroke, its width, lengths of its dashes."""

    fill: Tone | None = None
    line: Tone | None = None
    width: float = 0.0
    dashes: tuple[float, ...] = ()


class FigurePath(msgspec.Struct, frozen=True):
    """Pieces of lines: (`M`, x, y), (`L`, x, y), (`C`, x, y, x, y, x, y) and (`Z`,), as in SVG."""

    steps: tuple[tuple[str | float, ...], ...]
    paint: Paint


class Circle(msgspec.Struct, frozen=True):
    """A circle."""

    x: float
    y: float
    radius: float
    paint: Paint


class Writing(msgspec.Struct, frozen=True):
    """A line of text, its middle at a point; `height` is that of the letters' em square, `width` at most."""

    x: float
    y: float
    text: str
    height: float
    tone: Tone
    bold: bool = False
    start: bool = False
    """It begins at the point."""


Primitive = FigurePath | Circle | Writing


class PlaceTarget(msgspec.Struct, frozen=True):
    """The rectangle in which a pointer selects a place; `sort` is the word for such places.

    On lattices other than squares `corners` are those of the polygon in it; `ends` are those of a border or a link.
    """

    name: str
    sort: str
    left: float
    top: float
    width: float
    height: float
    corners: tuple[Point, ...] = ()
    ends: tuple[Point, ...] = ()


class Part(msgspec.Struct, frozen=True):
    """A part of a mark, from below.

    `layer` is that of the scene, empty for what belongs to the board itself.  `role` is `given` or `found` for what the
    puzzle or a drawing says, and `place` is where, empty if that is no single place.
    """

    layer: str
    primitives: tuple[Primitive, ...]
    role: str = ""
    place: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A whole picture between (left, top) and (left + width, top + height); the grid begins at (0, 0).

    The `parts` lie one above the other, those of a layer together.
    """

    title: str
    left: float
    top: float
    width: float
    height: float
    parts: tuple[Part, ...]
    targets: tuple[PlaceTarget, ...] = ()

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """All primitives from the lowest up, neighbouring paths of one paint joined."""
        return merge_paths(primitive for part in self.parts for primitive in part.primitives)


def line(paint: Paint, *points: Point, closed: bool = False) -> FigurePath:
    """Straight lines from point to point."""
    (x, y), *others = points
    steps: list[tuple[str | float, ...]] = [("M", x, y), *(("L", x, y) for x, y in others)]
    return FigurePath((*steps, ("Z",)) if closed else tuple(steps), paint)


def box(paint: Paint, left: float, top: float, width: float, height: float) -> FigurePath:
    """A rectangle."""
    right, bottom = left + width, top + height
    return line(paint, (left, top), (right, top), (right, bottom), (left, bottom), closed=True)


def rounded_rectangle(paint: Paint, left: float, top: float, width: float, height: float, radius: float) -> FigurePath:
    """A rectangle with round corners."""
    right, bottom, k = left + width, top + height, radius * 0.4477
    return FigurePath(
        (
            ("M", left + radius, top),
            ("L", right - radius, top),
            ("C", right - k, top, right, top + k, right, top + radius),
            ("L", right, bottom - radius),
            ("C", right, bottom - k, right - k, bottom, right - radius, bottom),
            ("L", left + radius, bottom),
            ("C", left + k, bottom, left, bottom - k, left, bottom - radius),
            ("L", left, top + radius),
            ("C", left, top + k, left + k, top, left + radius, top),
            ("Z",),
        ),
        paint,
    )


def merge_paths(primitives: Iterable[Primitive]) -> tuple[Primitive, ...]:
    """Joins neighbouring paths of one paint."""
    result: list[Primitive] = []
    steps: list[tuple[str | float, ...]] = []
    for primitive in primitives:
        before = result[-1] if result else None
        if isinstance(primitive, FigurePath) and isinstance(before, FigurePath) and before.paint == primitive.paint:
            steps += primitive.steps
            continue
        _close(result, steps)
        result.append(primitive)
        steps = list(primitive.steps) if isinstance(primitive, FigurePath) else []
    _close(result, steps)
    return tuple(result)


def _close(primitives: list[Primitive], steps: Sequence[tuple[str | float, ...]]) -> None:
    if primitives and isinstance(last := primitives[-1], FigurePath):
        primitives[-1] = FigurePath(tuple(steps), last.paint)


def place(primitive: Primitive, x: float, y: float, scale: float) -> Primitive:
    """Moves and scales a primitive of a sign from (0, 0) to its place; stroke widths scale with it."""
    match primitive:
        case FigurePath(steps, paint):
            shifted = tuple(
                (letter, *(float(n) * scale + (x, y)[index % 2] for index, n in enumerate(numbers)))
                for letter, *numbers in steps
            )
            return FigurePath(shifted, _scale(paint, scale))
        case Circle(cx, cy, radius, paint):
            return Circle(cx * scale + x, cy * scale + y, radius * scale, _scale(paint, scale))
        case Writing():
            return msgspec.structs.replace(
                primitive, x=primitive.x * scale + x, y=primitive.y * scale + y, height=primitive.height * scale
            )


def zoom(primitive: Primitive, middle: Point, scale: float) -> Primitive:
    """Scales a primitive about a point; stroke widths scale with it."""
    x, y = middle
    return primitive if scale == 1 else place(primitive, x * (1 - scale), y * (1 - scale), scale)


def halo(primitive: Primitive, tone: Tone, width: float) -> Primitive:
    """A primitive in one tone, widened on all sides: the free margin below a sign."""
    match primitive:
        case FigurePath(steps, paint):
            return FigurePath(steps, _widen(paint, tone, width))
        case Circle(x, y, radius, paint):
            return Circle(x, y, radius, _widen(paint, tone, width))
        case Writing():
            return primitive


def _widen(paint: Paint, tone: Tone, width: float) -> Paint:
    return Paint(
        None if paint.fill is None else tone, tone, (paint.width if paint.line is not None else 0.0) + 2 * width
    )


def transpose(primitive: Primitive) -> Primitive:
    """Exchanges both coordinates of a primitive: right becomes down."""
    return map_points(primitive, lambda x, y: (y, x))


def map_points(primitive: Primitive, move: Callable[[float, float], Point]) -> Primitive:
    """A primitive with all its points moved; lengths stay."""
    match primitive:
        case FigurePath(steps, paint):
            return FigurePath(
                tuple(
                    (
                        letter,
                        *(
                            number
                            for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                            for number in move(float(x), float(y))
                        ),
                    )
                    for letter, *numbers in steps
                ),
                paint,
            )
        case Circle(x, y, radius, paint):
            return Circle(*move(x, y), radius, paint)
        case Writing():
            x, y = move(primitive.x, primitive.y)
            return msgspec.structs.replace(primitive, x=x, y=y)


def _scale(paint: Paint, scale: float) -> Paint:
    return Paint(paint.fill, paint.line, paint.width * scale, paint.dashes)
