"""Translations of other notations and other puzzlers' terms into words of this language."""

NUMERALS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}

TRUTHS = frozenset({"true", "false", "yes", "True", "False"})
"""Words of other languages that no condition needs."""

ABSENT = frozenset({"None", "none", "null", "nil", "empty", "blank", "undefined"})
"""What others compare with where there is no value."""

SIZES = frozenset({"size", "count", "length", "len", "area", "cardinality"})
"""What others call `count`."""

_SIDE_BY_SIDE = "`next(c)`, or `a, b in adjacent` for every two side by side"
_CORNER_TO_CORNER = (
    "`a, b in leap(1, 1)` for every two cells corner to corner, `around(c) - next(c)` for those of one cell; "
    "`diagonals` are the two long diagonals of the board"
)
_SEGMENTS = "`borders` around cells, or `links` between their middles"
_COMPONENTS = "`components(S)`, the connected parts of a set"

NAMES = {
    "neighbours": _SIDE_BY_SIDE,
    "neighbors": _SIDE_BY_SIDE,
    "orthogonal": _SIDE_BY_SIDE,
    "diagonal": _CORNER_TO_CORNER,
    "diagonally": _CORNER_TO_CORNER,
    "grid": "`cells`",
    "board": "`cells`",
    "squares": "`cells`",
    "edges": _SEGMENTS,
    "sides": _SEGMENTS,
    "points": "`corners`",
    "vertices": "`corners`",
    "dots": "`corners`",
    "groups": _COMPONENTS,
    "islands": _COMPONENTS,
}
"""Names that mean nothing here: what to write."""

RELATIONS = {
    **dict.fromkeys(("diagonal", "diagonals", "diagonally", "corner", "corners"), "leap(1, 1)"),
    **dict.fromkeys(("orthogonal", "orthogonally", "neighbours", "neighbors", "side", "sides", "next"), "adjacent"),
    **dict.fromkeys(("around", "king", "surrounding"), "touching"),
    "knight": "leap(1, 2)",
}
"""What others call relations behind `by`: what to write."""

_BESIDE = {"above": "up", "below": "down", "up": "up", "down": "down", "left": "left", "right": "right"} | {
    "north": "up",
    "south": "down",
    "west": "left",
    "east": "right",
    "left_of": "left",
    "right_of": "right",
    "under": "down",
    "over": "up",
}

WITH_ONE_ARGUMENT = {
    **{name: f"next({{0}}, {direction})" for name, direction in _BESIDE.items()},
    **dict.fromkeys(("neighbours", "neighbors", "neighbour", "neighbor", "adjacent", "adj", "beside"), "next({0})"),
    **dict.fromkeys(("touching", "surrounding", "king"), "around({0})"),
    **dict.fromkeys(("diagonal", "diagonals"), "around({0}) - next({0})"),
    **dict.fromkeys(("rows", "columns", "row_of", "column_of"), "lines({0})"),
    "region": "{0}.room` with the name of a partition, such as `room",
    **dict.fromkeys(SIZES, "count({0})"),
    **dict.fromkeys(("group", "island", "component_of"), "component({0}, S)"),
    "unique": "distinct(f of {0})",
    "alldifferent": "distinct(f of {0})",
    "all_different": "distinct(f of {0})",
    "sqrt": "root({0})",
    "maximum": "max(f of {0})",
    "minimum": "min(f of {0})",
    "total": "sum(f of {0})",
}
"""What others ask of one place or one set: what to write, `{0}` for the argument."""

WITH_TWO_ARGUMENTS = {
    **dict.fromkeys(("adjacent", "neighbours", "neighbors", "adj", "beside", "next_to"), "{1} in next({0})"),
    "touching": "{1} in around({0})",
    "diagonal": "{1} in around({0}) - next({0})",
    **dict.fromkeys(("in", "contains"), "{1} in {0}"),
    "abs_diff": "abs({0} - {1})",
}
"""What others ask of two."""
