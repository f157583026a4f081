"""Labels of areas with two marks: the first mark of an area is the label of its vertices.

Each vertex has one label, neighbours are joined exactly if they have the same, and the vertices of a label are counted
once.  Levels (`root_levels`) justify that a label reaches a vertex.  So vertices of a label are one area with both of
its marks, and nothing about these areas is left to be cut.  In turn each answer gives such labels.

The sizes that two marks allow (`paired_marks`) bound how far a label reaches.  A tree that holds three vertices has at
least half as many edges as their three distances add up to, as a walk round it uses each edge twice.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from puzzlelang.deductions.claims import claims
from puzzlelang.deductions.counted_marks import counted_size
from puzzlelang.deductions.placements.paired_marks import PairedMarks, paired_marks
from puzzlelang.deductions.record import with_auxiliaries
from puzzlelang.deductions.root_levels import justified, steps_within
from puzzlelang.graphs.distances import distances
from puzzlelang.graphs.level_mapping import Auxiliaries
from puzzlelang.problem import build, traversal
from puzzlelang.problem.record import Formula, Graph, Problem

MOST_CLAUSES = 400_000
"""A partition that would need more clauses, about, is left to cuts."""


class _Label(msgspec.Struct, frozen=True, eq=False):
    """The label of areas whose first mark is `mark`.

    `most`: vertices in such an area at most.  `partners`: the other marks of these.  `steps`: the steps to the vertices
    that it reaches (`root_levels.RootSteps`).
    """

    mark: int
    most: int
    partners: Sequence[int]
    steps: Mapping[int, range]


def label_pairs(problem: Problem, about: traversal.About) -> tuple[Problem, int]:
    """State each partition into areas of two marks by labels, where that is not too long; count the new formulas."""
    stated = 0
    if not any(counted_size(one.formula, 2) for one in problem.constraints):
        return problem, stated
    for result in paired_marks(claims(problem, about), about):
        labels = list(_labels(result))
        if sum(_cost(label, len(result.marks)) for label in labels) > MOST_CLAUSES:
            continue
        results = Auxiliaries(list(problem.variables), [])
        _state(results, result, labels)
        stated += len(results.definitions)
        problem = with_auxiliaries(problem, results, result.settled)
    return problem, stated


def _cost(label: _Label, marks: int) -> int:
    levels = sum(map(len, label.steps.values()))
    return 2 * levels + len(label.steps) * (marks + label.most)


def _labels(paired_marks: PairedMarks) -> Iterator[_Label]:
    """The labels that an area may have, each with what it reaches."""
    far = {mark: distances(paired_marks.graph, mark) for mark in paired_marks.marks}
    for mark in paired_marks.marks:
        partners = [
            other
            for (first, other), sizes in paired_marks.allowed.items()
            if first == mark and 0 < far[mark].get(other, 0) < sizes[-1][1]
        ]
        if not partners:
            continue
        reached = {
            vertex
            for vertex in far[mark]
            if vertex in partners
            or (vertex not in far and any(_fits(paired_marks, far, mark, other, vertex) for other in partners))
        }
        most = max(paired_marks.allowed[mark, other][-1][1] for other in partners)
        steps = steps_within(paired_marks.graph, mark, reached, min(most, len(reached) + 1))
        inside = [other for other in partners if other in steps]
        if inside:
            yield _Label(mark, most, inside, steps)


def _fits(paired_marks: PairedMarks, far: Mapping[int, Mapping[int, int]], mark: int, other: int, vertex: int) -> bool:
    """Whether an area of two marks may be large enough to hold a vertex."""
    distances = far[mark][vertex], far[other][vertex], far[mark][other]
    return max(*distances, (sum(distances) + 1) // 2) < paired_marks.allowed[mark, other][-1][1]


def _state(auxiliaries: Auxiliaries, paired_marks: PairedMarks, labels: Sequence[_Label]) -> None:
    graph = paired_marks.graph
    has = [
        {vertex: auxiliaries.member("label", graph.places[vertex]) for vertex in label.steps} for label in labels
    ]  # by label, then by vertex
    of: list[list[Formula]] = [[] for _ in graph.places]
    for here in has:
        for vertex, one in here.items():
            of[vertex].append(one)
    auxiliaries.definitions.extend(build.equal(build.count(ones), 1) for ones in of)
    far = {mark: distances(graph, mark) for mark in paired_marks.marks}
    on = [when for _, _, when in graph.edges]
    for label, here in zip(labels, has, strict=True):
        _spread_label(auxiliaries, graph, here)
        _pair(auxiliaries, paired_marks, far, label, here)
        auxiliaries.definitions.extend(
            justified(
                graph,
                label.steps,
                here,
                [True] * len(on),
                lambda vertex: auxiliaries.member("level", graph.places[vertex]),
            )
        )


def _spread_label(auxiliaries: Auxiliaries, graph: Graph, here: Mapping[int, Formula]) -> None:
    """Neighbours are joined exactly if both have the label."""
    for first, second, when in graph.edges:
        one, other = here.get(first, False), here.get(second, False)
        auxiliaries.either(build.negation(one), build.negation(other), when)
        auxiliaries.either(build.negation(one), build.negation(when), other)
        auxiliaries.either(build.negation(other), build.negation(when), one)


def _pair(
    auxiliaries: Auxiliaries,
    paired_marks: PairedMarks,
    far: Mapping[int, Mapping[int, int]],
    label: _Label,
    here: Mapping[int, Formula],
) -> None:
    """An area has its first mark and one other; these decide its size, and so what it reaches."""
    own = here[label.mark]
    for vertex, one in here.items():
        if vertex != label.mark:
            auxiliaries.either(build.negation(one), own)
    auxiliaries.definitions.append(
        build.equal(build.count([here[other] for other in label.partners]), build.count([own]))
    )
    size = auxiliaries.number("size", paired_marks.graph.places[label.mark], 0, label.most)
    auxiliaries.definitions.append(build.equal(build.count(here.values()), size))
    for other in label.partners:
        away = build.negation(here[other])
        sizes = paired_marks.allowed[label.mark, other]
        auxiliaries.either(away, build.negation(build.at_most(size, sizes[0][0] - 1)))
        auxiliaries.either(away, build.at_most(size, sizes[-1][1]))
        for (_, last), (first, _) in pairwise(sizes):
            auxiliaries.either(away, build.at_most(size, last), build.negation(build.at_most(size, first - 1)))
        for vertex, one in here.items():
            if vertex not in far and not _fits(paired_marks, far, label.mark, other, vertex):
                auxiliaries.either(away, build.negation(one))
