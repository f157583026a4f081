"""Default values for what a text of an outside format does not say."""

from collections.abc import Mapping

from puzzlelang.puzzle import Puzzle
from puzzlelang.typed.ir import Builtin, Constant, Expression, PartitionKind, Reading, Ruleset, SingleKind


def assumed_defaults(rules: Ruleset, reading: Reading, puzzle: Puzzle) -> Mapping[str, str]:
    """The options and givens that the text leaves to their defaults, with these as text.

    Options that the statement reads are told by every text, if only by a letter that is missing. Of partitions those
    count that a text could draw; what a type never draws is part of what the type means.
    """
    layers = (layer for piece in reading.pieces for layer in piece.layers)
    said = {effect.name for layer in layers for entry in layer for effect in entry.effects}
    found = {
        option.name: option.default
        for option in rules.options
        if option.name not in said and option.name not in puzzle.options
    }
    for given in rules.givens:
        single = isinstance(given.kind, SingleKind) and given.name not in puzzle.givens
        drawn = isinstance(given.kind, PartitionKind) and given.name in said and given.name not in puzzle.partitions
        if given.default is not None and (single or drawn):
            found[given.name] = _spelled(given.default)
    return found


def _spelled(default: Expression) -> str:
    match default:
        case Constant(value=value):
            return str(value)
        case Builtin(name=name):
            return name
        case _:
            return ""
