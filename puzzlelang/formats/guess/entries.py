"""Proposes entries for items, and tests whether the items fit the declarations."""

from collections.abc import Sequence

import msgspec

from puzzlelang.formats.guess import names
from puzzlelang.formats.pieces.codec import Layer, RawItem
from puzzlelang.puzzle import Unknown
from puzzlelang.source import Span
from puzzlelang.typed import ir
from puzzlelang.typed.checks.readings import target_of
from puzzlelang.typed.codecs.codec import Target

NOT = ("+", "-", "-1", "0")
"""Items with which files note that a solver has ruled out a place."""
_MOST_KEYS = 6


class EntryProposal(msgspec.Struct, frozen=True):
    """Entries for a layer; `cost` measures how unusual they are, 0 for items read unchanged."""

    entries: tuple[ir.PieceEntry, ...]
    cost: int


def sites(rules: ir.Ruleset, *, draws: bool) -> list[tuple[Target, ir.Item]]:
    """The declarations that pieces may fill, in order."""
    declared: list[ir.Item] = [*rules.givens, *(rules.finds if draws else ())]
    return [(target_of(item), item) for item in declared]


def fit(item: ir.Item, layers: Sequence[Layer], span: Span) -> EntryProposal | None:
    """Entries that read the items as values of a declaration; None if they cannot be its values."""
    values = {key_of(one.value): one.value for layer in layers for one in layer if one is not None}
    match item.kind:
        case ir.PartitionKind():
            return EntryProposal((entry(None, item, None, span),), 0 if values else 1)
        case ir.SingleKind(value=kind):
            wanted = int if kind.base is ir.Base.NUMBER else str
            good = bool(values) and all(isinstance(value, wanted) for value in values.values())
            return EntryProposal((entry(None, item, None, span),), 0) if good else None
        case ir.GroupsKind():
            return None
        case ir.SetKind():
            return _of_set(item, values, span)
        case ir.FunctionKind(value=kind):
            result = _of_function(item, kind, values, span)
            blank = values and any(one is None for layer in layers for one in layer)
            return _with_blanks(item, item.kind, result, values, span) if result is not None and blank else result


def key_of(value: RawItem) -> str:
    """The key of entries that are about an item."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def entry(key: str | None, item: ir.Item, value: bool | int | str | None, span: Span) -> ir.PieceEntry:
    """An entry with one effect."""
    return ir.PieceEntry(key, (ir.Effect(item.name, value, span),), span)


def _of_set(item: ir.Item, values: dict[str, RawItem], span: Span) -> EntryProposal | None:
    """Return entries for a set; None if an item is `?`, or if several items stand for members.

    Items in `NOT` mean that a place is not in the set.
    """
    members = [key for key in values if key not in NOT]
    if len(members) > 1 or "?" in values:
        return None
    if not values or (members == ["1"] and len(values) == 1):
        return EntryProposal((entry(None, item, None, span),), 0 if values else 1)
    keys = members or ["1"]
    entries = [entry(keys[0], item, None, span)]
    entries += [entry(key, item, False, span) for key in values if key in NOT]
    return EntryProposal(tuple(entries), 0 if isinstance(item, ir.Find) and keys == ["#"] else 1)


def _of_function(item: ir.Item, kind: ir.ValueKind, values: dict[str, RawItem], span: Span) -> EntryProposal | None:
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
            entries.append(entry(key, item, "?", span))
        elif isinstance(value, str) and value in names.members_of(item):
            plain.append(0)
        elif key in NOT and isinstance(item, ir.Find):
            entries.append(ir.PieceEntry(key, (), span))
        else:
            drawn = isinstance(item, ir.Find)
            named = _named_entries(item, [one for one in values if not (drawn and one in NOT)], span)
            members = names.members_of(item)
            sure = all(
                names.name_of_mark(key, (key,), members, names.plain_symbols(item))
                for key in values
                if not key.isdigit()
            )
            digits = any(key.isdigit() for key in values)
            return None if named is None else EntryProposal(named, digits if sure else 3)
    if not in_range(kind, plain):
        return None
    return EntryProposal((*entries, entry(None, item, None, span)), cost)


def _with_blanks(
    item: ir.Item, kind: ir.FunctionKind, entry_proposal: EntryProposal, values: dict[str, RawItem], span: Span
) -> EntryProposal:
    """Return the entries, perhaps with one for blanks: places without an item.

    It is added if each place has a value and one value is likely at blanks.  In a drawing a blank may be undecided, so
    only a name such as `empty` counts there, or 0 between cells.
    """
    value, drawn = kind.value, isinstance(item, ir.Find)
    usual = isinstance(item, ir.Given) and item.default is not None
    if value.absent or usual or kind.domain is not None:
        return entry_proposal
    used = {
        str(entry.key): str(effect.value) for entry in entry_proposal.entries for effect in entry.effects if entry.key
    }
    blank_value: int | str | None = None
    if used and value.base is ir.Base.NAME:
        blank_value = names.blank_name(value.members, used)
        blank_value = None if drawn and not names.is_blank_name(blank_value) else blank_value
    elif value.base is ir.Base.NUMBER and isinstance(value.low, ir.Constant) and value.low.value == 0:
        between = target_of(item) in (Target.LINKS, Target.BORDERS)
        blank_value = 0 if "0" not in values and (between or not drawn) else None
    blank = () if blank_value is None else (entry("", item, blank_value, span),)
    return EntryProposal((*entry_proposal.entries, *blank), entry_proposal.cost)


def _named_entries(item: ir.Item, keys: list[str], span: Span) -> tuple[ir.PieceEntry, ...] | None:
    """A name for each item; None if there are not enough names, or none at all."""
    result = names.names_of_marks(keys, names.members_of(item), names.plain_symbols(item))
    if not keys or result is None or len(set(result.values())) > _MOST_KEYS:
        return None
    return tuple(entry(key, item, result[key], span) for key in sorted(result))


def in_range(kind: ir.ValueKind, values: Sequence[object]) -> bool:
    """Whether all numbers lie within the bounds of `kind`; bounds that are not constants are not checked."""
    low = kind.low.value if isinstance(kind.low, ir.Constant) else None
    high = kind.high.value if isinstance(kind.high, ir.Constant) else None
    numbers = [value for value in values if isinstance(value, int)]
    under = isinstance(low, int) and any(value < low for value in numbers)
    return not under and not (isinstance(high, int) and any(value > high for value in numbers))
