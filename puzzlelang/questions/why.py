"""`why`: cases of the rules that contradict each other."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.problem.findings import CitedCase, ConsequenceLine, case
from puzzlelang.questions.base import (
    NO,
    UNKNOWN,
    YES,
    Json,
    Question,
    QuestionKind,
    Replies,
    stopped_json,
    unknown_text,
)
from puzzlelang.questions.searching import known_completion
from puzzlelang.questions.wording import case_json, place_list
from puzzlelang.sessions import wire
from puzzlelang.sessions.reader import Reader
from puzzlelang.sessions.replies import ExampleAnswer, Reply
from puzzlelang.sessions.session import Session
from puzzlelang.solving import stats, unsat_core
from puzzlelang.solving.stats import Stats
from puzzlelang.steps import contradictions
from puzzlelang.steps.record import Fact


class Reasons(msgspec.Struct, frozen=True):
    """A minimal set of cases of rules that contradict each other; None if there is an answer.

    The lines of a case say how it leads to the contradiction, if cases do so one by one.  Otherwise `together` says
    what is wrong with the counts in all of them.  `stopped`: why no reasons were found.  `drawn`: a drawing was taken
    as given.
    """

    cases: tuple[CitedCase, ...] | None
    stopped: str = ""
    together: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)
    drawn: bool = False

    @property
    def possible(self) -> bool | None:
        """There is an answer; None if that was not found out."""
        if self.cases is not None:
            return False
        return None if self.stopped else True


class WhyQuestion(Question[Reasons], frozen=True):
    """The question why there is no answer, or none to a drawing.

    Replies: `Core`, twice, or `ExampleAnswer` if there is one.
    """

    drawing: wire.Marks | None = None


class Core(Reply, frozen=True):
    """A minimal set of cases that contradict each other.

    The first `Core` has no explanation; the second has the cases with their `lines`, or `together` for all of them.
    """

    cases: tuple[CitedCase, ...]
    together: str = ""


def answer(session: Session, question: WhyQuestion) -> Iterator[Reply]:
    """Yield a minimal core, first without and then with its explanation, or an answer that refutes it."""
    fixed = session.fixed(question.drawing)
    completion = known_completion(session, fixed)
    if completion is not None:
        yield ExampleAnswer(tuple(completion))
        return
    solver = yield from session.checked_solver(unsat_core.ENGINE, cores=True)
    yield from session.begin(stats.REASONS)
    try:
        result = unsat_core.minimal_core(session.problem, solver, fixed)
        cited = tuple(map(case, result))
        yield Core(cited)
        drawn = [Fact(index, int(value), True) for index, value in fixed]
        yield Core(*contradictions.explain_constraints(session.problem, result, drawn, cited))
    except unsat_core.HasAnswer as answered:
        yield ExampleAnswer(tuple(answered.values))


def gather(_: Reader, question: WhyQuestion, replies: Replies) -> Reasons:
    """The result of replies."""
    core, drawn = replies.last(Core), question.drawing is not None
    if core is None:
        return Reasons(None, replies.stopped, stats=replies.stats, drawn=drawn)
    return Reasons(core.cases, "", core.together, replies.stats, drawn)


def as_json(reasons: Reasons, _: object = None) -> Json:
    """`status` (`possible`, `impossible`, `unknown` with `stopped`), and why, as for `solve`."""
    status = "unknown" if reasons.stopped else "possible" if reasons.possible else "impossible"
    return {"status": status, **why_json(reasons.cases or (), reasons.together), **stopped_json(reasons.stopped)}


def why_json(cases: Sequence[CitedCase], together: str) -> Json:
    """Return `why`, the cases with their numbered `lines`, and `together`, the reason for all of them, if any."""
    entries = [
        {**case_json(item), "lines": [{"number": line.number, "text": line.text} for line in item.lines]}
        for item in cases
    ]
    return {"why": entries, **({"together": together} if together else {})}


def contradiction(cases: Sequence[CitedCase], together: str = "") -> str:
    """Return a minimal contradiction as text: the players' sentences, each with its lines, then `together` if any.

    Equal sentences of one rule stand together.
    """
    grouped: dict[tuple[str, str], list[str]] = {}
    lines_of: dict[tuple[str, str], list[ConsequenceLine]] = {}
    for item in cases:
        where = " and ".join(value for _, value in item.bindings) or (place_list(item.cells) if item.alone else "")
        grouped.setdefault((item.rule, item.sentence), []).append(where)
        lines_of.setdefault((item.rule, item.sentence), []).extend(item.lines)
    lines = []
    for (name, sentence), bound in grouped.items():
        at = place_list([f"({place})" for place in bound if place and place not in sentence])
        lines.append(f"  {name}: {sentence}" + (f" {at}" if at else ""))
        in_order = sorted(lines_of[name, sentence], key=lambda line: line.number)
        lines += [f"      {line.number}. {line.text}" for line in in_order]
    return "\n".join([*lines, f"Together: {together}."] if together else lines)


def as_text(reasons: Reasons, _: object = None) -> str:
    """The cases in the players' sentences, or that there is an answer."""
    if reasons.stopped:
        return unknown_text(reasons.stopped)
    if reasons.cases is None:
        return "It can be completed to an answer." if reasons.drawn else "There is an answer."
    head = "These cannot all be true" + (" with what is drawn:" if reasons.drawn else ":")
    return f"{head}\n{contradiction(reasons.cases, reasons.together)}"


def exit_code(reasons: Reasons, _: object = None) -> int:
    """`NO` if there is no answer."""
    return UNKNOWN if reasons.stopped else YES if reasons.cases is None else NO


KIND = QuestionKind(
    "why", WhyQuestion, answer, gather, as_json, as_text, exit_code, (Core,),
    ask=lambda _, drawing: WhyQuestion(wire.marks(drawing)),
)  # fmt: skip
