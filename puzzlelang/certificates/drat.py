"""Elaboration of DRAT: from a solver's proof to the lemmas that the contradiction depends on, with hints.

A forward pass propagates units until there is a contradiction.  A backward pass checks only the lemmas that this
depends on, and those that they depend on in turn (N. Wetzler, M. Heule and W. Hunt, "DRAT-trim: efficient checking and
trimming using expressive clausal proofs", SAT 2014).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.certificates.lrat import Lemma
from puzzlelang.certificates.propagation import Propagation

BEAT_PERIOD = 64
"""Steps between two calls of `beat`."""


class DratError(Exception):
    """The text is no valid proof; the argument says why."""


class Event(msgspec.Struct, frozen=True):
    """A step of the forward pass: a clause is added or deleted; `before` is the length of the trail before it."""

    number: int
    before: int
    added: bool


class Elaboration(msgspec.Struct, eq=False):
    """The state of elaboration: `given` counts clauses of the formula; `written` are all clauses by number.

    `hints` are those of core lemmas.  `resolved`: some lemma uses resolution with its pivot.
    """

    state: Propagation
    given: int
    written: list[tuple[int, ...]]
    events: list[Event]
    hints: dict[int, list[int]]
    resolved: bool = False


def parse_steps(lines: Iterable[bytes]) -> list[tuple[bool, tuple[int, ...]]]:
    """The steps of DRAT text: whether a clause is added, and its literals.  Raises `DratError`."""
    result: list[tuple[bool, tuple[int, ...]]] = []
    for line in lines:
        words = line.split()
        if not words or words[0] == b"c":
            continue
        deleted = words[0] == b"d"
        try:
            *literals, end = map(int, words[deleted:])
        except ValueError:
            raise DratError("what it wrote is no DRAT text") from None
        if end != 0:
            raise DratError("what it wrote is no DRAT text")
        result.append((not deleted, tuple(literals)))
    return result


def elaborate(
    clauses: Sequence[tuple[int, ...]], lines: Iterable[bytes], beat: Callable[[], None]
) -> list[Lemma] | None:
    """Return the core lemmas of a DRAT proof with hints; None without a contradiction.  `beat` is called now and then.

    Raises `DratError` if a step does not follow, or the text is no DRAT.
    """
    steps = parse_steps(lines)
    top = max((abs(one) for _, literals in steps for one in literals), default=0)
    top = max(top, max((abs(one) for clause in clauses for one in clause), default=0))
    result = Elaboration(Propagation(top), len(clauses), [()], [], {})
    last = _forward_pass(result, clauses, steps, beat)
    if last is None:
        return None
    _mark_core(result, last)
    for place, event in enumerate(reversed(result.events)):
        if place % BEAT_PERIOD == 0:
            beat()
        _backward_step(result, event)
    return _lemmas(result, last)


def _forward_pass(
    elaboration: Elaboration,
    clauses: Sequence[tuple[int, ...]],
    lines: Sequence[tuple[bool, tuple[int, ...]]],
    beat: Callable[[], None],
) -> list[int] | None:
    """Add and propagate clauses up to a contradiction; return the clauses that it follows from, None without one."""
    state = elaboration.state
    names: dict[tuple[int, ...], list[int]] = {}
    for place, (added, literals) in enumerate([*((True, clause) for clause in clauses), *lines]):
        if place % BEAT_PERIOD == 0:
            beat()
        key = tuple(sorted(literals))
        if not added:
            number = names[key][-1] if names.get(key) else 0
            # As all checkers do: what made something true is not deleted, whatever the proof says.
            if number and len(literals) > 1 and not state.is_reason(number):
                names[key].pop()
                elaboration.events.append(Event(number, len(state.trail), False))
                state.there[number] = False
            continue
        before = len(state.trail)
        number, is_false = state.add(literals)
        names.setdefault(key, []).append(number)
        elaboration.written.append(literals)
        elaboration.events.append(Event(number, before, True))
        conflict = number if is_false else state.propagate()
        if conflict:
            return state.behind(state.clauses[conflict], conflict)
    return None


def _mark_core(elaboration: Elaboration, hints: Iterable[int]) -> None:
    for hint in hints:
        elaboration.state.rest_on(abs(hint))


def _backward_step(elaboration: Elaboration, event: Event) -> None:
    """Undo a step; if it added a core lemma, compute its hints."""
    state, number = elaboration.state, event.number
    if not event.added:
        state.there[number] = True
        return
    state.cut(event.before)
    state.there[number] = False
    state.gone[number] = True
    if number > elaboration.given and state.core[number]:
        elaboration.hints[number] = _hints(elaboration, number)
        _mark_core(elaboration, elaboration.hints[number])


def _hints(elaboration: Elaboration, number: int) -> list[int]:
    """The hints of a clause.  Raises `DratError` if it does not follow."""
    state, literals = elaboration.state, elaboration.written[number]
    before = len(state.trail)
    try:
        if hints := _contradiction(state, literals):
            return hints
        elaboration.resolved = True
        return _resolution_hints(elaboration, number)
    finally:
        state.cut(before)


def _contradiction(state: Propagation, literals: Iterable[int]) -> list[int]:
    """The clauses that propagate to a contradiction under the negation of these literals; empty if there is none."""
    for literal in literals:
        if state.true[literal]:
            return state.behind([literal])
        if not state.true[-literal]:
            state.put(-literal, 0)
    conflict = state.propagate()
    return state.behind(state.clauses[conflict], conflict) if conflict else []


def _resolution_hints(elaboration: Elaboration, number: int) -> list[int]:
    """The hints of a clause by resolution with its pivot: common hints, then those of each resolution candidate."""
    state, literals = elaboration.state, elaboration.written[number]
    if not literals:
        raise DratError("a step of its proof does not follow")
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
            raise DratError("a step of its proof does not follow")
        early = {state.reason[abs(literal)] for literal in state.trail[:base]}
        common.update((hint, None) for hint in hints if hint in early)
        groups += (hint for hint in hints if hint not in early)
        state.cut(base)
    places = {state.reason[abs(literal)]: place for place, literal in enumerate(state.trail[:base])}
    return [*sorted(common, key=places.__getitem__), *groups]


def _lemmas(elaboration: Elaboration, last: Sequence[int]) -> list[Lemma]:
    """The core lemmas, renumbered."""
    lemmas: list[Lemma] = []
    names = {number: number for number in range(1, elaboration.given + 1)}
    forgotten: list[int] = []
    for event in elaboration.events:
        number = event.number
        if not event.added:
            if elaboration.resolved and number in names:
                forgotten.append(names[number])
        elif number in elaboration.hints:
            hints = tuple(_renumbered_hints(names, elaboration.hints[number]))
            lemmas.append(Lemma(elaboration.written[number], hints, tuple(forgotten)))
            names[number] = elaboration.given + len(lemmas)
            forgotten = []
    return [*lemmas, Lemma((), tuple(names[hint] for hint in last))]


def _renumbered_hints(names: Mapping[int, int], hints: Iterable[int]) -> Iterator[int]:
    """Yield hints with new numbers; groups of resolution hints about clauses outside of the core are left out."""
    is_core = True
    for hint in hints:
        if hint < 0:
            is_core = -hint in names
        if is_core:
            yield names[hint] if hint > 0 else -names[-hint]
