"""A proof in hand: clauses that follow, each with the clauses that it follows from; and the same as text."""

from collections.abc import Iterator, Sequence

import msgspec


class Lemma(msgspec.Struct, frozen=True):
    """A clause that follows, by `hints` as in LRAT (see `checker`).

    Clauses are numbered from 1: those of the formula first, then lemmas in their order.  `forgotten` are clauses that
    are gone before it, where that matters: what was resolved with its pivot does not count them.
    """

    literals: tuple[int, ...]
    hints: tuple[int, ...]
    forgotten: tuple[int, ...] = ()


def lrat(given: int, lemmas: Sequence[Lemma]) -> str:
    """The proof as LRAT text; `given` clauses are those of the formula.

    What no later lemma needs is forgotten, so that a checker holds little.
    """
    lines: list[str] = []
    for number, (lemma, gone) in enumerate(zip(lemmas, _gone(given, lemmas), strict=True), given + 1):
        if gone:
            lines.append(" ".join(map(str, (number - 1, "d", *gone, 0))))
        lines.append(" ".join(map(str, (number, *lemma.literals, 0, *lemma.hints, 0))))
    return "\n".join([*lines, ""])


def drat(clauses: Sequence[Sequence[int]], proof: str) -> str:
    """LRAT text as DRAT; clauses of one literal stay, as checkers let nobody forget them."""
    known = dict(enumerate(clauses, 1))
    lines: list[str] = []
    for line in proof.split("\n"):
        name, *words = line.split() or [""]
        if words[:1] == ["d"]:
            gone = (known.pop(int(word)) for word in words[1:-1])
            lines += [" ".join(map(str, ("d", *clause, 0))) for clause in gone if len(clause) > 1]
        elif words:
            numbers = list(map(int, words))
            known[int(name)] = literals = numbers[: numbers.index(0)]
            lines.append(" ".join(map(str, (*literals, 0))))
    return "\n".join([*lines, ""])


def settled(given: int, lemmas: Sequence[Lemma]) -> Sequence[Lemma]:
    """The lemmas, in whose hints nothing is said about clauses that are gone."""
    if not any(hint < 0 for lemma in lemmas for hint in lemma.hints):
        return lemmas
    there = set(range(1, given + 1))
    kept: list[Lemma] = []
    for number, (lemma, gone) in enumerate(zip(lemmas, _gone(given, lemmas), strict=True), given + 1):
        there.difference_update(gone)
        kept.append(msgspec.structs.replace(lemma, hints=tuple(_about(lemma.hints, there))))
        there.add(number)
    return kept


def _about(hints: Sequence[int], there: set[int]) -> Iterator[int]:
    """Hints without those about a clause that is not there."""
    said = True
    for hint in hints:
        if hint < 0:
            said = -hint in there
        if said:
            yield hint


def _gone(given: int, lemmas: Sequence[Lemma]) -> list[list[int]]:
    """For each lemma the clauses that are not needed any more from it on."""
    end: dict[int, int] = {}
    for place in range(len(lemmas) - 1, -1, -1):
        for number in (given + place + 1, *lemmas[place].hints):
            if number > 0:
                end.setdefault(number, place + 1)
    for place, lemma in enumerate(lemmas):
        for number in lemma.forgotten:
            end.setdefault(number, place)
    gone: list[list[int]] = [[] for _ in range(len(lemmas) + 1)]
    for number, place in sorted(end.items()):
        gone[place].append(number)
    return gone[:-1]
