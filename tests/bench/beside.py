"""Ours beside a native solver and clingo: `python -m tests.bench.beside --peer PROGRAM [--list FILE] [--json FILE]`.

Boards are by default the examples of `rules/` with one answer, those of `examples/` and those that `bench` takes by
itself, where they can be written as puzz.link URLs; with `--list` the URLs of a file, one a line.  Boards that
the peer refuses are left out, if there is a peer.  `contestants` tells who solves; they take turns on each board.
What is not installed is left out, and so said.  Times are CPU seconds, user and system.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from puzzlelang import pipeline, readers, resources
from puzzlelang.bench.runs import Sample
from puzzlelang.cli import board_lists
from puzzlelang.cli.bench import bench_
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards, outside
from puzzlelang.source import Source
from tests.bench import comparison
from tests.bench.children import Bounds
from tests.bench.comparison import Row
from tests.bench.contestants import COUNTS, OPEN, REFUSED, Board, Contestant, Trial, contestants, warm
from tests.bench.hints import EXAMPLES

SHORT = 0.3
"""Runs that took so many seconds, or did not end, are not repeated."""


def note(text: str) -> None:
    """Say something that is no result."""
    print(text, file=sys.stderr, flush=True)


def listed(path: Path) -> Iterator[Board]:
    """The boards of a file with an address a line; those that our rules do not read are left out and counted."""
    left = 0
    for line in path.read_text(encoding="utf-8").splitlines():
        url = line.strip()
        if not url or url.startswith("#"):
            continue
        try:
            rules, puzzle = readers.rules_for(boards.board_source(Source(url, url)), None, {})
        except Failed as failed:
            left += 1
            note(f"not read by our rules: {url}: {failed.diagnostics[0].message}")
            continue
        yield Board(Sample(url.rsplit("?", 1)[-1], rules, puzzle), rules.source.name, url)
    note(f"{left} addresses are not read by our rules")


def library() -> Iterator[Board]:
    """All boards of this repository that can be written as addresses, each once."""
    seen: set[str] = set()
    for sample in _samples():
        try:
            url = pipeline.convert(sample.rules, sample.puzzle, "puzzlink").strip()
        except Failed:
            continue
        if url not in seen:
            seen.add(url)
            yield Board(sample, sample.rules.source.name, url)


def _samples() -> Iterator[Sample]:
    for path in resources.library_files():
        rules = pipeline.load(str(path))
        if not outside.readings(rules, "puzzlink"):
            continue
        yield from board_lists.boards_of([str(path)])
        for text in sorted((EXAMPLES / path.stem).glob("*.txt")):
            if not text.name.endswith(".answer.txt"):
                yield Sample(f"{path.stem}: {text.name}", rules, pipeline.board(rules, text))
    yield from board_lists.boards_of([str(board_lists.LIST)])


def row(board: Board, field: Mapping[str, Contestant], bounds: Bounds, repeat: int) -> Row | None:
    """The runs on a board, by turns; None if the peer refuses it."""
    runs: dict[str, list[Trial]] = {name: [] for name in field}
    for _ in range(repeat):
        for name in field:
            before = runs[name]
            if name == "command" and runs.get("inside") and runs["inside"][-1].verdict == OPEN:
                continue  # it does the same and more
            if before and (before[-1].verdict not in COUNTS or before[-1].seconds >= SHORT):
                continue
            before.append(field[name](board, bounds))
            if name == "peer" and before[-1].verdict == REFUSED:
                note(f"refused by the peer: {board.url}: {before[-1].remark}")
                return None
    return Row(board.genre, board.sample.name, board.sample.size, board.url, runs)


def _shown(row: Row) -> str:
    cells = [
        f"{name} {row.verdict(name)} {row.seconds(name):.3f}"
        for name in row.runs
        if row.verdict(name) not in ("", REFUSED)
    ]
    return f"{row.genre:24} {row.size:>7}  {'  '.join(cells)}  {row.url}"


def arguments(given: list[str]) -> argparse.Namespace:
    """Options of the program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", default=os.environ.get("PUZZLELANG_PEER"), help="the program of the peer")
    parser.add_argument("--noqx", type=Path, help="a folder with a checkout of noqx")
    parser.add_argument("--list", type=Path, action="append", help="a file with an address a line")
    parser.add_argument("--seconds", type=int, default=20, help="CPU time for a board")
    parser.add_argument("--memory", type=int, default=2000, help="megabytes for a board")
    parser.add_argument("--repeat", type=int, default=3, help="runs on each board, of which the median counts")
    parser.add_argument("--worst", type=int, default=25, help="how many of the worst boards are shown")
    parser.add_argument("--only", action="append", choices=("command", "inside", "peer", "clingo", "noqx"))
    parser.add_argument("--json", type=Path, help="a file for all results")
    return parser.parse_args(given)


def main(given: list[str]) -> None:
    """Solve all boards; then tables, and the results as JSON."""
    request = arguments(given)
    with bench_.make_context("bench", []):  # reading of lists wants the limits of a command
        _compare(request)


def _compare(asked: argparse.Namespace) -> None:
    result = contestants(asked.peer, asked.noqx, note)
    field = {name: one for name, one in result.items() if not asked.only or name in asked.only}
    bounds = Bounds(asked.seconds, asked.memory)
    warm()
    wanted = (board for path in asked.list for board in listed(path)) if asked.list else library()
    rows = []
    for board in wanted:
        built = row(board, field, bounds, asked.repeat)
        if built is not None:
            rows.append(built)
            print(_shown(built), flush=True)
            if asked.json:
                asked.json.write_bytes(msgspec.json.encode(rows))
    print()
    for line in comparison.lines(rows, asked.worst):
        print(line)
    output = Counter(row.verdict(name) for row in rows for name in row.runs if row.runs[name])
    note(f"{len(rows)} boards; verdicts: {dict(sorted(output.items()))}")


if __name__ == "__main__":
    main(sys.argv[1:])
