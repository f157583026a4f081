"""Locates the grammar, the library of rule files, boards of its genres, and the cache folder."""

import os
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(name: str) -> Path:
    """The folder `grammar`, `rules` or `examples`.

    A checkout (and with it an editable install) comes first; an installed wheel carries them as `_shipped/`.
    """
    checkout = _PACKAGE.parent / name
    if (_PACKAGE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return _PACKAGE / "_shipped" / name


def grammar() -> Path:
    """The one grammar of rule files."""
    return folder("grammar") / "rules.lark"


def library() -> Path:
    """The folder of the rule files that come with the tool, one `<genre>.rules` each, with folders of related ones."""
    return folder("rules")


def shared() -> Path:
    """The folder of files for rule files to include, which are no genres themselves."""
    return library() / "shared"


def library_files() -> list[Path]:
    """The rule files of the library and of its folders of genres, by name; no two have one name.

    None where this user may not list the folders.
    """
    try:
        listed = [path for folder in (library(), *_library_folders()) for path in folder.iterdir()]
    except OSError:
        return []
    return sorted((path for path in listed if path.suffix == ".rules"), key=lambda path: path.stem)


def boards_of(genre: str) -> list[Path]:
    """The files with boards of a genre of the library, without those of their answers; none if it has none."""
    try:
        listed = sorted((folder("examples") / genre).glob("*.txt"))
    except (OSError, ValueError):
        return []
    return [path for path in listed if not path.name.endswith(".answer.txt")]


def library_file(name: str) -> Path | None:
    """The rule file of the library that is called so, such as `tents.rules`; None if there is none."""
    try:
        places = (library() / name, *(folder / name for folder in _library_folders()))
        return next((place for place in places if place.is_file()), None)
    except (OSError, ValueError):  # no file has such a name, or the library is closed to this user
        return None


@cache
def _library_folders() -> tuple[Path, ...]:
    return tuple(sorted(place for place in library().iterdir() if place.is_dir() and place != shared()))


def cache_folder() -> Path | None:
    """The user's cache folder; None if there can be none.

    Only a folder that nobody else can write to is used, since its content is trusted.
    """
    try:
        windows = sys.platform == "win32"
        base = os.environ.get("LOCALAPPDATA" if windows else "XDG_CACHE_HOME")
        if not base and not Path.home().is_dir():
            return None  # a home that is not there is not made
        place = Path(base or Path.home() / ("" if windows else ".cache")) / "puzzlelang"
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        result = place.stat()
        str(place).encode()  # Lark cannot keep tables under a name that is no UTF-8
    except (OSError, RuntimeError, UnicodeError):
        return None
    if sys.platform != "win32" and (result.st_uid != os.getuid() or result.st_mode & 0o022):
        return None
    return place


LATTICES = "PUZZLELANG_LATTICES"
"""The variable that lists folders with lattices of the user's own, as PATH does."""


def own_lattices() -> list[Path]:
    """The folders with lattices of the user's own, whether they exist or not."""
    return [Path(one) for one in os.environ.get(LATTICES, "").split(os.pathsep) if one]


@cache
def fingerprint() -> str:
    """A hash of the reader's code, the grammar and own lattices, by sizes and times of their files."""
    parts = [sys.version]
    own = [place for place in own_lattices() if place.is_dir()]
    for place in (_PACKAGE / "syntax", _PACKAGE / "typed", _PACKAGE / "typed" / "codecs", folder("grammar"), *own):
        for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
            if entry.is_file():
                result = entry.stat()
                parts.append(f"{entry.name} {result.st_size} {result.st_mtime_ns}")
    return "\n".join(parts)
