"""A search index of rule files: titles, names of files, other names, types in outside formats.

Only the statements that name things are recognised, by regular expressions, as checking every file takes seconds.
"""

import contextlib
import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path

import msgspec

from puzzlelang import files
from puzzlelang.diagnostics.record import Failed

MOST_MATCHES = 8
"""Files that are named where none has the very name."""

_MOST_CHARACTERS = 100
"""Characters of a name that is looked for."""

_CACHED_NAMES = 1 << 13
"""Names whose other spellings are kept: a search looks at those of all files."""

_CACHED_FILES = 1 << 11
"""Files whose entries are kept: an editor asks for the nearest name at every key."""

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_TITLE = re.compile(rf"^puzzle\s+({_STRING}(?:\s+or\s+{_STRING})*)(?:\s+in\s+(\w+))?", re.MULTILINE)
_NAME = re.compile(_STRING)
_READ = re.compile(r'^[ \t]*read[ \t]+(\w+)[ \t]+"([^"\n]*)"', re.MULTILINE)
_EXTENDS = re.compile(rf"^[ \t]*extends\s+({_STRING}(?:\s*,\s*{_STRING})*)", re.MULTILINE)
_OPTION = re.compile(r"^[ \t]*option[ \t]+(\w+)[ \t]*:[ \t]*\{([^}\n]*)\}", re.MULTILINE)
_SENTENCE = re.compile(rf"^[ \t]*rule[ \t]+\w+(?:\([^)\n]*\))?[ \t]+({_STRING})", re.MULTILINE)


class CatalogueEntry(msgspec.Struct, frozen=True):
    """A rule file in the index: its name, its titles, its category, and the types that its `read` statements name.

    `formats`: those of these statements.  `options`: those that the file itself declares, with their values.
    `sentences`: those of its rules, with their slots.  `bases`: the names of the files that it extends.
    """

    name: str
    title: str
    others: tuple[str, ...] = ()
    category: str = ""
    types: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    sentences: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()


class MatchQuality(IntEnum):
    """The quality of a match, the best first; up to `LOOSE` it is surely the file that was meant."""

    TITLE = 0
    FILE = 1
    OTHER = 2
    TYPE = 3
    LOOSE = 4
    BEGINNING = 5
    PART = 6
    ALIKE = 7


class CatalogueMatch(msgspec.Struct, frozen=True):
    """An entry with the quality of its match."""

    entry: CatalogueEntry
    fit: MatchQuality

    @property
    def sure(self) -> bool:
        """Whether the name matches exactly or loosely, not only in spelling."""
        return self.fit <= MatchQuality.LOOSE


def entries(paths: Iterable[Path]) -> list[CatalogueEntry]:
    """The entries of rule files; unreadable files are left out."""
    result = []
    for path in paths:
        if files.is_file(path, stream=False):
            with contextlib.suppress(Failed, OSError):  # what cannot be read is no file that was looked for
                about = path.stat()
                result.append(_entry_of(path, about.st_mtime_ns, about.st_size))
    return result


@functools.lru_cache(_CACHED_FILES)
def _entry_of(path: Path, _changed: int, _size: int) -> CatalogueEntry:
    """The entry of a file, until it is changed."""
    return entry(path.stem, files.read_text(path).text)


def entry(name: str, text: str) -> CatalogueEntry:
    """The entry of a rule file with this text."""
    result = _TITLE.search(text)
    titles = [re.sub(r"\\(.)", r"\1", one[1:-1]) for one in _NAME.findall(result[1])] if result else [""]
    category = (result[2] or "") if result else ""
    readings = _READ.findall(text)
    types, formats = (tuple(dict.fromkeys(one[at] for one in readings)) for at in (1, 0))
    options = tuple((name, tuple(one.strip() for one in values.split(","))) for name, values in _OPTION.findall(text))
    bases = tuple(base[1:-1] for names in _EXTENDS.findall(text) for base in _NAME.findall(names))
    sentences = tuple(_SENTENCE.findall(text))
    return CatalogueEntry(name, titles[0], tuple(titles[1:]), category, types, formats, options, sentences, bases)


def with_bases(one: CatalogueEntry, among: Mapping[str, CatalogueEntry]) -> list[CatalogueEntry]:
    """The entries of all files that a file extends, each before those that extend it, and its own last."""
    result: dict[str, CatalogueEntry] = {}

    def visit(entry: CatalogueEntry) -> None:
        for base in entry.bases:
            if base in among and base not in result and base != one.name:
                visit(among[base])
        result[entry.name] = entry

    visit(one)
    return list(result.values())


def search(text: str, among: Sequence[CatalogueEntry]) -> list[CatalogueMatch]:
    """The entries that match a name, the best first: titles before names of files, other names and types.

    Case, accents, spaces, signs and plural endings make no difference.  Matches in spelling alone count only if nothing
    else fits.
    """
    key, loose = normalised_name(text[:_MOST_CHARACTERS]), _loose(text[:_MOST_CHARACTERS])
    if not key:
        return []
    words = [_loose(word) for word in text.split()]
    result = [CatalogueMatch(one, fit) for one in among if (fit := _fit(one, key, loose, words)) is not None]
    if not result:
        return _alike(key, among)
    return sorted(result, key=_order)


def _order(match: CatalogueMatch) -> tuple[int, bool, int, str]:
    """The best match first; of equal ones the file that extends no other, then the shorter title."""
    return match.fit, bool(match.entry.bases), len(match.entry.title), match.entry.name


def suggestion(text: str, among: Sequence[CatalogueEntry]) -> str | None:
    """The name of the file that was most likely meant, if any."""
    result = search(text, among)
    return result[0].entry.name if result else None


@functools.lru_cache(_CACHED_NAMES)
def normalised_name(text: str) -> str:
    """A name without case, accents, spaces and signs."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if letter.isalnum())


@functools.lru_cache(_CACHED_NAMES)
def _loose(text: str) -> str:
    """Return a normalised name without plural endings and linking words such as `and`."""
    parts = (normalised_name(word) for word in re.split(r"[\s_/-]+", text))
    return "".join(part[:-1] if len(part) > 3 and part.endswith("s") and not part.endswith("ss") else part
                   for part in parts if part not in ("a", "the", "and", "of"))  # fmt: skip


def _fit(one: CatalogueEntry, key: str, loose: str, words: Sequence[str]) -> MatchQuality | None:
    kinds = (
        (MatchQuality.TITLE, (one.title,)),
        (MatchQuality.FILE, (one.name,)),
        (MatchQuality.OTHER, one.others),
        (MatchQuality.TYPE, one.types),
    )
    for fit, names in kinds:
        if any(normalised_name(name) == key for name in names):
            return fit
    named = (one.title, one.name, *one.others)
    if any(_loose(name) == loose for name in (*named, *one.types)):
        return MatchQuality.LOOSE
    if any(normalised_name(name).startswith(key) for name in named):
        return MatchQuality.BEGINNING
    words_of = " ".join((*named, one.category))
    inside = (normalised_name(words_of), _loose(words_of))
    return MatchQuality.PART if words and all(word and any(word in text for text in inside) for word in words) else None


def _alike(key: str, among: Sequence[CatalogueEntry]) -> list[CatalogueMatch]:
    """Entries with a name that is spelt nearly so."""
    import difflib

    names: dict[str, CatalogueEntry] = {}
    for one in among:
        for name in (one.title, one.name, *one.others):
            names.setdefault(normalised_name(name)[:_MOST_CHARACTERS], one)
    close = difflib.get_close_matches(key, names, n=MOST_MATCHES, cutoff=0.72)
    return [
        CatalogueMatch(one, MatchQuality.ALIKE) for one in {names[name].name: names[name] for name in close}.values()
    ]
