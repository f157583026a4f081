"""Diagnostics are drawn under the places they speak of."""

import re

from hypothesis import given
from hypothesis import strategies as st

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.diagnostics.rendering import as_json, as_text, listing
from puzzlelang.source import Source


def marked(text: str, part: str, **more: object) -> Diagnostic:
    """A diagnostic at the first place where `part` stands in `text`."""
    start = text.index(part)
    source = Source("a.rules", text)
    return Diagnostic("E001", "wrong", source.span(start, start + len(part)), **more)  # type: ignore[arg-type]


def test_the_caret_stands_under_a_place_behind_tabs_and_wide_characters() -> None:
    shown = as_text(marked("\tx\t漢字 é star", "star"), colour=False).split("\n")
    assert shown[3:] == [" 1 |     x   漢字 é star", "   |                ^^^^"]


def test_wide_characters_have_wide_underlines() -> None:
    shown = as_text(marked("a 漢字 b", "漢字", here="here"), colour=False).split("\n")
    assert shown[4] == "   |   ^^^^ here"


def test_an_empty_place_at_the_end_has_one_caret() -> None:
    source = Source("a.rules", "find x")
    shown = as_text(Diagnostic("E001", "wrong", source.span(6, 6), "here"), colour=False).split("\n")
    assert shown[3:] == [" 1 | find x", "   |       ^ here"]


def test_a_place_over_several_lines_is_underlined_in_the_first() -> None:
    shown = as_text(marked("ab cd   \nef gh", "cd   \nef"), colour=False).split("\n")
    assert shown[1:] == [" --> a.rules:1:4".rjust(17), "   |", " 1 | ab cd", "   |    ^^"]


def test_labels_far_away_and_in_other_files_have_excerpts_of_their_own() -> None:
    text = "one\n" * 5 + "two\n" + "\n" * 20 + "three"
    main = marked(text, "three")
    assert main.span is not None
    labels = (Label(main.span.source.span(0, 3), "far"), Label(Source("b.rules", "four").span(0, 4), "other"))
    shown = as_text(Diagnostic("E001", "wrong", main.span, labels=labels), colour=False)
    assert re.findall(r"--> (\S+)", shown) == ["a.rules:27:1", "a.rules:1:1", "b.rules:1:1"]
    assert len(shown.split("\n")) == 1 + 3 * 4


def test_labels_of_one_line_hang_below_each_other() -> None:
    main = marked("star & g = stars", "=")
    assert main.span is not None
    source = main.span.source
    labels = (Label(source.span(0, 8), "a set"), Label(source.span(11, 16), "a number"))
    shown = as_text(Diagnostic("E031", "wrong", main.span, labels=labels), colour=False).split("\n")
    assert shown[4:] == ["   | -------- ^ ----- a number", "   | |", "   | a set"]


def test_a_long_line_is_cut_around_the_caret() -> None:
    shown = as_text(marked("x" * 300 + "star" + "y" * 300, "star"), colour=False, width=60).split("\n")
    line, carets = shown[3][5:], shown[4][5:]
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(shown[3]) <= 60
    assert line[carets.index("^") :].startswith("star")


def test_characters_that_steer_a_terminal_are_not_written() -> None:
    shown = as_text(marked("a\x1b[31m\u202e b", "b", here="\x1b[2J", help="\x07"), colour=False)
    assert not set(shown) & set("\x1b\u202e\x07")


def test_colour_changes_nothing_else() -> None:
    item = marked("find star", "star", here="here", help="write\nanother")
    coloured = as_text(item, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split("\n")[4].rstrip() == as_text(item, colour=False).split("\n")[4]


def test_without_a_place_there_is_only_the_message() -> None:
    assert as_text(Diagnostic("W070", "odd", help="look"), colour=False) == "warning[W070]: odd\n  = help: look"


def test_json_tells_lines_and_columns() -> None:
    item = marked("one\ntwo three\nfour", "three\nfour", here="here")
    assert item.span is not None
    result = as_json(Diagnostic("W001", "m", item.span, "here", "help", (Label(item.span, "label"),)))
    place = {"file": "a.rules", "line": 2, "column": 5, "end_line": 3, "end_column": 5}
    head = {"code": "W001", "severity": "warning", "message": "m", "here": "here", "help": "help"}
    assert result == {**head, **place, "labels": [{**place, "message": "label"}], "fixes": []}
    assert as_json(Diagnostic("E301", "m"))["line"] is None


def test_a_listing_ends_with_counts() -> None:
    error, warning = Diagnostic("E001", "m"), Diagnostic("W001", "m")
    assert listing([error, warning, error], colour=False).endswith("\n\n2 errors, 1 warning")
    assert listing([warning], colour=False) == "warning[W001]: m\n\n1 warning"
    assert listing([], colour=False) == ""


@given(st.text("ab \t\n\r漢é\u0301\u202e\x1b", max_size=60), st.lists(st.integers(0, 70), min_size=4, max_size=4))
def test_every_place_of_every_text_can_be_shown(text: str, ends: list[int]) -> None:
    source = Source("a", text)
    first, second = (source.span(min(pair), max(pair)) for pair in (ends[:2], ends[2:]))
    shown = as_text(Diagnostic("E001", "m", first, "here", labels=(Label(second, "label"),)), colour=False, width=40)
    assert "^" in shown
    assert "here" in shown
    assert "label" in shown
    assert as_json(Diagnostic("E001", "m", first))["line"] >= 1
