"""Names that every SMT-LIB 2.6 solver reads unquoted: letters, digits and underscores, never a reserved word.

A name made here consists of at least two pieces with `_` between them, the last of which holds a digit; no reserved
word and no function that some solver builds in looks like that.
"""

import re
from collections.abc import Iterable

LONGEST = 120
"""Characters of a name before it is cut; a number at the end keeps cut names apart."""


def simple(pieces: Iterable[object]) -> str:
    """The pieces as text joined by `_`; other characters than ASCII letters and digits as `_` or their code point."""
    text = "_".join(str(piece) for piece in pieces)
    coded = "".join(sign if sign.isascii() else f"_u{ord(sign):x}_" for sign in text)
    plain = re.sub(r"[^A-Za-z0-9]+", "_", coded).strip("_")[:LONGEST].rstrip("_")
    return plain if plain[:1].isalpha() else f"n_{plain}"


def fresh(taken: set[str], pieces: Iterable[object]) -> str:
    """The name of the pieces, made unlike all names taken so far (case counts), which it joins.

    A name without a digit, or one that is taken, gets the next free number.
    """
    name = simple(pieces)
    if name in taken or "_" not in name or not any(sign.isdigit() for sign in name):
        number = 1
        while f"{name}_{number}" in taken:
            number += 1
        name = f"{name}_{number}"
    taken.add(name)
    return name
