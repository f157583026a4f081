"""No rules text ends in anything but a ruleset or diagnostics, and what can be read survives being written."""

import functools
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.source import NOWHERE, Source
from puzzlelang.syntax import from_text, to_text, tree
from puzzlelang.typed import ir

HEADER = """
puzzle "Fuzz"
board rectangle
given tree : set of cells as "T"
given clue : lines to number?
given hint : cells to 0..4 or unknown?
given room : partition of cells
option level : {tank, pool} = tank
find star : set of cells as "*"
find shade : cells to {white, black}
find size : cells to 1..9
let near(x, y) = y in next(x)
"""

NAMES = """
cells borders links corners lines rows columns views regions number width height adjacent touching pairs around before
within count sum min max distinct connected components component single_loop runs paired windows ray row column area
tree clue hint room level tank pool star shade white black size near rectangle square left top unknown known solutions
a b c x
""".split()  # noqa: SIM905

LIBRARY = [path.read_text(encoding="utf-8") for path in resources.library_files()]
TOKEN = re.compile(r'"""(?s:.*?)"""|"[^"\n]*"|#[^\n]*|\w+|\s+|\.\.|[<>!]=|.')


def terminals(grammar: Lark) -> dict[str, st.SearchStrategy[str]]:
    """Every terminal followed by a blank, so that no two become one; names that mean something."""
    texts = st.text(st.characters(codec="utf-8", exclude_characters='"\\\n'), max_size=6).map(lambda text: f'"{text}"')
    known = st.sampled_from(["T", "{c}", "{c.clue} in {level}", "{", "}", "", "\\\\", '\\"', "\\n", "tents", "sudoku"])
    built: dict[str, st.SearchStrategy[str]] = {
        "NAME": st.sampled_from(NAMES),
        "INT": st.integers(0, 12).map(str),
        "STRING": known.map(lambda text: f'"{text}"') | texts,
        "LONG_STRING": st.sampled_from(['""" """', '"""\n1 .\n. T\n"""', '"""""x" \\ """']),
        "AT_LEAST": st.just("at least"),
        "AT_MOST": st.just("at most"),
        "COMMENT": st.sampled_from(["# a\n", "#\n\n\n", '#"x  \n']),
        "WHITESPACE": st.sampled_from(["\n", "\n\n\n", "\t", "\r\n"]),
    }
    result = {item.name: built.get(item.name, st.just(str(item.pattern.value))) for item in grammar.terminals}
    return {name: strategy.map(lambda text: f"{text} ") for name, strategy in result.items()}


def shaped(start: str) -> st.SearchStrategy[str]:
    """Random text of one rule of the grammar."""
    text = resources.grammar().read_text(encoding="utf-8")
    grammar = Lark(text, start=start, parser="earley", lexer="basic")
    return from_lark(grammar, start=start, explicit=terminals(grammar))


STATEMENT, RULE = (st.deferred(lambda start=start: shaped(start)) for start in ("statement", "rule"))
GRAMMATICAL = st.builds(
    str.__add__,
    st.sampled_from([HEADER, HEADER, ""]),
    st.lists(st.one_of(RULE, STATEMENT), min_size=1, max_size=3).map("\n".join),
)
"""Files of random statements, often after declarations that give the names a meaning."""


WORD = st.sampled_from([*NAMES, "a_name_that_makes_lines_long"]).map(lambda text: tree.Identifier(text, NOWHERE))
NAME = WORD.map(lambda word: tree.Name(word.text, NOWHERE))
OPERATORS = [
    ["iff"],
    ["or"],
    ["and"],
    ["=", "!=", "<", "<=", ">", ">=", "in", "not in"],
    ["+", "-"],
    ["*", "/", "mod"],
    ["&"],
]
PATH = st.builds(
    lambda of, names: functools.reduce(lambda a, b: tree.Property(a, b, NOWHERE), names, of), NAME, st.lists(WORD)
)


def larger(part: st.SearchStrategy[tree.ExpressionSyntax]) -> st.SearchStrategy[tree.ExpressionSyntax]:
    """Every kind of node over parts that are random themselves, whether that means anything or not."""
    some, maybe = st.lists(part, max_size=3).map(tuple), st.none() | part
    guards = st.lists(st.builds(tree.GuardSyntax, PATH, st.booleans(), st.just(NOWHERE)), max_size=2).map(tuple)
    names = st.lists(WORD, min_size=1, max_size=2).map(tuple)
    binder = st.builds(tree.BinderSyntax, names, part, guards, maybe, st.just(NOWHERE))
    values = st.builds(tree.For, part, binder, st.just(NOWHERE))
    word = st.sampled_from(["by", "until", "while"])
    clause = st.none() | st.builds(tree.Clause, word, part, st.just(NOWHERE))
    amounts = st.tuples(st.sampled_from(["exactly", "at least", "at most"]), part)
    plain = st.tuples(st.sampled_from(["every", "some", "no"]), st.none())
    return st.one_of(
        st.builds(tree.Property, part, WORD, st.just(NOWHERE)),
        st.builds(tree.Call, WORD, st.lists(part | values, max_size=2).map(tuple), clause, st.just(NOWHERE)),
        st.builds(tree.Braces, some, st.just(NOWHERE)),
        st.builds(tree.ComprehensionSyntax, binder, st.just(NOWHERE)),
        st.builds(tree.Of, WORD, part, st.just(NOWHERE)),
        st.builds(tree.Unary, st.sampled_from(["not", "-"]), part, st.just(NOWHERE)),
        st.builds(tree.If, part, part, maybe, st.just(NOWHERE)),
        st.builds(
            lambda how, bound, body: tree.QuantifiedSyntax(*how, bound, body, NOWHERE), amounts | plain, binder, part
        ),
        st.builds(chain, st.sampled_from(OPERATORS), st.lists(part, min_size=2, max_size=4), st.randoms()),
    )


def chain(known: list[str], operands: list[tree.ExpressionSyntax], choice: random.Random) -> tree.Chain:
    return tree.Chain(
        tuple(operands), tuple(tree.Identifier(choice.choice(known), NOWHERE) for _ in operands[1:]), NOWHERE
    )


EXPRESSION = st.recursive(
    NAME | st.integers(0, 99).map(lambda value: tree.Integer(value, NOWHERE)), larger, max_leaves=15
)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A file of the library with a few tokens deleted, doubled, swapped or replaced, or characters put in."""
    tokens = TOKEN.findall(draw(st.sampled_from(LIBRARY)))
    for _ in range(draw(st.integers(1, 4))):
        place, other = draw(st.integers(0, len(tokens) - 1)), draw(st.integers(0, len(tokens) - 1))
        match draw(st.sampled_from(["delete", "double", "swap", "copy", "word", "character"])):
            case "delete":
                tokens[place] = ""
            case "double":
                tokens[place] *= 2
            case "swap":
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case "copy":
                tokens[place] = tokens[other]
            case "word":
                tokens[place] = draw(st.sampled_from([*NAMES, *sorted(from_text.keywords())]))
            case "character":
                tokens[place] += draw(
                    st.text(max_size=2) | st.sampled_from(['"', '"""', "(", "{", "“", "\0", "#", "?"])
                )
    return "".join(tokens)


def examine_diagnostics(found: tuple[Diagnostic, ...]) -> None:
    assert found
    for item in found:
        assert re.fullmatch(r"[EW]\d{3}", item.code)
        assert item.message
        assert item.span is not None
        assert 0 <= item.span.start <= item.span.end


def examine(text: str) -> None:
    source = Source("fuzz.rules", text)
    try:
        checked = pipeline.ruleset(source)
    except Failed as failed:
        examine_diagnostics(failed.diagnostics)
    else:
        assert isinstance(checked, ir.Ruleset)
    try:
        written = from_text.parse(source)
    except Failed:
        return
    assert from_text.parse(Source("again", to_text.file_text(written))) == written
    once = to_text.format_source(source)
    assert from_text.parse(Source("once", once)) == written
    assert to_text.format_source(Source("once", once)) == once


QUICK = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
LONG = settings(QUICK, max_examples=3_000, derandomize=False)


@settings(QUICK, max_examples=15)
@given(GRAMMATICAL)
def test_what_the_grammar_makes(text: str) -> None:
    examine(text)


@QUICK
@given(mutated())
def test_what_a_typing_error_makes(text: str) -> None:
    examine(text)


def check_written(written: tree.ExpressionSyntax) -> None:
    rule = tree.RuleStatement(
        tree.Identifier("name", NOWHERE), tree.QuotedText('A \\ "text"', NOWHERE), written, written, NOWHERE
    )
    text = to_text.statement(rule)
    assert from_text.parse(Source("x", text)).statements == (rule,)
    assert to_text.format_source(Source("x", text)) == f"{text}\n"


@QUICK
@given(EXPRESSION)
def test_every_tree_can_be_written(written: tree.ExpressionSyntax) -> None:
    check_written(written)


@pytest.mark.long
@LONG
@given(GRAMMATICAL)
def test_much_that_the_grammar_makes(text: str) -> None:
    examine(text)


@pytest.mark.long
@LONG
@given(EXPRESSION)
def test_a_great_many_trees_can_be_written(written: tree.ExpressionSyntax) -> None:
    check_written(written)


@pytest.mark.long
@LONG
@given(mutated())
def test_many_typing_errors(text: str) -> None:
    examine(text)


@QUICK
@given(st.text() | st.lists(st.sampled_from([*sorted(from_text.keywords()), *":=(){}.,?&+-#\n\"' "])).map(" ".join))
def test_any_text_at_all(text: str) -> None:
    examine(text)
