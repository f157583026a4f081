"""Short forms of derivations: the only place of a value, the only value of a place."""

from collections.abc import Collection, Sequence

from puzzlelang.problem.record import Kind, Problem
from puzzlelang.steps.cases.families import differing
from puzzlelang.steps.record import Fact, Inference, RuleCase, full
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import ReasonTemplate, inside_sentence, list_text, named_text
from puzzlelang.steps.words.citations import cited_sentences
from puzzlelang.steps.words.fact_texts import facts_text, grounds_text, left_text
from puzzlelang.steps.words.sentences import rules_text


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
    parts += _own(problem, last, known)
    text = ReasonTemplate.ONLY_VALUE.text(True, value=variable.called(goal.value), place=variable.place)
    return f"{text}{': ' if parts else ''}{'; '.join(parts)}."


def _own(problem: Problem, last: Inference, known: Collection[Fact]) -> list[str]:
    """Return what was known of the place itself: `it is at most 3`, `it is not 2 or 5`."""
    variable = problem.variables[last.conclusions[0].variable]
    own = [fact.value for fact in last.premises if fact.variable == variable.index and fact in known]
    own = sorted(value for value in own if value != variable.absent)
    return [f"it is {left_text(variable, own)}"] if own else []


def wider_line(problem: Problem, chain: Sequence[Inference], known: Collection[Fact]) -> str:
    """The line of a chain like a hidden or naked single, but by other rules as well; empty if it is none.

    What excludes a value rests on known facts alone.
    """
    *before, last = chain
    goal = last.conclusions[0] if len(last.conclusions) == 1 else None
    excluded = [fact for one in before for fact in one.conclusions]
    rests = {fact for one in before for fact in one.premises}
    simple = all(len(one.cases) == 1 and not one.refutation for one in chain)
    if goal is None or not goal.holds or not before or not simple or not rests <= set(known):
        return ""
    if any(fact.holds for fact in excluded) or problem.variables[goal.variable].kind is not Kind.NUMBER:
        return ""
    if all(fact.variable == goal.variable for fact in excluded):
        return _wider_naked(problem, before, last, known)
    hidden = differing(last.cases[0]) and len(differing(last.cases[0])) == _values(problem, last)
    inside = all(fact.value == goal.value and fact.variable in last.cases[0].variables for fact in excluded)
    return _wider_hidden(problem, before, last, known) if hidden and inside else ""


def _wider_hidden(problem: Problem, before: Sequence[Inference], last: Inference, known: Collection[Fact]) -> str:
    """The rules that exclude the value elsewhere, and the only place of it."""
    others = [one for one in before if not differing(one.cases[0])]
    plain = [one for one in before if one not in others]
    text = _hidden_text(problem, plain, last, known).removesuffix(".")
    given = sorted({fact for one in others for fact in one.premises if fact.holds})
    grounds = grounds_text(problem, given) if given else ""
    cited = cited_sentences(problem, [one.cases[0] for one in others], because="", most_alike=2)
    more = " and " if grounds and ", as " in text else ", "
    grounds = grounds.removeprefix("as ") if more == " and " else grounds
    shown = more.join(filter(None, [inside_sentence(text) if cited else text, grounds]))
    return f"{': '.join(filter(None, [rules_text(cited), shown]))}."


def _wider_naked(problem: Problem, before: Sequence[Inference], last: Inference, known: Collection[Fact]) -> str:
    """The only value of a place by values of others, if each rule has to do with no more than one other place."""
    parts: dict[str, list[Fact]] = {}
    alone: list[RuleCase] = []
    variable = problem.variables[last.conclusions[0].variable]
    for one in (*before, last):
        case = one.cases[0]
        seen = [fact for fact in one.premises if fact.variable != variable.index]
        if case.graph or not all(fact.holds for fact in seen):
            return ""
        if not seen and not differing(case):
            alone.append(case)
        if not differing(case) and len(case.variables) != 2:
            return ""
        parts.setdefault(named_text(case.origin) if differing(case) else "", []).extend(seen)
    texts = [_values_text(problem, name, facts) for name, facts in parts.items() if facts]
    texts += map(inside_sentence, cited_sentences(problem, alone, because="", most_alike=2))
    text = ReasonTemplate.ONLY_VALUE.text(True, value=variable.called(last.conclusions[0].value), place=variable.place)
    return f"{text}: {'; '.join([*texts, *_own(problem, last, known)])}."


def _values_text(problem: Problem, name: str, facts: Sequence[Fact]) -> str:
    """Return what a house has, or what other places are."""
    if not name:
        return facts_text(problem, sorted(set(facts)))
    values = sorted({fact.value for fact in facts})
    return f"{name} has {list_text(map(problem.variables[facts[0].variable].called, values), 'and')}"


def _value(fact: Fact) -> int:
    return fact.value


def _list(problem: Problem, indexes: Collection[int]) -> str:
    return list_text((problem.variables[index].place for index in indexes), "and")


def _be(indexes: Collection[int]) -> str:
    return "is" if len(indexes) == 1 else "are"
