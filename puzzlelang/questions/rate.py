"""`rate`: how hard a board is."""

from msgspec.structs import replace

from puzzlelang.puzzle import Drawing
from puzzlelang.questions import hint
from puzzlelang.questions.base import Json, QuestionParameters, stopped_json
from puzzlelang.questions.hint import StepsQuestion
from puzzlelang.questions.walkthrough import Walkthrough, end, status, step_json, step_text
from puzzlelang.sessions import wire
from puzzlelang.solving.engines import AUTO
from puzzlelang.steps.search.local_patterns import Order


def as_json(walkthrough: Walkthrough, _: object = None) -> Json:
    """`status` as for `hint`; for a board with one answer `name`, `score`, `steps`, `hardest` and `used`."""
    content: dict[str, object] = {"status": status(walkthrough)}
    rating = walkthrough.rating
    if walkthrough.complete and rating is not None:
        content |= {"name": rating.name, "score": rating.score, "steps": len(walkthrough.steps), "used": rating.used}
        if walkthrough.steps:
            content["hardest"] = step_json(walkthrough.steps[rating.hardest])
    return {**content, **stopped_json(walkthrough.stopped)}


def as_text(walkthrough: Walkthrough, _: object = None) -> str:
    """Return how hard the board is, in a few lines, or why that is not known."""
    rating = walkthrough.rating
    if not walkthrough.complete or rating is None:
        return end(walkthrough)
    lines = [f"{rating.name} ({rating.score:.1f}): {len(walkthrough.steps)} steps"]
    if walkthrough.steps:
        lines += ["", "The hardest step:", step_text(walkthrough.steps[rating.hardest])]
        lines += ["", "Steps by rule: " + ", ".join(f"{rule} {count}" for rule, count in rating.used.items())]
    return "\n".join(lines)


def all_steps(engine: str = AUTO) -> StepsQuestion:
    """All steps of the board, whatever is drawn on it, the easiest first."""
    return StepsQuestion(wire.marks(Drawing({})), None, engine, Order.EASIEST)


KIND = replace(
    hint.KIND, name="rate", as_json=as_json, as_text=as_text, parameters=QuestionParameters,
    ask=lambda *_: all_steps(), batch=lambda engine, _: all_steps(engine), line=lambda *_: None, boards=lambda _: {},
)  # fmt: skip
