"""Writes a figure as SVG, and as PNG by resvg.

No library is used: the text can be embedded in a page (no XML declaration, no unused name spaces or definitions, no
`id` that could be there twice).  Its title comes first, as screen readers want it.  Neighbouring lines of one paint are
one path.  There are only attributes, no style sheet and no script.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

import msgspec

from puzzlelang.scene import packages, themes
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.figure import (
    Circle,
    Figure,
    FigurePath,
    Paint,
    Part,
    PlaceTarget,
    Point,
    Primitive,
    Writing,
    merge_paths,
)
from puzzlelang.scene.record import Scene, Tone

CELL_PIXELS = 40
"""Pixels for a cell at the natural size."""

FONTS = "'Bitstream Vera Sans','DejaVu Sans',Verdana,Arial,sans-serif"
_BASELINE = 0.36
"""How far the baseline lies below the middle of capital letters and digits, of the height of the em square."""


def svg(scene: Scene, *, dark: bool = False) -> str:
    """One `<svg>` element with a line end behind it, in the colours for light or dark pages."""
    return figure_svg(figure(scene, dark=dark), dark=dark)


class PageSvg(msgspec.Struct, frozen=True):
    """A picture for a page on which people draw; see `page_svg`."""

    picture: str
    places: str


def page_svg(shown: Figure, *, dark: bool = False) -> PageSvg:
    """A picture of which a page can change single marks, and what lies above it to be pointed at.

    In the `picture`, an `<svg>` element, whatever is given or drawn at a place has its name in `data-given` or
    `data-found`; what stands at no single place has "" there.  An empty `<g>` with its name in `data-layer` ends each
    layer of marks.  The `places` are a `<g>` with a transparent rectangle for each place that declarations speak of,
    with its name in `data-place` (as messages call it, such as `R1C2` or `R1C2-R1C3`) and its sort in `data-sort`.  On
    lattices other than squares these are polygons; those of borders and links have its ends in `data-ends`.
    """
    places = "\n".join(['<g fill="none" pointer-events="all">', *map(_target, shown.targets), "</g>"])
    return PageSvg(_whole(shown, _parts(shown.parts, dark=dark)), places)


def figure_svg(shown: Figure, *, dark: bool) -> str:
    """A figure as an `<svg>` element."""
    return _whole(shown, (_primitive(one, dark=dark) for one in shown.primitives))


def _whole(shown: Figure, content: Iterable[str]) -> str:
    box = " ".join(_pixels(length) for length in (shown.left, shown.top, shown.width, shown.height))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_pixels(shown.width)}" '
        f'height="{_pixels(shown.height)}" viewBox="{box}" role="img" font-family="{FONTS}" '
        f'text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">'
    )
    return "\n".join([head, f"<title>{escape(shown.title)}</title>", *content, "</svg>", ""])


def _parts(parts: Sequence[Part], *, dark: bool) -> Iterator[str]:
    """The parts with what they are about, and the end of each layer."""
    for layer, members in groupby(parts, key=lambda part: part.layer):
        for (role, place), alike in groupby(members, key=lambda part: (part.role, part.place)):
            primitives = merge_paths(primitive for part in alike for primitive in part.primitives)
            about = f" data-{role}={quoteattr(place)}" if role else ""
            yield from (_primitive(one, dark=dark, about=about) for one in primitives)
        if layer:
            yield f'<g data-layer="{layer}"/>'


def part_svg(part: Part, *, dark: bool) -> str:
    """The elements of one part."""
    return "".join(_primitive(one, dark=dark) for one in merge_paths(part.primitives))


def _primitive(one: Primitive, *, dark: bool, about: str = "") -> str:
    """The element of a primitive; `about` are attributes that say what it is about."""
    match one:
        case FigurePath(steps, paint):
            return f'<path{about} d="{_steps(steps)}"{_paint(paint, dark=dark)}/>'
        case Circle(x, y, radius, paint):
            at = f'cx="{_pixels(x)}" cy="{_pixels(y)}" r="{_pixels(radius)}"'
            return f"<circle{about} {at}{_paint(paint, dark=dark)}/>"
        case Writing():
            y = one.y + _BASELINE * one.height
            bold = ' font-weight="bold"' if one.bold else ""
            start = ' text-anchor="start"' if one.start else ""
            return (
                f'<text{about} x="{_pixels(one.x)}" y="{_pixels(y)}" font-size="{_pixels(one.height)}"'
                f'{bold}{start} fill="{themes.colour(one.tone, dark=dark)}">{escape(one.text)}</text>'
            )


def _paint(paint: Paint, *, dark: bool) -> str:
    return "".join(_attributes(paint, dark=dark))


def _attributes(paint: Paint, *, dark: bool) -> Iterator[str]:
    yield f' fill="{_colour(paint.fill, dark=dark)}"'
    if paint.line is not None:
        yield f' stroke="{_colour(paint.line, dark=dark)}" stroke-width="{_pixels(paint.width)}"'
    if paint.dashes:
        yield f' stroke-dasharray="{" ".join(_pixels(length) for length in paint.dashes)}"'


def _colour(tone: Tone | None, *, dark: bool) -> str:
    return "none" if tone is None else themes.colour(tone, dark=dark)


def _steps(steps: tuple[tuple[str | float, ...], ...]) -> str:
    """Path data; level and upright lines from point to point in the short form."""
    result: list[str] = []
    x = y = 0.0
    for letter, *numbers in steps:
        where = [float(number) * CELL_PIXELS for number in numbers]
        if letter == "L" and where[1] == y:
            result.append(f"H{_number(where[0])}")
        elif letter == "L" and where[0] == x:
            result.append(f"V{_number(where[1])}")
        else:
            result.append(f"{letter}{' '.join(map(_number, where))}")
        if where:
            x, y = where[-2:]
    return "".join(result)


@lru_cache(4096)
def _number(value: float) -> str:
    """Format a number with at most two decimals, and none that are zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _pixels(length: float) -> str:
    return _number(length * CELL_PIXELS)


@lru_cache(4096)
def _target(target: PlaceTarget) -> str:
    about = f"data-place={quoteattr(target.name)} data-sort={quoteattr(target.sort)}"
    if target.corners:
        ends = f' data-ends="{_points(target.ends)}"' if target.ends else ""
        return f'<polygon points="{_points(target.corners)}" {about}{ends}/>'
    where = zip(("x", "y", "width", "height"), (target.left, target.top, target.width, target.height), strict=True)
    at = " ".join(f'{name}="{_pixels(length)}"' for name, length in where)
    return f"<rect {at} {about}/>"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_pixels(x)},{_pixels(y)}" for x, y in points)


FAMILY = "Bitstream Vera Sans"

PIXEL = 12
"""Bytes of memory for a pixel: painted, and as it is packed."""


def png(scene: Scene, *, dark: bool = False, scale: float = 2.0) -> bytes:
    """The scene as PNG, `scale` times as large in pixels as the SVG.  Raises `Failed` if a package is missing."""
    resvg = packages.require_package("resvg_py", "PNG")
    shown = figure(scene, dark=dark)
    texts = [one.text for one in shown.primitives if isinstance(one, Writing)]
    across, down = (int(length * CELL_PIXELS * scale) for length in (shown.width, shown.height))
    bytearray(across * down * PIXEL)  # where memory lacks for it, resvg would end the process
    return bytes(
        resvg.svg_to_bytes(
            svg_string=figure_svg(shown, dark=dark),
            zoom=scale,
            skip_system_fonts=not packages.missing_characters(texts, "PNG"),
            font_files=[str(path) for path in packages.fonts("PNG")],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
