"""Picture formats by name."""

from puzzlelang.scene.record import Scene

FORMS = ("svg", "png", "pdf")


def picture_bytes(scene: Scene, form: str, *, dark: bool = False) -> bytes:
    """A scene in one of `FORMS`.  Raises `Failed` if a package that the form needs is missing."""
    match form:
        case "svg":
            from puzzlelang.scene.to_svg import svg

            return svg(scene, dark=dark).encode()
        case "png":
            from puzzlelang.scene.to_svg import png

            return png(scene, dark=dark)
        case "pdf":
            from puzzlelang.scene.to_pdf import pdf

            return pdf(scene, dark=dark)
        case _:
            raise ValueError(form)
