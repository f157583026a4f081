"""What was surely meant by a word with arguments that is used as in other languages."""

from puzzlelang.diagnostics.nearest import nearest
from puzzlelang.diagnostics.record import Failed
from puzzlelang.syntax import tree
from puzzlelang.typed.builtins import VALUES
from puzzlelang.typed.names import SIZES, declared_below, known
from puzzlelang.typed.scope import Scope, Template, mistake
from puzzlelang.typed.vocabulary import CALLED

_OF_ONE = {"adjacent": "next", "touching": "around", "rows": "lines", "columns": "lines"}
"""Words without arguments, and what is asked of one place instead."""


def no_word(written: tree.Call, scope: Scope) -> Failed:
    """The error for a word with arguments that is none."""
    name = written.name.text
    argument = ", ".join(" ".join(item.span.text.split()) for item in written.arguments) or "…"
    if name in VALUES:
        instead = _OF_ONE.get(name)
        hint = f"write `{instead}({argument})`" if instead and len(written.arguments) == 1 else ""
        return mistake("E022", f"`{name}` takes no arguments", written.name.span, hint=hint)
    if name in SIZES:
        return mistake("E022", f"there is no word `{name}(…)`", written.name.span, hint=f"write `count({argument})`")
    if name in scope.checker.later:
        hint, labels = declared_below(name, scope)
        return mistake("E022", f"`{name}` is not declared yet", written.name.span, hint=hint, labels=labels)
    words = sorted(CALLED)
    words += [text for text, item in scope.checker.declared.items() if isinstance(item, Template)]
    close = nearest(name, words)
    return mistake(
        "E022", f"there is no word `{name}(…)`", written.name.span, hint=f"did you mean `{close}(…)`?" if close else ""
    )


def not_picked(written: tree.Call, scope: Scope) -> None:
    """Refuse `max(c.n in S)` and `count(c in S)`, where `c` is meant to go through `S`."""
    name, argument = written.name.text, written.arguments[0]
    if not (isinstance(argument, tree.Chain) and [word.text for word in argument.operators] == ["in"]):
        return
    left, right = argument.operands
    domain = " ".join(right.span.text.split())
    if isinstance(left, tree.Property) and isinstance(left.of, tree.Name) and name != "count":
        hint = (
            f"write `{name}({left.name.text} of {domain})` or `{name}({left.span.text} for {left.of.text} in {domain})`"
        )
    elif isinstance(left, tree.Name) and name == "count" and not known(left.text, scope):
        hint = f"write `count({domain})`, or `count({{{left.text} in {domain} where …}})`"
    else:
        return
    wanted = "a set" if name == "count" else "values, one for each place"
    raise mistake(
        "E033", f"`{name}` wants {wanted}", argument.span, here="this asks whether something is in it", hint=hint
    )
