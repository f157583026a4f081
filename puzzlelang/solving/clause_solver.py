"""CaDiCaL 1.9.5 as python-sat builds it, through the C extension itself.

`import pysat.solvers` takes ten times as long as `import pysolvers`, which shows in every cold start.  These are the
same calls that `pysat.solvers.Cadical195` makes.
"""

import sys
import threading
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import IO

import pysolvers  # type: ignore[import-not-found, unused-ignore]  # a C extension without stubs

Solver = object
"""What the extension returns; any use of it after `delete` crashes."""


def new() -> Solver:
    """Make an empty solver."""
    return pysolvers.cadical195_new()


DECIDING = ("lucky", "walk", "elim", "ilb")
"""Ways of CaDiCaL to values that it did not decide on: guesses for all variables at once, local search, variables that
are worked out afterwards, and what is left of the last answer.
"""


def new_biased() -> Solver:
    """Make an empty solver that prefers phases set by `bias`."""
    solver = new()
    for option in DECIDING:
        pysolvers.cadical195_set(solver, option, 0)
    return solver


def bias(solver: Solver, literals: Sequence[int]) -> None:
    """Set phases: each variable is first tried with this sign.

    A tautology for each variable makes sure that the solver has it.
    """
    add(solver, ([literal, -literal] for literal in literals))
    flip_bias(solver, literals)


def flip_bias(solver: Solver, literals: Sequence[int]) -> None:
    """Change the phases of variables for which `bias` was called before."""
    pysolvers.cadical195_setphases(solver, list(literals))


def solve_within(solver: Solver, assumptions: list[int], conflicts: int) -> bool | None:
    """Solve within a budget of conflicts; None if it does not suffice."""
    pysolvers.cadical195_cbudget(solver, conflicts)
    return {1: True, -1: False, 0: None}[int(pysolvers.cadical195_solve_lim(solver, assumptions, 0))]


def add(solver: Solver, clauses: Iterable[Sequence[int]]) -> None:
    """Add clauses; an empty one is a contradiction."""
    deque(map(pysolvers.cadical195_add_cl, repeat(solver), clauses), maxlen=0)  # a loop without Python's own steps


def solve(solver: Solver, assumptions: list[int]) -> bool:
    """Decide whether all clauses and assumptions can be true at once.

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


def assignment(solver: Solver) -> list[int]:
    """Read an answer: literal i or -i at position i - 1, up to the greatest variable of a clause."""
    return pysolvers.cadical195_model(solver) or []


def failed_assumptions(solver: Solver, assumptions: list[int]) -> list[int]:
    """Read an unsat core: assumptions that contradict each other together with the clauses."""
    return pysolvers.cadical195_core(solver, assumptions) or []


def statistics(solver: Solver) -> dict[str, int]:
    """Count conflicts, decisions, propagations and restarts so far."""
    counters: dict[str, int] = pysolvers.cadical195_acc_stats(solver)
    return {name: int(counters[name]) for name in ("conflicts", "decisions", "propagations", "restarts")}


def can_trace() -> bool:
    """Return whether this python-sat writes whole proofs; before 1.9 their ends stay in a buffer."""
    return hasattr(pysolvers, "flushpr")


class ProofTracer:
    """A solver that writes a proof as LRAT text to a file that is open for writing."""

    def __init__(self, file: IO[bytes]) -> None:
        self.solver = new()
        self.file = file
        for option, value in (("lrat", 1), ("binary", 0)):
            pysolvers.cadical195_set(self.solver, option, value)
        self._stream = pysolvers.cadical195_tracepr(self.solver, file)

    def flush(self) -> None:
        """Flush the proof so far to the file."""
        pysolvers.flushpr(self._stream)

    def close(self) -> None:
        """Free the solver; the file stays open."""
        pysolvers.cadical195_del(self.solver, self.file)


def delete(solver: Solver) -> None:
    """Free a solver."""
    pysolvers.cadical195_del(solver, None)
