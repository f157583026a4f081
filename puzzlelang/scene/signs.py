"""Draws signs as primitives: shapes, icons and arrows around (0, 0), where the borders of the cell are 0.5 away."""

from collections.abc import Iterator
from functools import cache
from math import cos, sin

from puzzlelang.scene.figure import Circle, FigurePath, Paint, Primitive, line, rounded_rectangle
from puzzlelang.scene.icons import HALVES, ICONS, SOLIDS, STROKES, WAVE
from puzzlelang.scene.record import Tone
from puzzlelang.typed.words import look_words

THICK, THIN = 0.06, 0.035
"""How wide outlines are of what is given, and of what is found."""

STROKE = 0.13
"""How wide lines are that run through a cell."""

LINES = frozenset(
    {"diagonal", "antidiagonal", "level", "upright", "crossing", *(f"bend {turn}" for turn in look_words.TURNS)}
)
"""Signs that are lines from border to border of a cell."""

ALONG = frozenset({"less", "greater"})
"""Signs that turn with the link that they stand on."""

_ARROW = ((-0.34, -0.07), (0.04, -0.07), (0.04, -0.24), (0.36, 0), (0.04, 0.24), (0.04, 0.07), (-0.34, 0.07))


def sign(shape: str, body: Tone | None, ink: Tone, detail: Tone, outline: float) -> tuple[Primitive, ...]:
    """The primitives of a shape of `typed.words.look_words`.

    `body` is its colour, `ink` that of its lines, `detail` that of lines on its body.
    """
    if shape in ICONS:
        return tuple(_icon(shape, body, ink, detail, outline))
    return tuple(_shape(shape, body, ink, detail, outline))


def body_tone(shape: str, tone: Tone | None) -> Tone | None:
    """The background tone for text on a sign; None if the sign has no body there."""
    match shape:
        case "circle" | "square" | "ring":
            return tone or Tone.WHITE
        case "disc" | "ship single":
            return tone or Tone.BLACK
        case _ if shape in SOLIDS:
            return tone or Tone.BLACK
        case _ if shape in ICONS:
            return tone or ICONS[shape].tone
        case _:
            return None


def fills_cell(shape: str) -> bool:
    """Whether a sign reaches to the borders of its cell."""
    return shape in LINES or shape in HALVES


def tones(shape: str, tone: Tone | None, ink: Tone) -> tuple[Tone, ...]:
    """The visible tones of a sign: those of its body and its outline, or its only one."""
    body = body_tone(shape, tone)
    if body is not None:
        return body, ink
    if shape in HALVES:
        return _half(tone, ink), ink
    return (tone or (Tone.BLUE if shape == "wave" else ink),)


def _half(tone: Tone | None, ink: Tone) -> Tone:
    return tone or (Tone.SHADE if ink is Tone.PEN else Tone.BLACK)


def _shape(shape: str, body: Tone | None, ink: Tone, detail: Tone, outline: float) -> Iterator[Primitive]:
    hollow = Paint(body or Tone.WHITE, ink, outline)
    solid = Paint(body or Tone.BLACK, ink, outline)
    match shape:
        case "circle":
            yield Circle(0, 0, 0.34, hollow)
        case "disc" | "ship single":
            yield Circle(0, 0, 0.34, solid)
        case "dot":
            yield Circle(0, 0, 0.11, Paint(body or ink))
        case "ring":
            yield Circle(0, 0, 0.34, hollow)
            yield Circle(0, 0, 0.22, Paint(None, detail, outline))
        case "square":
            yield rounded_rectangle(hollow, -0.32, -0.32, 0.64, 0.64, 0.04)
        case "wave":
            yield FigurePath(_steps(WAVE), Paint(None, body or Tone.BLUE, 0.07))
        case _ if shape in SOLIDS:
            yield FigurePath(_steps(SOLIDS[shape]), solid)
        case _ if shape in HALVES:
            given = ink is not Tone.PEN
            yield FigurePath(
                _steps(HALVES[shape]), Paint(_half(body, ink), ink if given else None, outline if given else 0.0)
            )
        case _:
            yield FigurePath(_steps(STROKES[shape]), Paint(None, body or ink, STROKE))


def arrow(turn: float, ink: Tone) -> tuple[Primitive, ...]:
    """An arrow through the middle, at an angle clockwise from the right."""
    points = ((x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in _ARROW)
    return (line(Paint(ink), *points, closed=True),)


def _icon(name: str, body: Tone | None, ink: Tone, detail: Tone, outline: float) -> Iterator[Primitive]:
    icon = ICONS[name]
    tone = body or icon.tone
    paints = {
        "b": Paint(tone, ink, outline),
        "f": Paint(tone),
        "i": Paint(ink),
        "w": Paint(Tone.WHITE),
        "l": Paint(None, ink, outline),
        "d": Paint(detail),
        "e": Paint(None, detail, outline),
    }
    for part in icon.parts:
        yield _part(part[2:], paints[part[0]])


def _part(text: str, paint: Paint) -> Primitive:
    if text.startswith("o "):
        x, y, radius = map(float, text[2:].split())
        return Circle(x, y, radius, paint)
    return FigurePath(_steps(text), paint)


@cache
def _steps(text: str) -> tuple[tuple[str | float, ...], ...]:
    result: list[list[str | float]] = []
    for word in text.split():
        if word.isalpha():
            result.append([word])
        else:
            result[-1].append(float(word))
    return tuple(tuple(step) for step in result)
