"""Converts values to tokens at lattice places, and back by the legend of each given and find."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean
from puzzlelang.formats.text.grid import SORTS, picture_places
from puzzlelang.formats.text.layout import (
    Layout,
    PictureShape,
    PictureSpot,
    is_numeric,
    mark_at_spot,
    marks,
    may_be_blank,
    set_symbol,
    spot_at,
)
from puzzlelang.formats.text.values import BLANKS, ValueFault, declare_unknown, kind_of, read_value, write_value
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Place
from puzzlelang.puzzle import UNKNOWN, Drawing, Key, Puzzle, Solution, Unknown, Value
from puzzlelang.typed.checks.kinds import sort_of, value_kind
from puzzlelang.typed.ir import Base, Find, Given, Item, PartitionKind, SetKind

NOTHING = "means nothing here"
"""What is wrong with a token that is no symbol; other reasons say what is wrong with a value."""


class Meaning(msgspec.Struct, frozen=True):
    """One value of one given or find."""

    item: Item
    value: Value


class Legend(msgspec.Struct, frozen=True):
    """The tokens allowed at one spot: fixed marks, digits of `numbers`, labels of `labels`, `?` for `unknown_item`."""

    marks: Mapping[str, Meaning]
    numbers: Item | None
    labels: Item | None
    unknown_item: Item | None

    def read(self, text: str) -> Meaning | ValueFault | None:
        """The meaning of a token, None for a blank; a declared mark wins over a blank, and both over a label.

        A token without a meaning gets a fault without help: most of these belong to another legend, and advice takes
        time.  `with_advice` adds it.
        """
        if text in self.marks:
            return self.marks[text]
        if text in BLANKS:
            return None
        if text == "?":
            if self.unknown_item is None or (kind := value_kind(self.unknown_item)) is None:
                return ValueFault(NOTHING, "")
            return Meaning(self.unknown_item, (UNKNOWN,) if kind.base is Base.NUMBERS else UNKNOWN)
        if self.numbers is not None:
            result = read_value(self.numbers, text)
            if result is not None and not isinstance(result, ValueFault):
                return Meaning(self.numbers, result)
            if isinstance(result, ValueFault) and text.lstrip("-")[:1].isdigit():
                return result
        if self.labels is not None:
            return Meaning(self.labels, text)
        return ValueFault(NOTHING, "")

    def with_advice(self, wrong: ValueFault, text: str) -> ValueFault:
        """Return the fault of a token, with advice if the token has no meaning."""
        return ValueFault(NOTHING, self.advice(text)) if wrong.reason == NOTHING else wrong

    def advice(self, text: str) -> str:
        """The permitted tokens, as advice for an unknown one."""
        parts = [f"`{mark}` ({meaning.item.name})" for mark, meaning in self.marks.items()]
        if self.numbers is not None:
            parts.append(f"a number ({self.numbers.name})")
        if self.labels is not None:
            parts.append(f"any name ({self.labels.name})")
        if self.unknown_item is not None:
            parts.append("`?`")
        allowed = f"allowed here: {', '.join([*parts[:12], '`.` for nothing'])}"
        if text == "?" and (clues := self._clues()):
            allowed += f"; {declare_unknown(clues)}"
        return f"{did_you_mean(text, self.marks)} {allowed}".lstrip()

    def _clues(self) -> Given | None:
        """The first given whose values could be `?` if the rules said so."""
        items = [self.numbers, *(meaning.item for meaning in self.marks.values())]
        return next((item for item in items if isinstance(item, Given) and value_kind(item) is not None), None)


def legend(items: Sequence[Item], spot: PictureSpot, own: bool = False) -> Legend:
    """The legend of the items at a spot; the items must be distinguishable there."""
    here = [item for item in items if sort_of(item) is spot.sort]
    symbols = {mark: Meaning(item, value) for item in reversed(here) for mark, value in marks(item, spot, own).items()}
    kinds = [(item, value_kind(item)) for item in here]
    return Legend(
        symbols,
        next((item for item in here if is_numeric(item)), None),
        next((item for item in here if isinstance(item.kind, PartitionKind)), None),
        next((item for item, kind in kinds if kind is not None and kind.unknown), None),
    )


def plausibility(*legends: Legend) -> Callable[[str], bool]:
    """Return a test whether a token is a blank, a `?`, or has a meaning in one of the legends."""

    @cache
    def plausible(text: str) -> bool:
        return text in BLANKS or text == "?" or any(isinstance(key.read(text), Meaning) for key in legends)

    return plausible


Undecided = Collection[tuple[str, Place]]


class AnswerValues(msgspec.Struct, frozen=True):
    """Values to draw; in a `partial` answer a place without a value is undecided, in a full one it has none."""

    values: Mapping[str, Mapping[Place, Value]]
    partial: bool
    undecided: Undecided = ()

    def asks(self, name: str, place: Place) -> bool:
        """Whether the value of a find at a place is undecided."""
        return (name, place) in self.undecided or (self.partial and place not in self.values[name])


def answer_values(drawn: Solution | Drawing, undecided: Undecided = ()) -> AnswerValues:
    """The values to draw for a solution or a drawing."""
    return AnswerValues(drawn.values, isinstance(drawn, Drawing), undecided)


def value_token(item: Item, spot: PictureSpot, value: Value) -> str:
    """The token of a value at a spot; for a set the mark of a member."""
    kind = value_kind(item)
    if isinstance(item.kind, SetKind):
        return mark_at_spot(set_symbol(item) or "#", spot)
    if kind is None or isinstance(value, Unknown):
        return str(value)
    text = write_value(kind, item.shown, value)
    return mark_at_spot(text, spot) if str(value) in dict(item.shown.symbols) else text


def token_of(item: Item, value: Value | None) -> str:
    """The token for a hint or a list entry, a blank for no value."""
    if value is None or value is False:
        return "."
    return (
        (set_symbol(item) or "#") if isinstance(item.kind, SetKind) else write_value(kind_of(item), item.shown, value)
    )


def given_values(puzzle: Puzzle, item: Item) -> Mapping[Key, Value]:
    """The values of a given by place; of a partition the label of each cell."""
    if isinstance(item.kind, PartitionKind):
        regions = puzzle.partitions.get(item.name, ())
        return {cell: region.label for region in regions for cell in region.cells}
    return puzzle.givens.get(item.name, {})


def given_tokens(puzzle: Puzzle, items: Sequence[Item]) -> dict[tuple[int, int], str]:
    """The tokens of givens that share one picture."""
    result = {}
    for item in items:
        values, sort = given_values(puzzle, item), sort_of(item)
        for place in picture_places(puzzle.geometry, sort) if sort is not None else ():
            if place in values:
                result[place.lattice] = value_token(item, spot_at(sort, place.lattice), values[place]) if sort else ""
    return result


def answer_tokens(geometry: Geometry, finds: Sequence[Find], answer: AnswerValues) -> dict[tuple[int, int], str] | None:
    """The tokens of finds that share one picture; None if two of them would need one place."""
    result: dict[tuple[int, int], str] = {}
    for sort in {sort for find in finds if (sort := sort_of(find)) is not None}:
        here = [find for find in finds if sort_of(find) is sort]
        for place in picture_places(geometry, sort):
            token = _joint_token(here, place, spot_at(sort, place.lattice), answer)
            if token is None:
                return None
            if token:
                result[place.lattice] = token
    return result


def _joint_token(finds: Sequence[Find], place: Place, spot: PictureSpot, answer: AnswerValues) -> str | None:
    """Return the one token for all finds at a place, "" for none; None if no single token can show them all.

    A `?` means that no find is decided at the place, a blank that the place stays empty.
    """
    marks, blank_count, settled, wondering = [], 0, 0, False
    for find in finds:
        value = answer.values[find.name].get(place)
        if answer.asks(find.name, place):
            blank_count += may_be_blank(find)
            wondering = True
        elif value is not None and value is not False:
            marks.append(value_token(find, spot, value))
            settled += may_be_blank(find)
        else:
            settled += may_be_blank(find)
    if len(marks) > 1 or (blank_count and (marks or settled)):
        return None
    if marks:
        return marks[0]
    return "?" if wondering and not settled else ""


def underlay(
    puzzle: Puzzle, shape: PictureShape, finds: Sequence[Find], board: Layout, own: bool
) -> dict[tuple[int, int], str]:
    """Symbols of the board to repeat under an answer: those distinct from answers, without labels and `?`."""
    result: dict[tuple[int, int], str] = {}
    for given in board.main:
        sort = sort_of(given)
        if sort is None or sort not in SORTS[shape] or isinstance(given.kind, PartitionKind):
            continue
        legends = _keys(finds, board, own)
        for place in picture_places(puzzle.geometry, sort):
            value = puzzle.givens.get(given.name, {}).get(place)
            if value is None or value in (UNKNOWN, (UNKNOWN,)):
                continue
            spot = spot_at(sort, place.lattice)
            token = value_token(given, spot, value)
            drawn, repeated = legends(spot)
            fits = len(token) == 1 or shape in {PictureShape.CELLS, PictureShape.CORNERS}
            if fits and isinstance(drawn.read(token), ValueFault) and repeated.read(token) == Meaning(given, value):
                result.setdefault(place.lattice, token)
    return result


def _keys(finds: Sequence[Find], board: Layout, own: bool) -> Callable[[PictureSpot], tuple[Legend, Legend]]:
    legends: dict[PictureSpot, tuple[Legend, Legend]] = {}

    def keys(spot: PictureSpot) -> tuple[Legend, Legend]:
        if spot not in legends:
            legends[spot] = legend(finds, spot, own), legend(board.main, spot)
        return legends[spot]

    return keys


def blank_for(items: Sequence[Item], own: bool = False) -> str:
    """A blank that no item uses as a mark."""
    symbols = {
        mark
        for item in items
        if (sort := sort_of(item)) is not None
        for level in (True, False)
        for mark in legend([item], PictureSpot(sort, level), own).marks
    }
    return next((mark for mark in (".", "-", "_") if mark in BLANKS - symbols), ".")
