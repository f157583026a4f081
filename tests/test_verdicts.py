"""puzz.link's own verdicts on drawings: right ones hold, wrong ones break the rule that their label names."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.formats import outside
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from tests.corpora import corpora

TOLD: dict[str, Any] = tomllib.loads(Path(__file__).with_name("verdicts.toml").read_text(encoding="utf-8"))
LEFT_OUT = TOLD.pop("left_out")
"""Boards, or without `boards` whole genres, that are not tried, each with its reason."""

FOLDER = corpora()
PATH = FOLDER / "pzpr-verdicts.jsonl" if FOLDER else None
pytestmark = pytest.mark.skipif(PATH is None or not PATH.exists(), reason="the boards of puzz.link are not here")


def corpus() -> dict[str, list[dict[str, Any]]]:
    assert PATH is not None
    lines = map(json.loads, PATH.read_text(encoding="utf-8").splitlines())
    return {line["genre"]: line["boards"] for line in lines}


def library() -> dict[str, Ruleset]:
    """The rules of each type of puzz.link that the library reads, in whatever form."""
    found = {}
    for path in sorted(resources.library().glob("*.rules")):
        rules = pipeline.load(str(path))
        read = [reading for reading in rules.readings if reading.format in ("pzprv3", "puzzlink")]
        found.update({reading.type: rules for reading in read if reading.span.source is rules.source})
    return found


def skipped(genre: str, number: int) -> bool:
    return any(item["genre"] == genre and number in item.get("boards", [number]) for item in LEFT_OUT)


def expected(genre: str, code: str) -> tuple[set[str], bool]:
    """The rules of which one is to be found, and whether it must be broken, not only open."""
    told = TOLD[genre]
    named = told.get("codes", {}).get(code) or told.get("open", {}).get(code)
    assert named is not None, f"tests/verdicts.toml does not say which rule `{code}` of {genre} is"
    return ({named} if isinstance(named, str) else set(named)), code in told.get("codes", {})


def test_every_genre_of_the_library_is_told_or_left_out() -> None:
    there = corpus()
    known = {*TOLD, *(item["genre"] for item in LEFT_OUT if "boards" not in item)}
    assert {genre for genre in library() if genre in there} == known
    assert all(item["reason"] for item in LEFT_OUT)


def test_what_is_left_out_is_there() -> None:
    there = corpus()
    for item in LEFT_OUT:
        assert item["genre"] in there
        assert all(1 <= number <= len(there[item["genre"]]) for number in item.get("boards", []))


@pytest.mark.parametrize("genre", TOLD)
def test_drawings_break_what_puzz_link_says(genre: str) -> None:
    rules = pipeline.load(TOLD[genre]["rules"])
    named = {rule.name for rule in rules.rules} | {find.name for find in rules.finds}
    used = set()
    for number, board in enumerate(corpus()[genre], 1):
        if skipped(genre, number):
            continue
        source = Source(f"{genre} {number}", board["pzprv3"])
        found = outside.recognised(source.text)
        assert found is not None
        puzzle = outside.read(rules, source, found)
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
    labels = {*TOLD[genre].get("codes", {}), *TOLD[genre].get("open", {})}
    assert labels == used, "labels that no board has"


@pytest.mark.parametrize("genre", TOLD)
def test_boards_are_written_as_they_are_read(genre: str) -> None:
    rules = pipeline.load(TOLD[genre]["rules"])
    for number, board in enumerate(corpus()[genre], 1):
        if skipped(genre, number):
            continue
        found = outside.recognised(board["pzprv3"])
        assert found is not None
        puzzle = outside.read(rules, Source(f"{genre} {number}", board["pzprv3"]), found)
        text = outside.write(rules, puzzle, "pzprv3", puzzle.drawing)
        again = outside.read(rules, Source("written", text), found)
        assert outside.write(rules, again, "pzprv3", again.drawing) == text
        assert pipeline.check(rules, again).findings or not pipeline.check(rules, puzzle).findings
        assert (again.drawing is None) == (puzzle.drawing is None)
