"""Signatures of words: arguments, result and properties, for `typed.words.builtins`."""

from collections.abc import Collection

import msgspec

from puzzlelang.geometry.sorts import COMPASS_NAMES, STRAIGHT_WAYS, Sort
from puzzlelang.typed.types import PATH, Pair, PlaceType, SetOf, Type


class Signature(msgspec.Struct, frozen=True):
    """One way to use a word: types of the parameters and of the result.

    `clauses`: keywords that may introduce a last argument, a set of cells (`until`, `while`).  `symmetric`: the word is
    a relation that holds every pair in both orders.  `geometric`: for known places and directions, the board's geometry
    alone determines the value.  `on_board`: arguments that are numbers must be determined by the givens alone.
    `whole`: sets of regions that the givens determine, or a partition as a whole.
    `diagonal`: directions between two others, by their names, are directions for it as well.
    `called`: the name of the word in the IR, where it means something else than with other arguments.
    What takes a `PATH` is stated for paths of cells, and holds likewise for those of links, borders and corners.
    """

    parameters: tuple[Type, ...]
    result: Type
    meaning: str
    clauses: tuple[str, ...] = ()
    symmetric: bool = False
    geometric: bool = False
    on_board: bool = False
    whole: bool = False
    diagonal: bool = False
    called: str = ""

    @property
    def ways(self) -> Collection[str]:
        """Names of an enumeration that are directions for the word; none for one whose result is no set."""
        if not isinstance(self.result, SetOf):
            return ()
        return COMPASS_NAMES if self.diagonal else STRAIGHT_WAYS

    def of_members(self, members: Sort) -> "Signature":
        """The same for paths of other places than cells."""
        if PATH not in self.parameters or "by" in self.clauses:
            return self
        parameters = tuple(_of_members(one, members) for one in self.parameters)
        return msgspec.structs.replace(self, parameters=parameters, result=_of_members(self.result, members))


def _of_members(value_type: Type, members: Sort) -> Type:
    """A type with places of another sort in the place of cells."""
    match value_type:
        case PlaceType(Sort.CELL):
            return PlaceType(members)
        case PlaceType(Sort.PATH):
            return PlaceType(Sort.PATH, None, members)
        case Pair():
            return Pair(PlaceType(members), PlaceType(members))
        case SetOf(element) if element is not None:
            return SetOf(_of_members(element, members))
        case _:
            return value_type


def plain_value(value_type: Type, meaning: str, *, symmetric: bool = False) -> Signature:
    """The signature of a word without parameters."""
    return Signature((), value_type, meaning, symmetric=symmetric)
