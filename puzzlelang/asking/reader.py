"""The replies of one board, read: checked for what ends a question, and gathered."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from puzzlelang.asking import wire
from puzzlelang.asking.replies import (
    Answer,
    Blamed,
    Broken,
    Certified,
    Checked,
    Core,
    Cost,
    Counted,
    Crashed,
    Decoded,
    Drawn,
    Dropped,
    GaveUp,
    Grounded,
    Listed,
    Made,
    Minimal,
    Possible,
    Proved,
    Refused,
    Reply,
    Shared,
    Stepped,
    Verified,
    Walked,
    Written,
)
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.problem.findings import Finding
from puzzlelang.problem.nodes import Kind, Values
from puzzlelang.problem.outline import FindVariables, ProblemOutline
from puzzlelang.problem.record import Rule
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.solving.stats import Stats
from puzzlelang.source import NOWHERE, Span
from puzzlelang.typed import ir


class WorkerCrashed(RuntimeError):
    """An error of this package in a worker; the text is the whole traceback there."""


class Reader:
    """Reads the replies of one board, whose outline it keeps from one question to the next."""

    def __init__(self, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        self.rules = rules
        self.puzzle = puzzle
        self.sources = (rules.source, puzzle.source)
        self.places = wire.Places(puzzle.geometry, puzzle.partitions)
        self.outline = ProblemOutline(puzzle.geometry, {})
        self.warnings: tuple[Diagnostic, ...] = ()
        self.passed: frozenset[Span] = frozenset()

    def read(self, replies: Iterator[Reply], see: Callable[[Reply], None] | None = None) -> "Replied":
        """All replies to a question, gathered; `see` gets each as it comes.

        Raises the `Failed` of rules, board or question, and `WorkerCrashed`.
        """
        found = Replied()
        for reply in replies:
            self.note(reply)
            found.note(reply)
            if see is not None:
                see(reply)
        return found

    def note(self, reply: Reply) -> None:
        """What a reply tells of the board.  Raises as `read` does."""
        match reply:
            case Grounded():
                self._ground(reply)
            case Refused(diagnostics):
                raise Failed(wire.read_diagnostics(diagnostics, self.sources))
            case Crashed(traceback):
                raise WorkerCrashed(traceback)
            case _:
                pass

    def _ground(self, reply: Grounded) -> None:
        finds = {}
        for find in reply.finds:
            places = dict(zip(map(self.places.place, find.places), find.indexes, strict=True))
            finds[find.name] = FindVariables(Kind(find.kind), find.names, find.partition, places, find.absent)
        self.outline = ProblemOutline(self.puzzle.board_without(self.rules.missing), finds)
        self.warnings = wire.read_diagnostics(reply.warnings, self.sources)
        self.passed = frozenset(Span(self.rules.source, start, end) for start, end in reply.passed)

    def solution(self, values: Values) -> Solution:
        """Values read back onto the board."""
        return self.outline.solution(values)

    def indexed(self, drawing: Drawing | None) -> dict[int, bool | int]:
        """What a drawing says of variables, by index; areas that it names are left out."""
        found: dict[int, bool | int] = {}
        for name, values in (drawing.values if drawing else {}).items():
            find = self.outline.finds.get(name)
            for place, value in values.items():
                if find is not None and place in find.places:
                    number = find.names.index(value) if isinstance(value, str) else value
                    absent = value is False and find.absent is not None
                    found[find.places[place]] = find.absent if absent else number  # type: ignore[assignment]
        return found

    def drawing(self, known: Mapping[int, bool | int]) -> Drawing:
        """The values that are known, as a drawing has them."""
        size = 1 + max((index for find in self.outline.finds.values() for index in find.places.values()), default=0)
        values = [known.get(index, False) for index in range(size)]
        return Drawing(self.outline.common(values, set(known)))

    def findings(self, reply: Checked) -> tuple[Finding, ...]:
        """What a drawing breaks or leaves open."""
        return tuple(map(self._finding, reply.findings))

    def _finding(self, item: Broken) -> Finding:
        rule = self._rules.get(item.rule) or Rule(item.rule, item.sentence, NOWHERE)
        return Finding(rule, item.sentence, item.broken, tuple(map(self.places.place, item.cells)), item.bindings)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.name: Rule(rule.name, rule.text, rule.span) for rule in self.rules.rules}


class Replied:
    """The replies to one question, the last of each kind and all answers."""

    def __init__(self) -> None:
        self.early: list[Values] = []
        self.listed: list[Values] = []
        self.proved: int | None = None
        self.stopped = ""
        self.stats = Stats()
        self.counted: Counted | None = None
        self.shared: Shared | None = None
        self.core: Core | None = None
        self.possible: Possible | None = None
        self.checked: Checked | None = None
        self.written: Written | None = None
        self.decoded: Decoded | None = None
        self.certified: Certified | None = None
        self.verified: Verified | None = None
        self.dropped: list[Dropped] = []
        self.minimal: Minimal | None = None
        self.steps: list[Stepped] = []
        self.walked: Walked | None = None
        self.blamed: Blamed | None = None
        self.drawn: Drawn | None = None
        self.made: dict[int, Made] = {}

    def note(self, reply: Reply) -> None:
        """Gather a reply."""
        match reply:
            case Answer(values):
                self.early.append(values)
            case Listed(values):
                self.listed.append(values)
            case Proved(answers):
                self.proved = answers
            case GaveUp(reason):
                self.stopped = reason
            case Cost(stats):
                self.stats = stats
            case Counted():
                self.counted = reply
            case Stepped():
                self.steps.append(reply)
            case Walked():
                self.walked = reply
            case Blamed():
                self.blamed = reply
            case Shared():
                self.shared = reply
            case Core():
                self.core = reply
            case Possible():
                self.possible = reply
            case Checked():
                self.checked = reply
            case Written():
                self.written = reply
            case Decoded():
                self.decoded = reply
            case Certified():
                self.certified = reply
            case Verified():
                self.verified = reply
            case Dropped():
                self.dropped.append(reply)
            case Minimal():
                self.minimal = reply
            case Drawn():
                self.drawn = reply
            case Made(number):
                self.made[number] = reply
            case _:
                pass
