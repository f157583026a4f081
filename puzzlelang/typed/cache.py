"""Caches checked rulesets between runs, as Python caches compiled modules.

Checking a rules file costs more than solving most boards.  The key is the text of the file, its name, the code that
checked it, and the texts of the files it includes.  A change to any of these is a cache miss.
"""

import contextlib
import os
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from puzzlelang import resources
from puzzlelang.source import Source
from puzzlelang.typed import ir

MAX_KEPT = 1000
"""Where there are more files than this, a tenth of them is thrown away, oldest first."""

PRIME = 2**61 - 1
"""The remainder of a text by it names the file: a checksum that needs no module."""


Find = Callable[[str], Source | None]
"""Finds an included file by name; None if there is none."""

Check = Callable[[Source, Find], ir.Ruleset]
"""Checks a source with the files that it includes."""


class SourceTexts(msgspec.Struct, frozen=True):
    """The sources of a ruleset: a file's name and text, and the texts of the files that it includes, by name.

    `techniques`: name and text of those kept beside it, if there are any.
    """

    name: str
    text: str
    included: dict[str, tuple[str, str]]
    techniques: tuple[str, str] | None = None


def load_or_check(source: Source, find: Find, check: Check) -> tuple[ir.Ruleset, SourceTexts]:
    """Returns the cached ruleset, or checks the source and caches the result.

    Raises the `Failed` of `check`.
    """
    included: dict[str, Source] = {}

    def noted(name: str) -> Source | None:
        other = find(name)
        if other is not None:
            included[name] = other
        return other

    result = load(source, lambda name: None if (other := noted(name)) is None else other.text)
    if result is None:
        included.clear()
        result = check(source, noted)
        store(source, result, {name: other.text for name, other in included.items()})
    return result, SourceTexts(
        source.name, source.text, {name: (other.name, other.text) for name, other in included.items()}
    )


def load(source: Source, text_of: Callable[[str], str | None]) -> ir.Ruleset | None:
    """Returns the cached ruleset of a source, or None on a miss.

    `text_of` finds the text of an included file by name.
    """
    place = _place(source)
    if place is None:
        return None
    try:
        with place.open("rb") as file:
            code, included = pickle.load(file)
            if code != resources.fingerprint() or any(text_of(name) != text for name, text in included.items()):
                return None
            ruleset = pickle.load(file)
    except FileNotFoundError:
        return None
    except Exception:
        # Whatever is wrong with a kept file, the source is still there to be checked again.
        with contextlib.suppress(OSError):
            place.unlink()
        return None
    same = isinstance(ruleset, ir.Ruleset) and (ruleset.source.name, ruleset.source.text) == (source.name, source.text)
    return ruleset if same else None


def store(source: Source, ruleset: ir.Ruleset, included: Mapping[str, str]) -> None:
    """Caches a ruleset; `included` are the texts of the files it includes by name.  Never fails."""
    place = _place(source)
    if place is None:
        return
    with contextlib.suppress(OSError):
        fresh = place.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(pickle.dumps((resources.fingerprint(), dict(included))) + pickle.dumps(ruleset))
        fresh.replace(place)
        _tidy(place.parent)


def _place(source: Source) -> Path | None:
    folder = resources.cache_folder()
    if folder is None:
        return None
    # The name only finds the file: that the texts are the same is checked when it is read.
    number = int.from_bytes(f"{source.name}{source.text}".encode("utf-8", "replace")) % PRIME
    return folder / f"{number:016x}.ruleset"


def _tidy(folder: Path) -> None:
    """Throws old files away, and with them what processes left that were ended while they wrote."""
    with os.scandir(folder) as entries:
        kept = [entry for entry in entries if not entry.name.endswith(".tables")]
    if len(kept) > MAX_KEPT:
        kept.sort(key=lambda entry: entry.stat().st_mtime)
        for entry in kept[: len(kept) - MAX_KEPT * 9 // 10]:
            Path(entry.path).unlink(missing_ok=True)
