"""Did you mean: the known word closest to an unknown one."""

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, or None if nothing is alike.

    Ratcliff-Obershelp similarity as in `difflib`, case ignored, 0.6 and above.
    """
    by_lower = {candidate.lower(): candidate for candidate in known}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
