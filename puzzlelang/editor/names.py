"""Names in rules: meaning, declaration, uses in all files, renaming."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from puzzlelang import resources, rulesets
from puzzlelang.diagnostics.record import fail
from puzzlelang.editor.documents import Document, Documents
from puzzlelang.source import Span
from puzzlelang.syntax import keywords, tree
from puzzlelang.typed.definitions import Definition, NameKind
from puzzlelang.typed.words import vocabulary

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def word_at(text: str, offset: int) -> tuple[int, int, str] | None:
    """The word that an offset is in or right behind."""
    for result in _WORD.finditer(text, max(0, text.rfind("\n", 0, offset) + 1)):
        if result.start() <= offset <= result.end():
            return result.start(), result.end(), result[0]
        if result.start() > offset:
            break
    return None


def definition_at(documents: Documents, document: Document, offset: int) -> Definition | None:
    """The definition of the name at an offset, None if there is none."""
    for result in documents.analysis(document).names.definitions:
        for span in spans_of(result):
            if span.source.name == document.source.name and span.start <= offset <= span.end:
                return result
    return None


def spans_of(definition: Definition) -> Iterator[Span]:
    """The declaration of a name and all its uses."""
    if definition.span is not None:
        yield definition.span
    yield from definition.uses


def hover(documents: Documents, document: Document, offset: int) -> tuple[str, Span] | None:
    """Return what the word at an offset means, as Markdown, and where the word stands."""
    word = word_at(document.source.text, offset)
    if word is None:
        return None
    start, end, text = word
    span = Span(document.source, start, end)
    result = definition_at(documents, document, offset)
    if result is not None and result.kind is not NameKind.WORD:
        return _description(result), span
    if _in_text_or_comment(document, start):
        return None
    if result is not None or text in vocabulary.words():
        kind, meaning = vocabulary.kind(text), vocabulary.meaning(text)
        return f"**{text}**: {kind}\n\n{meaning}", span
    meant = keywords.MEANINGS.get(text) or keywords.CONTEXTUAL.get(text)
    return (f"**{text}**: {meant}", span) if meant else None


def _description(definition: Definition) -> str:
    sign = " " if definition.kind is NameKind.RULE else " : "
    head = f"{definition.kind.value} {definition.name}" + (f"{sign}{definition.type}" if definition.type else "")
    return f"```rules\n{head}\n```" + (f"\n\n{definition.docs}" if definition.docs else "")


def _in_text_or_comment(document: Document, offset: int) -> bool:
    from puzzlelang.editor.tokens import TokenClass, tokens

    return any(
        start <= offset < end and kind in (TokenClass.TEXT, TokenClass.COMMENT)
        for start, end, kind in tokens(document.source.text)
    )


def file_at(document: Document, offset: int) -> Path | None:
    """The file that an `include` or `extends` names at an offset."""
    folder = Path(document.source.name).parent
    for statement in document.parsed.file.statements:
        if isinstance(statement, tree.IncludeStatement):
            for name in statement.names:
                if name.span.start <= offset <= name.span.end:
                    shared = resources.shared() / f"{name.value}{rulesets.SUFFIX}"
                    return rulesets.find_rules(name.value, folder) or (shared if shared.is_file() else None)
    return None


Place = tuple[str, int, int]


def everywhere(documents: Documents, document: Document, offset: int) -> tuple[Definition, Mapping[Place, Span]] | None:
    """The name at an offset, and the declaration and all uses of it in every file that may use it."""
    result = definition_at(documents, document, offset)
    if result is None or result.span is None:
        return None
    key = _place(result.span)
    spans = {_place(span): span for span in spans_of(result)}
    if result.kind in (NameKind.VARIABLE, NameKind.PARAMETER):
        return result, spans
    for other in documents.related(result.span.source):
        for again in documents.analysis(other).names.definitions:
            if again.span is not None and _place(again.span) == key:
                spans |= {_place(span): span for span in spans_of(again)}
                spans |= {_place(span): span for span in _in_boards(other, result)}
    return result, spans


def _in_boards(document: Document, definition: Definition) -> Iterator[Span]:
    """Yield where the boards of examples name what is declared: the head of a block, or a line of the whole board."""
    if definition.kind not in (NameKind.GIVEN, NameKind.FIND, NameKind.OPTION):
        return
    name = re.escape(definition.name)
    for statement in document.parsed.file.statements:
        if not isinstance(statement, tree.ExampleStatement):
            continue
        written = [statement.board, statement.drawing, *(verdict.answer for verdict in statement.verdicts)]
        for text in written:
            if text is None:
                continue
            start, end = text.span.start, text.span.end
            whole = document.source.text
            block = re.compile(r"^[ \t]*\[", re.MULTILINE).search(whole, start, end)
            head = block.start() if block else end
            for one in re.compile(rf"^[ \t]*\[({name})\]", re.MULTILINE).finditer(whole, start, end):
                yield Span(document.source, one.start(1), one.end(1))
            for one in re.compile(rf"^[ \t]*({name}):", re.MULTILINE).finditer(whole, start, head):
                yield Span(document.source, one.start(1), one.end(1))


def _place(span: Span) -> Place:
    return span.source.name, span.start, span.end


def rename(documents: Documents, document: Document, offset: int, name: str) -> Mapping[Place, Span]:
    """The places where another name is to stand.  Raises `Failed` if the name cannot be given, or files would break."""
    result = everywhere(documents, document, offset)
    if result is None:
        raise fail("E386", "no name of your own stands here")
    if not _WORD.fullmatch(name) or name in keywords.MEANINGS:
        raise fail("E386", f"`{name}` cannot be a name", hint="a name is made of letters, digits and `_`")
    definition, spans = result
    for place, span in spans.items():
        if span.text != definition.name:
            raise fail("E386", f"`{definition.name}` cannot be renamed: a use of it in {place[0]} is no plain name")
    _check_renamed(documents, spans, name)
    return spans


def _check_renamed(documents: Documents, spans: Mapping[Place, Span], name: str) -> None:
    """Raise `Failed` if a file that is right would be wrong after a renaming, or mean other names."""
    texts: dict[str, str] = {}
    changed = Documents()
    changed.folders = documents.folders
    for other in documents.open.values():
        changed.put(other.uri, other.source.text)
    for source in {span.source.name: span.source for span in spans.values()}.values():
        text = source.text
        for _, start, end in sorted((key for key in spans if key[0] == source.name), reverse=True):
            text = text[:start] + name + text[end:]
        texts[source.name] = text
        changed.put(documents.uri(source), text)
    for file, source in {span.source.name: span.source for span in spans.values()}.items():
        before = documents.analysis(documents.document(documents.uri(source)))
        after = changed.analysis(changed.document(changed.uri(source)))
        if len(after.diagnostics) > len(before.diagnostics) or _shape(before.names.definitions) != _shape(
            after.names.definitions
        ):
            message = next((item.message for item in after.diagnostics), f"`{name}` means something else there")
            raise fail("E386", f"`{name}` cannot be the name: in {file} {message}")


def _shape(definitions: tuple[Definition, ...]) -> list[tuple[str, int]]:
    return sorted((result.kind.value, len(result.uses)) for result in definitions if result.span is not None)
