"""`include` and `extends`: one list of statements out of several files."""

from collections.abc import Callable

from puzzlelang.diagnostics.record import Label, fail
from puzzlelang.source import Source
from puzzlelang.syntax import tree

Load = Callable[[str], Source | None]
"""Finds a rules file by name, None if there is none on the search path."""

Parse = Callable[[Source], tree.File]

MAX_DEPTH = 8
"""Rules files that may bring in one another in a row."""

MAX_STATEMENTS = 10_000
"""Statements of all files together."""


def merged(file: tree.File, load: Load, parse: Parse) -> tuple[tree.Statement, ...]:
    """The statements of a file with what it includes and extends in place.

    `extends` brings everything of the base but its title, its examples and its `read` tables; a statement of the file
    that declares the same name takes the place of the base's.  `include` brings only the `let`s.  Raises `Failed` for
    names that are not found, circles and errors inside the other files.
    """
    return tuple(_merged(file, load, parse, (file.span.source.name,)))


def _merged(file: tree.File, load: Load, parse: Parse, above: tuple[str, ...]) -> list[tree.Statement]:
    base: list[tree.Statement] = []
    own: list[tree.Statement] = []
    extended: tree.Include | None = None
    for statement in file.statements:
        if not isinstance(statement, tree.Include):
            own.append(statement)
            continue
        other = _merged(_opened(statement, load, parse, above), load, parse, (*above, statement.name.value))
        if len(other) + len(own) > MAX_STATEMENTS:
            raise fail("E061", f"more than {MAX_STATEMENTS} statements in all", statement.span)
        if not statement.whole:
            own.extend(item for item in other if isinstance(item, tree.Let))
            continue
        if extended is not None:
            raise fail(
                "E062",
                "a file extends one other file only",
                statement.span,
                labels=[Label(extended.span, "it already extends this one")],
            )
        extended = statement
        base = [item for item in other if not isinstance(item, tree.Title | tree.Example | tree.Read)]
    return _overridden(base, own)


def _opened(statement: tree.Include, load: Load, parse: Parse, above: tuple[str, ...]) -> tree.File:
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
    source = load(name)
    if source is None:
        raise fail(
            "E060",
            f"there is no rules file `{name}`",
            statement.name.span,
            hint="it is looked for beside this file and in the library; see `puzzlelang list`",
        )
    if name.removesuffix(".rules") in (item.removesuffix(".rules") for item in above):
        raise fail("E061", f"`{name}` brings in itself", statement.span)
    if len(above) > MAX_DEPTH:
        raise fail("E061", f"more than {MAX_DEPTH} rules files inside each other", statement.span)
    return parse(source)


def _overridden(base: list[tree.Statement], own: list[tree.Statement]) -> list[tree.Statement]:
    replaced = {key: item for item in own if (key := _key(item)) is not None}
    known = {key for item in base if (key := _key(item)) is not None}
    kept: list[tree.Statement] = []
    for item in base:
        key = _key(item)
        if isinstance(item, tree.Board) and any(isinstance(other, tree.Board) for other in own):
            continue
        kept.append(replaced[key] if key is not None and key in replaced else item)
    return kept + [item for item in own if _key(item) not in known or _key(item) is None]


def _key(item: tree.Statement) -> tuple[str, str] | None:
    match item:
        case tree.Given(name) | tree.Find(name) | tree.Option(name) | tree.Let(name):
            return "name", name.text
        case tree.Rule(name):
            return "rule", name.text
        case tree.Draw(name):
            return "draw", name.text
        case _:
            return None
