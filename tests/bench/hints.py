"""`python -m tests.bench.hints [GENRE…]`: how long hints and whole paths take, and whether paths end in the answer.

Boards are those of the library: examples with an answer in `rules/`, and all of `examples/`; or those of a folder that
has a folder of board texts for each genre.  Each runs in a process of its own with a limit on its CPU time, in which
the hint from the empty board comes first, then the path, then hints from drawings spread along it.  All times are CPU
seconds; the first includes grounding and the search for the answer.
"""

import argparse
import json
import os
import resource
import signal
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from puzzlelang import pipeline, resources
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.questions.hint import StepsQuestion
from puzzlelang.questions.walkthrough import PathEnd, StepMessage
from puzzlelang.sessions.wire import marks
from puzzlelang.source import Source
from puzzlelang.typed import ir

EXAMPLES = Path(__file__).parents[2] / "examples"

MOST_SECONDS = 2
"""CPU seconds that a first hint should take at most."""


class Board(msgspec.Struct, frozen=True, eq=False):
    """A board of a genre."""

    genre: str
    title: str
    rules: ir.Ruleset
    puzzle: Puzzle

    @property
    def size(self) -> str:
        """Rows and columns."""
        return f"{self.puzzle.geometry.height}x{self.puzzle.geometry.width}"


class Measured(msgspec.Struct):
    """What a board took; `first` is None if there was no hint, `left` is None if the path did not end."""

    first: float | None = None
    path: float | None = None
    steps: int = 0
    tiers: dict[str, int] = msgspec.field(default_factory=dict)
    left: int | None = None
    hints: list[float] = msgspec.field(default_factory=list)
    ended: str = ""


def found(genres: Sequence[str], folder: Path, largest: int, exactly: bool) -> Iterator[Board]:
    """All boards of these genres (of all, if none is named) up to a size, or of just that size."""
    for path in resources.library_files():
        if genres and path.stem not in genres:
            continue
        rules = pipeline.load(str(path))
        for board in _of(path.stem, rules, folder):
            sides = board.puzzle.geometry.height, board.puzzle.geometry.width
            if sides == (largest, largest) or (max(sides) <= largest and not exactly):
                yield board


def _cells(board: Board) -> int:
    return board.puzzle.geometry.height * board.puzzle.geometry.width


def _of(genre: str, rules: ir.Ruleset, folder: Path) -> Iterator[Board]:
    if folder == EXAMPLES:
        for example in rules.examples:
            if any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts):
                text = example.board or Source(f"the link of “{example.title}”", example.url or "")
                yield Board(genre, example.title, rules, boards.read(rules, text))
    for path in sorted((folder / genre).glob("*")):
        if path.is_file() and ".answer" not in path.name:
            try:
                yield Board(genre, path.name, rules, pipeline.board(rules, path))
            except Failed as failed:
                print(f"{path}: {failed.diagnostics[0].message}", file=sys.stderr)


def measured(board: Board, seconds: int, hints: int) -> Measured:
    """The board in a process of its own."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 1
        try:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            _work(board, hints, writing)
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    result = Measured()
    with os.fdopen(reading) as lines:
        for line in lines:
            _note(result, json.loads(line))
    _, status, _ = os.wait4(child, 0)
    if os.WIFSIGNALED(status):
        stopped = os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        result.ended = "time limit" if stopped else f"signal {os.WTERMSIG(status)}"
    elif status:
        result.ended = "error"
    elif not hints:
        result.ended = "first hint"
    else:
        result.ended = "answer" if result.left == 0 else f"{result.left} left"
    return result


def _note(made: Measured, told: dict[str, float | str]) -> None:
    at = float(told.get("at", 0))
    match told["what"]:
        case "first":
            made.first = at
        case "step":
            made.steps += 1
            tier = str(told["tier"])
            made.tiers[tier] = made.tiers.get(tier, 0) + 1
        case "walked":
            made.path, made.left = at, int(told["left"])
        case _:
            made.hints.append(at)


def _work(board: Board, hints: int, to: int) -> None:
    def tell(what: str, at: float, **more: object) -> None:
        os.write(to, json.dumps({"what": what, "at": at, **more}).encode() + b"\n")

    begin = time.process_time()
    with OpenPuzzle(board.rules, board.puzzle, here=True) as opened:
        for _ in opened.replies(StepsQuestion(marks(Drawing({})), 1)):
            pass
        tell("first", time.process_time() - begin)
        if not hints:
            return
        begin = time.process_time()

        def see(reply: object) -> None:
            if isinstance(reply, StepMessage):
                tell("step", time.process_time() - begin, tier=reply.tier.value)
            elif isinstance(reply, PathEnd):
                tell("walked", time.process_time() - begin, left=reply.left)

        walked = opened.walk(see=see)
        drawings = walked.drawings[:-1]
        for drawing in drawings[:: max(1, len(drawings) // max(1, hints))][:hints]:
            before = time.process_time()
            for _ in opened.replies(StepsQuestion(marks(drawing), 1)):
                pass
            tell("hint", time.process_time() - before)


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _line(board: Board, made: Measured) -> str:
    tiers = " ".join(f"{name} {count}" for name, count in made.tiers.items())
    middle = statistics.median(made.hints) if made.hints else None
    return (
        f"{board.genre:24} {board.size:>6} {_seconds(made.first):>7} {_seconds(middle):>7}"
        f" {_seconds(max(made.hints, default=None)):>7} {_seconds(made.path):>7} {made.steps:>5}"
        f"  {made.ended:12} {tiers}  {board.title}"
    )


def main() -> None:
    """Print a line for each board, and the medians and worst."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--boards", type=Path, default=EXAMPLES, help="a folder with a folder of boards for each genre")
    parser.add_argument("--largest", type=int, default=10, help="boards of at most so many rows and columns")
    parser.add_argument("--exactly", action="store_true", help="boards of just that many rows and columns")
    parser.add_argument("--one", action="store_true", help="of each genre only the largest board")
    parser.add_argument("--seconds", type=int, default=60, help="CPU seconds for a board")
    parser.add_argument(
        "--hints", type=int, default=10, help="hints for a board, from drawings along its path; 0: only the first"
    )
    parser.add_argument("--jobs", type=int, default=1, help="boards at once")
    request = parser.parse_args()
    chosen = list(found(request.genres, request.boards, request.largest, request.exactly))
    if request.one:
        chosen = list({board.genre: board for board in sorted(chosen, key=_cells)}.values())
    print(f"{'genre':24} {'size':>6} {'first':>7} {'hint':>7} {'worst':>7} {'path':>7} {'steps':>5}  ended")
    every: list[Measured] = []
    with ThreadPoolExecutor(request.jobs) as pool:
        runs = pool.map(lambda board: measured(board, request.seconds, request.hints), chosen)
        for board, result in zip(chosen, runs, strict=True):
            print(_line(board, result), flush=True)
            every.append(result)
    _summary(every)


def _summary(every: Sequence[Measured]) -> None:
    ended = sum(result.ended == "answer" for result in every)
    hints = [hint for result in every for hint in result.hints]
    paths = [result.path for result in every if result.path is not None]
    firsts = [result.first for result in every if result.first is not None]
    over = [result.first for result in every if result.first is not None and result.first > MOST_SECONDS]
    print(
        f"{len(every)} boards, of which {ended} paths end in the answer; {len(over)} first hints above {MOST_SECONDS} s"
    )
    for name, times in (("first hint", firsts), ("further hints", hints), ("path", paths)):
        if times:
            print(f"{name}: median {statistics.median(times):.2f}, worst {max(times):.2f}")


if __name__ == "__main__":
    main()
