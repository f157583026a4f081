"""`minimise`: the board without clues that its only answer does not need."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.formats.text import write
from puzzlelang.ground import from_typed
from puzzlelang.making.generate import rate_board, rating_name
from puzzlelang.making.minimise import MinimiseOptions, minimise_clues
from puzzlelang.making.residual_givens import Clue, ResidualGivens, kept_clues
from puzzlelang.making.symmetry import SYMMETRIES, Symmetry, symmetry_of_name
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.questions.base import NO, UNKNOWN, YES, Json, Question, QuestionKind, QuestionParameters, Replies
from puzzlelang.questions.searching import first_two
from puzzlelang.questions.wording import not_unique_text
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Answer, AnswerCount, LimitReached, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.sessions.wire import Code
from puzzlelang.solving import engines, stats
from puzzlelang.solving.engines import AUTO
from puzzlelang.solving.stats import Stats
from puzzlelang.steps.rating.ratings import LEVELS
from puzzlelang.typed import ir

SymmetryName = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(SYMMETRIES)})$")]
Seed = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]


class MinimiseQuestion(Question["MinimisedBoard"], frozen=True):
    """Asks which clues can go while the answer stays the only one, until each that is left is needed.

    `keep` names givens, and places of clues, that stay.  With a `symmetry` (see `making.symmetry.Symmetry`) clues go
    together with their images.  `least` is the number of clues to stop at, `seed` orders the trials.  With a `rating`
    of `steps.rating.ratings` a clue stays if the board is harder without it; from a harder board none goes.  Replies:
    two `Answer`s and `LimitReached` if there are several answers, or `AnswerCount(0)`.  Else a `ClueRemoval` for each
    trial that succeeds, the first without clues, and last `MinimalBoard`.
    """

    keep: tuple[str, ...] = ()
    symmetry: str = "none"
    least: int = 0
    seed: int = 0
    rating: str = ""
    engine: str = AUTO


class MinimisedBoard(msgspec.Struct, frozen=True):
    """A board without clues that it does not need.

    `puzzle` has the same only answer with `left` clues, after `dropped` went; None if the board has not just one, or
    that is not known.  `minimal`: none of those left can go; with a rating, not without the board becoming harder.
    `rating`: how hard it is, if a rating was wanted and nothing stopped the search; see `steps.rating.ratings`.
    `answers`: two of a board that has several.  `stopped`: why the search gave up; fewer clues may then be enough.
    """

    rules: ir.Ruleset
    puzzle: Puzzle | None
    dropped: int = 0
    left: int = 0
    minimal: bool = False
    rating: str = ""
    answers: tuple[Solution, ...] = ()
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)
    wishes: MinimiseQuestion = msgspec.field(default_factory=MinimiseQuestion)

    def text(self) -> str:
        """The board with fewer clues, which reads back.  Raises `ValueError` if there is none."""
        if self.puzzle is None:
            raise ValueError(f"there is no board ({self.stopped})" if self.stopped else "there is no board")
        return write.write(self.rules, self.puzzle)


class ClueRemoval(Reply, frozen=True):
    """Clues that can go in addition to earlier ones, by name and place; `left` is the number of clues left."""

    clues: tuple[tuple[str, Code | None], ...]
    left: int

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """Return the number of clues left, in words."""
        return f"{self.left} clues left"


class MinimalBoard(Reply, frozen=True):
    """None of the clues left can go.

    `rating`: how hard the board is, if that was asked for; see `steps.rating.ratings`.
    """

    left: int
    rating: str = ""


class MinimiseParameters(QuestionParameters, frozen=True):
    """The symmetry of clues, and which of several results is wanted."""

    symmetry: SymmetryName = "none"
    seed: Seed = 0


def answer(session: Session, question: MinimiseQuestion) -> Iterator[Reply]:
    """Yield the replies to `MinimiseQuestion`.  Each trial is grounded anew; only the first search uses the session."""
    stay = kept_clues(session.rules, session.puzzle, question.keep)
    alike = symmetry_of_name(question.symmetry, session.puzzle.geometry)
    wishes = MinimiseOptions(stay, alike, question.least, question.seed, rating_name(question.rating))
    answers = yield from first_two(session, question.engine)
    if not answers:
        yield AnswerCount(0)
        return
    if len(answers) > 1:
        yield from (Answer(tuple(values)) for values in answers)
        yield LimitReached()
        return
    yield from session.begin(stats.MINIMISE)
    engine = engines.engine(question.engine)
    prover = UniquenessProver(session.rules, engine, session.stats, session.beat, session.patterns_on)
    board, answer = session.puzzle, session.problem.solution(answers[0])
    remains = ResidualGivens(session.rules)
    left = len(remains.clues(board))
    yield ClueRemoval((), left)
    for gone in minimise_clues(prover, board, answer, wishes, remains):
        board = remains.without(board, gone)
        left = len(remains.clues(board))
        places = ((clue.name, None if clue.place is None else wire.place_code(clue.place)) for clue in gone)
        yield ClueRemoval(tuple(places), left)
    yield MinimalBoard(left, rate_board(prover, board, answer).name if question.rating else "")


def gather(reader: Reader, question: MinimiseQuestion, replies: Replies) -> MinimisedBoard:
    """The result of replies."""
    dropped, minimal = replies.all_of(ClueRemoval), replies.last(MinimalBoard)
    if not dropped:
        several = tuple(reader.solution(reply.values) for reply in replies.all_of(Answer))
        return MinimisedBoard(
            reader.rules, None, answers=several, stopped=replies.stopped, stats=replies.stats, wishes=question
        )
    gone = [
        Clue(name, None if place is None else reader.places.place(place))
        for reply in dropped
        for name, place in reply.clues
    ]
    return MinimisedBoard(
        reader.rules,
        from_typed.without_defaults(reader.rules, ResidualGivens(reader.rules).without(reader.puzzle, gone)),
        len(gone),
        dropped[-1].left,
        minimal is not None,
        "" if minimal is None else minimal.rating,
        stopped=replies.stopped,
        stats=replies.stats,
        wishes=question,
    )


def status(minimised_board: MinimisedBoard) -> str:
    """`minimal`, `fewer` (more could go), `none`, `several` or `unknown`."""
    if minimised_board.puzzle is None:
        return "unknown" if minimised_board.stopped else "several" if minimised_board.answers else "none"
    return "minimal" if minimised_board.minimal else "fewer"


def as_json(minimised_board: MinimisedBoard, _: object = None) -> Json:
    """`status`, and if there is one the `board` with the clues `dropped` and `left`; `stopped`."""
    content: dict[str, object] = {"status": status(minimised_board)}
    if minimised_board.puzzle is not None:
        content |= {"board": minimised_board.text(), "dropped": minimised_board.dropped, "left": minimised_board.left}
    return {**content, "stopped": minimised_board.stopped}


def as_text(minimised_board: MinimisedBoard, _: object = None) -> str:
    """Return how many clues went, and what is known of the others; or why there is no board."""
    if minimised_board.puzzle is None:
        return not_unique_text(minimised_board.answers, minimised_board.stopped).removeprefix("; ")
    wishes = minimised_board.wishes
    return clues_text(minimised_board, wishes.least, wishes.rating, wishes.symmetry, kept=bool(wishes.keep))


def clues_text(
    minimised_board: MinimisedBoard,
    least: int = 0,
    rating: str = "",
    symmetry: str = Symmetry.NONE.value,
    *,
    kept: bool = False,
) -> str:
    """Return how many clues went, and what is known of the others; the arguments say what was wanted.

    `kept`: some clues were to stay, so nobody knows whether they are needed.
    """
    went = f"{count_of(minimised_board.dropped, 'clue')} went, {_left_text(minimised_board.left)}"
    if not minimised_board.minimal:
        return f"{went}. More could go: {minimised_board.stopped}."
    if rating and LEVELS.index(minimised_board.rating) > LEVELS.index(rating):
        return f"{went}: the board is not {rating} with all its clues, its rating is {minimised_board.rating} already."
    text = f"{went}, {_needed_text(symmetry)}{', apart from those to be kept' * kept}."
    if least:
        text = (
            f"{went}, as wanted."
            if least >= minimised_board.left
            else f"{went}; no other can go if {least} are to be left."
        )
    if minimised_board.rating != rating:
        return f"{text} That is the hardest found: its rating is {minimised_board.rating}, not {rating}."
    return f"{text} Its rating is {rating}." if rating else text


def _left_text(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'} left"


def _needed_text(symmetry: str) -> str:
    """State that the clues left are needed, or with a symmetry that no clue can go with its images."""
    if symmetry == Symmetry.NONE.value:
        return "each of them needed"
    images = "groups of four" if symmetry == Symmetry.QUARTER_TURN.value else "pairs"
    return f"in {images} by the {symmetry}: none of these {images} can go"


def exit_code(minimised_board: MinimisedBoard, _: object = None) -> int:
    """`NO` if the board has not just one answer; `UNKNOWN` also if it is not as hard as wanted."""
    if minimised_board.puzzle is None:
        return UNKNOWN if minimised_board.stopped else NO
    return UNKNOWN if minimised_board.stopped or minimised_board.rating != minimised_board.wishes.rating else YES


KIND = QuestionKind(
    "minimise", MinimiseQuestion, answer, gather, as_json, as_text, exit_code, (ClueRemoval, MinimalBoard),
    MinimiseParameters, ask=lambda chosen, _: MinimiseQuestion((), chosen.symmetry, 0, chosen.seed),
)  # fmt: skip
