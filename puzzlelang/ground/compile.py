"""Expressions to Python functions of a frame: the values of all variables by slot.

Compiling once and calling often is what makes grounding fast.  What a compiled expression returns, by type: a formula
(`bool` when known); a term (`int` when known), names of an enumeration as their position; a place; a set as
`ground.board.SetValue`; a family as a list of (presence, value); numbers as a tuple, or `RunsOf` for a word that is
yet to be found.  A value that is absent is None.
"""

from collections.abc import Callable
from typing import Any, assert_never

from puzzlelang.diagnostics.record import fail
from puzzlelang.ground import binding, builtins, compare, memo, sets, words
from puzzlelang.ground.board import Board
from puzzlelang.ground.parts import Reached
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Term
from puzzlelang.puzzle import UNKNOWN
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.builtins import fixed
from puzzlelang.typed.parts import free
from puzzlelang.typed.types import Enumeration, Number

Frame = list[Any]
Compiled = Callable[[Frame], Any]


LARGEST = 10**18
"""Values of sums and products in between go no further: all solvers can count so far."""

SETS = (ir.SetOperation, ir.Comprehension, ir.Word)


def expression(found: ir.Expression, board: Board) -> Compiled:
    """The expression as a function of the frame.

    A set that depends on no variable is made once, and one that is picked for a single place once for each place.
    """
    made = _expression(found, board)
    if not isinstance(found, SETS):
        return made
    if used := free(found):
        return memo.for_each_place(made, *used) if isinstance(found, ir.Comprehension) and len(used) == 1 else made
    key, computed = ("closed", id(found)), board.computed

    def once(frame: Frame) -> Any:
        if key not in computed:
            computed[key] = made(frame)
        return computed[key]

    return once


def _expression(found: ir.Expression, board: Board) -> Compiled:

    def inner(part: ir.Expression) -> Compiled:
        return expression(part, board)

    match found:
        case ir.Constant(value, type_):
            constant = (
                type_.members.index(value) if isinstance(type_, Enumeration) and isinstance(value, str) else value
            )
            return lambda _: constant
        case ir.Variable(slot):
            return lambda frame: frame[slot]
        case ir.LetValue(name):
            return _let(name, board)
        case ir.Symbol(name):
            return _symbol(name, board)
        case ir.Lookup(symbol, role, key):
            return _lookup(symbol, role, inner(key), board)
        case ir.RegionOf(partition, cell):
            regions, at = board.regions[partition], inner(cell)
            return lambda frame: regions.get(at(frame))
        case ir.Builtin(name, arguments):
            return _builtin(name, [inner(argument) for argument in arguments], found, board)
        case ir.Guard(value, known):
            there = _guard(inner(value), known)
            return there if board.watched is None else _watched(there, found.span, board.watched)
        case ir.Member(element, container):
            one, many = inner(element), inner(container)
            return lambda frame: many(frame).get(one(frame), False)
        case ir.Not(part):
            negated = inner(part)
            return lambda frame: build.negation(negated(frame))
        case ir.Junction(every, parts):
            return _junction(every, [inner(part) for part in parts])
        case ir.Conditional():
            return _conditional(found, inner)
        case ir.Comparison(order, left, right):
            return compare.comparison(order, inner(left), inner(right), found, board)
        case ir.Arithmetic(operator, left, right):
            return _arithmetic(operator, inner(left), inner(right), found)
        case ir.SetOperation(operator, left, right):
            return sets.operation(operator, inner(left), inner(right))
        case ir.SetLiteral(elements):
            members = [inner(element) for element in elements]
            return lambda frame: {member(frame): True for member in members}
        case ir.Comprehension(binder):
            return binding.comprehension(binder, inner, board)
        case ir.Values(binder, value):
            return binding.values(binder, value, inner, board)
        case ir.Quantified():
            return binding.quantified(found, inner, board)
        case ir.Aggregate(name, argument):
            return compare.aggregate(name, inner(argument), found)
        case ir.Apply(_, slots, arguments, body):
            own = free(body) <= set(slots)
            return memo.application(slots, [inner(argument) for argument in arguments], inner(body), own)
        case ir.Word(name, arguments, relation):
            by = None if relation is None else inner(relation)
            return words.word(name, [inner(argument) for argument in arguments], by, board)
        case _:
            assert_never(found)


def _guard(held: Compiled, known: bool) -> Compiled:
    if known:
        return lambda frame: (value := held(frame)) is not None and value is not UNKNOWN
    return lambda frame: held(frame) is not None


def _watched(there: Compiled, span: Span, seen: set[Span]) -> Compiled:
    def value(frame: Frame) -> Any:
        found = there(frame)
        if found:
            seen.add(span)
        return found

    return value


def _let(name: str, board: Board) -> Compiled:
    body = next(let.body for let in board.rules.lets if let.name == name)
    key = ("let", name)

    def value(frame: Frame) -> Any:
        if key not in board.computed:
            board.computed[key] = expression(body, board)(frame)
            board.work(_size(board.computed[key]))
        return board.computed[key]

    return value


def _size(value: Any) -> int:
    """How many parts a value has at its top: named values that use each other twice double it."""
    match value:
        case nodes.Sum(counted, added):
            return len(counted) + len(added)
        case nodes.And(parts) | nodes.Or(parts):
            return len(parts)
        case Reached():
            return 1
        case dict() | list():
            return len(value)
        case _:
            return 1


def _symbol(name: str, board: Board) -> Compiled:
    if name in board.sets:
        members = board.sets[name]
        return lambda _: members
    single = board.singles.get(name)
    return lambda _: single


def _lookup(symbol: str, role: ir.Role, key: Compiled, board: Board) -> Compiled:
    table: dict[Any, Any] = board.unknowns[symbol] if role is ir.Role.FIND else board.functions[symbol]
    return lambda frame: table.get(key(frame))


def _builtin(name: str, arguments: list[Compiled], found: ir.Builtin, board: Board) -> Compiled:
    if not arguments:
        key = ("value", name)
        if key not in board.computed:
            board.computed[key] = builtins.values(board)[name]()
        constant = board.computed[key]
        return lambda _: constant
    meaning = builtins.functions(board)[name]
    if fixed(name):
        return memo.word(meaning, arguments, board.computed.setdefault(("called", name), {}))
    if len(arguments) == 1:
        (only,) = arguments
        return lambda frame: meaning(only(frame))
    if name in ("windows", "boxes"):
        return _sized(name, meaning, arguments, found)
    return lambda frame: meaning(*(argument(frame) for argument in arguments))


def _sized(name: str, meaning: Compiled, arguments: list[Compiled], found: ir.Builtin) -> Compiled:
    def value(frame: Frame) -> Any:
        try:
            return meaning(*(argument(frame) for argument in arguments))
        except ValueError as error:
            raise fail("E084", f"`{name}` cannot have {error}", found.span, hint="sizes count from 1") from None

    return value


def _junction(every: bool, parts: list[Compiled]) -> Compiled:
    def value(frame: Frame) -> Any:
        found = []
        for part in parts:
            formula = part(frame)
            if formula is (not every):
                return formula
            found.append(formula)
        return build.conjunction(found) if every else build.disjunction(found)

    return value


def _conditional(found: ir.Conditional, inner: Callable[[ir.Expression], Compiled]) -> Compiled:
    condition, then, other = inner(found.condition), inner(found.then), inner(found.other)
    numeric = isinstance(found.type, Number)

    def value(frame: Frame) -> Any:
        met = condition(frame)
        if isinstance(met, bool):
            return then(frame) if met else other(frame)
        if numeric:
            return build.choice(met, then(frame), other(frame))
        return build.conjunction(
            (build.disjunction((build.negation(met), then(frame))), build.disjunction((met, other(frame))))
        )

    return value


def _arithmetic(operator: str, left: Compiled, right: Compiled, found: ir.Arithmetic) -> Compiled:
    if operator in DIVISIONS:
        return _division(operator, left, right, found)
    meaning = OPERATIONS[operator]

    def value(frame: Frame) -> Any:
        result = meaning(left(frame), right(frame))
        low, high = build.bounds(result)
        if low < -LARGEST or high > LARGEST:
            message = f"this can be more than {LARGEST:,}, or less than its negative"
            raise fail("E087", message, found.span, hint="smaller numbers say the same on any board")
        return result

    return value


OPERATIONS: dict[str, Callable[[Term, Term], Term]] = {
    "+": lambda left, right: build.total((), ((1, left), (1, right))),
    "-": lambda left, right: build.total((), ((1, left), (-1, right))),
    "*": build.product,
}
DIVISIONS: dict[str, Callable[[Term, Term], Term]] = {"/": build.quotient, "mod": build.remainder}
"""What each operator on numbers means; those of `DIVISIONS` want a positive divisor."""


def _division(operator: str, left: Compiled, right: Compiled, found: ir.Arithmetic) -> Compiled:
    divide = DIVISIONS[operator]

    def value(frame: Frame) -> Any:
        divisor = right(frame)
        low, high = build.bounds(divisor)
        if low <= 0 <= high or low < 0:
            wrong = "0" if low <= 0 <= high else "negative"
            raise fail("E083", f"the divisor can be {wrong} here", found.right.span, hint="divide by numbers from 1 up")
        return divide(left(frame), divisor)

    return value
