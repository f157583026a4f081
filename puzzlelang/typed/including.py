"""Merges a rules file with the files that it includes or extends into one list of statements."""

from collections.abc import Callable

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.source import Source
from puzzlelang.syntax import tree
from puzzlelang.syntax.from_text import ParseResult
from puzzlelang.syntax.size_limits import MAX_STATEMENTS
from puzzlelang.typed.composing import Base, Composition, Conflict, compose

Load = Callable[[str], Source | None]
"""Finds a rules file by name, None if there is none on the search path.  Raises `Failed` if it cannot be read."""

Parse = Callable[[Source], ParseResult]

NearestFile = Callable[[str], str | None]
"""The name of the rules file nearest to a name that no file has, if one is clearly meant."""

INCLUDED = tree.LetStatement | tree.RuleTemplateStatement
"""The statements that `include` brings."""

MAX_DEPTH = 8
"""Rules files that may bring in one another in a row."""

MAX_FILES = 100
"""Rules files that may be brought in, each counted once."""


class MergedStatements(msgspec.Struct, frozen=True):
    """The statements of several files as one list, with those that have syntax errors, and all diagnostics.

    A missing file counts as a statement with a syntax error.
    """

    statements: tuple[tree.Statement, ...]
    broken: tuple[tree.BrokenStatement, ...]
    diagnostics: tuple[Diagnostic, ...]


def merge_includes(
    parsed: ParseResult, load: Load, parse: Parse, nearest: NearestFile = lambda _: None
) -> MergedStatements:
    """Replaces `include` and `extends` by the statements of other files.

    `extends` brings everything of its bases but titles, examples and `read` tables, see `composing.compose`; `include`
    brings only the `let`s and the rules with parameters.  Names that are not found, circles and errors inside the other
    files are among the diagnostics.
    """
    files = _Files(load, parse, nearest)
    whole = _merge(parsed, files, (parsed.file.span.source.name,))
    return MergedStatements(whole.composed.statements, tuple(files.broken), tuple(files.diagnostics))


class _FileStatements(msgspec.Struct, frozen=True):
    """The statements of a file and of the files that it brings in.

    `depth`: how many files are nested, 1 for a file that brings in no other.
    """

    composed: Composition
    depth: int


class _Files(msgspec.Struct):
    """The files read so far by name, with a loader and a parser, and all errors."""

    load: Load
    parse: Parse
    nearest: NearestFile
    statements: dict[str, _FileStatements] = msgspec.field(default_factory=dict)
    broken: list[tree.BrokenStatement] = msgspec.field(default_factory=list)
    diagnostics: list[Diagnostic] = msgspec.field(default_factory=list)


def _merge(parsed: ParseResult, files: _Files, above: tuple[str, ...]) -> _FileStatements:
    depth, room = 0, MAX_STATEMENTS
    parts: list[_FileStatements] = []
    bases: list[Base] = []
    own: list[tree.Statement] = []
    files.broken.extend(parsed.broken)
    files.diagnostics.extend(parsed.diagnostics)
    for statement in parsed.file.statements:
        if not isinstance(statement, tree.IncludeStatement):
            own.append(statement)
            continue
        for name in statement.names:
            try:
                loaded = _load_statements(name, files, above)
                room -= len(loaded.composed.statements)
                if room < len(own):
                    raise fail("E061", f"more than {MAX_STATEMENTS} statements in all", name.span)
            except Failed as failed:
                files.diagnostics.extend(failed.diagnostics)
                keyword = "extends" if statement.whole else "include"
                files.broken.append(tree.BrokenStatement(keyword, None, (), statement.span))
                continue
            parts.append(loaded)
            depth = max(depth, loaded.depth)
            if statement.whole:
                bases.append((name, loaded.composed))
            else:
                own.extend(item for item in loaded.composed.statements if isinstance(item, INCLUDED))
    known = _MERGED.get(id(parsed))
    if known is not None and known.parsed is parsed and list(map(id, known.parts)) == list(map(id, parts)):
        merged, conflicts = known.merged, known.conflicts
    else:
        composed, conflicts = compose(bases, own)
        merged = _FileStatements(composed, depth + 1)
        if above[1:]:
            _remember(_MergeResult(parsed, tuple(parts), merged, conflicts))
    files.diagnostics.extend(conflict.diagnostic for conflict in conflicts)
    files.broken.extend(conflict.broken for conflict in conflicts)
    return merged


class _MergeResult(msgspec.Struct, frozen=True, eq=False):
    """The result for a file with the files that it brings in, as long as all of these stay the same objects."""

    parsed: ParseResult
    parts: tuple[_FileStatements, ...]
    merged: _FileStatements
    conflicts: tuple[Conflict, ...]


_MERGED: dict[int, _MergeResult] = {}
"""Files that were brought in, by the identity of their statements: editors ask for the same ones at every key."""

_MOST_MERGED = 128


def _remember(one: _MergeResult) -> None:
    if len(_MERGED) >= _MOST_MERGED:
        del _MERGED[next(iter(_MERGED))]
    _MERGED[id(one.parsed)] = one


def _load_statements(written: tree.QuotedText, files: _Files, above: tuple[str, ...]) -> _FileStatements:
    """The statements of another file; each file is read once."""
    name = written.value.removesuffix(".rules")
    if name in (item.removesuffix(".rules") for item in above):
        raise fail("E061", f"`{name}` brings in itself", written.span)
    result = files.statements.get(name)
    if result is None:
        if len(files.statements) >= MAX_FILES:
            raise fail("E061", f"more than {MAX_FILES} rules files in all", written.span)
        _check_depth(len(above), written)
        result = _merge(_open(written, files), files, (*above, name))
        files.statements[name] = result
    _check_depth(len(above) + result.depth - 1, written)
    return result


def _check_depth(depth: int, written: tree.QuotedText) -> None:
    if depth > MAX_DEPTH:
        raise fail("E061", f"more than {MAX_DEPTH} rules files inside each other", written.span)


def _open(written: tree.QuotedText, files: _Files) -> ParseResult:
    name = written.value
    if (
        not name
        or any(part in ("", ".", "..") for part in name.replace("\\", "/").split("/"))
        or set(name) & set("/\\:")
    ):
        raise fail(
            "E060",
            "a rules file is named without a path",
            written.span,
            hint="write its name only; it is looked for beside this file and in the library",
        )
    try:
        source = files.load(name)
    except Failed as failed:
        raise Failed(
            msgspec.structs.replace(item, span=item.span or written.span) for item in failed.diagnostics
        ) from None
    if source is None:
        close = files.nearest(name)
        hint = "it is looked for beside this file and in the library; see `puzzlelang list`"
        hint = f"did you mean `{close}`?" if close else hint
        raise fail("E060", f"there is no rules file `{name}`", written.span, hint=hint)
    return files.parse(source)
