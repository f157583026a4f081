"""`decode`."""

from puzzlelang.asking import questions, results
from puzzlelang.asking.limits import Limits
from puzzlelang.asking.opened import OpenPuzzle
from puzzlelang.asking.replies import Decoded
from puzzlelang.asking.results import Verdict
from puzzlelang.cli import arguments, inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.formats.text import write
from puzzlelang.puzzle import Puzzle
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving.outside.told import LONGEST
from puzzlelang.typed.ir import Ruleset


@click.command("decode")
@arguments.boards("answer", default=inputs.STDIN)
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.limited
def decode_(rules: Ruleset, puzzle: Puzzle, answer: str, json_: bool, timeout: float, memory: int) -> int:
    """Draw what a solver answered to an export of BOARD, and check it by the RULES.

    ANSWER is what the solver printed, with `--values` or after (get-model), or `v` lines; `-` for standard input.
    """
    source = inputs.read_board(answer, most=LONGEST)
    with OpenPuzzle(rules, puzzle, Limits(timeout, memory)) as opened:
        replied = opened.ask(questions.Decode(source.name, source.text))
        found = results.verdict(opened.reader, replied)
    told = replied.decoded
    if told is None:
        return _say("unknown", f"Not known: {replied.stopped}.", json_)
    if told.status == "unsat":
        return _say("none", "The solver says that there is no answer; after `--unique` or `--except`, no other.", json_)
    if told.status == "unknown" or found.stopped:
        return _say("unknown", f"Not known: {told.reason or found.stopped or 'the solver did not find out'}.", json_)
    _draw(rules, puzzle, told, found, json_)
    return output.NO_ANSWER if found.findings else output.FINE


def _say(status: str, words: str, json_: bool) -> int:
    if json_:
        output.write_json({"status": status})
    else:
        print(as_text.remark(words))
    return output.NO_ANSWER if status == "none" else output.UNKNOWN


def _draw(rules: Ruleset, puzzle: Puzzle, told: Decoded, found: Verdict, json_: bool) -> None:
    assert found.answer is not None
    drawing = write.write(rules, puzzle, found.answer)
    if json_:
        answers = [{"text": drawing, "values": as_json.solution(found.answer)}]
        output.write_json({**as_json.verdict(found, None), "answers": answers})
        return
    print(drawing.rstrip("\n"))
    print()
    if told.assumed:
        listed = as_text.listed(told.assumed)
        print(as_text.remark(f"The solver left out {listed}, which is taken as empty or lowest."))
    for line in as_text.findings(found.findings, drawn=True, complete=True).splitlines():
        print(as_text.remark(line))
