"""Values against lists of numbers, `?` and `*` among them: every drawing of a line, against their plain meaning."""

import itertools
from collections.abc import Sequence

import pytest

from puzzlelang import Failed, pipeline
from puzzlelang.problem import evaluate
from puzzlelang.puzzle import SEVERAL, UNKNOWN, Unknown
from puzzlelang.solving import engines
from puzzlelang.solving.projected_session import eager_engine
from puzzlelang.source import Source
from tests.random_puzzles import as_tuple
from tests.test_graph_words import answers

Wanted = Sequence[int | Unknown]

LENGTH = 5
CLUES = [
    "0",
    "?",
    "*",
    "1",
    "2",
    "1,2",
    "2,1",
    "?,1",
    "1,?",
    "?,?",
    "*,1",
    "1,*",
    "2,*,1",
    "*,*",
    "*,2,*",
    "?,*",
    "*,?,1",
]
WORDS = {
    "runs": ("runs(l, black)", True),
    "list": ("list(count(p) for p in components(black & l))", True),
    "bag of runs": ("bag(runs(l, black))", False),
    "bag": ("bag(count(p) for p in components(black & l))", False),
}


def rules(formula: str) -> str:
    return "\n".join(
        [
            'puzzle "Lists"',
            "board rectangle",
            "given clue : rows to numbers or unknown",
            'find black : set of cells as "#"',
            f'rule said "It is so": every l in rows: {formula}',
        ]
    )


def parsed(clue: str) -> list[int | Unknown]:
    open_ = {"?": UNKNOWN, "*": SEVERAL}
    return [] if clue == "0" else [open_.get(part) or int(part) for part in clue.split(",")]


def in_order(values: Sequence[int], wanted: Wanted) -> bool:
    """By trying all ways to begin."""
    if not wanted:
        return not values
    first, *rest = wanted
    if first is SEVERAL:
        return any(in_order(values[start:], rest) for start in range(len(values) + 1))
    return bool(values) and (first is UNKNOWN or first == values[0]) and in_order(values[1:], rest)


def in_any_order(values: Sequence[int], wanted: Wanted) -> bool:
    alone = list(wanted) == [UNKNOWN] and not values
    return alone or any(in_order(values, order) for order in set(itertools.permutations(wanted)))


def stretches(cells: Sequence[bool]) -> list[int]:
    return [len(list(run)) for inside, run in itertools.groupby(cells) if inside]


@pytest.mark.parametrize("clue", CLUES)
@pytest.mark.parametrize("word", WORDS)
def test_lists_mean_what_they_say(word: str, clue: str) -> None:
    formula, ordered = WORDS[word]
    ruleset = pipeline.ruleset(Source("lists.rules", rules(f"{formula} = l.clue")))
    problem = pipeline.ground(ruleset, pipeline.board(ruleset, f"{clue} {' '.join('.' * LENGTH)}\n"))
    fits = in_order if ordered else in_any_order
    expected = set()
    for cells in itertools.product((False, True), repeat=LENGTH):
        fine = fits(stretches(cells), parsed(clue))
        assert evaluate.satisfies(problem, cells) == fine, cells
        expected |= {as_tuple(cells)} if fine else set()
    for engine in (engines.engine("cadical"), eager_engine(engines.engine("cadical"))):
        assert answers(problem, engine) == expected


@pytest.mark.parametrize("clue", ["0", "1", "2,1", "?", "1,*"])
def test_a_number_is_in_a_list_that_has_it_or_leaves_it_open(clue: str) -> None:
    ruleset = pipeline.ruleset(Source("lists.rules", rules("count(black & l) in l.clue")))
    problem = pipeline.ground(ruleset, pipeline.board(ruleset, f"{clue} . . .\n"))
    for cells in itertools.product((False, True), repeat=3):
        fine = sum(cells) in parsed(clue) or not {UNKNOWN, SEVERAL}.isdisjoint(parsed(clue))
        assert evaluate.satisfies(problem, cells) == fine, cells


SAME = [("2,1", True), ("1,1", False), ("?,1", True), ("*,2,*", True), ("3,*", False)]


@pytest.mark.parametrize(("other", "same"), SAME)
def test_the_numbers_of_two_clues_in_any_order(other: str, same: bool) -> None:
    text = rules("true").replace("every l in rows: true", "every a, b in pairs(rows): bag(a.clue) = bag(b.clue)")
    ruleset = pipeline.ruleset(Source("lists.rules", text))
    problem = pipeline.ground(ruleset, pipeline.board(ruleset, f"1,2 .\n{other} .\n"))
    assert evaluate.satisfies(problem, (False, False)) == same


@pytest.mark.parametrize("most", [2, 3])
def test_two_lists_have_the_same_numbers_equally_often(most: int) -> None:
    text = f"""
puzzle "Alike"
board rectangle
find digit : cells to 1..{most}
rule alike "Both rows have the same": every a, b in pairs(rows): bag(digit of a) = bag(digit of b)
"""
    ruleset = pipeline.ruleset(Source("alike.rules", text))
    for width in (1, 2, 3):
        problem = pipeline.ground(ruleset, pipeline.board(ruleset, f"{'.' * width}\n" * 2))
        for values in itertools.product(range(1, most + 1), repeat=2 * width):
            same = sorted(values[:width]) == sorted(values[width:])
            assert evaluate.satisfies(problem, values) == same, values


def test_stars_are_written_as_they_are_read() -> None:
    ruleset = pipeline.ruleset(Source("lists.rules", rules("runs(l, black) = l.clue")))
    board = pipeline.board(ruleset, "*,1 ...\n?   ...\n")
    again = pipeline.board(ruleset, pipeline.convert(ruleset, board, "text"))
    assert list(again.givens["clue"].values()) == list(board.givens["clue"].values()) == [(SEVERAL, 1), (UNKNOWN,)]
    with pytest.raises(Failed):
        pipeline.board(pipeline.load("nonogram"), "  .\n*1 .\n")


def test_a_number_as_the_default_of_a_list_is_a_list() -> None:
    text = """
puzzle "Sizes"
board rectangle
given sizes : numbers = DEFAULT
find  black : set of cells as "#"
rule size "No such number of cells is black": no n in 1..3 where n in sizes: count(black) = n
"""
    for default, count in (("0", 4), ("1", 2)):
        ruled = pipeline.ruleset(Source("sizes.rules", text.replace("DEFAULT", default)))
        assert len(pipeline.solve(ruled, pipeline.board(ruled, "size: 1x2\n"), limit=None).answers) == count
