"""Pieces of outside formats on links and files that use them, each through a rule file of its own."""

import contextlib
from itertools import product

import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.formats import outside
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.formats.puzzlink import url
from puzzlelang.formats.puzzlink.codecs import CODECS as PUZZLINK
from puzzlelang.formats.pzprv3.codecs import CODECS as PZPRV3
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.codec import Piece, Target
from puzzlelang.typed.codecs.formats import FORMATS

HEAD = """\
puzzle "T"
board rectangle
given room : partition of cells
given clue : cells to number or unknown?
given goal : cells to number or unknown?
given way : cells to direction?
given kind : cells to {a, b, c, d, e}?
given hole : set of cells
given spot : set of cells
given wall : set of links
given back : set of links
given rim : set of borders
given mark : links to number?
given corner : corners to {a, b, c}?
given total : room to number?
given seen : views to number or unknown?
given n : number = 1
given m : number = 1
find area : partition of cells
find line : set of links
find shade : set of cells
"""

ARROWS = '"g": way up, "h": way down, "i": way left, "j": way right, "k-z": skip'


def ruleset(statement: str) -> ir.Ruleset:
    """A rule file with a statement, and those givens alone that it names."""
    lines = [
        line for line in HEAD.splitlines() if not line.startswith("given") or f" {line.split()[1]}" in _names(statement)
    ]
    return pipeline.ruleset(Source("t.rules", "\n".join([*lines, statement, ""])))


def _names(statement: str) -> str:
    words = "".join(sign if sign.isalnum() else " " for sign in statement)
    return f" {words} " + (" room" if "total" in words else "")


def read(rules: ir.Ruleset, text: str) -> Puzzle:
    result = outside.recognise_type(text, rules)
    assert result is not None
    return outside.read(rules, Source("<text>", text), result)


@pytest.mark.parametrize(
    ("pieces", "body"),
    [
        ('letters("0-9": skip, "a": corner a, "b": corner b, "c": corner c)', "angleloop/5/5/1a1ab6b0c1c0a4c3a1a"),
        ('border(room), letters("A-Z": clue 1, "a-z": skip)', "kaero/3/3/egh0BCBcAaA"),
        ('arrow16(way; "+": spot, clue)', "t/4/1/+24b"),
        (
            'border(room), letters("0-9": clue 1, "a": spot, "b": way up, "c": way down, "d": way left, '
            '"e": way right, "g-z": skip)',
            "makaro/5/5/lfflu7qdemei2icmb",
        ),
        (f'letters({ARROWS}, ".": spot, clue)', "sashigane/5/5/jm.o3khkgojm4"),
        (
            'border(room), letters("1": kind a, "2": kind b, "3": kind c, "4": kind d, "5-9": skip, "a-z": skip 6)',
            "nurimaze/6/6/6efjsstsvjun1e374i2547",
        ),
        ('bits(hole), letters("i*": spot and clue, "j-z": skip, goal)', "yosenabe/5/5/d1hgm1i3j2i5k5ki2o1l2k3"),
        (
            'letters("5": spot, "1*": kind a and clue, "2*": kind b and clue, "4*": kind d and clue, "a-z": skip)',
            "reflect/5/5/49l20c5f24",
        ),
        ('letters("g-z": skip, "0": spot, "1+*": clue)', "t/3/2/10g9h"),
        ('packed("0": clue unknown, clue; "0": kind a, "1": kind b)', "balance/5/5/g9m1k0m8g"),
        ('packed("0": nothing, clue; "0": kind a, "1": kind b)', "balance/5/5/g9m1k0m8g"),
        (
            'decimal(n), "/", packed("0": clue unknown, "1+*": clue; "0": kind a, "1": kind b, "2": kind c, '
            '"3": kind d, "4": kind e)',
            "slovak/5/5/3/1n-28i-26g0m-1cg",
        ),
        ("number16(clue; seen)", "anglers/5/5/h0j1l1k11g1g9h6i.k3k4"),
        ("rimmed(rim)", "longest/4/4/94001hrn"),
        ("border(room), lastmarks(spot)", "dosufuwa/5/5/7pnsmrhf31d1"),
        ('border(room), last16(total), "/", number16(clue)', "remlen/2/2/8g/1i"),
        ('circle("1": spot, "2": hole), linkmarks(wall), linkmarks(back)', "evolmino/5/5/i71027000222k44j23344"),
    ],
)  # fmt: skip
def test_links_read_back_as_written(pieces: str, body: str) -> None:
    rules = ruleset(f'read puzzlink "{body.split("/")[0]}": {pieces}')
    assert outside.write(rules, read(rules, url.HOST + body), "puzzlink") == url.HOST + body


def test_what_letters_mean() -> None:
    rules = ruleset(f'read puzzlink "t": letters({ARROWS}, ".": spot, clue)')
    result = read(rules, url.HOST + "t/3/2/g.-1fkji")
    said = {
        name: {str(place): value for place, value in result.givens[name].items()} for name in ("way", "spot", "clue")
    }
    assert said == {
        "way": {"R1C1": "up", "R2C2": "right", "R2C3": "left"},
        "spot": {"R1C2": True},
        "clue": {"R1C3": 31},
    }


def test_what_packed_numbers_mean() -> None:
    rules = ruleset('read puzzlink "t": packed("0": clue unknown, "1+*": clue; "0": kind a, "1": kind b)')
    result = read(rules, url.HOST + "t/3/1/0-15g")
    assert [str(value) for value in result.givens["clue"].values()] == ["?", "9"]
    assert list(result.givens["kind"].values()) == ["a", "b"]


def test_a_packed_number_that_is_unknown_says_something_of_the_first_layer_only() -> None:
    rules = ruleset('read puzzlink "t": packed("?": spot, clue; "0": nothing, "1": kind a, "2": kind b)')
    result = read(rules, url.HOST + "t/3/1/.87")
    assert list(map(str, result.givens["spot"])) == ["R1C1"]
    assert list(result.givens["kind"].values()) == ["b", "a"]
    assert outside.write(rules, result, "puzzlink") == url.HOST + "t/3/1/.87"


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ('pairs("0": kind a, "1": kind b; "-2": clue unknown, clue)', "balance\n1\n3\n. 1,4 0,-2\n"),
        ('pairs("0": kind a, "1": kind b; "-2": nothing, clue)', "balance\n1\n3\n. 1,4 0,-2\n"),
        ('pairs(clue; "0": kind a, "1": kind b)', "t\n1\n2\n4,. .\n"),
        ('packed(clue; "0": kind a, "1": kind b)', "t\n1\n3\n. 7 2\n"),
        ('packed("0": nothing, clue; "0": kind a, "1": kind b)', "t\n1\n4\n. 7 0 1\n"),
        ('cells("o": spot, "o*": spot and clue, clue)', "sashigane\n1\n4\no3 o . 12\n"),
        ('word("pipe": nothing, "ice": nothing), cells(clue)', "t\n1\n2\npipe\n3 .\n"),
        ("numbers(n; m)", "t\n1\n1\n3 4\n"),
        ('rooms(room; "#": hole)', "t\n1\n3\n2\n0 # 1\n"),
        ('borders("1": wall; "2": area)', "t\n1\n4\n1 2 0\n"),
        ('arrows(way; "#": spot, clue)', "t\n1\n3\n# 2,4 .\n"),
        ('signed(clue; "-": spot)', "t\n1\n4\n-2 - 3 .\n"),
        ('cells("*": spot; "-": clue unknown, clue)', "t\n1\n4\n* - 3 .\n"),
        ('edges("0": back; "1": nothing, "2": line)', "t\n1\n3\n1 0 2 1\n1 1 1\n1 1 1\n"),
        ('cells(clue), edges("1": line)', "t\n1\n2\n. 3\n0 1 0\n0 0\n0 0\n"),
        ("cells(clue), edges(area)", "t\n1\n2\n. 3\n0 1 0\n0 0\n0 0\n"),
        ('cells(clue), borders("1": line), lastcells("1": shade)', "t\n1\n2\n. 3\n1\n1 .\n"),
    ],
)
def test_files_read_back_as_written(pieces: str, text: str) -> None:
    rules = ruleset(f'read pzprv3 "{text.split()[0]}": {pieces}')
    puzzle = read(rules, f"pzprv3\n{text}")
    assert outside.write(rules, puzzle, "pzprv3", puzzle.drawing) == f"pzprv3\n{text}"


def test_a_file_of_another_age_ends_before_the_last_cells() -> None:
    rules = ruleset('read pzprv3 "t": cells(clue), lastcells("1": shade)')
    old, new = (read(rules, f"pzprv3/t/1/2/. 3 /{rest}") for rest in ("", "1 . /"))
    assert [str(place) for place in old.givens["clue"]] == [str(place) for place in new.givens["clue"]] == ["R1C2"]
    assert old.drawing is None
    assert new.drawing is not None


@pytest.mark.parametrize(
    ("statement", "at", "says"),
    [
        ('puzzlink "t": letters("z-g": skip, clue)', '"z-g": skip', "stands behind"),
        ('puzzlink "t": letters("g": skip 0, clue)', '"g": skip 0', "from 1 on"),
        ('puzzlink "t": letters("a*b": clue)', '"a*b": clue', "at the end"),
        ('puzzlink "t": letters(skip, clue)', "skip", "have a key"),
        ('puzzlink "t": number16("g": skip, clue)', "skip", "called `skip`"),
        ('puzzlink "t": packed(clue; "1": kind a, "2": kind b)', '"1": kind a', "each digit from 0 on"),
        ('puzzlink "t": packed(clue; kind)', "kind", "each digit from 0 on"),
        ('puzzlink "t": packed(clue)', "packed(clue)", "2 to 3 things"),
        ('pzprv3 "t": pairs(clue; wall)', "wall", "belongs to links"),
    ],
)
def test_mistakes_in_statements(statement: str, at: str, says: str) -> None:
    with pytest.raises(Failed) as caught:
        ruleset(f"read {statement}")
    (result,) = caught.value.diagnostics
    assert result.span is not None
    assert result.span.text == at
    assert says in result.message


@pytest.mark.parametrize(
    ("statement", "text", "code", "at"),
    [
        (f'puzzlink "t": letters({ARROWS}, clue)', f"{url.HOST}t/2/1/!1", "E203", "!"),
        (f'puzzlink "t": letters({ARROWS})', f"{url.HOST}t/2/1/1g", "E204", "1"),
        ('puzzlink "t": letters("i*": clue, "j-z": skip)', f"{url.HOST}t/2/1/j", "E203", ""),
        ('puzzlink "t": packed(clue; "0": kind a, "1": nothing)', f"{url.HOST}t/2/1/3!", "E203", "!"),
        ('pzprv3 "t": pairs(clue; goal)', "pzprv3/t/1/2/1,2 3 /", "E203", "3"),
        ('pzprv3 "t": numbers(n; m)', "pzprv3/t/1/1/3/", "E203", "3/"),
        ('pzprv3 "t": cells("o*": spot and clue)', "pzprv3/t/1/2/ox . /", "E204", "ox"),
        ('pzprv3 "t": borders("1": wall; "2": area)', "pzprv3/t/1/2/7 /", "E204", "7"),
        ('pzprv3 "t": rooms(room; "#": hole)', "pzprv3/t/1/2/1/0 x /", "E204", "x"),
    ],
)
def test_a_wrong_text_is_shown_where_it_is_wrong(statement: str, text: str, code: str, at: str) -> None:
    with pytest.raises(Failed) as caught:
        read(ruleset(f"read {statement}"), text)
    (result,) = caught.value.diagnostics
    assert result.span is not None
    assert (result.code, result.span.text) == (code, at)


@pytest.mark.parametrize(
    "statement",
    [
        'puzzlink "t": letters("k": skip 2, clue)',
        'puzzlink "t": packed(clue; "0": kind a, "1": kind b)',
        'pzprv3 "t": packed(clue; "0": kind a, "1": kind b)',
        'pzprv3 "t": cells("o*": clue and spot)',
    ],
)
def test_what_has_no_item_is_not_written(statement: str) -> None:
    rules = ruleset(f"read {statement}")
    more = next((f"[{name}]\n...\n" for name in ("kind", "spot") if name in statement), "")
    blocks = f"[clue]\n1..\n{more}" if more else "1..."
    with pytest.raises(Failed) as caught:
        outside.write(rules, pipeline.board(rules, blocks), statement.split()[0])
    assert caught.value.diagnostics[0].code == "E208"


SAMPLED = [
    (name, word, piece)
    for name in ("puzzlink", "pzprv3")
    for word, piece in FORMATS[name].pieces.items()
    if piece.sample
]


@pytest.mark.parametrize(("name", "word", "piece"), SAMPLED, ids=[f"{name} {word}" for name, word, _ in SAMPLED])
def test_the_sample_of_a_piece_is_read_whole(name: str, word: str, piece: Piece) -> None:
    size, _, sample = piece.sample.partition(" ")
    rows, columns = map(int, size.split("x"))
    board = BoardContext(SquareGrid(rows, columns), layers=_layers(piece))
    codec = (PUZZLINK if name == "puzzlink" else PZPRV3)[word]
    reader = TextReader(Source("<sample>", sample), 0, len(sample))
    result = []
    for targets in product(*piece.layers[: len(board.layers)]):
        reader.at = 0
        counts = [_places(board.geometry, target, labels=codec.labels) for target in targets]
        with contextlib.suppress(Failed):
            layers = codec.decode(reader, counts, board)
            output = [[one and one.value for one in layer] for layer in layers]
            result.append((reader.done, codec.encode(output, board).replace("\n", "/").replace(" ", "")))
    assert (True, sample.replace(" ", "")) in result


def _layers(piece: Piece) -> tuple[tuple[ir.PieceEntry, ...], ...]:
    """What a statement would say: digits and letters if it must, else an entry for all items."""
    span = Source("<sample>", "").first()
    plain = (ir.PieceEntry(None, (), span),)
    digits = tuple(ir.PieceEntry(str(digit), (), span) for digit in range(2))
    letters = (*(ir.PieceEntry(chr(ord("a") + place), (), span, place + 1) for place in range(6)), *plain)
    amount = max(piece.least, 1) if piece.layers else 0
    if piece.spells:
        return (letters,)
    return tuple(digits if piece.packs and index else plain for index in range(amount))


def _places(board: SquareGrid, target: Target, *, labels: bool) -> int:
    amounts = {
        Target.CELLS: board.cells, Target.LINKS: board.links, Target.BORDERS: board.borders,
        Target.CORNERS: board.corners, Target.LINES: [*board.columns, *board.rows], Target.VIEWS: board.views,
        Target.PARTITION: board.cells if labels else board.links,
    }  # fmt: skip
    return len(amounts[target]) if target in amounts else 1


def test_pieces_have_samples() -> None:
    without = {
        word for name in ("puzzlink", "pzprv3") for word, piece in FORMATS[name].pieces.items() if not piece.sample
    }
    assert without == {"bricks", "flag", "flags", "gates", "kakuro", "lamps", "sums"}


def test_fractions_dots_and_missing_cells() -> None:
    given = "given top : cells to number or unknown? given bottom : cells to number? given dots : cells to number? "
    head = f'puzzle "T" board rectangle {given}given hole : set of cells find shade : set of cells '
    rules = pipeline.ruleset(
        Source("t.rules", f'{head}rule r "r": count(shade) = 0 read puzzlink "t": fractions(top; bottom; dots; hole)')
    )
    body = "t/6/1/122.h0.0g.2"
    result = read(rules, url.HOST + body)
    said = {name: {str(place): str(value) for place, value in values.items()} for name, values in result.givens.items()}
    assert said == {
        "top": {"R1C1": "1", "R1C5": "0", "R1C6": "?"},
        "bottom": {"R1C1": "2", "R1C6": "2"},
        "dots": {"R1C2": "2"},
        "hole": {"R1C4": "True"},
    }
    assert outside.write(rules, result, "puzzlink") == url.HOST + body


def test_borders_that_there_are_not() -> None:
    rules = ruleset('read puzzlink "t": inner(room)')
    result = read(rules, url.HOST + "t/2/2/o")
    assert [len(region.cells) for region in result.partitions["room"]] == [2, 2]
    assert outside.write(rules, result, "puzzlink") == url.HOST + "t/2/2/o"


def test_blocks_with_clues() -> None:
    given = "given clue : lines to number? given block : set of cells = {} given across : block to number? "
    find = "given below : block to number? let open = cells - block find area : partition of open "
    pieces = "blocks(clue; block; across; below)"
    rules = pipeline.ruleset(
        Source(
            "t.rules",
            f'puzzle "T" board rectangle {given}{find}rule r "r": every a in area: count(a) = 1 '
            f'read puzzlink "t": {pieces} read pzprv3 "t": {pieces}, borders(area)',
        )
    )
    link = url.HOST + "t/4/2/_g$y=1210-310@1h..3-20.4"
    result = read(rules, link)
    said = {name: {str(place): value for place, value in values.items()} for name, values in result.givens.items()}
    assert said["across"] == {"R1C3": 34, "R1C4": 16, "R2C1": 16}
    assert said["below"] == {"R1C4": 18, "R2C1": 3, "R2C2": 1}
    assert said["clue"] == {"column 3": 3, "column 4": 32, "row 2": 4}
    assert outside.write(rules, result, "puzzlink") == link
    text = "pzprv3\nt\n1\n2\n0 -1 2\n3 0,-1 .\n0\n"
    read_back = read(rules, text)
    assert {str(place): value for place, value in read_back.givens["clue"].items()} == {"column 2": 2, "row 1": 3}
    assert outside.write(rules, read_back, "pzprv3") == text
