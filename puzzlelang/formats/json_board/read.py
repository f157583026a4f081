"""Reads boards as the JSON that `write` writes, with the answer as the drawing."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_quoted
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.formats import located
from puzzlelang.formats.holes import cut_regions, imply_missing_cells
from puzzlelang.formats.json_board.arrangement import Arrangement, arranged, rows_of_cells
from puzzlelang.formats.json_board.boards import board
from puzzlelang.formats.json_board.values import value
from puzzlelang.formats.located import LocatedValue
from puzzlelang.formats.text.draft import may_be_missing, needs_every_value
from puzzlelang.formats.text.gathered import places_by_name
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Group, Member, Place, Region
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.puzzle import Drawing, Key, Puzzle, Value
from puzzlelang.source import Source, Span
from puzzlelang.typed.ir import (
    Find,
    FunctionKind,
    Given,
    GroupsKind,
    PartitionKind,
    Ruleset,
    SetKind,
    SingleKind,
)

FIELDS = ("puzzle", "lattice", "from", "absent", "rows", "columns", "options", "givens", "regions", "groups", "answer")
"""What a board has; `puzzle`, `rows`, `columns` and `givens` are always there."""

_BOARD = re.compile(r'[\s\ufeff]*+\{[^{]*?"(?:puzzle"\s*+:\s*+"|givens"\s*+:)')
"""How such a text begins: the title before the first object in it, or the givens."""


def is_board(text: str) -> bool:
    """Whether a text looks like such a board, not like the JSON of another program."""
    return _BOARD.match(text) is not None


class _Draft(msgspec.Struct, eq=False):
    """The values that were read so far."""

    rules: Ruleset
    geometry: Geometry
    givens: dict[str, dict[Key, Value]] = msgspec.field(default_factory=dict)
    partitions: dict[str, tuple[Region, ...]] = msgspec.field(default_factory=dict)
    groups: dict[str, tuple[Group, ...]] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    spans: dict[tuple[str, Key], Span] = msgspec.field(default_factory=dict)


def read(rules: Ruleset, source: Source) -> Puzzle:
    """Reads the puzzle of such a text, and what is drawn on it.  Raises `Failed` with the first error."""
    members = _members(source)
    title = members.get("puzzle")
    if title is not None and title.text != rules.title:
        problem = f"this is a board of {title.text}, and the rules are those of {rules.title}"
        raise fail("E201", problem, title.span, hint=f"solve it by the rules of {title.text}")
    draft = _Draft(rules, board(rules, members, source.first()))
    draft.options = dict(_options(rules, members.get("options")))
    for name, part in _named_members(members.get("regions")):
        _read_partition(draft, name, part)
    for name, part in _named_members(members.get("groups")):
        _read_groups(draft, name, part)
    for name, part in _named_members(members.get("givens")):
        _read_given(draft, name, part)
    _check_missing(draft, source)
    parts = (source, draft.geometry, draft.givens, draft.partitions, draft.options, draft.spans)
    puzzle = cut_regions(rules, imply_missing_cells(rules, Puzzle(*parts, groups=draft.groups)))
    if "answer" in members:
        puzzle = msgspec.structs.replace(puzzle, drawing=_drawing(rules, puzzle, members["answer"]))
    return puzzle


def _members(source: Source) -> Mapping[str, LocatedValue]:
    """The members of the whole text.  Raises `Failed` for what is no JSON, and for unknown names."""
    try:
        json.loads(source.text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        at = min(error.pos + len(source.text) - len(source.text.lstrip("\ufeff")), max(len(source.text) - 1, 0))
        raise fail("E203", f"this is no JSON: {error.msg}", source.span(at, at + 1)) from None
    except RecursionError:
        raise fail("E203", "this lies deeper than any board", source.first()) from None
    result = located.parse(source, once=True).members
    for name, part in result.items():
        if name not in FIELDS:
            hint = did_you_mean(name, FIELDS) or f"a board has {join_quoted(FIELDS)}"
            raise fail("E104", f"a board has no `{name}`", part.span, hint=hint)
    return result


def _named_members(part: LocatedValue | None) -> Iterator[tuple[str, LocatedValue]]:
    yield from () if part is None else part.members.items()


def _options(rules: Ruleset, part: LocatedValue | None) -> Iterator[tuple[str, str]]:
    known = {option.name: option for option in rules.options}
    for name, result in _named_members(part):
        if name not in known:
            raise _unknown("option", name, result.span, known)
        if result.text not in known[name].members:
            hint = join_quoted(known[name].members)
            raise fail("E106", f"`{result.text}` is no value of {name}", result.span, hint=hint)
        yield name, result.text


def _unknown(what: str, name: str, span: Span, known: Mapping[str, object]) -> Failed:
    hint = did_you_mean(name, known) or (f"there are {join_quoted(known)}" if known else f"these rules have no {what}s")
    return fail("E104", f"there is no {what} `{name}`", span, hint=hint)


def _find_given(draft: _Draft, name: str, span: Span, kinds: tuple[type, ...], what: str) -> Given:
    known = {given.name: given for given in draft.rules.givens if isinstance(given.kind, kinds)}
    if name not in known:
        raise _unknown(what, name, span, known)
    return known[name]


def _read_partition(draft: _Draft, name: str, part: LocatedValue) -> None:
    given = _find_given(draft, name, part.span, (PartitionKind,), "partition")
    labels: dict[str, list[Cell]] = {}
    for cell, result in _places_with_values(rows_of_cells(draft.geometry), part):
        assert isinstance(cell, Cell)
        if result.value is not None:
            labels.setdefault(result.text, []).append(cell)
            draft.spans[name, cell] = result.span
        elif needs_every_value(given) and not draft.rules.missing:
            raise fail("E112", f"{cell} has no {name}", result.span, hint="write a name, such as `a`")
    draft.partitions[name] = tuple(
        Region(index, name, label, tuple(cells)) for index, (label, cells) in enumerate(labels.items())
    )


def _read_groups(draft: _Draft, name: str, part: LocatedValue) -> None:
    given = _find_given(draft, name, part.span, (GroupsKind,), "declaration of groups")
    assert isinstance(given.kind, GroupsKind)
    there = places_by_name(given.kind.members, draft.geometry)
    result: list[Group] = []
    for label, places in part.members.items():
        members: list[Member] = []
        for one in places.items:
            if (place := there.get(one.text)) is None:
                raise fail("E113", f"there is no {given.kind.members.value} `{one.text}` on the board", one.span)
            if (given.kind.ordered and members[-1:] == [place]) or (not given.kind.ordered and place in members):
                raise fail("E107", f"`{one.text}` is in `{label}` twice", one.span, hint="leave one out")
            members.append(place)
        if not members:
            raise fail("E106", f"`{label}` is empty", places.span, hint="write its places, or leave it out")
        ordered = members if given.kind.ordered else sorted(members, key=lambda place: place.index)
        result.append(Group(len(result), name, label, tuple(ordered), given.kind.ordered))
        draft.spans[name, result[-1]] = places.span
    draft.groups[name] = tuple(result)


def _read_given(draft: _Draft, name: str, part: LocatedValue) -> None:
    given = _find_given(draft, name, part.span, (SetKind, FunctionKind, SingleKind), "given")
    draft.givens[name] = {}
    for place, result in _values(given, draft.geometry, draft.partitions, draft.groups, part):
        content = value(given, result)
        if content is not None and content is not False:
            draft.givens[name][place] = content
            draft.spans[name, place] = result.span
        elif content is None and place is not None and needs_every_value(given):
            raise fail("E112", f"{place} has no {name}", result.span, hint="write its value there")


def _drawing(rules: Ruleset, puzzle: Puzzle, part: LocatedValue) -> Drawing | None:
    values: dict[str, dict[Place, Value]] = {}
    spans: dict[tuple[str, Place], Span] = {}
    known = {find.name: find for find in rules.finds}
    for name, answer in part.members.items():
        if name not in known:
            raise _unknown("find", name, answer.span, known)
        for place, result in _values(known[name], puzzle.geometry, puzzle.partitions, puzzle.groups, answer):
            content = value(known[name], result)
            if content is not None and place is not None:
                values.setdefault(name, {})[place] = content
                spans[name, place] = result.span
    return Drawing(values, spans) if values else None


def _values(
    item: Given | Find,
    geometry: Geometry,
    partitions: Mapping[str, Sequence[Region]],
    groups: Mapping[str, Sequence[Group]],
    part: LocatedValue,
) -> Iterator[tuple[Key, LocatedValue]]:
    """The places of an item with what the text says of each."""
    match item.kind:
        case SingleKind():
            yield None, part
        case PartitionKind():
            yield from _places_with_values(rows_of_cells(geometry), part)
        case FunctionKind(sort=sort, partition=partition):
            named = (groups if sort in GATHERED else partitions).get(partition or "", ())
            yield from _places_with_values(_template(sort, geometry, named), part)
        case SetKind(sort=sort):
            regions = [region for regions in partitions.values() for region in regions]
            yield from _places_with_values(_template(sort, geometry, regions), part)
        case _:
            raise AssertionError("groups are no values of places")


def _template(sort: Sort, geometry: Geometry, regions: Sequence[Region | Group]) -> Arrangement:
    return arranged(sort, geometry, regions, lambda place: place)


def _places_with_values(template: Arrangement, part: LocatedValue) -> Iterator[tuple[Place, LocatedValue]]:
    """The places of an arrangement with the values of a part that lies like it; what is not there is left out."""
    match template:
        case dict():
            for name, result in part.members.items():
                if name not in template:
                    raise _unknown("place", name, result.span, template)
                yield from _places_with_values(template[name], result)
        case list():
            if len(part.items) != len(template):
                wrong = f"there are {len(part.items)} items here, and the board has {len(template)}"
                raise fail("E101", wrong, part.span, hint="`null` stands where nothing is said")
            for one, result in zip(template, part.items, strict=True):
                yield from _places_with_values(one, result)
        case None:
            if part.value is not None and part.value is not False:
                raise fail("E113", "there is no cell here", part.span, hint="write `null`")
        case place:
            assert isinstance(place, Place)
            yield place, part


def _check_missing(draft: _Draft, source: Source) -> None:
    """Raises `Failed` for a given that the board has to mention and does not."""
    there = {*draft.givens, *draft.partitions, *draft.groups}
    for given in draft.rules.givens:
        if given.name in there or may_be_missing(draft.rules, given) or isinstance(given.kind, GroupsKind):
            continue
        if isinstance(given.kind, FunctionKind) and given.kind.sort in GATHERED and not draft.groups:
            continue  # a board has no groups unless it says which
        where = "regions" if isinstance(given.kind, PartitionKind) else "givens"
        hint = f"add `{given.name}` to `{where}`"
        raise Failed([Diagnostic("E108", f"the board says nothing of {given.name}", source.first(), help=hint)])
