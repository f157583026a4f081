"""A puzzle that stays open for many questions: typed results over one worker."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, TypeVar

from puzzlelang.asking.clients import BoardClient, LocalBoard, WorkerBoard
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.questions import table
from puzzlelang.questions.base import Question, Replies
from puzzlelang.questions.solve import Result, SolveQuestion
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.wire import Subject
from puzzlelang.solving.engines import AUTO
from puzzlelang.typed import ir
from puzzlelang.workers.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from puzzlelang.questions.check import Verdict
    from puzzlelang.questions.complete import Completion
    from puzzlelang.questions.count import Count
    from puzzlelang.questions.facts import Facts
    from puzzlelang.questions.generate import GeneratedBoards
    from puzzlelang.questions.minimise import MinimisedBoard
    from puzzlelang.questions.walkthrough import Walkthrough
    from puzzlelang.questions.why import Reasons

See = Callable[[Reply], None]
"""Gets each reply as it comes."""

R = TypeVar("R")


class OpenPuzzle:
    """A board that is grounded once and asked many times; close it, or use it as a context manager.

    It answers in a process of its own, unless `here`; that process keeps its solvers from one question to the next.
    `within` are the limits of each question, unless the question has its own.  One question at a time: it may be used
    by any thread, but raises `RuntimeError` while an earlier question is not answered.
    """

    def __init__(
        self, rules: ir.Ruleset, puzzle: Puzzle, within: Limits = NO_LIMITS, *, here: bool = False, watch: bool = False
    ) -> None:
        subject = Subject(rules, puzzle, watch)
        self.rules = rules
        self.puzzle = puzzle
        self.within = within
        self.reader = Reader(rules, puzzle)
        self._board: BoardClient = LocalBoard(subject) if here else WorkerBoard(subject)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._board.close()

    def replies(self, question: Question[Any], within: Limits | None = None) -> Iterator[Reply]:
        """The stream of replies itself; see `sessions.replies`."""
        return self._board.ask(question, self.within if within is None else within)

    def ask(self, question: Question[R], within: Limits | None = None, see: See | None = None) -> R:
        """The result of a question; `see` gets each reply as it comes.  Raises `Failed` and `WorkerCrashed`."""
        replies = Replies()
        for reply in self.replies(question, within):
            self.reader.note(reply)
            replies.note(reply)
            if see is not None:
                see(reply)
        result: R = table.kind_of(question).gather(self.reader, question, replies)
        return result

    def solve(
        self,
        limit: int | None = 2,
        engine: str = AUTO,
        within: Limits | None = None,
        see: See | None = None,
        without: tuple[str, ...] = (),
    ) -> Result:
        """Up to `limit` answers, all for None; see `pipeline.solve`.  `without`: names of deductions not to be made."""
        return self.ask(SolveQuestion(limit, engine, without), within, see)

    def count(
        self, limit: int | None = None, engine: str = AUTO, within: Limits | None = None, see: See | None = None
    ) -> "Count":
        """Return how many answers there are, up to a limit."""
        from puzzlelang.questions.count import CountQuestion

        return self.ask(CountQuestion(limit, engine), within, see)

    def facts(self, engine: str = AUTO, within: Limits | None = None, see: See | None = None) -> "Facts":
        """Return what is the same in every answer."""
        from puzzlelang.questions.facts import FactsQuestion

        return self.ask(FactsQuestion(engine), within, see)

    def why(self, drawing: Drawing | None = None, within: Limits | None = None, see: See | None = None) -> "Reasons":
        """Return why there is no answer, or none to a drawing."""
        from puzzlelang.questions.why import WhyQuestion

        return self.ask(WhyQuestion(wire.marks(drawing)), within, see)

    def completable(
        self, drawing: Drawing | None, engine: str = AUTO, within: Limits | None = None, see: See | None = None
    ) -> "Completion":
        """Whether a drawing can be completed to an answer."""
        from puzzlelang.questions.complete import CompleteQuestion

        return self.ask(CompleteQuestion(wire.marks(drawing), engine), within, see)

    def check(self, drawing: Drawing | None = None, within: Limits | None = None, see: See | None = None) -> "Verdict":
        """Return which rules a drawing breaks or does not satisfy yet; the drawing is the board's own unless given."""
        from puzzlelang.questions.check import CheckQuestion

        return self.ask(CheckQuestion(wire.marks(self.puzzle.drawing if drawing is None else drawing)), within, see)

    def walk(
        self,
        drawing: Drawing | None = None,
        most: int | None = None,
        engine: str = AUTO,
        within: Limits | None = None,
        see: See | None = None,
    ) -> "Walkthrough":
        """Return a person's next steps from a drawing, up to so many that decide something; see `pipeline.path`."""
        from puzzlelang.questions.hint import StepsQuestion

        sketch = self.puzzle.drawing if drawing is None else drawing
        return self.ask(StepsQuestion(wire.marks(sketch), most, engine), within, see)

    def rate(self, engine: str = AUTO, within: Limits | None = None, see: See | None = None) -> "Walkthrough":
        """Return all steps of the board, the easiest first; see `pipeline.rate`."""
        from puzzlelang.questions import rate

        return self.ask(rate.all_steps(engine), within, see)

    def minimise(
        self,
        keep: Iterable[str] = (),
        symmetry: str = "none",
        least: int = 0,
        seed: int = 0,
        rating: str = "",
        engine: str = AUTO,
        within: Limits | None = None,
        see: See | None = None,
    ) -> "MinimisedBoard":
        """The board without clues that it does not need; see `workshop.minimise`."""
        from puzzlelang.questions.minimise import MinimiseQuestion

        return self.ask(MinimiseQuestion(tuple(keep), symmetry, least, seed, rating, engine), within, see)

    def generate(
        self,
        count: int = 1,
        seed: int = 0,
        symmetry: str = "none",
        least: int = 0,
        rating: str = "",
        within: Limits | None = None,
        see: See | None = None,
    ) -> "GeneratedBoards":
        """New boards like this one, which is a template; see `workshop.generate`."""
        from puzzlelang.questions.generate import GenerateQuestion

        return self.ask(GenerateQuestion(count, seed, symmetry, least, rating), within, see)
