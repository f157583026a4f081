"""Proofs by z3 that techniques hold on all boards of a size and division: no answer has premises without a conclusion.

Places of techniques are taken some at a time.  What is proved stays proved when the time is up.
"""

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence

import msgspec
import z3

from puzzlelang.problem import build, nodes
from puzzlelang.problem.nodes import Formula, Kind, Variable, VariableRole
from puzzlelang.problem.record import Constraint, Origin, Problem, Rule
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Outcome, Session, Undecided
from puzzlelang.source import Span
from tests.pattern_standings import Standing

LONGEST = 6.0
"""So many seconds of processor time z3 has for the boards of one size."""

AT_ONCE = 20
"""So many places of techniques are one question."""


def denials(problem: Problem, standing: Sequence[Standing], span: Span) -> Iterator[tuple[Sequence[Standing], Outcome]]:
    """Yield some of the places at a time with what z3 says of an answer that denies any, until its time is up."""
    end = time.process_time() + LONGEST
    some = [standing[at : at + AT_ONCE] for at in range(0, len(standing), AT_ONCE)]
    first = len(problem.variables)
    questions = [
        Variable(first + at, f"denial {at}", None, Kind.MEMBER, 0, 1, role=VariableRole.ENCODING)
        for at in range(len(some))
    ]
    wrong = (
        build.disjunction([build.negation(nodes.Holds(one)), *(_denied(problem, place) for place in places)])
        for one, places in zip(questions, some, strict=True)
    )
    constraints = (*problem.constraints, *(Constraint(one, Origin(Rule("", "", span), "", ())) for one in wrong))
    stated = msgspec.structs.replace(
        problem, variables=(*problem.variables, *questions), constraints=constraints, grounded=constraints
    )
    session = engines.engine("z3").open(stated, False)
    for one, places in zip(questions, some, strict=True):
        outcome = _solved(session, one.index, end)
        yield places, outcome
        if isinstance(outcome, Undecided):
            break
    session.close()


def _solved(session: Session, index: int, end: float) -> Outcome:
    """What is said of an answer with a member, if it is said in time."""
    done = threading.Event()
    watch = threading.Thread(target=_interrupt_after, args=(end, done), daemon=True)
    watch.start()
    try:
        return session.solve([(index, True)])
    except z3.Z3Exception as error:  # it was interrupted while its answer was read
        if not done.is_set() and "canceled" in str(error):
            return Undecided("time limit")
        raise
    finally:
        done.set()
        watch.join()
        z3.Solver().check()  # an interrupt that came too late would stop what is opened next


def _interrupt_after(end: float, done: threading.Event) -> None:
    """Interrupt z3 again and again from some processor time on, until all is done."""
    while not done.wait(0.1):
        if time.process_time() > end:
            with contextlib.suppress(
                z3.Z3Exception
            ):  # it reports what the other thread does, as that it was interrupted
                z3.main_ctx().interrupt()


def _denied(problem: Problem, standing: Standing) -> Formula:
    """That a technique has its premises at a place, and not all of its conclusions."""
    denied = build.disjunction([_has(problem, *one) for one in standing.denials])
    return build.conjunction([*(_has(problem, *one) for one in standing.premises), denied])


def _has(problem: Problem, index: int, value: bool | int) -> Formula:
    one = problem.variables[index]
    if one.kind is Kind.MEMBER:
        return nodes.Holds(one) if value else build.negation(nodes.Holds(one))
    return build.equal(nodes.Number(one, one.low, one.high), value)
