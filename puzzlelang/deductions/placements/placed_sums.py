"""Sums of runs of cells in terms of placements: how far a component goes, seen from a cell of it.

Where a cell is present, a conjunction of others that are connected with it states that its component contains them.  So
a sum of such conjunctions is a function of the placement that the component is, and has few values.
"""

from collections.abc import Mapping, Sequence

from puzzlelang.deductions.placements.placed_components import ComponentPlacements
from puzzlelang.problem import build, nodes, traversal
from puzzlelang.problem.record import Formula, Sum


class PlacedSums:
    """Rewrites comparisons of sums in claims about cells that are present, each sum of a cell once.

    `vertices`, `bits`: by the variable of its presence, the vertex as a number and as one bit of a set of vertices.
    """

    def __init__(self, placed: ComponentPlacements) -> None:
        self.placed = placed
        self.vertices: dict[int, int] = {}
        for vertex, here in enumerate(placed.graph.presence):
            if isinstance(here, nodes.Holds):
                self.vertices[here.variable.index] = vertex
        self.bits = {index: 1 << vertex for index, vertex in self.vertices.items()}
        self.runs: dict[int, int] = {}
        self.values: dict[tuple[int, tuple[tuple[int, int], ...]], Mapping[int, Formula] | None] = {}

    def rewritten(self, claim: Formula, present: Sequence[int] = ()) -> Formula:
        """Return the claim, which is asked only where these vertices are present, with placements in its sums."""
        match claim:
            case nodes.Not(part):
                inner = self.rewritten(part, present)
                return claim if inner is part else build.negation(inner)
            case nodes.Or(parts) | nodes.And(parts):
                false = isinstance(claim, nodes.Or)
                guards = [vertex for part in parts for vertex in self._demanded_vertices(part, false)]
                inside = list(dict.fromkeys((*present, *guards)))
                new = [self.rewritten(part, inside) for part in parts]
                if all(one is old for one, old in zip(new, parts, strict=True)):
                    return claim
                return build.disjunction(new) if false else build.conjunction(new)
            case nodes.Equal(nodes.Sum() as term, value) if present and not term.added:
                results = self._equal(term, value - term.constant, present)
                return claim if results is None else results
            case _:
                return claim

    def _demanded_vertices(self, part: Formula, false: bool) -> Sequence[int]:
        """Vertices that are present wherever the part has the other truth than would decide the whole."""
        if false:
            if not isinstance(part, nodes.Not):
                return ()
            part = part.part
        result = [self._vertex(one) for one in traversal.together(part)]
        return [vertex for vertex in result if vertex is not None]

    def _vertex(self, formula: Formula) -> int | None:
        return self.vertices.get(formula.variable.index) if isinstance(formula, nodes.Holds) else None

    def _equal(self, term: Sum, value: int, present: Sequence[int]) -> Formula | None:
        """State that a sum of runs of two cells, or of one, has this value; None for other sums."""
        sides: list[Mapping[int, Formula]] = []
        for sign in (1, -1):
            items = [(factor * sign, part) for factor, part in term.counted if factor * sign > 0]
            if not items:
                sides.append({0: True})
                continue
            side = next((results for vertex in present if (results := self._side(vertex, items)) is not None), None)
            if side is None:
                return None
            sides.append(side)
        left, right = sides
        return build.disjunction(
            build.nested_conjunction((here, right[more - value]))
            for more, here in left.items()
            if more - value in right
        )

    def _side(self, vertex: int, items: Sequence[tuple[int, Formula]]) -> Mapping[int, Formula] | None:
        """Return by each value of a sum of runs of one vertex: that it has this value; None if the runs are others."""
        runs = [(factor, self._run(part)) for factor, part in items]
        key = vertex, tuple(runs)
        if key not in self.values:
            self.values[key] = self._values(vertex, runs)
        return self.values[key]

    def _values(self, vertex: int, runs: Sequence[tuple[int, int]]) -> Mapping[int, Formula] | None:
        if not all(run and self._is_connected(vertex, run) for _, run in runs):
            return None
        numbers: dict[int, list[int]] = {}
        for number in self.placed.holding[vertex]:
            outside = ~sum([1 << one for one in self.placed.placements[number]])
            total = sum([factor for factor, run in runs if not run & outside])
            numbers.setdefault(total, []).append(number)
        return {total: self.placed.one_of(result) for total, result in sorted(numbers.items())}

    def _run(self, formula: Formula) -> int:
        """The vertices, as bits, whose presence a conjunction states, and nothing else; 0 for other formulas."""
        if type(formula) is nodes.Holds:
            return self.bits.get(formula.variable.index, 0)
        if type(formula) is not nodes.And:
            return 0
        result = self.runs.get(id(formula))
        if result is None:
            result = 0
            for part in formula.parts:
                run = self._run(part)
                if not run:
                    result = 0
                    break
                result |= run
            self.runs[id(formula)] = result
        return result

    def _is_connected(self, vertex: int, run: int) -> bool:
        """Return whether the vertex and the run are connected."""
        left = run & ~(1 << vertex)
        queue = [vertex]
        for one in queue:
            for other in self.placed.graph.beside[one]:
                if left >> other & 1:
                    left ^= 1 << other
                    queue.append(other)
        return not left
