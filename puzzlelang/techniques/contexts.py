"""Contexts of a window: what premises force in one of them, and in all that are possible."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

import msgspec

from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem import evaluate
from puzzlelang.problem.nodes import Formula, Kind, Variable
from puzzlelang.solving import cadical
from puzzlelang.solving.engine import Sat
from puzzlelang.solving.pipelines import eager
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.record import Fact, Presence, Spot, Window
from puzzlelang.techniques.samples import contexts
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.techniques.theory import Theories, Theory

MOST_VALUES = 9
"""Numbers and names with more values than these are not spoken of."""

Wanted = list[tuple[int, bool | int]]
"""Variables with the values that a fact gives them."""


class Context(msgspec.Struct, frozen=True, eq=False):
    """A theory in a solver."""

    opened: OpenRules
    theory: Theory
    session: cadical.CadicalSession

    def wanted(self, fact: Fact) -> Wanted | None:
        """The variables that a fact which holds decides; None if the window has no such place here."""
        variable = self.theory.variables.get((fact.name, fact.spot))
        if self.opened.given(fact.name):
            return self._given_literals(fact, variable)
        return None if variable is None else [(variable.index, _code(variable, fact.value))]

    def _given_literals(self, fact: Fact, variable: Variable | None) -> Wanted | None:
        there = self.theory.variables.get((presence_name(fact.name), fact.spot))
        present: Wanted = [] if there is None else [(there.index, fact.value is not Presence.ABSENT)]
        if isinstance(fact.value, Presence) and (variable is None or variable.kind is not Kind.MEMBER):
            return present or None
        if not isinstance(fact.value, Presence) and (
            premise := self.theory.number_facts.get((fact.name, fact.spot, fact.value))
        ):
            return [*present, (premise.index, True)]
        return None if variable is None else [*present, (variable.index, _code(variable, fact.value))]

    def denied(self, fact: Fact) -> int | None:
        """The literal that denies a fact about a find; None if there is no such place here."""
        variable = self.theory.variables.get((fact.name, fact.spot))
        if variable is None:
            return None
        here = self.session.value_is(variable, int(_code(variable, fact.value)))
        return -here if fact.holds else here

    def answer(self, premises: Iterable[Fact], denied: Fact | None = None) -> Sequence[bool | int] | None:
        """Values in which the premises hold and another fact does not; None if there are none."""
        fixed = [one for fact in premises for one in self.wanted(fact) or ()]
        literal = None if denied is None else self.denied(denied)
        self.session.assumed = () if literal is None else (literal,)
        result = self.session.solve(fixed)
        return result.values if isinstance(result, Sat) else None

    def direct(self, premises: Iterable[Fact], conclusion: Fact) -> bool:
        """Return whether a single clause of a rule says that the premises force the conclusion."""
        variable = self.theory.variables[conclusion.name, conclusion.spot]
        values: list[bool | int | None] = [None] * len(self.theory.problem.variables)
        for index, value in (one for fact in premises for one in self.wanted(fact) or ()):
            values[index] = value
        coded = _code(variable, conclusion.value)
        clauses: Sequence[Formula] = self.theory.single
        for other in variable.values:
            if clauses and (other == coded) is not conclusion.holds:
                values[variable.index] = bool(other) if variable.kind is Kind.MEMBER else other
                truths = evaluate.truths(clauses, values)
                clauses = [clause for clause, truth in zip(clauses, truths, strict=True) if truth is False]
        return bool(clauses)

    def true(self, values: Sequence[bool | int], fact: Fact) -> bool:
        """Return whether a fact holds in an answer."""
        wanted = self.wanted(fact)
        return wanted is not None and all(values[index] == value for index, value in wanted)


def _code(variable: Variable, value: Presence | int | str) -> bool | int:
    match value:
        case Presence():
            return value is Presence.PRESENT
        case str():
            return variable.names.index(value)
        case int():
            return value
        case _:
            assert_never(value)


def loaded(opened: OpenRules, theory: Theory) -> Context:
    """Load a theory into a solver."""
    session = cadical.CadicalSession(eager(theory.problem), cores=False)
    near = (*theory.variables.values(), *theory.number_facts.values())
    session.read = frozenset(one.index for one in near)
    members = {at: one for at, one in theory.variables.items() if one.kind is Kind.MEMBER}
    session.prefer([session.value_is(one, 1) for (name, _), one in members.items() if name.endswith("?")])
    return Context(opened, theory, session)


class Contexts(msgspec.Struct, frozen=True, eq=False):
    """Contexts, each opened when first needed.

    `motions`: turns and flips after which the rules say the same; the image of a context shares its solver.
    `theories`: those that are known already, if any.
    """

    opened: OpenRules
    motions: Sequence[WindowMotion] = ()
    theories: Theories | None = None
    known: dict[Window, Context] = msgspec.field(default_factory=dict)
    sessions: list[cadical.CadicalSession] = msgspec.field(default_factory=list)

    def context(self, window: Window) -> Context:
        """The context in which just the rims of a window lie at the rim."""
        if window not in self.known:
            self.known[window] = self._image(window) or self._new(window)
        return self.known[window]

    def _new(self, window: Window) -> Context:
        result = loaded(self.opened, (self.theories or Theories(self.opened)).of(window))
        self.sessions.append(result.session)
        return result

    def _image(self, window: Window) -> Context | None:
        for motion in self.motions:
            for other, result in self.known.items():
                if other.cells == window.cells and motion.window(other) == window:
                    return msgspec.structs.replace(result, theory=result.theory.moved(motion))
        return None

    def close(self) -> None:
        """Free the solvers."""
        for session in self.sessions:
            session.close()
        self.sessions.clear()
        self.known.clear()


class Place(msgspec.Struct, frozen=True, eq=False):
    """A window in every context that it can be in, the one with the most room first."""

    every: Contexts
    window: Window

    def contexts(self) -> Iterator[Context]:
        """Yield all contexts."""
        for window in contexts(self.window):
            yield self.every.context(window)

    @property
    def roomy(self) -> Context:
        """The context in which every other side has room."""
        return next(self.contexts())

    def against(self, premises: Sequence[Fact], conclusion: Fact) -> tuple[Context, Sequence[bool | int]] | None:
        """An answer of some context in which the premises hold and the conclusion does not, None if there is none."""
        for context in self.contexts():
            if any(context.wanted(fact) is None for fact in (*premises, conclusion)):
                continue
            values = context.answer(premises, conclusion)
            if values is not None:
                return context, values
        return None

    def forced(self, premises: Sequence[Fact], conclusion: Fact) -> bool:
        """Return whether premises force a conclusion in every context."""
        return self.against(premises, conclusion) is None


def sayable(context: Context) -> tuple[list[Fact], list[Fact]]:
    """List what premises may say, and conclusions: values of givens and finds near a window.

    Hidden finds are left out, as nobody draws them and no answer has them.
    """
    premises: list[Fact] = []
    conclusions: list[Fact] = []
    hidden = {find.name for find in context.opened.rules.hidden}
    names = [(name.removesuffix("?"), spot, one) for (name, spot), one in context.theory.variables.items()]
    for name, spot, variable in (one for one in names if one[0] not in hidden):
        if context.opened.given(name):
            premises += _given_facts(context, name, spot)
        elif variable.kind is Kind.MEMBER:
            both = [Fact(name, spot, value) for value in Presence]
            premises += both
            conclusions += both
        elif len(variable.values) <= MOST_VALUES and variable.absent is None:
            here = context.theory.values((name, spot))
            values = [variable.names[value] if variable.names else value for value in here]
            premises += [Fact(name, spot, value) for value in values]
            ways = (True,) if len(variable.values) == 2 else (True, False)  # of two, one is not there if the other is
            conclusions += [Fact(name, spot, value, holds) for value in values for holds in ways]
    return list(dict.fromkeys(premises)), conclusions


def _given_facts(context: Context, name: str, spot: Spot) -> Iterator[Fact]:
    variable = context.theory.variables.get((name, spot))
    there = context.theory.variables.get((presence_name(name), spot))
    if there is not None or (variable is not None and variable.kind is Kind.MEMBER):
        yield from (Fact(name, spot, value) for value in Presence)
    if variable is not None and variable.kind is not Kind.MEMBER:
        if len(variable.values) <= MOST_VALUES:
            for value in context.theory.values((name, spot)):
                yield Fact(name, spot, variable.names[value] if variable.names else value)
    elif variable is None:
        values = [value for about, at, value in context.theory.number_facts if (about, at) == (name, spot)]
        yield from (Fact(name, spot, value) for value in sorted(values, key=lambda one: (len(f"{one}"), f"{one}")))
