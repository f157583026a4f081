"""The table of deductions, in order, and their application: problem → `DeductionResult`."""

from collections.abc import Collection, Sequence

from puzzlelang.deductions.alike import alike_components
from puzzlelang.deductions.claims import claims, distribute, marked_components
from puzzlelang.deductions.isolated import no_isolated_vertices
from puzzlelang.deductions.joined_groups import grouped_components
from puzzlelang.deductions.member_claims import claims_of_members
from puzzlelang.deductions.member_witnesses import members_of_every_component
from puzzlelang.deductions.placements.component_boxes import box_components
from puzzlelang.deductions.placements.marked_rectangles import one_mark_rectangles
from puzzlelang.deductions.placements.outlines import rectangle_outlines
from puzzlelang.deductions.placements.placed_sets import placed_sets
from puzzlelang.deductions.placements.small_components import small_components
from puzzlelang.deductions.planar import planar_separation
from puzzlelang.deductions.presolve import DOMINATORS, OVERLAYS, PresolvedProblem, presolve
from puzzlelang.deductions.record import Deduction, DeductionResult, Implication, with_implied
from puzzlelang.deductions.rectangles import without_dents
from puzzlelang.deductions.separators import forced_separators
from puzzlelang.deductions.totals import one_mark_totals
from puzzlelang.problem.record import Problem
from puzzlelang.problem.traversal import About

TABLE = (
    Deduction("members", claims_of_members),
    Deduction("sets", placed_sets),
    Deduction("alike", alike_components),
    Deduction("placements", one_mark_rectangles),
    Deduction("boxes", box_components),
    Deduction("polyominoes", small_components),
    Deduction("outlines", rectangle_outlines),
    Deduction("rectangles", without_dents),
    Deduction("planar", planar_separation),
    Deduction("totals", one_mark_totals),
    Deduction("separators", forced_separators),
    Deduction("isolated", no_isolated_vertices),
    Deduction("witnesses", members_of_every_component),
)


PARTS = "parts"
"""What the pass is called that says who belongs to the parts of few vertices: see `deductions.presolve`."""

NAMES = (*(one.name for one in TABLE), PARTS, OVERLAYS, DOMINATORS)


def deduce(
    problem: Problem, without: Collection[str] = (), about: About | None = None, *, marks_as_roots: bool = False
) -> DeductionResult:
    """Apply all deductions but those named in `without`, then `deductions.presolve`.

    `about` keeps which formulas are about graphs.  `marks_as_roots`: see `presolve`.
    """
    about = {} if about is None else about
    implied: dict[str, Sequence[Implication]] = {}
    if any(name not in without for name in NAMES):
        problem = distribute(problem, about)
    known = claims(problem, about)
    for deduction in TABLE:
        if deduction.name not in without:
            result = list(deduction.search(known))
            if result:
                implied[deduction.name] = result
                about.update((id(one), (one, False)) for each in result for one in each.derived)
                problem = with_implied(problem, result)
                known = claims(problem, about)
    marked = [*marked_components(known, about), *grouped_components(known, about)]
    presolved = PresolvedProblem(problem)
    if PARTS not in without:
        held = marked if marks_as_roots else ()
        presolved = presolve(problem, about, held, without=without)
    return DeductionResult(presolved, implied, marked)
