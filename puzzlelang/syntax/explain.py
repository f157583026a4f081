"""What a syntax error says to somebody who has never seen a grammar."""

from collections.abc import Iterable, Sequence, Set

from lark import Token

from puzzlelang.diagnostics.nearest import listed, nearest
from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.source import Source, Span
from puzzlelang.syntax.characters import shortened

ENOUGH = 20
"""After so many wrong characters the text is not a rules file at all."""

_QUANTIFIERS = frozenset({"EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_BEFORE_PARENTHESES = frozenset(
    {"AND", "OR", "IFF", "NOT", "IF", "WHEN", "WHERE", "IN", "PLUS", "MINUS", "TIMES", "OVER", "MOD", "AND_SIGN"}
    | {"EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST_SIGN", "AT_LEAST_SIGN"}
)
_TOGETHER = {"==": "=", "<>": "!=", "=<": "<=", "=>": ">=", "&&": "and"}

_CALLED = {
    "NAME": "a name",
    "STRING": "a quoted text",
    "LONG_STRING": "a quoted text",
    "INT": "a number",
    "COLON": "`:`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "EQUAL": "`=`",
    "__ANON_0": "`..`",
    "ABSENT": "`?`",
    "$END": "the end of the statement",
}

_VALUE_STARTS = frozenset({"NAME", "INT", "LPAR", "LBRACE"})
_OPERATORS = frozenset({"PLUS", "TIMES"})
_ENDS = frozenset({"`:`", "`)`", "`}`", "`,`", "`then`", "`for`", _CALLED["$END"]})


def no_statement(source: Source, first: Token, statements: Iterable[str]) -> Diagnostic:
    """Text that does not start with the keyword of a statement."""
    close = nearest(str(first), statements)
    return Diagnostic(
        "E004",
        f"`{first}` starts no statement",
        _span(source, first),
        help=f"did you mean `{close}`?" if close else f"a statement starts with {listed(sorted(statements), 'or')}",
    )


def token(
    source: Source, found: Token, before: Token, group: Sequence[Token], *, expected: Set[str], known: Iterable[str]
) -> Diagnostic:
    """Explain a token where the grammar wants one of `expected`; `group` is the whole statement."""
    start, here = group[0], _span(source, found)
    for suspect in (found, before) if found.type == "NAME" else (found,):
        at = _span(source, suspect)
        if suspect.type == "NAME" and _first_of_line(source, at) and (close := nearest(str(suspect), known)):
            return Diagnostic("E004", f"`{suspect}` starts no statement", at, help=f"did you mean `{close}`?")
    if found.type in _QUANTIFIERS and before.type in _BEFORE_PARENTHESES:
        return Diagnostic(
            "E005",
            f"`{found}` cannot follow `{before}` directly",
            here,
            here="what it reaches over would be unclear",
            help=f"put parentheses around `{found} …`: `{before} ({found} …)`",
        )
    if "NAME" in expected and found.type not in ("NAME", "$END") and str(found).isalpha():
        message = f"`{found}` is a word of the language, not a name"
        return Diagnostic("E010", message, here, help="choose another name")
    if found.type == "$END":
        end = before.end_pos or 0
        labels = (Label(_span(source, start), "it starts here"),) if before is not start else ()
        missing = f"{_wanted(expected)} is missing here"
        return Diagnostic(
            "E003", f"this `{start}` statement is not finished", Span(source, end, end + 1), missing, labels=labels
        )
    message = f"`{shortened(str(found))}` cannot stand here"
    return Diagnostic("E003", message, here, f"{_wanted(expected)} is wanted here", _advice(found, before))


def _advice(found: Token, before: Token) -> str:
    if (twice := _TOGETHER.get(f"{before}{found}")) and before.end_pos == found.start_pos:
        return f"write `{twice}`"
    if found.type == "IN" and before.type == "NAME":
        return f"to pick elements of a set, write `{{{before} in … where …}}`"
    if found == "where":
        return "`where` follows `x in S`: write `count({x in S where …})` or `sum(f for x in S where …)`"
    if found.type == "NAME" and before.type == "NAME":
        return f"is a `.`, an operator or a comma missing between `{before}` and `{found}`?"
    return ""


def _wanted(expected: Set[str]) -> str:
    if expected >= _VALUE_STARTS:
        return "a value"
    names = {_CALLED.get(name, f"`{name.lower()}`") for name in expected}
    if expected >= _OPERATORS:
        names = {name for name in names if name in _ENDS} | {"an operator"}
    return listed(sorted(names, key=lambda name: (name in ("an operator", _CALLED["$END"]), name)), "or")


def _first_of_line(source: Source, span: Span) -> bool:
    line, column = source.line_column(span.start)
    return not source.line(line)[: column - 1].strip()


def _span(source: Source, found: Token) -> Span:
    start, end = found.start_pos or 0, found.end_pos or 0
    return Span(source, start, max(end, start + 1))
