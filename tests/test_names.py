"""Which words of the language can be names of one's own: every keyword, every word, in every place that uses names."""

import re
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, keywords, to_text
from puzzlelang.typed.words import vocabulary
from tests import library

LANGUAGE = Path(__file__).parent.parent / "rules" / "README.md"

DECLARED = """puzzle "X"
find NAME : set of cells as "*"
given other : cells to {NAME, free} as NAME "a", free "b"
given told : cells to number
option kind : {NAME, none} = NAME
let NAME_2 = NAME + {c in NAME where c.NAME}
let more(NAME_3) = NAME_3 in NAME and (some x in NAME where x.NAME: x.other = NAME or kind = NAME)
rule one "{c} is alone": every c in NAME: c.NAME and
  NAME & next(c) = {} and sum(told of NAME) > 0 and
  more(c)
rule two "Nothing":
  NAME = NAME
draw NAME: star
read pzprv3 "x": cells("#": NAME, "a": other NAME)
"""

A_RULE = '''puzzle "X"
find star : set of cells
rule NAME "Stars are in row 1": every c in star: c.row = 1
rule one "One star" when width > 1: count(star) = 1
example "both" board """
..
..
""" drawing """
..
##
""" breaks NAME, one
example "again" board """
..
..
""" drawing """
..
##
""" breaks one,
  NAME has 2 solutions
'''

LOCAL = """puzzle "X"
find star : set of cells
rule one "Around {NAME}": every NAME in cells: next(NAME) = {} or NAME.star and count(next(NAME) & star) = 3
"""

OF_OTHERS = """puzzle "X"
rule one "Two": every c in NAME: c.NAME and (c in NAME) and count(NAME & next(c)) = 2 and
  NAME & star = {}
"""

NAMES = {*keywords.MEANINGS, *vocabulary.words()}
FREE = keywords.OUTSIDE_FORMULAS | {word for word in vocabulary.words() if word not in vocabulary.UNAVAILABLE}


def codes(text: str) -> set[str]:
    """What is wrong with rules; if nothing is, they are the same in standard form."""
    try:
        pipeline.ruleset(Source("x.rules", text))
    except Failed as failed:
        return {item.code for item in failed.diagnostics}
    formatted = to_text.format_source(Source("x.rules", text))
    assert from_text.parse(Source("x.rules", formatted)) == from_text.parse(Source("x.rules", text))
    return set()


@pytest.mark.library
@pytest.mark.parametrize("word", library.few(sorted(NAMES - {"row", "column"}), 15))
def test_a_name_is_refused_only_where_it_would_be_ambiguous(word: str) -> None:
    result = codes(DECLARED.replace("NAME", word))
    assert result == set() if word in FREE else result & {"E010", "E023", "E003", "E005"}


@pytest.mark.library
@pytest.mark.parametrize("word", library.few(sorted(NAMES), 15))
def test_a_rule_can_have_any_name(word: str) -> None:
    assert codes(A_RULE.replace("NAME", word)) == set()


@pytest.mark.parametrize("word", sorted(vocabulary.words()))
def test_words_with_arguments_can_be_local_names(word: str) -> None:
    assert codes(LOCAL.replace("NAME", word)) == ({"E024"} if word in vocabulary.UNAVAILABLE else set())


@pytest.mark.parametrize("word", sorted(keywords.OUTSIDE_FORMULAS))
def test_a_name_may_be_declared_in_another_file(word: str, tmp_path: Path) -> None:
    declared = f'puzzle "Y"\nfind {word} : set of cells\nfind star : set of cells\n'
    (tmp_path / "base.rules").write_text(declared)
    (tmp_path / "x.rules").write_text(OF_OTHERS.replace("NAME", word).replace("\n", '\nextends "base"\n', 1))
    assert pipeline.load(str(tmp_path / "x.rules")).finds[0].name == word


@pytest.mark.parametrize(
    ("wrong", "places"),
    [
        ("find star set of cells\nfind line : set of links\n", [("E003", 3)]),
        ("find : set of cells\nfind line : set of links\n", [("E003", 3)]),
        ("find\nfind line : set of links\n", [("E003", 3)]),
        ("let = 3\nlet b = 4\n", [("E003", 3)]),
        ('rule one "One": count(given) =\nrule two "Two": count(given) = 2\n', [("E003", 3)]),
        ("find to : set of cells find other : cells to 1 ..\nlet b = given & to\n", [("E003", 3)]),
        ('rule one "One": every c in given\nfind other : set of cells\n', [("E003", 3)]),
        ('rule every c in given: c.given\nrule two "Two": count(given) = 2\n', [("E010", 3)]),
        ('rule one "One": every c in given c.given\ngiven more : set of cells\n', [("E003", 3)]),
    ],
)
def test_keywords_start_statements_all_the_same(wrong: str, places: list[tuple[str, int]]) -> None:
    result = from_text.read(Source("x.rules", f'puzzle "X"\nfind given : set of cells\n{wrong}'))
    seen = [(item.code, item.span.source.line_column(item.span.start)[0]) for item in result.diagnostics if item.span]
    assert seen == places
    assert len(result.file.statements) == 3 if "find to" not in wrong else 4


def test_the_language_page_lists_the_keywords_that_cannot_be_names() -> None:
    listed = re.search(r"without arguments \(.*?\), nor (.*?)\. ", LANGUAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == sorted(keywords.IN_FORMULAS)
