"""Places, drawings and diagnostics in serialised form, for messages between processes.

Places are compared by identity, and each process has its own; a message has codes that identify a place of the board.
Sources are sent once, and not at all if both processes have them.
"""

import io
import pickle
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, BinaryIO

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import (
    Border,
    Cell,
    Corner,
    Direction,
    Group,
    GroupOfCells,
    Line,
    Link,
    Member,
    Place,
    Region,
    View,
    sort_of_place,
)
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.puzzle import Drawing, Puzzle, Unknown, Value
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir

Code = tuple[str, int, str, tuple[int, ...]]
"""A place: its sort, its index there, and for places of no sort of the board's own their name and cells.

Of a group or a path the name is the declaration's name, a blank and its label; of members that are no cells the
indices among the places of their sort, which stands behind a blank in the first part.
"""

DrawnValue = bool | int | str | tuple[int, ...]
"""A value that somebody drew."""

_GATHERED = frozenset(sort.value for sort in GATHERED)

_REGION = "region "
"""Codes of regions begin with it, before the name of their partition."""

_OWN = Cell | Border | Link | Corner | Direction | Line | View
"""Places that a board has by itself."""


def place_code(place: Place) -> Code:
    """The code of a place."""
    if isinstance(place, _OWN):
        return place.sort.value, place.index, "", ()
    if isinstance(place, GroupOfCells):
        return Sort.GROUP.value, place.index, place.name, tuple(cell.index for cell in place.cells)
    if isinstance(place, Group):
        own = f"{sort_of_place(place).value} {sort_of_place(place.members[0]).value}"
        return own, place.index, f"{place.name} {place.label}", tuple(one.index for one in place.members)
    assert isinstance(place, Region)
    return f"{_REGION}{place.partition}", place.index, place.label, tuple(cell.index for cell in place.cells)


class Places:
    """The places of a board by their codes; `regions` and `groups` are those of the puzzle, by declaration."""

    def __init__(
        self,
        geometry: Geometry,
        regions: Mapping[str, Sequence[Region]],
        groups: Mapping[str, Sequence[Group]],
    ) -> None:
        self.geometry = geometry
        self.regions = regions
        self.groups = groups
        self._known: dict[Code, Place] = {}
        self._sorted: dict[str, Sequence[Place]] = {}

    def place(self, code: Code) -> Place:
        """The place of a code."""
        sort = code[0]
        if sort in self._sorted:
            return self._sorted[sort][code[1]]
        if sort != Sort.GROUP.value and " " not in sort:
            self._sorted[sort] = self.geometry.places(Sort(sort))
            return self._sorted[sort][code[1]]
        if code not in self._known:
            self._known[code] = self._new(code)
        return self._known[code]

    def region(self, code: Code) -> Region:
        """Return the region of a code, which must be the code of one."""
        result = self.place(code)
        assert isinstance(result, Region)
        return result

    def group(self, code: Code) -> Group:
        """Return the group or path of a code, which must be the code of one."""
        result = self.place(code)
        assert isinstance(result, Group)
        return result

    def _new(self, code: Code) -> Place:
        sort, index, name, numbers = code
        gathered, _, members = sort.partition(" ")
        if gathered in _GATHERED and sort != Sort.GROUP.value:
            return self._group(code, Sort(members), ordered=gathered == Sort.PATH.value)
        cells = tuple(self.geometry.cells[number] for number in numbers)
        if sort == Sort.GROUP.value:
            return GroupOfCells(index, name, cells)
        partition = sort.removeprefix(_REGION)
        same_label = (region for region in self.regions.get(partition, ()) if region.label == name)
        return next(same_label, None) or Region(index, partition, name, cells)

    def _group(self, code: Code, sort: Sort, *, ordered: bool) -> Group:
        _, index, called, numbers = code
        name, _, label = called.partition(" ")
        same_label = (group for group in self.groups.get(name, ()) if group.label == label)
        there = self.geometry.places(sort)
        members = tuple(one for number in numbers if isinstance(one := there[number], Member))
        return next(same_label, None) or Group(index, name, label, members, ordered)


class Subject(msgspec.Struct, frozen=True):
    """The start message of a worker; `watch`: note which guards of the rules let something through."""

    rules: ir.Ruleset
    puzzle: Puzzle
    watch: bool = False


class _Pickler(pickle.Pickler):
    """A pickler that writes codes for places of the board."""

    def persistent_id(self, result: Any) -> Code | str | None:
        if isinstance(result, Geometry):
            return "geometry"
        if isinstance(result, Cell | Border | Link | Corner | Line | View | Direction):
            return place_code(result)
        return None


class _Unpickler(pickle.Unpickler):
    """An unpickler that replaces these codes by the places of the geometry."""

    def __init__(self, stream: BinaryIO, geometry: Geometry) -> None:
        super().__init__(stream)
        self.places = Places(geometry, {}, {})

    def persistent_load(self, code: Any) -> object:
        return self.places.geometry if code == "geometry" else self.places.place(code)


def pickle_subject(subject: Subject) -> bytes:
    """A board to be sent to a worker; what comes back from it is never pickled."""
    stream = io.BytesIO()
    pickle.dump(subject.puzzle.geometry, stream)
    _Pickler(stream).dump(subject)
    return stream.getvalue()


def unpickle_subject(stream: BinaryIO) -> Subject:
    """The board that was sent."""
    geometry = pickle.load(stream)
    result: Subject = _Unpickler(stream, geometry).load()
    return result


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """One value that is drawn, with its place in the text if it has one (`start` is -1 if not)."""

    find: str
    place: Code
    value: DrawnValue
    start: int = -1
    end: int = -1


class Marks(msgspec.Struct, frozen=True, array_like=True):
    """A drawing; `name` and `text` are of its source."""

    name: str
    text: str
    marks: tuple[Mark, ...]


def marks(drawing: Drawing | None) -> Marks | None:
    """A drawing to be sent."""
    if drawing is None:
        return None
    source = next((span.source for span in drawing.spans.values()), None)
    result = []
    for find, values in drawing.values.items():
        for place, value in values.items():
            span = drawing.spans.get((find, place))
            there = (span.start, span.end) if span is not None and span.source is source else (-1, -1)
            result.append(Mark(find, place_code(place), _plain(value), *there))
    return Marks(source.name if source else "", source.text if source else "", tuple(result))


def _plain(value: Value) -> DrawnValue:
    if isinstance(value, tuple):
        return tuple(one for one in value if not isinstance(one, Unknown))
    return "?" if isinstance(value, Unknown) else value


def drawing(sent: Marks | None, places: Places, sources: Sequence[Source]) -> Drawing | None:
    """The drawing that was sent; a source that this side has already is taken from `sources`."""
    if sent is None:
        return None
    same_text = (one for one in sources if (one.name, one.text) == (sent.name, sent.text))
    source = next(same_text, None) or Source(sent.name, sent.text)
    values: dict[str, dict[Place, Value]] = {}
    spans: dict[tuple[str, Place], Span] = {}
    for mark in sent.marks:
        place = places.place(mark.place)
        values.setdefault(mark.find, {})[place] = mark.value
        if mark.start >= 0:
            spans[mark.find, place] = Span(source, mark.start, mark.end)
    return Drawing(values, spans)


class SpanMessage(msgspec.Struct, frozen=True, array_like=True):
    """A span: the position of its source among those of the message, and its offsets."""

    source: int
    start: int
    end: int


class DiagnosticMessage(msgspec.Struct, frozen=True, array_like=True):
    """A diagnostic."""

    code: str
    message: str
    span: SpanMessage | None
    here: str
    help: str
    labels: tuple[tuple[SpanMessage, str], ...]


class Diagnostics(msgspec.Struct, frozen=True, array_like=True):
    """Diagnostics and their sources.  Positions count shared sources first; only the others are in `sources`."""

    sources: tuple[tuple[str, str], ...]
    items: tuple[DiagnosticMessage, ...]


def diagnostics(items: Iterable[Diagnostic], shared: Sequence[Source]) -> Diagnostics:
    """Diagnostics to be sent; `shared` are the sources that both sides have."""
    sources = list(shared)

    def where(span: Span) -> SpanMessage:
        for position, source in enumerate(sources):
            if source is span.source:
                return SpanMessage(position, span.start, span.end)
        sources.append(span.source)
        return SpanMessage(len(sources) - 1, span.start, span.end)

    messages = tuple(
        DiagnosticMessage(
            item.code,
            item.message,
            None if item.span is None else where(item.span),
            item.here,
            item.help,
            tuple((where(label.span), label.message) for label in item.labels),
        )
        for item in items
    )
    return Diagnostics(tuple((source.name, source.text) for source in sources[len(shared) :]), messages)


def read_diagnostics(sent: Diagnostics, shared: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """The diagnostics that were sent."""
    sources = [*shared, *(Source(name, text) for name, text in sent.sources)]

    def span(where: SpanMessage) -> Span:
        return Span(sources[where.source], where.start, where.end)

    return tuple(
        Diagnostic(
            item.code,
            item.message,
            None if item.span is None else span(item.span),
            item.here,
            item.help,
            tuple(Label(span(where), message) for where, message in item.labels),
        )
        for item in sent.items
    )
