"""Saved files filled in, over the whole library: what is written of an example is read again, and judged right."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards, outside
from puzzlelang.formats.pieces import round_trip
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests.labelled import labels
from tests.library import sweep_files

REASONS = (
    "one or more are missing",
    "has no sign for `?`",
    "`?` cannot be written",
    "leaves out no hint",
    "has no hint that wall tuples can hold",
    "wants one number for each region",
    "wants every cell in a cage",
    "no cells beside those of its first row and column",
    "without cells beside its first row and column",
    "no way to write",
    "are no corners of squares",
    "the type `nonogram` cannot say `blank: free`",
    "the type `ichimagam` cannot say `equal: joined`",
    "of this board could not be read",
    "with this outline",
    "is no list of numbers of one digit each",
    "a line without a clue cannot be written",
    "no sign for a list without numbers",
    "the outline of a hexagon",
    "in one line has 9 rows and columns",
    "on squares only",
    "in squares only",
    "Penpa has no grid of the lattice",
    "is no direction that an arrow can have",
)
"""How the other refusals are worded: formats that tell every hint, boards too narrow for a rim."""


def nothing_to_mark(answer: Solution) -> bool:
    """Whether no set has a member, and all cells lie in one area, or each in one of its own."""
    return all(
        not any(values.values())
        or (len(set(values.values())) in (1, len(values)) and not isinstance(next(iter(values.values())), int))
        for values in answer.values.values()
    )


def no_room(path: Path, message: str) -> bool:
    """Whether a refusal is about what the labels of the rule file say that some format cannot hold."""
    return any(f"all that the board says of `{name}`" in message for name in labels(path.stem).get("no_room", ()))


def undrawn(path: Path) -> Iterator[tuple[str, Ruleset, Puzzle]]:
    """The boards of the examples, without what is drawn on them."""
    rules = pipeline.load(str(path))
    for example in rules.examples:
        puzzle = boards.read(rules, example.board or Source("link", example.url or ""))
        yield example.title, rules, msgspec.structs.replace(puzzle, drawing=None)


@sweep_files
def test_undrawn_boards_are_written_in_every_format(path: Path) -> None:
    written = 0
    for title, rules, puzzle in undrawn(path):
        for form in dict.fromkeys(reading.format for reading in rules.readings):
            try:
                text = pipeline.convert(rules, puzzle, form)
            except Failed as failed:
                (result,) = failed.diagnostics
                assert result.code == "E208", (title, form, result)
                held = any(
                    f"all that the board says of `{name}`" in result.message
                    for name in labels(path.stem).get("no_room", ())
                )
                assert held or any(reason in result.message for reason in REASONS), (title, form, result.message)
                continue
            written += 1
            found_as = outside.recognise_type(text, rules) or outside.RecognisedType(form, "")
            size = (puzzle.geometry.height, puzzle.geometry.width)
            again = outside.read(rules, Source("written", text.strip()), found_as, size)
            assert again.drawing is None, (title, form)
            assert round_trip.is_same_puzzle(rules, puzzle, msgspec.structs.replace(again, options=puzzle.options)), (
                title,
                form,
            )
    assert written or path.stem == "killer-sudoku" or not pipeline.load(str(path)).readings


@sweep_files
def test_answers_that_are_filled_in_are_right(path: Path) -> None:
    for title, rules, puzzle in undrawn(path):
        if not outside.readings(rules, "pzprv3"):
            return
        answers = pipeline.solve(rules, puzzle).answers
        if len(answers) != 1:
            continue
        try:
            text = pipeline.convert(rules, puzzle, "pzprv3", answers[0])
        except Failed as failed:
            (result,) = failed.diagnostics
            empty = "nothing is marked in this answer" in result.message and nothing_to_mark(answers[0])
            held = no_room(path, result.message)
            assert result.code == "E208"
            assert empty or held or any(reason in result.message for reason in REASONS), (title, result.message)
            continue
        assert pipeline.check(rules, pipeline.board(rules, text)).findings == (), title
