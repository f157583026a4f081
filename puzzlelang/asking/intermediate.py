"""The intermediate forms of a board as text for people: what each stage makes of it."""

import enum
from collections.abc import Collection, Iterator
from typing import assert_never

from puzzlelang.asking import questions
from puzzlelang.asking.replies import Reply, Written
from puzzlelang.asking.warm import Warm
from puzzlelang.problem import to_text as problem_text
from puzzlelang.solving import engines, stats


class Stage(enum.Enum):
    """A stage whose result can be read; the values are what the command line calls it."""

    TYPED = "typed"
    """The checked rules: names resolved, types, no sugar."""
    PROBLEM = "problem"
    """The grounded problem: variables, graphs, definitions, constraints with where they come from."""
    CLAUSES = "clauses"
    """What the default engine begins with: literals with their meaning, clauses by constraint."""
    CUTS = "cuts"
    """What the graphs made it state while the board was solved, in order."""


def intermediate(warm: Warm, question: questions.Intermediate) -> Iterator[Reply]:
    """See `questions.Intermediate`."""
    engines.check_deductions(question.without)
    yield from warm.begin(stats.WRITE)
    problem, found = warm.problem, _text(warm, Stage(question.stage), question.without)
    yield Written(found, len(problem.constraints), len(problem.variables))


def _text(warm: Warm, stage: Stage, without: Collection[str]) -> str:
    match stage:
        case Stage.TYPED:
            from puzzlelang.typed import to_text

            return to_text.text(warm.rules)
        case Stage.PROBLEM:
            return problem_text.text(warm.problem)
        case Stage.CLAUSES:
            from puzzlelang.sat import to_text as clauses
            from puzzlelang.solving import pipelines

            if not warm.problem.graphs:
                return clauses.text(warm.problem, problem_text.wording(warm.problem))
            found = pipelines.lazy(pipelines.narrow(warm.problem), without).found
            return clauses.text(found.problem, problem_text.wording(found.problem, found.meanings))
        case Stage.CUTS:
            from puzzlelang.solving import cut_listing

            return cut_listing.text(warm.problem, engines.engine(), without)
        case _:
            assert_never(stage)
