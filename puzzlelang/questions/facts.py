"""`facts`: the backbone of a board, shared by all answers."""

from collections.abc import Iterator

import msgspec

from puzzlelang.formats.text import write
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.questions.base import (
    NO,
    UNKNOWN,
    YES,
    Json,
    Question,
    QuestionKind,
    Replies,
    stopped_json,
    unknown_text,
)
from puzzlelang.sessions import highlights
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import AnswerCount, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import search, stats
from puzzlelang.solving.engines import AUTO
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir


class Facts(msgspec.Struct, frozen=True):
    """The values that all answers of a board share, as a partial drawing; None if there is no answer.

    `stopped`: why the search gave up.  Then some of the values drawn may not be shared, and None says nothing.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    drawing: Drawing | None
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)

    def _repr_svg_(self) -> str:
        """The facts on the board."""
        return highlights.svg(self.rules, self.puzzle, self.drawing or Drawing({}))


class FactsQuestion(Question[Facts], frozen=True):
    """Asks for the backbone: the values that all answers share.

    Replies: `BackboneBound` with shrinking supersets, of which the last is exact; or `AnswerCount(0)`.
    """

    engine: str = AUTO


class BackboneBound(Reply, frozen=True):
    """An answer, and the variables that may still have this value in every answer."""

    values: tuple[bool | int, ...]
    indexes: tuple[int, ...]

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """Return the number of variables that may still be in the backbone, in words."""
        return f"{len(self.indexes)} places left"


def answer(session: Session, question: FactsQuestion) -> Iterator[Reply]:
    """Yield bounds on the backbone, the last of them exact, or `AnswerCount(0)`."""
    if session.all_answers is not None:
        if not session.all_answers:
            yield AnswerCount(0)
            return
        first, *others = session.all_answers
        board = range(len(session.problem.board))
        same = (index for index in board if all(other[index] == first[index] for other in others))
        yield BackboneBound(tuple(first), tuple(same))
        return
    solver = yield from session.checked_solver(question.engine)
    yield from session.begin(stats.FIRST)
    result = session.known_answers[0] if session.known_answers else solver.ask(stats.FIRST)
    if result is None:
        session.record_all_answers(question.engine, [])
        yield AnswerCount(0)
        return
    yield from session.begin(stats.BACKBONE)
    for left in search.backbone(solver, result):
        yield BackboneBound(tuple(result), left)


def gather(reader: Reader, question: FactsQuestion, replies: Replies) -> Facts:  # noqa: ARG001
    """The result of replies."""
    shared = replies.last(BackboneBound)
    if shared is None:
        return Facts(reader.rules, reader.puzzle, None, replies.stopped, replies.stats)
    common = reader.outline.common(shared.values, set(shared.indexes))
    return Facts(reader.rules, reader.puzzle, Drawing(common), replies.stopped, replies.stats)


def as_json(facts: Facts, _: object = None) -> Json:
    """`status` (`found`, `none`, `unknown` with `stopped`), and by find the places whose value every answer shares."""
    status = "unknown" if facts.stopped else "none" if facts.drawing is None else "found"
    values = facts.drawing.values if facts.drawing else {}
    shared = {find: {str(place): value for place, value in places.items()} for find, places in values.items()}
    return {"status": status, "facts": shared, **stopped_json(facts.stopped)}


def caution(facts: Facts) -> str:
    """State that there may be fewer facts than shown, if the search stopped."""
    return f"Not all of this is known to be the same in every answer: {facts.stopped}." if facts.stopped else ""


def as_text(facts: Facts, _: object = None) -> str:
    """Return how many places are the same in every answer."""
    if facts.drawing is None:
        return unknown_text(facts.stopped) if facts.stopped else "There is no answer."
    count = sum(len(values) for values in facts.drawing.values.values())
    return caution(facts) or f"{count} place{'s are' if count != 1 else ' is'} the same in every answer."


def exit_code(facts: Facts, _: object = None) -> int:
    """`NO` if there is no answer."""
    return UNKNOWN if facts.stopped else NO if facts.drawing is None else YES


def _boards(facts: Facts) -> Json:
    return {} if facts.drawing is None else {"board": write.write(facts.rules, facts.puzzle, facts.drawing)}


KIND = QuestionKind(
    "facts", FactsQuestion, answer, gather, as_json, as_text, exit_code, (BackboneBound,),
    ask=lambda *_: FactsQuestion(), boards=_boards, batch=lambda engine, _: FactsQuestion(engine),
)  # fmt: skip
