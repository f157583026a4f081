"""Questions about how a person goes on."""

from collections.abc import Generator, Iterator, Sequence

import msgspec

from puzzlelang.asking import drawings, questions
from puzzlelang.asking.answering import completed, fits, two
from puzzlelang.asking.replies import Blamed, Proved, Reply, Stepped, Walked
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import case
from puzzlelang.problem.record import Constraint, Kind, Problem, Values
from puzzlelang.solving import stats
from puzzlelang.solving.engine import Fixed
from puzzlelang.solving.search import backbone
from puzzlelang.solving.stats import timed
from puzzlelang.steps import contradictions, verbalisation
from puzzlelang.steps.record import Fact, NamedFact, Step
from puzzlelang.steps.solvers import CaseSolvers
from puzzlelang.steps.walk import Walk


def steps(warm: Warm, question: questions.Steps) -> Iterator[Reply]:
    """See `questions.Steps`."""
    marks = question.drawing
    if marks is not None:
        found = drawings.checked(warm, warm.drawn(marks, beyond=True), drawn=True)
        if any(item.broken for item in found.findings):
            yield found
            return
    fixed = warm.fixed(marks)
    aim = yield from _aim(warm, question.engine, fixed)
    if aim is None:
        yield Proved(0)
        return
    yield from warm.begin(stats.STEPS)
    known = [Fact(index, int(value), True) for index, value in fixed]
    walk = Walk(warm.problem, aim.shared, _solvers(warm, aim))
    if not fits(aim.answer, fixed):
        blamed, why = contradictions.explain_drawing(walk, known, aim.only)
        said = verbalisation.facts_text(warm.problem, sorted(blamed), every=True)
        yield Blamed(_facts(warm.problem, blamed), (said, *why))
        return
    walk.learn(known)
    yield from _walked(warm, walk, question.most)


def _solvers(warm: Warm, aim: "_Aim") -> CaseSolvers:
    """Those of earlier questions if they look near an answer that has what is aimed at."""
    known = warm.solvers
    if known is None or any(one is not None and one != near for one, near in zip(aim.shared, known.near, strict=True)):
        rest = len(warm.problem.variables) - len(warm.problem.board)
        known = warm.solvers = CaseSolvers(warm.problem, [*aim.answer, *[None] * rest])
    return known


def _walked(warm: Warm, walk: Walk, most: int | None) -> Iterator[Reply]:
    left, made, given = most, walk.steps(), walk.initial_facts()
    while left is None or left > 0:
        with timed(warm.stats.seconds, stats.STEPS):
            step = next(made, None)
        if step is None:
            break
        yield _stepped(warm.problem, step, given)
        given = []
        warm.beat()
        if left is not None and walk.decides(step):
            left -= 1
    differ = tuple(
        str(variable.place)
        for variable in warm.problem.board
        if walk.target[variable.index] is None and walk.masks[variable.index].bit_count() > 1
    )
    yield Walked(len(walk.open) + len(differ), differ)


class _Aim(msgspec.Struct, frozen=True):
    """For each variable the value that it has in every answer that counts, None where it has several; and an answer.

    `only`: the board has no other.
    """

    shared: list[bool | int | None]
    answer: Values
    only: bool


def _aim(warm: Warm, engine: str, fixed: Fixed) -> Generator[Reply, None, _Aim | None]:
    """What all answers share that have what is drawn; any answer if none has; None if the board has no answer."""
    answers = yield from two(warm, engine)
    if not answers:
        return None
    size, answer = len(warm.problem.board), answers[0]
    same = set(range(size))
    if len(answers) > 1:
        asker = yield from warm.asker(engine)
        fitting = completed(warm, fixed) or asker.ask(stats.FIRST, fixed)
        if fitting is not None:
            answer = fitting
            *_, shared = backbone(asker, answer, fixed)
            same = set(shared)
    aim = [value if index in same else None for index, value in enumerate(answer[:size])]
    return _Aim(aim + [None] * (len(warm.problem.variables) - size), answer[:size], len(answers) == 1)


def _stepped(stated: Problem, step: Step, given: Sequence[Fact]) -> Stepped:
    cases = tuple(case(Constraint(one.formula, one.origin)) for one in step.cases)
    decided = tuple(
        (
            fact.variable,
            bool(fact.value) == fact.holds if stated.variables[fact.variable].kind is Kind.MEMBER else fact.value,
        )
        for fact in (*given, *step.facts)
        if fact.holds or stated.variables[fact.variable].kind is Kind.MEMBER
    )
    return Stepped(
        step.tier,
        step.weight,
        step.depth,
        verbalisation.step_lines(stated, step),
        _facts(stated, step.facts),
        cases,
        _facts(stated, step.known),
        decided,
    )


def _facts(stated: Problem, chosen: Sequence[Fact]) -> tuple[NamedFact, ...]:
    return tuple(verbalisation.named_fact(stated, fact) for fact in chosen)
