"""Rules text to tree.

The text is cut into tokens, the tokens into statements at the keywords that start one, and each statement is parsed by
itself; so every statement with a mistake gets a diagnostic of its own in one pass.
"""

import contextlib
import sys
from collections.abc import Iterator
from functools import cache

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError

from puzzlelang import resources
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.source import Source, Span
from puzzlelang.syntax import characters, explain, tree
from puzzlelang.syntax.build import Builder

STATEMENTS = frozenset(
    ["puzzle", "board", "given", "option", "find", "let", "rule", "draw", "read", "example", "include", "extends"]
)
"""The reserved words that start a statement."""

MAX_TEXT = 1_000_000
"""Characters of one rules file."""

MAX_DEPTH = 80
"""Brackets and prefixes (`not`, `every`, `if`…) inside each other in one statement."""

_WORDLESS = frozenset({"NAME", "STRING", "LONG_STRING"})
_TEXTS = frozenset({"STRING", "LONG_STRING"})
_TITLED = frozenset({"puzzle", "include", "extends"})
_NESTING = frozenset({"NOT", "EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_OPERAND_ENDS = frozenset({"NAME", "INT", "RPAR", "RBRACE"})
_OPENING, _CLOSING = frozenset({"LPAR", "LBRACE"}), frozenset({"RPAR", "RBRACE"})


def parse(source: Source) -> tree.File:
    """Read the statements of a rules file.

    Raises `Failed` with every syntax error found, at most one per statement.
    """
    if len(source.text) > MAX_TEXT:
        raise fail("E008", f"a rules file has at most {MAX_TEXT} characters", Span(source, 0, 0))
    diagnostics: list[Diagnostic] = []
    statements: list[tree.Statement] = []
    tokens, spoilt = _tokens(source, diagnostics)
    groups = list(_cut(source, tokens))
    starts = [_place(group[0]) for group in groups]
    for group, end in zip(groups, [*starts[1:], len(source.text) + 1], strict=False):
        try:
            statements.append(_statement(source, group))
        except Failed as failed:
            # A statement with a wrong character is most likely wrong for that reason only.
            if not any(_place(group[0]) <= place < end for place in spoilt):
                diagnostics.extend(failed.diagnostics)
    if diagnostics:
        raise Failed(sorted(diagnostics, key=lambda item: item.span.start if item.span else 0))
    return tree.File(tuple(statements), Span(source, 0, len(source.text)))


def words(source: Source) -> list[Span]:
    """Every token and every comment of a text that `parse` takes, in order."""
    tokens = _parser().lex(source.text, dont_ignore=True)
    return [Span(source, _place(token), token.end_pos or 0) for token in tokens if token.type != "WHITESPACE"]


def keywords() -> frozenset[str]:
    """Every reserved word."""
    return frozenset(
        terminal.pattern.value
        for terminal in _parser().terminals
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha()
    )


@cache
def _parser() -> Lark:
    """The parser; its tables are kept between runs, as building them is a visible part of a cold start."""
    grammar = resources.grammar().read_text(encoding="utf-8")
    options = {"parser": "lalr", "lexer": "basic", "propagate_positions": True, "maybe_placeholders": True}
    folder = resources.kept()
    if folder is not None:
        tables = folder / f"grammar-{sys.version_info.major}.{sys.version_info.minor}.tables"
        with contextlib.suppress(OSError):  # nothing may be written there
            return Lark(grammar, start="statement", cache=str(tables), **options)
    return Lark(grammar, start="statement", **options)


def _tokens(source: Source, diagnostics: list[Diagnostic]) -> tuple[list[Token], list[int]]:
    """All tokens, and the places of what is none; that is reported once per stretch and skipped or replaced."""
    tokens: list[Token] = []
    spoilt: list[int] = []
    start = 0
    while True:
        try:
            for token in _parser().lex(source.text[start:]):
                token.start_pos, token.end_pos = start + (token.start_pos or 0), start + (token.end_pos or 0)
                tokens.append(token)
        except UnexpectedCharacters as error:
            place: int = error.pos_in_stream  # type: ignore[assignment]
            found = characters.wrong(source, start + place)
        else:
            return tokens, spoilt
        diagnostics.append(found.diagnostic)
        spoilt.append(found.span.start)
        if len(diagnostics) >= explain.ENOUGH:
            raise Failed(diagnostics)
        while tokens and (tokens[-1].end_pos or 0) > found.span.start:
            tokens.pop()
        if found.instead is not None:
            tokens.append(found.instead)
        start = found.span.end


def _place(token: Token) -> int:
    return token.start_pos or 0


def _cut(source: Source, tokens: list[Token]) -> Iterator[list[Token]]:
    """The tokens of one statement after the other."""
    group: list[Token] = []
    for index, token in enumerate(tokens):
        starts = token in STATEMENTS and token.type not in _WORDLESS
        if starts and token == "board" and group and group[0] not in _TITLED and group[-1].type in _TEXTS:
            # The board of an example, even if the word `example` is misspelt.
            following = tokens[index + 1].type if index + 1 < len(tokens) else ""
            starts = following not in _TEXTS
        if len(group) == 1 and "\n" not in source.text[_place(group[0]) : _place(token)]:
            starts = False  # a keyword taken for a name, as in `find find : …`
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
    try:
        for token in group:
            state.feed_token(token)
        whole = state.feed_eof(last)  # type: ignore[no-untyped-call]
        return Builder(source).transform(whole)  # type: ignore[no-any-return]
    except UnexpectedToken as error:
        expected: set[str] = state.accepts()  # type: ignore[no-untyped-call]
        signs = {terminal.name: str(terminal.pattern.value) for terminal in _parser().terminals}
        said = explain.token(source, error.token, group, expected=expected, known=STATEMENTS, signs=signs)
        raise Failed([said]) from None
    except VisitError as error:
        if isinstance(error.orig_exc, Failed):
            raise error.orig_exc from None
        raise


def _depth(group: list[Token]) -> int:
    """How deep a tree the tokens can make at most: brackets, prefixes and dots, whatever they belong to."""
    brackets = deepest = prefixes = dots = longest = 0
    before = ""
    for token in group:
        if token.type in _OPENING:
            brackets += 1
            deepest = max(deepest, brackets)
        elif token.type in _CLOSING:
            brackets -= 1
        elif token.type in _NESTING or (token.type == "MINUS" and before not in _OPERAND_ENDS):
            prefixes += 1
        dots = dots + 1 if token.type == "DOT" else dots if before == "DOT" else 0
        longest = max(longest, dots)
        before = token.type
    return deepest + prefixes + longest
