"""LRAT proofs as lemmas, each with its hints: trimming, and writing as LRAT and DRAT text."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec


class Lemma(msgspec.Struct, frozen=True):
    """An implied clause with `hints` as in LRAT (see `checker`).

    Clauses are numbered from 1: those of the formula first, then lemmas in their order.  `forgotten` are clauses that
    must be deleted before it: the resolution with its pivot does not count them.
    """

    literals: tuple[int, ...]
    hints: tuple[int, ...]
    forgotten: tuple[int, ...] = ()


def lrat_text(given: int, lemmas: Sequence[Lemma]) -> str:
    """The proof as LRAT text; `given` clauses are those of the formula.

    A clause is deleted after its last use, so that a checker holds little.
    """
    lines: list[str] = []
    for number, (lemma, gone) in enumerate(zip(lemmas, _deletions(given, lemmas), strict=True), given + 1):
        if gone:
            lines.append(" ".join(map(str, (number - 1, "d", *gone, 0))))
        lines.append(" ".join(map(str, (number, *lemma.literals, 0, *lemma.hints, 0))))
    return "\n".join([*lines, ""])


def drat_text(clauses: Sequence[Sequence[int]], proof: str) -> str:
    """LRAT text as DRAT; unit clauses are not deleted, as checkers do not allow it."""
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


def without_deleted_hints(given: int, lemmas: Sequence[Lemma]) -> Sequence[Lemma]:
    """Return the lemmas without resolution hints about clauses that are deleted by then."""
    if not any(hint < 0 for lemma in lemmas for hint in lemma.hints):
        return lemmas
    there = set(range(1, given + 1))
    kept: list[Lemma] = []
    for number, (lemma, gone) in enumerate(zip(lemmas, _deletions(given, lemmas), strict=True), given + 1):
        there.difference_update(gone)
        kept.append(msgspec.structs.replace(lemma, hints=tuple(_hints_among(lemma.hints, there))))
        there.add(number)
    return kept


def _hints_among(hints: Sequence[int], there: set[int]) -> Iterator[int]:
    """Yield hints; a group `-ID HINTS` is left out if clause ID is not `there`."""
    is_kept = True
    for hint in hints:
        if hint < 0:
            is_kept = -hint in there
        if is_kept:
            yield hint


def _deletions(given: int, lemmas: Sequence[Lemma]) -> list[list[int]]:
    """Return for each lemma the clauses to delete before it."""
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


def trim(given: int, lines: Iterable[bytes]) -> list[Lemma] | None:
    """The lemmas of a solver's LRAT that the contradiction depends on, renumbered; None without a contradiction.

    `given` clauses are those of the formula.  An incremental solver may number its own clauses between them; a number
    that no line adds is a clause of the formula, in order.
    """
    steps: dict[int, bytes] = {}
    last = None
    for line in lines:
        words = line.split(None, 2)
        if len(words) < 2 or words[1] == b"d":
            continue
        last = int(words[0])
        steps[last] = line
        if words[1] == b"0":
            break
    if last is None or steps[last].split(None, 2)[1] != b"0":
        return None
    needed = sorted(_dependencies(steps, last))
    return _renumber(given, steps, needed)


def _dependencies(steps: dict[int, bytes], last: int) -> set[int]:
    """The steps that one depends on, itself included."""
    result = {last}
    waiting = [last]
    while waiting:
        _, hints = _literals_and_hints(steps[waiting.pop()])
        for hint in map(abs, hints):
            if hint in steps and hint not in result:
                result.add(hint)
                waiting.append(hint)
    return result


def _renumber(given: int, steps: dict[int, bytes], needed: list[int]) -> list[Lemma]:
    names: dict[int, int] = {}
    number = 0
    for own in range(1, given + 1):
        number += 1
        while number in steps:
            number += 1
        names[number] = own
    names.update((name, given + place) for place, name in enumerate(needed, 1))
    result: list[Lemma] = []
    for name in needed:
        literals, hints = _literals_and_hints(steps[name])
        result.append(Lemma(tuple(literals), tuple(names[hint] if hint > 0 else -names[-hint] for hint in hints)))
    return result


def _literals_and_hints(line: bytes) -> tuple[list[int], list[int]]:
    """Literals and hints of a step."""
    numbers = list(map(int, line.split()))
    middle = numbers.index(0, 1)
    return numbers[1:middle], numbers[middle + 1 : -1]
