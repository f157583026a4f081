"""The colours of tones on light and on dark pages."""

from collections.abc import Mapping
from functools import cache

from puzzlelang.scene.record import Tone

LIGHT: Mapping[Tone, str] = {
    Tone.INK: "#1a1c20",
    Tone.PAPER: "#ffffff",
    Tone.FAINT: "#b8bcc4",
    Tone.SHADE: "#3d4f73",
    Tone.PEN: "#1f5fbf",
    Tone.NAME: "#666c76",
    Tone.BLACK: "#1a1c20",
    Tone.WHITE: "#ffffff",
    Tone.GREY: "#9aa0aa",
    Tone.RED: "#c62f2f",
    Tone.ORANGE: "#d9780f",
    Tone.YELLOW: "#f2c230",
    Tone.GREEN: "#2f8a3e",
    Tone.BLUE: "#5696d6",
    Tone.VIOLET: "#8250c4",
    Tone.BROWN: "#8a5a2f",
    Tone.CYAN: "#8fd3e0",
    Tone.PINK: "#e58ab4",
    Tone.SOFT_BLUE: "#d9e8fb",
    Tone.SOFT_GREEN: "#d9f0dc",
    Tone.SOFT_YELLOW: "#fdf3cf",
    Tone.SOFT_PINK: "#fbdfe6",
    Tone.SOFT_VIOLET: "#e9def8",
    Tone.SOFT_CYAN: "#d3f1f1",
    Tone.SOFT_GREY: "#d7dae0",
    Tone.PALE_GREY: "#c2c6cc",
    Tone.PALE_RED: "#ebb6b6",
    Tone.PALE_ORANGE: "#ecbc87",
    Tone.PALE_YELLOW: "#f5ce59",
    Tone.PALE_GREEN: "#acd0b2",
    Tone.PALE_BLUE: "#aacaea",
    Tone.PALE_VIOLET: "#d3c2ea",
    Tone.PALE_BROWN: "#d6c5b6",
    Tone.PALE_CYAN: "#a5dce6",
    Tone.PALE_PINK: "#eeb3ce",
}

DARK: Mapping[Tone, str] = {
    Tone.INK: "#eceff4",
    Tone.PAPER: "#2b2f36",
    Tone.FAINT: "#666d7a",
    Tone.SHADE: "#a9bfe8",
    Tone.PEN: "#7db4ff",
    Tone.NAME: "#a9b0bc",
    Tone.BLACK: "#08090b",
    Tone.WHITE: "#f4f6fa",
    Tone.GREY: "#8a919d",
    Tone.RED: "#ff7a70",
    Tone.ORANGE: "#f2a24b",
    Tone.YELLOW: "#f5d060",
    Tone.GREEN: "#6cc47a",
    Tone.BLUE: "#4f8fd0",
    Tone.VIOLET: "#b48cf0",
    Tone.BROWN: "#c08a58",
    Tone.CYAN: "#4fa3b3",
    Tone.PINK: "#e58ab4",
    Tone.SOFT_BLUE: "#2c4564",
    Tone.SOFT_GREEN: "#2c4d36",
    Tone.SOFT_YELLOW: "#55491f",
    Tone.SOFT_PINK: "#573440",
    Tone.SOFT_VIOLET: "#433560",
    Tone.SOFT_CYAN: "#22504f",
    Tone.SOFT_GREY: "#4f5663",
    Tone.PALE_GREY: "#51565f",
    Tone.PALE_RED: "#75494a",
    Tone.PALE_ORANGE: "#67523c",
    Tone.PALE_YELLOW: "#5e5740",
    Tone.PALE_GREEN: "#3e5c4a",
    Tone.PALE_BLUE: "#395574",
    Tone.PALE_VIOLET: "#5b5077",
    Tone.PALE_BROWN: "#5f4f42",
    Tone.PALE_CYAN: "#385862",
    Tone.PALE_PINK: "#634a5c",
}


def colour(tone: Tone, *, dark: bool) -> str:
    """The colour of a tone as `#rrggbb`."""
    return (DARK if dark else LIGHT)[tone]


def is_dark(tone: Tone, *, dark: bool) -> bool:
    """Whether light text has more contrast to a colour than dark text.

    Its luminance is below that on which black and white text have the same contrast.
    """
    return luminance(tone, dark=dark) < 0.179


def luminance(tone: Tone, *, dark: bool) -> float:
    """The relative luminance (WCAG 2), from 0 for black to 1 for white."""
    shown = colour(tone, dark=dark)
    channels = [int(shown[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(first: Tone, second: Tone, *, dark: bool) -> float:
    """The contrast ratio (WCAG 2), from 1 to 21."""
    low, high = sorted(luminance(tone, dark=dark) for tone in (first, second))
    return (high + 0.05) / (low + 0.05)
