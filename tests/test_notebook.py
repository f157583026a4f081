"""Cells of a notebook, in a real shell; `docs/guides/notebooks.md` has more."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.library import ROOT
from tests.pages import notebook_output

shells = pytest.importorskip("IPython.core.interactiveshell")

TENTS = " 10\n0..\n1.T\n"


@pytest.fixture(scope="module")
def shell() -> Iterator[Any]:
    shell = shells.InteractiveShell.instance(history_length=0)
    shell.history_manager.enabled = False
    shell.run_line_magic("load_ext", "puzzlelang.notebook")
    yield shell
    shells.InteractiveShell.clear_instance()


def test_a_result_is_a_picture_with_words(shell: Any) -> None:
    done = shell.run_cell(f"%%board tents\n{TENTS}")
    shown = done.result._repr_html_()
    assert "<svg" in shown
    assert "This is the only answer." in shown
    assert done.result.result.unique


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("%%board tent-rules\n" + TENTS, "E303"),
        ("%%board tents solves\n" + TENTS, "invalid choice: 'solves'"),
        ("%%board tents --timeout 0\n" + TENTS, "no time"),
        ("%%board 'tents\n" + TENTS, "No closing quotation"),
        ("%%board tents\n 10\n0..\n1.X\n", "--> <board>:3:3"),
        ('%%rules\npuzzle "A"\nboard rectangle\nfind s : set of cell\n', "did you mean `cells`?"),
    ],
)
def test_mistakes_are_told_with_their_place(shell: Any, cell: str, says: str) -> None:
    assert says in notebook_output(cell)


def test_a_name_of_an_earlier_cell_is_meant(shell: Any) -> None:
    text = (ROOT / "rules" / "tents.rules").read_text(encoding="utf-8")
    assert "Tents: 6 of 6 examples true; `%%board tents` asks about a board" in notebook_output(f"%%rules\n{text}")
    notebook_output(f"%%rules own-tents\n{text}")
    assert "did you mean `own-tents`?" in notebook_output(f"%%board own-tens\n{TENTS}")
