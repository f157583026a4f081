"""Highlights a rule file, by the tokens of the grammar and the words of the language."""

from collections.abc import Iterator

from puzzlelang.gallery.html import Html, HtmlContent, join, tag
from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.typed import vocabulary


def highlight(source: Source) -> Html:
    """The whole text; each keyword, word, name, number, text and remark is a `span` of that class."""
    return join(*_parts(source))


def _parts(source: Source) -> Iterator[HtmlContent]:
    keywords, words = from_text.keywords(), frozenset(vocabulary.words())
    end = 0
    for span in from_text.words(source):
        yield source.text[end : span.start]
        kind = _kind(span.text, keywords, words)
        yield tag("span", span.text, class_=kind) if kind else span.text
        end = span.end
    yield source.text[end:]


def _kind(token: str, keywords: frozenset[str], words: frozenset[str]) -> str:
    if token.startswith('"'):
        return "text"
    if token.startswith("#"):
        return "remark"
    if token[0].isdigit():
        return "number"
    if token.split(maxsplit=1)[0] in keywords:
        return "keyword"
    return "word" if token in words else ""
