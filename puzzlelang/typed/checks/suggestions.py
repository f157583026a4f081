"""Suggests corrections for words with arguments that are used as in other languages."""

from collections.abc import Sequence

from puzzlelang.diagnostics.nearest import nearest_word
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.sorts import NAMED_DIRECTIONS
from puzzlelang.syntax import tree
from puzzlelang.syntax.explain import reserved_word_advice
from puzzlelang.typed import ir
from puzzlelang.typed.checks.names import declared_below_advice, is_known
from puzzlelang.typed.checks.scope import LetTemplate, Scope, mistake
from puzzlelang.typed.types import CELLS, DIRECTION, Enumeration, SetOf, covers_cells, fits
from puzzlelang.typed.words import vocabulary
from puzzlelang.typed.words.builtins import VALUES
from puzzlelang.typed.words.foreign_notation import WITH_ONE_ARGUMENT, WITH_TWO_ARGUMENTS
from puzzlelang.typed.words.signatures import Signature
from puzzlelang.typed.words.vocabulary import WITH_ARGUMENTS

_BARE = tree.Integer | tree.Name


def unknown_word_error(written: tree.Call, scope: Scope) -> Failed:
    """The error for an unknown word with arguments."""
    name = written.name.text
    texts = [" ".join(item.span.text.split()) for item in written.arguments]
    table = {1: WITH_ONE_ARGUMENT, 2: WITH_TWO_ARGUMENTS}.get(len(texts), {})
    hint = f"write `{_fill(table[name], texts)}`" if name in table else ""
    if name in VALUES:
        if not hint:
            hint = f"it is {vocabulary.kind(name)}: {VALUES[name].meaning}"
        return mistake("E022", f"`{name}` takes no arguments", written.name.span, hint=hint)
    if hint and name not in scope.checker.declaration_spans:
        return mistake("E022", f"there is no word `{name}(…)`", written.name.span, hint=hint)
    if name in scope.checker.declaration_spans:
        hint, labels = declared_below_advice(name, scope)
        return mistake("E022", f"`{name}` is not declared yet", written.name.span, hint=hint, labels=labels)
    words = sorted(WITH_ARGUMENTS)
    words += [text for text, item in scope.checker.declared.items() if isinstance(item, LetTemplate)]
    close = nearest_word(name, words)
    return mistake(
        "E022", f"there is no word `{name}(…)`", written.name.span, hint=f"did you mean `{close}(…)`?" if close else ""
    )


def _fill(pattern: str, texts: Sequence[str]) -> str:
    """Return a pattern filled with texts of arguments; `f of {0}` changes if the argument already names the values."""
    owner, _, own = texts[0].rpartition(".")
    if " of " in texts[0] or " for " in texts[0]:
        pattern = pattern.replace("f of {0}", "{0}")
    elif owner and own.isidentifier():
        pattern = pattern.replace("f of {0}", f"{own} of {owner}")
    return pattern.format(*texts)


def signature_advice(
    written: tree.Call, arguments: Sequence[ir.Expression], signatures: Sequence[Signature], scope: Scope
) -> str:
    """Return advice for a call with one wrong argument: a set in place of an element, or a name of a direction."""
    name, texts = written.name.text, [" ".join(item.span.text.split()) for item in written.arguments]
    for signature in signatures:
        if len(signature.parameters) != len(arguments):
            continue
        pairs = list(zip(arguments, signature.parameters, strict=True))
        misfits = [index for index, (results, wanted) in enumerate(pairs) if not fits(results.type, wanted)]
        if len(misfits) != 1:
            continue
        (at,) = misfits
        results, wanted = pairs[at]
        if (
            wanted == DIRECTION
            and isinstance(results.type, Enumeration)
            and not NAMED_DIRECTIONS.isdisjoint(results.type.members)
        ):
            return _of_a_way(name, texts, at, results, results.type, scope)
        gathered = CELLS if covers_cells(results.type) else results.type
        if gathered == SetOf(wanted) and isinstance(signature.result, SetOf):
            each = f"{name}({', '.join('x' if index == at else text for index, text in enumerate(texts))})"
            domain = _whole_set(signature.result)
            return f"write `{{y in {domain} where (some x in {texts[at]}: y in {each})}}`" if domain else ""
    return ""


def _of_a_way(
    name: str, texts: Sequence[str], at: int, expression: ir.Expression, kind: Enumeration, scope: Scope
) -> str:
    """Return advice for a value that is only a direction's name: declare directions, or go through `directions`."""
    declared = scope.checker.declared.get(expression.symbol) if isinstance(expression, ir.Lookup) else None
    if isinstance(declared, ir.Given) and len(NAMED_DIRECTIONS & set(kind.members)) == len(kind.members):
        return f"declare `{declared.name}` as `cells to direction` instead of with names"
    if isinstance(declared, ir.Given) and len(set(kind.members) - NAMED_DIRECTIONS) == 1:
        return f"declare `{declared.name}` as `cells to direction?`, blank where there is none"
    each = f"{name}({', '.join('d' if index == at else text for index, text in enumerate(texts))})"
    return f"go through the directions: `every d in directions: if {texts[at]} = d then … {each} …`"


def _whole_set(kind: SetOf) -> str:
    """Return the word for the set of all places of this type, such as `cells`; empty if there is none."""
    return next((name for name, value in VALUES.items() if value.result == kind and name != "rows"), "")


def check_no_membership(written: tree.Call, scope: Scope) -> None:
    """Refuses `max(c.n in S)` and `count(c in S)`, where `c` is meant to range over `S`."""
    name, argument = written.name.text, written.arguments[0]
    if not (isinstance(argument, tree.Chain) and [word.text for word in argument.operators] == ["in"]):
        return
    left, right = argument.operands
    domain = " ".join(right.span.text.split())
    if isinstance(left, tree.Property) and isinstance(left.of, tree.Name) and name != "count":
        hint = (
            f"write `{name}({left.name.text} of {domain})` or `{name}({left.span.text} for {left.of.text} in {domain})`"
        )
    elif isinstance(left, tree.Name) and name == "count" and not is_known(left.text, scope):
        hint = f"write `count({domain})`, or `count({{{left.text} in {domain} where …}})`"
    else:
        return
    wanted = "a set" if name == "count" else "values, one for each place"
    raise mistake(
        "E033", f"`{name}` wants {wanted}", argument.span, here="this asks whether something is in it", hint=hint
    )


def alternatives_advice(operands: Sequence[tree.ExpressionSyntax], index: int) -> str:
    """Advice for `x = 3 or 4`, whose operand at `index` is the 4; empty for other formulas."""
    first = next((at for at in range(index, -1, -1) if not isinstance(operands[at], _BARE)), index)
    compared = operands[first]
    if first == index or not isinstance(compared, tree.Chain) or len(compared.operators) != 1:
        return ""
    word = {"=": "in", "!=": "not in"}.get(compared.operators[0].text)
    last = next((at for at in range(index, len(operands)) if not isinstance(operands[at], _BARE)), len(operands))
    left, *choices = (" ".join(item.span.text.split()) for item in (*compared.operands, *operands[first + 1 : last]))
    return f"write `{left} {word} {{{', '.join(choices)}}}`" if word else ""


def reserved_word_error(code: str, word: tree.Identifier) -> Failed:
    """The error for a word of the language as a name of one's own: its meaning, and another name."""
    what = f"it is {vocabulary.kind(word.text)}: {vocabulary.meaning(word.text).split(';')[0]}"
    message = f"`{word.text}` is a word of the language"
    return mistake(code, message, word.span, here=what, hint=reserved_word_advice(word.text))
