"""Compilation of expressions to Python functions of a frame, which holds the values of all variables by slot.

Compiling once and calling often makes grounding fast.  A function returns a `values.Value` of the expression's type.
"""

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.ground import arithmetic, binding, builtins, compare, component_sums, guards, lists, memo, sets, words
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.counts_along import comparison
from puzzlelang.ground.joins import Inner
from puzzlelang.ground.values import (
    Compiled,
    Frame,
    OfFormula,
    OfSet,
    OfTerm,
    SetValue,
    Value,
    as_element,
    as_family,
    as_formula,
    as_place,
    as_set,
    as_term,
)
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Term
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import free_slots
from puzzlelang.typed.types import Enumeration, ListType, NumberType, ShapesType
from puzzlelang.typed.words.builtins import is_geometric, ways


def expression(result: ir.Expression, board: GroundBoard) -> Compiled:
    """The expression as a function of the frame.

    A constant set is computed once, so that equal sets have one graph.  What depends on a place is computed once there.
    """
    if type(result) is ir.LocalVariable:
        return itemgetter(result.slot)
    kept = board.memo.compiled.get(id(result))
    if kept is None:
        compiled = COMPILERS[type(result)](result, partial(expression, board=board), board)
        kept = result, memo.cached(result, compiled, board.memo) if type(result) in memo.KEPT else compiled
        board.memo.compiled[id(result)] = kept
    return kept[1]


def set_of(result: ir.Expression, board: GroundBoard, frame: Frame) -> SetValue:
    """The value of a set expression in a frame."""
    return as_set(expression(result, board))(frame)


def term_of(result: ir.Expression, board: GroundBoard, frame: Frame) -> Term:
    """The value of a number; a term if it depends on a searched given."""
    return as_term(expression(result, board))(frame)


def number_of(result: ir.Expression, board: GroundBoard, frame: Frame) -> int:
    """The value of a number that the board decides."""
    number = term_of(result, board, frame)
    assert isinstance(number, int)
    return number


def _constant(constant: ir.Constant, _inner: Inner, _board: GroundBoard) -> Compiled:
    """A known value; a name of an enumeration by its position."""
    value = constant.value
    if isinstance(value, str):
        assert isinstance(constant.type, Enumeration)
        value = constant.type.members.index(value)
    return lambda _: value


def _region_of(region: ir.RegionOf, inner: Inner, board: GroundBoard) -> Compiled:
    regions, at = board.regions[region.partition], as_place(inner(region.cell))
    return lambda frame: regions.get(at(frame))


def _member(member: ir.Member, inner: Inner, board: GroundBoard) -> OfFormula:
    element, container = member.element, member.container
    if isinstance(container.type, ShapesType):
        return compare.in_bank(inner(element), inner(container), board, member.span)
    if isinstance(container.type, ListType):
        number, numbers = as_term(inner(element)), as_family(inner(container))
        return lambda frame: lists.member(number(frame), numbers(frame))
    many = as_set(inner(container))
    if isinstance(element.type, NumberType):
        number = as_term(inner(element))
        return lambda frame: compare.among(number(frame), many(frame))
    one = as_element(inner(element))
    return lambda frame: many(frame).get(one(frame), False)


def _negation(negation: ir.Negation, inner: Inner, _board: GroundBoard) -> OfFormula:
    negated = as_formula(inner(negation.part))
    return lambda frame: build.negation(negated(frame))


def _set_literal(set_literal: ir.SetLiteral, inner: Inner, _board: GroundBoard) -> OfSet:
    members = [as_element(inner(element)) for element in set_literal.elements]
    return lambda frame: {member(frame): True for member in members}


def _apply(application: ir.Apply, inner: Inner, board: GroundBoard) -> Compiled:
    others = tuple(sorted(free_slots(application.body, board.memo.slots).difference(application.slots)))
    return memo.memoised_application(
        application.slots, list(map(inner, application.arguments)), inner(application.body), others
    )


def _graph_word(graph_word: ir.GraphWord, inner: Inner, board: GroundBoard) -> Compiled:
    by = None if graph_word.relation is None else inner(graph_word.relation)
    return words.word(graph_word, list(map(inner, graph_word.arguments)), by, board)


def _let(name: str, board: GroundBoard) -> Compiled:
    body = next(let.body for let in board.rules.lets if let.name == name)
    known = board.memo.lets

    def value(frame: Frame) -> Value:
        if name not in known:
            known[name] = expression(body, board)(frame)
            board.work(_size(known[name]))
        return known[name]

    return value


def _size(value: Value) -> int:
    """Return the number of parts of a `let`'s value, for the limit on work; nested `let`s can double it each time."""
    match value:
        case nodes.Sum(counted, added):
            return len(counted) + len(added)
        case nodes.And(parts) | nodes.Or(parts):
            return len(parts)
        case ComponentSet():
            return 1
        case dict() | list():
            return len(value)
        case _:
            return 1


def _symbol(name: str, board: GroundBoard) -> Compiled:
    if name in board.sets:
        members = board.sets[name]
        return lambda _: members
    single = board.singles.get(name)
    return lambda _: single


def _lookup(symbol: str, role: ir.SymbolRole, key: Compiled, board: GroundBoard) -> Compiled:
    place = as_place(key)
    if role is ir.SymbolRole.FIND:
        unknown = board.unknowns[symbol]
        return lambda frame: unknown.get(place(frame))
    given = board.functions[symbol]
    return lambda frame: given.get(place(frame))


def _builtin(name: str, arguments: list[Compiled], call: ir.Builtin, board: GroundBoard) -> Compiled:
    if not arguments:
        known = board.memo.words
        if name not in known:
            constants = board.memo.constants = board.memo.constants or builtins.values(board)
            known[name] = constants[name]()
        constant = known[name]
        return lambda _: constant
    meaning = memo.by_places(name, builtins.functions(board)[name], board.memo)
    for place, argument in enumerate(call.arguments):
        if isinstance(argument.type, Enumeration):
            squares = board.geometry.lattice == RECTANGLE
            named = ways(name) if squares else {way.value for way in board.geometry.directions}
            return sets.by_direction(meaning, arguments, place, argument.type.members, named)
    if name in ("windows", "boxes", "windows along"):
        meaning = _with_size(name.partition(" ")[0], meaning, call)
    if is_geometric(name):
        return memo.memoised_word(meaning, arguments, board.memo.called.setdefault(name, {}))
    if len(arguments) == 1:
        (only,) = arguments
        return lambda frame: meaning(only(frame))
    return lambda frame: meaning(*(argument(frame) for argument in arguments))


def _with_size(name: str, meaning: builtins.Meaning, call: ir.Builtin) -> builtins.Meaning:
    def value(*arguments: Value) -> Value:
        try:
            return meaning(*arguments)
        except ValueError as error:
            raise fail("E084", f"`{name}` cannot have {error}", call.span, hint="sizes count from 1") from None

    return value


def _aggregate(aggregate: ir.Aggregate, inner: Inner, board: GroundBoard) -> Compiled:
    plain = compare.aggregate(aggregate.name, inner(aggregate.argument), aggregate)
    if aggregate.name != "sum" or not isinstance(aggregate.argument, ir.Values):
        return plain
    return component_sums.sum_over_components(aggregate.argument, as_term(plain), inner, board) or plain


def _range(low: OfTerm, high: OfTerm, board: GroundBoard) -> OfSet:
    """The numbers of a range; with formulas where an end depends on a searched given."""

    def value(frame: Frame) -> SetValue:
        first, last = low(frame), high(frame)
        (least, _), (_, most) = build.bounds(first), build.bounds(last)
        board.work(max(0, most - least + 1))
        if isinstance(first, int) and isinstance(last, int):
            return dict.fromkeys(range(least, most + 1), True)
        return {
            number: build.conjunction((build.at_most(first, number), build.at_most(number, last)))
            for number in range(least, most + 1)
        }

    return value


def _junction(every: bool, parts: list[OfFormula]) -> OfFormula:
    def value(frame: Frame) -> Formula:
        result = []
        for part in parts:
            formula = part(frame)
            if formula is (not every):
                return formula
            result.append(formula)
        return build.conjunction(result) if every else build.disjunction(result)

    return value


def _conditional(result: ir.Conditional, inner: Callable[[ir.Expression], Compiled]) -> Compiled:
    condition, then, other = as_formula(inner(result.condition)), inner(result.then), inner(result.other)
    if isinstance(result.type, NumberType):
        return _choose_term(condition, as_term(then), as_term(other))
    return _choose_formula(condition, as_formula(then), as_formula(other))


def _choose_term(condition: OfFormula, then: OfTerm, other: OfTerm) -> OfTerm:
    def value(frame: Frame) -> Term:
        met = condition(frame)
        if isinstance(met, bool):
            return then(frame) if met else other(frame)
        return build.choice(met, then(frame), other(frame))

    return value


def _choose_formula(condition: OfFormula, then: OfFormula, other: OfFormula) -> OfFormula:
    def value(frame: Frame) -> Formula:
        met = condition(frame)
        if isinstance(met, bool):
            return then(frame) if met else other(frame)
        return build.conjunction(
            (build.disjunction((build.negation(met), then(frame))), build.disjunction((met, other(frame))))
        )

    return value


COMPILERS: Mapping[type[ir.Expression], Callable[..., Compiled]] = {
    ir.Constant: _constant,
    ir.LocalVariable: lambda found, _, __: itemgetter(found.slot),
    ir.LetValue: lambda found, _, board: _let(found.name, board),
    ir.Symbol: lambda found, _, board: _symbol(found.name, board),
    ir.Lookup: lambda found, inner, board: _lookup(found.symbol, found.role, inner(found.key), board),
    ir.RegionOf: _region_of,
    ir.Builtin: lambda found, inner, board: _builtin(found.name, list(map(inner, found.arguments)), found, board),
    ir.Guard: guards.guard,
    ir.Member: _member,
    ir.Negation: _negation,
    ir.Junction: lambda found, inner, _: _junction(found.every, [as_formula(inner(part)) for part in found.parts]),
    ir.Conditional: lambda found, inner, _: _conditional(found, inner),
    ir.BinaryComparison: comparison,
    ir.Arithmetic: lambda found, inner, _: arithmetic.arithmetic(
        found.operator, as_term(inner(found.left)), as_term(inner(found.right)), found
    ),
    ir.SetOperation: lambda found, inner, _: sets.operation(found.operator, inner(found.left), inner(found.right)),
    ir.SetLiteral: _set_literal,
    ir.Range: lambda found, inner, board: _range(as_term(inner(found.low)), as_term(inner(found.high)), board),
    ir.Comprehension: lambda found, inner, board: binding.comprehension(found.binder, inner, board),
    ir.Values: lambda found, inner, board: binding.values(found.binder, found.value, inner, board),
    ir.Quantified: binding.quantifier,
    ir.Aggregate: _aggregate,
    ir.Apply: _apply,
    ir.GraphWord: _graph_word,
}
"""By type of an expression: what makes a function of it, of the compiler of its parts, and of a board.

A table, as `match` would ask for each of twenty types in turn.
"""
