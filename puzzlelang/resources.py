"""Where the grammar and the library of rule files are: in a checkout beside the package, in a wheel inside it."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(name: str) -> Path:
    """The folder `grammar` or `rules`.

    A checkout (and with it an editable install) comes first; an installed wheel carries both as `_shipped/`.
    """
    checkout = _PACKAGE.parent / name
    if (_PACKAGE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return _PACKAGE / "_shipped" / name


def grammar() -> Path:
    """The one grammar of rule files."""
    return folder("grammar") / "rules.lark"


def library() -> Path:
    """The folder of the rule files that come with the tool, one `<genre>.rules` each."""
    return folder("rules")
