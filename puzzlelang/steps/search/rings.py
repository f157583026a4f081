"""Premature rings: a line that would join the two ends of a chain while something else is needed.

Where at most two lines meet at each place, a ring is joined with nothing else.  So what has to be connected lies on it:
neither another line that is drawn, nor one that some case still needs.  The statement about the graph and the cases
about the places of the ring imply that only together.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from puzzlelang.problem import evaluate, nodes
from puzzlelang.problem.record import Graph
from puzzlelang.problem.traversal import split
from puzzlelang.steps.record import Fact, Inference, Masks, RuleCase, Step, Tier, derived, is_known
from puzzlelang.steps.solvers.case_solvers import CaseSolvers
from puzzlelang.steps.techniques import Technique
from puzzlelang.steps.templates import ReasonTemplate, inside_sentence
from puzzlelang.steps.words import fact_texts

_RING_CONFLICTS = 600
"""Budget of the proof of one ring; see `unsat_cores.CoreExtractor.core`."""


class _Lines(msgspec.Struct, frozen=True, eq=False):
    """A graph that has to be connected and whose edges are lines that a person draws.

    `ends`: the two vertices of each line, by its variable.  `meeting`: for each vertex the cases of the same rule about
    nothing but its lines, such as that no line or two meet there.  `needing`: the cases of other rules about nothing
    but lines, the lightest first.
    """

    case: RuleCase
    ends: Mapping[int, tuple[int, int]]
    meeting: Mapping[int, tuple[RuleCase, ...]]
    needing: tuple[RuleCase, ...]


def ring_steps(solvers: CaseSolvers, masks: Masks) -> list[Step]:
    """Steps to lines that are not there, as they would close a ring that leaves out another line, or one too few."""
    result: list[Step] = []
    for lines in _line_graphs(solvers.cases):
        chains = _Chains(solvers, lines, masks)
        for index, (first, second) in lines.ends.items():
            wanted = Fact(index, 0, True)
            if masks[index].bit_count() == 2 and solvers.near[index] is False and chains.joined(first, second):
                step = _step(solvers, lines, chains, wanted)
                result += [] if step is None else [step]
    return result


def _line_graphs(cases: Sequence[RuleCase]) -> Iterator[_Lines]:
    for case in cases:
        for statement in split(case.formula)[1] if case.graph else ():
            if isinstance(statement, nodes.Connected) and (ends := _ends(statement.graph)):
                yield _Lines(case, ends, _meeting(cases, case, ends), _needing(cases, case, ends))


def _ends(graph: Graph) -> dict[int, tuple[int, int]]:
    """The two vertices of each line; empty if some edge of the graph is no line by itself."""
    result: dict[int, tuple[int, int]] = {}
    for first, second, when in graph.edges:
        if not isinstance(when, nodes.Holds) or when.variable.index in result:
            return {}
        result[when.variable.index] = first, second
    return result


def _meeting(
    cases: Sequence[RuleCase], about: RuleCase, ends: Mapping[int, tuple[int, int]]
) -> dict[int, tuple[RuleCase, ...]]:
    result: dict[int, tuple[RuleCase, ...]] = defaultdict(tuple)
    for case in cases:
        if not case.graph and case.origin.rule.name == about.origin.rule.name and ends.keys() >= set(case.variables):
            shared = set.intersection(*(set(ends[index]) for index in case.variables)) if case.variables else set[int]()
            for vertex in shared:
                result[vertex] = (*result[vertex], case)
    return result


def _needing(cases: Sequence[RuleCase], about: RuleCase, ends: Mapping[int, tuple[int, int]]) -> tuple[RuleCase, ...]:
    others = (case for case in cases if not case.graph and case.origin.rule.name != about.origin.rule.name)
    needing = [case for case in others if case.variables and ends.keys() >= set(case.variables)]
    return tuple(sorted(needing, key=lambda case: (case.weight, len(case.variables))))


class _Chains:
    """The chains of lines that are drawn."""

    def __init__(self, solvers: CaseSolvers, lines: _Lines, masks: Masks) -> None:
        self._beside: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self.drawn = [index for index in lines.ends if is_known(masks, Fact(index, 1, True), solvers.problem.variables)]
        for index in self.drawn:
            first, second = lines.ends[index]
            self._beside[first].append((second, index))
            self._beside[second].append((first, index))
        self._part: dict[int, int] = {}
        for start in self._beside:
            waiting = [start] if start not in self._part else []
            for vertex in waiting:
                if vertex not in self._part:
                    self._part[vertex] = start
                    waiting += [other for other, _ in self._beside[vertex]]

    def joined(self, first: int, second: int) -> bool:
        """Whether two vertices are the ends of one chain."""
        return first in self._part and self._part[first] == self._part.get(second)

    def between(self, first: int, second: int) -> list[int]:
        """The lines of the chain between two vertices that it joins."""
        before: dict[int, tuple[int, int]] = {first: (first, -1)}
        waiting = [first]
        for vertex in waiting:
            for other, index in self._beside[vertex]:
                if other not in before:
                    before[other] = vertex, index
                    waiting.append(other)
        result, vertex = list[int](), second
        while vertex != first:
            vertex, index = before[vertex]
            result.append(index)
        return result


def _step(solvers: CaseSolvers, lines: _Lines, chains: _Chains, wanted: Fact) -> Step | None:
    """The step, if the cases about the ring imply it; they do where no more than two lines can meet at its places."""
    ring = [*chains.between(*lines.ends[wanted.variable]), wanted.variable]
    vertices = {vertex for index in ring for vertex in lines.ends[index]}
    meeting = [case for vertex in sorted(vertices) for case in lines.meeting.get(vertex, ())]
    beyond = next((index for index in chains.drawn if vertices.isdisjoint(lines.ends[index])), None)
    if beyond is not None:
        known, needing = [*ring[:-1], beyond], list[RuleCase]()
        left_out = fact_texts.facts_text(solvers.problem, [Fact(beyond, 1, True)])
        reason = ReasonTemplate.RING_WITHOUT.text(True, place=f"the {left_out}")
    elif (unmet := _unmet(solvers, lines, ring)) is not None:
        known, needing = ring[:-1], [unmet]
        reason = ReasonTemplate.RING_TOO_SOON.text(True, other=inside_sentence(unmet.origin.sentence))
    else:
        return None
    cases = tuple(dict.fromkeys([lines.case, *meeting, *needing]))
    facts = tuple(Fact(index, 1, True) for index in sorted(known))
    if solvers.cores.core(cases, [*facts, wanted.opposite], _RING_CONFLICTS) is None:
        return None
    return Step(
        Tier.PATTERN,
        (wanted,),
        cases,
        facts,
        derived(Inference(cases, facts, (wanted,))),
        minimal=False,
        technique=Technique.RING.value,
        reason=reason,
    )


def _unmet(solvers: CaseSolvers, lines: _Lines, ring: Sequence[int]) -> RuleCase | None:
    """The lightest case that a ring alone does not meet."""
    values: list[bool | int | None] = [None] * len(solvers.problem.variables)
    for index in lines.ends:
        values[index] = False
    for index in ring:
        values[index] = True
    return next((case for case in lines.needing if evaluate.truth(case.formula, values) is False), None)
