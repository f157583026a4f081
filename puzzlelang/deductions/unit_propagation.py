"""Unit propagation over clauses of members and of joined pairs.

It runs before there is a solver.  The facts found bound the reach of components, and so the number of variables.
"""

from collections.abc import Iterable, Iterator

import msgspec

from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Formula, Holds, Joined

Literal = tuple[int, bool]
"""The index of a variable, or the identity of a `Joined` below 0; and whether it is true."""


def has_fact(formula: Formula) -> bool:
    """Return whether a formula may say of a single member, value or pair whether it is true."""
    kind = type(formula)
    if kind is nodes.And:
        return any(map(has_fact, formula.parts))  # type: ignore[union-attr]
    if kind is nodes.Not:
        kind = type(formula.part)  # type: ignore[union-attr]
    return kind is Holds or kind is Joined or kind is nodes.Equal


class UnitPropagation(msgspec.Struct, frozen=True, eq=False):
    """Clauses, and the `truth` of variables and pairs that they imply, in order of propagation.

    `members` and `pairs` map the numbers of literals to nodes.  `occurs`: the positions of the clauses with a literal.
    `same`: for each number those that have the same truth, or the opposite one (False).  `queue`: known literals that
    are not yet propagated.
    """

    truth: dict[int, bool] = msgspec.field(default_factory=dict)
    members: dict[int, Formula] = msgspec.field(default_factory=dict)
    pairs: dict[int, Joined] = msgspec.field(default_factory=dict)
    clauses: list[list[Literal]] = msgspec.field(default_factory=list)
    occurs: dict[Literal, list[int]] = msgspec.field(default_factory=dict)
    same: dict[int, list[Literal]] = msgspec.field(default_factory=dict)
    queue: list[Literal] = msgspec.field(default_factory=list)

    def of(self, formula: Formula) -> bool | None:
        """Truth of a formula as far as propagated; None if open."""
        if isinstance(formula, bool):
            return formula
        literal = self.literal(formula)
        if literal is None or literal[0] not in self.truth:
            return None
        return self.truth[literal[0]] == literal[1]

    def literal(self, formula: Formula) -> Literal | None:
        """Read a literal: a member or one of two values, a joined pair, or the opposite of one."""
        true = type(formula) is not nodes.Not
        part = formula.part if type(formula) is nodes.Not else formula
        if type(part) is Holds:
            key = part.variable.index
            self.members[key] = part
        elif type(part) is Joined:
            key = -id(part)
            self.pairs[key] = part
        elif type(part) is nodes.Equal and type(part.term) is nodes.Number and part.term.high == part.term.low + 1:
            key, greater = part.term.variable.index, part.value == part.term.high
            self.members[key] = part if greater else build.negation(part)
            true = true == greater
        else:
            return None
        return key, true

    def state(self, formula: Formula) -> None:
        """Add a formula that is a clause of literals or an equivalence of two."""
        if type(formula) is nodes.Or:
            self._clause(formula.parts)
        elif type(formula) is nodes.Same:
            left, right = self.literal(formula.left), self.literal(formula.right)
            if left is not None and right is not None:
                self.same.setdefault(left[0], []).append((right[0], left[1] == right[1]))
                self.same.setdefault(right[0], []).append((left[0], left[1] == right[1]))
        elif type(formula) is nodes.And:
            for part in formula.parts:
                self.state(part)
        elif type(formula) is nodes.Not and type(formula.part) is nodes.And:
            self._clause(map(build.negation, formula.part.parts))
        else:
            self._clause((formula,))

    def _clause(self, parts: Iterable[Formula]) -> None:
        literals: list[Literal] = []
        for part in parts:
            literal = self.literal(part)
            if literal is None:
                return
            literals.append(literal)
        if len(literals) == 1:
            self.queue.append(literals[0])
            return
        for literal in literals:
            self.occurs.setdefault(literal, []).append(len(self.clauses))
        self.clauses.append(literals)

    def refute(self, formula: Formula) -> bool:
        """Assume that a formula is false; tell whether that is new."""
        literal = self.literal(formula)
        if literal is None or literal[0] in self.truth:
            return False
        self.queue.append((literal[0], not literal[1]))
        return True

    def propagate(self) -> None:
        """Propagate to the fixpoint.  A contradiction is left to a solver: the first truth stays."""
        while self.queue:
            key, true = self.queue.pop()
            if key in self.truth:
                continue
            self.truth[key] = true
            for other, alike in self.same.get(key, ()):
                if other not in self.truth:
                    self.queue.append((other, true == alike))
            for index in self.occurs.get((key, not true), ()):
                self._look(self.clauses[index])

    def _look(self, clause: Iterable[Literal]) -> None:
        left: Literal | None = None
        for literal in clause:
            known = self.truth.get(literal[0])
            if known == literal[1]:
                return
            if known is None:
                if left is not None:
                    return
                left = literal
        if left is not None:
            self.queue.append(left)

    def facts(self) -> Iterator[Formula]:
        """List the known members as formulas."""
        for key, member in self.members.items():
            if key in self.truth:
                yield member if self.truth[key] else build.negation(member)
