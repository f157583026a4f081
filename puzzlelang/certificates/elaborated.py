"""DRAT as a solver wrote it to the lemmas that the contradiction rests on, each with the clauses that it follows from.

The proof is gone through until unit propagation finds a contradiction, and then back: only what that rests on is looked
at, and what these steps rest on in turn (N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: efficient checking and trimming
using expressive clausal proofs", SAT 2014).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.certificates.lemmas import Lemma
from puzzlelang.certificates.propagation import Propagation

OFTEN = 64
"""Steps between two calls of `beat`."""


class Wrong(Exception):
    """The text is no proof; the argument says why."""


class Event(msgspec.Struct, frozen=True):
    """A step forwards: a clause is added, or deleted; `before` is how many literals were true before."""

    number: int
    before: int
    added: bool


class Elaborating(msgspec.Struct, eq=False):
    """How far it is.  `given` clauses are of the formula; `written` are all as they were written, by number.

    `hints` are those of lemmas that the proof rests on.  `resolved`: some lemma takes its pivot.
    """

    state: Propagation
    given: int
    written: list[tuple[int, ...]]
    events: list[Event]
    hints: dict[int, list[int]]
    resolved: bool = False


def steps(lines: Iterable[bytes]) -> list[tuple[bool, tuple[int, ...]]]:
    """The steps of DRAT text: whether a clause is added, and its literals.  Raises `Wrong`."""
    found: list[tuple[bool, tuple[int, ...]]] = []
    for line in lines:
        words = line.split()
        if not words or words[0] == b"c":
            continue
        deleted = words[0] == b"d"
        try:
            *literals, end = map(int, words[deleted:])
        except ValueError:
            raise Wrong("what it wrote is no DRAT text") from None
        if end != 0:
            raise Wrong("what it wrote is no DRAT text")
        found.append((not deleted, tuple(literals)))
    return found


def elaborated(
    clauses: Sequence[tuple[int, ...]], lines: Iterable[bytes], beat: Callable[[], None]
) -> list[Lemma] | None:
    """The lemmas; None if the proof ends before there is a contradiction.  `beat` is called now and then.

    Raises `Wrong` if a step does not follow, or the text is no DRAT.
    """
    told = steps(lines)
    top = max((abs(one) for _, literals in told for one in literals), default=0)
    top = max(top, max((abs(one) for clause in clauses for one in clause), default=0))
    found = Elaborating(Propagation(top), len(clauses), [()], [], {})
    last = _forwards(found, clauses, told, beat)
    if last is None:
        return None
    _rest_on(found, last)
    for place, event in enumerate(reversed(found.events)):
        if place % OFTEN == 0:
            beat()
        _back(found, event)
    return _lemmas(found, last)


def _forwards(
    found: Elaborating,
    clauses: Sequence[tuple[int, ...]],
    told: Sequence[tuple[bool, tuple[int, ...]]],
    beat: Callable[[], None],
) -> list[int] | None:
    """Go on until there is a contradiction: the clauses that it follows from; None if there is none."""
    state = found.state
    names: dict[tuple[int, ...], list[int]] = {}
    for place, (added, literals) in enumerate([*((True, clause) for clause in clauses), *told]):
        if place % OFTEN == 0:
            beat()
        key = tuple(sorted(literals))
        if not added:
            number = names[key][-1] if names.get(key) else 0
            # As all checkers do: what made something true is not deleted, whatever the proof says.
            if number and len(literals) > 1 and not state.is_reason(number):
                names[key].pop()
                found.events.append(Event(number, len(state.trail), False))
                state.there[number] = False
            continue
        before = len(state.trail)
        number, is_false = state.add(literals)
        names.setdefault(key, []).append(number)
        found.written.append(literals)
        found.events.append(Event(number, before, True))
        conflict = number if is_false else state.propagate()
        if conflict:
            return state.behind(state.clauses[conflict], conflict)
    return None


def _rest_on(found: Elaborating, hints: Iterable[int]) -> None:
    for hint in hints:
        found.state.rest_on(abs(hint))


def _back(found: Elaborating, event: Event) -> None:
    """Take a step back; if it added what the proof rests on, find out what that follows from."""
    state, number = found.state, event.number
    if not event.added:
        state.there[number] = True
        return
    state.cut(event.before)
    state.there[number] = False
    state.gone[number] = True
    if number > found.given and state.core[number]:
        found.hints[number] = _hints(found, number)
        _rest_on(found, found.hints[number])


def _hints(found: Elaborating, number: int) -> list[int]:
    """What a clause follows from.  Raises `Wrong` if it does not follow."""
    state, literals = found.state, found.written[number]
    before = len(state.trail)
    try:
        if hints := _contradiction(state, literals):
            return hints
        found.resolved = True
        return _resolved(found, number)
    finally:
        state.cut(before)


def _contradiction(state: Propagation, literals: Iterable[int]) -> list[int]:
    """What leads to a contradiction once these literals are false as well; nothing if there is none."""
    for literal in literals:
        if state.true[literal]:
            return state.behind([literal])
        if not state.true[-literal]:
            state.put(-literal, 0)
    conflict = state.propagate()
    return state.behind(state.clauses[conflict], conflict) if conflict else []


def _resolved(found: Elaborating, number: int) -> list[int]:
    """The same for resolution with the pivot: what all rests on, then each clause with what it rests on besides."""
    state, literals = found.state, found.written[number]
    if not literals:
        raise Wrong("a step of its proof does not follow")
    base, pivot = len(state.trail), literals[0]
    common: dict[int, None] = {}
    groups: list[int] = []
    for other in range(1, number):
        if not state.there[other] or -pivot not in state.clauses[other]:
            continue
        rest = [literal for literal in state.clauses[other] if literal != -pivot]
        groups.append(-other)
        if true := next((literal for literal in rest if state.true[literal]), 0):
            common.update(dict.fromkeys(state.behind([true])))
            continue
        hints = _contradiction(state, rest)
        if not hints:
            raise Wrong("a step of its proof does not follow")
        early = {state.reason[abs(literal)] for literal in state.trail[:base]}
        common.update((hint, None) for hint in hints if hint in early)
        groups += (hint for hint in hints if hint not in early)
        state.cut(base)
    places = {state.reason[abs(literal)]: place for place, literal in enumerate(state.trail[:base])}
    return [*sorted(common, key=places.__getitem__), *groups]


def _lemmas(found: Elaborating, last: Sequence[int]) -> list[Lemma]:
    """The steps that the proof rests on, renumbered."""
    lemmas: list[Lemma] = []
    names = {number: number for number in range(1, found.given + 1)}
    forgotten: list[int] = []
    for event in found.events:
        number = event.number
        if not event.added:
            if found.resolved and number in names:
                forgotten.append(names[number])
        elif number in found.hints:
            hints = tuple(_renamed(names, found.hints[number]))
            lemmas.append(Lemma(found.written[number], hints, tuple(forgotten)))
            names[number] = found.given + len(lemmas)
            forgotten = []
    return [*lemmas, Lemma((), tuple(names[hint] for hint in last))]


def _renamed(names: Mapping[int, int], hints: Iterable[int]) -> Iterator[int]:
    """Hints by the new numbers, without what is said about clauses that nothing rests on."""
    said = True
    for hint in hints:
        if hint < 0:
            said = -hint in names
        if said:
            yield names[hint] if hint > 0 else -names[-hint]
