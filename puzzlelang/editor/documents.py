"""Open documents of an editor, with their analysis; unsaved texts replace the files on disk."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from puzzlelang import resources, rulesets
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.editor.positions import Lines, editor_text
from puzzlelang.files import read_text
from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.syntax.from_text import ParseResult
from puzzlelang.typed.from_syntax import CheckResult

MOST_FILES = 2_000
"""Rule files of the open folders that are looked at for uses of a name."""


class Document:
    """A text that is open; the same text is analysed once, until a text that it may bring in changes."""

    def __init__(self, uri: str, text: str, version: int | None) -> None:
        self.uri, self.version = uri, version
        self.crlf = "\r\n" in text
        self.source = Source(_name(uri), editor_text(text))
        self.lines = Lines(self.source.text)
        self.checked: CheckResult | None = None
        self.of_examples: tuple[Diagnostic, ...] = ()

    @cached_property
    def parsed(self) -> ParseResult:
        """The statements of this text alone."""
        return from_text.read(self.source)


class Documents:
    """The open documents and folders of an editor."""

    def __init__(self) -> None:
        self.open: dict[str, Document] = {}
        self.folders: list[Path] = []
        self._lines: dict[str, tuple[str, Lines]] = {}

    def put(self, uri: str, text: str, version: int | None = None) -> Document:
        """Open a document, or give it another text."""
        document = Document(uri, text, version)
        self.open[uri] = document
        self._forget(uri)
        return document

    def close(self, uri: str) -> None:
        """Close the document, so that the file on disk counts again."""
        self.open.pop(uri, None)
        self._forget(uri)

    def changed_on_disk(self) -> None:
        """Forget what was found, as files were changed from outside."""
        self._forget("")

    def _forget(self, uri: str) -> None:
        for other in self.open.values():
            if other.uri != uri and brings_in(other.source.text):
                other.checked = None

    def document(self, uri: str) -> Document:
        """The document of a URI, which is read from disk if it is not open.  Raises `Failed` if it cannot be."""
        result = self.open.get(uri)
        if result is None:
            path = path_of(uri)
            result = Document(uri, read_text(path).text if path is not None else "", None)
        return result

    def analysis(self, document: Document) -> CheckResult:
        """Return what is known about a document."""
        if document.checked is None:
            document.checked = self.analyse(document.source)
        return document.checked

    def analyse(self, source: Source) -> CheckResult:
        """Return what can be found in a text that stands where its name says."""
        return rulesets.analyse(source, _folder(source.name), self._read)

    def diagnose(self, source: Source) -> Sequence[Diagnostic]:
        """All that is wrong with such a text."""
        return self.analyse(source).diagnostics

    def _read(self, path: Path) -> Source:
        """The text of a file, the unsaved one if it is open."""
        for document in self.open.values():
            if path_of(document.uri) == path:
                return Source(str(path), document.source.text)
        return read_text(path)

    def lines(self, source: Source) -> Lines:
        """The lines of a text."""
        known = self._lines.get(source.name)
        if known is None or known[0] != source.text:
            known = source.text, Lines(source.text)
            self._lines[source.name] = known
        return known[1]

    def uri(self, source: Source) -> str:
        """The URI of a source: that of the open document, else of its file."""
        for document in self.open.values():
            if document.source.name == source.name or path_of(document.uri) == Path(source.name):
                return document.uri
        path = Path(source.name)
        return path.resolve().as_uri() if path.is_absolute() else source.name

    def all(self) -> Iterator[Document]:
        """Every document that is open or in a folder of the editor."""
        yield from list(self.open.values())
        there = {path_of(uri) for uri in self.open}
        for path in _rule_files(dict.fromkeys(self.folders)):
            if path not in there:
                with contextlib.suppress(Failed):
                    yield self.document(path.as_uri())

    def related(self, source: Source) -> Iterator[Document]:
        """The documents that may use names of a source: itself, and files of the folders that bring in others."""
        seen = {source.name}
        folder = Path(source.name).parent if Path(source.name).is_absolute() else None
        folders = dict.fromkeys([folder, *self.folders])
        yield self.document(self.uri(source))
        for document in list(self.open.values()):
            if document.source.name not in seen:
                seen.add(document.source.name)
                yield document
        for path in _rule_files(folders):
            if str(path) in seen:
                continue
            seen.add(str(path))
            try:
                document = self.document(path.as_uri())
            except Failed:
                continue
            if brings_in(document.source.text):
                yield document


def brings_in(text: str) -> bool:
    """Whether a text may bring in other files."""
    return "extends" in text or "include" in text


def _rule_files(folders: Iterable[Path | None]) -> Iterator[Path]:
    number = 0
    for folder in folders:
        if folder is None or folder == Path(folder.anchor):
            continue
        for path in sorted(folder.rglob(f"*{rulesets.SUFFIX}")):
            number += 1
            if number > MOST_FILES:
                return
            yield path


def path_of(uri: str) -> Path | None:
    """The path of a `file:` URI; None for any other."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    return Path(url2pathname(unquote(parts.path)))


def _name(uri: str) -> str:
    path = path_of(uri)
    return uri if path is None else str(path)


def _folder(name: str) -> Path | None:
    """The folder in which other files are looked for: that of a file, the library for a text without a file."""
    path = Path(name)
    return path.parent if path.is_absolute() else resources.library()
