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

from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.files import read_text
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.questions.solve import Result
from puzzlelang.rulesets import (
    SUFFIX,
    analyse,
    find_rules,
    load,
    load_with_texts,
    nearest_name,
    rule_files,
    rules_in,
    rules_path,
    ruleset,
    ruleset_of_texts,
)
from puzzlelang.solving import engines, stats
from puzzlelang.solving.stats import measure_stage
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.codecs import NAMES, SPELLINGS
from puzzlelang.workers.limits import NO_LIMITS, Limits

if TYPE_CHECKING:
    from puzzlelang.questions.check import Verdict
    from puzzlelang.questions.facts import Facts
    from puzzlelang.questions.walkthrough import Walkthrough
    from puzzlelang.questions.why import Reasons
    from puzzlelang.scene.record import Role, Scene

__all__ = [
    "FORMS", "SUFFIX", "analyse", "board", "check", "convert", "facts", "find_rules", "ground", "hint", "load",
    "load_with_texts", "nearest_name", "open", "open_within", "path", "picture", "read_text", "rule_files", "rules_in",
    "rules_path", "ruleset", "ruleset_of_texts", "solve", "why",
]  # fmt: skip

FORMS = ("text", "json", *NAMES, *SPELLINGS)
"""The forms that `convert` writes."""


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
            from puzzlelang.formats.json_board import write as json_board

            return json_board.text(json_board.puzzle(rules, puzzle, shown)) + "\n"
        case _:
            from puzzlelang.formats import outside
            from puzzlelang.render import players

            complete = functools.partial(from_typed.with_defaults, rules)
            words = "\n".join(players.rule_sentences(rules, [puzzle]))
            return outside.write(rules, puzzle, form, shown, complete=complete, words=words).rstrip("\n") + "\n"


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
    """Up to `limit` answers of a board (all for None); with the default 2 the result says whether there is only one.

    `rules` is a path, a library name or a ruleset, `text` a board's text, its path, or a puzzle; `seconds` is short for
    `within=Limits(seconds)`.  Without limits it is solved in this process.  Several answers come in an order that does
    not depend on the engine.  Raises `Failed` for wrong rules, boards and engines.
    """
    reading: dict[str, float] = {}
    with measure_stage(reading, stats.READ_RULES):
        by = load(rules) if isinstance(rules, str) else rules
    with measure_stage(reading, stats.READ_BOARD):
        puzzle = text if isinstance(text, Puzzle) else board(by, text)
    with open_within(by, puzzle, within if seconds is None else Limits(seconds)) as opened:
        result = opened.solve(limit, engine)
    result.stats.seconds = {**reading, **result.stats.seconds}
    return result


def open_within(rules: ir.Ruleset, puzzle: Puzzle, within: Limits) -> OpenPuzzle:
    """A board to be asked within limits: here if there are none."""
    return OpenPuzzle(rules, puzzle, within, here=within == NO_LIMITS)


def facts(rules: ir.Ruleset, puzzle: Puzzle, *, engine: str = engines.AUTO, within: Limits = NO_LIMITS) -> "Facts":
    """The values that are the same in every answer.  Raises `Failed` as `solve` does."""
    with open_within(rules, puzzle, within) as opened:
        return opened.facts(engine)


def why(rules: ir.Ruleset, puzzle: Puzzle, drawing: Drawing | None = None, *, within: Limits = NO_LIMITS) -> "Reasons":
    """Return why there is no answer; what a drawing fixes is taken as given.  Raises `Failed` as `solve` does."""
    with open_within(rules, puzzle, within) as opened:
        return opened.why(drawing)


def check(
    rules: ir.Ruleset, puzzle: Puzzle, drawing: Drawing | None = None, *, within: Limits = NO_LIMITS
) -> "Verdict":
    """Every rule that a drawing breaks or does not satisfy yet; the drawing is the puzzle's own unless given."""
    with open_within(rules, puzzle, within) as opened:
        return opened.check(drawing)


def hint(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    drawing: Drawing | None = None,
    *,
    more: int = 0,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
) -> "Walkthrough":
    """The next step from a drawing, and `more` after it, each with its reason.

    The drawing is the puzzle's own unless given.  A step that decides nothing comes before the one that rests on it.
    Raises `Failed` as `solve` does.
    """
    with open_within(rules, puzzle, within) as opened:
        return opened.walk(drawing, 1 + more, engine)


def path(
    rules: ir.Ruleset,
    puzzle: Puzzle,
    drawing: Drawing | None = None,
    *,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
) -> "Walkthrough":
    """All steps to the answer, each with its reason.  Raises as `solve` does."""
    with open_within(rules, puzzle, within) as opened:
        return opened.walk(drawing, None, engine)


def rate(rules: ir.Ruleset, puzzle: Puzzle, *, engine: str = engines.AUTO, within: Limits = NO_LIMITS) -> "Walkthrough":
    """All steps of a board with nothing drawn, the easiest first; its `rating` says how hard the board is.

    A `path` has fewer steps: a kept technique may stand in for several, or come before easier ones.  Raises as `solve`.
    """
    with open_within(rules, puzzle, within) as opened:
        return opened.rate(engine)
