"""`generate`: new boards by the rules, each with one answer."""

import random
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Annotated

import msgspec

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.formats.text import write
from puzzlelang.making import generate as new
from puzzlelang.making.draw_modes import DrawModes
from puzzlelang.making.generate import Draws, rating_name
from puzzlelang.making.minimise import MinimiseOptions, RatingMiss, minimise_clues, minimise_to_rating
from puzzlelang.making.plan import plan
from puzzlelang.making.residual_givens import ResidualGivens, clues
from puzzlelang.making.symmetry import symmetry_of_name
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions.base import UNKNOWN, YES, Json, Question, QuestionKind, QuestionParameters, Replies
from puzzlelang.questions.minimise import Seed, SymmetryName
from puzzlelang.sessions import sent_boards
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import Progress, Reply, result_at
from puzzlelang.sessions.sent_boards import Board
from puzzlelang.sessions.session import Session
from puzzlelang.solving import engines, stats
from puzzlelang.solving.stats import Stats
from puzzlelang.steps.rating.ratings import LEVELS
from puzzlelang.typed import ir

Level = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(LEVELS)})?$")]


class GenerateQuestion(Question["GeneratedBoards"], frozen=True):
    """Asks for `count` new boards with one answer each; the puzzle is a template with some of the givens.

    Where every line has a clue on all examples, such clues stay, unless the `rating` is above the easiest.

    `seed`, `symmetry`, `least` and `rating` are as for `Minimise`, which every board goes through.  With a `rating`
    only boards of exactly that rating count.  Replies: `DrawCounts` for each draw without a board, and `NewBoard`.
    """

    count: int = 1
    seed: int = 0
    symmetry: str = "none"
    least: int = 0
    rating: str = ""


class GeneratedBoards(msgspec.Struct, frozen=True):
    """New boards, each with one answer, which was proved.

    `minimal`: for each whether none of its clues can go but those that stay; of the last this may not be known.
    `draws`: how many boards came to nothing, and why.  `stopped`: why there are no more than these of `count`.
    """

    rules: ir.Ruleset
    puzzles: tuple[Puzzle, ...]
    minimal: tuple[bool, ...]
    draws: Draws = msgspec.field(default_factory=Draws)
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)
    count: int = 1

    def text(self, index: int = 0) -> str:
        """A board as text.  Raises `ValueError` if there is none of that number."""
        return write.write(self.rules, result_at(self.puzzles, index, "board", self.stopped))


class DrawCounts(Reply, frozen=True):
    """The numbers of boards drawn and rejected, by reason; see `making.generate.Draws`."""

    unanswered: int
    trivial: int
    several: int
    wrong_rating: int = 0
    harder: int = 0

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """Return the number of rejected boards in words."""
        rejected = f"{self.unanswered + self.trivial + self.several} rejected"
        if not self.wrong_rating:
            return rejected
        return f"{rejected}, {self.harder} too hard, {self.wrong_rating - self.harder} too easy"


class NewBoard(Reply, frozen=True):
    """A new board, proved to have one answer.  A later one of the same `number`, from 0, has fewer clues.

    `minimal`: no clue can go but those that stay.  If a rating is wanted: none can go without the board becoming
    harder.
    """

    number: int
    board: Board
    minimal: bool

    def so_far(self, times: int) -> str:  # noqa: ARG002
        """Return the number of boards so far, in words."""
        return f"{self.number + 1} so far"


class GenerateParameters(QuestionParameters, frozen=True):
    """The number of boards, the symmetry of their clues, and their rating."""

    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    symmetry: SymmetryName = "none"
    rating: Level = ""
    seed: Seed = 0


def answer(session: Session, question: GenerateQuestion) -> Iterator[Reply]:
    """Yield the replies to `GenerateQuestion`.

    Each draw has its own random generator, so boards do not depend on `count`.
    """
    yield Progress(stats.GENERATE)
    alike = symmetry_of_name(question.symmetry, session.puzzle.geometry)
    rating = rating_name(question.rating)
    planned = plan(session.rules, session.puzzle, alike)
    prover = UniquenessProver(session.rules, engines.engine(), session.stats, session.beat, session.patterns_on)
    draws = Draws()
    for number in range(question.count):
        board, trial = None, 0
        with closing(DrawModes()) as modes:
            while board is None:
                chance = random.Random(f"{question.seed} {number} {trial}")
                result = new.draw_board(planned, session.puzzle, prover, chance, draws, modes, trial)
                trial += 1
                if result is not None:
                    there = clues(session.rules, result.puzzle)
                    stay = frozenset(clue for clue in clues(session.rules, session.puzzle) if clue in there)
                    if rating in ("", LEVELS[0]):  # with all of these a board is mostly easy
                        stay |= {clue for clue in there if clue.name in planned.statistics.whole}
                    wishes = MinimiseOptions(
                        stay, alike, question.least, question.seed, rating, planned.statistics.unused
                    )
                    results = yield from _finish(prover, result, wishes, number)
                    board = results if isinstance(results, Puzzle) else None
                    draws.wrong_rating += board is None
                    draws.harder += results is RatingMiss.HARDER
                if board is None:
                    yield DrawCounts(**msgspec.structs.asdict(draws))
        yield NewBoard(number, sent_boards.board(board), True)


def _finish(
    prover: UniquenessProver, generated_board: new.GeneratedBoard, wishes: MinimiseOptions, number: int
) -> Generator[Reply, None, Puzzle | RatingMiss]:
    """Remove clues from a board and return it, or why a wanted rating is not reached."""
    remains = ResidualGivens(prover.rules, bare=True)
    if wishes.rating:
        return minimise_to_rating(prover, generated_board.puzzle, generated_board.answer, wishes, remains)
    board = generated_board.puzzle
    yield NewBoard(number, sent_boards.board(board), False)
    for gone in minimise_clues(prover, generated_board.puzzle, generated_board.answer, wishes, remains):
        board = remains.without(board, gone)
        yield NewBoard(number, sent_boards.board(board), False)
    return board


def gather(reader: Reader, question: GenerateQuestion, replies: Replies) -> GeneratedBoards:
    """The result of replies: the last board of each number."""
    last = {results.number: results for results in replies.all_of(NewBoard)}
    boards = [last[number] for number in sorted(last)]
    drawn = replies.last(DrawCounts)
    draws = Draws() if drawn is None else Draws(**msgspec.structs.asdict(drawn))
    return GeneratedBoards(
        reader.rules,
        tuple(sent_boards.puzzle(results.board, reader.rules, reader.puzzle) for results in boards),
        tuple(results.minimal for results in boards),
        draws,
        replies.stopped,
        replies.stats,
        question.count,
    )


def as_json(generated_boards: GeneratedBoards, _: object = None) -> Json:
    """`status` (`made`, or `unknown` if there are fewer than wanted), `boards` as texts, `stopped`."""
    boards = [generated_boards.text(index) for index in range(len(generated_boards.puzzles))]
    return {
        "status": "unknown" if generated_boards.stopped else "made",
        "boards": boards,
        "stopped": generated_boards.stopped,
    }


def as_text(generated_boards: GeneratedBoards, _: object = None) -> str:
    """Return how many boards there are, and why there are no more."""
    there = len(generated_boards.puzzles)
    if generated_boards.stopped:
        return f"{count_of(there, 'board')} of {generated_boards.count}: {generated_boards.stopped}."
    return f"{count_of(there, 'board')}, {'each ' if there > 1 else ''}with one answer."


def exit_code(generated_boards: GeneratedBoards, _: object = None) -> int:
    """`UNKNOWN` if there are fewer boards than wanted."""
    return UNKNOWN if generated_boards.stopped else YES


def _line(reader: Reader, reply: Reply) -> Json | None:
    if not (isinstance(reply, NewBoard) and reply.minimal):
        return None
    board = sent_boards.puzzle(reply.board, reader.rules, reader.puzzle)
    return {"kind": "board", "board": write.write(reader.rules, board)}


KIND = QuestionKind(
    "generate", GenerateQuestion, answer, gather, as_json, as_text, exit_code, (DrawCounts, NewBoard),
    GenerateParameters,
    ask=lambda chosen, _: GenerateQuestion(chosen.count, chosen.seed, chosen.symmetry, 0, chosen.rating),
    line=_line, grounds=False,
)  # fmt: skip
