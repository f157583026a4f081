"""Binding of variables over sets: quantifiers, comprehensions, families."""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from puzzlelang.geometry.places import Group
from puzzlelang.ground import joins
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.components import ComponentSet
from puzzlelang.ground.joins import Bound, Inner
from puzzlelang.ground.member_view import member_body
from puzzlelang.ground.memo import memoised_body
from puzzlelang.ground.restrictions import elements_sharing, elements_within
from puzzlelang.ground.values import (
    Element,
    FamilyValue,
    Frame,
    OfFormula,
    OfSet,
    OfTerm,
    SetValue,
    as_formula,
    as_set,
    as_term,
)
from puzzlelang.problem import build
from puzzlelang.problem.record import Formula, Graph, Term
from puzzlelang.typed import ir
from puzzlelang.typed.pair_symmetry import is_symmetric
from puzzlelang.typed.subexpressions import FreeSlots, free_slots

Bindings = Callable[[Frame], Iterator[Bound]]


def bound_elements(binder: ir.Binder, inner: Inner, board: GroundBoard, *, once: bool = False) -> Bindings:
    """Return a generator function over a frame: it binds each element of a binder, and yields it with its formula.

    The formula states that it belongs; elements that cannot belong are skipped.  `once`: only one order of each pair of
    a symmetric relation.  Leading conditions on the element alone are evaluated once per element of a constant set.
    """
    if (paired := joins.equal_pairs(binder, inner, board)) is not None:
        return _select(binder, paired, inner, once=once)
    domain, slots = as_set(inner(binder.domain)), binder.slots
    single = slots[0] if len(slots) == 1 else None
    alone, others = _split(binder, board.memo.slots)
    own, rest = ([as_formula(inner(part)) for part in conditions] for conditions in (alone, others))
    closed = not free_slots(binder.domain, board.memo.slots)
    ways = (joins.equal_elements, elements_within, elements_sharing) if closed else ()
    matching = next((result for way in ways if (result := way(others, slots, inner, board)) is not None), None)
    first, condition, whole = _all_of(own), _all_of(rest), _all_of([*own, *rest])
    kept: dict[int, tuple[SetValue, list[Bound]]] = {}

    def elements(members: SetValue, frame: Frame) -> Collection[Bound]:
        if not once and first is None and matching is None:
            return members.items()
        key = id(members)
        if key not in kept or kept[key][0] is not members:
            board.work(len(members))
            result = [(element, here) for element, here in members.items() if not once or _in_order(element)]
            kept[key] = members, result if first is None else list(_filter(result, slots, first, frame))
        return kept[key][1]

    def reached(members: ComponentSet, frame: Frame) -> Iterator[Bound]:
        """Yield the possible places of a component; the condition comes first, as membership is costly to build."""
        places = members.places()
        board.work(len(places))
        for place in places:
            frame[slots[0]] = place
            met = True if whole is None else whole(frame)
            if met is not False and (here := members.get(place)) is not None:
                frame[slots[0]] = place
                yield place, build.conjunction((here, met))

    def bindings(frame: Frame) -> Iterator[Bound]:
        members = domain(frame)
        if isinstance(members, ComponentSet):
            yield from reached(members, frame)
            return
        result = elements(members, frame) if matching is None else matching(elements(members, frame), frame)
        board.work(len(result))
        if condition is not None:
            yield from _filter(result, slots, condition, frame)
            return
        for bound in result:
            if single is None:
                _bind(frame, slots, bound[0])
            else:
                frame[single] = bound[0]
            yield bound

    return bindings


def _select(binder: ir.Binder, paired: joins.PairsOf, inner: Inner, *, once: bool) -> Bindings:
    """Bind the pairs of a join that fulfil the condition."""
    assert binder.condition is not None, "a join comes from a condition"
    met = as_formula(inner(binder.condition))

    def bindings(frame: Frame) -> Iterator[Bound]:
        result = paired(frame)
        yield from _filter((one for one in result if not once or _in_order(one[0])), binder.slots, met, frame)

    return bindings


def _split(binder: ir.Binder, known: FreeSlots) -> tuple[list[ir.Expression], list[ir.Expression]]:
    """The leading conditions on the element alone, if the domain is constant; and the rest."""
    conditions = [] if binder.condition is None else list(joins.conjuncts(binder.condition))
    own: list[ir.Expression] = []
    if conditions and not free_slots(binder.domain, known):
        own = list(itertools.takewhile(lambda part: free_slots(part, known).issubset(binder.slots), conditions))
    return own, conditions[len(own) :]


def _all_of(parts: Sequence[OfFormula]) -> OfFormula | None:
    """The conjunction of all conditions, evaluated in order until one is false; None without conditions."""
    if len(parts) < 2:
        return parts[0] if parts else None

    def value(frame: Frame) -> Formula:
        met = []
        for part in parts:
            formula = part(frame)
            if formula is False:
                return False
            met.append(formula)
        return build.conjunction(met)

    return value


def _bind(frame: Frame, slots: tuple[int, ...], element: Element) -> None:
    if isinstance(element, tuple):
        frame[slots[0]], frame[slots[1]] = element
    else:
        frame[slots[0]] = element


def _filter(bounds: Iterable[Bound], slots: tuple[int, ...], condition: OfFormula, frame: Frame) -> Iterator[Bound]:
    """Binds each element, and skips those whose condition is false."""
    single = slots[0] if len(slots) == 1 else None
    for bound in bounds:
        element, here = bound
        if single is None:
            _bind(frame, slots, element)
        else:
            frame[single] = element
        met = condition(frame)
        if met is True:
            yield bound
        elif met is not False:
            yield element, met if here is True else build.conjunction((here, met))


def _in_order(pair: Element) -> bool:
    assert isinstance(pair, tuple)
    first, second = pair  # places of several kinds, or of two declarations, may have the same index
    return first.index < second.index or (first.index == second.index and str(first) < str(second))


def comprehension(binder: ir.Binder, inner: Inner, board: GroundBoard) -> OfSet:
    """The set `{x in S where …}`."""
    bindings = bound_elements(binder, inner, board)
    domain = as_set(inner(binder.domain))
    condition = None if binder.condition is None else as_formula(inner(binder.condition))

    # Where the condition looks at nothing but the place, it is the same for every part of a graph.
    own = binder.condition is None or free_slots(binder.condition, board.memo.slots).issubset(binder.slots)
    known: dict[int, tuple[Graph, SetValue]] = {}

    def picked(frame: Frame) -> SetValue:
        members = domain(frame)
        if not isinstance(members, ComponentSet):
            return dict(bindings(frame))
        key = id(members.graph)
        if not own or members.within is not None:
            return members.restricted(fitting(members, frame))
        if key not in known:
            known[key] = members.graph, fitting(members, frame)
        return members.restricted(known[key][1])

    def fitting(members: ComponentSet, frame: Frame) -> SetValue:
        kept: SetValue = {}
        for place in members.places():
            frame[binder.slots[0]] = place
            kept[place] = True if condition is None else condition(frame)
        board.work(len(kept))
        return {place: when for place, when in kept.items() if when is not False}

    return picked


def values(binder: ir.Binder, value: ir.Expression, inner: Inner, board: GroundBoard) -> Callable[[Frame], FamilyValue]:
    """The family `value for x in S`: (presence, value) for each element, of the visits of a path for each of them."""
    visited = isinstance(binder.domain, ir.Builtin) and binder.domain.name == "visits"
    bindings = (_visits if visited else bound_elements)(binder, inner, board)
    result = as_term(inner(value))
    return lambda frame: [(here, result(frame)) for _, here in bindings(frame)]


def _visits(binder: ir.Binder, inner: Inner, board: GroundBoard) -> Bindings:
    """Bind the places of a path, one after another, each as often as the path comes to it."""
    assert isinstance(binder.domain, ir.Builtin)
    path = inner(binder.domain.arguments[0])
    met = None if binder.condition is None else as_formula(inner(binder.condition))

    def bindings(frame: Frame) -> Iterator[Bound]:
        visited = path(frame)
        assert isinstance(visited, Group)
        board.work(len(visited.members))
        for place in visited.members:
            frame[binder.slots[0]] = place
            here = True if met is None else met(frame)
            if here is not False:
                yield place, here

    return bindings


def quantifier(result: ir.Quantified, inner: Inner, board: GroundBoard) -> OfFormula:
    """The formula of a quantifier."""
    body = as_formula(memoised_body(result, inner(result.body), board.memo.slots))
    body = member_body(result, body, board.memo.slots)
    if result.quantity in (ir.Quantity.EVERY, ir.Quantity.NO, ir.Quantity.SOME):
        bindings = bound_elements(result.binder, inner, board, once=board.memo.is_halved(result.binder, result.body))
        if result.quantity is ir.Quantity.SOME:
            return lambda frame: _some(bindings, body, frame)
        return _every(bindings, body, result.quantity is ir.Quantity.NO)
    assert result.amount is not None
    amount, counted = as_term(inner(result.amount)), _count_bindings(result, inner, board, body)
    if result.quantity is ir.Quantity.EXACTLY:
        return lambda frame: build.equal(counted(frame), amount(frame))
    if result.quantity is ir.Quantity.AT_LEAST:
        return lambda frame: build.at_most(amount(frame), counted(frame))
    return lambda frame: build.at_most(counted(frame), amount(frame))


def _every(bindings: Bindings, body: OfFormula, negated: bool) -> OfFormula:
    def value(frame: Frame) -> Formula:
        parts = []
        for _, here in bindings(frame):
            met = build.negation(body(frame)) if negated else body(frame)
            part = met if here is True else build.disjunction((build.negation(here), met))
            if part is False:
                return False
            parts.append(part)
        return build.conjunction(parts)

    return value


def _some(bindings: Bindings, body: OfFormula, frame: Frame) -> Formula:
    parts = []
    for _, here in bindings(frame):
        met = body(frame)
        part = met if here is True else build.conjunction((here, met))
        if part is True:
            return True
        parts.append(part)
    return build.disjunction(parts)


def _each(bindings: Bindings, body: OfFormula, frame: Frame) -> Iterator[Formula]:
    """Yield for each binding that it is there and satisfies the body."""
    for _, here in bindings(frame):
        met = body(frame)
        yield met if here is True else build.conjunction((here, met))


def _count_bindings(quantifier: ir.Quantified, inner: Inner, board: GroundBoard, body: OfFormula) -> OfTerm:
    """The number of bindings that satisfy the body.

    A pair of a symmetric relation counts once, if either order does.
    """
    if not is_symmetric(quantifier.binder):
        bindings = bound_elements(quantifier.binder, inner, board)
        return lambda frame: build.count(_each(bindings, body, frame))
    if board.memo.is_halved(quantifier.binder, quantifier.body):
        bindings = bound_elements(quantifier.binder, inner, board, once=True)
        return lambda frame: build.count(_each(bindings, body, frame))
    both = bound_elements(quantifier.binder, inner, board)

    def count(frame: Frame) -> Term:
        either: dict[frozenset[int], list[Formula]] = {}
        for pair, here in both(frame):
            assert isinstance(pair, tuple)
            first, second = pair
            either.setdefault(frozenset((id(first), id(second))), []).append(build.conjunction((here, body(frame))))
        return build.count([build.disjunction(parts) for parts in either.values()])

    return count
