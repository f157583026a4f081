"""Random small puzzles of any rule file, made from its declarations alone."""

import random
from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from puzzlelang.geometry.places import DIRECTIONS, Group, Member, Place, Region, region_names
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.problem import evaluate, traversal
from puzzlelang.problem.record import Formula, Problem, Values
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Puzzle, Value
from puzzlelang.solving import engines, search
from puzzlelang.solving.engine import Undecided
from puzzlelang.source import Source
from puzzlelang.typed import ir

SIZES = ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (1, 4), (3, 3))
NOWHERE = Source("<random>", "")


MANY, RARE = 15, 0.9
"""Of more givens than these each is left out with this chance: a board with all of them hardly ever has an answer."""


def puzzle(
    rules: ir.Ruleset, chance: random.Random, size: tuple[int, int], shares: tuple[float, float] = (0.2, 0.6)
) -> Puzzle:
    """A puzzle of that size (rows, columns), its givens drawn at random; it need not have an answer.

    `shares`: how many of the places have a clue, where they need none, in sparse and in dense puzzles.
    """
    geometry = SquareGrid(*size)
    partitions: dict[str, tuple[Region, ...]] = {}
    groups: dict[str, tuple[Group, ...]] = {}
    givens: dict[str, dict[Place | None, Value]] = {}
    crowded = len(rules.givens) > MANY
    for given in rules.givens:
        optional = given.default is not None
        if optional and chance.random() < 0.5:
            continue
        if crowded and not isinstance(given.kind, ir.PartitionKind | ir.SingleKind) and chance.random() < RARE:
            continue
        match given.kind:
            case ir.PartitionKind(absent):
                partitions[given.name] = tuple(_regions(given.name, geometry, chance, absent))
            case ir.GroupsKind():
                groups[given.name] = tuple(draw_groups(given.name, given.kind, geometry, chance))
            case ir.SetKind(sort):
                share = chance.choice((0.1, 0.3))
                there = geometry.places(sort)
                givens[given.name] = {place: True for place in there if chance.random() < share}
            case ir.FunctionKind(sort, partition, _, value):
                everywhere: Iterable[Place] = geometry.places(sort)
                if sort is Sort.REGION:
                    everywhere = partitions.get(partition or "", ())
                elif sort in GATHERED:
                    everywhere = groups.get(partition or "", ())
                share = chance.choice(shares) if value.absent else 1
                givens[given.name] = {p: _value(value, chance) for p in everywhere if chance.random() < share}
            case ir.SingleKind(value):
                givens[given.name] = {None: _value(value, chance)}
    options = {option.name: chance.choice(option.members) for option in rules.options}
    return Puzzle(NOWHERE, geometry, givens, partitions, options, groups=groups)


def draw_groups(name: str, kind: ir.GroupsKind, geometry: SquareGrid, chance: random.Random) -> Iterator[Group]:
    """Up to three groups or paths of up to five places, which may overlap; a path may come to a place again."""
    there = [place for place in geometry.places(kind.members) if isinstance(place, Member)]
    for index, label in zip(range(chance.randint(0, 3)), region_names(), strict=False):
        length = chance.randint(1, 5)
        if kind.ordered and there:
            members = [chance.choice(there)]
            for _ in range(length - 1 if len(there) > 1 else 0):
                members.append(chance.choice([place for place in there if place is not members[-1]]))
        else:
            members = sorted(chance.sample(there, min(length, len(there))), key=lambda place: place.index)
        if members:
            yield Group(index, name, label, tuple(members), kind.ordered)


def _regions(name: str, geometry: SquareGrid, chance: random.Random, absent: bool) -> Iterator[Region]:
    count = chance.randint(1, max(1, len(geometry.cells) // 2))
    labels = [chance.randrange(-1 if absent else 0, count) for _ in geometry.cells]
    kept = dict.fromkeys(label for label in labels if label >= 0)
    for index, label in enumerate(kept):
        cells = tuple(cell for cell in geometry.cells if labels[cell.index] == label)
        yield Region(index, name, ascii_lowercase[label], cells)


def _value(kind: ir.ValueKind, chance: random.Random) -> Value:
    if kind.unknown and kind.base is not ir.Base.NUMBERS and chance.random() < 0.2:
        return UNKNOWN
    match kind.base:
        case ir.Base.NUMBER:
            return chance.choice((0, 1, 1, 1, 2, 2, 3, 4))
        case ir.Base.NUMBERS:
            unknown = kind.unknown and chance.random() < 0.2
            open_ = chance.choice((UNKNOWN, SEVERAL))
            return tuple(open_ if unknown else chance.randint(1, 2) for _ in range(chance.randint(0, 2)))
        case ir.Base.NAME:
            return chance.choice(kind.members)
        case ir.Base.DIRECTION:
            return chance.choice(DIRECTIONS).name
        case ir.Base.SHAPES:
            return chance.choice(("#", "##", "2*#", "# ##", "##/#.", "### #", "2*##"))


def size_of_search(problem: Problem) -> int:
    """How many assignments brute force has to look at."""
    total = 1
    for variable in problem.variables:
        total *= variable.high - variable.low + 1
    return total


def brute_force(problem: Problem) -> set[tuple[int, ...]]:
    """Every answer on the board, by trying all assignments against the reference semantics."""
    board = len(problem.board)
    return {values[:board] for values in right_values(problem)}


def right_values(problem: Problem) -> list[tuple[int, ...]]:
    """All assignments that satisfy a problem by the reference semantics, in order."""
    result = right_values_within(problem, None)
    assert result is not None
    return result


def right_values_within(problem: Problem, most: int | None) -> list[tuple[int, ...]] | None:
    """All assignments that satisfy a problem by the reference semantics, in order; None if that takes too long.

    Variable by variable: no assignment is tried further that makes a formula about its variables false.  It takes too
    long if there are more than `most` to try at once.
    """
    variables = problem.variables
    about: list[list[Formula]] = [[] for _ in variables]
    for formula in (*problem.definitions, *(one.formula for one in problem.constraints)):
        if result := traversal.variables(formula):
            about[max(variable.index for variable in result)].append(formula)
    begun: list[tuple[int, ...]] = [()]
    for variable, formulas in zip(variables, about, strict=True):
        if most is not None and len(begun) * (variable.high - variable.low + 1) > most:
            return None
        longer = [(*values, value) for values in begun for value in range(variable.low, variable.high + 1)]
        rest = (None,) * (len(variables) - variable.index - 1)
        begun = [values for values in longer if not formulas or False not in evaluate.truths(formulas, values + rest)]
    return [values for values in begun if evaluate.satisfies(problem, values)]


def answers(problem: Problem, engine: str = "auto", limit: int | None = None) -> list[tuple[int, ...]]:
    """The answers that an engine finds on the board, in its order; it must not give up."""
    result = list(search.stream(problem, engines.engine(engine), limit))
    assert not any(isinstance(item, Undecided) for item in result)
    return [as_tuple(item[: len(problem.board)]) for item in result if not isinstance(item, Undecided)]


def as_tuple(values: Values) -> tuple[int, ...]:
    """Values in a form that compares."""
    return tuple(int(value) for value in values)
