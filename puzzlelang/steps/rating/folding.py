"""Folding: direct steps by one rule become one step where each rests on another, as a line goes on from end to end.

So do steps by a plain rule for the same reason, and those of one local pattern at several places, whether one leads to
the next or not.  The order of steps changes only so far as each still comes after those that it rests on.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from puzzlelang.problem.record import Problem
from puzzlelang.steps.rating.folded_trials import fold_trials
from puzzlelang.steps.record import Fact, Step, Tier, derived
from puzzlelang.steps.templates import NO_REASON, Reason, ReasonTemplate, list_text, named_text
from puzzlelang.steps.words.reason_texts import reason
from puzzlelang.steps.words.short_forms import single

MOST_FOLDED = 8
"""Steps that become one at most, so that all of its places can be named."""

_PLAIN = (Tier.DIRECT, Tier.LOCAL, Tier.CHAINED)
"""Tiers of steps that are found at once, so that looking ahead over these costs little."""


class _Form(msgspec.Struct, frozen=True):
    """The common form of steps to be folded: rule, sentence, and the reason with `{}` for the place that it names.

    `cited`: the sentence names that place, and is shown.
    """

    rule: str
    sentence: str
    reason: Reason
    place: str
    cited: bool = False

    @property
    def is_loose_end(self) -> bool:
        """Whether the reason is that a line would end or branch."""
        return [part.template in _LOOSE and part.follows for part in self.reason.parts] == [True]

    @property
    def would_meet(self) -> bool:
        """Whether the reason is that two places would be in one group."""
        return [part.template is ReasonTemplate.TOGETHER and part.follows for part in self.reason.parts] == [True]


def folded(problem: Problem, steps: Iterator[Step]) -> Iterator[Step]:
    """The steps, with those folded that follow from one another by one rule, and trials that come to the same."""
    return fold_trials(problem, _folded(problem, steps))


def _folded(problem: Problem, steps: Iterator[Step]) -> Iterator[Step]:
    run: list[Step] = []
    for step in steps:
        if step.tier in _PLAIN:
            run.append(step)
            continue
        yield from _folded_run(problem, run)
        run = []
        yield step
    yield from _folded_run(problem, run)


def _folded_run(problem: Problem, run: Sequence[Step]) -> Iterator[Step]:
    forms = [_form(problem, step) for step in run]
    waiting = dict.fromkeys(range(len(run)))
    while waiting:
        first = next(iter(waiting))
        waiting.pop(first)
        chosen = [first]
        if forms[first] is not None:
            _extend(run, forms, chosen, waiting)
        yield run[first] if len(chosen) == 1 else _one(run, forms, chosen)


def _extend(run: Sequence[Step], forms: Sequence[_Form | None], chosen: list[int], waiting: dict[int, None]) -> None:
    """Move steps that follow from those chosen from `waiting` to `chosen`."""
    facts = set(run[chosen[0]].facts)
    open_ = {fact for one in waiting for fact in run[one].facts}
    named = {form.place for form in (forms[chosen[0]],) if form is not None}
    for one in list(waiting):
        step, form = run[one], forms[one]
        if len(chosen) == MOST_FOLDED or form is None:
            continue
        needed = {fact for fact in step.known if fact in open_ or fact in facts}
        few = len({*named, form.place}) <= MOST_NAMED and len(facts) + len(step.facts) <= MOST_FACTS
        same = bool(form.place) and form.place in named
        if needed <= facts and _alike(forms, chosen, form) and (same or _joins(step, form, needed, few)):
            chosen.append(one)
            waiting.pop(one)
            named.add(form.place)
            facts.update(step.facts)
            open_.difference_update(step.facts)


def _form(problem: Problem, step: Step) -> _Form | None:
    """The form of a step that may be folded: a local pattern, or one inference of one rule.

    The reason of an inference names at most one place, or those that would be in one group.
    """
    if step.tier is Tier.LOCAL:
        return _Form(step.technique, "", NO_REASON, "")
    if step.tier is not Tier.DIRECT or len({case.origin.rule.name for case in step.cases}) != 1:
        return None
    if single(step.chain) or len(step.chain) != 1:
        return None
    because, _ = reason(problem, step.chain[0])
    places = _PLACE.findall(because.text)
    together = [part.template for part in because.parts] == [ReasonTemplate.TOGETHER]
    if len(places) > 1 and not together:
        return None
    sentences = {
        _PLACE.sub("{}", case.origin.sentence.replace(named_text(case.origin) or "\n", "")) for case in step.cases
    }
    if len(sentences) != 1 and not together:
        return None
    rule, sentence = step.cases[0].origin.rule.name, "" if together else sentences.pop()
    cited = len(places) == 1 and not because.evident and all(places[0] in case.origin.sentence for case in step.cases)
    return _Form(rule, sentence, _without_place(because), list_text(places), cited)


def _without_place(because: Reason) -> Reason:
    """The reason with `{}` for the places in it."""
    parts = (
        msgspec.structs.replace(part, values=tuple((name, _without_places(text)) for name, text in part.values))
        for part in because.parts
    )
    return msgspec.structs.replace(because, parts=tuple(parts))


def _without_places(text: str) -> str:
    """The text with one `{}` for a place, or for a list of places."""
    places = _PLACE.findall(text)
    return text.replace(list_text(places), "{}") if places else text


_PLACE = re.compile(r"(?:the (?:(?:top|bottom|left|right) )+of )?R\d+C\d+")

_PLACE_OF = re.compile(r"(?:the \w+ of )?\{\}")

_LOOSE = {ReasonTemplate.ENDS: "end", ReasonTemplate.BRANCHES: "branch"}

MOST_NAMED = 3
"""Places of a reason that are named one by one; of more loose ends one is seen along the line."""

MOST_FACTS = 6
"""Conclusions of a step that is folded of such as are harder to see."""


def _joins(step: Step, form: _Form, needed: Collection[Fact], few: bool) -> bool:
    """Whether a step may be joined with others, of which it rests on the `needed` facts.

    `few`: together they name few places and conclude little.
    """
    if step.tier is Tier.LOCAL or needed or form.would_meet:
        return True
    return not form.is_loose_end and (step.weight == 1 or (few and bool(form.place)))


def _alike(forms: Sequence[_Form | None], chosen: Sequence[int], form: _Form) -> bool:
    """Whether a step has the rule and the reason of those chosen."""
    other = forms[chosen[0]]
    if other is None or (other.rule, other.sentence) != (form.rule, form.sentence):
        return False
    return other.reason == form.reason or (other.is_loose_end and form.is_loose_end)


def _one(run: Sequence[Step], forms: Sequence[_Form | None], chosen: Sequence[int]) -> Step:
    parts = tuple(run[one] for one in chosen)
    facts = dict.fromkeys(fact for part in parts for fact in part.facts)
    known = dict.fromkeys(fact for part in parts for fact in part.known if fact not in facts)
    local = parts[0].tier is Tier.LOCAL
    return Step(
        parts[0].tier,
        tuple(facts),
        tuple(dict.fromkeys(case for part in parts for case in part.cases)),
        tuple(known),
        derived(*(one for part in parts for one in part.chain)),
        depth=len(parts),
        minimal=all(part.minimal for part in parts),
        technique=parts[0].technique,
        reason="" if local else _reason([form for one in chosen if (form := forms[one]) is not None]),
        places=tuple(dict.fromkeys(place for part in parts for place in part.places)),
        parts=parts,
    )


def _reason(forms: Sequence[_Form]) -> str:
    """The reasons of folded steps as one: what differs in its last words is said after `or`."""
    places: dict[str, list[str]] = {}
    for form in forms:
        places.setdefault(form.reason.text, []).append(form.place)
    if len(forms) > MOST_NAMED and all(form.is_loose_end for form in forms):
        ends = [part for form in forms for part in form.reason.parts]
        line = dict(ends[0].values)["line"]
        kinds = {part.template for part in ends}
        return ReasonTemplate.LOOSE_ENDS.text(
            True, line=line, ends=" or ".join(word for template, word in _LOOSE.items() if template in kinds)
        )
    if all(form.would_meet for form in forms):
        group = dict(forms[0].reason.parts[0].values)["group"]
        if len(forms) > MOST_NAMED:
            return ReasonTemplate.TWO_TOGETHER.text(True, group=group)
        return ReasonTemplate.TOGETHER.text(True, group=group, places=list_text((form.place for form in forms), "or"))
    if len(forms) > 1 and all(form.cited for form in forms):
        return " or ".join(_PLACE_OF.sub("one of them", text) for text in places)
    texts = [text.format(_places_text(filter(None, named))) for text, named in places.items()]
    first, *others = texts
    return " or ".join([first, *(text.partition(" would ")[2] for text in others)])


def _places_text(places: Iterable[str]) -> str:
    """Places as a list, in which several corners on one side of their cells say so once."""
    by_side: dict[str, list[str]] = {}
    for place in dict.fromkeys(places):
        side, _, cell = place.rpartition(" ")
        by_side.setdefault(side, []).append(cell)
    return list_text((f"{side} {list_text(cells, 'or')}".lstrip() for side, cells in by_side.items()), "or")
