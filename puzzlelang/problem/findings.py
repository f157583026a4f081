"""Findings of a drawing: rules that it breaks or does not satisfy yet."""

import enum
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.geometry.places import Link, Place
from puzzlelang.problem import blame, evaluate
from puzzlelang.problem.partitions import labels
from puzzlelang.problem.record import Constraint, Partial, Problem, Rule
from puzzlelang.problem.traversal import places, variables
from puzzlelang.source import NOWHERE


class Worth(enum.Enum):
    """Verdict on a drawing."""

    RIGHT = "right"
    """Everything is decided and every rule is satisfied."""
    OPEN = "open"
    """No rule is broken, and something is undecided or not satisfied yet."""
    BROKEN = "broken"
    """A rule is broken: nothing drawn besides can mend it."""


class Finding(msgspec.Struct, frozen=True):
    """One rule that does not hold for one binding that its sentence names.

    `broken`: it cannot be mended by drawing more; otherwise it is not satisfied yet.  `cells` are what it is about:
    what makes it false, or where it is still open.  `bindings`: what variables of the rule stand for, as text.
    """

    rule: Rule
    sentence: str
    broken: bool
    cells: tuple[Place, ...]
    bindings: tuple[tuple[str, str], ...] = ()


class ConsequenceLine(msgspec.Struct, frozen=True):
    """A numbered line of an explanation: the consequence of a case, after lines with lower numbers."""

    number: int
    text: str


class CitedCase(msgspec.Struct, frozen=True):
    """A rule applied to one binding, as text that does not need the problem: sentence, bindings, cells.

    `alone`: the known values make it false without any other case, and `cells` are only those that make it false.
    `lines`: the steps from this and other cases to a contradiction, if these were requested and found.
    """

    rule: str
    sentence: str
    bindings: tuple[tuple[str, str], ...]
    cells: tuple[str, ...]
    alone: bool = False
    lines: tuple[ConsequenceLine, ...] = ()


def case(constraint: Constraint, values: Partial = ()) -> CitedCase:
    """Make a case of a ground constraint; `values` are those known of the variables."""
    origin, result = constraint.origin, variables(constraint.formula)
    known = values or (None,) * (1 + max((variable.index for variable in result), default=0))
    alone = bool(result) and evaluate.truth(constraint.formula, known) is False
    blamed = blame.blame(constraint.formula, known) if alone else tuple(places(constraint.formula))
    bound = tuple((name, str(value)) for name, value in origin.bindings)
    return CitedCase(origin.rule.name, origin.sentence, bound, tuple(str(cell) for cell in blame.cells(blamed)), alone)


def worth(result: Sequence[Finding], *, complete: bool) -> Worth:
    """Judge a drawing by its findings; `complete`: everything is decided."""
    if any(item.broken for item in result):
        return Worth.BROKEN
    return Worth.RIGHT if complete and not result else Worth.OPEN


def is_contradicted(problem: Problem, values: Partial) -> bool:
    """Return whether a value is out of range, or a rule is broken whatever values the undecided variables get."""
    values = tuple(values)
    if not evaluate.in_range(problem, values) or False in evaluate.truths(problem.definitions, values):
        return True
    return any(result is False for _, result in evaluate.verdicts(problem, values))


def findings(
    problem: Problem, values: Partial, truths: Iterable[evaluate.Truth] | None = None, *, every: bool = True
) -> tuple[Finding, ...]:
    """List the broken rules, then with `every` the open ones, each in the order of the rules file.

    `truths` are those of the constraints, in their order; by default what the values alone say.
    Violations of one rule with one sentence (the same line, the same tank) are one finding.
    """
    broken: dict[tuple[str, str], list[Constraint]] = {}
    waiting: dict[tuple[str, str], list[Constraint]] = {}
    truths_of = [truth for _, truth in evaluate.verdicts(problem, values)] if truths is None else truths
    for constraint, truth in zip(problem.constraints, truths_of, strict=True):
        if truth is False or (every and truth is None):
            key = constraint.origin.rule.name, constraint.origin.sentence
            (broken if truth is False else waiting).setdefault(key, []).append(constraint)
    result = [_finding(constraints, True, values) for constraints in broken.values()]
    result += [_finding(constraints, False, values) for key, constraints in waiting.items() if key not in broken]
    return (*_beyond(problem, values), *_loose(problem, values), *result)


def _beyond(problem: Problem, values: Partial) -> Iterator[Finding]:
    """One finding for each number that no rule could allow."""
    for find, result in problem.finds.items():
        for place, variable in result.items():
            value = values[variable.index]
            if value is not None and not variable.low <= value <= variable.high:
                possible = f"at most {variable.high}" if value > variable.high else f"at least {variable.values[0]}"
                held = variable.absent if variable.absent == value + 1 else value  # see `record.Problem.partial`
                rule = Rule(find, f"{place} holds {held}, {possible} is possible", NOWHERE)
                yield Finding(rule, rule.sentence, True, blame.cells([place]))


def _loose(problem: Problem, values: Partial) -> Iterator[Finding]:
    """One finding per partition for borders with the same area on both sides."""
    for find in sorted(problem.partitions):
        drawn = {link: values[variable.index] for link, variable in problem.finds[find].items()}
        label = labels(
            problem.geometry, {link: cut is not False for link, cut in drawn.items()}, problem.partitions[find]
        )
        loose = [
            link
            for link, cut in drawn.items()
            if cut and isinstance(link, Link) and label[link.first] == label[link.second]
        ]
        if loose:
            rule = Rule(find, "A border has different areas on its two sides", NOWHERE)
            yield Finding(rule, rule.sentence, True, blame.cells(loose))


def _finding(constraints: Sequence[Constraint], broken: bool, values: Partial) -> Finding:
    origin = constraints[0].origin
    blamed: dict[Place, None] = {}
    for constraint in constraints:
        named = blame.blame(constraint.formula, values) if broken else _open(constraint, values)
        if not named:
            named = tuple(value for _, value in constraint.origin.bindings if isinstance(value, Place))
        if not named:
            named = tuple(places(constraint.formula))
        blamed.update(dict.fromkeys(named))
    return Finding(origin.rule, origin.sentence, broken, blame.cells(tuple(blamed)), _shared_bindings(constraints))


def _shared_bindings(constraints: Sequence[Constraint]) -> tuple[tuple[str, str], ...]:
    """The bindings that all the constraints have."""
    others = [constraint.origin.bindings for constraint in constraints[1:]]
    return tuple(
        (name, str(value))
        for name, value in constraints[0].origin.bindings
        if all((name, value) in one for one in others)
    )


def _open(constraint: Constraint, values: Partial) -> tuple[Place, ...]:
    waiting = (variable for variable in variables(constraint.formula) if values[variable.index] is None)
    return tuple(variable.place for variable in waiting if variable.place is not None)
