"""Answers of SMT-LIB programs, parsed incrementally (the lexicon of SMT-LIB 2.6, section 3.1).

A symbol, a numeral or a keyword is its text (`|a b|` without the bars), a string literal its text with a `"` before it,
and a list a Python list: `(error "no")` is `["error", '"no']`.
"""

import re

import msgspec

Expression = str | list["Expression"]

MOST = 4_000_000
"""Characters of one expression; more is no answer but a flood."""

DEEPEST = 100
"""Lists inside of each other; answers need five."""

_TOKEN = re.compile(r'\s+|;[^\n]*\n|"(?:[^"]|"")*+"(?!")|\|[^|]*\||[()]|[^\s()";|]+')


class Unreadable(ValueError):
    """The text cannot be the beginning of any expression."""


class ExpressionReader(msgspec.Struct, eq=False):
    """Parser state: text that is not a whole token yet, and the open lists, outermost first."""

    rest: str = ""
    opened: list[list[Expression]] = msgspec.field(default_factory=list)
    size: int = 0


def read(reader: ExpressionReader, text: str) -> list[Expression]:
    """Parse a further piece of text into the expressions that it completes.  Raises `Unreadable`.

    The last token is complete once something follows it: every answer ends with a line break.
    """
    text = reader.rest + text
    expressions: list[Expression] = []
    place = 0
    while match := _TOKEN.match(text, place):
        token = match.group()
        if match.end() == len(text) and token not in ("(", ")"):
            break
        place = match.end()
        reader.size += len(token)
        if (item := _take(reader, token)) is not None:
            expressions.append(item)
            reader.size = 0
    reader.rest = text[place:]
    if reader.size + len(reader.rest) > MOST:
        raise Unreadable("an answer without end")
    return expressions


def _take(reader: ExpressionReader, token: str) -> Expression | None:
    """Consume a token.  Return the top-level expression that it completes, or None."""
    item: Expression
    match token[0]:
        case "(":
            if len(reader.opened) >= DEEPEST:
                raise Unreadable("lists inside of each other without end")
            reader.opened.append([])
            return None
        case ")":
            if not reader.opened:
                raise Unreadable("a `)` without its `(`")
            item = reader.opened.pop()
        case ";":
            return None
        case '"':
            item = '"' + token[1:-1].replace('""', '"')
        case "|":
            item = token[1:-1]
        case _ if token.isspace():
            return None
        case _:
            item = token
    if not reader.opened:
        return item
    reader.opened[-1].append(item)
    return None


def as_text(expression: Expression) -> str:
    """Write an expression for people: strings without quotes."""
    if isinstance(expression, str):
        return expression.removeprefix('"')
    return f"({' '.join(as_text(part) for part in expression)})"
