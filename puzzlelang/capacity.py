"""Limits on the size of a board and its problem, derived from the memory of this process."""

import functools
import os
import sys
from pathlib import Path

from puzzlelang.diagnostics.record import Failed, fail

CELL_BYTES = 5_000
"""Bytes for a cell of the board, in the puzzles that need least (nonograms): its places, its variables, its clauses."""

CASE_BYTES = 300
"""Bytes for a case of a rule, at least."""

CLAUSE_BYTES = 600
"""Bytes for a clause of a problem that is written out, at least: the clause, its text, and what is made meanwhile."""

PROOF_BYTES = 12
"""Bytes for a byte of a proof while it is read and trimmed."""

DEFAULT_BYTES = 4 << 30
"""Where the system does not say how much memory there is."""

_CGROUP = Path("/sys/fs/cgroup/memory.max")


def most_cells() -> int:
    """The largest number of cells of a board; beyond it memory runs out before any solver begins."""
    return memory() // CELL_BYTES


def most_cases() -> int:
    """The largest number of ground cases of the rules; beyond it memory runs out during grounding."""
    return memory() // CASE_BYTES


def most_clauses() -> int:
    """The largest number of clauses of an exported problem."""
    return memory() // CLAUSE_BYTES


def too_many_clauses() -> Failed:
    """The diagnostic for a problem with more clauses."""
    most = most_clauses()
    hint = "more `--memory` allows more; solving needs fewer, as graphs are not written out then"
    return fail(
        "E345", f"written out, this board makes more than {most:,} clauses, which do not fit into memory", hint=hint
    )


def most_proof() -> int:
    """The largest size of a proof in bytes."""
    return memory() // PROOF_BYTES


def memory() -> int:
    """Available memory in bytes: that of the machine, or the least limit set for this process."""
    result = [_machine()]
    if sys.platform not in ("win32", "emscripten"):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_AS)
        if soft != resource.RLIM_INFINITY:
            result.append(soft)
    return min(result)


def processors() -> int:
    """The number of processors this process may use, 1 if the system does not say."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1


@functools.cache
def _machine() -> int:
    """Bytes of memory that this machine or container has; a process stays in the one where it began."""
    try:
        return min(_physical(), int(_CGROUP.read_text()))
    except (OSError, ValueError):  # there is no such file, or it says that there is no limit
        return _physical()


def _physical() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return DEFAULT_BYTES
