"""How much patterns decide on the example boards of a rule file.

Each board is filled in: the first pattern in their order that decides something does so; where none does, the next open
place is told.  So a pattern is worth what simpler ones leave to it.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from puzzlelang.formats import boards
from puzzlelang.geometry.places import Cell, Place
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import from_typed
from puzzlelang.puzzle import Puzzle, Solution, Unknown
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Undecided
from puzzlelang.solving.search import stream
from puzzlelang.source import Source
from puzzlelang.techniques.known import Known, offsets
from puzzlelang.techniques.motions import images
from puzzlelang.techniques.record import SIDES, Area, Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.typed import ir


class Worth(msgspec.Struct, frozen=True):
    """How often a pattern was the first to decide something, and how many places it decided."""

    pattern: Pattern
    fired: int
    places: int


class SolvedBoard(msgspec.Struct, frozen=True):
    """A board as one window, with what is given and all that its only answer says; `unsure` are cells with a `?`."""

    window: Window
    given: tuple[Fact, ...]
    answer: tuple[Fact, ...]
    unsure: frozenset[tuple[int, int]]


def solved_boards(opened: OpenRules, texts: Iterable[Source]) -> Iterator[SolvedBoard]:
    """Yield the boards that patterns are about and that have one answer.  Raises `Failed` for texts of no board."""
    rules = opened.written or opened.rules
    for text in texts:
        puzzle = boards.read(rules, text)
        if _is_meant(opened, puzzle):
            problem = from_typed.ground(rules, puzzle)
            answers = list(islice(stream(problem, engines.engine(), 2), 2))
            if len(answers) == 1 and not isinstance(answers[0], Undecided):
                yield _solved(opened, puzzle, problem.solution(answers[0]))


def examples(opened: OpenRules) -> list[Source]:
    """The boards of the examples that have one answer."""
    return [
        example.board
        for example in opened.rules.examples
        if example.board and any(one.solutions == 1 or one.answer is not None for one in example.verdicts)
    ]


def _is_meant(opened: OpenRules, puzzle: Puzzle) -> bool:
    """Tell whether a board has squares only, and by default all that patterns take to be so."""
    changed = {*puzzle.options, *(name for name in (*puzzle.givens, *puzzle.partitions, *puzzle.groups))}
    return isinstance(puzzle.geometry, SquareGrid) and not changed & {*opened.assumed}


def _solved(opened: OpenRules, puzzle: Puzzle, solution: Solution) -> SolvedBoard:
    geometry = puzzle.geometry
    assert isinstance(geometry, SquareGrid)
    sample = Sample(geometry, 0, 0)
    regions = puzzle.partitions.get(opened.partition, ())
    areas = tuple(sorted(Area(tuple(sorted(cell.lattice for cell in one.cells)), whole=True) for one in regions))
    window = Window(geometry.height, geometry.width, SIDES, areas)
    spots: Mapping[Place, Spot] = {**near(window, sample), **region_spots(window, sample, regions)}
    given = tuple(fact for one in opened.rules.givens for fact in _given(opened, one, puzzle, spots))
    drawn = (
        Fact(name, spots[place], (Presence.PRESENT if value else Presence.ABSENT) if isinstance(value, bool) else value)
        for name, values in solution.values.items()
        for place, value in values.items()
        if place in spots and isinstance(value, int | str)
    )
    unknown = (place for values in puzzle.givens.values() for place, value in values.items() if _is_unsure(value))
    unsure = frozenset(place.lattice for place in unknown if isinstance(place, Cell))
    return SolvedBoard(window, given, tuple(drawn), unsure)


def _is_unsure(value: object) -> bool:
    return isinstance(value, Unknown) or (isinstance(value, tuple) and any(map(_is_unsure, value)))


def _given(opened: OpenRules, given: ir.Given, puzzle: Puzzle, spots: Mapping[Place, Spot]) -> Iterator[Fact]:
    """What a board says of a given at each place that could have it."""
    kind, values = given.kind, puzzle.givens.get(given.name, {})
    if not opened.given(given.name) or not isinstance(kind, ir.SetKind | ir.FunctionKind):
        return
    for place, spot in spots.items():
        if place.sort is not kind.sort:
            continue
        match values.get(place):
            case None | False:
                yield Fact(given.name, spot, Presence.ABSENT)
            case True:
                yield Fact(given.name, spot, Presence.PRESENT)
            case int() | str() as value:
                yield Fact(given.name, spot, value)
                yield Fact(given.name, spot, Presence.PRESENT)
            case _:
                pass


class _Use(msgspec.Struct, frozen=True):
    """A pattern at a place of a board: its number, and what it still needs there."""

    number: int
    premises: frozenset[Fact]
    conclusions: tuple[Fact, ...]


def worths(known: Known, solved: Iterable[SolvedBoard]) -> list[Worth]:
    """Return what each pattern is worth on some boards.  Raises `ValueError` if one says what an answer denies."""
    fired: Counter[int] = Counter()
    places: Counter[int] = Counter()
    for board in solved:
        _fill_in(board, list(_uses(known, board)), fired, places)
    return [Worth(pattern, fired[number], places[number]) for number, pattern in enumerate(known.patterns)]


def _fill_in(board: SolvedBoard, uses: Sequence[_Use], fired: Counter[int], places: Counter[int]) -> None:
    told = {*board.given}
    true = {*board.answer}
    waiting: dict[Fact, list[int]] = {}
    missing = [0] * len(uses)
    ready: list[tuple[int, int]] = []
    for at, use in enumerate(uses):
        needed = use.premises - told
        missing[at] = len(needed)
        for fact in needed:
            waiting.setdefault(fact, []).append(at)
        if not needed:
            ready.append((use.number, at))
    heapq.heapify(ready)

    def tell(fact: Fact) -> None:
        told.add(fact)
        for at in waiting.pop(fact, ()):
            missing[at] -= 1
            if not missing[at]:
                heapq.heappush(ready, (uses[at].number, at))

    for one in board.answer:
        while ready:
            number, at = heapq.heappop(ready)
            new = [fact for fact in uses[at].conclusions if fact.holds and fact not in told]
            if not true.issuperset(new):
                raise ValueError(f"{known_name(uses[at])} is denied by an answer")
            fired[number] += bool(new)
            places[number] += len(new)
            for fact in new:
                tell(fact)
        if one not in told:
            tell(one)


def known_name(use: _Use) -> str:
    """What a pattern at a place says, for an error."""
    return f"{sorted(use.premises, key=lambda fact: fact.order)} -> {use.conclusions}"


def _uses(known: Known, board: SolvedBoard) -> Iterator[_Use]:
    """Yield every pattern wherever it can stand on a board as far as its givens tell."""
    given = {*board.given}
    by_spot = {(fact.name, fact.spot): fact.value for fact in board.given if isinstance(fact.value, int)}
    names = {fact.name for fact in board.given}
    for number, pattern in enumerate(known.patterns):
        for image in images(pattern, known.motions):
            for down, right in offsets(image.window, board.window):
                cells = {
                    (2 * (down + row) + 1, 2 * (right + column) + 1)
                    for row in range(image.window.rows)
                    for column in range(image.window.columns)
                }
                if cells & board.unsure:
                    continue
                premises, conclusions = image.moved(down, right)
                alike = [fact for fact in premises if fact.name in known.alike and isinstance(fact.value, int)]
                rest = frozenset(fact for fact in premises if fact not in alike)
                fixed = {fact for fact in rest if fact.name in names}
                if fixed <= given and _is_same(alike, by_spot) and all(map(board.window.has, _spots(rest))):
                    yield _Use(number, rest - fixed, tuple(one for one in conclusions if board.window.has(one.spot)))


def _spots(facts: Iterable[Fact]) -> list[Spot]:
    return [fact.spot for fact in facts]


def _is_same(facts: Sequence[Fact], by_spot: Mapping[tuple[str, Spot], object]) -> bool:
    """Tell whether places have the same numbers where facts have, and different ones where they differ."""
    there = [by_spot.get((fact.name, fact.spot)) for fact in facts]
    pairs = {(fact.name, fact.value, value) for fact, value in zip(facts, there, strict=True)}
    return None not in there and len(pairs) == len({one[:2] for one in pairs}) == len({one[::2] for one in pairs})


def best(found: Iterable[Worth], most: int) -> list[Worth]:
    """Return those that decide most places, without what a single case of a rule says."""
    useful = [one for one in found if one.fired and not one.pattern.direct]
    return sorted(useful, key=lambda one: -one.places)[:most]
