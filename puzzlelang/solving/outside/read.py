"""Read a solver's output in any form."""

from puzzlelang.diagnostics.record import fail
from puzzlelang.solving.outside import dimacs, smt_lib
from puzzlelang.solving.outside.answer import LONGEST, PrintedAnswer
from puzzlelang.source import Source


def read(source: Source) -> PrintedAnswer:
    """Read status and values of a solver's output.  Raises `Failed` if it cannot be read."""
    if len(source.text) > LONGEST:
        raise fail("E320", f"{source.name} is too long for an answer", source.span(0, 0))
    return dimacs.read(source) if dimacs.fits(source.text) else smt_lib.read(source)
