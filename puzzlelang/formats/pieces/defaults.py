"""Default values for what a text of an outside format does not say."""

from collections.abc import Mapping

from puzzlelang.puzzle import Puzzle
from puzzlelang.typed.ir import Builtin, Constant, Expression, PartitionKind, Reading, Ruleset, SingleKind


def assumed_defaults(rules: Ruleset, reading: Reading, puzzle: Puzzle) -> Mapping[str, str]:
    """Return the options and givens that the text leaves to their defaults, each with its default as text.

    Options that the statement reads are not among them: a missing letter states their value as well.
    Partitions are among them only if the statement could read them.
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
