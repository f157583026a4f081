"""Every diagnostic code has a page whose example provokes it, and everyday mistakes get what they deserve."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import puzzlelang
from puzzlelang import capacity, examples, pipeline
from puzzlelang.diagnostics import pages
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.diagnostics.rendering import as_json
from puzzlelang.formats import boards
from puzzlelang.geometry.square_grid import SquareGrid
from puzzlelang.ground import from_typed
from puzzlelang.problem.drawing_values import drawing_values
from puzzlelang.problem.warnings import warnings
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, size_limits
from puzzlelang.typed import lint

PACKAGE = Path(puzzlelang.__file__).parent

NOT_IN_TEXT = {"E008", "E061", "E152", "E154"}
"""Codes that no small rules and board text can provoke; each has a test of its own below."""

WITH_EXAMPLES = {"E312", "E313", "E314"}
"""Of the codes from E300 on those that rules or a board provoke."""

OF_COMMANDS = {
    *("E201", "E208", "E210"),
    *(code for code in pages.codes() if code.startswith("E") and code >= "E300" and code not in WITH_EXAMPLES),
}
"""Codes about files, links, engines and time, which rules and boards have no part in."""


def used() -> set[str]:
    """Codes in the package's source."""
    return {code for path in PACKAGE.rglob("*.py") for code in re.findall(r'"([EW]\d{3})"', path.read_text("utf-8"))}


def wrong(rules: str, text: str | None = None) -> tuple[Diagnostic, ...]:
    """What is wrong with rules, or with a board by these rules."""
    try:
        ruleset = pipeline.ruleset(Source("puzzle.rules", rules))
        if text is not None:
            puzzle = boards.read(ruleset, Source("board.txt", text))
            problem = from_typed.ground(ruleset, puzzle)
            drawing_values(problem, puzzle.drawing)
            return warnings(problem, puzzle)
    except Failed as failed:
        return failed.diagnostics
    return ()


def unwise(rules: str, code: str) -> tuple[Diagnostic, ...]:
    """What is wrong with the examples of rules or missing among them, or else what is hardly meant."""
    ruleset = pipeline.ruleset(Source("puzzle.rules", rules))
    if code in ("W072", "W073", "W074"):
        outcomes = examples.prove_examples(ruleset)
        return (*examples.unproved_warnings(ruleset, outcomes), *examples.silent_guard_warnings(ruleset, outcomes))
    if code < "W":
        return tuple(item for outcome in examples.prove_examples(ruleset) for item in outcome.diagnostics)
    return lint.ruleset_warnings(ruleset)


def provoked(code: str, rules: str, text: str | None) -> tuple[Diagnostic, ...]:
    """What is wrong, looked for where the code comes from."""
    return wrong(rules, text) if code < "E31" or code >= "W1" else unwise(rules, code)


def only(rules: str) -> Diagnostic:
    (result,) = wrong(rules)
    return result


# ------------------------------------------------------------------------------------------------------- pages


def test_every_code_has_a_page() -> None:
    assert used() - set(pages.codes()) == set()


def test_every_page_has_a_code() -> None:
    assert set(pages.codes()) - used() == set()


def test_unknown_code_has_no_page() -> None:
    assert pages.page("E999") is None
    assert pages.page("../pages/E001") is None


def test_a_page_is_found_in_lower_case() -> None:
    assert pages.page("e040") == pages.page("E040")


def test_pages_are_complete() -> None:
    for code in pages.codes():
        page = pages.page(code)
        assert page is not None, code
        assert 5 < len(page.title) < 70, code
        assert len(page.text) > 80, code
        assert bool(page.examples) == (code not in NOT_IN_TEXT | OF_COMMANDS), code


def cases() -> Iterator[object]:
    for code in pages.codes():
        page = pages.page(code)
        assert page is not None
        for number, example in enumerate(page.examples, 1):
            yield pytest.param(code, example, id=f"{code}-{number}")


@pytest.mark.parametrize(("code", "example"), list(cases()))
def test_example_provokes_its_code(code: str, example: pages.PageExample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "memory", lambda: 50_000 * capacity.CASE_BYTES)  # the real one takes a minute
    rules = pipeline.find_rules(example.library).read_text("utf-8") if example.library else example.rules
    assert {item.code for item in provoked(code, rules, example.board)} == {code}


def corrections() -> Iterator[object]:
    for code in pages.codes():
        page = pages.page(code)
        assert page is not None
        if not code.startswith("E1") or code >= "E150":
            for fixed in re.findall(r"^```fixed\n(.*?)^```$", page.text, re.DOTALL | re.MULTILINE):
                yield pytest.param(page, fixed, id=code)


@pytest.mark.parametrize(("page", "fixed"), list(corrections()))
def test_correction_mends_the_example(page: pages.CodePage, fixed: str) -> None:
    assert from_text.parse(Source("fixed.rules", fixed)).statements
    for example in page.examples:
        rules = fixed if fixed.startswith('puzzle "') and "\n" in fixed.strip() else mended(example.rules, fixed)
        assert provoked(page.code, rules, example.board) == ()


def mended(rules: str, fixed: str) -> str:
    """Rules with statements replaced by those of the same name in `fixed`."""
    better = {key(statement): statement for statement in statements(fixed)}
    kept = [statement for statement in statements(rules) if key(statement) not in better]
    first = next(index for index, statement in enumerate(statements(rules)) if key(statement) in better)
    return "".join([*kept[:first], *better.values(), *kept[first:]])


def statements(rules: str) -> list[str]:
    return re.split(r"(?m)^(?=\S)", rules)[1:]


def key(statement: str) -> str:
    first, second = re.findall(r"\w+", statement)[:2]
    return first if first in ("puzzle", "board", "example", "extends") else second


def test_too_long_rules() -> None:
    assert only("#" * (size_limits.MAX_TEXT + 1)).code == "E008"


def test_rules_that_bring_in_themselves(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('puzzle "A"\nextends "b"\n')
    (tmp_path / "b.rules").write_text('include "a"\nfind star : set of cells\n')
    with pytest.raises(Failed) as failed:
        pipeline.load(str(tmp_path / "a.rules"))
    assert [item.code for item in failed.value.diagnostics] == ["E061"]


def test_givens_that_no_board_text_can_hold() -> None:
    source = Source("a.rules", 'puzzle "A"\ngiven shade : {light, dark}\nfind star : set of cells\n')
    rules, geometry, text = pipeline.ruleset(source), SquareGrid(2, 2), Source("board", "")
    for givens, code in (({"shade": {None: "grey"}}, "E152"), ({}, "E154")):
        with pytest.raises(Failed) as failed:
            from_typed.ground(rules, Puzzle(text, geometry, givens))
        assert [item.code for item in failed.value.diagnostics] == [code]


# -------------------------------------------------------------------------------------------- everyday mistakes


HEAD = 'puzzle "A"\ngiven room : partition of cells\ngiven stars : number\nfind star : set of cells\n'


def test_misspelt_property() -> None:
    result = only(HEAD + 'rule a "x": every c in cells: c.stra')
    assert result.code == "E021"
    assert result.message == "there is no property `stra` of a cell"
    assert result.help == "did you mean `star`? a cell has: room, star, row, column"
    assert result.span is not None
    assert result.span.source.line_column(result.span.start) == (5, 33)


def test_clue_that_may_be_missing() -> None:
    text = 'puzzle "A"\ngiven clue : lines to number?\nfind star : set of cells\n'
    result = only(text + 'rule a "x": every l in lines: count(star & l) = l.clue')
    assert result.code == "E040"
    assert "`l.clue`" in result.message
    assert "with l.clue" in result.help
    assert as_json(result)["line"] == 4
    assert as_json(result)["column"] == 49
    assert [(label.span.text, as_json(result)["labels"][0]["line"]) for label in result.labels] == [("clue", 2)]


def test_set_compared_with_number() -> None:
    result = only(HEAD + 'rule a "x": every g in lines + room: star & g = stars')
    assert result.code == "E031"
    assert [label.span.text for label in result.labels] == ["star & g", "stars"]
    assert [label.message for label in result.labels] == ["a set of cells", "a number"]
    assert "`count(star & g) = stars`" in result.help
    assert as_json(result)["column"] == 47


def test_quantifier_after_and() -> None:
    result = only(HEAD + 'rule a "x": count(star) = 2 and every c in cells: c.star')
    assert result.code == "E005"
    assert "parentheses around `every …`" in result.help
    assert as_json(result)["column"] == 33


def test_loop_of_cells() -> None:
    result = only(HEAD.replace("star", "ink") + 'rule a "x": single_loop(ink)')
    assert result.code == "E034"
    assert result.message.startswith("`single_loop` needs")
    assert "links or borders" in result.message
    assert "connected(…)" in result.help
    assert result.span is not None
    assert result.span.text == "ink"
