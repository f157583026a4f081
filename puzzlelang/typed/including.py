"""Merges a rules file with the files that it includes or extends into one list of statements."""

from collections.abc import Callable

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, Label, fail
from puzzlelang.source import Source
from puzzlelang.syntax import tree
from puzzlelang.syntax.from_text import Parsed
from puzzlelang.syntax.size_limits import MAX_STATEMENTS

Load = Callable[[str], Source | None]
"""Finds a rules file by name, None if there is none on the search path.  Raises `Failed` if it cannot be read."""

Parse = Callable[[Source], Parsed]

NearestFile = Callable[[str], str | None]
"""The name of the rules file nearest to a name that no file has, if one is clearly meant."""

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


def merge_includes(parsed: Parsed, load: Load, parse: Parse, nearest: NearestFile = lambda _: None) -> MergedStatements:
    """Replaces `include` and `extends` by the statements of other files.

    `extends` brings everything of the base but its title, its examples and its `read` tables; a statement of the file
    that declares the same name takes the place of the base's.  `include` brings only the `let`s.  Names that are not
    found, circles and errors inside the other files are among the diagnostics.
    """
    files = _Files(load, parse, nearest)
    whole = _merge(parsed, files, (parsed.file.span.source.name,))
    return MergedStatements(tuple(whole.statements), tuple(files.broken), tuple(files.diagnostics))


class _FileStatements(msgspec.Struct, frozen=True):
    """The statements of a file and of the files that it brings in.

    `depth`: how many files are nested, 1 for a file that brings in no other.
    """

    statements: list[tree.Statement]
    depth: int


class _Files(msgspec.Struct):
    """The files read so far by name, with a loader and a parser, and all errors."""

    load: Load
    parse: Parse
    nearest: NearestFile
    statements: dict[str, _FileStatements] = msgspec.field(default_factory=dict)
    broken: list[tree.BrokenStatement] = msgspec.field(default_factory=list)
    diagnostics: list[Diagnostic] = msgspec.field(default_factory=list)


def _merge(parsed: Parsed, files: _Files, above: tuple[str, ...]) -> _FileStatements:
    depth = 0
    base: list[tree.Statement] = []
    own: list[tree.Statement] = []
    extended: tree.IncludeStatement | None = None
    files.broken.extend(parsed.broken)
    files.diagnostics.extend(parsed.diagnostics)
    for statement in parsed.file.statements:
        if not isinstance(statement, tree.IncludeStatement):
            own.append(statement)
            continue
        try:
            loaded = _load_statements(statement, files, above)
            other, depth = loaded.statements, max(depth, loaded.depth)
            _check_room(statement, extended, len(other) + len(own))
        except Failed as failed:
            files.diagnostics.extend(failed.diagnostics)
            files.broken.append(
                tree.BrokenStatement("extends" if statement.whole else "include", None, (), statement.span)
            )
            continue
        if not statement.whole:
            own.extend(item for item in other if isinstance(item, tree.LetStatement))
            continue
        extended = statement
        base = [
            item
            for item in other
            if not isinstance(item, tree.TitleStatement | tree.ExampleStatement | tree.ReadStatement)
        ]
    return _FileStatements(_override(base, own), depth + 1)


def _load_statements(statement: tree.IncludeStatement, files: _Files, above: tuple[str, ...]) -> _FileStatements:
    """The statements that an `include` or `extends` brings in; each file is read once."""
    name = statement.name.value.removesuffix(".rules")
    if name in (item.removesuffix(".rules") for item in above):
        raise fail("E061", f"`{name}` brings in itself", statement.span)
    found = files.statements.get(name)
    if found is None:
        if len(files.statements) >= MAX_FILES:
            raise fail("E061", f"more than {MAX_FILES} rules files in all", statement.span)
        _check_depth(len(above), statement)
        found = _merge(_open(statement, files), files, (*above, name))
        files.statements[name] = found
    _check_depth(len(above) + found.depth - 1, statement)
    return found


def _check_depth(depth: int, statement: tree.IncludeStatement) -> None:
    if depth > MAX_DEPTH:
        raise fail("E061", f"more than {MAX_DEPTH} rules files inside each other", statement.span)


def _check_room(statement: tree.IncludeStatement, extended: tree.IncludeStatement | None, count: int) -> None:
    if count > MAX_STATEMENTS:
        raise fail("E061", f"more than {MAX_STATEMENTS} statements in all", statement.span)
    if statement.whole and extended is not None:
        raise fail(
            "E062",
            "a file extends one other file only",
            statement.span,
            labels=[Label(extended.span, "it already extends this one")],
        )


def _open(statement: tree.IncludeStatement, files: _Files) -> Parsed:
    name = statement.name.value
    if (
        not name
        or any(part in ("", ".", "..") for part in name.replace("\\", "/").split("/"))
        or set(name) & set("/\\:")
    ):
        raise fail(
            "E060",
            "a rules file is named without a path",
            statement.name.span,
            hint="write its name only; it is looked for beside this file and in the library",
        )
    try:
        source = files.load(name)
    except Failed as failed:
        raise Failed(
            msgspec.structs.replace(item, span=item.span or statement.name.span) for item in failed.diagnostics
        ) from None
    if source is None:
        close = files.nearest(name)
        hint = "it is looked for beside this file and in the library; see `puzzlelang list`"
        hint = f"did you mean `{close}`?" if close else hint
        raise fail("E060", f"there is no rules file `{name}`", statement.name.span, hint=hint)
    return files.parse(source)


def _override(base: list[tree.Statement], own: list[tree.Statement]) -> list[tree.Statement]:
    replaced = {key: item for item in own if (key := _key(item)) is not None}
    known = {key for item in base if (key := _key(item)) is not None}
    kept: list[tree.Statement] = []
    for item in base:
        key = _key(item)
        if isinstance(item, tree.BoardStatement) and any(isinstance(other, tree.BoardStatement) for other in own):
            continue
        kept.append(replaced[key] if key is not None and key in replaced else item)
    return kept + [item for item in own if _key(item) not in known or _key(item) is None]


def _key(item: tree.Statement) -> tuple[str, str] | None:
    match item:
        case (
            tree.GivenStatement(name) | tree.FindStatement(name) | tree.OptionStatement(name) | tree.LetStatement(name)
        ):
            return "name", name.text
        case tree.RuleStatement(name):
            return "rule", name.text
        case tree.DrawStatement(name):
            return "draw", name.text
        case _:
            return None
