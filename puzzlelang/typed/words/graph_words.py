"""The signatures of graph words: arguments, results, and whether `by` may name a relation.

A word means the same over givens and over finds.  Grounding evaluates it over givens; over finds it becomes formulas
and nodes of the problem.
"""

import enum
from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.geometry.sorts import Sort
from puzzlelang.typed.types import (
    BORDER,
    CELL,
    CELLS,
    CORNER,
    GROUP,
    LINK,
    NUMBER,
    NUMBERS,
    OUTLINE,
    SHAPES,
    TRUTH,
    UNORDERED_LIST,
    Erroneous,
    Pair,
    PlaceType,
    SetOf,
    ShapeType,
    Type,
    covers_cells,
)


class Argument(enum.Enum):
    """A kind of argument; messages use the value as its name."""

    CELL = "a cell"
    CELLS = "a set of cells"
    PLACE = "a place"
    PLACES = "a set of cells, links, borders or corners"
    THINGS = "a set of places"
    LINE = "a line, a view or another row of cells"
    CURVE = "a set of links or borders"
    EDGES = "a set of links or borders, or a relation"
    POINT = "a cell, a link, a border or a corner"


class ResultRule(enum.Enum):
    """Rules for results that depend on the type of the first argument."""

    POINTS = "the cells of links, the corners of borders"
    COMPONENTS = "sets of the places of the argument; of a curve, of the places it goes through"
    COMPONENT = "a set of places of the kind of the first argument"


class WordForm(msgspec.Struct, frozen=True):
    """The signature of a graph word; `instead` is advice for the commonest wrong argument.

    `least`: how many arguments are required, None if all are.  `related`: `by` may name a relation; `unknown_relation`:
    that relation may depend on finds.  `members`: index of the argument whose places the relation relates.  `apart`:
    the relation leads to places of another argument, which may be of another kind.  `without`: by a word that may stand
    behind `without`, the type of the result then.
    """

    arguments: tuple[Argument, ...]
    result: Type | ResultRule
    meaning: str
    related: bool = False
    unknown_relation: bool = False
    least: int | None = None
    instead: str = ""
    members: int = 0
    apart: bool = False
    without: Mapping[str, Type] = {}


_CURVE_ADVICE = (
    "a loop runs along links or borders: find a `set of links` (through cells) or a `set of borders` (around "
)
_CURVE_ADVICE += "them); for cells in one piece write `connected(…)`"

WORDS: dict[str, WordForm] = {
    "paired": WordForm(
        (Argument.THINGS, Argument.THINGS),
        TRUTH,
        "each of either set has one partner of its own in the other set",
        related=True,
        apart=True,
    ),
    "runs": WordForm(
        (Argument.LINE, Argument.CELLS), NUMBERS, "the lengths of the stretches of the set along the line"
    ),
    "runs_around": WordForm(
        (Argument.CELL, Argument.CELLS),
        UNORDERED_LIST,
        "the lengths of the stretches of the set in the ring of cells around the cell, in any order",
    ),
    "connected": WordForm(
        (Argument.PLACES,), TRUTH, "the set is in one piece; the empty set is, too", related=True, unknown_relation=True
    ),
    "component": WordForm(
        (Argument.PLACE, Argument.PLACES),
        ResultRule.COMPONENT,
        "the connected part of the set that holds the place; nothing if the place is outside the set; of a cell and "
        "links the cells that these join with it, itself among them",
        related=True,
        unknown_relation=True,
        members=1,
    ),
    "distance": WordForm(
        (Argument.PLACE, Argument.PLACE, Argument.PLACES),
        NUMBER,
        "how many steps a shortest way between two places takes inside the set, or along its links; 0 if there is none",
        related=True,
        unknown_relation=True,
        members=2,
    ),
    "components": WordForm(
        (Argument.PLACES,),
        ResultRule.COMPONENTS,
        "the connected parts of the set; of links the cells of each part",
        related=True,
        unknown_relation=True,
    ),
    "single_loop": WordForm(
        (Argument.CURVE, Argument.THINGS),
        TRUTH,
        "the set is one closed curve, which may cross itself only at the places of the second set; the empty set is "
        "none",
        least=1,
        instead=_CURVE_ADVICE,
    ),
    "loops": WordForm(
        (Argument.CURVE, Argument.THINGS),
        TRUTH,
        "the set is some closed curves, perhaps none, which may cross only at the places of the second set",
        least=1,
        instead=_CURVE_ADVICE,
    ),
    "paths": WordForm(
        (Argument.CURVE, Argument.THINGS, Argument.THINGS),
        TRUTH,
        "the set is some paths without branches or closed curves, and they end exactly at the places of the second "
        "set; they may cross only at places of the third",
        least=2,
        instead=_CURVE_ADVICE,
    ),
    "acyclic": WordForm((Argument.EDGES,), TRUTH, "the set holds no closed curve; for a relation, no way round in it"),
    "touched": WordForm(
        (Argument.CURVE,), ResultRule.POINTS, "the places that the curve goes through", instead=_CURVE_ADVICE
    ),
    "turns": WordForm((Argument.CURVE,), ResultRule.POINTS, "the places where the curve bends", instead=_CURVE_ADVICE),
    "ends": WordForm(
        (Argument.CURVE,), ResultRule.POINTS, "the places where just one of the set ends", instead=_CURVE_ADVICE
    ),
    "crossed": WordForm(
        (Argument.CURVE,), ResultRule.POINTS, "the places where all four of the set meet", instead=_CURVE_ADVICE
    ),
    "inside": WordForm(
        (Argument.CURVE,),
        CELLS,
        "the cells that closed curves go around; of a curve through cells those that it goes through are not inside",
        instead=_CURVE_ADVICE,
    ),
    "rectangle": WordForm((Argument.CELLS,), TRUTH, "the set fills a rectangle; the empty set does not"),
    "square": WordForm((Argument.CELLS,), TRUTH, "the set fills a square; the empty set does not"),
    "symmetric": WordForm(
        (Argument.CELLS, Argument.POINT), TRUTH, "half a turn about the middle of the place leaves the set as it is"
    ),
    "fits_into": WordForm(
        (Argument.CELLS, Argument.CELLS), TRUTH, "shifting alone puts the first set inside the second one"
    ),
    "pieces": WordForm(
        (Argument.CELLS,),
        SHAPES,
        "the connected parts of the set as shapes, however turned and flipped: equal to a bank that has just these, "
        "and in one that has these and perhaps more",
        related=True,
    ),
    "shape": WordForm(
        (Argument.CELLS,),
        OUTLINE,
        "the shape of the set: equal for sets that turning, shifting and flipping makes equal; `without turning` for "
        "those that shifting alone makes equal",
        without={"turning": ShapeType(turning=False)},
    ),
}


_LETTERS = {
    Argument.CELL: "c",
    Argument.PLACE: "c",
    Argument.POINT: "p",
    Argument.LINE: "l",
    Argument.CURVE: "E",
    Argument.EDGES: "E",
}
"""How an argument is called where a word is shown; sets of places are `S`."""


def usage(name: str) -> str:
    """The usage of a word, such as `component(c, S by R)`, and its meaning."""
    shape = WORDS[name]
    letters = [_LETTERS.get(wanted, "S") for wanted in shape.arguments]
    if letters == ["S", "S"]:
        letters = ["S", "T"]
    if letters[:2] == ["c", "c"]:
        letters[:2] = ["a", "b"]
    counts = range(shape.least or len(letters), len(letters) + 1)
    calls = [f"`{name}({', '.join(letters[:count])})`" for count in counts]
    calls += [f"`{name}({', '.join(letters)} without {word})`" for word in shape.without]
    if shape.related:
        calls.append(f"`{name}({', '.join(letters)} by R)`")
    return f"write {' or '.join(calls)}: {shape.meaning}"


def result_type(shape: WordForm, arguments: Sequence[Type], *, related: bool) -> Type:
    """The type of a word's result for arguments of these types; `related` if a relation stands behind `by`."""
    first = arguments[0]
    match shape.result:
        case ResultRule() if isinstance(first, Erroneous):
            return first
        case ResultRule.POINTS:
            return endpoints(first)
        case ResultRule.COMPONENTS:
            whole = first if related else endpoints(first)
            return SetOf(GROUP) if whole in (CELLS, SetOf(None)) else SetOf(whole)
        case ResultRule.COMPONENT:
            return SetOf(first) if isinstance(first, PlaceType) else first
        case plain:
            return plain


def endpoints(value_type: Type) -> Type:
    """The type of the places where links or borders end; other sets unchanged."""
    if value_type == SetOf(PlaceType(Sort.BORDER)):
        return SetOf(CORNER)
    return CELLS if value_type in (SetOf(LINK), SetOf(None)) else value_type


def ends_at(members: Type, place: Type) -> bool:
    """Whether links or borders of such a set end at such a place."""
    return (members, place) in ((SetOf(LINK), CELL), (SetOf(PlaceType(Sort.BORDER)), CORNER))


def fits_argument(value_type: Type, wanted: Argument) -> bool:
    """Whether an argument of that type has the required kind."""
    curves = (SetOf(LINK), SetOf(PlaceType(Sort.BORDER)), SetOf(None))
    if isinstance(value_type, Erroneous):
        return True
    match wanted:
        case Argument.CELL:
            return value_type == CELL
        case Argument.CELLS:
            return value_type in (CELLS, SetOf(None))
        case Argument.PLACE:
            return value_type in (CELL, LINK, PlaceType(Sort.BORDER), CORNER)
        case Argument.PLACES:
            return value_type in (CELLS, SetOf(CORNER), *curves)
        case Argument.THINGS:
            return isinstance(value_type, SetOf) and not isinstance(value_type.element, Pair)
        case Argument.LINE:
            return covers_cells(value_type) or value_type == CELLS
        case Argument.CURVE:
            return value_type in curves
        case Argument.EDGES:
            return value_type in curves or (isinstance(value_type, SetOf) and isinstance(value_type.element, Pair))
        case Argument.POINT:
            return value_type in (CELL, LINK, BORDER, CORNER)
