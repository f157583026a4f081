"""Checks rules with parameters, `rule apart(S) "…": …`, and their uses, `rule touch = apart(black)`."""

import json
import re
from collections.abc import Callable

from puzzlelang.diagnostics.nearest import count_of, did_you_mean
from puzzlelang.diagnostics.record import Diagnostic, Failed, Label
from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree
from puzzlelang.typed import definitions, ir
from puzzlelang.typed.checks.coercions import check_depth, require_on_board, truth
from puzzlelang.typed.checks.facts import facts_of_condition
from puzzlelang.typed.checks.rules import is_single, leading, sentence_pieces, without_sentence
from puzzlelang.typed.checks.scope import Checker, RuleParameter, Scope, mistake
from puzzlelang.typed.types import ERRONEOUS, Erroneous

MAX_USES = 1_000
"""Uses of rules with parameters in one file."""

_HOLE = re.compile(r"\{([^{}]*)\}")


def check_template(written: tree.RuleTemplateStatement, checker: Checker) -> None:
    """Checks a rule with parameters for mistakes that no argument can mend; its parameters may be anything."""
    first = checker.rule_templates[written.name.text]
    if first is not written:
        label = Label(first.name.span, "the other one")
        message = f"two rules with parameters are called `{written.name.text}`"
        raise mistake("E052", message, written.name.span, hint="choose another name for one of them", labels=[label])
    if written.sentence is None or not written.sentence.value.strip():
        raise without_sentence(written.name, written.sentence)
    parameters: dict[str, RuleParameter] = {}
    for word in written.parameters:
        if word.text in parameters:
            raise mistake("E023", f"`{word.text}` is declared twice", word.span)
        parameters[word.text] = RuleParameter(word.span)
        noted = definitions.NameKind.PARAMETER, word.text, ERRONEOUS, written.span
        checker.mentions.locals[word.span] = noted
    slots = checker.slots
    scope = Scope(checker, in_declaration=True, parameters=parameters)
    body = truth(written.body, scope)
    for hole in _HOLE.finditer(written.sentence.value):
        _check_hole(hole.group(1), written.sentence, leading(written.body, body, scope))
    checker.slots = slots


def _check_hole(text: str, sentence: tree.QuotedText, scope: Scope) -> None:
    """Reports a hole of a template's sentence that begins with neither a parameter nor a name that it may use."""
    first, _, _ = text.partition("|")[0].strip().partition(".")
    if first not in scope.parameters and first not in scope.local and not is_single(scope.checker.declared.get(first)):
        names = sorted({*scope.parameters, *scope.local})
        hint = did_you_mean(first, names) or "it may use the parameters and the names of the leading `every` and `no`"
        scope.checker.report(mistake("E050", f"a sentence cannot use `{first}`", sentence.span, hint=hint))


def use(written: tree.RuleUseStatement, checker: Checker) -> ir.Rule:
    """The rule that a use of a rule with parameters stands for.

    Raises `Failed` if there is no such rule or its parameters are others in number.
    """
    template = _template(written, checker)
    parameters = {
        word.text: RuleParameter(word.span, argument)
        for word, argument in zip(template.parameters, written.arguments, strict=True)
    }
    scope = Scope(checker)
    condition = None
    if written.condition is not None:
        condition = require_on_board(truth(written.condition, scope), scope, "when a rule holds")
    facts = facts_of_condition(condition, True)
    inside = Scope(checker, facts=facts, in_template_use=True, parameters=parameters)
    return _with_labels(checker, template, written, lambda: _rule(written, template, condition, inside))


def _template(written: tree.RuleUseStatement, checker: Checker) -> tree.RuleTemplateStatement:
    name = written.template
    template = checker.rule_templates.get(name.text)
    if template is None:
        hint = did_you_mean(name.text, checker.rule_templates)
        hint = hint or f'it is stated as `rule {name.text}(…) "…": …`, here or in a file that this one includes'
        raise mistake("E063", f"there is no rule `{name.text}` with parameters", name.span, hint=hint)
    checker.mentions.uses[name.span] = template.name.span
    if template.sentence is None:
        raise Failed(())  # said where it is stated
    wanted, there = len(template.parameters), len(written.arguments)
    if wanted != there:
        called = ", ".join(word.text for word in template.parameters)
        message = f"`{name.text}` takes {count_of(wanted, 'argument')}, not {there}"
        label = Label(template.name.span, "stated here")
        hint = f"write `{name.text}({called})` with something for each"
        raise mistake("E026", message, written.span, hint=hint, labels=[label])
    checker.applications += 1
    if checker.applications > MAX_USES:
        raise mistake("E006", f"rules with parameters are used more than {MAX_USES} times", written.span)
    return template


def _rule(
    written: tree.RuleUseStatement, template: tree.RuleTemplateStatement, condition: ir.Expression | None, scope: Scope
) -> ir.Rule:
    body = truth(template.body, scope)
    check_depth(body, scope)
    sentence = written.sentence
    if sentence is None:
        sentence = _fill(template, written, scope)
    else:
        scope = Scope(scope.checker, facts=scope.facts)
    pieces = () if isinstance(body.type, Erroneous) else sentence_pieces(sentence, leading(template.body, body, scope))
    return ir.Rule(written.name.text, pieces, sentence.value, condition, body, written.name.span)


def _with_labels(
    checker: Checker,
    template: tree.RuleTemplateStatement,
    written: tree.RuleUseStatement,
    check: Callable[[], ir.Rule],
) -> ir.Rule:
    """Runs a check; mistakes point at both places, that of the rule with parameters and that of its use."""

    def labelled(item: Diagnostic) -> Diagnostic:
        span = item.span
        if span is None or span.source not in (template.span.source, written.span.source):
            span = template.name.span if template.sentence is None else template.sentence.span
        mine = span.source is written.span.source and written.span.start <= span.start < written.span.end
        label = Label(template.name.span, "what it is for") if mine else Label(written.span, "used here")
        return Diagnostic(item.code, item.message, span, item.here, item.help, (*item.labels, label))

    before = len(checker.diagnostics)
    try:
        return check()
    except Failed as failed:
        raise Failed(map(labelled, failed.diagnostics)) from None
    finally:
        checker.diagnostics[before:] = [labelled(item) for item in checker.diagnostics[before:]]


# ------------------------------------------------------------------------------------------------- sentences


def _fill(template: tree.RuleTemplateStatement, written: tree.RuleUseStatement, scope: Scope) -> tree.QuotedText:
    """The sentence of a template in words about the arguments, as a text of its own."""
    assert template.sentence is not None
    text = _HOLE.sub(lambda hole: _word(hole, written, scope), template.sentence.value)
    text = _HOLE.sub(lambda hole: _path(hole, scope), text)
    if (first := _HOLE.match(template.sentence.value)) and first.group(1) in scope.parameters:
        text = text[:1].upper() + text[1:]
    source = Source(template.span.source.name, json.dumps(text, ensure_ascii=False))
    return tree.QuotedText(text, Span(source, 0, len(source.text)))


def _word(hole: re.Match[str], written: tree.RuleUseStatement, scope: Scope) -> str:
    """A hole with a parameter alone: the name of its argument, or a hole for the value that a board has."""
    path, *words = (part.strip() for part in hole.group(1).split("|"))
    if path not in scope.parameters:
        return hole.group()
    match scope.parameters[path].argument:
        case tree.Name(text) if is_single(scope.checker.declared.get(text)):
            return "{" + "|".join([text, *words]) + "}"
        case tree.Name(text):
            return text.replace("_", " ")
        case tree.Integer(value):
            return f"{value} {words[value != 1]}" if len(words) == 2 else str(value)
        case other:
            assert other is not None
            hint = f"write a sentence behind `{written.template.text}(…)`, or give the argument a name with `let`"
            raise mistake("E063", f"the sentence has no word for `{path}`", other.span, hint=hint)


def _path(hole: re.Match[str], scope: Scope) -> str:
    """A hole whose path names parameters behind dots, with their arguments instead."""
    path, *words = hole.group(1).split("|")
    first, *rest = path.strip().split(".")
    names = [
        scope.property_name(tree.Identifier(word, scope.parameters[word].place)) if word in scope.parameters else None
        for word in rest
    ]
    rest = [word if name is None else name.text for word, name in zip(rest, names, strict=True)]
    return "{" + "|".join([".".join([first, *rest]), *words]) + "}"
