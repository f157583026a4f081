"""Elements and pairs that a condition selects by equal keys: a hash join (DeWitt et al. 1984).

`no k, m in pairs(links) where alike(k, m)` looks at a number of pairs that is quadratic in the places, and so does
`every c in cells: some x in cells where x.row = c.row: …`.  Where the condition demands that a value of one place
equals a value of the other, and the board decides these values, only the pairs with equal values are made.  The same
goes for sets that share a member (`sharing`).  Of alternatives, as in `x.row = c.row or x.column = c.column`, each has
its elements.  The whole condition is still asked of each of them, so a join only leaves out pairs for which it is
false.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import cast, get_args

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Place
from puzzlelang.ground import sharing
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.pair_conditions import comparable, sides_of_pair
from puzzlelang.ground.values import BagOf, Compiled, Component, Element, Frame, SetValue, Value, as_set
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import FreeSlots, free_slots
from puzzlelang.typed.types import NumberType

Bound = tuple[Element, Formula]
Pairs = Iterator[Bound]
PairsOf = Callable[[Frame], Pairs]
Matching = Callable[[Collection[Bound], Frame], Collection[Bound]]
"""A function of the elements of a set, as a list, and a frame to those that may fulfil a condition."""
Inner = Callable[[ir.Expression], Compiled]
_PLACES: tuple[type, ...] = get_args(Place)


class _Side(msgspec.Struct, frozen=True):
    """One side of a condition: a value of one place, which these slots of a frame stand for.

    `several`: the value is a set, and the condition demands that it shares a member with the other one.
    """

    slots: tuple[int, ...]
    value: Compiled
    several: bool = False


def equal_pairs(binder: ir.Binder, inner: Inner, board: GroundBoard) -> PairsOf | None:
    """Return the pairs of a binder over `pairs(…)` that its first usable condition does not rule out.

    Such a condition is an equality, or says that two sets share a member.  None if there is none.  Guards that are
    watched must be asked of every pair, so that nothing is joined.
    """
    match binder.domain:
        case ir.Builtin("pairs", (many,)) if binder.condition is not None and board.watched is None:
            both = sides_of_pair(binder.condition, binder.slots, board.memo.slots)
        case _:
            return None
    if both is None:
        return None
    left, right = (_Side(slots, inner(value), both[2]) for slots, value in both[:2])
    elements = as_set(inner(many))
    return lambda frame: _join(elements(frame), left, right, frame, board)


def equal_elements(
    conditions: Sequence[ir.Expression], slots: tuple[int, ...], inner: Inner, board: GroundBoard
) -> Matching | None:
    """Return a function that leaves out elements of a constant set for which an equality is false.

    The equalities are among the conditions, or each alternative of a condition has one.  One side of each is about the
    element alone, for which the only slot stands, the other about other variables.  None if there is no such equality,
    or if guards are watched.
    """
    if len(slots) != 1 or board.watched is not None:
        return None
    return _matching_of_all(conditions, slots[0], inner, board.memo.slots)


def _matching_of_all(conditions: Sequence[ir.Expression], slot: int, inner: Inner, known: FreeSlots) -> Matching | None:
    sides = [one for condition in conditions if (one := _equality(condition, slot, inner, known))]
    if sides:
        return _matching(sides)
    for condition in conditions:
        if isinstance(condition, ir.Junction) and not condition.every:
            parts = [_matching_of_all([*conjuncts(part)], slot, inner, known) for part in condition.parts]
            matchings = [part for part in parts if part is not None]
            if len(matchings) == len(parts):
                return _matching_of_any(matchings)
    return None


def conjuncts(condition: ir.Expression) -> Iterator[ir.Expression]:
    """Yield what a condition demands, part by part."""
    if isinstance(condition, ir.Junction) and condition.every:
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def _matching_of_any(matchings: Sequence[Matching]) -> Matching:
    """The elements that one of these may select, in order."""

    def matching(bounds: Collection[Bound], frame: Frame) -> Collection[Bound]:
        chosen: set[int] = set()
        for part in matchings:
            result = part(bounds, frame)
            if result is bounds:
                return bounds
            chosen.update(map(id, result))
        return [bound for bound in bounds if id(bound) in chosen]

    return matching


Equality = tuple[_Side, Compiled]
"""What is equal: a value of the element, and one of other variables."""


def _equality(condition: ir.Expression, slot: int, inner: Inner, known: FreeSlots) -> Equality | None:
    """Read a condition as an equality; sums and differences are solved for the element."""
    match condition:
        case ir.BinaryComparison(ir.Comparator.EQUAL, left, right) if comparable(left, right):
            for own, other in ((left, right), (right, left)):
                about = free_slots(other, known)
                if free_slots(own, known) == {slot} and about and slot not in about:
                    return _Side((slot,), inner(own)), inner(other)
            if isinstance(left.type, NumberType) and isinstance(right.type, NumberType):
                return _solve([*_summands(left, 1), *_summands(right, -1)], slot, inner, known)
        case _:
            pass
    return None


def _summands(value: ir.Expression, sign: int) -> Iterator[tuple[int, ir.Expression]]:
    """List what is added, with its sign."""
    match value:
        case ir.Arithmetic("+" | "-" as operator, left, right):
            yield from _summands(left, sign)
            yield from _summands(right, sign if operator == "+" else -sign)
        case _:
            yield sign, value


def _solve(sum_of: Sequence[tuple[int, ir.Expression]], slot: int, inner: Inner, known: FreeSlots) -> Equality | None:
    """Solve "the sum is 0" for what is about the element; None where a summand is about it and other variables."""
    own: list[tuple[int, Compiled]] = []
    others: list[tuple[int, Compiled]] = []
    other_slots: set[int] = set()
    for sign, value in sum_of:
        about = free_slots(value, known)
        if about == {slot}:
            own.append((sign, inner(value)))
        elif slot not in about:
            others.append((-sign, inner(value)))
            other_slots |= about
        else:
            return None
    return (_Side((slot,), _total(own)), _total(others)) if own and other_slots else None


def _total(parts: Sequence[tuple[int, Compiled]]) -> Compiled:
    def value(frame: Frame) -> Value:
        result = 0
        for sign, part in parts:
            one = part(frame)
            if type(one) is not int:
                return None  # the board does not decide it
            result += sign * one
        return result

    return value


class _Index(msgspec.Struct, frozen=True, eq=False):
    """The elements of a set, kept with it, and in order with their positions by the key of each side.

    `all`: the positions by the keys of all sides, where all elements have these; else None.
    """

    bounds: Collection[Bound]
    items: list[Bound]
    by_key: list[dict[object, list[int]]]
    all: dict[object, list[int]] | None


def _matching(sides: Sequence[Equality]) -> Matching:
    """Look elements up by their keys; those of a set are computed once."""
    known: dict[int, _Index] = {}

    def matching(bounds: Collection[Bound], frame: Frame) -> Collection[Bound]:
        keys = [_key_of(other, frame) for _, other in sides]
        missing = keys.count(None)
        if missing == len(keys):
            return bounds
        index = known.get(id(bounds))
        if index is None:
            index = known[id(bounds)] = _index(bounds, sides, frame)
        items = index.items
        if not missing and index.all is not None:
            return [items[position] for position in index.all.get(tuple(keys), ())]
        candidates = [
            positions.get(key, positions.get(None, ()))
            for positions, key in zip(index.by_key, keys, strict=True)
            if key is not None
        ]
        every = [set(positions) for positions in candidates[1:]]
        return [items[position] for position in candidates[0] if all(position in one for one in every)]

    return matching


def _index(bounds: Collection[Bound], sides: Sequence[Equality], frame: Frame) -> _Index:
    items = list(bounds)
    keys = [_keys(own, items, frame) for own, _ in sides]
    whole = None if any(None in one for one in keys) else _by_key([*zip(*keys, strict=True)])
    return _Index(bounds, items, [_by_key(one) for one in keys], whole)


def _key_of(value: Compiled, frame: Frame) -> object:
    """Return the key of a value; None where the board does not decide it, or another condition guards it."""
    try:
        return _key(value(frame))
    except Failed:
        return None


def _join(members: SetValue, left: _Side, right: _Side, frame: Frame, board: GroundBoard) -> Pairs:
    items = cast("list[tuple[Place | Component, Formula]]", list(members.items()))
    board.work(len(items))
    for (first, here), near in zip(items, _partners(items, left, right, frame), strict=True):
        board.work(len(near))
        for position in near:
            second, there = items[position]
            if second is not first:
                yield (first, second), build.conjunction((here, there))


def _partners(
    items: Sequence[tuple[Element, Formula]], left: _Side, right: _Side, frame: Frame
) -> Iterator[Collection[int]]:
    """Yield for each element the positions of its partners."""
    every = range(len(items))
    if left.several:
        overlaps = sharing.Overlaps(list(_sets(right, items, frame)))
        for members in _sets(left, items, frame):
            yield every if members is None else overlaps.of(members)
        return
    partners = _by_key(_keys(right, items, frame))
    for key in _keys(left, items, frame):
        yield every if key is None else partners.get(key, partners.get(None, ()))


def _sets(side: _Side, items: Iterable[tuple[Element, Formula]], frame: Frame) -> Iterator[sharing.Members | None]:
    for element, _ in items:
        for slot in side.slots:
            frame[slot] = element
        yield sharing.members_of(side.value, frame)


def _by_key(keys: list[object]) -> dict[object, list[int]]:
    """Map keys to the positions that they may be equal to, in order; None to those equal to anything."""
    anything = [position for position, key in enumerate(keys) if key is None]
    result: dict[object, list[int]] = {None: anything}
    for position, key in enumerate(keys):
        if key is not None:
            result.setdefault(key, []).append(position)
    return {key: sorted({*those, *anything}) for key, those in result.items()} if anything else result


def _keys(side: _Side, items: Iterable[tuple[Element, Formula]], frame: Frame) -> list[object]:
    """Return the key of each element; None where the board does not decide the value."""
    result: list[object] = []
    for element, _ in items:
        for slot in side.slots:
            frame[slot] = element
        result.append(_key_of(side.value, frame))
    return result


def _key(value: Value) -> object:
    match value:
        case BagOf(values):
            return _key(values)
        case int():
            return value
        case tuple() | list():
            members = [
                one[1] if isinstance(one, tuple) and one[0] is True else one for one in cast("list[object]", value)
            ]
            return tuple(sorted(one for one in members if isinstance(one, int))) if _are_known(members) else None
        case _:
            return id(value) if isinstance(value, _PLACES) else None


def _are_known(numbers: list[object]) -> bool:
    return all(isinstance(one, int) for one in numbers)
