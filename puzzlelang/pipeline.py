"""The order of the stages, on one screen; the public Python API.

- `load("tents")`: rules text to `Ruleset`
- `board(rules, text)`: board text to `Puzzle`
- `ground(rules, puzzle)`: both to `Problem`
- `solve("tents", text)`: all of it, to `Result`; likewise `facts`, `why`, `check`, `hint`, `path`
- `open("tents", text)`: a board that is asked many questions
- `convert(rules, puzzle, "puzzlink")`: a puzzle to a text of another form
- `picture(rules, puzzle)`: a puzzle to a `Scene`, which is drawn as SVG and otherwise
"""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlelang import catalogue, resources
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.record import fail
from puzzlelang.files import entries, is_file, read_text
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.questions.check import Verdict
from puzzlelang.questions.facts import Facts
from puzzlelang.questions.solve import Result
from puzzlelang.questions.walkthrough import Walkthrough
from puzzlelang.questions.why import Reasons
from puzzlelang.solving import engines, stats
from puzzlelang.solving.stats import timed
from puzzlelang.source import Source
from puzzlelang.typed import cache, ir
from puzzlelang.typed.cache import Find, SourceTexts
from puzzlelang.typed.codecs import FORMATS
from puzzlelang.workers.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from puzzlelang.scene.record import Role, Scene
    from puzzlelang.typed.from_syntax import Checked

SUFFIX = ".rules"

FORMS = ("text", "json", *FORMATS)
"""The forms that `convert` writes."""


def find_rules(name: str, beside: Path | None = None) -> Path | None:
    """The rules file that a path or a library name means, with or without `.rules`; None if there is none.

    A file on disk comes before the library.  `beside`: look in this folder instead of the current one.
    """
    wanted = name if name.endswith(SUFFIX) else name + SUFFIX
    places = [Path(name), Path(wanted)] if beside is None else [beside / wanted]
    stem = Path(wanted).name
    if Path(wanted).parent == Path():
        places += [resources.library() / stem, resources.library() / stem.lower().replace(" ", "-").replace("_", "-")]
    return next((place for place in places if is_file(place, stream=beside is None)), None)


def ruleset(source: Source, beside: Path | None = None) -> ir.Ruleset:
    """Rules text to a checked ruleset; files are included from `beside` or the library.  `Failed` has every error."""
    return _checked(source, functools.partial(_included, beside=beside), beside)


def analyse(source: Source, beside: Path | None = None) -> "Checked":
    """Analyses rules text, whatever is wrong with it: returns its statements, its names, and every error.

    This is what editors ask for.  Never fails.  `beside` as for `ruleset`.
    """
    return _analysed(source, functools.partial(_included, beside=beside), beside)


def _checked(source: Source, find: Find, beside: Path | None = None) -> ir.Ruleset:
    from puzzlelang.typed import from_syntax

    return from_syntax.require_ruleset(_analysed(source, find, beside))


def _analysed(source: Source, find: Find, beside: Path | None) -> "Checked":
    """What can be made of a text with the files that it includes."""
    from puzzlelang.syntax import from_text
    from puzzlelang.typed import from_syntax, including

    merged = including.merge_includes(from_text.read(source), find, from_text.read, lambda name: meant(name, beside))
    return from_syntax.analyse(source, merged.statements, merged.broken, merged.diagnostics)


def rule_files(beside: Path | None = None) -> list[Path]:
    """The rules files of a folder, by default the current one, and of the library."""
    return [path for folder in (beside or Path(), resources.library()) for path in entries(folder, SUFFIX)]


def meant(name: str, beside: Path | None = None) -> str | None:
    """The name of the rules file that was surely meant by a name, whether of a file or of a puzzle; None if unclear."""
    return catalogue.suggestion(name.removesuffix(SUFFIX), catalogue.entries(rule_files(beside)))


def rules_path(name: str) -> Path:
    """The rules file that a path or a library name means.  Raises `Failed`, with the one that was surely meant."""
    path = find_rules(name)
    if path is not None:
        return path
    close = meant(Path(name).name, Path(name).parent)
    raise fail(
        "E303",
        f"there are no rules `{name}`",
        hint=f"did you mean `{close}`?" if close else "see `puzzlelang list` for the library",
    )


def _included(name: str, beside: Path | None) -> Source | None:
    path = find_rules(name, beside)
    if path is None:
        return None
    allowed = {resources.library().resolve(), *([beside.resolve()] if beside is not None else [])}
    if path.parent != resources.library() and path.resolve().parent not in allowed:
        raise fail("E060", f"`{name}` is a link that leads out of this folder")
    return read_text(path)


def load(name: str) -> ir.Ruleset:
    """The ruleset of a path or a library name, from an earlier run if nothing has changed since.

    Raises `Failed` if there is none or it has errors.
    """
    return loaded(name)[0]


def loaded(name: str) -> tuple[ir.Ruleset, SourceTexts]:
    """The same, with the texts that it was made of."""
    path = rules_path(name)
    find = functools.partial(_included, beside=path.parent)
    return cache.load_or_check(read_text(path), find, functools.partial(_checked, beside=path.parent))


def remade(texts: SourceTexts) -> ir.Ruleset:
    """The ruleset of texts that were loaded elsewhere.  Raises `Failed` as `load` does."""

    def find(name: str) -> Source:
        if name not in texts.included:
            raise fail("E060", f"the rules file `{name}` did not come along with those that include it")
        return Source(*texts.included[name])

    return cache.load_or_check(Source(texts.name, texts.text), find, _checked)[0]


def board(rules: ir.Ruleset, text: str | Path | Source, size: tuple[int, int] | None = None) -> Puzzle:
    """A text, or the file that a path names, to a puzzle.

    It is board text, or of an outside format that the rules read: a puzz.link URL, a game ID and so on.  `size` is
    (rows, columns), for texts that do not say it.  Raises `Failed` with every error.
    """
    match text:
        case Path():
            source = read_text(text)
        case Source():
            source = text
        case _:
            source = Source("<board>", text)
    return boards.read(rules, source, size)


def convert(rules: ir.Ruleset, puzzle: Puzzle, form: str, answer: Drawing | Solution | None = None) -> str:
    """A puzzle as `text`, `json` or in an outside format, with an answer if there is one and the format has room.

    The answer, found for this very `Puzzle`, is its own drawing unless given.  Raises `Failed` if the puzzle cannot be
    written so.
    """
    shown = puzzle.drawing if answer is None else answer
    match form:
        case "text":
            return write.write(rules, puzzle, shown)
        case "json":
            from puzzlelang.render import puzzles

            return puzzles.text(puzzles.puzzle(rules, puzzle, shown)) + "\n"
        case _:
            from puzzlelang.formats import outside

            complete = functools.partial(from_typed.with_defaults, rules)
            return outside.write(rules, puzzle, form, shown, complete=complete).rstrip("\n") + "\n"


def picture(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    drawn: Drawing | Solution | None = None,
    roles: "Mapping[Place, Role] | None" = None,
) -> "Scene":
    """A puzzle and what is drawn on it, by default its own drawing, as a scene; places play the `roles` given.

    What the board leaves to defaults of the rules is shown as well, if it has a place.  `scene.outputs` writes it.
    """
    from puzzlelang.sessions import highlights

    return highlights.picture(rules, puzzle, drawn, roles)


def ground(rules: ir.Ruleset, puzzle: Puzzle) -> Problem:
    """A ruleset and a puzzle to a problem.  Raises `Failed` if the givens do not fit the rules."""
    return from_typed.ground(rules, puzzle)


def open(  # noqa: A001
    rules: str | ir.Ruleset,
    text: str | Path | Source | Puzzle,
    *,
    seconds: float | None = None,
    megabytes: int | None = None,
    here: bool = False,
) -> OpenPuzzle:
    """A board to be asked many questions, such as `solve`, `facts` and `why`; to be used in a `with` statement.

    `rules` is a path, a library name or a ruleset, `text` a board's text, its path, or a puzzle.  It is grounded once,
    in a process of its own, unless `here`, where nothing can be limited; `seconds` and `megabytes` are the limits of
    each question.  Raises `Failed` for wrong rules and boards.
    """
    by = load(rules) if isinstance(rules, str) else rules
    puzzle = text if isinstance(text, Puzzle) else board(by, text)
    return OpenPuzzle(by, puzzle, Limits(seconds, megabytes), here=here)


def solve(
    rules: str | ir.Ruleset,
    text: str | Path | Source | Puzzle,
    *,
    limit: int | None = 2,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
    seconds: float | None = None,
) -> Result:
    """Up to `limit` answers of a board (all for None); with the default 2 the result tells whether there is only one.

    `rules` is a path, a library name or a ruleset, `text` a board's text, its path, or a puzzle; `seconds` is short for
    `within=Limits(seconds)`.  Without limits it is solved in this process.  Several answers come in an order that does
    not depend on the engine.  Raises `Failed` for wrong rules, boards and engines.
    """
    reading: dict[str, float] = {}
    with timed(reading, stats.READ_RULES):
        by = load(rules) if isinstance(rules, str) else rules
    with timed(reading, stats.READ_BOARD):
        puzzle = text if isinstance(text, Puzzle) else board(by, text)
    with asked(by, puzzle, within if seconds is None else Limits(seconds)) as opened:
        found = opened.solve(limit, engine)
    found.stats.seconds = {**reading, **found.stats.seconds}
    return found


def asked(rules: ir.Ruleset, puzzle: Puzzle, within: Limits) -> OpenPuzzle:
    """A board to be asked within limits: here if there are none."""
    return OpenPuzzle(rules, puzzle, within, here=within == NO_LIMITS)


def facts(rules: ir.Ruleset, puzzle: Puzzle, *, engine: str = engines.AUTO, within: Limits = NO_LIMITS) -> Facts:
    """The values that are the same in every answer.  Raises `Failed` as `solve` does."""
    with asked(rules, puzzle, within) as opened:
        return opened.facts(engine)


def why(rules: ir.Ruleset, puzzle: Puzzle, drawing: Drawing | None = None, *, within: Limits = NO_LIMITS) -> Reasons:
    """Why there is no answer; what a drawing fixes is taken as given.  Raises `Failed` as `solve` does."""
    with asked(rules, puzzle, within) as opened:
        return opened.why(drawing)


def check(rules: ir.Ruleset, puzzle: Puzzle, drawing: Drawing | None = None, *, within: Limits = NO_LIMITS) -> Verdict:
    """Every rule that a drawing breaks or does not satisfy yet; the drawing is the puzzle's own unless given."""
    with asked(rules, puzzle, within) as opened:
        return opened.check(drawing)


def hint(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    drawing: Drawing | None = None,
    *,
    more: int = 0,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
) -> Walkthrough:
    """The next step from a drawing, and `more` after it, each with its reason.

    The drawing is the puzzle's own unless given.  A step that decides nothing comes before the one that rests on it.
    Raises `Failed` as `solve` does.
    """
    with asked(rules, puzzle, within) as opened:
        return opened.walk(drawing, 1 + more, engine)


def path(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    drawing: Drawing | None = None,
    *,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
) -> Walkthrough:
    """All steps to the answer, each with its reason; its `rating` says how hard they are.  Raises as `solve` does."""
    with asked(rules, puzzle, within) as opened:
        return opened.walk(drawing, None, engine)
