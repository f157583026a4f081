"""A drawing as values of a problem's variables."""

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.problem.record import Partial, Problem
from puzzlelang.puzzle import Drawing
from puzzlelang.source import NOWHERE


def drawing_values(problem: Problem, drawing: Drawing | None, *, beyond: bool = False) -> Partial:
    """Read the values that a drawing decides; None where nothing is decided.

    Raises `Failed` for values at places without a variable, and for numbers out of range.  With `beyond` numbers out of
    range are kept.  `findings` reports them; no solver accepts them.
    """
    values = drawing.values if drawing is not None else {}
    wrong: list[Diagnostic] = []
    for find, places in values.items():
        if find in problem.partitions:  # a cell may have any label
            for cell in problem.partitions[find]:
                if places.get(cell) not in (None, False):
                    span = drawing.spans.get((find, cell), NOWHERE) if drawing is not None else NOWHERE
                    wrong.append(Diagnostic("E156", f"there can be no `{find}` at {cell}", span))
            continue
        for place, value in places.items():
            variable = problem.finds.get(find, {}).get(place)
            span = drawing.spans.get((find, place), NOWHERE) if drawing is not None else NOWHERE
            if variable is None:
                if value is not False:
                    wrong.append(Diagnostic("E156", f"there can be no `{find}` at {place}", span))
            elif value is False and variable.absent is not None:
                continue
            elif not beyond and isinstance(value, int) and value not in variable.values:
                low, high = variable.values[0], variable.values[-1]
                message = f"`{find}` at {place} is {value}, but lies between {low} and {high}"
                wrong.append(Diagnostic("E157", message, span))
    if wrong:
        raise Failed(wrong)
    return problem.partial(values)
