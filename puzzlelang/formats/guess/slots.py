"""Groups Penpa marks into slots by kind and sort of place, and proposes pieces that could read each slot."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.guess import names
from puzzlelang.formats.guess.entries import NOT, EntryProposal, entry, fit, key_of
from puzzlelang.formats.guess.groups import fit_group
from puzzlelang.formats.penpa.codecs import CODECS
from puzzlelang.formats.penpa.frame import PenpaFrame
from puzzlelang.formats.penpa.marks import BLANK, PenpaMark, PenpaMarks
from puzzlelang.formats.penpa.sheet import PenpaSheet
from puzzlelang.formats.pieces.codec import BoardContext, Layer, PlacedItem
from puzzlelang.puzzle import Unknown
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir
from puzzlelang.typed.checks.kinds import value_kind
from puzzlelang.typed.checks.readings import target_of
from puzzlelang.typed.codecs.codec import Target
from puzzlelang.typed.codecs.penpa import PIECES, SMALL

CELLS, BORDERS, CORNERS, LINES, ALONE, GROUPS = "cells", "borders", "corners", "lines", "alone", "groups"
"""Sorts of places: `LINES` are cells beside the board in a row or column of it, `ALONE` other ones beside it."""

_TARGETS = {
    CELLS: {Target.CELLS, Target.REGIONS},
    BORDERS: {Target.BORDERS, Target.LINKS, Target.PARTITION},
    CORNERS: {Target.CORNERS},
    LINES: {Target.LINES, Target.VIEWS},
    ALONE: {Target.SINGLE},
    GROUPS: {Target.PARTITION},
}
_READERS = {
    "surface": ("shaded", "surface"),
    "numbers": ("numbers", "digits"),
    "symbols": ("symbols", "inequalities"),
    **{kind: (kind,) for kind in (*SMALL, "edges", "cages", "thermos")},
    "lines": ("lines", "pipes"),
    "deleted edges": ("deleted",),
    "walls": ("bars",),
}
"""The pieces that read marks of one kind alone."""
_STROKES = frozenset({"lines", "edges", "deleted", "shaded"})
"""Pieces whose items are styles, each of which says the same of a set."""
SILENT = "deleted edges"
"""Marks that need no piece that reads them."""
_MOST_TOGETHER = 3
_OF_HOLES = 4
"""What it costs that a mark other than a colour stands for a missing cell."""


class Page(msgspec.Struct, frozen=True):
    """The marks of one text, on a board."""

    frame: PenpaFrame
    question: PenpaMarks
    answer: PenpaMarks
    source: Source
    board: BoardContext


class Slot(msgspec.Struct, frozen=True):
    """Penpa marks of one kind at one sort of places, in the puzzle or, if `drawn`, in its answer."""

    kind: str
    sort: str
    drawn: bool


class SlotChoice(msgspec.Struct, frozen=True, eq=False):
    """A piece whose layers read some slots; `names` are the declarations it fills, `cost` is how unusual that is."""

    slots: frozenset[Slot]
    word: str
    layers: tuple[tuple[ir.PieceEntry, ...], ...]
    names: frozenset[str]
    cost: int


def slots_of(pages: Sequence[Page]) -> list[Slot]:
    """Return the slots of all texts, those of puzzles first; marks of puzzles such as blanks do not count."""
    result: dict[Slot, None] = {}
    for drawn in (False, True):
        for page in pages:
            sheet = _sheet(page, page.question, page.answer)
            for mark in page.answer.every() if drawn else (*sheet.unread(), *_silent(page)):
                result[Slot(mark.kind, sort_of(page.frame, mark), drawn)] = None
    return list(result)


def _silent(page: Page) -> list[PenpaMark]:
    """Lines of the grid that were taken out inside the board, which may be left out without a word."""
    marks = page.question.placed.get(SILENT, {}).values()
    return [mark for mark in marks if mark.at is not None and page.frame.inside(mark.at)]


def sort_of(frame: PenpaFrame, mark: PenpaMark) -> str:
    """Return where a mark stands."""
    if mark.at is None:
        return GROUPS
    row, column = mark.at
    height, width = 2 * frame.height, 2 * frame.width
    if 0 <= row <= height and 0 <= column <= width:
        return CELLS if row % 2 and column % 2 else BORDERS if (row + column) % 2 else CORNERS
    return LINES if 0 < row < height or 0 < column < width else ALONE


def choices_of(slot: Slot, rules: ir.Ruleset, pages: Sequence[Page]) -> Iterator[SlotChoice]:
    """Yield what could read a slot, with everything that it could fill."""
    declared: Sequence[ir.Item] = rules.finds if slot.drawn else rules.givens
    for rank, word in enumerate(_READERS.get(slot.kind, ())):
        allowed = _TARGETS[slot.sort] & PIECES[word].layers[0]
        if word == "pipes" or (word == "edges" and slot.sort == CELLS):
            allowed = {Target.CELLS}
        free = [item for item in declared if target_of(item) in allowed]
        for some in _fillings(slot, free):
            choice = try_piece(frozenset({slot}), word, [some], rules, pages)
            if choice is not None:
                more = rank + _unusual_cost(word, some, free, rules)
                yield msgspec.structs.replace(choice, cost=choice.cost + more)
        if word == "thermos":
            for tube, step in product(free, (one for one in declared if target_of(one) is Target.CELLS)):
                choice = try_piece(frozenset({slot}), word, [(tube,), (step,)], rules, pages)
                if choice is not None:
                    yield msgspec.structs.replace(choice, cost=choice.cost - 1)
        if slot.sort == LINES:
            for first, second in permutations([one for one in free if target_of(one) is Target.LINES], 2):
                choice = try_piece(frozenset({slot}), word, [(first,), (second,)], rules, pages)
                if choice is not None:
                    yield choice


def _unusual_cost(word: str, some: tuple[ir.Item, ...], free: Sequence[ir.Item], rules: ir.Ruleset) -> int:
    """Return a cost: 1 for small numbers on cells where a declaration on regions is free.

    `_OF_HOLES` is added if a piece other than `shaded` fills the set of missing cells.
    """
    regions = any(target_of(item) is Target.REGIONS for item in free)
    small = word in SMALL and regions and target_of(some[0]) is not Target.REGIONS
    holes = word != "shaded" and any(item.name == rules.missing for item in some)
    return small + _OF_HOLES * holes


def _fillings(slot: Slot, free: Sequence[ir.Item]) -> Iterator[tuple[ir.Item, ...]]:
    yield from ((item,) for item in free)
    if slot.sort in (CELLS, BORDERS, CORNERS):
        for amount in range(2, min(len(free), _MOST_TOGETHER) + 1):
            for some in permutations(free, amount):
                if len({target_of(item) for item in some}) == 1 and list(some) == [one for one in free if one in some]:
                    yield some


def try_piece(
    slots: frozenset[Slot], word: str, filling: Sequence[tuple[ir.Item, ...]], rules: ir.Ruleset, pages: Sequence[Page]
) -> SlotChoice | None:
    """Return the piece `word` for these slots; None if it cannot read them, or if the items do not fit `filling`."""
    read: list[Sequence[Layer]] = []
    span = pages[0].source.first()
    # An entry for blanks makes them seen.
    probes = tuple(
        (*(entry(None, item, None, span) for item in some), entry(BLANK, some[0], None, span)) for some in filling
    )
    for page in pages:
        parts = (_marks_in(page, page.question, slots, drawn=False), _marks_in(page, page.answer, slots, drawn=True))
        board = msgspec.structs.replace(page.board, layers=probes, rules=rules)
        try:
            layers = CODECS[word].decode(_sheet(page, *parts), [0] * len(filling), board)
        except Failed:
            return None
        read.append(layers)
    fits = [
        _fit(some, [layers[index] for layers in read if index < len(layers)], word, span)
        for index, some in enumerate(filling)
    ]
    if None in fits:
        return None
    known = [one for one in fits if one is not None]
    filled = frozenset(item.name for some in filling for item in some)
    return SlotChoice(slots, word, tuple(one.entries for one in known), filled, sum(one.cost for one in known))


def _marks_in(page: Page, marks: PenpaMarks, slots: frozenset[Slot], *, drawn: bool) -> PenpaMarks:
    """Those of the marks that are in one of the slots."""
    result = PenpaMarks()
    for mark in marks.every():
        if Slot(mark.kind, sort_of(page.frame, mark), drawn) in slots:
            result.put(mark)
    return result


def _sheet(page: Page, question: PenpaMarks, answer: PenpaMarks) -> PenpaSheet:
    return PenpaSheet(page.source, 0, len(page.source.text), frame=page.frame, question=question, answer=answer)


def _fit(some: tuple[ir.Item, ...], layers: Sequence[Layer], word: str, span: Span) -> EntryProposal | None:
    """Return entries that read marks as values of the declarations `some`; None if the marks do not fit."""
    item = some[0]
    value = value_kind(item)
    numeric = value is not None and value.base in (ir.Base.NUMBER, ir.Base.NUMBERS)
    extra: dict[str, ir.PieceEntry] = {}
    known: list[list[PlacedItem | None]] = []
    for layer in layers:
        kept: list[PlacedItem | None] = []
        for mark in layer:
            key = None if mark is None else key_of(mark.value)
            if mark is None or key is None or key == BLANK or (key == "?" and not (value and value.unknown)):
                kept.append(None)
                if key == BLANK and value is not None and value.unknown:
                    extra[key] = entry(key, item, "?", span)
                elif key == "?":
                    extra[key] = ir.PieceEntry(key, (), span)
            elif key == "#" and len(some) == 1 and value is not None and value.unknown:
                kept.append(None)
                extra[key] = entry(key, item, "?", span)
            else:
                kept.append(mark)
        known.append(kept)
    values = {key_of(mark.value): mark.value for layer in known for mark in layer if mark is not None}
    if not values and not extra:
        return None
    entry_proposal: EntryProposal | None
    if len(some) > 1:
        entry_proposal = fit_group(some, known, span)
    elif isinstance(item.kind, ir.SetKind):
        entry_proposal = _of_set(item, list(values), word, span)
    else:
        by_style = numeric and word in (*_STROKES, "surface", "symbols")
        entry_proposal = _of_styles(item, list(values), word, span) if by_style else fit(item, known, span)
        if entry_proposal is None and numeric:
            entry_proposal = _of_letters(item, list(values), span)
    unknown = any(isinstance(one, Unknown) for one in values.values())
    if entry_proposal is None or (unknown and not numeric):
        return None
    return EntryProposal((*extra.values(), *entry_proposal.entries), entry_proposal.cost)


def _of_set(item: ir.Item, keys: Sequence[str], word: str, span: Span) -> EntryProposal | None:
    """Each item says that its place belongs to the set."""
    if word in _STROKES:
        return EntryProposal((entry(None, item, None, span),), 0) if set(keys) - {"0"} else None
    if not keys or any(key == "?" for key in keys):
        return None
    values = {key: False if names.denies_member(key) and isinstance(item, ir.Find) else None for key in sorted(keys)}
    sure = all(names.names_set(item, key) for key in keys)
    cost = min(len(keys) - 1, _MOST_TOGETHER) + (word == "numbers") + (not sure)
    return EntryProposal(tuple(entry(key, item, value, span) for key, value in values.items()), cost)


def _of_styles(item: ir.Item, keys: Sequence[str], word: str, span: Span) -> EntryProposal | None:
    """Return entries that number the styles or symbols in sorted order; None if their range does not allow it.

    Lines and edges count from 1, and a place without one has 0.  Other marks count from the lower bound.
    """
    kind = item.kind.value if isinstance(item.kind, ir.FunctionKind) else None
    low = kind.low.value if kind is not None and isinstance(kind.low, ir.Constant) else None
    high = kind.high.value if kind is not None and isinstance(kind.high, ir.Constant) else None
    lines = word in ("lines", "edges")
    first = 1 if lines else low
    if not isinstance(first, int) or (lines and low != 0) or (isinstance(high, int) and first + len(keys) > high + 1):
        return None
    order = sorted(keys, key=int) if all(key.isdigit() for key in keys) else sorted(keys)
    entries = [entry(key, item, number, span) for number, key in enumerate(order, first)]
    return EntryProposal((*entries, *([entry("", item, 0, span)] if lines else [])), 3)


def _of_letters(item: ir.Item, keys: Sequence[str], span: Span) -> EntryProposal | None:
    """Capital letters as numbers, `A` as 1."""
    letters = [key for key in keys if len(key) == 1 and "A" <= key <= "Z"]
    if not letters or any(key not in letters and not key.isdigit() and key not in NOT for key in keys):
        return None
    entries = [entry(key, item, ord(key) - ord("A") + 1, span) for key in sorted(letters)]
    return EntryProposal((*entries, entry(None, item, None, span)), 2)
