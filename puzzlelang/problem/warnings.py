"""Warnings about readable boards that are most likely slips of their authors."""

from collections.abc import Iterator

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.geometry.board import Geometry
from puzzlelang.geometry.places import Cell, Place, Region
from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Span


def warnings(problem: Problem, puzzle: Puzzle) -> tuple[Diagnostic, ...]:
    """List warnings about a board: rules that its givens alone break, regions in several pieces."""
    return (*_broken_rules(problem, puzzle), *_scattered_regions(puzzle))


def _broken_rules(problem: Problem, puzzle: Puzzle) -> Iterator[Diagnostic]:
    reported: set[tuple[str, str]] = set()
    for constraint in problem.constraints:
        origin = constraint.origin
        if constraint.formula is False and (origin.rule.name, origin.sentence) not in reported:
            reported.add((origin.rule.name, origin.sentence))
            message = f"the board alone breaks rule `{origin.rule.name}`: {origin.sentence}"
            yield Diagnostic("W150", message, _place(constraint, puzzle), help="no drawing can mend that")


def _place(constraint: Constraint, puzzle: Puzzle) -> Span:
    """Return where the board text mentions a place that the constraint binds, the innermost binding first."""
    for _, bound in reversed(constraint.origin.bindings):
        keys: list[object] = [bound]
        if isinstance(bound, Region):
            keys = [(bound.partition, cell) for cell in bound.cells]
        for (name, place), span in puzzle.spans.items():
            if place in keys or (name, place) in keys:
                return span
        if isinstance(bound, Cell) and bound in puzzle.cells:
            return puzzle.cells[bound]
    return puzzle.source.first()


def _scattered_regions(puzzle: Puzzle) -> Iterator[Diagnostic]:
    for name, regions in puzzle.partitions.items():
        for region in regions:
            pieces = _pieces(puzzle.geometry, region)
            if len(pieces) > 1:
                small = min(pieces, key=len)
                large = max(pieces, key=len)
                yield Diagnostic(
                    "W151",
                    f"{region} is in {len(pieces)} pieces",
                    puzzle.span(name, small[0]),
                    here="this piece touches no other",
                    help="is this letter right?",
                    labels=(Label(puzzle.span(name, large[0]), "the largest piece begins here"),),
                )


def _pieces(geometry: Geometry, region: Region) -> list[list[Cell]]:
    """The parts of a region that are connected side by side, each from its first cell on."""
    left: dict[Place, None] = dict.fromkeys(region.cells)
    pieces: list[list[Cell]] = []
    for start in region.cells:
        if start not in left:
            continue
        del left[start]
        piece = [start]
        for cell in piece:
            for other in geometry.neighbours(cell):
                if other in left:
                    del left[other]
                    piece.append(other)
        pieces.append(piece)
    return pieces
