"""Pictures of boards for the page, and the controls of each."""

import hashlib
from collections.abc import Mapping

import msgspec

from puzzlelang.formats.text.tokens import given_values
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.questions.base import Json
from puzzlelang.render import players
from puzzlelang.scene.drawing import figure
from puzzlelang.scene.record import Role
from puzzlelang.scene.to_svg import page_svg, svg
from puzzlelang.sessions import highlights
from puzzlelang.typed import ir
from puzzlelang.web.controls import controls
from puzzlelang.web.stamps import crowded, stamps


def picture(rules: ir.Ruleset, puzzle: Puzzle, roles: Mapping[str, Role], *, dark: bool, seen: str = "") -> Json:
    """A board as a page shows it, on which people draw.

    `svg` is the picture, see `to_svg.page_svg`.  `kit` is what stays the same while somebody draws: `places` are what
    can be touched above the picture, `stamps` what single values look like, and its `tag` is another one whenever these
    are others; it is null if the tag is the one that was `seen`.  `controls` say what can be changed, `marks` what is
    there, as values that `Change.value` takes.  `sentences` are the rules of this board as players read them, `forms`
    the outside formats of the rules.
    """
    there = highlights.places_by_name(puzzle) if roles else {}
    pointed = {there[name]: role for name, role in roles.items() if name in there}
    # Numbered always, so that nothing moves when a hint speaks of R2C5.
    scene = msgspec.structs.replace(highlights.picture(rules, puzzle, roles=pointed), named=True)
    shown, offered = figure(scene, dark=dark), controls(rules, puzzle)
    drawn = page_svg(shown, dark=dark)
    stepped = [(control.name, control.steps, control.shown) for control in offered]
    beside = [sorted(str(mark.at) for mark in crowded(rules, find, scene)) for find in rules.finds]
    kit_content = (rules.source.text, dark, stepped, drawn.places, beside)
    tag = hashlib.sha256(msgspec.json.encode(kit_content)).hexdigest()[:16]
    kit = None
    if tag != seen:
        looks = stamps(rules, puzzle, scene, shown.targets, offered, dark=dark)
        kit = {"tag": tag, "places": drawn.places, "stamps": looks}
    sentences = players.sentences_by_rule(rules, [puzzle])
    return {
        "status": "drawn",
        "svg": drawn.picture,
        "kit": kit,
        "controls": offered,
        "rows": puzzle.geometry.height,
        "columns": puzzle.geometry.width,
        "title": rules.title,
        "drawn": puzzle.drawing is not None,
        "marks": marks(rules, puzzle),
        "sentences": list(sentences.values()),
        "rules": list(sentences),
        "forms": list(dict.fromkeys(reading.format for reading in rules.readings)),
    }


def marks(rules: ir.Ruleset, puzzle: Puzzle) -> Mapping[str, Mapping[str, str]]:
    """Return what stands at each place, by declaration: `{"clue": {"R1C1": "3"}, "tent": {"R2C1": "false"}}`."""
    drawn = puzzle.drawing.values if puzzle.drawing else {}
    result: dict[str, Mapping[str, str]] = {}
    items: list[ir.Item] = [*rules.givens, *rules.finds]
    for item in items:
        values = given_values(puzzle, item) if isinstance(item, ir.Given) else drawn.get(item.name, {})
        there = {str(place): _text(value) for place, value in values.items() if place is not None}
        if there:
            result[item.name] = there
    return result


def _text(value: Value) -> str:
    """A value as `Change.value` has it."""
    match value:
        case bool():
            return "true" if value else "false"
        case tuple():
            return " ".join(map(str, value))
        case _:
            return str(value)


def board_svg(rules: ir.Ruleset, puzzle: Puzzle) -> str:
    """The board as an SVG file."""
    return svg(highlights.picture(rules, puzzle))
