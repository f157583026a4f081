"""What somebody who writes a first rule file or board gets wrong, and what the first message says to do about it.

The cases are in `data/mistakes.txt`: first rules that are right, then of each mistake the rules, lines with `-` that
are replaced by those with `+`, or a board behind `|`, and last the code and the advice.
"""

import re
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.text import read
from puzzlelang.ground import from_typed
from puzzlelang.source import Source

TEXT = (Path(__file__).parent / "data" / "mistakes.txt").read_text(encoding="utf-8")
RIGHT = dict(re.findall(r"^# (\w+)\n(.*?\n)\n", TEXT, re.MULTILINE | re.DOTALL))
CASES = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))


def marked(case: str, mark: str) -> str:
    """The lines behind a mark, with what stands for an empty line of a board."""
    return "\n".join(line[2:] or "\n" for line in case.splitlines() if line[:1] == mark)


def check(rules: str, board: str) -> None:
    """Read rules and, if there is one, a board by them."""
    ruleset = pipeline.ruleset(Source("puzzle.rules", rules))
    if board:
        from_typed.ground(ruleset, read.read(ruleset, Source("board.txt", board + "\n")))


@pytest.mark.parametrize("name", RIGHT)
def test_the_rules_are_right(name: str) -> None:
    check(RIGHT[name], "")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_first_message_says_what_to_do(case: str) -> None:
    name, *_, said = case.strip("\n").split("\n")
    rules, old = RIGHT[name], marked(case, "-")
    assert old in rules
    with pytest.raises(Failed) as failed:
        check(rules.replace(old, marked(case, "+"), 1) if old else rules, marked(case, "|"))
    first = failed.value.diagnostics[0]
    assert f"{first.code} {first.help}" == said
    assert first.help
