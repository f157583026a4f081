"""The parameters of a game ID before the colon: the size, then letters, perhaps with numbers."""

import re

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.apply import piece_items
from puzzlelang.formats.pieces.codec import PlacedItem
from puzzlelang.formats.pieces.flags import FLAG, write_flags
from puzzlelang.formats.pieces.items_to_values import apply_item
from puzzlelang.formats.pieces.places import sized_board
from puzzlelang.formats.pieces.puzzle_draft import PuzzleDraft
from puzzlelang.formats.pieces.reader import MAX_DIGITS
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.formats.squares import squares
from puzzlelang.formats.tatham.borders import block_size
from puzzlelang.formats.tatham.codecs import CODECS
from puzzlelang.formats.tatham.grids import KIND, SQUARES, TypeOfGrid, tiled_board, written_outline
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.source import Span
from puzzlelang.typed import ir

BEHIND, BLOCKS, CAGES, DOUBLE, MAKING, SQUARE = "behind", "blocks", "cages", "double", "making", "square"
REGIONS, TILING = "regions", "tiling"
BEFORE = frozenset({FLAG, BEHIND, MAKING, SQUARE, DOUBLE, REGIONS, TILING})
"""The pieces that stand before the colon only; blocks and cages have a letter there as well."""

_SIZE = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?(?!\d)", re.ASCII)
_AMOUNT = re.compile(r"n(\d+)", re.ASCII)
_LETTER = re.compile(r"d[A-Za-z0-9]|[A-Za-z]\d*(?:\.\d+)?", re.ASCII)


class Letter(msgspec.Struct, frozen=True):
    """A letter with the number behind it, and their spans."""

    text: str
    span: Span


class Parameters(msgspec.Struct, frozen=True):
    """The board of the size, the letters behind it, and what `BoardContext` calls `order`.

    `description`: how many characters behind the colon describe the board.
    """

    geometry: Geometry
    letters: tuple[Letter, ...]
    order: tuple[Cell, ...] = ()
    description: int = 0


def parameters(rules: ir.Ruleset, reading: ir.Reading, span: Span, after: Span) -> Parameters:
    """Parses the parameters at `span`, `after` which stands the board.  Raises `Failed` for invalid ones."""
    text, source = span.text, span.source
    result = _SIZE.match(text)
    if result is None:
        raise fail("E202", "a game ID begins with the size of the board", span, hint="such as `8x8:`")
    letters, at = [], result.end()
    while at < len(text):
        letter = _LETTER.match(text, at)
        here = source.span(span.start + at, span.start + (letter.end() if letter else at + 1))
        if letter is None or len(letter[0]) > MAX_DIGITS:
            raise fail("E202", "behind the size stand letters, perhaps with numbers", here)
        letters.append(Letter(letter[0], here))
        at = letter.end()
    whole = source.span(span.start, span.start + result.end())
    first, second = int(result[1]), int(result[2]) if result[2] else None
    height, width = _size(reading, first, second, any(letter.text == "j" for letter in letters), whole)
    kinds = [letter for letter in letters if _has(reading, TILING) and KIND.fullmatch(letter.text)]
    if not kinds or kinds[0].text == SQUARES:
        return Parameters(sized_board(rules, height, width, whole), tuple(letters))
    description = after.text.partition("_")[0] if "_" in after.text else None
    kind = kinds[0]
    board = tiled_board(rules, TypeOfGrid(kind.text, description, kind.span), width, height, whole)
    shown = 0 if description is None else len(description) + 1
    return Parameters(board.board, tuple(letters), tuple(board.cells.values()), shown)


def _size(reading: ir.Reading, first: int, second: int | None, jigsaw: bool, span: Span) -> tuple[int, int]:
    """Height and width.  Raises `Failed` if the rules want the size in another form."""
    if _has(reading, BLOCKS):
        if (second is None) != jigsaw:
            raise fail("E202", "the size is that of a block, or one number and j", span, hint="such as `3x3:` or `9j:`")
        side = first * (second or 1)
        return side, side
    if _has(reading, SQUARE) or _has(reading, DOUBLE):
        if second is not None:
            raise fail("E202", f"the size is one number, not `{span.text}`", span)
        return (first, first) if _has(reading, SQUARE) else (first + 1, first + 2)
    return second or first, first


def take_letters(draft: PuzzleDraft, reading: ir.Reading, parameters: Parameters, span: Span) -> None:
    """Converts letters to options and numbers.  The difficulty (`d…`) says nothing of the rules.

    Raises `Failed` for letters without a meaning and for missing ones.
    """
    left = {letter.text: letter for letter in parameters.letters if not re.fullmatch("d.", letter.text)}
    for piece in reading.pieces:
        if not piece.literal and piece.word in (BLOCKS, CAGES):
            left.pop("j" if piece.word == BLOCKS else "k", None)
        elif not piece.literal and piece.word == TILING:
            left = {text: letter for text, letter in left.items() if not KIND.fullmatch(text)}
        elif not piece.literal and piece.word == REGIONS:
            left = {text: letter for text, letter in left.items() if not _AMOUNT.fullmatch(text)}
        elif not piece.literal and piece.word in (FLAG, BEHIND, MAKING):
            for entries in piece.layers:
                _take(draft, piece.word, entries, left, span)
    for letter in left.values():
        known = ", ".join(f"`{entry.key}`" for piece in reading.pieces for entry in _entries(piece) if entry.key)
        hint = f"known are {known}" if known else ""
        raise fail("E203", f"the rules know no variant `{letter.text}`", letter.span, hint=hint)


def check_regions(draft: PuzzleDraft, reading: ir.Reading, parameters: Parameters) -> None:
    """Raises `Failed` if the parameters give another number of regions than the board has."""
    for name in _partitions(reading):
        for letter in parameters.letters:
            number, amount = _AMOUNT.fullmatch(letter.text), len(draft.partitions[name])
            if number and int(number[1]) != amount:
                raise fail("E203", f"the board has {amount} regions, not {number[1]}", letter.span)


def _partitions(reading: ir.Reading) -> list[str]:
    """The partitions whose regions are counted in the parameters."""
    pieces = [piece for piece in reading.pieces if not piece.literal and piece.word == REGIONS]
    return [effect.name for piece in pieces for entry in piece.layers[0] for effect in entry.effects]


def _take(
    draft: PuzzleDraft, word: str, entries: tuple[ir.PieceEntry, ...], left: dict[str, Letter], span: Span
) -> None:
    chosen = False
    for entry in entries:
        key = str(entry.key or "")
        if word == FLAG:
            if key in left or (not key and not chosen):
                chosen = left.pop(key, None) is not None
                draft.options.update({effect.name: str(effect.value) for effect in entry.effects})
            continue
        fitting = [text for text in left if key and re.fullmatch(rf"{re.escape(key)}\d*(\.\d+)?", text)]
        for text in fitting:
            letter = left.pop(text)
            if word == BEHIND:
                number = text.removeprefix(key)
                if not number.isdigit():
                    raise fail("E203", f"behind `{key}` a number is missing", letter.span)
                whole = ir.PieceEntry(None, entry.effects, entry.span)
                apply_item(
                    draft, [whole], (None,), [PlacedItem(int(number), letter.span)], what=f"`{word}`", drawing=False
                )
        if word == BEHIND and not fitting:
            raise fail("E203", f"`{key}` and a number are missing behind the size", span)


def _entries(piece: ir.ReadPiece) -> list[ir.PieceEntry]:
    """Return the entries of a piece that reads letters as options or numbers, none for other pieces."""
    listed = not piece.literal and piece.word in (FLAG, BEHIND)
    return [entry for layer in piece.layers for entry in layer] if listed else []


def write_parameters(shown: PuzzleToWrite, reading: ir.Reading) -> str:
    """The parameters of a puzzle: its size, then letters in the order of the pieces."""
    if _has(reading, TILING) and isinstance(shown.puzzle.geometry, Tiling):
        outline = written_outline(shown.puzzle.geometry)
        return f"{outline.width}x{outline.height}{outline.kind}"
    geometry = squares(shown.puzzle.geometry)
    result = f"{geometry.width}x{geometry.height}"
    if _has(reading, SQUARE):
        result = str(geometry.width)
    elif _has(reading, DOUBLE):
        if geometry.width != geometry.height + 1:
            raise fail("E208", "a game ID wants one column more than rows here")
        result = str(geometry.height - 1)
    letters = ""
    for piece in reading.pieces:
        if piece.literal:
            continue
        if piece.word == BLOCKS:
            (layer,) = piece_items(shown, piece, CODECS[BLOCKS])
            size = block_size(layer, geometry)
            result = f"{geometry.width}j" if size is None else f"{size[0]}x{size[1]}"
        elif piece.word == CAGES:
            layer = piece_items(shown, piece, CODECS[CAGES])[0]
            letters += "" if all(label is None for label in layer) else "k"
        elif piece.word == FLAG:
            letters += write_flags(shown, ir.Reading(reading.format, reading.type, (piece,), reading.span))
        elif piece.word == TILING:
            letters += SQUARES
        elif piece.word == REGIONS:
            letters += "".join(f"n{len(shown.puzzle.partitions.get(name, ()))}" for name in _partitions(reading))
        elif piece.word == BEHIND:
            letters += "".join(_number(shown, entry) for layer in piece.layers for entry in layer)
    return result + letters


def _number(shown: PuzzleToWrite, entry: ir.PieceEntry) -> str:
    name = entry.effects[0].name if entry.effects else ""
    given = shown.rules.given(name)
    value = shown.puzzle.givens.get(name, {}).get(None, given.default if given else None)
    if not isinstance(value, int):
        raise fail("E208", f"a game ID wants the number `{entry.key}`", hint=f"`{name}` has no value")
    return f"{entry.key}{value}"


def _has(reading: ir.Reading, word: str) -> bool:
    return any(not piece.literal and piece.word == word for piece in reading.pieces)
