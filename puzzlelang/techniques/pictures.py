"""Pictures of patterns, before and after: what no board has is drawn as well, as that a clue is not there."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import assert_never

import msgspec

from puzzlelang.geometry.places import Border, Cell, Corner, Link, Place
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.scene.record import (
    LAYERS,
    Arrow,
    Denial,
    Fill,
    Highlight,
    Layer,
    Mark,
    Outline,
    Regions,
    Role,
    Route,
    Scene,
    Sign,
    Stroke,
    TextMark,
    Tone,
)
from puzzlelang.techniques.boards import OpenGiven, PatternBoards
from puzzlelang.typed import ir

Picture = Callable[[ir.Ruleset, Puzzle, Drawing | None, Mapping[Place, Role] | None], Scene]
"""How a board is drawn: `pipeline.picture`."""

ASIDE = "top right"
"""The part of a cell where a sign says that nothing is given there: marks are in the middle."""


def before_and_after(rules: ir.Ruleset, shown: PatternBoards, picture: Picture) -> tuple[Scene, Scene]:
    """The pictures of a window: without captions and margins, which are about a whole board.

    What follows stands out in the second one: cells and corners have an outline, strokes are green.
    """
    concluded: dict[Place, Role] = dict.fromkeys(
        (one for one in shown.concluded if isinstance(one, Cell | Corner)), Role.FORCES
    )
    before = picture(rules, shown.puzzle, shown.before, None)
    after = picture(rules, shown.puzzle, shown.after, concluded)
    bare = frozenset(picture(rules, shown.puzzle, Drawing({}), None).marks())
    open_marks = [
        mark
        for one in shown.open_givens
        for mark in _open_marks(picture(rules, one.on(shown.puzzle), Drawing({}), None), bare, one)
    ]

    def finished(scene: Scene, places: Collection[Place]) -> Scene:
        marks = [*open_marks, *(_in_green(mark, places) for mark in scene.marks())]
        layers = tuple(
            Layer(name, tuple(mark for mark in marks if isinstance(mark, kinds))) for name, kinds in LAYERS.items()
        )
        return msgspec.structs.replace(scene, layers=layers, captions=(), banks={}, margins=(), named=False)

    return finished(before, ()), finished(after, shown.concluded)


def _in_green(mark: Mark, places: Collection[Place]) -> Mark:
    """A stroke in green where it follows."""
    if isinstance(mark, Stroke) and mark.at in places:
        return msgspec.structs.replace(mark, tone=Tone.GREEN)
    return mark


def _open_marks(scene: Scene, bare: Collection[Mark], one: OpenGiven) -> Iterator[Mark]:
    """The marks of something given: faint, with a question mark above them; aside and crossed out if it is absent."""
    place = one.place
    if not isinstance(place, Cell | Border | Link | Corner):
        return
    own = [faint for mark in scene.marks() if mark not in bare and (faint := _faint(mark, one)) is not None]
    yield from own
    slot, size = (ASIDE, "") if isinstance(place, Cell) else ("middle", "")
    if own and one.absent:
        yield Sign(place, "cross", Tone.RED, slot, size, Role.GIVEN)
    elif own and not any(isinstance(mark, TextMark) for mark in own):
        yield TextMark(place, ("?",), Tone.GREY, "middle", "", Role.GIVEN)


def _faint(mark: Mark, one: OpenGiven) -> Mark | None:
    """The mark in a faint tone; None for what is elsewhere, and for marks that say "nothing here"."""
    match mark:
        case Fill(at) if at == one.place and one.absent:
            return Sign(at, "block", Tone.INK, ASIDE, "", mark.role)
        case Sign(at) | Arrow(at) | TextMark(at) if at == one.place and one.absent and isinstance(at, Cell):
            return msgspec.structs.replace(mark, tone=Tone.INK, slot=ASIDE, size="")
        case Fill(at) | Sign(at) | Arrow(at) | TextMark(at) | Stroke(at) if at == one.place:
            return msgspec.structs.replace(mark, tone=Tone.FAINT)
        case Fill() | Sign() | Arrow() | TextMark() | Stroke() | Denial() | Regions() | Outline() | Route():
            return None
        case Highlight():
            return None
        case _:
            assert_never(mark)
