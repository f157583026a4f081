"""Game IDs and saved games of Simon Tatham's collection."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import outside
from puzzlelang.formats.tatham.codecs import CODECS
from puzzlelang.formats.tatham.parameters import BEFORE
from puzzlelang.source import Source
from puzzlelang.typed.codecs import tatham
from tests import library
from tests.corpora import corpora

RULES = {
    "tents": "tents",
    "lightup": "light-up",
    "magnets": "magnets",
    "mosaic": "mosaic",
    "pattern": "nonogram",
    "solo": "sudoku",
    "towers": "skyscrapers",
    "unequal": "futoshiki",
    "unruly": "binairo",
    "keen": "kenken",
    "slant": "gokigen",
    "filling": "fillomino",
    "galaxies": "galaxies",
    "palisade": "palisade",
    "rect": "shikaku",
    "singles": "hitori",
    "range": "kurodoko",
    "dominosa": "dominosa",
    "signpost": "signpost",
    "undead": "undead",
}
"""The rules that read each game; `3x3k` and the like are for killer-sudoku."""

POLES = {"+": "positive", "-": "negative", ".": "neutral"}
MONSTERS = {"G": "ghost", "V": "vampire", "Z": "zombie", "L": "none", "R": "none"}
SHOWN: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "tents": ("tents", "tent", bool),
    "lightup": ("lamps", "bulb", bool),
    "magnets": ("grid", "pole", POLES.__getitem__),
    "mosaic": ("black", "black", bool),
    "pattern": ("black", "ink", bool),
    "solo": ("grid", "digit", int),
    "towers": ("grid", "floors", int),
    "unequal": ("grid", "digit", int),
    "unruly": ("grid", "digit", int),
    "keen": ("grid", "digit", int),
    "slant": ("slants", "slash", {"\\": "falling", "/": "rising"}.__getitem__),
    "filling": ("grid", "digit", int),
    "galaxies": ("regions", "galaxy", int),
    "palisade": ("regions", "area", int),
    "rect": ("regions", "piece", int),
    "singles": ("black", "black", bool),
    "range": ("black", "black", bool),
    "dominosa": ("domino", "domino", int),
    "signpost": ("numbers", "number", int),
    "undead": ("grid", "monster", MONSTERS.__getitem__),
}
"""For each game the name of its recorded solution, the find that it is, and a recorded cell as a value of that."""

LITERAL = [
    ("sudoku", "2x2:a3e4_2e1a", "4321/1234/2143/3412"),
    ("sudoku", "2x3:f6_2_5c5_3a2d2a3_5c6_4_1f", "314526/625413/531264/462135/253641/146352"),
    ("kenken", "3:b_aa_aa,a9m4m3", "132/321/213"),
    ("tents", "8x8:_kbb__hbbk_ma,2,2,0,3,0,3,0,2,1,1,3,1,1,2,1,2", ".*....../...*..../.*...*.*/...*..../"
     ".....*../*..*..../.......*/*....*.."),
    ("nonogram", "5x5:3/3/2/2.1/2/4/4/2/2/1", "****./****./**.../...**/....*"),
    ("futoshiki", "4:0D,0,0,0,0,0U,0,3D,2,0U,0,0,0,0,0,0,", "3124/1243/2431/4312"),
    ("futoshiki", "5a:0D,0RD,0DL,0D,0,1U,0UR,0UL,0UR,0DL,0,0D,0D,0D,0UD,0D,0U,0U,0U,0UD,0UR,0L,0,0R,0UL,",
     "24351/13245/31524/52413/45132"),
    ("light-up", "7x7:hBBb2fBi2f1bB3h", ".....*./....*../...*.../.*...../*....*./..*...*/.....*."),
    ("magnets", "4x3:0201,111,1101,012,TTLRBBTTLRBB", ".+../.-.+/-+.-"),
    ("mosaic", "3x3:2b2a0c", "*../*../..."),
    ("skyscrapers", "5:4///1/3///////3////////4,u3c", "24153/12534/31245/45312/53421"),
    ("binairo", "6x6:dacDajEgb", "101001/001011/010110/101001/010110/110100"),
]  # fmt: skip
"""Rules, a game ID and its answer: rows with `/` between."""

SIGNS = {"True": "*", "False": ".", "positive": "+", "negative": "-", "neutral": "."}


@pytest.mark.parametrize(("rules", "text", "answer"), LITERAL)
def test_literal(rules: str, text: str, answer: str) -> None:
    result = pipeline.solve(rules, text)
    assert result.unique
    assert "/".join("".join(SIGNS.get(str(c), str(c)) for c in row) for row in _rows(result)) == answer
    assert pipeline.convert(result.rules, result.puzzle, "tatham").strip() == text


def _rows(result: pipeline.Result) -> list[list[Any]]:
    (values,) = result.answers[0].values.values()
    width, output = result.puzzle.geometry.width, list(values.values())
    return [output[start : start + width] for start in range(0, len(output), width)]


def test_board_text_and_back() -> None:
    rules = pipeline.load("futoshiki")
    for text in (text for name, text, _ in LITERAL if name == "futoshiki"):
        board = pipeline.convert(rules, pipeline.board(rules, text), "text")
        assert pipeline.convert(rules, pipeline.board(rules, board), "tatham").strip() == text


def test_difficulty_says_nothing_and_letters_may_be_missing() -> None:
    rules = pipeline.load("sudoku")
    puzzle = pipeline.board(rules, "2x2xdt:a3e4_2e1a")
    assert puzzle.options == {"diagonal": "distinct"}
    assert pipeline.convert(rules, puzzle, "tatham") == "2x2x:a3e4_2e1a\n"
    assert pipeline.board(rules, "2x2:a3e4_2e1a").options == {"diagonal": "free"}


@pytest.mark.parametrize(
    ("rules", "text", "code", "column"),
    [
        ("tents", "8x8#123456", "E206", 4),
        ("tents", "8x8dt#123456", "E206", 6),
        ("tents", "8x8q:zz", "E203", 4),
        ("tents", "0x8:zz", "E203", 1),
        ("tents", "999999x8:zz", "E202", 1),
        ("tents", "9999x9999:zz", "E110", 1),
        ("tents", "2x2:_", "E203", 6),
        ("tents", "2x2:_C,1,0,1,0", "E203", 6),
        ("tents", "2x2:_y,1,0,1,0", "E203", 6),
        ("tents", "2x2:_c,1,0,1", "E203", 13),
        ("tents", "2x2:_c,1,0,1,0,7", "E203", 15),
        ("tents", "2x2:_c,1,0,1,7777777", "E203", 14),
        ("mosaic", "2x2:a11e", "E203", 8),
        ("mosaic", "2x2:a1*a", "E203", 7),
        ("light-up", "2x2:aCb", "E204", 6),
        ("sudoku", "9:zz", "E202", 1),
        ("sudoku", "2x2k:p,_,1", "E203", 4),
        ("sudoku", "4j:p", "E203", 5),
        ("kenken", "2x2:a", "E202", 1),
        ("kenken", "2:b_9,a3", "E203", 4),
        ("kenken", "2:a_a,q3a3", "E203", 7),
        ("magnets", "2x1:..,.,..,.,LT", "E203", 15),
        ("magnets", "2x1:..,.,..,.,L", "E203", 16),
        ("futoshiki", "2:0U,0,0,0,", "E203", 4),
        ("futoshiki", "2:0R,0,0,0", "E203", 11),
        ("binairo", "2x2:z", "E203", 5),
        ("galaxies", "5x5:", "E203", 5),
        ("palisade", "5x5n5:", "E203", 7),
        ("nonogram", "3x3:1/2.0/1/1/1/1", "E204", 7),
        ("net", "2x2:11v11", "E203", 7),
        ("net", "2x2:1v11h1", "E203", 9),
        ("binairo", "2x2:b-", "E203", 6),
    ],
)
def test_broken(rules: str, text: str, code: str, column: int) -> None:
    with pytest.raises(Failed) as caught:
        pipeline.board(pipeline.load(rules), text)
    (result,) = caught.value.diagnostics
    assert result.span is not None
    assert (result.code, result.span.source.line_column(result.span.start)[1]) == (code, column)


ARROWS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
POINTS = ", ".join(
    f'"{sign}": arrow {arrow}' for sign, arrow in zip(["N", "NE", "E", "SE", "S", "SW", "W", "NW"], ARROWS, strict=True)
)
PIECES = [
    (
        "given island : cells to 1..16? given most : number option rings : {allowed, forbidden} = allowed",
        'behind("m": most), flag("L": rings forbidden, "": rings allowed), digits(island)',
        "5x5m2:3a3a2g1g2c3",
    ),
    (
        "given dot : set of cells given beside : set of links given corner : set of corners given dark : set of cells",
        'dots("black": dot and dark, dot; beside; corner)',
        "5x5:hskeyk",
    ),
    ("given clue : cells to 0..4?", 'flag("t0": nothing), digits(clue)', "5x5t0:3c3d3a3d1d3333"),
    ("given clue : cells to number?", "numbers(clue)", "5x5:2c3e4_4a4b2a2c4b"),
    ("given pearl : cells to {black, white}?", 'signs("B": pearl black, "W": pearl white)', "5x5:BaWjBWeBd"),
    ("given digit : cells to number", "each(digit)", "5x5:3221351253153542353253542"),
    (
        "given tile : cells to number given wall : set of links given bar : set of lines",
        "barred(tile; wall; bar)",
        "3x2:1v2h3vh4cv5vh",
    ),
    ("given clue : corners to 0..4?", "digits(clue)", "3x3:b0d0a3d10"),
    ("given clue : cells to 0..4? given size : number", 'behind("n": size), trimmed(clue)', "4x4n4:33f2c2"),
    (
        f"given order : cells to number? given arrow : cells to {{{', '.join(ARROWS)}}}",
        f"arrows(order; {POINTS})",
        "3x3:1ceeedhbh9a",
    ),
    (
        "given piece : cells to number? given clue : lines to number given exit : set of lines",
        "digits(piece), counts(clue; exit)",
        "6x6:zd6aAc,6,1,S5,4,3,4,6,2,5,5,3,S2",
    ),
    (
        "given ghosts : number given mirror : cells to {falling, rising}? given clue : views to number",
        'number(ghosts), ",2,2,", signs("L": mirror falling, "R": mirror rising), clockwise(clue)',
        "3x3:3,2,2,cRRd,1,2,2,2,2,1,2,0,0,1,1,2",
    ),
    ("given digit : cells to number", "double, bracketed(digit)", "2:0121210[21]1002"),
    (
        "given country : partition of cells given colour : country to 0..3?",
        'regions(country), alternating(country), ",", digits(colour)',
        "10x8n12:abfbaahabaibbcbedbabdabdeacaafbdabdbaaeahafabbo,0a232a1b1a3",
    ),
    ("given bend : cells to {flat, steep}?", 'digits("5": bend flat, "10": bend steep)', "3x2:5aAb5"),
    ("given wires : cells to {one, four}", 'each("8": wires one, "15": wires four)', "2x2:8f8f"),
    ("given worth : cells to {low, high}?", 'numbers("7": worth low, "12": worth high)', "3x2:7_12b12a"),
]
"""Declarations, the pieces of a game, and an ID of it: games that no rules here read, and their pieces."""


@pytest.mark.parametrize(("declared", "pieces", "text"), PIECES)
def test_pieces(declared: str, pieces: str, text: str) -> None:
    rest = 'find x : set of cells as "%" rule r "r": count(x) = 0'
    text_of_rules = f'puzzle "P" board rectangle {declared} {rest} read tatham "p": {pieces}'
    rules = pipeline.ruleset(Source("rules", text_of_rules))
    puzzle = pipeline.board(rules, text)
    assert pipeline.convert(rules, puzzle, "tatham").strip() == text


def test_every_word_reads_and_writes() -> None:
    assert set(tatham.PIECES) == set(CODECS) | BEFORE


MAGIC = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
"""
SAVED = f"""{MAGIC}GAME    :5:Tents
PARAMS  :5:4x4de
CPARAMS :5:4x4de
SEED    :15:123456789012345
DESC    :{{length}}:{{text}}
AUXINFO :4:0a0b
NSTATES :1:1
STATEPOS:1:1
"""


def test_saved_game() -> None:
    text = "_cbcc_,2,0,1,1,2,0,1,1"
    source = Source("saved", SAVED.format(length=len(text), text=text))
    rules = pipeline.load("tents")
    assert outside.recognise_type(source.text, rules) == outside.RecognisedType("tatham", "tents")
    puzzle = pipeline.board(rules, source)
    assert pipeline.convert(rules, puzzle, "tatham") == f"4x4:{text}\n"
    (place, span), *_ = [(key, span) for (name, key), span in puzzle.spans.items() if name == "tree"]
    assert str(place) == "R1C1"
    assert span.source.line_column(span.start) == (7, 13)


def test_saved_games_tell_how_boards_were_made() -> None:
    saved = f"{MAGIC}GAME    :4:Solo\nPARAMS  :6:2x2xau\nDESC    :9:a3e4_2e1a\n"
    rules = pipeline.load("sudoku")
    with pytest.raises(Failed):
        pipeline.board(rules, saved)
    puzzle = pipeline.board(rules, saved.replace(":6:2x2xau", ":7:2x2xadu"))
    assert pipeline.convert(rules, puzzle, "tatham") == "2x2x:a3e4_2e1a\n"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (lambda text: text.replace("DESC", "NOTE"), "E206"),
        (lambda text: text.replace("DESC", "NOTE").replace("SEED", "SAID"), "E202"),
        (lambda text: text.replace("DESC    :1", "DESC    :9"), "E202"),
        (lambda text: text.replace("DESC    :16", "DESC    :9999999"), "E202"),
        (lambda text: text.replace("Tents", "Solos"), "E207"),
        (lambda text: text.replace("PARAMS  :5:4x4de", "PARAMS"), "E202"),
    ],
)
def test_broken_saved_game(changed: Callable[[str], str], code: str) -> None:
    text = changed(SAVED.format(length=16, text="p,0,0,0,0,0,0,0,0"[:16]))
    with pytest.raises(Failed) as caught:
        pipeline.board(pipeline.load("tents"), text)
    assert [result.code for result in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        ("tents", "T..\n...\n"),
        ("kenken", "size: 2x2\n[cage]\naa\nbb\n[plus]\na: 3\n"),
        ("magnets", "size: 1x3\n[domino]\naaa\n"),
        ("galaxies", "...\n...\n"),
        ("killer-sudoku", "....\n....\n....\n....\n[box]\naabb\naabb\nccdd\nccdd\n[cage]\naa..\n....\n....\n....\n"),
    ],
)
def test_no_room(rules: str, board: str) -> None:
    ruleset = pipeline.load(rules)
    with pytest.raises(Failed) as caught:
        pipeline.convert(ruleset, pipeline.board(ruleset, board), "tatham")
    assert [result.code for result in caught.value.diagnostics] == ["E208"]


def test_a_board_without_clues_is_told_in_full() -> None:
    rules = pipeline.load("palisade")
    written = pipeline.convert(rules, pipeline.board(rules, "each: 3\n...\n...\n"), "tatham")
    assert written == "3x2n3:f\n"
    assert pipeline.convert(rules, pipeline.board(rules, written), "tatham") == written


def _recorded(game: str) -> Iterator[Mapping[str, Any]]:
    folder = corpora()
    if folder is None or not (folder / "tatham").is_dir():
        pytest.skip("the corpora are not here")
    with (folder / "tatham" / f"{game}.jsonl").open(encoding="utf-8") as lines:
        # Rectangles made without the promise of a single answer have `a`.
        yield from (board for board in map(json.loads, lines) if not (game == "rect" and board["params"].endswith("a")))


def _agrees(game: str, recorded: Mapping[str, Any]) -> bool:
    """Whether the answer is the only one and the recorded one, and the ID is written as it was."""
    text: str = recorded["id"]
    killer = game == "solo" and "k" in text.partition(":")[0]
    result = pipeline.solve("killer-sudoku" if killer else RULES[game], text)
    name, _, value = SHOWN[game]
    solution: Sequence[Sequence[Any]] = recorded["solution"][name]
    wanted = [[value(cell) for cell in row] for row in solution]
    same = pipeline.convert(result.rules, result.puzzle, "tatham").strip() == text
    actual = _rows(result)
    alike = _renamed(actual) == _renamed(wanted) if name in ("regions", "domino") else actual == wanted
    return same and result.unique and alike


def _renamed(rows: Sequence[Sequence[Any]]) -> list[list[int]]:
    """Regions by numbers in the order of their first cells."""
    order = list(dict.fromkeys(cell for row in rows for cell in row))
    return [[order.index(cell) for cell in row] for row in rows]


@pytest.mark.library
@pytest.mark.parametrize("game", library.few(RULES, 10))
def test_a_few_recorded(game: str) -> None:
    short = (board for board in _recorded(game) if len(board["id"]) < 60)
    assert all(_agrees(game, board) for board in islice(short, 0, 40, 10))


@pytest.mark.long
@pytest.mark.parametrize("game", RULES)
def test_all_recorded(game: str) -> None:
    assert [board["id"] for board in _recorded(game) if not _agrees(game, board)] == []
