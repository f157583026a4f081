"""Techniques that are kept beside the library are true of its rules."""

from collections import Counter
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.resources import library
from puzzlelang.techniques.contexts import Place
from puzzlelang.techniques.searched import open_rules
from puzzlelang.techniques.to_json import ToldBest, best_patterns

KEPT = sorted((library() / "techniques").glob("*.json"))


def told(path: Path) -> ToldBest:
    return best_patterns(path.read_bytes())


def test_ten_genres_have_techniques_with_names() -> None:
    assert len(KEPT) >= 10
    for path in KEPT:
        kept, rules = told(path), pipeline.load(path.stem)
        assert kept.title == rules.title
        assert 0 < len(kept.techniques) <= 20
        assert all(one.name and one.conclusions for one in kept.techniques)
        assert max(Counter(one.pattern() for one in kept.techniques).values()) == 1


@pytest.mark.parametrize(
    ("path", "number"),
    [
        pytest.param(path, number, id=f"{path.stem}-{number}", marks=() if (at, number) == (0, 0) else pytest.mark.long)
        for at, path in enumerate(KEPT)
        for number in range(len(told(path).techniques))
    ],
)
def test_each_is_forced_whatever_surrounds_it(path: Path, number: int) -> None:
    pattern = told(path).techniques[number].pattern()
    place = Place(open_rules(pipeline.load(path.stem)), pattern.window)
    assert place.roomy.answer(pattern.premises) is not None
    assert [one for one in pattern.conclusions if not place.forced(pattern.premises, one)] == []
    place.close()
