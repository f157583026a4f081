"""`python -m tests.bench.generated [--size 6x6] [--limit 10] [--seed 0] [--show] [GENRE…]`: new boards for all files.

For each rule file of the library one board is made, in a process of its own that may use so many seconds of CPU time.
A line for each tells how long it took, or what became of the boards that were drawn.  Without `--size`, and where the
rules have no boards of that size, it is the size that `generate` takes.  `--show` prints the boards.  Not on Windows.
"""

import argparse
import multiprocessing
import resource
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

import msgspec

import puzzlelang
from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.making import example_statistics
from puzzlelang.questions.generate import DrawCounts, NewBoard
from puzzlelang.sessions import sent_boards
from puzzlelang.sessions.replies import Reply

LIBRARY = [path.stem for path in resources.library_files()]

MEMORY = 2_000_000_000
"""Bytes of address space of each process."""


class Outcome(msgspec.Struct, frozen=True):
    """What came of one rule file: its board, or the reason why there is none; the seconds of its process."""

    name: str
    seconds: float
    board: str = ""
    reason: str = ""


def main() -> None:
    """Print a line for each file and the totals."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.generated")
    parser.add_argument("--size", type=_size)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("genres", nargs="*", default=LIBRARY, metavar="GENRE")
    wanted = parser.parse_args()
    result = []
    for outcome in outcomes(wanted.genres, wanted.size, wanted.limit, wanted.seed):
        print(f"{outcome.name:28}{outcome.seconds:7.1f}  {outcome.reason or 'made'}", flush=True)
        if wanted.show and outcome.board:
            print(f"\n{outcome.board}", flush=True)
        result.append(outcome)
    done = sum(not outcome.reason for outcome in result)
    seconds = sum(outcome.seconds for outcome in result)
    print(f"made {done} of {len(result)} ({100 * done / len(result):.0f} %), {seconds:.0f} s of CPU time in all")


def _size(text: str) -> tuple[int, int]:
    height, width = text.split("x")
    return int(height), int(width)


def outcomes(names: list[str], size: tuple[int, int] | None, limit: int, seed: int) -> Iterator[Outcome]:
    """One board for each rule file, each within so many seconds of CPU time."""
    context = multiprocessing.get_context("fork")
    for name in names:
        ours, theirs = context.Pipe(duplex=False)
        before = _used()
        child = context.Process(target=_make, args=(theirs, name, size, limit, seed))
        child.start()
        theirs.close()
        board, reason = _heard(ours)
        child.join()
        yield Outcome(name, _used() - before, board, reason)


def _used() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _heard(ours: Connection) -> tuple[str, str]:
    """The last that a process told before it ended."""
    board, reason = "", "ended before it told anything"
    while True:
        try:
            board, reason = ours.recv()
        except EOFError:
            return board, reason


def _make(theirs: Connection, name: str, size: tuple[int, int] | None, limit: int, seed: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    rules = pipeline.load(name)
    start = time.process_time()

    def pass_on(reply: Reply) -> None:
        match reply:
            case DrawCounts(unanswered, trivial, several):
                theirs.send(("", f"limit: {unanswered} unanswered, {trivial} trivial, {several} several"))
            case NewBoard(_, board, minimal):
                text = pipeline.convert(rules, sent_boards.puzzle(board, rules, template), "text")
                theirs.send((text, "" if minimal else "limit: clues that it does not need"))
            case _:
                pass

    theirs.send(("", f"limit: first board, begun after {start:.1f} s"))
    for shape in dict.fromkeys((size, None)):  # where there are no boards of a size, those of the usual one count
        try:
            template = example_statistics.empty_template(rules, shape)
            with puzzlelang.open(rules, template, here=True) as opened:
                opened.generate(seed=seed, see=pass_on)
            return
        except Failed as failed:
            first = failed.diagnostics[0]
            theirs.send(("", f"{first.code}: {first.message}"))
        except MemoryError:
            theirs.send(("", "memory"))
            return


if __name__ == "__main__":
    main()
