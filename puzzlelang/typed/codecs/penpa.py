"""The pieces of Penpa addresses: kinds of marks, each at its places, in the puzzle or in its answer."""

from puzzlelang.typed.codecs.codec import (
    BORDERS,
    CELLS,
    GROUP_VALUES,
    GROUPS,
    LINES,
    LINKS,
    OPTION,
    OUTSIDE,
    PARTITION,
    PATHS,
    PLACES,
    REGIONS,
    SINGLE,
    VIEWS,
    Piece,
)

_ANYWHERE = PLACES | OUTSIDE | SINGLE

SMALL = ("topleft", "topright", "bottomleft", "bottomright", "top", "right", "left", "bottom")
"""Where small numbers stand in a cell, in the order in which Penpa counts them."""

CORNERS = "corners"
"""The piece of boards whose cells are the corners of the grid."""

MARGIN, POSITIONS, RANGE = "margin", "positions", "range"
"""What `besides` leaves out beside the board: all marks; numbers that count the lines before them; `{1-N}`."""

KINDS = {
    "surface": "surface",
    "number": "numbers",
    "numberS": "small numbers",
    "symbol": "symbols",
    "line": "lines",
    "lineE": "edges",
    "deletelineE": "deleted edges",
    "wall": "walls",
    "cage": "cage lines",
    "killercages": "cages",
    "thermo": "thermos",
    "nobulbthermo": "plain thermos",
    "arrows": "arrows",
    "direction": "directions",
    "squareframe": "frames",
    "polygon": "polygons",
    "freeline": "free lines",
    "freelineE": "free edges",
}
"""The kinds of marks: what Penpa calls them in its texts, and how messages and `besides` do."""

CAGES = KINDS["killercages"]
"""What messages call cages."""

CAGE_SIDES = {(0, 1): (-2, 0), (0, 2): (0, -2), (1, 3): (0, 2), (2, 3): (2, 0)}
"""The corners of a cell, in the order of `SMALL`, between which a line of a cage runs: from there to the next cell."""

GROUPED = frozenset({"groups", "paths", "shafts"})
"""Pieces about groups and paths of cells."""

PIECES: dict[str, Piece] = {
    "surface": Piece(
        (CELLS,) * 4, "colours of cells: 1, 3 and 8 are greys, 4 black, 2 green, 5 blue", holds=r"\d+(\+\d+)*"
    ),
    "shaded": Piece((CELLS,) * 2, "1 for each grey or black cell, 0 for each cell of another colour", holds="[01]"),
    "blocks": Piece((CELLS,), "black cells: the number or text on one, a symbol that is a key, `#` for one without"),
    "greys": Piece((CELLS,), "as `blocks`, but written as grey cells"),
    "castle": Piece(
        (CELLS, CELLS, CELLS), "cells with a colour or a number: `black`, `grey` or `white`; perhaps arrow; number", 2
    ),
    "symbols": Piece(
        (PLACES | OUTSIDE,) * 4,
        "symbols by their names and styles, such as `circle_L 2`; of lines those beside the board",
    ),
    "inequalities": Piece(
        (LINKS,), "signs on borders: `less` if the upper or left cell is less, else `more`", holds="less|more"
    ),
    "numbers": Piece(
        (_ANYWHERE,) * 4, "numbers and texts; of lines those beside the board, two layers for its two ends"
    ),
    "digits": Piece((CELLS | REGIONS,) * 2, "lists of numbers, a character each"),
    "letters": Piece(
        (_ANYWHERE,) * 4, "letters as numbers, in the order of the alphabet; a single value: how many, or the letters"
    ),
    "arrows": Piece(
        (CELLS, CELLS), "numbers with an arrow: the direction, then the number; `#`, if a key: grey cells without", 2
    ),
    "fractions": Piece(
        (CELLS, CELLS), "fractions of numbers at the top left and bottom right, or a whole number in the middle", 2
    ),
    "dice": Piece((CELLS,), "how many pips the die in a cell shows", holds=r"[1-9]"),
    "rims": Piece((LINES,), "small numbers beside the board: top right for rows, bottom left for columns"),
    **{
        word: Piece((CELLS | REGIONS,) * 2, f"small numbers and texts in cells, at the {where}")
        for word, where in zip(
            SMALL,
            ("top left", "top right", "bottom left", "bottom right", "top", "right", "left", "bottom"),
            strict=True,
        )
    },
    "lines": Piece(
        (LINKS | VIEWS,) * 2,
        "lines between the middles of cells, by their styles, `x` for none; of views those across the rim",
        holds=r"\d+|x",
    ),
    "edges": Piece(
        (BORDERS | CELLS,) * 2,
        "lines along borders, by their styles, `x` for none; across cells `falling` or `rising`",
        walls=True,
    ),
    "pipes": Piece((CELLS,), "given lines at a cell: their directions, such as `up+right`, in clockwise order"),
    "doors": Piece((VIEWS,), "arrows on the rim of the board: `in` or `out`", holds="in|out"),
    "bars": Piece(
        (CELLS,), "lines across cells from side to side: `level`, `upright` or `both`", holds="level|upright|both"
    ),
    "deleted": Piece((LINKS,), "lines of the grid that were taken out, by their styles"),
    "gridlines": Piece((LINKS,), "1 for each line of the grid that was left and has no edge", holds="1"),
    "cages": Piece((PARTITION,), "cages, a region each"),
    "thermos": Piece((PARTITION, CELLS), "thermometers, a region each; for each cell its place, counted from the bulb"),
    "groups": Piece(
        (GROUPS, GROUP_VALUES), "cages as groups of cells, perhaps the numbers at their top left", gathers=True
    ),
    "paths": Piece(
        (PATHS,),
        "thermometers as paths of cells from their bulbs: `thermos`, `plain thermos`",
        keyed=True,
        gathers=True,
        holds=f"{KINDS['thermo']}|{KINDS['nobulbthermo']}",
    ),
    "shafts": Piece((PATHS, PATHS), "bulbs of arrows, a cell each; arrows from their bulbs", 2, gathers=True),
    "missing": Piece((CELLS,), "1 for each cell that was taken out of the board", holds="1"),
    CORNERS: Piece((), "the cells of the board are the corners of the grid, `lines` of the board its edges", least=0),
    "besides": Piece(
        (OPTION | SINGLE,),
        'kinds of marks that say nothing, as `"edges": nothing`; `margin`: beside the board; `positions`; `range`',
        holds="|".join([*KINDS.values(), MARGIN, POSITIONS, RANGE]),
    ),
}
