"""`solve`: the answers of a board, and whether there is only one."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text import write
from puzzlelang.problem.record import Values
from puzzlelang.puzzle import Drawing, Puzzle, Solution, differences
from puzzlelang.questions.base import (
    NO,
    UNKNOWN,
    YES,
    Json,
    Question,
    QuestionKind,
    QuestionParameters,
    Replies,
    stopped_json,
    unknown_text,
)
from puzzlelang.questions.wording import comment_line, place_list, solution_json
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Answer, AnswerCount, LimitReached, Reply, result_at
from puzzlelang.sessions.session import Session
from puzzlelang.solving import search
from puzzlelang.solving.engines import AUTO
from puzzlelang.solving.search import EarlyAnswer, StageStart
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir

if TYPE_CHECKING:
    from puzzlelang.questions.why import Reasons, WhyQuestion


class Result(msgspec.Struct, frozen=True):
    """The result of a search.

    `answers`: different answers, the first ones found.  `complete`: there are no others. `stopped`: why the search
    gave up early ("time limit", …), empty if it did not.  `warnings`: what is odd about the board.  `stats`: what it
    cost.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    answers: tuple[Solution, ...]
    complete: bool
    stopped: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    stats: Stats = msgspec.field(default_factory=Stats)

    @property
    def unique(self) -> bool | None:
        """Exactly one answer, proved; False if there are none or others, None if that is not known."""
        if self.complete or len(self.answers) > 1:
            return len(self.answers) == 1
        return None

    def text(self, index: int = 0) -> str:
        """An answer in the board's own form, which reads back.  Raises `ValueError` if there is none of that number."""
        return write.write(self.rules, self.puzzle, result_at(self.answers, index, "answer", self.stopped))

    def _repr_svg_(self) -> str:
        """The first answer, or the board if there is none, with what differs in the second."""
        from puzzlelang.sessions import highlights

        if not self.answers:
            return highlights.svg(self.rules, self.puzzle, Drawing({}))
        roles = highlights.difference_roles(*self.answers[:2]) if len(self.answers) > 1 else None
        return highlights.svg(self.rules, self.puzzle, self.answers[0], roles)


class SolveQuestion(Question[Result], frozen=True):
    """Asks for up to `limit` answers, all for None.

    Replies: an `Answer` or two as they are found, then an `OrderedAnswer` for each in canonical order.  The last is
    `AnswerCount` if there are no others, `LimitReached` if the limit was reached.  `without` names deductions to leave
    out.
    """

    limit: int | None = 2
    engine: str = AUTO
    without: tuple[str, ...] = ()


class OrderedAnswer(Reply, frozen=True):
    """The only answer, or the next one in canonical order."""

    topic: ClassVar[str] = "answers"
    values: tuple[bool | int, ...]

    def so_far(self, times: int) -> str:
        """Return the number of answers listed so far, in words."""
        return count_of(times, "answer") + " so far"


def answer(session: Session, question: SolveQuestion) -> Iterator[Reply]:
    """Yield the replies to `SolveQuestion`, from the session if it knows all answers, else from a search."""
    if session.all_answers is not None:
        yield from _known_answers(session.all_answers, question.limit)
        return
    results: list[Values] = []
    solver = yield from session.checked_solver(question.engine, without=question.without)
    for event in search.answers(solver, question.limit):
        match event:
            case StageStart(stage):
                yield from session.begin(stage)
            case EarlyAnswer(values):
                yield Answer(tuple(values))
            case search.OrderedAnswer(values):
                results.append(values)
                yield OrderedAnswer(tuple(values))
    if question.limit is None or len(results) < question.limit:
        session.record_all_answers(question.engine, results)
        yield AnswerCount(len(results))
    else:
        yield LimitReached()


def _known_answers(every: Sequence[Values], limit: int | None) -> Iterator[Reply]:
    for values in every[:limit]:
        yield OrderedAnswer(tuple(values))
    yield AnswerCount(len(every)) if limit is None or len(every) < limit else LimitReached()


def gather(reader: Reader, question: SolveQuestion, replies: Replies) -> Result:
    """The result of replies: the answers in order, or as many as were found before the search stopped."""
    values = [reply.values for reply in replies.all_of(OrderedAnswer)]
    early = [reply.values for reply in replies.all_of(Answer)]
    if replies.stopped and len(values) < len(early):
        values = early
    complete = not replies.stopped and replies.proved_count is not None
    results = tuple(map(reader.solution, values[: question.limit]))
    return Result(reader.rules, reader.puzzle, results, complete, replies.stopped, reader.warnings, replies.stats)


def as_json(results: Result, reasons: "Reasons | None" = None) -> Json:
    """`status` (`only`, `several`, `some`, `none`, `unknown`), `unique`, `answers` and, if there are two, `differ`.

    `some`: there is an answer, and whether there is another was not asked or not found out.  `why`: cases that cannot
    all be true, if there is no answer and they were found; else `why_stopped` says why they were not.
    """
    from puzzlelang.diagnostics import rendering
    from puzzlelang.questions.why import why_json

    count = len(results.answers)
    denied = reasons is not None and reasons.possible is True
    content: dict[str, object] = {
        "status": status(results, denied=denied),
        "unique": results.unique,
        "complete": results.complete,
        "answers": [
            {"text": results.text(index), "values": solution_json(answer)}
            for index, answer in enumerate(results.answers)
        ],
    }
    if count > 1:
        content["differ"] = [str(place) for place in differences(results.answers[0], results.answers[1])]
    content |= stopped_json(results.stopped)
    if denied:
        content |= {"unique": None, "complete": False, "stopped": "engines contradict each other"}
    elif reasons is not None and reasons.cases is not None:
        content |= why_json(reasons.cases, reasons.together)
    elif reasons is not None:
        content["why_stopped"] = reasons.stopped
    if results.warnings:
        content["warnings"] = [rendering.as_json(item) for item in results.warnings]
    return content


def status(results: Result, *, denied: bool = False) -> str:
    """The `status` of the record; `denied`: another engine found an answer where there should be none."""
    count = len(results.answers)
    if count:
        return "only" if results.unique else "several" if count > 1 else "some"
    return "unknown" if results.stopped or denied else "none"


def answers(result: Result, *, every: bool, shown: bool = False, text: Callable[[int], str] | None = None) -> str:
    """Return answers as board text, with remarks on what is known about others: all if `every`, else the first.

    `shown`: the first answer is on the screen already and left out.  `text` writes an answer by its index, if given.
    """
    written = text or result.text
    if not result.answers:
        return comment_line(unknown_text(result.stopped) if result.stopped else "There is no answer.")
    if every:
        return "\n".join(_numbered_answers(result, written))
    lines = [] if shown else [written(0).rstrip("\n"), ""]
    if result.unique:
        lines.append(comment_line("This is the only answer."))
    elif len(result.answers) > 1:
        different = differences(result.answers[0], result.answers[1])
        lines.append(
            comment_line("There are other answers. Another one, which differs in " + place_list(different) + ":")
        )
        lines += [comment_line(line) for line in written(1).splitlines()]
        if result.stopped:
            lines.append(comment_line(f"Others may come before these in order: {result.stopped}."))
    elif result.stopped:
        lines.append(comment_line(f"Whether there is another answer is not known: {result.stopped}."))
    return "\n".join(lines)


def verdict(result: Result) -> str:
    """Return what is known about the number of answers, as one sentence."""
    if result.unique:
        return "This is the only answer."
    count = len(result.answers)
    if result.stopped and count < 2:
        return f"Whether there is {'another' if count else 'an'} answer is not known: {result.stopped}."
    number = count_of(count, "answer")
    return f"{number}, and no other." if result.complete else f"{number}; there may be more."


def _numbered_answers(result: Result, written: Callable[[int], str]) -> Iterator[str]:
    for index in range(len(result.answers)):
        yield comment_line(f"Answer {index + 1}")
        yield written(index)
    count = len(result.answers)
    many = count_of(count, "answer")
    if result.stopped:
        yield comment_line(f"{many} so far: {result.stopped}.")
    elif result.complete:
        yield comment_line(f"{many}, and no other.")
    else:
        yield comment_line(f"{many}; there may be more.")


def as_text(result: Result, reasons: "Reasons | None" = None) -> str:
    """Return what is known about the answers, and why there is none."""
    text = verdict(result) if result.answers else answers(result, every=False).removeprefix("; ")
    if reasons is not None and reasons.cases:
        from puzzlelang.questions.why import contradiction

        text += "\nThese cannot all be true:\n" + contradiction(reasons.cases, reasons.together)
    return text


def exit_code(result: Result, reasons: "Reasons | None" = None) -> int:
    """`YES` if there is an answer, `NO` if there is none."""
    if result.stopped or (reasons is not None and reasons.possible):
        return UNKNOWN
    return YES if result.answers else NO


def _reasons(result: Result, _: QuestionParameters) -> "WhyQuestion | None":
    """Return the follow-up question why there is no answer; None if there is one or the search stopped."""
    from puzzlelang.questions.why import WhyQuestion

    return WhyQuestion() if not result.answers and not result.stopped else None


def _line(reader: Reader, reply: Reply) -> Json | None:
    if not isinstance(reply, Answer):
        return None
    board = write.write(reader.rules, reader.puzzle, reader.solution(reply.values))
    return {"kind": "answer", "board": board}


KIND = QuestionKind(
    "solve", SolveQuestion, answer, gather, as_json, as_text, exit_code, (OrderedAnswer,),
    ask=lambda _, drawing: SolveQuestion(), follow=_reasons, line=_line,  # noqa: ARG005
    batch=lambda engine, _: SolveQuestion(2, engine), answers=lambda result: len(result.answers),
)  # fmt: skip
