"""Checked rulesets are kept between runs, the latest of them."""

import os
from pathlib import Path

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.source import Source
from puzzlelang.typed import cache


def test_the_oldest_are_thrown_away_where_there_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "MAX_KEPT", 10)
    (tmp_path / "other").write_text("no ruleset")
    text = 'puzzle "A"\nfind star : set of cells\n'
    sources = [Source(f"{number}.rules", text) for number in range(12)]
    for number, source in enumerate(sources):
        before = set(tmp_path.glob("*.ruleset"))
        cache.store(source, pipeline.ruleset(source), {})
        (written,) = set(tmp_path.glob("*.ruleset")) - before
        os.utime(written, (number, number))
    left = [source.name for source in sources if cache.load(source, lambda _: None)]
    assert left == [f"{number}.rules" for number in range(2, 12)]
    assert (tmp_path / "other").exists()
