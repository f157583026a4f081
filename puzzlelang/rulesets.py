"""Rule files: lookup, and from their texts to checked rulesets."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from puzzlelang import resources
from puzzlelang.diagnostics.record import fail
from puzzlelang.files import entries, is_file, read_text
from puzzlelang.source import Source
from puzzlelang.typed import cache, ir
from puzzlelang.typed.cache import Find, SourceTexts

if TYPE_CHECKING:
    from puzzlelang.syntax.from_text import ParseResult
    from puzzlelang.typed.from_syntax import CheckResult

SUFFIX = ".rules"

ReadFile = Callable[[Path], Source]
"""Reads a file, as `files.read_text` does."""


def find_rules(name: str, beside: Path | None = None) -> Path | None:
    """The rules file that a path or a library name means, with or without `.rules`; None if there is none.

    A file on disk comes before the library.  `beside`: look in this folder instead of the current one.
    """
    wanted = name if name.endswith(SUFFIX) else name + SUFFIX
    places = [Path(name), Path(wanted)] if beside is None else [beside / wanted]
    result = next((place for place in places if is_file(place, stream=beside is None)), None)
    if result is not None or Path(wanted).parent != Path():
        return result
    return resources.library_file(wanted) or resources.library_file(wanted.lower().replace(" ", "-").replace("_", "-"))


def ruleset(source: Source, beside: Path | None = None) -> ir.Ruleset:
    """Rules text to a checked ruleset; files are included from `beside` or the library.  `Failed` has every error."""
    result = _check(source, functools.partial(_included_source, beside=beside), beside)
    return result if beside is None else _with_techniques(result, _techniques(beside / Path(source.name).name))


def analyse(source: Source, beside: Path | None = None, read: ReadFile | None = None) -> "CheckResult":
    """Analyses rules text, whatever is wrong with it: returns its statements, its names, and every error.

    This is what editors ask for.  Never fails.  `beside` as for `ruleset`; `read` reads the files that are brought in,
    where unsaved texts stand for them.
    """
    return _analyse(source, functools.partial(_included_source, beside=beside, read=read or read_text), beside)


def _check(source: Source, find: Find, beside: Path | None = None) -> ir.Ruleset:
    from puzzlelang.typed import from_syntax
    from puzzlelang.typed.facts_of_rules import expression_facts

    result = from_syntax.require_ruleset(_analyse(source, find, beside))
    return msgspec.structs.replace(result, facts=expression_facts(result))


def _analyse(source: Source, find: Find, beside: Path | None) -> "CheckResult":
    """Return what can be made of a text with the files that it includes."""
    from puzzlelang.syntax import from_text
    from puzzlelang.typed import from_syntax, including

    def parsed(other: Source) -> "ParseResult":
        return _parse(other.name, other.text)

    merged = including.merge_includes(from_text.read(source), find, parsed, lambda name: nearest_name(name, beside))
    return from_syntax.analyse(source, merged.statements, merged.broken, merged.diagnostics)


@functools.lru_cache(maxsize=64)
def _parse(name: str, text: str) -> "ParseResult":
    """Return what a file to be brought in says; many files bring in the same ones."""
    from puzzlelang.syntax import from_text

    return from_text.read(Source(name, text))


def rule_files(beside: Path | None = None) -> list[Path]:
    """The rules files of a folder, by default the current one, and of the library."""
    folders = dict.fromkeys(folder.resolve() for folder in (beside or Path(), resources.library()))
    return [path for folder in folders for path in rules_in(folder)]


def rules_in(folder: Path) -> list[Path]:
    """The rules files of a folder, of the library also those of its folders; none if the folder is unreadable."""
    if folder.resolve() == resources.library().resolve():
        return resources.library_files()
    return entries(folder, SUFFIX)


def nearest_name(name: str, beside: Path | None = None) -> str | None:
    """The name of the rules file that was surely meant by a name, whether of a file or of a puzzle; None if unclear."""
    from puzzlelang import catalogue

    return catalogue.suggestion(name.removesuffix(SUFFIX), catalogue.entries(rule_files(beside)))


def rules_path(name: str) -> Path:
    """The rules file that a path or a library name means.  Raises `Failed`, with the one that was surely meant."""
    path = find_rules(name)
    if path is not None:
        return path
    close = nearest_name(Path(name).name, Path(name).parent)
    raise fail(
        "E303",
        f"there are no rules `{name}`",
        hint=f"did you mean `{close}`?" if close else "see `puzzlelang list` for the library",
    )


def _included_source(name: str, beside: Path | None, read: ReadFile = read_text) -> Source | None:
    path = find_rules(name, beside)
    if path is None:
        shared = resources.shared() / (name.removesuffix(SUFFIX) + SUFFIX)
        return read(shared) if is_file(shared, stream=False) else None
    place = path.resolve()
    inside = place.is_relative_to(resources.library().resolve()) or (
        beside is not None and place.parent == beside.resolve()
    )
    if path != resources.library_file(path.name) and not inside:
        raise fail("E060", f"`{name}` is a link that leads out of this folder")
    return read(path)


def load(name: str) -> ir.Ruleset:
    """The ruleset of a path or a library name, from an earlier run if nothing has changed since.

    Raises `Failed` if there is none or it has errors.
    """
    return load_with_texts(name)[0]


def load_with_texts(name: str) -> tuple[ir.Ruleset, SourceTexts]:
    """The ruleset of a path or a library name, with the texts that it was made of.  Raises `Failed` as `load` does."""
    path = rules_path(name)
    find = functools.partial(_included_source, beside=path.parent)
    result, texts = cache.load_or_check(read_text(path), find, functools.partial(_check, beside=path.parent))
    kept = _techniques(path)
    source = None if kept is None else (kept.name, kept.text)
    return _with_techniques(result, kept), msgspec.structs.replace(texts, techniques=source)


TECHNIQUES = "techniques"
"""The folder beside rule files in which their techniques are kept, and what a file of them has."""


def _techniques(path: Path) -> Source | None:
    """The techniques kept for a rule file: in a folder for them, or right beside it, where JSON may be anything."""
    name = path.with_suffix(".json").name
    kept, beside = path.parent / TECHNIQUES / name, path.parent / name
    if is_file(kept, stream=False):
        return read_text(kept)
    result = read_text(beside) if is_file(beside, stream=False) else None
    return result if result is not None and f'"{TECHNIQUES}"' in result.text else None


def _with_techniques(ruleset: ir.Ruleset, kept: Source | None) -> ir.Ruleset:
    return msgspec.structs.replace(ruleset, kept=kept)


def ruleset_of_texts(texts: SourceTexts) -> ir.Ruleset:
    """The ruleset of texts that were loaded elsewhere.  Raises `Failed` as `load` does."""

    def find(name: str) -> Source:
        if name not in texts.included:
            raise fail("E060", f"the rules file `{name}` did not come along with those that include it")
        return Source(*texts.included[name])

    result = cache.load_or_check(Source(texts.name, texts.text), find, _check)[0]
    return _with_techniques(result, None if texts.techniques is None else Source(*texts.techniques))
