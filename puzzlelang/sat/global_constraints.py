"""Global constraints as clauses: all different, perfect matching, runs of a line.

For each of them, `require_…` states the constraint and `refuse_…` its opposite, under a guard.
"""

from collections.abc import Mapping, Sequence

from puzzlelang.puzzle import Unknown
from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Guard, Literals, add, chain, fresh, fresh_literals
from puzzlelang.sat.counting import at_least, at_most_one

Exact = Mapping[int, int]
"""Map the values of a term to their literals "it has this value" (direct encoding)."""


def _by_value(terms: Sequence[Exact]) -> list[list[int]]:
    users: dict[int, list[int]] = {}
    for term in terms:
        for value, literal in term.items():
            users.setdefault(value, []).append(literal)
    return [users[value] for value in sorted(users)]


def require_distinct(clauses: Clauses, terms: Sequence[Exact], guard: Guard) -> None:
    """State that no value occurs twice; with as many values as terms also that each occurs."""
    users = _by_value(terms)
    for literals in users:
        at_most_one(clauses, literals, guard)
        if len(users) == len(terms):
            add(clauses, [*guard, *literals])


def refuse_distinct(clauses: Clauses, terms: Sequence[Exact], guard: Guard) -> None:
    """State that some value occurs twice."""
    repeated = []
    for literals in _by_value(terms):
        if len(literals) > 1:
            witness = fresh(clauses)
            at_least(clauses, literals, 2, [-witness])
            repeated.append(witness)
    add(clauses, [*guard, *repeated])


Edges = Sequence[tuple[int, int]]
"""Pairs of a position on the left and one on the right that may be partners."""


def require_matching(clauses: Clauses, left: Literals, right: Literals, edges: Edges, guard: Guard) -> None:
    """State that there is a perfect matching: a literal per edge, one true at each present vertex.

    An edge needs both of its ends; this and "at most one" hold without the guard, as no edge has to be used then.
    """
    used = fresh_literals(clauses, len(edges))
    at_left: list[list[int]] = [[] for _ in left]
    at_right: list[list[int]] = [[] for _ in right]
    for edge, (a, b) in zip(used, edges, strict=True):
        add(clauses, [-edge, left[a]])
        add(clauses, [-edge, right[b]])
        at_left[a].append(edge)
        at_right[b].append(edge)
    for presences, used_at in ((left, at_left), (right, at_right)):
        for presence, partners in zip(presences, used_at, strict=True):
            at_most_one(clauses, partners, [])
            add(clauses, [*guard, -presence, *partners])


def refuse_matching(clauses: Clauses, left: Literals, right: Literals, edges: Edges, guard: Guard) -> None:
    """State that there is no perfect matching: some present vertices have too few partners (Hall 1935).

    This is complete, as two matchings that serve one side each give one that serves both (Mendelsohn and Dulmage 1958).
    """
    short = fresh(clauses), fresh(clauses)
    _too_few(clauses, left, right, edges, [-short[0]])
    _too_few(clauses, right, left, [(b, a) for a, b in edges], [-short[1]])
    add(clauses, [*guard, *short])


def _too_few(clauses: Clauses, left: Literals, right: Literals, edges: Edges, guard: Guard) -> None:
    """State that some present left vertices outnumber their present neighbours (a Hall violator)."""
    chosen = fresh_literals(clauses, len(left))
    partners = fresh_literals(clauses, len(right))
    for one, presence in zip(chosen, left, strict=True):
        add(clauses, [-one, presence])
    for a, b in edges:
        add(clauses, [-chosen[a], -right[b], partners[b]])
    at_least(clauses, [*chosen, *(-one for one in partners)], len(partners) + 1, guard)


Lengths = Sequence[int | Unknown]


Spot = list[int]
"""A position in order encoding: at p, from 0 to one beyond the line, the literal "at p or later"."""


def _spot(first: int, steps: Literals, size: int) -> Spot:
    """A position from its order literals: "beyond first", "beyond first + 1" and so on."""
    return [TRUE] * (first + 1) + list(steps) + [FALSE] * (size + 1 - first - len(steps))


def _first(spot: Spot) -> int:
    return spot.count(TRUE) - 1


def _last(spot: Spot) -> int:
    return len(spot) - spot.count(FALSE) - 1


def _fresh(clauses: Clauses, first: int, slack: int, size: int) -> Spot:
    steps = fresh_literals(clauses, slack)
    chain(clauses, steps)
    return _spot(first, steps, size)


def require_runs(clauses: Clauses, items: Literals, lengths: Lengths, guard: Guard) -> None:
    """State the runs: order literals for the start and the end of each.

    The items determine starts and ends: an item is true within a run and false between two runs.  Only clauses with
    items have the guard, as the clauses of starts and ends alone can always be satisfied.
    """
    size = len(items)
    starts, ends = _positions(clauses, size, lengths)
    for start, end in zip(starts, ends, strict=True):
        for position in range(_first(start), _last(end) + 1):
            add(clauses, [*guard, start[position + 1], -end[position], items[position]])
    before = [_spot(-1, (), size), *ends]
    after = [*starts, _spot(size, (), size)]
    for end, start in zip(before, after, strict=True):
        for position in range(_first(end) + 1, _last(start)):
            add(clauses, [*guard, end[position], -start[position + 1], -items[position]])


def _positions(clauses: Clauses, size: int, lengths: Lengths) -> tuple[list[Spot], list[Spot]]:
    """First and last positions of runs that do not touch; the end of a run of known length is its start, shifted."""
    least = [1 if isinstance(length, Unknown) else length for length in lengths]
    slack = size - sum(least) - len(least) + 1
    starts: list[Spot] = []
    ends: list[Spot] = []
    first = 0
    for length, shortest in zip(lengths, least, strict=True):
        start = _fresh(clauses, first, slack, size)
        if isinstance(length, Unknown):
            end = _fresh(clauses, first, slack, size)
            for position in range(first + 1, first + slack + 1):
                clauses.pending.append([-start[position], end[position]])
        else:
            end = _spot(first + shortest - 1, start[first + 1 : first + slack + 1], size)
        if ends:
            for position in range(_first(ends[-1]) + 1, _last(ends[-1]) + 1):
                clauses.pending.append([-ends[-1][position], start[position + 2]])
        starts.append(start)
        ends.append(end)
        first += shortest + 1
    return starts, ends


def refuse_runs(clauses: Clauses, items: Literals, lengths: Lengths, guard: Guard) -> None:
    """State that the runs differ: the automaton is deterministic, so its one path must not accept.

    A state is (run, its length so far), with length 0 between runs and at most 1 for `?` (compare Pesant 2004).
    Literals of states become true along the path and are free elsewhere.
    """
    states = {(0, 0): TRUE}
    for item in items:
        after: dict[tuple[int, int], int] = {}
        for (run, length), literal in states.items():
            for target, label in _steps(lengths, run, length):
                if target not in after:
                    after[target] = fresh_literals(clauses, 1)[0]
                add(clauses, [-literal, -item if label else item, after[target]])
        states = after
    for (run, length), literal in states.items():
        if run == len(lengths) or (run == len(lengths) - 1 and _complete(lengths[run], length)):
            add(clauses, [*guard, -literal])


def _complete(wanted: int | Unknown, length: int) -> bool:
    return length == (1 if isinstance(wanted, Unknown) else wanted)


def _steps(lengths: Lengths, run: int, length: int) -> list[tuple[tuple[int, int], bool]]:
    """Return transitions as (target state, item's truth).  One that could never be accepted is left out."""
    if run == len(lengths):
        return [((run, 0), False)]
    wanted = lengths[run]
    result = []
    if isinstance(wanted, Unknown):
        result.append(((run, 1), True))
    elif length < wanted:
        result.append(((run, length + 1), True))
    if length == 0:
        result.append(((run, 0), False))
    elif _complete(wanted, length):
        result.append(((run + 1, 0), False))
    return result
