"""Writes a scene as PNG: its SVG, rendered by resvg.

Letters are those of a font that comes with a package, so that a picture is the same everywhere; only where that lacks
one, fonts of the system are asked.
"""

from puzzlelang.scene import packages
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.figure import Writing
from puzzlelang.scene.record import Scene
from puzzlelang.scene.to_svg import UNIT, figure_svg

FAMILY = "Bitstream Vera Sans"

PIXEL = 12
"""Bytes of memory for a pixel: painted, and as it is packed."""


def png(scene: Scene, *, dark: bool = False, scale: float = 2.0) -> bytes:
    """The scene as PNG, `scale` times as large in pixels as the SVG.  Raises `Failed` if a package is missing."""
    resvg = packages.require_package("resvg_py", "PNG")
    shown = figure(scene, dark=dark)
    texts = [one.text for one in shown.primitives if isinstance(one, Writing)]
    across, down = (int(length * UNIT * scale) for length in (shown.width, shown.height))
    bytearray(across * down * PIXEL)  # where memory lacks for it, resvg would end the process
    return bytes(
        resvg.svg_to_bytes(
            svg_string=figure_svg(shown, dark=dark, places=False),
            zoom=scale,
            skip_system_fonts=not packages.missing_characters(texts, "PNG"),
            font_files=[str(path) for path in packages.fonts("PNG")],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
