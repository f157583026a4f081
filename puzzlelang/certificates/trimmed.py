"""LRAT as a solver wrote it, with all that it ever learnt, to the lemmas that the contradiction rests on."""

from collections.abc import Iterable

from puzzlelang.certificates.lemmas import Lemma


def trimmed(given: int, lines: Iterable[bytes]) -> list[Lemma] | None:
    """The lemmas, renumbered; None if the proof ends before there is a contradiction.

    `given` clauses are those of the formula.  A solver that takes clauses one by one may number what it makes of one
    between the others; whatever no line adds is one of the formula, in its order.
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
    needed = sorted(_needed(steps, last))
    return _renumbered(given, steps, needed)


def _needed(steps: dict[int, bytes], last: int) -> set[int]:
    """The steps that one rests on, itself among them."""
    found = {last}
    waiting = [last]
    while waiting:
        _, hints = _parts(steps[waiting.pop()])
        for hint in map(abs, hints):
            if hint in steps and hint not in found:
                found.add(hint)
                waiting.append(hint)
    return found


def _renumbered(given: int, steps: dict[int, bytes], needed: list[int]) -> list[Lemma]:
    names: dict[int, int] = {}
    number = 0
    for own in range(1, given + 1):
        number += 1
        while number in steps:
            number += 1
        names[number] = own
    names.update((name, given + place) for place, name in enumerate(needed, 1))
    found: list[Lemma] = []
    for name in needed:
        literals, hints = _parts(steps[name])
        found.append(Lemma(tuple(literals), tuple(names[hint] if hint > 0 else -names[-hint] for hint in hints)))
    return found


def _parts(line: bytes) -> tuple[list[int], list[int]]:
    """Literals and hints of a step."""
    numbers = list(map(int, line.split()))
    middle = numbers.index(0, 1)
    return numbers[1:middle], numbers[middle + 1 : -1]
