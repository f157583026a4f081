"""All words of the language that name something, with kind and meaning.

Keywords, which lead statements and formulas in, are in `syntax.keywords`.
"""

from functools import cache

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.typed.types import describe
from puzzlelang.typed.words.builtins import AGGREGATES, FUNCTIONS, PROPERTIES, QUESTIONS, RELATIONS, VALUES
from puzzlelang.typed.words.graph_words import WORDS, usage

WITH_ARGUMENTS = frozenset({*FUNCTIONS, *WORDS, *AGGREGATES, *QUESTIONS, *RELATIONS})
"""Words with arguments."""

RESERVED = frozenset({*VALUES, *WITH_ARGUMENTS})
"""Words that mean something wherever they stand alone or have arguments; properties have places in front of them."""

UNAVAILABLE = frozenset(VALUES)
"""Words that cannot be names of one's own.  Those with arguments can, as these distinguish them.

So can properties, where the places have none of that name.
"""

_AS_ARGUMENT = {"sum": "sum(f of S)", "product": "product(f of S)", "min": "min(f of S)", "max": "max(f of S)"} | {
    "distinct": "distinct(f of S)",
    "list": "list(f of S)",
    "bag": "bag(f of S)",
    "known": "known(c.clue)",
    "present": "present(c.clue)",
}


@cache
def words() -> tuple[str, ...]:
    """Every word, properties included, sorted."""
    return tuple(sorted({*RESERVED, *(word for own in PROPERTIES.values() for word in own)}))


def kind(word: str) -> str:
    """The kind of a word, such as `a set of cells` or `a word with arguments`; empty for an unknown word."""
    if word in VALUES:
        also = ", and a word with arguments" if word in WITH_ARGUMENTS else ""
        return describe(VALUES[word].result) + also
    if word in WITH_ARGUMENTS:
        return "a relation, with an argument" if word in RELATIONS else "a word with arguments"
    owners = [f"a {sort.value}" for sort, own in PROPERTIES.items() if word in own]
    return f"a property of {join_words(owners)}" if owners else ""


def meaning(word: str) -> str:
    """The meaning of a word, with its usage if it takes arguments; empty for an unknown word."""
    if word in WORDS:
        return usage(word)
    meanings = [VALUES[word].meaning] if word in VALUES else []
    for table in (AGGREGATES, QUESTIONS, RELATIONS):
        if word in table:
            meanings.append(f"`{_AS_ARGUMENT.get(word, f'{word}(S)')}`: {table[word]}")
    for signature in FUNCTIONS.get(word, ()):
        arguments = join_words([describe(parameter) for parameter in signature.parameters])
        meanings.append(f"`{word}` of {arguments}: {signature.meaning}")
    meanings += [own[word].meaning for own in PROPERTIES.values() if word in own and word not in RESERVED]
    return "; ".join(meanings)
