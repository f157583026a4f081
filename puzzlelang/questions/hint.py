"""`hint`: the next steps of a human solution."""

from collections.abc import Container, Generator, Iterator, Sequence
from typing import Annotated

import msgspec

from puzzlelang.problem.findings import case
from puzzlelang.problem.record import Constraint, Kind, Problem, Values, VariableRole
from puzzlelang.puzzle import Drawing
from puzzlelang.questions import walkthrough
from puzzlelang.questions.base import Json, Question, QuestionKind, QuestionParameters
from puzzlelang.questions.check import DrawingFindings, judge
from puzzlelang.questions.searching import first_two, has_values, known_completion
from puzzlelang.questions.walkthrough import DrawingConflict, PathEnd, StepMessage, Walkthrough
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import AnswerCount, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats
from puzzlelang.solving.engine import Fixed
from puzzlelang.solving.engines import AUTO
from puzzlelang.solving.search import backbone
from puzzlelang.solving.stats import measure_stage
from puzzlelang.steps import contradictions
from puzzlelang.steps.rating import costs, naming
from puzzlelang.steps.rating.folding import folded
from puzzlelang.steps.record import Fact, NamedFact, Step
from puzzlelang.steps.search.budgets import HINT, PATH
from puzzlelang.steps.search.local_patterns import Order
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.words import fact_texts, verbalisation


class StepsQuestion(Question[Walkthrough], frozen=True):
    """Asks for the steps of a person from a drawing, up to `most` that decide something; all for None, in an `order`.

    Replies: `DrawingFindings` if the drawing breaks a rule, `AnswerCount(0)` if the board has no answer,
    `DrawingConflict` if no answer has all of the drawing.  Else a `StepMessage` for each step, and last `PathEnd`.
    """

    drawing: wire.Marks | None = None
    most: int | None = None
    engine: str = AUTO
    order: Order = Order.FEW


class HintParameters(QuestionParameters, frozen=True):
    """The number of steps to show after the first."""

    more: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 0


def answer(session: Session, question: StepsQuestion) -> Iterator[Reply]:
    """Yield the replies to a question: first check the drawing, then find the backbone, then the steps towards it."""
    marks = question.drawing
    if marks is not None:
        seen = session.seen_values(marks)
        if judge(session, seen, drawn=True, every=False).findings:
            yield judge(session, seen, drawn=True)
            return
    fixed = session.fixed(marks)
    aim = yield from _aim(session, question.engine, fixed)
    if aim is None:
        yield AnswerCount(0)
        return
    yield from session.begin(stats.STEPS)
    drawn = [Fact(index, int(value), True) for index, value in fixed]
    with measure_stage(session.stats.seconds, stats.STEPS):
        patterns = session.patterns
    budgets = PATH if question.most is None else HINT
    walk = Walk(session.problem, aim.shared, _solvers(session, aim), patterns, budgets, question.order)
    if not has_values(aim.answer, fixed):
        blamed, why = contradictions.explain_drawing(walk, drawn, aim.only)
        conflict = fact_texts.facts_text(session.problem, sorted(blamed), every=True)
        yield DrawingConflict(_facts(session.problem, blamed), (conflict, *why))
        return
    walk.learn(drawn)
    given = walk.initial_facts()
    if question.most is not None:
        given = _without_denials(session.problem, given, {fact.variable for fact in drawn})
    yield from _walk_steps(session, walk, question.most, given)


def _without_denials(problem: Problem, facts: Sequence[Fact], drawn: Container[int]) -> list[Fact]:
    """The facts without what nobody draws: that there is nothing where it is clear at once, as on a tree in Tents."""
    return [
        fact
        for fact in facts
        if fact.variable in drawn
        or problem.variables[fact.variable].kind is not Kind.MEMBER
        or bool(fact.value) == fact.holds
    ]


def _solvers(session: Session, aim: "_Aim") -> CaseSolvers:
    """Return the solvers of earlier questions if their reference answer agrees with the aim, else new ones."""
    solvers = session.solvers
    if solvers is None or any(
        one is not None and one != near for one, near in zip(aim.shared, solvers.near[: len(aim.shared)], strict=True)
    ):
        rest = len(session.problem.variables) - len(session.problem.board)
        solvers = session.solvers = CaseSolvers(session.problem, [*aim.answer, *[None] * rest])
    return solvers


def _walk_steps(session: Session, walk: Walk, most: int | None, given: Sequence[Fact]) -> Iterator[Reply]:
    results = walk.steps() if most is not None else folded(walk.problem, walk.steps())
    left = most
    while left is None or left > 0:
        with measure_stage(session.stats.seconds, stats.STEPS):
            step = next(results, None)
        if step is None:
            break
        yield _step_message(walk.problem, step, given)
        given = []
        session.beat()
        if left is not None and walk.decides(step):
            left -= 1
    differ = tuple(
        str(variable.place)
        for variable in session.problem.board
        if walk.target[variable.index] is None and walk.masks[variable.index].bit_count() > 1
    )
    yield PathEnd(len(walk.open) + len(differ), differ)


class _Aim(msgspec.Struct, frozen=True):
    """The values that steps can lead to: for each variable the value that all answers with the drawing share.

    `shared` is None where they differ.  `answer`: one such answer.  `only`: the board has no other answer.
    """

    shared: list[bool | int | None]
    answer: Values
    only: bool


def _aim(session: Session, engine: str, fixed: Fixed) -> Generator[Reply, None, _Aim | None]:
    """Find the values that all answers with the drawn values share; None if the board has no answer.

    If no answer has the drawn values, the aim is any answer of the board.
    """
    answers = yield from first_two(session, engine)
    if not answers:
        return None
    size, answer = len(session.problem.board), answers[0]
    same = set(range(size))
    if len(answers) > 1:
        solver = yield from session.checked_solver(engine)
        fitting = known_completion(session, fixed) or solver.ask(stats.FIRST, fixed)
        if fitting is not None:
            answer = fitting
            *_, shared = backbone(solver, answer, fixed)
            same = set(shared)
    aim = [value if index in same else None for index, value in enumerate(answer[:size])]
    return _Aim(aim + [None] * (len(session.problem.variables) - size), answer[:size], len(answers) == 1)


def _step_message(stated: Problem, step: Step, given: Sequence[Fact]) -> StepMessage:
    cases = tuple(case(Constraint(one.formula, one.origin)) for one in step.cases)
    decided = tuple(
        (
            fact.variable,
            bool(fact.value) == fact.holds if stated.variables[fact.variable].kind is Kind.MEMBER else fact.value,
        )
        for fact in (*given, *step.facts)
        if (fact.holds or stated.variables[fact.variable].kind is Kind.MEMBER)
        and stated.variables[fact.variable].role is VariableRole.FOUND
    )
    lines, every = verbalisation.lines_and_details(stated, step)
    return StepMessage(
        step.tier,
        naming.technique(step),
        step.weight,
        step.depth,
        costs.kinds(step),
        lines,
        every,
        _facts(stated, step.facts),
        cases,
        _facts(stated, step.known),
        decided,
        tuple(map(str, step.places)),
    )


def _facts(stated: Problem, chosen: Sequence[Fact]) -> tuple[NamedFact, ...]:
    return tuple(fact_texts.named_fact(stated, fact) for fact in chosen)


def line(_: Reader, reply: Reply) -> Json | None:
    """A step as it is found."""
    return {"kind": "step", "text": walkthrough.step_text(reply)} if isinstance(reply, StepMessage) else None


KIND = QuestionKind(
    "hint", StepsQuestion, answer, walkthrough.gather, walkthrough.as_json, walkthrough.as_text,
    walkthrough.exit_code, (DrawingFindings, StepMessage, PathEnd, DrawingConflict), HintParameters,
    ask=lambda chosen, drawing: StepsQuestion(wire.marks(drawing or Drawing({})), 1 + chosen.more),
    line=line, boards=walkthrough.boards,
)  # fmt: skip
