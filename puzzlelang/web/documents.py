"""Requests with immediate answers: the library, rules for editors, boards as pictures and texts."""

import functools
import re
from pathlib import Path

import msgspec

from puzzlelang import catalogue, pipeline, resources
from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.editor import names, suggesting
from puzzlelang.editor.documents import Document, Documents
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions.base import Json
from puzzlelang.readers import Readers, choose_ruleset
from puzzlelang.render import players
from puzzlelang.source import Source
from puzzlelang.syntax import keywords, to_text
from puzzlelang.typed import ir
from puzzlelang.typed.definitions import Definition
from puzzlelang.typed.words import vocabulary
from puzzlelang.web import covers, editing, fresh, pictures, requests
from puzzlelang.web.desk import Desk, TooLarge

_TITLE = re.compile(r"^puzzle\b[^\n]*", re.MULTILINE)
"""The statement that every file of rules begins with."""


def genres() -> Json:
    """`genres`: the library, each file with its `name`, `title`, `others` (further names) and `category`.

    `formats`: in how many outside formats there are boards of it, which shows how widely it is known.
    """
    return {"status": "listed", "genres": [_entry(one) for one in _library()]}


def search(request: requests.Search) -> Json:
    """`genres` that a name may mean, the best first; `sure`: the first one has that very name, spelt loosely."""
    result = catalogue.search(request.text, _library())
    matches = [_entry(match.entry) for match in result[: catalogue.MOST_MATCHES]]
    return {"status": "found", "sure": bool(result) and result[0].sure, "genres": matches}


@functools.cache
def _library() -> list[catalogue.CatalogueEntry]:
    return catalogue.entries(resources.library_files())


def _entry(one: catalogue.CatalogueEntry) -> Json:
    known = {"name": one.name, "title": one.title, "others": one.others, "category": one.category}
    return {**known, "formats": len(one.formats)}


def show(desk: Desk, request: requests.Show) -> Json:
    """`text`, what `puzzlelang show --json` prints under `players`, and `examples`: boards as texts, with titles.

    `first` is the text of the board that a player begins with, null if there is none.  `patterns`: whether techniques
    are kept.
    """
    rules = desk.rules(request)
    examples = [
        {"title": example.title, "board": example.board.text if example.board else example.url}
        for example in rules.examples
    ]
    content = {"text": rules.source.text, "players": players.as_json(rules), "examples": examples}
    return {
        "status": "shown",
        **content,
        "first": covers.first_board(rules, request.genre),
        "patterns": rules.kept is not None,
    }


def words() -> Json:
    """`words`: each with its `kind` and `meaning`."""
    result = [
        {"word": word, "kind": vocabulary.kind(word), "meaning": vocabulary.meaning(word)}
        for word in vocabulary.words()
    ]
    reserved = {**keywords.MEANINGS, **keywords.CONTEXTUAL}
    result += [{"word": word, "kind": "keyword", "meaning": meaning} for word, meaning in reserved.items()]
    return {"status": "listed", "words": result, "statements": sorted(keywords.STARTING)}


def analyse_rules(desk: Desk, request: requests.Analyse) -> Json:
    """`diagnostics`; with an offset also what an editor says of the place: see `_about`."""
    source = desk.source(request)
    opened = Documents()
    document = opened.put(source.name, source.text)
    result = opened.analysis(document)
    content: dict[str, object] = {
        "status": "wrong" if result.diagnostics else "fine",
        "diagnostics": [rendering.as_json(item) for item in result.diagnostics],
        "title": result.ruleset.title,
    }
    if request.offset is not None:
        content |= _about(opened, document, request.offset)
    return content


def _about(opened: Documents, document: Document, offset: int) -> Json:
    """Return what editors say of a place, as the language server does.

    `hover`: what the name there means.  `suggestions`: what the word that ends there may become.  `signature`: the word
    whose arguments stand there.  `definition`: where the name is declared, in this text or in the `file` that brings
    it.  `uses`: where it stands in this text.
    """
    name = opened.analysis(document).names.at(document.source, offset)
    known = names.definition_at(opened, document, offset)
    uses = [] if known is None else [one for one in names.spans_of(known) if one.source.name == document.source.name]
    typed = suggesting.signature(opened, document, offset)
    return {
        "hover": None if name is None else _definition(name),
        "suggestions": msgspec.to_builtins(suggesting.suggestions(opened, document, offset)),
        "signature": None if typed is None else msgspec.to_builtins(typed),
        "definition": None if known is None or known.span is None else rendering.place_json(known.span),
        "uses": [rendering.place_json(one) for one in uses],
    }


def rename(desk: Desk, request: requests.Rename) -> Json:
    """Return `text`: the rules with another name, also in sentences and in the boards of examples."""
    opened = Documents()
    source = desk.source(request)
    document = opened.put(source.name, source.text)
    known = names.definition_at(opened, document, request.offset)
    if known is not None and known.span is not None and known.span.source.name != document.source.name:
        file = Path(known.span.source.name).name
        raise fail("E386", f"the name is declared in {file}, which this page cannot change")
    spans = names.rename(opened, document, request.offset, request.name)
    text = document.source.text
    for _, start, end in sorted(spans, reverse=True):
        text = text[:start] + request.name + text[end:]
    return {"status": "renamed", "text": text}


def _definition(definition: Definition) -> Json:
    return {"name": definition.name, "kind": definition.kind.value, "type": definition.type, "docs": definition.docs}


def format_rules(desk: Desk, request: requests.Format) -> Json:
    """Return `text`: the rules in the standard form."""
    return {"status": "formatted", "text": to_text.format_source(desk.source(request))}


def blank(desk: Desk, request: requests.Blank) -> Json:
    """Return `board`: the text of a new board."""
    rules = desk.rules(request)
    return {"status": "made", "board": write.write(rules, fresh.board(rules, desk.check_size(request.size)))}


def read_text(desk: Desk, request: requests.Read) -> Json:
    """Return `genre` or `rules`, and `board`, as far as the text has them.

    A text that names its puzzle type is read by the library's rules for that type, any other by those of the request.
    """
    source = Source("pasted", request.text)
    if _TITLE.search(request.text):
        return {"status": "read", "rules": request.text}
    own = bool(request.genre or request.rules)
    result = boards.board_source(source, desk.rules(request) if own else None)
    if result.names_type:
        fitting = [desk.genre(path.stem) for path in Readers((resources.library(),)).candidates(result)]
        rules, puzzle = choose_ruleset(fitting, result, desk.check_size(request.size))
        genre = rules.source.name.removesuffix(pipeline.SUFFIX)
        return {"status": "read", "genre": genre, "board": _text(rules, desk.check_cells(puzzle))}
    if not own:
        hint = "choose the rules first; links of puzz.link name theirs"
        raise fail("E201", "this text does not say which puzzle it is", source.first(), hint=hint)
    rules = desk.rules(request)
    puzzle = desk.board(rules, request.text, desk.check_size(request.size))
    return {"status": "read", "genre": request.genre, "board": _text(rules, puzzle)}


def _text(rules: ir.Ruleset, puzzle: Puzzle) -> str:
    return write.write(rules, puzzle, puzzle.drawing)


def draw_picture(desk: Desk, request: requests.Draw) -> Json:
    """Return the picture of a board; see `pictures.picture`."""
    rules = desk.rules(request)
    puzzle = desk.board(rules, request.board)
    return pictures.picture(rules, puzzle, request.roles, dark=request.dark, seen=request.seen)


def edit_board(desk: Desk, request: requests.Edit) -> Json:
    """Return `boards`, the text after each change, and the picture of the last one.

    A change that cannot be made leaves the board as it is, and is in `refused` with its number and a `message`.
    """
    rules = desk.rules(request)
    puzzle, texts = desk.board(rules, request.board), list[str]()
    refused = []
    for number, change in enumerate(request.changes):
        try:
            desk.check_size(change.size)
            puzzle = editing.apply_change(rules, puzzle, change)
        except Failed as failed:
            message = "\n".join(item.message for item in failed.diagnostics)
            items = [rendering.as_json(item) for item in failed.diagnostics]
            refused.append({"change": number, "message": message, "diagnostics": items})
        except TooLarge as large:
            refused.append({"change": number, "message": str(large), "diagnostics": []})
        texts.append(_text(rules, puzzle))
    # What is drawn is what the text says, so that nobody sees more than is kept.
    shown = pictures.picture(rules, desk.board(rules, texts[-1]), {}, dark=request.dark, seen=request.seen)
    return {**shown, "boards": texts, "refused": refused}


def convert_board(desk: Desk, request: requests.Convert) -> Json:
    """Return `text`: the board in another form."""
    rules = desk.rules(request)
    puzzle = desk.board(rules, request.board)
    if request.form == "svg":
        return {"status": "converted", "text": pictures.board_svg(rules, puzzle)}
    if request.form not in pipeline.FORMS:
        raise fail("E208", f"there is no form `{request.form}`", hint=", ".join(("svg", *pipeline.FORMS)))
    return {"status": "converted", "text": pipeline.convert(rules, puzzle, request.form)}
