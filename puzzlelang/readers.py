"""Finds the rules for a text of an outside format: the rule file with a `read` statement for its type."""

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlelang import files, pipeline, resources
from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats import boards
from puzzlelang.formats.boards import BoardSource
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving.stats import measure_stage
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

if TYPE_CHECKING:
    from puzzlelang.formats.outside import RecognisedType

_READ = re.compile(r'^[ \t]*read[ \t]+(\w+)[ \t]+"([^"\n]*)"', re.MULTILINE)
_EXTENDS = re.compile(r'^[ \t]*extends\s+("[^"\n]*"(?:\s*,\s*"[^"\n]*")*)', re.MULTILINE)
_QUOTED = re.compile(r'"([^"\n]*)"')

Readings = tuple[Path, list[tuple[str, str]]]
"""A rule file with (format, type) of its `read` statements."""


class Readers:
    """The candidate rule files of folders, by default the current one, then the library; searched on first use."""

    def __init__(self, folders: Sequence[Path] | None = None) -> None:
        self.folders = (Path(), resources.library()) if folders is None else folders

    @cached_property
    def _all_readings(self) -> list[list[Readings]]:
        return [list(readings(folder)) for folder in self.folders]

    def candidates(self, text: BoardSource) -> list[Path]:
        """The files that read the text's format and type, all of one folder.  Raises `Failed` if there are none."""
        from puzzlelang.formats import outside

        result = text.outside_type
        assert result is not None
        for known in self._all_readings:
            fitting = [path for path, read in known if _fits(result, read)]
            if fitting:
                return fitting
        types = [
            kind for known in self._all_readings for _, read in known for form, kind in read if form == result.format
        ]
        rest = f'a rule file in this folder with `read {result.format} "{result.type}": …` would be found'
        hint = f"{did_you_mean(result.type, types)} {rest}".lstrip()
        message = (
            f"no rules here read puzzles of type `{result.type}`"
            if result.type
            else f"no rules here read {result.title}"
        )
        raise fail("E201", message, outside.type_span(text.source, result), hint=hint)


def _fits(result: "RecognisedType", read: Sequence[tuple[str, str]]) -> bool:
    """Whether one of the statements (format, type) of a file may be meant by a text."""
    if not result.type:
        return any(form == result.format for form, _ in read)
    return (result.format, result.type) in read


def rules_for(
    text: BoardSource,
    size: tuple[int, int] | None,
    seconds: dict[str, float],
    change: Callable[[Ruleset], Ruleset] = lambda rules: rules,
) -> tuple[Ruleset, Puzzle]:
    """The rules with a `read` statement for the type of a text, and the puzzle in it.

    Rules in the current folder come before the library's, and of several see `choose_ruleset`.  How long it takes to
    read rules and board is put down in `seconds`.  `change` is done to rules before they read.  Raises `Failed`.
    """
    paths = Readers().candidates(text)
    with measure_stage(seconds, "read_rules"):
        rules = [change(pipeline.load(str(path))) for path in paths]
    with measure_stage(seconds, "read_board"):
        return choose_ruleset(rules, text, size)


def choose_ruleset(
    rules: Sequence[Ruleset], text: BoardSource, size: tuple[int, int] | None = None
) -> tuple[Ruleset, Puzzle]:
    """The one of several rulesets that reads a text, and the puzzle; a file comes before those that extend it.

    Raises `Failed` if none does, or more than one.
    """
    read: dict[str, tuple[Ruleset, Puzzle]] = {}
    failures: list[Failed] = []
    for one in rules:
        try:
            read[one.source.name] = one, boards.read(one, text.source, size)
        except Failed as failed:
            failures.append(failed)
    if not read:
        from puzzlelang.formats import outside

        raise max(failures, key=outside.failure_offset)
    stems = {Path(name).stem for name in read}
    first = [name for name, (one, _) in read.items() if stems.isdisjoint(_bases(one.source.text))]
    if len(first) > 1:
        raise _several(text.source, text.outside_type, first)
    return read[first[0]]


def _bases(text: str) -> set[str]:
    """The names of the files that a rules file extends, found by a text search."""
    return {name for named in _EXTENDS.findall(text) for name in _QUOTED.findall(named)}


def _several(source: Source, result: "RecognisedType | None", names: Sequence[str]) -> Failed:
    from puzzlelang.formats import outside

    assert result is not None
    files_ = join_quoted(names)
    message = f"more than one rule file reads {result.title}: {files_}"
    return fail("E201", message, outside.type_span(source, result), hint="name the rules before the board")


def readings(folder: Path) -> Iterator[Readings]:
    """The rule files in a folder, with (format, type) of their `read` statements, found by a text search."""
    for path in pipeline.rules_in(folder):
        if files.is_file(path, stream=False):
            with contextlib.suppress(Failed):  # what cannot be read is no file that was looked for
                yield path, _READ.findall(files.read_text(path).text)
