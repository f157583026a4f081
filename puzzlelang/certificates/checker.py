"""The checker of proofs: it accepts an LRAT proof if each step holds and the last one derives a contradiction.

It shares no code with the makers of clauses and proofs, and imports nothing of this package.  When a certificate is
verified, this module alone checks the proof; so it is kept short enough to be read.

LRAT: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann and P. Schneider-Kamp, "Efficient certified RAT verification",
CADE 2017.  A line `ID LITERALS 0 HINTS 0` adds a clause, `ID d IDS 0` deletes clauses.  Assume that the new clause is
false: then the hinted clauses become unit one after another, and the last one is false.  So the new clause follows from
them (reverse unit propagation).  Otherwise its first literal is the pivot.  For each clause with the opposite of the
pivot, a group `-ID HINTS` shows in the same way that the resolvent of both clauses follows.  Adding such a clause keeps
satisfiable clauses satisfiable (resolution asymmetric tautology).
"""

import re
from collections.abc import Iterable, Sequence

Clause = tuple[int, ...]

_NUMBER = re.compile("-?[0-9]{1,18}")


class Unproved(Exception):
    """The text is no valid proof or formula, for this reason.  `line` counts from 1; 0 if no single line is wrong."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


def formula(text: str) -> list[Clause]:
    """Return the clauses of a DIMACS text with one clause a line.  Raises `Unproved` for any other text."""
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
    """Check that the proof derives a contradiction from the clauses; return the number of clauses that it adds.

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
        result = _numbers(words, number)
        if result.count(0) != 2 or result[-1] != 0:
            raise Unproved("a step is a number, literals, 0, hints, 0", number)
        middle = result.index(0)
        name, literals, hints = result[0], tuple(result[1:middle]), result[middle + 1 : -1]
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
    """Parse integers of ASCII digits with an optional minus: strictly, so that every checker reads the same numbers."""
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
    """Check that the hints justify adding the clause.  Raises `Unproved`."""
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
    """Return whether propagating the hints in order falsifies a clause; implied literals are added to `true`."""
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
