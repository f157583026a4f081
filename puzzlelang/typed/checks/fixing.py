"""Checks `given clue : … fixes digit`: the find has the given's values where there are any."""

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.coercions import truth
from puzzlelang.typed.checks.declared_names import owners
from puzzlelang.typed.checks.rules import leading, sentence_pieces
from puzzlelang.typed.checks.scope import BrokenDeclaration, Checker, Scope, mistake
from puzzlelang.typed.types import Erroneous

_NAMED = (ir.Base.NAME, ir.Base.DIRECTION)


def implied_rule(written: tree.GivenStatement, checker: Checker) -> ir.Rule | None:
    """The rule that a given which fixes a find stands for, named after the given; None if either is broken.

    A `?` fixes nothing; a place with a value in the find is not empty.  Raises `Failed` if the name is no find of the
    same places and values.
    """
    assert written.fixes is not None
    given, find = checker.declared.get(written.name.text), checker.declared.get(written.fixes.text)
    if not isinstance(given, ir.Given) or isinstance(find, BrokenDeclaration) or (find is None and checker.incomplete):
        return None
    if not isinstance(find, ir.Find) or not _alike(given, find):
        finds = [name for name, one in checker.declared.items() if isinstance(one, ir.Find) and _alike(given, one)]
        hint = did_you_mean(written.fixes.text, finds)
        hint = hint or (f"it can fix {join_quoted(finds)}" if finds else "no find has the same places and values")
        message = f"`{given.name}` cannot fix `{written.fixes.text}`"
        raise mistake("E064", message, written.fixes.span, hint=hint)
    checker.mentions.uses[written.fixes.span] = checker.places[find.name]
    body, sentence = _write_out(written, given, find, checker)
    scope = Scope(checker, in_template_use=True)  # nobody has written the words of this formula
    result = truth(body, scope)
    pieces = () if isinstance(result.type, Erroneous) else sentence_pieces(sentence, leading(body, result, scope))
    return ir.Rule(given.name, pieces, sentence.value, None, result, written.name.span, implied=True)


def _alike(given: ir.Given, find: ir.Find) -> bool:
    """Whether a given and a find are about one sort of places, and have values that may be equal."""
    match given.kind, find.kind:
        case ir.SetKind(sort), ir.SetKind(other_sort):
            return sort is other_sort
        case ir.FunctionKind(sort, value=held), ir.FunctionKind(other_sort, value=other):
            if held.base is ir.Base.NUMBER or other.base is ir.Base.NUMBER:
                return sort is other_sort and held.base is other.base
            return sort is other_sort and held.base in _NAMED and other.base in _NAMED
        case _:
            return False


def _write_out(
    written: tree.GivenStatement, given: ir.Given, find: ir.Find, checker: Checker
) -> tuple[tree.QuantifiedSyntax, tree.QuotedText]:
    """The formula of the rule and its sentence, as if they were written at the name of the find."""
    assert written.fixes is not None
    span = written.fixes.span
    sort = next(owners(given))
    place = sort
    while place in checker.declared:
        place += "_"
    variable, equal = tree.Name(place, span), tree.Identifier("=", span)
    there, sought = (tree.Property(variable, tree.Identifier(name, span), span) for name in (given.name, find.name))
    guards: tuple[tree.GuardSyntax, ...] = ()
    body: tree.ExpressionSyntax = sought
    text = f"{{{place}|A {sort}}} is given as {find.name.replace('_', ' ')}"
    domain: tree.ExpressionSyntax = tree.Name(given.name, span)
    if isinstance(given.kind, ir.FunctionKind) and isinstance(find.kind, ir.FunctionKind):
        assert isinstance(written.type, tree.FunctionType)
        domain, held = written.type.domain, given.kind.value
        guards = (tree.GuardSyntax(there, held.unknown, written.name.span),) if held.absent or held.unknown else ()
        body = tree.Chain((sought, there), (equal,), span)
        if find.kind.value.absent or find.kind.domain is not None:
            presence = tree.Call(tree.Identifier("present", span), (sought,), None, span)
            body = tree.Chain((presence, body), (tree.Identifier("and", span),), span)
        text = f"{{{place}|A {sort}}} holds the given {{{place}.{given.name}}}"
    bound = tree.BinderSyntax((tree.Identifier(place, span),), domain, guards, None, span)
    return tree.QuantifiedSyntax("every", None, bound, body, span), _quote(text, span)


def _quote(text: str, span: Span) -> tree.QuotedText:
    source = Source(span.source.name, f'"{text}"')
    return tree.QuotedText(text, Span(source, 0, len(source.text)))
