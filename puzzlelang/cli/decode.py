"""`decode`."""

import rich_click as click

from puzzlelang import pipeline
from puzzlelang.cli import arguments, output
from puzzlelang.formats.text import write
from puzzlelang.problem.findings import Finding, findings
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.render import json as as_json
from puzzlelang.render import text as as_text
from puzzlelang.solving.outside.decoded import Decoded, decoded
from puzzlelang.solving.outside.read import read
from puzzlelang.solving.outside.told import Status
from puzzlelang.typed.ir import Ruleset


@click.command("decode")
@arguments.boards("answer", default=arguments.STDIN)
@click.option("--json", "json_", is_flag=True, help="Print the result as JSON.")
def decode_(rules: Ruleset, puzzle: Puzzle, answer: str, json_: bool) -> int:
    """Draw what a solver answered to an export of BOARD, and check it by the RULES.

    ANSWER is what the solver printed, with `--values` or after (get-model), or `v` lines; `-` for standard input.
    """
    problem = pipeline.ground(rules, puzzle)
    told = read(output.read_board(answer))
    match told.status:
        case Status.UNSAT:
            _say("none", "The solver says that there is no answer; after `--unique` or `--except`, no other.", json_)
            return output.NO_ANSWER
        case Status.UNKNOWN:
            _say("unknown", f"Not known: {told.reason or 'the solver did not find out'}.", json_)
            return output.UNKNOWN
        case Status.SAT:
            found = decoded(problem, told)
            broken = findings(problem, found.values)
            _draw(rules, puzzle, problem.solution(found.values), found, broken, json_)
            return output.NO_ANSWER if broken else output.FINE


def _say(status: str, words: str, json_: bool) -> None:
    if json_:
        output.write_json({"status": status})
    else:
        print(as_text.remark(words))


def _draw(
    rules: Ruleset,
    puzzle: Puzzle,
    solution: Solution,
    found: Decoded,
    broken: tuple[Finding, ...],
    json_: bool,
) -> None:
    drawing = write.write(rules, puzzle, solution)
    if json_:
        verdict = as_json.findings(broken, complete=True, completable=None)
        output.write_json({**verdict, "answers": [{"text": drawing, "values": as_json.solution(solution)}]})
        return
    print(drawing.rstrip("\n"))
    print()
    if found.assumed:
        listed = as_text.listed(found.assumed)
        print(as_text.remark(f"The solver left out {listed}, which is taken as empty or lowest."))
    for line in as_text.findings(broken, drawn=True, complete=True).splitlines():
        print(as_text.remark(line))
