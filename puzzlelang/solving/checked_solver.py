"""A checked solver: an engine for one problem whose answers and denials are verified.

Every answer passes the reference semantics before it counts.  Every "there is none" is held against the answers in
hand: an engine that denies an answer which passed is wrong, and nothing rests on it.  What a program from outside
denies counts only once the default engine denies it, too.
"""

from collections.abc import Callable, Sequence

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Problem, Values
from puzzlelang.solving import engines, stats
from puzzlelang.solving.engine import Counts, Engine, Fixed, Outcome, Sat, Session, Undecided, Unsat
from puzzlelang.solving.stats import Stats, measure_stage

MOST_KNOWN_ANSWERS = 50
"""Answers that are remembered as evidence.

150 answers and then what they share take 0.98 times the CPU time with 25, and 0.92 times with 100 (geometric mean over
ten boards), hardly more than noise.  A bound keeps memory small.
"""


class WrongAnswer(Exception):
    """An engine's answer breaks a rule by the reference semantics: an error of this package, never of the user."""


class Stopped(Exception):
    """The engine gave up; the argument is its reason."""


class Denied(Stopped):
    """The engine says that there is no answer where one is in hand."""


class CheckedSolver:
    """A session of an engine, with answers checked and costs recorded.

    `stats` may be exchanged between questions.  `known_answers`: verified answers of any engine, shared between the
    checked solvers of a board.  What `exclude` takes away stays away until `forget`.  Use as a context manager.
    """

    def __init__(
        self, problem: Problem, engine: Engine, known_answers: list[Values] | None = None, *, cores: bool = False
    ) -> None:
        self.problem = problem
        self.engine = engine
        self.cores = cores
        self.stats = Stats(engine.name)
        self.known_answers: list[Values] = [] if known_answers is None else known_answers
        self._open = list(self.known_answers)
        self.beat: Callable[[], None] = _nothing
        self._excluded: list[tuple[Values, Sequence[int]]] = []
        self._witness: CheckedSolver | None = None
        self._session: Session | None = None
        self._counted = Counts()

    @property
    def is_open(self) -> bool:
        """Return whether the problem is loaded."""
        return self._session is not None

    def open(self) -> Session:
        """Return the session; the problem is loaded when it is first needed."""
        if self._session is None:
            with measure_stage(self.stats.seconds, stats.LOWER):
                self._session = self.engine.open(self.problem, self.cores)
            self._session.watch(self._heard)
        return self._session

    def ask(self, stage: str, fixed: Fixed = ()) -> Values | None:
        """Search for an answer that passes the reference semantics; None if there is none.

        Raises `Stopped` if the engine gives up, `Denied` if it denies an answer in hand, and `WrongAnswer`.
        """
        values = self.propose(stage, fixed)
        if values is not None:
            self.check(values)
        return values

    def check(self, values: Values) -> None:
        """Hold an answer against the reference semantics, and remember it.  Raises `WrongAnswer`."""
        with measure_stage(self.stats.seconds, stats.CHECK):
            self._check(values)
        if len(self.known_answers) < MOST_KNOWN_ANSWERS:
            self.known_answers.append(values)
            self._open.append(values)

    def propose(self, stage: str, fixed: Fixed = ()) -> Values | None:
        """Search for an answer that is still to be checked, before anything rests on it; see `ask`."""
        match self.outcome(stage, fixed):
            case Sat(values):
                return values
            case Unsat():
                self._hold_to_account(fixed)
                self._confirm(fixed)
                return None
            case Undecided(reason):
                raise Stopped(reason)

    def outcome(self, stage: str, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Ask the engine without checks; see `Session.solve`."""
        session = self.open()
        work = self.stats.work
        work["questions"] = work.get("questions", 0) + 1
        with measure_stage(self.stats.seconds, stage):
            return session.solve(fixed, active)

    def exclude(self, values: Values, among: Sequence[int] | None = None) -> None:
        """Exclude an answer: from now on a variable in `among`, by default of the board, has another value."""
        chosen = range(len(self.problem.board)) if among is None else among
        self._open = [other for other in self._open if any(other[index] != values[index] for index in chosen)]
        self.open().exclude(values, chosen)
        if self._witness is not None:
            self._witness.exclude(values, chosen)
        elif not self.engine.own:
            self._excluded.append((values, chosen))

    def forget(self) -> None:
        """Lift all exclusions."""
        self._open = list(self.known_answers)
        self._excluded.clear()
        if self._witness is not None:
            self._witness.forget()
        if self._session is not None:
            self._session.forget()

    def count(self) -> None:
        """Record what the session did since the last count."""
        if self._session is None:
            return
        result, before = self._session.counts(), self._counted
        self.stats.sizes.update(result.sizes)
        self.stats.deduced.update(result.deduced)
        self.stats.clauses.update(result.clauses)
        self.stats.forms.update(result.forms)
        for sums, more, less in (
            (self.stats.work, result.work, before.work),
            (self.stats.cuts, result.cuts, before.cuts),
        ):
            for name, number in more.items():
                sums[name] = sums.get(name, 0) + number - less.get(name, 0)
        self._counted = Counts(dict(result.sizes), dict(result.work), dict(result.cuts))

    def close(self) -> None:
        """Record what the session did, and close it."""
        self.count()
        if self._witness is not None:
            self._witness.close()
            self._witness = None
        if self._session is not None:
            self._session.close()
        self._session, self._counted = None, Counts()

    def __enter__(self) -> "CheckedSolver":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _heard(self) -> None:
        self.beat()

    def _check(self, values: Values) -> None:
        if not evaluate.satisfies(self.problem, values):
            broken = [c.origin for c, result in evaluate.verdicts(self.problem, values) if result is not True]
            raise WrongAnswer(f"{self.engine.name} returned an answer that breaks {', '.join(map(str, broken))}")

    def _hold_to_account(self, fixed: Fixed) -> None:
        for values in self._open:
            if all(values[index] == value for index, value in reversed(fixed)):  # the last one is most often new
                raise self._denial()

    def _denial(self) -> Denied:
        return Denied(f"`{self.engine.name}` says that there is no answer where one is known")

    def _confirm(self, fixed: Fixed) -> None:
        """Ask the default engine as well, if a program says that there is no answer.

        Raises `Denied` if it finds one, and `Stopped` if it gives up.
        """
        if self.engine.own:
            return
        with measure_stage(self.stats.seconds, stats.CONFIRM):
            witness = self._witness or self._default_engine()
            try:
                result = witness.ask(stats.CHECK, fixed)
            except Stopped as stopped:
                reason = (
                    f"`{self.engine.name}` says that there is no answer, which `{witness.engine.name}` did not confirm"
                )
                raise Stopped(f"{reason}: {stopped}") from None
        if result is not None:
            raise self._denial()

    def _default_engine(self) -> "CheckedSolver":
        """The default engine on the same problem, with the same answers excluded."""
        self._witness = CheckedSolver(self.problem, engines.engine(), self.known_answers)
        self._witness.beat = self.beat
        for values, chosen in self._excluded:
            self._witness.exclude(values, chosen)
        self._excluded.clear()
        return self._witness


def _nothing() -> None:
    """Ignore a beat: nobody listens."""
