"""The rule files of the library, and the few that stand for all of them in sweeps.

A sweep tries the same thing on many rule files.  By default it takes an eighth of `REPRESENTATIVES`, whose statements
and words cover those of the whole library; with `-m library` or `-m long` it goes over all files.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar
from zlib import crc32

import pytest

from puzzlelang import resources
from puzzlelang.geometry import lattice_files
from puzzlelang.syntax import keywords
from puzzlelang.typed.words import vocabulary

Case = TypeVar("Case")

ROOT = Path(__file__).parent.parent
FILES = {path.stem: path for path in resources.library_files()}
NAMES = list(FILES)
BOARDS = sorted(path for path in (ROOT / "examples").glob("*/*.txt") if not path.name.endswith(".answer.txt"))
"""Boards to try, `examples/GENRE/NAME.txt`, each with its answer beside it."""

whole = False
"""Whether sweeps go over the whole library; `conftest` sets it before tests are collected."""

_COMMENT, _QUOTED, _WORD = re.compile(r"#[^\n]*"), re.compile(r'"[^"\n]*"'), re.compile(r"[a-z_]+")
_DECLARED = re.compile(r"^(given|find) +(\w+) *: *([^\n]*)", re.MULTILINE)
_READ = re.compile(r"^read (\w+)", re.MULTILINE)
_TEMPLATE = re.compile(r"^rule (\w+)\([^\n]*\n((?: .*\n)+)", re.MULTILINE)
_USED = re.compile(r"^rule \w+ *= *(\w+)\(", re.MULTILINE)
_WORDS = frozenset(vocabulary.words()) | frozenset({**keywords.MEANINGS, **keywords.CONTEXTUAL})
_TYPE_WORDS = _WORDS | {"groups", "numbers", "direction", "shapes"}
_TEMPLATES = {
    name: formula
    for path in sorted(resources.shared().glob("*.rules"))
    for name, formula in _TEMPLATE.findall(path.read_text(encoding="utf-8"))
}
"""The formulas of rules with parameters that files include."""


def features(text: str) -> frozenset[str]:
    """The words of the language in a rule file, the types of its declarations, the formats of its `read` statements.

    The words of a rule with parameters count where it is used.  What people call things is no feature.
    """
    stated = _COMMENT.sub("", _QUOTED.sub('""', re.split(r"\nexample ", text)[0]))
    types = {f"{kind} {_type(rest)}" for kind, _, rest in _DECLARED.findall(stated)}
    formats = {f"read {form}" for form in _READ.findall(text)}
    formulas = [_TEMPLATES[name] for name in _USED.findall(stated) if name in _TEMPLATES]
    return frozenset(_WORDS.intersection(_WORD.findall("\n".join([stated, *formulas])))) | types | formats


def _type(text: str) -> str:
    """`cells to range? fixes`, without numbers, names and symbols, of `cells to 0..width * height? fixes digit as "x"`.

    On which side of the board it is written is no part of the type.
    """
    shape = re.sub(r"\{[^}]*\}", "{}", re.split(r" as | at | = ", text)[0])
    shape = re.sub(r"\bfixes \w+", "fixes", shape)
    places, to, value = shape.partition(" to ")
    if ".." in value:
        marks = [" or unknown", " fixes", " hidden"]
        value = "range" + "?" * ("?" in value) + "".join(mark for mark in marks if mark in value)
    sort = _WORD.sub(lambda word: word[0] if word[0] in _TYPE_WORDS else "region", places)
    return " ".join(f"{sort}{to}{value}".split())


def cover(found: dict[str, frozenset[str]]) -> list[str]:
    """Files that together have every feature of all.

    Greedily, the file with the most new ones first; then those are left out whose features the others have.
    """
    left = frozenset().union(*found.values())
    chosen: list[str] = []
    while left:
        best = max(found, key=lambda name: (len(found[name] & left), name))
        chosen.append(best)
        left -= found[best]
    had = Counter(feature for name in chosen for feature in found[name])
    for name in sorted(chosen, key=lambda name: (len(found[name]), name)):
        if all(had[feature] > 1 for feature in found[name]):
            chosen.remove(name)
            had.subtract(found[name])
    return sorted(chosen)


REPRESENTATIVES = cover({name: features(path.read_text(encoding="utf-8")) for name, path in FILES.items()})
"""Names of rule files that have between them every word of the language and every type that the library has."""


def swept() -> list[str]:
    """The names that sweeps go over; of folders, whose files differ by one rule, those that stand for all."""
    return [name for name in NAMES if name in REPRESENTATIVES or (whole and FILES[name].parent == resources.library())]


LATTICES = lattice_files.names()[1:]
"""All lattices but that of squares."""
FEW_LATTICES = ("hexagon", "triangle", "cube", "cairo", "octagon", "snub-square")
"""Lattices with faces of one kind and of several, with lines and without, even and odd numbers of sides."""


def sweep_lattices(test: Callable[..., Any]) -> Callable[..., Any]:
    """A sweep over lattices other than that of squares; the test takes a `lattice`."""
    names = LATTICES if whole else FEW_LATTICES
    return pytest.mark.library(pytest.mark.parametrize("lattice", names)(test))


def amount(few: int, many: int) -> range:
    """Seeds of random cases: few by default, many with `-m library` or `-m long`."""
    return range(many if whole else few)


def few(cases: Iterable[Case], amount: int) -> list[Case]:
    """So many of the cases, evenly spread, by default; all with `-m library` or `-m long`."""
    every = list(cases)
    return every if whole or len(every) <= amount else [every[len(every) * at // amount] for at in range(amount)]


def share(test: Callable[..., Any], cases: Sequence[Case]) -> Sequence[Case]:
    """Every eighth of the cases by default, from one that depends on the test's name; all with `-m library`.

    So each rule file is in an eighth of the sweeps, and each sweep goes over an eighth of the files.
    """
    return cases if whole else cases[crc32(f"{test.__module__}.{test.__name__}".encode()) % 8 :: 8]


def sweep(test: Callable[..., Any]) -> Callable[..., Any]:
    """A sweep over rule files; the test takes a `name`."""
    return pytest.mark.library(pytest.mark.parametrize("name", share(test, swept()))(test))


def sweep_files(test: Callable[..., Any]) -> Callable[..., Any]:
    """A sweep over rule files; the test takes a `path`."""
    paths = [FILES[name] for name in share(test, swept())]
    return pytest.mark.library(pytest.mark.parametrize("path", paths, ids=lambda path: path.stem)(test))


def sweep_large(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test of something large, which is run only with `-m library` or `-m long`."""
    return pytest.mark.library(pytest.mark.skipif(not whole, reason="large: -m library")(test))


def sweep_boards(test: Callable[..., Any]) -> Callable[..., Any]:
    """A sweep over the boards to try of rule files; the test takes a `path`."""
    return pytest.mark.library(
        pytest.mark.parametrize("path", share(test, boards()), ids=lambda path: f"{path.parent.name}/{path.stem}")(test)
    )


def sweep_small(test: Callable[..., Any]) -> Callable[..., Any]:
    """A sweep over the smallest board of each rule file; the test takes a `path`."""
    paths = [path for path in boards() if path.stem == "small"]
    return pytest.mark.library(pytest.mark.parametrize("path", paths, ids=lambda path: path.parent.name)(test))


def boards() -> Sequence[Path]:
    """The boards to try of the rule files that sweeps go over; by default small ones."""
    names = set(swept())
    return [path for path in BOARDS if path.parent.name in names and (whole or path.stem == "small")]
