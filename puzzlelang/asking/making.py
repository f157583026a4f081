"""Questions that make boards."""

from collections.abc import Iterator

from puzzlelang.asking import questions, wire
from puzzlelang.asking.answering import two
from puzzlelang.asking.replies import Answer, Dropped, Enough, Minimal, Proved, Reply
from puzzlelang.asking.warm import Warm
from puzzlelang.making.clues import clues, kept
from puzzlelang.making.minimise import Wishes, minimised
from puzzlelang.making.proof import Prover
from puzzlelang.making.symmetry import named
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
