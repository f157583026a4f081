"""Questions whose answers other solvers give: the problem as text, and what they printed read back."""

from collections.abc import Iterator

from puzzlelang.asking import drawings, questions, wire
from puzzlelang.asking.replies import Decoded, Proved, Reply, Written
from puzzlelang.asking.warm import Warm
from puzzlelang.diagnostics.record import fail
from puzzlelang.problem.findings import findings
from puzzlelang.problem.record import Values
from puzzlelang.solving import engines, hidden_verdicts, stats
from puzzlelang.source import Source


def export(warm: Warm, question: questions.Export) -> Iterator[Reply]:
    """See `questions.Export`."""
    from puzzlelang.solving.outside import export

    engines.check_deductions(question.without)
    excluded = None
    if question.known is not None:
        excluded = right_answer(warm, question.known, question.name)
    elif question.unique:
        asker = yield from warm.asker(engines.AUTO, without=question.without)
        yield from warm.begin(stats.FIRST)
        excluded = asker.ask(stats.FIRST)
        if excluded is None:
            yield Proved(0)
            return
    yield from warm.begin(stats.WRITE)
    form = export.Form(question.form)
    text = export.text(warm.problem, form, unique=excluded, ask=question.ask, without=question.without)
    yield Written(text, len(warm.problem.constraints), len(warm.problem.variables))


def right_answer(warm: Warm, marks: wire.Marks, name: str) -> Values:
    """The values of the drawing of that name.  Raises `Failed` unless it is complete and breaks no rule."""
    values = warm.drawn(marks)
    truths = hidden_verdicts.verdicts(warm.problem, values, engines.engine(engines.AUTO))
    if broken := [item for item in findings(warm.problem, values, truths) if item.broken]:
        message = f"{name} breaks a rule: {broken[0].rule.name}: {broken[0].sentence}"
        raise fail("E324", message, hint="`puzzlelang check` lists all that it breaks")
    board = values[: len(warm.problem.board)]
    complete = tuple(value for value in board if value is not None)
    if len(complete) < len(board):
        place = warm.problem.variables[list(board).index(None)]
        raise fail("E324", f"{name} is no whole answer: {place} is not decided")
    return complete


def decode(warm: Warm, question: questions.Decode) -> Iterator[Reply]:
    """See `questions.Decode`."""
    from puzzlelang.solving.outside import decode, read
    from puzzlelang.solving.outside.answer import Status

    yield from warm.begin(stats.CHECK)
    told = read.read(Source(question.name, question.text))
    if told.status is not Status.SAT:
        yield Decoded(told.status.value, told.reason)
        return
    found = decode.decode(warm.problem, told)
    yield Decoded(told.status.value, "", tuple(found.values), tuple(map(str, found.assumed)))
    yield drawings.checked(warm, warm.problem.padded(found.values), drawn=True)
