"""Token classes for colouring, decided by the letters of a token alone.

The lexer of `syntax` refuses what means nothing; this one goes on.  Tests hold both against each other for every file
of the library, and so are the grammars of editors.
"""

import enum
import re
from collections.abc import Iterator
from functools import cache

from puzzlelang.syntax import keywords
from puzzlelang.typed.words import vocabulary


class TokenClass(enum.Enum):
    """The classes of tokens; `WORD` is a word of the language that is no keyword."""

    COMMENT = "comment"
    TEXT = "text"
    NUMBER = "number"
    KEYWORD = "keyword"
    WORD = "word"
    NAME = "name"
    SIGN = "sign"


TOKEN = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r'|(?P<text>"""[^"]*(?:"{1,2}[^"]+)*"""|"(?!"")(?:[^"\\\n]|\\.)*"|"[\\]"(?![^\n]*"))'
    r"|(?P<keyword>at[ \t\r\n]+(?:least|most)\b)"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<sign>!=|<=|>=|\.\.|[=<>+\-*/&?:;,.(){}])"
)


def tokens(text: str) -> Iterator[tuple[int, int, TokenClass]]:
    """Each token of a text with its start, its end and its class; what is no token is left out."""
    for result in TOKEN.finditer(text):
        yield result.start(), result.end(), token_class(result.lastgroup or "", result[0])


def token_class(group: str, text: str) -> TokenClass:
    """The class of a token that a group of `TOKEN` matched."""
    if group != "name":
        return TokenClass(group)
    if text in keywords.MEANINGS:
        return TokenClass.KEYWORD
    return TokenClass.WORD if text in _words() else TokenClass.NAME


@cache
def _words() -> frozenset[str]:
    return frozenset(vocabulary.words())
