"""Whole boards in serialised form, for messages between processes."""

import msgspec

from puzzlelang.ground import from_typed
from puzzlelang.puzzle import Puzzle, Unknown, Value
from puzzlelang.sessions.wire import Code, Places, place_code
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset

SentValue = bool | int | str | tuple[int | str, ...]
"""A value of a given; `?` and `*` are texts, which no enumeration has."""


class Board(msgspec.Struct, frozen=True, array_like=True):
    """The givens, partitions and groups of a puzzle; both processes have the rules and the geometry already."""

    givens: tuple[tuple[str, tuple[tuple[Code | None, SentValue], ...]], ...]
    partitions: tuple[tuple[str, tuple[Code, ...]], ...]
    groups: tuple[tuple[str, tuple[Code, ...]], ...]


def board(puzzle: Puzzle) -> Board:
    """A puzzle to be sent."""
    givens = tuple(
        (
            name,
            tuple(
                (None if place is None else place_code(place), _sent_value(value)) for place, value in values.items()
            ),
        )
        for name, values in puzzle.givens.items()
    )
    partitions = tuple((name, tuple(map(place_code, regions))) for name, regions in puzzle.partitions.items())
    groups = tuple((name, tuple(map(place_code, those))) for name, those in puzzle.groups.items())
    return Board(givens, partitions, groups)


def _sent_value(value: Value) -> SentValue:
    if isinstance(value, tuple):
        return tuple(str(one) if isinstance(one, Unknown) else one for one in value)
    return str(value) if isinstance(value, Unknown) else value


def puzzle(sent: Board, rules: Ruleset, template: Puzzle) -> Puzzle:
    """The puzzle that was sent, on the board of its template."""
    places = Places(template.geometry, template.partitions, template.groups)
    partitions = {name: tuple(map(places.region, codes)) for name, codes in sent.partitions}
    groups = {name: tuple(map(places.group, codes)) for name, codes in sent.groups}
    here = Places(template.geometry, partitions, groups)
    givens = {
        name: {None if code is None else here.place(code): _received_value(value) for code, value in values}
        for name, values in sent.givens
    }
    bare = Puzzle(Source("<generated>", ""), template.geometry, givens, partitions, template.options, groups=groups)
    return from_typed.without_defaults(rules, msgspec.structs.replace(bare, outside=template.outside))


def _received_value(value: SentValue) -> Value:
    if isinstance(value, tuple):
        return tuple(Unknown(one) if isinstance(one, str) else one for one in value)
    return Unknown(value) if value in ("?", "*") else value
