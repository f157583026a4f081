"""Engines that pySMT drives in this process: z3, always installed, and cvc5.

pySMT's classes for solvers are imported one by one: its factory tries every solver there is, and fails for all if one
is broken.  What its wrappers cannot do is done on the solver itself: cores of assumptions, the reason for `unknown`,
and reading all values at once.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

import msgspec
from pysmt import logics
from pysmt.exceptions import SolverReturnedUnknownResultError

from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.smt import encoding, from_problem
from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.lowering import FNode
from puzzlelang.solving.engine import CONFLICTS, Counts, Engine, Fixed, Outcome, Sat, Undecided, Unsat

SEED = 0
"""The same input gives the same answer."""


class Bridge(msgspec.Struct, frozen=True):
    """Differences between the two solvers.

    `start` also gets whether cores will be asked for.  `read` gives the values of symbols after `sat`, `core` the names
    of the assumptions that contradict each other after `unsat` or None, `reason` what the solver says about `unknown`.
    """

    start: Callable[[Encoding, bool], Any]
    read: Callable[[Any, Sequence[FNode]], list[bool | int]]
    core: Callable[[Any], set[str] | None]
    reason: Callable[[Any], str]


def engine(name: str) -> Engine:
    """Make the engine `z3` or `cvc5`.

    Raises `ImportError` if its package is not installed and `KeyError` for any other name.
    """
    bridge = {"z3": _z3, "cvc5": _cvc5}[name]()
    return Engine(name, lambda stated, cores: _open_session(stated, cores, bridge))


class PysmtSession(msgspec.Struct, frozen=True, eq=False):
    """One solver with one problem in it.

    With `cores`, `switches[i]` is the Boolean whose assumption puts constraint i in force; each constraint needs its
    own, as two names for the same formula become one in pySMT.  `fixings` are Booleans that imply a value of a
    variable, made when first needed, so that fixing a number is an assumption too.  `excluding` holds the Boolean that
    puts in force what was excluded, nothing if nothing was since the last `forget`.
    """

    problem: Problem
    encoded: Encoding
    solver: Any
    bridge: Bridge
    switches: tuple[FNode, ...] | None
    fixings: dict[tuple[int, int], FNode] = msgspec.field(default_factory=dict)
    excluding: list[FNode] = msgspec.field(default_factory=list)

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Search for an answer; see `engine.Session`."""
        if active is not None and self.switches is None:
            raise ValueError("only a session with cores can switch constraints off")
        chosen = () if self.switches is None else range(len(self.switches)) if active is None else active
        switched = {} if self.switches is None else {index: self.switches[index] for index in chosen}
        try:
            result = self.solver.solve([*switched.values(), *self._fixing(fixed), *self.excluding])
        except SolverReturnedUnknownResultError:
            return Undecided(_plain(self.bridge.reason(self.solver)))
        if result:
            return Sat(encoding.values(self.problem, self.bridge.read(self.solver, self.encoded.symbols)))
        named = None if self.switches is None else self.bridge.core(self.solver)
        if named is None:
            return Unsat()
        return Unsat(tuple(index for index, switch in sorted(switched.items()) if switch.symbol_name() in named))

    def attempt(self, fixed: Fixed, conflicts: int) -> Outcome:  # noqa: ARG002
        """Give up at once, as pySMT has no budget of conflicts: see `Session.attempt`."""
        return Undecided(CONFLICTS)

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Ask for another answer from now on; see `engine.Session`."""
        make = self.encoded.environment.formula_manager
        if not self.excluding:
            self.excluding.append(make.FreshSymbol(template="excluding.%d"))
        differs = encoding.differs(self.encoded, values, among)
        self.solver.add_assertion(make.Implies(self.excluding[0], differs))

    def forget(self) -> None:
        """Lift all exclusions: their Boolean is not assumed any more."""
        self.excluding.clear()

    def watch(self, listen: Callable[[], None]) -> None:
        """Ignore the listener: a search is a single call of the solver."""

    def add(self, formulas: Sequence[Formula]) -> None:
        """Add formulas; see `engine.Session`."""
        for formula in formulas:
            self.solver.add_assertion(from_problem.lower_further(self.encoded, formula))

    def counts(self) -> Counts:
        """Count the nodes of all formulas.  Work is left out, as the two solvers' statistics cannot be compared."""
        return Counts({"nodes": len(self.encoded.environment.formula_manager.formulae)})

    def close(self) -> None:
        """Free the solver."""
        self.solver.exit()

    def _fixing(self, fixed: Fixed) -> Iterable[FNode]:
        make = self.encoded.environment.formula_manager
        for index, value in fixed:
            formula = encoding.holds(self.encoded, index, value)
            if formula.is_literal():
                yield formula
                continue
            if (index, int(value)) not in self.fixings:
                switch = make.FreshSymbol(template="fixing.%d")
                self.solver.add_assertion(make.Implies(switch, formula))
                self.fixings[index, int(value)] = switch
            yield self.fixings[index, int(value)]


def _open_session(problem: Problem, cores: bool, bridge: Bridge) -> PysmtSession:
    """Lower the problem and load it; the level pushed first makes z3 take its incremental core from the start."""
    encoded = from_problem.encoding(problem)
    make, solver = encoded.environment.formula_manager, bridge.start(encoded, cores)
    solver._assert_is_boolean = partial(_assert_is_boolean, encoded)
    solver.push()
    for formula in (*encoded.ranges, *encoded.definitions):
        solver.add_assertion(formula)
    switches = None
    if cores:
        switches = tuple(make.FreshSymbol(template="switch.%d") for _ in encoded.formulas)
    for index, formula in enumerate(encoded.formulas):
        solver.add_assertion(formula if switches is None else make.Implies(switches[index], formula))
    return PysmtSession(problem, encoded, solver, bridge, switches)


def _assert_is_boolean(encoded: Encoding, formula: FNode) -> None:
    """Check the type of a formula in its own environment, in the place of pySMT's check.

    That one asks the global environment, which keeps the types of all formulas of all sessions.  Formulas of different
    environments have the same hashes, so each session would be slower than the one before.
    """
    if not encoded.environment.stc.get_type(formula).is_bool_type():
        raise TypeError(f"not a formula: {formula}")


def _plain(reason: str) -> str:
    """Return "memory limit" or "time limit" if the reason means one, else the reason as the solver stated it."""
    words = reason.lower()
    if "timeout" in words or "resource" in words or "canceled" in words:
        return "time limit"
    return "memory limit" if "memory" in words else reason


def _z3() -> Bridge:
    z3 = import_module("z3")
    wrapper = import_module("pysmt.solvers.z3")
    from puzzlelang.solving import z3_counts

    def start(encoded: Encoding, cores: bool) -> Any:
        # Contradictions are mostly about sums, which arithmetic sees at once.
        if not cores and z3_counts.is_boolean(encoded):
            return z3_counts.solver(encoded, SEED)
        return wrapper.Z3Solver(encoded.environment, logics.get_logic_by_name(encoding.LOGIC), random_seed=SEED)

    def read(solver: Any, symbols: Sequence[FNode]) -> list[bool | int]:
        result = solver.z3.model()
        terms = [result.eval(solver.converter.convert(symbol), model_completion=True) for symbol in symbols]
        return [term.as_long() if z3.is_int_value(term) else z3.is_true(term) for term in terms]

    def core(solver: Any) -> set[str] | None:
        return {switch.decl().name() for switch in solver.z3.unsat_core()}

    return Bridge(start, read, core, lambda solver: str(solver.z3.reason_unknown()))


def _cvc5() -> Bridge:
    import_module("cvc5")
    wrapper = import_module("pysmt.solvers.cvcfive")

    def start(encoded: Encoding, _cores: bool) -> Any:
        return wrapper.CVC5Solver(encoded.environment, logics.get_logic_by_name(encoding.LOGIC), random_seed=SEED)

    def read(solver: Any, symbols: Sequence[FNode]) -> list[bool | int]:
        terms = solver.cvc5.getValue([solver.converter.convert(symbol) for symbol in symbols])
        return [term.getBooleanValue() if term.isBooleanValue() else int(term.getIntegerValue()) for term in terms]

    return Bridge(start, read, lambda _solver: None, lambda _solver: "cvc5 did not find out")
