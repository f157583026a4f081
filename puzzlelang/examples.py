"""Tests the examples of a rules file: tries each verdict, and finds what no example proves.

An example's board is solved, or its drawing examined.  A wrong verdict is a diagnostic at its place.
"""

from collections.abc import Callable, Sequence

import msgspec

from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards
from puzzlelang.problem.findings import Finding
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.questions.check import findings_text
from puzzlelang.questions.why import contradiction
from puzzlelang.solving import engines
from puzzlelang.source import Source, Span
from puzzlelang.typed import ir
from puzzlelang.typed.lint import ruleset_warnings
from puzzlelang.typed.subexpressions import subexpressions
from puzzlelang.workers.limits import NO_LIMITS, Limits
from puzzlelang.workers.own_limits import LIMIT_REACHED

EXAMPLE_LIMIT = "E311"
"""The code of a verdict that was not tried to its end within the limits."""


class VerdictTrial(msgspec.Struct, frozen=True):
    """The result of one verdict: its error if it is wrong, the only answer, or the broken rules of the drawing."""

    wrong: Diagnostic | None = None
    answer: Solution | None = None
    drawing: Drawing | None = None
    findings: tuple[Finding, ...] = ()


class ExampleOutcome(msgspec.Struct, frozen=True):
    """The result of one example: its errors, the rules its drawing breaks, whether it is a board with its answer.

    `passed_guards`: those that let something on its board through.  `puzzle` is None if the board cannot be read;
    `seen` has the results of verdicts in their order.
    """

    example: ir.Example
    diagnostics: tuple[Diagnostic, ...]
    broken: frozenset[str] = frozenset()
    solved: bool = False
    passed_guards: frozenset[Span] = frozenset()
    puzzle: Puzzle | None = None
    seen: tuple[VerdictTrial, ...] = ()


def prove_examples(
    rules: ir.Ruleset, engine: str = engines.AUTO, within: Limits = NO_LIMITS
) -> tuple[ExampleOutcome, ...]:
    """Tests every example of a rules file, in order; the limits are those of each question.

    Raises `Failed` if there is no such engine.
    """
    engines.engine(engine)
    return tuple(try_example(rules, example, engine, within) for example in rules.examples)


def try_example(
    rules: ir.Ruleset,
    example: ir.Example,
    engine: str = engines.AUTO,
    within: Limits = NO_LIMITS,
    opening: Callable[[OpenPuzzle], None] = lambda _: None,
) -> ExampleOutcome:
    """Tests one example of a rules file; `opening` gets the board, which may be closed while it is asked."""
    try:
        puzzle = boards.read(rules, example.board or Source(f"the link of “{example.title}”", example.url or ""))
        with OpenPuzzle(rules, puzzle, within, here=within == NO_LIMITS, watch=True) as opened:
            opening(opened)
            seen = tuple(_verdict(opened, example, verdict, engine) for verdict in example.verdicts)
            passed = opened.reader.passed_guards
    except Failed as failed:
        return ExampleOutcome(example, failed.diagnostics)
    wrong = tuple(item.wrong for item in seen if item.wrong is not None)
    broken = frozenset(name for verdict in example.verdicts for name in verdict.breaks) if not wrong else frozenset()
    one = any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts)
    return ExampleOutcome(example, wrong, broken, one and not wrong, passed, puzzle, seen)


def _verdict(opened: OpenPuzzle, example: ir.Example, verdict: ir.ExampleVerdict, engine: str) -> VerdictTrial:
    if verdict.breaks:
        return _breaks(opened, example, verdict)
    if verdict.answer is not None:
        return _answers(opened, verdict, engine)
    assert verdict.solutions is not None
    return _solutions(opened, verdict, verdict.solutions, engine)


def _wrong(verdict: ir.ExampleVerdict, code: str, message: str, hint: str = "") -> VerdictTrial:
    return VerdictTrial(Diagnostic(code, message, verdict.span, help=hint))


def _solutions(opened: OpenPuzzle, verdict: ir.ExampleVerdict, wanted: int, engine: str) -> VerdictTrial:
    result = opened.solve(wanted + 1, engine)
    if result.stopped:
        return _wrong(verdict, EXAMPLE_LIMIT, f"how many answers there are is not known: {result.stopped}")
    if len(result.answers) == wanted:
        return VerdictTrial(answer=result.answers[0] if wanted == 1 else None)
    expected = count_of(wanted, "solution") if wanted else "no solution"
    if not result.answers:
        return _wrong(verdict, "E312", f"this board should have {expected}, but has none", _why(opened))
    more = "more" if len(result.answers) > wanted > 0 else str(len(result.answers))
    more = "some" if wanted == 0 else more
    hint = f"such as\n{result.text(len(result.answers) - 1)}"
    return _wrong(verdict, "E312", f"this board should have {expected}, but has {more}", hint)


def _why(opened: OpenPuzzle) -> str:
    result = opened.why()
    return f"these cannot all be true:\n{contradiction(result.cases, result.together)}" if result.cases else ""


def _answers(opened: OpenPuzzle, verdict: ir.ExampleVerdict, engine: str) -> VerdictTrial:
    assert verdict.answer is not None
    drawn = opened.check(boards.read_drawing(opened.rules, opened.puzzle, verdict.answer))
    if drawn.stopped:
        return _wrong(verdict, EXAMPLE_LIMIT, f"whether this is an answer is not known: {drawn.stopped}")
    if drawn.findings or drawn.answer is None:
        broken = findings_text(drawn.findings, drawn=True, complete=drawn.answer is not None)
        return _wrong(verdict, "E313", "this is no answer of the board", broken)
    result = opened.solve(2, engine)
    if result.stopped:
        return _wrong(verdict, EXAMPLE_LIMIT, f"whether this is the only answer is not known: {result.stopped}")
    if result.unique:
        return VerdictTrial(answer=drawn.answer)
    other = next(index for index, answer in enumerate(result.answers) if answer != drawn.answer)
    hint = f"another one is\n{result.text(other)}"
    return _wrong(verdict, "E313", "this is not the only answer of the board", hint)


def _breaks(opened: OpenPuzzle, example: ir.Example, verdict: ir.ExampleVerdict) -> VerdictTrial:
    drawing = opened.puzzle.drawing
    if example.drawing is not None:
        drawing = boards.read_drawing(opened.rules, opened.puzzle, example.drawing)
    if drawing is None:
        hint = 'draw it on the board, or add `drawing """…"""`'
        return _wrong(verdict, "E314", "nothing is drawn that could break a rule", hint)
    result = opened.check(drawing)
    if result.stopped:
        return _wrong(verdict, EXAMPLE_LIMIT, f"what this drawing breaks is not known: {result.stopped}")
    broken = {item.rule.name for item in result.findings if item.broken}
    if broken == set(verdict.breaks):
        return VerdictTrial(drawing=drawing, findings=tuple(item for item in result.findings if item.broken))
    wanted, instead = " and ".join(verdict.breaks), " and ".join(sorted(broken)) or "nothing"
    shown = [item for item in result.findings if item.broken or not broken]
    hint = findings_text(shown, drawn=True, complete=result.answer is not None)
    return _wrong(verdict, "E314", f"this drawing should break {wanted}, but breaks {instead}", hint)


def limits_reached(diagnostics: Sequence[Diagnostic]) -> bool:
    """Whether limits were reached, and nothing else is wrong."""
    return bool(diagnostics) and all(item.code in (LIMIT_REACHED, EXAMPLE_LIMIT) for item in diagnostics)


def file_warnings(
    rules: ir.Ruleset, outcomes: tuple[ExampleOutcome, ...], *, proving: bool = True
) -> tuple[Diagnostic, ...]:
    """All warnings about the file, and which examples are wrong; with `proving` also what none proves."""
    own = (item for item in ruleset_warnings(rules) if item.span is None or item.span.source is rules.source)
    wrong = (item for outcome in outcomes for item in outcome.diagnostics)
    missed = (*unproved_warnings(rules, outcomes), *silent_guard_warnings(rules, outcomes)) if proving else ()
    return (*own, *wrong, *missed)


def unproved_warnings(rules: ir.Ruleset, outcomes: tuple[ExampleOutcome, ...]) -> tuple[Diagnostic, ...]:
    """Warnings for rules of the file that no example breaks, and for a file without a solved example.

    There are none while an example is wrong, as the rule that it should break would be reported too.
    """
    if any(outcome.diagnostics for outcome in outcomes):
        return ()
    broken = {name for outcome in outcomes for name in outcome.broken}
    result = [
        Diagnostic(
            "W073",
            f"no example breaks rule `{rule.name}`",
            rule.span,
            help=f'add `example "…" board """…""" drawing """…""" breaks {rule.name}`',
        )
        for rule in rules.rules
        if rule.name not in broken and rule.span.source is rules.source and not rule.implied
    ]
    if not any(outcome.solved for outcome in outcomes):
        result.append(
            Diagnostic(
                "W072",
                "no example shows a board with its answer",
                rules.source.span(0, 0),
                help='add `example "…" board """…""" answer """…"""`',
            )
        )
    return tuple(result)


def silent_guard_warnings(rules: ir.Ruleset, outcomes: tuple[ExampleOutcome, ...]) -> tuple[Diagnostic, ...]:
    """Warnings for guards that let nothing through on any example's board: what they guard was never tried."""
    passed = {span for outcome in outcomes for span in outcome.passed_guards}
    guards = [
        part
        for rule in rules.rules
        for part in subexpressions(rule.body)
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
