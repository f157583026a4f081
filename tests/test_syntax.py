"""Rules text to tree, tree to text, the formatter, and what a syntax error says."""

from pathlib import Path

import pytest
from lark import Lark, Tree
from lark.lexer import BasicLexer

from puzzlelang import resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, keywords, size_limits, to_text, tree
from tests import library
from tests.library import sweep_files

LIBRARY = resources.library_files()

SAMPLE = '''
puzzle "A \\"quoted\\" name, a \\\\ and a \\n"
board rectangle
include "shared"
extends "base", "more"
given tree : set of cells as "T", not "-" at left, top
given room : partition of cells?
given pair : groups of links
given clue : lines to number or unknown? as plus "+", minus "-" = 3
given size : 1..count(rows)
given form : cells to {I "###", L "##/#."}?
given low  : cells to 1 + 1..2 * 3
option level : {tank, pool} = tank
find star : set of cells + borders as "*"
find kind : cells to 0..9 as 0 ".", 1..9 "A".."I"
find slope : cells to {up, down} as up "/", down "\\"
find shade : cells to {white, black}
let far = 2
let near(a, b) = a in adjacent(b) or not touching(a, b)
let mixed = -a.b & c * d / e mod -(f + g) - (h - i)
let flat = (a iff b) iff c and (d and e) or (f or (g iff h))
let ranged = a in 1..b and (c not in d + 1..2 * 3)
let counted = (some h in 1..a: h = b) and count({n in 1..a + 1 where n = b}) + sum(n for n in 1..a) > 0
let compared = a = b != (c < d) <= e > f >= g in h not in (i in j)
let twice = not not a and not (b and c)
let values = clue of row & star = (clue of lines)
let empty = {}
let called = f() + g(by touching) + h(a, if b then c else d for x in s with x.y where x.z, every p in q: r until s)
let taken = i(a without b)
let built = {c, d in cells with c.clue and number d.clue where c.row > (a iff b)} & {a, b + 1}
let walked = run(a while b)
rule one "A {c}" when level = pool and (every a in b: c):
  every a, b in s with number a.clue where a.x: some c in d: no e in f: g
rule two "B": exactly 2 + 1 a in b: at least 1 c in d: at most n e in f: (some g in h: i) and (if a then b)
rule three "C": if a then if b then c else d
rule four "D": if a then (if b then c) else if d then e else every f in g: h
rule five "": (a and every_b) = (not c) & ((d).e)
rule six(a, b) "F {a}": a = b
rule seven = six(far, {b, c} - near(a, b)) "G" when level = pool
draw star: circle, black
read puzzlink "tents": grid(3: a 2 and b, "x\\"": not a, c; "-": d red), "/", rest
example "solved" board """
 1 1
""" drawing """ "a" "" \\ """ has 1 solution answer "x"
example "none" from "https://puzz.link/p?tents" has no solution
example "more" board "" has 2 solutions breaks one, two
'''


def file(text: str) -> tree.RulesFile:
    return from_text.parse(Source("test.rules", text))


def read(text: str) -> tree.ExpressionSyntax:
    (only,) = file(f"let x = {text}").statements
    assert isinstance(only, tree.LetStatement)
    return only.body


def errors(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of each error."""
    with pytest.raises(Failed) as raised:
        file(text)
    result = []
    for item in raised.value.diagnostics:
        assert item.span is not None
        assert item.message
        assert not item.message.endswith(".")
        result.append((item.code, *item.span.source.line_column(item.span.start)))
    return result


def first_error(text: str) -> str:
    """Everything that the first error says."""
    with pytest.raises(Failed) as raised:
        file(text)
    first = raised.value.diagnostics[0]
    return " | ".join([first.message, first.here, first.help, *(label.message for label in first.labels)])


# ------------------------------------------------------------------------------------------------- the grammar


@pytest.fixture(scope="module")
def strict() -> Lark:
    """The grammar as LALR(1); `strict` turns every conflict, also between terminals, into an error."""
    text = resources.grammar().read_text(encoding="utf-8")
    return Lark(text, start="statement", parser="lalr", lexer="basic", strict=True, maybe_placeholders=True)


def test_the_sample_reaches_every_grammar_rule(strict: Lark) -> None:
    reached: set[str] = set()
    for statement in file(SAMPLE).statements:
        parsed = strict.parse(statement.span.text)
        reached |= {str(node.data) for node in parsed.iter_subtrees() if isinstance(node, Tree)}
    named = {
        rule.alias or str(rule.origin.name)
        for rule in strict.rules
        if rule.alias or not (rule.options.expand1 or rule.origin.name.startswith("_"))
    }
    assert sorted(named - reached) == []


def test_every_statement_starts_with_a_reserved_word(strict: Lark) -> None:
    kinds = {rule.expansion[0] for rule in strict.rules if rule.origin.name == "statement"}
    firsts = {rule.expansion[0].name for rule in strict.rules if rule.origin in kinds}
    starts = {str(terminal.pattern.value) for terminal in strict.terminals if terminal.name in firsts}
    assert starts ^ keywords.STARTING == set()
    assert set(keywords.MEANINGS) == from_text.keywords()


# ------------------------------------------------------------------------------------------------- round trips


@sweep_files
def test_library_files_survive_the_round_trip(path: Path) -> None:
    check_round_trip(path.read_text(encoding="utf-8"))


def test_the_sample_survives_the_round_trip() -> None:
    check_round_trip(SAMPLE)


def check_round_trip(text: str) -> None:
    written = file(text)
    assert file(to_text.file_text(written)) == written
    once = to_text.format_source(Source("x", text))
    assert file(once) == written
    assert to_text.format_source(Source("x", once)) == once
    for statement in written.statements:
        assert file(to_text.statement(statement)).statements == (statement,)


@pytest.mark.parametrize(
    "text",
    [
        "a and b and c",
        "(a and b) and c",
        "a and (b and c)",
        "a or b and c",
        "(a or b) and c",
        "not a = b",
        "(not a) = b",
        "not (not a and b)",
        "not not a",
        "--a",
        "-(a + b)",
        "-a & b",
        "(-a) & b",
        "a - (b - c)",
        "(a - b) - c",
        "a - -b",
        "a * (b mod c)",
        "(a = b) = c",
        "a = b = c",
        "(a & b).c",
        "a & b.c",
        "f(a).b.c",
        "(clue of a).b",
        "clue of a & b",
        "(clue of a) + 1",
        "a = clue of b + c",
        "(every a in b: c) and d",
        "every a in b: c and d",
        "a and (if b then c)",
        "if a then b and c",
        "if a then if b then c else d",
        "if a then (if b then c) else d",
        "if (if a then b) then c",
        "if a then b else if c then d",
        "exactly a + 1 b in c: d",
        "exactly (a = b) c in d: e",
        "at most 3 a, b in c with d.e and number f where g and h: i",
        "f(by a)",
        "f(a, b until c)",
        "f(every a in b: c for d in e)",
        "{a, b + 1, (c = d)}",
        "{a in (b = c) where (if d then e)}",
        "a not in b",
        "a in 1..b + 2",
        "a not in (b = c)..d in e",
        "not a in 1..2 and b",
    ],
)
def test_parentheses_are_kept_where_they_are_needed_and_only_there(text: str) -> None:
    assert to_text.expression(read(text)) == text
    assert read(to_text.expression(read(text))) == read(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("(((a)))", "a"),
        ("(a.b).c", "a.b.c"),
        ("(a & b) * c", "a & b * c"),
        ("(a * b) + (c * d)", "a * b + c * d"),
        ("(a = b) and (c = d)", "a = b and c = d"),
        ("(a and b) or c", "a and b or c"),
        ("not (a = b)", "not a = b"),
        ("(every a in b: (c))", "every a in b: c"),
        ("if a then (if b then c else d)", "if a then if b then c else d"),
        ("if a then b else (c)", "if a then b else c"),
        ("at   least\n1 a in b: c", "at least 1 a in b: c"),
        ("a not\n in b", "a not in b"),
        ("007", "7"),
        ("{(c) in cells}", "{c in cells}"),
    ],
)
def test_other_parentheses_go(text: str, canonical: str) -> None:
    assert to_text.expression(read(text)) == canonical


def test_an_operator_knows_what_it_is() -> None:
    assert read("-a") != read("not a")
    assert isinstance(read("-1"), tree.Unary)
    assert read("a + b + c") != read("(a + b) + c")
    assert read("a < b not in c") != read("a < b in c")


# ------------------------------------------------------------------------------------------------ the formatter

FORMATTED = {
    "comments stay where they stood": (
        """
puzzle "X"  # far
given a : number          # its column is free
given long_name : number # it moves
let b = 1 # near
let c =   2       # behind blanks
rule a "s": b = 1 # of two lines
""",
        """
puzzle "X"  # far
given a         : number  # its column is free
given long_name : number  # it moves
let b = 1  # near
let c = 2         # behind blanks
rule a "s":
  b = 1  # of two lines
""",
    ),
    "comments below each other stay so": (
        """
given a : number     # one
given long_name : number?  # two

given c:number     # three
let double =  2    # four
let twice_as_much = double # five
let e = 3 # six
let fg = 4 # seven
let f = 4  # eight
""",
        """
given a         : number  # one
given long_name : number?  # two

given c : number   # three
let double = 2     # four
let twice_as_much = double  # five
let e = 3  # six
let fg = 4  # seven
let f = 4   # eight
""",
    ),
    "comments below each other move together": (
        """
given a : number? # one
given b : number  # two
given cde:number  # three
""",
        """
given a   : number?  # one
given b   : number   # two
given cde : number   # three
""",
    ),
    "declarations on consecutive lines are aligned": (
        """
puzzle   "Tents"
board rectangle
given tree:set of cells as"T"     # a tree
given c : lines to number? # a clue

find  tent : set of cells as "*",not "-"
option level:{tank,pool}=tank
""",
        """
puzzle "Tents"
board rectangle
given tree : set of cells  as "T"  # a tree
given c    : lines to number?  # a clue

find   tent  : set of cells  as "*", not "-"
option level : {tank, pool} = tank
""",
    ),
    "comments between statements stay; blank lines are kept, one in a row": (
        """

# about the file
# more


puzzle "X"  # its name
   # indented


board square # last
#""",
        """
# about the file
# more

puzzle "X"  # its name
   # indented

board square  # last
#
""",
    ),
    "a comment between two declarations separates their columns": (
        """
given a : number
# about the next
given long : number
""",
        """
given a : number
# about the next
given long : number
""",
    ),
    "a statement with a comment inside stays as it is, apart from trailing blanks": (
        """
  rule a "s":   # why  \n     every c in cells:\t
  # again
      c.a   \n
rule  b  "t": a   # behind
""",
        """
rule a "s":   # why
     every c in cells:
  # again
      c.a

rule b "t":
  a  # behind
""",
    ),
    "a declaration with a comment inside takes no part in the alignment": (
        """
given a:number
given b # here
  :number
given long:number
""",
        """
given a : number
given b # here
  :number
given long : number
""",
    ),
    "sentences of rules begin in one column, unless a name is very long": (
        """
rule a "one": x
rule longer"two"when y:x
rule a_very_long_name "three": x
""",
        """
rule a      "one":
  x
rule longer "two" when y:
  x
rule a_very_long_name "three":
  x
""",
    ),
    "a long formula is broken at its quantifiers and connectives": (
        """
rule a "s": every aaaaaaaaaaaaaaaa in bbbbbbbbbbbbbbbbbbbbbbbb: some cccccccccccccccc in ddddddddddddddddd: e and f
rule b "s": aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa or bbbbbbbbbbbbbbbbbbbbbbbb and (cccccccccccccc or ddddddddddd)
rule c "s": if aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa then bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb else ccccccccccccccc
let a = if aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa then (every b in cccccccccccccccccccccccccccc: ddddddddddd)
""",
        """
rule a "s":
  every aaaaaaaaaaaaaaaa in bbbbbbbbbbbbbbbbbbbbbbbb:
    some cccccccccccccccc in ddddddddddddddddd: e and f
rule b "s":
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
  or bbbbbbbbbbbbbbbbbbbbbbbb and (cccccccccccccc or ddddddddddd)
rule c "s":
  if aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa then
    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
  else
    ccccccccccccccc
let a =
  if aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa then
    every b in cccccccccccccccccccccccccccc: ddddddddddd
""",
    ),
    "examples with long texts have a line for each part; the texts stay as they are": (
        '''
example "a" board "1" has 1 solution   breaks  a,b
example "b" board """
 1  \n  2 # no comment

"""   has 0 solutions # none
read puzzlink "x" :number16,   grid( 3:a  b ;not c )
draw star:circle,black
''',
        '''
example "a" board "1" has 1 solution breaks a, b
example "b"
  board """
 1  \n  2 # no comment

"""
  has no solution  # none
read puzzlink "x": number16, grid(3: a b; not c)
draw star: circle, black
''',
    ),
    "statements on one line get lines of their own": (
        """
puzzle "X" board square let a = 1 # one
""",
        """
puzzle "X"
board square
let a = 1  # one
""",
    ),
    "long lists are broken between their entries": (
        """
read puzzlink "tents": number_of_one_kind, number_of_another_kind, the_rest_of_the_number, and_something(a b)
""",
        """
read puzzlink "tents":
  number_of_one_kind,
  number_of_another_kind,
  the_rest_of_the_number,
  and_something(a b)
""",
    ),
    "nothing stays nothing": ("\n\n", "\n"),
    "line ends of every kind become line feeds": (
        "\nlet a = 1 # b\r\n\r\nlet c = 2\r\n",
        "\nlet a = 1  # b\n\nlet c = 2\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), FORMATTED.values(), ids=FORMATTED)
def test_formatter(before: str, after: str) -> None:
    result = to_text.format_source(Source("x", before))
    assert result == after[1:]
    assert to_text.format_source(Source("x", result)) == result
    assert file(result) == file(before)


def test_file_text_groups_statements() -> None:
    text = 'puzzle "X" given a:number find bc:number let d=1 let e=2 rule f"s":g rule h"t":i let j=k'
    assert to_text.file_text(file(text)) == (
        'puzzle "X"\ngiven a  : number\nfind  bc : number\n\nlet d = 1\nlet e = 2\n\n'
        'rule f "s":\n  g\n\nrule h "t":\n  i\n\nlet j = k\n'
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'"\"', "\\"),
        (r'"\\"', "\\"),
        (r'"\""', '"'),
        (r'"\\\""', '\\"'),
        (r'"\", a"', '", a'),
        (r'"\" # b', "\\"),
        ('"\\"\nfind a : set of cells as "b"', "\\"),
    ],
)
def test_a_backslash_alone_is_itself_and_else_an_escape(text: str, value: str) -> None:
    first = file(f"puzzle {text}").statements[0]
    assert isinstance(first, tree.TitleStatement)
    assert first.title.value == value
    check_round_trip(f"puzzle {text}")


def test_the_formatter_refuses_what_cannot_be_read() -> None:
    with pytest.raises(Failed):
        to_text.format_source(Source("x", "let a ="))


# ------------------------------------------------------------------------------------------------- syntax errors


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fnd x : set of cells", [("E004", 1, 1)]),
        ('puzzle "X"\nfnd x : set of cells\n', [("E004", 2, 1)]),
        ("board\nfnd x : set of cells\n", [("E004", 2, 1)]),
        ('let a = "b', [("E002", 1, 9)]),
        ('puzzle "b\nboard square', [("E002", 1, 8)]),
        ('puzzle """b\nboard square', [("E002", 1, 8)]),
        ('rule x "s": a and every b in c: d', [("E005", 1, 19)]),
        ('rule x "s": a or if b then d', [("E005", 1, 18)]),
        ('rule x "s": not some b in c: d', [("E005", 1, 17)]),
        ('rule x "s": a = every b in c: d', [("E005", 1, 17)]),
        ('rule x "s" when every a in b: c: d', [("E005", 1, 17)]),
        ('rule x "s": every c in cells where every d in e: f: g', [("E005", 1, 36)]),
        ('rule x "s": count(c in cells where c.a) = 1', [("E003", 1, 30)]),
        ("find every : set of cells", [("E010", 1, 6)]),
        ("let a = b.every", [("E010", 1, 11)]),
        ('rule "s": a', [("E003", 1, 6)]),
        ('rule x "s" a', [("E003", 1, 12)]),
        ("find", [("E003", 1, 5)]),
        ("find x :", [("E003", 1, 9)]),
        ("let a = (b", [("E003", 1, 11)]),
        ("let a = b)", [("E003", 1, 10)]),
        ("let a = b c", [("E003", 1, 11)]),
        ("let a = b == c", [("E003", 1, 11)]),
        ("let a = {b.c in d}", [("E013", 1, 10)]),
        ("let a = b < 1..2", [("E003", 1, 13)]),
        ('exmple "a" board """b\n""" has 1 solution', [("E004", 1, 1)]),
        ("let a = {b in c with key b.d}", [("E012", 1, 22)]),
        ("given a : 1 + 2", [("E011", 1, 11)]),
        ("given a : {}", [("E011", 1, 11)]),
        ("given a : {1, b}", [("E011", 1, 11)]),
        ("given a : number or nothing", [("E011", 1, 21)]),
        ('example "x" board "y" has 1 thing', [("E003", 1, 29)]),
        ('example "x" board rectangle', [("E003", 1, 12)]),
        ("hello world", [("E004", 1, 1)]),
        ('"hello"', [("E004", 1, 1)]),
        ("let a = b; let c = d", [("E003", 1, 10)]),
        ("let a = b € c", [("E001", 1, 11)]),
        ("let a = b ≤ c ≥ d", [("E001", 1, 11), ("E001", 1, 15)]),
        ("puzzle “Tents”", [("E001", 1, 8)]),
        ("puzzle “Tents", [("E001", 1, 8)]),
        ("puzzle 'Tents'", [("E001", 1, 8)]),
        ("find größe : cells to number", [("E001", 1, 6)]),
        ("let a = _b", [("E001", 1, 9)]),
        ("\0", [("E001", 1, 1)]),
        ("let a = b\0", [("E001", 1, 10)]),
        ("let\u00a0a = b", [("E001", 1, 4)]),
        ("\ufeffpuzzle", [("E001", 1, 1), ("E003", 1, 8)]),
    ],
)
def test_syntax_error(text: str, found: list[tuple[str, int, int]]) -> None:
    assert errors(text) == found


def test_several_errors_are_reported_in_one_pass_and_each_once() -> None:
    text = 'puzzle "X\nboard\nfind x :\nlet a = b\nlet c = )\nlet d = e ≠ f ; g\nrule y "s": not every b in c: d\n'
    assert errors(text) == [
        ("E002", 1, 8),
        ("E003", 2, 6),
        ("E003", 3, 9),
        ("E003", 5, 9),
        ("E001", 6, 11),
        ("E005", 7, 17),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("fnd x : set of cells", "did you mean `find`?"),
        ('rule x "s": a and every b in c: d', "put parentheses around `every …`"),
        ("let a = count(c in cells where c.b)", "count({c in cells where …})"),
        ("let a = b == c", "write `=`"),
        ("let a = b <> c", "write `!=`"),
        ("let a = b && c", "write `and`"),
        ("let a = b || c", "write `or`"),
        ("let a = b ≤ c", "write `<=`"),
        ("let a = (b", "`)` is missing here"),
        ("puzzle “Tents”", 'write `"Tents"`'),
        ("puzzle «Tents»", 'write `"Tents"`'),
        ("puzzle „Tents“", 'write `"Tents"`'),
        ("puzzle 'Tents'", 'write `"Tents"`'),
        ("let größe = 1", "the letters A to Z"),
        ("let a = b\0", "U+0000"),
        ("let a\u200b = b", "U+200B"),
        ("let a = b c", "`.`, an operator or a comma missing between `b` and `c`"),
        ("puzzle Tents", "a quoted text is wanted here"),
        ("find x", "it starts here"),
        ("find in : x", "choose another name"),
        ("let a = (evry b in c: d)", "did you mean `every`?"),
        ("let a = (all b in c: d)", "did you mean `every`?"),
        ("let a = (exists b, c in d: e)", "did you mean `some`?"),
        ('rule a "b":\n  exists c in d: e', "did you mean `some`?"),
        ("let a = (every b in c d)", "is a `:` missing between `c` and `d`?"),
        ("let a = b <=> c", "write `iff`"),
        ("let a = b => c", "write `if a then b`"),
        ("let a = b ==> c", "write `if a then b`"),
        ("let a = count(b in {c, d}\n  where e)", "write `count({b in {c, d} where …})`"),
        ("let a = b =< c", "write `<=`"),
        ("let a = (b c", "a comma missing between `b` and `c`"),
        ("let a = b = 1..2", "write `in 1..2`"),
        ("let a = {1..2}", "without braces"),
        ('exmple "a" board "b"', "did you mean `example`?"),
        ('let a = """b\nc"""', '`"""b…` cannot stand here'),
        ('puzzle "X" find a : {b} as b "\\", c "/"', "for a backslash"),
    ],
)
def test_what_a_syntax_error_advises(text: str, said: str) -> None:
    assert said in first_error(text)


def test_a_text_in_wrong_quotes_is_the_only_error_of_its_statement() -> None:
    assert errors("rule größe “a {c}”: every c in d: c.größe\nlet a = b") == [
        ("E001", 1, 6),
        ("E001", 1, 12),
        ("E001", 1, 37),
    ]


# -------------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10_000 + "a" + ")" * 10_000,
        "(" * 10_000,
        "not " * 10_000 + "a",
        "-" * 10_000 + "a",
        "{" * 10_000 + "}" * 10_000,
        "f(" * 10_000 + ")" * 10_000,
        "a" + ".b" * 10_000,
        "every a in b: " * 10_000 + "c",
        "if a then " * 10_000 + "c",
        "{c in d with a" + ".b" * 10_000 + "}",
    ],
    ids=lambda text: text[:8],
)
def test_deep_nesting_is_refused(text: str) -> None:
    assert errors(f'let x = {text}\nlet y = "z"') == [("E006", 1, 1), ("E003", 2, 9)]


@pytest.mark.parametrize(
    "text", ["let a = " + "9" * 5000, "given a : 1.." + "1" * 10, 'example "x" board "" has 1234567890 solutions']
)
def test_long_numerals_are_refused(text: str) -> None:
    ((code, line, _),) = errors(text)
    assert (code, line) == ("E007", 1)


def test_zeros_in_front_do_not_count() -> None:
    assert read("0" * 5000) == read("0")
    assert read("0" * 5000 + "12") == read("12")


def test_a_huge_file_is_refused() -> None:
    assert errors("# " + "x" * size_limits.MAX_TEXT) == [("E008", 1, 1)]


@library.sweep_large
def test_wide_statements_are_fine() -> None:
    parts = ["a"] * len(library.amount(1500, 3000))
    check_round_trip("let x = " + " + ".join(parts) + "\nlet y = " + " - ".join(parts))
    check_round_trip("let x = {" + ", ".join(parts) + "}")


@pytest.mark.parametrize(
    "opening", ["(", "not ", "-", "{", "f(", "if a then ", "every a in b: ", "{a in ", "clue of ("]
)
def test_what_is_just_not_too_deep_works(opening: str) -> None:
    depth = from_text.MAX_DEPTH // (2 if opening == "{a in " else 1)
    closing = {"{": "}", "(": ")"}.get(opening.strip()[-1] if opening.strip()[-1] in "({" else opening[0], "")
    check_round_trip(f"let x = {opening * depth}b{closing * depth}")


def test_text_without_statements_is_an_empty_file() -> None:
    assert file("").statements == ()
    assert file("\n # only a comment").statements == ()


def test_too_many_strange_characters_end_the_reading() -> None:
    assert errors("€ " * 10_000) == [("E001", 1, 2 * index + 1) for index in range(20)]


@library.sweep_large
def test_a_great_many_misspelt_statements_take_no_long_time() -> None:
    result = errors("fnd x : set of cells\n" * len(library.amount(8_000, 20_000)))
    assert result == [("E004", line, 1) for line in range(1, 21)]


def test_words_of_other_languages_are_keywords_at_the_margin_only() -> None:
    assert errors("let a = b\ndef c = d") == [("E004", 2, 1)]
    assert errors("let a = b\n  def c = d") == [("E003", 2, 3)]


def test_no_text_needs_a_lexer_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making one takes longer than reading most files."""
    source = Source("a.rules", 'puzzle "A"  # a comment\nfind star : set of cells\n')
    first = from_text.read(source), from_text.words(source)
    monkeypatch.delattr(BasicLexer, "__init__")
    assert (from_text.read(source), from_text.words(source)) == first
    assert from_text.words(source)[2].text == "# a comment"
