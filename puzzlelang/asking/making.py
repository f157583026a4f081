"""Questions that make boards."""

import random
from collections.abc import Generator, Iterator

from puzzlelang.asking import questions, sent_boards, wire
from puzzlelang.asking.answering import two
from puzzlelang.asking.replies import Answer, Drawn, Dropped, Enough, Made, Minimal, Progress, Proved, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.making import generate as new
from puzzlelang.making.clues import clues, kept, without
from puzzlelang.making.draws import Draws
from puzzlelang.making.minimise import Wishes, minimised
from puzzlelang.making.plan import plan
from puzzlelang.making.proof import Prover
from puzzlelang.making.rated import as_wanted
from puzzlelang.making.symmetry import named
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines, stats


def minimise(warm: Warm, question: questions.Minimise) -> Iterator[Reply]:
    """See `questions.Minimise`.  Every trial is grounded by itself; only the first proof is that of the warm board."""
    stay = kept(warm.rules, warm.puzzle, question.keep)
    wishes = Wishes(stay, named(question.symmetry, warm.puzzle.geometry), question.least, question.seed)
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
    left = len(clues(warm.rules, warm.puzzle))
    yield Dropped((), left)
    for gone in minimised(prover, warm.puzzle, warm.problem.solution(answers[0]), wishes):
        left -= len(gone)
        places = ((clue.name, None if clue.place is None else wire.coded(clue.place)) for clue in gone)
        yield Dropped(tuple(places), left)
    yield Minimal(left)


EVERY = 3
"""Of so many draws one looks for all clues together with the answer."""


def generate(warm: Warm, question: questions.Generate) -> Iterator[Reply]:
    """See `questions.Generate`.  Each draw has a chance of its own, so no board depends on how many there are."""
    yield Progress(stats.GENERATE)
    alike = named(question.symmetry, warm.puzzle.geometry)
    known, prover = plan(warm.rules, warm.puzzle), Prover(warm.rules, engines.engine(), warm.stats, warm.beat)
    draws = Draws()
    for number in range(question.count):
        board, trial = None, 0
        while board is None:
            chance = random.Random(f"{question.seed} {number} {trial}")
            found = new.made(known, warm.puzzle, prover, chance, draws, every=trial % EVERY == EVERY - 1)
            trial += 1
            if found is not None:
                stay = frozenset(
                    clue for clue in clues(warm.rules, warm.puzzle) if clue in clues(warm.rules, found.puzzle)
                )
                wishes = Wishes(stay, alike, question.least, question.seed)
                board = yield from _finished(prover, found, wishes, number, question.rating)
                draws.otherwise += board is None
            if board is None:
                yield Drawn(draws.unanswered, draws.trivial, draws.several, draws.otherwise)
        yield Made(number, sent_boards.board(board), True)


def _finished(
    prover: Prover, found: new.Made, wishes: Wishes, number: int, rating: str
) -> Generator[Reply, None, Puzzle | None]:
    """The board with fewer clues; with a rating none if no number of clues makes it so hard."""
    boards = [found.puzzle]
    if not rating:
        yield Made(number, sent_boards.board(boards[-1]), False)
    for gone in minimised(prover, found.puzzle, found.answer, wishes):
        boards.append(without(boards[-1], gone))
        if not rating:
            yield Made(number, sent_boards.board(boards[-1]), False)
    return as_wanted(prover.rules, boards, found.answer, rating) if rating else boards[-1]
