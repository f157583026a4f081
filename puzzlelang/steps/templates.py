"""Why cases lead to what they do: one template for each family of constraints.

The sentence of the rule says what has to be; a template says how that decides here: what is full, what needs all that
is left, what would be cut off.  Nothing is said where the facts speak for themselves.
"""

from collections.abc import Iterator, Sequence

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Formula, Graph, Problem, Term
from puzzlelang.steps.record import Fact, Inference

Known = list[bool | int | None]


def reason(stated: Problem, made: Inference) -> str:
    """What decides, in a few words; empty if no template fits."""
    known: Known = [None] * len(stated.variables)
    for fact in made.given:
        _note(stated, known, fact)
    after = list(known)
    for fact in made.then:
        _note(stated, after, fact)
    said = dict.fromkeys(_families(made, known, after))
    return ", ".join(text for text in said if text)


def _note(stated: Problem, known: Known, fact: Fact) -> None:
    variable = stated.variables[fact.variable]
    if fact.holds:
        known[fact.variable] = bool(fact.value) if variable.kind is nodes.Kind.MEMBER else fact.value
    elif variable.kind is nodes.Kind.MEMBER:
        known[fact.variable] = not fact.value


def _families(made: Inference, known: Known, after: Known) -> Iterator[str]:
    for case in made.cases:
        for formula in _core(case.formula):
            yield _family(formula, known, after, made)


def _core(formula: Formula) -> Iterator[Formula]:
    """The parts of conjunctions and of what is said under a condition."""
    if isinstance(formula, nodes.And | nodes.Or):
        for part in formula.parts:
            yield from _core(part)
    elif isinstance(formula, nodes.Not):
        yield from _core(formula.part)
    else:
        yield formula


def _family(formula: Formula, known: Known, after: Known, made: Inference) -> str:
    then = made.then
    match formula:
        case nodes.AtMost(term) | nodes.Equal(term):
            return _counted(formula, term, known, after)
        case nodes.Distinct(terms):
            return _distinct(terms, known, made.given, made.then)
        case nodes.Runs() | nodes.InOrder():
            return "there is no other way to place what has to be there"
        case nodes.Paired():
            return _paired(then, after)
        case nodes.Connected(graph):
            return _cut_off(graph, known, then)
        case nodes.Joined(graph, first, second):
            ends = f"{graph.places[first]} and {graph.places[second]}"
            return f"otherwise nothing could join {ends}" if then else f"nothing can join {ends}"
        case nodes.Acyclic():
            return "otherwise a ring would close" if then else "a ring closes"
        case nodes.Rectangle():
            return "otherwise a part could not become a rectangle" if then else "a part cannot become a rectangle"
        case nodes.Congruent():
            return "otherwise two parts could not have the same shape" if then else "two parts differ in shape"
        case nodes.Reaches(graph, first, second, steps):
            return f"the way from {graph.places[first]} to {graph.places[second]} against {steps} steps decides"
        case _:
            return ""


def _sized(term: Term) -> nodes.PartSize | None:
    """The size of a part that occurs in a term."""
    if isinstance(term, nodes.PartSize):
        return term
    if isinstance(term, nodes.Sum):
        return next((found for _, part in term.added if (found := _sized(part)) is not None), None)
    return None


def _counted(formula: nodes.AtMost | nodes.Equal, term: Term, known: Known, after: Known) -> str:
    sized = _sized(term)
    if sized is not None:
        return f"the part of {sized.graph.places[sized.vertex]} must get the right size"
    if not isinstance(term, nodes.Sum) or term.added or any(abs(factor) != 1 for factor, _ in term.counted):
        return ""
    before = [evaluate.truth(part, known) for _, part in term.counted]
    later = [evaluate.truth(part, after) for _, part in term.counted]
    came = [two for one, two in zip(before, later, strict=True) if one is None and two is not None]
    full = sum(one is True for one in before)
    free = sum(one is None for one in before)
    if not came:
        return ""
    if not any(came):
        return f"that is all, {full} of {full}" if full and isinstance(formula, nodes.Equal) else ""
    if all(came) and len(came) == free:
        return f"all that {'is' if free == 1 else 'are'} left {'is' if free == 1 else 'are'} needed"
    return ""


def _distinct(terms: Sequence[Term], known: Known, given: Sequence[Fact], then: Sequence[Fact]) -> str:
    decided = [fact for fact in then if fact.holds]
    if not decided:
        return ""
    goal = decided[0]
    if any(fact.variable == goal.variable for fact in given):
        return "nothing else is left for it"
    open_ = sum(1 for term in terms if len({*evaluate.reach(term, tuple(known))}) > 1)
    return "there is no other place for it" if open_ > 1 else "it is the only one missing"


def _paired(then: Sequence[Fact], after: Known) -> str:
    return "otherwise one would stay without a partner" if then and after else "one has no partner"


def _cut_off(graph: Graph, known: Known, then: Sequence[Fact]) -> str:
    """Which places would be cut off from each other if the opposite of the first fact were true."""
    if not then:
        parts = _apart(graph, known)
        return f"{parts[0]} is cut off from {parts[1]}" if parts else "a part is cut off"
    other = list(known)
    other[then[0].variable] = bool(then[0].value) != then[0].holds
    parts = _apart(graph, other)
    return f"otherwise {parts[0]} would be cut off from {parts[1]}" if parts else "otherwise a part would be cut off"


def _apart(graph: Graph, known: Known) -> tuple[object, object] | None:
    """Two vertices that are there in any case and that nothing can join any more."""
    values = tuple(known)
    presence = [evaluate.truth(formula, values) for formula in graph.presence]
    near: list[list[int]] = [[] for _ in graph.places]
    for first, second, when in graph.edges:
        if evaluate.truth(when, values) is not False:
            near[first].append(second)
            near[second].append(first)
    sure = [vertex for vertex, here in enumerate(presence) if here is True]
    if not sure:
        return None
    seen, waiting = {sure[0]}, [sure[0]]
    while waiting:
        for other in near[waiting.pop()]:
            if other not in seen and presence[other] is not False:
                seen.add(other)
                waiting.append(other)
    lost = next((vertex for vertex in sure if vertex not in seen), None)
    return None if lost is None else (graph.places[sure[0]], graph.places[lost])
