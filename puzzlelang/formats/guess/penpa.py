"""Statements that read addresses of Penpa: a choice of pieces for all marks, the likeliest first."""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

import msgspec

from puzzlelang.formats.guess import names
from puzzlelang.formats.guess.entries import entry
from puzzlelang.formats.guess.groups import free_wall_links
from puzzlelang.formats.guess.search import Candidate
from puzzlelang.formats.guess.slots import (
    ALONE,
    CELLS,
    CORNERS,
    LINES,
    SILENT,
    Page,
    Slot,
    SlotChoice,
    choices_of,
    slots_of,
    sort_of,
    try_piece,
)
from puzzlelang.formats.guess.stretches import PieceText
from puzzlelang.formats.penpa import file
from puzzlelang.formats.pieces.codec import BoardContext
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir
from puzzlelang.typed.checks.readings import target_of
from puzzlelang.typed.codecs import penpa
from puzzlelang.typed.codecs.codec import Target
from puzzlelang.typed.codecs.penpa import MARGIN

FORMAT = "penpa"
MOST_STEPS = 5000
"""How many choices are put together before the search ends."""

_MOST = 200
_BESIDES, _UNREAD, _UNUSED, _TWICE = 6, 5, 3, 3
"""The costs of ignored marks of a puzzle, of those of an answer, of an unfilled given, of filling something twice."""

_FIRST = ("missing", "edges", "cages", "thermos")
"""Pieces that come before those whose marks may belong to regions."""


def open_address(source: Source) -> PieceText:
    """An address of Penpa, with the size of its board and the genre that it notes.  Raises `Failed`."""
    frame, *_ = file.read_square_sheet(source)
    kind = file.type_of(source.text) or ""
    board = BoardContext(SquareGrid(frame.height, frame.width), "", kind)
    return PieceText(FORMAT, kind, source, board, source.first(), 0)


def proposals(rules: ir.Ruleset, texts: Sequence[PieceText]) -> list[Candidate]:
    """Statements that read all marks of the puzzles, the likeliest first."""
    pages = [_page(text) for text in texts]
    at_corners = _has_cells_at_corners(rules, pages)
    if at_corners:
        pages = [_page(text, corners=True) for text in texts]
    slots = slots_of(pages)
    choices = [choice for slot in slots for choice in choices_of(slot, rules, pages)]
    choices += _joint_choices(slots, rules, pages)
    span = pages[0].source.first()
    kind = texts[0].type or "".join(filter(str.isalnum, rules.title.lower()))
    known = free_wall_links(rules)
    result = []
    for chosen, left in _covers(rules, slots, choices):
        counted = tuple((_slot_name(slot), _item_counts(pages, slot)) for slot in left)
        # Borders inside of regions are read only where a text has some: without them it is read as it stands.
        edged = known is not None and any(choice.word == "edges" for choice in chosen)
        for inside in (None, known) if edged else (None,):
            pieces = _pieces(rules, pages, chosen, left, inside, span)
            if at_corners:
                pieces = (ir.ReadPiece(penpa.CORNERS, False, (), span), *pieces)
            if pieces:
                result.append(Candidate(ir.Reading(FORMAT, kind, pieces, span), counted))
    return result


def _page(text: PieceText, *, corners: bool = False) -> Page:
    frame, question, answer, source = file.read_square_sheet(text.source, corners=corners)
    board = text.board
    if corners:
        board = msgspec.structs.replace(board, board=SquareGrid(frame.height, frame.width))
    return Page(frame, question, answer, source, board)


def _has_cells_at_corners(rules: ir.Ruleset, pages: Sequence[Page]) -> bool:
    """Whether the corners of the grid are the cells: marks stand there alone, and no declaration is about corners."""
    declared: list[ir.Item] = [*rules.givens, *rules.finds]
    if any(target_of(item) is Target.CORNERS for item in declared):
        return False
    marks = [mark for page in pages for mark in page.question.every() if mark.kind in ("numbers", "symbols")]
    return bool(marks) and all(sort_of(page.frame, mark) == CORNERS for page in pages for mark in marks)


def _slot_name(slot: Slot) -> str:
    return f"{slot.kind} of the answer" if slot.drawn else slot.kind


def _item_counts(pages: Sequence[Page], slot: Slot) -> tuple[tuple[str, int], ...]:
    marks = [mark for page in pages for mark in (page.answer if slot.drawn else page.question).every()]
    counted = Counter(str(mark.item.value) for mark in marks if mark.kind == slot.kind)
    return tuple(counted.most_common())


def _joint_choices(slots: Sequence[Slot], rules: ir.Ruleset, pages: Sequence[Page]) -> Iterator[SlotChoice]:
    """Pieces that read colours and numbers of cells together, and numbers with an arrow."""
    grounds, numbers, signs = (Slot(kind, CELLS, False) for kind in ("surface", "numbers", "symbols"))
    cells = [given for given in rules.givens if target_of(given) is Target.CELLS]
    sets = [given for given in cells if isinstance(given.kind, ir.SetKind)]
    others = [given for given in cells if given not in sets]
    if numbers in slots:
        used = frozenset({numbers, signs} & set(slots))
        both = frozenset({numbers, grounds} & set(slots))
        for way in others:
            for clue in others:
                if way is not clue:
                    yield from _with_cost(try_piece(used, "arrows", [(way,), (clue,)], rules, pages), 0)
                    yield from _with_cost(try_piece(both, "castle", [(way,), (clue,)], rules, pages), 1)
                for third in others:
                    if len({way.name, clue.name, third.name}) == 3:
                        yield from _with_cost(try_piece(both, "castle", [(way,), (third,), (clue,)], rules, pages), 1)
    rim = frozenset({Slot("topright", LINES, False), Slot("bottomleft", LINES, False)} & set(slots))
    if rim:
        for clue in (given for given in rules.givens if target_of(given) is Target.LINES):
            yield from _with_cost(try_piece(rim, "rims", [(clue,)], rules, pages), 0)
    if grounds in slots:
        both = frozenset({numbers, grounds} & set(slots))
        for clue in others:
            yield from _with_cost(try_piece(both, "blocks", [(clue,)], rules, pages), 0)
            for block in sets:
                yield from _with_cost(try_piece(both, "blocks", [(block, clue)], rules, pages), -2)


def _with_cost(choice: SlotChoice | None, more: int) -> Iterator[SlotChoice]:
    if choice is not None:
        yield msgspec.structs.replace(choice, cost=choice.cost + more)


def _covers(
    rules: ir.Ruleset, slots: Sequence[Slot], choices: Sequence[SlotChoice]
) -> Iterator[tuple[tuple[SlotChoice, ...], tuple[Slot, ...]]]:
    """Choices that together read each slot once, with what they leave out; the likeliest first."""
    order = count()
    waiting: list[tuple[int, int, tuple[SlotChoice, ...], tuple[Slot, ...], tuple[Slot, ...]]] = []
    heapq.heappush(waiting, (0, next(order), (), tuple(slots), ()))
    steps = result = 0
    while waiting and steps < MOST_STEPS and result < _MOST:
        cost, _, chosen, open_slots, left = heapq.heappop(waiting)
        steps += 1
        if not open_slots:
            result += 1
            yield chosen, left
            continue
        slot, *rest = open_slots
        used = [name for one in chosen for name in one.names]
        for choice in choices:
            if slot not in choice.slots or not choice.slots <= set(open_slots):
                continue
            twice = sum(name in used for name in choice.names)
            if twice and (not slot.drawn or any(one.word == choice.word for one in chosen)):
                continue
            more = (*chosen, choice)
            behind = tuple(one for one in rest if one not in choice.slots)
            price = cost + 1 + choice.cost + _TWICE * twice + (0 if behind else _unfilled_cost(rules, more))
            heapq.heappush(waiting, (price, next(order), more, behind, left))
        price = (
            cost
            + (0 if slot.kind == SILENT else _UNREAD if slot.drawn else _BESIDES)
            + (0 if rest else _unfilled_cost(rules, chosen))
        )
        heapq.heappush(waiting, (price, next(order), chosen, tuple(rest), (*left, slot)))


def _unfilled_cost(rules: ir.Ruleset, chosen: Sequence[SlotChoice]) -> int:
    """Return the cost of the givens without a default that no chosen piece fills."""
    used = {name for one in chosen for name in one.names} | {rules.missing}
    return _UNUSED * sum(given.default is None and given.name not in used for given in rules.givens)


def _pieces(
    rules: ir.Ruleset,
    pages: Sequence[Page],
    chosen: Sequence[SlotChoice],
    left: Sequence[Slot],
    known: ir.Given | None,
    span: Span,
) -> tuple[ir.ReadPiece, ...]:
    """Return the pieces of a statement: choices with the same word become one piece, ignored marks come last.

    `known` is the set of links that takes borders inside of regions, if any.
    """
    layers: dict[str, list[tuple[ir.PieceEntry, ...]]] = {}
    names_in_use: dict[str, set[str]] = {}
    longest = sorted(chosen, key=lambda one: -len(one.layers[0]))
    entries = {choice: [_others(rules, layer, names_in_use) for layer in choice.layers] for choice in longest}
    for choice in chosen:
        layers.setdefault(choice.word, []).extend(entries[choice])
    layers["symbols"] = _beside_givens(rules, layers.get("symbols", []), span)
    hole = rules.given(rules.missing) if any(page.frame.missing for page in pages) else None
    if hole is not None:
        layers["missing"] = [(entry(None, hole, None, span),)]
    if known is not None and "edges" in layers:
        layers["edges"] = [_with_walls(rules, one, known, span) for one in layers["edges"]]
    words = sorted(filter(layers.get, layers), key=lambda word: _FIRST.index(word) if word in _FIRST else len(_FIRST))
    pieces = [ir.ReadPiece(word, False, tuple(layers[word]), span) for word in words]
    kinds = dict.fromkeys(_kind(slot) for slot in left if not slot.drawn and slot.kind != SILENT)
    if kinds:
        pieces.append(ir.ReadPiece("besides", False, (tuple(ir.PieceEntry(kind, (), span) for kind in kinds),), span))
    return tuple(pieces)


def _others(
    rules: ir.Ruleset, layer: tuple[ir.PieceEntry, ...], names_in_use: dict[str, set[str]]
) -> tuple[ir.PieceEntry, ...]:
    """Return a layer; if its only entry has a name that another piece reads for the same find, it gets an unused name.

    `names_in_use` holds the names in use for each declaration; those of this layer are added.
    """
    entries = list(layer)
    for index, one in enumerate(layer):
        if len(one.effects) != 1 or not isinstance(one.effects[0].value, str) or one.effects[0].value == "?":
            continue
        (effect,) = one.effects
        find = rules.find(effect.name)
        before = names_in_use.get(effect.name, set())
        if find is not None and effect.value in before and len(layer) == 1:
            free = [name for name in names.members_of(find) if name not in before]
            entries[index] = entry(str(one.key), find, free[0] if free else effect.value, one.span)
    for one in entries:
        for effect in one.effects:
            if isinstance(effect.value, str):
                names_in_use.setdefault(effect.name, set()).add(effect.value)
    return tuple(entries)


def _beside_givens(
    rules: ir.Ruleset, layers: Sequence[tuple[ir.PieceEntry, ...]], span: Span
) -> list[tuple[ir.PieceEntry, ...]]:
    """Return layers in which drawn sets take the marks of givens into account.

    An answer is drawn over the puzzle and does not repeat its marks.  A given set and a drawn set with different marks
    share a layer.  Otherwise the layer of the drawn set gets an entry for each further mark of the given.
    """
    result: list[tuple[ir.PieceEntry, ...]] = []
    for layer in layers:
        item = rules.find(layer[0].effects[0].name) if layer[0].effects else None
        if item is None or not isinstance(item.kind, ir.SetKind):
            result.append(layer)
            continue
        keys = {one.key for one in layer}
        for index, other in enumerate(result):
            given = rules.given(other[0].effects[0].name) if other[0].effects else None
            if given is None or target_of(given) is not target_of(item):
                continue
            if isinstance(given.kind, ir.SetKind) and not keys & {one.key for one in other}:
                result[index] = (*other, *layer)
                break
            more = [one.key for one in other if one.key not in keys and one.key]
            values = {str(key): False if names.denies_member(str(key)) else None for key in more}
            result.append((*layer, *(entry(key, item, value, span) for key, value in values.items())))
            break
        else:
            result.append(layer)
    return result


def _kind(slot: Slot) -> str:
    """Return what `besides` calls a slot."""
    return MARGIN if slot.sort in (LINES, ALONE) else slot.kind


def _with_walls(
    rules: ir.Ruleset, layer: tuple[ir.PieceEntry, ...], known: ir.Given, span: Span
) -> tuple[ir.PieceEntry, ...]:
    """A layer about a given partition with an entry for borders inside of its regions."""
    given = rules.given(layer[0].effects[0].name) if layer[0].effects else None
    parts = given is not None and isinstance(given.kind, ir.PartitionKind)
    return (*layer, entry(None, known, None, span)) if parts else layer
