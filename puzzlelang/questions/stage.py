"""`stage`: the output of one stage between rules and answer, as text."""

import enum
from collections.abc import Collection, Iterator
from typing import assert_never

from puzzlelang.problem import to_text as problem_text
from puzzlelang.questions import export
from puzzlelang.questions.base import Question, QuestionKind
from puzzlelang.questions.export import ExportResult, ExportText
from puzzlelang.sessions.replies import Reply
from puzzlelang.sessions.session import Session
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


class StageQuestion(Question[ExportResult], frozen=True):
    """The output of a stage between the rules and the answer for the board, as text for people.

    `stage` is a value of `Stage`; `without`: names of deductions not to be made.  Replies:
    `ExportText`.
    """

    stage: str
    without: tuple[str, ...] = ()


def answer(session: Session, question: StageQuestion) -> Iterator[Reply]:
    """Yield the text of the stage, with the numbers of constraints and variables."""
    engines.check_deductions(question.without)
    yield from session.begin(stats.WRITE)
    problem, result = session.problem, _text(session, Stage(question.stage), question.without)
    yield ExportText(result, len(problem.constraints), len(problem.variables))


def _text(session: Session, stage: Stage, without: Collection[str]) -> str:
    match stage:
        case Stage.TYPED:
            from puzzlelang.typed import to_text

            return to_text.text(session.rules)
        case Stage.PROBLEM:
            return problem_text.text(session.problem)
        case Stage.CLAUSES:
            from puzzlelang.sat import to_text as clauses
            from puzzlelang.solving import pipelines

            if not session.problem.graphs:
                return clauses.text(session.problem, problem_text.wording(session.problem))
            begun = pipelines.begin(session.problem, without)
            result = pipelines.lazy(pipelines.narrow(begun.problem), without, further=begun.clauses).abstraction
            return clauses.text(result.problem, problem_text.wording(result.problem, result.meanings))
        case Stage.CUTS:
            from puzzlelang.solving import cut_listing

            return cut_listing.text(session.problem, engines.engine(), without)
        case _:
            assert_never(stage)


KIND = QuestionKind(
    "stage", StageQuestion, answer, export.gather, export.as_json, export.as_text, export.exit_code, (ExportText,)
)
