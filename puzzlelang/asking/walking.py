"""Questions about how a person goes on."""

from collections.abc import Generator, Iterator, Sequence

from puzzlelang.asking import drawings, questions
from puzzlelang.asking.answering import two
from puzzlelang.asking.replies import Blamed, Proved, Reply, Stepped, Told, Walked
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import case
from puzzlelang.problem.record import Constraint, Kind, Problem
from puzzlelang.solving import stats
from puzzlelang.solving.search import backbone
from puzzlelang.solving.stats import timed
from puzzlelang.steps.record import Fact, Step
from puzzlelang.steps.telling import told
from puzzlelang.steps.walk import Walk


def steps(warm: Warm, question: questions.Steps) -> Iterator[Reply]:
    """See `questions.Steps`."""
    marks = question.drawing
    if marks is not None:
        found = drawings.checked(warm, warm.drawn(marks, beyond=True), drawn=True)
        if any(item.broken for item in found.findings):
            yield found
            return
    aim = yield from _aim(warm, question.engine)
    if aim is None:
        yield Proved(0)
        return
    yield from warm.begin(stats.STEPS)
    known = [Fact(index, int(value), True) for index, value in warm.fixed(marks)]
    walk = Walk(warm.problem, aim)
    blamed = walk.impossible(known)
    if blamed:
        yield Blamed(_facts(warm.problem, blamed))
        return
    walk.tell(known)
    yield from _walked(warm, walk, question.most)


def _walked(warm: Warm, walk: Walk, most: int | None) -> Iterator[Reply]:
    left, made = most, walk.steps()
    while left is None or left > 0:
        with timed(warm.stats.seconds, stats.STEPS):
            step = next(made, None)
        if step is None:
            break
        yield _stepped(warm.problem, step)
        warm.beat()
        if left is not None and walk.decides(step):
            left -= 1
    differ = tuple(
        str(variable.place)
        for variable in warm.problem.board
        if walk.aim[variable.index] is None and walk.masks[variable.index].bit_count() > 1
    )
    yield Walked(len(walk.open) + len(differ), differ)


def _aim(warm: Warm, engine: str) -> Generator[Reply, None, list[bool | int | None] | None]:
    """For each variable the value that it has in every answer, None where it has several; None without an answer."""
    answers = yield from two(warm, engine)
    if not answers:
        return None
    board: list[bool | int | None] = list(answers[0])
    if len(answers) > 1:
        asker = yield from warm.asker(engine)
        *_, shared = backbone(asker, answers[0])
        same = set(shared)
        board = [value if index in same else None for index, value in enumerate(board)]
    size = len(warm.problem.board)
    return board[:size] + [None] * (len(warm.problem.variables) - size)


def _stepped(stated: Problem, step: Step) -> Stepped:
    cases = tuple(case(Constraint(one.formula, one.origin)) for one in step.cases)
    decided = tuple(
        (
            fact.variable,
            bool(fact.value) == fact.holds if stated.variables[fact.variable].kind is Kind.MEMBER else fact.value,
        )
        for fact in step.facts
        if fact.holds or stated.variables[fact.variable].kind is Kind.MEMBER
    )
    return Stepped(
        step.tier,
        step.weight,
        step.depth,
        told(stated, step),
        _facts(stated, step.facts),
        cases,
        _facts(stated, step.known),
        decided,
    )


def _facts(stated: Problem, chosen: Sequence[Fact]) -> tuple[Told, ...]:
    return tuple(_told(stated, fact) for fact in chosen)


def _told(stated: Problem, fact: Fact) -> Told:
    variable = stated.variables[fact.variable]
    if variable.kind is Kind.MEMBER:
        return Told(variable.name, str(variable.place), bool(fact.value) == fact.holds)
    value = False if fact.value == variable.absent else variable.called(fact.value) if variable.names else fact.value
    return Told(variable.name, str(variable.place), value, fact.holds)
