"""The checker of proofs: clauses and an LRAT proof in, nothing out if the clauses contradict each other.

It shares no code with whatever made either, imports nothing of this package and is short enough to be read: of all that
is looked at when a certificate is verified, the proof is looked at here alone.

LRAT: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, "Efficient certified RAT verification",
CADE 2017.  A line `ID LITERALS 0 HINTS 0` adds a clause, `ID d IDS 0` forgets some.  Hints are the clauses that become
unit one after another once the new clause is taken as false, and last one that is false then: so it follows from them
(reverse unit propagation).  Where it does not follow, its first literal is the pivot; after the hints stands for each
clause with the opposite of the pivot `-ID HINTS`, which show the same of what resolution of both gives.  Such a clause
may be added without taking away the last answer of those that there are (resolution asymmetric tautology).
"""

import re
from collections.abc import Iterable, Sequence

Clause = tuple[int, ...]

_NUMBER = re.compile("-?[0-9]{1,18}")


class Unproved(Exception):
    """The text is no such proof; the argument says why, `line` where, from 1; 0 for what no line is to blame for."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


def formula(text: str) -> list[Clause]:
    """The clauses of a DIMACS text, one a line, in their order.  Raises `Unproved` if it is no such text."""
    head: tuple[int, int] | None = None
    clauses: list[Clause] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line[:1] == "c" or not line:
            continue
        if line[:1] == "p":
            words = line.split(" ")
            if head is not None or len(words) != 4 or words[:2] != ["p", "cnf"]:
                raise Unproved("this is no head of clauses", number)
            top, count = _numbers(words[2:], number)
            head = top, count
            continue
        if head is None:
            raise Unproved("a clause stands before the head", number)
        *literals, end = _numbers(line.split(" "), number)
        if end != 0 or 0 in literals:
            raise Unproved("a clause is a line of numbers with 0 at its end", number)
        if any(abs(literal) > head[0] for literal in literals):
            raise Unproved(f"a number is above {head[0]}, which the head says is the last", number)
        clauses.append(tuple(literals))
    if head is None:
        raise Unproved("there is no head of clauses")
    if len(clauses) != head[1]:
        raise Unproved(f"there are {len(clauses)} clauses, and the head says {head[1]}")
    return clauses


def check(clauses: Iterable[Clause], proof: str) -> int:
    """That the clauses contradict each other, by this proof; the number of clauses that it adds.

    Raises `Unproved` at the first step that does not hold, or if none adds the empty clause.
    """
    known = dict(enumerate(clauses, 1))
    last, added, done = len(known), 0, False
    for number, line in enumerate(proof.split("\n"), 1):
        words = line.split(" ")
        if not line:
            continue
        if done:
            raise Unproved("there is more after the contradiction", number)
        if len(words) > 1 and words[1] == "d":
            _, *names = _numbers([words[0], *words[2:]], number)
            _forget(known, names, number)
            continue
        found = _numbers(words, number)
        if found.count(0) != 2 or found[-1] != 0:
            raise Unproved("a step is a number, literals, 0, hints, 0", number)
        middle = found.index(0)
        name, literals, hints = found[0], tuple(found[1:middle]), found[middle + 1 : -1]
        if name <= last:
            raise Unproved(f"clause {name} comes after clause {last}", number)
        _follows(known, literals, hints, number)
        added += 1
        done = not literals
        known[name] = literals
        last = name
    if not done:
        raise Unproved("it ends before there is a contradiction")
    return added


def _numbers(words: Sequence[str], line: int) -> list[int]:
    """Numbers as others read them as well: of the digits 0 to 9, a minus before them, one blank between."""
    if not all(map(_NUMBER.fullmatch, words)):
        raise Unproved("what stands here is no list of numbers", line)
    return list(map(int, words))


def _forget(known: dict[int, Clause], names: Sequence[int], line: int) -> None:
    if not names or names[-1] != 0:
        raise Unproved("a list of clauses to be forgotten ends with 0", line)
    for name in names[:-1]:
        if known.pop(name, None) is None:
            raise Unproved(f"clause {name} is forgotten, and there is none", line)


def _follows(known: dict[int, Clause], literals: Clause, hints: Sequence[int], line: int) -> None:
    """That a clause may be added."""
    true = {-literal for literal in literals}
    first = next((place for place, hint in enumerate(hints) if hint < 0), len(hints))
    if _contradicts(known, true, hints[:first], line):
        return
    if not literals:
        raise Unproved("the hints lead to no contradiction", line)
    groups: dict[int, Sequence[int]] = {}
    starts = [place for place, hint in enumerate(hints) if hint < 0]
    for start, end in zip(starts, [*starts, len(hints)][1:], strict=True):
        groups[-hints[start]] = hints[start + 1 : end]
    pivot = literals[0]
    for name, clause in known.items():
        if -pivot not in clause:
            continue
        if not groups:
            raise Unproved("the hints lead to no contradiction, so the clause does not follow", line)
        if name not in groups:
            raise Unproved(f"nothing is said about clause {name}, which has the opposite of the pivot", line)
        others = [literal for literal in clause if literal != -pivot]
        if any(literal in true for literal in others):
            continue
        if not _contradicts(known, true.union(-literal for literal in others), groups[name], line):
            raise Unproved(f"the hints about clause {name} lead to no contradiction", line)


def _contradicts(known: dict[int, Clause], true: set[int], hints: Iterable[int], line: int) -> bool:
    """Whether a hint is false where these are true; each before it tells one more that is, which is added to `true`."""
    for hint in hints:
        clause = known.get(hint)
        if clause is None:
            raise Unproved(f"its hint {hint} is no clause that is there", line)
        left = [literal for literal in clause if -literal not in true]
        if not left:
            return True
        if len(left) > 1:
            raise Unproved(f"its hint {hint} leaves {len(left)} literals open", line)
        true.add(left[0])
    return False
