"""The marks of a Penpa text while pieces read them, and which of them are consumed."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.penpa.frame import Frame, Point
from puzzlelang.formats.penpa.marks import BLANK, NOT, PenpaMark, PenpaMarks
from puzzlelang.formats.pieces.codec import BoardContext, PlacedItem
from puzzlelang.formats.pieces.places import places
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Key
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.penpa import MARGIN, POSITIONS, RANGE

_STROKES = frozenset({"edges", "lines"})
Selection = Callable[[PlacedItem], PlacedItem | None]
"""What a piece makes of a mark; None if it sees nothing there."""

_UNSEEN = "deleted edges"
"""Lines of the grid that are not drawn."""


class PenpaSheet(TextReader, eq=False, kw_only=True):
    """The marks of the puzzle (`question`) and of its answer, on a grid.

    `consumed` are the consumed marks of the puzzle, each with the layer that saw it first, if any.
    `ignored` are those that no piece sees.
    """

    frame: Frame
    question: PenpaMarks
    answer: PenpaMarks
    consumed: "dict[int, PenpaLayer | None]" = msgspec.field(default_factory=dict)
    ignored: set[int] = msgspec.field(default_factory=set)

    def take_mark(self, mark: PenpaMark, layer: "PenpaLayer | None" = None) -> PlacedItem:
        """Consumes a mark, which a layer sees, and returns its item."""
        self.consumed.setdefault(id(mark), layer)
        return mark.item

    def unread(self) -> Iterator[PenpaMark]:
        """The unread marks of the puzzle.

        Blanks and deleted edges do not count, nor do surfaces, lines and edges on the rim or beside the board.
        """
        for mark in self.question.every():
            beside = mark.at is not None and not self.frame.inside(mark.at)
            silent = mark.item.value == BLANK or mark.kind == _UNSEEN
            silent = silent or (beside and mark.kind in ("surface", *_STROKES))
            if id(mark) not in self.consumed and not silent:
                yield mark

    def ignore(self, kind: str) -> None:
        """Consumes all marks of a kind, or those beside the board that say nothing."""
        for mark in self.question.every():
            beside = mark.at is not None and not self.frame.inside(mark.at)
            if mark.kind == kind or (beside and kind == MARGIN):
                self.consumed.setdefault(id(mark), None)
            elif beside and mark.kind == "numbers" and self._is_usual(mark, kind):
                self.consumed.setdefault(id(mark), None)
                self.ignored.add(id(mark))

    def _is_usual(self, mark: PenpaMark, kind: str) -> bool:
        """Whether a number counts the lines before it, or a text has the range that is usual."""
        if mark.at is None or not self.frame.is_cell(mark.at):
            return False
        height, width, (row, column) = self.frame.height, self.frame.width, mark.at
        if kind == RANGE:
            return str(mark.item.value) in (f"{{1-{width}}}", f"1-{width}")
        behind = row if column > 2 * width else column if row > 2 * height else -1
        return kind == POSITIONS and mark.item.value == (behind + 1) // 2


class PenpaLayer(msgspec.Struct, frozen=True):
    """A layer of a piece: its entries, its places, whether it targets givens, and whether finds.

    `piece` are the entries of all layers of its piece.
    """

    piece: tuple[tuple[ir.PieceEntry, ...], ...]
    entries: tuple[ir.PieceEntry, ...]
    places: Sequence[Key]
    item: ir.Item | None
    given: bool
    drawn: bool
    sort: Sort | None

    @property
    def cells(self) -> list[Cell]:
        """The places that are cells."""
        return [place for place in self.places if isinstance(place, Cell)]

    def has(self, key: str) -> bool:
        """Whether an entry has this key."""
        return any(entry.key == key for entry in self.entries)


def layers_of(board: BoardContext, *, labels: bool = False) -> list[PenpaLayer]:
    """The layers of the current piece; those of regions have an item for each cell."""
    return [_layer(board, entries, labels=labels) for entries in board.layers]


def _layer(board: BoardContext, entries: tuple[ir.PieceEntry, ...], *, labels: bool) -> PenpaLayer:
    assert board.rules is not None
    names = [effect.name for entry in entries for effect in entry.effects]
    drawn = any(board.rules.find(name) is not None for name in names)
    item = next((board.rules.given(name) or board.rules.find(name) for name in names), None)
    sort = item.kind.sort if item is not None and isinstance(item.kind, ir.SetKind | ir.FunctionKind) else None
    there: Sequence[Key] = ()
    if item is not None:
        plain = sort is Sort.REGION
        there = board.board.cells if plain else places(item, board.board, {}, labels=labels, any_order=True)
    return PenpaLayer(board.layers, entries, there, item, not drawn or any(map(board.rules.given, names)), drawn, sort)


def item_at(
    sheet: PenpaSheet, layer: PenpaLayer, kind: str, point: Point, seen: Selection = lambda item: item
) -> PlacedItem | None:
    """Return the item at a point as a layer sees it, and consume the mark of the puzzle if it is used.

    A layer of givens sees the puzzle.  A layer of both sees the answer where the puzzle has no mark.  A layer of finds
    sees the answer.  Where that has no mark, it sees a mark of the puzzle that no layer consumed.  An answer does not
    repeat marks of the puzzle.  So if it has other marks of this kind, such a layer sees consumed ones as well: those
    of the same piece, those of a given that fixes the find, and those with an entry of their own: for what the piece
    makes of them, which `seen` returns.
    """
    clue, drawn = sheet.question.at(kind, point), sheet.answer.at(kind, point)
    clue = None if id(clue) in sheet.ignored else clue
    result = drawn
    if layer.given:
        result = clue or (drawn if layer.drawn else None)
    elif drawn is None and clue is not None and _seen_by_find(sheet, layer, kind, clue, seen):
        result = clue
    if clue is not None and (layer.given or result is clue):
        sheet.take_mark(clue, layer)
    if result is None or (result.item.value in (NOT, BLANK) and not layer.has(str(result.item.value))):
        return None
    return result.item


def _seen_by_find(sheet: PenpaSheet, layer: PenpaLayer, kind: str, clue: PenpaMark, seen: Selection) -> bool:
    if id(clue) not in sheet.consumed:
        return True
    before = sheet.consumed[id(clue)]
    item = seen(clue.item)
    alike = item is not None and layer.has(str(item.value))
    if before is not None and not alike:
        fixed = isinstance(before.item, ir.Given) and layer.item is not None and before.item.fixes == layer.item.name
        alike = fixed or before.piece is layer.piece
    return kind in sheet.answer.placed and alike


def check_all_read(sheet: PenpaSheet, reading: ir.Reading) -> None:
    """Raises `Failed` for a mark of the puzzle that the statement does not read."""
    for mark in sheet.unread():
        raise _unread(sheet.frame, mark, reading)


def _unread(frame: Frame, mark: PenpaMark, reading: ir.Reading) -> Failed:
    shown = f"`{mark.item.value}`" if str(mark.item.value) != mark.kind else f"one of the {mark.kind}"
    about = f" ({mark.kind})" if str(mark.item.value) != mark.kind else ""
    beside = mark.at is not None and not frame.inside(mark.at)
    where = "" if mark.at is None else frame.where(mark.at)
    problem = f"{shown}{where}{about} is read by no piece of `{reading.type}`"
    kind = MARGIN if beside else mark.kind
    hint = f'if it says nothing, the `read` statement has `besides("{kind}": nothing)`; else a piece that reads it'
    return fail("E204", problem, mark.item.span, hint=hint)
