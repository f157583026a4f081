"""`python -m tests.bench.paths [GENRE…]`: how paths read: words of their steps and sentences, places, and guesses.

The boards are the larger ones of `examples/` for well-known genres, and boards of stated levels of Tatham's generators
below "unreasonable" (Debian's `sgt-puzzles`).  A sentence without a place is counted apart, as a step needs places but
not each of its sentences.
"""

import argparse
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.questions.walkthrough import StepMessage
from puzzlelang.steps.record import Tier
from puzzlelang.workers.limits import Limits
from tests.bench.hints import EXAMPLES
from tests.bench.levels import GAMES, generated

WELL_KNOWN = (
    "nurikabe",
    "heyawake",
    "star-battle",
    "killer-sudoku",
    "kakuro",
    "nonogram",
    "yajilin",
    "fillomino",
    "shikaku",
    "lits",
    "numberlink",
    "aquarium",
    "thermometers",
    "binairo",
    "ripple-effect",
    "norinuri",
    "norinori",
    "minesweeper",
    "mosaic",
    "battleship",
    "tapa",
    "shakashaka",
    "country-road",
    "sandwich-sudoku",
    "doppelblock",
    "toichika-2",
)
"""Genres whose boards are those of the library."""

LEVELS = {
    "solo": ("3x3dt", "3x3di"),
    "loopy": ("6x6t0de", "6x6t0dn"),
    "keen": ("4de", "4dn"),
    "towers": ("5de", "5dh"),
    "unequal": ("5dt", "5de"),
    "lightup": ("7x7b20s4d0", "7x7b20s4d1"),
    "bridges": ("7x7i30e10m2d0", "7x7i30e10m2d1"),
    "singles": ("6x6de", "6x6dk"),
    "tents": ("8x8de", "8x8dt"),
    "galaxies": ("5x5dn",),
    "unruly": ("8x8dt", "8x8de"),
    "pearl": ("6x6de", "6x6dt"),
    "tracks": ("7x7de", "7x7dt"),
}
"""For each of Tatham's games the parameters of levels below "unreasonable"."""

MOST_WORDS = 60
"""Words that a step has at most."""

PLACE = re.compile(r"R\d+C\d+|[Rr]ows? \d|[Cc]olumns? \d|\b[Ee]very |\b[Aa]ll ")
"""A place, or a word for all places."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class PathText(msgspec.Struct, frozen=True):
    """The steps of a path, and whether it ended in the answer."""

    genre: str
    name: str
    steps: tuple[StepMessage, ...]
    complete: bool
    seconds: float


class Figures(msgspec.Struct, frozen=True):
    """The counts of a path, or of several together."""

    sentences: tuple[int, ...]
    words: tuple[int, ...]
    guesses: int
    placeless: int

    def line(self) -> str:
        """The figures in columns, as in `HEADINGS`."""
        middle = statistics.median(self.sentences) if self.sentences else 0
        of_steps, most = (statistics.median(self.words), max(self.words)) if self.words else (0, 0)
        return (
            f"{len(self.words):>6} {self.guesses:>7} {self.placeless:>8} {of_steps:>5.0f} {most:>5}"
            f" {sum(one > MOST_WORDS for one in self.words):>4} {middle:>9.1f} {max(self.sentences, default=0):>5}"
            f" {sum(one > 20 for one in self.sentences):>4} {sum(one > 30 for one in self.sentences):>4}"
        )


HEADINGS = " steps guesses no place words  most  >60  sentence  most  >20  >30"


def figures(steps: Sequence[StepMessage]) -> Figures:
    """The counts of these steps."""
    texts = [" ".join(step.lines) for step in steps]
    return Figures(
        tuple(len(one.split()) for step in steps for line in step.lines for one in _SENTENCE.split(line) if one),
        tuple(len(text.split()) for text in texts),
        sum(step.tier is Tier.GUESSED for step in steps),
        sum(PLACE.search(text) is None for text in texts),
    )


def boards(genres: Sequence[str], seed: int) -> Iterator[tuple[str, str, str | Path]]:
    """The genre, a name and the text or file of each board."""
    for genre in WELL_KNOWN:
        if not genres or genre in genres:
            yield genre, "medium", EXAMPLES / genre / "medium.txt"
    for game, levels in LEVELS.items():
        genre = GAMES[game][0]
        if not genres or genre in genres:
            for level in levels:
                yield genre, level, generated(game, level, 1, seed)[0]


def path_text(genre: str, name: str, board: str | Path) -> PathText:
    """The path of a board."""
    rules = pipeline.load(genre)
    begin = time.perf_counter()
    path = pipeline.path(rules, pipeline.board(rules, board), within=Limits(300.0, 2000))
    return PathText(genre, name, path.steps, path.complete, time.perf_counter() - begin)


def _written(one: PathText) -> str:
    lines = [f"{one.genre} {one.name}"]
    for number, step in enumerate(one.steps, 1):
        technique = f" ({step.technique})" if step.technique else ""
        lines += [f"{number}. [{step.tier.value}{technique}]", *(f"   {line}" for line in step.lines)]
    return "\n".join([*lines, "" if one.complete else "   (did not end)", ""])


def main() -> None:
    """Print a line for each board and one for all; with `--into`, write each path to a file there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--seed", type=int, default=1, help="chooses the boards of Tatham's generators")
    parser.add_argument("--into", type=Path, help="a folder for the texts of the paths")
    request = parser.parse_args()
    print(f"{'genre':18} {'board':16} {'s':>6} {HEADINGS}")
    every: list[StepMessage] = []
    for genre, name, board in boards(request.genres, request.seed):
        one = path_text(genre, name, board)
        every += one.steps
        note = "" if one.complete else "  did not end"
        print(f"{genre:18} {name:16} {one.seconds:>6.1f} {figures(one.steps).line()}{note}", flush=True)
        if request.into:
            request.into.mkdir(parents=True, exist_ok=True)
            (request.into / f"{genre}.{name}.txt").write_text(_written(one))
    print(f"{'all':42} {figures(every).line()}")


if __name__ == "__main__":
    main()
