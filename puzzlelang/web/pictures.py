"""Pictures of boards for the page, and the controls of each."""

from collections.abc import Mapping

import msgspec

from puzzlelang.formats.text.tokens import given_values
from puzzlelang.formats.text.values import kind_of, write_value
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.questions.base import Json
from puzzlelang.render import players
from puzzlelang.scene.record import Role
from puzzlelang.scene.to_svg import svg
from puzzlelang.sessions import highlights
from puzzlelang.typed import ir
from puzzlelang.web.controls import controls


def picture(rules: ir.Ruleset, puzzle: Puzzle, roles: Mapping[str, Role], *, dark: bool) -> Json:
    """`svg` with the names of places on what can be touched, `controls`, size, and the outside `forms` of the rules.

    `values` says in words what stands at a place, for those who do not see the picture.  `sentences` are the rules of
    this board as players read them.
    """
    there = highlights.places_by_name(puzzle) if roles else {}
    pointed = {there[name]: role for name, role in roles.items() if name in there}
    # Numbered always, so that nothing moves when a hint speaks of R2C5.
    scene = msgspec.structs.replace(highlights.picture(rules, puzzle, roles=pointed), named=True)
    return {
        "status": "drawn",
        "svg": svg(scene, dark=dark, places=True),
        "controls": controls(rules, puzzle),
        "rows": puzzle.geometry.height,
        "columns": puzzle.geometry.width,
        "title": rules.title,
        "drawn": puzzle.drawing is not None,
        "values": values(rules, puzzle),
        "sentences": players.rule_sentences(rules, [puzzle]),
        "forms": list(dict.fromkeys(reading.format for reading in rules.readings)),
    }


def values(rules: ir.Ruleset, puzzle: Puzzle) -> Mapping[str, str]:
    """What stands at each place: `tree`, `clue 3`, `no tent`."""
    drawn = puzzle.drawing.values if puzzle.drawing else {}
    result: dict[str, list[str]] = {}
    for given in rules.givens:
        for place, value in given_values(puzzle, given).items():
            if place is not None:
                result.setdefault(str(place), []).append(_said(given, value))
    for find in rules.finds:
        for place, value in drawn.get(find.name, {}).items():
            result.setdefault(str(place), []).append(_said(find, value))
    return {place: ", ".join(said) for place, said in result.items()}


def _said(item: ir.Item, value: Value) -> str:
    if isinstance(value, bool):
        return item.name if value else f"no {item.name}"
    return f"{item.name} {write_value(kind_of(item), item.shown, value)}"


def board_svg(rules: ir.Ruleset, puzzle: Puzzle) -> str:
    """The board as an SVG file."""
    return svg(highlights.picture(rules, puzzle))
