"""The scope while a rules file is checked: declared names, local names, facts that guards have shown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, Fix, Label
from puzzlelang.geometry.sorts import Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.definitions import Mentions
from puzzlelang.typed.types import ERRONEOUS, Type

Result = TypeVar("Result")


class LetTemplate(msgspec.Struct, frozen=True):
    """A `let` with parameters: checked anew at every call, with the types of the arguments."""

    written: tree.LetStatement


class RuleParameter(msgspec.Struct, frozen=True):
    """A parameter of a rule: where it is declared, and what it stands for, None while the rule is being declared."""

    place: Span
    argument: tree.ExpressionSyntax | None = None


class BrokenDeclaration(msgspec.Struct, frozen=True):
    """A declaration with a mistake: its name is known, its type is not."""

    name: str


Declaration = ir.Item | ir.Option | ir.Let | LetTemplate | BrokenDeclaration


class DrawnSymbols(msgspec.Struct, frozen=True, eq=False):
    """A given or find that has symbols at places; `order` is its number in the file.

    `meanings` maps (whether the place lies along a row, symbol) to the name of the value that the symbol means there.
    """

    order: int
    name: str
    item: ir.Item
    meanings: Mapping[tuple[bool, str], str]


class SymbolsOfSort(msgspec.Struct, eq=False):
    """The declarations with symbols at one sort of places, in order; `digits` are sets with a digit as symbol."""

    by_symbol: dict[tuple[bool, str], list[DrawnSymbols]] = msgspec.field(default_factory=dict)
    numeric: list[DrawnSymbols] = msgspec.field(default_factory=list)
    digits: list[DrawnSymbols] = msgspec.field(default_factory=list)


class Checker(msgspec.Struct, eq=False):
    """The state of one check: grows while statements are read in order.

    `infer` checks one expression; all parts of the checker call each other through it.  `rule_templates`: rules with
    parameters by name.  `report_keys`: keys of the diagnostics so far with their numbers, against repetitions.
    `statement`: number of statements begun.  `declaration_spans`: the span of each declared name in the whole file.
    `incomplete`: some declared names are unknown, so no name is certainly undeclared.  `mentions`: what each name
    means.  `open_templates`: names of the templates being applied.  `slots`: number of variables.  `depth`: expressions
    around the current one.  `applications`: uses of templates so far.  `depths`: nesting depth of each `let`.
    `plain_lets`: `let`s without parameters.  `marks`: symbols at each sort of places.  `margins`: sides of the board
    that are taken.
    """

    infer: "Callable[[tree.ExpressionSyntax, Scope, Type | None], ir.Expression]"
    declared: dict[str, Declaration] = msgspec.field(default_factory=dict)
    rule_templates: dict[str, tree.RuleTemplateStatement] = msgspec.field(default_factory=dict)
    places: dict[str, Span] = msgspec.field(default_factory=dict)
    diagnostics: list[Diagnostic] = msgspec.field(default_factory=list)
    report_keys: dict[object, int] = msgspec.field(default_factory=dict)
    statement: int = 0
    declaration_spans: dict[str, Span] = msgspec.field(default_factory=dict)
    incomplete: bool = False
    mentions: Mentions = msgspec.field(default_factory=Mentions)
    open_templates: list[str] = msgspec.field(default_factory=list)
    slots: int = 0
    depth: int = 0
    applications: int = 0
    depths: dict[str, int] = msgspec.field(default_factory=dict)
    plain_lets: dict[str, ir.Let] = msgspec.field(default_factory=dict)
    marks: dict[Sort, SymbolsOfSort] = msgspec.field(default_factory=dict)
    margins: set[str] = msgspec.field(default_factory=set)

    def slot(self) -> int:
        """Allocates the slot of a new variable."""
        self.slots += 1
        return self.slots - 1

    def report(self, failed: Failed) -> None:
        """Keeps diagnostics, without repetitions and without those that a broken statement may explain."""
        for item in failed.diagnostics:
            if self.incomplete and item.code in UNKNOWN_CODES:
                continue
            keys = [(item.code, item.message, place) for place in self._places(item)]
            first = next((self.report_keys[key] for key in keys if key in self.report_keys), len(self.diagnostics))
            misfits = self._misfits(item)
            if first < len(self.diagnostics):
                self._label(first, [Label(span, "the same here") for span in misfits[:1]])
            else:
                self.diagnostics.append(item)
                names = dict.fromkeys(span.text for span in misfits)
                self._label(first, [Label(self.places[name], f"`{name}` is defined here") for name in names])
            self.report_keys.update((key, first) for key in keys if key not in self.report_keys)

    def _places(self, item: Diagnostic) -> Sequence[object]:
        """Return what a mistake is about: of one of these the same is said once."""
        if item.code in UNKNOWN_NAME_CODES:
            return [item.help]
        if item.code in MISSING_GUARD_CODES:
            return [self.statement]
        return [span.text for span in self._misfits(item)] or [item.span]

    def _misfits(self, item: Diagnostic) -> Sequence[Span]:
        """Return where `let`s are used that do not fit there: what is wrong may be their definition."""
        parts = (item.span, *(label.span for label in item.labels)) if item.code in MISFIT_CODES else ()
        return [part for part in parts if part is not None and part.text in self.plain_lets]

    def _label(self, index: int, more: Sequence[Label]) -> None:
        """Shows further places at a diagnostic, as long as there are few."""
        item = self.diagnostics[index]
        if len(item.labels) < MOST_LABELS:
            known = {item.span, *(label.span for label in item.labels)}
            fresh = [label for label in more if label.span not in known]
            self.diagnostics[index] = msgspec.structs.replace(item, labels=(*item.labels, *fresh))

    def attempt(self, check: Callable[[], Result], instead: Result) -> Result:
        """Calls a function; if it raises `Failed`, reports that and returns a replacement."""
        try:
            return check()
        except Failed as failed:
            self.report(failed)
            return instead


MISSING_GUARD_CODES = frozenset({"E040", "E041"})
"""Codes of values that no guard has shown to be there; of one that a statement uses often it is said once."""

MISFIT_CODES = frozenset({"E030", "E031", "E032", "E033"})
"""Codes of values of a wrong kind; of a `let` the same is said once, as its definition may be what is wrong."""

MOST_LABELS = 8
"""So many further places are shown at a mistake that is said once."""

UNKNOWN_NAME_CODES = frozenset({"E020", "E021", "E022", "E050"})
"""Codes of names that stand for nothing; the same is said of the same name only once."""

UNKNOWN_CODES = UNKNOWN_NAME_CODES | {"E063"}
"""These, and that of a rule with parameters that there is none of."""


Path = tuple[str, ir.Expression | None]
"""A function with the place it is looked up at, or a single given with None."""


class Presence(msgspec.Struct, frozen=True):
    """Facts about values that may be absent or `?` at some place of a formula.

    `present`: paths whose value is present; `known`: paths that are also no `?`.  `anything`: a condition with a
    mistake may have shown whatever it was meant to.
    """

    present: frozenset[Path] = frozenset()
    known: frozenset[Path] = frozenset()
    anything: bool = False

    def union(self, other: "Presence") -> "Presence":
        """The union of both sets of facts: both conditions hold."""
        return Presence(self.present | other.present, self.known | other.known, self.anything or other.anything)

    def intersection(self, other: "Presence") -> "Presence":
        """The intersection of both sets of facts: one of the conditions holds."""
        return Presence(self.present & other.present, self.known & other.known, self.anything or other.anything)


NO_FACTS = Presence()


class Scope(msgspec.Struct, frozen=True):
    """Local names and facts at one place of a formula.

    `in_declaration`: inside of a template that is being declared.  `in_template_use`: inside of one that is being
    applied.  `parameters`: those of the rule.
    """

    checker: Checker
    local: Mapping[str, ir.Expression] = msgspec.field(default_factory=dict)
    facts: Presence = NO_FACTS
    in_declaration: bool = False
    in_template_use: bool = False
    parameters: Mapping[str, RuleParameter] = msgspec.field(default_factory=dict)

    def infer(self, written: tree.ExpressionSyntax, expected: Type | None = None) -> ir.Expression:
        """Checks an expression; its type may be `Maybe`, or `Erroneous` if it has a mistake, which is reported."""
        return self.checker.infer(written, self, expected)

    def report_mistake(self, failed: Failed, span: Span) -> ir.Expression:
        """Reports a mistake and returns the expression that replaces the faulty one."""
        self.checker.report(failed)
        return erroneous(span)

    def argument(self, written: tree.Name, expected: Type | None) -> ir.Expression:
        """The value of a rule's parameter: its argument, checked anew, so that all its variables are its own."""
        parameter = self.parameters[written.text]
        if parameter.argument is None:
            return erroneous(written.span)
        result = Scope(self.checker, facts=self.facts).infer(parameter.argument, expected)
        self.checker.mentions.learn(parameter.place, result.type)
        return result

    def property_name(self, word: tree.Identifier) -> tree.Identifier | None:
        """The name that stands behind a dot, where it may be the parameter of a rule; None if it is not known yet.

        Raises `Failed` if its argument is no name.
        """
        if word.text in self.local or word.text not in self.parameters:
            return word
        match self.parameters[word.text].argument:
            case None:
                return None
            case tree.Name(text, span):
                if text in self.checker.declared:
                    Scope(self.checker).record_name(span, text)
                return tree.Identifier(text, span)
            case other:
                hint = "give it a name with `let`"
                raise mistake("E063", f"`{word.text}` has to be a name here", other.span, hint=hint)

    def record_name(self, span: Span, text: str) -> None:
        """Records the use of a name: a local one, a declared one, or else a word of the language."""
        if self.in_template_use:
            return  # its own text was noted where it was declared
        target: Span | str = text
        if text in self.local:
            target = self.local[text].span
        elif text in self.parameters:
            target = self.parameters[text].place
        elif text in self.checker.declared:
            target = self.checker.places[text]
        self.checker.mentions.uses[span] = target

    def record_word(self, span: Span, word: str) -> None:
        """Records the use of a word of the language, even if the file declares the same name."""
        if not self.in_template_use:
            self.checker.mentions.uses[span] = word

    def declares(self, text: str) -> bool:
        """Whether the file itself declares the name."""
        return text in self.local or text in self.checker.declared

    def bind(self, variables: Iterable[ir.LocalVariable]) -> "Scope":
        """The scope with more local names."""
        return msgspec.structs.replace(
            self, local={**self.local, **{variable.name: variable for variable in variables}}
        )

    def with_facts(self, facts: Presence) -> "Scope":
        """The scope with more facts."""
        return self if facts == NO_FACTS else msgspec.structs.replace(self, facts=self.facts.union(facts))


def erroneous(span: Span) -> ir.Expression:
    """The expression that replaces one with a reported mistake."""
    return ir.Constant(False, ERRONEOUS, span)


def mistake(
    code: str,
    message: str,
    span: Span,
    *,
    here: str = "",
    hint: str = "",
    labels: Iterable[Label] = (),
    fixes: Iterable[Fix] = (),
) -> Failed:
    """Builds the `Failed` of one error in a rules file."""
    return Failed([Diagnostic(code, message, span, here, hint, tuple(labels), tuple(fixes))])
