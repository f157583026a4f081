"""The front end goes on after errors: what it makes of files with mistakes, and the tables that it works by."""

import random
import re
from pathlib import Path

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import arithmetic as numbers
from puzzlelang.ground import builtins as meanings
from puzzlelang.ground import compare, sets
from puzzlelang.ground import words as graph_meanings
from puzzlelang.ground.board import GroundBoard
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.definitions import Definition, NameKind, Names
from puzzlelang.typed.from_syntax import CheckResult
from puzzlelang.typed.words import builtins, vocabulary
from puzzlelang.typed.words import graph_words as words
from tests import library
from tests.library import sweep_files

LIBRARY = resources.library_files()
TOKEN = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|#[^\n]*|\w+|\s+|\.\.|[<>!]=|.')

BRINGING = re.compile(r'^(?:include|extends)\b.*\n(?:  ".*\n)*', re.MULTILINE)
"""A statement that brings in other files."""

HANDFUL = 6
"""Diagnostics that one wrong token may cause at most."""


def analysed(text: str) -> CheckResult:
    return pipeline.analyse(Source("puzzle.rules", text))


def changed(text: str, choice: random.Random) -> list[str]:
    """The text with one token taken out, and with one that is another."""
    tokens = TOKEN.findall(text)
    place = choice.choice([index for index, token in enumerate(tokens) if token.strip() and token[0] != "#"])
    instead = choice.choice([choice.choice(tokens), "zork", ")", "every", "7", "cells", "="])
    return ["".join([*tokens[:place], new, *tokens[place + 1 :]]) for new in ("", instead)]


@pytest.mark.library
@sweep_files
def test_one_wrong_token_causes_a_handful_of_errors(path: Path) -> None:
    text, choice = path.read_text("utf-8"), random.Random(path.stem)
    whole = rules_left(text, path)
    alone = rules_left(BRINGING.sub("", text), path)
    for _ in library.amount(2, 5):
        for other in changed(text, choice):
            result = pipeline.analyse(Source(path.name, other), path.parent)
            assert len(result.diagnostics) <= HANDFUL
            assert len(set(result.diagnostics)) == len(result.diagnostics)
            brought = BRINGING.findall(other) == BRINGING.findall(text)
            assert len(result.ruleset.rules) >= (whole if brought else alone) - 4


def rules_left(text: str, path: Path) -> int:
    """How many rules of a text have no mistake."""
    return len(pipeline.analyse(Source(path.name, text), path.parent).ruleset.rules)


@sweep_files
def test_every_declaration_of_the_library_is_in_the_table_with_its_uses(path: Path) -> None:
    source = Source(path.name, path.read_text("utf-8"))
    result = pipeline.analyse(source, path.parent)
    assert result.diagnostics == ()
    declared = {item.name for item in result.names.definitions if item.kind.value in ("given", "find", "option", "let")}
    rules = result.ruleset
    assert declared >= {item.name for item in (*rules.givens, *rules.finds, *rules.options, *rules.lets)}
    for item in result.names.definitions:
        for use in item.uses:
            assert use.text == item.name
        assert item.type or is_in_unused_rule(item, source, result.names)


def is_in_unused_rule(item: Definition, own: Source, names: Names) -> bool:
    """Whether a name belongs to a rule with parameters that stands in another file, and that this one does not use."""
    assert item.span is not None
    source, start = item.span.source, item.span.start
    stated = [other for other in names.definitions if other.kind in (NameKind.LET, NameKind.RULE) and other.span]
    above = [other for other in stated if other.span and other.span.source is source and other.span.start < start]
    return source is not own and not above[-1].uses


def test_a_let_of_a_wrong_kind_is_said_once_with_its_definition() -> None:
    text = """
puzzle "A"
find line : set of links
let on = line
rule a "A": count(cells & on) = 1
rule b "B": every c in cells: c in on
rule c "C": count(on & (cells - on)) = 2 and count(cells & on) = 3
"""
    lines = {
        item.message: [
            label.span.source.line_column(label.span.start)[0] for label in item.labels if label.span.text == "on"
        ]
        for item in analysed(text).diagnostics
    }
    assert lines == {
        "`&` wants two sets of the same kind of thing": [5, 4, 7],
        "a cell cannot be in a set of links": [6, 4],
        "`-` wants two sets of the same kind of thing": [7, 4],
    }


def test_a_file_with_errors_has_a_ruleset_of_the_rest() -> None:
    text = 'puzzle "A"\nfind star : set of cells\nrule a "A": count(star) = 2\nrule b "B": count(strr) = 2\n'
    result = analysed(text)
    assert [rule.name for rule in result.ruleset.rules] == ["a"]
    assert [item.code for item in result.diagnostics] == ["E020"]
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("puzzle.rules", text))
    assert [item.code for item in failed.value.diagnostics] == ["E020"]


def test_what_a_name_means_at_a_place() -> None:
    text = 'puzzle "A"\nfind star : set of cells\nrule a "A": every c in star: count(next(c)) = 2\n'
    result = analysed(text)
    source = result.ruleset.source
    at = {word: result.names.at(source, text.rindex(word)) for word in ("star", "c)", "next", "puzzle", 'a "A')}
    kinds = {word: item and (item.kind, item.type) for word, item in at.items()}
    assert kinds == {
        "star": (NameKind.FIND, "set of cells"),
        "c)": (NameKind.VARIABLE, "a cell"),
        "next": (NameKind.WORD, "a word with arguments"),
        "puzzle": None,
        'a "A': (NameKind.RULE, "A"),
    }
    inside, outside = text.rindex("next"), text.index("set")
    assert {item.name for item in result.names.visible(source, inside)} == {"star", "a", "c"}
    assert {item.name for item in result.names.visible(source, outside)} == {"star", "a"}


def test_the_ends_of_a_file_that_is_not_one() -> None:
    for text in ("", "x" * 2_000_000, "€ " * 100, '"""', "a : b"):
        result = analysed(text)
        assert result.diagnostics
        assert result.ruleset.rules == ()


# ------------------------------------------------------------------------------------------- words and meanings


def board() -> GroundBoard:
    rules = pipeline.ruleset(Source("a.rules", 'puzzle "A"\nfind star : set of cells\n'))
    return GroundBoard(rules, Puzzle(Source("board", ""), SquareGrid(2, 2), {}), SquareGrid(2, 2))


def test_every_word_about_the_board_has_a_meaning() -> None:
    assert set(meanings.values(board())) == set(builtins.VALUES)
    clauses = {f"{name} {word}" for name, ways in builtins.FUNCTIONS.items() for way in ways for word in way.clauses}
    properties = {word for own in builtins.PROPERTIES.values() for word in own}
    called = {way.called for ways in builtins.FUNCTIONS.values() for way in ways if way.called}
    bare = {name for name, ways in builtins.FUNCTIONS.items() if any("by" not in way.clauses for way in ways)}
    wanted = {*bare, *clauses, *called, *properties, *builtins.RELATIONS, *builtins.EXTREMES, *builtins.UNWRITTEN}
    assert set(meanings.functions(board())) == wanted


def test_every_aggregate_and_graph_word_has_a_meaning() -> None:
    assert set(compare.AGGREGATES) == set(builtins.AGGREGATES)
    without = {f"{name} without {one}" for name, word in words.WORDS.items() for one in word.without}
    assert set(graph_meanings.MEANINGS) == set(words.WORDS) | without


def test_every_operator_has_a_meaning() -> None:
    signs = dict(re.findall(r'^([A-Z_]+): "([^"]+)"$', resources.grammar().read_text("utf-8"), re.MULTILINE))
    assert set(sets.OPERATIONS) == {signs[name] for name in ("PLUS", "MINUS", "AND_SIGN")}
    wanted = {signs[name] for name in ("PLUS", "MINUS", "TIMES", "OVER", "MOD")}
    assert set(numbers.OPERATIONS) | set(numbers.DIVISIONS) == wanted


def test_every_word_is_told() -> None:
    for word in vocabulary.words():
        assert vocabulary.kind(word)
        assert vocabulary.meaning(word)


def test_seams_of_what_is_to_be_found_are_those_of_a_whole_partition() -> None:
    declared = 'puzzle "A"\ngiven room : partition of cells\nfind area : partition of cells\n'
    text = """
rule a "A": some k in seams(area) & seams(boxes(2, 2)) & seams({r in room where count(r) = 2}): k.first.row = 1
rule b "B": some k in seams({a in area where count(a) = 3}): k.first.row = 1
rule c "C": some k in seams(cells): k.first.row = 1
"""
    result = analysed(declared + text)
    output = [(item.code, item.span.text) for item in result.diagnostics if item.span is not None]
    assert output == [("E035", "{a in area where count(a) = 3}"), ("E033", "seams(cells)")]


def test_what_is_called_symmetric_holds_each_two_in_both_orders() -> None:
    relations = """
puzzle "A"
given room : partition of cells
find star : set of cells
find edge : set of links
rule a "A": some a, b in leap(1, 2): a.star
rule b "B": some a, b in adjacent: a.star
rule c "C": some a, b in touching: a.star
rule d "D": some a, b in crosswise: a != b
rule e "E": some a, b in along(edge): a.star
rule f "F": some a, b in pairs(cells): a.star
rule g "G": some a, b in within(room): a.star
rule h "H": some a, b in strands(edge): a.edge
"""
    rules = pipeline.ruleset(Source("a.rules", relations))
    named = {rule.body.binder.domain.name for rule in rules.rules}  # type: ignore[union-attr]
    assert named == {name for name in vocabulary.RESERVED if builtins.symmetric(name)}
