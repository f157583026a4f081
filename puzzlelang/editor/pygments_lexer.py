"""The Pygments lexer of rules, for Rich, Sphinx, MkDocs and Jupyter.

Loaded by Pygments through an entry point, and never by anything else, so that Pygments need not be there.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

from puzzlelang.editor.tokens import TokenClass, tokens

KINDS = {
    TokenClass.COMMENT: Comment.Single,
    TokenClass.TEXT: String,
    TokenClass.NUMBER: Number.Integer,
    TokenClass.KEYWORD: Keyword,
    TokenClass.WORD: Name.Builtin,
    TokenClass.NAME: Name,
    TokenClass.SIGN: Operator,
}
"""The token types of Pygments for ours."""


class RulesLexer(Lexer):  # type: ignore[misc]  # Pygments has no types
    """The rules of grid logic puzzles."""

    name = "Rules of puzzlelang"
    aliases: ClassVar[list[str]] = ["rules", "puzzlelang"]
    filenames: ClassVar[list[str]] = ["*.rules"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Each token of a text; what is between them is text."""
        place = 0
        for start, end, kind in tokens(text):
            if start > place:
                yield place, Text, text[place:start]
            yield start, KINDS[kind], text[start:end]
            place = end
        if place < len(text):
            yield place, Text, text[place:]
