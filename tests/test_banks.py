"""Banks of shapes, the pieces of a set, corners across a cell, and names that are directions."""

import itertools
from collections import Counter
from collections.abc import Iterator

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards, outside
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.polyominoes import MOST_SHAPES, drawings, orientations, parse_bank
from puzzlelang.problem import evaluate
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.figure import FigurePath, Writing
from puzzlelang.scene.from_board import scene
from puzzlelang.scene.record import Tone
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library

HEAD = 'puzzle "T" board rectangle given bank : shapes = small_fleet find x : set of cells as "#" '


def rules(text: str) -> Ruleset:
    return pipeline.ruleset(Source("rules", HEAD + text))


# ------------------------------------------------------------------------------------------------------ shapes


def test_well_known_banks_are_all_shapes_of_a_size() -> None:
    """The free polyominoes of a size are found by adding squares to those of one less."""
    shapes = {orientations([(0, 0)])[0]}
    for _ in range(3):
        shapes = _grown(shapes)
    assert parse_bank("tetrominoes").shapes == tuple(sorted((shape, 1) for shape in shapes))
    assert parse_bank("double_tetrominoes").shapes == tuple(sorted((shape, 2) for shape in shapes))
    shapes = _grown(shapes)
    assert len(shapes) == 12
    assert parse_bank("pentominoes").shapes == tuple(sorted((shape, 1) for shape in shapes))


def _grown(shapes: set[tuple[tuple[int, int], ...]]) -> set[tuple[tuple[int, int], ...]]:
    return {
        orientations([*shape, (row + down, column + right)])[0]
        for shape in shapes
        for row, column in shape
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if (row + down, column + right) not in shape
    }


def test_turns_and_flips_make_one_shape() -> None:
    texts = ["##/#./#.", "###/..#", ".#/.#/##", "..#/###", "#../###", "###/#..", "##/.#/.#", "#./#./##", "...#/.###"]
    assert len({parse_bank(text).shapes for text in texts}) == 1
    assert {len(orientations([(0, 0)])), len(orientations([(0, 0), (0, 1), (1, 1)]))} == {1, 4}
    assert parse_bank("# 2*##, ##").shapes == parse_bank("## ## #, ##").shapes
    assert drawings("2*small_fleet ##/#.") == ["###", "##", "##", "#", "#", "#"] * 2 + ["##/#."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#.#", "has a shape that is not in one piece"),
        ("#/./#", "has a shape that is not in one piece"),
        ("...", "has a shape without any `#`"),
        ("hexominoes", "is no bank that has a name"),
        ("0*#", "is not drawn with `#`, `.` and `/`"),
        ("x", "is no bank that has a name"),
        ("", "is not drawn with `#`, `.` and `/`"),
        (f"{MOST_SHAPES + 1}*#", f"has more than {MOST_SHAPES} shapes"),
        ("#" * 101, "has a shape of more than 100 cells"),
        ("99999*#", "is not drawn with `#`, `.` and `/`"),
    ],
)
def test_broken_banks(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^(is|has) ") as caught:
        parse_bank(text)
    assert str(caught.value) == reason
    with pytest.raises(Failed) as failed:
        pipeline.board(rules('rule r "r": pieces(x) = bank'), f"size: 2x2\nbank: {text}\n")
    assert failed.value.diagnostics[0].code == "E106"


# ------------------------------------------------------------------------------------------------------ pieces


def _parts(cells: set[Cell]) -> Counter[tuple[tuple[int, int], ...]]:
    """The shapes of the connected parts of a set."""
    result: Counter[tuple[tuple[int, int], ...]] = Counter()
    left = {(cell.row, cell.column) for cell in cells}
    while left:
        part, ahead = set(), [left.pop()]
        while ahead:
            row, column = ahead.pop()
            part.add((row, column))
            near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & left
            left -= near
            ahead += near
        result[orientations(part)[0]] += 1
    return result


def _fillings(formula: str, board: str) -> Iterator[tuple[bool, set[Cell]]]:
    """Whether a formula holds, and the cells of `x`, for every drawing on a board."""
    ruled = rules(f'rule r "r": {formula}')
    problem = pipeline.ground(ruled, pipeline.board(ruled, board))
    cells = [variable.place for variable in problem.variables]
    for values in itertools.product((0, 1), repeat=len(cells)):
        there = {cell for cell, value in zip(cells, values, strict=True) if value and isinstance(cell, Cell)}
        yield evaluate.satisfies(problem, values), there


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (2, 3), (3, 3)])
@pytest.mark.parametrize("text", ["#", "2*#", "##", "# ##", "##/#.", "### #", "4*#", "##/#. #", "###/#.#/###", "9*#"])
def test_pieces_are_the_connected_parts(size: tuple[int, int], text: str) -> None:
    board = f"size: {size[0]}x{size[1]}\nbank: {text}\n"
    wanted = Counter(dict(parse_bank(text).shapes))
    for formula, expected in (("pieces(x) = bank", True), ("bank != pieces(x)", False)):
        for holds, there in _fillings(formula, board):
            assert holds is ((_parts(there) == wanted) is expected)


@pytest.mark.parametrize("size", [(1, 5), (2, 3), (3, 3)])
@pytest.mark.parametrize("text", ["#", "2*#", "## #", "##/#. #", "### 2*##"])
def test_pieces_in_a_bank_use_some_of_its_shapes(size: tuple[int, int], text: str) -> None:
    board = f"size: {size[0]}x{size[1]}\nbank: {text}\n"
    most = Counter(dict(parse_bank(text).shapes))
    for formula, expected in (("pieces(x) in bank", True), ("pieces(x) not in bank", False)):
        for holds, there in _fillings(formula, board):
            assert holds is ((_parts(there) <= most) is expected)


@pytest.mark.parametrize(
    ("drawn", "right"), [("##\n#.", True), ("##\n##", False), (".#\n.#", True), ("##\n..", False), ("#.\n##", False)]
)
def test_pieces_joined_by_a_relation(drawn: str, right: bool) -> None:
    """One wall cuts the upper cells apart, so two cells side by side there are two pieces."""
    ruled = rules(
        "given w : set of links = {} let open = {a, b in adjacent where (no k in links(a) & links(b): k in w)} "
        'rule r "r": pieces(x by open) in bank'
    )
    puzzle = pipeline.board(ruled, f"size: 2x2\nbank: # ##\n[w]\n.-.\n\n. .\n[answer]\n{drawn}\n")
    assert pipeline.check(ruled, puzzle).right is right


def test_what_the_board_decides_needs_no_solver() -> None:
    ruled = rules(
        'given y : set of cells rule r "r": pieces(y) = bank rule s "s": bank != tetrominoes and count(x) = 0'
    )
    puzzle = pipeline.board(ruled, "size: 2x2\nbank: ##/#.\n[y]\n#.\n##\n")
    assert pipeline.solve(ruled, puzzle).unique
    assert not pipeline.solve(ruled, pipeline.board(ruled, "size: 2x2\nbank: ##\n[y]\n#.\n##\n")).answers


def test_a_bank_in_a_sentence_and_as_a_default() -> None:
    ruled = rules('rule r "The pieces are {bank}": pieces(x) = bank')
    boards = (
        ("size: 1x3\n", "one bar of three cells, two of two, three of one"),
        ("size: 1x3\nbank: ### 2*#\n", "1 bar of 3 cells, 2 of 1"),
        ("size: 1x3\nbank: 2*#\n", "2 bars of 1 cell"),
        ("size: 1x3\nbank: ##/#. #\n", "##/#. #"),
    )
    for board, result in boards:
        problem = pipeline.ground(ruled, pipeline.board(ruled, board))
        assert {constraint.origin.sentence for constraint in problem.constraints} == {f"The pieces are {result}"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('given b : cells to shapes rule r "r": count(x) = 1', "E036"),
        ('find b : cells to shapes rule r "r": count(x) = 1', "E036"),
        ('given b : shapes = 3 rule r "r": count(x) = 1', "E030"),
        ('rule r "r": pieces(x) < bank', "E037"),
        ('rule r "r": pieces(x) = 3', "E030"),
        ('rule r "r": pieces(links) = bank', "E034"),
        ('rule r "r": x in bank', "E030"),
        ('rule r "r": pieces(x by {a, b in adjacent where a.x}) in bank', "E035"),
    ],
)
def test_wrong_uses(text: str, code: str) -> None:
    with pytest.raises(Failed) as caught:
        rules(text)
    assert [item.code for item in caught.value.diagnostics] == [code]


def test_pieces_of_two_sets_are_not_compared() -> None:
    for text in ("pieces(x) = pieces(cells - x) or pieces(x) = bank", "bank in bank", "pieces(x) in pieces(cells - x)"):
        _refused(rules(f'rule r "r": {text}'))


def _refused(ruled: Ruleset) -> None:
    with pytest.raises(Failed) as caught:
        pipeline.ground(ruled, pipeline.board(ruled, "size: 2x2\n"))
    assert [item.code for item in caught.value.diagnostics] == ["E082"]


# --------------------------------------------------------------------------------------------- outside formats

URLS = ["6/5/0000591i00/2/23lg/22u", "6/5/0000591i00//t", "6/5/0000591i00//d"]


@pytest.mark.parametrize("body", URLS)
def test_banks_in_links(body: str) -> None:
    ruled = pipeline.load("statue-park")
    link = f"https://puzz.link/p?statuepark/{body}"
    puzzle = pipeline.board(ruled, link)
    assert pipeline.convert(ruled, puzzle, "puzzlink").strip() == link
    saved = pipeline.convert(ruled, puzzle, "pzprv3")
    for form in (saved, pipeline.convert(ruled, puzzle, "text")):
        assert pipeline.convert(ruled, pipeline.board(ruled, form), "puzzlink").strip() == link


@pytest.mark.parametrize(
    "end",
    ["", "/", "//", "//q", "/0", "/2/22u", "/1/00", "/1/zz", "/1/22!", "/1/11v", "/1/31k", "/1001/11g"],
)
def test_broken_banks_in_links(end: str) -> None:
    with pytest.raises(Failed) as caught:
        pipeline.board(pipeline.load("statue-park"), f"https://puzz.link/p?statuepark/6/5/0000591i00{end}")
    assert {item.code for item in caught.value.diagnostics} <= {"E203", "E204"}


def test_a_shape_too_large_for_a_link() -> None:
    ruled = pipeline.load("statue-park")
    puzzle = pipeline.board(ruled, f"size: 2x2\nbank: {'#' * 40}\n")
    for form in ("puzzlink", "pzprv3"):
        with pytest.raises(Failed) as caught:
            pipeline.convert(ruled, puzzle, form)
        assert caught.value.diagnostics[0].code == "E208"


# --------------------------------------------------------------------------------------- corners and directions


def test_corners_of_a_side_and_across_a_cell() -> None:
    ruled = pipeline.ruleset(
        Source(
            "rules",
            'puzzle "T" board rectangle given k : corners to number? find x : set of corners '
            'rule a "a": every c in cells: every d in directions: count(x & corners(c, d)) = 1 '
            'rule b "b": every a, b in crosswise: a.x iff b.x '
            'rule c "c": every c in cells: corners(c, up) + corners(c, down) = corners(c)',
        )
    )
    result = pipeline.solve(ruled, pipeline.board(ruled, "size: 2x3\n"))
    assert len(result.answers) == 2
    for answer in result.answers:
        (output,) = answer.values.values()
        colours = [bool(value) for value in output.values()]
        assert colours == [colours[0] ^ bool((row + column) % 2) for row in range(3) for column in range(4)]


def test_names_that_are_directions() -> None:
    ruled = pipeline.ruleset(
        Source(
            "rules",
            'puzzle "T" board rectangle find way : cells to {none, left, up} '
            'rule r "r": every c in cells: (some d in directions: c.way = d and count(next(c, d)) = 1) '
            "and right != c.way and c.way != down",
        )
    )
    result = pipeline.solve(ruled, pipeline.board(ruled, "size: 1x3\n"))
    assert not result.answers
    ruled = pipeline.ruleset(
        Source(
            "rules",
            'puzzle "T" board rectangle find way : cells to {none, left, up} '
            'rule r "r": every c in cells: no d in directions: d = c.way and count(next(c, d)) = 0',
        )
    )
    answers = list(pipeline.solve(ruled, pipeline.board(ruled, "size: 1x2\n"), limit=None).answers)
    assert {tuple(answer.values["way"].values()) for answer in answers} == {("none", "none"), ("none", "left")}


# -------------------------------------------------------------------------------------------------- Shakashaka


def _white_areas(fill: dict[tuple[int, int], str]) -> list[set[tuple[int, int, str]]]:
    """The white areas of a drawing as sets of quarters of cells, of which each side of a cell has one."""
    dark = {"none": "", "up": "up right", "right": "right down", "down": "down left", "left": "left up"}
    ways = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
    order = list(ways)
    left = {(row, column, way) for (row, column), name in fill.items() for way in ways if way not in dark[name].split()}
    result = []
    while left:
        area, ahead = set(), [left.pop()]
        while ahead:
            row, column, way = ahead.pop()
            area.add((row, column, way))
            turn = order.index(way)
            down, right = ways[way]
            near = {(row, column, order[turn - 1]), (row, column, order[(turn + 1) % 4])}
            near.add((row + down, column + right, order[(turn + 2) % 4]))
            ahead += near & left
            left -= near
        result.append(area)
    return result


def _is_rectangle(area: set[tuple[int, int, str]]) -> bool:
    """Whether an area of quarters fills its bounding box, upright or turned by 45 degrees."""
    triangles = {
        "up": ((0, 0), (0, 2), (1, 1)),
        "right": ((0, 2), (2, 2), (1, 1)),
        "down": ((2, 2), (2, 0), (1, 1)),
        "left": ((2, 0), (0, 0), (1, 1)),
    }
    points = [(2 * row + y, 2 * column + x) for row, column, way in area for y, x in triangles[way]]
    # In halves of a cell's side a quarter has the area 1; the turned box is measured on axes that are longer by root 2.
    boxes = []
    for axes, scale in ((points, 1), ([(y + x, y - x) for y, x in points], 2)):
        tall, wide = (max(p[axis] for p in axes) - min(p[axis] for p in axes) for axis in (0, 1))
        boxes.append(tall * wide == scale * len(area))
    return any(boxes)


@pytest.mark.library
@pytest.mark.parametrize(
    "grid", library.few(["...", "../..", ".../...", "?../...", ".?./...", "?../..?", ".?.?/?..."], 4)
)
def test_shakashaka_says_that_white_areas_are_rectangles(grid: str) -> None:
    ruled = pipeline.load("shakashaka")
    problem = pipeline.ground(ruled, pipeline.board(ruled, grid.replace("/", "\n") + "\n"))
    choices = [range(1 if sign == "?" else 5) for sign in grid if sign != "/"]
    for values in itertools.product(*choices):
        result = zip(problem.solution(values).values["triangle"].items(), grid.replace("/", ""), strict=True)
        fill = {(c.row, c.column): str(name) for (c, name), sign in result if isinstance(c, Cell) and sign != "?"}
        right = all(_is_rectangle(area) for area in _white_areas(fill))
        assert evaluate.satisfies(problem, values) is right


@pytest.mark.parametrize(
    ("bank", "drawn", "named"),
    [
        ("tetrominoes", "##../.#.#/...#/.#..", "R1C1 R1C2 R2C2 R2C4 R3C4 R4C2"),
        ("2*##", "##.../...##/##...", "R1C1 R1C2 R2C4 R2C5 R3C1 R3C2"),
        ("2*## #", "##../..../####/....", "R3C1 R3C2 R3C3 R3C4"),
    ],
)
def test_a_broken_bank_names_the_pieces_that_are_wrong(bank: str, drawn: str, named: str) -> None:
    rules = pipeline.load("statue-park")
    lines = drawn.split("/")
    empty = "\n".join("." * len(line) for line in lines)
    text = f"bank: {bank}\n{empty}\n\n[answer]\n" + "\n".join(lines) + "\n"
    broken = [one for one in pipeline.check(rules, pipeline.board(rules, Source("board", text))).findings if one.broken]
    assert [" ".join(map(str, one.cells)) for one in broken if one.rule.name == "pieces"] == [named]


def test_where_a_piece_is_missing_all_cells_are_named() -> None:
    rules = pipeline.load("statue-park")
    text = "bank: 2*##\n...\n...\n...\n\n[answer]\n##.\n...\n...\n"
    (result,) = [
        one for one in pipeline.check(rules, pipeline.board(rules, Source("board", text))).findings if one.broken
    ]
    assert len(result.cells) == 9


def test_pictures_show_the_shapes_of_a_bank() -> None:
    rules = pipeline.ruleset(
        Source(
            "fleet.rules",
            'puzzle "Fleet"\nboard rectangle\ngiven fleet : shapes\ngiven stars : number = 1\n'
            'find ship : set of cells as "#"\n',
        )
    )
    for bank, squares in (("small_fleet", 10), ("2*##/#. ###", 9), ("20*####", 80)):
        shown = figure(scene(rules, boards.read(rules, Source("board", f"fleet: {bank}\nstars: 2\n\n...\n...\n"))))
        soft = [one for one in shown.primitives if isinstance(one, FigurePath) and one.paint.fill is Tone.SOFT_GREY]
        assert sum(step[0] == "Z" for one in soft for step in one.steps) == squares
        written = [one.text for one in shown.primitives if isinstance(one, Writing)]
        assert {"fleet:", "stars: 2"} <= set(written)
        bottom = max(float(step[2]) for one in soft for step in one.steps if step[0] in "ML")
        right = max(float(step[1]) for one in soft for step in one.steps if step[0] in "ML")
        assert bottom < shown.top + shown.height
        assert right < shown.left + shown.width


# ------------------------------------------------------------------------------------------- banks of numbers

SIZES = """
puzzle "T"
board rectangle
given clue : cells to number?
given sizes : numbers
find x : set of cells
rule r "r": bag(count(p) for p in components(x)) = sizes
"""


@pytest.mark.parametrize(
    ("form", "text", "sizes"),
    [
        ("puzzlink", "https://puzz.link/p?t/2/1/b//4", (1, 2, 3, 4)),
        ("puzzlink", "https://puzz.link/p?t/2/1/b//i", tuple(range(1, 10))),
        ("puzzlink", "https://puzz.link/p?t/2/1/b//z", ()),
        ("puzzlink", "https://puzz.link/p?t/2/1/b/3/2/2/15", (2, 2, 15)),
        ("pzprv3", "pzprv3\nt\n1\n2\n. .\n3\n2\n2\n15\n", (2, 2, 15)),
        ("pzprv3", "pzprv3\nt\n1\n2\n. .\ni\n", tuple(range(1, 10))),
        ("pzprv3", "pzprv3\nt\n1\n2\n. .\nz\n", ()),
    ],
)
def test_banks_of_numbers_are_read_and_written(form: str, text: str, sizes: tuple[int, ...]) -> None:
    ruled = pipeline.ruleset(
        Source("rules", f'{SIZES} read {form} "t": {"number10" if form == "puzzlink" else "cells"}(clue), sizes(sizes)')
    )
    puzzle = pipeline.board(ruled, Source("t", text))
    assert puzzle.givens["sizes"] == {None: sizes}
    assert outside.write(ruled, puzzle, form) == text


@pytest.mark.parametrize("body", ["2/1/b//x", "2/1/b//1000", "2/1/b/2/1", "2/1/b/2/1/a", "2/1/b"])
def test_broken_banks_of_numbers(body: str) -> None:
    ruled = pipeline.ruleset(Source("rules", f'{SIZES} read puzzlink "t": number10(clue), sizes(sizes)'))
    with pytest.raises(Failed):
        pipeline.board(ruled, Source("t", f"https://puzz.link/p?t/{body}"))
