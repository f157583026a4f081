"""Compilation of expressions to Python functions of a frame, which holds the values of all variables by slot.

Compiling once and calling often makes grounding fast.  A compiled expression returns a `values.Value` of the kind of
its type.
"""

from collections.abc import Callable
from typing import assert_never

from puzzlelang.diagnostics.record import fail
from puzzlelang.ground import arithmetic, binding, builtins, compare, guards, lists, memo, sets, words
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
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
from puzzlelang.typed.builtins import is_geometric
from puzzlelang.typed.subexpressions import alpha_key, free_slots
from puzzlelang.typed.types import Enumeration, ListType, NumberType

SETS = (ir.SetOperation, ir.Comprehension, ir.GraphWord)


def expression(found: ir.Expression, board: GroundBoard) -> Compiled:
    """The expression as a function of the frame.

    A constant set is computed once.  A set that depends on one place is computed once for each place, wherever it
    stands and whatever its variable is called.
    """
    made = _expression(found, board)
    if not isinstance(found, SETS):
        return made
    if used := free_slots(found):
        if len(used) != 1 or isinstance(found, ir.GraphWord):
            return made
        (slot,) = used
        return memo.for_each_place(made, slot, board.memo.placed.setdefault(alpha_key(found, slot), {}))
    key, known = id(found), board.memo.closed

    def once(frame: Frame) -> Value:
        if key not in known:
            known[key] = made(frame)
        return known[key]

    return once


def set_of(found: ir.Expression, board: GroundBoard, frame: Frame) -> SetValue:
    """The value of a set expression in a frame."""
    return as_set(expression(found, board))(frame)


def number_of(found: ir.Expression, board: GroundBoard, frame: Frame) -> int:
    """The value of a number that the board decides."""
    number = as_term(expression(found, board))(frame)
    assert isinstance(number, int)
    return number


def _expression(found: ir.Expression, board: GroundBoard) -> Compiled:

    def inner(part: ir.Expression) -> Compiled:
        return expression(part, board)

    match found:
        case ir.Constant():
            constant = _constant(found)
            return lambda _: constant
        case ir.LocalVariable(slot):
            return lambda frame: frame[slot]
        case ir.LetValue(name):
            return _let(name, board)
        case ir.Symbol(name):
            return _symbol(name, board)
        case ir.Lookup(symbol, role, key):
            return _lookup(symbol, role, inner(key), board)
        case ir.RegionOf(partition, cell):
            regions, at = board.regions[partition], as_place(inner(cell))
            return lambda frame: regions.get(at(frame))
        case ir.Builtin(name, arguments):
            return _builtin(name, [inner(argument) for argument in arguments], found, board)
        case ir.Guard():
            return guards.guard(found, inner, board)
        case ir.Member(element, container) if isinstance(container.type, ListType):
            number, numbers = as_term(inner(element)), as_family(inner(container))
            return lambda frame: lists.member(number(frame), numbers(frame))
        case ir.Member(element, container):
            many = as_set(inner(container))
            if isinstance(element.type, NumberType):
                number = as_term(inner(element))
                return lambda frame: compare.among(number(frame), many(frame))
            one = as_element(inner(element))
            return lambda frame: many(frame).get(one(frame), False)
        case ir.Negation(part):
            negated = as_formula(inner(part))
            return lambda frame: build.negation(negated(frame))
        case ir.Junction(every, parts):
            return _junction(every, [as_formula(inner(part)) for part in parts])
        case ir.Conditional():
            return _conditional(found, inner)
        case ir.BinaryComparison(order, left, right):
            return compare.comparison(order, inner(left), inner(right), found, board)
        case ir.Arithmetic(operator, left, right):
            return arithmetic.arithmetic(operator, as_term(inner(left)), as_term(inner(right)), found)
        case ir.SetOperation(operator, left, right):
            return sets.operation(operator, inner(left), inner(right))
        case ir.SetLiteral(elements):
            members = [as_element(inner(element)) for element in elements]
            return lambda frame: {member(frame): True for member in members}
        case ir.Range(low, high):
            return _range(as_term(inner(low)), as_term(inner(high)), board)
        case ir.Comprehension(binder):
            return binding.comprehension(binder, inner, board)
        case ir.Values(binder, value):
            return binding.values(binder, value, inner, board)
        case ir.Quantified():
            return binding.quantifier(found, inner, board)
        case ir.Aggregate(name, argument):
            return compare.aggregate(name, inner(argument), found)
        case ir.Apply(_, slots, arguments, body):
            own = free_slots(body) <= set(slots)
            return memo.memoised_application(slots, [inner(argument) for argument in arguments], inner(body), own)
        case ir.GraphWord(_, arguments, relation):
            by = None if relation is None else inner(relation)
            return words.word(found, [inner(argument) for argument in arguments], by, board)
        case _:
            assert_never(found)


def _constant(found: ir.Constant) -> bool | int:
    """A known value; a name of an enumeration by its position."""
    if isinstance(found.value, str):
        assert isinstance(found.type, Enumeration)
        return found.type.members.index(found.value)
    return found.value


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


def _builtin(name: str, arguments: list[Compiled], found: ir.Builtin, board: GroundBoard) -> Compiled:
    if not arguments:
        known = board.memo.words
        if name not in known:
            known[name] = builtins.values(board)[name]()
        constant = known[name]
        return lambda _: constant
    meaning = builtins.functions(board)[name]
    for place, argument in enumerate(found.arguments):
        if isinstance(argument.type, Enumeration):
            return sets.by_direction(meaning, arguments, place, argument.type.members)
    if is_geometric(name):
        return memo.memoised_word(meaning, arguments, board.memo.called.setdefault(name, {}))
    if len(arguments) == 1:
        (only,) = arguments
        return lambda frame: meaning(only(frame))
    if name in ("windows", "boxes"):
        return _sized(name, meaning, arguments, found)
    return lambda frame: meaning(*(argument(frame) for argument in arguments))


def _sized(name: str, meaning: builtins.Meaning, arguments: list[Compiled], found: ir.Builtin) -> Compiled:
    def value(frame: Frame) -> Value:
        try:
            return meaning(*(argument(frame) for argument in arguments))
        except ValueError as error:
            raise fail("E084", f"`{name}` cannot have {error}", found.span, hint="sizes count from 1") from None

    return value


def _range(low: OfTerm, high: OfTerm, board: GroundBoard) -> OfSet:
    def value(frame: Frame) -> SetValue:
        first, last = low(frame), high(frame)
        assert isinstance(first, int)
        assert isinstance(last, int)
        board.work(max(0, last - first + 1))
        return dict.fromkeys(range(first, last + 1), True)

    return value


def _junction(every: bool, parts: list[OfFormula]) -> OfFormula:
    def value(frame: Frame) -> Formula:
        found = []
        for part in parts:
            formula = part(frame)
            if formula is (not every):
                return formula
            found.append(formula)
        return build.conjunction(found) if every else build.disjunction(found)

    return value


def _conditional(found: ir.Conditional, inner: Callable[[ir.Expression], Compiled]) -> Compiled:
    condition, then, other = as_formula(inner(found.condition)), inner(found.then), inner(found.other)
    if isinstance(found.type, NumberType):
        return _chosen(condition, as_term(then), as_term(other))
    return _implied(condition, as_formula(then), as_formula(other))


def _chosen(condition: OfFormula, then: OfTerm, other: OfTerm) -> OfTerm:
    def value(frame: Frame) -> Term:
        met = condition(frame)
        if isinstance(met, bool):
            return then(frame) if met else other(frame)
        return build.choice(met, then(frame), other(frame))

    return value


def _implied(condition: OfFormula, then: OfFormula, other: OfFormula) -> OfFormula:
    def value(frame: Frame) -> Formula:
        met = condition(frame)
        if isinstance(met, bool):
            return then(frame) if met else other(frame)
        return build.conjunction(
            (build.disjunction((build.negation(met), then(frame))), build.disjunction((met, other(frame))))
        )

    return value
