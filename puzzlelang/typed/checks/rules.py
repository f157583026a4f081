"""Checks `rule` and `example` statements."""

import re
from collections.abc import Mapping

import msgspec

from puzzlelang.diagnostics.fixes import behind, replace
from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted, nearest_word
from puzzlelang.diagnostics.record import Edit, Failed, Fix
from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.coercions import check_depth, require_on_board, truth
from puzzlelang.typed.checks.facts import facts_of_condition, facts_of_domain
from puzzlelang.typed.checks.names import property_at
from puzzlelang.typed.checks.scope import BrokenDeclaration, Checker, Declaration, Scope, mistake
from puzzlelang.typed.types import ERRONEOUS, Erroneous, Maybe, NumberType, Pair, PlaceType, SetOf, Type, describe

_HOLE = re.compile(r"\{([^{}]*)\}")
MOST_NAMED = 8
"""So many rules are named where one is unknown."""

_PATH = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)*\Z")

UNIVERSAL = (ir.Quantity.EVERY, ir.Quantity.NO)
"""Quantifiers whose every binding is a constraint of its own."""


def rule(written: tree.RuleStatement, checker: Checker) -> ir.Rule:
    """Checks a rule with its sentence."""
    quoted = written.sentence
    if quoted is None or not quoted.value.strip():
        checker.report(without_sentence(written.name, quoted))
        quoted = tree.QuotedText("", written.name.span)
    scope = Scope(checker)
    condition = None
    if written.condition is not None:
        condition = require_on_board(truth(written.condition, scope), scope, "when a rule holds")
    scope = scope.with_facts(facts_of_condition(condition, True))
    body = truth(written.body, scope)
    check_depth(body, scope)
    sentence = () if isinstance(body.type, Erroneous) else sentence_pieces(quoted, leading(written.body, body, scope))
    return ir.Rule(written.name.text, sentence, quoted.value, condition, body, written.name.span)


def without_sentence(name: tree.Identifier, quoted: tree.QuotedText | None) -> Failed:
    """The error for a rule whose sentence is missing or empty."""
    hint = f'write `rule {name.text} "What players read": …`'
    spoken = f'"{name.text.replace("_", " ").capitalize()}"'
    fixes = [replace(quoted.span, spoken, sure=False) if quoted else behind(name.span, f" {spoken}", sure=False)]
    place = quoted.span if quoted else name.span
    return mistake("E009", f"rule `{name.text}` has no sentence", place, hint=hint, fixes=fixes)


def sentence_pieces(written: tree.QuotedText, scope: Scope) -> tuple[str | ir.Hole, ...]:
    """The text and the holes of a sentence in turn.  Raises `Failed` for a stray brace; other mistakes are reported."""
    pieces: list[str | ir.Hole] = []
    end = 0
    raw = written.span.text
    for hole, place in zip(_HOLE.finditer(written.value), _HOLE.finditer(raw), strict=False):
        pieces.append(written.value[end : hole.start()])
        start = written.span.start + place.start()
        span = Span(written.span.source, start, start + len(place.group()))
        try:
            pieces.append(_hole(hole.group(1).strip(), span, scope))
        except Failed as failed:
            scope.checker.report(failed)
        end = hole.end()
    rest = written.value[end:]
    stray = next(
        (character for character in "".join(p for p in pieces if isinstance(p, str)) + rest if character in "{}"), None
    )
    if stray is not None:
        raise mistake(
            "E051",
            f"`{stray}` in a sentence belongs to `{{name}}`",
            written.span,
            hint="braces stand around what is filled in",
        )
    return (*pieces, rest)


def leading(written: tree.ExpressionSyntax, body: ir.Expression, scope: Scope) -> Scope:
    """The names a sentence may use: those of the leading `every` and `no`, options and single givens."""
    while isinstance(body, ir.Quantified) and body.quantity in UNIVERSAL:
        scope = _bound(written, body, scope)
        if body.quantity is not ir.Quantity.EVERY:
            break
        body = body.body
        written = written.body if isinstance(written, tree.QuantifiedSyntax) else written
    return scope


def _bound(written: tree.ExpressionSyntax, body: ir.Quantified, scope: Scope) -> Scope:
    result, names = body.binder.domain.type, body.binder.names
    places = [body.binder.span] * len(names)
    if isinstance(written, tree.QuantifiedSyntax):
        places = [word.span for word in written.binder.names]
    kinds: list[Type | None] = [ERRONEOUS] * len(names)
    if isinstance(result, SetOf):
        kinds = [result.element.first, result.element.second] if isinstance(result.element, Pair) else [result.element]
    variables = [
        ir.LocalVariable(slot, name, kind, span)
        for slot, name, kind, span in zip(body.binder.slots, names, kinds, places, strict=True)
        if isinstance(kind, PlaceType | NumberType | Erroneous)
    ]
    scope = scope.bind(variables).with_facts(facts_of_condition(body.binder.condition, True))
    if len(variables) == 1:
        scope = scope.with_facts(facts_of_domain(body.binder.domain, variables[0], scope.checker))
    return scope


def _hole(text: str, span: Span, scope: Scope) -> ir.Hole:
    path, *words = (part.strip() for part in text.split("|"))
    if not _PATH.match(path) or len(words) > 2:
        hint = "such as `{l}`, `{l.clue}`, `{l.clue|tent|tents}`, or `{c|each pearl}` for the rule in general"
        what = "has too many parts" if len(words) > 2 else "is no name"
        raise mistake("E051", f"`{{{text}}}` {what}", span, hint=hint)
    result = _path_value(path, span, scope)
    require_on_board(result, scope, "what a sentence mentions")
    absent = isinstance(result.type, Maybe)
    if len(words) < 2:
        return ir.Hole(result, absent, general=words[0] if words else None)
    held = result.type.value if isinstance(result.type, Maybe) else result.type
    if not isinstance(held, NumberType | Erroneous):
        message = f"`{path}` is {describe(result.type)}; only a number decides between two words"
        raise mistake("E051", message, span, hint=f"write `{{{path}}}`")
    return ir.Hole(result, absent, nouns=(words[0], words[1]))


def _instead(span: Span, name: str, other: str, *, sure: bool) -> Fix:
    """The fix that puts another name in all holes of a sentence that begin with a name; `span` is one of them."""
    text = span.source.text
    start, end = text.rfind('"', 0, span.start), text.find('"', span.end)
    holes = re.compile(rf"(?<=\{{){re.escape(name)}\b").finditer(text, start, end if end > 0 else len(text))
    result = replace(span, other, sure=sure)
    places = (Span(span.source, *hole.span()) for hole in holes)
    return msgspec.structs.replace(result, edits=tuple(Edit(place, other) for place in places))


def _path_value(path: str, span: Span, scope: Scope) -> ir.Expression:
    """The value that a path in a sentence stands for."""
    first, *rest = path.split(".")
    declared = scope.checker.declared
    if first not in scope.local and not is_single(declared.get(first)):
        allowed = {*scope.local, *(name for name, item in declared.items() if is_single(item))}
        close = nearest_word(first, allowed)
        if (
            not rest
            and isinstance(getattr(declared.get(first), "kind", None), ir.FunctionKind)
            and len(scope.local) == 1
        ):
            close = f"{next(iter(scope.local))}.{first}"
        names = f"here it may use {join_quoted(sorted(allowed))}" if allowed else "there is none here"
        hint = f"it may use names of the leading `every` and `no` and options; {names}"
        hint = f"did you mean `{close}`?" if close else hint
        meant = [close] if close else sorted(allowed)[:4]
        fixes = [_instead(span, first, name, sure=len(meant) == 1) for name in meant]
        raise mistake("E050", f"a sentence cannot use `{first}`", span, hint=hint, fixes=fixes)
    start = span.start + span.text.index(first)
    result = scope.infer(tree.Name(first, Span(span.source, start, start + len(first))))
    for word in rest:
        if isinstance(result.type, Maybe):
            raise mistake("E050", f"`{path}` may be absent", span)
        dot = result.span.end
        at = Span(span.source, dot + 1, dot + 1 + len(word))
        result = property_at(result, tree.Identifier(word, at), Span(span.source, start, at.end), scope)
    return result


def is_single(item: Declaration | None) -> bool:
    """Whether a declaration is one value for the whole board, as far as is known."""
    return isinstance(item, ir.Option | BrokenDeclaration) or (
        isinstance(item, ir.Given) and isinstance(item.kind, ir.SingleKind)
    )


def example(written: tree.ExampleStatement, rules: Mapping[str, Span] | None, checker: Checker) -> ir.Example:
    """Checks an example; `rules` are all rules of the file by name, None if that is not known."""
    verdicts = []
    for verdict in written.verdicts:
        for word in verdict.breaks:
            if rules is None:
                continue
            if word.text in rules:
                checker.mentions.uses[word.span] = rules[word.text]
                continue
            hint = did_you_mean(word.text, rules)
            if not hint and rules:
                hint = f"there is {join_quoted(list(rules)[:MOST_NAMED])}"
            checker.report(mistake("E053", f"there is no rule `{word.text}`", word.span, hint=hint))
        answer = _text(verdict.answer) if verdict.answer else None
        verdicts.append(
            ir.ExampleVerdict(verdict.solutions, tuple(w.text for w in verdict.breaks), answer, verdict.span)
        )
    board = _text(written.board) if written.board else None
    drawing = _text(written.drawing) if written.drawing else None
    url = written.url.value if written.url else None
    return ir.Example(written.title.value, board, url, drawing, tuple(verdicts), written.title.span)


def _text(written: tree.QuotedText) -> Source:
    """Return a text in a rules file as a source of its own.

    A text in triple quotes keeps its lines and columns: line ends and blanks replace what stands before it.  Any other
    text starts at the first line of its source.
    """
    source = written.span.source
    if not written.long:
        return Source(source.name, written.value)
    start, end = written.span.start + 3, written.span.end - 3
    line, column = source.line_column(start)
    return Source(source.name, "\n" * (line - 1) + " " * (column - 1) + source.text[start:end])
