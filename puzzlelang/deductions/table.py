"""All deductions, in the order in which they look at a problem; each sees what those before it made of it."""

from puzzlelang.deductions.placements import one_mark_each
from puzzlelang.deductions.planar import around_faces
from puzzlelang.deductions.record import Deduction
from puzzlelang.deductions.rectangles import without_dents
from puzzlelang.deductions.separators import between_sure_vertices
from puzzlelang.deductions.totals import of_marked_parts

TABLE = (
    Deduction("placements", one_mark_each),
    Deduction("rectangles", without_dents),
    Deduction("planar", around_faces),
    Deduction("totals", of_marked_parts),
    Deduction("separators", between_sure_vertices),
)
