"""What published guides show is proved for every surrounding."""

import re

import pytest

from puzzlelang import pipeline
from puzzlelang.geometry.sorts import Sort
from puzzlelang.techniques.contexts import Contexts, Place
from puzzlelang.techniques.record import Area, Fact, Pattern, Presence, Spot, Window
from puzzlelang.techniques.searched import OpenRules, open_rules
from puzzlelang.typed import ir
from tests import library
from tests.guides import GUIDES

_FACT = re.compile(r"([a-z]+)(-?\d),(-?\d)(?:=(\w+|-)|([+-]))")


def read(opened: OpenRules, text: str) -> Pattern:
    """A line of a guide as a pattern."""
    head, _, said = text.partition(":")
    size, *rest = re.sub(r"[{\[].*", "", head).split()
    rows, columns = map(int, size.split("x"))
    areas = tuple(
        Area(tuple((int(a), int(b)) for a, b in re.findall(r"(\d),(\d)", cells)), whole=opening == "{")
        for opening, cells in re.findall(r"([{\[])([^}\]]*)", head)
    )
    window = Window(rows, columns, tuple(rest), areas)
    premises, conclusions = (
        tuple(fact(opened, window, *result) for result in _FACT.findall(part)) for part in said.split("->")
    )
    return Pattern(window, premises, conclusions)  # fmt: skip


def fact(opened: OpenRules, window: Window, name: str, row: str, column: str, value: str, sign: str) -> Fact:
    """A fact by the sort that its declaration has."""
    kind = (opened.rules.given(name) or opened.rules.find(name)).kind  # type: ignore[union-attr]
    assert isinstance(kind, ir.SetKind | ir.FunctionKind)
    spot = Spot(kind.sort.value if kind.sort is not Sort.REGION else "region", int(row), int(column))
    if sign or value == "-":
        return Fact(name, spot, Presence.PRESENT if sign == "+" else Presence.ABSENT)
    return Fact(name, spot, int(value) if value.isdigit() else value)


SOME = ("1x2: clue1,1=3 clue1,3=3", "2x2: black1,1+ black1,3+", "1x3: digit1,1=1 digit1,5=1 ->", "2x2 {1,1 1,3}:")


@pytest.mark.library
@pytest.mark.parametrize(
    ("rules", "text"),
    library.few(
        [
            pytest.param(rules, text, marks=() if text.startswith(SOME) else pytest.mark.long)
            for rules, texts in GUIDES.items()
            for text in texts
        ],
        2,
    ),
)
def test_what_a_guide_shows_is_forced_whatever_surrounds_it(rules: str, text: str) -> None:
    opened = open_rules(pipeline.load(rules))
    pattern = read(opened, text)
    every = Contexts(opened)
    place = Place(every, pattern.window)
    assert place.roomy.answer(pattern.premises) is not None
    assert [one for one in pattern.conclusions if not place.forced(pattern.premises, one)] == []
    assert pattern.conclusions
    every.close()
