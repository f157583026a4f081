"""New boards by which techniques are judged: as many as the examples are too few."""

import pytest

from puzzlelang import pipeline, workshop
from puzzlelang.cli.boards_to_judge import ENOUGH, SIDE, lacking, new_boards
from puzzlelang.diagnostics.record import fail


def test_as_many_boards_as_others_have_too_few_cells() -> None:
    assert [lacking(cells) for cells in (0, 1, SIDE**2, ENOUGH - 1, ENOUGH, ENOUGH + 500)] == [4, 4, 3, 1, 0, 0]


def test_new_boards_are_boards_of_the_rules() -> None:
    rules = pipeline.load("parrot-loop")
    assert new_boards(rules, 0, 1.0) == []
    (text,) = new_boards(rules, 1, 60.0)
    assert len(pipeline.board(rules, text).geometry.cells) == SIDE**2


def test_where_no_boards_can_be_made_a_remark_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = pipeline.load("parrot-loop")

    def none(*_: object, **__: object) -> None:
        raise fail("E334", "there is no such board", rules.source.first())

    monkeypatch.setattr(workshop, "generate", none)
    assert new_boards(rules, 2, 1.0) == []
    assert "no new boards" in capsys.readouterr().err
