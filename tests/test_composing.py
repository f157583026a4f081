"""Rules files that extend several others: what they share, what they replace, and what they disagree about."""

from pathlib import Path

import pytest

from puzzlelang import pipeline, readers
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.formats import boards
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, to_text
from puzzlelang.typed import ir
from puzzlelang.typed import to_text as typed_text

BASE = """puzzle "Base"
board rectangle
given clue : cells to number?
find black : set of cells
let dark = black
rule touch "No two black cells touch": no a, b in adjacent: a.black and b.black
rule count "{c.clue} lie around {c}": every c in cells with c.clue: count(dark & around(c)) = c.clue
draw clue: circle
example "one" board "1" has no solution
"""


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.rules").write_text(text)


def load(folder: Path, name: str) -> ir.Ruleset:
    return pipeline.ruleset(Source(f"{name}.rules", (folder / f"{name}.rules").read_text()), folder)


def mistakes(folder: Path, name: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(Failed) as failed:
        load(folder, name)
    return failed.value.diagnostics


def rule_places(rules: ir.Ruleset) -> list[str]:
    return [f"{rule.span.source.name.rpartition('/')[2]} {rule.name}" for rule in rules.rules]


@pytest.mark.parametrize("statements", ['extends "b", "c"\n', 'extends "b"\nextends "c"\n'])
def test_files_with_a_common_base_share_it(tmp_path: Path, statements: str) -> None:
    write(
        tmp_path,
        a=BASE,
        b='puzzle "B"\nextends "a"\nrule rows "R": every r in rows: count(black & r) = 1\n',
        c='puzzle "C"\nextends "a"\nrule columns "C": every r in columns: count(black & r) = 1\n',
        d=f'puzzle "D"\n{statements}rule some "S": count(black) > 0\n',
    )
    rules = load(tmp_path, "d")
    assert rule_places(rules) == ["a.rules touch", "a.rules count", "b.rules rows", "c.rules columns", "d.rules some"]
    assert [given.name for given in rules.givens] == ["clue"]
    assert [style.name for style in rules.styles] == ["clue"]
    assert (rules.title, rules.examples) == ("D", ())


def test_what_a_base_replaces_is_gone_for_all(tmp_path: Path) -> None:
    write(
        tmp_path,
        a=BASE,
        b='puzzle "B"\nextends "a"\nrule touch "Black cells may touch": count(black) >= 0\n',
        c='puzzle "C"\nextends "a"\n',
        d='puzzle "D"\nextends "b", "c"\n',
        e='puzzle "E"\nextends "c", "b"\n',
    )
    assert sorted(rule_places(load(tmp_path, "d"))) == ["a.rules count", "b.rules touch"]
    assert sorted(rule_places(load(tmp_path, "e"))) == ["a.rules count", "b.rules touch"]


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("rule", 'rule more "M": count(black) > 1', 'rule more "M": count(black) > 2'),
        ("rule", 'rule touch "One": count(black) > 1', 'rule touch "Two": count(black) > 1'),
        ("draw", "draw clue: disc", "draw clue: square"),
        ("let", "let dark = black + {}", "let dark = black - {}"),
        ("given", "given pool : number = 1", "given pool : number = 2"),
        ("given", "given pool : number = 1", "option pool : {few, many} = few"),
        ("board", "board square", "board rectangle without hole\ngiven hole : set of cells"),
    ],
)
def test_two_bases_that_differ(tmp_path: Path, kind: str, one: str, other: str) -> None:
    write(
        tmp_path,
        a=BASE,
        b=f'puzzle "B"\nextends "a"\n{one}\n',
        c=f'puzzle "C"\nextends "a"\n{other}\n',
        d='puzzle "D"\nextends "b", "c"\n',
        e=f'puzzle "E"\nextends "b", "c"\n{one}\n',
        f='puzzle "F"\nextends "b", "b"\n',
    )
    (result,) = mistakes(tmp_path, "d")
    assert (result.code, result.span and result.span.text) == ("E062", '"c"')
    assert [label.span.source.name.rpartition("/")[2] for label in result.labels] == ["b.rules", "c.rules"]
    assert load(tmp_path, "e").title == "E", kind
    assert load(tmp_path, "f").title == "F"


def test_equal_statements_of_two_bases_are_one(tmp_path: Path) -> None:
    write(tmp_path, a=BASE, b=BASE.replace("  ", " ").replace('"Base"', '"Copy"'), c='puzzle "C"\nextends "a", "b"\n')
    assert rule_places(load(tmp_path, "c")) == ["a.rules touch", "a.rules count"]


def test_a_replacement_may_use_what_is_declared_further_down(tmp_path: Path) -> None:
    write(
        tmp_path,
        a=BASE,
        b='puzzle "B"\nextends "a"\ngiven block : set of cells = {}\nlet near(c) = next(c) - block\n'
        "let dark = black - block\nlet last = {c in dark where count(near(c)) > 0}\n",
        c='puzzle "C"\nextends "a"\n',
        d='puzzle "D"\nextends "c", "b"\n',
    )
    for name in "bd":
        rules = load(tmp_path, name)
        assert [let.name for let in rules.lets] == ["dark", "last"]


def test_circles_among_declarations_are_reported(tmp_path: Path) -> None:
    write(
        tmp_path,
        a=BASE + "let x = dark\nlet y = x\n",
        b='puzzle "B"\nextends "a"\nlet x = y\n',
    )
    assert [item.code for item in mistakes(tmp_path, "b")] == ["E020"]


def test_own_statements_of_one_name_are_reported(tmp_path: Path) -> None:
    own = 'rule touch "A": count(black) = 1\nrule touch "B": count(black) = 2\nlet dark = black\nlet dark = {}\n'
    write(tmp_path, a=BASE, b=f'puzzle "B"\nextends "a"\n{own}')
    assert sorted(item.code for item in mistakes(tmp_path, "b")) == ["E023", "E052"]


def test_one_file_is_missing(tmp_path: Path) -> None:
    write(tmp_path, a=BASE, b='puzzle "B"\nextends "a", "nowhere"\nrule x "X": count(strange) = count(black)\n')
    assert [item.code for item in mistakes(tmp_path, "b")] == ["E060"]


def test_a_let_may_be_included_and_extended(tmp_path: Path) -> None:
    write(tmp_path, a=BASE, b='puzzle "B"\nextends "a"\ninclude "a"\n')
    assert [let.name for let in load(tmp_path, "b").lets] == ["dark"]


def test_the_text_of_several_names() -> None:
    text = 'extends "a", "b"\ninclude "c"\n'
    file = from_text.parse(Source("x.rules", text))
    assert to_text.file_text(file) == text
    many = "extends " + ", ".join(f'"constraint-{number}"' for number in range(40)) + "\n"
    written = to_text.format_source(Source("x.rules", many))
    assert len(written.splitlines()) == 41
    assert from_text.parse(Source("x.rules", written)) == from_text.parse(Source("x.rules", many))
    assert to_text.format_source(Source("x.rules", written)) == written


def test_composing_is_stable(tmp_path: Path) -> None:
    parts = {
        f"p{n}": f'puzzle "P"\nextends "a"\ngiven g{n} : set of cells = {{}}\nrule r{n} "R": no c in g{n}: c.black\n'
        for n in range(40)
    }
    names = ", ".join(f'"{name}"' for name in parts)
    write(tmp_path, a=BASE, d=f'puzzle "D"\nextends {names}\n', **parts)
    rules = load(tmp_path, "d")
    assert typed_text.text(rules) == typed_text.text(load(tmp_path, "d"))
    assert [given.name for given in rules.givens] == ["clue", *(f"g{n}" for n in range(40))]


def test_of_files_that_read_one_type_the_base_is_meant(tmp_path: Path) -> None:
    read = 'read puzzlink "x": number16(clue)\n'
    write(tmp_path, a=BASE + read, b=f'puzzle "B"\nextends "c",\n  "a"\n{read}', c='puzzle "C"\nextends "a"\n')
    text = boards.board_source(Source("t", "https://puzz.link/p?x/2/1/2h"))
    rules, _ = readers.choose_ruleset([load(tmp_path, "b"), load(tmp_path, "a")], text)
    assert rules.title == "Base"
