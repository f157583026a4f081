"""Translates replies back to places of the board, and raises the errors that end a question."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.geometry.places import Cell
from puzzlelang.problem.nodes import Kind, Values
from puzzlelang.problem.outline import FindVariables, ProblemOutline
from puzzlelang.problem.partitions import cuts
from puzzlelang.problem.record import Rule
from puzzlelang.puzzle import Drawing, Puzzle, Solution
from puzzlelang.sessions import wire
from puzzlelang.sessions.replies import BoardReady, Crash, Refusal, Reply
from puzzlelang.source import NOWHERE, Span
from puzzlelang.typed import ir

if TYPE_CHECKING:
    from puzzlelang.problem.findings import Finding


class WorkerCrashed(RuntimeError):
    """An error of this package in a worker; the text is the whole traceback there."""


class Reader:
    """The translation of replies for one board; it keeps the outline of the board between questions."""

    def __init__(self, rules: ir.Ruleset, puzzle: Puzzle) -> None:
        self.rules = rules
        self.puzzle = puzzle
        self.sources = (rules.source, puzzle.source)
        self.places = wire.Places(puzzle.geometry, puzzle.partitions, puzzle.groups)
        self.outline = ProblemOutline(puzzle.geometry, {})
        self.warnings: tuple[Diagnostic, ...] = ()
        self.passed_guards: frozenset[Span] = frozenset()

    def note(self, reply: Reply) -> None:
        """Note what a reply says about the board.

        Raises the `Failed` of rules, board or question, and `WorkerCrashed`.
        """
        match reply:
            case BoardReady():
                self._ground(reply)
            case Refusal(diagnostics):
                raise Failed(wire.read_diagnostics(diagnostics, self.sources))
            case Crash(traceback):
                raise WorkerCrashed(traceback)
            case _:
                pass

    def _ground(self, reply: BoardReady) -> None:
        finds = {}
        for find in reply.finds:
            places = dict(zip(map(self.places.place, find.places), find.indexes, strict=True))
            outside = tuple(cell for cell in map(self.places.place, find.outside) if isinstance(cell, Cell))
            kind = Kind(find.kind)
            finds[find.name] = FindVariables(kind, find.names, find.partition, places, find.absent, outside)
        self.outline = ProblemOutline(self.puzzle.board_without(self.rules.missing), finds)
        self.warnings = wire.read_diagnostics(reply.warnings, self.sources)
        self.passed_guards = frozenset(Span(self.rules.source, start, end) for start, end in reply.passed_guards)

    def solution(self, values: Values) -> Solution:
        """Values read back onto the board."""
        return self.outline.solution(values)

    def indexed(self, drawing: Drawing | None) -> dict[int, bool | int]:
        """Return the drawn values by variable index, without values that have no variable.

        Names of areas say which borders there are, and which cells are in an area.
        """
        result: dict[int, bool | int] = {}
        for name, values in (drawing.values if drawing else {}).items():
            find = self.outline.finds.get(name)
            if find is None:
                continue
            for place, value in (cuts(find.places, values) if find.partition else values).items():
                if place in find.places:
                    number = find.names.index(value) if isinstance(value, str) else value
                    absent = value is False and find.absent is not None
                    result[find.places[place]] = find.absent if absent else number  # type: ignore[assignment]
        return result

    def drawing(self, known: Mapping[int, bool | int]) -> Drawing:
        """Return known values, given by variable index, as a drawing."""
        size = 1 + max((index for find in self.outline.finds.values() for index in find.places.values()), default=0)
        values = [known.get(index, False) for index in range(size)]
        return Drawing(self.outline.common(values, set(known)))

    def read_drawing(self, marks: wire.Marks | None) -> Drawing | None:
        """The drawing that was sent with a question."""
        return wire.drawing(marks, self.places, self.sources)

    def finding(
        self,
        name: str,
        sentence: str,
        broken: bool,
        cells: tuple[wire.Code, ...],
        bindings: tuple[tuple[str, str], ...],
    ) -> "Finding":
        """A rule that a drawing breaks or leaves open, read back."""
        from puzzlelang.problem.findings import Finding

        rule = self._rules.get(name) or Rule(name, sentence, NOWHERE)
        return Finding(rule, sentence, broken, tuple(map(self.places.place, cells)), bindings)

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        return {rule.name: Rule(rule.name, rule.text, rule.span) for rule in self.rules.rules}
