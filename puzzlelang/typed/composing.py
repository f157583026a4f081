"""Composes the statements of several rules files: shared ones once, replaced ones left out, uses below declarations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.source import Span, Spanned
from puzzlelang.syntax import tree

Key = tuple[str, str]
"""The kind of a statement and its name: of each key a ruleset has one statement."""

_NOT_EXTENDED = tree.TitleStatement | tree.ExampleStatement | tree.ReadStatement
"""Statements that `extends` does not bring: they are about the genre of their own file."""

_DECLARING = tree.GivenStatement | tree.FindStatement | tree.OptionStatement | tree.LetStatement


class Composition(msgspec.Struct, frozen=True):
    """The statements of a file and of all that it brings in.

    `replaced` are those that the file or one of its bases replaces, by their places.  Where bases meet, they are gone
    from all of them.
    """

    statements: tuple[tree.Statement, ...]
    replaced: Mapping[Span, tree.Statement] = {}


Base = tuple[tree.QuotedText, Composition]
"""The name of an extended file as written, and its statements."""

_Brought = tuple[tree.QuotedText, tree.Statement]


class Conflict(msgspec.Struct, frozen=True):
    """Two bases that differ: the error, and a statement with that name that fits everything."""

    diagnostic: Diagnostic
    broken: tree.BrokenStatement


def compose(bases: Sequence[Base], own: Iterable[tree.Statement]) -> tuple[Composition, tuple[Conflict, ...]]:
    """The statements of extended files in their order, then those of the file itself.

    A statement that bases share stands once, where it is brought first.  A statement of the file stands in the place of
    one of the same key.  Two different statements of a key in two bases are a conflict unless the file states it;
    neither is kept.
    """
    mine = list({item.span: item for item in own}.values())
    stated = {key: item for item in reversed(mine) if (key := key_of(item)) is not None}
    replaced = {place: item for _, base in bases for place, item in base.replaced.items()}
    for _, base in bases:
        for item in base.statements:
            replacement = stated.get(key_of(item) or ("", ""))
            if replacement is not None and replacement.span != item.span:
                replaced[item.span] = item
    kept: dict[Key, _Brought] = {}
    conflicts: dict[Key, Conflict] = {}
    for name, base in bases:
        for item in base.statements:
            key = key_of(item)
            if key is None or isinstance(item, _NOT_EXTENDED):
                continue
            if key in stated:
                kept.setdefault(key, (name, stated[key]))
            elif item.span not in replaced:
                first = kept.setdefault(key, (name, item))
                if first[1] is not item and first[1] != item:
                    conflicts.setdefault(key, _conflict(key, first, (name, item)))
    brought = [item for key, (_, item) in kept.items() if key not in conflicts]
    return Composition(tuple(_in_order(brought, mine)), replaced), tuple(conflicts.values())


def key_of(item: tree.Statement) -> Key | None:
    """The key of a statement; None if a ruleset may have several of its kind."""
    match item:
        case (
            tree.GivenStatement(name) | tree.FindStatement(name) | tree.OptionStatement(name) | tree.LetStatement(name)
        ):
            return "name", name.text
        case tree.RuleStatement(name) | tree.RuleUseStatement(name):
            return "rule", name.text
        case tree.RuleTemplateStatement(name):
            return "rule template", name.text
        case tree.DrawStatement(name):
            return "draw", name.text
        case tree.BoardStatement():
            return "board", ""
        case _:
            return None


def _conflict(key: Key, first: _Brought, second: _Brought) -> Conflict:
    (base, one), (other_base, other) = first, second
    kind, name = key
    what = "the board" if kind == "board" else f"how `{name}` looks" if kind == "draw" else f"`{name}`"
    message = f"`{base.value}` and `{other_base.value}` differ about {what}"
    labels = (
        Label(_place(one), f"what `{base.value}` brings"),
        Label(_place(other), f"what `{other_base.value}` brings"),
    )
    hint = "state it in this file as well: that takes the place of both"
    declared = other.name if isinstance(other, _DECLARING | tree.RuleStatement | tree.RuleUseStatement) else None
    broken = tree.BrokenStatement("" if kind == "name" else kind, declared, (), other.span)
    return Conflict(Diagnostic("E062", message, other_base.span, help=hint, labels=labels), broken)


def _place(item: tree.Statement) -> Span:
    return item.kinds[0].span if isinstance(item, tree.BoardStatement) else getattr(item, "name", item).span


def _in_order(brought: Sequence[tree.Statement], mine: Sequence[tree.Statement]) -> Iterator[tree.Statement]:
    """Yield what bases bring with the file's own behind it.

    Each declaration of a base below the declarations that it uses.

    A base's own order is such already.  But what replaces a declaration, or comes from another base, may use names that
    are declared further down.
    """
    declared = {item.name.text: item for item in (*mine, *brought) if isinstance(item, _DECLARING)}
    there: set[Span] = set()
    for item in brought:
        waiting = [item]
        while waiting:
            top = waiting[-1]
            if top.span in there:
                waiting.pop()
                continue
            open_ = {other.span for other in waiting}
            used = [declared[name] for name in _names(top) if name in declared] if isinstance(top, _DECLARING) else []
            lacking = [other for other in used if other.span not in there and other.span not in open_]
            if lacking:
                waiting.append(lacking[0])
                continue
            there.add(waiting.pop().span)
            yield top
    yield from (item for item in mine if item.span not in there)


def _names(item: tree.Statement) -> Iterator[str]:
    """All names in a statement, local ones among them, in the order of the text."""
    waiting: list[object] = [item]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tree.Identifier | tree.Name):
            yield part.text
        elif isinstance(part, tuple):
            waiting.extend(reversed(part))
        elif isinstance(part, Spanned):
            waiting.extend(getattr(part, field) for field in reversed(part.__struct_fields__) if field != "span")
