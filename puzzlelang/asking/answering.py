"""Questions about the answers of a board."""

from collections.abc import Generator, Iterator, Sequence

from puzzlelang.asking import questions
from puzzlelang.asking.replies import Answer, Core, Counted, Enough, Listed, Possible, Proved, Reply, Shared
from puzzlelang.asking.warm import Warm
from puzzlelang.problem.findings import case
from puzzlelang.problem.record import Values
from puzzlelang.solving import search, stats, why
from puzzlelang.solving.engine import Fixed
from puzzlelang.solving.search import Begun, Early
from puzzlelang.steps import contradictions
from puzzlelang.steps.record import Fact


def answers(warm: Warm, question: questions.Answers) -> Iterator[Reply]:
    """See `questions.Answers`."""
    if warm.every is not None:
        yield from _known(warm.every, question.limit)
        return
    found: list[Values] = []
    asker = yield from warm.asker(question.engine, without=question.without)
    for event in search.answers(asker, question.limit):
        match event:
            case Begun(stage):
                yield from warm.begin(stage)
            case Early(values):
                yield Answer(tuple(values))
            case search.Listed(values):
                found.append(values)
                yield Listed(tuple(values))
    if question.limit is None or len(found) < question.limit:
        warm.all_known(question.engine, found)
        yield Proved(len(found))
    else:
        yield Enough()


def _known(every: Sequence[Values], limit: int | None) -> Iterator[Reply]:
    for values in every[:limit]:
        yield Listed(tuple(values))
    yield Proved(len(every)) if limit is None or len(every) < limit else Enough()


def count(warm: Warm, question: questions.Counting) -> Iterator[Reply]:
    """See `questions.Counting`: each answer is excluded, until there is none left."""
    limit = question.limit
    if warm.every is not None:
        all_of_them = limit is None or len(warm.every) < limit
        yield Counted(len(warm.every) if limit is None else min(limit, len(warm.every)), all_of_them)
        return
    asker, number = (yield from warm.asker(question.engine)), 0
    yield from warm.begin(stats.FIRST)
    while limit is None or number < limit:
        values = asker.ask(stats.UNIQUE if number else stats.FIRST)
        if values is None:
            yield Counted(number, True)
            return
        number += 1
        yield Counted(number, False)
        asker.exclude(values)


def facts(warm: Warm, question: questions.Backbone) -> Iterator[Reply]:
    """See `questions.Backbone`."""
    if warm.every is not None:
        if not warm.every:
            yield Proved(0)
            return
        first, *others = warm.every
        board = range(len(warm.problem.board))
        same = (index for index in board if all(other[index] == first[index] for other in others))
        yield Shared(tuple(first), tuple(same))
        return
    asker = yield from warm.asker(question.engine)
    yield from warm.begin(stats.FIRST)
    found = warm.in_hand[0] if warm.in_hand else asker.ask(stats.FIRST)
    if found is None:
        warm.all_known(question.engine, [])
        yield Proved(0)
        return
    yield from warm.begin(stats.BACKBONE)
    for left in search.backbone(asker, found):
        yield Shared(tuple(found), left)


def contradiction(warm: Warm, question: questions.Contradiction) -> Iterator[Reply]:
    """See `questions.Contradiction`."""
    fixed = warm.fixed(question.drawing)
    known = completed(warm, fixed)
    if known is not None:
        yield Possible(tuple(known))
        return
    asker = yield from warm.asker(why.ENGINE, cores=True)
    yield from warm.begin(stats.REASONS)
    try:
        found = why.contradiction(warm.problem, asker, fixed)
        told = tuple(map(case, found))
        yield Core(told)
        drawn = [Fact(index, int(value), True) for index, value in fixed]
        yield Core(*contradictions.explain_constraints(warm.problem, found, drawn, told))
    except why.Answered as answered:
        yield Possible(tuple(answered.values))


def completable(warm: Warm, question: questions.Completable) -> Iterator[Reply]:
    """See `questions.Completable`."""
    fixed = warm.fixed(question.drawing)
    values = completed(warm, fixed)
    if values is None and warm.every is None:
        asker = yield from warm.asker(question.engine)
        yield from warm.begin(stats.FIRST)
        values = asker.ask(stats.FIRST, fixed)
    yield Proved(0) if values is None else Possible(tuple(values))


def completed(warm: Warm, fixed: Fixed) -> Values | None:
    """An answer in hand that has these values."""
    return next((values for values in warm.in_hand if fits(values, fixed)), None)


def fits(values: Values, fixed: Fixed) -> bool:
    """Whether an answer has these values."""
    return all(values[index] == value for index, value in fixed)


def two(warm: Warm, engine: str) -> Generator[Reply, None, list[Values]]:
    """Two answers, or all if there are fewer."""
    if warm.every is not None:
        return list(warm.every[:2])
    asker = yield from warm.asker(engine)
    found: list[Values] = []
    for stage in (stats.FIRST, stats.UNIQUE):
        yield from warm.begin(stage)
        values = asker.ask(stage)
        if values is None:
            warm.all_known(engine, found)
            break
        found.append(values)
        asker.exclude(values)
    return found
