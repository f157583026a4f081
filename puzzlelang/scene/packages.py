"""Optional packages of PNG and PDF, and the fonts that these draw with."""

import importlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

from puzzlelang.diagnostics.record import fail

EXTRA = "pictures"
"""The extra of this package that installs them."""


def require_package(name: str, form: str) -> ModuleType:
    """Imports a package by name.  Raises `Failed` if it is not installed or cannot be loaded."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise fail(
            "E380", f"{form} needs a package that is not installed", hint=f"`pip install 'puzzlelang[{EXTRA}]'`"
        ) from None


def fonts(form: str) -> tuple[Path, Path]:
    """Bitstream Vera Sans, plain and bold: it comes with reportlab, so that pictures look the same everywhere."""
    folder = Path(str(require_package("reportlab", form).__file__)).parent / "fonts"
    return folder / "Vera.ttf", folder / "VeraBd.ttf"


@cache
def _letters(path: Path, form: str) -> frozenset[int]:
    result = require_package("reportlab.pdfbase.ttfonts", form).TTFont(path.stem, str(path))
    return frozenset(result.face.charToGlyph)


def missing_characters(texts: Iterable[str], form: str) -> str:
    """The characters of texts that the fonts lack, each once."""
    known = frozenset.intersection(*(_letters(path, form) for path in fonts(form)))
    return "".join(dict.fromkeys(letter for text in texts for letter in text if ord(letter) not in known))
