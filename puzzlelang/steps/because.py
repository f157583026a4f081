"""Why an inference holds: which template fits, by the family of each statement that its cases make.

A statement is told only if it is certainly wrong wherever the conclusion is not so, or if there is no other that could
decide.  Under a condition (`either … or …`) each part is looked at by itself.
"""

from collections.abc import Iterator, Sequence

from puzzlelang.geometry.places import Border, Link
from puzzlelang.problem import evaluate, matching, nodes
from puzzlelang.problem.record import Formula, Problem, Term, Variable
from puzzlelang.problem.traversal import variables
from puzzlelang.steps import because_counts, because_far, because_graphs
from puzzlelang.steps.record import Case, Fact, Inference
from puzzlelang.steps.setting import Setting, left, setting
from puzzlelang.steps.templates import Template, listed

MOST = 2
"""Reasons that are told of one inference."""

GOALS = 6
"""Facts that follow, for each of which reasons are looked for before none is told."""


def reason(stated: Problem, made: Inference) -> str:
    """What decides, in a few words; empty if no template fits."""
    goals = made.then[:GOALS] or (None,)
    return next((text for goal in goals if (text := _of(stated, made, goal))), "")


def _of(stated: Problem, made: Inference, goal: Fact | None) -> str:
    spoken = [one for case in made.cases for one in _statements(case.formula, True)]
    given = setting(stated, made, len(made.cases) == 1 and len(spoken) == 1, goal)
    if not given.worlds:
        return ""
    found = [_ends(case, given) for case in made.cases]
    if not any(found):
        found = [_family(formula, positive, given) for formula, positive in spoken]
    if not any(found):
        found = [because_far.told(spoken, given)]
    return ", ".join(list(dict.fromkeys(text for text in found if text))[:MOST])


def _statements(formula: Formula, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """What a formula says of more than one place, and whether it says or denies it."""
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            for part in parts:
                yield from _statements(part, positive)
        case nodes.Not(part):
            yield from _statements(part, not positive)
        case bool() | nodes.Holds() | nodes.Same():
            pass
        case _:
            yield formula, positive


def _family(formula: Formula, positive: bool, given: Setting) -> str:
    match formula:
        case nodes.AtMost() | nodes.Equal():
            sized = because_graphs.sized(formula.term)
            if sized is not None:
                return because_graphs.size(formula, sized, positive, given)
            return because_counts.counted(formula, positive, given)
        case nodes.Distinct(terms):
            return _distinct(terms, given)
        case nodes.Runs(items, lengths):
            return _runs(items, lengths, given) if given.sole else ""
        case nodes.InOrder(_, wanted):
            return Template.FITS.filled(given.follows, numbers=listed(wanted)) if given.sole else ""
        case nodes.Paired():
            return _paired(formula, given)
        case _:
            return because_graphs.told(formula, positive, given)


def _ends(case: Case, given: Setting) -> str:
    """Of links or borders that meet, of which none need be there: that one would end there, or branch."""
    about = [given.stated.variables[index] for index in case.variables]
    if not _meet(given.stated, about) or case.graph or not given.fails(case.formula, True):
        return ""
    if evaluate.truth(case.formula, tuple(False for _ in given.known)) is not True:
        return ""
    told = [[world[one.index] for one in about] for world in given.worlds]
    if all(values.count(True) >= 3 for values in told):
        return Template.BRANCHES.filled(given.follows)
    alone = all(values.count(True) == 1 and None not in values for values in told)
    return Template.ENDS.filled(given.follows) if alone else ""


def _meet(stated: Problem, about: Sequence[Variable]) -> bool:
    """Whether all are links at one cell, or borders at one corner."""
    points: list[set[tuple[int, int]]] = []
    for one in about:
        if one.kind is not nodes.Kind.MEMBER or not isinstance(one.place, Link | Border):
            return False
        row, column = one.place.lattice
        ends = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        border = isinstance(one.place, Border) or one.name in stated.partitions
        points.append({(y, x) for y, x in ends if y % 2 == x % 2 == (not border)})
    return len(points) > 1 and bool(set.intersection(*points))


def _distinct(terms: Sequence[Term], given: Setting) -> str:
    goal = given.goal
    if goal is None:
        return _alike(terms, given)
    ranges = [evaluate.reach(term, given.known) for term in terms]
    mine = [term for term in terms if isinstance(term, nodes.Number) and term.variable.index == goal.variable]
    if not mine:
        return ""
    variable = given.stated.variables[goal.variable]
    if not goal.holds:
        return _taken(terms, given)
    if sum(low < high for low, high in ranges) == 1:
        return Template.MISSING.filled(True, value=variable.called(goal.value))
    if _only_there(terms, goal, given):
        return Template.NO_OTHER_PLACE.filled(True, value=variable.called(goal.value))
    if taken := _taken(terms, given):
        return taken
    if any(fact.variable == goal.variable for fact in given.made.given):
        return Template.NOTHING_ELSE.filled(True, place=variable.place)
    return Template.NO_OTHER_PLACE.filled(True, value=variable.called(goal.value))


def _only_there(terms: Sequence[Term], goal: Fact, given: Setting) -> bool:
    """Whether no other place can have the value, where there are just as many values as places."""
    about = [term.variable for term in terms if isinstance(term, nodes.Number)]
    if len(about) < len(terms):
        return False
    values = {value for one in about for value in range(one.low, one.high + 1)}
    return len(values) == len(about) and all(
        goal.value not in left(one, given.made.given) for one in about if one.index != goal.variable
    )


def _alike(terms: Sequence[Term], given: Setting) -> str:
    """Which value comes twice, or has no place, or which places have too few values to share."""
    about = [term.variable for term in terms if isinstance(term, nodes.Number)]
    choices = {place: left(variable, given.made.given) for place, variable in enumerate(about)}
    short, few = matching.short_of_partners(list(choices), choices)
    if not short or len(about) < len(terms):
        return Template.TOO_ALIKE.filled(False) if given.sole else ""
    if len(few) == 1 and all(len(choices[place]) == 1 for place in short):
        return Template.TWICE.filled(False, value=about[0].called(few.pop()))
    values = {value for variable in about for value in range(variable.low, variable.high + 1)}
    places = {value: [place for place in choices if value in choices[place]] for value in values}
    without = [value for value in sorted(values) if not places[value]]
    if len(values) == len(about) and without:
        return Template.NO_PLACE.filled(False, value=about[0].called(without[0]))
    names = listed((about[place].place for place in sorted(short)), "and")
    shared = listed((about[0].called(value) for value in sorted(few)), "and")
    return Template.FEW_PARTNERS.filled(False, places=names, partners=shared)


def _taken(terms: Sequence[Term], given: Setting) -> str:
    """Several places that have as many values left as they are."""
    facts = given.made.given
    told = {fact.variable for fact in facts if not fact.holds}
    others = [one.variable for one in terms if isinstance(one, nodes.Number) and one.variable.index in told]
    others = [one for one in others if given.goal is None or one.index != given.goal.variable]
    gone = {given.known[one.variable.index] for one in terms if isinstance(one, nodes.Number)}
    values = sorted({one for variable in others for one in left(variable, facts)} - gone)
    if len(others) < 2 or len(values) != len(others):
        return ""
    names = [others[0].called(one) for one in values]
    return Template.TAKEN.filled(True, places=listed((one.place for one in others), "and"), values=listed(names, "and"))


def _runs(items: Sequence[Formula], lengths: Sequence[object], given: Setting) -> str:
    then = [fact for fact in given.made.then if given.stated.variables[fact.variable].kind is nodes.Kind.MEMBER]
    within = {variable.index for item in items for variable in variables(item)}
    covers = {bool(fact.value) == fact.holds for fact in then if fact.variable in within}
    template = Template.AGREED if len(covers) != 1 else Template.COVERED if True in covers else Template.UNCOVERED
    it = "it" if len(then) == 1 else "these"
    return template.filled(given.follows, lengths=", ".join(map(str, lengths)) or "nothing", it=it)


def _paired(formula: nodes.Paired, given: Setting) -> str:
    """Who would have too few partners: those that compete for them (Hall 1935)."""
    for world in given.worlds:
        left_there, right_there = (
            [evaluate.truth(presence, world) for _, presence in side] for side in (formula.left, formula.right)
        )
        edges = [(a, b) for a, b in formula.edges if left_there[a] is not False and right_there[b] is not False]
        back = [(b, a) for a, b in edges]
        for there, pairs, mine, others in (
            (left_there, edges, formula.left, formula.right),
            (right_there, back, formula.right, formula.left),
        ):
            choices: dict[int, list[int]] = {}
            for a, b in pairs:
                choices.setdefault(a, []).append(b)
            short, few = matching.short_of_partners([i for i, here in enumerate(there) if here is True], choices)
            if short:
                template = Template.FEW_PARTNERS if few else Template.NO_PARTNER
                places = listed((mine[index][0] for index in sorted(short)), "and")
                partners = listed((others[index][0] for index in sorted(few)), "and")
                return template.filled(given.follows, places=places, partners=partners)
    return ""
