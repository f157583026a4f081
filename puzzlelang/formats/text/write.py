"""Writes puzzles and answers as board text in canonical form; `read` is the inverse."""

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from puzzlelang.formats.holes import whole_partitions
from puzzlelang.formats.text.gathered import write_groups
from puzzlelang.formats.text.grid import margin_places, picture_places
from puzzlelang.formats.text.headers import single_values
from puzzlelang.formats.text.keyed import is_keyed, places_by_label, sides_of
from puzzlelang.formats.text.lattice_line import write_lattice
from puzzlelang.formats.text.lattice_rows import tells_width
from puzzlelang.formats.text.layout import OWN_SHAPES, Layout, PictureShape, answer, layout, spot_at
from puzzlelang.formats.text.paint import paint
from puzzlelang.formats.text.split import REMARK
from puzzlelang.formats.text.tokens import (
    AnswerValues,
    answer_tokens,
    answer_values,
    blank_for,
    given_tokens,
    given_values,
    legend,
    token_of,
    underlay,
)
from puzzlelang.formats.text.values import BLANKS, kind_of
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Drawing, Puzzle, Solution, Value
from puzzlelang.typed.checks.kinds import sort_of, value_kind
from puzzlelang.typed.ir import Base, Find, Given, GroupsKind, Item, PartitionKind, Ruleset, SetKind, SetLiteral

IN_A_LINE = 8
"""Members of a set in a line of a list."""


class _Desk(msgspec.Struct, frozen=True):
    """The input of writing: a puzzle of a ruleset, its main block laid out by `main`."""

    rules: Ruleset
    puzzle: Puzzle
    main: Layout


def write(rules: Ruleset, puzzle: Puzzle, solution: Solution | Drawing | None = None) -> str:
    """Write the puzzle, with an answer if there is one: over the grid where that hides nothing, else in blocks.

    Where possible, the answer is put into the board's original text, which keeps its layout.
    """
    desk = _Desk(rules, puzzle, layout(rules, _own_block_givens(rules, puzzle), _squares(puzzle)))
    drawn = answer_values(solution) if solution is not None else None
    over = _overlay(desk, drawn) if drawn is not None else None
    shown = {find.name for find in desk.main.overlay} if over is not None else set()
    if over is not None and shown >= {find.name for find in rules.finds} and (kept := _in_place(desk, over)):
        return kept
    blocks = [_headers(desk, over or {}), _main(desk, over or {})]
    for given in rules.givens:
        if given.name == rules.missing and whole_partitions(rules):
            continue  # these cells are blank in the partition
        if given not in desk.main.main and given not in desk.main.sides.values() and _needs_block(puzzle, given):
            blocks.append(f"[{given.name}]\n{_block(desk, given)}")
    if drawn is not None:
        blocks += _answer_blocks(desk, drawn, shown)
    return "\n".join(block for block in blocks if block)


def write_answer(
    rules: Ruleset, puzzle: Puzzle, solution: Solution | Drawing, unknown: Collection[tuple[str, Place]] = ()
) -> str:
    """The answer alone, one bare grid if all finds fit into one, else a `[name]` block for each.

    Symbols of the board are repeated where they cannot be taken for an answer.  Each (find, place) in `unknown` is
    drawn `?`.
    """
    desk = _Desk(rules, puzzle, layout(rules, squares=_squares(puzzle)))
    drawn = answer_values(solution, unknown)
    group = answer(rules, _squares(puzzle))
    if {find.name for find in group.finds} == set(drawn.values):
        for shape in group.shapes:
            picture = _answer_picture(desk, group.finds, shape, drawn, own=False)
            if picture is not None:
                return picture
    return "\n".join(_own_answers(desk, [find for find in rules.finds if find.name in drawn.values], drawn))


def _squares(puzzle: Puzzle) -> bool:
    return isinstance(puzzle.geometry, SquareGrid)


def _needs_block(puzzle: Puzzle, given: Given) -> bool:
    """Whether a given needs a block: a board without one says as much of what may be absent and is nowhere."""
    kind, default = value_kind(given), given.default
    if sort_of(given) is None:
        return False
    none = isinstance(given.kind, SetKind) and isinstance(default, SetLiteral) and not default.elements
    optional = none or (kind is not None and kind.absent)
    if optional and not puzzle.givens.get(given.name):
        return False
    return given.name in puzzle.givens or given.name in puzzle.partitions or bool(puzzle.groups.get(given.name))


def _own_block_givens(rules: Ruleset, puzzle: Puzzle) -> frozenset[str]:
    """The givens that cannot stand in the main block of this puzzle, and so need blocks of their own."""
    whole = layout(rules, squares=_squares(puzzle))
    texts: set[str] = set()
    used: set[tuple[int, int]] = set()
    for given in whole.main:
        tokens = given_tokens(puzzle, [given])
        too_long = whole.shape is PictureShape.LINKS and any(len(token) > 1 for token in tokens.values())
        if too_long or used & set(tokens):
            texts.add(given.name)
        else:
            used |= set(tokens)
    return frozenset(texts)


def _hints(desk: _Desk) -> dict[str, list[str]]:
    result = {}
    for side, given in desk.main.sides.items():
        sort = sort_of(given)
        values = given_values(desk.puzzle, given)
        places = margin_places(desk.puzzle.geometry, sort, side) if sort is not None else ()
        result[side] = [token_of(given, values.get(place)) for place in places]
    return result


def _headers(desk: _Desk, over: Mapping[tuple[int, int], str]) -> str:
    puzzle = desk.puzzle
    lines = [f"{name}: {value}" for name, value in puzzle.options.items()]
    for given in single_values(desk.rules):
        if given.name in puzzle.givens:
            lines.append(f"{given.name}: {token_of(given, puzzle.givens[given.name].get(None))}")
    tokens = [*given_tokens(puzzle, desk.main.main).values(), *over.values()]
    left = desk.main.sides.get("left")
    lists = left is not None and kind_of(left).base is Base.NUMBERS
    unclear = isinstance(puzzle.geometry, Tiling) and not tells_width(puzzle.geometry)
    if unclear or ((puzzle.geometry.width == 1 or lists) and any(len(token) > 1 for token in tokens)):
        # Then a row could be read in two ways.
        lines.append(f"size: {puzzle.geometry.height}x{puzzle.geometry.width}")
    return write_lattice(desk.rules, puzzle.geometry) + "".join(line + "\n" for line in lines)


def _main(desk: _Desk, over: Mapping[tuple[int, int], str]) -> str:
    tokens = {**given_tokens(desk.puzzle, desk.main.main), **over}
    blank = blank_for([*desk.main.main, *desk.main.overlay])
    return paint(desk.puzzle.geometry, desk.main.shape, tokens, blank, _hints(desk))


def _overlay(desk: _Desk, drawn: AnswerValues) -> dict[tuple[int, int], str] | None:
    """The answer's tokens over the main block; None if it cannot be drawn there so that it reads back."""
    finds, geometry = desk.main.overlay, desk.puzzle.geometry
    if not finds or any(find.name not in drawn.values for find in finds):
        return None
    tokens = answer_tokens(geometry, finds, drawn)
    if not tokens or set(tokens) & set(given_tokens(desk.puzzle, desk.main.main)):
        return None
    if desk.main.shape is PictureShape.LINKS and any(len(token) > 1 for token in tokens.values()):
        return None
    for sort in {sort for find in finds if (sort := sort_of(find)) is not None}:
        for place in picture_places(geometry, sort):
            clue = legend(desk.main.main, spot_at(sort, place.lattice)).unknown_item
            if tokens.get(place.lattice) == "?" and clue is not None:
                return None
    return tokens


def _in_place(desk: _Desk, over: Mapping[tuple[int, int], str]) -> str | None:
    """The board's own text, remarks left out, with the answer where its cells stand; None if it does not fit."""
    puzzle = desk.puzzle
    if len(puzzle.cells) < len(puzzle.geometry.cells):
        return None
    below = given_tokens(puzzle, desk.main.main)
    text = list(puzzle.source.text)
    for cell, span in puzzle.cells.items():
        token = over.get(cell.lattice) or below.get(cell.lattice) or (span.text if span.text in BLANKS else ".")
        if len(token) != 1 or span.end - span.start != 1:
            return None
        text[span.start] = token
    lines = "".join(text).removeprefix("\ufeff").split("\n")
    kept = [line.rstrip() for line in lines if not line.lstrip().startswith(REMARK)]
    return "\n".join(kept).strip("\n") + "\n"


def _answer_blocks(desk: _Desk, drawn: AnswerValues, shown: Collection[str]) -> list[str]:
    """Blocks for the finds that are not shown over the grid."""
    left = [find for find in desk.rules.finds if find.name in drawn.values and find.name not in shown]
    group = answer(desk.rules, _squares(desk.puzzle))
    if set(group.finds) <= set(left) and group.finds:
        picture = _answer_picture(desk, group.finds, group.shapes[0], drawn, own=False)
        if picture is not None:
            rest = [find for find in left if find not in group.finds]
            return [f"[answer]\n{picture}", *_own_answers(desk, rest, drawn)]
    return _own_answers(desk, left, drawn)


def _own_answers(desk: _Desk, finds: Sequence[Find], drawn: AnswerValues) -> list[str]:
    return [f"[{find.name}]\n{_own_answer(desk, find, drawn)}" for find in finds]


def _own_answer(desk: _Desk, find: Find, drawn: AnswerValues) -> str:
    if is_keyed(find, _squares(desk.puzzle)):
        return _listing(desk, find, drawn.values[find.name].get, lambda place: drawn.asks(find.name, place))
    sort = sort_of(find)
    shape = OWN_SHAPES[sort][0] if sort is not None else PictureShape.CELLS
    return _answer_picture(desk, (find,), shape, drawn, own=True) or ""


def _answer_picture(
    desk: _Desk, finds: Sequence[Find], shape: PictureShape, drawn: AnswerValues, *, own: bool
) -> str | None:
    geometry = desk.puzzle.geometry
    tokens = answer_tokens(geometry, finds, drawn)
    if tokens is None:
        return None
    if (
        not own
        and shape in {PictureShape.LINKS, PictureShape.LATTICE}
        and any(len(token) > 1 for token in tokens.values())
    ):
        return None
    below = underlay(desk.puzzle, shape, finds, layout(desk.rules, squares=_squares(desk.puzzle)), own)
    return paint(geometry, shape, {**below, **tokens}, blank_for(finds, own), {})


def _block(desk: _Desk, given: Given) -> str:
    """The lines under the `[name]` of a given."""
    puzzle, sort = desk.puzzle, sort_of(given)
    if isinstance(given.kind, GroupsKind):
        return write_groups(puzzle.groups[given.name])
    if is_keyed(given, _squares(puzzle)):
        return _listing(desk, given, given_values(puzzle, given).get, lambda _: False)
    if sort is None:
        return ""
    if isinstance(given.kind, PartitionKind) and not puzzle.partitions.get(given.name):
        return ""
    return paint(puzzle.geometry, OWN_SHAPES[sort][0], given_tokens(puzzle, [given]), blank_for([given], True), {})


def _listing(
    desk: _Desk, item: Item, value: Callable[[Place], Value | None], is_unknown: Callable[[Place], bool]
) -> str:
    """A list: a line for each side, or for each region, group or direction."""
    puzzle, sort = desk.puzzle, sort_of(item)

    def token(place: Place) -> str:
        return "?" if is_unknown(place) else token_of(item, value(place))

    if sort in {Sort.LINE, Sort.VIEW}:
        return "".join(
            f"{side}: {' '.join(token(place) for place in margin_places(puzzle.geometry, sort, side))}\n"
            for side in sides_of(item, puzzle.geometry)
        )
    named: dict[Place, str] = {}
    for label, place in places_by_label(item, puzzle.geometry, puzzle.partitions, puzzle.groups).items():
        named.setdefault(place, label)
    if isinstance(item.kind, SetKind):
        members = [label for place, label in named.items() if value(place)]
        members += [f"{label}: ?" for place, label in named.items() if is_unknown(place)]
        lines = (members[start : start + IN_A_LINE] for start in range(0, len(members), IN_A_LINE))
        return "".join(" ".join(line) + "\n" for line in lines)
    return "".join(
        f"{label}: {token(place)}\n" for place, label in named.items() if value(place) is not None or is_unknown(place)
    )
