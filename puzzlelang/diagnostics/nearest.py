"""Finds the known word nearest to an unknown one, for "did you mean"; joins words, and counts things in words."""

from collections.abc import Iterable
from itertools import islice

MOST_WORDS = 1_000
"""Known words that are compared with the unknown one."""

LONGEST_WORD = 100
"""Characters of a word that is compared: the time grows with the square of it."""


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, or None if nothing is alike.

    Ratcliff-Obershelp similarity as in `difflib`, case ignored, 0.6 and above.
    """
    if len(word) > LONGEST_WORD:
        return None
    by_lower = {
        candidate.lower(): candidate for candidate in islice(known, MOST_WORDS) if len(candidate) <= LONGEST_WORD
    }
    import difflib

    result = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[result[0]] if result else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The question about the nearest known word, empty if nothing is alike."""
    close = nearest_word(word, known)
    return f"did you mean `{close}`?" if close else ""


def join_quoted(words: Iterable[str], last: str = "and") -> str:
    """Joins words as `join_words` does, each between backticks."""
    return join_words((f"`{word}`" for word in words), last)


def count_of(number: int, what: str) -> str:
    """`1 answer`, `2 answers`."""
    return f"{number} {what}{'s' * (number != 1)}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Joins words as `a, b and c`."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
