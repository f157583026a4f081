"""Fixes for what is opened and never closed: parentheses, texts, examples without a verdict."""

from collections.abc import Iterator, Sequence

from lark import Token

from puzzlelang.diagnostics.fixes import put
from puzzlelang.diagnostics.record import Edit, Fix
from puzzlelang.source import Source, Span

_SIGNS = frozenset({"EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST_SIGN", "AT_LEAST_SIGN", "COLON", "AND", "OR", "THEN"})
MOST_PLACES = 6
"""Places where what is missing may stand."""


def unfinished_fixes(source: Source, group: Sequence[Token], advice: str) -> Iterator[Fix]:
    """The fixes of a statement that ends too early, for its advice."""
    end = group[-1].end_pos or 0
    if advice.endswith("is not closed"):
        yield from _closing_fixes(source, group)
    elif advice.startswith("say what it proves"):
        yield put(Span(source, end, end), " has 1 solution", sure=False)
    elif advice.startswith("`#` begins a comment"):
        start = source.text.index("#", end)
        yield Fix('write `"#"`', (Edit(Span(source, start, start + 1), '"#"'),))


def _closing_fixes(source: Source, group: Sequence[Token]) -> Iterator[Fix]:
    """A parenthesis in front of each sign behind the last one that is open, or at the end."""
    waiting: list[int] = []
    for index, token in enumerate(group):
        if token.type == "LPAR":
            waiting.append(index)
        elif token.type == "RPAR" and waiting:
            waiting.pop()
    ends = [group[at - 1] for at in range(waiting[-1] + 2, len(group)) if group[at].type in _SIGNS] if waiting else []
    for token in [*ends[:MOST_PLACES], group[-1]]:
        yield put(Span(source, token.end_pos or 0, token.end_pos or 0), ")", sure=token is group[-1] or len(ends) == 1)


def text_ends(source: Source, start: int, end: int, quotes: str) -> Iterator[Fix]:
    """Quotes where a text on one line that opens at `start` may end: in front of a colon or a comma, or last."""
    line = source.text[start:end].rstrip()
    places = [start + at for at, sign in enumerate(line) if sign in ":," and at > 1]
    places = places[:MOST_PLACES] if quotes == '"' else []
    for place in [*places, start + len(line)]:
        yield put(Span(source, place, place), quotes, sure=len(places) < 2)
