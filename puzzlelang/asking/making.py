"""Questions that make boards."""

import random
from collections.abc import Generator, Iterator
from contextlib import closing

from puzzlelang.asking import questions, sent_boards, wire
from puzzlelang.asking.answering import two
from puzzlelang.asking.replies import Answer, Drawn, Dropped, Enough, Made, Minimal, Progress, Proved, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.making import generate as new
from puzzlelang.making.clues import clues, kept_clues
from puzzlelang.making.difficulty import rate_board, rating_name
from puzzlelang.making.draw_statistics import Draws
from puzzlelang.making.minimise import MinimiseOptions, minimise_clues, minimise_to_rating
from puzzlelang.making.plan import plan
from puzzlelang.making.residual_givens import ResidualGivens
from puzzlelang.making.symmetry import symmetry_of_name
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines, stats


def minimise(warm: Warm, question: questions.Minimise) -> Iterator[Reply]:
    """See `questions.Minimise`.  Every trial is grounded by itself; only the first proof is that of the warm board."""
    stay = kept_clues(warm.rules, warm.puzzle, question.keep)
    alike = symmetry_of_name(question.symmetry, warm.puzzle.geometry)
    wishes = MinimiseOptions(stay, alike, question.least, question.seed, rating_name(question.rating))
    answers = yield from two(warm, question.engine)
    if not answers:
        yield Proved(0)
        return
    if len(answers) > 1:
        yield from (Answer(tuple(values)) for values in answers)
        yield Enough()
        return
    yield from warm.begin(stats.MINIMISE)
    prover = UniquenessProver(warm.rules, engines.engine(question.engine), warm.stats, warm.beat)
    board, answer = warm.puzzle, warm.problem.solution(answers[0])
    remains = ResidualGivens(warm.rules)
    left = len(remains.clues(board))
    yield Dropped((), left)
    for gone in minimise_clues(prover, board, answer, wishes, remains):
        board = remains.without(board, gone)
        left = len(remains.clues(board))
        places = ((clue.name, None if clue.place is None else wire.coded(clue.place)) for clue in gone)
        yield Dropped(tuple(places), left)
    yield Minimal(left, rate_board(prover, board, answer).name if question.rating else "")


def generate(warm: Warm, question: questions.Generate) -> Iterator[Reply]:
    """See `questions.Generate`.  Each draw has a chance of its own, so no board depends on how many there are."""
    yield Progress(stats.GENERATE)
    alike = symmetry_of_name(question.symmetry, warm.puzzle.geometry)
    rating = rating_name(question.rating)
    planned, prover = (
        plan(warm.rules, warm.puzzle, alike),
        UniquenessProver(warm.rules, engines.engine(), warm.stats, warm.beat),
    )
    draws = Draws()
    for number in range(question.count):
        board, trial = None, 0
        with closing(new.DrawModes()) as modes:
            while board is None:
                chance = random.Random(f"{question.seed} {number} {trial}")
                found = new.draw_board(planned, warm.puzzle, prover, chance, draws, modes, trial)
                trial += 1
                if found is not None:
                    there = clues(warm.rules, found.puzzle)
                    stay = frozenset(clue for clue in clues(warm.rules, warm.puzzle) if clue in there)
                    wishes = MinimiseOptions(stay, alike, question.least, question.seed, rating)
                    board = yield from _finished(prover, found, wishes, number)
                    draws.otherwise += board is None
                if board is None:
                    yield Drawn(draws.unanswered, draws.trivial, draws.several, draws.otherwise)
        yield Made(number, sent_boards.board(board), True)


def _finished(
    prover: UniquenessProver, found: new.GeneratedBoard, wishes: MinimiseOptions, number: int
) -> Generator[Reply, None, Puzzle | None]:
    """The board with fewer clues; with a rating none if fewer clues do not make it so hard."""
    remains = ResidualGivens(prover.rules, bare=True)
    if wishes.rating:
        return minimise_to_rating(prover, found.puzzle, found.answer, wishes, remains)
    board = found.puzzle
    yield Made(number, sent_boards.board(board), False)
    for gone in minimise_clues(prover, found.puzzle, found.answer, wishes, remains):
        board = remains.without(board, gone)
        yield Made(number, sent_boards.board(board), False)
    return board
