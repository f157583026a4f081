"""Recovers from characters that belong to no token: extent of the mistake, advice, replacement."""

from collections.abc import Iterator

import msgspec
from lark import Token

from puzzlelang.diagnostics.fixes import replace
from puzzlelang.diagnostics.record import Diagnostic, Edit, Fix
from puzzlelang.source import Source, Span
from puzzlelang.syntax.endings import text_ends

REPLACEMENTS = {
    "≤": "<=",
    "⩽": "<=",
    "≥": ">=",
    "⩾": ">=",
    "≠": "!=",
    "∧": "and",
    "∨": "or",
    "||": "or",
    "|": "or",
    "¬": "not",
    "!": "not",
    "∈": "in",
    "∩": "&",
    "∪": "+",
    "∅": "{}",
    "∀": "every",
    "∃": "some",
    "⇔": "iff",
    "↔": "iff",
    "⇒": "if … then …",
    "→": "if … then …",
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "*",
    "·": "*",
    "÷": "/",
    "%": "mod",
    "\\": "-",
    "…": "..",
    "[": "{",
    "]": "}",
}
"""What other notations write, and what this language writes instead."""

QUOTES = {
    "“": "”",
    "”": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‟": "”",
    "‘": "’",
    "’": "’",
    "‚": "‘’",
    "'": "'",
    "`": "`'",
}
"""Characters that look like the start of a text, each with those that may end it."""

_TOKENS = frozenset('+-*/&=<>:,.?#"(){}')


class StrayCharacters(msgspec.Struct, frozen=True):
    """A stretch that is no token.

    `instead` is the replacement token, if one was surely meant.  With it the rest of the statement can be checked.
    """

    span: Span
    diagnostic: Diagnostic
    instead: Token | None = None


def stray_characters(source: Source, start: int) -> StrayCharacters:
    """The stretch of stray characters that begins at `start`, with its error."""
    text, character = source.text, source.text[start]
    if character == '"':
        return _unclosed_text(source, start)
    if character in QUOTES and (end := _closing(text, start)):
        return _typographic(source, start, end)
    if character.isalnum() or character == "_":
        return _foreign(source, start)
    if character.isspace() or not character.isprintable():
        return StrayCharacters(Span(source, start, start + 1), invisible_character_error(source, start))
    if character == "[" and start and (_of_word(text[start - 1]) or text[start - 1] in ")]"):
        return _index(source, start)
    end = start + 1
    while end < len(text) and _no_token(text[end]):
        end += 1
    span = Span(source, start, end)
    fixes: tuple[Fix, ...] = ()
    advice = next((f"write `{good}`" for bad, good in REPLACEMENTS.items() if span.text.startswith(bad)), "")
    if character in QUOTES:
        advice = 'a text stands between `"` and `"` on one line'
    if character == "[" and start and text[start - 1] == "(":
        advice = "leave out `[` and `]`: values stand in parentheses, as in `sum(c.clue for c in S)`"
        fixes = tuple(_without_brackets(source, start))
    if span.text == "|" and source.line(source.line_column(start)[0]).count("|") > 1:
        advice = "how many elements a set has is `count(S)`, a number without its sign `abs(n)`"
    message = f"`{shorten(span.text)}` means nothing here"
    return StrayCharacters(span, Diagnostic("E001", message, span, help=advice, own_fixes=fixes))


def _without_brackets(source: Source, start: int) -> Iterator[Fix]:
    """The fix that leaves out `[` and the `]` that closes it."""
    open_ = 0
    for place in range(start, len(source.text)):
        open_ += (source.text[place] == "[") - (source.text[place] == "]")
        if open_ == 0:
            edits = (Edit(Span(source, start, start + 1), ""), Edit(Span(source, place, place + 1), ""))
            yield Fix("leave out `[` and `]`", edits)
            return


def invisible_character_error(source: Source, place: int) -> Diagnostic:
    """The error for an invisible character."""
    message = f"the invisible character U+{ord(source.text[place]):04X} means nothing here"
    return Diagnostic("E001", message, Span(source, place, place + 1), help="delete it or put an ordinary blank")


def _index(source: Source, start: int) -> StrayCharacters:
    """Return an index such as `c[0]` or `grid[1][2]` with all its brackets, at most to the end of the line."""
    text, end, open_ = source.text, start, 0
    while end < len(text) and text[end] != "\n" and (open_ or text[end] == "["):
        open_ += (text[end] == "[") - (text[end] == "]")
        end += 1
    span = Span(source, start, end)
    advice = (
        "go through cells as in `every c in cells: …`; beside one is `next(c, up)`, `c.row` and `c.column` are numbers"
    )
    return StrayCharacters(span, Diagnostic("E001", "nothing has an index here", span, help=advice))


def _no_token(character: str) -> bool:
    known = character in _TOKENS or character in QUOTES
    return not (known or character.isalnum() or character.isspace()) and character.isprintable()


def _unclosed_text(source: Source, start: int) -> StrayCharacters:
    """Return a text without closing quotes: to the end of the line, or of the file for triple quotes."""
    text = source.text
    quotes = '"""' if text.startswith('"""', start) else '"'
    end = len(text) if quotes == '"""' else text.find("\n", start) % (len(text) + 1)
    shown = Span(source, start, start + len(quotes))
    where = "" if quotes == '"""' else " on the same line"
    advice = f"close it with {quotes}{where}"
    if quotes == '"' and '"\\"' in source.line(source.line_column(start)[0]):
        advice += '; `\\"` is a quote inside of a text: write `"\\\\"` for a backslash'
    fixes = tuple(text_ends(source, start, end, quotes)) if quotes == '"' else ()
    diagnostic = Diagnostic("E002", f"this text has no closing {quotes}", shown, help=advice, own_fixes=fixes)
    return StrayCharacters(Span(source, start, end), diagnostic)


def _closing(text: str, start: int) -> int:
    """The end of a text in the wrong kind of quotes, 0 if it does not end on its line."""
    for index in range(start + 1, len(text)):
        if text[index] == "\n":
            return 0
        if text[index] in QUOTES[text[start]]:
            return index + 1
    return 0


def _typographic(source: Source, start: int, end: int) -> StrayCharacters:
    span = Span(source, start, end)
    inner = span.text[1:-1].replace("\\", "").replace('"', "")
    diagnostic = Diagnostic(
        "E001",
        f"a text stands in straight double quotes, not in {span.text[0]}…{span.text[-1]}",
        span,
        help=f'write `"{shorten(inner)}"`',
        own_fixes=(replace(span, f'"{inner}"'),),
    )
    return StrayCharacters(span, diagnostic, Token("STRING", f'"{inner}"', start_pos=start, end_pos=end))


def _foreign(source: Source, place: int) -> StrayCharacters:
    """A word with a letter that no name may have; its first letters may have been read as a name already."""
    text, start, end = source.text, place, place + 1
    while start > 0 and _of_word(text[start - 1]):
        start -= 1
    while end < len(text) and _of_word(text[end]):
        end += 1
    span = Span(source, start, end)
    why = "starts with a letter" if text[place] == "_" else "is made of the letters A to Z, digits and `_`"
    diagnostic = Diagnostic("E001", f"a name {why}", span, help="texts between quotes may hold any character")
    return StrayCharacters(span, diagnostic, Token("NAME", span.text, start_pos=start, end_pos=end))


def _of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def shorten(text: str) -> str:
    """Shortens text for a message to the start of its first line."""
    first = text.split("\n", 1)[0].rstrip()
    return text if text == first and len(text) <= 30 else f"{first[:29]}…"
