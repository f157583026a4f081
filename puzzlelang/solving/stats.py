"""Costs of a question: seconds for each stage, sizes, work, memory."""

import sys
import time
from collections import Counter

import msgspec

from puzzlelang.problem.record import Problem

if sys.platform not in ("win32", "emscripten"):
    import resource

READ_RULES, READ_BOARD = "read_rules", "read_board"
(
    GROUND,
    WARNINGS,
    LOWER,
    FIRST,
    UNIQUE,
    ORDER,
    BACKBONE,
    REASONS,
    WRITE,
    PROVE,
    CHECK,
    MINIMISE,
    STEPS,
    GENERATE,
    CONFIRM,
) = (
    "ground",
    "warnings",
    "lower",
    "first_answer",
    "uniqueness",
    "in_order",
    "backbone",
    "reasons",
    "write",
    "prove",
    "check",
    "minimise",
    "steps",
    "generate",
    "confirm",
)
"""Stages of a question.

`uniqueness` is the proof that there is no second answer, or the search for it; `in_order` all that is needed to list
several answers in canonical order; `backbone` what all answers share; `reasons` a minimal contradiction; `write` an
export; `prove` a proof for others; `check` the answers held against the reference semantics; `minimise` what it takes
besides these to take clues away; `steps` what leads on from a drawing; `generate` what it takes to make boards;
`confirm` the default engine asked again where a program says that there is no answer.
"""


class Stats(msgspec.Struct):
    """Costs of a question.

    `seconds` are of wall clock, by stage, in order.  `sizes` are of the board, of the problem and of what the engine
    makes of it.  `work`, `cuts`, `deduced` and `forms` are as `engine.Counts` says, over all sessions, with `questions`
    that the engine was asked.  `cases` are the constraints that each rule makes on the board, `clauses` what these
    become, as far as engines report it.  `megabytes`: the most memory that the process held; None if unknown.
    `stopped`: the stage in which the limit was reached, empty if none was.
    """

    engine: str = ""
    seconds: dict[str, float] = msgspec.field(default_factory=dict)
    sizes: dict[str, int] = msgspec.field(default_factory=dict)
    work: dict[str, int] = msgspec.field(default_factory=dict)
    cuts: dict[str, int] = msgspec.field(default_factory=dict)
    deduced: dict[str, int] = msgspec.field(default_factory=dict)
    cases: dict[str, int] = msgspec.field(default_factory=dict)
    clauses: dict[str, int] = msgspec.field(default_factory=dict)
    forms: dict[str, int] = msgspec.field(default_factory=dict)
    megabytes: float | None = None
    stopped: str = ""


class measure_stage:  # noqa: N801 -- used as a function; a generator takes several times as long
    """Measures the `with` block, and adds its wall-clock seconds to the stage's total."""

    __slots__ = ("seconds", "stage", "start")

    def __init__(self, seconds: dict[str, float], stage: str) -> None:
        self.seconds = seconds
        self.stage = stage

    def __enter__(self) -> None:
        self.start = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.seconds[self.stage] = self.seconds.get(self.stage, 0.0) + time.perf_counter() - self.start


def describe(stats: Stats, problem: Problem) -> None:
    """Record the sizes of a problem."""
    stats.sizes["cells"] = len(problem.geometry.cells)
    stats.sizes["variables"] = len(problem.variables)
    stats.sizes["constraints"] = len(problem.constraints) + len(problem.definitions)
    stats.cases = stats.cases or dict(Counter(constraint.origin.rule.name for constraint in problem.constraints))


def megabytes() -> float | None:
    """The most memory that this process held so far, in millions of bytes; None if the system does not tell."""
    if sys.platform in ("win32", "emscripten"):
        return None
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1_000_000
