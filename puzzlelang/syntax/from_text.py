"""Rules text to tree.

The text is cut into tokens, the tokens into statements at the keywords that start one, and each statement is parsed by
itself; so every statement with a mistake gets a diagnostic of its own in one pass.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from puzzlelang import resources
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.source import Source, Span
from puzzlelang.syntax import explain, tree
from puzzlelang.syntax.build import Builder

STATEMENTS = frozenset(
    "puzzle board given option find let rule draw read example include extends".split()
)
"""The reserved words that start a statement."""

MAX_TEXT = 1_000_000
"""Characters of one rules file."""

MAX_DEPTH = 80
"""Brackets and prefixes (`not`, `every`, `if`…) inside each other in one statement."""

_NESTING = frozenset({"NOT", "MINUS", "EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_OPENING, _CLOSING = frozenset({"LPAR", "LBRACE"}), frozenset({"RPAR", "RBRACE"})


def parse(source: Source) -> tree.File:
    """The statements of a rules file.

    Raises `Failed` with every syntax error found, at most one per statement.
    """
    if len(source.text) > MAX_TEXT:
        raise fail("E008", f"a rules file has at most {MAX_TEXT} characters", Span(source, 0, 0))
    diagnostics: list[Diagnostic] = []
    statements: list[tree.Statement] = []
    tokens = _tokens(source, diagnostics)
    for group in _cut(tokens):
        try:
            statements.append(_statement(source, group))
        except Failed as failed:
            diagnostics.extend(failed.diagnostics)
    if diagnostics:
        raise Failed(sorted(diagnostics, key=lambda item: item.span.start if item.span else 0))
    return tree.File(source, tuple(statements))


def keywords() -> frozenset[str]:
    """Every reserved word."""
    return frozenset(
        terminal.pattern.value
        for terminal in _parser().terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    )


@cache
def _parser() -> Lark:
    grammar = resources.grammar().read_text(encoding="utf-8")
    options = {"parser": "lalr", "lexer": "basic", "propagate_positions": True, "maybe_placeholders": True}
    with contextlib.suppress(OSError):
        return Lark(grammar, start="statement", cache=_cache_file(), **options)
    return Lark(grammar, start="statement", **options)


def _cache_file() -> str:
    """Where the grammar's tables are kept between runs: building them is a visible part of a cold start."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "puzzlelang"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return str(folder / f"grammar-{sys.version_info.major}.{sys.version_info.minor}.tables")


def _tokens(source: Source, diagnostics: list[Diagnostic]) -> list[Token]:
    """All tokens; what is no token is reported once per stretch and skipped."""
    text = source.text
    while True:
        try:
            return list(_parser().lex(text))
        except UnexpectedCharacters as error:
            start = end = error.pos_in_stream
            if text[start] == '"':
                end = text.find("\n", start) if text[start : start + 3] != '"""' else len(text)
                end = len(text) if end < 0 else end
            else:
                while end < len(text) and not (text[end].isalnum() or text[end].isspace() or text[end] in '"(){}'):
                    end += 1
                end = max(end, start + 1)
            diagnostics.append(explain.character(Span(source, start, end)))
            if len(diagnostics) >= explain.ENOUGH:
                raise Failed(diagnostics) from None
            text = text[:start] + " " * (end - start) + text[end:]


def _cut(tokens: list[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for index, token in enumerate(tokens):
        starts = token in STATEMENTS and token.type != "NAME" and token.type not in ("STRING", "LONG_STRING")
        if starts and token == "board" and group and group[0] == "example":
            following = tokens[index + 1].type if index + 1 < len(tokens) else ""
            starts = following == "NAME"
        if starts and group:
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def _statement(source: Source, group: list[Token]) -> tree.Statement:
    first, last = group[0], group[-1]
    if first not in STATEMENTS or first.type == "NAME":
        raise Failed([explain.no_statement(source, first, STATEMENTS)])
    depth = _depth(group)
    if depth > MAX_DEPTH:
        raise fail(
            "E006",
            f"this statement is nested {depth} deep, {MAX_DEPTH} is the limit",
            Span(source, first.start_pos or 0, first.end_pos or 0),
            hint="give parts of it names with `let`",
        )
    state = _parser().parse_interactive()
    before: Token | None = None
    try:
        for token in group:
            state.feed_token(token)
            before = token
        return Builder(source).transform(state.feed_eof(last))  # type: ignore[no-any-return]
    except UnexpectedToken as error:
        raise Failed([explain.token(source, error, before, group, STATEMENTS)]) from None
    except VisitError as error:
        if isinstance(error.orig_exc, Failed):
            raise error.orig_exc from None
        raise


def _depth(group: list[Token]) -> int:
    brackets = deepest = prefixes = 0
    for token in group:
        if token.type in _OPENING:
            brackets += 1
            deepest = max(deepest, brackets)
        elif token.type in _CLOSING:
            brackets -= 1
        elif token.type in _NESTING:
            prefixes += 1
    return deepest + prefixes
