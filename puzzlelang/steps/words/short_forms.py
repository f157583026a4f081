"""Short forms of derivations: the only place of a value, the only value of a place."""

from collections.abc import Collection, Sequence

from puzzlelang.problem.record import Problem
from puzzlelang.steps.cases.families import differing
from puzzlelang.steps.record import Fact, Inference, full
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import ReasonTemplate, list_text, named_text


def single(chain: Sequence[Inference]) -> Technique | None:
    """Whether a chain about numbers that differ is a hidden single (one value, all other places) or a naked one."""
    if not chain or not all(len(one.cases) == 1 and differing(one.cases[0]) for one in chain):
        return None
    *before, last = chain
    goal = last.conclusions[0] if len(last.conclusions) == 1 else None
    if goal is None or not goal.holds:
        return None
    if any(fact.holds for one in before for fact in one.conclusions):
        return None
    if not all(fact.holds for one in before for fact in one.premises):
        return None
    excluded = [fact for one in before for fact in one.conclusions]
    outside = [fact for fact in last.premises if fact.variable != goal.variable]
    if len(outside) < len(last.premises) or (excluded and all(one.variable == goal.variable for one in excluded)):
        own = all(one.variable == goal.variable for one in excluded)
        return Technique.NAKED_SINGLE if own and all(fact.holds for fact in outside) else None
    if not excluded and all(fact.holds for fact in outside):
        return Technique.LAST_VALUE
    return Technique.HIDDEN_SINGLE if all(one.value == goal.value for one in excluded) else None


def single_line(problem: Problem, chain: Sequence[Inference], known: Collection[Fact]) -> str:
    """The line of a hidden or naked single; empty if the chain is neither."""
    *before, last = chain
    match single(chain):
        case Technique.HIDDEN_SINGLE if len(differing(last.cases[0])) == _values(problem, last):
            return _hidden_text(problem, before, last, known)
        case Technique.NAKED_SINGLE:
            return _naked_text(problem, before, last, known)
        case _:
            return ""


def _values(problem: Problem, last: Inference) -> int:
    return full(problem.variables[last.conclusions[0].variable]).bit_count()


def _hidden_text(problem: Problem, before: Sequence[Inference], last: Inference, known: Collection[Fact]) -> str:
    goal = last.conclusions[0]
    blockers = dict.fromkeys(fact.variable for one in before for fact in one.premises)
    marked = dict.fromkeys(
        fact.variable for fact in last.premises if not fact.holds and fact.value == goal.value and fact in known
    )
    variable = problem.variables[goal.variable]
    value = variable.called(goal.value)
    parts = []
    if blockers:
        parts.append(f"{_list(problem, blockers)} {_be(blockers)} {value}")
    if marked:
        parts.append(f"{_list(problem, marked)} {_be(marked)} not {value}")
    origin = last.cases[0].origin
    template = ReasonTemplate.ONLY_PLACE if (group := named_text(origin)) else ReasonTemplate.ONLY_PLACE_BY
    text = template.text(True, value=value, place=variable.place, group=group, sentence=origin.sentence)
    return f"{text}{', as ' if parts else ''}{' and '.join(parts)}."


def _naked_text(problem: Problem, before: Sequence[Inference], last: Inference, known: Collection[Fact]) -> str:
    goal = last.conclusions[0]
    variable = problem.variables[goal.variable]
    parts = []
    for one in (*before, last):
        gone = one.conclusions if one is not last else [fact for fact in last.premises if fact.holds]
        if gone:
            values = list_text(dict.fromkeys(variable.called(fact.value) for fact in sorted(gone, key=_value)), "and")
            name = named_text(one.cases[0].origin)
            taken = dict.fromkeys(fact.variable for fact in one.premises if fact.holds)
            parts.append(f"{name} has {values}" if name else f"{_list(problem, taken)} {_be(taken)} {values}")
    own = sorted(
        fact.value
        for fact in last.premises
        if fact.variable == goal.variable and fact in known and fact.value != variable.absent
    )
    if own:
        parts.append(f"it is not {list_text(map(variable.called, own), 'or')}")
    text = ReasonTemplate.ONLY_VALUE.text(True, value=variable.called(goal.value), place=variable.place)
    return f"{text}{': ' if parts else ''}{'; '.join(parts)}."


def _value(fact: Fact) -> int:
    return fact.value


def _list(problem: Problem, indexes: Collection[int]) -> str:
    return list_text((problem.variables[index].place for index in indexes), "and")


def _be(indexes: Collection[int]) -> str:
    return "is" if len(indexes) == 1 else "are"
