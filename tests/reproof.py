"""Prove kept techniques again, by another engine, on random boards: `python -m tests.reproof --surroundings 1000 lits`.

A board of random size has random regions, and givens that some answer allows.  It is grounded as any board, with its
givens known.  Wherever a technique stands on it, z3 is asked for an answer with its premises that denies a conclusion.
On boards small enough all assignments are tried instead, by the reference evaluator.  Neither knows of relaxations,
contexts or unknown givens, by which the technique was proved.

A surrounding is such a place on such a board; it counts if some answer has the premises.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.geometry.places import Place, Region
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import presence_name
from puzzlelang.problem.nodes import Kind
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.resources import library
from puzzlelang.solving import engines
from puzzlelang.solving.cadical import CadicalSession
from puzzlelang.solving.engine import Sat, Session, Unsat
from puzzlelang.solving.pipelines import eager
from puzzlelang.source import Source
from puzzlelang.steps.record import Fact
from puzzlelang.steps.search.local_patterns import LocalPattern
from puzzlelang.techniques.motions import images
from puzzlelang.techniques.on_board import Kept, local_patterns
from puzzlelang.techniques.record import SIDES, Pattern, Spot, Window
from puzzlelang.techniques.regions import Surrounding, region_names
from puzzlelang.techniques.samples import Sample, near, region_spots
from puzzlelang.techniques.searched import ground_sample, open_rules, regions_of, unknown_besides
from puzzlelang.techniques.to_json import best_patterns
from tests.random_puzzles import right_values, size_of_search
from tests.test_local_theorems import ways

ROOM = (0, 1, 1, 2, 3)
"""Rows or columns beyond a side of a window, one of which is chosen: most boards are small."""

FEW = 5000
"""Boards with at most so many assignments are tried one by one."""

THIN = 0.3
"""The part of all boards that lose some of their givens, and of these givens."""

SAMPLED, MOST_CELLS = 0.4, 6
"""The part of all boards whose regions are those of samples, and the largest region of all others."""

STEPS = ((-2, 0), (0, -2), (0, 2), (2, 0))
"""From a cell to those beside it, in lattice coordinates."""

TRIALS = 40
"""So many boards in a row without a technique end the work on a file."""

Values = Sequence[bool | int]


class RefutedError(Exception):
    """A technique is wrong: the message has its name, its board and what holds against it."""


class Tally(msgspec.Struct):
    """The surroundings that a technique was proved in: by z3, and by trying all assignments."""

    name: str
    by_engine: int = 0
    by_force: int = 0

    @property
    def total(self) -> int:
        """All surroundings."""
        return self.by_engine + self.by_force


def read(path: Path) -> Kept:
    """Read a file of kept techniques with their rules; they are named by their numbers."""
    kept = best_patterns(path.read_bytes())
    rules = pipeline.load(path.stem)
    opened = open_rules(rules, unknown_besides(rules, kept.assumed))
    opened = msgspec.structs.replace(opened, alike=frozenset(kept.alike))
    numbered = [msgspec.structs.replace(one, name=str(number)) for number, one in enumerate(kept.techniques)]
    return Kept(opened, kept.turns, numbered, rules.source.first())


def reproved(kept: Kept, names: Sequence[str], wanted: int, seconds: float, chance: random.Random) -> list[Tally]:
    """Prove each technique in so many surroundings, or until so many seconds of processor time are over.

    Raises `RefutedError` for one that is wrong.
    """
    tallies = [Tally(name) for name in names]
    patterns = [one.pattern() for one in kept.patterns]
    end, trials = time.process_time() + seconds, [0] * len(patterns)
    while time.process_time() < end:
        left = [at for at, one in enumerate(tallies) if one.total < wanted and trials[at] < TRIALS]
        if not left:
            break
        at = min(left, key=lambda one: (tallies[one].total, trials[one]))
        before = tallies[at].total
        image = chance.choice(images(patterns[at], kept.turns))
        puzzle = board_around(kept, image, chance)
        if puzzle is not None:
            prove_on(kept, puzzle, tallies)
        trials[at] = 0 if tallies[at].total > before else trials[at] + 1
    return tallies


def board_around(kept: Kept, pattern: Pattern, chance: random.Random) -> Puzzle | None:
    """A random board on which a pattern stands, and that has an answer with its marks; None if none was seen."""
    room = [0 if side in pattern.window.rims else chance.choice(ROOM) for side in SIDES]
    grid = SquareGrid(pattern.window.rows + room[0] + room[2], pattern.window.columns + room[1] + room[3])
    sample = Sample(grid, room[0], room[1])
    if kept.opened.partition:
        at = {cell: (2 * (cell.row - room[0]) - 1, 2 * (cell.column - room[1]) - 1) for cell in grid.cells}
        named = random_regions(pattern.window, list(at.values()), chance)
        sample = msgspec.structs.replace(sample, regions={cell: named[spot] for cell, spot in at.items()})
    problem = ground_sample(kept.opened, sample, 0)
    values = random_answer(problem, pattern, spots_near(pattern, sample, problem), chance)
    return None if values is None else _with_givens(kept, sample, problem, values, chance)


def random_regions(window: Window, cells: Sequence[tuple[int, int]], chance: random.Random) -> Mapping[object, str]:
    """Name the regions of a board: as samples have them, or pieces of random size beside the areas of a window."""
    if chance.random() < SAMPLED:
        return {**region_names(window, cells, chance.choice([*Surrounding]))}
    named: dict[object, str] = {
        cell: f"area {number}" for number, area in enumerate(window.areas) for cell in area.cells
    }
    for start in chance.sample(cells, len(cells)):
        piece, size = [start], chance.randint(2, MOST_CELLS)
        while start not in named and len(piece) < size:
            around = [(row + down, at + right) for row, at in piece for down, right in STEPS]
            free = [one for one in around if one in cells and one not in named and one not in piece]
            if not free:
                break
            piece.append(chance.choice(free))
        named.update({cell: f"piece {start}" for cell in piece if cell not in named})
    return named


def spots_near(pattern: Pattern, sample: Sample, problem: Problem) -> Mapping[Spot, Place]:
    """The places of a board by their spots in the window of a pattern."""
    places = {**near(pattern.window, sample)}
    regions = [place for given in problem.finds.values() for place in given if isinstance(place, Region)]
    places.update(region_spots(pattern.window, sample, dict.fromkeys(regions)))
    return {spot: place for place, spot in places.items()}


def random_answer(
    problem: Problem, pattern: Pattern, spots: Mapping[Spot, Place], chance: random.Random
) -> Values | None:
    """Values of a board with its givens unknown in which a pattern has its premises, near random wishes."""
    session = CadicalSession(eager(problem), cores=False)
    wishes = [(one, chance.randint(one.low, one.high)) for one in problem.variables]
    session.prefer([literal for one, value in wishes if (literal := session.value_is(one, value))])
    fixed = [one for fact in pattern.premises for one in next(iter(ways(problem, fact, spots)), ())]
    result = session.solve(fixed)
    session.close()
    return result.values if isinstance(result, Sat) else None


def _with_givens(kept: Kept, sample: Sample, problem: Problem, values: Values, chance: random.Random) -> Puzzle:
    """The board with the givens of an answer, some boards without some of them."""
    partition = kept.opened.partition
    partitions = {partition: regions_of(partition, sample)} if partition else {}
    regions = {region.label: region for some in partitions.values() for region in some}
    thin = THIN if chance.random() < THIN else 0.0
    givens: dict[str, dict[Key, Value]] = {}
    for name in kept.opened.searched:
        there = problem.finds.get(presence_name(name))
        for place, one in problem.finds.get(name, {}).items():
            here = values[one.index] if there is None else values[there[place].index]
            if there is None and one.kind is not Kind.MEMBER:
                here = True
            elif chance.random() < thin:
                continue
            if here:
                value = values[one.index]
                known = one.names[value] if one.kind is Kind.NAME else value if one.kind is Kind.NUMBER else True
                at = regions[place.label] if isinstance(place, Region) else place
                givens.setdefault(name, {})[at] = known
    return Puzzle(Source("<surrounding>", ""), sample.geometry, givens, partitions)


def prove_on(kept: Kept, puzzle: Puzzle, tallies: Sequence[Tally]) -> None:
    """Prove all techniques wherever they stand on a board, and count where.  Raises `RefutedError`."""
    opened = kept.opened
    rules = opened.written or opened.rules
    stated = tuple(rule for rule in rules.rules if rule.name not in opened.dropped)
    problem = from_typed.ground(msgspec.structs.replace(rules, rules=stated), puzzle)
    standing = local_patterns(kept, puzzle, problem)
    if size_of_search(problem) <= FEW:
        every = right_values(problem)
        for one in standing:
            with_premises = [values for values in every if all(_true(values, fact) for fact in one.premises)]
            if not all(_true(values, fact) for values in with_premises for fact in one.conclusions):
                raise RefutedError(f"{tallies[int(one.name)].name}: {puzzle.givens}")
            tallies[int(one.name)].by_force += bool(with_premises)
        return
    session = engines.engine("z3").open(problem, False)
    for one in standing:
        tallies[int(one.name)].by_engine += _proved(session, problem, one, f"{tallies[int(one.name)].name}: {puzzle}")
    session.close()


def _proved(session: Session, problem: Problem, pattern: LocalPattern, what: str) -> bool:
    """Whether z3 has an answer with the premises of a pattern, and none that denies a conclusion."""
    fixed = [(fact.variable, fact.value) for fact in pattern.premises]
    if not isinstance(session.solve(fixed), Sat):
        return False
    for fact in pattern.conclusions:
        for value in _denials(problem, fact):
            if not isinstance(session.solve([*fixed, (fact.variable, value)]), Unsat):
                raise RefutedError(f"{what}: {problem.variables[fact.variable]} is {value}")
    return True


def _denials(problem: Problem, fact: Fact) -> Iterator[int]:
    one = problem.variables[fact.variable]
    yield from (value for value in range(one.low, one.high + 1) if (value == fact.value) is not fact.holds)


def _true(values: Values, fact: Fact) -> bool:
    return (values[fact.variable] == fact.value) is fact.holds


def main(arguments: Sequence[str]) -> int:
    """Prove the techniques of some files, or of all; print how often each was proved."""
    parser = argparse.ArgumentParser("python -m tests.reproof", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("genres", nargs="*", help="the names of rule files; all with kept techniques if none is named")
    parser.add_argument("--surroundings", type=int, default=5, help="the surroundings of each technique (5)")
    parser.add_argument("--seconds", type=float, default=60.0, help="the most processor time for a file (60)")
    parser.add_argument("--seed", default="", help="another choice of random boards")
    options = parser.parse_args(arguments)
    paths = sorted((library() / "techniques").glob("*.json"))
    wrong = 0
    for path in [one for one in paths if not options.genres or one.stem in options.genres]:
        names = [one.name for one in best_patterns(path.read_bytes()).techniques]
        began = time.process_time()
        try:
            chance = random.Random(path.stem + options.seed)
            tallies = reproved(read(path), names, options.surroundings, options.seconds, chance)
        except RefutedError as error:
            wrong += 1
            print(f"{path.stem}: WRONG: {error}", flush=True)
            continue
        totals = sorted(one.total for one in tallies)
        force = sum(one.by_force for one in tallies)
        print(
            f"{path.stem}: {len(totals)} techniques; surroundings of each: {totals[0]} to {totals[-1]},"
            f" half of them {totals[len(totals) // 2]} or more; {sum(totals)} in all, {force} by brute force;"
            f" {time.process_time() - began:.1f} s",
            flush=True,
        )
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
