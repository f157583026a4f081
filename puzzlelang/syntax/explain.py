"""What a syntax error says to somebody who has never seen a grammar."""

from collections.abc import Iterable

from lark import Token
from lark.exceptions import UnexpectedToken

from puzzlelang.diagnostics.nearest import listed, nearest
from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.source import Source, Span

ENOUGH = 20
"""After so many wrong characters the text is not a rules file at all."""

_QUANTIFIERS = frozenset({"EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_CONNECTIVES = frozenset({"AND", "OR", "IFF", "NOT"})

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

_VALUE_STARTS = frozenset({"NAME", "INT", "LPAR", "LBRACE", "MINUS"})


def character(span: Span) -> Diagnostic:
    """Characters that belong to no token."""
    text = span.text
    if text.startswith('"'):
        quotes = '"""' if text.startswith('"""') else '"'
        return Diagnostic(
            "E002", f"this text has no closing {quotes}", Span(span.source, span.start, span.start + len(quotes)),
            help=f"close it with {quotes}" + ("" if quotes == '"""' else " on the same line"),
        )
    wanted = {"==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "&&": "and", "||": "or", "!": "not", "|": "or or +"}
    advice = next((f"write `{good}`" for bad, good in wanted.items() if text.startswith(bad)), "")
    return Diagnostic("E001", f"`{text}` means nothing here", span, help=advice)


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
    source: Source, error: UnexpectedToken, before: Token | None, group: list[Token], statements: Iterable[str]
) -> Diagnostic:
    """A token where the grammar wants another one."""
    found, start = error.token, group[0]
    expected = set(error.accepts or error.expected or ())
    here = _span(source, found)
    if found.type in _QUANTIFIERS and before is not None and before.type in _CONNECTIVES | _operators(expected):
        return Diagnostic(
            "E005",
            f"`{found}` cannot follow `{before}` directly",
            here,
            here="what it reaches over would be unclear",
            help=f"put parentheses around `{found} …`: `{before} ({found} …)`",
        )
    if found.type == "NAME" and _first_of_line(source, here) and (close := nearest(str(found), statements)):
        return Diagnostic("E004", f"`{found}` starts no statement", here, help=f"did you mean `{close}`?")
    if start == "rule" and found.type == "COLON" and "STRING" in expected:
        return Diagnostic("E009", "a rule needs a sentence", here, help='write `rule name "What players read": …`')
    if "NAME" in expected and found.type not in ("NAME", "$END") and str(found).isalpha():
        return Diagnostic(
            "E010", f"`{found}` is a word of the language, not a name", here, help="choose another name",
        )
    if found.type == "$END":
        end = Span(source, (before or start).end_pos or 0, ((before or start).end_pos or 0) + 1)
        return Diagnostic(
            "E003", f"this `{start}` statement is not finished", end, f"{_wanted(expected)} is missing here",
            labels=(Label(_span(source, start), "it starts here"),) if before is not start else (),
        )
    return Diagnostic("E003", f"`{_shortened(found)}` cannot stand here", here, f"{_wanted(expected)} is wanted here", _advice(found, before))


def _advice(found: Token, before: Token | None) -> str:
    if found.type == "IN" and before is not None and before.type == "NAME":
        return "to pick elements of a set, write `{" + f"{before} in … where …" + "}`"
    if found == "where":
        return "`where` follows `x in S`; to count or add up, write `count({x in S where …})` or `sum(f for x in S where …)`"
    if found.type == "NAME" and before is not None and before.type == "NAME":
        return f"is a `.`, an operator or a comma missing between `{before}` and `{found}`?"
    return ""


def _operators(expected: set[str]) -> frozenset[str]:
    return frozenset({"EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST_SIGN", "AT_LEAST_SIGN", "PLUS"}) - expected


def _wanted(expected: set[str]) -> str:
    if expected >= _VALUE_STARTS - {"MINUS"}:
        return "a value"
    names = {_CALLED.get(name, f"`{name.lower()}`") for name in expected}
    if len(names) > 6:
        kept = sorted(names & {"`:`", "`)`", "`}`", "`,`", "the end of the statement"})
        return listed([*kept, "an operator"], "or") if kept else "something else"
    return listed(sorted(names), "or")


def _shortened(found: Token) -> str:
    return str(found) if len(found) <= 30 else f"{found[:27]}…"


def _first_of_line(source: Source, span: Span) -> bool:
    line, column = source.line_column(span.start)
    return not source.line(line)[: column - 1].strip()


def _span(source: Source, found: Token) -> Span:
    start, end = found.start_pos or 0, found.end_pos or 0
    return Span(source, start, max(end, start + 1))
