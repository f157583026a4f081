"""Converts the kinds of declarations to types of expressions."""

from puzzlelang.geometry.sorts import Sort
from puzzlelang.typed import ir
from puzzlelang.typed.types import DIRECTION, NUMBER, NUMBERS, SHAPES, Enumeration, Maybe, PlaceType, Type


def value_type(kind: ir.ValueKind, partial: bool = False) -> Type:
    """The type of a value; `partial` if the function may be absent at some place of its sort."""
    plain: Type
    match kind.base:
        case ir.Base.NUMBER:
            plain = NUMBER
        case ir.Base.NUMBERS:
            plain = NUMBERS
        case ir.Base.NAME:
            plain = Enumeration(kind.members, kind.pieces)
        case ir.Base.DIRECTION:
            plain = DIRECTION
        case ir.Base.SHAPES:
            plain = SHAPES
    # A `?` inside a list stays inside the list: only a whole list can be absent.
    unknown = kind.unknown and kind.base is not ir.Base.NUMBERS
    absent = kind.absent or partial
    return Maybe(plain, absent, unknown) if unknown or absent else plain


def sort_of(item: ir.Item) -> Sort | None:
    """The sort of places of a given or a find, None for a single value; of groups and paths themselves their own."""
    match item.kind:
        case ir.SetKind(sort) | ir.FunctionKind(sort):
            return sort
        case ir.PartitionKind():
            return Sort.CELL
        case ir.GroupsKind(_, ordered):
            return Sort.PATH if ordered else Sort.GIVEN_GROUP
        case ir.SingleKind():
            return None


def group_type(name: str, kind: ir.GroupsKind) -> PlaceType:
    """The type of one group or path of a declaration."""
    return PlaceType(Sort.PATH if kind.ordered else Sort.GIVEN_GROUP, name, kind.members)


def value_kind(item: ir.Item) -> ir.ValueKind | None:
    """The values of a function or a single given, None for sets and partitions."""
    return item.kind.value if isinstance(item.kind, ir.FunctionKind | ir.SingleKind) else None


def has_numbers(kind: ir.DeclaredType) -> bool:
    """Whether numbers or lists of numbers belong to places."""
    return isinstance(kind, ir.FunctionKind) and kind.value.base in (ir.Base.NUMBER, ir.Base.NUMBERS)


def role(declaration: ir.Item | ir.Option) -> ir.SymbolRole:
    """Whether the board or the solver decides a declaration."""
    match declaration:
        case ir.Given():
            return ir.SymbolRole.GIVEN
        case ir.Find():
            return ir.SymbolRole.FIND
        case ir.Option():
            return ir.SymbolRole.OPTION
