"""How long it takes, as ratios within one run.

python -m tests.bench            # the whole process, cold, how the time splits over the stages, then graphs
python -m tests.bench PYTHON     # graphs only, with the packages that another Python has
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from puzzlelang import pipeline, resources
from puzzlelang.problem.record import Problem
from puzzlelang.solving import engines
from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.typed import from_syntax
from tests.bench import boards, graphs

Value = TypeVar("Value")
ROUNDS = 15
HERE = Path(__file__).parent
BOARD = HERE.parent.parent / "examples" / "tents" / "tents-15x15.txt"


def seconds(command: list[str]) -> list[float]:
    """Wall-clock seconds of a process, several times, after one run that does not count."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ)
        times.append(time.perf_counter() - start)
    return times[1:]


def whole_process() -> None:
    """The command against importing its libraries, and against a script for z3 that knows this genre only."""
    solve = [sys.executable, "-m", "puzzlelang", "solve", "tents", str(BOARD)]
    commands = {
        "import z3, pysmt.shortcuts, lark": [sys.executable, "-c", "import z3, pysmt.shortcuts, lark"],
        "plain z3 script": [sys.executable, str(HERE / "yardstick.py"), str(BOARD)],
        "puzzlelang solve": solve,
        "puzzlelang solve --engine z3": [*solve, "--engine", "z3"],
    }
    medians = {name: statistics.median(seconds(command)) for name, command in commands.items()}
    imports, plain = medians["import z3, pysmt.shortcuts, lark"], medians["plain z3 script"]
    print(f"Tents 15x15, whole process with proof of uniqueness, median of {ROUNDS}\n")
    print(f"{'':34}{'seconds':>8}{'/ imports':>11}{'/ plain z3':>12}")
    for name, median in medians.items():
        print(f"{name:34}{median:8.3f}{median / imports:11.2f}{median / plain:12.2f}")


def timed(work: Callable[[], Value]) -> tuple[Value, float]:
    """What the work returns, and the best of three times in milliseconds."""
    best, result = float("inf"), work()
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return result, best * 1000


def stages() -> None:
    """How the time splits, in process, for growing boards."""
    source = pipeline.read_text(resources.library() / "tents.rules")
    tree, parsing = timed(lambda: from_text.parse(source))
    rules, checking = timed(lambda: from_syntax.check(source, tree.statements))
    print(f"\nTents in milliseconds; rules: {parsing:.1f} parsed, {checking:.1f} checked\n")
    names = [name for name in engines.ENGINES if engines.is_installed(name) and name != "cvc5"]
    print(f"{'size':>6}{'cells':>7}{'read':>8}{'ground':>8}{'µs/cell':>9}", end="")
    print("".join(f"{name + ' lower':>15}{'µs/cell':>9}{'answer':>8}{'unique':>8}" for name in names))
    for size in (10, 20, 30, 40, 50, 60):
        text = boards.tents(size)
        puzzle, reading = timed(lambda text=text: pipeline.board(rules, Source("board", text)))
        problem, grounding = timed(lambda puzzle=puzzle: pipeline.ground(rules, puzzle))
        cells = size * size
        print(f"{size:6}{cells:7}{reading:8.1f}{grounding:8.1f}{1000 * grounding / cells:9.1f}", end="")
        for name in names:
            lowering, first, second = solved(problem, name)
            print(f"{lowering:15.1f}{1000 * lowering / cells:9.1f}{first:8.1f}{second:8.1f}", end="", flush=True)
        print()


def solved(problem: Problem, name: str) -> tuple[float, float, float]:
    """Milliseconds to lower and load, to the first answer, and to the proof or the second answer."""
    start = time.perf_counter()
    session = engines.engine(name).open(problem, False)
    loaded = time.perf_counter()
    result = session.solve()
    answered = time.perf_counter()
    session.exclude(result.values, range(len(problem.variables)))  # type: ignore[union-attr]
    session.solve()
    proved = time.perf_counter()
    session.close()
    return (loaded - start) * 1000, (answered - loaded) * 1000, (proved - answered) * 1000


if __name__ == "__main__":
    if len(sys.argv) > 1:
        graphs.main(sys.argv[1])
    else:
        whole_process()
        stages()
        graphs.main()
