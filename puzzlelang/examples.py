"""The examples of a rules file as proofs: each verdict is tried, and what no example proves is found.

An example's board is solved, or its drawing examined; a verdict that is wrong is a diagnostic at its place.
"""

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards
from puzzlelang.formats.text import write
from puzzlelang.ground import from_typed
from puzzlelang.problem.drawn import drawn
from puzzlelang.problem.evaluate import satisfies
from puzzlelang.problem.findings import case, findings
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import text as as_text
from puzzlelang.solving import engines, search, why
from puzzlelang.solving.engine import Unknown
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir
from puzzlelang.typed.parts import inside


class Outcome(msgspec.Struct, frozen=True):
    """One example tried: what is wrong with it, which rules its drawing breaks, whether it is a board with its answer.

    `passed`: the guards that let something on its board through.
    """

    example: ir.Example
    diagnostics: tuple[Diagnostic, ...]
    broken: frozenset[str] = frozenset()
    solved: bool = False
    passed: frozenset[Span] = frozenset()


def prove(rules: ir.Ruleset, engine: str = engines.AUTO) -> tuple[Outcome, ...]:
    """Every example of a rules file tried, in order."""
    return tuple(_tried(rules, example, engine) for example in rules.examples)


def _tried(rules: ir.Ruleset, example: ir.Example, engine: str) -> Outcome:
    watched: set[Span] = set()
    try:
        puzzle = boards.read(rules, example.board or Source(f"the link of “{example.title}”", example.url or ""))
        problem = from_typed.ground(rules, puzzle, watched)
        found = [_verdict(rules, example, verdict, puzzle, problem, engine) for verdict in example.verdicts]
    except Failed as failed:
        return Outcome(example, failed.diagnostics)
    wrong = tuple(item for item in found if item is not None)
    broken = frozenset(name for verdict in example.verdicts for name in verdict.breaks) if not wrong else frozenset()
    one = any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts)
    return Outcome(example, wrong, broken, one and not wrong, frozenset(watched))


def _verdict(
    rules: ir.Ruleset, example: ir.Example, verdict: ir.Verdict, puzzle: Puzzle, problem: Problem, engine: str
) -> Diagnostic | None:
    if verdict.breaks:
        return _breaks(rules, example, verdict, puzzle, problem)
    if verdict.answer is not None:
        return _answers(rules, verdict, puzzle, problem, engine)
    assert verdict.solutions is not None
    found = list(search.stream(problem, engines.engine(engine), verdict.solutions + 1))
    if found and isinstance(found[-1], Unknown):
        return Diagnostic("E311", f"how many answers there are is not known: {found[-1].reason}", verdict.span)
    answers = [answer for answer in found if not isinstance(answer, Unknown)]
    if len(answers) == verdict.solutions:
        return None
    wanted = _many(verdict.solutions)
    if not answers:
        return Diagnostic("E312", f"this board should have {wanted}, but has none", verdict.span, help=_why(problem))
    more = "more" if len(answers) > verdict.solutions > 0 else str(len(answers))
    more = "some" if verdict.solutions == 0 else more
    shown = write.write(rules, puzzle, problem.solution(answers[-1]))
    return Diagnostic(
        "E312", f"this board should have {wanted}, but has {more}", verdict.span, help=f"such as\n{shown}"
    )


def _many(count: int) -> str:
    return "no solution" if count == 0 else "1 solution" if count == 1 else f"{count} solutions"


def _why(problem: Problem) -> str:
    try:
        found = why.contradiction(problem, engines.engine(why.ENGINE))
    except search.Stopped:
        return ""
    return f"these cannot all be true:\n{as_text.contradiction(tuple(map(case, found)))}"


def _answers(
    rules: ir.Ruleset, verdict: ir.Verdict, puzzle: Puzzle, problem: Problem, engine: str
) -> Diagnostic | None:
    assert verdict.answer is not None
    values = drawn(problem, boards.read_drawing(rules, puzzle, verdict.answer))
    if not satisfies(problem, values):
        broken = as_text.findings(findings(problem, values), drawn=True, complete=None not in values)
        return Diagnostic("E313", "this is no answer of the board", verdict.span, help=broken)
    found = list(search.stream(problem, engines.engine(engine), 2))
    if isinstance(found[-1], Unknown):
        return Diagnostic("E311", f"whether this is the only answer is not known: {found[-1].reason}", verdict.span)
    others = [answer for answer in found if not isinstance(answer, Unknown) and list(answer) != list(values)]
    if not others:
        return None
    other = others[0]
    shown = write.write(rules, puzzle, problem.solution(other))
    return Diagnostic("E313", "this is not the only answer of the board", verdict.span, help=f"another one is\n{shown}")


def _breaks(
    rules: ir.Ruleset, example: ir.Example, verdict: ir.Verdict, puzzle: Puzzle, problem: Problem
) -> Diagnostic | None:
    drawing = puzzle.drawing
    if example.drawing is not None:
        drawing = boards.read_drawing(rules, puzzle, example.drawing)
    if drawing is None:
        return Diagnostic(
            "E314",
            "nothing is drawn that could break a rule",
            verdict.span,
            help='draw it on the board, or add `drawing """…"""`',
        )
    found = findings(problem, drawn(problem, drawing))
    broken = {item.rule.name for item in found if item.broken}
    if broken == set(verdict.breaks):
        return None
    wanted, instead = " and ".join(verdict.breaks), " and ".join(sorted(broken)) or "nothing"
    return Diagnostic(
        "E314",
        f"this drawing should break {wanted}, but breaks {instead}",
        verdict.span,
        help=as_text.findings([item for item in found if item.broken], drawn=True, complete=True),
    )


def unproved(rules: ir.Ruleset, outcomes: tuple[Outcome, ...]) -> tuple[Diagnostic, ...]:
    """Warnings for rules of the file that no example breaks, and for a file without a solved example."""
    broken = {name for outcome in outcomes for name in outcome.broken}
    found = [
        Diagnostic(
            "W073",
            f"no example breaks rule `{rule.name}`",
            rule.span,
            help=f'add `example "…" board """…""" drawing """…""" breaks {rule.name}`',
        )
        for rule in rules.rules
        if rule.name not in broken and rule.span.source is rules.source
    ]
    if not any(outcome.solved for outcome in outcomes):
        found.append(
            Diagnostic(
                "W072",
                "no example shows a board with its answer",
                rules.source.span(0, 0),
                help='add `example "…" board """…""" answer """…"""`',
            )
        )
    return tuple(found)


def silent(rules: ir.Ruleset, outcomes: tuple[Outcome, ...]) -> tuple[Diagnostic, ...]:
    """Warnings for guards that let nothing through on any example's board: what they guard was never tried."""
    passed = {span for outcome in outcomes for span in outcome.passed}
    guards = [
        part
        for rule in rules.rules
        for part in inside(rule.body)
        if isinstance(part, ir.Guard) and part.span.source is rules.source
    ]
    return tuple(
        Diagnostic(
            "W074",
            f"`{' '.join(guard.span.text.split())}` holds nowhere on the board of any example",
            guard.span,
            help="add an example with such a value",
        )
        for guard in guards
        if guard.span not in passed and outcomes
    )
