"""Engines that are programs: whatever reads SMT-LIB 2 incrementally on standard input.

The problem is sent once.  A search takes assumptions (`check-sat-assuming`) or, in a program that knows none, a level
that is pushed and popped.  What a program can do is found out by asking it at the start.
"""

from collections.abc import Callable, Iterable, Sequence

from puzzlelang.problem import evaluate
from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.smt import encoding, from_problem, names, printer
from puzzlelang.smt.encoding import Encoding
from puzzlelang.smt.lowering import FNode
from puzzlelang.smt.printer import Printer
from puzzlelang.solving import dialogue, s_expressions
from puzzlelang.solving.dialogue import DIALECTS, Dialogue, ProgramRefused
from puzzlelang.solving.engine import CONFLICTS, Counts, Engine, Fixed, Outcome, Sat, Undecided, Unsat
from puzzlelang.solving.s_expressions import Expression
from puzzlelang.workers.subprocesses import Command

LONGEST = 1_000
"""Digits of a number; Python refuses to read more than 4,300."""


def engine(command: Command) -> Engine:
    """Make an engine of a program.  Its errors come out as `Undecided`, in its own words."""
    return Engine(command.text, lambda stated, cores: ProcessSession(command, stated, cores), own=False)


class ProcessSession:
    """One program with one problem in it.

    `switches[i]` is the Boolean that implies constraint i; None without `cores`.  `fixings` are Booleans that imply a
    value of a number, made when first needed.  `excluded` maps a tuple of variables to the value tuples excluded for
    it; the Boolean `excluding` implies these exclusions.  `pending` are commands not sent yet.  `trouble` is the reason
    why the program cannot be used any more.  `talk` is None then, and in a closed session.
    """

    def __init__(self, command: Command, problem: Problem, cores: bool) -> None:
        self.command = command
        self.problem = problem
        self.encoded = from_problem.encoding(problem)
        formulas = (
            *self.encoded.symbols, *self.encoded.ranges, *self.encoded.definitions, *self.encoded.formulas,
        )  # fmt: skip
        self.state = printer.printer(self.encoded.environment, formulas, self.encoded.taken)
        probe = names.fresh(self.state.taken, ("probe",))
        self.switches: tuple[str, ...] | None = None
        if cores:
            self.switches = tuple(
                names.fresh(self.state.taken, ("switch", i + 1)) for i in range(len(problem.constraints))
            )
        self.pending = _script(self.state, self.encoded, self.switches)
        self.fixings: dict[tuple[int, int], str] = {}
        self.excluded: dict[tuple[int, ...], set[tuple[bool | int, ...]]] = {}
        self.excluding: str | None = None
        self.trouble = ""
        self.talk: Dialogue | None = None
        self.dialect = DIALECTS[-1]
        try:
            self.talk, self.dialect = dialogue.start_in_dialect(command, encoding.LOGIC, probe, cores)
        except ProgramRefused as refused:
            self.trouble = _plain(str(refused), command)

    def solve(self, fixed: Fixed = (), active: Sequence[int] | None = None) -> Outcome:
        """Search for an answer; see `engine.Session`."""
        if active is not None and self.switches is None:
            raise ValueError("only a session with cores can switch constraints off")
        if self.trouble:
            return Undecided(self.trouble)
        if self.talk is None:
            raise ValueError("the session is closed")
        chosen: Sequence[int] = () if self.switches is None else range(len(self.switches)) if active is None else active
        try:
            return _solve(self, self.talk, fixed, chosen)
        except ProgramRefused as refused:
            self.trouble = _plain(str(refused), self.command)
            self.close()
            return Undecided(self.trouble)

    def attempt(self, fixed: Fixed, conflicts: int) -> Outcome:  # noqa: ARG002
        """Give up at once, as the program has no budget of conflicts: see `Session.attempt`."""
        return Undecided(CONFLICTS)

    def exclude(self, values: Values, among: Sequence[int]) -> None:
        """Ask for another answer from now on; see `engine.Session`."""
        key = tuple(among)
        self.excluded.setdefault(key, set()).add(tuple(values[index] for index in key))
        if self.excluding is None:
            self.excluding = names.fresh(self.state.taken, ("excluding",))
            self.pending.append(f"(declare-fun {self.excluding} () Bool)")
        self.pending.append(_assertion(self.state, encoding.differs(self.encoded, values, among), self.excluding))

    def forget(self) -> None:
        """Lift all exclusions: their Boolean is not assumed any more."""
        self.excluding = None
        self.excluded.clear()

    def watch(self, listen: Callable[[], None]) -> None:
        """Ignore the listener: a search is a single command to the program."""

    def add(self, formulas: Sequence[Formula]) -> None:
        """Assert further formulas for all later searches; see `engine.Session`."""
        for formula in formulas:
            results = from_problem.lower_further(self.encoded, formula)
            self.pending += _declarations(self.state, results)
            self.pending.append(_assertion(self.state, results))

    def counts(self) -> Counts:
        """The nodes of all formulas; the program is not asked about its work."""
        return Counts({"nodes": len(self.encoded.environment.formula_manager.formulae)})

    def close(self) -> None:
        """End the program."""
        if self.talk is not None:
            dialogue.close(self.talk)
            self.talk = None


# ------------------------------------------------------------------------------------------------------ load


def _script(state: Printer, encoded: Encoding, switches: Sequence[str] | None) -> list[str]:
    """Declarations and assertions; symbols of no variable are declared in the order in which they were made."""
    board = set(encoded.symbols)
    auxiliary = [node for node in state.parents if node.is_symbol() and node not in board]
    auxiliary.sort(key=lambda node: int(node.node_id()))
    commands = [
        f"(declare-fun {node.symbol_name()} () {printer.sort(state, node)})" for node in (*encoded.symbols, *auxiliary)
    ]
    commands += [f"(declare-fun {switch} () Bool)" for switch in switches or ()]
    commands += [_assertion(state, formula) for formula in (*encoded.ranges, *encoded.definitions)]
    for index, formula in enumerate(encoded.formulas):
        commands.append(_assertion(state, formula, switches[index] if switches else None))
    return commands


def _declarations(state: Printer, formula: FNode) -> list[str]:
    """Declarations of the symbols that no formula had before."""
    fresh = printer.count_parents(state, formula)
    return [f"(declare-fun {node.symbol_name()} () {printer.sort(state, node)})" for node in fresh if node.is_symbol()]


def _assertion(state: Printer, formula: FNode, condition: str | None = None) -> str:
    """Assert that a condition implies the formula."""
    definitions, text = printer.text(state, formula)
    return "\n".join([*definitions, f"(assert {text})" if condition is None else f"(assert (=> {condition} {text}))"])


# ---------------------------------------------------------------------------------------------------- search


def _solve(session: ProcessSession, talk: Dialogue, fixed: Fixed, chosen: Sequence[int]) -> Outcome:
    switches = session.switches or ()
    excluding = [] if session.excluding is None else [session.excluding]
    literals = [*(switches[index] for index in chosen), *_fixing_literals(session, fixed), *excluding]
    leveled = not session.dialect.assumes and bool(literals)
    if leveled:
        question = ["(push 1)", *(f"(assert {literal})" for literal in literals), "(check-sat)"]
    else:
        question = [f"(check-sat-assuming ({' '.join(literals)}))" if literals else "(check-sat)"]
    answer = dialogue.first(talk, [*session.pending, *question])
    session.pending.clear()
    match answer:
        case "sat":
            values = _values(session, talk)
            if not _right(session, values, fixed, chosen):
                raise ProgramRefused(f"`{talk.command.text}` gave values that are no answer")
            outcome: Outcome = Sat(values)
        case "unsat":
            outcome = Unsat(_core(session, talk, literals))
        case "unknown":
            outcome = Undecided(_reason(talk))
        case _:
            raise dialogue.unexpected_answer(talk, [answer])
    if leveled:
        session.pending.append("(pop 1)")
    return outcome


def _fixing_literals(session: ProcessSession, fixed: Fixed) -> Iterable[str]:
    """Literals that fix the variables; a number gets a Boolean that implies its value."""
    for index, value in fixed:
        formula = encoding.holds(session.encoded, index, value)
        if formula.is_literal() or not session.dialect.assumes:
            yield printer.text(session.state, formula)[1]
            continue
        if (index, int(value)) not in session.fixings:
            results = names.fresh(session.state.taken, ("fixing",))
            session.pending += [f"(declare-fun {results} () Bool)", _assertion(session.state, formula, results)]
            session.fixings[index, int(value)] = results
        yield session.fixings[index, int(value)]


def _values(session: ProcessSession, talk: Dialogue) -> Values:
    called = [symbol.symbol_name() for symbol in session.encoded.symbols]
    if not called:
        return ()
    answers = dialogue.ask(talk, [f"(get-value ({' '.join(called)}))"])
    result: dict[str, bool | int] = {}
    match answers:
        case [list(pairs)]:
            for pair in pairs:
                match pair:
                    case [str(name), value] if (number := _number(value)) is not None:
                        result[name] = number
                    case _:
                        raise dialogue.unexpected_answer(talk, [pair])
        case _:
            pass
    if result.keys() != set(called):
        raise dialogue.unexpected_answer(talk, answers)
    return encoding.values(session.problem, [result[name] for name in called])


def _right(session: ProcessSession, values: Values, fixed: Fixed, chosen: Sequence[int]) -> bool:
    """Check that the values fit the question: a program is not to be trusted."""
    constraints = session.problem.constraints
    active = constraints if session.switches is None else [constraints[index] for index in chosen]
    return (
        evaluate.in_range(session.problem, values)
        and all(values[index] == value for index, value in fixed)
        and all(evaluate.truth(constraint.formula, values) is True for constraint in active)
        and not any(tuple(values[i] for i in among) in known for among, known in session.excluded.items())
    )


def _number(value: Expression) -> bool | int | None:
    """A value as SMT-LIB writes it, `(- 3)` or, as some programs do, `-3`; None for anything else."""
    match value:
        case "true" | "false":
            return value == "true"
        case ["-", str(digits)] if digits.isdecimal() and len(digits) < LONGEST:
            return -int(digits)
        case str(digits) if digits.removeprefix("-").isdecimal() and len(digits) < LONGEST:
            return int(digits)
        case _:
            return None


def _core(session: ProcessSession, talk: Dialogue, assumed: Sequence[str]) -> tuple[int, ...] | None:
    """Read the unsat core; None if the program gives none, or an answer that makes no sense."""
    if session.switches is None or not session.dialect.names_cores:
        return None
    if not assumed:
        return ()
    match dialogue.ask(talk, ["(get-unsat-assumptions)"]):
        case [list(literals)] if {s_expressions.as_text(one) for one in literals} <= set(assumed):
            return tuple(index for index, switch in enumerate(session.switches) if switch in literals)
        case _:
            return None


def _reason(talk: Dialogue) -> str:
    """Return what the program says about `unknown`, if it says anything."""
    try:
        answers = dialogue.ask(talk, ["(get-info :reason-unknown)"])
    except ProgramRefused:
        answers = []
    match answers:
        case [[":reason-unknown", reason_text]] if words := s_expressions.as_text(reason_text).strip():
            return _plain(words, talk.command)
        case _:
            return "the program did not find out"


def _plain(reason: str, command: Command) -> str:
    """Return "memory limit" or "time limit" if the reason means one, else the reason as the program stated it."""
    reason_text = reason.removeprefix(f"`{command.text}`").lower()
    if "memory" in reason_text or "memout" in reason_text or "bad_alloc" in reason_text:
        return "memory limit"
    return (
        "time limit"
        if reason_text in ("timeout", "canceled", "interrupted") or "resource limit" in reason_text
        else reason
    )
