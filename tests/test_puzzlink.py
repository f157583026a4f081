"""puzz.link URLs: each reads back as it was written, and what is wrong is said at its character."""

import json
from collections.abc import Mapping, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlelang import Failed, pipeline
from puzzlelang.formats import outside
from puzzlelang.formats.pieces.codec import BoardContext, RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink import frame, url
from puzzlelang.formats.puzzlink.codecs import CODECS
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.codecs import puzzlink
from puzzlelang.typed.ir import Ruleset
from tests.corpora import corpora

LIBRARY: Mapping[str, Sequence[str]] = {
    "aquarium": ("aquarium/4/4/bu8i90/i3213g", "aquarium/r/4/4/bu8i90/i3213g"),
    "kakuro": ("kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3",),
    "light-up": ("lightup/6/6/nekcakbl", "lightup/1/1/./"),
    "magnets": ("magnets/5/5/g222j2h2g22g0g32fubmo3or00000000000400",),
    "minesweeper": ("mines/5/5/g2m13l13g0j",),
    "nonogram": ("nonogram/6/6/12g1111h11112j12g11g21j11g3h",),
    "norinori": ("norinori/5/5/cag4ocjo",),
    "skyscrapers": ("skyscrapers/4/4/k13h4j3g", "skyscrapers/4/4/k13h4j3g3u"),
    "star-battle": ("starbattle/6/6/1/4ilbhgdnmhou",),
    "sudoku": ("sudoku/4/4/g1k23k3g",),
    "tents": (
        "tents/5/5/2g0h1i1j82323",
        "tents/13/13/h3g03h1g2j3h32g24g2g55233hi11131331f78625243a872550",
    ),
}
"""For the name of each ruleset what stands behind `puzz.link/p?`."""


def read(rules: Ruleset, text: str) -> Puzzle:
    result = outside.recognise_type(text, rules)
    assert result is not None
    return outside.read(rules, Source("<url>", text), result)


def wrong(rules: Ruleset, text: str) -> tuple[str, str]:
    """The code of the error, and the text from where it points on."""
    with pytest.raises(Failed) as caught:
        read(rules, text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    return diagnostic.code, diagnostic.span.source.text[diagnostic.span.start :]


@pytest.mark.parametrize(("name", "body"), [(name, body) for name, bodies in LIBRARY.items() for body in bodies])
def test_urls_of_the_library_read_back_as_written(name: str, body: str) -> None:
    rules = pipeline.load(name)
    puzzle = read(rules, url.HOST + body)
    assert outside.write(rules, puzzle, "puzzlink") == url.HOST + body


def test_star_battle_with_its_default() -> None:
    rules = pipeline.load("star-battle")
    text = url.HOST + "starbattle/4/4/2/400200"
    puzzle = read(rules, text)
    assert puzzle.givens["stars"] == {None: 2}
    assert outside.write(rules, puzzle, "puzzlink") == text
    silent = pipeline.board(rules, "aabb\ncabd\ncadd\ncadd\n")
    assert "/4/4/1/" in outside.write(rules, silent, "puzzlink")


@pytest.mark.parametrize(
    "text",
    [
        "http://puzz.link/p?tents/5/5/2g0h1i1j82323",
        "puzz.link/p?tents/5/5/2g0h1i1j82323",
        "http://pzv.jp/p.html?tents/5/5/2g0h1i1j82323",
        "https://pzprxs.vercel.app/p?tents/5/5/2g0h1i1j82323\n",
        "https://puzz.link/p?type=editor&tents/5/5/2g0h1i1j82323",
        "https://puzz.link/p?type=player&tents_play/5/5/2g0h1i1j82323",
        "https://puzz.link/p?tents_edit/5/5/2g0h1i1j82323",
        "  https://puzz.link/p?tents%2F5%2f5%2F2g0h1i1j82323  ",
        "https%3A%2F%2Fpuzz.link%2Fp%3Ftents%2F5%2F5%2F2g0h1i1j82323",
    ],
)
def test_all_forms_of_the_frame(text: str) -> None:
    rules = pipeline.load("tents")
    assert outside.write(rules, read(rules, text), "puzzlink") == url.HOST + "tents/5/5/2g0h1i1j82323"


def test_other_words_for_a_type() -> None:
    rules = pipeline.load("light-up")
    for word in ("akari", "bijutsukan", "lightup"):
        text = outside.write(rules, read(rules, f"{url.HOST}{word}/6/6/nekcakbl"), "puzzlink")
        assert text == url.HOST + "lightup/6/6/nekcakbl"
    assert not set(frame.ALIASES) & set(frame.ALIASES.values())


@pytest.mark.parametrize(
    ("name", "body", "code", "rest"),
    [
        ("tents", "sudoku/4/4/g1k23k3g", "E207", "sudoku/4/4/g1k23k3g"),
        ("tents", "tents_draw/5/5/2", "E202", "_draw/5/5/2"),
        ("tents", "tents/v:hard/5/5/2g0h1i1j82323", "E202", "v:hard/5/5/2g0h1i1j82323"),
        ("tents", "tents/v:/5/5/2g0h1i1j82323", "E202", "v:/5/5/2g0h1i1j82323"),
        ("tents", "tents/", "E202", ""),
        ("tents", "tents/5", "E202", ""),
        ("tents", "tents/5/x/2g", "E202", "x/2g"),
        ("tents", "tents/5?/5/2g", "E202", "5?/5/2g"),
        ("tents", "tents/55555/5/2g", "E202", "55555/5/2g"),
        ("tents", "tents/٣/5/2g", "E202", "٣/5/2g"),
        ("tents", "tents/0/5/2g", "E203", "0/5/2g"),
        ("tents", "tents/9999/9999/2g", "E110", "9999/9999/2g"),
        ("sudoku", "sudoku/4/5/zz", "E109", "4/5/zz"),
        ("tents", "tents/q/5/5/2g0h1i1j82323", "E203", "q/5/5/2g0h1i1j82323"),
        ("tents", "tents/5/5/2g0h!1i1j82323", "E203", "!1i1j82323"),
        ("tents", "tents/5/5/2g0h1i1j82", "E203", ""),
        ("tents", "tents/5/5/2g0h1i1j82323zz", "E203", "zz"),
        ("tents", "tents/5/5/2g0h1i1j8(323", "E203", "(323"),
        ("tents", "tents/5/5/2g0h1i-1", "E203", ""),
        ("tents", "tents/5/5/2g0h1i-1z82323", "E203", "z82323"),
        ("tents", "tents/5/5/2g.h1i1j82323", "E204", ".h1i1j82323"),
        ("norinori", "norinori/5/5/cag4zcjo", "E203", "zcjo"),
        ("aquarium", "aquarium/4/4/bu8i90i3213g", "E203", "i3213g"),
        ("light-up", "lightup/6/6/nekfakbl", "E203", "fakbl"),
        ("kakuro", "kakuro/5/5/48la0.na0lh3l0?n.0cl.c4a3", "E203", "?n.0cl.c4a3"),
    ],
)
def test_a_broken_url_is_shown_where_it_is_broken(name: str, body: str, code: str, rest: str) -> None:
    assert wrong(pipeline.load(name), url.HOST + body) == (code, rest)


@pytest.mark.parametrize(
    ("name", "text", "marked"),
    [
        ("marks", "z0", [35, 36]),
        ("marks", ".0", [36]),
        ("marks", "..1", [73]),
        ("linkmarks", "z0", [35]),
        ("linkmarks", "y0", [34, 35]),
        ("linkmarks", "zz1", [71]),
    ],
)
def test_long_gaps_between_marks(name: str, text: str, marked: Sequence[int]) -> None:
    places = marked[-1] + 1
    reader = TextReader(Source("<piece>", text), 0, len(text))
    (result,) = CODECS[name].decode(reader, [places], BoardContext(SquareGrid(1, places)))
    assert [index for index, output in enumerate(result) if output] == marked
    assert (
        CODECS[name].encode([[output and output.value for output in result]], BoardContext(SquareGrid(1, places)))
        == text
    )


ARROWS = """\
puzzle "T" board rectangle given back : set of links find line : set of links
read puzzlink "t": linkmarks(back)
"""


def test_marks_on_links_are_their_own_piece() -> None:
    rules = pipeline.ruleset(Source("t", ARROWS))
    text = url.HOST + "t/6/6/z02l"
    assert [str(link) for link in read(rules, text).givens["back"]] == ["R1C6-R2C6", "R2C3-R3C3"]
    assert outside.write(rules, read(rules, text), "puzzlink") == text
    with pytest.raises(Failed, match="belongs to links"):
        pipeline.ruleset(Source("t", ARROWS.replace("linkmarks", "marks")))


@pytest.mark.parametrize(
    ("name", "body", "option", "value"),
    [
        ("country-road", "country/e/3/2/a0g0", "visits", "any"),
        ("country-road", "country/3/2/a0g0", "visits", "all"),
        ("geradeweg", "geradeweg/f/3/2/l", "visits", "all_cells"),
        ("geradeweg", "geradeweg/3/2/l", "visits", "any"),
        ("masyu", "mashu/f/3/2/00", "visits", "all_cells"),
        ("regional-yajilin", "yajilin-regions/o/2/2/00g", "shaded", "outside"),
        ("regional-yajilin", "yajilin-regions/2/2/00g", "shaded", "anywhere"),
        ("yajilin", "yajilin/o/2/2/d", "shaded", "outside"),
        ("yajilin", "yajilin/2/2/d", "shaded", "anywhere"),
    ],
)
def test_letters_for_variants_are_read_and_written(name: str, body: str, option: str, value: str) -> None:
    rules = pipeline.load(name)
    puzzle = read(rules, url.HOST + body)
    assert puzzle.options[option] == value
    assert outside.write(rules, puzzle, "puzzlink") == url.HOST + body


def test_a_letter_that_only_shows_the_board_otherwise_is_left_out() -> None:
    rules = pipeline.load("yajilin")
    assert outside.write(rules, read(rules, url.HOST + "yajilin/b/2/2/d"), "puzzlink") == url.HOST + "yajilin/2/2/d"


@pytest.mark.parametrize(
    ("name", "body", "again"),
    [
        ("tapa", "tapa/2/2/9.g0", "tapa/2/2/9.g0"),
        ("tapa", "tapa/2/1/d7g", "tapa/2/1/9g"),
        ("kakuro", "kakuro/2/2/n-3-3", "kakuro/2/2/n0303"),
        ("kakuro", "kakuro/2/2/-3k.k-", "kakuro/2/2/03k.k0"),
        ("hitori", "hitori/2/2/1.-102", "hitori/2/2/1.-102"),
        ("numberlink", "numlin_bit/3/1/1g1", "numlin/3/1/1g1"),
        ("numberlink", "numlin_bit_edit/3/1/1g1", "numlin/3/1/1g1"),
    ],
)
def test_forms_that_the_site_has_had(name: str, body: str, again: str) -> None:
    rules = pipeline.load(name)
    assert outside.write(rules, read(rules, url.HOST + body), "puzzlink") == url.HOST + again


def test_a_question_mark_is_none_where_the_rules_know_none() -> None:
    assert wrong(pipeline.load("hitori"), url.HOST + "hitori/2/2/1@12") == ("E204", "@12")


@pytest.mark.parametrize("body", ["1@2", "1%2"])
def test_question_marks_of_hitori(body: str) -> None:
    reader = TextReader(Source("<piece>", body), 0, 3)
    (result,) = CODECS["hitori"].decode(reader, [3], BoardContext(SquareGrid(1, 3)))
    assert [output and output.value for output in result] == [1, UNKNOWN, 2]


def test_gates_have_numbers_with_arrows_or_alone() -> None:
    rules = pipeline.load("slalom")
    text = url.HOST + "slalom/d/4/3/7313116g4251a/0"
    puzzle = read(rules, text)
    assert {str(cell): value for cell, value in puzzle.givens["clue"].items()} == {"R2C4": 2, "R3C1": 26}
    assert {str(cell): value for cell, value in puzzle.givens["arrow"].items()} == {"R2C4": "right"}
    assert outside.write(rules, puzzle, "puzzlink") == text


def test_old_forms_of_gates() -> None:
    rules = pipeline.load("slalom")
    again = outside.write(rules, read(rules, url.HOST + "suraromu/p/6/6/9314131314131a1131ag44j11/33"), "puzzlink")
    assert again == url.HOST + "slalom/d/6/6/9314131314131a1131ag0404j0101/33"
    code, rest = wrong(rules, url.HOST + "slalom/6/6/9314131314131a1131agi4h1/33")
    assert (code, rest) == ("E203", "9314131314131a1131agi4h1/33")


@pytest.mark.parametrize("doors", ["/4/0", "/0", "/0/0"])
def test_doors_are_two_sides_of_the_board(doors: str) -> None:
    assert wrong(pipeline.load("icebarn"), url.HOST + "icebarn/1/1/0" + doors)[0] == "E203"
    with pytest.raises(Failed) as caught:
        CODECS["doors"].encode([[1, None, 1, 2]], BoardContext(SquareGrid(1, 1)))
    assert caught.value.diagnostics[0].code == "E208"


def test_regions_are_shaded_as_a_whole() -> None:
    board, borders = BoardContext(SquareGrid(1, 3)), [1, None]
    assert CODECS["roomfill"].encode([borders, [None] * 3, [1, None, None]], board) == "gkg"
    with pytest.raises(Failed) as caught:
        CODECS["roomfill"].encode([borders, [None] * 3, [None, 1, None]], board)
    assert caught.value.diagnostics[0].code == "E208"


@pytest.mark.parametrize(("text", "rest"), [("2A", "A"), ("2bb!", "!")])
def test_lists_are_digits_and_letters(text: str, rest: str) -> None:
    assert wrong(pipeline.load("lohkous"), url.HOST + "lohkous/2/2/" + text) == ("E203", rest)


def test_a_list_of_a_url_has_digits_alone() -> None:
    with pytest.raises(Failed) as caught:
        CODECS["lists"].encode([[(1, 10)]], BoardContext(SquareGrid(1, 1)))
    assert caught.value.diagnostics[0].code == "E208"


def test_an_index_is_of_a_cell_of_the_board() -> None:
    assert wrong(pipeline.load("slalom"), url.HOST + "slalom/d/2/2/7/4") == ("E203", "4")
    with pytest.raises(Failed) as caught:
        CODECS["index"].encode([[1, 1]], BoardContext(SquareGrid(1, 2)))
    assert caught.value.diagnostics[0].code == "E208"


def test_old_forms_are_refused() -> None:
    rules = pipeline.load("tents")
    for text in ("http://www.kanpen.net/tents.html?problem=5/5/x", "kanpen.net/tents.html?pzpr=5/5/x"):
        assert wrong(rules, text)[0] == "E202"


@pytest.mark.parametrize("text", ["", "T..\n...", "5x5:a_b,1,2", "https://example.org/", "what/is?this"])
def test_other_texts_are_not_taken_for_urls(text: str) -> None:
    assert url.type_of(text) is None


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("sudoku", "[clue]\n....\n....\n....\n....\n\n[box]\naabb\naabb\nccdd\nccdd\n"),
        ("minesweeper", "mines: 2\n1..\n...\n"),
        ("kakuro", "..\n..\n"),
        ("nonogram", "  1 .\n1 . .\n1 . .\n"),
    ],
)
def test_what_a_url_cannot_tell_is_refused(name: str, board: str) -> None:
    rules = pipeline.load(name)
    with pytest.raises(Failed) as caught:
        outside.write(rules, pipeline.board(rules, board), "puzzlink")
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["E208"]


def test_an_option_matters_only_where_something_is_left_open() -> None:
    rules = pipeline.load("nonogram")
    board = "  1 .\n1 . .\n1 . .\n"
    assert outside.write(rules, pipeline.board(rules, board + "blank: empty\n"), "puzzlink").endswith("/2/2/1g11")
    assert outside.write(rules, pipeline.board(rules, board.replace("1 .", "1 1", 1)), "puzzlink").endswith("/2/2/1111")


BODY = st.text(st.sampled_from("0123456789abcdfghijklmz.-+=%$*@/#?A٣"), max_size=30)


@pytest.mark.parametrize("name", LIBRARY)
@given(data=st.data())
def test_any_text_behind_a_type_is_a_puzzle_or_an_error(name: str, data: st.DataObject) -> None:
    rules = pipeline.load(name)
    (kind, *_), whole = LIBRARY[name][0].split("/"), url.HOST + LIBRARY[name][0]
    cut = data.draw(st.integers(len(url.HOST) + len(kind) + 1, len(whole)))
    text = whole[:cut] + data.draw(BODY)
    try:
        puzzle = read(rules, text)
    except Failed:
        return
    again = outside.write(rules, puzzle, "puzzlink")
    assert outside.write(rules, read(rules, again), "puzzlink") == again


# ------------------------------------------------------------------------------------------------------- the pieces

NUMBER = st.one_of(st.integers(0, 15), st.integers(0, 100_000), st.just(UNKNOWN))
DIRECTION = st.sampled_from(["up", "down", "left", "right"])


def maybe(values: st.SearchStrategy[RawItem]) -> st.SearchStrategy[RawItem]:
    return st.one_of(st.none(), st.none(), values)


def short(most: int) -> st.SearchStrategy[RawItem]:
    return maybe(st.one_of(st.integers(0, most), st.just(UNKNOWN)))


BIT = st.sampled_from([None, None, 1])
ONE_LAYER: Mapping[str, st.SearchStrategy[RawItem]] = {
    "bits": BIT, "empty": BIT, "onecell": BIT, "marks": BIT, "linkmarks": BIT, "circle": st.sampled_from([None, 1, 2]),
    "number16": maybe(NUMBER), "last16": maybe(NUMBER), "number10": short(9), "cells4": short(4),
    "hitori": maybe(st.one_of(st.integers(0, 36 * 36 - 1), st.just(UNKNOWN))),
    "number10or16": maybe(NUMBER), "kakuru": maybe(st.one_of(st.integers(0, 45), st.just("+"))),
    "tapa": maybe(st.one_of(
        st.tuples(st.integers(0, 8)), st.tuples(*[st.sampled_from([UNKNOWN, 1, 2, 5])] * 2),
        st.tuples(*[st.sampled_from([UNKNOWN, 1, 2, 3])] * 3), st.tuples(*[st.sampled_from([UNKNOWN, 1])] * 4),
        st.just((UNKNOWN,)))),
}  # fmt: skip


def there_and_back(name: str, layers: Sequence[Sequence[RawItem]], board: BoardContext) -> None:
    """The text of layers reads back as the same layers, and as the same text when written again."""
    codec = CODECS[name]
    text = codec.encode(layers, board)
    reader = TextReader(Source("<piece>", text), 0, len(text))
    result = codec.decode(reader, [len(layer) for layer in layers], board)
    assert reader.done, (text, reader.at)
    again = [[None if output is None else output.value for output in layer] for layer in result]
    assert again == [list(layer) for layer in layers]
    assert codec.encode(again, board) == text


@pytest.mark.parametrize("name", ONE_LAYER)
@given(draw=st.data())
def test_pieces_of_one_layer(name: str, draw: st.DataObject) -> None:
    layer = draw.draw(st.lists(ONE_LAYER[name], min_size=1, max_size=35))
    there_and_back(name, [layer], BoardContext(SquareGrid(1, len(layer))))


@given(st.data(), st.integers(1, 5), st.integers(1, 5))
def test_pieces_of_a_whole_board(data: st.DataObject, height: int, width: int) -> None:
    geometry = SquareGrid(height, width)
    board = BoardContext(geometry)

    def layer(values: st.SearchStrategy[RawItem], size: int) -> list[RawItem]:
        return data.draw(st.lists(values, min_size=size, max_size=size))

    cells, lines = height * width, height + width
    there_and_back("border", [layer(BIT, len(geometry.links))], board)
    there_and_back("border", [layer(BIT, len(geometry.borders))], board)
    there_and_back("lastborder", [layer(BIT, len(geometry.links))], board)
    there_and_back("outside", [layer(maybe(NUMBER), lines)], board)
    there_and_back("outside", [layer(maybe(NUMBER), lines)] * 2, board)
    inner = [None if len(corner.cells) < 4 else data.draw(st.sampled_from([None, 1, 2])) for corner in geometry.corners]
    circles = st.sampled_from([None, None, 1, 2])
    there_and_back("dots", [layer(circles, cells), layer(circles, len(geometry.links)), inner], board)
    inner = [
        None if len(corner.cells) < 4 else data.draw(st.sampled_from([None, 1, 2, 3])) for corner in geometry.corners
    ]
    dots = st.sampled_from([None, None, 1, 2, 3])
    there_and_back("dotpairs", [layer(dots, cells), layer(dots, len(geometry.links)), inner], board)
    there_and_back("fivecells", [layer(short(6), cells), [None] * cells], board)
    holes = layer(BIT, cells)
    there_and_back("fivecells", [[None] * cells, [7 if hole else None for hole in holes]], board)
    arrows = layer(st.one_of(st.none(), st.tuples(st.one_of(st.none(), DIRECTION), st.integers(0, 4095))), cells)
    directions: list[RawItem] = [arrow[0] if isinstance(arrow, tuple) else None for arrow in arrows]
    numbers: list[RawItem] = [arrow[1] if isinstance(arrow, tuple) else None for arrow in arrows]
    there_and_back("arrow16", [directions, numbers], board)
    colours: list[RawItem] = [None if number is None else 2 for number in numbers]
    there_and_back("castle", [colours, directions, numbers], board)
    compasses = layer(maybe(st.tuples(*[st.one_of(st.just(UNKNOWN), st.integers(0, 300))] * 4)), cells)
    sides = [[result[side] if isinstance(result, tuple) else None for result in compasses] for side in range(4)]
    there_and_back("compass", sides, board)
    spots = [data.draw(st.integers(0, cells - 1)) for _ in range(2)]
    there_and_back("spots", [[1 if cell == spot else None for cell in range(cells)] for spot in spots], board)
    lists = [data.draw(maybe(st.tuples(*[st.integers(0, 20)] * ((size + 1) // 2)))) for size in _sizes(geometry)]
    there_and_back("stacked", [[None if one == (0,) else one for one in lists]], board)
    there_and_back("strict", [[one or (0,) for one in lists]], board)


def _sizes(geometry: SquareGrid) -> list[int]:
    return [geometry.height] * geometry.width + [geometry.width] * geometry.height


def test_every_piece_is_told_and_read_under_one_name() -> None:
    assert set(puzzlink.PIECES) - {"bricks", "flag"} == set(CODECS)
    assert list(CODECS) == sorted(CODECS)
    assert list(puzzlink.PIECES) == sorted(puzzlink.PIECES)


@pytest.mark.parametrize(
    ("name", "text", "counts", "size"),
    [
        ("cells4", "cbcbcddad", [25], (5, 5)),
        ("cells4", "iaegcgcj6a", [25], (4, 4)),
        ("circle", "1063000i3000", [36], (6, 6)),
        ("arrow16", "40d23663i32h12b32a12a11c", [36, 36], (6, 6)),
        ("castle", "c230021k111a210f", [25, 25, 25], (5, 5)),
        ("compass", "l2.21g.2.4m.4.3g.1..l", [25] * 4, (5, 5)),
        ("compass", "....g...1", [3] * 4, (1, 3)),
        ("tapa", "3n5hchhajn2", [25], (5, 5)),
        ("number16", "m3g11i2g31h13g3g", [25], (5, 5)),
        ("dots", "6fl94fi65en8dbf", [25, 40, 36], (5, 5)),
        ("hitori", "1114142333214213", [16], (4, 4)),
        ("number10or16", "2c4a.c3f.3f", [25], (5, 5)),
        ("number10or16", "--10k3", [7], (1, 7)),
        ("fivecells", "72b1i0f2b1i3a", [36, 36], (6, 6)),
        ("bits", "ah0oa", [24], (4, 4)),
        ("stacked", "11g11g5k3h3h31j3h2h", [10], (5, 5)),
        ("bank", "t", [1], (1, 1)),
        ("decimal", "12", [1], (1, 1)),
        ("kakuru", "3.a+4+mD.S.bm+g+A.3", [25], (5, 5)),
        ("kakuru", "l2lael+l", [16], (4, 4)),
        ("kakuru", "3.0n+.7n", [16], (4, 4)),
        ("dotpairs", "g12mcl3h4m4i8m8g2m4l23h", [36, 60, 49], (6, 6)),
        ("dotpairs", "l44k3ict4m4k2j88n", [36, 60, 49], (6, 6)),
        ("spots", "5948", [117, 117], (9, 13)),
        ("spots", "1551", [25, 25], (5, 5)),
        ("spots", "-11112", [36, 36], (2, 18)),
        ("index", "33", [36], (6, 6)),
        ("doors", "/3/11", [32], (8, 8)),
        ("lists", "f2b234m2a31c", [25], (5, 5)),
        ("lists", "z12b", [28], (2, 14)),
        ("tiedlists", "k12s1r300q", [25], (5, 5)),
        ("tiedlists", "x1/", [15], (3, 5)),
        ("lamps", "BAaDbBaCbCaAa3D21122.-1a1", [16, 16], (4, 4)),
    ],
)
def test_texts_that_puzz_link_writes(name: str, text: str, counts: list[int], size: tuple[int, int]) -> None:
    board = BoardContext(SquareGrid(*size))
    reader = TextReader(Source("<piece>", text), 0, len(text))
    result = CODECS[name].decode(reader, counts, board)
    assert reader.done
    layers = [[None if output is None else output.value for output in layer] for layer in result]
    assert CODECS[name].encode(layers, board) == text


def test_a_last_dot_without_a_partner_may_be_left_out() -> None:
    board = BoardContext(SquareGrid(5, 6))
    result = []
    for text in ("2icn4kcg1l8icm4l3g", "2icn4kcg1l8icm4l3h"):
        reader = TextReader(Source("<piece>", text), 0, len(text))
        layers = CODECS["dotpairs"].decode(reader, [30, 49, 20], board)
        assert reader.done
        result.append([[None if output is None else output.value for output in layer] for layer in layers])
    assert result[0] == result[1]
    reader = TextReader(Source("<piece>", "2icn4kcg1l8icm4l3"), 0, 17)
    with pytest.raises(Failed):
        CODECS["dotpairs"].decode(reader, [30, 49, 20], board)


@pytest.mark.parametrize("text", ["0111", "1411", ".111", "g111", "11"])
def test_spots_are_cells_of_the_board(text: str) -> None:
    reader = TextReader(Source("<piece>", text), 0, len(text))
    with pytest.raises(Failed):
        CODECS["spots"].decode(reader, [9, 9], BoardContext(SquareGrid(3, 3)))


def test_spots_are_one_cell_each() -> None:
    with pytest.raises(Failed) as caught:
        CODECS["spots"].encode([[1, 1], [None, 1]], BoardContext(SquareGrid(1, 2)))
    assert caught.value.diagnostics[0].code == "E208"


SPOTS = Source(
    "t",
    'puzzle "T"\nboard rectangle\ngiven start : set of cells\nfind black : set of cells\n'
    'read puzzlink "spotted": spots(start)\nread pzprv3 "spotted": spots(start)\n',
)


def test_a_spot_is_one_cell_of_the_board() -> None:
    rules = pipeline.ruleset(SPOTS)
    puzzle = read(rules, url.HOST + "spotted/3/2/31")
    assert [str(cell) for cell in puzzle.givens["start"]] == ["R1C3"]
    assert outside.write(rules, puzzle, "pzprv3") == "pzprv3\nspotted\n2\n3\n5 1\n"
    for wrong in ("41", "13", "01"):
        with pytest.raises(Failed, match="this cell lies outside the board"):
            read(rules, url.HOST + f"spotted/3/2/{wrong}")
    for cells in ((), puzzle.geometry.cells[:2]):
        several = msgspec.structs.replace(puzzle, givens={"start": dict.fromkeys(cells, True)})
        for form in ("puzzlink", "pzprv3"):
            with pytest.raises(Failed, match="this format has one cell here"):
                outside.write(rules, several, form)


def test_numbers_of_rooms_go_by_their_first_cells() -> None:
    rules = pipeline.ruleset(
        Source(
            "t",
            'puzzle "T"\nboard rectangle\ngiven room : partition of cells\ngiven clue : room to number?\n'
            "find black : set of cells\n"
            'read puzzlink "chocona": border(room), number16(clue)\n',
        )
    )
    text = url.HOST + "chocona/6/6/8guumlfvo1eq33122g21g32"
    puzzle = read(rules, text)
    numbers = [puzzle.givens["clue"].get(room) for room in puzzle.partitions["room"]]
    assert numbers == [3, 3, 1, 2, 2, None, 2, 1, None, 3, 2]
    assert outside.write(rules, puzzle, "puzzlink") == text


NUMBERS = "given clue : cells to number or unknown?"
ROOMS = "given room : partition of cells given clue : room to number?"
CAGES = "given room : partition of cells given clue : cells to number? given hole : set of cells"
CIRCLES = "given white : set of cells given dark : set of cells"
HOLES = "given hole : set of cells"
DOTS = HOLES + " given dot : cells to {w, b}? given edge : links to {w, b}? given node : corners to {w, b}?"
OTHERS: Mapping[str, tuple[str, str]] = {
    "nurikabe/5/5/g5k2o1k3g": (NUMBERS, "number16(clue)"),
    "hashikake/5/5/4g2i3h23k3g1g3g4g3": (NUMBERS, "number16(clue)"),
    "fillomino/6/6/h4j53g2k5233k2g14j3h": (NUMBERS, "number16(clue), lastborder"),
    "hitori/4/4/1114142333214213": ("given clue : cells to number", "hitori(clue)"),
    "heyawake/6/6/lll155007rs12222j": (ROOMS, "border(room), number16(clue)"),
    "chocona/6/6/8guumlfvo1eq33122g21g32": (ROOMS, "border(room), number16(clue)"),
    "country/5/5/amda0uf02h12h": (ROOMS, "border(room), number16(clue)"),
    "yinyang/5/5/016612300": (CIRCLES, 'circle("1": white, "2": dark)'),
    "tapa/5/5/3n5hchhajn2": ("given clue : cells to numbers or unknown?", "tapa(clue)"),
    "slither/5/5/cbcbcddad": ("given clue : cells to 0..3 or unknown?", "cells4(clue)"),
    "gokigen/4/4/iaegcgcj6a": ("given clue : corners to 0..4?", "cells4(clue)"),
    "simpleloop/5/5/sg020": ("given hole : set of cells", "bits(hole)"),
    "ripple/4/4/9n8rigk14h32k": (CAGES, "border(room), number16(clue), empty(hole)"),
    "suguru/5/5/cih47bs73m3g5p1g2g": (CAGES, "border(room), number16(clue), empty(hole)"),
    "yajilin/b/5/5/m32j10": (
        "option grey : {on, off} = off given arrow : cells to direction? " + NUMBERS,
        'flag("b": grey on, "": grey off), arrow16(arrow; clue)',
    ),
    "tatamibari/5/5/m3g11i2g31h13g3g": (
        "given kind : cells to {equal, tall, wide, any}?",
        'number16("1": kind equal, "2": kind tall, "3": kind wide, "?": kind any)',
    ),
    "tentaisho/5/5/6fl94fi65en8dbf10000": (
        DOTS,
        'dots("1": dot w, "2": dot b; "1": edge w, "2": edge b; "1": node w, "2": node b), empty(hole)',
    ),
    "statuepark/7/7/078ii6000000290f0//t": (
        CIRCLES + " given bank : {four, five}",
        'circle("1": white, "2": dark), "//", bank("t": bank four, "p": bank five)',
    ),
    "battleship/6/6/g12h2g30g3gk0r3w//c": (
        NUMBERS + " given ships : lines to number? given bank : {small, large}",
        'outside(ships), number16(clue), "//", bank("c": bank small, "d": bank large)',
    ),
    "shakashaka/6/6/cgbhdhegdrb": (NUMBERS + " given wall : set of cells", 'cells4("?": wall, clue)'),
    "coral/5/5/11g11g5k3h3h31j3h2h": ("given clue : lines to numbers?", "stacked(clue)"),
    "batten/5/5/07232g2g2g3h3": (
        "given cross : set of corners given clue : lines to number?",
        "innermarks(cross), outside(clue)",
    ),
    "roundtrip/5/5/243j234h332333h": (
        "given near : lines to number? given far : lines to number?",
        "outside(near; far)",
    ),
}
"""What stands behind `puzz.link/p?`, declarations that hold it, and the pieces."""


@pytest.mark.parametrize("body", OTHERS)
def test_pieces_for_other_types(body: str) -> None:
    declared, pieces = OTHERS[body]
    kind = body.split("/")[0]
    text = f'puzzle "T" board rectangle {declared} find mark : set of cells read puzzlink "{kind}": {pieces}'
    rules = pipeline.ruleset(Source("t", text))
    assert outside.write(rules, read(rules, url.HOST + body), "puzzlink") == url.HOST + body


@pytest.mark.skipif(corpora() is None, reason="the boards of puzz.link are not here")
def test_examples_of_all_types_in_the_library() -> None:
    folder = corpora()
    assert folder is not None
    lines = (folder / "pzpr-verdicts.jsonl").read_text(encoding="utf-8").splitlines()
    examples = {line["genre"]: line["url"] for line in map(json.loads, lines)}
    tried = set()
    for name in LIBRARY:
        rules = pipeline.load(name)
        for reading in outside.readings(rules, "puzzlink"):
            text = examples[reading.type]
            again = outside.write(rules, read(rules, text), "puzzlink")
            assert again.split("?")[1].split("/")[1:] == text.split("?")[1].split("/")[1:]
            tried.add(reading.type)
    assert len(tried) >= len(LIBRARY)
