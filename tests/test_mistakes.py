"""What somebody who writes a first rule file or board gets wrong, and what the first message says to do about it.

The cases are in `data/mistakes.txt`: first rules that are right, then of each mistake the rules, lines with `-` that
are replaced by those with `+`, or a board behind `|`, and last the code and the advice.  Lines with `=` are
those of the rules after the fixes; `= as before` is said of fixes that give the right rules back.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.editor import fixing
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


RULES_CASES = {title: case for title, case in CASES.items() if "\n|" not in case}
FIXED = {title: case for title, case in RULES_CASES.items() if "\n= " in case}


def diagnose(source: Source) -> Sequence[Diagnostic]:
    return pipeline.analyse(source).diagnostics


def faulty(case: str) -> tuple[str, Source]:
    """The right rules, and those with the mistake."""
    right = RIGHT[case.split("\n")[0]]
    return right, Source("puzzle.rules", right.replace(marked(case, "-"), marked(case, "+"), 1))


@pytest.mark.parametrize("case", FIXED.values(), ids=FIXED)
def test_fixes_make_the_rules_right(case: str) -> None:
    right, source = faulty(case)
    text, _ = fixing.fix_all(source, diagnose, only_sure=False)
    assert diagnose(Source("puzzle.rules", text)) == ()
    wanted = marked(case, "=").splitlines()
    if wanted == ["as before"]:
        assert text.split() == right.split()
    else:
        assert [line.strip() for line in text.splitlines() if line not in right.splitlines()] == wanted


def test_most_mistakes_have_a_fix() -> None:
    assert len(FIXED) >= 0.75 * len(RULES_CASES)
    assert len(FIXED) >= 45


def test_what_is_fixed_without_a_question_loses_nothing_else() -> None:
    for case in FIXED.values():
        _, source = faulty(case)
        text, number = fixing.fix_all(source, diagnose)
        assert (text == source.text) == (number == 0)
        assert len(diagnose(Source("puzzle.rules", text))) <= len(diagnose(source))
        before, after = source.text.splitlines(), text.splitlines()
        assert sum(line not in before for line in after) <= 2
