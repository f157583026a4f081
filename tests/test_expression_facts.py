"""What is kept about expressions with a ruleset is what grounding would find out, also after a pickle."""

import pickle

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.typed import ir
from puzzlelang.typed.equal_forms import AlphaKeys
from puzzlelang.typed.expression_facts import ExpressionFacts
from puzzlelang.typed.pair_symmetry import is_halved
from puzzlelang.typed.subexpressions import free_slots, subexpressions
from tests.bench.hints import EXAMPLES

NAMES = ("nanameguri", "archipelago", "kropki", "tapa", "evolmino")


def facts_of(rules: ir.Ruleset) -> ExpressionFacts:
    assert rules.facts is not None
    return rules.facts


@pytest.mark.parametrize("name", NAMES)
def test_a_pickle_keeps_the_facts_of_each_expression(name: str) -> None:
    rules = pickle.loads(pickle.dumps(pipeline.load(name)))
    facts, keys = facts_of(rules), AlphaKeys()
    groups: dict[tuple[bool, object], object] = {}
    bodies = [rule.body for rule in rules.rules] + [let.body for let in rules.lets]
    seen = {id(one): one for body in bodies for one in subexpressions(body)}
    for one in seen.values():
        if id(one) in facts.slots:
            assert facts.slots[id(one)] == (one, free_slots(one, {}))
        if isinstance(one, ir.Quantified) and len(one.binder.slots) == 2:
            kept = facts.halved.get(id(one.binder))
            assert (kept is not None and kept[1]) == is_halved(one.binder, one.body)
    for (_, slot), (expression, number) in facts.keys.items():
        key = keys.of(expression, slot)
        assert groups.setdefault((slot < 0, number), key) is key
    assert len(set(groups.values())) == len({number for _, number in groups})


@pytest.mark.parametrize("name", NAMES[1:])
def test_grounding_makes_the_same_with_and_without_facts(name: str) -> None:
    rules = pipeline.load(name)
    puzzle = pipeline.board(rules, EXAMPLES / name / "small.txt")
    other = pipeline.solve(msgspec.structs.replace(rules, facts=None), puzzle)
    result = pipeline.solve(rules, puzzle)
    assert [answer.values for answer in result.answers] == [answer.values for answer in other.answers]
    assert (result.stats.sizes, result.stats.clauses) == (other.stats.sizes, other.stats.clauses)


def test_what_is_said_of_a_known_component_is_one_formula_for_its_members() -> None:
    rules = pipeline.load("nanameguri")
    puzzle = pipeline.board(rules, EXAMPLES / "nanameguri" / "small.txt")
    other = pipeline.solve(msgspec.structs.replace(rules, facts=None), puzzle)
    result = pipeline.solve(rules, puzzle)
    assert [answer.values for answer in result.answers] == [answer.values for answer in other.answers]
    assert result.stats.cases == other.stats.cases
    assert result.stats.clauses["once"] < other.stats.clauses["once"]
