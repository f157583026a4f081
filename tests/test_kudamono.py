"""Addresses of the Kudamono editor: read, written, and refused with a place where they are broken."""

from pathlib import Path

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards, outside
from puzzlelang.formats.guess import search, stretches
from puzzlelang.formats.guess.check_proposals import check_proposals
from puzzlelang.formats.kudamono.hexagons import amount_of_cells, hexagon, sides_of
from puzzlelang.formats.pieces import round_trip
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.ground.from_typed import with_defaults
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library

HOST = "https://pedros.works/kudamono/player?"
BOARDS = [line.split() for line in (Path(__file__).parent / "data/kudamono.txt").read_text("utf-8").splitlines()]
SEVERAL = {"double-lits": 4, "slicy": 6}
"""Boards with several answers, and how many these are."""

READ_BY = sorted(path for path in resources.library_files() if "\nread kudamono" in path.read_text(encoding="utf-8"))


def rules(declared: str, pieces: str) -> Ruleset:
    rest = 'find else_ : set of cells as "%" rule r "r": count(else_) = 0'
    head = f'puzzle "P" board rectangle {declared} {rest}'
    return pipeline.ruleset(Source("p.rules", f'{head} read kudamono "p": {pieces}'))


def values_by_name(puzzle: Puzzle) -> dict[str, dict[str, object]]:
    result: dict[str, dict[str, object]] = {
        name: {str(key): value for key, value in values.items()} for name, values in puzzle.givens.items()
    }
    for name, regions in puzzle.partitions.items():
        result[name] = {region.label: " ".join(map(str, region.cells)) for region in regions}
    return {name: values for name, values in result.items() if values}


@pytest.mark.library
@pytest.mark.parametrize(("name", "text"), library.few(BOARDS, 10), ids=[name for name, _ in library.few(BOARDS, 10)])
def test_a_board_of_others_is_read_and_comes_back(name: str, text: str) -> None:
    result = outside.recognise_type(text)
    assert result is not None
    assert result.format == "kudamono"
    stated = pipeline.load(name)
    assert result.type in {reading.type for reading in outside.readings(stated, "kudamono")}
    puzzle = pipeline.board(stated, text)
    assert len(pipeline.solve(stated, puzzle, limit=9).answers) == SEVERAL.get(name, 1)
    again = pipeline.board(stated, pipeline.convert(stated, puzzle, "kudamono"))
    assert round_trip.is_same_puzzle(stated, with_defaults(stated, puzzle), with_defaults(stated, again))


def test_where_the_clues_of_a_board_stand() -> None:
    text = f"{HOST}W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku"
    puzzle = pipeline.board(pipeline.load("hidato"), text)
    assert values_by_name(puzzle) == {
        "hole": {"R3C3": True},
        "clue": {"R1C1": 4, "R3C2": 6, "R3C4": 1, "R1C4": 11},
    }


@pytest.mark.parametrize("path", READ_BY, ids=lambda path: path.stem)
def test_boards_of_the_library_are_written(path: Path) -> None:
    stated = pipeline.load(str(path))
    result = sorted((resources.library().parent / "examples" / path.stem).glob("*.txt"))
    puzzles = [pipeline.board(stated, board) for board in result if not board.name.endswith(".answer.txt")]
    assert puzzles
    for puzzle in puzzles:
        if isinstance(puzzle.geometry, Tiling):
            with pytest.raises(Failed, match="only on boards with the outline of a hexagon"):
                pipeline.convert(stated, puzzle, "kudamono")
            continue
        text = pipeline.convert(stated, puzzle, "kudamono")
        assert boards.detect_format(text) == outside.RecognisedType(
            "kudamono", outside.readings(stated, "kudamono")[0].type
        )
        again = pipeline.board(stated, text)
        assert round_trip.is_same_puzzle(stated, with_defaults(stated, puzzle), with_defaults(stated, again))


PIECES: dict[str, tuple[str, str, str, dict[str, dict[str, object]]]] = {
    "cells": (
        "given clue : cells to number or unknown? given star : set of cells", 'cells("z": star, clue)',
        "&L=z0(12)1c2(?)2", {"star": {"R2C1": True}, "clue": {"R1C1": 12, "R1C2": 3, "R1C3": "?"}},
    ),
    "numbers": (
        "given room : partition of cells given clue : room to number?", "edges(room), numbers(clue)",
        "&SIE=3UU&L-N=(4)0(7)3",
        {"room": {"a": "R1C1 R2C1", "b": "R1C2 R1C3 R2C2 R2C3"}, "clue": {"room a": 4, "room b": 7}},
    ),
    "below": (
        "given clue : cells to number?", "below(clue)", "&L-S=(4)0(7)3", {"clue": {"R2C1": 4, "R1C2": 7}},
    ),
    "tops": (
        "given clue : cells to number?", "tops(clue)", "&LI-N=(4)0(7)3", {"clue": {"R2C1": 4, "R1C2": 7}},
    ),
    "bottoms": (
        "given room : partition of cells given clue : room to number?", "edges(room), bottoms(clue)",
        "&SIE=3UU&LI-S=(4)0(7)3",
        {"room": {"a": "R1C1 R2C1", "b": "R1C2 R1C3 R2C2 R2C3"}, "clue": {"room a": 4, "room b": 7}},
    ),
    "links": (
        "given dot : links to {white, black}?", 'links("w": dot white, "b": dot black)',
        "&L-E=w0b2w1b3",
        {"dot": {"R1C1-R2C1": "white", "R1C1-R1C2": "black", "R1C2-R2C2": "white", "R1C3-R2C3": "black"}},
    ),
    "edges": (
        "given wall : set of borders", "edges(wall)",
        "&SIE=0RU3UL", {"wall": {"border R2C1/R2C2": True, "border R1C1/R2C1": True, "bottom border of R2C1": True}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_is_read_and_written(name: str) -> None:
    declared, pieces, fields, expected = PIECES[name]
    stated = rules(declared, pieces)
    puzzle = pipeline.board(stated, f"{HOST}W=3x2{fields}&G=p")
    assert {key: {place: v if isinstance(v, bool | int) else str(v) for place, v in values.items()}
            for key, values in values_by_name(puzzle).items()} == expected  # fmt: skip
    again = pipeline.board(stated, pipeline.convert(stated, puzzle, "kudamono"))
    assert values_by_name(again) == values_by_name(puzzle)


def test_notes_and_what_is_drawn_say_nothing_of_the_board() -> None:
    stated = rules("given star : set of cells", "cells(star)")
    more = "&T=A%20title&A=Somebody&LF=g2g4&X=x22"
    puzzle = pipeline.board(stated, f"{HOST}W=3x2&L=%281%290{more}&G=p")
    assert values_by_name(puzzle) == {"star": {"R2C1": True}}
    assert puzzle.drawing is None


def refused(fields: str) -> Diagnostic:
    stated = rules("given clue : cells to number? given wall : set of links", "cells(clue), edges(wall)")
    with pytest.raises(Failed) as caught:
        pipeline.board(stated, f"{HOST}{fields}&G=p")
    return caught.value.diagnostics[0]


@pytest.mark.parametrize(
    ("fields", "code", "message", "at"),
    [
        ("W=3", "E202", "does not give its size", "3"),
        ("W=3&H=2x2", "E202", "does not give its size", "3"),
        ("W=3x2x2", "E203", "the board has the lattice `hexagon`", "3x2x2"),
        ("W=3&H=10&SIE=3R", "E203", "the order of corners", "3"),
        ("L=(1)0", "E202", "does not give its size", "h"),
        ("W=3x2&L=(1)6", "E203", "beyond the last place", "6"),
        ("W=3x2&L=(1)", "E203", "how many places", ""),
        ("W=3x2&L=(1", "E203", "`)`", ""),
        ("W=3x2&L=()1", "E203", "a number or a word", "("),
        ("W=3x2&L=-1", "E203", "a letter, or a number", "-"),
        ("W=3x2&SIE=3", "E203", "a step of a line", "&"),
        ("W=3x2&SIE=0D", "E203", "leaves the board", "D"),
        ("W=3x2&L-E=w0", "E204", "`L-E` is read by no piece", "w0"),
    ],
)
def test_broken_addresses(fields: str, code: str, message: str, at: str) -> None:
    result = refused(fields)
    assert result.code == code
    assert message in result.message
    assert result.span is not None
    assert result.span.text.startswith(at)


def test_columns_and_rows_of_the_first_form_stand_in_the_order_of_their_names() -> None:
    stated = rules("given star : set of cells", "cells(star)")
    puzzle = pipeline.board(stated, f"{HOST}W=11&H=10&L=(1)2(1)10(1)11&G=p")
    assert (puzzle.geometry.height, puzzle.geometry.width) == (11, 12)
    assert values_by_name(puzzle) == {"star": {"R1C1": True, "R10C2": True, "R10C11": True}}


@pytest.mark.parametrize("sides", [(1, 1, 1), (3, 1, 1), (1, 3, 2), (3, 4, 5), (5, 4, 3), (2, 5, 1)])
def test_a_board_of_hexagons_has_the_sides_of_its_address(sides: tuple[int, int, int]) -> None:
    board = hexagon(sides)
    assert sides_of(board) == sides
    assert len(board.cells) == amount_of_cells(sides)
    upper, lower, left = sides
    rows = [[cell.column for cell in board.cells if cell.row == row] for row in range(1, board.height + 1)]
    assert len(rows) == lower + left - 1
    assert len(rows[0]) == len(rows[-1]) == upper
    assert max(map(len, rows)) == upper + min(lower, left) - 1


def test_every_side_of_hexagons_is_written_with_its_own_letter() -> None:
    stated = pipeline.ruleset(
        Source("p.rules", 'puzzle "P" board hexagon given wall : set of borders find on : set of cells as "#" '
               'rule r "r": count(on) = 0 read kudamono "p": edges(wall)')
    )  # fmt: skip
    puzzle = pipeline.board(stated, f"{HOST}W=1x1x1&SIE=0REULWD&G=p")
    assert values_by_name(puzzle) == {"wall": {f"side {number} of R1C1": True for number in range(1, 7)}}
    assert "&SIE=0REULWD&" in pipeline.convert(stated, puzzle, "kudamono")
    walls = {
        part: values_by_name(pipeline.board(stated, f"{HOST}W=1x1x1&SIE={part}&G=p"))["wall"]
        for part in ("0R", "1D", "5L")
    }
    assert walls == {"0R": {"side 4 of R1C1": True}, "1D": {"side 5 of R1C1": True}, "5L": {"side 1 of R1C1": True}}


def test_a_sheet_of_sums_is_larger_than_its_board() -> None:
    stated = pipeline.load("letter-weights")
    address = f"{HOST}W=7x2&L=A0A1B1(3)1(7)1(4)4(3)1B3A1&L-MATH=p1e1e2&G=letter-weights"
    puzzle = pipeline.board(stated, address)
    assert (puzzle.geometry.height, puzzle.geometry.width) == (2, 3)
    assert values_by_name(puzzle) == {
        "letter": {"R1C1": 1, "R2C1": 1, "R2C2": 2},
        "total": {"R1C2": 3, "R2C3": 7},
        "weights": {"None": (3, 4)},
    }


@pytest.mark.parametrize(
    ("fields", "message", "at"),
    [
        ("L=A0A1B1(3)1(7)1(4)4(3)1B3A1&L-MATH=p1p1e2", "`p` between two letters of a word", "p"),
        ("L=A0A1B1(3)1(7)1(4)4(3)1B3A1&L-MATH=p1e1", "no sign stands between this", "(7)"),
        ("L=A0A1B1(3)1(7)1(4)4(3)1B3A1&L-MATH=p1e1e2e1", "`p` between two letters of a word", "e"),
        ("L=A0A1B1(3)1(7)1(4)4(3)1D3A1&L-MATH=p1e1e2", "stands in no word", "D"),
        ("L=A0A1B1(3)1(7)1(4)4(3)1A4&L-MATH=p1e1e2", "is missing in the column", "B"),
        ("L=A0A1B1(3)1(7)1(4)4C1B3A1&L-MATH=p1e1e2", "a weight, a number", "C"),
        ("L=A0A1B1(3)1(7)1B7A1&L-MATH=p1e1e2", "a column of weights and one of letters", "A0A1"),
    ],
)
def test_other_sheets_are_refused(fields: str, message: str, at: str) -> None:
    with pytest.raises(Failed, match=message) as caught:
        pipeline.board(pipeline.load("letter-weights"), f"{HOST}W=7x2&{fields}&G=letter-weights")
    (only,) = caught.value.diagnostics
    assert only.span is not None
    assert only.span.text.startswith(at)


def test_what_has_no_mark_is_not_written() -> None:
    stated = rules("given clue : cells to numbers?", "cells(clue)")
    puzzle = pipeline.board(stated, "[clue]\n1,2 .\n")
    with pytest.raises(Failed) as caught:
        pipeline.convert(stated, puzzle, "kudamono")
    assert caught.value.diagnostics[0].code == "E208"


GUESSED = ("akari-rgb", "regional-akari", "knossos", "multiplication-link", "cross-border-parity-loop", "sniping-arrow")
CERTAIN = [row for row in BOARDS if row[0] not in (*GUESSED, "slicy", "letter-weights") and "&L=a4" not in row[1]]
"""Boards of squares without marks whose meaning is a guess, and without regions that only missing cells part."""


@pytest.mark.parametrize(("name", "text"), CERTAIN, ids=[name for name, _ in CERTAIN])
def test_a_statement_that_reads_the_same_is_proposed_first(name: str, text: str) -> None:
    ruleset = pipeline.load(name)
    texts = [stretches.read_address(Source("board", text), ruleset)]
    first, *_ = check_proposals(ruleset, search.proposals(ruleset, texts), texts)
    assert first.writes
    wanted = values_by_name(boards.read(ruleset, Source("board", text)))
    assert {given: values for given, values in values_by_name(first.puzzles[0]).items() if given in wanted} == wanted


def test_an_address_without_a_size_or_with_too_great_a_one_has_no_proposals() -> None:
    ruleset = pipeline.load("lits")
    for query, code in (("SIE=1R&G=lits", "E202"), ("W=9999x9999&SIE=1R&G=lits", "E203")):
        with pytest.raises(Failed) as failed:
            stretches.read_address(Source("board", HOST + query), ruleset)
        assert [item.code for item in failed.value.diagnostics] == [code]
