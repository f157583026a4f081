"""Checked rulesets are kept between runs, the latest of them."""

import os
from pathlib import Path

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.source import Source
from puzzlelang.typed import cache


def test_the_oldest_are_thrown_away_where_there_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'puzzle "A"\nfind star : set of cells\n'
    sources = [Source(f"{number}.rules", text) for number in range(12)]
    checked = [pipeline.ruleset(source) for source in sources]
    monkeypatch.setattr(resources, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "MAX_KEPT", 10)
    (tmp_path / "grammar.tables").write_text("tables")
    (tmp_path / "12345678.99").write_text("half a rul")
    os.utime(tmp_path / "12345678.99", (0, 0))
    for number, (source, ruleset) in enumerate(zip(sources, checked, strict=True)):
        before = set(tmp_path.glob("*.ruleset"))
        cache.store(source, ruleset, {})
        (written,) = set(tmp_path.glob("*.ruleset")) - before
        os.utime(written, (number + 1, number + 1))
    left = [source.name for source in sources if cache.load(source, lambda _: None)]
    assert left == [f"{number}.rules" for number in range(3, 12)]
    assert {path.name for path in tmp_path.iterdir() if path.suffix != ".ruleset"} == {"grammar.tables"}
