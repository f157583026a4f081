"""Number and name variables: order and exact literals, made when needed, linked if both exist.

With few values and no order literals yet, exact literals are new solver variables.  Otherwise each is a conjunction of
two order literals, so that the number of clauses stays linear.
"""

from puzzlelang.problem.record import Variable
from puzzlelang.sat.clauses import (
    FALSE,
    TRUE,
    Clauses,
    Literals,
    OrderEncoding,
    add,
    all_of,
    chain,
    fresh,
    fresh_literals,
)

FEW = 12
"""Up to so many values, "at most one of them" is stated pair by pair.

Over the boards of `bench` it matters little: with 0 there are 3.4 % fewer clauses, with 5 0.8 % fewer, with 1,000 as
many, and CPU time is 2 to 3 % more with each (geometric mean), hardly above noise.  A bound keeps pairs few.
"""


def view(clauses: Clauses, variable: Variable) -> OrderEncoding:
    """Return the order encoding of a variable."""
    known = clauses.orders[variable.index]
    if known is not None:
        return known
    values = range(variable.low, variable.high + 1)
    exacts = clauses.exacts[variable.index]
    if exacts is None:
        least = [TRUE, *fresh_literals(clauses, len(values) - 1), FALSE]
        chain(clauses, least)
    else:
        least = _from_exacts(clauses, exacts)
    made = clauses.orders[variable.index] = OrderEncoding(values, least)
    return made


def _from_exacts(clauses: Clauses, exacts: Literals) -> list[int]:
    """Order literals of a variable with exact ones; the first and last reuse these."""
    size = len(exacts)
    if size == 1:
        return [TRUE, FALSE]
    least = [TRUE, -exacts[0], *fresh_literals(clauses, max(0, size - 3)), exacts[-1], FALSE]
    if size == 2:
        least = [TRUE, exacts[1], FALSE]
    chain(clauses, least)
    for index, exact in enumerate(exacts):
        add(clauses, [-exact, least[index]])
        add(clauses, [-exact, -least[index + 1]])
        add(clauses, [exact, -least[index], least[index + 1]])
    return least


def exact(clauses: Clauses, variable: Variable, value: int) -> int:
    """Make the literal "the variable has this value"; FALSE out of its range."""
    if not variable.low <= value <= variable.high:
        return FALSE
    exacts = clauses.exacts[variable.index]
    if exacts is None and (clauses.orders[variable.index] is not None or variable.high - variable.low >= FEW):
        key = variable.index, value
        known = clauses.values.get(key)
        if known is None:
            least, offset = view(clauses, variable).least, value - variable.low
            known = clauses.values[key] = all_of(clauses, (least[offset], -least[offset + 1]))
        return known
    if exacts is None:
        exacts = clauses.exacts[variable.index] = _exactly_one(clauses, variable.high - variable.low + 1)
    return exacts[value - variable.low]


def _exactly_one(clauses: Clauses, size: int) -> Literals:
    if size == 1:
        return [TRUE]
    if size == 2:
        only = fresh(clauses)
        return [-only, only]
    exacts = fresh_literals(clauses, size)
    clauses.pending.append(list(exacts))
    clauses.pending.extend([-a, -b] for index, a in enumerate(exacts) for b in exacts[:index])
    return exacts


def equals(clauses: Clauses, variable: Variable, value: int) -> tuple[int, ...]:
    """Literals that are all true exactly if the variable has this value; from order literals if they exist."""
    ordered = clauses.orders[variable.index]
    if ordered is None or clauses.exacts[variable.index] is not None or not variable.low <= value <= variable.high:
        return (exact(clauses, variable, value),)
    offset = value - variable.low
    return ordered.least[offset], -ordered.least[offset + 1]
