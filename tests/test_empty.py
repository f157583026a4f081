"""Finds that may stay empty: the same answers as with a value of its own for that, by every way of solving."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import outside
from puzzlelang.formats.text import read, write
from puzzlelang.geometry.places import Place
from puzzlelang.problem.findings import Worth
from puzzlelang.puzzle import Drawing, Value
from puzzlelang.solving import engines
from puzzlelang.solving.outside import export
from puzzlelang.solving.outside.decode import decode
from puzzlelang.solving.outside.decode import read as read_answer
from puzzlelang.solving.outside.export import Form
from puzzlelang.solving.projected_session import eager_engine
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests.random_puzzles import answers, as_tuple, brute_force
from tests.test_graph_exports import answered, command
from tests.test_graph_words import answers as found_by

HEAD = 'puzzle "Empty"\nboard rectangle\ngiven mark : set of cells as "m"\n'

DECLARED = {
    "n": ("find n : cells to 1..2?", "find n : cells to 0..2"),
    "w": ("find w : cells to {left, down}?", "find w : cells to {left, down, none}"),
    "k": ("find k : links to 1..1?", "find k : links to 0..1"),
    "p": ("let part = cells - mark\nfind p : part to 2..3?", "let part = cells - mark\nfind p : part to 1..3"),
}
"""A find that may stay empty, and one with a value for that, the same number among its values."""

SAID = {
    "a count of those with a value": (
        "n",
        "every c in cells with c.n: count({x in next(c) with x.n}) = c.n",
        "every c in cells where c.n > 0: count({x in next(c) where x.n > 0}) = c.n",
    ),
    "different values": (
        "n",
        "distinct(c.n for c in cells with c.n) and (some c in cells: present(c.n))",
        "distinct(c.n for c in cells where c.n > 0) and (some c in cells: c.n > 0)",
    ),
    "values side by side": (
        "n",
        "no a, b in adjacent with a.n and b.n: a.n = b.n",
        "no a, b in adjacent where a.n > 0 and b.n > 0: a.n = b.n",
    ),
    "sums and extremes": (
        "n",
        "sum(c.n for c in cells with c.n) = 3 and max(c.n for c in cells with c.n) = min(c.n for c in mark with c.n)",
        "sum(c.n for c in cells where c.n > 0) = 3 and "
        "max(c.n for c in cells where c.n > 0) = min(c.n for c in mark where c.n > 0)",
    ),
    "values of a set": (
        "n",
        "sum(n of cells) = 3 and distinct(n of cells)",
        "sum(n of cells) = 3 and distinct(c.n for c in cells where c.n > 0)",
    ),
    "none at marks": ("n", "every c in cells: c.mark iff not present(c.n)", "every c in cells: c.mark iff c.n = 0"),
    "a guard that compares": (
        "n",
        "every c in cells with c.n = 2: some x in next(c) with x.n: x.n < c.n",
        "every c in cells where c.n = 2: some x in next(c) where x.n > 0: x.n < c.n",
    ),
    "in one piece": (
        "n",
        "connected({c in cells with c.n}) and (no c in cells: if present(c.n) then c.n = 2)",
        "connected({c in cells where c.n > 0}) and (no c in cells: if c.n > 0 then c.n = 2)",
    ),
    "names": ("w", "exactly 1 c in cells with c.w: c.w = left", "exactly 1 c in cells: c.w = left"),
    "directions": (
        "w",
        "every c in cells with c.w: some x in next(c, c.w): not present(x.w)",
        "every c in cells: c.w = none or (some x in next(c, c.w): x.w = none)",
    ),
    "one value": (
        "k",
        "every c in cells: count({l in links(c) with l.k}) = 1",
        "every c in cells: sum(k of links(c)) = 1",
    ),
    "in a part of the board": (
        "p",
        "every c in part with c.p: exactly 1 x in next(c) with x.p: x.p = c.p",
        "every c in part where c.p > 1: exactly 1 x in next(c) & part: x.p = c.p",
    ),
}

BOARDS = ("..", "m.", ".m.", "m\n.", "..\nm.")


def both(name: str) -> tuple[Ruleset, Ruleset]:
    find, short, long = SAID[name]
    first, second = (
        pipeline.ruleset(Source("empty.rules", f'{HEAD}{declared}\nrule so "So": {body}'))
        for declared, body in zip(DECLARED[find], (short, long), strict=True)
    )
    return first, second


@pytest.mark.parametrize("name", SAID)
def test_the_same_answers_as_with_a_value_for_it(name: str) -> None:
    empty, coded = both(name)
    some = False
    for drawn in BOARDS:
        problem = pipeline.ground(empty, pipeline.board(empty, drawn))
        expected = brute_force(pipeline.ground(coded, pipeline.board(coded, drawn)))
        assert brute_force(problem) == expected
        for engine in ("cadical", "z3"):
            assert set(answers(problem, engine)) == expected
        assert found_by(problem, eager_engine(engines.engine("cadical"))) == expected
        some = some or bool(expected)
    assert some


@pytest.mark.parametrize("form", Form, ids=lambda form: form.value)
@pytest.mark.parametrize("name", ["values side by side", "names"])
def test_exports_and_what_solvers_answer(name: str, form: Form, tmp_path: Path) -> None:
    empty, _ = both(name)
    problem = pipeline.ground(empty, pipeline.board(empty, "..\nm."))
    text = export.text(problem, form, ask=form is not Form.CLAUSES)
    assert "nothing" in text
    result = read_answer(Source("answer", answered(command(form, "z3"), text, tmp_path)))
    assert as_tuple(decode(problem, result).values) in brute_force(problem)


RULES = HEAD + (
    'find dark : set of cells as "#"\nfind n : cells to 1..2?\n'
    'rule one "{l} has one number": every l in rows: count({c in l with c.n}) = 1\n'
    'rule dark "Numbers are not dark, all else is": every c in cells: c.dark iff not present(c.n)\n'
    'read pzprv3 "empty": cells("m": mark), cells("#": dark, "-": not n, "+": nothing, n)\n'
)


def rules() -> Ruleset:
    return pipeline.ruleset(Source("empty.rules", RULES))


def by_name(values: Mapping[Place, Value]) -> dict[str, Value]:
    return {str(place): value for place, value in values.items()}


def test_a_point_stays_empty_and_a_question_mark_is_open() -> None:
    result = rules()
    puzzle = pipeline.board(result, "...\n...")
    drawing = read.read_drawing(result, puzzle, Source("drawn", "#1.\n??2"))
    first, second, third, fourth, _, last = (drawing.values["n"].get(cell) for cell in puzzle.geometry.cells)
    assert (first, third, fourth) == (False, False, None)
    assert (second, last) == (1, 2)
    assert first is False
    problem = pipeline.ground(result, puzzle)
    values = problem.partial(drawing.values)
    assert [values[problem.finds["n"][cell].index] for cell in puzzle.geometry.cells] == [0, 1, 0, None, None, 2]


def test_what_is_found_is_written_and_read_again() -> None:
    actual = rules()
    puzzle = pipeline.board(actual, "m..\n...")
    result = pipeline.solve(actual, puzzle)
    again = pipeline.board(actual, Source("printed", result.text()))
    assert pipeline.check(actual, again).right
    text = outside.write(actual, puzzle, "pzprv3", Drawing(result.answers[0].values))
    output = outside.recognise_type(text)
    assert output is not None
    shown = outside.read(actual, Source("saved", text), output)
    assert shown.drawing is not None
    assert by_name(shown.drawing.values["n"]) == by_name(result.answers[0].values["n"])
    assert pipeline.check(actual, shown).right
    assert write.write_answer(actual, shown, shown.drawing) == write.write_answer(actual, puzzle, result.answers[0])


def test_marks_of_a_file_that_leave_a_number_open() -> None:
    result = rules()
    text = "pzprv3\nempty\n1\n3\n. . . \n+ - # \n"
    output = outside.recognise_type(text)
    assert output is not None
    drawing = outside.read(result, Source("saved", text), output).drawing
    assert drawing is not None
    assert by_name(drawing.values["n"]) == {"R1C2": False, "R1C3": False}


def test_a_number_below_the_range_is_out_of_range() -> None:
    result = rules()
    puzzle = pipeline.board(result, "...")
    drawing = read.read_drawing(result, puzzle, Source("drawn", "0##"))
    verdict = pipeline.check(result, puzzle, drawing)
    assert verdict.worth is Worth.BROKEN
    assert [item.sentence for item in verdict.findings][:1] == ["R1C1 holds 0, at least 1 is possible"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("every c in cells: c.n = 1", "E040"),
        ("every c in cells: if c.n = 1 then c.dark", "E040"),
        ("every c in cells where c.dark: c.n = 1", "E040"),
        ("every c in cells: c.n > 0 and present(c.n)", "E040"),
    ],
)
def test_a_value_needs_a_guard(body: str, code: str) -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("empty.rules", f'{RULES}rule wrong "So": {body}'))
    assert [item.code for item in failed.value.diagnostics] == [code]
