"""Checks how declarations look in board text: symbols after `as`, margins after `at`."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from puzzlelang.diagnostics.fixes import delete, replace
from puzzlelang.diagnostics.nearest import did_you_mean, join_words
from puzzlelang.diagnostics.record import Failed, Label
from puzzlelang.geometry.sorts import EDGES, SIDES, Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.kinds import has_numbers
from puzzlelang.typed.checks.scope import Checker, DrawnSymbols, SymbolsOfSort, mistake

SYMBOLS = "*#oxX+@%$&=~"
"""Symbols that a fix may choose from."""

OTHER_SYMBOL_HINT = "choose another symbol"


OWN_BLOCK = "block"
"""What stands behind `at` where a given is never in the grid of a board text or in its margins."""


def notation(written: tree.GivenStatement | tree.FindStatement, kind: ir.DeclaredType, checker: Checker) -> ir.Notation:
    """Checks the symbols after `as`: they must differ from those of other declarations at the same places."""
    symbols = [symbol for entry in written.symbols for symbol in _symbols_of(entry)]
    pairs: list[tuple[str, str]] = []
    negation: str | None = None
    members = _enumeration(kind)
    for symbol in symbols:
        text = symbol.symbol.value
        if not text or any(character.isspace() for character in text):
            raise mistake("E055", "a symbol is one or more characters without blanks", symbol.symbol.span)
        _check_readable(symbol, kind)
        if symbol.name is None:
            if members or not isinstance(kind, ir.SetKind) or pairs:
                hint = "only a set has a symbol, and only one"
                if members:
                    hint = f'name what it stands for: `as {members[0]} "…", {members[-1]} "…"`'
                raise mistake("E055", "this symbol stands for nothing", symbol.span, hint=hint)
            pairs.append(("", text))
        elif symbol.name.text == "not":
            if not isinstance(kind, ir.SetKind):
                raise mistake("E055", "only a set has a mark for `not`", symbol.span)
            negation = text
        elif symbol.name.text in members:
            pairs.append((symbol.name.text, text))
        elif _is_number(symbol.name.text, kind):
            if text.isdigit():
                raise mistake(
                    "E055", f"`{text}` would be taken for the number", symbol.symbol.span, hint=OTHER_SYMBOL_HINT
                )
            pairs.append((str(int(symbol.name.text)), text))
        else:
            raise _no_value(symbol.name, kind, members)
    texts = [text for _, text in pairs]
    if len(set(texts)) < len(texts):
        twice = next(text for text, times in Counter(texts).items() if times > 1)
        raise mistake("E055", f"`{twice}` stands for two things", symbols[-1].span)
    result = ir.Notation(tuple(pairs), negation)
    _check_distinct(written, kind, result, checker)
    return result


def _symbols_of(entry: tree.SymbolSyntax) -> Iterator[tree.SymbolSyntax]:
    """The entry, or each of a range such as `1..3 "A".."C"`.  Raises `Failed` if its two sides differ in length."""
    if entry.name is None or entry.last is None:
        yield entry
        return
    first, (number, symbol) = entry.symbol.value, entry.last
    numbers = range(int(entry.name.text), int(number.text) + 1)
    if len(first) != 1 or len(symbol.value) != 1:
        hint = 'write such as `1..3 "A".."C"`'
        raise mistake("E055", "a range of symbols goes from one character to another", entry.span, hint=hint)
    signs = range(ord(first), ord(symbol.value) + 1)
    if len(numbers) != len(signs) or not numbers:
        message = f"these are {len(numbers)} numbers and {len(signs)} symbols"
        raise mistake("E055", message, entry.span, hint="each number of the range needs one symbol")
    for value, sign in zip(numbers, map(chr, signs), strict=True):
        name = tree.Identifier(str(value), entry.name.span)
        yield tree.SymbolSyntax(name, tree.QuotedText(sign, entry.symbol.span), entry.span)


def _no_value(name: tree.Identifier, kind: ir.DeclaredType, members: Sequence[str]) -> Failed:
    """Return the error for a name after `as` that is no value of the declaration."""
    if name.text == "unknown" and isinstance(kind, ir.FunctionKind | ir.SingleKind):
        hint = 'leave it out; of a format with another item `read` says so, as in `"-": clue unknown`'
        return mistake("E055", "`unknown` is always written `?` on a board", name.span, hint=hint)
    hint = did_you_mean(name.text, members) or (f"its values are {join_words(members)}" if members else "")
    if not members and isinstance(kind, ir.SetKind):
        hint = 'a set has one symbol, without a name: `as "#"`; `not` goes before the mark of what is not in it'
    return mistake("E055", f"`{name.text}` is none of its values", name.span, hint=hint)


def _is_number(text: str, kind: ir.DeclaredType) -> bool:
    """Whether `text` is a number that the function can have, judged by those bounds that are literal numbers."""
    if not isinstance(kind, ir.FunctionKind) or not text.isdigit():
        return False
    if kind.value.base not in {ir.Base.NUMBER, ir.Base.NUMBERS}:
        return False
    low, high = (end.value if isinstance(end, ir.Constant) else None for end in (kind.value.low, kind.value.high))
    return (low is None or int(low) <= int(text)) and (high is None or int(text) <= int(high))


def _check_readable(symbol: tree.SymbolSyntax, kind: ir.DeclaredType) -> None:
    """Refuses symbols that board text always reads as something else."""
    text = symbol.symbol.value
    edges = isinstance(kind, ir.SetKind) and kind.sort in EDGES
    if isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBERS and ("," in text or text == "*"):
        message = "a list on a board has commas between its numbers, and `*` for any of them"
        raise mistake("E055", message, symbol.symbol.span, hint=OTHER_SYMBOL_HINT)
    if text == "?":
        raise mistake("E055", "`?` on a board stands for an unknown number", symbol.symbol.span, hint=OTHER_SYMBOL_HINT)
    if text.startswith(";"):
        raise mistake(
            "E055", "a line of a board that starts with `;` is a remark", symbol.symbol.span, hint=OTHER_SYMBOL_HINT
        )
    if symbol.name is None and text in ("._" if edges else "._-"):
        raise mistake("E055", f"`{text}` on a board stands for nothing", symbol.symbol.span, hint=OTHER_SYMBOL_HINT)


def _check_distinct(
    written: tree.GivenStatement | tree.FindStatement, kind: ir.DeclaredType, look: ir.Notation, checker: Checker
) -> None:
    """Raise `Failed` if a symbol can mean two things at one place.

    Two enumerations may share a symbol for values of the same name.  Two finds may share any symbol, as each find is
    drawn by itself.
    """
    sort = _sort(kind)
    marks = checker.marks.get(sort) if sort is not None else None
    if sort is None or marks is None:
        return
    clashes = list(_clashes(kind, _meanings(look, sort), marks, alone=isinstance(written, tree.FindStatement)))
    if not clashes:
        return
    other, symbol, message = min(clashes, key=lambda clash: clash[0].order)
    span = written.symbols[0].span if written.symbols else written.name.span
    if not message:
        message = f"`{symbol}` stands for something else already"
        span = next((item.symbol.span for item in written.symbols if symbol in item.symbol.value), span)
    label = Label(checker.places[other.name], "this is at the same places")
    used = "".join(text for _, text in marks.by_symbol)
    free = next((mark for mark in SYMBOLS if mark not in used and mark != symbol), "")
    fixes = [replace(span, f'"{free}"', sure=False)] if free and span.text == f'"{symbol}"' else ()
    raise mistake("E055", message, span, hint=OTHER_SYMBOL_HINT, labels=[label], fixes=fixes)


def _clashes(
    kind: ir.DeclaredType, mine: Mapping[tuple[bool, str], str], marks: SymbolsOfSort, *, alone: bool
) -> Iterator[tuple[DrawnSymbols, str, str]]:
    """Yield each clash with an earlier declaration: that declaration, the symbol, and a special message or `""`.

    At most one clash is yielded for each symbol.  A digit as the symbol of a set also clashes with numbers at the same
    places.  `alone`: clashes with finds are ignored.
    """

    def first(looks: Iterable[DrawnSymbols]) -> DrawnSymbols | None:
        return next((look for look in looks if not alone or isinstance(look.item, ir.Given)), None)

    held = isinstance(kind, ir.SetKind)
    for spot, meaning in mine.items():
        looks = marks.by_symbol.get(spot, ())
        if other := first(
            look for look in looks if held or isinstance(look.item.kind, ir.SetKind) or look.meanings[spot] != meaning
        ):
            yield other, spot[1], ""
    digit = _digit(mine)
    if held and digit and (other := first(marks.numeric)):
        yield other, digit, f"`{digit}` may be taken for a number at the same places"
    if has_numbers(kind) and (other := first(marks.digits)):
        digit = _digit(other.meanings)
        yield other, digit, f"`{digit}` may be taken for a number at the same places"


def _digit(meanings: Mapping[tuple[bool, str], str]) -> str:
    """The first symbol that is a number, empty if there is none."""
    return next((text for _, text in meanings if text.isdigit()), "")


def register_symbols(name: str, item: ir.Item, checker: Checker) -> None:
    """Records the symbols of a new declaration, for the checks of later ones."""
    checker.margins.update(item.sides if isinstance(item, ir.Given) else ())
    sort = _sort(item.kind)
    if sort is None:
        return
    marks = checker.marks.setdefault(sort, SymbolsOfSort())
    look = DrawnSymbols(len(checker.declared), name, item, _meanings(item.shown, sort))
    for spot in look.meanings:
        marks.by_symbol.setdefault(spot, []).append(look)
    if has_numbers(item.kind):
        marks.numeric.append(look)
    if isinstance(item.kind, ir.SetKind) and _digit(look.meanings):
        marks.digits.append(look)


def _sort(kind: ir.DeclaredType) -> Sort | None:
    return kind.sort if isinstance(kind, ir.SetKind | ir.FunctionKind) else None


def _meanings(look: ir.Notation, sort: Sort) -> dict[tuple[bool, str], str]:
    """Map (whether the place lies along a row, symbol) to the name of the value that the symbol means there.

    A symbol of two characters for links or borders has its first character along rows, its second along columns.
    """
    pairs = [*look.symbols, *([("not", look.negation)] if look.negation else [])]
    turning = {text: sort in EDGES and len(text) == 2 for _, text in pairs}
    return {
        (level, (text[0] if level else text[1]) if turning[text] else text): name
        for name, text in pairs
        for level in (True, False)
    }


def _enumeration(kind: ir.DeclaredType) -> tuple[str, ...]:
    match kind:
        case ir.FunctionKind(value=held) | ir.SingleKind(held):
            return held.members
        case _:
            return ()


def has_own_block(written: tree.GivenStatement) -> bool:
    """Whether a given says that it always stands in a block of its own."""
    return [side.text for side in written.sides] == [OWN_BLOCK]


def margin_sides(written: tree.GivenStatement, kind: ir.DeclaredType, checker: Checker) -> tuple[str, ...]:
    """Checks the margins of a given: lines use top and left first, then bottom and right."""
    if has_own_block(written):
        return ()
    if not isinstance(kind, ir.FunctionKind) or kind.sort not in (Sort.LINE, Sort.VIEW):
        if written.sides:
            hint = f"leave out `at`, or write `at {OWN_BLOCK}` for a block of its own"
            message = "only what belongs to lines or views stands in a margin"
            first, last = written.sides[0].span, written.sides[-1].span
            start = first.source.text.rindex("at", 0, first.start)
            fix = delete(Span(first.source, start, last.end))
            raise mistake("E057", message, first, hint=hint, fixes=[fix])
        return ()
    for side in written.sides:
        if side.text not in SIDES:
            raise mistake(
                "E057",
                f"`{side.text}` is no side of a board",
                side.span,
                hint=did_you_mean(side.text, SIDES)
                or f"a side is {join_words(SIDES, 'or')}; `at {OWN_BLOCK}` is a block of its own",
            )
    if written.sides:
        return tuple(side.text for side in written.sides)
    if kind.sort is Sort.VIEW:
        return SIDES
    half = kind.domain.name if isinstance(kind.domain, ir.Builtin) else ""
    wanted = {"rows": (("left",), ("right",)), "columns": (("top",), ("bottom",))}.get(
        half, (("top", "left"), ("bottom", "right"))
    )
    return next((sides for sides in wanted if not checker.margins & set(sides)), ())
