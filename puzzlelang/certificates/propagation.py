"""Unit propagation with reasons, for a proof that is replayed forwards and then backwards.

Two watched literals for each clause (Moskewicz, Madigan, Zhao, Zhang and Malik 2001).  Core clauses are visited first,
so that the core stays small (core first: Wetzler, Heule and Hunt 2014).
"""

from collections.abc import Iterable, Sequence


class Propagation:
    """Clauses and the trail of literals that they imply.

    A literal is true if `true[literal]`; negative ones count from the end.  `trail` are the true ones in order,
    `reason[variable]` is the clause that implied it, 0 for an assumption.  `there[number]`: the clause is not deleted;
    `core[number]`: the proof depends on it.
    """

    def __init__(self, top: int) -> None:
        self.clauses: list[list[int]] = [[]]
        self.there = [False]
        self.core = [False]
        self.gone = [False]
        self.true = bytearray(2 * top + 1)
        self.reason = [0] * (top + 1)
        self.place = [0] * (top + 1)
        self.trail: list[int] = []
        self._heads = [0, 0]
        self._watches: tuple[list[list[int]], ...] = ([[] for _ in self.true], [[] for _ in self.true])

    def add(self, literals: Iterable[int]) -> tuple[int, bool]:
        """Add a clause; its number, and whether it is falsified."""
        clause = list(dict.fromkeys(literals))
        number = len(self.clauses)
        self.clauses.append(clause)
        self.there.append(True)
        self.core.append(False)
        self.gone.append(False)
        true = self.true
        clause.sort(key=lambda literal: true[-literal])  # those that are not false come first
        if len(clause) > 1:
            for literal in clause[:2]:
                self._watches[1][literal].append(number)
        if not clause or true[-clause[0]]:
            return number, True
        if (len(clause) == 1 or true[-clause[1]]) and not true[clause[0]]:
            self.put(clause[0], number)
        return number, False

    def put(self, literal: int, reason: int) -> None:
        """Make a literal true."""
        self.true[literal] = 1
        self.reason[abs(literal)] = reason
        self.place[abs(literal)] = len(self.trail)
        self.trail.append(literal)

    def cut(self, length: int) -> None:
        """Shorten the trail to a length."""
        for literal in self.trail[length:]:
            self.true[literal] = 0
        del self.trail[length:]
        self._heads = [min(head, length) for head in self._heads]

    def is_reason(self, number: int) -> bool:
        """Whether a clause is the reason of a true literal."""
        return any(self.true[one] and self.reason[abs(one)] == number for one in self.clauses[number])

    def rest_on(self, number: int) -> None:
        """Mark a clause as core."""
        if not self.core[number]:
            self.core[number] = True
            for literal in self.clauses[number][:2] if len(self.clauses[number]) > 1 else ():
                self._watches[0][literal].append(number)

    def propagate(self) -> int:
        """Propagate to a fixpoint; the number of a falsified clause, 0 if there is none."""
        heads, trail = self._heads, self.trail
        while True:
            kind = 0 if heads[0] < len(trail) else 1
            if heads[kind] == len(trail):
                return 0
            heads[kind] += 1
            if conflict := self._visit(kind, -trail[heads[kind] - 1]):
                return conflict

    def _visit(self, kind: int, false: int) -> int:
        """Visit the clauses that watch a falsified literal; return the number of a falsified clause, or 0."""
        clauses, true, there, core = self.clauses, self.true, self.there, self.core
        lists = self._watches[kind]
        watching = lists[false]
        kept: list[int] = []
        lists[false] = kept
        for place, number in enumerate(watching):
            if not there[number] or (kind and core[number]):
                if not self.gone[number] and not (kind and core[number]):
                    kept.append(number)
                continue
            clause = clauses[number]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            if true[clause[0]]:
                kept.append(number)
                continue
            for other in range(2, len(clause)):
                if not true[-clause[other]]:
                    clause[1], clause[other] = clause[other], false
                    lists[clause[1]].append(number)
                    break
            else:
                kept.append(number)
                if true[-clause[0]]:
                    kept.extend(watching[place + 1 :])
                    return number
                self.put(clause[0], number)
        return 0

    def behind(self, literals: Iterable[int], conflict: int = 0) -> list[int]:
        """Return all reasons that imply these literals, also indirectly, in the order of the trail; then `conflict`.

        Each clause is unit once those before it are known.
        """
        reason, place = self.reason, self.place
        result: dict[int, int] = {}
        waiting = [abs(literal) for literal in literals]
        while waiting:
            variable = waiting.pop()
            number = reason[variable]
            if number and number not in result:
                result[number] = place[variable]
                waiting.extend(abs(literal) for literal in self.clauses[number])
        ordered: Sequence[int] = sorted(result, key=result.__getitem__)
        return [*ordered, conflict] if conflict else list(ordered)
