"""The meaning of a declared name: a value as a whole, or a property of places.

Formats ask for kinds only, so they need no scope and no syntax tree.
"""

from collections.abc import Iterator

from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.typed import ir
from puzzlelang.typed.checks.kinds import group_type, value_type
from puzzlelang.typed.checks.scope import BrokenDeclaration, Declaration, LetTemplate
from puzzlelang.typed.types import Enumeration, PlaceType, SetOf, Type


def whole_type(declaration: Declaration) -> Type | None:
    """The type of a name used as a whole; None for functions, partitions to be found and templates."""
    match declaration:
        case ir.Let(_, body):
            return body.type
        case ir.Option(_, members):
            return Enumeration(members)
        case LetTemplate() | BrokenDeclaration():
            return None
        case ir.Given(name, kind) | ir.Find(name, kind):
            match kind:
                case ir.SetKind(sort):
                    return SetOf(PlaceType(sort))
                case ir.PartitionKind():
                    return SetOf(PlaceType(Sort.REGION, name))
                case ir.GroupsKind():
                    return SetOf(group_type(name, kind))
                case ir.SingleKind(value):
                    return value_type(value)
                case ir.FunctionKind():
                    return None


def belongs(declaration: Declaration, place: PlaceType) -> bool:
    """Whether places of a sort have the name as a property."""
    match declaration:
        case ir.Given(_, kind) | ir.Find(_, kind):
            match kind:
                case ir.SetKind(sort):
                    return sort is place.sort
                case ir.PartitionKind():
                    return place.sort is Sort.CELL
                case ir.FunctionKind(sort, partition):
                    return sort is place.sort and (partition is None or partition == place.partition)
                case ir.GroupsKind() | ir.SingleKind():
                    return False
        case ir.Let(_, body):
            return body.type == SetOf(place)
        case ir.Option() | LetTemplate() | BrokenDeclaration():
            return False


def owners(declaration: Declaration) -> Iterator[str]:
    """The words for the sorts of places that have the name as a property."""
    for sort in Sort:
        partition = getattr(getattr(declaration, "kind", None), "partition", None)
        if belongs(declaration, PlaceType(sort, partition if sort in (Sort.REGION, *GATHERED) else None)):
            yield Sort(sort).value
