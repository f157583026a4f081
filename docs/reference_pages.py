"""Reference pages: keywords, diagnostics, styles, exit codes, the Python API, the library."""

import enum
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import puzzlelang
from puzzlelang import files, resources
from puzzlelang.cli import output, pictures
from puzzlelang.cli.convert import signature
from puzzlelang.diagnostics import pages
from puzzlelang.diagnostics.nearest import join_quoted, join_words
from puzzlelang.syntax import keywords as reserved
from puzzlelang.typed.checks.declarations import CATEGORIES
from puzzlelang.typed.codecs.codec import Piece
from puzzlelang.typed.codecs.formats import FORMATS
from puzzlelang.typed.words import look_words
from puzzlelang.web import limits as service_limits


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    escaped = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in escaped)


def keywords() -> str:
    """The reserved words of the grammar."""
    return (
        "# Keywords\n\n"
        "A keyword starts a statement or holds a formula together. No name of your own can be spelt like one.\n"
        "[The words](../../rules/words.md) name sets, relations and functions. "
        "`puzzlelang explain WORD` explains both.\n\n"
        + table(["keyword", "use"], [(f"`{word}`", use) for word, use in sorted(reserved.MEANINGS.items())])
        + "\nThese two are keywords in one place only. Elsewhere they may be names.\n\n"
        + table(["word", "use"], [(f"`{word}`", use) for word, use in sorted(reserved.CONTEXTUAL.items())])
    )


def diagnostics() -> str:
    """The page of each code, one below the other."""
    result = [page for code in pages.codes() if (page := pages.page(code))]
    text = (
        "# Diagnostics\n\n"
        "Every mistake has a code, a place and advice. `puzzlelang explain E040` prints the entry of a code.\n"
        "Codes that begin with `W` are warnings. The first digits tell where a mistake is:\n\n"
    )
    kinds = [
        ("E0", "in a rule file"),
        ("E1", "in a board"),
        ("E2", "in a text of an outside format"),
        ("E3", "in files, commands, limits and clusters"),
        ("W0", "suspicious in a rule file"),
        ("W1", "suspicious in a board"),
    ]
    text += table(["codes", "mistakes"], [(f"`{start}…`", meaning) for start, meaning in kinds])
    for page in result:
        text += f"\n## {page.code} {page.title}\n\n{page.text}\n"
        for example in page.examples:
            shown = example.rules or f'extends "{example.library}"\n'
            text += (
                f"\nRules with this mistake:\n\n```provoking {page.code}\n{shown}```\n" if example.board is None else ""
            )
            if example.board is not None:
                text += f"\nRules, and a board with this mistake:\n\n```provoking {page.code}\n{shown}```\n"
                text += f"\n```board {page.code}\n{example.board}```\n"
    return text


def styles() -> str:
    """The words of `draw` statements, and how commands show boards."""
    shapes = [
        (f"`{word}`", shape.meaning, ", ".join(fit.value for fit in look_words.LookTarget if fit in shape.fits))
        for word, shape in look_words.SHAPES.items()
    ]
    plain = (("Colours", look_words.COLOURS), ("Places in the cell", look_words.SLOTS), ("Sizes", look_words.SIZES))
    return (
        "# Styles\n\n"
        "## How a command shows boards\n\n"
        f"`--style` takes {join_quoted(pictures.STYLES)}: "
        "box drawing, plain characters, or board text that reads back.\n"
        f"`--as` takes {join_quoted(pictures.FORMS)} for a picture.\n\n"
        "## Words of `draw` statements\n\n"
        "A look is a shape, a colour, a place in the cell and a size, in any order.\n"
        "[How it looks](../../rules/README.md#how-it-looks) explains the statement.\n\n"
        + table(["shape", "picture", "fits"], shapes)
        + "".join(f"\n{title}: {join_quoted(words)}.\n" for title, words in plain)
    )


def exit_codes() -> str:
    """What each exit code of the commands means."""
    rows = [(f"`{code}`", meaning) for code, meaning in output.EXIT_CODES.items()]
    return "# Exit codes\n\nEvery command ends with one of these codes.\n\n" + table(["code", "meaning"], rows)


def pieces() -> str:
    """The pieces of `read` statements, format by format."""
    text = (
        "# Pieces of `read` statements\n\n"
        "What stands between the parentheses of a piece is the kind of places that it fills.\n"
        "Layers have `;` between them. Those in square brackets may be left out.\n"
        "[A tutorial](../tutorials/read-statement.md) writes a statement.\n"
        "[The language guide](../../rules/README.md#boards-from-elsewhere) explains entries.\n"
    )
    for name, known in FORMATS.items():
        text += f"\n## `{name}`: {known.title}\n\n"
        text += table(["piece", "what it reads", "sample"], [_piece(*each) for each in sorted(known.pieces.items())])
    return text


def _piece(word: str, piece: Piece) -> tuple[str, str, str]:
    size, _, sample = piece.sample.partition(" ")
    return f"`{signature(word, piece)}`", piece.meaning, f"`{sample}` on {size}" if sample else ""


def limits() -> str:
    """What the service of the page allows."""
    fields = service_limits.Bounds.__struct_fields__
    both = service_limits.LOCAL_BOUNDS, service_limits.PUBLIC_BOUNDS
    rows = [(f"`{name}`", *(f"{getattr(bounds, name):,.0f}" for bounds in both)) for name in fields]
    return (
        "# Limits of the service\n\n"
        "`puzzlelang web` allows this much, and with `--public` less.\n"
        "[Hosting the page](../guides/hosting.md) tells how to run it.\n\n"
        + table(["limit", "on your own machine", "with `--public`"], rows)
        + "\n"
        + (inspect.getdoc(service_limits.Bounds) or "").partition("\n\n")[2]
        + "\n"
    )


def python() -> str:
    """The public names of the package."""
    names = [name for name in puzzlelang.__all__ if not name.startswith("_")]
    functions = [name for name in names if inspect.isfunction(getattr(puzzlelang, name))]
    text = "# Python names\n\n[The Python API](../python.md) shows how to use them.\n\n## Functions\n"
    for name in functions:
        text += f"\n### `{name}`\n\n```signature\n{_signature(name, getattr(puzzlelang, name))}\n```\n\n"
        text += f"{_first(getattr(puzzlelang, name))}\n"
    text += "\n## Records\n"
    for name in names:
        if name not in functions:
            text += f"\n### `{name}`\n\n{_record(getattr(puzzlelang, name))}"
    return text


def _signature(name: str, function: Callable[..., Any]) -> str:
    actual = inspect.signature(function)
    parts = [
        re.sub(r"\bpuzzlelang\.[\w.]*\.|\b(?:collections\.abc|pathlib)\.", "", str(part))
        for part in actual.parameters.values()
    ]
    keyword = next(
        (index for index, part in enumerate(actual.parameters.values()) if part.kind is part.KEYWORD_ONLY), None
    )
    if keyword is not None:
        parts.insert(keyword, "*")
    result = actual.return_annotation
    shown = result if isinstance(result, str) else getattr(result, "__name__", str(result))
    bare = re.sub(r"[\w.]+\.", "", shown)
    return f"{name}({', '.join(parts)}) -> {bare}"


def _first(thing: object) -> str:
    return inspect.getdoc(thing) or ""


def _record(kind: type) -> str:
    said = f"{_first(kind)}\n"
    if issubclass(kind, enum.Enum):
        return said
    fields = [f"`{field}`" for field in getattr(kind, "__struct_fields__", ()) if not field.startswith("_")]
    own = [
        (f"`{name}`", _first(value).partition("\n\n")[0].replace("\n", " "))
        for name, value in vars(kind).items()
        if not name.startswith("_") and (isinstance(value, property) or inspect.isfunction(value))
    ]
    said += f"\nFields: {', '.join(fields)}.\n" if fields else ""
    return said + ("\n" + table(["name", "what it gives"], own) if own else "")


_HEADING = re.compile(r'^puzzle ("[^"]+"(?: or "[^"]+")*)(?: in (\w+))?', re.MULTILINE)


def genre_count() -> int:
    """How many genres the library has."""
    return len(resources.library_files())


def library() -> str:
    """The genres of the library by kind, each linked to its rule file."""
    kinds: dict[str, list[str]] = {kind: [] for kind in CATEGORIES}
    paths = resources.library_files()
    for path in paths:
        heading = _HEADING.search(files.read_text(path).text)
        assert heading is not None, path
        title, *others = re.findall(r'"([^"]+)"', heading[1])
        also = f", also {join_words(others)}" if others else ""
        place = path.relative_to(resources.library()).as_posix()
        kinds[heading[2] or "other"].append(f"- [{title}](../rules/{place}){also}\n")
    text = (
        "# The library\n\n"
        f"The library has {len(paths)} genres. `puzzlelang list WORD` searches it, "
        "`puzzlelang show NAME` prints the rules of one.\n"
        "`puzzlelang gallery -o FOLDER` writes a page with pictures for each.\n"
    )
    return text + "".join(
        f"\n## {kind.capitalize()} ({len(entries)})\n\n{''.join(sorted(entries, key=str.casefold))}"
        for kind, entries in kinds.items()
        if entries
    )
