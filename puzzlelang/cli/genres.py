"""Which rules a text of an outside format is about: the rule file with a `read` statement for its type."""

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlelang import files, pipeline, resources
from puzzlelang.cli import inputs
from puzzlelang.cli.clicks import click
from puzzlelang.cli.inputs import Text
from puzzlelang.diagnostics.nearest import listed, nearest
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats import boards
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving.stats import timed
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

if TYPE_CHECKING:
    from puzzlelang.formats.outside import Found

_READ = re.compile(r'^[ \t]*read[ \t]+(\w+)[ \t]+"([^"\n]*)"', re.MULTILINE)
_EXTENDS = re.compile(r'^[ \t]*extends[ \t]+"([^"\n]*)"', re.MULTILINE)


def text_in(name: str, *, alone: bool) -> Text | None:
    """The text where RULES should stand, if that is one that says which puzzle it is.

    It is the argument itself, or what is in the file or on standard input (`-`).  `alone`: there is no second
    argument, so what surely is no name of rules is an error if it does not tell.  Raises `Failed`.
    """
    if name == inputs.STDIN and alone:
        found = inputs.text(inputs.read_standard_input())
    elif name.endswith(pipeline.SUFFIX):
        return None
    elif files.is_file(name):
        found = inputs.text(files.read_text(Path(name)))
    elif pipeline.find_rules(name) is None:
        found = inputs.argument(name)
    else:
        return None
    if found.tells:
        return found
    if found.found is None and found.source.name == inputs.ARGUMENT:
        inputs.check_link(name)
    if alone and (name == inputs.STDIN or (found.found is not None and not inputs.NAME.fullmatch(name))):
        hint = "name the rules before it, as in `puzzlelang solve tents …`"
        raise fail("E201", "this text does not say which puzzle it is", found.source.first(), hint=hint)
    return None


def rules_for(text: Text, size: tuple[int, int] | None, seconds: dict[str, float]) -> tuple[Ruleset, Puzzle]:
    """The rules with a `read` statement for the type that a text tells, and the puzzle in it.

    Rules in the current folder come before the library's.  Of several the one that reads the text is taken, and a file
    before those that extend it.  How long it takes to read rules and board is put down in `seconds`.  Raises `Failed`.
    """
    from puzzlelang.formats import outside

    source, found = text.source, text.found
    assert found is not None
    types: list[str] = []
    for folder in (Path(), resources.library()):
        known = list(readings(folder))
        types += [kind for _, read in known for form, kind in read if form == found.format]
        fitting = [path for path, read in known if (found.format, found.type) in read]
        if fitting:
            return _reading(fitting, source, found, size, seconds)
    close = nearest(found.type, types)
    advice = f"did you mean `{close}`? " if close else ""
    hint = f'{advice}a rule file in this folder with `read {found.format} "{found.type}": …` would be found'
    message = f"no rules here read puzzles of type `{found.type}`"
    raise fail("E201", message, outside.place(source, found), hint=hint)


def _reading(
    paths: Sequence[Path],
    source: Source,
    found: "Found",
    size: tuple[int, int] | None,
    seconds: dict[str, float],
) -> tuple[Ruleset, Puzzle]:
    """The one ruleset that reads the text."""
    from puzzlelang.formats import outside

    read: dict[Path, tuple[Ruleset, Puzzle]] = {}
    failures: list[Failed] = []
    for path in paths:
        with timed(seconds, "read_rules"):
            rules = pipeline.load(str(path))
        try:
            with timed(seconds, "read_board"):
                read[path] = rules, boards.read(rules, source, size)
        except Failed as failed:
            failures.append(failed)
    if not read:
        raise failures[0]
    stems = {path.stem for path in read}
    first = [path for path in read if not stems & set(_EXTENDS.findall(files.read_text(path).text))]
    if len(first) > 1:
        names = listed([f"`{path}`" for path in first])
        hint = "name the rules before the board"
        raise fail(
            "E201", f"more than one rule file reads `{found.type}`: {names}", outside.place(source, found), hint=hint
        )
    return read[first[0]]


def readings(folder: Path) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """The rule files in a folder, with (format, type) of their `read` statements; files are only searched for them."""
    for path in files.entries(folder, pipeline.SUFFIX):
        if files.is_file(path, stream=False):
            with contextlib.suppress(Failed):  # what cannot be read is no file that was looked for
                yield path, _READ.findall(files.read_text(path).text)


def rule_files(names: Sequence[str]) -> Iterator[Path]:
    """Rule files by path, folder or library name.

    Raises `Failed` for a name that is none, when it is its turn, and `UsageError` for a folder without any.
    """
    for name in names:
        if files.is_folder(name):
            found = files.listed(Path(name), pipeline.SUFFIX)
            if not found:
                raise click.UsageError(f"There are no rule files (*{pipeline.SUFFIX}) in the folder '{name}'.")
            yield from found
            continue
        yield pipeline.rules_path(name)
