"""The table of deductions, in order; each sees the problem that those before it made."""

from puzzlelang.deductions.alike import alike_components
from puzzlelang.deductions.component_boxes import box_components
from puzzlelang.deductions.placements import one_mark_rectangles
from puzzlelang.deductions.planar import planar_separation
from puzzlelang.deductions.record import Deduction
from puzzlelang.deductions.rectangles import without_dents
from puzzlelang.deductions.separators import forced_separators
from puzzlelang.deductions.small_components import small_components
from puzzlelang.deductions.totals import one_mark_totals

TABLE = (
    Deduction("alike", alike_components),
    Deduction("placements", one_mark_rectangles),
    Deduction("boxes", box_components),
    Deduction("polyominoes", small_components),
    Deduction("rectangles", without_dents),
    Deduction("planar", planar_separation),
    Deduction("totals", one_mark_totals),
    Deduction("separators", forced_separators),
)
