"""`given`, `find`, `option` and `let` statements."""

from puzzlelang.diagnostics.nearest import listed, nearest
from puzzlelang.diagnostics.record import Label
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.demand import as_set, number, on_board, value
from puzzlelang.typed.names import AGGREGATES, QUESTIONS, RELATIONS
from puzzlelang.typed.builtins import FUNCTIONS, PROPERTIES, VALUES
from puzzlelang.typed.scope import Checker, Declaration, Scope, Template, mistake
from puzzlelang.typed.types import NUMBER, Enumeration, Place, SetOf, Sort, covers_cells, described, fits
from puzzlelang.typed.types import CELLS
from puzzlelang.typed.words import WORDS

RESERVED = frozenset({*VALUES, *FUNCTIONS, *WORDS, *AGGREGATES, *QUESTIONS, *RELATIONS})

WHOLE = {"cells", "borders", "links", "corners", "lines", "views", "rows", "columns"}

SIDES = ("top", "left", "bottom", "right")


def declare(checker: Checker, word: tree.Word, declaration: Declaration) -> None:
    """Make a name known from here on."""
    if word.text in RESERVED or any(word.text in known for known in PROPERTIES.values()):
        raise mistake("E023", f"`{word.text}` is a word of the language", word.span, hint="choose another name")
    if word.text in checker.declared:
        raise mistake(
            "E023", f"`{word.text}` is declared twice", word.span, hint="choose another name",
            labels=[Label(checker.places[word.text], "the first time is here")],
        )
    checker.declared[word.text] = declaration
    checker.places[word.text] = word.span


def given(written: tree.Given, checker: Checker) -> ir.Given:
    """What a board file holds."""
    kind = _kind(written.type, checker, found=False)
    default = _default(written, kind, checker) if written.default is not None else None
    shown = _shown(written.symbols, kind)
    result = ir.Given(written.name.text, kind, shown, _sides(written, kind, checker), default, written.name.span)
    declare(checker, written.name, result)
    return result


def find(written: tree.Find, checker: Checker) -> ir.Find:
    """What the solver fills in."""
    kind = _kind(written.type, checker, found=True)
    if isinstance(kind, ir.SingleKind):
        raise mistake(
            "E036", "something is found for each place of the board", written.type.span,
            hint="write `set of cells`, or a function such as `cells to 1..9`",
        )
    if isinstance(kind, ir.PartitionKind):
        raise mistake(
            "E081", "a partition that is to be found is not supported yet", written.type.span,
            hint="partitions can be given",
        )
    result = ir.Find(written.name.text, kind, _shown(written.symbols, kind), written.name.span)
    declare(checker, written.name, result)
    return result


def option(written: tree.Option, checker: Checker) -> ir.Option:
    """A variant of the rules."""
    members = _members(written.members)
    if written.default.text not in members:
        close = nearest(written.default.text, members)
        raise mistake(
            "E020", f"`{written.default.text}` is none of the choices", written.default.span,
            hint=f"did you mean `{close}`?" if close else f"it can be {listed(members, 'or')}",
        )
    result = ir.Option(written.name.text, members, written.default.text, written.name.span)
    declare(checker, written.name, result)
    return result


def let(written: tree.Let, checker: Checker) -> ir.Let | None:
    """A named expression; one with parameters is kept as it is until it is used."""
    if written.parameters:
        seen: dict[str, tree.Word] = {}
        for parameter in written.parameters:
            if parameter.text in seen:
                raise mistake("E023", f"`{parameter.text}` is declared twice", parameter.span)
            seen[parameter.text] = parameter
        declare(checker, written.name, Template(written))
        return None
    checker.active.append(written.name.text)
    try:
        body = value(written.body, Scope(checker))
    finally:
        checker.active.pop()
    result = ir.Let(written.name.text, body, written.name.span)
    declare(checker, written.name, result)
    return result


def _kind(written: tree.Type, checker: Checker, *, found: bool) -> ir.Declared:
    match written:
        case tree.SetType(domain):
            sort, _, part = _domain(domain, checker)
            return ir.SetKind(sort, part)
        case tree.PartitionType(domain, absent):
            sort, _, part = _domain(domain, checker)
            if sort is not Sort.CELL or part is not None:
                raise mistake("E032", "only `cells` can be cut into regions", domain.span)
            return ir.PartitionKind(absent)
        case tree.FunctionType(domain, held):
            sort, partition, part = _domain(domain, checker)
            return ir.FunctionKind(sort, partition, part, _value(held, checker, found=found))
        case tree.ValueType():
            return ir.SingleKind(_value(written, checker, found=found))


def _domain(written: tree.Expression, checker: Checker) -> tuple[Sort, str | None, ir.Expression | None]:
    """Sort, partition if the places are its regions, and the set itself unless it is all of the sort."""
    found = as_set(value(written, Scope(checker)))
    if not isinstance(found.type, SetOf) or not isinstance(found.type.element, Place):
        hint = f"did you mean `{written.text}s`?" if isinstance(written, tree.Name) and written.text + "s" in WHOLE else ""
        raise mistake("E032", "a set of places is wanted here", written.span, here=f"this is {described(found.type)}",
                      hint=hint or "such as `cells`, `lines` or `borders`")
    place = found.type.element
    if place.sort in (Sort.GROUP, Sort.DIRECTION):
        raise mistake("E032", f"a board holds nothing for {described(found.type)[2:]}", written.span)
    on_board(found, Scope(checker), "where something is found")
    whole = isinstance(found, ir.Builtin) and not found.arguments and found.name not in ("rows", "columns")
    whole = whole or (isinstance(found, ir.Symbol) and place.sort is Sort.REGION)
    return place.sort, place.partition, None if whole else found


def _value(written: tree.ValueType, checker: Checker, *, found: bool) -> ir.ValueKind:
    base, flags = written.base, {"unknown": written.unknown, "absent": written.absent}
    if found and (written.unknown or written.absent):
        raise mistake(
            "E036", "an answer has a value everywhere", written.span, hint="leave out `?`; to leave places free, find it "
            "on a part of the board, as in `find n : open to 1..9`",
        )
    match base:
        case tree.Range(low, high):
            scope = Scope(checker)
            ends = [on_board(number(end, scope), scope, "the end of a range") for end in (low, high)]
            return ir.ValueKind(ir.Base.NUMBER, ends[0], ends[1], **flags)
        case tree.Members():
            return ir.ValueKind(ir.Base.NAME, members=_members(base), **flags)
        case tree.Word(text, span):
            if found and text in ("number", "numbers"):
                raise mistake("E036", "a number that is to be found needs a range", span, hint="write such as `1..9`")
            match text:
                case "number":
                    return ir.ValueKind(ir.Base.NUMBER, **flags)
                case "numbers":
                    return ir.ValueKind(ir.Base.NUMBERS, **flags)
                case "direction":
                    if found:
                        raise mistake(
                            "E036", "a direction cannot be found as such", span, hint="write `{up, right, down, left}`"
                        )
                    return ir.ValueKind(ir.Base.DIRECTION, **flags)
            close = nearest(text, ("number", "numbers", "direction"))
            raise mistake("E011", f"`{text}` is no type of value", span, hint=f"did you mean `{close}`?" if close else
                          "write `number`, `numbers`, `direction`, a range such as `1..9`, or `{black, white}`")


def _members(written: tree.Members) -> tuple[str, ...]:
    names: list[str] = []
    for word in written.names:
        if word.text in names:
            raise mistake("E023", f"`{word.text}` is listed twice", word.span)
        names.append(word.text)
    return tuple(names)


def _default(written: tree.Given, kind: ir.Declared, checker: Checker) -> ir.Expression:
    assert written.default is not None
    scope = Scope(checker)
    match kind:
        case ir.SingleKind(held):
            wanted = Enumeration(held.members) if held.base is ir.Base.NAME else NUMBER
            found = value(written.default, scope, wanted)
            fine = found.type == wanted
        case ir.PartitionKind():
            found = value(written.default, scope)
            element = found.type.element if isinstance(found.type, SetOf) else None
            fine = element is not None and covers_cells(element)
        case ir.SetKind(sort):
            found = as_set(value(written.default, scope))
            fine = fits(found.type, SetOf(Place(sort)))
        case ir.FunctionKind():
            raise mistake("E030", "a function has no default", written.default.span, hint="add `?` to its type: a place "
                          "may then have no value")
    if not fine:
        raise mistake("E030", f"this cannot be the default of `{written.name.text}`", found.span,
                      here=f"this is {described(found.type)}")
    return on_board(found, scope, "a default")


def _shown(symbols: tuple[tree.Symbol, ...], kind: ir.Declared) -> ir.Shown:
    pairs: list[tuple[str, str]] = []
    negation: str | None = None
    members = _enumeration(kind)
    for symbol in symbols:
        text = symbol.symbol.value
        if not text or any(character.isspace() for character in text):
            raise mistake("E055", "a symbol is one or more characters without blanks", symbol.symbol.span)
        if symbol.name is None:
            if members or not isinstance(kind, ir.SetKind) or pairs:
                what = f"each of {listed(members)}: `as {members[0]} \"+\", …`" if members else "a set, once"
                raise mistake("E055", "this symbol does not say what it stands for", symbol.span, hint=f"name {what}")
            pairs.append(("", text))
        elif symbol.name.text == "not":
            if not isinstance(kind, ir.SetKind):
                raise mistake("E055", "only a set has a mark for `not`", symbol.span)
            negation = text
        elif symbol.name.text in members:
            pairs.append((symbol.name.text, text))
        else:
            close = nearest(symbol.name.text, members)
            raise mistake("E055", f"`{symbol.name.text}` is none of its values", symbol.name.span,
                          hint=f"did you mean `{close}`?" if close else "")
    twice = next((text for text in (t for _, t in pairs) if sum(other == text for _, other in pairs) > 1), None)
    if twice is not None:
        raise mistake("E055", f"`{twice}` stands for two things", symbols[-1].span)
    return ir.Shown(tuple(pairs), negation)


def _enumeration(kind: ir.Declared) -> tuple[str, ...]:
    match kind:
        case ir.FunctionKind(value=held) | ir.SingleKind(held):
            return held.members
        case _:
            return ()


def _sides(written: tree.Given, kind: ir.Declared, checker: Checker) -> tuple[str, ...]:
    """The margins a given is written in: lines at top and left, and once these are taken at bottom and right."""
    if not isinstance(kind, ir.FunctionKind) or kind.sort not in (Sort.LINE, Sort.VIEW):
        if written.sides:
            raise mistake("E057", "only what belongs to lines or views stands in a margin", written.sides[0].span)
        return ()
    for side in written.sides:
        if side.text not in SIDES:
            close = nearest(side.text, SIDES)
            raise mistake("E057", f"`{side.text}` is no side of a board", side.span,
                          hint=f"did you mean `{close}`?" if close else f"a side is {listed(SIDES, 'or')}")
    if written.sides:
        return tuple(side.text for side in written.sides)
    if kind.sort is Sort.VIEW:
        return SIDES
    half = kind.domain.name if isinstance(kind.domain, ir.Builtin) else ""
    wanted = {"rows": (("left",), ("right",)), "columns": (("top",), ("bottom",))}.get(
        half, (("top", "left"), ("bottom", "right"))
    )
    others = [item for item in checker.declared.values() if isinstance(item, ir.Given)]
    taken = {side for other in others for side in other.sides}
    return next((sides for sides in wanted if not taken & set(sides)), ())
