"""Boards about graphs: this package, by its fast engine and by z3, against solvers by hand and other packages."""

import json
import statistics
import subprocess
import sys
from pathlib import Path

from puzzlelang import pipeline
from puzzlelang.bench import runs
from puzzlelang.bench.runs import Run, Sample
from puzzlelang.source import Source
from puzzlelang.workers.limits import TIME_LIMIT, Limits

HERE = Path(__file__).parent
GENRES = {"nurikabe": "nurikabe", "slither": "slitherlink"}
"""Rule files, by the type in a link."""

COLUMNS = ("by hand", "cadical", "z3", "grilops", "puzzlekit")
SECONDS = 60.0


def boards() -> list[tuple[str, Sample]]:
    """The boards of `graphs.txt` whose rule files there are, with the name of the genre."""
    result = []
    for link in (HERE / "graphs.txt").read_text(encoding="utf-8").split():
        genre = GENRES[link.split("?")[1].split("/")[0]]
        if pipeline.find_rules(genre) is None:
            print(f"skipped: there are no rules `{genre}`")
            continue
        rules = pipeline.load(genre)
        result.append((genre, Sample(link, rules, pipeline.board(rules, Source("link", link)))))
    return result


def clues(board: Sample) -> dict[tuple[int, int], int]:
    """The clues by row and column from 0 on; 0 for one that is not known."""
    given = board.puzzle.givens["clue"]
    return {
        (cell.row - 1, cell.column - 1): clue if isinstance(clue, int) else 0
        for cell, clue in given.items()
        if clue is not None
    }


def handmade(genre: str, board: Sample, repeat: int) -> float | None:
    """Seconds of the solver by hand: the median, or None if it found no answer or did not end."""
    result = [peer("by_hand", genre, board, sys.executable) for _ in range(repeat)]
    times = [seconds for seconds in result if isinstance(seconds, float)]
    return statistics.median(times) if times else None


def peer(package: str, genre: str, board: Sample, python: str) -> float | str | None:
    """Seconds of another package; None if it did not end in time, its trouble if it failed, "-" if it is not there."""
    size = board.puzzle.geometry
    content = {
        "rows": size.height,
        "columns": size.width,
        "clues": [[*cell, clue] for cell, clue in clues(board).items()],
    }
    command = [python, str(HERE / "peers.py"), package, genre]
    try:
        done = subprocess.run(
            command, input=json.dumps(content), capture_output=True, text=True, timeout=SECONDS + 5, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return "failed"
    result = json.loads(done.stdout.splitlines()[-1])
    if not result:
        return "-"
    return float(result["seconds"]) if result["answers"] else "wrong"


def spent_by(run: Run) -> float | str | None:
    """Seconds of an engine; None if it did not end in time, "failed" if something else was wrong."""
    if run.trouble not in ("", TIME_LIMIT):
        print(f"{run.engine}: {run.trouble}", file=sys.stderr)
        return "failed"
    return run.median


def main(python: str = sys.executable, repeat: int = 3) -> None:
    """The table; `python` is one that has the other packages."""
    print("\nGraphs: seconds without reading, with the proof of uniqueness (but for puzzlekit), and / by hand\n")
    print(f"{'board':14}{'size':>7}" + "".join(f"{name:>18}" for name in COLUMNS))
    ratios: dict[str, list[float]] = {}
    for genre, board in boards():
        first = handmade(genre, board, repeat)
        row = next(runs.bench_rows([board], ("cadical", "z3"), repeat, Limits(SECONDS), lambda *_: None))
        seconds = dict(zip(COLUMNS, [first, *map(spent_by, row.runs)], strict=False))
        cells = [*seconds.items(), *[(name, peer(name, genre, board, python)) for name in COLUMNS[3:]]]
        line = f"{genre:14}{board.size:>7}"
        for name, spent in cells:
            output = f"> {SECONDS:.0f}" if spent is None else spent if isinstance(spent, str) else f"{spent:.3f}"
            ratio = ""
            if isinstance(spent, float) and first:
                ratio = f"{spent / first:.1f}"
                ratios.setdefault(name, []).append(spent / first)
            line += f"{output:>10}{ratio:>8}"
        print(line, flush=True)
    for name, result in ratios.items():
        mean, middle = statistics.geometric_mean(result), statistics.median(result)
        print(f"{name} / by hand: geometric mean {mean:.2f}, median {middle:.2f}, over {len(result)} boards")
