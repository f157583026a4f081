"""Exports as solvers outside read them, and the way back: every form, every solver that is there, every answer."""

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.text import read as board_text
from puzzlelang.problem import build, evaluate
from puzzlelang.problem import nodes as ground
from puzzlelang.problem.record import Kind, Problem, Values, Variable
from puzzlelang.sat import numbered_clauses
from puzzlelang.smt import names
from puzzlelang.solving import engines
from puzzlelang.solving.engine import Unsat
from puzzlelang.solving.outside import export
from puzzlelang.solving.outside.answer import Status
from puzzlelang.solving.outside.decode import decode, read
from puzzlelang.solving.outside.export import Form
from puzzlelang.source import Source
from tests.library import few, sweep_boards, sweep_large
from tests.test_smt import CELLS, FAMILIES, everything, random_problem, right_ones, stated

ROOT = Path(__file__).parent.parent
BOARDS = sorted(path for path in (ROOT / "examples").glob("*/*.txt") if not path.name.endswith(".answer.txt"))
SAMPLE = [
    ROOT / "examples" / genre / "small.txt"
    for genre in ("tents", "kenken", "aquarium", "skyscrapers", "magnets", "light-up", "kakuro", "minesweeper")
]
SCRIPTS = [Form.INTEGERS, Form.BOOLEANS, Form.VECTORS]

SLOW = {"kenken/large", "killer-sudoku/medium", "mosaic/medium", "skyscrapers/medium"}

CVC5 = """
import sys, cvc5
terms = cvc5.TermManager()
solver, symbols = cvc5.Solver(terms), cvc5.SymbolManager(terms)
parser = cvc5.InputParser(solver, symbols)
parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
while not (command := parser.nextCommand()).isNull():
    print(command.invoke(solver, symbols), end="")
"""
"""The program `cvc5` for those who have only the package."""

CLAUSES = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("cadical195", bootstrap_with=CNF(from_file=sys.argv[1])) as solver:
    print("s SATISFIABLE" if solver.solve() else "s UNSATISFIABLE")
    print(*["v", *solver.get_model(), 0] if solver.get_model() is not None else ["c"])
"""


def called(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def program(name: str) -> list[str]:
    """The command of a solver; skips the test if it is not there."""
    beside = Path(sys.executable).with_name(name)
    result = str(beside) if beside.exists() else shutil.which(name)
    if result:
        return [result]
    if name == "cvc5":
        pytest.importorskip("cvc5")
        return [sys.executable, "-c", CVC5]
    pytest.skip(f"the program {name} is not installed")


def answered(command: Sequence[str], text: str, folder: Path) -> str:
    path = folder / "export"
    path.write_text(text, encoding="ascii")
    done = subprocess.run([*command, path], capture_output=True, text=True, timeout=300, check=False)
    assert "error" not in done.stdout
    return done.stdout


def grounded(path: Path) -> Problem:
    rules = pipeline.load(path.parent.name)
    return pipeline.ground(rules, pipeline.board(rules, path))


def answer(path: Path) -> Values:
    rules = pipeline.load(path.parent.name)
    puzzle = pipeline.board(rules, path)
    drawing = board_text.read_drawing(rules, puzzle, pipeline.read_text(path.with_suffix(".answer.txt")))
    return [value for value in pipeline.ground(rules, puzzle).partial(drawing.values) if value is not None]


def round_trip(path: Path, form: Form, command: Sequence[str], folder: Path) -> None:
    """Solved elsewhere the board has its answer, and no other."""
    problem, wanted = grounded(path), answer(path)
    text = export.text(problem, form, ask=form is not Form.CLAUSES)
    result = read(Source("answer", answered(command, text, folder)))
    assert result.status is Status.SAT
    assert list(decode(problem, result).values) == wanted
    other = export.text(problem, form, unique=wanted)
    assert read(Source("answer", answered(command, other, folder))).status is Status.UNSAT


@pytest.mark.library
@pytest.mark.parametrize("solver", ["z3", "cvc5", "yices-smt2"])
@pytest.mark.parametrize("path", few(SAMPLE, 4), ids=called)
def test_other_solvers_find_the_answer(path: Path, solver: str, tmp_path: Path) -> None:
    round_trip(path, Form.INTEGERS, program(solver), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("form", SCRIPTS, ids=lambda form: form.value)
@pytest.mark.parametrize("solver", ["z3", "cvc5", "yices-smt2"])
@sweep_boards
def test_other_solvers_find_every_answer(path: Path, solver: str, form: Form, tmp_path: Path) -> None:
    if form is Form.VECTORS and solver == "cvc5" and called(path) in SLOW:
        pytest.skip("cvc5 needs more than half a minute for these sums of bit-vectors")
    round_trip(path, form, program(solver), tmp_path)


@pytest.mark.library
@pytest.mark.parametrize("form", [Form.BOOLEANS, Form.VECTORS], ids=lambda form: form.value)
@pytest.mark.parametrize("path", few(SAMPLE, 4), ids=called)
def test_z3_finds_the_answer_without_integers(path: Path, form: Form, tmp_path: Path) -> None:
    round_trip(path, form, program("z3"), tmp_path)


@pytest.mark.parametrize("path", SAMPLE[:4], ids=called)
def test_a_solver_for_clauses_finds_the_answer(path: Path, tmp_path: Path) -> None:
    round_trip(path, Form.CLAUSES, [sys.executable, "-c", CLAUSES], tmp_path)


@pytest.mark.long
@sweep_boards
def test_a_solver_for_clauses_finds_every_answer(path: Path, tmp_path: Path) -> None:
    round_trip(path, Form.CLAUSES, [sys.executable, "-c", CLAUSES], tmp_path)


# ------------------------------------------------------------------------------------ the meaning of an export


@pytest.mark.library
@pytest.mark.parametrize("form", [Form.BOOLEANS, Form.VECTORS], ids=lambda form: form.value)
@pytest.mark.parametrize("family", few(FAMILIES, 6))
def test_a_script_has_the_answers_of_the_problem(family: str, form: Form) -> None:
    z3 = pytest.importorskip("z3")
    problem = random_problem(f"export{family}", FAMILIES[family], "under not")
    solver = z3.Solver()
    solver.from_string(export.text(problem, form))
    symbols = names.symbols(problem)
    kind = symbols.direct if form is Form.BOOLEANS else [()] * len(problem.variables)
    bits = re.search(r"BitVec (\d+)", export.text(problem, form))
    terms = []
    for variable in problem.variables:
        if variable.kind is Kind.MEMBER or kind[variable.index]:
            terms += [z3.Bool(name) for name in kind[variable.index] or (symbols.whole[variable.index],)]
        else:
            assert bits is not None
            terms.append(z3.BitVec(symbols.whole[variable.index], int(bits[1])))
    result = set()
    while solver.check() == z3.sat:
        values = [solver.model().eval(term, model_completion=True) for term in terms]
        lines = [f"({term} {value.sexpr()})" for term, value in zip(terms, values, strict=True)]
        result.add(tuple(decode(problem, read(Source("answer", f"sat ({' '.join(lines)})"))).values))
        solver.add(z3.Or([term != value for term, value in zip(terms, values, strict=True)]))
    assert result == right_ones(problem)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_clauses_of_a_constraint_mean_it_and_definitions_leave_every_answer(family: str) -> None:
    from pysat.solvers import Solver

    problem = random_problem(f"clauses{family}", FAMILIES[family], "under or")
    result = numbered_clauses.number_clauses(problem)
    for constraint, own in zip((*problem.constraints, None), (*result.constraints, ()), strict=True):
        with Solver("cadical195", bootstrap_with=[*result.definitions, *own]) as solver:
            for values in everything(problem.variables):
                fixed = [-literal for literal in numbered_clauses.another(result.board, problem.variables, values)]
                right = constraint is None or evaluate.truth(constraint.formula, values) is True
                assert solver.solve(assumptions=fixed) == right


def between(greatest: int, total: int) -> Problem:
    """One size from 0 to the greatest, minus twice one from -3 to 0, is the total."""
    result = [
        Variable(0, "size", CELLS[0], Kind.NUMBER, 0, greatest),
        Variable(1, "size", CELLS[1], Kind.NUMBER, -3, 0),
    ]
    first, second = (ground.Number(one, one.low, one.high) for one in result)
    return stated(result, [build.equal(build.total([], [(1, first), (-2, second)], 0), total)])


@pytest.mark.parametrize("greatest", [*range(1, 10), 2**62])
def test_bit_vectors_are_wide_enough_for_every_number(greatest: int) -> None:
    z3 = pytest.importorskip("z3")
    for total in (0, 1, greatest, greatest + 3, greatest + 4, greatest + 6):
        text = export.text(between(greatest, total), Form.VECTORS)
        bits = re.search(r"BitVec (\d+)", text)
        assert bits is not None
        first, second = (z3.BitVec(name, int(bits[1])) for name in ("size_R1C1", "size_R1C2"))
        solver = z3.Solver()
        solver.from_string(text)
        result = set()
        while solver.check() == z3.sat:
            values = [solver.model().eval(one, model_completion=True).as_signed_long() for one in (first, second)]
            result.add(tuple(values))
            solver.add(z3.Or(first != values[0], second != values[1]))
        assert result == {(total + 2 * low, low) for low in range(-3, 1) if 0 <= total + 2 * low <= greatest}


def test_numbers_too_great_for_bit_vectors_are_refused() -> None:
    with pytest.raises(Failed) as failed:
        export.text(between(2**63, 5), Form.VECTORS)
    assert failed.value.diagnostics[0].code == "E325"
    assert "65 bits" in failed.value.diagnostics[0].message


@pytest.mark.parametrize("form", SCRIPTS, ids=lambda form: form.value)
@pytest.mark.parametrize("path", SAMPLE[:3], ids=called)
def test_each_constraint_is_one_named_assertion_with_its_sentence(path: Path, form: Form) -> None:
    problem = grounded(path)
    text = export.text(problem, form)
    result = re.findall(r":named (\w+)\)\)$", text, re.MULTILINE)
    assert len(result) == len(set(result)) == len(problem.constraints)
    for constraint, name in zip(problem.constraints, result, strict=True):
        assert name.startswith(constraint.origin.rule.name.replace("-", "_"))
        sentence = " ".join(constraint.origin.sentence.split())
        assert f"; {constraint.origin}: {sentence}\n" in text
    for variable in problem.variables:
        assert f" = {variable}" in text


IMPOSSIBLE = (ROOT / "examples" / "tents" / "small.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", SCRIPTS, ids=lambda form: form.value)
def test_a_core_of_z3_names_cases_of_rules_that_contradict_each_other(form: Form, tmp_path: Path) -> None:
    rules = pipeline.load("tents")
    first, rest = IMPOSSIBLE.split("\n", 1)
    problem = pipeline.ground(rules, pipeline.board(rules, "\n".join([first.replace("1", "2", 1), rest])))
    text = export.text(problem, form).replace("(exit)", "(get-unsat-core)")
    status, core = answered(program("z3"), "(set-option :produce-unsat-cores true)\n" + text, tmp_path).split("\n", 1)
    assert status == "unsat"
    named = re.findall(r":named (\w+)\)\)$", text, re.MULTILINE)
    chosen = core.strip().strip("()").split()
    assert chosen
    assert set(chosen) <= set(named)
    session = engines.engine("cadical").open(problem, True)
    assert isinstance(session.solve((), [named.index(name) for name in chosen]), Unsat)
    session.close()


def test_names_and_comments_are_plain_whatever_the_rules_say() -> None:
    hues = ("rouge", "é", "⁂;\n(assert false)")
    kinds = [("and", Kind.MEMBER, 0, 1, ()), ("let", Kind.NUMBER, -2, 1, ()), ("LET", Kind.NUMBER, 0, 1, ())]
    kinds += [
        ("let_R1C1_is", Kind.MEMBER, 0, 1, ()),
        ("let R1C1 is", Kind.MEMBER, 0, 1, ()),
        ("é", Kind.NAME, 0, 2, hues),
    ]
    built = [Variable(index, find, CELLS[0], *rest) for index, (find, *rest) in enumerate(kinds)]
    problem = stated(built, [build.disjunction([ground.Holds(built[0]), ground.Holds(built[3])])], "assert")
    result = names.symbols(problem)
    every = [*result.whole, *itertools.chain(*result.direct)]
    assert len(every) == len(set(every))
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*_\w*\d\w*", name) for name in every)
    assert "let_R1C1_is_minus_2" in every
    for form in Form:
        text = export.text(problem, form)
        assert text.replace("\n", "").isprintable()
        assert text.isascii()
        assert "\n(assert false)" not in text


def test_the_logic_is_the_smallest_for_what_is_written() -> None:
    result = [Variable(index, "in", cell, Kind.MEMBER, 0, 1) for index, cell in enumerate(CELLS)]
    one = stated(result, [build.at_most(build.count([ground.Holds(result[0]), ground.Holds(result[1])]), 1)])
    assert "(set-logic QF_UF)" in export.text(one, Form.INTEGERS)
    weighed = build.total([(index + 1, ground.Holds(member)) for index, member in enumerate(result)])
    other = stated(result, [build.equal(weighed, 5)])
    logics = {form: re.findall(r"set-logic (\w+)", export.text(other, form)) for form in SCRIPTS}
    assert logics == {Form.INTEGERS: ["QF_LIA"], Form.BOOLEANS: ["QF_UF"], Form.VECTORS: ["QF_BV"]}


SEEDED = """
import sys
from puzzlelang import pipeline
from puzzlelang.solving.outside import export
for name in sys.argv[1:]:
    rules = pipeline.load(name.split("/")[-2])
    problem = pipeline.ground(rules, pipeline.board(rules, pipeline.read_text(pipeline.Path(name))))
    for form in export.Form:
        print(export.text(problem, form, ask=form is not export.Form.CLAUSES))
"""


def test_exports_do_not_depend_on_the_hash_seed() -> None:
    result = set()
    for seed in ("0", "77"):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SEEDED, *map(str, SAMPLE[:5])]
        result.add(subprocess.run(command, capture_output=True, env=environment, timeout=600, check=True).stdout)
    assert len(result) == 1
    assert len(result.pop()) > 100_000


# --------------------------------------------------------------------------------------------- answers of solvers

RULES = """\
puzzle "Small"
board rectangle
find ink : set of cells as "#"
find size : cells to -2..2
rule one "One cell is black": count(ink) = 1
rule less "Sizes add up to 0": sum(size of cells) = 0
rule black "A black cell is greatest": every c in ink: c.size = 2
"""


@cache
def small() -> Problem:
    ruleset = pipeline.ruleset(Source("small.rules", RULES))
    return pipeline.ground(ruleset, pipeline.board(ruleset, "..\n"))


RIGHT = (True, False, 2, -2)

SAT = [
    "sat\n((ink_R1C1 true)\n (ink_R1C2 false)\n (size_R1C1 2)\n (size_R1C2 (- 2)))\n",
    "sat\n(model (define-fun ink_R1C1 () Bool true) (define-fun size_R1C1 () Int 2)"
    " (define-fun size_R1C2 () Int (- 2)) (define-fun f ((x Int)) Int (ite (= x 0) 1 2)))",
    "sat\n((define-fun |ink_R1C1| () Bool true) ; known\n (define-fun size_R1C1 () Int 2)"
    "\n(define-fun size_R1C2 () Int -2) (declare-fun u () U) (define-fun rest () Bool (let ((a b)) (and a c))))",
    "sat\n(= ink_R1C1 true)\n(= ink_R1C2 false)\n(= size_R1C1 2)\n(= size_R1C2 -2)",
    "success\nsat\n((ink_R1C1 true) (ink_R1C2 false) (size_R1C1 #b010) (size_R1C2 #b110))",
    "((ink_R1C1 true) (ink_R1C2 false) (size_R1C1 (_ bv2 4)) (size_R1C2 #xe))",
    "sat\n((size_R1C1_is_minus_2 false)(size_R1C1_is_minus_1 false)(size_R1C1_is_0 false)(size_R1C1_is_1 false)"
    "(size_R1C1_is_2 true)(size_R1C2_is_minus_2 true)(ink_R1C1 true))",
    "s SATISFIABLE\nv 1 -2 -3 -4 -5 -6 7\nv 8 -9 -10 -11 -12 99 0\n",
    "c a comment\ns SATISFIABLE\nv 1 7 8 0\n",
    "SAT\n1 -2 -3 -4 -5 -6 7 8 -9 -10 -11 -12 0\n",
    "sat\n1 -2 -3 -4 -5 -6 7 8 -9 -10 -11 -12 0\n",
]


@pytest.mark.parametrize("text", SAT)
def test_every_form_of_an_answer_is_read(text: str) -> None:
    result = read(Source("answer", text))
    assert result.status is Status.SAT
    assert tuple(decode(small(), result).values) == RIGHT


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("unsat\n", Status.UNSAT),
        ('unsat\n(error "line 8 column 10: there is no model")\n', Status.UNSAT),
        ("unsat\n(one_1 less_1 black_R1C1)\n", Status.UNSAT),
        ("s UNSATISFIABLE\n", Status.UNSAT),
        ("c solver\nc\ns UNSATISFIABLE\nc done", Status.UNSAT),
        ("UNSAT", Status.UNSAT),
        ("unknown\n(:reason-unknown incomplete)", Status.UNKNOWN),
        ("timeout", Status.UNKNOWN),
        ("s UNKNOWN", Status.UNKNOWN),
        ("INDET", Status.UNKNOWN),
    ],
)
def test_every_status_is_read(text: str, status: Status) -> None:
    assert read(Source("answer", text)).status is status


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "E320", (1, 1)),
        ("c nothing\n", "E320", (1, 1)),
        ("sat\n((ink_R1C1 true)", "E320", (2, 1)),
        ("sat\n)", "E320", (2, 1)),
        ("sat\n((|ink true))", "E320", (2, 3)),
        ("hello", "E320", (1, 1)),
        ("sat\nsat", "E320", (2, 1)),
        ("sat\n(one two three)", "E320", (2, 2)),
        ("(" * 300, "E320", (1, 201)),
        ("s MAYBE", "E320", (1, 1)),
        ("s SATISFIABLE\nv 1 x 0", "E320", (2, 5)),
        ("s SATISFIABLE\nv 1 -1 0", "E320", (2, 5)),
        ("s SATISFIABLE\nv 1 0 2", "E320", (2, 7)),
        ("s SATISFIABLE\ns SATISFIABLE", "E320", (2, 1)),
        ("sat\n((ink_R1C1 true) (ink_R1C1 false))", "E320", (2, 28)),
        ("p cnf 3 4\n1 2 0", "E320", (1, 1)),
        ("(set-logic QF_LIA)\n(declare-fun x () Int)\n(check-sat)", "E320", (2, 2)),
        ("sat", "E321", (1, 1)),
        ("s SATISFIABLE", "E321", (1, 1)),
        ('(error "unknown logic")', "E321", (1, 1)),
        ("sat\n((other_R1C1 true))", "E322", (1, 1)),
        ("sat\n((ink_R1C1 true) (size_R1C1 1))", "E322", (1, 1)),
        ("s SATISFIABLE\nv 1 -2 6 0", "E322", (1, 1)),
        ("sat\n((size_R1C1 3))", "E323", (2, 13)),
        ("sat\n((size_R1C1 true))", "E323", (2, 13)),
        ("sat\n((ink_R1C1 1))", "E323", (2, 12)),
        ("sat\n((size_R1C1 (/ 1 2)))", "E323", (2, 13)),
        (f"sat\n((size_R1C1 {'9' * 5000}))", "E323", (2, 13)),
        ("sat\n((size_R1C1_is_0 true) (size_R1C1_is_1 true))", "E323", (2, 40)),
        ("s SATISFIABLE\nv 3 4 0", "E323", (2, 5)),
        ("s SATISFIABLE\nv -3 -4 -5 -6 -7 0", "E323", (2, 15)),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_with_its_place(text: str, code: str, place: tuple[int, int]) -> None:
    source = Source("answer", text)
    with pytest.raises(Failed) as failed:
        decode(small(), read(source))
    result = failed.value.diagnostics[0]
    assert result.code == code
    assert result.span is not None
    assert source.line_column(result.span.start) == place


WORDS = """( ) ; | " sat unsat v s c 0 1 -1 7 true - _ bv2 #b01 #x error model = define-fun () Bool ink_R1C1 size_R1C1
SATISFIABLE size_R1C1_is_0 é ² 4294967296"""
PIECES = st.sampled_from([*WORDS.split(), "\n", " ", "\0", "\u2028"])


@given(st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=40).map(" ".join), st.sampled_from(SAT)), st.data())
def test_any_text_is_an_answer_or_a_diagnostic(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.lists(PIECES, max_size=2).map("".join))
    source = Source("answer", text[:cut] + inserted + text[cut + data.draw(st.integers(0, 5)) :])
    try:
        result = read(source)
        if result.status is Status.SAT:
            decode(small(), result)
    except Failed as failed:
        for item in failed.diagnostics:
            assert item.code in {"E320", "E321", "E322", "E323"}
            assert item.span is None or 0 <= item.span.start <= item.span.end <= len(source.text)


@sweep_large
def test_a_long_answer_is_read_in_time() -> None:
    filler = "".join(f"(define-fun edge_{index} () Bool false)\n" for index in range(60_000))
    result = read(Source("answer", f"sat\n(\n{filler}(define-fun ink_R1C1 () Bool true)\n)"))
    assert len(result.symbols) == 60_001


# ------------------------------------------------------------------------------------------------- the commands


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "puzzlelang", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, input=text, capture_output=True, text=True, env=environment, timeout=600, check=False
    )


TENTS = str(ROOT / "examples" / "tents" / "small.txt")
TENTS_ANSWER = str(ROOT / "examples" / "tents" / "small.answer.txt")


def test_decode_draws_as_solve_does(tmp_path: Path) -> None:
    answered_values = answered(program("z3"), run("export", "tents", TENTS, "--values").stdout, tmp_path)
    result = run("decode", "tents", TENTS, text=answered_values)
    assert result.returncode == 0
    drawing = result.stdout.split(";")[0]
    assert run("solve", "tents", TENTS).stdout.startswith(drawing)
    content = json.loads(run("decode", "tents", TENTS, "-", "--json", text=answered_values).stdout)
    assert content["status"] == "right"
    assert content["answers"][0]["text"].strip() == drawing.strip()


def test_decode_names_the_rules_that_an_answer_breaks() -> None:
    problem = grounded(Path(TENTS))
    values = {str(symbol): "false" for symbol in names.symbols(problem).whole}
    text = "sat (" + " ".join(f"({symbol} {value})" for symbol, value in values.items()) + ")"
    result = run("decode", "tents", TENTS, text=text)
    assert result.returncode == 1
    assert "; broken: pairs:" in result.stdout
    assert "; broken: hint:" in result.stdout


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [("unsat", 1, "no answer"), ("unknown", 4, "Not known"), ("(", 3, "<stdin>:1:1"), ("sat\n()", 3, "E322")],
)
def test_exit_codes_of_decode(text: str, code: int, says: str) -> None:
    result = run("decode", "tents", TENTS, "-", text=text)
    assert result.returncode == code
    assert says in result.stdout + result.stderr
    assert "Traceback" not in result.stderr


def test_export_leaves_out_an_answer_that_is_known(tmp_path: Path) -> None:
    solved = run("export", "tents", TENTS, "--unique")
    assert solved.returncode == 0
    assert ":named another_answer_1" in solved.stdout
    assert run("export", "tents", TENTS, "--except", TENTS_ANSWER).stdout == solved.stdout
    assert answered(program("z3"), solved.stdout, tmp_path).strip() == "unsat"


def changed(path: Path, text: str, change: Callable[[str], str]) -> str:
    path.write_text(change(text), encoding="utf-8")
    return str(path)


def test_export_writes_nothing_without_an_answer_to_leave_out(tmp_path: Path) -> None:
    target = tmp_path / "out.smt2"
    board = changed(tmp_path / "board.txt", IMPOSSIBLE, lambda text: text.replace("1", "2", 1))
    result = run("export", "tents", board, "--unique", "-o", str(target))
    assert result.returncode == 1
    assert "there is no answer" in result.stderr
    right = Path(TENTS_ANSWER).read_text(encoding="utf-8")
    for replacement in (".", "?"):
        wrong = changed(tmp_path / "wrong.txt", right, lambda text, by=replacement: text.replace("*", by, 1))
        result = run("export", "tents", TENTS, "--except", wrong, "-o", str(target))
        assert result.returncode == 3
        assert "E324" in result.stderr
    assert not target.exists()


@pytest.mark.parametrize(
    "options", [("--unique", "--except", "x"), ("--format", "dimacs", "--values"), ("--logic", "qbf")], ids=" ".join
)
def test_wrong_usage_of_export(options: tuple[str, ...]) -> None:
    assert run("export", "tents", TENTS, *options).returncode == 2
