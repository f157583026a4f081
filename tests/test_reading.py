"""Reading ends: whatever the size or the kind of a text, in a time that grows with its length, and with a bound."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from puzzlelang import files, pipeline
from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, size_limits, to_text
from puzzlelang.typed import including
from tests import library
from tests.test_cli import TWO, run, write

SECONDS = 30.0 if library.whole else 10.0
"""Of the processor; at their full length each of these took longer than that, or minutes, on a fast machine."""

PART = 1 if library.whole else 3
"""Texts whose length no bound says are shorter by that, so that a slow machine reads them in time as well."""

HEAD = 'puzzle "P"\nboard rectangle\n'
REST = 'find x : set of cells as "#"\nrule few "few": count(x) = 1\n'


@pytest.fixture(autouse=True)
def in_time():
    begin = time.process_time()
    yield
    assert time.process_time() - begin < SECONDS


def codes(work: Callable[[], object]) -> list[str]:
    try:
        work()
    except Failed as failed:
        return [item.code for item in failed.diagnostics]
    return []


def check(text: str) -> list[str]:
    return codes(lambda: pipeline.ruleset(Source("x.rules", text)))


# -------------------------------------------------------------------------------------------------------- boards


@pytest.mark.parametrize(
    "text",
    [
        "[" + " " * 40_000,
        "\ufeff" * 40_000 + "\0 x",
        "kanpen" * 20_000,
        f"kanpen/{'a' * 40_000} b",
        "?pzpr=" * 8_000,
        f"pzprv3/tents/1/1/{'[' * 40_000}]x",
        "SAVEFILE:41:\n" + "A:0:\n" * 100_000,
        "(" * 100_000,
        "1x1:" * 40_000,
    ],
)
def test_boards_of_much_that_means_nothing(text: str) -> None:
    boards.detect_format(text)
    assert codes(lambda: pipeline.board(pipeline.load("tents"), Source("x", text)))


# --------------------------------------------------------------------------------------------------------- rules

MANY = 4_000 // PART


@pytest.mark.library
@pytest.mark.parametrize(
    "text",
    library.few(
        [
            HEAD + "".join(f"given g{i} : cells to number?\n" for i in range(MANY)) + REST,
            HEAD + "".join(f'given g{i} : set of cells as "{chr(0x4E00 + i)}"\n' for i in range(MANY)) + REST,
            HEAD + "".join(f"given g{i} : lines to number?\n" for i in range(MANY)) + REST,
            HEAD + REST + "".join(f'example "{i}" board """\n..\n""" has 2 solutions\n' for i in range(MANY)),
            HEAD + REST + f"find y : cells to {{{', '.join(f'n{i}' for i in range(9_000 // PART))}}}\n",
        ],
        2,
    ),
    ids=library.few(["numbers", "sets", "margins", "examples", "names"], 2),
)
def test_long_rules(text: str) -> None:
    assert check(text) == []


@library.sweep_large
def test_names_that_are_unknown_among_many() -> None:
    given = "".join(f"given g{i} : cells to number?\n" for i in range(3_000 // PART))
    rules = "".join(f'rule s{i} "a": count(gx{i}y) = {i}\n' for i in range(5_000 // PART))
    assert set(check(HEAD + given + REST + rules)) == {"E020"}


def test_names_of_endless_length() -> None:
    long = "ab" * 100_000
    assert check(f'{HEAD}let {long}b = 1\n{REST}rule r "r": count(x) = {long}c\n') == ["E020"]


def test_more_statements_than_a_file_may_have() -> None:
    assert check(HEAD + REST + "".join(f"let a{number} = 1\n" for number in range(10_000))) == ["E008"]


@pytest.mark.library
@pytest.mark.parametrize(
    ("text", "said", "line"),
    library.few(
        [
            ("let a = 1\n" * 10_001, "a rules file has at most 10000 statements", 10_001),
            (f"\nlet b = f({', '.join('a' * 40_000)})\n", "a statement has at most 20000 words and signs", 2),
            ("let a = 1\n" + "( " * 300_000, "a rules file has at most 250000 words and signs", 2),
            ("#" * (size_limits.MAX_TEXT + 1), "a rules file has at most 1000000 characters", 1),
        ],
        2,
    ),
    ids=library.few(["statements", "arguments", "signs", "characters"], 2),
)
def test_what_is_too_large_is_refused_before_any_of_it_is_parsed(
    text: str, said: str, line: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parsed(*_: object) -> None:
        pytest.fail("it is parsed")

    monkeypatch.setattr(from_text, "Builder", parsed)
    (result,) = from_text.read(Source("x.rules", text)).diagnostics
    assert result.span is not None
    assert (result.code, result.span.source.line_column(result.span.start)[0]) == ("E008", line)
    assert result.message.startswith(said)


def test_a_comment_behind_blanks_is_formatted() -> None:
    text = "let a =" + " " * 100_000 + "# far\n1\n"
    assert to_text.format_source(Source("x", text)) == text


@pytest.mark.parametrize("name", ["a", "a.rules"])
def test_files_that_include_each_other_again_and_again(name: str) -> None:
    known = {f"f{i}": f'include "f{i + 1}"\n' * 6 for i in range(7)}
    known |= {"f7": f'include "{name}b"\n', f"{name}b": "let a = 1"}
    opened: list[str] = []

    def load(wanted: str) -> Source | None:
        opened.append(wanted)
        return Source(wanted, known[wanted]) if wanted in known else None

    result = including.merge_includes(from_text.read(Source("x.rules", 'include "f1"\n' * 6)), load, from_text.read)
    assert result.diagnostics == ()
    assert len(result.statements) == 1
    assert len(opened) == len(set(opened))


def test_more_files_than_may_be_included() -> None:

    text = "".join(f'include "f{number}"\n' for number in range(including.MAX_FILES + 1))
    read = from_text.read(Source("x.rules", text))
    (result,) = including.merge_includes(read, lambda name: Source(name, "let a = 1"), from_text.read).diagnostics
    assert (result.code, result.message) == ("E061", "more than 100 rules files in all")


def test_depth_counts_for_files_that_were_read_before() -> None:

    known = {f"f{i}": f'include "f{i + 1}"\n' for i in range(6)} | {"f6": "let a = 1"}
    deep = {f"g{i}": f'include "g{i + 1}"\n' for i in range(3)} | {"g3": 'include "f0"\n'}
    load = (known | deep).get

    def merged(text: str) -> list[str]:
        read = from_text.read(Source("x.rules", text))
        result = including.merge_includes(read, lambda name: Source(name, load(name, "")), from_text.read)
        return [item.code for item in result.diagnostics]

    assert merged('include "f0"\n') == []
    assert merged('include "g0"\n') == ["E061"]
    assert merged('include "f0" include "g0"\n') == ["E061"]


# --------------------------------------------------------------------------------------------------- diagnostics


def test_of_many_diagnostics_some_are_shown() -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", 'puzzle "P"\n' * 9_000 + REST))
    listing = rendering.listing(failed.value.diagnostics, colour=False)
    assert listing.count("error[E054]") == rendering.MOST_SHOWN
    assert listing.endswith("8999 errors; 8949 of them are not shown")


def test_all_are_shown_if_they_are_few() -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", 'puzzle "P"\n' * 51 + REST))
    assert rendering.listing(failed.value.diagnostics, colour=False).endswith("\n50 errors")


def test_json_has_every_diagnostic(tmp_path: Path) -> None:
    name = write(tmp_path, "x.rules", 'puzzle "P"\n' * 101 + REST)
    assert run("show", name, "--json").stdout.count('"E054"') == 100


@pytest.mark.library
def test_many_places_in_one_long_line() -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", "find é " + "find x " * (100_000 // PART)))
    assert len(rendering.listing(failed.value.diagnostics, colour=False)) < 50_000


def test_a_message_is_not_endless() -> None:
    with pytest.raises(Failed) as failed:
        pipeline.ruleset(Source("x.rules", f'{HEAD}{REST}rule r "r": count({"n" * 100_000}) = 1'))
    assert len(rendering.listing(failed.value.diagnostics, colour=False)) < 3_000


# ------------------------------------------------------------------------------------------------------- streams


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
@pytest.mark.parametrize("arguments", [("solve", "tents", "/dev/zero"), ("show", "/dev/zero"), ("solve", "/dev/zero")])
def test_an_endless_file(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.returncode == 3
    assert f"error[E307]: `/dev/zero` has more than {files.MOST_BYTES} bytes" in result.stderr


def test_an_endless_pipe() -> None:
    read, written = os.pipe()
    yes = [sys.executable, "-c", "import os\ntry:\n while True: os.write(1, b'.' * 60_000)\nexcept OSError: pass"]
    with subprocess.Popen(yes, stdout=written) as endless:
        os.close(written)
        command = [sys.executable, "-m", "puzzlelang", "solve", "tents", "-"]
        result = subprocess.run(command, stdin=read, capture_output=True, text=True, timeout=600, check=False)
        os.close(read)
        assert endless.wait(60) == 0
    assert (result.returncode, "E307" in result.stderr) == (3, True)


def test_the_bound_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"." * 10)
    assert files.read_text(path, 10).text == "." * 10
    assert codes(lambda: files.read_text(path, 9)) == ["E307"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such names")
def test_rules_and_a_board_from_pipes(tmp_path: Path) -> None:
    (tmp_path / "two.rules").write_text(TWO, "utf-8")
    script = f'{sys.executable} -m puzzlelang solve <(cat two.rules) <(echo "..")'
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    result = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("##\n")
