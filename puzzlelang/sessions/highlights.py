"""Highlights of a result: the whole board, and the role of each place in findings, steps and differing answers."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.ground import from_typed
from puzzlelang.problem.findings import Finding
from puzzlelang.puzzle import Drawing, Puzzle, Solution, differences
from puzzlelang.scene.record import Role, Scene
from puzzlelang.steps.record import NamedFact
from puzzlelang.typed import ir

Roles = Mapping[Place, Role]


def picture(
    rules: ir.Ruleset, puzzle: Puzzle, drawn: Drawing | Solution | None = None, roles: Roles | None = None
) -> Scene:
    """A puzzle and what is drawn on it, by default its own drawing, as a scene; places play the `roles` given.

    What the board leaves to defaults of the rules is shown as well, if it has a place.
    """
    from puzzlelang.scene.from_board import scene

    whole = from_typed.with_defaults(rules, puzzle)
    givens = {name: values for name, values in whole.givens.items() if None not in values or name in puzzle.givens}
    return scene(rules, msgspec.structs.replace(whole, givens=givens), drawn, roles or {})


def svg(rules: ir.Ruleset, puzzle: Puzzle, drawn: Drawing | Solution | None, roles: Roles | None = None) -> str:
    """The picture as SVG, for notebooks."""
    from puzzlelang.scene import to_svg

    return to_svg.svg(picture(rules, puzzle, drawn, roles))


def difference_roles(first: Solution, second: Solution) -> Roles:
    """Return where two answers differ."""
    return dict.fromkeys(differences(first, second), Role.DIFFERS)


def finding_roles(result: Iterable[Finding]) -> Roles:
    """The places of broken rules are wrong; what is not satisfied yet is left alone."""
    return {place: Role.WRONG for item in result if item.broken for place in item.cells}


def blamed_roles(puzzle: Puzzle, blamed: Iterable[NamedFact]) -> Roles:
    """Return the role `WRONG` for the places of drawn values that no answer has together."""
    places = places_by_name(puzzle)
    return {places[blame.place]: Role.WRONG for blame in blamed if blame.place in places}


def places_by_name(puzzle: Puzzle) -> Mapping[str, Place]:
    """The places of a board by what messages call them."""
    own: Sequence[Sequence[Place]] = (*puzzle.partitions.values(), *puzzle.groups.values())
    return {**puzzle.geometry.by_name, **{str(place): place for places in own for place in places}}
