"""The graph words as a table: what each takes, what it is, and whether `by` may name a relation.

A word means the same over givens, where it is computed while grounding, and over sets to be found, where it becomes
formulas and nodes of the problem.
"""

import enum
from collections.abc import Sequence

import msgspec

from puzzlelang.typed.types import (
    BAG,
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
    Erroneous,
    Pair,
    PlaceType,
    SetOf,
    Sort,
    Type,
)


class ArgumentType(enum.Enum):
    """What an argument must be; the value is how a message calls it."""

    CELL = "a cell"
    CELLS = "a set of cells"
    PLACE = "a place"
    PLACES = "a set of cells, links, borders or corners"
    THINGS = "a set of places"
    LINE = "a line, a view or another row of cells"
    CURVE = "a set of links or borders"
    EDGES = "a set of links or borders, or a relation"
    POINT = "a cell, a link or a corner"


class ResultByArgument(enum.Enum):
    """Results that depend on what the first argument is."""

    POINTS = "the cells of links, the corners of borders"
    PARTS = "sets of the places of the argument; of a curve, of the places it goes through"
    PART = "a set of places of the kind of the first argument"


class GraphWordSignature(msgspec.Struct, frozen=True):
    """One graph word; `instead` is what to say for the commonest wrong argument.

    `least` arguments must be there, all if None.  `related`: `by` may name a relation; `unknown_relation`: one that
    depends on what is to be found.  `members` is the argument whose places the relation relates; `apart`: it relates
    them to places of another argument, so it may be about other kinds of places too.
    """

    arguments: tuple[ArgumentType, ...]
    result: Type | ResultByArgument
    meaning: str
    related: bool = False
    unknown_relation: bool = False
    least: int | None = None
    instead: str = ""
    members: int = 0
    apart: bool = False


_CURVE_ADVICE = (
    "a loop runs along links or borders: find a `set of links` (through cells) or a `set of borders` (around "
)
_CURVE_ADVICE += "them); for cells in one piece write `connected(…)`"

WORDS: dict[str, GraphWordSignature] = {
    "paired": GraphWordSignature(
        (ArgumentType.THINGS, ArgumentType.THINGS),
        TRUTH,
        "each of either set has one partner of its own in the other set",
        related=True,
        apart=True,
    ),
    "runs": GraphWordSignature(
        (ArgumentType.LINE, ArgumentType.CELLS), NUMBERS, "the lengths of the stretches of the set along the line"
    ),
    "runs_around": GraphWordSignature(
        (ArgumentType.CELL, ArgumentType.CELLS),
        BAG,
        "the lengths of the stretches of the set in the ring of cells around the cell, in any order",
    ),
    "connected": GraphWordSignature(
        (ArgumentType.PLACES,),
        TRUTH,
        "the set is in one piece; the empty set is, too",
        related=True,
        unknown_relation=True,
    ),
    "component": GraphWordSignature(
        (ArgumentType.PLACE, ArgumentType.PLACES),
        ResultByArgument.PART,
        "the connected part of the set that holds the place; nothing if the place is outside the set; of a cell and "
        "links the cells that these join with it, itself among them",
        related=True,
        unknown_relation=True,
        members=1,
    ),
    "distance": GraphWordSignature(
        (ArgumentType.PLACE, ArgumentType.PLACE, ArgumentType.PLACES),
        NUMBER,
        "how many steps a shortest way between two places takes inside the set, or along its links; 0 if there is none",
        related=True,
        unknown_relation=True,
        members=2,
    ),
    "components": GraphWordSignature(
        (ArgumentType.PLACES,),
        ResultByArgument.PARTS,
        "the connected parts of the set; of links the cells of each part",
        related=True,
        unknown_relation=True,
    ),
    "single_loop": GraphWordSignature(
        (ArgumentType.CURVE, ArgumentType.THINGS),
        TRUTH,
        "the set is one closed curve, which may cross itself only at the places of the second set; the empty set is "
        "none",
        least=1,
        instead=_CURVE_ADVICE,
    ),
    "loops": GraphWordSignature(
        (ArgumentType.CURVE, ArgumentType.THINGS),
        TRUTH,
        "the set is some closed curves, perhaps none, which may cross only at the places of the second set",
        least=1,
        instead=_CURVE_ADVICE,
    ),
    "paths": GraphWordSignature(
        (ArgumentType.CURVE, ArgumentType.THINGS, ArgumentType.THINGS),
        TRUTH,
        "the set is some paths without branches or closed curves, and they end exactly at the places of the second "
        "set; they may cross only at places of the third",
        least=2,
        instead=_CURVE_ADVICE,
    ),
    "acyclic": GraphWordSignature(
        (ArgumentType.EDGES,), TRUTH, "the set holds no closed curve; for a relation, no way round in it"
    ),
    "touched": GraphWordSignature(
        (ArgumentType.CURVE,), ResultByArgument.POINTS, "the places that the curve goes through", instead=_CURVE_ADVICE
    ),
    "turns": GraphWordSignature(
        (ArgumentType.CURVE,), ResultByArgument.POINTS, "the places where the curve bends", instead=_CURVE_ADVICE
    ),
    "ends": GraphWordSignature(
        (ArgumentType.CURVE,),
        ResultByArgument.POINTS,
        "the places where just one of the set ends",
        instead=_CURVE_ADVICE,
    ),
    "crossed": GraphWordSignature(
        (ArgumentType.CURVE,),
        ResultByArgument.POINTS,
        "the places where all four of the set meet",
        instead=_CURVE_ADVICE,
    ),
    "inside": GraphWordSignature(
        (ArgumentType.CURVE,),
        CELLS,
        "the cells that closed curves go around; of a curve through cells those that it goes through are not inside",
        instead=_CURVE_ADVICE,
    ),
    "rectangle": GraphWordSignature((ArgumentType.CELLS,), TRUTH, "the set fills a rectangle; the empty set does not"),
    "square": GraphWordSignature((ArgumentType.CELLS,), TRUTH, "the set fills a square; the empty set does not"),
    "symmetric": GraphWordSignature(
        (ArgumentType.CELLS, ArgumentType.POINT),
        TRUTH,
        "half a turn about the middle of the place leaves the set as it is",
    ),
    "pieces": GraphWordSignature(
        (ArgumentType.CELLS,),
        SHAPES,
        "the connected parts of the set as shapes: equal to a bank that has just these, however turned and flipped",
    ),
    "shape": GraphWordSignature(
        (ArgumentType.CELLS,),
        OUTLINE,
        "the shape of the set: equal for sets that turning, shifting and flipping makes equal",
    ),
}


_LETTERS = {
    ArgumentType.CELL: "c",
    ArgumentType.PLACE: "c",
    ArgumentType.POINT: "p",
    ArgumentType.LINE: "l",
    ArgumentType.CURVE: "E",
    ArgumentType.EDGES: "E",
}
"""How an argument is called where a word is shown; sets of places are `S`."""


def usage(name: str) -> str:
    """How the word is written, such as `component(c, S by R)`, and what it means."""
    shape = WORDS[name]
    letters = [_LETTERS.get(wanted, "S") for wanted in shape.arguments]
    if letters == ["S", "S"]:
        letters = ["S", "T"]
    if letters[:2] == ["c", "c"]:
        letters[:2] = ["a", "b"]
    counts = range(shape.least or len(letters), len(letters) + 1)
    calls = [f"`{name}({', '.join(letters[:count])})`" for count in counts]
    if shape.related:
        calls.append(f"`{name}({', '.join(letters)} by R)`")
    return f"write {' or '.join(calls)}: {shape.meaning}"


def result(shape: GraphWordSignature, arguments: Sequence[Type], *, related: bool) -> Type:
    """The type of a word with arguments of these types; `related`: a relation stands behind `by`."""
    first = arguments[0]
    match shape.result:
        case ResultByArgument() if isinstance(first, Erroneous):
            return first
        case ResultByArgument.POINTS:
            return points(first)
        case ResultByArgument.PARTS:
            whole = first if related else points(first)
            return SetOf(GROUP) if whole in (CELLS, SetOf(None)) else SetOf(whole)
        case ResultByArgument.PART:
            return SetOf(first) if isinstance(first, PlaceType) else first
        case plain:
            return plain


def points(found: Type) -> Type:
    """What links or borders end at; other sets as they are."""
    if found == SetOf(PlaceType(Sort.BORDER)):
        return SetOf(CORNER)
    return CELLS if found in (SetOf(LINK), SetOf(None)) else found


def ends_at(members: Type, place: Type) -> bool:
    """Whether links or borders of such a set end at such a place."""
    return (members, place) in ((SetOf(LINK), CELL), (SetOf(PlaceType(Sort.BORDER)), CORNER))


def fits(found: Type, wanted: ArgumentType) -> bool:
    """Whether an argument of that type will do."""
    curves = (SetOf(LINK), SetOf(PlaceType(Sort.BORDER)), SetOf(None))
    if isinstance(found, Erroneous):
        return True
    match wanted:
        case ArgumentType.CELL:
            return found == CELL
        case ArgumentType.CELLS:
            return found in (CELLS, SetOf(None))
        case ArgumentType.PLACE:
            return found in (CELL, LINK, PlaceType(Sort.BORDER), CORNER)
        case ArgumentType.PLACES:
            return found in (CELLS, SetOf(CORNER), *curves)
        case ArgumentType.THINGS:
            return isinstance(found, SetOf) and not isinstance(found.element, Pair)
        case ArgumentType.LINE:
            return (isinstance(found, PlaceType) and found.sort in _ROWS) or found == CELLS
        case ArgumentType.CURVE:
            return found in curves
        case ArgumentType.EDGES:
            return found in curves or (isinstance(found, SetOf) and isinstance(found.element, Pair))
        case ArgumentType.POINT:
            return found in (CELL, LINK, CORNER)


_ROWS = (Sort.LINE, Sort.VIEW, Sort.REGION, Sort.GROUP)
