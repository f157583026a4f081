"""Checks words that no table of signatures covers: aggregates, graph words, numbers of arguments."""

from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.fixes import replace
from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed, Fix
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.coercions import (
    as_set,
    at_each_visit,
    collection,
    number,
    relation,
    require_on_board,
    value,
)
from puzzlelang.typed.checks.scope import Scope, mistake
from puzzlelang.typed.checks.suggestions import check_no_membership
from puzzlelang.typed.types import (
    CORNER,
    ERRONEOUS,
    GROUP,
    NUMBER,
    NUMBERS,
    TRUTH,
    UNORDERED_LIST,
    Enumeration,
    Erroneous,
    Family,
    ListType,
    NumberType,
    Pair,
    PlaceType,
    SetOf,
    TruthType,
    Type,
    covers_cells,
    describe,
)
from puzzlelang.typed.words import graph_words as words
from puzzlelang.typed.words.builtins import EXTREMES
from puzzlelang.typed.words.graph_words import WORDS, Argument, WordForm


def check_arity(written: tree.Call, *wanted: int) -> None:
    """Raises `Failed` unless the word has a permitted number of arguments."""
    if len(written.arguments) not in wanted:
        counts = join_words((str(count) for count in wanted), "or")
        plural = "" if wanted == (1,) else "s"
        raise mistake(
            "E026",
            f"`{written.name.text}` takes {counts} argument{plural}, not {len(written.arguments)}",
            written.span,
            hint=words.usage(written.name.text) if written.name.text in WORDS else "",
        )


def check_no_clause(written: tree.Call, *allowed: str) -> None:
    """Raises `Failed` if `by`, `until`, `while` or `without` follows the arguments."""
    if written.clause is not None and written.clause.word not in allowed:
        word = written.clause.word
        owners = {"by": "connected(S by touching)", "without": "shape(S without turning)"}
        owner = owners.get(word, f"ray(c, up {word} S)")
        hint = f"it stands inside the parentheses of another word, as in `{owner}`"
        raise mistake(
            "E026", f"`{written.name.text}` takes no `{word}`", written.clause.span, hint=hint, fixes=_inside(written)
        )


def _inside(written: tree.Call) -> Sequence[Fix]:
    """The fix that puts a clause into the parentheses that close right before it."""
    assert written.clause is not None
    span = written.clause.span
    before = span.source.text[: span.start].rstrip()
    if not before.endswith(")"):
        return ()
    whole = replace(Span(span.source, len(before) - 1, span.end), f" {span.text})")
    return (msgspec.structs.replace(whole, title=f"put `{span.text}` into the parentheses"),)


def word(written: tree.Call, shape: WordForm, scope: Scope) -> ir.Expression:
    """Checks a graph word and its arguments.  Raises `Failed`."""
    name = written.name.text
    most = len(shape.arguments)
    check_arity(written, *range(shape.least or most, most + 1))
    check_no_clause(written, *(("by",) if shape.related else ()), *(("without",) if shape.without else ()))
    arguments = tuple(
        _argument(name, argument, wanted, shape, scope)
        for argument, wanted in zip(written.arguments, shape.arguments, strict=False)
    )
    by = None
    if written.clause is not None and written.clause.word == "without":
        return _without(written.clause, shape, name, arguments, written.span)
    if written.clause is not None:
        by = relation(written.clause.value, scope)
        if not shape.unknown_relation:
            by = require_on_board(by, scope, "the relation after `by`")
    members = arguments[shape.members]
    _check_related(name, members, by, written.span)
    if shape.related and not shape.apart:
        _check_inside(name, arguments[: shape.members], members, by)
    result = words.result_type(shape, [argument.type for argument in arguments], related=by is not None)
    return ir.GraphWord(name, arguments, by, result, written.span)


def _without(
    clause: tree.Clause, shape: WordForm, name: str, arguments: tuple[ir.Expression, ...], span: Span
) -> ir.Expression:
    """The word with what `without` takes from it.  Raises `Failed` for anything else behind `without`."""
    what = clause.value.text if isinstance(clause.value, tree.Name) else ""
    if what not in shape.without:
        message = f"`{name}` has no `without {what}`"
        raise mistake("E026", message, clause.span, hint=words.usage(name))
    return ir.GraphWord(f"{name} without {what}", arguments, None, shape.without[what], span)


def _check_related(name: str, members: ir.Expression, by: ir.Expression | None, span: Span) -> None:
    """Raise `Failed` if corners come without `by`, or if `by` relates other kinds of places than `members` holds."""
    shape = WORDS[name]
    if not shape.related or not isinstance(members.type, SetOf) or members.type.element is None:
        return
    if by is None and members.type == SetOf(CORNER):
        raise mistake("E034", f"`{name}` of corners needs `by` and a relation", span)
    if by is not None and isinstance(by.type, SetOf) and isinstance(by.type.element, Pair) and not shape.apart:
        pair = by.type.element
        if members.type.element not in (pair.first, pair.second):
            message = f"`by` relates {describe(pair.first)} to {describe(pair.second)}"
            raise mistake("E034", f"{message}, and the set is {describe(members.type)}", by.span)


def _check_inside(name: str, places: Sequence[ir.Expression], members: ir.Expression, by: ir.Expression | None) -> None:
    """Raise `Failed` if an argument is a place of a kind that `members` cannot hold.

    Without `by`, a set of links or borders also accepts the places where these end: cells or corners.
    """
    fine = [members.type] if by is not None else [members.type, words.endpoints(members.type)]
    for place in places:
        if not isinstance(place.type, Erroneous) and not any(
            results in (SetOf(place.type), SetOf(None), ERRONEOUS) for results in fine
        ):
            message = f"`{name}` looks for {describe(place.type)} in {describe(members.type)}"
            text = " ".join(members.span.text.split())
            raise mistake("E034", message, place.span, hint=f"name a place that can belong to `{text}`")


def _argument(
    name: str, written: tree.ExpressionSyntax, wanted: Argument, shape: WordForm, scope: Scope
) -> ir.Expression:
    results = value(written, scope)
    if wanted not in (Argument.CELL, Argument.LINE, Argument.PLACE, Argument.POINT):
        results = as_set(results)
    if words.fits_argument(results.type, wanted):
        return results
    hint = words.usage(name) if wanted is Argument.THINGS or not shape.instead else shape.instead
    if (
        isinstance(results.type, SetOf)
        and isinstance(results.type.element, PlaceType)
        and covers_cells(results.type.element)
    ):
        hint = f"for each of them write `every x in {' '.join(results.span.text.split())}: …`, with `x` instead"
    raise mistake("E034", f"`{name}` needs {wanted.value}, not {describe(results.type)}", results.span, hint=hint)


def aggregate(written: tree.Call, scope: Scope) -> ir.Expression:
    """Checks `count`, `sum`, `list` and the like.  Raises `Failed`."""
    name = written.name.text
    check_no_clause(written)
    if name in EXTREMES and len(written.arguments) > 1:
        numbers = tuple(number(argument, scope) for argument in written.arguments)
        return ir.Builtin(name, numbers, NUMBER, written.span)
    check_arity(written, 1)
    check_no_membership(written, scope)
    if name == "count":
        return ir.Aggregate(name, collection(written.arguments[0], scope), NUMBER, written.span)
    results = value(written.arguments[0], scope)
    if isinstance(results.type, Erroneous):
        return ir.Aggregate(name, results, _RESULTS.get(name, NUMBER), written.span)
    if name == "distinct":
        fine = isinstance(results.type, Family) and isinstance(results.type.value, NumberType | Enumeration)
    else:
        fine = isinstance(results.type, ListType) or results.type == Family(NUMBER)
    if name == "list" and results.type == UNORDERED_LIST:
        hint = "compare them as they are; `bag(…)` is for numbers that have an order"
        raise mistake("E033", "these numbers are in no order", results.span, hint=hint)
    if fine and name in REPEATING:
        results = at_each_visit(results)
    if fine:
        return ir.Aggregate(name, results, _RESULTS.get(name, NUMBER), written.span)
    raise _no_values(name, results)


REPEATING = ("sum", "product", "list", "bag")
"""Aggregates in which a place counts as often as a path comes to it."""

_RESULTS: dict[str, Type] = {"distinct": TRUTH, "list": NUMBERS, "bag": UNORDERED_LIST}
"""What aggregates are that are no number."""


def _no_values(name: str, expression: ir.Expression) -> Failed:
    """The error for an aggregate of something else than values."""
    text = " ".join(expression.span.text.split())
    hint = f"write `{name}(f of {text})` or `{name}(x.f for x in {text})`, where `f` is a number of each place"
    if isinstance(expression.type, SetOf) and expression.type.element == GROUP:
        hint = f"write `{name}(count(x) for x in {text})`, or another number of each"
    elif isinstance(expression.type, Family) and (
        isinstance(expression.type.value, SetOf) or covers_cells(expression.type.value)
    ):
        hint = f"how many there are is `count(…)`, as in `{name}(count(…) for …)`"
    elif isinstance(expression, ir.Values) and isinstance(expression.value.type, TruthType):
        binder = " ".join(expression.binder.span.text.split())
        hint = f"how many there are is `count({{{binder} where {' '.join(expression.value.span.text.split())}}})`"
    elif not isinstance(expression.type, SetOf) and not covers_cells(expression.type):
        hint = ""
    what = "values, one for each place"
    return mistake(
        "E033", f"`{name}` wants {what}", expression.span, here=f"this is {describe(expression.type)}", hint=hint
    )
