"""Collects values of givens from the tokens of a grid, while a board text is read."""

from collections.abc import Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text.grid import SORTS, PicturePlace, TokenGrid, margin_places, picture_places, place_name
from puzzlelang.formats.text.layout import Layout, PictureShape, PictureSpot, set_symbol, spot_at
from puzzlelang.formats.text.split import TextToken
from puzzlelang.formats.text.tokens import NOTHING, Legend, Meaning, legend
from puzzlelang.formats.text.values import BLANKS, ValueFault, kind_of, read_hint, sample
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Corner, Group, Region
from puzzlelang.geometry.sorts import Sort
from puzzlelang.puzzle import Drawing, Key, Puzzle, Value
from puzzlelang.source import Source, Span
from puzzlelang.typed.checks.kinds import sort_of
from puzzlelang.typed.ir import Find, FunctionKind, Given, Item, PartitionKind, Ruleset, SetKind, SingleKind

_MARGIN = "if this is a cell, the {name} hints at the {side} are missing: write them there, `.` where there is none"
"""What may be wrong where something stands in a margin that can be no hint."""

_DIVIDING = frozenset("|,;/")
"""What other notations write between cells."""

_WORD = 3
"""So many letters are most likely a word and no symbol."""


class BoardTextDraft(msgspec.Struct, eq=False):
    """The values read so far, and all errors."""

    rules: Ruleset
    source: Source
    problems: list[Diagnostic] = msgspec.field(default_factory=list)
    givens: dict[str, dict[Key, Value]] = msgspec.field(default_factory=dict)
    partitions: dict[str, tuple[Region, ...]] = msgspec.field(default_factory=dict)
    groups: dict[str, tuple[Group, ...]] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    spans: dict[tuple[str, Key], Span] = msgspec.field(default_factory=dict)
    report_keys: set[tuple[str, str, str]] = msgspec.field(default_factory=set)

    def report(self, problem: Diagnostic, where: str = "", cause: str = "") -> None:
        """Adds an error; of one cause in one part of the text only the first is kept."""
        key = (problem.code, where, cause)
        if not cause or key not in self.report_keys:
            self.report_keys.add(key)
            self.problems.append(problem)

    def put(self, name: str, place: Key, value: Value, span: Span) -> None:
        """Adds a value of a given; False is the value of a set at places outside it."""
        if value is not False:
            self.givens[name][place] = value
            self.spans[name, place] = span

    def puzzle(self, geometry: Geometry, drawing: Drawing | None = None) -> Puzzle:
        """Builds the puzzle."""
        parts = (self.source, geometry, self.givens, self.partitions, self.options, self.spans)
        return Puzzle(*parts, drawing=drawing, groups=self.groups)


def needs_every_value(given: Given) -> bool:
    """Whether every place needs a value on the board."""
    match given.kind:
        case PartitionKind(absent):
            return not absent
        case FunctionKind(value=value):
            # A given on part of the board (`domain`) is checked later, when that part is known.
            return not value.absent and given.default is None and given.kind.domain is None
        case _:
            return False


def may_be_missing(rules: Ruleset, given: Given) -> bool:
    """Whether a board need not mention a given."""
    if given.default is not None or given.name == rules.missing:
        return True
    match given.kind:
        case PartitionKind(absent):
            return absent
        case FunctionKind(value=value) | SingleKind(value=value):
            return value.absent
        case _:
            return False


def unreadable(token: TextToken, place: str, wrong: ValueFault) -> Diagnostic:
    """The error for a token that is no value; unknown symbols have another code than values of a wrong kind."""
    if wrong.reason == NOTHING:
        advice = wrong.help
        if token.text in _DIVIDING:
            advice = f"leave it out: cells stand side by side, or have blanks between them; {advice}"
        elif token.text.isalpha() and len(token.text) >= _WORD:
            advice = f"put `;` in front of a line that is a remark; {advice}"
        return Diagnostic("E103", f"`{token.text}` at {place} {NOTHING}", token.span, help=advice)
    return Diagnostic("E106", f"`{token.text}` at {place} {wrong.reason}", token.span, help=wrong.help)


def take_grid(
    draft: BoardTextDraft,
    geometry: Geometry,
    grid: TokenGrid,
    *,
    shape: PictureShape,
    givens: Sequence[Given],
    where: str,
    overlay: Sequence[Find] = (),
    own: bool = False,
) -> bool:
    """Read a picture's tokens into the draft as values of the givens; skip those that belong to `overlay` finds.

    Return whether any skipped token was not blank.
    """
    for given in givens:
        if not isinstance(given.kind, PartitionKind):
            draft.givens[given.name] = {}
    labels: dict[str, list[Cell]] = {}
    drawn = False
    for sort in SORTS[shape]:
        legends: dict[PictureSpot, tuple[Legend, Legend]] = {}
        for place in picture_places(geometry, sort):
            token = grid.tokens.get(place.lattice)
            if token is None:
                continue
            spot = spot_at(sort, place.lattice)
            if spot not in legends:
                legends[spot] = legend(givens, spot, own), legend(overlay, spot)
            board, over = legends[spot]
            if overlay and _is_drawn(token.text, board, over):
                drawn = drawn or token.text not in BLANKS
                continue
            result = board.read(token.text)
            if isinstance(result, ValueFault) and result.reason == NOTHING:
                result = legend([*givens, *overlay], spot, own).with_advice(result, token.text)
            _take(draft, place, token, result, where=where, labels=labels)
    for given in givens:
        if isinstance(given.kind, PartitionKind):
            _take_partition(draft, given, labels)
        _check_complete(draft, geometry, grid, given, where)
    return drawn


def _is_drawn(text: str, board: Legend, over: Legend) -> bool:
    """Whether a token belongs to the answer drawn over a board; a `?` does unless the board has clues that say so."""
    return isinstance(over.read(text), Meaning) or (text == "?" and board.unknown_item is None)


def _take(
    draft: BoardTextDraft,
    place: PicturePlace,
    token: TextToken,
    result: Meaning | ValueFault | None,
    *,
    where: str,
    labels: dict[str, list[Cell]],
) -> None:
    if isinstance(result, ValueFault):
        if not (token.text == "+" and isinstance(place, Corner)):
            draft.report(unreadable(token, place_name(place), result), where, token.text)
    elif result is None:
        return
    elif not isinstance(result.item.kind, PartitionKind):
        draft.put(result.item.name, place, result.value, token.span)
    elif owner := _find_with_mark(draft.rules, token.text):
        draft.report(
            Diagnostic(
                "E103",
                f"`{token.text}` at {place} is the mark of {owner.name} and names no {result.item.name}",
                token.span,
                help=f"write the name of the {result.item.name}; draw the answer in an `[answer]` block",
            ),
            where,
            token.text,
        )
    elif isinstance(place, Cell):
        labels.setdefault(token.text, []).append(place)
        draft.spans[result.item.name, place] = token.span


def _find_with_mark(rules: Ruleset, text: str) -> Find | None:
    """Return the set of cells to be found whose mark is `text`; None for letters and digits, which may be labels."""
    sets = [find for find in rules.finds if isinstance(find.kind, SetKind) and sort_of(find) is Sort.CELL]
    return next((find for find in sets if set_symbol(find) == text and not text.isalnum()), None)


def _take_partition(draft: BoardTextDraft, given: Given, labels: dict[str, list[Cell]]) -> None:
    ordered = sorted(labels.items(), key=lambda item: item[1][0].index)
    draft.partitions[given.name] = tuple(
        Region(index, given.name, label, tuple(cells)) for index, (label, cells) in enumerate(ordered)
    )


def _check_complete(draft: BoardTextDraft, geometry: Geometry, grid: TokenGrid, given: Given, where: str) -> None:
    """Report the first place that was left blank though the given has a value everywhere."""
    sort = sort_of(given)
    if sort is None or not needs_every_value(given) or (draft.rules.missing and isinstance(given.kind, PartitionKind)):
        # A blank may be a missing cell, which is known only when all is read; grounding checks it.
        return
    bare = [
        (place, token)
        for place in picture_places(geometry, sort)
        if (given.name, place) not in draft.spans
        and ((token := grid.tokens.get(place.lattice)) is None or token.text in BLANKS)
    ]
    # A cell without a token belongs to a row that was already reported; a link without one is a blank.
    bare = [(place, token) for place, token in bare if token is not None or not isinstance(place, Cell)]
    if bare:
        place, token = bare[0]
        more = f", and so have {len(bare) - 1} more" if len(bare) > 1 else ""
        shown = "a name, such as `a`" if isinstance(given.kind, PartitionKind) else f"such as `{_sample(given)}`"
        span = token.span if token is not None else draft.source.first()
        message = f"{place_name(place)} has no {given.name}{more}"
        advice = f"write one there, {shown}{_second_grid(draft, given, span)}"
        draft.report(Diagnostic("E112", message, span, help=advice), where, given.name)


def _second_grid(draft: BoardTextDraft, given: Given, span: Span) -> str:
    """Return advice where the rows of a grid go on after a blank line: those may be meant as a grid of their own."""
    above = draft.source.text[: span.start].lstrip()
    others = [one.name for one in draft.rules.givens if one is not given and sort_of(one) is Sort.CELL]
    return f"; a second grid begins with its name, such as `[{others[0]}]`" if others and "\n\n" in above else ""


def _sample(given: Item) -> str:
    return sample(kind_of(given), given.shown)


def _cells(text: str, cell: Legend) -> bool:
    """Return whether `text` can be read as one cell that is not blank, or as several cells."""
    read = [cell.read(part) for part in ([text] if isinstance(cell.read(text), Meaning) else text)]
    return not any(isinstance(one, ValueFault) for one in read) and (len(read) > 1 or read[0] is not None)


def take_hints(draft: BoardTextDraft, geometry: Geometry, grid: TokenGrid, layout: Layout) -> None:
    """Reads the margins as values of the givens they belong to."""
    for given in layout.sides.values():
        draft.givens.setdefault(given.name, {})
    cell = legend([*layout.main, *layout.overlay], PictureSpot(Sort.CELL))
    for side, hints in grid.hints.items():
        given, sort = layout.sides[side], sort_of(layout.sides[side])
        places = margin_places(geometry, sort, side) if sort is not None else ()
        if len(places) != len(hints):
            continue  # reported when the grid was read
        for index, (place, tokens) in enumerate(zip(places, hints, strict=True)):
            value = read_hint(given, tokens)
            nearest_cell = (1, 2 * index + 1) if side in {"top", "bottom"} else (2 * index + 1, 1)
            at = tokens[0] if tokens else grid.tokens.get(nearest_cell)
            if isinstance(value, ValueFault):
                problem = f"the {given.name} `{tokens[0].text}` of {place} {value.reason}"
                advice = value.help
                if _cells(tokens[0].text, cell):
                    advice += f"; {_MARGIN.format(name=given.name, side=side)}"
                draft.report(Diagnostic("E106", problem, tokens[0].span, help=advice), side, problem)
            elif value is not None:
                draft.put(given.name, place, value, tokens[0].span.to(tokens[-1].span))
            elif needs_every_value(given) and at is not None and not grid.problems:
                advice = f"write a value such as `{_sample(given)}` there"
                problem = f"{place} has no {given.name} at the {side}"
                draft.report(Diagnostic("E102", problem, at.span, help=advice), side, given.name)
