"""Rules whose parts share parts over and over cost what the shared graph has nodes, and numbers have bounds."""

import time
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.problem import evaluate
from puzzlelang.problem.drawing_values import drawing_values
from puzzlelang.problem.findings import findings
from puzzlelang.solving.outside import export
from puzzlelang.solving.outside.export import Form
from puzzlelang.source import Source
from tests import library

HEAD = 'puzzle "P"\nboard rectangle\nfind x : set of cells as "#"\n'
BOARD = "...\n...\n"
LEVELS = 40
"""Each level speaks twice of the one below, so a walk along all paths would take 2^40 steps."""

CHAINS = {
    "choice": ("count(x)", "if {0} > 1 then {0} + 1 else {0}", "{0} > 3"),
    "iff": ("count(x) > 4", "({0} iff (count(x) = 2)) or ({0} iff (count(x) = 3))", "{0}"),
    "if": ("count(x) > 4", "if {0} then count(x) > 5 else not {0}", "{0}"),
    "and": ("count(x) > 4", "({0} and (count(x) = 2)) or (not {0} and (count(x) = 3))", "not {0}"),
    "divided": ("count(x)", "({0} mod 7) + ({0} / 7)", "{0} = 3"),
    "multiplied": ("count(x)", "({0} * {0}) mod 5", "{0} = 1"),
    "greatest": ("count(x)", "max({0}, (if {0} > 1 then 1 else 0))", "{0} = 1"),
}


def chain(name: str, more: str = "") -> str:
    start, step, rule = CHAINS[name]
    lets = "".join(f"let a{level} = ({step.format(f'a{level - 1}')})\n" for level in range(1, LEVELS))
    last = rule.format(f"a{LEVELS - 1}")
    return f'{HEAD}let a0 = {start}\n{lets}rule r "r": {last}\n{more.format(last)}'


@pytest.fixture(autouse=True)
def in_time():
    begin = time.process_time()
    yield
    assert time.process_time() - begin < 200


GRAPHS = """\
rule s "s": connected({{c in cells where c.x or ({0})}})
rule t "t": acyclic({{k in links where k.first.x and ({0})}})
"""


@pytest.mark.parametrize("more", ["", GRAPHS], ids=["alone", "in graphs"])
@pytest.mark.library
@pytest.mark.parametrize("name", library.few(CHAINS, 3))
def test_shared_parts_are_looked_at_once(name: str, more: str) -> None:
    rules = pipeline.ruleset(Source("x.rules", chain(name, more)))
    result = pipeline.solve(rules, BOARD, seconds=150)
    assert not result.stopped
    assert result.answers or name in ("divided", "multiplied")
    board = pipeline.board(rules, BOARD)
    problem = pipeline.ground(rules, board)
    if result.answers:
        drawing = boards.read_drawing(rules, board, Source("answer", result.text()))
        assert findings(problem, drawing_values(problem, drawing)) == ()
    for value in (None, True, False):
        assert len(list(evaluate.verdicts(problem, [value] * len(problem.variables)))) == len(problem.constraints)
    for form in Form if library.whole or not more else [Form.CLAUSES]:
        assert export.text(problem, form, unique=None, ask=False)


HUGE = "999999999 * 999999999 * 999"


@pytest.mark.parametrize(
    "text",
    [
        f"find y : cells to 0..{HUGE}\n",
        f"find y : cells to -({HUGE})..9\n",
        "find y : cells to 0..999999999 + 2\n",
        f"given g : number = 3\nfind y : cells to 0..g * {HUGE}\n",
        f'rule s "s": count(x) * {HUGE} > 3\n',
        f'rule s "s": exactly {HUGE} c in cells: c.x\n',
        f'rule s "s": every w in boxes({HUGE}, 2): count(w & x) = 1\n',
        'let a = 999999999 * 999999999\nlet b = a * a\nlet c = b * b\nlet d = c * c\nrule s "s": count(x) < d\n',
    ],
)
def test_numbers_without_end_are_refused(text: str) -> None:
    rules = pipeline.ruleset(Source("x.rules", f'{HEAD}rule r "r": count(x) = 1\n{text}'))
    with pytest.raises(Failed, match="E087"):
        pipeline.solve(rules, BOARD)
    with pytest.raises(Failed, match="E087"):
        pipeline.ground(rules, pipeline.board(rules, BOARD))


def test_a_box_of_any_size_is_the_board() -> None:
    rules = pipeline.ruleset(
        Source("x.rules", f'{HEAD}rule r "r": every w in boxes(999999999, 999999999): count(w & x) = 6\n')
    )
    assert pipeline.solve(rules, BOARD).unique


def test_great_numbers_that_no_solver_minds(tmp_path: Path) -> None:
    rules = pipeline.ruleset(Source("x.rules", f'{HEAD}rule r "r": count(x) * 999999999 > 999999999 * 5\n'))
    assert pipeline.solve(rules, BOARD).unique
