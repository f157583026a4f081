"""What replies come to: a typed result for each question."""

import msgspec

from puzzlelang.asking import pictured
from puzzlelang.asking.numbered import of_number
from puzzlelang.asking.reader import Reader, Replied
from puzzlelang.asking.replies import Stepped
from puzzlelang.diagnostics.record import Diagnostic
from puzzlelang.formats.text import write
from puzzlelang.problem.findings import Case, Finding, Worth, worth
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.solving.stats import Stats
from puzzlelang.steps.rating import Rating, rate
from puzzlelang.steps.record import NamedFact
from puzzlelang.typed import ir


class Result(msgspec.Struct, frozen=True):
    """What a search found out about a board.

    `answers`: different answers, the first ones found.  `complete`: there are no others.  `stopped`: why the search
    gave up early ("time limit", …), empty if it did not.  `warnings`: what is odd about the board.  `stats`: what it
    cost.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    answers: tuple[Solution, ...]
    complete: bool
    stopped: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    stats: Stats = msgspec.field(default_factory=Stats)

    @property
    def unique(self) -> bool | None:
        """Exactly one answer, proved; False if there are none or others, None if that is not known."""
        if self.complete or len(self.answers) > 1:
            return len(self.answers) == 1
        return None

    def text(self, index: int = 0) -> str:
        """An answer in the board's own form, which reads back.  Raises `ValueError` if there is none of that number."""
        return write.write(self.rules, self.puzzle, of_number(self.answers, index, "answer", self.stopped))

    def _repr_svg_(self) -> str:
        """The first answer, or the board if there is none, with what differs in the second."""
        if not self.answers:
            return pictured.svg(self.rules, self.puzzle, Drawing({}))
        roles = pictured.of_answers(*self.answers[:2]) if len(self.answers) > 1 else None
        return pictured.svg(self.rules, self.puzzle, self.answers[0], roles)


class Facts(msgspec.Struct, frozen=True):
    """What all answers of a board have in common, as a partial drawing; None if there is no answer.

    `stopped`: why the search gave up; there may then be fewer facts than drawn, and None tells nothing.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    drawing: Drawing | None
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)

    def _repr_svg_(self) -> str:
        """The facts on the board."""
        return pictured.svg(self.rules, self.puzzle, self.drawing or Drawing({}))


class Count(msgspec.Struct, frozen=True):
    """How many answers there are: `answers` at least, and no more if `complete`; `stopped`: why the search gave up."""

    answers: int
    complete: bool
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)


class Reasons(msgspec.Struct, frozen=True):
    """Cases of rules that contradict each other, none of which can be left out; None if there is an answer.

    Each has lines that tell how it leads to the contradiction, where cases lead there one by one; `together`: what is
    wrong with counts that contradict each other only together.  `stopped`: why that was not found out.
    """

    cases: tuple[Case, ...] | None
    stopped: str = ""
    together: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)

    @property
    def possible(self) -> bool | None:
        """There is an answer; None if that was not found out."""
        if self.cases is not None:
            return False
        return None if self.stopped else True


class Completion(msgspec.Struct, frozen=True):
    """Whether a drawing can be completed; None and why if that was not found out.  `answer`: one way to do it."""

    possible: bool | None
    answer: Solution | None = None
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)


class Verdict(msgspec.Struct, frozen=True):
    """What a drawing breaks or does not satisfy yet; `drawn`: something is, `answer`: everything is decided.

    `emptied`: the answer that it is if all that it leaves open stays empty.  `drawing` is what was checked, `stopped`:
    why that was not found out.  Then nothing is known of it: no findings, and None for what they would come to.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    drawing: Drawing | None
    findings: tuple[Finding, ...]
    drawn: bool
    answer: Solution | None = None
    stopped: str = ""
    warnings: tuple[Diagnostic, ...] = ()
    stats: Stats = msgspec.field(default_factory=Stats)
    emptied: Solution | None = None

    @property
    def complete(self) -> bool | None:
        """Everything is decided; None if that was not found out."""
        return None if self.stopped else self.answer is not None

    @property
    def worth(self) -> Worth | None:
        """What the drawing is worth; None if that was not found out."""
        return None if self.stopped else worth(self.findings, complete=self.answer is not None)

    @property
    def right(self) -> bool | None:
        """It is an answer; None if that was not found out."""
        return None if self.stopped else self.worth is Worth.RIGHT

    @property
    def finished(self) -> bool:
        """It is an answer, or one if all that it leaves open stays empty."""
        return bool(self.right) or self.emptied is not None

    def _repr_svg_(self) -> str:
        """The drawing, with the places of broken rules."""
        shown = self.drawing if self.answer is None else self.answer
        return pictured.svg(self.rules, self.puzzle, shown, pictured.of_findings(self.findings))


class Walkthrough(msgspec.Struct, frozen=True):
    """How a person goes on, step after step.

    `steps` and what they decide are in the order told.  `left`: places that are open still, of which answers differ at
    those in `differ`; None if the steps ended for another reason: `verdict` says which rules the drawing breaks,
    `blamed` what of it no answer has all of (`reasons`: the same in words, then why), `answers` whether there is any
    (None: not found out), `stopped` why the search gave up.
    """

    rules: ir.Ruleset
    puzzle: Puzzle
    steps: tuple[Stepped, ...]
    drawings: tuple[Drawing, ...]
    left: int | None = None
    differ: tuple[str, ...] = ()
    verdict: Verdict | None = None
    blamed: tuple[NamedFact, ...] = ()
    reasons: tuple[str, ...] = ()
    answers: bool | None = None
    stopped: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)

    @property
    def complete(self) -> bool:
        """The steps lead to the answer."""
        return self.left == 0

    @property
    def rating(self) -> Rating | None:
        """How hard the steps are; of the whole board only if they are `complete` and began with nothing drawn.

        None if there are no steps, though something is open or wrong.
        """
        return rate(self.steps) if self.steps or self.complete else None

    def text(self, index: int) -> str:
        """The board after a step, which reads back.  Raises `ValueError` if there is none of that number."""
        return write.write(self.rules, self.puzzle, of_number(self.drawings, index, "step", self.stopped))

    def roles(self, index: int = 0) -> pictured.Roles:
        """What places are to a step; without any steps, what is wrong already.

        Raises `ValueError` if there are steps, but none of that number.
        """
        if self.steps:
            return pictured.of_step(self.puzzle, of_number(self.steps, index, "step", self.stopped))
        if self.verdict is not None:
            return pictured.of_findings(self.verdict.findings)
        return pictured.of_blamed(self.puzzle, self.blamed)

    def _repr_svg_(self) -> str:
        """The board after the first step, with what it reads and forces."""
        return pictured.svg(self.rules, self.puzzle, self.drawings[0] if self.drawings else None, self.roles())


def result(reader: Reader, replied: Replied, limit: int | None) -> Result:
    """What replies to `questions.Answers` come to."""
    values = replied.listed
    if replied.stopped and len(values) < len(replied.early):
        values = replied.early
    complete = not replied.stopped and replied.proved is not None
    found = tuple(map(reader.solution, values[:limit]))
    return Result(reader.rules, reader.puzzle, found, complete, replied.stopped, reader.warnings, replied.stats)


def facts(reader: Reader, replied: Replied) -> Facts:
    """What replies to `questions.Backbone` come to."""
    shared = replied.shared
    if shared is None:
        return Facts(reader.rules, reader.puzzle, None, replied.stopped, replied.stats)
    common = reader.outline.common(shared.values, set(shared.indexes))
    return Facts(reader.rules, reader.puzzle, Drawing(common), replied.stopped, replied.stats)


def count(replied: Replied) -> Count:
    """What replies to `questions.Counting` come to."""
    found = replied.counted
    if found is None:
        return Count(0, False, replied.stopped, replied.stats)
    return Count(found.answers, found.complete, replied.stopped, replied.stats)


def reasons(replied: Replied) -> Reasons:
    """What replies to `questions.Contradiction` come to."""
    found = replied.core
    if found is None:
        return Reasons(None, replied.stopped, stats=replied.stats)
    return Reasons(found.cases, "", found.together, replied.stats)


def completion(reader: Reader, replied: Replied) -> Completion:
    """What replies to `questions.Completable` come to."""
    if replied.possible is not None:
        return Completion(True, reader.solution(replied.possible.values), "", replied.stats)
    return Completion(None if replied.stopped else False, None, replied.stopped, replied.stats)


def verdict(reader: Reader, replied: Replied, drawing: Drawing | None = None) -> Verdict:
    """What replies to `questions.Check` or `questions.Decode` come to."""
    rules, puzzle = reader.rules, reader.puzzle
    found = replied.checked
    if found is None:
        drawn = drawing is not None
        return Verdict(rules, puzzle, drawing, (), drawn, None, replied.stopped, reader.warnings, replied.stats)
    answer = None if found.values is None else reader.solution(found.values)
    findings = reader.findings(found)
    return Verdict(
        rules,
        puzzle,
        drawing,
        findings,
        found.drawn,
        answer,
        replied.stopped,
        reader.warnings,
        replied.stats,
        None if found.emptied is None else reader.solution(found.emptied),
    )


def walkthrough(reader: Reader, replied: Replied, drawing: Drawing | None) -> Walkthrough:
    """What replies to `questions.Steps` come to."""
    known = reader.indexed(drawing)
    drawings = []
    for step in replied.steps:
        known.update(step.decided)
        drawings.append(reader.drawing(known))
    walked = replied.walked
    return Walkthrough(
        reader.rules,
        reader.puzzle,
        tuple(replied.steps),
        tuple(drawings),
        None if walked is None else walked.left,
        () if walked is None else walked.differ,
        verdict(reader, replied, drawing) if replied.checked is not None else None,
        () if replied.blamed is None else replied.blamed.facts,
        () if replied.blamed is None else replied.blamed.lines,
        _answered(replied),
        replied.stopped,
        replied.stats,
    )


def _answered(replied: Replied) -> bool | None:
    """Whether the board has an answer; None if that was not found out."""
    if replied.proved is not None:
        return False
    return True if replied.steps or replied.walked is not None or replied.blamed is not None else None
