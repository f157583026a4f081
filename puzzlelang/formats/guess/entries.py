"""Proposes entries for items, and tests whether the items fit the declarations."""

from collections.abc import Sequence

import msgspec

from puzzlelang.formats.pieces.codec import Layer, RawItem
from puzzlelang.puzzle import Unknown
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.codec import Target
from puzzlelang.typed.readings import target_of

_NOT = ("+", "-", "-1", "0")
"""How files mark a place that somebody knows to be without."""
_WAYS = ("up", "down", "left", "right")
_MOST_KEYS = 6


class EntryProposal(msgspec.Struct, frozen=True):
    """Entries for a layer; `cost` measures how unusual they are, 0 for items read unchanged."""

    entries: tuple[ir.PieceEntry, ...]
    cost: int


def sites(rules: ir.Ruleset, *, draws: bool) -> list[tuple[Target, ir.Given | ir.Find]]:
    """The declarations that pieces may fill, in order."""
    declared: list[ir.Given | ir.Find] = [*rules.givens, *(rules.finds if draws else ())]
    return [(target_of(item), item) for item in declared]


def fit(item: ir.Given | ir.Find, layers: Sequence[Layer], span: Span) -> EntryProposal | None:
    """Entries that read the items as values of a declaration; None if they cannot be its values."""
    values = {_key(told.value): told.value for layer in layers for told in layer if told is not None}
    match item.kind:
        case ir.PartitionKind():
            return EntryProposal((_entry(None, item, None, span),), 0 if values else 1)
        case ir.SingleKind(value=kind):
            wanted = int if kind.base is ir.Base.NUMBER else str
            good = bool(values) and all(isinstance(value, wanted) for value in values.values())
            return EntryProposal((_entry(None, item, None, span),), 0) if good else None
        case ir.SetKind():
            return _of_set(item, values, span)
        case ir.FunctionKind(value=kind):
            return _of_function(item, kind, values, span)


def fit_both(given: ir.Given, find: ir.Find, layers: Sequence[Layer], span: Span) -> EntryProposal | None:
    """Entries for items of a given and a find that share one grid."""
    told = [[one for one in layer if one is not None] for layer in layers]
    values = {_key(one.value): one.value for layer in told for one in layer}
    signs = {key for key in values if not key[0].isdigit() and key not in ("-", "?")}
    if not signs - set(_NOT) and isinstance(given.kind, ir.SetKind) and isinstance(find.kind, ir.SetKind):
        signs |= set(sorted(values, reverse=True)[:1])
    if not signs or signs == set(values):
        return None
    parts = [
        fit(item, [[one for one in layer if (_key(one.value) in signs) == drawn] for layer in told], span)
        for item, drawn in ((find, True), (given, False))
    ]
    if parts[0] is None or parts[1] is None:
        return None
    # What is given stands first: it is written where both are said.
    last = [entry for part in reversed(parts) if part for entry in part.entries]
    keys = {
        drawn: next((key for key in values if (key in signs) == drawn and key not in _NOT), None) for drawn in (0, 1)
    }
    whole = [
        ir.PieceEntry(keys[entry in parts[0].entries], entry.effects, span)
        if entry.key is None and isinstance((find if entry in parts[0].entries else given).kind, ir.SetKind)
        else entry
        for entry in last
    ]
    return EntryProposal(tuple(whole), parts[0].cost + parts[1].cost)


def _key(value: RawItem) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _entry(key: str | None, item: ir.Given | ir.Find, value: bool | int | str | None, span: Span) -> ir.PieceEntry:
    return ir.PieceEntry(key, (ir.Effect(item.name, value, span),), span)


def _of_set(item: ir.Given | ir.Find, values: dict[str, RawItem], span: Span) -> EntryProposal | None:
    """A member for the one item there is; further ones only if files mean "not here" by them."""
    members = [key for key in values if key not in _NOT]
    if len(members) > 1 or "?" in values:
        return None
    if not values or (members == ["1"] and len(values) == 1):
        return EntryProposal((_entry(None, item, None, span),), 0 if values else 1)
    taken = members or ["1"]
    entries = [_entry(taken[0], item, None, span)]
    entries += [_entry(key, item, False, span) for key in values if key in _NOT]
    return EntryProposal(tuple(entries), 0 if isinstance(item, ir.Find) and taken == ["#"] else 1)


def _of_function(
    item: ir.Given | ir.Find, kind: ir.ValueKind, values: dict[str, RawItem], span: Span
) -> EntryProposal | None:
    entries: list[ir.PieceEntry] = []
    cost = 0 if values else 1
    plain = []
    for key, value in values.items():
        if kind.base in (ir.Base.NUMBER, ir.Base.NUMBERS) and isinstance(value, int):
            plain.append(value)
        elif isinstance(value, Unknown) and kind.unknown:
            plain.append(value)  # type: ignore[arg-type]
        elif isinstance(value, tuple) and kind.base is ir.Base.NUMBERS:
            plain.append(0)
        elif key == "-" and kind.unknown:
            entries.append(_entry(key, item, "?", span))
        elif isinstance(value, str) and (value in kind.members or (kind.base is ir.Base.DIRECTION and value in _WAYS)):
            plain.append(0)
        elif key in _NOT and isinstance(item, ir.Find):
            entries.append(ir.PieceEntry(key, (), span))
        else:
            drawn = isinstance(item, ir.Find)
            named = _named(item, kind, [one for one in values if not (drawn and one in _NOT)], span)
            return None if named is None else EntryProposal(named, 1 if all(key.isdigit() for key in values) else 3)
    if not _in_range(kind, plain):
        return None
    return EntryProposal((*entries, _entry(None, item, None, span)), cost)


def _named(
    item: ir.Given | ir.Find, kind: ir.ValueKind, keys: list[str], span: Span
) -> tuple[ir.PieceEntry, ...] | None:
    """A name for each item, in order; None if there are not enough names, or none at all."""
    names = _WAYS if kind.base is ir.Base.DIRECTION else kind.members
    if not keys or len(keys) > min(len(names), _MOST_KEYS):
        return None
    numbers = all(key.isdigit() and 0 < int(key) <= len(names) for key in keys)
    chosen = [names[int(key) - 1] for key in sorted(keys)] if numbers else names
    return tuple(_entry(key, item, name, span) for key, name in zip(sorted(keys), chosen, strict=False))


def _in_range(kind: ir.ValueKind, values: Sequence[object]) -> bool:
    """Whether numbers may be values as far as constants say."""
    low = kind.low.value if isinstance(kind.low, ir.Constant) else None
    high = kind.high.value if isinstance(kind.high, ir.Constant) else None
    numbers = [value for value in values if isinstance(value, int)]
    under = isinstance(low, int) and any(value < low for value in numbers)
    return not under and not (isinstance(high, int) and any(value > high for value in numbers))
