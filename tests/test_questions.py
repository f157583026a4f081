"""All answers in order, what they share, and why there is none."""

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.places import Cell, Link, Place
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle, Value
from puzzlelang.questions.solve import answers as answers_text
from puzzlelang.questions.wording import place_list
from puzzlelang.solving import engines, search, unsat_core
from puzzlelang.solving.checked_solver import CheckedSolver
from puzzlelang.solving.engine import Sat, Undecided
from puzzlelang.typed import ir
from tests import library
from tests.library import sweep
from tests.random_puzzles import SIZES, answers, as_tuple, brute_force, puzzle, size_of_search
from tests.test_cli import ROOT, TENTS, run

LIBRARY = sorted(path.stem for path in resources.library_files())

STARS = """
stars: 1
aabcc
aabcc
ddbcc
deeee
deeee
"""

AQUARIUM = """
 20
1ab
1ab
"""


def small(name: str, seed: str) -> tuple[ir.Ruleset, Puzzle, Problem]:
    """A random board that brute force can handle, by some of the rules of a file."""
    rules, chance = pipeline.load(name), random.Random(f"{name} {seed}")
    while True:
        part = msgspec.structs.replace(rules, rules=tuple(r for r in rules.rules if chance.random() < 0.6))
        try:
            board = puzzle(part, chance, chance.choice(SIZES))
            problem = pipeline.ground(part, board)
        except Failed:
            continue
        if size_of_search(problem) <= 2000:
            return part, board, problem


def board_values(problem: Problem, engine: str) -> list[tuple[int, ...]]:
    result = list(search.stream(problem, engines.engine(engine), None))
    return [as_tuple(values[: len(problem.board)]) for values in result if not isinstance(values, Undecided)]


@pytest.mark.library
@sweep
def test_answers_come_in_the_same_order_from_every_engine(name: str) -> None:
    for seed in "abc"[: len(library.amount(1, 3))]:
        _, _, problem = small(name, seed)
        members = [variable.kind.value == "member" for variable in problem.board]

        def key(values: tuple[int, ...], members: list[bool] = members) -> list[int]:
            return [-value if member else value for value, member in zip(values, members, strict=True)]

        expected = sorted(brute_force(problem), key=key)
        if len(expected) > 60:
            continue
        assert board_values(problem, "cadical") == expected
        assert board_values(problem, "z3") == expected
        first = list(search.stream(problem, engines.engine("z3"), 3))
        assert len(expected) < 2 or [as_tuple(v) for v in first if not isinstance(v, Undecided)] == expected[:3]


@pytest.mark.library
@sweep
@pytest.mark.parametrize("engine", ["cadical", "z3"])
def test_facts_are_what_all_answers_share(name: str, engine: str) -> None:
    for seed in "abcd"[: len(library.amount(1, 4))]:
        rules, board, problem = small(name, seed)
        every = [in_links(problem, problem.solution(values).values) for values in brute_force(problem)]
        result = pipeline.facts(rules, board, engine=engine)
        assert result.stopped == ""
        if not every:
            assert result.drawing is None
            continue
        assert result.drawing is not None
        shared = {
            (find, str(place)): value
            for find, values in every[0].items()
            for place, value in values.items()
            if all(
                (other[find].get(place) is False, other[find].get(place)) == (value is False, value) for other in every
            )
        }
        board_values = result.drawing.values
        # Cells that the board leaves out of a partition have no variable, and are in no region.
        drawn = {
            (find, str(p)): v
            for find in board_values
            for p, v in board_values[find].items()
            if p in problem.finds[find] or (find in problem.partitions and v is False)
        }
        assert drawn == shared
        # The letters of a partition that is to be found say nothing that its links do not.
        lettered = in_links(problem, board_values)
        assert all(shared[find, str(p)] == v for find in problem.partitions for p, v in lettered[find].items())


def in_links(problem: Problem, board_values: Mapping[str, Mapping[Place, Value]]) -> dict[str, dict[Place, Value]]:
    """Values of finds, those of partitions as which links have different letters on their two sides."""
    result = {find: dict(values) for find, values in board_values.items()}
    for find in problem.partitions & board_values.keys():
        values, links = board_values[find], (place for place in problem.finds[find] if isinstance(place, Link))
        both = [link for link in links if link.first in values and link.second in values]
        outside = {place: False for place, value in values.items() if isinstance(place, Cell) and value is False}
        result[find] = outside | {link: values[link.first] != values[link.second] for link in both}
    return result


@pytest.mark.long
@pytest.mark.parametrize("engine", ["z3", "cvc5", "process"])
def test_engines_agree_on_status_count_and_facts_of_500_boards(engine: str) -> None:
    if engine == "process":
        engine = f"{Path(sys.executable).with_name('z3')} -in"
    for number in range(500):
        rules, board, problem = small(LIBRARY[number % len(LIBRARY)], f"facts {number}")
        expected = pipeline.facts(rules, board)
        result = pipeline.facts(rules, board, engine=engine)
        assert (result.drawing is None) == (expected.drawing is None)
        assert result.drawing is None or expected.drawing is None or result.drawing.values == expected.drawing.values
        assert len(answers(problem, engine, 30)) == len(answers(problem, limit=30))


def impossible() -> list[tuple[str, str]]:
    text = TENTS.read_text(encoding="utf-8")
    crowded = "\nstars: 1\nabb\nabb\nccc\n"
    return [
        ("tents", text.replace("\n5.T.T", "\n3.T.T")),
        ("star-battle", crowded),
        ("aquarium", AQUARIUM.replace("1ab\n1ab", "1ab\n2ab")),
    ]


@pytest.mark.library
@pytest.mark.parametrize(
    ("name", "text"), library.few(impossible(), 1), ids=lambda value: value if len(value) < 20 else ""
)
def test_explanations_are_minimal(name: str, text: str) -> None:
    rules = pipeline.load(name)
    problem = pipeline.ground(rules, pipeline.board(rules, text))
    engine = engines.engine(unsat_core.ENGINE)
    with CheckedSolver(problem, engine, cores=True) as solver:
        result = unsat_core.minimal_core(problem, solver)
    kept = [index for index, constraint in enumerate(problem.constraints) if constraint in result]
    assert len(kept) == len(result) > 0
    session = engine.open(problem, True)
    assert not isinstance(session.solve((), kept), Sat)
    for index in kept:
        assert isinstance(session.solve((), [other for other in kept if other != index]), Sat)
    session.close()


@pytest.mark.library
@pytest.mark.parametrize("name", ["tents", "star-battle", "aquarium", "magnets"])
def test_explanations_do_not_depend_on_the_engine(name: str) -> None:
    tried = 0
    for seed in range(40):
        _, _, problem = small(name, str(seed))
        if tried < len(library.amount(3, 40)) and not brute_force(problem):
            tried += 1
            solvers = [CheckedSolver(problem, engines.engine(engine), cores=True) for engine in ("z3", "cadical")]
            first, second = (unsat_core.minimal_core(problem, solver) for solver in solvers)
            assert first == second
    assert tried


def test_what_a_person_reads() -> None:
    result = run("solve", "aquarium", "-", text=AQUARIUM.replace(" 20", " 22"))
    assert result.returncode == 1
    assert "; These cannot all be true:" in result.stdout
    assert ";   hint: column 1 holds 2 water cells" in result.stdout
    request = run("why", "aquarium", "-", text=AQUARIUM)
    assert (request.returncode, request.stdout) == (0, "There is an answer.\n")
    stuck = run("why", "tents", "-", text=" 10\n0?*\n1T?\n")
    assert stuck.returncode == 1
    assert "  pairs: Tents and trees pair up" in stuck.stdout
    assert run("count", "norinori", "-", text="aa\n").stdout.strip() == "1"
    facts = run("facts", "minesweeper", "-", text="1..\n")
    assert facts.stdout.endswith("[answer]\n1*?\n")


@pytest.mark.library
def test_the_same_bytes_whatever_the_hash_seed() -> None:
    board = str(ROOT / "examples" / "killer-sudoku" / "small.txt")
    commands = [("solve", "killer-sudoku", board), ("export", "killer-sudoku", board), ("solve", "tents", "-", "--all")]
    for command in commands:
        outputs = set()
        for seed in library.amount(2, 20):
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)}
            done = subprocess.run(
                [sys.executable, "-m", "puzzlelang", *command],
                input=" ....\n.T...\n....T\n.....\n", capture_output=True, text=True, env=environment, check=True,
            )  # fmt: skip
            outputs.add(done.stdout)
        assert len(outputs) == 1


def test_places_of_several_words_are_listed_with_commas() -> None:
    result = pipeline.solve("slitherlink", "3..\n...\n..3\n")
    assert "differs in border R1C2/R2C2, border R1C3/R2C3, " in answers_text(result, every=False)
    assert place_list(["R1C1", "R1C2"]) == "R1C1 R1C2"
