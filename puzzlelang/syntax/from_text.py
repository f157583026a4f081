"""Parses rules text to a tree, with error recovery at statements.

The text is cut into tokens, and the tokens into statements at their keywords.  Each statement is parsed by itself.  So
every faulty statement gets a diagnostic in one pass, and the others are read.
"""

import contextlib
import copy
import sys
from collections.abc import Iterator
from functools import cache

import msgspec
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken, VisitError
from lark.lexer import BasicLexer, LexerThread

from puzzlelang import resources
from puzzlelang.diagnostics.record import MOST_ERRORS, Diagnostic, Failed, fail
from puzzlelang.source import STEERING, Source, Span
from puzzlelang.syntax import characters, explain, naming, size_limits, tree
from puzzlelang.syntax.build import Builder
from puzzlelang.syntax.build_formulas import span_of
from puzzlelang.syntax.keywords import OUTSIDE_FORMULAS, STARTING
from puzzlelang.syntax.size_limits import nesting_depth

NAMING = frozenset(["given", "option", "find", "let", "rule"])
"""Keywords of statements that a name follows which the statement declares."""

MAX_DEPTH = 80
"""Brackets and prefixes (`not`, `every`, `if`…) inside each other in one statement."""

_WORDLESS = frozenset({"NAME", "STRING", "LONG_STRING"})
_SHORT = frozenset({"puzzle", "board", "given", "find", "option", "include", "extends"})


class ParseResult(msgspec.Struct, frozen=True):
    """The result of parsing: statements without an error, those with one, and the errors."""

    file: tree.RulesFile
    broken: tuple[tree.BrokenStatement, ...]
    diagnostics: tuple[Diagnostic, ...]


def parse(source: Source) -> tree.RulesFile:
    """Parses a rules file.

    Raises `Failed` with every syntax error found, at most one per statement.
    """
    result = read(source)
    if result.diagnostics:
        raise Failed(result.diagnostics)
    return result.file


def read(source: Source) -> ParseResult:
    """Parses a rules file with error recovery; syntax errors come in the order of the text.  Never fails."""
    whole = Span(source, 0, len(source.text))
    diagnostics: list[Diagnostic] = []
    try:
        size_limits.check_text(source)
        tokens, spoilt = _tokens(source, diagnostics)
        _check_invisible(source, diagnostics, spoilt)
        tokens, owned = naming.resolve_names(source, tokens)
        groups = list(naming.statement_groups(source, tokens))
        size_limits.check_count(source, groups)
    except Failed as failed:
        return ParseResult(tree.RulesFile((), whole), (tree.BrokenStatement("", None, (), whole),), failed.diagnostics)
    statements: list[tree.Statement] = []
    broken: list[tree.BrokenStatement] = []
    if any(item.code == "E002" and item.span is not None and item.span.text == '"""' for item in diagnostics):
        broken.append(tree.BrokenStatement("", None, (), whole))  # it swallowed the rest of the file
    starts = [_place(group[0]) for group in groups]
    for group, end in zip(groups, [*starts[1:], len(source.text) + 1], strict=False):
        wrong: list[Diagnostic] = []
        within = [place for place in spoilt if _place(group[0]) <= place < end]
        if set(within) <= {_place(token) for token in group}:
            _recover(source, group, statements, broken, wrong, owned)
        else:  # something was left out, and the rest may mean something else
            broken.extend(_broken_statements(source, group))
        # A statement with a wrong character is most likely wrong for that reason only.
        if not within:
            diagnostics.extend(wrong)
        if len(diagnostics) >= MOST_ERRORS:
            broken.append(tree.BrokenStatement("", None, (), whole))
            break
    diagnostics.sort(key=lambda item: item.span.start if item.span else 0)
    return ParseResult(tree.RulesFile(tuple(statements), whole), tuple(broken), tuple(diagnostics))


def _recover(
    source: Source,
    group: list[Token],
    statements: list[tree.Statement],
    broken: list[tree.BrokenStatement],
    wrong: list[Diagnostic],
    owned: frozenset[str],
) -> None:
    """Parse one statement into `statements`, or into `broken` with its error in `wrong`.

    If the faulty token seems to start another statement, both parts are read separately.  So a misspelt keyword spoils
    nothing else.  Once `wrong` has `explain.MOST_STRAY_CHARACTERS` errors, the rest counts as one statement.
    """
    waiting = [group]
    while waiting:
        group = waiting.pop()
        try:
            statements.append(_statement(source, group, owned))
            continue
        except Failed as failed:
            wrong.extend(failed.diagnostics)
            place = failed.diagnostics[0].span
        at = next((index for index, token in enumerate(group) if place and _place(token) >= place.start), 0)
        apart = _seems_apart(source, group, at)
        apart = apart and len(wrong) < explain.MOST_STRAY_CHARACTERS
        meant = explain.keyword_for(source, group, at, STARTING) if apart else None
        if at and apart:
            with contextlib.suppress(Failed):
                statements.append(_statement(source, group[:at], owned))
                at, group = 0, group[at:]
        if at and meant:
            broken.extend(_broken_statements(source, group[:at]))
        if meant:
            first = group[at]
            keyword = Token(meant.upper(), meant, start_pos=first.start_pos, end_pos=first.end_pos)
            waiting.append([keyword, *group[at + 1 :]])
        else:
            broken.extend(_broken_statements(source, group))


def _seems_apart(source: Source, group: list[Token], at: int) -> bool:
    """Whether the token seems to start a statement.

    It starts a line that is not indented, or one such as `name: …`, or one behind a statement that takes one line only.
    """
    start = source.text.rfind("\n", 0, _place(group[at])) + 1
    line = source.text[start : _place(group[at])]
    return not line or (line.isspace() and (group[0] in _SHORT or explain.is_declaration(group, at)))


def _broken_statements(source: Source, group: list[Token]) -> Iterator[tree.BrokenStatement]:
    """Yield a statement that cannot be parsed, once for each name that it seems to declare."""
    first, last = group[0], group[-1]
    keyword = str(first) if first in STARTING and first.type not in _WORDLESS else ""
    named = group[1:] if keyword in NAMING else []
    if not keyword and len(group) > 1:
        named = group[1:] if group[1].type == "NAME" else group if group[1].type in ("COLON", "EQUAL") else []
    words = tuple(tree.Identifier(str(token), span_of(source, token)) for token in group if token.type == "NAME")
    span = Span(source, _place(first), last.end_pos or 0)
    if not named or named[0].type != "NAME":
        yield tree.BrokenStatement(keyword, None, words, span)
    while named and named[0].type == "NAME":
        yield tree.BrokenStatement(keyword, tree.Identifier(str(named[0]), span_of(source, named[0])), words, span)
        named = named[2:] if named[1:2] and named[1].type == "COMMA" else []


def words(source: Source) -> list[Span]:
    """Every token and every comment of a text that `parse` takes, in order."""
    tokens = _lex(source.text, ignored=True)
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
    folder = resources.cache_folder()
    if folder is not None:
        tables = folder / f"grammar-{sys.version_info.major}.{sys.version_info.minor}.tables"
        with contextlib.suppress(OSError, UnicodeError):  # nothing may be written there, or its name is no text
            return Lark(grammar, start="statement", cache=str(tables), **options)
    return Lark(grammar, start="statement", **options)


@cache
def _lexer(ignored: bool) -> BasicLexer:
    """A lexer of its own, which has its tables ready for all texts: `Lark.lex` makes one for each."""
    settings = copy.copy(_parser().lexer_conf)
    settings.skip_validation = True  # as those of the parser were checked
    if ignored:
        settings.ignore = ()
    return BasicLexer(settings)


def _lex(text: str, *, ignored: bool = False) -> Iterator[Token]:
    """The tokens of a text; `ignored`: with comments and blanks."""
    return LexerThread.from_text(_lexer(ignored), text).lex(None)  # type: ignore[no-any-return, no-untyped-call]


def _tokens(source: Source, diagnostics: list[Diagnostic]) -> tuple[list[Token], list[int]]:
    """Return all tokens, and the offset of each stretch of stray characters.

    Each stretch is reported once, then skipped or replaced by a token.  Raises `Failed` after too many errors.
    """
    tokens: list[Token] = []
    spoilt: list[int] = []
    start = 0
    while True:
        try:
            for token in _lex(source.text[start:]):
                token.start_pos, token.end_pos = start + (token.start_pos or 0), start + (token.end_pos or 0)
                tokens.append(token)
                size_limits.check_tokens(source, tokens)
        except UnexpectedCharacters as error:
            place: int = error.pos_in_stream  # type: ignore[assignment]
            result = characters.stray_characters(source, start + place)
        else:
            return tokens, spoilt
        diagnostics.append(result.diagnostic)
        spoilt.append(result.span.start)
        if len(diagnostics) >= explain.MOST_STRAY_CHARACTERS:
            raise Failed(diagnostics)
        while tokens and (tokens[-1].end_pos or 0) > result.span.start:
            tokens.pop()
        if result.instead is not None:
            tokens.append(result.instead)
        start = result.span.end


def _check_invisible(source: Source, diagnostics: list[Diagnostic], spoilt: list[int]) -> None:
    """Report characters in texts and comments that steer a terminal or turn the direction of writing."""
    known = frozenset(spoilt)
    for result in STEERING.finditer(source.text):
        place = result.start()
        if place not in known and not source.text.startswith("\r\n", place):
            diagnostics.append(characters.invisible_character_error(source, place))
            spoilt.append(place)
            if len(diagnostics) >= explain.MOST_STRAY_CHARACTERS:
                raise Failed(diagnostics)


def _place(token: Token) -> int:
    return token.start_pos or 0


def _statement(source: Source, group: list[Token], owned: frozenset[str]) -> tree.Statement:
    """One statement, in which keywords of `owned` are names where they cannot be keywords.

    If there is a mistake, any of `EVERYDAY` may be a name that another file declares.
    """
    try:
        return _parse(source, group, owned)
    except Failed as failed:
        if any(token in OUTSIDE_FORMULAS and token not in owned and token.type not in _WORDLESS for token in group[1:]):
            with contextlib.suppress(Failed):
                return _parse(source, group, OUTSIDE_FORMULAS)
        raise failed


def _parse(source: Source, group: list[Token], names: frozenset[str]) -> tree.Statement:
    first, last = group[0], group[-1]
    if first not in STARTING or first.type == "NAME":
        raise Failed([explain.statement_error(source, group, STARTING)])
    depth = nesting_depth(group)
    if depth > MAX_DEPTH:
        raise fail(
            "E006",
            f"this statement is nested {depth} deep, {MAX_DEPTH} is the limit",
            Span(source, first.start_pos or 0, first.end_pos or 0),
            hint="give parts of it names with `let`",
        )
    state = _parser().parse_interactive()
    try:
        for token in group[
            : size_limits.MAX_IN_STATEMENT
        ]:  # so a mistake in the part that may be there is reported first
            if token in names and token.type not in _WORDLESS:
                choices = state.choices()  # type: ignore[no-untyped-call]
                token = naming.as_name(token) if "NAME" in choices and token.type not in choices else token
            state.feed_token(token)
        size_limits.check_statement(source, group)
        whole = state.feed_eof(last)  # type: ignore[no-untyped-call]
        return Builder(source).transform(whole)  # type: ignore[no-any-return]
    except UnexpectedToken as error:
        expected: set[str] = state.accepts()  # type: ignore[no-untyped-call]
        signs = {terminal.name: str(terminal.pattern.value) for terminal in _parser().terminals}
        problem = explain.token_error(source, error.token, group, expected=expected, known=STARTING, signs=signs)
        raise Failed([problem]) from None
    except VisitError as error:
        if isinstance(error.orig_exc, Failed):
            raise error.orig_exc from None
        raise
