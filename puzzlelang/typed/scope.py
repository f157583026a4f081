"""What is known while a rules file is checked: declared names, local names, and what guards have shown."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, Label
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.types import Type


class Template(msgspec.Struct, frozen=True):
    """A `let` with parameters: checked anew at every call, with the types of the arguments."""

    written: tree.Let


Declaration = ir.Given | ir.Find | ir.Option | ir.Let | Template


class Checker(msgspec.Struct, eq=False):
    """The state of one check: grows while statements are read in order.

    `infer` checks one expression; the parts of the checker reach each other through it.  `used` are the declared names
    that some expression mentions; `later` says where each name of the whole file is declared; `active` are the
    templates being applied; `slots` counts the variables made, `depth` the expressions around the one being checked,
    `applied` the uses of templates; `depths` says how deep each `let` is.
    """

    infer: "Callable[[tree.Expression, Scope, Type | None], ir.Expression]"
    declared: dict[str, Declaration] = msgspec.field(default_factory=dict)
    places: dict[str, Span] = msgspec.field(default_factory=dict)
    diagnostics: list[Diagnostic] = msgspec.field(default_factory=list)
    used: set[str] = msgspec.field(default_factory=set)
    later: dict[str, Span] = msgspec.field(default_factory=dict)
    active: list[str] = msgspec.field(default_factory=list)
    slots: int = 0
    depth: int = 0
    applied: int = 0
    depths: dict[str, int] = msgspec.field(default_factory=dict)

    def slot(self) -> int:
        """A new variable's number."""
        self.slots += 1
        return self.slots - 1

    def lets(self) -> dict[str, ir.Let]:
        """Named expressions so far."""
        return {name: item for name, item in self.declared.items() if isinstance(item, ir.Let)}

    def report(self, failed: Failed) -> None:
        """Keep the diagnostics and go on."""
        self.diagnostics.extend(failed.diagnostics)


Path = tuple[str, ir.Expression | None]
"""A function with the place it is looked up at, or a single given with None."""


class Facts(msgspec.Struct, frozen=True):
    """What is shown about values that may be absent or `?` at some place of a formula.

    `there`: paths whose value is present; `known`: paths that are also no `?`.
    """

    there: frozenset[Path] = frozenset()
    known: frozenset[Path] = frozenset()

    def also(self, other: "Facts") -> "Facts":
        """Both."""
        return Facts(self.there | other.there, self.known | other.known)

    def either(self, other: "Facts") -> "Facts":
        """What both agree on."""
        return Facts(self.there & other.there, self.known & other.known)


NO_FACTS = Facts()


class Scope(msgspec.Struct, frozen=True):
    """Local names and facts at one place of a formula."""

    checker: Checker
    local: Mapping[str, ir.Expression] = msgspec.field(default_factory=dict)
    facts: Facts = NO_FACTS

    def infer(self, written: tree.Expression, expected: Type | None = None) -> ir.Expression:
        """The expression checked; its type may be `Maybe`.  Raises `Failed`."""
        return self.checker.infer(written, self, expected)

    def bind(self, variables: Iterable[ir.Variable]) -> "Scope":
        """With more local names."""
        return msgspec.structs.replace(
            self, local={**self.local, **{variable.name: variable for variable in variables}}
        )

    def knowing(self, facts: Facts) -> "Scope":
        """With more facts."""
        return self if facts == NO_FACTS else msgspec.structs.replace(self, facts=self.facts.also(facts))


def mistake(
    code: str, message: str, span: Span, *, here: str = "", hint: str = "", labels: Iterable[Label] = ()
) -> Failed:
    """One error in a rules file, to be raised."""
    return Failed([Diagnostic(code, message, span, here, hint, tuple(labels))])
