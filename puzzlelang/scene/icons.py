"""Icons as data: for each the tone of its body, and its parts from the lowest up.

A part is a letter and a path in a cell whose middle is (0, 0) and whose borders are 0.5 away, or `o x y radius`.  The
letter says how the part is painted: `b` body with outline, `f` body without, `i` ink, `w` white, `l` outline alone; `d`
and `e` are ink and outline that lie on the body.
"""

from collections.abc import Mapping

import msgspec

from puzzlelang.scene.record import Tone


class Icon(msgspec.Struct, frozen=True):
    """An icon: tone of the body, parts."""

    tone: Tone
    parts: tuple[str, ...]


_FACE = "M -.28 .02 C -.28 -.44 .28 -.44 .28 .02 C .28 .2 .16 .38 0 .38 C -.16 .38 -.28 .2 -.28 .02 Z"
_CLOUD = (
    "M -.3 .2 C -.44 .2 -.44 -.02 -.28 -.03 C -.28 -.22 -.02 -.28 .05 -.12 C .16 -.22 .32 -.12 .27 .02 "
    "C .42 .02 .42 .2 .28 .2 Z"
)

ICONS: Mapping[str, Icon] = {
    "alien": Icon(
        Tone.GREEN,
        (
            f"b {_FACE}",
            "d M -.2 -.08 L -.04 .06 L -.08 .12 L -.19 .06 Z",
            "d M .2 -.08 L .04 .06 L .08 .12 L .19 .06 Z",
        ),
    ),
    "bird": Icon(
        Tone.CYAN,
        (
            "b M -.38 -.02 C -.2 .34 .24 .34 .28 -.08 L .4 -.12 L .28 -.2 "
            "C .2 -.36 0 -.3 .02 -.1 C -.1 -.04 -.2 .02 -.38 -.02 Z",
            "d o .16 -.16 .035",
            "e M -.18 .08 C -.08 .16 .04 .14 .1 .02",
        ),
    ),
    "bomb": Icon(
        Tone.BLACK,
        (
            "b o -.05 .08 .26",
            "l M .12 -.12 C .18 -.3 .28 -.32 .34 -.24",
            "w o -.13 0 .05",
        ),
    ),
    "bulb": Icon(
        Tone.YELLOW,
        (
            "b M -.1 .2 C -.1 .08 -.26 .04 -.26 -.14 C -.26 -.46 .26 -.46 .26 -.14 C .26 .04 .1 .08 .1 .2 Z",
            "i M -.1 .24 L .1 .24 L .08 .36 L -.08 .36 Z",
        ),
    ),
    "cactus": Icon(
        Tone.GREEN,
        (
            "b M -.08 .38 L -.08 .14 L -.28 .14 L -.28 -.16 L -.18 -.16 L -.18 .04 L -.08 .04 L -.08 -.36 L .08 -.36 "
            "L .08 -.06 L .18 -.06 L .18 -.24 L .28 -.24 L .28 .04 L .08 .04 L .08 .38 Z",
        ),
    ),
    "cloud": Icon(
        Tone.SOFT_BLUE,
        (f"b {_CLOUD}",),
    ),
    "cow": Icon(
        Tone.WHITE,
        (
            "b M -.22 -.18 L -.38 -.3 L -.3 -.02 L -.2 .02 L -.14 .32 "
            "L .14 .32 L .2 .02 L .3 -.02 L .38 -.3 L .22 -.18 Z",
            "f M -.22 -.18 L .22 -.18 L .2 .02 L -.2 .02 Z",
            "d o -.1 -.04 .035",
            "d o .1 -.04 .035",
            "d o -.06 .2 .03",
            "d o .06 .2 .03",
            "e M -.13 .12 L .13 .12",
        ),
    ),
    "flag": Icon(
        Tone.RED,
        (
            "l M -.2 .38 L -.2 -.38",
            "b M -.2 -.36 L .3 -.2 L -.2 -.02 Z",
        ),
    ),
    "gem": Icon(
        Tone.CYAN,
        (
            "b M -.2 -.28 L .2 -.28 L .36 -.06 L 0 .36 L -.36 -.06 Z",
            "e M -.36 -.06 L .36 -.06 M -.12 -.06 L 0 .36 L .12 -.06",
        ),
    ),
    "ghost": Icon(
        Tone.WHITE,
        (
            "b M -.26 .36 L -.26 -.06 C -.26 -.46 .26 -.46 .26 -.06 L .26 .36 L .13 .26 L 0 .36 L -.13 .26 Z",
            "d o -.1 -.08 .05",
            "d o .1 -.08 .05",
        ),
    ),
    "house": Icon(
        Tone.ORANGE,
        (
            "b M -.26 .34 L -.26 -.02 L -.36 -.02 L 0 -.36 L .36 -.02 L .26 -.02 L .26 .34 Z",
            "w M -.08 .34 L -.08 .1 L .08 .1 L .08 .34 Z",
        ),
    ),
    "lighthouse": Icon(
        Tone.WHITE,
        (
            "b M -.18 .38 L -.11 -.14 L .11 -.14 L .18 .38 Z",
            "b M -.11 -.14 L -.11 -.26 L 0 -.38 L .11 -.26 L .11 -.14 Z",
            "d M -.14 .1 L -.126 0 L .126 0 L .14 .1 Z",
            "l M -.2 -.2 L -.38 -.28 M -.2 -.14 L -.38 -.1 M .2 -.2 L .38 -.28 M .2 -.14 L .38 -.1",
        ),
    ),
    "mine": Icon(
        Tone.BLACK,
        (
            "l M -.38 0 L .38 0 M 0 -.38 L 0 .38 M -.27 -.27 L .27 .27 M -.27 .27 L .27 -.27",
            "b o 0 0 .24",
            "w o -.08 -.08 .05",
        ),
    ),
    "moon": Icon(
        Tone.YELLOW,
        ("b M .16 -.34 C -.5 -.4 -.5 .4 .16 .34 C -.14 .2 -.14 -.2 .16 -.34 Z",),
    ),
    "mountain": Icon(
        Tone.GREY,
        (
            "b M -.4 .32 L 0 -.36 L .4 .32 Z",
            "w M -.13 -.12 L 0 -.33 L .13 -.12 L .05 -.05 L 0 -.12 L -.06 -.05 Z",
        ),
    ),
    "pin": Icon(
        Tone.RED,
        (
            "l M 0 0 L 0 .36",
            "b o 0 -.12 .2",
        ),
    ),
    "planet": Icon(
        Tone.ORANGE,
        (
            "b o 0 0 .24",
            "l M -.22 .1 C -.5 .24 -.42 .34 -.1 .2 C .3 .06 .6 -.2 .22 -.14",
        ),
    ),
    "queen": Icon(
        Tone.YELLOW,
        (
            "b M -.28 .26 L -.36 -.22 L -.16 0 L 0 -.32 L .16 0 L .36 -.22 L .28 .26 Z",
            "e M -.27 .16 L .27 .16",
        ),
    ),
    "rock": Icon(
        Tone.GREY,
        (
            "b M -.34 .28 L -.38 0 L -.14 -.28 L .14 -.3 L .36 -.04 L .34 .28 Z",
            "e M -.14 -.28 L -.04 -.06 L .14 -.02",
        ),
    ),
    "sheep": Icon(
        Tone.WHITE,
        (
            f"b {_CLOUD}",
            "d M .14 -.12 C .36 -.2 .4 .1 .22 .12 Z",
            "l M -.16 .2 L -.16 .36 M .1 .2 L .1 .36",
        ),
    ),
    "snowflake": Icon(
        Tone.CYAN,
        (
            "l M 0 -.36 L 0 .36 M -.31 -.18 L .31 .18 M -.31 .18 L .31 -.18 M -.1 -.3 L 0 -.2 L .1 -.3 M -.1 .3 "
            "L 0 .2 L .1 .3",
        ),
    ),
    "star": Icon(
        Tone.YELLOW,
        (
            "b M 0 -.38 L .093 -.129 L .361 -.117 L .151 .049 L .223 .307 "
            "L 0 .159 L -.223 .307 L -.151 .049 L -.361 -.117 L -.093 -.129 Z",
        ),
    ),
    "sun": Icon(
        Tone.YELLOW,
        (
            "l M 0 -.4 L 0 -.26 M 0 .4 L 0 .26 M -.4 0 L -.26 0 M .4 0 L .26 0 M -.28 -.28 L -.19 -.19 M .28 .28 "
            "L .19 .19 M -.28 .28 L -.19 .19 M .28 -.28 L .19 -.19",
            "b o 0 0 .2",
        ),
    ),
    "tent": Icon(
        Tone.ORANGE,
        (
            "b M -.38 .3 L 0 -.34 L .38 .3 Z",
            "d M -.13 .3 L 0 -.02 L .13 .3 Z",
        ),
    ),
    "tree": Icon(
        Tone.GREEN,
        (
            "i M -.06 .4 L -.06 .2 L .06 .2 L .06 .4 Z",
            "b M -.3 .24 L 0 -.4 L .3 .24 Z",
        ),
    ),
    "vampire": Icon(
        Tone.VIOLET,
        (
            f"b {_FACE}",
            "d o -.11 -.02 .04",
            "d o .11 -.02 .04",
            "w M -.14 .14 L .14 .14 L .1 .28 L .05 .16 L -.05 .16 L -.1 .28 Z",
        ),
    ),
    "wolf": Icon(
        Tone.GREY,
        (
            "b M -.34 -.36 L -.12 -.2 L .12 -.2 L .34 -.36 L .3 .04 L 0 .38 L -.3 .04 Z",
            "d o -.12 -.02 .035",
            "d o .12 -.02 .035",
            "d M -.06 .24 L .06 .24 L 0 .34 Z",
        ),
    ),
    "zombie": Icon(
        Tone.GREEN,
        (
            f"b {_FACE}",
            "e M -.18 -.06 L -.06 .04 M -.18 .04 L -.06 -.06 M .06 -.06 L .18 .04 M .06 .04 L .18 -.06",
            "e M -.12 .2 L .12 .2 M -.06 .16 L -.06 .24 M .04 .16 L .04 .24",
        ),
    ),
}

STROKES: Mapping[str, str] = {
    "cross": "M -.26 -.26 L .26 .26 M -.26 .26 L .26 -.26",
    "plus": "M -.3 0 L .3 0 M 0 -.3 L 0 .3",
    "minus": "M -.3 0 L .3 0",
    "equals": "M -.28 -.13 L .28 -.13 M -.28 .13 L .28 .13",
    "bar": "M 0 -.3 L 0 .3",
    "bars": "M -.13 -.28 L -.13 .28 M .13 -.28 L .13 .28",
    "tick": "M -.28 .02 L -.08 .24 L .3 -.26",
    "less": "M .1 -.2 L -.12 0 L .1 .2",
    "greater": "M -.1 -.2 L .12 0 L -.1 .2",
    "diagonal": "M -.5 -.5 L .5 .5",
    "antidiagonal": "M -.5 .5 L .5 -.5",
    "level": "M -.5 0 L .5 0",
    "upright": "M 0 -.5 L 0 .5",
    "crossing": "M -.5 0 L .5 0 M 0 -.5 L 0 .5",
    "bend up right": "M 0 -.5 L 0 0 L .5 0",
    "bend up left": "M 0 -.5 L 0 0 L -.5 0",
    "bend down left": "M 0 .5 L 0 0 L -.5 0",
    "bend down right": "M 0 .5 L 0 0 L .5 0",
}
"""Signs that are lines."""

SOLIDS: Mapping[str, str] = {
    "diamond": "M 0 -.36 L .36 0 L 0 .36 L -.36 0 Z",
    "triangle": "M 0 -.34 L .36 .28 L -.36 .28 Z",
    "hexagon": "M .38 0 L .19 .33 L -.19 .33 L -.38 0 L -.19 -.33 L .19 -.33 Z",
    "block": "M -.32 -.32 L .32 -.32 L .32 .32 L -.32 .32 Z",
    "ship middle": "M -.36 -.36 L .36 -.36 L .36 .36 L -.36 .36 Z",
    "ship up": "M -.36 .36 L -.36 -.06 C -.36 -.46 .36 -.46 .36 -.06 L .36 .36 Z",
    "ship right": "M -.36 -.36 L .06 -.36 C .46 -.36 .46 .36 .06 .36 L -.36 .36 Z",
    "ship down": "M .36 -.36 L .36 .06 C .36 .46 -.36 .46 -.36 .06 L -.36 -.36 Z",
    "ship left": "M .36 .36 L -.06 .36 C -.46 .36 -.46 -.36 -.06 -.36 L .36 -.36 Z",
    "ship up left": "M -.36 .36 L -.36 .04 C -.36 -.26 -.26 -.36 .04 -.36 L .36 -.36 L .36 .36 Z",
    "ship up right": "M -.36 -.36 L -.04 -.36 C .26 -.36 .36 -.26 .36 .04 L .36 .36 L -.36 .36 Z",
    "ship down right": "M .36 -.36 L .36 -.04 C .36 .26 .26 .36 -.04 .36 L -.36 .36 L -.36 -.36 Z",
    "ship down left": "M .36 .36 L .04 .36 C -.26 .36 -.36 .26 -.36 -.04 L -.36 -.36 L .36 -.36 Z",
}
"""Filled signs with an outline."""

HALVES: Mapping[str, str] = {
    "half up left": "M -.5 -.5 L .5 -.5 L -.5 .5 Z",
    "half up right": "M .5 -.5 L .5 .5 L -.5 -.5 Z",
    "half down left": "M -.5 .5 L -.5 -.5 L .5 .5 Z",
    "half down right": "M .5 .5 L -.5 .5 L .5 -.5 Z",
}
"""Halves of a cell."""

WAVE = (
    "M -.32 -.14 C -.2 -.3 -.12 -.3 0 -.14 C .12 .02 .2 .02 .32 -.14 "
    "M -.32 .1 C -.2 -.06 -.12 -.06 0 .1 C .12 .26 .2 .26 .32 .1"
)
