"""Reads a single value of a board as JSON: a number, a name, `?`, a list of numbers, or whether something is there."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.formats.located import LocatedValue
from puzzlelang.formats.text.values import ValueFault, kind_of, read_value
from puzzlelang.geometry.sorts import COMPASS, DIRECTION_NAMES
from puzzlelang.puzzle import Value
from puzzlelang.typed.ir import Base, Find, Given, PartitionKind, SetKind


def value(item: Given | Find, written: LocatedValue) -> Value | None:
    """The value; None for `null`.  Raises `Failed` for what the item cannot have."""
    content = written.value
    if content is None:
        return None
    if isinstance(item.kind, PartitionKind):
        return written.text
    if isinstance(item.kind, SetKind):
        if not isinstance(content, bool):
            raise written.wrong("`true`, `false` or `null`")
        return content
    if content is False and isinstance(item, Find) and kind_of(item).absent:
        return False
    read = _read(item, written)
    if isinstance(read, ValueFault):
        raise fail("E106", f"`{written.span.text}` {read.reason}", written.span, hint=read.help)
    return read


def _read(item: Given | Find, written: LocatedValue) -> Value | ValueFault | None:
    kind, content = kind_of(item), written.value
    match content:
        case bool() | float():
            raise written.wrong("a number, a name or a list")
        case int():
            text = str(content)
        case str():
            if kind.base is Base.NAME and content in kind.members:
                return content
            if kind.base is Base.DIRECTION and content in (*DIRECTION_NAMES, *COMPASS):
                return content
            if kind.base is Base.NUMBER and content != "?":
                raise written.wrong("a number")
            text = content
        case list() | tuple() if kind.base is Base.NUMBERS:
            if not content:
                return ()
            text = ",".join(str(one.value) for one in content)
        case _:
            raise written.wrong("a number or a name")
    return read_value(item, text)
