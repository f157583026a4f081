"""The registry of outside formats: detection, reading and writing.

Each format is a module with `type_of`, `read`, `write`, and its pieces in `CODECS`.  `type_of` returns the type that a
text names, "" if it is of this format but names none, None for another format.  Perhaps `with_usual_numbers`: a puzzle
with the numbers that the format means where a board has none.
"""

import importlib
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.holes import cut_regions
from puzzlelang.formats.pieces import round_trip
from puzzlelang.formats.pieces.round_trip import assumed_defaults
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import Drawing, Puzzle, Solution, Value
from puzzlelang.source import Source, Span
from puzzlelang.typed.codecs import SPELLINGS
from puzzlelang.typed.codecs.formats import FORMATS
from puzzlelang.typed.ir import Reading, Ruleset

MODULES = {
    "penpa": "puzzlelang.formats.penpa.file",
    "kudamono": "puzzlelang.formats.kudamono.address",
    "fpuzzles": "puzzlelang.formats.fpuzzles.file",
    "pzprv3": "puzzlelang.formats.pzprv3.file",
    "puzzlink": "puzzlelang.formats.puzzlink.url",
    "walls": "puzzlelang.formats.wall_tuples",
    "non": "puzzlelang.formats.non_file",
    "killer": "puzzlelang.formats.killer_line",
    "line": "puzzlelang.formats.cell_line",
    "tatham": "puzzlelang.formats.tatham.game",
    "puzzleteam": "puzzlelang.formats.puzzleteam.task",
}
"""The formats, in the order in which a text is tried for them."""

UNMARKED = frozenset({"tatham", "puzzleteam", "line"})
"""Formats whose texts begin with nothing of their own: with rules they count only if these read them."""


class RecognisedType(msgspec.Struct, frozen=True):
    """The detected format and type of a text; `type` is empty if the text does not name it."""

    format: str
    type: str

    @property
    def title(self) -> str:
        """Return what messages call such a text: its type, else its format."""
        return f"`{self.type}`" if self.type else f"any {FORMATS[self.format].title}"

    @property
    def names_rules(self) -> bool:
        """Whether the text says which rules it is about: by its type, or by its form alone."""
        return bool(self.type) or FORMATS[self.format].alone


def recognise_type(text: str, rules: Ruleset | None = None) -> RecognisedType | None:
    """Return the outside format of a text, None for board text.

    With `rules`, the formats in `UNMARKED` count only if the rules read them.
    """
    for name in MODULES:
        if rules is not None and name in UNMARKED and not readings(rules, name):
            continue
        expected = {"expected": True} if rules is not None and name == "line" else {}
        kind = _module(name).type_of(text, **expected)
        if kind is not None:
            return RecognisedType(name, kind)
    return None


def type_span(source: Source, reading_type: RecognisedType) -> Span:
    """The span where a text names its type; the start of the text if there is none."""
    at = source.text.find(reading_type.type)
    return source.span(at, at + len(reading_type.type)) if reading_type.type and at >= 0 else source.first()


def readings(rules: Ruleset, name: str) -> tuple[Reading, ...]:
    """The `read` statements of a ruleset for a format."""
    return tuple(reading for reading in rules.readings if reading.format == name)


def read(rules: Ruleset, source: Source, reading_type: RecognisedType, size: tuple[int, int] | None = None) -> Puzzle:
    """Reads the puzzle in a text of an outside format; `size` is (rows, columns) for texts without a size.

    Raises `Failed` if the rules do not read that format or type, or the text is broken.
    """
    known = readings(rules, reading_type.format)
    fitting = [reading for reading in known if reading_type.type in ("", reading.type)]
    if not fitting and FORMATS[reading_type.format].remarks:
        fitting = list(known)
    if not fitting:
        types = join_words([reading.type for reading in known])
        hint = f"they read {types}; if no rules are named, those that read the text are looked for"
        if not known:
            hint = f'add `read {reading_type.format} "…": …` to the rules'
        raise fail(
            "E207",
            f"the rules of {rules.title} do not read {reading_type.title}",
            type_span(source, reading_type),
            hint=hint,
        )
    failures = []
    for reading in fitting:
        try:
            puzzle = cut_regions(rules, _module(reading_type.format).read(rules, reading, source, size))
            return msgspec.structs.replace(puzzle, assumed=assumed_defaults(rules, reading, puzzle))
        except Failed as failure:
            failures.append(failure)
    raise max(failures, key=failure_offset)


def failure_offset(failure: Failed) -> int:
    """The offset at which a reading failed: the reading that came furthest was meant."""
    return max((item.span.end for item in failure.diagnostics if item.span), default=0)


def write(
    rules: Ruleset,
    puzzle: Puzzle,
    name: str,
    answer: Drawing | Solution | None = None,
    *,
    complete: Callable[[Puzzle], Puzzle] = lambda puzzle: puzzle,
    words: str = "",
) -> str:
    """Writes the puzzle in an outside format, with an answer where the format has room for one.

    `complete` fills in values that the board leaves to the rules, since some formats must state them.  Of several types
    the first that can hold the puzzle is written.  Raises `Failed` if none can, or the rules have no `read` statement
    for the format.  `name` may be another spelling of a format, `words` has the rules for people.
    """
    form, name = name, SPELLINGS.get(name, name)
    known = readings(rules, name)
    if not known:
        formats = join_words(list(dict.fromkeys(reading.format for reading in rules.readings))) or "none"
        hint = f"known formats: {formats}"
        raise fail("E208", f"the rules of {rules.title} have no `read {name}` statement", hint=hint)
    drawn: Mapping[str, Mapping[Place, Value]] = {} if answer is None else answer.values
    shown = PuzzleToWrite(rules, complete(puzzle), drawn, solved=isinstance(answer, Solution), words=words)
    failures = []
    for reading in known:
        try:
            text = _write_checked(shown, reading, complete)
            return text if form == name else str(_module(name).rewrapped(text, form))
        except Failed as failure:
            failures.append(failure)
    raise failures[0]


def _write_checked(shown: PuzzleToWrite, reading: Reading, complete: Callable[[Puzzle], Puzzle]) -> str:
    """The text of a puzzle, which is read again: raises `Failed` if anything is lost."""
    module, known = _module(reading.format), FORMATS[reading.format]
    if hasattr(module, "with_usual_numbers"):
        shown = module.with_usual_numbers(shown, reading)
    round_trip.check_letters(shown, reading, module.CODECS)
    text = str(module.write(shown, reading))
    size = (shown.puzzle.geometry.height, shown.puzzle.geometry.width)
    try:
        again = module.read(shown.rules, reading, Source(f"<{reading.format}>", text), size)
        again = complete(cut_regions(shown.rules, again))
    except Failed as failure:
        reason = failure.diagnostics[0].message
        problem = f"a {known.title} (`{reading.type}`) of this board could not be read: {reason}"
        raise fail("E208", problem, hint=round_trip.HOLD_EVERYTHING) from None
    lost = round_trip.lost_name(shown, reading, again, draws=False)
    if lost is None and known.draws and shown.solved and again.drawing is None:
        problem = f"nothing is marked in this answer, so its {known.title} would be that of a board nobody drew on"
        raise fail("E208", problem, hint=round_trip.HOLD_EVERYTHING)
    lost = lost or round_trip.lost_name(shown, reading, again, draws=known.draws)
    if lost is not None:
        problem = f"a {known.title} (`{reading.type}`) cannot hold all that the board says of {lost}"
        raise fail("E208", problem, hint=round_trip.HOLD_EVERYTHING)
    return text


def _module(name: str) -> Any:
    module_type: ModuleType = importlib.import_module(MODULES[name])
    return module_type
