"""Many small boards: a list of them, and what `batch` costs beside calling the API in a loop.

python -m tests.bench.many write 100000 boards.jsonl
python -m tests.bench.many measure 5000                  # CPU seconds a board, for 1 and 2 jobs, and for a cluster
python -m tests.bench.many watch 100000                  # the memory of a run as it goes on
"""

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from puzzlelang import pipeline, resources
from puzzlelang.workers import supervisor

ROOT = Path(__file__).parent.parent.parent
PAGE = resource.getpagesize()


def lines(count: int) -> Iterator[str]:
    """JSON Lines: Sudokus and Nonograms of 6x6, and a hundredth boards of `examples/`."""
    examples = [
        (path.parent.name, path.read_text())
        for path in sorted((ROOT / "examples").glob("*/small.txt"))
        if resources.library_file(f"{path.parent.name}.rules")
    ]
    for number in range(count):
        chance = random.Random(f"many {number}")
        if number % 100 == 99:
            rules, board = examples[number // 100 % len(examples)]
        elif number % 10 < 5:
            rules, board = "sudoku", sudoku(chance)
        else:
            rules, board = "nonogram", nonogram(chance, 6)
        yield json.dumps({"id": f"{rules} {number}", "rules": rules, "board": board})


def sudoku(chance: random.Random) -> str:
    """A Sudoku of 6x6: one and the same answer in another guise, two thirds of it left out."""
    digits = chance.sample("123456", 6)
    rows = [3 * (row % 2) + row // 2 + column for row in range(6) for column in range(6)]
    bands = [2 * band + row for band in chance.sample(range(3), 3) for row in chance.sample(range(2), 2)]
    cells = [digits[value % 6] if chance.random() < 0.6 else "." for value in rows]
    return "\n".join("".join(cells[6 * row : 6 * row + 6]) for row in bands) + "\n"


def nonogram(chance: random.Random, size: int) -> str:
    """A Nonogram with the clues of a random picture; it may have other answers."""
    ink = [[chance.random() < 0.6 for _ in range(size)] for _ in range(size)]
    down = [_runs([ink[row][column] for row in range(size)]) for column in range(size)]
    across = [_runs(row) for row in ink]
    rows = [["", *map(",".join, down)], *([",".join(clue), *["."] * size] for clue in across)]
    return "".join(" ".join(f"{word:>6}" for word in row) + "\n" for row in rows)


def _runs(cells: list[bool]) -> list[str]:
    result = "".join("#" if cell else " " for cell in cells).split()
    return [str(len(run)) for run in result] or ["0"]


def write(count: int, path: Path) -> None:
    """Write a list."""
    with path.open("w") as file:
        for line in lines(count):
            file.write(line + "\n")


def spent() -> float:
    """CPU seconds of all processes that ended so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def batch(boards: Path, *more: str) -> tuple[float, float]:
    """CPU and wall-clock seconds of a run."""
    with tempfile.TemporaryDirectory() as folder:
        cpu, start = spent(), time.perf_counter()
        command = [sys.executable, "-m", "puzzlelang", "batch", str(boards), "-o", f"{folder}/results.jsonl", *more]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return spent() - cpu, time.perf_counter() - start


def loop(boards: Path) -> None:
    """The API in a loop."""
    rules = {}
    for line in boards.read_text().splitlines():
        board = json.loads(line)
        if board["rules"] not in rules:
            rules[board["rules"]] = pipeline.load(board["rules"])
        pipeline.solve(rules[board["rules"]], board["board"])


def measure(count: int) -> None:
    """What a board costs more than by the API; the ratio of throughput of two jobs."""
    with tempfile.TemporaryDirectory() as folder:
        boards = Path(folder) / "boards.jsonl"
        write(count, boards)
        cpu, start = spent(), time.perf_counter()
        subprocess.run([sys.executable, "-m", "tests.bench.many", "loop", str(boards)], check=True, cwd=ROOT)
        base = spent() - cpu
        wall = time.perf_counter() - start
        print(f"API in a loop: {1000 * base / count:.3f} ms of CPU a board, {1000 * wall / count:.3f} ms", flush=True)
        for more in (["--jobs", "1"], ["--jobs", "2"], ["--cluster", "local:2"]):
            cpu, wall = batch(boards, *more)
            over = 1000 * (cpu - base) / count
            print(f"{' '.join(more)}: {over:+.3f} ms of CPU a board, {1000 * wall / count:.3f} ms", flush=True)


def watch(count: int, *more: str) -> None:
    """The resident memory of the run and its largest worker, at each tenth."""
    with tempfile.TemporaryDirectory() as folder:
        boards, results = Path(folder) / "boards.jsonl", Path(folder) / "results.jsonl"
        write(count, boards)
        command = [sys.executable, "-m", "puzzlelang", "batch", str(boards), "-o", str(results), *more]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        share = 0
        while running.poll() is None:
            time.sleep(0.2)
            done = _lines(results) if results.exists() else 0
            if 10 * done // count > share:
                share = 10 * done // count
                workers = [resident(one) for one in supervisor.descendants(running.pid)]
                print(f"{done:8} boards: {resident(running.pid):6.1f} MB, workers {workers} MB", flush=True)
        names = [json.loads(line)["id"] for line in results.open()]
        print(f"{len(names)} records of {len(set(names))} boards; {spent():.0f} CPU seconds")


_counted = [0, 0]


def _lines(path: Path) -> int:
    with path.open("rb") as file:
        file.seek(_counted[0])
        new = file.read()
    _counted[0] += len(new)
    _counted[1] += new.count(b"\n")
    return _counted[1]


def resident(process: int) -> float:
    """Megabytes."""
    try:
        return round(int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE / 1e6, 1)
    except OSError:
        return 0.0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["write", count, path]:
            write(int(count), Path(path))
        case ["loop", path]:
            loop(Path(path))
        case ["measure", count]:
            measure(int(count))
        case ["watch", count, *more]:
            watch(int(count), *more)
        case _:
            sys.exit(__doc__)
