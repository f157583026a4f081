"""A session: a grounded board, with what earlier questions left for later ones."""

import functools
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING

from puzzlelang.ground import from_typed
from puzzlelang.problem.drawing_values import drawing_values
from puzzlelang.problem.record import Partial, Problem, Values
from puzzlelang.problem.warnings import warnings
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.sessions import wire
from puzzlelang.sessions.replies import BoardReady, Cost, FindOutline, Progress, Reply
from puzzlelang.sessions.seen_values import seen_values
from puzzlelang.solving import engines, stats
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Fixed
from puzzlelang.solving.stats import Stats, measure_stage
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir

if TYPE_CHECKING:
    from puzzlelang.steps.search.local_patterns import LocalPattern
    from puzzlelang.steps.solvers.case_solvers import CaseSolvers


class Session:
    """A puzzle with its rules, grounded at the first question, and the open solver sessions for it.

    `known_answers`: checked answers, from any engine.  `all_answers`: all answers in canonical order, once an engine of
    this package has proved that there are no others; None before.  `solvers`: the solvers that steps were found with,
    if any.  `tell` is called during a search, with a function that makes a reply about costs.  `watch`: record which
    guards hold somewhere.  `limited`: a question may be stopped, so that costs are told at each stage.
    """

    def __init__(self, rules: ir.Ruleset, puzzle: Puzzle, *, watch: bool = False, limited: bool = True) -> None:
        self.rules = rules
        self.puzzle = puzzle
        self.limited = limited
        self.sources: tuple[Source, ...] = (rules.source, puzzle.source)
        self.places = wire.Places(puzzle.geometry, puzzle.partitions, puzzle.groups)
        self.known_answers: list[Values] = []
        self.all_answers: tuple[Values, ...] | None = None
        self.solvers: CaseSolvers | None = None
        self.stats = Stats()
        self.tell: Callable[[Callable[[], Reply]], None] = lambda _: None
        self._watched: set[Span] | None = set() if watch else None
        self._problem: Problem | None = None
        self._checked_solvers: dict[tuple[str, bool, tuple[str, ...]], CheckedSolver] = {}

    @property
    def is_grounded(self) -> bool:
        """Whether there is a problem already."""
        return self._problem is not None

    @property
    def problem(self) -> Problem:
        """The problem; the board has to be grounded before."""
        assert self._problem is not None
        return self._problem

    def ground(self) -> BoardReady:
        """Ground the board, and say what is to be found.  Raises `Failed`."""
        with measure_stage(self.stats.seconds, stats.GROUND):
            self._problem = from_typed.ground(self.rules, self.puzzle, self._watched)
        with measure_stage(self.stats.seconds, stats.WARNINGS):
            odd = warnings(self._problem, self.puzzle)
        finds = tuple(
            FindOutline(
                name,
                find.kind.value,
                find.names,
                find.partition,
                tuple(map(wire.place_code, find.places)),
                tuple(find.places.values()),
                find.absent,
                tuple(map(wire.place_code, find.outside)),
            )
            for name, find in self._problem.outline.finds.items()
        )
        own = self.rules.source
        passed = sorted((span.start, span.end) for span in self._watched or () if span.source is own)
        return BoardReady(finds, wire.diagnostics(odd, self.sources), tuple(passed))

    @functools.cached_property
    def patterns(self) -> Sequence["LocalPattern"]:
        """The techniques kept beside the rules, where they stand on the board.  Raises `Failed` as `patterns_on`."""
        return self.patterns_on(self.puzzle, self.problem)

    def patterns_on(self, puzzle: Puzzle, problem: Problem) -> Sequence["LocalPattern"]:
        """The techniques kept beside the rules, where they stand on a board.

        Raises `Failed` if what is kept is about other rules, or no such file.
        """
        if self.rules.kept is None:
            return ()
        from puzzlelang.techniques.on_board import kept_patterns

        return kept_patterns(self.rules, puzzle, problem)

    def begin(self, stage: str) -> Iterator[Reply]:
        """Yield the costs so far, unless the question is sure to end, then the stage that begins."""
        if self.limited:
            yield self.cost()
        yield Progress(stage)

    def checked_solver(
        self, engine: str, *, cores: bool = False, without: tuple[str, ...] = ()
    ) -> Generator[Reply, None, CheckedSolver]:
        """Return the solver session of an engine without excluded answers.  Raises `Failed` for an unknown engine."""
        self.stats.engine = self.stats.engine or engine
        key = engine, cores, without
        if key not in self._checked_solvers:
            chosen = engines.engine(engine, without)
            self._checked_solvers[key] = CheckedSolver(self.problem, chosen, self.known_answers, cores=cores)
        result = self._checked_solvers[key]
        self.stats.engine = result.engine.name
        result.stats = self.stats
        result.beat = self.beat
        if not result.is_open:
            yield from self.begin(stats.LOWER)
            result.open()
        result.forget()
        return result

    def drawn_values(self, marks: wire.Marks | None) -> Partial:
        """Return what a drawing says of each variable.  Raises `Failed` for what nobody can draw there."""
        return drawing_values(self.problem, self.drawing(marks))

    def seen_values(self, marks: wire.Marks | None) -> Partial:
        """Return what a drawing, and givens where nothing is drawn, say of each variable.

        Numbers may lie beyond their range.

        Raises `Failed` for what nobody can draw there.
        """
        drawn = drawing_values(self.problem, self.drawing(marks), beyond=True)
        return seen_values(self.rules, self.puzzle, self.problem, drawn)

    def drawing(self, marks: wire.Marks | None) -> Drawing | None:
        """The drawing that was sent."""
        return wire.drawing(marks, self.places, self.sources)

    def fixed(self, marks: wire.Marks | None) -> Fixed:
        """The variables that a drawing decides."""
        return [(index, value) for index, value in enumerate(self.drawn_values(marks)) if value is not None]

    def record_all_answers(self, engine: str, answers: list[Values]) -> None:
        """Record these as all answers, if the engine is one of this package; a command line is not trusted."""
        if engine in (engines.AUTO, *engines.ENGINES):
            self.all_answers = tuple(answers)

    def cost(self) -> Cost:
        """The costs of the question so far."""
        if self._problem is not None:
            stats.describe(self.stats, self._problem)
        for solver in self._checked_solvers.values():
            if solver.stats is self.stats:
                solver.count()
        self.stats.megabytes = stats.megabytes()
        return Cost(self.stats)

    def close(self) -> None:
        """Close all solver sessions."""
        for solver in self._checked_solvers.values():
            solver.close()
        self._checked_solvers.clear()

    def end(self) -> None:
        """Close all solver sessions for good, and forget the problem."""
        self.close()
        if self._problem is not None:
            self._problem.forget()
            self._problem = None

    def beat(self) -> None:
        """Report the costs so far; `tell` decides whether a reply is due."""
        self.tell(self.cost)
