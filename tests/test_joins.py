"""Pairs with an equality that the board decides: only equal ones are made, and the condition selects the same."""

import random

import pytest

from puzzlelang import pipeline
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.from_typed import ground
from puzzlelang.problem import to_text
from puzzlelang.problem.record import Problem
from puzzlelang.source import Source
from tests import library

HEAD = """puzzle "P"
board rectangle
given room : partition of cells
given clue : cells to number or unknown?
given size : room to number?
given way  : cells to {up, left, down}?  as up "^", left "<", down "v"
find  x : set of cells as "#"
find  n : cells to 1..3
"""

CONDITIONS = {
    "place": "a.room = b.room",
    "number": "a.row = b.row",
    "crossed": "a.row = b.column",
    "turned": "b.row + 1 = a.row",
    "second condition": "a.x and a.row + a.column = b.row + b.column",
    "unknown values": "a.n = b.n and a.row = b.row",
    "found values": "a.n = b.n",
    "of a let": "near(a, b)",
    "of turned arguments": "near(b, a)",
    "guarded": "(if present(a.room.size) and present(b.room.size) then a.room = b.room else a.row = b.row)",
    "common member": "(some c in next(a) & next(b): c.x)",
    "one common member": "count(next(a) & next(b)) = 1",
    "common members, some found": "count(next(b) & x & next(a)) >= 1",
    "members of a component": "a.x and count(component(b, x) & next(a)) > 1",
    "no common member": "count(next(a) & next(b)) = 0",
    "common member of a let": "touches(a, b)",
    "sets that are not disjoint": "next(b) & a.room != {}",
    "guarded set": "present(a.way) and count(ray(a, a.way) & next(b)) = 1",
}
TOUCHES = "let touches(a, b) = count(next(a) & next(b)) > 0\n"
LET = "let near(a, b) = a.row + a.column = b.row + b.column\n"


def grounded(condition: str, body: str = "a.x", seed: int = 0, domain: str = "cells") -> Problem:
    rules = pipeline.ruleset(
        Source("x.rules", f'{HEAD}{LET}{TOUCHES}rule r "r": no a, b in pairs({domain}) where {condition}: {body}')
    )
    rng = random.Random(seed)
    clues = "\n".join("".join(rng.choice(".?12") for _ in range(4)) for _ in range(3))
    rooms = "\n".join("".join(rng.choice("ab") for _ in range(4)) for _ in range(3))
    return ground(rules, pipeline.board(rules, f"[clue]\n{clues}\n\n[room]\n{rooms}\n\n[size]\na: 2\n"))


@pytest.mark.library
@pytest.mark.parametrize("body", ["a.x", "a.x and b.x"])
@pytest.mark.parametrize("condition", CONDITIONS.values(), ids=CONDITIONS)
def test_a_join_leaves_out_nothing(condition: str, body: str) -> None:
    """A double negation hides the equality, so that all pairs are asked."""
    for seed in library.amount(2, 4):
        joined, request = grounded(condition, body, seed), grounded(f"not (not ({condition}))", body, seed)
        assert to_text.text(joined) == to_text.text(request)


@library.sweep_large
def test_a_join_makes_few_cases() -> None:
    rules = pipeline.ruleset(
        Source(
            "x.rules",
            'puzzle "P"\nboard rectangle\ngiven v : cells to number\nfind x : set of cells as "#"\n'
            'rule r "r": no a, b in pairs(cells) where bag(v of {a}) = bag(v of {b}): a.x and b.x',
        )
    )
    board = "\n".join(" ".join(str((40 * row + column) // 4) for column in range(80)) for row in range(60))
    result = ground(rules, pipeline.board(rules, board))
    assert len(result.constraints) > 4800


ELEMENTS = {
    "place": "b.room = a.room",
    "turned": "a.row + 1 = b.row",
    "guarded": "present(a.room.size) and b.row = a.room.size",
    "second condition": "b.x and b.row + b.column = a.row + a.column",
    "element first": "b.row < 3 and b.column = a.column",
    "found values": "b.n = a.n and b.row = a.row",
    "twice": "b.n = a.row and b.row = a.column",
    "solved": "b.row - a.row = a.column - b.column + 1",
    "two equalities": "b.row - a.row = 1 and b.column - a.column = a.row - 1",
    "two of which one is found": "b.n - a.n = 1 and b.column + a.row = a.column",
    "alternatives": "(b.row = a.column and b.column = a.row or b.room = a.room)",
    "alternatives of which one is found": "b.n = 2 and (b.x and b.row = a.row or b.n = a.n and b.column = a.column)",
    "alternatives of which one has no equality": "(b.row = a.row or b.x)",
    "guarded alternative": "(b.row = a.row or present(a.room.size) and b.row = a.room.size)",
    "nested alternatives": "(b.row = a.row or (b.x or b.row = 1) and (b.column = a.column or b.room = a.room))",
    "in a set": "b in next(a, up)",
    "in a set of found cells": "b in next(a) & x and b.n = 2",
    "in a component": "b in component(a, x)",
    "in a set, guarded": "present(a.way) and b in ray(a, a.way)",
    "in a set, if something is found": "a.x and b in next(a, left)",
    "in a set of its own": "b in next(b, up) + next(a, up)",
    "common member": "(some c in next(b) & a.room: c.x)",
    "common members": "count(next(a) & next(b)) = 2",
    "common members, some found": "b.x and count(x & next(b) & next(a)) > 0",
    "members of a component": "count(next(b) & component(a, x)) >= 2",
    "members of components": "count(component(b, x) & component(a, x)) = 1",
    "sets that are not disjoint": "next(b) & {a} != {}",
    "guarded set": "present(a.way) and count(next(b) & ray(a, a.way)) = 1",
    "no common member": "count(next(a) & next(b)) < 1",
}


@pytest.mark.library
@pytest.mark.parametrize("domain", ["cells", "x", "cells - x"])
@pytest.mark.parametrize("condition", ELEMENTS.values(), ids=ELEMENTS)
def test_elements_with_equal_values_are_the_same(condition: str, domain: str) -> None:
    for seed in library.amount(1, 2):
        joined, request = (stated(one, domain, seed) for one in (condition, f"not (not ({condition}))"))
        assert to_text.text(joined) == to_text.text(request)


PAIRS_WITHIN = {
    "first": "a in w",
    "second": "b in w",
    "both": "a in w and b in w",
    "after a condition": "count(w & x) > 1 and b in w and a.x",
    "of found cells": "a in w & x",
    "about the other": "a in next(b) and b in w",
}


@pytest.mark.parametrize("domain", ["adjacent", "touching"])
@pytest.mark.parametrize("condition", PAIRS_WITHIN.values(), ids=PAIRS_WITHIN)
def test_pairs_within_a_set_are_the_same(condition: str, domain: str) -> None:
    joined, request = (_of_windows(one, domain) for one in (condition, f"not (not ({condition}))"))
    assert to_text.text(joined) == to_text.text(request)


def _of_windows(condition: str, domain: str) -> Problem:
    text = f'{HEAD}rule r "r": every w in windows(2, 2): count({{a, b in {domain} where {condition}}}) < 2'
    board = "aabb\n" * 5
    return ground(rules := pipeline.ruleset(Source("x.rules", text)), pipeline.board(rules, f"[room]\n{board}"))


def stated(condition: str, domain: str, seed: int) -> Problem:
    text = f'{HEAD}rule r "r": every a in cells: count({{b in {domain} where {condition}}}) < 2'
    rng = random.Random(seed)
    clues = "\n".join("".join(rng.choice(".?12") for _ in range(4)) for _ in range(3))
    rooms = "\n".join("".join(rng.choice("ab") for _ in range(4)) for _ in range(3))
    ways = "\n".join("".join(rng.choice(".^<v") for _ in range(4)) for _ in range(3))
    rules = pipeline.ruleset(Source("x.rules", text))
    return ground(
        rules, pipeline.board(rules, f"[clue]\n{clues}\n\n[room]\n{rooms}\n\n[size]\na: 2\n\n[way]\n{ways}\n")
    )


FEW = [
    "b.row + b.column = a.row + a.column and b != a", "b in ray(a, left)", "(b.row = a.row + 1 or b.column = a.column)",
]  # fmt: skip


@pytest.mark.parametrize("condition", FEW)
def test_few_elements_make_few_cases(condition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []
    monkeypatch.setattr(GroundBoard, "work", lambda _, amount: steps.append(amount))
    text = f"""puzzle "P"
board rectangle
find x : set of cells as "#"
rule r "r": every a in cells: some b in cells where {condition}: b.x
"""
    rules = pipeline.ruleset(Source("x.rules", text))
    ground(rules, pipeline.board(rules, "\n".join(["." * 20] * 20)))
    assert 20 * 20 < sum(steps) < 20 * 20 * 42
