"""What is given stays visible whatever is drawn: held against what is painted where, for all of the library."""

from collections.abc import Iterator, Sequence

import pytest

from puzzlelang import pipeline
from puzzlelang.puzzle import Drawing
from puzzlelang.scene import drawing, signs, spots, surroundings, themes
from puzzlelang.scene.figure import Primitive, Writing
from puzzlelang.scene.record import (
    Fill,
    Highlight,
    Mark,
    Outline,
    Regions,
    Role,
    Route,
    Scene,
    Sign,
    Stroke,
    TextMark,
    Tone,
)
from puzzlelang.scene.surroundings import MIN_CONTRAST
from puzzlelang.scene.terminal import cells, characters
from puzzlelang.scene.to_terminal import terminal
from tests import library, painted
from tests.library import FILES, swept
from tests.test_scene import picture, rules_of, solved

ENOUGH = 0.08
"""The part of a sign's area that has to be seen: an outline is about a tenth of it, the paper around it a fifth."""


LABELLED = """puzzle "Labels"
given room : partition of cells
given clue : room to number?
given value : cells to number?
find ink : set of cells as "*"
rule one "One": count(ink) = 1
"""

ONE = 'rule one "One": count(ink) = 1\n'


def unseen(scene: Scene, *, dark: bool) -> Iterator[tuple[Mark, object]]:
    """The given marks that do not show, with what they show."""
    pieces = [(mark, result, painted.shapes(result)) for mark, result in drawing.pieces(scene, dark=dark)]
    for index, (mark, result, own) in enumerate(pieces):
        if mark is None or isinstance(mark, Highlight) or mark.role is not Role.GIVEN:
            continue
        if (isinstance(mark, Fill) and mark.soft) or (isinstance(mark, Regions) and not result):  # a single region
            continue
        around = box(result, own)
        below = [shape for _, _, shapes in pieces[:index] for shape in shapes if meet(shape.box, around)]
        above = [shape for _, _, shapes in pieces[index + 1 :] for shape in shapes if meet(shape.box, around)]
        if isinstance(mark, TextMark):
            contrast = min(contrasts(result, [*below, *own, *above], dark=dark))
            if contrast < MIN_CONTRAST:
                yield mark, contrast
        else:
            part = seen(mark, below, own, above, dark=dark)
            if part < ENOUGH:
                yield mark, part


def contrasts(made: Sequence[Primitive], all_: Sequence[painted.Shape], *, dark: bool) -> Iterator[float]:
    """The contrast of letters with what is painted at each of their points."""
    for writing in made:
        if isinstance(writing, Writing):
            for point in painted.letters(writing):
                yield themes.contrast(writing.tone, painted.shown(all_, point), dark=dark)


def seen(
    mark: Mark,
    below: Sequence[painted.Shape],
    own: Sequence[painted.Shape],
    above: Sequence[painted.Shape],
    *,
    dark: bool,
) -> float:
    """The part of a mark's area that nothing covers and that contrasts with what lies below.

    Lines go on as other lines, and filled cells are seen by their extent.
    """
    if isinstance(mark, Regions | Outline | Route):
        points = [point for shape in own for point in painted.covered([shape], 6)]
    else:
        points = painted.covered(own, 16)
    shown = [point for point in points if all(shape.at(point) is None for shape in above)]
    if not (
        isinstance(mark, Fill | Stroke | Regions | Outline | Route)
        or (isinstance(mark, Sign) and mark.shape in signs.LINES)
    ):
        shown = [
            point
            for point in shown
            if themes.contrast(painted.shown(own, point), painted.shown(below, point), dark=dark) >= MIN_CONTRAST
        ]
    return len(shown) / len(points)


def box(made: Sequence[Primitive], own: Sequence[painted.Shape]) -> painted.Box:
    """The rectangle around all that is painted of a mark."""
    corners = [corner for shape in own for corner in (shape.box[:2], shape.box[2:])]
    corners += [point for one in made if isinstance(one, Writing) for point in painted.letters(one)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def meet(first: painted.Box, second: painted.Box) -> bool:
    """Whether two rectangles overlap."""
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


@library.sweep_large
@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)], ids=["light", "dark"])
def test_what_is_given_shows_under_every_answer(dark: bool) -> None:
    result = {name: list(unseen(picture(FILES[name]), dark=dark)) for name in swept()}
    assert {name: marks for name, marks in result.items() if marks} == {}


@pytest.mark.library
@pytest.mark.parametrize("plain", [False, True], ids=["unicode", "ascii"])
def test_what_is_given_stands_in_terminal_pictures_of_answers(plain: bool) -> None:
    """The letters and signs in cells of the bare board are in those of the answer; brackets stand for signs."""
    brackets = {**dict.fromkeys("○◎o", "("), **dict.fromkeys("●□■n", "[")}
    for path in (FILES[name] for name in swept()):
        rules, puzzle, answer = solved(path)
        bare, whole = (
            cells.contents(pipeline.picture(rules, puzzle, drawn), plain=plain) for drawn in (Drawing({}), answer)
        )
        for cell, content in bare.items():
            result = letters(whole.get(cell, cells.CellContent()))
            lost = {sign for sign in letters(content) if sign not in result and brackets.get(sign, sign) not in result}
            assert not lost, (path.stem, cell)


def letters(content: cells.CellContent) -> str:
    """All that stands in a cell, without what fills it."""
    return "".join(text for text, _ in (*content.left, *content.middle, *content.right))


@pytest.mark.parametrize("plain", [False, True], ids=["unicode", "ascii"])
@pytest.mark.parametrize("role", characters.ROLES)
def test_a_role_hides_nothing_in_terminal_pictures(role: Role, plain: bool) -> None:
    rules = rules_of(LABELLED)
    for label in ("7", "12", "123", "1234"):
        for middle in ("", "5", "55", "555", "5555"):
            text = f"[clue]\na: {label}\n\n[value]\n{middle or '.'} .\n"
            puzzle = pipeline.board(rules, f"size: 1x2\n\n[room]\nab\n\n{text}")
            cell = puzzle.geometry.cells[0]
            shown = terminal(pipeline.picture(rules, puzzle, roles={cell: role}), plain=plain).splitlines()[1]
            assert label in shown
            assert middle in shown
            assert characters.ROLES[role][0] in shown


@pytest.mark.parametrize("plain", [False, True], ids=["unicode", "ascii"])
def test_a_role_hides_nothing_between_cells(plain: bool) -> None:
    rules = rules_of('puzzle "Dots"\ngiven pearl : set of links as "o"\nfind ink : set of cells\n' + ONE)
    puzzle = pipeline.board(rules, "size: 2x2\n\n[pearl]\n.o.\no o\n.o.\n")
    assert len(puzzle.givens["pearl"]) == 4
    roles = dict.fromkeys(puzzle.givens["pearl"], Role.READS)
    for others in ({}, dict.fromkeys(puzzle.geometry.cells, Role.WRONG)):
        scene = pipeline.picture(rules, puzzle, roles=roles | others)
        shown, _, legend = terminal(scene, plain=plain).rstrip("\n").rpartition("\n")
        assert "read" in legend
        assert shown.count("o" if plain else "○") == 4
        assert shown.count(characters.ROLES[Role.READS][0]) == 4
        assert shown.count(characters.ROLES[Role.WRONG][0]) == len(others)


@pytest.mark.library
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["water-walk", "forest-walk", "circuit-walk", "balloon-box", "yosenabe"])
def test_lines_show_on_filled_cells(name: str, dark: bool) -> None:
    """What lies right beside a line, all along it, contrasts with it."""
    pieces = list(drawing.pieces(picture(FILES[name]), dark=dark))
    lines = [mark for mark, _ in pieces if isinstance(mark, Stroke)]
    first = next(index for index, (mark, _) in enumerate(pieces) if isinstance(mark, Stroke))
    below = painted.shapes(primitive for _, result in pieces[:first] for primitive in result)
    for mark in lines:
        (x, y), (right, down) = spots.ends(mark.at)
        away = 0.13 / 2 + drawing.HALO / 2
        for part in (0.2, 0.4, 0.6, 0.8):
            at = x + part * (right - x) + away * (x == right), y + part * (down - y) + away * (y == down)
            tone = surroundings.line_tone(mark.tone, mark.role)
            assert themes.contrast(tone, painted.shown(below, at), dark=dark) >= MIN_CONTRAST, (mark, at)


@pytest.mark.parametrize("name", ["kenken", "killer-sudoku", "rooms-of-factors", "suko"])
def test_labels_and_digits_do_not_touch(name: str) -> None:
    """The letters of texts that share a cell lie apart."""
    boxes: dict[object, list[painted.Box]] = {}
    for mark, built in drawing.pieces(picture(FILES[name])):
        if isinstance(mark, TextMark):
            boxes.setdefault(mark.at, []).extend(box([one], []) for one in built if isinstance(one, Writing))
    several = [result for result in boxes.values() if len(result) > 1]
    assert several
    assert not [result for result in several if meet(*result)]


def test_letters_show_on_whatever_is_filled() -> None:
    """A label in the corner stands on the filled cell and not on the sign in its middle."""
    rules = rules_of(LABELLED + "draw value: disc\n")
    puzzle = pipeline.board(rules, "size: 1x2\n\n[room]\nab\n\n[clue]\na: 7\nb: 7\n\n[value]\n5 .\n")
    tones = [
        one.tone
        for mark, result in drawing.pieces(pipeline.picture(rules, puzzle))
        for one in result
        if isinstance(mark, TextMark) and isinstance(one, Writing)
    ]
    assert tones == [Tone.INK, Tone.INK, Tone.WHITE]
