"""Reference semantics: truth of formulas under full or partial values, in Kleene's three-valued logic.

The reference semantics.  Every answer goes through here before it is shown, and every lowering is tested against it, so
it shares no code with any of them.  True and False are definite: whatever the undecided variables become, the formula
keeps that truth.  None says only that this was not found out; with all variables decided it never occurs.
"""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

import msgspec

from puzzlelang.problem import graph_truth, nodes, row_truth
from puzzlelang.problem.record import And, Constraint, Formula, Holds, Not, Number, Or, Partial, Problem, Term
from puzzlelang.problem.row_truth import short_of_partners

Truth = bool | None
Range = tuple[int, int]

Known = dict[int, Any]
"""What nodes and graphs were found to be under the same values, by identity, so that shared ones are seen once."""


def verdicts(problem: Problem, values: Partial) -> Iterator[tuple[Constraint, Truth]]:
    """Yield each constraint with its truth."""
    values = tuple(values)
    known: Known = {}
    for constraint in problem.constraints:
        yield constraint, _truth(constraint.formula, values, known)


def in_range(problem: Problem, values: Partial) -> bool:
    """Return whether every decided value lies in the range of its variable."""
    pairs = zip(problem.variables, values, strict=True)
    return all(value is None or variable.low <= value <= variable.high for variable, value in pairs)


def satisfies(problem: Problem, values: Partial) -> bool:
    """Return whether the values are complete, in range, and break no rule."""
    values = tuple(values)
    fine = in_range(problem, values) and all(one is True for one in truths(problem.definitions, values))
    return fine and all(results is True for _, results in verdicts(problem, values))


def truth(formula: Formula, values: Partial) -> Truth:
    """Evaluate a formula: True, False, or None if undecided variables may still change it."""
    return _truth(formula, values, {})


def truths(formulas: Sequence[Formula], values: Partial) -> list[Truth]:
    """Evaluate formulas; shared nodes are evaluated once."""
    known: Known = {}
    return [_truth(formula, values, known) for formula in formulas]


class Evaluation:
    """Formulas under the same values, one after another; some nodes may be `given`, terms by their bounds."""

    def __init__(self, values: Partial, given: Known | None = None) -> None:
        self.values = tuple(values)
        self._known: Known = given or {}

    def truth(self, formula: Formula) -> Truth:
        """Evaluate a formula; see `truth`."""
        return _truth(formula, self.values, self._known)

    def graph(self, graph: nodes.Graph) -> graph_truth.GraphBounds:
        """The bounds of a graph."""
        return _graph_bounds(graph, self.values, self._known)


def reach(term: Term, values: Partial) -> Range:
    """Bound a term: least and greatest value it can still take; equal when it is decided."""
    return _reach(term, values, {})


def _truth(formula: Formula, values: Partial, known: Known) -> Truth:
    if type(formula) is Holds:  # most formulas are one of these four, and `match` is slow to find out
        value = values[formula.variable.index]
        return None if value is None else bool(value)
    if type(formula) is Not:
        results = _truth(formula.part, values, known)
        return None if results is None else not results
    kept = known.get(id(formula), known)
    if kept is known:
        if type(formula) is Or or type(formula) is And:
            kept = _junction_truth(formula.parts, type(formula) is Or, values, known)
        else:
            kept = _compute(formula, values, known)
        known[id(formula)] = kept
    return kept  # type: ignore[no-any-return]


def _compute(formula: Formula, values: Partial, known: Known) -> Truth:
    match formula:
        case nodes.Same(left, right):
            first, second = _truth(left, values, known), _truth(right, values, known)
            return None if first is None or second is None else first == second
        case nodes.AtMost(term, bound):
            low, high = _reach(term, values, known)
            return True if high <= bound else False if low > bound else None
        case nodes.Equal(term, value):
            low, high = _reach(term, values, known)
            return False if not low <= value <= high else True if low == high else None
        case nodes.Distinct(terms):
            return row_truth.distinct([_reach(term, values, known) for term in terms])
        case nodes.Paired():
            return _matching_truth(formula, values, known)
        case nodes.Runs(items, lengths):
            return row_truth.runs([_truth(item, values, known) for item in items], lengths)
        case nodes.InOrder(entries, wanted):
            truths = [
                (_truth(here, values, known), [_truth(one, values, known) for one in equals])
                for here, equals in entries
            ]
            return row_truth.in_order(truths, wanted)
        case nodes.SameShape(left, right, equal):
            sides = [[(cell, _truth(here, values, known)) for cell, here in side] for side in (left, right)]
            return graph_truth.same_shape(sides[0], sides[1], equal)
        case nodes.Connected(graph):
            return graph_truth.connected(_graph_bounds(graph, values, known))
        case nodes.Joined(graph, first, second):
            return graph_truth.joined(_graph_bounds(graph, values, known), first, second)
        case nodes.Reaches(graph, first, second, steps):
            return graph_truth.reaches(_graph_bounds(graph, values, known), first, second, steps)
        case nodes.First(graph, vertex):
            return graph_truth.is_first(_graph_bounds(graph, values, known), vertex)
        case nodes.Acyclic(graph):
            return graph_truth.acyclic(_graph_bounds(graph, values, known))
        case nodes.Rectangle(graph, vertex):
            return graph_truth.rectangle(_graph_bounds(graph, values, known), vertex)
        case nodes.Congruent(graph, first, second, equal):
            return graph_truth.congruent(_graph_bounds(graph, values, known), first, second, equal)
        case nodes.Fits(graph, first, second, equal):
            return graph_truth.fits(_graph_bounds(graph, values, known), first, second, equal)
        case nodes.HasShape(graph, vertex, shape, equal):
            return graph_truth.has_shape(_graph_bounds(graph, values, known), vertex, shape, equal)
        case bool():
            return formula
        case Holds() | Not() | And() | Or():
            raise AssertionError("answered above")
        case _:
            assert_never(formula)


class _Last(msgspec.Struct):
    """Cache of a graph's bounds, with the values and a copy of them, as those may change."""

    values: Partial = ()
    copy: Sequence[bool | int | None] = ()
    seen: graph_truth.GraphBounds | None = None


def _graph_bounds(graph: nodes.Graph, values: Partial, known: Known) -> graph_truth.GraphBounds:
    """The bounds of a graph under these values, cached while the values stay the same."""
    if (same := known.get(id(graph))) is not None:
        return same  # type: ignore[no-any-return]
    kept = nodes.memo(graph, _Last)
    if kept.seen is not None and kept.values is values and (type(values) is tuple or kept.copy == list(values)):
        return kept.seen
    presence = [here if here is True else _truth(here, values, known) for here in graph.presence]
    results = graph_truth.graph_bounds(graph, presence, [_truth(on, values, known) for _, _, on in graph.edges])
    kept.values, kept.copy, kept.seen = values, list(values), results
    known[id(graph)] = results
    return results


def certain_components(graph: nodes.Graph, values: Partial) -> dict[int, list[int]]:
    """Group the certain vertices by the components they certainly form, named by the first."""
    return _groups(_graph_bounds(graph, values, {}).sure)


def possible_components(graph: nodes.Graph, values: Partial) -> dict[int, list[int]]:
    """Group the certain vertices by the components that can still become one."""
    seen = _graph_bounds(graph, values, {})
    return _groups([part if here is True else -1 for part, here in zip(seen.possible, seen.presence, strict=True)])


def _groups(part_of: Sequence[int]) -> dict[int, list[int]]:
    results: dict[int, list[int]] = {}
    for vertex, part in enumerate(part_of):
        if part >= 0:
            results.setdefault(part, []).append(vertex)
    return results


def _junction_truth(parts: Sequence[Formula], sought: bool, values: Partial, known: Known) -> Truth:
    """Return `sought` if a part has this truth, None if one may have, else the opposite.

    Most parts are members or their opposites, whose values are read without a call.
    """
    result: Truth = not sought
    for part in parts:
        if type(part) is Holds:
            value = values[part.variable.index]
            results = None if value is None else bool(value)
        elif type(part) is Not and type(part.part) is Holds:
            value = values[part.part.variable.index]
            results = None if value is None else not value
        else:
            results = _truth(part, values, known)
        if results is sought:
            return sought
        if results is None:
            result = None
    return result


def _reach(term: Term, values: Partial, known: Known) -> Range:
    if type(term) is Number:
        value = values[term.variable.index]
        return (term.variable.low, term.variable.high) if value is None else (int(value), int(value))
    if type(term) is int:
        return term, term
    kept = known.get(id(term), known)
    if kept is known:
        kept = known[id(term)] = _add_bounds(term, values, known)
    return kept  # type: ignore[no-any-return]


def _add_bounds(term: Term, values: Partial, known: Known) -> Range:
    match term:
        case nodes.Sum(counted, added, constant):
            low = high = constant
            for factor, part in counted:
                results = values[part.variable.index] if type(part) is Holds else _truth(part, values, known)
                if results:
                    low, high = low + factor, high + factor
                elif results is None:
                    low, high = low + min(factor, 0), high + max(factor, 0)
            for factor, inner in added:
                least, most = _reach(inner, values, known)
                low, high = low + min(factor * least, factor * most), high + max(factor * least, factor * most)
            return low, high
        case nodes.Product(left, right):
            corners = [a * b for a in _reach(left, values, known) for b in _reach(right, values, known)]
            return min(corners), max(corners)
        case nodes.Quotient(left, right):
            return _divide_bounds(_reach(left, values, known), _reach(right, values, known), (term.low, term.high), 0)
        case nodes.Remainder(left, right):
            return _divide_bounds(_reach(left, values, known), _reach(right, values, known), (term.low, term.high), 1)
        case nodes.Choice(condition, then, other):
            match _truth(condition, values, known):
                case True:
                    return _reach(then, values, known)
                case False:
                    return _reach(other, values, known)
                case None:
                    (a, b), (c, d) = _reach(then, values, known), _reach(other, values, known)
                    return min(a, c), max(b, d)
        case nodes.Extreme():
            return _extreme(term, values, known)
        case nodes.ComponentSize(graph, vertex, counted):
            seen = _graph_bounds(graph, values, known)
            near = graph_truth.near(seen, vertex, counted)
            counted_truths = [(other, True if here is True else _truth(here, values, known)) for other, here in near]
            return graph_truth.size(seen, vertex, counted_truths)
        case int() | Number():
            raise AssertionError("answered above")
        case _:
            assert_never(term)


def _divide_bounds(left: Range, right: Range, widest: Range, part: int) -> Range:
    if left[0] < left[1] or right[0] < right[1]:
        return widest
    value = divmod(left[0], right[0])[part] if right[0] else (0, left[0])[part]
    return value, value


def _extreme(term: nodes.Extreme, values: Partial, known: Known) -> Range:
    certain, possible = list[Range](), list[Range]()
    for presence, item in term.items:
        results = _truth(presence, values, known)
        if results is not False:
            (certain if results else possible).append(_reach(item, values, known))
    if not certain and not possible:
        return term.empty, term.empty
    everything = certain + possible
    pick = max if term.greatest else min
    outer = pick(bound[1 if term.greatest else 0] for bound in everything)
    if certain:
        inner = pick(bound[0 if term.greatest else 1] for bound in certain)
        return (inner, outer) if term.greatest else (outer, inner)
    return min(term.empty, *(low for low, _ in everything)), max(term.empty, *(high for _, high in everything))


def _matching_truth(formula: nodes.Paired, values: Partial, known: Known) -> Truth:
    """Exact: two matchings that serve one side each give one that serves both (Mendelsohn and Dulmage 1958)."""
    left = [_truth(presence, values, known) for _, presence in formula.left]
    right = [_truth(presence, values, known) for _, presence in formula.right]
    open_edges = [(a, b) for a, b in formula.edges if left[a] is not False and right[b] is not False]
    for wanting, edges in ((left, open_edges), (right, [(b, a) for a, b in open_edges])):
        choices: dict[int, list[int]] = {}
        for a, b in edges:
            choices.setdefault(a, []).append(b)
        if short_of_partners([i for i, results in enumerate(wanting) if results is True], choices)[0]:
            return False
    return None if None in left or None in right else True
