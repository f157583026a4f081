"""Checks the types of declarations: what a `given` holds, what a `find` looks for."""

from collections.abc import Sequence

from puzzlelang.diagnostics.fixes import replace
from puzzlelang.diagnostics.nearest import did_you_mean
from puzzlelang.diagnostics.record import Failed, Fix
from puzzlelang.geometry.polyominoes import PIECES, squares_as_drawn
from puzzlelang.geometry.sorts import GATHERED, MEMBERS, Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.coercions import as_set, number, require_on_board, value
from puzzlelang.typed.checks.scope import Checker, Scope, mistake
from puzzlelang.typed.subexpressions import is_decided, subexpressions
from puzzlelang.typed.types import Erroneous, PlaceType, SetOf, describe

WHOLE = ("cells", "borders", "links", "corners", "lines", "views", "rows", "columns")


def kind_of(written: tree.TypeSyntax, checker: Checker, *, is_find: bool) -> ir.DeclaredType:
    """The kind that a type phrase declares; `is_find` for a `find`.  Raises `Failed`."""
    match written:
        case tree.SetType(domain):
            sort, partition, part = _domain(domain, checker)
            if sort in GATHERED:
                hint = f"declare a value of each: `{partition} to 0..1`"
                raise mistake("E032", f"a set of {partition} cannot be declared", domain.span, hint=hint)
            return ir.SetKind(sort, part)
        case tree.PartitionType(domain, absent):
            return _partition(domain, absent, checker, is_find=is_find)
        case tree.GroupsType(word, domain):
            return _groups(word, domain, checker, is_find=is_find)
        case tree.FunctionType(domain, held):
            try:
                sort, partition, part = _domain(domain, checker)
            except Failed as failed:
                checker.report(failed)
                _value(held, checker, is_find=is_find)
                raise Failed(()) from None
            kind = _value(held, checker, is_find=is_find)
            if kind.base is ir.Base.SHAPES:
                hint = "write `given bank : shapes`"
                raise mistake("E036", "a bank of shapes is given once for the whole board", held.span, hint=hint)
            return ir.FunctionKind(sort, partition, part, kind)
        case tree.ValueType():
            return ir.SingleKind(_value(written, checker, is_find=is_find))


def _partition(domain: tree.ExpressionSyntax, absent: bool, checker: Checker, *, is_find: bool) -> ir.PartitionKind:
    sort, _, part = _domain(domain, checker, decided=not is_find)
    if sort is not Sort.CELL or (part is not None and not is_find):
        hint = "write `partition of cells?`: what is blank on the board is in no region"
        if sort is not Sort.CELL:
            hint = "write `partition of cells`"
        raise mistake("E032", "only `cells` can be cut into regions", domain.span, hint=hint)
    if part is None:
        return ir.PartitionKind(absent)
    fixed = is_decided(part, checker.plain_lets)
    if not fixed and (area := _area_in(part, checker)) is not None:
        hint = "name a set that is found without areas, such as `find shaded : set of cells`"
        raise mistake("E032", f"what is cut into areas depends on the areas of `{area}`", domain.span, hint=hint)
    return ir.PartitionKind(absent, part, fixed)


def _area_in(expression: ir.Expression, checker: Checker) -> str | None:
    """A partition to be found that an expression is about, if there is one."""
    for part in subexpressions(expression):
        match part:
            case ir.Symbol(name, ir.SymbolRole.FIND) | ir.Lookup(name, ir.SymbolRole.FIND):
                declared = checker.declared.get(name)
                if isinstance(declared, ir.Find) and isinstance(declared.kind, ir.PartitionKind):
                    return name
            case ir.LetValue(name) if name in checker.plain_lets:
                if (area := _area_in(checker.plain_lets[name].body, checker)) is not None:
                    return area
            case _:
                pass
    return None


_GATHERED = {"groups": False, "paths": True}
"""The words for what a board gathers, and whether its places are in order."""


def _groups(word: tree.Identifier, domain: tree.ExpressionSyntax, checker: Checker, *, is_find: bool) -> ir.GroupsKind:
    if word.text not in _GATHERED:
        small = word.text.lower()
        if small != word.text and small in (*_GATHERED, "set", "partition"):
            hint = f"write `{small}`: words of the language have small letters"
            raise mistake("E003", f"`{word.text}` is no word here", word.span, hint=hint)
        hint = did_you_mean(word.text, [*_GATHERED, "set", "partition"]) or (
            "write `set of`, `partition of`, `groups of` or `paths of`"
        )
        raise mistake("E011", f"`{word.text} of …` is no type", word.span, hint=hint)
    sort, _, part = _domain(domain, checker)
    if sort not in MEMBERS or part is not None:
        hint = f"write such as `{word.text} of cells`"
        problem = f"{word.text} consist of all `cells`, `links`, `borders` or `corners`"
        raise mistake("E032", problem, domain.span, hint=hint)
    if is_find:
        hint = "a `partition of cells` can be found, or a `set of links` that is paths"
        raise mistake("E036", f"{word.text} are given, and cannot be found", word.span, hint=hint)
    return ir.GroupsKind(sort, _GATHERED[word.text])


def _domain(
    written: tree.ExpressionSyntax, checker: Checker, *, decided: bool = True
) -> tuple[Sort, str | None, ir.Expression | None]:
    """Return sort, partition and set of the places that a declaration is about.  Raises `Failed`.

    Unless `decided` is false, the board has to decide which places they are.

    The partition is None unless the places are its regions, or the groups or paths of a declaration.  The set is None
    if it holds all places of the sort.
    """
    result = as_set(value(written, Scope(checker)))
    if isinstance(result.type, Erroneous):
        raise Failed(())  # it was reported
    if not isinstance(result.type, SetOf) or not isinstance(result.type.element, PlaceType):
        hint = (
            f"did you mean `{written.text}s`?" if isinstance(written, tree.Name) and written.text + "s" in WHOLE else ""
        )
        raise mistake(
            "E032",
            "a set of places is wanted here",
            written.span,
            here=f"this is {describe(result.type)}",
            hint=hint or "such as `cells`, `lines` or `borders`",
        )
    place = result.type.element
    if place.sort in (Sort.GROUP, Sort.DIRECTION) or (place.sort in GATHERED and place.partition is None):
        raise mistake("E032", f"a board cannot hold something for each of {describe(result.type)}", written.span)
    if decided and require_on_board(result, Scope(checker), "where something is found") is not result:
        raise Failed(())  # it was reported
    whole = isinstance(result, ir.Builtin) and not result.arguments and result.name not in ("rows", "columns")
    whole = whole or (isinstance(result, ir.Symbol) and place.sort in (Sort.REGION, *GATHERED))
    return place.sort, place.partition, None if whole else result


def _value(written: tree.ValueType, checker: Checker, *, is_find: bool) -> ir.ValueKind:
    base, unknown, absent = written.base, written.unknown, written.absent
    if is_find and written.unknown:
        hint = "leave out `or unknown`; what may stay empty is declared with `?`, as in `find n : cells to 1..9?`"
        raise mistake("E036", "an answer says which value it is", written.span, hint=hint)
    match base:
        case tree.RangeSyntax(low, high):
            scope = Scope(checker)
            ends = [require_on_board(number(end, scope), scope, "the end of a range") for end in (low, high)]
            return ir.ValueKind(ir.Base.NUMBER, ends[0], ends[1], (), unknown, absent)
        case tree.Members():
            return ir.ValueKind(ir.Base.NAME, None, None, members_of(base), unknown, absent, _drawings(base))
        case tree.Identifier():
            return _base_kind(base, unknown=unknown, absent=absent, is_find=is_find)


_BASES = {base.value: base for base in (ir.Base.NUMBER, ir.Base.NUMBERS, ir.Base.DIRECTION, ir.Base.SHAPES)}


_SORTS = frozenset({"cells", "lines", "rows", "columns", "views", "links", "borders", "corners"})
_NUMBERS = frozenset({"int", "integer", "integers", "digit", "digits", "float", "nat", "value"})
_TRUTHS = frozenset({"bool", "boolean", "truth", "yes", "flag"})
"""What other languages call a value that is true or false."""


def _of_truths(word: tree.Identifier) -> Sequence[Fix]:
    """The fix that makes a set of places out of places with truth values."""
    text = word.span.source.text
    *_, places, to = ["", "", *text[text.rfind("\n", 0, word.span.start) + 1 : word.span.start].split()]
    if to != "to":
        return ()
    return (
        replace(Span(word.span.source, text.rindex(places, 0, word.span.start), word.span.end), f"set of {places}"),
    )


def _base_kind(word: tree.Identifier, *, unknown: bool, absent: bool, is_find: bool) -> ir.ValueKind:
    if word.text in PIECES:
        names, drawings = tuple(PIECES[word.text]), tuple(PIECES[word.text].values())
        return ir.ValueKind(ir.Base.NAME, None, None, names, unknown, absent, drawings)
    base = _BASES.get(word.text)
    if base is None:
        known = "write `number`, `direction`, `pentomino`, a range such as `1..9`, or `{black, white}`"
        hint = did_you_mean(word.text, (*_BASES, *PIECES)) or known
        if word.text in _SORTS:
            hint = f"write `set of {word.text}`, or for a value of each `{word.text} to number`"
        elif word.text.lower() in _NUMBERS:
            hint = "write `number`, or a range such as `1..9`"
        elif word.text in _TRUTHS:
            hint = "what is true of some places and not of others is a set, such as `set of cells`"
        fixes = _of_truths(word) if word.text in _TRUTHS else ()
        raise mistake("E011", f"`{word.text}` is no type of value", word.span, hint=hint, fixes=fixes)
    if is_find and base is ir.Base.SHAPES:
        raise mistake("E036", "shapes cannot be found as such", word.span, hint="find a set and write `pieces(…)`")
    if is_find and base is ir.Base.DIRECTION:
        way = "write `{up, right, down, left}`; `every d in directions: if c.f = d then … next(c, d) …` follows it"
        raise mistake("E036", "a direction cannot be found as such", word.span, hint=way)
    if is_find:
        raise mistake("E036", "a number that is to be found needs a range", word.span, hint="write such as `1..9`")
    return ir.ValueKind(base, unknown=unknown, absent=absent)


def _drawings(written: tree.Members) -> tuple[str, ...]:
    """The shapes that names stand for, as they are drawn."""
    for drawing in written.drawings:
        try:
            squares_as_drawn(drawing.value)
        except ValueError as error:
            hint = 'draw it row by row: `L "##/#."` is a corner of three cells'
            raise mistake("E011", f"`{drawing.value}` {error}", drawing.span, hint=hint) from None
    return tuple(drawing.value for drawing in written.drawings)


def members_of(written: tree.Members) -> tuple[str, ...]:
    """The names of an enumeration, each once."""
    names: dict[str, None] = {}
    for word in written.names:
        if word.text in names:
            raise mistake("E023", f"`{word.text}` is listed twice", word.span)
        names[word.text] = None
    return tuple(names)
