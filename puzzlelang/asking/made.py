"""What replies of questions that make boards come to; see `results`."""

import msgspec

from puzzlelang.asking import sent_boards
from puzzlelang.asking.numbered import of_number
from puzzlelang.asking.reader import Reader, Replied
from puzzlelang.formats.text import write
from puzzlelang.ground import from_typed
from puzzlelang.making.clues import Clue
from puzzlelang.making.draw_statistics import Draws
from puzzlelang.making.residual_givens import ResidualGivens
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving.stats import Stats
from puzzlelang.typed import ir


class Minimised(msgspec.Struct, frozen=True):
    """A board without clues that it does not need.

    `puzzle` has the same only answer with `left` clues, after `dropped` went; None if the board has not just one, or
    that is not known.  `minimal`: none of those left can go; with a rating, not without the board becoming harder.
    `rating`: how hard it is, if a rating was wanted and nothing stopped the search; see `steps.rating`.  `answers`: two
    of a board that has several.  `stopped`: why the search gave up; fewer clues may then be enough.
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

    def text(self) -> str:
        """The board with fewer clues, which reads back.  Raises `ValueError` if there is none."""
        if self.puzzle is None:
            raise ValueError(f"there is no board ({self.stopped})" if self.stopped else "there is no board")
        return write.write(self.rules, self.puzzle)


class Generated(msgspec.Struct, frozen=True):
    """New boards, each with one answer, which was proved.

    `minimal`: for each whether none of its clues can go; of the last this may not be known.  `draws`: how many boards
    came to nothing, and why.  `stopped`: why there are no more.
    """

    rules: ir.Ruleset
    puzzles: tuple[Puzzle, ...]
    minimal: tuple[bool, ...]
    draws: Draws = msgspec.field(default_factory=Draws)
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)

    def text(self, index: int = 0) -> str:
        """A board as text.  Raises `ValueError` if there is none of that number."""
        return write.write(self.rules, of_number(self.puzzles, index, "board", self.stopped))


def minimised(reader: Reader, replied: Replied) -> Minimised:
    """What replies to `questions.Minimise` come to."""
    if not replied.dropped:
        several = tuple(map(reader.solution, replied.early))
        return Minimised(reader.rules, None, answers=several, stopped=replied.stopped, stats=replied.stats)
    gone = [
        Clue(name, None if place is None else reader.places.place(place))
        for reply in replied.dropped
        for name, place in reply.clues
    ]
    return Minimised(
        reader.rules,
        from_typed.without_defaults(reader.rules, ResidualGivens(reader.rules).without(reader.puzzle, gone)),
        len(gone),
        replied.dropped[-1].left,
        replied.minimal is not None,
        "" if replied.minimal is None else replied.minimal.rating,
        stopped=replied.stopped,
        stats=replied.stats,
    )


def generated(reader: Reader, replied: Replied) -> Generated:
    """What replies to `questions.Generate` come to."""
    boards = [replied.made[number] for number in sorted(replied.made)]
    drawn = replied.drawn
    draws = Draws() if drawn is None else Draws(drawn.unanswered, drawn.trivial, drawn.several, drawn.otherwise)
    return Generated(
        reader.rules,
        tuple(sent_boards.puzzle(made.board, reader.rules, reader.puzzle) for made in boards),
        tuple(made.minimal for made in boards),
        draws,
        replied.stopped,
        replied.stats,
    )
