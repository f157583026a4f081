"""The order of the stages, on one screen; the public Python API.

    rules = load("tents")                    # rules text  -> Ruleset
    puzzle = board(rules, text)              # board text  -> Puzzle
    problem = ground(rules, puzzle)          # both        -> Problem
    result = solve("tents", text)            # all of it   -> Result
"""

from pathlib import Path

from puzzlelang import resources
from puzzlelang.diagnostics.record import fail
from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.typed import from_syntax, including, ir

SUFFIX = ".rules"


def find_rules(name: str, beside: Path | None = None) -> Path | None:
    """The rules file that a path or a library name means, with or without `.rules`; None if there is none.

    A file on disk comes before the library.  `beside` is a folder to look in as well.
    """
    wanted = name if name.endswith(SUFFIX) else name + SUFFIX
    places = [Path(name), Path(wanted)]
    if beside is not None:
        places += [beside / wanted]
    stem = Path(wanted).name
    if Path(wanted).parent == Path():
        places += [resources.library() / stem, resources.library() / stem.lower().replace(" ", "-").replace("_", "-")]
    return next((place for place in places if place.is_file()), None)


def read_text(path: Path) -> Source:
    """A file as a source.  Raises `Failed` if it cannot be read or is no UTF-8 text."""
    try:
        return Source(str(path), path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except OSError as error:
        raise fail("E301", f"`{path}` cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise fail("E302", f"`{path}` is no UTF-8 text (byte {error.start})") from None


def check(source: Source, beside: Path | None = None) -> ir.Ruleset:
    """Rules text to a checked ruleset.  Raises `Failed` with every error."""

    def other(name: str) -> Source | None:
        path = find_rules(name, beside)
        return read_text(path) if path else None

    tree = from_text.parse(source)
    return from_syntax.check(source, including.merged(tree, other, from_text.parse))


def load(name: str) -> ir.Ruleset:
    """The ruleset of a path or a library name.  Raises `Failed` if there is none or it has errors."""
    path = find_rules(name)
    if path is None:
        raise fail("E303", f"there are no rules `{name}`", hint="see `puzzlelang list` for the library")
    return check(read_text(path), path.parent)
