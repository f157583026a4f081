"""Cardinality constraints: the number of true literals compared with a constant.

Few combinations are written out.  Otherwise a totalizer (Bailleux and Boufkhad 2003) counts in unary in a balanced
tree; its root is not built, the comparison is stated on the two halves, and no node counts further than needed.
"""

from itertools import combinations
from math import comb

from puzzlelang.sat.clauses import FALSE, TRUE, Clauses, Guard, Literals, add, fresh, fresh_literals

PAIRS = 9
"""Up to so many literals, "at most one" is stated pair by pair.

Over the boards of `bench` it matters little: with 4 there are 0.3 % fewer clauses, with 30 1.1 % more, and CPU time
differs by 1.5 % at most (geometric mean), which is noise.
"""

COMBINATIONS = 40
"""Up to so many clauses, a count is stated by its combinations.

Over the boards of `bench` there are 7.5 % more clauses with 0 and 4.7 % more with 400; CPU time is 2 % and 1 % more
(geometric mean), hardly above noise.
"""


def at_most_one(clauses: Clauses, literals: Literals, guard: Guard) -> None:
    """State that at most one is true: pairs within groups, chained by literals "none of these"."""
    rest = list(literals)
    while len(rest) > PAIRS:
        link = fresh(clauses)
        _pairs(clauses, [*rest[:4], link], guard)
        rest = [-link, *rest[4:]]
    _pairs(clauses, rest, guard)


def _pairs(clauses: Clauses, literals: Literals, guard: Guard) -> None:
    for index, first in enumerate(literals):
        for second in literals[:index]:
            clauses.pending.append([*guard, -first, -second])


def at_most(clauses: Clauses, literals: Literals, bound: int, guard: Guard) -> None:
    """State that at most `bound` literals are true, unless a literal of the guard is true."""
    size = len(literals)
    if bound >= size:
        return
    if bound < 0:
        add(clauses, list(guard))
    elif bound == 0:
        for literal in literals:
            add(clauses, [*guard, -literal])
    elif bound == 1 and size > 2:
        at_most_one(clauses, literals, guard)
    elif comb(size, bound + 1) <= COMBINATIONS:
        _not_so_many(clauses, literals, bound + 1, guard)
    elif 2 * bound >= size:
        _lower(clauses, [-literal for literal in literals], size - bound, guard)
    else:
        _upper(clauses, *_halves(clauses, literals, bound + 1, up=True, down=False), bound, guard)


def at_least(clauses: Clauses, literals: Literals, bound: int, guard: Guard) -> None:
    """State that at least `bound` are true."""
    at_most(clauses, [-literal for literal in literals], len(literals) - bound, guard)


def exactly(clauses: Clauses, literals: Literals, number: int, guard: Guard) -> None:
    """State that exactly this number is true."""
    size = len(literals)
    if not 0 <= number <= size:
        add(clauses, list(guard))
    elif 2 * number > size:
        exactly(clauses, [-literal for literal in literals], size - number, guard)
    elif number <= 1 or comb(size, number + 1) + comb(size, size - number + 1) <= 2 * COMBINATIONS:
        at_most(clauses, literals, number, guard)
        _not_so_many(clauses, [-literal for literal in literals], size - number + 1, guard)
    else:
        left, right = _halves(clauses, literals, number + 1, up=True, down=True)
        _upper(clauses, left, right, number, guard)
        _under(clauses, left, right, number, guard)


def not_exactly(clauses: Clauses, literals: Literals, number: int, guard: Guard) -> None:
    """State that another number is true."""
    size = len(literals)
    if not 0 <= number <= size:
        return
    if comb(size, number) <= COMBINATIONS:
        for chosen in combinations(range(size), number):
            signs = set(chosen)
            clauses.pending.append([*guard, *(-one if i in signs else one for i, one in enumerate(literals))])
        return
    left, right = _halves(clauses, literals, number + 1, up=True, down=True)
    for first in range(max(0, number - len(right)), min(number, len(left)) + 1):
        second = number - first
        clause = [*guard]
        clause += [-left[first - 1]] if first else []
        clause += [left[first]] if first < len(left) else []
        clause += [-right[second - 1]] if second else []
        clause += [right[second]] if second < len(right) else []
        clauses.pending.append(clause)


def _not_so_many(clauses: Clauses, literals: Literals, number: int, guard: Guard) -> None:
    """State that of every `number` of these literals one is false."""
    negated = [-literal for literal in literals]
    if TRUE in negated or FALSE in negated or TRUE in guard or FALSE in guard:
        for chosen in combinations(negated, number):
            add(clauses, [*guard, *chosen])
    else:
        clauses.pending.extend([*guard, *chosen] for chosen in combinations(negated, number))


def _lower(clauses: Clauses, literals: Literals, bound: int, guard: Guard) -> None:
    _under(clauses, *_halves(clauses, literals, bound, up=False, down=True), bound, guard)


def _upper(clauses: Clauses, left: Literals, right: Literals, bound: int, guard: Guard) -> None:
    """State that two unary counts sum to at most `bound`."""
    for first in range(max(0, bound + 1 - len(right)), min(bound + 1, len(left)) + 1):
        second = bound + 1 - first
        clause = [*guard]
        clause += [-left[first - 1]] if first else []
        clause += [-right[second - 1]] if second else []
        clauses.pending.append(clause)


def _under(clauses: Clauses, left: Literals, right: Literals, bound: int, guard: Guard) -> None:
    """State that two unary counts sum to at least `bound`."""
    for first in range(max(0, bound - 1 - len(right)), min(bound - 1, len(left)) + 1):
        second = bound - 1 - first
        clause = [*guard]
        clause += [left[first]] if first < len(left) else []
        clause += [right[second]] if second < len(right) else []
        clauses.pending.append(clause)


def _halves(clauses: Clauses, literals: Literals, cap: int, *, up: bool, down: bool) -> tuple[Literals, Literals]:
    middle = len(literals) // 2
    return (
        unary(clauses, literals[:middle], cap, up=up, down=down),
        unary(clauses, literals[middle:], cap, up=up, down=down),
    )


def unary(clauses: Clauses, literals: Literals, cap: int, *, up: bool, down: bool) -> Literals:
    """Make a unary counter: literals "at least 1", "at least 2" …, up to `cap`.

    `up`: they become true when the count is reached; `down`: they become false when it is missed.
    """
    if len(literals) < 2:
        return literals
    left, right = _halves(clauses, literals, cap, up=up, down=down)
    lefts, rights = len(left), len(right)
    size = min(cap, lefts + rights)
    total = fresh_literals(clauses, size)
    pending = clauses.pending
    for first in range(min(lefts, size) + 1):
        for second in range(min(rights, size - first) + 1):
            if up and (first or second):
                clause = [total[first + second - 1]]
                if first:
                    clause.append(-left[first - 1])
                if second:
                    clause.append(-right[second - 1])
                pending.append(clause)
            if down and first + second < size:
                clause = [-total[first + second]]
                if first < lefts:
                    clause.append(left[first])
                if second < rights:
                    clause.append(right[second])
                pending.append(clause)
    return total
