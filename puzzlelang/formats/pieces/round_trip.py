"""Compares a puzzle with what its written text says, read again; defaults that a text need not name."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.pieces.apply import piece_items
from puzzlelang.formats.pieces.codec import Codec
from puzzlelang.formats.pieces.flags import choices
from puzzlelang.formats.pieces.items_to_values import target
from puzzlelang.formats.pieces.values_to_items import PuzzleToWrite
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Group, Place, Region
from puzzlelang.geometry.polyominoes import parse_bank
from puzzlelang.geometry.tiling import Tiling
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.typed.codecs.formats import FORMATS
from puzzlelang.typed.ir import (
    Base,
    Builtin,
    Constant,
    Effect,
    Expression,
    Find,
    PartitionKind,
    Reading,
    Ruleset,
    SetKind,
    SingleKind,
)

SIZE = "size"

HOLD_EVERYTHING = "`--to text` and `--to json` hold everything"
"""The way out where a form cannot hold a board."""

Drawn = Mapping[str, Mapping[Place, Value]]


def round_trip_key(rules: Ruleset, puzzle: Puzzle) -> dict[str, object]:
    """Return all that a board states, by name, for comparison with a board read from another text.

    Regions are sets of cells without labels, banks are shapes.  Values equal to a constant default are left out.
    """
    singles = {given.name: given.kind.value.base for given in rules.givens if isinstance(given.kind, SingleKind)}
    usual = {given.name: {"None": given.default.value} for given in rules.givens if isinstance(given.default, Constant)}
    result: dict[str, object] = {SIZE: _extent(puzzle.geometry)}
    for name, values in puzzle.givens.items():
        lists = {_place(key): _list(value) for key, value in values.items()}
        if lists and lists != usual.get(name):
            shaped = singles.get(name) is Base.SHAPES
            result[name] = {key: parse_bank(str(value)).shapes for key, value in lists.items()} if shaped else lists
    for name, regions in puzzle.partitions.items():
        if regions:
            result[name] = {frozenset(cell.index for cell in region.cells) for region in regions}
    for name, groups in puzzle.groups.items():
        if groups:
            result[name] = Counter(tuple(map(str, group.members)) for group in groups)
    return result | {option.name: puzzle.options.get(option.name, option.default) for option in rules.options}


def _extent(board: Geometry) -> object:
    """Return which cells of which lattice a board has."""
    beginning = (board.first, board.left, board.absent) if isinstance(board, Tiling) else ()
    return board.lattice, board.height, board.width, *beginning


def is_same_puzzle(rules: Ruleset, puzzle: Puzzle, other: Puzzle) -> bool:
    """Return whether `other`, read from a text, represents `puzzle`.

    Not compared are options that the text does not state, and givens with a computed default that one lacks.
    """
    wanted, result = round_trip_key(rules, puzzle), round_trip_key(rules, other)
    computed = (g.name for g in rules.givens if g.default is not None and not isinstance(g.default, Constant))
    free = {name for name in computed if name not in wanted or name not in result}
    free |= {option.name for option in rules.options if option.name not in other.options}
    return all(name in free or wanted.get(name) == result.get(name) for name in [*wanted, *result])


def _place(key: Key) -> object:
    """Return a place in a form that equals that of another board; regions and groups without their labels."""
    if isinstance(key, Group):
        return tuple(map(str, key.members))
    return frozenset(cell.index for cell in key.cells) if isinstance(key, Region) else str(key)


def _list(value: Value) -> Value:
    """Return the empty list for a list of the number 0 alone: both mean a line without stretches."""
    return () if value == (0,) else value


def lost_name(shown: PuzzleToWrite, reading: Reading, again: Puzzle, *, draws: bool) -> str | None:
    """The first name whose value `again` lacks or has wrong, with a value that is not there.

    None if all came back.  With `draws` what is drawn counts as well.  Letters for variants are left to
    `check_letters`.
    """
    wanted, result = round_trip_key(shown.rules, shown.puzzle), round_trip_key(shown.rules, again)
    letters = {effect.name for effect in _choices(reading)}
    for name in dict.fromkeys([*wanted, *result]):
        if name not in letters and wanted.get(name) != result.get(name):
            option = {None: wanted[name]} if isinstance(wanted.get(name), str) else {}
            return _missing(name, option or shown.puzzle.givens.get(name, {}), again.givens.get(name, {}))
    values: Drawn = again.drawing.values if again.drawing else {}
    for name in shown.drawn if draws else ():
        if not _drawn_alike(shown.rules, name, shown.drawn[name], values.get(name)):
            plain = not isinstance(_kind(shown.rules, name), PartitionKind)
            return _missing(name, shown.drawn[name] if plain else {}, values.get(name, {}))
    return None


def _missing(name: str, wanted: Mapping[Any, object], result: Mapping[Any, Value]) -> str:
    """A name, and the first of its values that was not found, with its place."""
    there = {_place(key): value for key, value in result.items()}
    for key, value in wanted.items():
        if value is not False and there.get(_place(key)) != value:
            place = "" if key is None else str(key)
            parts = () if value is True else (",".join(map(str, value)) if isinstance(value, tuple) else f"{value}",)
            return f"`{name}` ({' at '.join(filter(None, (*(f'`{part}`' for part in parts), place)))})"
    return f"`{name}`"


def _kind(rules: Ruleset, name: str) -> object:
    find = rules.find(name)
    assert find is not None
    return find.kind


def _drawn_alike(
    rules: Ruleset, name: str, wanted: Mapping[Place, Value], result: Mapping[Place, Value] | None
) -> bool:
    """Return whether the drawn values of a find come back; for a set only its members count."""
    values = {_place(place): value for place, value in (result or {}).items()}
    match _kind(rules, name):
        case SetKind():
            return {_place(place) for place, value in wanted.items() if value} == {
                place for place, value in values.items() if value
            }
        case PartitionKind():
            return _parts(wanted) == _parts(result or {})
        case _:
            return all(values.get(_place(place)) == value for place, value in wanted.items())


def _parts(labels: Mapping[Place, Value]) -> set[frozenset[int]]:
    """The parts as indices of cells; cells in none are in no part."""
    parts: dict[Value, set[int]] = {}
    for place, label in labels.items():
        if isinstance(place, Cell) and label is not False:
            parts.setdefault(label, set()).add(place.index)
    return {frozenset(part) for part in parts.values()}


def check_letters(shown: PuzzleToWrite, reading: Reading, codecs: Mapping[str, Codec]) -> None:
    """Check that letters can state the value of each option that they choose.

    Raises `Failed` if they cannot, and some place has no item: the value of such a place may depend on the option.
    """
    effects = {(effect.name, effect.value) for effect in _choices(reading)}
    for option in shown.rules.options:
        name, value = option.name, shown.puzzle.options.get(option.name, option.default)
        if (name, value) in effects or all(name != other for other, _ in effects):
            continue
        pieces = [piece for piece in reading.pieces if not piece.literal and piece.word in codecs]
        texts = (
            layer
            for piece in pieces
            for entries, layer in zip(piece.layers, piece_items(shown, piece, codecs[piece.word]), strict=True)
            if not isinstance(target(shown.rules, entries), Find)
        )
        if any(None in layer for layer in texts):
            choices = " or ".join(f"`{name}: {text}`" for other, text in sorted(effects, key=str) if other == name)
            problem = f"the type `{reading.type}` cannot say `{name}: {value}`, and some places have no value"
            raise fail("E208", problem, hint=f"give the board {choices}")


def _choices(reading: Reading) -> list[Effect]:
    """The options that the letters at the size can say."""
    layers = (layer for piece in choices(reading) for layer in piece.layers)
    return [effect for layer in layers for entry in layer for effect in entry.effects]


def assumed_defaults(rules: Ruleset, reading: Reading, puzzle: Puzzle) -> Mapping[str, str]:
    """Return the options and givens that the text leaves to their defaults, each with its default as text.

    Options that the statement reads are not among them: a missing letter states their value as well.
    Partitions are among them only if the statement could read them, and a text need not have them.
    """
    pieces = FORMATS[reading.format].pieces
    layers = [(piece.word, layer) for piece in reading.pieces for layer in piece.layers]
    names = {effect.name: word for word, layer in layers for entry in layer for effect in entry.effects}
    result = {
        option.name: option.default
        for option in rules.options
        if option.name not in names and option.name not in puzzle.options
    }
    for given in rules.givens:
        single = isinstance(given.kind, SingleKind) and given.name not in puzzle.givens
        drawn = isinstance(given.kind, PartitionKind) and given.name in names and given.name not in puzzle.partitions
        drawn = drawn and not pieces[names[given.name]].whole
        if given.default is not None and (single or drawn):
            result[given.name] = _default_text(given.default)
    return result


def _default_text(default: Expression) -> str:
    match default:
        case Constant(value=value):
            return str(value)
        case Builtin(name=name):
            return name
        case _:
            return ""
