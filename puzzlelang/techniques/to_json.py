"""Patterns and searches as JSON, and read back."""

import enum
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.names import name
from puzzlelang.techniques.record import Area, Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.search import Search, Task
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.typed import ir, to_text

Json = Mapping[str, Any]

VERSION = 1
"""The version of the form of a search that is kept."""


class FactRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact as JSON: `value` is a number or a name, `present` the presence of a member or a value."""

    name: str
    sort: str
    row: int
    column: int
    value: int | str | None = None
    present: bool | None = None
    holds: bool = True

    def fact(self) -> Fact:
        """The fact."""
        spot = Spot(self.sort, self.row, self.column)
        if self.present is not None:
            return Fact(self.name, spot, Presence.PRESENT if self.present else Presence.ABSENT, self.holds)
        return Fact(self.name, spot, "" if self.value is None else self.value, self.holds)


class AreaRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cells of one region by lattice coordinates, as JSON."""

    cells: tuple[tuple[int, int], ...]
    whole: bool = False


class PatternRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pattern as JSON; `rules`: the names of rules that it follows from, if that was looked for."""

    name: str
    rows: int
    columns: int
    rims: tuple[str, ...]
    premises: tuple[FactRecord, ...]
    conclusions: tuple[FactRecord, ...]
    direct: bool = False
    areas: tuple[AreaRecord, ...] = ()
    rules: tuple[str, ...] = ()

    def pattern(self) -> Pattern:
        """The pattern."""
        premises, conclusions = (tuple(one.fact() for one in facts) for facts in (self.premises, self.conclusions))
        return Pattern(_window(self), premises, conclusions, self.direct)


class TaskRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A task that is done, as JSON."""

    premises: int
    rows: int
    columns: int
    rims: tuple[str, ...]
    conclusion: FactRecord
    areas: tuple[AreaRecord, ...] = ()


class SearchRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A search as JSON: `rules` is the text of the rules that it is about."""

    version: int
    title: str
    rules: str
    patterns: tuple[PatternRecord, ...]
    done: tuple[TaskRecord, ...]


class KeptTechniques(msgspec.Struct, frozen=True, omit_defaults=True):
    """The patterns of some rules that decide most, as data beside the rule file; their names may be changed.

    `rules`: what these rules are, in short; see `rules_mark`.  `turns` are the turns and flips after which patterns
    hold as well, `alike` the givens whose numbers only tell what is the same.
    """

    version: int
    title: str
    rules: str
    assumed: tuple[str, ...]
    turns: tuple[WindowMotion, ...]
    alike: tuple[str, ...]
    techniques: tuple[PatternRecord, ...]


def rules_mark(rules: ir.Ruleset) -> str:
    """A short text that differs for rules that do not mean the same."""
    return hashlib.sha256(to_text.meaning(rules).encode()).hexdigest()[:16]


def _window(record: PatternRecord | TaskRecord) -> Window:
    return Window(
        record.rows, record.columns, record.rims, tuple(Area(area.cells, area.whole) for area in record.areas)
    )


def _areas(window: Window) -> tuple[AreaRecord, ...]:
    return tuple(AreaRecord(area.cells, area.whole) for area in window.areas)


def _fact_record(fact: Fact) -> FactRecord:
    spot = fact.spot
    if isinstance(fact.value, enum.Enum):
        present = fact.value is Presence.PRESENT
        return FactRecord(fact.name, spot.sort, spot.row, spot.column, present=present, holds=fact.holds)
    return FactRecord(fact.name, spot.sort, spot.row, spot.column, fact.value, holds=fact.holds)


def pattern_record(opened: OpenRules, pattern: Pattern) -> PatternRecord:
    """Return a pattern with its name, for JSON."""
    window, sides = pattern.window, (pattern.premises, pattern.conclusions)
    premises, conclusions = (tuple(map(_fact_record, facts)) for facts in sides)
    return PatternRecord(
        name(opened, pattern), window.rows, window.columns, window.rims, premises, conclusions, pattern.direct,
        _areas(window),
    )  # fmt: skip


def pattern_json(opened: OpenRules, pattern: Pattern) -> Json:
    """Return a pattern as JSON values."""
    result: Json = msgspec.to_builtins(pattern_record(opened, pattern))
    return result


def search_json(search: Search) -> bytes:
    """Write a search, so that another can go on from it."""
    rules = search.opened.rules
    patterns = tuple(pattern_record(search.opened, one) for one in search.known.patterns)
    kept = SearchRecord(VERSION, rules.title, rules.source.text, patterns, tuple(_tasks(search.finished)))
    return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"


def best_json(opened: OpenRules, turns: Iterable[WindowMotion], patterns: Iterable[PatternRecord]) -> bytes:
    """Write patterns as data to keep beside the rule file."""
    mark = rules_mark(opened.written or opened.rules)
    alike = tuple(sorted(opened.alike))
    kept = KeptTechniques(VERSION, opened.rules.title, mark, opened.assumed, tuple(turns), alike, tuple(patterns))
    return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"


class ToProve(msgspec.Struct, frozen=True):
    """The data for a new proof under changed rules: `assumed` is None if it was not kept."""

    techniques: tuple[PatternRecord, ...]
    assumed: tuple[str, ...] | None = None

    def names(self) -> frozenset[str]:
        """The names of what premises speak of."""
        return frozenset(fact.name for one in self.techniques for fact in one.premises)


def patterns_to_prove(data: bytes) -> ToProve:
    """Read such data only as far as a new proof needs it.  Raises `msgspec.DecodeError` for any other."""
    return msgspec.json.decode(data, type=ToProve)


def best_patterns(data: bytes) -> KeptTechniques:
    """Read such data.  Raises `msgspec.DecodeError` for any other."""
    return msgspec.json.decode(data, type=KeptTechniques)


def _tasks(tasks: Iterable[Task]) -> list[TaskRecord]:
    result = [
        TaskRecord(task.premises, one.rows, one.columns, one.rims, _fact_record(task.conclusion), _areas(one))
        for task in tasks
        for one in (task.window,)
    ]
    return sorted(result, key=str)


def go_on(search: Search, data: bytes) -> bool:
    """Take over a search that was kept; False if it is not about these rules, or no such search at all."""
    try:
        kept = msgspec.json.decode(data, type=SearchRecord)
    except msgspec.DecodeError:
        return False
    if kept.version != VERSION or kept.rules != search.opened.rules.source.text:
        return False
    tasks = [Task(one.premises, _window(one), one.conclusion.fact()) for one in kept.done]
    search.go_on((one.pattern() for one in kept.patterns), tasks)
    return True
