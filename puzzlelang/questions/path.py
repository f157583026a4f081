"""`path`: all steps to the answer."""

from msgspec.structs import replace

from puzzlelang.puzzle import Drawing
from puzzlelang.questions import hint, walkthrough
from puzzlelang.questions.base import QuestionParameters
from puzzlelang.questions.hint import StepsQuestion
from puzzlelang.questions.walkthrough import Walkthrough
from puzzlelang.sessions import wire


def as_text(result: Walkthrough, _: object = None) -> str:
    """Return how many steps there are, and how they end; they were shown one by one."""
    end = walkthrough.end(result)
    return f"{len(result.steps)} steps. {end}" if result.steps else end


KIND = replace(
    hint.KIND, name="path", as_text=as_text, parameters=QuestionParameters,
    ask=lambda _, drawing: StepsQuestion(wire.marks(drawing or Drawing({})), None),
)  # fmt: skip
