"""CaDiCaL 1.9.5 as python-sat builds it, through the C extension itself.

`import pysat.solvers` takes ten times as long as `import pysolvers`, which shows in every cold start.  These are the
same calls that `pysat.solvers.Cadical195` makes.
"""

import sys
import threading
from collections.abc import Iterable, Sequence

import pysolvers  # type: ignore[import-not-found, unused-ignore]  # a C extension without stubs

Solver = object
"""What the extension returns; any use of it after `delete` crashes."""


def new() -> Solver:
    """An empty solver."""
    return pysolvers.cadical195_new()


def add(solver: Solver, clauses: Iterable[Sequence[int]]) -> None:
    """State clauses; an empty one is a contradiction."""
    add_one = pysolvers.cadical195_add_cl
    for clause in clauses:
        add_one(solver, clause)


def solve(solver: Solver, assumptions: list[int]) -> bool:
    """Whether all clauses and assumptions can be true at once.

    No other thread runs meanwhile.  Ctrl-C stops the search with `KeyboardInterrupt` if this is the main thread; then
    nothing more may be done with the solver, not even `delete`: the extension jumps out of whatever it was doing.
    """
    main = threading.current_thread() is threading.main_thread()
    try:
        return bool(pysolvers.cadical195_solve(solver, assumptions, int(main)))
    except pysolvers.error as stopped:
        import signal

        # The extension leaves the signal blocked and its own handler in place, which would jump into a dead search.
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        raise KeyboardInterrupt from stopped


def truths(solver: Solver) -> list[int]:
    """After an answer: literal i or -i at position i - 1, up to the greatest variable that occurs in a clause."""
    return pysolvers.cadical195_model(solver) or []


def failed(solver: Solver, assumptions: list[int]) -> list[int]:
    """After there was none: assumptions that contradict each other together with the clauses."""
    return pysolvers.cadical195_core(solver, assumptions) or []


def work(solver: Solver) -> dict[str, int]:
    """How many conflicts, decisions, propagations and restarts there were so far."""
    told: dict[str, int] = pysolvers.cadical195_acc_stats(solver)
    return {name: int(told[name]) for name in ("conflicts", "decisions", "propagations", "restarts")}


def delete(solver: Solver) -> None:
    """Free it."""
    pysolvers.cadical195_del(solver, None)
