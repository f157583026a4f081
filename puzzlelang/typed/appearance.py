"""How declarations look in board text: symbols after `as`, margins after `at`."""

from puzzlelang.diagnostics.nearest import listed, nearest
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.scope import Checker, mistake
from puzzlelang.typed.types import Sort

SIDES = ("top", "left", "bottom", "right")


def shown(symbols: tuple[tree.Symbol, ...], kind: ir.Declared) -> ir.Shown:
    """What stands after `as`."""
    pairs: list[tuple[str, str]] = []
    negation: str | None = None
    members = _enumeration(kind)
    for symbol in symbols:
        text = symbol.symbol.value
        if not text or any(character.isspace() for character in text):
            raise mistake("E055", "a symbol is one or more characters without blanks", symbol.symbol.span)
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
        else:
            close = nearest(symbol.name.text, members)
            raise mistake(
                "E055",
                f"`{symbol.name.text}` is none of its values",
                symbol.name.span,
                hint=f"did you mean `{close}`?" if close else "",
            )
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


def sides(written: tree.Given, kind: ir.Declared, checker: Checker) -> tuple[str, ...]:
    """The margins a given is written in: lines at top and left, and once these are taken at bottom and right."""
    if not isinstance(kind, ir.FunctionKind) or kind.sort not in (Sort.LINE, Sort.VIEW):
        if written.sides:
            raise mistake("E057", "only what belongs to lines or views stands in a margin", written.sides[0].span)
        return ()
    for side in written.sides:
        if side.text not in SIDES:
            close = nearest(side.text, SIDES)
            raise mistake(
                "E057",
                f"`{side.text}` is no side of a board",
                side.span,
                hint=f"did you mean `{close}`?" if close else f"a side is {listed(SIDES, 'or')}",
            )
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
