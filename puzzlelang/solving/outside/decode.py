"""Read a solver's output in any form, and decode it to values of a problem."""

from collections.abc import Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.problem.findings import is_contradicted
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.sat.numbered_clauses import board_numbers
from puzzlelang.smt import names
from puzzlelang.solving.outside import dimacs, smt_lib
from puzzlelang.solving.outside.answer import LONGEST, PrintedAnswer, SolverValue
from puzzlelang.source import Source

MANY = 8
"""Places that a message lists."""


class Assignment(msgspec.Struct, frozen=True):
    """A value for every variable of the board; those in `assumed` the solver left out: they are false or lowest."""

    values: Values
    assumed: tuple[Variable, ...]


def decode(problem: Problem, answer: PrintedAnswer) -> Assignment:
    """Decode the values of an answer; they are checked against the rules only if some were left out.

    A solver may leave out variables that do not matter.  Missing ones are assumed to be false, or to have the lowest
    value.  Raises `Failed` if this breaks a rule, for values out of range, and for an answer about another board.
    """
    if not answer.listed and problem.board:
        hint = "end the export with `--values`, or add `(get-model)` before `(exit)`"
        raise fail(
            "E321", "the solver says that there is an answer, but not which", answer.source.span(0, 0), hint=hint
        )
    wrong: list[Diagnostic] = []
    result = (
        _from_numbers(problem, answer.numbers, wrong)
        if answer.numbers
        else _from_symbols(problem, answer.symbols, wrong)
    )
    if wrong:
        raise Failed(wrong)
    assumed = tuple(variable for variable in problem.board if result[variable.index] is None)
    pairs = zip(problem.board, result, strict=True)
    values = tuple(_lowest(variable) if value is None else value for variable, value in pairs)
    if assumed and is_contradicted(problem, problem.padded(values)):
        raise _missing(problem, answer, assumed)
    return Assignment(values, assumed)


def _missing(problem: Problem, answer: PrintedAnswer, assumed: Sequence[Variable]) -> Failed:
    if len(assumed) == len(problem.board):
        hint = "it must be the answer to an export of these rules and this board"
        return fail("E322", "nothing in this answer is about the board", answer.source.span(0, 0), hint=hint)
    listed = ", ".join(str(variable) for variable in assumed[:MANY])
    rest = f" and {len(assumed) - MANY} more" if len(assumed) > MANY else ""
    return fail("E322", f"the answer leaves out {listed}{rest}", answer.source.span(0, 0))


def _lowest(variable: Variable) -> bool | int:
    return False if variable.kind is Kind.MEMBER else variable.low


def _from_numbers(
    problem: Problem, given: Mapping[int, SolverValue], wrong: list[Diagnostic]
) -> Sequence[bool | int | None]:
    board = board_numbers(problem.board)
    return [_direct(variable, [given.get(one) for one in board[variable.index]], wrong) for variable in problem.board]


def _from_symbols(
    problem: Problem, given: Mapping[str, SolverValue], wrong: list[Diagnostic]
) -> Sequence[bool | int | None]:
    symbols = names.symbols(problem)
    result: list[bool | int | None] = []
    for variable in problem.board:
        own = given.get(symbols.whole[variable.index])
        if own is None and variable.kind is not Kind.MEMBER:
            direct = [given.get(name) for name in symbols.direct[variable.index]]
            result.append(_direct(variable, direct, wrong))
        else:
            result.append(None if own is None else _whole(variable, own, wrong))
    return result


def _whole(variable: Variable, own: SolverValue, wrong: list[Diagnostic]) -> bool | int | None:
    """Return the value of a variable that has one symbol; report a value that it cannot have in `wrong`."""
    if variable.kind is Kind.MEMBER:
        if not isinstance(own.value, bool):
            wrong.append(Diagnostic("E323", f"{variable} is true or false, not `{own.span.text[:40]}`", own.span))
        return own.value
    if own.value is None or isinstance(own.value, bool) or not variable.low <= own.value <= variable.high:
        message = f"{variable} is a number from {variable.low} to {variable.high}, not `{own.span.text[:40]}`"
        wrong.append(Diagnostic("E323", message, own.span))
    return own.value


def _direct(variable: Variable, given: Sequence[SolverValue | None], wrong: list[Diagnostic]) -> bool | int | None:
    """Return the value of a variable from its Booleans: one for a member, else one per value.  None if undecided."""
    for one in given:
        if one is not None and not isinstance(one.value, bool):
            wrong.append(Diagnostic("E323", f"{variable} is both true and false", one.span))
            return None
    if variable.kind is Kind.MEMBER:
        return None if given[0] is None else given[0].value
    candidates = [(variable.low + offset, one) for offset, one in enumerate(given) if one is not None and one.value]
    if len(candidates) > 1:
        message = f"{variable} has two values, {candidates[0][0]} and {candidates[1][0]}"
        wrong.append(Diagnostic("E323", message, candidates[1][1].span))
    if not candidates and given and None not in given:
        last = given[-1]
        wrong.append(Diagnostic("E323", f"{variable} has no value", last.span if last is not None else None))
    return candidates[0][0] if candidates else None


def read(source: Source) -> PrintedAnswer:
    """Read status and values of a solver's output.  Raises `Failed` if it cannot be read."""
    if len(source.text) > LONGEST:
        raise fail("E320", f"{source.name} is too long for an answer", source.span(0, 0))
    return dimacs.read(source) if dimacs.fits(source.text) else smt_lib.read(source)
