"""Programs that solve the same board, each with the word whether its answer is the only one.

`command` is a cold process of `puzzlelang solve`, `inside` the same in a process that has read rules and board.  `peer`
is a native program: it takes a puzz.link URL as its only argument, and prints `Answer Status: Unique`, `Not unique` or
`No Answer`, or `Error: …`.  The program `run_solver` of cspuz_core, by semiexp, does so.  It finds all that every
answer shares, where the others look for a second answer.  `clingo` is the encodings
in `asp`, `noqx` those of a checkout of noqx.
"""

import functools
import importlib
import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from puzzlelang.bench.runs import Sample
from puzzlelang.cli import board_lists
from tests.bench import asp
from tests.bench.children import PATIENCE, Bounds, Child, command, forked
from tests.bench.noqx_boards import Noqx

WARM = (
    "https://puzz.link/p?norinori/5/5/cag4ocjo",
    "https://puzz.link/p?creek/6/6/gagaich2cgb6769dt",
    "https://puzz.link/p?kakuro/3/3/6bq.ce8d",
)
"""Boards with sets of cells, with a statement about a graph, and with numbers."""

COUNTS = ("none", "unique", "several")
"""What a program can say of a board, by the number of answers found."""

OPEN, REFUSED, FAILED = "open", "refused", "failed"
"""A limit was reached; the board cannot be read or is of another type; the program broke down."""

_PEER = {"No Answer": "none", "Unique": "unique", "Not unique": "several"}
_OURS = {"none": "none", "only": "unique", "several": "several", "unknown": OPEN}


class Board(msgspec.Struct, frozen=True, eq=False):
    """A board that everyone reads: as an address, and read by our rules, which lie in a file `rules`."""

    sample: Sample
    rules: str
    url: str

    @property
    def genre(self) -> str:
        """The name of the rule file."""
        return Path(self.rules).stem


class Trial(msgspec.Struct, frozen=True):
    """One run on a board: CPU seconds, and one of `COUNTS`, `OPEN`, `REFUSED` or `FAILED`; `remark` says more."""

    seconds: float
    verdict: str
    remark: str = ""


Contestant = Callable[[Board, Bounds], Trial]


def contestants(peer: str | None, noqx: Path | None, say: Callable[[str], None]) -> dict[str, Contestant]:
    """Those that are installed, by name, in the order in which they take turns; `say` is told which are not."""
    result: dict[str, Contestant] = {}
    program = shutil.which(peer) if peer else None
    if program:
        result["peer"] = lambda board, bounds: by_peer(program, board, bounds)
    else:
        say(f"no peer: {peer} is no program" if peer else "no peer: name its program by --peer or PUZZLELANG_PEER")
    result |= {"inside": inside, "command": by_command}
    try:
        importlib.import_module("clingo")  # before time is taken
    except ImportError as error:
        say(f"no clingo: {error}")
    else:
        result["clingo"] = by_clingo
    if noqx is not None:
        try:
            checkout = Noqx(noqx)
        except ImportError as error:
            say(f"no noqx: {error}")
        else:
            result["noqx"] = lambda board, bounds: by_noqx(checkout, board, bounds)
    return result


def by_command(board: Board, bounds: Bounds) -> Trial:
    """A cold process of the command; its own limit on memory is that of the others."""
    limits = ["--timeout", str(PATIENCE * bounds.seconds), "--memory", str(bounds.megabytes)]
    words = [sys.executable, "-m", "puzzlelang", "solve", board.rules, board.url, "--json", *limits]
    child = command(words, Bounds(bounds.seconds, 2 * bounds.megabytes))  # libraries that are mapped count there
    try:
        status = json.loads(child.output)["status"]
    except ValueError:
        return _broken(child)
    return Trial(child.seconds, OPEN if child.code == 5 else _OURS.get(status, FAILED), "")


def inside(board: Board, bounds: Bounds) -> Trial:
    """A copy of this process, which has rules and board already, and has solved other boards."""
    return _counted(forked(lambda: str(asp.ours(board.sample)), bounds, warm))


@functools.cache
def _warm_boards() -> Sequence[Sample]:
    return list(board_lists.boards_of(WARM))


def warm() -> None:
    """Solve small boards, so that what is imported late is there, and memory is no longer shared."""
    for sample in _warm_boards():
        asp.ours(sample)


def by_clingo(board: Board, bounds: Bounds) -> Trial:
    """Clingo in a copy of this process; boards without an encoding of their rules are refused."""
    if board.sample.rules.title not in asp.GENRES or not asp.is_usual(board.sample):
        return Trial(0, REFUSED, "no encoding")
    return _counted(forked(lambda: str(asp.clingo(board.sample)), bounds))


def by_noqx(checkout: Noqx, board: Board, bounds: Bounds) -> Trial:
    """Noqx in a copy of this process, which has written the board for it."""
    work = checkout.work(board.url, board.sample) if asp.is_usual(board.sample) else None
    if work is None:
        return Trial(0, REFUSED, "not known, or not written as a Penpa link")
    return _counted(forked(work, bounds))


def by_peer(program: str, board: Board, bounds: Bounds) -> Trial:
    """The native program on the address of the board."""
    child = command([program, board.url], bounds, errors=True)
    result = re.search(r"^Answer Status: (.*)$", child.output, re.MULTILINE)
    if result and result[1] in _PEER:
        return Trial(child.seconds, _PEER[result[1]])
    error = re.search(r"^Error: (.*)$", child.output, re.MULTILINE)
    return Trial(child.seconds, REFUSED, error[1]) if error else _broken(child)


def _counted(child: Child) -> Trial:
    if child.code != 0:
        return _broken(child)
    return Trial(child.seconds, COUNTS[int(child.output)])


def _broken(child: Child) -> Trial:
    if child.stopped:
        return Trial(child.seconds, OPEN, "limit")
    return Trial(child.seconds, FAILED, f"exit {child.code}: {' '.join(child.output.split())[:120]}")
