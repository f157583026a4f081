"""Reads and writes blocks of groups and paths: `a: R1C1 R1C2`, a label and the names of places.

A link is `R1C1-R1C2`, a border `R1C1/R1C2` or `R1C1/top`, a corner `R1C1/top/left`.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.split import Block, TextRow, TextToken
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Border, Corner, Group, Link, Member, place_text, sides_of_cell
from puzzlelang.geometry.sorts import Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.puzzle import Key
from puzzlelang.source import Span
from puzzlelang.typed.ir import GroupsKind

_ENTRY = re.compile(r"(?<![^\s:])([^\s:]++)\s*+:")
"""Begins at words only, so long lines do not take long."""

_LABEL = re.compile(r"[A-Za-z0-9]+")
_CELL = re.compile(r"R([0-9]{1,9})C([0-9]{1,9})", re.IGNORECASE)

SPELLINGS: Mapping[Sort, str] = {
    Sort.CELL: "R1C2",
    Sort.LINK: "R1C1-R1C2",
    Sort.BORDER: "R1C1/R1C2",
    Sort.CORNER: "R1C1/bottom/right",
}
"""An example of how a place of each sort is written."""


class GatheredGroups(msgspec.Struct, eq=False):
    """The groups or paths of a block, where each label stands, and all errors."""

    groups: list[Group] = msgspec.field(default_factory=list)
    spans: dict[Key, Span] = msgspec.field(default_factory=dict)
    problems: list[Diagnostic] = msgspec.field(default_factory=list)


def read_groups(name: str, kind: GroupsKind, block: Block, geometry: Geometry) -> GatheredGroups:
    """The groups or paths in the block of a given."""
    result = GatheredGroups()
    places = places_by_name(kind.members, geometry, small=True)
    labels: set[str] = set()
    for row in block.written:
        entries = list(_ENTRY.finditer(row.text))
        start = entries[0].start() if entries else len(row.text)
        if row.text[:start].strip():
            token = row.tokens()[0]
            advice = f"begin with a label: `a: {' '.join(one.text for one in row.tokens())}`"
            result.problems.append(Diagnostic("E106", f"`{token.text}` has no label", token.span, help=advice))
            continue
        for entry, end in zip(entries, [*(one.start() for one in entries[1:]), len(row.text)], strict=True):
            label = row.token(*entry.span(1))
            tokens = TextRow(row.source, row.start + entry.end(), row.text[entry.end() : end]).tokens()
            members = _members(result, kind, label, tokens, places)
            if not _LABEL.fullmatch(label.text):
                problem = f"`{label.text}` is no label of a {_word(kind)}"
                advice = "a label has letters and digits, such as `a`"
                result.problems.append(Diagnostic("E106", problem, label.span, help=advice))
            elif label.text in labels:
                advice = f"give each {_word(kind)} a label of its own"
                result.problems.append(Diagnostic("E107", f"`{label.text}` is there twice", label.span, help=advice))
            elif members:
                group = Group(len(result.groups), name, label.text, members, kind.ordered)
                result.groups.append(group)
                result.spans[group] = label.span
            labels.add(label.text)
    return result


def _word(kind: GroupsKind) -> str:
    return "path" if kind.ordered else "group"


def _members(
    gathered_groups: GatheredGroups,
    kind: GroupsKind,
    label: TextToken,
    tokens: Sequence[TextToken],
    places: Mapping[str, Member],
) -> tuple[Member, ...]:
    """The places of a group in the order of the board, of a path as they stand; what is wrong is reported."""
    members: list[Member] = []
    for token in tokens:
        place = places.get(token.text.lower())
        if place is None:
            gathered_groups.problems.append(_no_place(token, kind.members))
        elif not kind.ordered and place in members:
            problem = f"`{token.text}` is in group `{label.text}` twice"
            gathered_groups.problems.append(Diagnostic("E107", problem, token.span, help="leave one out"))
        elif kind.ordered and members and members[-1] is place:
            problem = f"path `{label.text}` stays at `{token.text}`"
            gathered_groups.problems.append(Diagnostic("E107", problem, token.span, help="leave one out"))
        else:
            members.append(place)
    if not tokens:
        advice = f"write its places, such as `{label.text}: {SPELLINGS[kind.members]}`, or leave it out"
        gathered_groups.problems.append(
            Diagnostic("E106", f"{_word(kind)} `{label.text}` is empty", label.span, help=advice)
        )
    return tuple(members if kind.ordered else sorted(members, key=lambda place: place.index))


def _no_place(token: TextToken, sort: Sort) -> Diagnostic:
    if sort is Sort.CELL and _CELL.fullmatch(token.text):
        return Diagnostic("E113", f"there is no `{token.text}` on the board", token.span, help="it lies outside")
    advice = "write blanks between places, no commas" if "," in token.text else f"write such as `{SPELLINGS[sort]}`"
    return Diagnostic("E113", f"there is no {sort.value} `{token.text}` on the board", token.span, help=advice)


def places_by_name(sort: Sort, geometry: Geometry, *, small: bool = False) -> dict[str, Member]:
    """The cells, links, borders or corners of a board by all their names, which begin with the usual one."""
    result: dict[str, Member] = {}
    for place in geometry.places(sort):
        assert isinstance(place, Member)
        names = [place_text(place)]
        match place:
            case Link(first=first, second=second):
                names.append(f"{second}-{first}")
            case Border() | Corner() if isinstance(geometry, SquareGrid):
                names += ["/".join([str(cell), *sides_of_cell(cell, place)]) for cell in place.cells]
                names += ["/".join(map(str, reversed(place.cells)))] * isinstance(place, Border)
            case Border(cells=(first, second)):
                names.append(f"{second}/{first}")
            case _:
                pass
        result.update((name.lower() if small else name, place) for name in names)
    return result


def write_groups(groups: Sequence[Group]) -> str:
    """The lines of a block, one for each group or path."""
    return "".join(f"{one.label}: {' '.join(map(place_text, one.members))}\n" for one in groups)
