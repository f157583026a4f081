"""Formulas that must be true and speak of graphs: whether an answer fulfils each, and the atoms in it.

Most boards are solved in few rounds, so a formula is evaluated as it is at first, and compiled when it is evaluated
again and again.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from puzzlelang.graphs.compiled_evaluation import CompiledFormula, compile_formula
from puzzlelang.graphs.direct_evaluation import Direct, evaluate, literal
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Holds, Variable, VariableRole
from puzzlelang.problem.traversal import variables

DIRECT = 60
"""How often a formula is evaluated as it is before it is compiled.

To compile one takes as long as to evaluate it about so often.  Stating an Archipelago of 10x10 takes 7.5 s of CPU so,
and 9.8 s where all is compiled at once.
"""


class AtomFormula(msgspec.Struct, eq=False):
    """A formula that must be true, with the positions of its atoms, also of those inside of other atoms.

    `joined`: the indices of the variables of its own atoms, if all of them are about joined vertices; else None.
    `members`: literals as in `Direct.literals`, any of which makes it true.
    """

    formula: Formula
    atoms: frozenset[int]
    joined: frozenset[int] | None
    members: frozenset[int] = frozenset()
    evaluations: int = 0
    compiled: CompiledFormula | None = None

    def holds(self, state: Direct, *, stated: bool = True) -> bool:
        """Return whether it is true in an answer; `stated`: the solver was given it."""
        if stated and self.joined is not None and self.joined.isdisjoint(state.values.wrong):
            return True  # the solver made it true, and had right whatever it speaks of
        if not self.members.isdisjoint(state.literals):
            return True
        if self.compiled is None:
            self.evaluations += 1
            if self.evaluations <= DIRECT:
                return evaluate(self.formula, state)
            self.compiled = compile_formula(self.formula, state.compiled)
        return self.compiled(state.values)


def atom_formulas(
    constraints: Sequence[tuple[Formula, Formula]],
    definitions: Sequence[tuple[Formula, Formula]],
    atoms: Sequence[Variable],
    board: int,
    inner: Sequence[Collection[int]],
) -> tuple[tuple[tuple[AtomFormula, ...], ...], tuple[AtomFormula, ...]]:
    """Collect the formulas about atoms that each constraint demands, and those that all definitions demand.

    Formulas come in pairs: with atoms, and as they were before.  `board`: the number of variables before the atoms.
    `inner`: for each atom those inside of it.
    """
    judging = _Judging(board, atoms, inner)
    claims = tuple(tuple(_claims(one, old, judging)) for one, old in constraints)
    return claims, tuple(claim for one, old in definitions for claim in _claims(one, old, judging))


class _Judging(msgspec.Struct, frozen=True, eq=False):
    """The shared state of all formulas: the `atoms`, those inside of each, and the atoms in shared formulas.

    `board`: the number of variables before the atoms.
    """

    board: int
    atoms: Sequence[Variable]
    inner: Sequence[Collection[int]]
    spoken: dict[int, tuple[Formula, frozenset[int]]] = msgspec.field(default_factory=dict)


def _claims(formula: Formula, old: Formula, judging: _Judging) -> Iterator[AtomFormula]:
    """Yield the conjuncts of a formula that contain atoms; conjuncts that are unchanged from `old` contain none."""
    if formula is old:
        return
    before = set(map(id, old.parts)) if isinstance(old, nodes.And) else ()
    for part in formula.parts if isinstance(formula, nodes.And) else (formula,):
        if id(part) in before:
            continue
        direct = _atoms_within(part, judging)
        if direct:
            every = all(judging.atoms[position].role is VariableRole.JOINED for position in direct)
            joined = frozenset(judging.board + position for position in direct) if every else None
            yield AtomFormula(part, frozenset(_all(direct, judging.inner)), joined, sufficient(part))


def sufficient(formula: Formula) -> frozenset[int]:
    """Members each of which makes a disjunction true, or a conjunction that is negated; as literals."""
    if type(formula) is nodes.Or:
        return frozenset(_literals(formula.parts, true=True))
    if type(formula) is nodes.Not and type(formula.part) is nodes.And:
        return frozenset(_literals(formula.part.parts, true=False))
    return frozenset()


def _literals(parts: Iterable[Formula], *, true: bool) -> Iterator[int]:
    """The literals of the parts that are members with this truth; of nested junctions of the same kind as well."""
    for part in parts:
        bare, here = (part.part, not true) if type(part) is nodes.Not else (part, true)
        if type(bare) is Holds:
            if bare.variable.role is not VariableRole.STATEMENT:
                yield literal(bare.variable.index, here)
        elif type(bare) is (nodes.Or if here else nodes.And):
            yield from _literals(bare.parts, true=here)


def _atoms_within(formula: Formula, judging: _Judging) -> frozenset[int]:
    """Positions of the atoms in a formula."""
    kept = judging.spoken.get(id(formula))
    if kept is None:
        parts = _simple_parts(formula)
        numbers = _atoms_of(parts, judging) if parts is not None else _atoms_of_variables(formula, judging.board)
        kept = judging.spoken[id(formula)] = formula, frozenset(numbers)
    return kept[1]


def _simple_parts(formula: Formula) -> Sequence[Formula] | None:
    """The formulas that the formula consists of, beside numbers; None for kinds that are rare."""
    match formula:
        case nodes.And(parts) | nodes.Or(parts):
            return parts
        case nodes.Equal(nodes.Number()) | nodes.AtMost(nodes.Number()):
            return ()
        case nodes.Equal(nodes.Sum(counted, added)) | nodes.AtMost(nodes.Sum(counted, added)):
            return [part for _, part in counted] if all(type(one) is nodes.Number for _, one in added) else None
        case nodes.Same(left, right):
            return left, right
        case _:
            return None


def _atoms_of(parts: Iterable[Formula], judging: _Judging) -> set[int]:
    numbers: set[int] = set()
    for part in parts:
        leaf = part.part if type(part) is nodes.Not else part
        if type(leaf) is Holds:
            if leaf.variable.index >= judging.board:
                numbers.add(leaf.variable.index - judging.board)
        else:
            numbers |= _atoms_within(leaf, judging)
    return numbers


def _atoms_of_variables(formula: Formula, board: int) -> list[int]:
    return [variable.index - board for variable in variables(formula) if variable.index >= board]


def _all(direct: Collection[int], inner: Sequence[Collection[int]]) -> Collection[int]:
    if not any(inner[position] for position in direct):
        return direct
    numbers: set[int] = set()
    waiting = list(direct)
    while waiting:
        position = waiting.pop()
        if position not in numbers:
            numbers.add(position)
            waiting.extend(inner[position])
    return numbers
