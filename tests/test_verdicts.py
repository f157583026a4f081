"""puzz.link's own verdicts on drawings: right ones hold, wrong ones break the rule that their label names."""

import json
from typing import Any

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.formats import outside
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests import library as sweeps
from tests.corpora import corpora
from tests.labelled import types

TOLD = types()
TRIED = [kind for kind, (_, told) in TOLD.items() if all("boards" in item for item in told.get("left_out", ()))]

FOLDER = corpora()
PATH = FOLDER / "pzpr-verdicts.jsonl" if FOLDER else None
pytestmark = pytest.mark.skipif(PATH is None or not PATH.exists(), reason="the boards of puzz.link are not here")


def corpus() -> dict[str, list[dict[str, Any]]]:
    assert PATH is not None
    lines = map(json.loads, PATH.read_text(encoding="utf-8").splitlines())
    return {line["genre"]: line["boards"] for line in lines}


def library() -> dict[str, Ruleset]:
    """The rules of each type of puzz.link that the library reads, in whatever form."""
    result = {}
    for path in resources.library_files():
        rules = pipeline.load(str(path))
        read = [reading for reading in rules.readings if reading.format in ("pzprv3", "puzzlink")]
        result.update({reading.type: rules for reading in read if reading.span.source is rules.source})
    return result


def skipped(genre: str, number: int, *lists: str) -> bool:
    _, told = TOLD[genre]
    return any(number in item["boards"] for name in ("left_out", *lists) for item in told.get(name, ()))


def expected(genre: str, code: str) -> tuple[set[str], bool]:
    """The rules of which one is to be found, and whether it must be broken, not only open."""
    name, told = TOLD[genre]
    named = told.get("codes", {}).get(code) or told.get("open", {}).get(code)
    assert named is not None, f"tests/labels/{name}.toml does not say which rule `{code}` of {genre} is"
    return ({named} if isinstance(named, str) else set(named)), code in told.get("codes", {})


def test_every_genre_of_the_library_is_told_or_left_out() -> None:
    there = corpus()
    assert {genre for genre in library() if genre in there} == set(TOLD)


def test_what_is_left_out_is_there_and_has_a_reason() -> None:
    there = corpus()
    for genre, (_, told) in TOLD.items():
        for item in (*told.get("left_out", ()), *told.get("unwritten", ())):
            assert item["reason"]
            assert all(1 <= number <= len(there[genre]) for number in item.get("boards", []))


def test_99_of_100_boards_are_judged() -> None:
    there = corpus()
    boards = [(genre, number) for genre in TRIED for number in range(1, len(there[genre]) + 1)]
    assert 100 * sum(skipped(*board) for board in boards) <= len(boards)


@pytest.mark.library
@pytest.mark.parametrize("genre", sweeps.few(TRIED, 8))
def test_drawings_break_what_puzz_link_says(genre: str) -> None:
    rules = pipeline.load(TOLD[genre][0])
    named = {rule.name for rule in rules.rules} | {find.name for find in rules.finds}
    used = set()
    for number, board in enumerate(corpus()[genre], 1):
        if skipped(genre, number):
            continue
        source = Source(f"{genre} {number}", board["pzprv3"])
        result = outside.recognise_type(source.text)
        assert result is not None
        puzzle = outside.read(rules, source, result)
        findings = pipeline.check(rules, puzzle).findings
        told = f"{genre} {number} ({board['message']}): {[(item.rule.name, item.broken) for item in findings]}"
        if board["code"] is None:
            assert not findings, told
            continue
        used.add(board["code"])
        wanted, broken = expected(genre, board["code"])
        assert wanted <= named
        seen = {item.rule.name for item in findings if item.broken or not broken or board["undecided"]}
        assert wanted & seen, told
    _, told_of = TOLD[genre]
    assert {*told_of.get("codes", {}), *told_of.get("open", {})} == used, "labels that no board has"


@pytest.mark.library
@pytest.mark.parametrize("genre", sweeps.few(TRIED, 8))
def test_boards_are_written_as_they_are_read(genre: str) -> None:
    rules = pipeline.load(TOLD[genre][0])
    for number, board in enumerate(corpus()[genre], 1):
        if skipped(genre, number, "unwritten"):
            continue
        result = outside.recognise_type(board["pzprv3"])
        assert result is not None
        puzzle = outside.read(rules, Source(f"{genre} {number}", board["pzprv3"]), result)
        text = outside.write(rules, puzzle, "pzprv3", puzzle.drawing)
        again = outside.read(rules, Source("written", text), result)
        assert outside.write(rules, again, "pzprv3", again.drawing) == text
        assert pipeline.check(rules, again).findings or not pipeline.check(rules, puzzle).findings
        assert (again.drawing is None) == (puzzle.drawing is None)
