"""Dialects of SMT-LIB programs, probed by trivial questions at their start."""

import msgspec

from puzzlelang.solving import dialogue, s_expressions
from puzzlelang.solving.dialogue import AnswerTimeout, Dialogue, ProgramRefused
from puzzlelang.solving.s_expressions import Expression
from puzzlelang.workers.subprocesses import Command

SECONDS_TO_START = 10.0
"""A program that does not answer trivial questions for so long waits for something else."""


class Dialect(msgspec.Struct, frozen=True):
    """Abilities beside push and pop: assumptions, and unsat cores of them."""

    assumes: bool
    names_cores: bool


DIALECTS = (Dialect(True, True), Dialect(True, False), Dialect(False, False))
"""From the best; without need for cores the first is not tried, as it slows some programs down."""


def version(command: Command) -> str:
    """Ask a program for its version.  Raises `ProgramRefused`."""
    talk = dialogue.start(command)
    try:
        match dialogue.ask(talk, ["(get-info :version)"], SECONDS_TO_START):
            case [[":version", str(said)]]:
                return s_expressions.as_text(said)
            case answers:
                raise dialogue.unexpected_answer(talk, answers)
    finally:
        dialogue.close(talk)


def start_in_dialect(command: Command, logic: str, probe: str, cores: bool) -> tuple[Dialogue, Dialect]:
    """Start a program, once more for each dialect that it does not understand.  Raises `ProgramRefused`."""
    possible = DIALECTS if cores else DIALECTS[1:]
    for dialect in possible:
        talk = dialogue.start(command)
        try:
            _try(talk, logic, probe, dialect)
            return talk, dialect
        except ProgramRefused as refused:
            dialogue.close(talk)
            if dialect is possible[-1] or isinstance(refused, AnswerTimeout):
                raise
        except BaseException:
            dialogue.close(talk)
            raise
    raise AssertionError("the last dialect returns or raises")


def _try(talk: Dialogue, logic: str, probe: str, dialect: Dialect) -> None:
    """Set the logic and put trivial questions.  Raises `ProgramRefused` if a word is not known."""
    options = ["print-success false", "produce-models true"]
    if dialect.names_cores:
        options.append("produce-unsat-assumptions true")
    commands = [f"(set-option :{option})" for option in options]
    answers = dialogue.ask(talk, [*commands, f"(set-logic {logic})"], SECONDS_TO_START)
    if any(answer != "unsupported" for answer in answers):
        raise dialogue.unexpected_answer(talk, answers)
    commands = [f"(declare-fun {probe} () Bool)"]
    if dialect.assumes:
        commands += [f"(check-sat-assuming ({probe}))", f"(get-value ({probe}))"]
        commands += [f"(check-sat-assuming ({probe} (not {probe})))"]
    else:
        commands += ["(push 1)", f"(assert {probe})", "(check-sat)", f"(get-value ({probe}))"]
        commands += [f"(assert (not {probe}))", "(check-sat)", "(pop 1)"]
    if dialect.names_cores:
        commands.append("(get-unsat-assumptions)")
    answers = dialogue.ask(talk, commands, SECONDS_TO_START)
    expected: list[Expression] = ["sat", [[probe, "true"]], "unsat"]
    if answers[:3] != expected or len(answers) != 3 + dialect.names_cores:
        raise dialogue.unexpected_answer(talk, answers)
