"""The language server's answers, asked without a process; `test_language_server.py` asks one over its protocol."""

import contextlib
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

lsp = pytest.importorskip("lsprotocol.types")
pytest.importorskip("pygls")

from puzzlelang import examples, pipeline, resources  # noqa: E402
from puzzlelang.diagnostics.fixes import apply  # noqa: E402
from puzzlelang.diagnostics.record import Edit, Failed  # noqa: E402
from puzzlelang.editor import answers, background, conversion, names, session  # noqa: E402
from puzzlelang.editor.documents import Documents  # noqa: E402
from puzzlelang.editor.positions import Lines, Position  # noqa: E402
from puzzlelang.editor.server import make_server  # noqa: E402
from puzzlelang.editor.tokens import TokenClass, tokens  # noqa: E402
from puzzlelang.files import read_text  # noqa: E402
from puzzlelang.syntax import from_text  # noqa: E402
from puzzlelang.typed.words import vocabulary  # noqa: E402
from tests import library  # noqa: E402

STARS = """puzzle "Stars"
board square
given wall : set of cells as "#"
find star : set of cells as "*"
let open = cells - wall

rule one "{l} holds one star": every l in lines: count(star & l) = 1
rule free "No star stands on a wall": no c in star: c.wall

example "A board" board \"\"\"
.
\"\"\" has 1 solution
"""


class Editor:
    """A server with one open document, and requests about the place that `|` marks."""

    def __init__(self, folder: Path, text: str, name: str = "stars.rules") -> None:
        self.server = make_server()
        self.sent: list[Any] = []
        self.server.text_document_publish_diagnostics = self.sent.append  # type: ignore[method-assign]
        self.server.window_show_message = self.sent.append  # type: ignore[method-assign]
        self.uri = (folder / name).as_uri()
        self.server.documents.folders = [folder]
        self.type(text)

    def type(self, text: str) -> None:
        self.text = text.replace("|", "")
        self.server.documents.put(self.uri, self.text)

    def at(self, marked: str, params: Any, **others: Any) -> Any:
        """A request about the place of `|` in a line."""
        line = next(number for number, one in enumerate(self.text.split("\n")) if marked.replace("|", "") in one)
        column = self.text.split("\n")[line].index(marked.replace("|", "")) + marked.index("|")
        here, place = lsp.TextDocumentIdentifier(self.uri), lsp.Position(line, column)
        return params(text_document=here, position=place, **others)


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    return Editor(tmp_path, STARS)


def test_diagnostics_have_codes_links_and_related_places(tmp_path: Path) -> None:
    editor = Editor(tmp_path, STARS.replace("find star", "find wall"))
    session.diagnose(editor.server, editor.uri)
    result = editor.sent[-1].diagnostics
    assert "E023" in {item.code for item in result}
    first = next(item for item in result if item.code == "E023")
    assert first.code_description.href.endswith("E023.md")
    assert first.related_information[0].location.range.start.line == 2
    assert first.range.start == lsp.Position(3, 5)


def test_warnings_of_lint_come_where_nothing_is_wrong(editor: Editor) -> None:
    session.diagnose(editor.server, editor.uri)
    assert {item.severity for item in editor.sent[-1].diagnostics} == {lsp.DiagnosticSeverity.Warning}


def test_hover_tells_types_and_words(editor: Editor) -> None:
    assert "set of cells" in answers.hover(editor.server, editor.at("no c in st|ar", lsp.HoverParams)).contents.value
    assert "count" in answers.hover(editor.server, editor.at("cou|nt(", lsp.HoverParams)).contents.value
    assert "says of how many" in answers.hover(editor.server, editor.at("eve|ry l", lsp.HoverParams)).contents.value
    assert answers.hover(editor.server, editor.at('"A bo|ard"', lsp.HoverParams)) is None


@pytest.mark.parametrize(
    ("line", "there", "absent"),
    [
        ("|", "rule", "count"),
        ('rule x "X": every c in |', "open", "and"),
        ('rule x "X": every c in cells: c.|', "wall", "lines"),
        ("find other : |", "set", "every"),
        ('rule x "X {|}": every c in cells: c.wall', "c", "cells"),
        ('rule x "X {c.|}": every c in cells: c.wall', "row", "cells"),
    ],
)
def test_completion_is_by_type(tmp_path: Path, line: str, there: str, absent: str) -> None:
    editor = Editor(tmp_path, STARS.replace("example", "E", 1).split('E "')[0])
    before, behind = line.split("|")
    editor.type(editor.text + before + behind)
    place = lsp.Position(editor.text.count("\n"), len(before))
    result = answers.complete(editor.server, lsp.CompletionParams(lsp.TextDocumentIdentifier(editor.uri), place))
    labels = {item.label for item in result}
    assert there in labels
    assert absent not in labels


def test_signatures(editor: Editor) -> None:
    result = answers.signature_help(editor.server, editor.at("count(sta|r", lsp.SignatureHelpParams))
    assert result.signatures[0].label.startswith("count(")


def test_definition_references_and_highlights(editor: Editor) -> None:
    result = answers.definition(editor.server, editor.at("no c in st|ar", lsp.DefinitionParams))
    assert result.range.start == lsp.Position(3, 5)
    context = lsp.ReferenceContext(include_declaration=True)
    request = editor.at("no c in st|ar", lsp.ReferenceParams, context=context)
    assert [place.range.start.line for place in answers.references(editor.server, request)] == [3, 6, 7]
    marked = answers.highlights(editor.server, editor.at("{|l}", lsp.DocumentHighlightParams))
    assert len(marked) == 3


def applied(editor: Editor, edit: Any) -> dict[str, str]:
    """The texts of all files after an edit."""
    texts = {}
    for uri, edits in edit.changes.items():
        document = editor.server.documents.document(uri)
        text = document.source.text
        spans = [tuple(document.lines.offset(Position(p.line, p.character)) for p in (e.range.start, e.range.end))
                 for e in edits]  # fmt: skip
        for (start, end), one in sorted(zip(spans, edits, strict=True), key=lambda pair: pair[0], reverse=True):
            text = text[:start] + one.new_text + text[end:]
        texts[uri] = text
    return texts


def test_rename_reaches_sentences_and_files_that_extend(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(STARS, encoding="utf-8")
    more = 'puzzle "More"\nextends "base"\nrule wide "{l} is wide": every l in rows: count(star & l) < 2\n'
    (tmp_path / "more.rules").write_text(more, encoding="utf-8")
    editor = Editor(tmp_path, STARS, "base.rules")
    texts = applied(editor, answers.rename(editor.server, editor.at("find st|ar", lsp.RenameParams, new_name="lamp")))
    assert len(texts) == 2
    assert "lamp & l" in texts[(tmp_path / "more.rules").as_uri()]
    again = answers.rename(editor.server, editor.at("{|l}", lsp.RenameParams, new_name="row_of"))
    assert '"{row_of} holds one star": every row_of in lines' in applied(editor, again)[editor.uri]


ONLY_INHERITED = {"variant-sudoku"}
"""Files all of whose names are stated in the library files that they extend as well, so that none can change alone."""

RENAMED = [name for name in library.NAMES if library.FILES[name].parent == resources.library()][::7]
RENAMED = [name for name in RENAMED if name not in ONLY_INHERITED]
"""About fifty files; of these a few are tried by default."""


@pytest.mark.library
@pytest.mark.parametrize("name", RENAMED if library.whole else RENAMED[:3:2])
def test_rename_keeps_the_verdicts_of_examples(name: str, tmp_path: Path) -> None:
    text = read_text(library.FILES[name]).text
    documents, uri = Documents(), (tmp_path / f"{name}.rules").as_uri()
    documents.put(uri, text)
    for number in range(99):
        document = documents.document(uri)
        result = [item.span for item in documents.analysis(document).names.definitions
                 if item.span is not None and item.span.source.name == document.source.name]  # fmt: skip
        if number >= len(result):
            break
        with contextlib.suppress(Failed):
            spans = names.rename(documents, document, result[number].start, f"{result[number].text}_{number}q")
            edits = [Edit(span, f"{result[number].text}_{number}q") for span in spans.values()]
            documents.put(uri, apply(document.source.text, edits))
    changed = documents.document(uri).source
    assert changed.text.count("q") >= text.count("q") + number // 2
    outcomes = examples.prove_examples(pipeline.ruleset(changed, tmp_path))
    assert [item for outcome in outcomes for item in outcome.diagnostics] == []


def test_a_name_that_would_break_the_file_is_refused(editor: Editor) -> None:
    for name in ("wall", "every", "2", "cells"):
        assert answers.rename(editor.server, editor.at("find st|ar", lsp.RenameParams, new_name=name)) is None
        assert editor.sent.pop().message


def test_unsaved_texts_stand_for_files(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(STARS, encoding="utf-8")
    editor = Editor(tmp_path, 'puzzle "More"\nextends "base"\nrule x "X": no c in star: c.lamp\n', "more.rules")
    documents = editor.server.documents
    assert documents.analysis(documents.document(editor.uri)).diagnostics
    documents.put((tmp_path / "base.rules").as_uri(), STARS.replace("star", "lamp"))
    result = documents.analysis(documents.document(editor.uri)).diagnostics
    assert [item.message for item in result] == ["there is nothing called `star`"]
    documents.close((tmp_path / "base.rules").as_uri())
    place = answers.definition(editor.server, editor.at("c in st|ar", lsp.DefinitionParams))
    assert place.uri == (tmp_path / "base.rules").as_uri()
    file = answers.definition(editor.server, editor.at('extends "ba|se"', lsp.DefinitionParams))
    assert file.uri == (tmp_path / "base.rules").as_uri()


def test_outline_folding_formatting_and_hints(editor: Editor) -> None:
    here = lsp.TextDocumentIdentifier(editor.uri)
    listed = [item.name for item in answers.document_symbols(editor.server, lsp.DocumentSymbolParams(here))]
    assert listed == ["Stars", "wall", "star", "open", "one", "free", "A board"]
    result = answers.workspace_symbols(editor.server, lsp.WorkspaceSymbolParams("sta"))
    assert [item.name for item in result] == ["Stars", "star"]
    folds = answers.folding(editor.server, lsp.FoldingRangeParams(here))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(9, 11)]
    options = lsp.FormattingOptions(2, True)
    (edit,) = answers.formatting(editor.server, lsp.DocumentFormattingParams(here, options))
    assert "lines:\n    count" in edit.new_text or "lines: count(star & l) = 1\n" in edit.new_text
    assert 'example "A board"\n  board' in edit.new_text
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    (hint,) = answers.inlay_hints(editor.server, lsp.InlayHintParams(here, whole))
    assert hint.label == ": a set of cells"


def test_code_actions_mend(tmp_path: Path) -> None:
    editor = Editor(tmp_path, STARS.replace("= 1\n", "== 1\n", 1).replace("\n", "\r\n"))
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
    params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(editor.uri), whole, lsp.CodeActionContext([]))
    first = answers.code_actions(editor.server, params)[0]
    assert first.is_preferred
    assert applied(editor, first.edit)[editor.uri] == STARS


def test_lenses_ask_workers(editor: Editor) -> None:
    lenses = answers.code_lenses(editor.server, lsp.CodeLensParams(lsp.TextDocumentIdentifier(editor.uri)))
    assert [lens.command.command for lens in lenses] == list(answers.CODE_LENSES)
    rules = background.ruleset(editor.server.documents, editor.uri)
    drawn = background.ask("puzzlelang.picture", rules, 0, background.Running())
    assert drawn.status == "drawn"
    assert drawn.picture.startswith("<svg")
    tried = background.ask("puzzlelang.runExample", rules, 0, background.Running())
    assert tried.status == "holds"
    gone = background.ask("puzzlelang.solve", rules, 7, background.Running())
    assert gone.status == "wrong"


def test_positions_are_utf_16() -> None:
    lines = Lines('a\n"𝄞é"x\nend')
    assert lines.position(lines.text.index("x")) == Position(1, 5)
    assert lines.offset(Position(1, 5)) == lines.text.index("x")
    assert lines.offset(Position(1, 99)) == lines.text.index("\nend")
    assert lines.offset(Position(9, 0)) == len(lines.text)
    for offset in range(len(lines.text) + 1):
        assert lines.offset(lines.position(offset)) == offset


@library.sweep_files
def test_tokens_are_those_of_the_lexer(path: Path) -> None:
    source = read_text(path)
    result = list(tokens(source.text))
    assert [(start, end) for start, end, _ in result] == [(span.start, span.end) for span in from_text.words(source)]
    for start, end, kind in result:
        word = source.text[start:end]
        reserved = word in from_text.keywords() or re.fullmatch(r"at\s+(least|most)", word) is not None
        assert (kind is TokenClass.KEYWORD) == reserved, word
        assert (kind is TokenClass.WORD) <= (word in vocabulary.words())


def test_random_edits_raise_nothing(tmp_path: Path) -> None:
    edit_at_random(Editor(tmp_path, STARS), 60, random.Random(1))


@pytest.mark.long
def test_many_random_edits_raise_nothing(tmp_path: Path) -> None:
    edit_at_random(Editor(tmp_path, STARS), 100_000, random.Random(2))


PIECES = (
    '"',
    '"""',
    "{",
    "}",
    "(",
    ")",
    ".",
    ":",
    "\n",
    "every c in ",
    "star",
    "c.",
    "𝄞",
    "#",
    " ",
    "rule x ",
    "at least",
)


def edit_at_random(editor: Editor, number: int, chance: random.Random) -> None:
    here = lsp.TextDocumentIdentifier(editor.uri)
    for _ in range(number):
        text = editor.text
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 5)))
        editor.text = text[:start] + chance.choice(PIECES) + text[end:]
        if not 20 < len(editor.text) < 900:
            editor.text = STARS
        document = editor.server.documents.put(editor.uri, editor.text)
        place = conversion.position(document.lines.position(start + 1))
        request = chance.choice(REQUESTS)
        request(editor.server, here, place)
    assert len(editor.server.documents.open) == 1
    assert len(editor.server.documents._lines) < 10


def _whole() -> Any:
    return lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))


REQUESTS = [
    lambda server, here, place: answers.hover(server, lsp.HoverParams(here, place)),
    lambda server, here, place: answers.complete(server, lsp.CompletionParams(here, place)),
    lambda server, here, place: answers.signature_help(server, lsp.SignatureHelpParams(here, place)),
    lambda server, here, place: answers.definition(server, lsp.DefinitionParams(here, place)),
    lambda server, here, place: answers.highlights(server, lsp.DocumentHighlightParams(here, place)),
    lambda server, here, place: answers.document_symbols(server, lsp.DocumentSymbolParams(here)),
    lambda server, here, place: answers.folding(server, lsp.FoldingRangeParams(here)),
    lambda server, here, place: answers.semantic_tokens(server, lsp.SemanticTokensParams(here)),
    lambda server, here, place: answers.inlay_hints(server, lsp.InlayHintParams(here, _whole())),
    lambda server, here, place: answers.formatting(
        server, lsp.DocumentFormattingParams(here, lsp.FormattingOptions(2, True))
    ),
    lambda server, here, place: answers.code_lenses(server, lsp.CodeLensParams(here)),
    lambda server, here, place: answers.prepare_rename(server, lsp.PrepareRenameParams(here, place)),
    lambda server, here, place: answers.rename(server, lsp.RenameParams(here, place, "other")),
    lambda server, here, place: session.diagnose(server, here.uri),
]


def test_references_reach_files_that_extend(tmp_path: Path) -> None:
    (tmp_path / "stars.rules").write_text(STARS, encoding="utf-8")
    more = 'puzzle "More"\nextends "stars"\nrule wide "{l}": every l in rows: count(star & l) < 2\n'
    (tmp_path / "more.rules").write_text(more, encoding="utf-8")
    editor = Editor(tmp_path, STARS)

    def uses() -> set[tuple[str, int]]:
        context = lsp.ReferenceContext(include_declaration=True)
        uses = answers.references(editor.server, editor.at("find st|ar", lsp.ReferenceParams, context=context))
        return {(one.uri.rsplit("/", 1)[1], one.range.start.line) for one in uses}

    assert uses() == {("stars.rules", 3), ("stars.rules", 6), ("stars.rules", 7), ("more.rules", 2)}
    (tmp_path / "more.rules").write_text(more.replace("star &", "stra &"), encoding="utf-8")
    assert ("more.rules", 2) not in uses()


def test_without_its_packages_the_server_says_what_to_install() -> None:
    start = "import sys; sys.modules['pygls'] = None; from puzzlelang.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", start, "language-server"], capture_output=True, text=True, check=False)
    assert "E380" in done.stderr
    assert "puzzlelang[editor]" in done.stderr
    assert "Traceback" not in done.stderr
