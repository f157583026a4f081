"""Comparisons of component sizes: their truth in an answer, and the reasons.

A connected piece of a component proves a lower bound of its size: what the piece counts.  The component's cut set
proves an upper bound: what the whole component counts.
"""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.graphs import nested_sizes, value_components
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import holds, spanning_tree
from puzzlelang.graphs.counted_vertices import counted_vertices, counts_all
from puzzlelang.graphs.nested_sizes import NestedSizes
from puzzlelang.graphs.paths_and_cuts import cut_set, path_reason
from puzzlelang.graphs.rewrite import has_size
from puzzlelang.graphs.size_tests import Looks, Measure, measure_size
from puzzlelang.problem import build, evaluate, nodes
from puzzlelang.problem.record import ComponentSize, Formula, Term, VariableRole
from puzzlelang.problem.traversal import variables

Comparison = nodes.AtMost | nodes.Equal | nodes.Distinct


class Linear(msgspec.Struct, frozen=True):
    """`constant` + factor times size for each size + factor for each formula that is true + factor times term."""

    constant: int
    sizes: Sequence[tuple[int, ComponentSize]]
    counted: Sequence[tuple[int, Formula]]
    terms: Sequence[tuple[int, Term]]


def linear(term: Term) -> Linear | None:
    """Write a term as a linear one; None if a size is in a product, a choice or the like."""
    if isinstance(term, ComponentSize):
        return Linear(0, ((1, term),), (), ())
    if not isinstance(term, nodes.Sum):
        return None
    part = next((part for _, part in term.added if isinstance(part, ComponentSize)), None)
    if part is None:
        return None
    known = nodes.memo(part.graph, _Sums).linear
    if id(term) not in known:
        known[id(term)] = term, _linear(term)
    return known[id(term)][1]


def _linear(term: nodes.Sum) -> Linear | None:
    sizes = tuple((factor, part) for factor, part in term.added if isinstance(part, ComponentSize))
    others = tuple((factor, part) for factor, part in term.added if not isinstance(part, ComponentSize))
    return None if any(has_size(part) for _, part in others) else Linear(term.constant, sizes, term.counted, others)


def _sizes(term: Term) -> Iterator[ComponentSize]:
    match term:
        case ComponentSize():
            yield term
        case nodes.Sum(_, added):
            for _, part in added:
                yield from _sizes(part)
        case nodes.Product(left, right) | nodes.Quotient(left, right) | nodes.Remainder(left, right):
            yield from (*_sizes(left), *_sizes(right))
        case nodes.Choice(_, then, other):
            yield from (*_sizes(then), *_sizes(other))
        case nodes.Extreme(_, items):
            for _, part in items:
                yield from _sizes(part)
        case _:
            return


def size(component_size: ComponentSize, looks: Looks, values: GraphAnswer) -> int:
    """Evaluate a component size in an answer."""
    known = nodes.memo(component_size.graph, _Sums).measures
    kept = known.get(id(component_size))
    if kept is None:
        kept = known[id(component_size)] = component_size, measure_size(component_size)
    return kept[1](looks, values)


class _Sums(msgspec.Struct):
    """Linear forms by the identity of sums with a component size, and measures by that of sizes, which are kept."""

    linear: dict[int, tuple[Term, Linear | None]] = msgspec.field(default_factory=dict)
    measures: dict[int, tuple[ComponentSize, Measure]] = msgspec.field(default_factory=dict)


def truth(atom: Comparison, looks: Looks, values: GraphAnswer) -> bool:
    """Evaluate a comparison in an answer."""
    match atom:
        case nodes.Distinct(terms):
            result = [_value(term, looks, values) for term in terms]
            return len(set(result)) == len(result)
        case nodes.AtMost(term, bound):
            return _value(term, looks, values) <= bound
        case nodes.Equal(term, value):
            return _value(term, looks, values) == value


def _value(term: Term, looks: Looks, values: GraphAnswer) -> int:
    result = linear(term)
    if result is None:
        return _corrected_value(term, values)
    total = result.constant
    for factor, part in result.sizes:
        total += factor * size(part, looks, values)
    for factor, formula in result.counted:
        if holds(formula, values):
            total += factor
    for factor, other in result.terms:
        total += factor * _direct_value(other, values)
    return total


def _direct_value(term: Term, values: GraphAnswer) -> int:
    """The value of a term without sizes; of a number without a detour."""
    return int(values[term.variable.index]) if type(term) is nodes.Number else _corrected_value(term, values)


def _corrected_value(term: Term, values: GraphAnswer) -> int:
    """Return the value of any term, after `judged` has corrected the graph statements in it."""
    for variable in variables(term):
        if variable.role is VariableRole.STATEMENT:
            values.judged(variable.index)
    return evaluate.reach(term, values)[0]


def reasons(atom: Comparison, looks: Looks, values: GraphAnswer) -> Iterator[Sequence[Formula]]:
    """Yield reasons, at least one, for the truth of a comparison."""
    match atom:
        case nodes.AtMost(term, bound) if (result := linear(term)) is not None:
            total = _value(term, looks, values)
            if total <= bound:
                yield _up_to(result, bound, looks, values)
            elif (apart := _nested_reason(result, bound, looks)) is not None:
                yield apart
            elif (labelled := _value_reason(result, bound, looks, values)) is not None:
                yield from labelled
            else:
                yield _from(result, bound + 1, looks, values)
        case nodes.Equal(term, value) if (result := linear(term)) is not None:
            total = _value(term, looks, values)
            if total != value and (labelled := _value_reason(result, value, looks, values)) is not None:
                yield from labelled
            elif total != value and (apart := _nested_reason(result, value, looks)) is not None:
                yield apart
            elif total > value:
                yield _from(result, value + 1, looks, values)
            elif total < value:
                yield _up_to(result, value - 1, looks, values)
            else:
                yield [*_from(result, value, looks, values), *_up_to(result, value, looks, values)]
        case nodes.AtMost(term) | nodes.Equal(term):
            yield _exactly(term, looks, values)
        case nodes.Distinct(terms):
            yield [one for term in terms for one in _exactly(term, looks, values)]


def _value_reason(linear: Linear, value: int, looks: Looks, values: GraphAnswer) -> list[Sequence[Formula]] | None:
    """Reason that a size differs from its vertex's number; None if the sum is no such difference."""
    match linear:
        case Linear(0, ((factor, part),), (), ((other, nodes.Number() as term),)) if value == 0 and factor == -other:
            if not counts_all(part):
                return None
            seen = looks(part.graph)
            reason = value_components.reason(seen, part, term, values)
            if reason is None:
                return None
            # That any greater number is too great as well is said once for a part that is too small.
            if seen.part[part.vertex] != part.vertex or size(part, looks, values) > values[term.variable.index]:
                return [reason]
            return [reason, (_up_to if factor > 0 else _from)(linear, -factor, looks, values)]
        case _:
            return None


def _nested_reason(linear: Linear, value: int, looks: Looks) -> Sequence[Formula] | None:
    """Reason that the sizes of a component and of a part of it differ; None if the sum is no such difference."""
    sizes = nested(linear) if value == 0 else None
    return None if sizes is None else nested_sizes.reason(sizes, looks)


def nested(linear: Linear) -> NestedSizes | None:
    """Return the two sizes that a sum is the difference of, if one is of a part of the other's component."""
    match linear:
        case Linear(0, ((factor, one), (other, two)), (), ()) if factor == -other:
            return nested_sizes.nested_sizes(one, two)
        case _:
            return None


def _from(linear: Linear, bound: int, looks: Looks, values: GraphAnswer) -> list[Formula]:
    """Return why the sum is at least the bound."""
    return _bound_reasons(linear, bound, looks, values, 1)


def _up_to(linear: Linear, bound: int, looks: Looks, values: GraphAnswer) -> list[Formula]:
    """Return why the sum is at most the bound."""
    return _bound_reasons(linear, bound, looks, values, -1)


def _bound_reasons(linear: Linear, bound: int, looks: Looks, values: GraphAnswer, sign: int) -> list[Formula]:
    """Return true formulas that imply that `sign` times the sum is at least `sign` times the bound.

    What the sum exceeds the bound by weakens the reasons, first those of sizes, then those of other terms.  So the
    reason why a component of five vertices is too small for 9 covers every number from 6 on.
    """
    reason: list[Formula] = []
    total = linear.constant
    for factor, formula in linear.counted:
        here = holds(formula, values)
        total += factor if here else 0
        # What is at its worst for the bound needs no reason.
        if here == (factor * sign > 0):
            reason.append(formula if here else build.negation(formula))
    terms = [(factor, term, _direct_value(term, values)) for factor, term in linear.terms]
    measured = [(factor, part, size(part, looks, values)) for factor, part in linear.sizes]
    total += sum(factor * number for factor, _, number in (*terms, *measured))
    spare = sign * (total - bound)
    for factor, part, number in measured:
        if factor * sign > 0:
            less = min(number, spare // abs(factor))
            spare -= less * abs(factor)
            reason += at_least(part, number - less, looks, values)
        else:
            reason += at_most(part, looks, values)
    for factor, term, value in terms:
        less = spare // abs(factor)
        spare -= less * abs(factor)
        up = factor * sign > 0
        reason.append(build.at_most(value - less, term) if up else build.at_most(term, value + less))
    return reason


def at_least(component_size: ComponentSize, number: int, looks: Looks, values: GraphAnswer) -> list[Formula]:
    """Reason for a lower bound: a connected piece of the component that counts that many."""
    if number <= 0:
        return []
    seen = looks(component_size.graph)
    conditions = counted_vertices(component_size).conditions
    vertices, edges = spanning_tree(seen, component_size.vertex)
    counted: list[Formula] = []
    for length, vertex in enumerate(vertices, 1):
        when = conditions.get(vertex, False)
        if holds(when, values):
            counted.append(when)
            if len(counted) == number:
                return [*path_reason(seen, vertices[:length], edges[: length - 1]), *counted]
    raise AssertionError("the part counts less than was measured")


def at_most(component_size: ComponentSize, looks: Looks, values: GraphAnswer) -> list[Formula]:
    """Reason for an upper bound: the cut set of the component, and its vertices that do not count."""
    seen = looks(component_size.graph)
    if not seen.there[component_size.vertex]:
        return [build.negation(component_size.graph.presence[component_size.vertex])]
    members = seen.members[seen.part[component_size.vertex]]
    conditions = counted_vertices(component_size).conditions
    counted = [conditions[vertex] for vertex in members if vertex in conditions]
    not_counted = [build.negation(when) for when in counted if not holds(when, values)]
    return [*cut_set(seen, members), *not_counted]


def _exactly(term: Term, looks: Looks, values: GraphAnswer) -> list[Formula]:
    """Reason for the value of a nonlinear term: every size and every other variable in it."""
    reason: list[Formula] = []
    for part in _sizes(term):
        number = size(part, looks, values)
        reason += [*at_least(part, number, looks, values), *at_most(part, looks, values)]
    for variable in variables(term):
        value = values[variable.index]
        if variable.kind is nodes.Kind.MEMBER:
            reason.append(nodes.Holds(variable) if value else build.negation(nodes.Holds(variable)))
        else:
            reason.append(build.equal(nodes.Number(variable, variable.low, variable.high), int(value)))
    return reason
