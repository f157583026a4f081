"""Enclosures: a component that is too small lies within a larger set that is too small as well, with less around it."""

from collections.abc import Collection

import pytest

from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.graphs.abstraction import abstract, fixed_variables
from puzzlelang.graphs.compiled_evaluation import GraphAnswer
from puzzlelang.graphs.components import find_components
from puzzlelang.graphs.reasons import reasons
from puzzlelang.problem import build, build_graphs, evaluate, nodes
from puzzlelang.problem.record import Kind, Number, Variable
from tests import library
from tests.test_graph_reasons import explained
from tests.test_labels import Maker

CELLS = SquareGrid(3, 3).cells
DIGITS = [Number(Variable(n, "digit", cell, Kind.NUMBER, 1, 9), 1, 9) for n, cell in enumerate(CELLS)]


def others(drawn: str, fixed: Collection[int] = ()) -> list[int]:
    """Cells that must have another number, by the reason why the component of the first cell is too small."""
    at = dict(zip(CELLS, DIGITS, strict=True))
    beside = [(a, b) for a in at for b in at if (b.row - a.row, b.column - a.column) in ((0, 1), (1, 0))]
    graph = build_graphs.graph(dict.fromkeys(at, True), [(a, b, build.equal(at[a], at[b])) for a, b in beside])
    atom = build.equal(build_graphs.component_size(graph, 0), DIGITS[0])
    assert isinstance(atom, nodes.Equal)
    values = [int(digit) for digit in drawn if digit != " "]
    answer = GraphAnswer(values, bool, frozenset(fixed))
    first, *_ = reasons(atom, lambda one: find_components(one, answer), answer)
    assert all(evaluate.truth(one, values) for one in first)
    apart = (one.part for one in first if isinstance(one, nodes.Not))
    return [one.term.variable.index for one in apart if isinstance(one, nodes.Equal) and isinstance(one.term, Number)]


@pytest.mark.parametrize(
    ("drawn", "fixed", "apart"),
    [
        ("818 828 888", (), [1, 4]),  # nine cells would be too many, and eight are not too few
        ("919 929 999", (), [4]),
        ("919 929 999", (1,), [1]),
        ("999 911 911", (), [7]),  # a dent, then two cells at once
        ("888 811 811", (), [5, 7]),
        ("777 711 711", (), [5, 7]),
        ("666 611 611", (), [4, 5, 7]),
        ("991 199 119", (), [7]),
    ],
)
def test_a_dent_is_filled_as_long_as_that_is_too_small(drawn: str, fixed: Collection[int], apart: list[int]) -> None:
    assert sorted(others(drawn, fixed)) == apart


def test_what_a_constraint_states_is_fixed() -> None:
    maker = Maker("fixed", ((2, 2),), 3)
    digits, members = [*maker.digit.values()], maker.members
    stated = maker.problem(
        [
            build.conjunction([build.equal(digits[0], 2), build.negation(members[0])]),
            build.negation(build.equal(digits[1], 2)),
            members[1],
        ]
    )
    places = [digits[0].variable.index, *(one.index for one in maker.variables[-2:])]
    assert fixed_variables(stated) == abstract(stated).fixed == frozenset(places)


@pytest.mark.library
@pytest.mark.parametrize("seed", library.amount(2, 40))
def test_reasons_with_much_room_are_true_and_suffice(seed: int) -> None:
    maker = Maker(f"room{seed}", ((3, 3), (2, 5)), 7)
    chance, variables = maker.random, maker.variables
    some = []
    for _ in range(400):
        number, share = chance.randint(4, 7), chance.random()
        some.append(
            [
                number if one.high > 1 and chance.random() < share else chance.randint(one.low, one.high)
                for one in variables
            ]
        )
    for cell in maker.cells[:4]:
        formula = build.equal(maker.difference(maker.graph(), cell), 0)
        for atom, _ in abstract(maker.problem([formula])).atoms:
            for values in chance.sample(some, 10):
                explained(atom, some, list(values))
