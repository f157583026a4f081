"""Lists the properties that may follow the dot of `c.name`, for completion in editors."""

from collections.abc import Iterator

from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.checks.declared_names import belongs, owners
from puzzlelang.typed.definitions import Definition, NameKind
from puzzlelang.typed.from_syntax import CheckResult
from puzzlelang.typed.types import Erroneous, PlaceType, describe
from puzzlelang.typed.words.builtins import PROPERTIES
from puzzlelang.typed.words.signatures import Signature


def members(checked: CheckResult, source: Source, offset: int) -> tuple[Definition, ...] | None:
    """The properties that a place of the text may have, own names first; None if no property stands there.

    Only places have properties.  Where the type of the owner is not known, all properties are possible.
    """
    for span, types in checked.names.owners.items():
        if span.source is source and span.start <= offset <= span.end:
            places = [held for held in types if isinstance(held, PlaceType)]
            if places or not all(isinstance(held, Erroneous) for held in types):
                return tuple(_of(checked, places))
            return properties(checked)
    return None


def properties(checked: CheckResult) -> tuple[Definition, ...]:
    """All properties that any place has."""
    own = (item.name for item in _declarations(checked.ruleset) if any(owners(item)))
    words = {word: _word(word, results) for known in PROPERTIES.values() for word, results in known.items()}
    return (*_definitions(checked, own), *words.values())


def _of(checked: CheckResult, places: list[PlaceType]) -> Iterator[Definition]:
    own = (item.name for item in _declarations(checked.ruleset) if any(belongs(item, place) for place in places))
    yield from _definitions(checked, own)
    words = {word: results for place in places for word, results in PROPERTIES.get(place.sort, {}).items()}
    yield from (_word(word, results) for word, results in words.items())


def _declarations(rules: ir.Ruleset) -> tuple[ir.Item | ir.Let, ...]:
    return (*rules.givens, *rules.finds, *rules.hidden, *rules.lets)


def _definitions(checked: CheckResult, names: Iterator[str]) -> Iterator[Definition]:
    kinds = (NameKind.GIVEN, NameKind.FIND, NameKind.LET)
    known = {item.name: item for item in checked.names.definitions if item.kind in kinds}
    return (known[name] for name in names if name in known)


def _word(word: str, signature: Signature) -> Definition:
    return Definition(word, NameKind.WORD, describe(signature.result), None, signature.meaning)
