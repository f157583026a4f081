"""Prove kept techniques again, by another engine, on random boards: `python -m tests.reproof --surroundings 1000 lits`.

Boards have a random size and random regions, and all that is given or to be found on them is unknown (`surroundings`).
z3 is asked for an answer in which some technique stands with its premises and without a conclusion (`denials`).  If
there is none, boards with an answer are drawn.  A surrounding is a place of a technique on such a board with its
premises there.  No two of one technique are alike in place, givens and answer, and one size and division counts for at
most `EACH`.  Few divisions have an answer, so from one that has others are made by small changes.

On the smallest boards around each technique the givens are known, and the reference evaluator tries all assignments.
None of this knows of relaxations or contexts, by which techniques were proved.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.problem import evaluate
from puzzlelang.resources import library
from puzzlelang.solving.engine import Sat, Unsat
from puzzlelang.techniques.on_board import KeptPatterns
from puzzlelang.techniques.searched import open_rules, unknown_besides
from puzzlelang.techniques.to_json import best_patterns
from tests.denials import denials
from tests.pattern_standings import Standing, Values, images_of, standings_of
from tests.random_divisions import Division
from tests.reproof_by_force import RefutedError, Tally, prove_by_force, prove_on
from tests.surroundings import Boards, Shape, boards_around, boards_beside

EACH = 200
"""So many surroundings of a technique count on boards of one size and division."""

AGAIN = 12
"""So many boards that were there before end the drawing for one technique."""

TRIALS, COST, UNMET = 200, 5, 20
"""So many sizes in vain, one after another, end the work on a technique.

Each in vain puts it behind the others as so many surroundings would, further if it never stood anywhere.
"""

RAREST, FORGET = 0.2, 0.8
"""The least weight of a kind of shapes, and what is left of a weight when it is chosen."""

KNOWN = 0.3
"""The part of all sizes of which one board is looked at with its givens known."""

SLICE = 4.0
"""The most processor time for drawing boards of one size."""

FIRST, LEAST, MOST = 20, 9, 64
"""Cells of the first boards at most, and of later ones."""

QUICK, SLOW = 0.7, 4.0
"""After boards that took so many seconds others may be larger, or have to be smaller."""

BESIDE = 0.9
"""The part of divisions that are changes of one on which the technique stands."""


class Shapes:
    """Learns which shapes of boards have answers, and how large boards may be for quick proofs."""

    def __init__(self, divided: bool) -> None:
        self.most_cells, self.divided = FIRST, divided
        self.empty: set[tuple[int, int]] = set()
        self.fine: set[tuple[int, int]] = set()
        self.kinds = dict.fromkeys(Division if divided else (Division.ONES, Division.EVEN), 1.0)

    def chosen(self, chance: random.Random) -> Shape:
        """A shape, more often one of those that had answers; each counts less from now on."""
        kind = chance.choices([*self.kinds], [*self.kinds.values()])[0]
        self.kinds[kind] = max(RAREST, self.kinds[kind] * FORGET)
        return Shape(chance.randint((self.most_cells + 1) // 2, self.most_cells), kind, frozenset(self.empty))

    def have_answers(self, boards: Boards) -> bool:
        """Whether boards of a size have an answer, which is asked once; divided boards are taken to have one."""
        size = (boards.sample.geometry.height, boards.sample.geometry.width)
        if not self.divided and size not in self.fine:
            (self.empty if boards.empty else self.fine).add(size)
        return size not in self.empty

    def learn(self, shape: Shape, took: float, *, answered: bool) -> None:
        """Take note whether a shape had an answer, and how long all took."""
        self.kinds[shape.kind] += answered
        change = 3 if took < QUICK else -4 if took > SLOW else 0
        self.most_cells = min(MOST, max(LEAST, self.most_cells + change))


def read(path: Path) -> KeptPatterns:
    """Read a file of kept techniques with their rules; they are named by their numbers."""
    kept = best_patterns(path.read_bytes())
    rules = pipeline.load(path.stem)
    opened = open_rules(rules, unknown_besides(rules, kept.assumed))
    opened = msgspec.structs.replace(opened, alike=frozenset(kept.alike))
    numbered = [msgspec.structs.replace(one, name=str(number)) for number, one in enumerate(kept.techniques)]
    return KeptPatterns(opened, kept.turns, numbered, rules.source.first())


def reproved(
    kept: KeptPatterns, names: Sequence[str], wanted: int, seconds: float, chance: random.Random
) -> list[Tally]:
    """Prove each technique in so many surroundings, or until so many seconds of processor time are over.

    Raises `RefutedError` for one that is wrong.
    """
    tallies, seen = [Tally(name) for name in names], set[int]()
    patterns, roots = images_of(kept), dict[int, tuple[Boards, Standing]]()
    end, shapes = time.process_time() + seconds, Shapes(bool(kept.opened.partition))
    trials, in_a_row = [0] * len(patterns), [0] * len(patterns)
    for at in range(len(patterns)):
        prove_by_force(kept, patterns, at, tallies, chance)
    while time.process_time() < end:
        left = [at for at, one in enumerate(tallies) if one.total < wanted and in_a_row[at] < TRIALS]
        if not left:
            break
        costs = [COST if one.total else UNMET for one in tallies]
        at = min(left, key=lambda one: tallies[one].total + costs[one] * trials[one])
        began, before = time.process_time(), tallies[at].total
        root = roots.get(at) if shapes.divided and chance.random() < BESIDE else None
        shape = shapes.chosen(chance)
        boards = boards_beside(*root, patterns, chance) if root else boards_around(kept, patterns, at, shape, chance)
        answered = shapes.have_answers(boards) and boards.has(at)
        if answered:
            boards.standings = standings_of(proved_everywhere(boards, tallies))
            standing = draw(boards, tallies, wanted, min(end, time.process_time() + SLICE), seen, chance)
            roots.update({number: (boards, one) for number, one in standing.items()} if shapes.divided else {})
        if root is None:
            shapes.learn(shape, time.process_time() - began, answered=answered)
        boards.close()
        in_vain = tallies[at].total == before
        trials[at], in_a_row[at] = trials[at] + in_vain, (in_a_row[at] + 1) * in_vain
    return tallies


def proved_everywhere(boards: Boards, tallies: Sequence[Tally]) -> list[Standing]:
    """Prove techniques on all boards of a size and division, first those with few surroundings, as far as time allows.

    Raises `RefutedError`.
    """
    result = list[Standing]()
    for some, outcome in denials(
        boards.problem, sorted(boards.standings.every, key=lambda one: tallies[one.number].total), boards.kept.span
    ):
        if isinstance(outcome, Sat):
            refute(boards, some, outcome.values, tallies)
            raise AssertionError("z3 has an answer that denies no technique")
        result += some if isinstance(outcome, Unsat) else ()
    return result


def refute(boards: Boards, standing: Sequence[Standing], values: Values, tallies: Sequence[Tally]) -> None:
    """Raise `RefutedError` if an answer denies a conclusion of a technique whose premises it has."""
    for one in standing:
        has_premises = all(values[index] == value for index, value in one.premises)
        if has_premises and any(values[index] == value for index, value in one.denials):
            raise RefutedError(f"{tallies[one.number].name}: {boards.puzzle(values)}")


def draw(
    boards: Boards, tallies: Sequence[Tally], wanted: int, end: float, seen: set[int], chance: random.Random
) -> dict[int, Standing]:
    """Count surroundings on boards with an answer, most for the techniques that have fewest.  Raises `RefutedError`.

    Returns a place of each technique that was counted.
    """
    places: dict[int, list[Standing]] = {}
    for one in boards.standings.every:
        places.setdefault(one.number, []).append(one)
    gained, again, result = Counter[int](), Counter[int](), dict[int, Standing]()
    while time.process_time() < end:
        left = [at for at in places if max(gained[at] - EACH, tallies[at].total - wanted, again[at] - AGAIN) < 0]
        if not left:
            break
        at = min(left, key=lambda one: tallies[one].total)
        place = chance.choice(places[at])
        values = boards.new_answer(place.premises, chance)
        if values is None:
            places[at] = [one for one in places[at] if one is not place]
            again[at] += AGAIN * (not places[at])
            continue
        key = hash((boards.key, tuple(values)))
        if key in seen:
            again[at] += 1
            continue
        seen.add(key)
        if not gained:
            assert evaluate.satisfies(boards.problem, values)
            if chance.random() < KNOWN:
                prove_on(boards.kept, boards.puzzle(values), tallies, engine=True)
        standing = boards.standings.with_premises(values)
        refute(boards, standing, values, tallies)
        for one in standing:
            tallies[one.number].sizes += not gained[one.number]
            tallies[one.number].by_engine += gained[one.number] < EACH
            gained[one.number] += 1
            result[one.number] = one
    return result


def main(arguments: Sequence[str]) -> int:
    """Prove the techniques of some files, or of all; print how often each was proved."""
    parser = argparse.ArgumentParser("python -m tests.reproof", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("genres", nargs="*", help="the names of rule files; all with kept techniques if none is named")
    parser.add_argument("--surroundings", type=int, default=5, help="the surroundings of each technique (5)")
    parser.add_argument("--seconds", type=float, default=60.0, help="the most processor time for a file (60)")
    parser.add_argument("--seed", default="", help="another choice of random boards")
    options = parser.parse_args(arguments)
    paths = sorted((library() / "techniques").glob("*.json"))
    wrong, every = 0, list[Tally]()
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
        every += tallies
        print(f"{path.stem}: {summary(tallies)}; {time.process_time() - began:.1f} s", flush=True)
        for one in [one for one in tallies if one.total < options.surroundings]:
            print(f"    {one.total} of {options.surroundings}, on {one.sizes} sizes: {one.name}", flush=True)
    print(f"all: {summary(every)}; {sum(one.total < options.surroundings for one in every)} have fewer")
    return min(wrong, 1)


def summary(tallies: Sequence[Tally]) -> str:
    """Say in how many surroundings techniques were proved."""
    totals, sizes = sorted(one.total for one in tallies), sorted(one.sizes for one in tallies)
    if not totals:
        return "no techniques"
    return (
        f"{len(totals)} techniques; surroundings of each: {totals[0]} to {totals[-1]},"
        f" half of them {totals[len(totals) // 2]} or more, on {sizes[len(sizes) // 2]} sizes or more;"
        f" {sum(totals)} in all, {sum(one.by_force for one in tallies)} by brute force"
        f" of {sum(one.by_force > 0 for one in tallies)} techniques"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
