"""What any solver printed, whatever its form."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.solving.outside import dimacs, smt_lib
from puzzlelang.solving.outside.answer import LONGEST, SolverAnswer
from puzzlelang.source import Source


def read(source: Source) -> SolverAnswer:
    """The status and the values in the text of a solver.  Raises `Failed` if it cannot be read."""
    if len(source.text) > LONGEST:
        raise fail("E320", f"{source.name} is too long for an answer", source.span(0, 0))
    return dimacs.read(source) if dimacs.fits(source.text) else smt_lib.read(source)
