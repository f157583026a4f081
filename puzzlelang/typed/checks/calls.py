"""Checks words with arguments: by the table of builtins, as aggregates, graph words, questions or templates."""

from collections.abc import Collection

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.geometry.sorts import Sort
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks import aggregates
from puzzlelang.typed.checks.aggregates import aggregate, check_arity, check_no_clause
from puzzlelang.typed.checks.coercions import as_set, cells, collection, element_type, require_on_board, value
from puzzlelang.typed.checks.facts import path_of
from puzzlelang.typed.checks.kinds import group_type
from puzzlelang.typed.checks.scope import BrokenDeclaration, LetTemplate, Scope, erroneous, mistake
from puzzlelang.typed.checks.suggestions import signature_advice, unknown_word_error
from puzzlelang.typed.types import (
    DIRECTION,
    ERRONEOUS,
    TRUTH,
    Enumeration,
    Erroneous,
    Pair,
    PlaceType,
    SetOf,
    Type,
    covers_cells,
    describe,
    fits,
)
from puzzlelang.typed.words.builtins import AGGREGATES, FUNCTIONS, QUESTIONS, RELATIONS
from puzzlelang.typed.words.graph_words import WORDS
from puzzlelang.typed.words.signatures import Signature
from puzzlelang.typed.words.vocabulary import RESERVED, WITH_ARGUMENTS

MAX_APPLIED = 1_000
"""Uses of `let`s with parameters in one file, those inside each other included."""


def call(written: tree.Call, scope: Scope) -> ir.Expression:
    """Checks `name(…)`."""
    name = written.name.text
    declared = scope.checker.declared.get(name)
    if name in WITH_ARGUMENTS:
        scope.record_word(written.name.span, name)
    elif name in scope.local or declared is not None or name in RESERVED:
        scope.record_name(written.name.span, name)
    if isinstance(declared, BrokenDeclaration) and name not in WITH_ARGUMENTS:
        return _arguments_of_nothing(written, scope)
    if isinstance(declared, LetTemplate):
        return _apply_template(written, declared.written, scope)
    if isinstance(declared, ir.Given) and isinstance(declared.kind, ir.GroupsKind) and name not in WITH_ARGUMENTS:
        return _holding(written, declared.kind, scope)
    if name not in WITH_ARGUMENTS and (
        (declared is not None and not isinstance(declared, BrokenDeclaration)) or name in scope.local
    ):
        argument = " ".join(written.arguments[0].span.text.split()) if len(written.arguments) == 1 else "x"
        hint = f"write `{argument}.{name}`" if declared is not None else ""
        raise mistake("E022", f"`{name}` takes no arguments", written.name.span, hint=hint)
    if name in AGGREGATES:
        return aggregate(written, scope)
    if name in QUESTIONS:
        return _question(written, scope)
    if name in RELATIONS:
        return _relation(written, scope)
    if name in WORDS:
        return aggregates.word(written, WORDS[name], scope)
    if name in FUNCTIONS:
        return _builtin(written, FUNCTIONS[name], scope)
    scope.checker.report(unknown_word_error(written, scope))
    return _arguments_of_nothing(written, scope)


def _arguments_of_nothing(written: tree.Call, scope: Scope) -> ir.Expression:
    """Check the arguments of an unknown word and return an erroneous expression; a bare name is never reported."""
    for argument in written.arguments:
        scope.infer(argument, ERRONEOUS)
    return erroneous(written.span)


def _holding(written: tree.Call, kind: ir.GroupsKind, scope: Scope) -> ir.Expression:
    """Checks `cage(c)`: the groups or paths of a declaration that a place is in."""
    check_arity(written, 1)
    check_no_clause(written)
    name, place = written.name.text, value(written.arguments[0], scope)
    if place.type not in (PlaceType(kind.members), ERRONEOUS):
        wanted = f"a {kind.members.value}"
        raise mistake("E033", f"`{name}` wants {wanted}", place.span, here=f"this is {describe(place.type)}")
    results = SetOf(group_type(name, kind))
    whole = ir.Symbol(name, ir.SymbolRole.GIVEN, results, written.name.span)
    return ir.Builtin("holding", (whole, place), results, written.span)


def _question(written: tree.Call, scope: Scope) -> ir.Expression:
    check_arity(written, 1)
    check_no_clause(written)
    results = scope.infer(written.arguments[0])
    if isinstance(results.type, Erroneous):
        return ir.Guard(results, written.name.text == "known", TRUTH, written.span)
    if path_of(results) is None or isinstance(results.type, SetOf):
        raise mistake(
            "E042", f"`{written.name.text}` asks about a clue", results.span, here=f"this is {describe(results.type)}"
        )
    return ir.Guard(results, written.name.text == "known", TRUTH, written.span)


def _relation(written: tree.Call, scope: Scope) -> ir.Expression:
    check_arity(written, 1)
    check_no_clause(written)
    inside = collection(written.arguments[0], scope)
    results = element_type(inside, inside.span)
    if isinstance(results, Erroneous):
        return erroneous(written.span)
    if written.name.text == "within":
        if isinstance(results, PlaceType) and (covers_cells(results)):
            pair = Pair(PlaceType(Sort.CELL), PlaceType(Sort.CELL))
            return ir.Builtin("within", (require_on_board(inside, scope, "`within`"),), SetOf(pair), written.span)
        raise mistake(
            "E033", "`within` wants the regions of a partition", inside.span, here=f"this is {describe(inside.type)}"
        )
    if not isinstance(results, PlaceType):
        raise mistake("E033", "`pairs` wants a set of places", inside.span, here=f"this is {describe(inside.type)}")
    return ir.Builtin("pairs", (inside,), SetOf(Pair(results, results)), written.span)


def _builtin(written: tree.Call, signatures: tuple[Signature, ...], scope: Scope) -> ir.Expression:
    check_arity(written, *sorted({len(signature.parameters) for signature in signatures}))
    arguments = tuple(value(argument, scope) for argument in written.arguments)
    kinds = (results.type.members for results in arguments if isinstance(results.type, PlaceType))
    if members := next((one for one in kinds if one is not None), None):
        signatures = tuple(signature.of_members(members) for signature in signatures)
    for signature in signatures:
        if len(signature.parameters) == len(arguments):
            coerced = [_coerce(results, *one) for results, one in zip(arguments, _parameters(signature), strict=True)]
            if None not in coerced:
                kept = [argument for argument in coerced if argument is not None]
                results = _build(written, signature, kept, scope)
                sound = not any(isinstance(argument.type, Erroneous) for argument in arguments)
                return results if sound or len(signatures) == 1 else erroneous(written.span)
    wrong = [describe(argument.type) for argument in arguments]
    alike = (signature.parameters for signature in signatures if len(signature.parameters) == len(arguments))
    wanted = join_words(
        (f"`{written.name.text}` of {join_words(map(describe, parameters))}" for parameters in alike), "or"
    )
    hint = signature_advice(written, arguments, signatures, scope) or f"there is {wanted}"
    raise mistake("E033", f"`{written.name.text}` cannot be asked of {join_words(wrong)}", written.span, hint=hint)


def _parameters(signature: Signature) -> list[tuple[Type, Collection[str]]]:
    """The parameter types, and the names of directions that are accepted as well."""
    return [(wanted, signature.ways if wanted == DIRECTION else ()) for wanted in signature.parameters]


def _coerce(expression: ir.Expression, wanted: Type, named: Collection[str]) -> ir.Expression | None:
    if expression.type in (wanted, ERRONEOUS):
        return expression
    if isinstance(expression.type, Enumeration) and any(name in named for name in expression.type.members):
        return expression
    if isinstance(wanted, SetOf):
        gathered = as_set(expression)
        return gathered if fits(gathered.type, wanted) else None
    return expression if isinstance(wanted, PlaceType) and wanted.members and fits(expression.type, wanted) else None


def _build(written: tree.Call, signature: Signature, arguments: list[ir.Expression], scope: Scope) -> ir.Expression:
    name = written.name.text
    if signature.on_board:
        arguments = [require_on_board(argument, scope, f"the number in `{name}`") for argument in arguments]
    if signature.whole:
        arguments = [_whole(argument, scope, name) for argument in arguments]
    name = signature.called or name
    check_no_clause(written, *signature.clauses)
    if "by" in signature.clauses:
        arguments.append(_regions(written, scope))
        name = f"{name} by"
    elif written.clause is not None:
        name = f"{name} {written.clause.word}"
        arguments.append(cells(written.clause.value, scope))
    return ir.Builtin(name, tuple(arguments), signature.result, written.span)


def _whole(expression: ir.Expression, scope: Scope, name: str) -> ir.Expression:
    """Reports regions that are to be found, unless they are a partition as a whole."""
    if isinstance(expression, ir.Symbol):
        return expression
    return require_on_board(expression, scope, f"a part of a partition in `{name}`")


def _regions(written: tree.Call, scope: Scope) -> ir.Expression:
    """Checks what stands behind `by`: groups of cells that the board decides, such as a partition."""
    if written.clause is None:
        text = " ".join(written.arguments[0].span.text.split())
        hint = f"name a partition: `{written.name.text}({text} by room)`"
        raise mistake("E026", f"`{written.name.text}` needs `by`", written.span, hint=hint)
    results = value(written.clause.value, scope)
    element = results.type.element if isinstance(results.type, SetOf) else None
    if isinstance(results.type, Erroneous) or (element is not None and covers_cells(element)):
        return require_on_board(results, scope, "what stands behind `by`")
    here = f"this is {describe(results.type)}"
    failed = mistake("E033", "a partition or other groups of cells are wanted here", results.span, here=here)
    return scope.report_mistake(failed, results.span)


def _apply_template(written: tree.Call, template: tree.LetStatement, scope: Scope) -> ir.Expression:
    checker, name = scope.checker, written.name.text
    check_arity(written, len(template.parameters))
    check_no_clause(written)
    checker.applications += not scope.in_declaration
    if checker.applications > MAX_APPLIED:
        hint = "a `let` that uses another twice, which uses another twice, grows fast"
        raise mistake("E006", f"templates are used more than {MAX_APPLIED} times", written.span, hint=hint)
    if name in checker.open_templates:
        raise mistake(
            "E027",
            f"`{name}` is defined by itself",
            written.span,
            hint="a `let` cannot use itself",
            labels=[Label(template.name.span, "defined here")],
        )
    arguments = [value(argument, scope) for argument in written.arguments]
    if scope.in_declaration:
        return erroneous(written.span)
    local: dict[str, ir.Expression] = {}
    slots, kept = [], []
    for parameter, argument in zip(template.parameters, arguments, strict=True):
        checker.mentions.learn(parameter.span, argument.type)
        if isinstance(argument, ir.LocalVariable):
            local[parameter.text] = argument
            continue
        slot = checker.slot()
        local[parameter.text] = ir.LocalVariable(slot, parameter.text, argument.type, parameter.span)
        slots.append(slot)
        kept.append(argument)
    body = _body(written, template, Scope(checker, local, scope.facts, in_template_use=True))
    if isinstance(body, ir.GraphWord):
        body = msgspec.structs.replace(body, called=name)
    if not slots:
        return body
    return ir.Apply(name, tuple(slots), tuple(kept), body, body.type, written.span)


def _body(written: tree.Call, template: tree.LetStatement, scope: Scope) -> ir.Expression:
    """Return the checked body of a template with its parameters bound; errors in it also point at the call."""
    checker = scope.checker
    before = len(checker.diagnostics)
    checker.open_templates.append(template.name.text)
    try:
        return value(template.body, scope)
    finally:
        checker.open_templates.pop()
        checker.diagnostics[before:] = [_call_label(item, written) for item in checker.diagnostics[before:]]


def _call_label(item: Diagnostic, written: tree.Call) -> Diagnostic:
    label = Label(written.span, "used here")
    return Diagnostic(item.code, item.message, item.span, item.here, item.help, (*item.labels, label))
