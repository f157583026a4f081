"""Pictures of boards on lattices other than squares: everything is where it belongs, whatever the lattice."""

from collections.abc import Iterator
from functools import cache
from math import hypot

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.lattice_files import names
from puzzlelang.geometry.places import Border, Cell, Group
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.scene import drawing, polygons
from puzzlelang.scene.embedding import embedding
from puzzlelang.scene.faces import LEAST_ROOM, Faces
from puzzlelang.scene.figure import Circle, Figure, FigurePath, Point, Primitive, Writing
from puzzlelang.scene.record import Arrow, Fill, Highlight, Margin, Outline, Role, Scene, Sign, Stroke, TextMark
from puzzlelang.scene.spots import LETTER
from puzzlelang.scene.to_svg import page_svg
from puzzlelang.scene.to_terminal import is_drawable, terminal
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

LATTICES = names()[1:]

RULES = """puzzle "Everything"
board any
given clue : cells to number?
given dot : set of borders as "o"
given peak : corners to number?
given cage : groups of cells
given thermo : paths of cells
given wall : set of links
find ink : set of cells as "#"
find line : set of borders
find way : set of links
rule one "One": exactly 1 c in cells: c.ink
draw thermo: arrow
draw dot: circle
draw wall: wall
"""

HINTS = """puzzle "Hints"
board hexagon or triangle or cube
given sum : lines to number?
given seen : views to number?
find ink : set of cells
rule one "One": exactly 1 c in cells: c.ink
"""


def rules_of(text: str) -> Ruleset:
    return pipeline.ruleset(Source("lattice.rules", text))


def board(lattice: str, size: str = "5x6") -> Puzzle:
    """A bare board."""
    bare = 'puzzle "Bare"\nboard any\nfind ink : set of cells\nrule one "One": exactly 1 c in cells: c.ink\n'
    return pipeline.board(rules_of(bare), f"lattice: {lattice}\nsize: {size}\n")


@cache
def scene(lattice: str) -> Scene:
    """A board with marks of every sort."""
    rules, puzzle = rules_of(RULES), board(lattice)
    geometry = puzzle.geometry
    cells = geometry.cells
    path = [cells[0]]
    while len(path) < 4 and (ahead := [one for one in geometry.neighbours(path[-1]) if one not in path]):
        path.append(ahead[-1])
    givens = {
        "clue": {cell: (7, 12, 345)[cell.index % 3] for cell in cells if cell.index % 4 != 1},
        "dot": dict.fromkeys(geometry.borders[::7], True),
        "peak": {corner: corner.index % 10 for corner in geometry.corners[::5]},
        "wall": dict.fromkeys(geometry.links[::6], True),
    }
    groups = {
        "cage": (Group(0, "cage", "a", tuple(cells[4:9])), Group(1, "cage", "b", tuple(cells[7:12]))),
        "thermo": (Group(0, "thermo", "a", tuple(path), ordered=True),),
    }
    puzzle = msgspec.structs.replace(puzzle, givens=givens, groups=groups)
    drawn = Drawing(
        {
            "ink": {cell: cell.index % 4 == 1 for cell in cells if cell.index % 5},
            "line": {border: border.index % 3 == 0 for border in geometry.borders if border.index % 4},
            "way": {link: link.index % 5 == 0 for link in geometry.links if link.index % 4},
        }
    )
    some = (*cells[:8], *geometry.borders[:8], *geometry.corners[:8], *geometry.links[:8])
    roles = {place: list(Role)[index % len(Role)] for index, place in enumerate(some)}
    return pipeline.picture(rules, puzzle, drawn, roles)


def faces(of: Scene) -> Faces:
    layout = embedding(of.geometry)
    assert isinstance(layout, Faces)
    return layout


def points(primitive: Primitive) -> Iterator[Point]:
    """Points at which a primitive is widest, near enough."""
    match primitive:
        case FigurePath(steps):
            for _, *numbers in steps:
                yield from zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True)
        case Circle(x, y, radius):
            yield from ((x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius))
        case Writing(x, y, text, height) if not primitive.start:
            half = LETTER * height * len(text) / 2
            yield from ((x + a * half, y + b * 0.36 * height) for a in (-1, 1) for b in (-1, 1))


def is_inside(figure: Figure, point: Point) -> bool:
    x, y = point
    return (
        figure.left - 0.001 <= x <= figure.left + figure.width + 0.001
        and figure.top - 0.001 <= y <= figure.top + figure.height + 0.001
    )


@pytest.mark.parametrize("lattice", LATTICES)
def test_every_mark_is_inside_the_picture(lattice: str) -> None:
    result = drawing.figure(scene(lattice))
    for mark, built in drawing.pieces(scene(lattice)):
        assert all(is_inside(result, point) for one in built for point in points(one)), mark


@pytest.mark.parametrize("lattice", LATTICES)
def test_what_stands_in_a_cell_is_inside_its_polygon(lattice: str) -> None:
    """Numbers, fills, outlines of groups and of roles."""
    shown = scene(lattice)
    layout, seen = faces(shown), set()
    for mark, result in drawing.pieces(shown):
        match mark:
            case TextMark(at=Cell() as cell) | Fill(at=cell) | Highlight(at=Cell() as cell):
                kept = (one for one in result if isinstance(one, Writing) or not isinstance(mark, TextMark))
                corners = layout.polygon(cell)
                assert all(polygons.contains(corners, point) for one in kept for point in points(one)), mark
                seen.add(type(mark))
            case Outline(cells=cells):
                shapes = [layout.polygon(cell) for cell in cells]
                places = [point for one in result for point in points(one)]
                assert all(any(polygons.contains(shape, point) for shape in shapes) for point in places), mark
                seen.add(type(mark))
            case _:
                pass
    assert seen == {TextMark, Fill, Highlight, Outline}


@pytest.mark.parametrize("word", ["diagonal", "half up left", "crossing", "tree", "white circle"])
@pytest.mark.parametrize("lattice", LATTICES)
def test_signs_are_inside_their_polygons(lattice: str, word: str) -> None:
    rules = rules_of(
        'puzzle "Signs"\nboard any\ngiven sign : set of cells\nfind ink : set of cells\n'
        f'rule one "One": exactly 1 c in cells: c.ink\ndraw sign: {word}\n'
    )
    puzzle = board(lattice, "3x4")
    shown = pipeline.picture(
        rules, msgspec.structs.replace(puzzle, givens={"sign": dict.fromkeys(puzzle.geometry.cells, True)})
    )
    layout = faces(shown)
    result = [(mark.at, drawn) for mark, drawn in drawing.pieces(shown) if isinstance(mark, Sign)]
    assert len(result) == len(puzzle.geometry.cells)
    for cell, drawn in result:
        assert isinstance(cell, Cell)
        assert all(polygons.contains(layout.polygon(cell), point) for one in drawn for point in points(one))


@pytest.mark.parametrize("lattice", LATTICES)
def test_strokes_end_at_corners_and_in_the_middle_of_cells(lattice: str) -> None:
    shown = scene(lattice)
    layout, geometry = faces(shown), shown.geometry
    seen = set()
    for mark, result in drawing.pieces(shown):
        if isinstance(mark, Stroke):
            border = mark.at if isinstance(mark.at, Border) else geometry.border_at[mark.at.lattice]
            across = isinstance(mark.at, Border) or mark.shape == "wall"
            places = geometry.border_ends[border] if across else mark.at.cells
            wanted = sorted(layout.point(place.lattice) for place in places)
            ends = sorted(point for one in result for point in points(one))
            assert all(hypot(x - a, y - b) < 0.001 for (x, y), (a, b) in zip(ends, wanted, strict=True)), mark
            seen.add((mark.at.sort, across))
    assert seen == {(Sort.BORDER, True), (Sort.LINK, True), (Sort.LINK, False)}


@pytest.mark.parametrize("lattice", LATTICES)
def test_cells_have_about_the_area_of_a_square_and_room_for_a_sign(lattice: str) -> None:
    shown = scene(lattice)
    layout = faces(shown)
    areas = [polygons.area(layout.polygon(cell)) for cell in shown.geometry.cells]
    assert sum(areas) / len(areas) > 0.8
    for cell in shown.geometry.cells:
        corners, middle = layout.polygon(cell), layout.point(cell.lattice)
        room = min(polygons.distance(middle, side) for side in polygons.sides(corners))
        assert room > LEAST_ROOM - 0.02
        assert layout.scale(cell) <= 2 * room + 0.02


@pytest.mark.parametrize("lattice", LATTICES)
def test_targets_of_cells_are_beside_each_other(lattice: str) -> None:
    result = drawing.figure(scene(lattice))
    for target in result.targets:
        assert target.corners
        x, y = (sum(numbers) / len(numbers) for numbers in zip(*target.corners, strict=True))
        over = [
            other.name
            for other in result.targets
            if other.sort == target.sort and other is not target and polygons.contains(other.corners, (x, y))
        ]
        assert not over, target
    named = {target.name for target in result.targets}
    assert named >= {str(place) for place in (*scene(lattice).geometry.cells, *scene(lattice).geometry.borders)}
    assert 'data-ends="' in page_svg(drawing.figure(scene(lattice))).places


@pytest.mark.parametrize("lattice", ["hexagon", "triangle", "cube"])
def test_hints_of_lines_cover_nothing(lattice: str) -> None:
    rules, puzzle = rules_of(HINTS), board(lattice, "4x5")
    geometry = puzzle.geometry
    givens = {
        "sum": {line: line.index + 1 for line in geometry.lines},
        "seen": {view: view.index for view in geometry.views},
    }
    shown = pipeline.picture(rules, msgspec.structs.replace(puzzle, givens=givens))
    layout, result = faces(shown), drawing.figure(shown)
    texts = [
        one
        for mark, built in drawing.pieces(shown)
        if isinstance(mark, TextMark) and isinstance(mark.at, Margin)
        for one in built
        if isinstance(one, Writing)
    ]
    assert len(texts) == len(geometry.lines) + len(geometry.views)
    assert all(is_inside(result, point) for one in texts for point in points(one))
    assert not any(layout.has_cell_at((one.x, one.y)) for one in texts)
    for index, one in enumerate(texts):
        for other in texts[:index]:
            wide = LETTER * (len(one.text) * one.height + len(other.text) * other.height) / 2
            assert abs(one.x - other.x) >= wide - 0.001 or abs(one.y - other.y) >= 0.4 - 0.001, (one, other)


def test_arrows_point_to_the_next_cell() -> None:
    rules = rules_of(
        'puzzle "Ways"\nboard hexagon\ngiven way : cells to direction?\nfind ink : set of cells\n'
        'rule one "One": exactly 1 c in cells: c.ink\n'
    )
    puzzle = board("hexagon", "5x5")
    geometry = puzzle.geometry
    middle = geometry.at(3, 3)
    assert middle is not None
    layout = embedding(geometry)
    for way in geometry.directions:
        named = way.name.replace(" ", "_")
        shown = pipeline.picture(rules, msgspec.structs.replace(puzzle, givens={"way": {middle: named}}))
        (arrow,) = (result for mark, result in drawing.pieces(shown) if isinstance(mark, Arrow))
        x, y = layout.point(middle.lattice)
        tip = max((one for shape in arrow for one in points(shape)), key=lambda one: hypot(one[0] - x, one[1] - y))
        onwards = geometry.towards(middle, way)
        assert onwards is not None
        right, down = layout.point(onwards.lattice)
        turn = (tip[0] - x) * (down - y) - (tip[1] - y) * (right - x)
        assert abs(turn) < 0.01 * hypot(tip[0] - x, tip[1] - y) * hypot(right - x, down - y)


@pytest.mark.parametrize("lattice", LATTICES)
def test_terminals_draw_rows_or_say_how_to_get_a_picture(lattice: str) -> None:
    shown = scene(lattice)
    text = terminal(shown, plain=True)
    assert is_drawable(shown) is (lattice in ("hexagon", "triangle"))
    assert text.isascii()
    first = text.splitlines()[0]
    assert ("puzzlelang draw" in first) is not is_drawable(shown)
    named = text.split()
    assert all(
        mark.at.text in named for mark in shown.marks() if isinstance(mark, Stroke) and isinstance(mark.at, Border)
    )
    assert all(
        mark.at.text in named for mark in shown.marks() if isinstance(mark, Sign) and isinstance(mark.at, Border)
    )


def test_rows_of_hexagons_are_shifted() -> None:
    rules = rules_of(
        'puzzle "R"\nboard any\ngiven clue : cells to number?\nfind ink : set of cells\n'
        'rule one "One": exactly 1 c in cells: c.ink\n'
    )
    text = "lattice: hexagon\n  . 3 . 2\n 1 . . . .\n  . . 2 .\n"
    shown = terminal(pipeline.picture(rules, pipeline.board(rules, text)), plain=True)
    assert shown == " . 3 . 2\n1 . . . .\n . . 2 .\n"
    text = "lattice: triangle\n.2.1.\n1..2.\n"
    shown = terminal(pipeline.picture(rules, pipeline.board(rules, text)), plain=True)
    assert shown == ". 2 . 1 .\n1 . . 2 .\n"
