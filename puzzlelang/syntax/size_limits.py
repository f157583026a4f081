"""Refuses texts that are too large, before the expensive work on them begins."""

from collections.abc import Iterable, Sequence

from lark import Token

from puzzlelang.diagnostics.record import fail
from puzzlelang.source import Source, Span

MAX_TEXT = 1_000_000
"""Characters of one rules file."""

MAX_TOKENS = 250_000
"""Words and signs of one rules file; the longest of the library has 750."""

MAX_IN_STATEMENT = 20_000
"""Words and signs of one statement."""

MAX_STATEMENTS = 10_000
"""Statements of one rules file, and of all files that it brings in together."""

_HINT = "is this the right file?"


def check_text(source: Source) -> None:
    """Raises `Failed` (E008) for a text with too many characters."""
    if len(source.text) > MAX_TEXT:
        raise fail("E008", f"a rules file has at most {MAX_TEXT} characters", Span(source, 0, 0), hint=_HINT)


def check_tokens(source: Source, tokens: Sequence[Token]) -> None:
    """Raises `Failed` (E008) as soon as there are too many tokens."""
    if len(tokens) > MAX_TOKENS:
        raise fail("E008", f"a rules file has at most {MAX_TOKENS} words and signs", _at(source, tokens), hint=_HINT)


def check_count(source: Source, statements: Sequence[Sequence[Token]]) -> None:
    """Raises `Failed` (E008) for a text of too many statements."""
    if len(statements) > MAX_STATEMENTS:
        message = f"a rules file has at most {MAX_STATEMENTS} statements"
        raise fail("E008", message, _at(source, statements[MAX_STATEMENTS][:1]), hint=_HINT)


def check_statement(source: Source, statement: Sequence[Token]) -> None:
    """Raises `Failed` (E008) for a statement that is too long."""
    if len(statement) > MAX_IN_STATEMENT:
        message = f"a statement has at most {MAX_IN_STATEMENT} words and signs, and this one has {len(statement)}"
        raise fail("E008", message, _at(source, statement[:1]), hint="give parts of it names with `let`")


def _at(source: Source, tokens: Sequence[Token]) -> Span:
    """Return the span of the last of these tokens."""
    return Span(source, tokens[-1].start_pos or 0, tokens[-1].end_pos or 0)


_REACHING = frozenset({"EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_JOINING = frozenset({"AND", "OR", "IFF"})
_OPERAND_ENDS = frozenset({"NAME", "INT", "RPAR", "RBRACE"})
_OPENING, _CLOSING = frozenset({"LPAR", "LBRACE"}), frozenset({"RPAR", "RBRACE"})


def nesting_depth(group: Iterable[Token]) -> int:
    """Return an upper bound for the depth of the tree, counted from brackets, prefixes and dots.

    A closing bracket ends every prefix inside it.  A `not` or sign also ends at `and`, `or` or `iff`, unless a prefix
    that reaches further follows it, such as `every`.
    """
    around: list[tuple[int, int]] = []
    reaching = signs = deepest = dots = longest = 0
    before = ""
    for token in group:
        if token.type in _OPENING:
            around.append((reaching, signs))
            reaching, signs = 1 + reaching + signs, 0
        elif token.type in _CLOSING:
            reaching, signs = around.pop() if around else (0, 0)
        elif token.type in _REACHING:
            reaching, signs = 1 + reaching + signs, 0
        elif token.type == "NOT" or (token.type == "MINUS" and before not in _OPERAND_ENDS):
            signs += 1
        elif token.type in _JOINING:
            signs = 0
        deepest = max(deepest, reaching + signs)
        dots = dots + 1 if token.type == "DOT" else dots if before == "DOT" else 0
        longest = max(longest, dots)
        before = token.type
    return deepest + longest
