"""Prove kept techniques again, by another engine, on random boards: `python -m tests.reproof --surroundings 1000 lits`.

A board of random size has random regions, and givens that some answer allows.  z3 is asked for an answer in which some
technique stands with its premises and without a conclusion (`surroundings`).  Of each size one board is grounded as any
board, with its givens known.  Where it is small all assignments are tried by the reference evaluator, else each
technique on it is a question for z3.  None of this knows of relaxations or contexts, by which techniques were proved.

A surrounding is a place of a technique on such a board; it counts if some answer has the premises there.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from puzzlelang import pipeline
from puzzlelang.ground import from_typed
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.resources import library
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Sat, Session, Unsat
from puzzlelang.steps.record import Fact
from puzzlelang.steps.search.local_patterns import LocalPattern
from puzzlelang.techniques.on_board import KeptPatterns, local_patterns
from puzzlelang.techniques.searched import open_rules, unknown_besides
from puzzlelang.techniques.to_json import best_patterns
from tests.pattern_facts import Way
from tests.random_puzzles import right_values, size_of_search
from tests.surroundings import ANSWERS, Boards, Standing, boards_around

FEW = 5000
"""Boards with at most so many assignments are tried one by one."""

BOARDS, AGAIN = 120, 25
"""So many boards of one size are tried, or until so many in a row were there before or have no answer."""

TRIALS = 5
"""So many sizes in a row without a technique end the work on it."""

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
    tallies = [Tally(name) for name in names]
    patterns = [one.pattern() for one in kept.patterns]
    end, trials = time.process_time() + seconds, [0] * len(patterns)
    while time.process_time() < end:
        left = [at for at, one in enumerate(tallies) if one.total < wanted and trials[at] < TRIALS]
        if not left:
            break
        at = min(left, key=lambda one: (tallies[one].total, trials[one]))
        before = tallies[at].total
        boards = boards_around(kept, patterns, at, chance)
        prove_boards(boards, at, tallies, wanted, end, chance)
        boards.close()
        trials[at] = 0 if tallies[at].total > before else trials[at] + 1
    return tallies


def prove_boards(
    boards: Boards, number: int, tallies: Sequence[Tally], wanted: int, end: float, chance: random.Random
) -> None:
    """Prove techniques on boards of one size, on most of which one of them stands.  Raises `RefutedError`."""
    own = [one for one in boards.standings.every if one.number == number]
    tried = missed = 0
    while own and tried < BOARDS and missed < AGAIN and tallies[number].total < wanted and time.process_time() < end:
        values = boards.new_answer(chance.choice(own).premises, chance)
        givens = None if values is None else boards.givens(values, chance)
        if givens is None or tuple(givens) in boards.seen:
            missed += 1
            continue
        boards.seen.add(tuple(givens))
        if not tried:
            prove_on(boards.kept, boards.puzzle(givens), tallies)
        tried, missed = tried + 1, 0
        for one in _proved_on(boards, givens, tallies, chance):
            tallies[one.number].by_engine += 1


def _proved_on(boards: Boards, givens: Way, tallies: Sequence[Tally], chance: random.Random) -> list[Standing]:
    """The techniques with their premises in some answers of a board, all proved by z3.  Raises `RefutedError`."""
    standing: dict[Standing, None] = {}
    for _ in range(ANSWERS):
        values = boards.answer(givens, chance)
        if values is None:
            return []
        standing.update(dict.fromkeys(boards.standings.with_premises(values)))
    outcome = boards.other.solve(givens)
    if isinstance(outcome, Sat):
        wrong = boards.standings.with_premises(outcome.values)
        denied = [one for one in wrong if any(outcome.values[index] == value for index, value in one.denials)]
        raise RefutedError(f"{tallies[denied[0].number].name}: {boards.puzzle(givens)}")
    return list(standing) if isinstance(outcome, Unsat) else []


def prove_on(kept: KeptPatterns, puzzle: Puzzle, tallies: Sequence[Tally]) -> None:
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
    for one in standing[:MOST_ASKED]:
        tallies[int(one.name)].by_engine += _proved(session, problem, one, f"{tallies[int(one.name)].name}: {puzzle}")
    session.close()


MOST_ASKED = 4
"""So many places of techniques on a board with known givens are questions for z3."""


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
