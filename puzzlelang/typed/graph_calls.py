"""Graph words: their arguments, and the relation behind `by`."""

from collections.abc import Sequence

from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir, words
from puzzlelang.typed.arity import check_arity, check_no_clause
from puzzlelang.typed.coercions import as_set, relation, require_on_board, value
from puzzlelang.typed.scope import Scope, mistake
from puzzlelang.typed.types import CORNER, ERRONEOUS, Erroneous, Pair, PlaceType, SetOf, covers_cells, describe
from puzzlelang.typed.words import WORDS, Argument, WordForm


def word(written: tree.Call, shape: WordForm, scope: Scope) -> ir.Expression:
    """A graph word with its arguments checked.  Raises `Failed`."""
    name = written.name.text
    most = len(shape.arguments)
    check_arity(written, *range(shape.least or most, most + 1))
    check_no_clause(written, *(("by",) if shape.related else ()))
    arguments = tuple(
        _wanted(name, argument, wanted, shape, scope)
        for argument, wanted in zip(written.arguments, shape.arguments, strict=False)
    )
    by = None
    if written.clause is not None:
        by = relation(written.clause.value, scope)
        if not shape.unknown_relation:
            by = require_on_board(by, scope, "the relation after `by`")
    members = arguments[shape.members]
    _check_related(name, members, by, written.span)
    if shape.related and not shape.apart:
        _check_inside(name, arguments[: shape.members], members, by)
    result = words.result(shape, [argument.type for argument in arguments], related=by is not None)
    return ir.GraphWord(name, arguments, by, result, written.span)


def _check_related(name: str, members: ir.Expression, by: ir.Expression | None, span: Span) -> None:
    """Places that are no cells have neighbours only along a curve, or by a relation of their own."""
    shape = WORDS[name]
    if not shape.related or not isinstance(members.type, SetOf) or members.type.element is None:
        return
    if by is None and members.type == SetOf(CORNER):
        raise mistake("E034", f"`{name}` of corners needs `by` and a relation", span)
    if by is not None and isinstance(by.type, SetOf) and isinstance(by.type.element, Pair) and not shape.apart:
        told = by.type.element
        if members.type.element not in (told.first, told.second):
            message = f"`by` relates {describe(told.first)} to {describe(told.second)}"
            raise mistake("E034", f"{message}, and the set is {describe(members.type)}", by.span)


def _check_inside(name: str, those: Sequence[ir.Expression], members: ir.Expression, by: ir.Expression | None) -> None:
    """Places that a part or a way is asked of are such as the set holds, or of a curve such as it goes through."""
    fine = [members.type] if by is not None else [members.type, words.endpoints(members.type)]
    for place in those:
        if not isinstance(place.type, Erroneous) and not any(
            found in (SetOf(place.type), SetOf(None), ERRONEOUS) for found in fine
        ):
            message = f"`{name}` looks for {describe(place.type)} in {describe(members.type)}"
            text = " ".join(members.span.text.split())
            raise mistake("E034", message, place.span, hint=f"name a place that can belong to `{text}`")


def _wanted(
    name: str, written: tree.ExpressionSyntax, wanted: Argument, shape: WordForm, scope: Scope
) -> ir.Expression:
    found = value(written, scope)
    if wanted not in (Argument.CELL, Argument.LINE, Argument.PLACE, Argument.POINT):
        found = as_set(found)
    if words.fits(found.type, wanted):
        return found
    hint = words.usage(name) if wanted is Argument.THINGS or not shape.instead else shape.instead
    if isinstance(found.type, SetOf) and isinstance(found.type.element, PlaceType) and covers_cells(found.type.element):
        hint = f"for each of them write `every x in {' '.join(found.span.text.split())}: …`, with `x` instead"
    raise mistake("E034", f"`{name}` needs {wanted.value}, not {describe(found.type)}", found.span, hint=hint)
