"""The worth of patterns: the words that they save in the paths of boards.

The paths of boards are walked twice, without patterns and with them.  The words of a step of the first are shared out
among the facts that follow.  A step by a pattern saves the words of its facts, less its own.  So a pattern that says
what rules say anyway is worth nothing, and one that spares players a supposition is worth much.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from puzzlelang.formats import boards
from puzzlelang.ground import from_typed
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Undecided
from puzzlelang.solving.search import stream
from puzzlelang.source import Source
from puzzlelang.steps.record import Fact, Step, Tier
from puzzlelang.steps.search.walk import Walk
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.words.verbalisation import step_lines
from puzzlelang.techniques.known import KnownPatterns, complete
from puzzlelang.techniques.on_board import KeptPatterns, local_patterns
from puzzlelang.techniques.record import Pattern
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.techniques.standing import is_meant
from puzzlelang.techniques.to_json import pattern_record


class Worth(msgspec.Struct, frozen=True):
    """The worth of a pattern: how often it gave a step, and how many words it saved."""

    pattern: Pattern
    fired: int
    words: float


class SolvedBoard(msgspec.Struct, frozen=True, eq=False):
    """A board with its only answer; `words`: what each fact takes in its path without patterns."""

    puzzle: Puzzle
    problem: Problem
    answer: Sequence[bool | int | None]
    solvers: CaseSolvers
    words: Mapping[Fact, float]


def solved_boards(opened: OpenRules, texts: Iterable[Source]) -> Iterator[SolvedBoard]:
    """Yield the boards that patterns are about and that have one answer.  Raises `Failed` for texts of no board."""
    rules = opened.written or opened.rules
    for text in texts:
        puzzle = boards.read(rules, text)
        if is_meant(rules, opened.assumed, puzzle):
            problem = from_typed.ground(rules, puzzle)
            answers = list(islice(stream(problem, engines.engine(), 2), 2))
            if len(answers) == 1 and not isinstance(answers[0], Undecided):
                answer = problem.padded(answers[0])
                solvers = CaseSolvers(problem, answer)
                steps = Walk(problem, answer, solvers).steps()
                words = {fact: _words(solvers, step) / len(step.facts) for step in steps for fact in step.facts}
                yield SolvedBoard(puzzle, problem, answer, solvers, words)


def _words(solvers: CaseSolvers, step: Step) -> int:
    """The words of a step; it may cite the auxiliary variables that solvers add to a problem."""
    return sum(len(line.split()) for line in step_lines(solvers.problem, step))


def examples(opened: OpenRules) -> list[Source]:
    """The boards of the examples that have one answer."""
    return [
        example.board
        for example in opened.rules.examples
        if example.board and any(one.solutions == 1 or one.answer is not None for one in example.verdicts)
    ]


def worths(
    opened: OpenRules, known: KnownPatterns, patterns: Sequence[Pattern], solved: Iterable[SolvedBoard]
) -> list[Worth]:
    """Return what each of the patterns is worth beside the others.  Raises `Failed` if an answer denies one."""
    named = [
        msgspec.structs.replace(pattern_record(opened, complete(known, pattern)), name=str(number))
        for number, pattern in enumerate(patterns)
    ]
    fired: Counter[int] = Counter()
    words: dict[int, float] = dict.fromkeys(range(len(patterns)), 0.0)
    opened = msgspec.structs.replace(opened, alike=known.alike)
    kept = KeptPatterns(opened, known.motions, named, opened.rules.source.first())
    for board in solved:
        result = local_patterns(kept, board.puzzle, board.problem)
        for step in Walk(board.problem, board.answer, board.solvers, result).steps():
            if step.tier is Tier.LOCAL:
                number = int(step.technique)
                fired[number] += 1
                words[number] += sum(board.words.get(fact, 0) for fact in step.facts) - _words(board.solvers, step)
    return [Worth(pattern, fired[number], words[number]) for number, pattern in enumerate(patterns)]


ROUNDS = (4, 2, 1, 1)
"""How many times as many patterns as are wanted stay in each round, as one takes over what others did."""


def best(opened: OpenRules, known: KnownPatterns, solved: Sequence[SolvedBoard], most: int) -> list[Worth]:
    """Return those that save most, without what a single case of a rule says."""
    left = [pattern for pattern in known.patterns if not pattern.direct]
    result: list[Worth] = []
    for times in ROUNDS:
        some = [one for one in worths(opened, known, left, solved) if one.words > 0]
        result = sorted(some, key=lambda one: -one.words)[: times * most]
        if len(result) == len(left) <= most:
            break  # another round would be this one
        left = [one.pattern for one in result]
    return result
