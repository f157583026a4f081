"""`decode`."""

import sys
from typing import TextIO

from puzzlelang.asking import pictured, questions, results
from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.asking.replies import Decoded
from puzzlelang.asking.results import Verdict
from puzzlelang.cli import arguments, inputs, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.formats.text import write
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving.outside.answer import LONGEST
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("decode")
@arguments.boards("answer", default=inputs.STDIN)
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.pictured
@options.limited
def decode_(
    rules: Ruleset,
    puzzle: Puzzle,
    answer: str,
    json_: bool,
    style: str | None,
    form: str | None,
    timeout: float,
    memory: int,
) -> int:
    """Draw what a solver answered to an export of BOARD, and check it by the RULES.

    ANSWER is what the solver printed, with `--values` or after (get-model), or `v` lines; `-` for standard input.
    """
    source = inputs.read_board(answer, most=LONGEST)
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened:
        replied = opened.ask(questions.Decode(source.name, source.text))
        found = results.verdict(opened.reader, replied)
    told, stream = replied.decoded, sys.stderr if form else sys.stdout
    if told is None:
        return _say("unknown", f"Not known: {replied.stopped}.", stream, json_)
    if told.status == "unsat":
        nothing = "The solver says that there is no answer; after `--unique` or `--except`, no other."
        return _say("none", nothing, stream, json_)
    if told.status == "unknown" or found.stopped:
        reason = told.reason or found.stopped or "the solver did not find out"
        return _say("unknown", f"Not known: {reason}.", stream, json_)
    if json_:
        _write_json(rules, puzzle, found)
    else:
        _draw(pictures.Boards(rules, puzzle, style, form), told, found, stream)
    return output.NO_ANSWER if found.findings else output.FINE


def _say(status: str, words: str, stream: TextIO, json_: bool) -> int:
    if json_:
        output.write_json({"status": status})
    else:
        print(as_text.remark(words), file=stream)
    return output.NO_ANSWER if status == "none" else output.UNKNOWN


def _write_json(rules: Ruleset, puzzle: Puzzle, found: Verdict) -> None:
    assert found.answer is not None
    answers = [{"text": write.write(rules, puzzle, found.answer), "values": as_json.solution(found.answer)}]
    output.write_json({**as_json.verdict(found, None), "answers": answers})


def _draw(boards: pictures.Boards, told: Decoded, found: Verdict, stream: TextIO) -> None:
    """The answer with what is wrong in it, then what is to be said."""
    wrong = pictured.of_findings(found.findings)
    if boards.form is not None:
        boards.show(found.answer, wrong)
    else:
        print(boards.text(found.answer, wrong).rstrip("\n"))
        print()
    if told.assumed:
        listed = as_text.listed(told.assumed)
        print(as_text.remark(f"The solver left out {listed}, which is taken as empty or lowest."), file=stream)
    for line in as_text.findings(found.findings, drawn=True, complete=True).splitlines():
        print(as_text.remark(line), file=stream)
