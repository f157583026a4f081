"""A scene as PNG: its SVG, painted by resvg with letters that do not depend on the system."""

from puzzlelang.scene import packages
from puzzlelang.scene.record import Scene
from puzzlelang.scene.to_svg import svg

FAMILY = "Bitstream Vera Sans"


def png(scene: Scene, *, dark: bool = False, scale: float = 2.0) -> bytes:
    """The picture, `scale` times as large in pixels as the SVG.  Raises `Failed` if a package is missing."""
    resvg = packages.needed("resvg_py", "PNG")
    return bytes(
        resvg.svg_to_bytes(
            svg_string=svg(scene, dark=dark),
            zoom=scale,
            skip_system_fonts=True,
            font_files=[str(path) for path in packages.fonts("PNG")],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
