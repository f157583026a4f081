"""The order of passes between a grounded problem and what is lowered: one function for each way to take graphs out.

A problem in which nothing speaks of graphs is lowered as it is; these are for the others.
"""

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain

import msgspec

from puzzlelang.deductions import apply
from puzzlelang.deductions.apply import PARTS, deduce
from puzzlelang.deductions.component_labels import label_components
from puzzlelang.deductions.dominance import DetourFree, without_detours
from puzzlelang.deductions.known_sizes import state_known_sizes
from puzzlelang.deductions.paired_labels import label_pairs
from puzzlelang.deductions.partners import StatedPartners, state_partners
from puzzlelang.deductions.placements.known_borders import without_known_borders
from puzzlelang.deductions.placements.path_marks import mark_paths
from puzzlelang.deductions.reaching_sets import encode_reaching_sets
from puzzlelang.deductions.root_levels import RootLevels, root_levels
from puzzlelang.graphs.abstraction import Abstraction, abstract
from puzzlelang.graphs.domain_refinement import narrow_problem, size_variables
from puzzlelang.graphs.marked_components import MarkedComponents
from puzzlelang.graphs.unicyclic_statements import localize
from puzzlelang.problem import nodes
from puzzlelang.problem.record import Formula, Problem
from puzzlelang.problem.traversal import About, split

DETOURS, CODES, REACH, PAIRS, PATHS, BORDERS = "detours", "codes", "reach", "pairs", "paths", "borders"
SIZES, MARKS, LEVELS, PARTNERS = "sizes", "marks", "levels", "partners"
"""Names for `--without`: dominance, component labels, bounded reaching sets, areas with two marks, paths with one mark,
pieces between known borders, sizes of known numbers, components with marks, levels of bounded roots, partners
by labels.
"""

Restate = Callable[[Problem, About], tuple[Problem, int]]
"""A pass that states components in another way: the new problem, and how much the pass changed."""

NAMES = (PARTNERS, DETOURS, CODES, REACH, PAIRS, PATHS, BORDERS, SIZES, MARKS, LEVELS, *apply.NAMES)


def _counting_definitions(restate: Callable[[Problem, About], Problem]) -> Restate:
    """The same with the number of new definitions."""

    def restate_and_count(problem: Problem, about: About) -> tuple[Problem, int]:
        result = restate(problem, about)
        return result, len(result.definitions) - len(problem.definitions)

    return restate_and_count


RESTATEMENTS: Sequence[tuple[str, Restate]] = (
    (CODES, _counting_definitions(lambda problem, _: label_components(problem))),
    (REACH, _counting_definitions(encode_reaching_sets)),
    (PAIRS, label_pairs),
    (PATHS, mark_paths),
    (BORDERS, without_known_borders),
    (SIZES, state_known_sizes),
)
"""The passes that state components in another way, in order, each by its name for `--without`."""


class PreparedProblem(msgspec.Struct, frozen=True, eq=False):
    """The Boolean abstraction of a problem, ready for `lazy_graphs`.

    `cores`: constraints may be switched off, as no deduction combined several of them.  `detours`: the detour-free
    restriction from which `dominance` derives the other answers, or None.  `used`, `marked`: see `deductions.record`.
    `decomposed` prepares the same with more variables, None if there is no such thing.  `worth` tells whether these pay
    after so many cuts.
    `levels` are stated once cuts about components have cost as much (`deductions.root_levels`).
    """

    abstraction: Abstraction
    cores: bool = False
    detours: DetourFree | None = None
    used: Mapping[str, int] = msgspec.field(default_factory=dict)
    marked: Sequence[MarkedComponents] = ()
    decomposed: "Callable[[], PreparedProblem] | None" = None
    worth: Callable[[int], bool] = lambda _: False
    levels: RootLevels | None = None


MOST_MARKED = 20_000
"""Marks become roots if these and the vertices have no more pairs."""

WORTH = 8
"""Marks become roots after so many cuts for each pair of a mark and a vertex: see `_counters` for what is added."""

WORTH_OF_MARKS = 2
"""The same where all that is said of components is said of those of marks.

Then hardly a cut is left with these roots.  A Compass of 5x5 takes 0.04 s of CPU so and 0.09 s with `WORTH`.  With one
cut for each pair it takes 0.03 s, but a Light and Shadow of 8x8, which needs 1.2 of them, 0.23 s in place of 0.10.  A
Trizone, which has sizes of other components, would take 0.9 s in place of 0.2.
"""

LEAST_WORTH = 100
"""No session begins anew after fewer cuts, as that takes as long as so many."""


LEVELS_WORTH = 0.1
"""Levels of roots are stated after so many cuts about components for each level.

A Nurikabe of 25x32 takes 2.7 s of CPU so, 3.3 s with levels after the first cut, 4.6 s with a quarter of a cut for each
level, and 13 s without levels.  One of 23x33 takes 2.6, 2.6, 3.0 and 5.0 s.
"""


def narrow(problem: Problem) -> Problem:
    """Narrow size domains, for the problem that a session begins with (`solving.refinement`)."""
    result = size_variables(problem)
    begun = None if result is None else narrow_problem(result, result.compared)
    return problem if begun is None else begun.problem


def begin(problem: Problem, without: Collection[str] = ()) -> StatedPartners:
    """State partners, before size domains are narrowed: with narrow ones an edge may be on where labels differ."""
    return StatedPartners(problem) if PARTNERS in without else state_partners(problem)


def decomposing(problem: Problem, without: Collection[str] = (), *, further: Sequence[Formula] = ()) -> PreparedProblem:
    """Prepare a session as `lazy` does, which gets membership variables once its cuts have cost more than these.

    (Lazy decomposition, Abío and Stuckey 2012.)  They are for graphs each of whose components holds marks.
    """
    prepared = lazy(problem, without, further=further)
    pairs = sum(len(one.marks) * len(one.graph.places) for one in prepared.marked)
    if PARTS in without or not 0 < pairs <= MOST_MARKED:
        return prepared
    decomposed = functools.partial(lazy, problem, without, marks_as_roots=True, further=further)
    return msgspec.structs.replace(prepared, decomposed=decomposed, worth=_worth(prepared, pairs))


def _worth(begun: PreparedProblem, pairs: int) -> Callable[[int], bool]:
    """Return whether so many cuts have cost more than membership variables; most sessions end before that is asked."""
    of_marks, of_any = max(LEAST_WORTH, WORTH_OF_MARKS * pairs), WORTH * pairs

    @functools.cache
    def worth() -> int:
        return (of_marks if _speaks_of_marks(begun) else of_any) + _counters(begun)

    return lambda cuts: cuts > min(of_marks, of_any) and cuts > worth()


def _speaks_of_marks(begun: PreparedProblem) -> bool:
    """Return whether statements about components with one mark each name it, count marks, or are about two vertices."""
    marked = {id(one.graph): one.marks for one in begun.marked}
    if any(one.least > 1 for one in begun.marked):
        return False
    for atom, _ in begun.abstraction.atoms:
        for statement in (atom,) if isinstance(atom, nodes.GraphStatement) else split(atom)[1]:
            marks = marked.get(id(statement.graph))
            if marks is None:
                continue
            match statement:
                case nodes.ComponentSize(_, vertex, counted):
                    fine = vertex in marks or all(other in marks for other, _ in counted)
                case nodes.Joined():
                    fine = True
                case nodes.Congruent(_, first, second) | nodes.Fits(_, first, second):
                    fine = first in marks or second in marks
                case nodes.Rectangle(_, vertex) | nodes.HasShape(_, vertex):
                    fine = vertex in marks
                case _:
                    fine = False
            if not fine:
                return False
    return True


def _counters(begun: PreparedProblem) -> int:
    """Estimate the clauses that compare sizes of components with numbers, where components hold several marks.

    Such a component is counted once for each of its marks.  An Araf 8x8 with 16 marks takes more than ten times as long
    with them as roots, and one of 6x6 with 6 marks a sixth of the time.  With one mark each it is best not to wait.
    """
    marks = {id(one.graph): one.marks for one in begun.marked if one.least > 1}
    clauses = 0
    for atom, _ in begun.abstraction.atoms:
        match atom:
            case nodes.AtMost(nodes.ComponentSize(graph, vertex, counted), number) | nodes.Equal(
                nodes.ComponentSize(graph, vertex, counted), number
            ) if vertex in marks.get(id(graph), ()):
                clauses += 2 * len(counted) * min(number + 1, len(counted) - number)
            case _:
                pass
    return clauses


def lazy(
    problem: Problem,
    without: Collection[str] = (),
    *,
    marks_as_roots: bool = False,
    further: Sequence[Formula] = (),
) -> PreparedProblem:
    """Prepare a session that obeys all constraints: dominance, labels, deductions, abstraction.

    `without`: names of deductions not to be made.  `marks_as_roots`: see `deductions.presolve`.  `further`: clauses
    over auxiliary variables that follow from the problem, see `begin`.
    """
    about: About = {}
    problem = localize(problem, about)
    detours = None if DETOURS in without else without_detours(problem)
    restated = problem if detours is None else detours.restricted
    counts = {PARTNERS: len(further), DETOURS: len(detours.detours) if detours else 0}
    for name, restate in RESTATEMENTS:
        if name not in without:
            restated, counts[name] = restate(restated, about)
    known = deduce(restated, without, about, marks_as_roots=marks_as_roots)
    used = {**{name: count for name, count in counts.items() if count}, **known.used}
    levels = None if LEVELS in without else root_levels(known.problem, known.presolved.roots)
    plain = known.problem if levels is None else levels.problem
    result = abstract(plain, lambda leaf: chain(known.presolved.clauses(leaf), further), about)
    held = () if MARKS in without else known.marked
    return PreparedProblem(result, detours=detours, used=used, marked=held, levels=levels)


def cores(problem: Problem) -> PreparedProblem:
    """Prepare a session that switches constraints off: the Boolean abstraction only."""
    return PreparedProblem(abstract(localize(problem)), True)


def eager(problem: Problem, most: int | None = None) -> Problem:
    """Encode all graphs eagerly, for a session with or without cores.

    Raises `Failed` (E345) if the added formulas would need more than `most` clauses.
    """
    from puzzlelang.graphs.eager import unfold

    return unfold(localize(problem), most)


def export(problem: Problem, without: Collection[str] = (), most: int | None = None) -> Problem:
    """Prepare an export for one-shot solvers: deductions without component membership, then `eager`."""
    if BORDERS not in without:
        problem, _ = without_known_borders(problem, {})
    return eager(deduce(problem, (PARTS, *without)).problem, most)
