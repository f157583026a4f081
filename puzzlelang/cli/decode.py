"""`decode`."""

import sys
from typing import TextIO

from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.cli import arguments, inputs, options, output, pictures
from puzzlelang.cli.clicks import click
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import decode
from puzzlelang.questions.decode import Decode, Decoding
from puzzlelang.questions.wording import place_list, remark
from puzzlelang.sessions import highlights
from puzzlelang.solving.outside.answer import LONGEST
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("decode")
@arguments.boards("answer", default=inputs.STDIN)
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
@options.picture_options
@options.limit_options
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
        found = opened.ask(Decode(source.name, source.text))
    stream = sys.stderr if form else sys.stdout
    if json_:
        output.write_json(decode.as_json(found))
    elif decode.status(found):
        print(remark(decode.as_text(found)), file=stream)
    else:
        _draw(pictures.Boards(rules, puzzle, style, form), found, stream)
    return decode.exit_code(found)


def _draw(boards: pictures.Boards, found: Decoding, stream: TextIO) -> None:
    """The answer with what is wrong in it, then what is to be said."""
    wrong = highlights.of_findings(found.verdict.findings)
    if boards.form is not None:
        boards.show(found.verdict.answer, wrong)
    else:
        print(boards.text(found.verdict.answer, wrong).rstrip("\n"))
        print()
    if found.assumed:
        print(
            remark(f"The solver left out {place_list(found.assumed)}, which is taken as empty or lowest."), file=stream
        )
    for line in decode.as_text(found).splitlines():
        print(remark(line), file=stream)
