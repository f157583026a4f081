"""Questions that make boards."""

import random
from collections.abc import Generator, Iterator
from contextlib import closing

from puzzlelang.board import sent_boards, wire
from puzzlelang.board.replies import Answer, Drawn, Dropped, Enough, Made, Minimal, Progress, Proved, Reply
from puzzlelang.board.session import Warm
from puzzlelang.making import generate as new
from puzzlelang.making.clues import clues, kept
from puzzlelang.making.draws import Draws
from puzzlelang.making.minimise import Wishes, as_wanted, minimised
from puzzlelang.making.plan import plan
from puzzlelang.making.proof import Prover
from puzzlelang.making.rated import known, rated
from puzzlelang.making.remains import Remains
from puzzlelang.making.symmetry import named
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import records
from puzzlelang.questions.answering import two
from puzzlelang.solving import engines, stats


def minimise(warm: Warm, question: records.Minimise) -> Iterator[Reply]:
    """See `questions.Minimise`.  Every trial is grounded by itself; only the first proof is that of the warm board."""
    stay = kept(warm.rules, warm.puzzle, question.keep)
    alike = named(question.symmetry, warm.puzzle.geometry)
    wishes = Wishes(stay, alike, question.least, question.seed, known(question.rating))
    answers = yield from two(warm, question.engine)
    if not answers:
        yield Proved(0)
        return
    if len(answers) > 1:
        yield from (Answer(tuple(values)) for values in answers)
        yield Enough()
        return
    yield from warm.begin(stats.MINIMISE)
    prover = Prover(warm.rules, engines.engine(question.engine), warm.stats, warm.beat)
    board, answer = warm.puzzle, warm.problem.solution(answers[0])
    remains = Remains(warm.rules)
    left = len(remains.clues(board))
    yield Dropped((), left)
    for gone in minimised(prover, board, answer, wishes, remains):
        board = remains.without(board, gone)
        left = len(remains.clues(board))
        places = ((clue.name, None if clue.place is None else wire.coded(clue.place)) for clue in gone)
        yield Dropped(tuple(places), left)
    yield Minimal(left, rated(prover, board, answer).name if question.rating else "")


def generate(warm: Warm, question: records.Generate) -> Iterator[Reply]:
    """See `questions.Generate`.  Each draw has a chance of its own, so no board depends on how many there are."""
    yield Progress(stats.GENERATE)
    alike = named(question.symmetry, warm.puzzle.geometry)
    rating = known(question.rating)
    planned, prover = plan(warm.rules, warm.puzzle, alike), Prover(warm.rules, engines.engine(), warm.stats, warm.beat)
    draws = Draws()
    for number in range(question.count):
        board, trial = None, 0
        with closing(new.Modes()) as modes:
            while board is None:
                chance = random.Random(f"{question.seed} {number} {trial}")
                found = new.made(planned, warm.puzzle, prover, chance, draws, modes, trial)
                trial += 1
                if found is not None:
                    there = clues(warm.rules, found.puzzle)
                    stay = frozenset(clue for clue in clues(warm.rules, warm.puzzle) if clue in there)
                    wishes = Wishes(stay, alike, question.least, question.seed, rating)
                    board = yield from _finished(prover, found, wishes, number)
                    draws.otherwise += board is None
                if board is None:
                    yield Drawn(draws.unanswered, draws.trivial, draws.several, draws.otherwise)
        yield Made(number, sent_boards.board(board), True)


def _finished(prover: Prover, found: new.Made, wishes: Wishes, number: int) -> Generator[Reply, None, Puzzle | None]:
    """The board with fewer clues; with a rating none if fewer clues do not make it so hard."""
    remains = Remains(prover.rules, bare=True)
    if wishes.rating:
        return as_wanted(prover, found.puzzle, found.answer, wishes, remains)
    board = found.puzzle
    yield Made(number, sent_boards.board(board), False)
    for gone in minimised(prover, found.puzzle, found.answer, wishes, remains):
        board = remains.without(board, gone)
        yield Made(number, sent_boards.board(board), False)
    return board
