"""Clauses as readable text: the meaning of each literal, and the clauses of each constraint."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from puzzlelang import infix
from puzzlelang.problem.record import Kind, Number, Problem, Variable
from puzzlelang.problem.to_text import by_rule, case, legend
from puzzlelang.problem.traversal import LEAVES, PARTS, Node
from puzzlelang.problem.wording import Wording
from puzzlelang.sat.clauses import TRUE, Clauses, OrderEncoding
from puzzlelang.sat.from_problem import by_selector, lower
from puzzlelang.sat.terms import Composed

Meanings = dict[int, str]


def text(problem: Problem, words: Wording) -> str:
    """Write the clauses of a problem without graphs; the same problem gives the same text.

    Each constraint is lowered under a selector of its own.  Clauses with the selector are listed below the constraint,
    without it; all others below "clauses of no rule".  Auxiliary literals without a meaning are listed as ranges.
    """
    clauses, selectors = lower(problem, True)
    meanings = _meanings(problem, clauses, words)
    own: list[list[str]] = [[] for _ in selectors]
    general: list[str] = []
    for owner, kept in by_selector(clauses, selectors):
        (general if owner is None else own[owner]).append(" ".join(map(str, kept)) or "never")
    switches = set(selectors)
    literals = [number for number in range(1, clauses.top + 1) if number not in switches]
    sections = [
        ["literals", *_table(literals, meanings)],
        ["clauses of no rule", *(f"  {clause}" for clause in general)],
        *_constraints(problem, own),
    ]
    return "\n\n".join("\n".join(section) for section in [*legend(words), *sections]) + "\n"


def _table(literals: Iterable[int], meanings: Meanings) -> Iterator[str]:
    """Yield a line for each literal and its meaning.  Consecutive literals without a meaning share one line."""
    for meant, group in groupby(literals, key=lambda literal: meanings.get(literal, "")):
        numbers = list(group)
        if meant:
            yield from (f"  {number} {meant}" for number in numbers)
        else:
            yield f"  {numbers[0]} to {numbers[-1]} help to say others"


def _constraints(problem: Problem, own: list[list[str]]) -> Iterator[list[str]]:
    for rule, group in by_rule(problem.constraints):
        section = [f"rule {rule.name}"]
        for position, constraint in group:
            section.append(f"  C{position + 1} {case(constraint)}")
            section += [f"    {clause}" for clause in own[position]]
        yield section


def _meanings(problem: Problem, clauses: Clauses, words: Wording) -> Meanings:
    """Map literals to meanings: from variables, then nodes, then conjunctions.  The first meaning counts."""
    result: Meanings = {TRUE: "true"}
    for variable in problem.variables:
        _of_variable(result, variable, clauses, words)
    for node in _nodes([*problem.definitions, *(constraint.formula for constraint in problem.constraints)]):
        if isinstance(node, Composed):
            if (view := clauses.views.get(id(node))) is not None:
                _of_order(result, view, words.term(node))
        elif not isinstance(node, int | Number) and (literal := clauses.literals.get(id(node))) is not None:
            _put(result, literal, words.formula(node))
    for parts, literal in clauses.gates.items():
        _put(result, literal, f"all of {', '.join(map(str, parts))}")
    return result


def _of_variable(meanings: Meanings, variable: Variable, clauses: Clauses, words: Wording) -> None:
    name = words.variable(variable)
    if variable.kind is Kind.MEMBER:
        _put(meanings, clauses.members[variable.index], name)
    for offset, literal in enumerate(clauses.exacts[variable.index] or ()):
        value = variable.low + offset
        _put(meanings, literal, infix.chain((name, variable.called(value)), ("=",)))
    if (order := clauses.orders[variable.index]) is not None:
        _of_order(meanings, order, name)


def _of_order(meanings: Meanings, order: OrderEncoding, name: str) -> None:
    for value, literal in zip(order.values, order.least, strict=False):
        _put(meanings, literal, infix.chain((name, str(value)), (">=",)))


def _put(meanings: Meanings, literal: int, meaning: str) -> None:
    meanings.setdefault(abs(literal), meaning if literal > 0 else infix.negation(infix.in_parentheses(meaning)))


def _nodes(roots: Iterable[Node]) -> Iterator[Node]:
    """Yield every node below the roots once, parents before children."""
    seen: set[int] = set()
    waiting = list(roots)[::-1]
    while waiting:
        node = waiting.pop()
        if type(node) not in LEAVES and id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(reversed([*PARTS[type(node)](node)]))
