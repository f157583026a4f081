"""The same problem, said so that a solver sees more of it at once.

Lazy cuts tell a solver only what it gets wrong.  Where few vertices matter to many (the numbers of a Nurikabe or a
Shikaku), who belongs to whose part is worth a variable each: sizes become counts of them, and what is joined spreads
along edges by clauses.  What is said here follows from all constraints together, so it is not for sessions that switch
some of them off.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from puzzlelang.geometry import Cell
from puzzlelang.graphs import rewrite
from puzzlelang.graphs.rewrite import Rewriter
from puzzlelang.ground import build, build_graphs, inside, problem
from puzzlelang.ground.problem import Formula, Graph, PartSize, Problem, Term

MOST_JOINED = 150_000
"""No more variables for two vertices in one part are made."""

Balls = Mapping[int, Mapping[int, int]]
"""For a vertex the vertices that its part can reach, with their distances."""


class Known(msgspec.Struct, frozen=True, eq=False):
    """What the constraints say of one graph: sizes of parts, which parts are rectangles, what is never joined."""

    graph: Graph
    sizes: dict[int, int] = msgspec.field(default_factory=dict)
    rectangles: set[int] = msgspec.field(default_factory=set)
    apart: set[tuple[int, int]] = msgspec.field(default_factory=set)


Leaf = Callable[[Formula], Formula]
"""What stands for a condition or a statement in the problem that is being made."""

Implied = Callable[[Leaf], Iterator[Formula]]
"""Formulas that follow from a problem, in terms of the leaves that a later step gives its statements."""


def strong(stated: Problem, about: inside.About | None = None) -> tuple[Problem, Implied]:
    """An equivalent problem, and what follows from it; the same and nothing where no sizes are stated."""
    about = {} if about is None else about
    claims = [_anywhere(one.formula, about) for one in stated.constraints]
    known: dict[int, Known] = {}
    for claim in claims:
        for part in claim.parts if isinstance(claim, problem.And) else (claim,):
            if inside.about_graphs(part, about):
                _learn(known, part)
    for one in known.values():
        for vertex in _dividing(one.apart):
            one.sizes.setdefault(vertex, len(one.graph.places))
    if not any(one.sizes for one in known.values()):
        return stated, lambda _: iter(())
    found = {key: _balls(one) for key, one in known.items()}
    if sum(len(ball) for balls in found.values() for ball in balls.values()) > MOST_JOINED:
        return stated, lambda _: iter(())
    state = Rewriter(lambda _, formula: _counted(formula, found), _as_it_is, about=about)
    constraints = tuple(
        msgspec.structs.replace(one, formula=rewrite.rewritten(state, claim))
        for one, claim in zip(stated.constraints, claims, strict=True)
    )
    return (
        msgspec.structs.replace(stated, constraints=constraints),
        lambda leaf: (clause for key, one in known.items() for clause in _spread(one, found[key], leaf)),
    )


def _dividing(apart: set[tuple[int, int]]) -> list[int]:
    """Vertices of which one is in each pair that is never joined, those with most such pairs first.

    Their parts have at most all vertices, which is as good as a stated size: what belongs to them spreads along edges,
    and the solver sees at once where two of them would meet.
    """
    pairs: dict[int, set[int]] = {}
    for first, second in sorted(apart):
        pairs.setdefault(first, set()).add(second)
    found: list[int] = []
    for vertex in sorted(pairs, key=lambda one: (-len(pairs[one]), one)):
        if not pairs[vertex] <= set(found):
            found.append(vertex)
    return found


def _anywhere(claim: Formula, about: inside.About) -> Formula:
    """What is said of a part at its first vertex, said at any vertex.

    Where a rule goes through all parts, all of them are spoken of, and what is said of a part is the same whichever of
    its vertices stands for it.
    """
    if not inside.about_graphs(claim, about):
        return claim
    if isinstance(claim, problem.And):
        return build.conjunction(_anywhere(part, about) for part in claim.parts)
    if not isinstance(claim, problem.Or):
        return claim
    return build.disjunction(
        build.negation(part.part.graph.presence[part.part.vertex])
        if isinstance(part, problem.Not) and isinstance(part.part, problem.First) and part.part.every
        else part
        for part in claim.parts
    )


def _learn(known: dict[int, Known], claim: Formula) -> None:
    match claim:
        case problem.Equal(PartSize() as size, value) | problem.AtMost(PartSize() as size, value):
            if _whole(size):
                sizes = _of(known, size.graph).sizes
                sizes[size.vertex] = min(value, sizes.get(size.vertex, value))
        case problem.Rectangle(graph, vertex):
            _of(known, graph).rectangles.add(vertex)
        case problem.Not(problem.Joined(graph, first, second)):
            _of(known, graph).apart.update(((first, second), (second, first)))
        case problem.Or(parts):
            # "Absent, or its part is so": what is said of a part that is there.
            for part in parts:
                if isinstance(part, problem.Rectangle) and len(parts) == 2 and _absent(part) in parts:
                    _of(known, part.graph).rectangles.add(part.vertex)
        case _:
            pass


def _absent(part: problem.Rectangle) -> Formula:
    return build.negation(part.graph.presence[part.vertex])


def _of(known: dict[int, Known], graph: Graph) -> Known:
    return known.setdefault(id(graph), Known(graph))


def _whole(size: PartSize) -> bool:
    return len(size.counted) == len(size.graph.places) and all(when is True for _, when in size.counted)


def _balls(one: Known) -> Balls:
    """Vertices nearer than the size of the part, by breadth-first search along all edges there may be."""
    found: dict[int, dict[int, int]] = {}
    places, rectangles = one.graph.places, one.rectangles

    def fits(source: int, other: int, size: int) -> bool:
        """Whether the rectangle that two cells span is not too large."""
        a, b = places[source], places[other]
        if source not in rectangles or not (isinstance(a, Cell) and isinstance(b, Cell)):
            return True
        return (abs(a.row - b.row) + 1) * (abs(a.column - b.column) + 1) <= size

    for source, size in one.sizes.items():
        far, queue = {source: 0}, [source]
        for vertex in queue:
            if far[vertex] + 1 < size:
                for other, _ in one.graph.neighbours[vertex]:
                    if other not in far and (source, other) not in one.apart and fits(source, other, size):
                        far[other] = far[vertex] + 1
                        queue.append(other)
        found[source] = far
    return found


def _as_it_is(_state: Rewriter, term: Term) -> Term | None:
    return term if isinstance(term, PartSize) else None


def _counted(formula: Formula, found: Mapping[int, Balls]) -> Formula | None:
    """A comparison of one size as one of a count of joined vertices; statements about graphs stay."""
    match formula:
        case problem.Equal(PartSize() as size, value):
            if (count := _count(size, found)) is not None:
                return build.equal(count, value)
            return formula
        case problem.AtMost(PartSize() as size, value):
            if (count := _count(size, found)) is not None:
                return build.at_most(count, value)
            return formula
        case problem.AtMost(term) | problem.Equal(term) if rewrite.sized(term):
            return formula
        case problem.Distinct(terms) if any(map(rewrite.sized, terms)):
            return formula
        case problem.Joined(graph, first, second):
            balls = found.get(id(graph), {})
            reachable = second in balls.get(first, (second,)) and first in balls.get(second, (first,))
            return formula if reachable else False
        case problem.Connected() | problem.First() | problem.Acyclic() | problem.Rectangle():
            return formula
        case _:
            return None


def _count(size: PartSize, found: Mapping[int, Balls]) -> Term | None:
    """The count of joined vertices, where each counted vertex or the source has a part of stated size."""
    balls, source = found.get(id(size.graph), {}), size.vertex
    near = balls.get(source)
    if near is None and any(vertex not in balls for vertex, _ in size.counted):
        return None
    parts: list[tuple[int, Formula]] = []
    for vertex, when in size.counted:
        if near is None or vertex in balls:
            reachable = source in balls[vertex] and (near is None or vertex in near)
        else:
            reachable = vertex in near
        if reachable:
            parts.append((1, build.conjunction((build_graphs.joined(size.graph, source, vertex), when))))
    return build.total(parts)


# ------------------------------------------------------------------------------------------------------- clauses


def _spread(one: Known, balls: Balls, leaf: Leaf) -> Iterator[Formula]:
    """What is joined to a source spreads along edges, and in a rectangle towards the source."""
    graph = one.graph
    exact = "exact" in graph.__dict__
    all_rectangles = exact and len(one.rectangles) == len(graph.places)
    absent = [leaf(build.negation(here)) for here in graph.presence]
    on = [leaf(when) for _, _, when in graph.edges]
    for source in sorted(one.sizes):
        ball = balls[source]
        reached = {vertex: leaf(build_graphs.joined(graph, source, vertex)) for vertex in sorted(ball)}
        for vertex, here in reached.items():
            away = build.negation(here)
            for other, edge in graph.neighbours[vertex]:
                off = (away, absent[other], build.negation(on[edge]))
                if other in reached:
                    yield build.disjunction((*off, reached[other]))
                    if exact and vertex < other:
                        yield build.disjunction((away, build.negation(reached[other]), on[edge]))
                else:
                    yield build.disjunction(off)
        if all_rectangles or source in one.rectangles:
            yield from _inward(graph, reached, source)
    if all_rectangles:
        yield from _corners(graph, on)


def _inward(graph: Graph, reached: Mapping[int, Formula], source: int) -> Iterator[Formula]:
    """In a rectangle that holds the source, a cell has its neighbours towards the source beside it."""
    middle = graph.places[source]
    assert isinstance(middle, Cell)
    for vertex, here in reached.items():
        cell = graph.places[vertex]
        for other, _ in graph.neighbours[vertex]:
            beside = graph.places[other]
            if isinstance(cell, Cell) and isinstance(beside, Cell) and _nearer(beside, cell, middle):
                yield build.disjunction((build.negation(here), reached.get(other, False)))


def _nearer(beside: Cell, cell: Cell, middle: Cell) -> bool:
    before = abs(cell.row - middle.row) + abs(cell.column - middle.column)
    return abs(beside.row - middle.row) + abs(beside.column - middle.column) < before


def _corners(graph: Graph, conditions: Sequence[Formula]) -> Iterator[Formula]:
    """Where four areas that are rectangles may meet, no border bends with nothing going on from it."""
    on = {}
    for (first, second, _), when in zip(graph.edges, conditions, strict=True):
        a, b = graph.places[first], graph.places[second]
        if isinstance(a, Cell) and isinstance(b, Cell):
            on[a.row, a.column, b.row, b.column] = when
    for row, column, below, right in sorted(on):
        if (below, right) != (row, column + 1):
            continue
        window = [
            on.get((row, column, row, column + 1)),
            on.get((row, column + 1, row + 1, column + 1)),
            on.get((row + 1, column, row + 1, column + 1)),
            on.get((row, column, row + 1, column)),
        ]
        edges = [edge for edge in window if edge is not None]
        if len(edges) == 4:
            yield from _no_bend(edges)


def _no_bend(edges: Sequence[Formula]) -> Iterator[Formula]:
    """Of the four edges around a corner, two that follow each other are not the only ones that are on or off."""
    for index in range(4):
        a, b, c, d = (edges[(index + step) % 4] for step in range(4))
        yield build.disjunction((build.negation(a), build.negation(b), c, d))
        yield build.disjunction((build.negation(a), build.negation(b), build.negation(c), d))
