"""All deductions, in the order in which they look at a problem; each sees what those before it made of it."""

from puzzlelang.deductions.placements import one_mark_each
from puzzlelang.deductions.planar import around_faces
from puzzlelang.deductions.record import Deduction
from puzzlelang.deductions.rectangles import without_dents
from puzzlelang.deductions.separators import between_sure_vertices

TABLE = (
    Deduction("placements", one_mark_each),
    Deduction("rectangles", without_dents),
    Deduction("planar", around_faces),
    Deduction("separators", between_sure_vertices),
)
