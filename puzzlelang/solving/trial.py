"""Trials of engines on small problems: whether they work, and whether they find cores."""

from collections.abc import Sequence

from puzzlelang.geometry.places import Place
from puzzlelang.geometry.rectangle import Geometry
from puzzlelang.problem import build, evaluate
from puzzlelang.problem.record import Constraint, Formula, Holds, Kind, Number, Origin, Problem, Rule, Variable
from puzzlelang.solving.engine import Engine, Outcome, Sat, Undecided, Unsat
from puzzlelang.source import NOWHERE

GEOMETRY = Geometry(1, 2)
FIRST, SECOND = (Variable(i, "mark", cell, Kind.MEMBER, 0, 1) for i, cell in enumerate(GEOMETRY.cells))
SIZE = Variable(2, "size", GEOMETRY.cells[0], Kind.NUMBER, -3, 1)


class EngineFault(Exception):
    """The engine misbehaves; the text says how."""


def solve(engine: Engine) -> None:
    """Check two answers one after the other, and the denial of a third.  Raises `EngineFault`.

    The answers hold a negative number, and are asked for under an assumption after one that allowed none.
    """
    size = Number(SIZE, SIZE.low, SIZE.high)
    either = build.same(Holds(FIRST), build.negation(Holds(SECOND)))
    stated = _problem(either, build.at_most(build.total(((1, Holds(FIRST)),), ((1, size),)), -2))
    session = engine.open(stated, False)
    try:
        _require_unsat(session.solve([(FIRST.index, True), (SECOND.index, True)]))
        found = [_answer(stated, session.solve([(SIZE.index, -3)]))]
        session.exclude(found[0], range(3))
        found.append(_answer(stated, session.solve([(SIZE.index, -3)])))
        session.exclude(found[1], range(3))
        if tuple(found[0]) == tuple(found[1]):
            raise EngineFault("it gives the same answer twice")
        _require_unsat(session.solve([(SIZE.index, -3)]))
        _answer(stated, session.solve())
    finally:
        session.close()


def finds_cores(engine: Engine) -> bool:
    """Tell whether an engine finds the core: two of three constraints."""
    session = engine.open(_problem(Holds(FIRST), Holds(SECOND), build.negation(Holds(FIRST))), True)
    try:
        _answer(None, session.solve(active=[0, 1]))
        outcome = session.solve()
        _require_unsat(outcome)
        return isinstance(outcome, Unsat) and outcome.core == (0, 2)
    finally:
        session.close()


def _problem(*formulas: Formula) -> Problem:
    rule = Rule("trial", "trial", NOWHERE)
    here, there = GEOMETRY.cells
    finds: dict[str, dict[Place, Variable]] = {"mark": {here: FIRST, there: SECOND}, "size": {here: SIZE}}
    constraints = tuple(Constraint(formula, Origin(rule, "trial", ())) for formula in formulas)
    return Problem(GEOMETRY, finds, (FIRST, SECOND, SIZE), constraints, (rule,))


def _answer(stated: Problem | None, outcome: Outcome) -> Sequence[bool | int]:
    match outcome:
        case Sat(values):
            if stated is not None and not evaluate.satisfies(stated, values):
                raise EngineFault("it gives values that are no answer")
            return values
        case Unsat():
            raise EngineFault("it finds no answer where there is one")
        case Undecided(reason):
            raise EngineFault(reason)


def _require_unsat(outcome: Outcome) -> None:
    match outcome:
        case Sat():
            raise EngineFault("it finds an answer where there is none")
        case Unsat():
            pass
        case Undecided(reason):
            raise EngineFault(reason)
