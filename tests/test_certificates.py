"""Certificates: written, verified, and refused with the reason whatever is changed in them."""

import itertools
import json
import os
import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.asking.open_puzzle import OpenPuzzle
from puzzlelang.certificates import available_provers, checker, drat, folder, lrat, prove, provers, record
from puzzlelang.certificates.checker import Clause, Unproved
from puzzlelang.cli import output
from puzzlelang.cli.main import run
from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground.from_typed import ground
from puzzlelang.questions.export import ExportQuestion
from tests import library
from tests.test_files import limited, posix

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"

GENRES = ["tents", "nurikabe", "slitherlink", "star-battle", "kakuro", "numberlink", "antiking-sudoku", "skyscrapers"]


def board(genre: str) -> str:
    return str(EXAMPLES / genre / "small.txt")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate that nobody changes."""
    folder_ = tmp_path_factory.mktemp("certificates")
    (folder_ / "board.txt").write_text(".4..\n....\n....\n.3.2\n")
    assert run(["certify", "nurikabe", str(folder_ / "board.txt"), "-o", str(folder_ / "nurikabe")]) == output.FINE
    return folder_ / "nurikabe"


@pytest.fixture
def own(written: Path, tmp_path: Path) -> Path:
    """A copy to be changed."""
    return Path(shutil.copytree(written, tmp_path / "own"))


def text(place: Path, name: str) -> str:
    return (place / name).read_text(encoding="utf-8")


def put(place: Path, name: str, content: str) -> None:
    (place / name).write_text(content, encoding="utf-8")


def sealed(place: Path) -> None:
    """Let the manifest say of all files what they are now, as somebody would who means to deceive."""
    manifest = json.loads(text(place, record.MANIFEST))
    for name in manifest["files"]:
        result = folder.digest((place / name).read_text(encoding="utf-8"))
        manifest["files"][name] = {"bytes": result.bytes, "sha256": result.sha256}
    put(place, record.MANIFEST, json.dumps(manifest))


# ------------------------------------------------------------------------------------------------ written, verified


@pytest.mark.library
@pytest.mark.parametrize("genre", library.few(GENRES, 3))
def test_a_certificate_is_written_and_holds(genre: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["certify", genre, board(genre), "-o", str(tmp_path / "out")]) == output.FINE
    assert capsys.readouterr().out.endswith("only answer\n")
    assert run(["verify", str(tmp_path / "out")]) == output.FINE
    result = capsys.readouterr().out
    assert result.startswith("The puzzle in board.txt has exactly one answer")
    assert "What has to be believed" in result
    known = (EXAMPLES / genre / "small.answer.txt").read_text(encoding="utf-8")
    rules = pipeline.load(genre)
    puzzle = pipeline.board(rules, Path(board(genre)))
    verdict = pipeline.check(
        rules, puzzle, pipeline.boards.read_drawing(rules, puzzle, pipeline.Source("known", known))
    )
    with OpenPuzzle(rules, puzzle, here=True) as opened:
        opened.check()  # grounds it
        drawn = pipeline.boards.read_drawing(
            rules, puzzle, pipeline.Source("own", text(tmp_path / "out", record.ANSWER))
        )
        assert opened.check(drawn).answer == verdict.answer
    listed = text(tmp_path / "out", record.README)
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file() and path.name != record.README]
    assert all(path.name in listed for path in files if "rules" not in path.parts)


def test_that_there_is_no_answer_is_certified_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "board.txt", " 11\n1T.\n1.T\n")
    place = str(tmp_path / "out")
    assert run(["certify", "tents", str(tmp_path / "board.txt"), "-o", place, "--json"]) == output.FINE
    assert json.loads(capsys.readouterr().out)["claim"] == "no answer"
    assert not (tmp_path / "out" / record.ANSWER).exists()
    assert record.ANSWER not in text(tmp_path / "out", record.README)
    assert run(["verify", place, "--json"]) == output.FINE
    assert json.loads(capsys.readouterr().out)["claim"] == "no answer"


def test_what_the_rules_refuse_at_once_is_certified_as_well(tmp_path: Path) -> None:
    put(
        tmp_path,
        "never.rules",
        'puzzle "Never"\nboard rectangle\nfind ink : set of cells as "#"\nrule many "Many": count(ink) > 99\n',
    )
    put(tmp_path, "board.txt", "..\n")
    assert (
        run(["certify", str(tmp_path / "never.rules"), str(tmp_path / "board.txt"), "-o", str(tmp_path / "out")]) == 0
    )
    assert run(["verify", str(tmp_path / "out")]) == output.FINE


def test_nothing_is_certified_of_several_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(
        tmp_path,
        "two.rules",
        'puzzle "Two"\nboard rectangle\nfind ink : set of cells as "#"\nrule n "Two": count(ink) = 2\n',
    )
    put(tmp_path, "board.txt", "...\n")
    place = tmp_path / "out"
    assert run(["certify", str(tmp_path / "two.rules"), str(tmp_path / "board.txt"), "-o", str(place)]) == 1
    assert capsys.readouterr().err == "Nothing is written: there are several answers.\n"
    assert not place.exists()


def test_nothing_is_written_once_the_time_is_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "out"
    large = str(EXAMPLES / "circles-and-squares" / "medium.txt")
    result = run(["certify", "circles-and-squares", large, "-o", str(place), "--timeout", "1"])
    assert result == output.UNKNOWN
    assert capsys.readouterr().err == "Nothing is written: not known: time limit.\n"
    assert not place.exists()


def test_too_many_clauses_are_refused_before_they_are_made(small_memory: None) -> None:
    rules = pipeline.load("nurikabe")
    wide = pipeline.board(rules, "\n".join(["5" + "." * 29, *["." * 30] * 29]))
    with OpenPuzzle(rules, wide, here=True) as opened, pytest.raises(Failed, match=r"E345.* more than 83,333 clauses"):
        opened.ask(ExportQuestion("dimacs"))


def test_an_answer_with_names_of_areas_is_certified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Areas of cells that are in one only where they are white."""
    assert run(["certify", "la-paz", "https://puzz.link/p?lapaz/l/3/1/3h", "-o", str(tmp_path / "out")]) == output.FINE
    assert "[area]" in text(tmp_path / "out", record.ANSWER)
    assert run(["verify", str(tmp_path / "out")]) == output.FINE


def test_a_hint_goes_on_from_names_of_areas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "board.txt", "numbers: anywhere\n\n3..\n\n[area]\n.aa\n")
    assert run(["hint", "la-paz", str(tmp_path / "board.txt"), "--json"]) == output.FINE
    assert "R1C1" in capsys.readouterr().out


def test_a_link_may_be_certified(tmp_path: Path) -> None:
    place = tmp_path / "out"
    assert run(["certify", "https://puzz.link/p?norinori/5/5/cag4ocjo", "-o", str(place)]) == output.FINE
    assert text(place, record.BOARD) == "https://puzz.link/p?norinori/5/5/cag4ocjo"
    assert run(["verify", str(place)]) == output.FINE


def test_the_same_board_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    assert run(["certify", "nurikabe", str(written / record.BOARD), "-o", str(tmp_path / "again")]) == output.FINE
    names = [path.relative_to(written) for path in written.rglob("*") if path.is_file()]
    assert all((written / name).read_bytes() == (tmp_path / "again" / name).read_bytes() for name in names)


def test_the_clauses_are_those_that_export_writes_without_deductions(
    written: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from puzzlelang.solving.pipelines import NAMES

    capsys.readouterr()
    without = itertools.chain.from_iterable(("--without", name) for name in NAMES)
    run(["export", "nurikabe", str(written / record.BOARD), "--format", "dimacs", "--unique", *without])
    assert capsys.readouterr().out == text(written, record.CLAUSES)


# ---------------------------------------------------------------------------------------------------------- files


def test_a_folder_of_others_is_left_alone(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in own.rglob("*") if path.is_file()}
    again = ["certify", "tents", board("tents"), "-o", str(own)]
    assert run(again) == output.WRONG_INPUT
    assert "E304" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in own.rglob("*") if path.is_file()} == before
    put(own, "mine.txt", "mine")
    put(own, "rules/mine.rules", "mine")
    assert run([*again, "--force"]) == output.FINE
    assert text(own, "mine.txt") == text(own, "rules/mine.rules") == "mine"
    assert not (own / "rules" / "nurikabe.rules").exists()
    assert run(["verify", str(own)]) == output.FINE


def test_a_file_that_is_of_no_certificate_is_never_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, record.BOARD, "mine")
    assert run(["certify", "tents", board("tents"), "-o", str(tmp_path), "--force"]) == output.WRONG_INPUT
    assert "belongs to no certificate" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [record.BOARD]
    assert text(tmp_path, record.BOARD) == "mine"


@library.sweep_large
def test_shapes_are_compared_in_few_clauses() -> None:
    """By pictures of each part from each of its cells it were 680,501."""
    rules = pipeline.load("tetro-chain-y")
    stated = ground(rules, pipeline.board(rules, Path(board("tetro-chain-y"))))
    assert len(checker.formula(prove.statement(stated, None))) < 400_000


@posix
def test_a_certificate_is_replaced_as_a_whole_or_not_at_all(own: Path) -> None:
    before = {path: path.read_bytes() for path in own.rglob("*") if path.is_file()}
    result = limited(5_000, "certify", "tents", board("tents"), "-o", str(own), "--force", cwd=own)
    assert (result.returncode, "E301" in result.stderr) == (3, True), result.stderr
    assert {path: path.read_bytes() for path in own.rglob("*") if path.is_file()} == before
    result = limited(5_000, "certify", "tents", board("tents"), "-o", "new", cwd=own.parent)
    assert result.returncode == 3
    assert not (own.parent / "new").exists()


def test_included_rules_come_along_and_are_taken_from_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "out"
    assert run(["certify", "antiking-sudoku", board("antiking-sudoku"), "-o", str(place)]) == output.FINE
    names = sorted(path.name for path in (place / "rules").iterdir())
    assert names == ["antiking-sudoku.rules", "prelude.rules", "sudoku.rules"]
    wrong = text(place, "rules/sudoku.rules").replace("once_in(lines, digit)", "once_in(columns, digit)", 1)
    put(place, "rules/sudoku.rules", wrong)
    sealed(place)
    capsys.readouterr()
    assert run(["verify", str(place)]) == output.NO_ANSWER
    manifest = json.loads(text(place, record.MANIFEST))
    del manifest["files"]["rules/sudoku.rules"]
    put(place, record.MANIFEST, json.dumps(manifest))
    capsys.readouterr()
    assert run(["verify", str(place)]) == output.WRONG_INPUT
    assert "the rules file `sudoku` did not come along" in capsys.readouterr().err


# -------------------------------------------------------------------------------------------------------- tampering

Change = Callable[[Path], None]


def replaced(name: str, old: str, new: str) -> Change:
    def change(place: Path) -> None:
        before = text(place, name)
        assert old in before
        put(place, name, before.replace(old, new, 1))

    return change


def both(old: str, new: str) -> Change:
    """Change the board, and the answer that is drawn over it."""

    def change(place: Path) -> None:
        for name in (record.BOARD, record.ANSWER):
            replaced(name, old, new)(place)

    return change


def clauses(line: Callable[[list[str]], list[str]]) -> Change:
    """Change the list of clauses; the head counts them anew."""

    def change(place: Path) -> None:
        lines = text(place, record.CLAUSES).splitlines()
        at = next(number for number, one in enumerate(lines) if one.startswith("p"))
        result = line(lines[at + 1 :])
        head = lines[at].split()
        put(place, record.CLAUSES, "\n".join([*lines[:at], " ".join([*head[:3], str(len(result))]), *result, ""]))

    return change


def flipped(clause: str) -> str:
    first, rest = clause.split(" ", 1)
    return f"{-int(first)} {rest}"


def proof(change: Callable[[list[str]], list[str]]) -> Change:
    def changed(place: Path) -> None:
        put(place, record.LRAT, "\n".join(change(text(place, record.LRAT).splitlines())) + "\n")

    return changed


def flip_step(lines: list[str]) -> list[str]:
    """The opposite of the last clause but the empty one, if it is a single literal."""
    at = max(at for at, line in enumerate(lines) if re.match(r"\d+ -?[1-9]\d* 0 ", line))
    words = lines[at].split()
    return [*lines[:at], " ".join([words[0], str(-int(words[1])), *words[2:]]), *lines[at + 1 :]]


TAMPERED = {
    "a literal of a clause": (
        clauses(lambda lines: [flipped(lines[0]), *lines[1:]]),
        "E342",
        "rules, board and answer",
    ),
    "a clause less": (clauses(lambda lines: lines[:-2] + lines[-1:]), "E342", "rules, board and answer make"),
    "a clause more": (clauses(lambda lines: [*lines, "1 0"]), "E342", "rules, board and answer make"),
    "the last clause": (clauses(lambda lines: [*lines[:-1], "0"]), "E342", "rules, board and answer make"),
    "a clue": (replaced(record.BOARD, "4", "5"), "E111", "the drawing has the clue `4`"),
    "a clue with the answer": (both("4", "5"), "E324", "answer.txt breaks a rule"),
    "the answer": (replaced(record.ANSWER, "#", "."), "E324", "answer.txt breaks a rule"),
    "half of the answer": (replaced(record.ANSWER, "#", "?"), "E324", "is not decided"),
    "a rule": (replaced("rules/nurikabe.rules", "no_square(black)", "no_square(white)"), "E342", "rules, board and"),
    "a literal of the proof": (proof(flip_step), "E343", "does not hold"),
    "half of the proof": (
        proof(lambda lines: lines[: len(lines) // 2]),
        "E343",
        "ends before there is a contradiction",
    ),
    "no proof": (proof(lambda _: []), "E343", "ends before there is a contradiction"),
    "half of a line": (proof(lambda lines: [*lines[:-1], lines[-1][:-2]]), "E343", "a step is a number, literals"),
    "a step less": (proof(lambda lines: lines[1:]), "E343", "does not hold"),
    "more behind the end": (proof(lambda lines: [*lines, "9999999 1 0 1 0"]), "E343", "more after the contradiction"),
    "words in the proof": (proof(lambda lines: ["all is well", *lines]), "E343", "no list of numbers"),
    "a step of the other proof": (replaced(record.DRAT, "\n", "\n1 0\n"), "E343", "`proof.lrat` has"),
    "the head": (replaced(record.CLAUSES, "p cnf", "p sat"), "E342", "rules, board and answer make"),
    "the claim": (replaced(record.MANIFEST, "only answer", "no answer"), "E342", "rules, board and answer make"),
}


@pytest.mark.library
@pytest.mark.parametrize("what", library.few(TAMPERED, 6))
def test_whatever_is_changed_is_refused_with_the_reason(
    what: str, own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, code, reason = TAMPERED[what]
    change(own)
    hashes = run(["verify", str(own), "--json"]), json.loads(capsys.readouterr().out)["diagnostics"]
    assert hashes[0] == output.NO_ANSWER
    codes = [item["code"] for item in hashes[1]]
    assert codes[0] == code
    assert set(codes[1:]) == (set() if what == "the claim" else {"E341"})
    sealed(own)
    assert run(["verify", str(own), "--json"]) == output.NO_ANSWER
    (result,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert result["code"] == code
    assert reason in result["message"]


def test_a_clue_that_the_answer_does_not_need_is_missed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "out"
    assert run(["certify", "tents", board("tents"), "-o", str(place)]) == output.FINE
    both("112030", "11.030")(place)
    sealed(place)
    capsys.readouterr()
    assert run(["verify", str(place)]) == output.NO_ANSWER
    assert "rules, board and answer make" in capsys.readouterr().err


def test_a_change_that_does_no_harm_is_told_as_well(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(own, record.README, "Believe me.")
    assert run(["verify", str(own)]) == output.NO_ANSWER
    assert "E341" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(record.FIXED | {record.MANIFEST, "rules/nurikabe.rules"}))
@pytest.mark.parametrize(
    ("content", "codes"),
    [(None, {"E340"}), (b"\xff\xfe\x00garbage", {"E302"}), (b"9" * 3_000_000, {"E307"})],
    ids=["missing", "garbage", "huge"],
)
def test_a_file_that_cannot_be_read_is_refused(
    name: str, content: bytes | None, codes: set[str], own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is None:
        (own / name).unlink()
    else:
        (own / name).write_bytes(content)
    assert run(["verify", str(own), "--json", "--memory", "50"]) == output.WRONG_INPUT
    result = {item["code"] for item in json.loads(capsys.readouterr().out)["diagnostics"]}
    assert result == codes


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "[]",
        "{}",
        '{"format": 1}',
        "null",
        '{"format": 2, "claim": "no answer", "rules": "rules/a.rules", "size": [1, 1], "prover": "", "versions": {},'
        ' "clauses": 0, "steps": 0, "files": {}}',
    ],
)
def test_what_is_no_manifest_is_refused(manifest: str, own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(own, record.MANIFEST, manifest)
    assert run(["verify", str(own)]) == output.WRONG_INPUT
    assert "E340" in capsys.readouterr().err


FORGED = {
    "clauses": (lambda manifest: {"clauses": manifest["clauses"] + 1}, "clauses, and there are"),
    "steps": (lambda manifest: {"steps": 1}, "says that there are 1 steps"),
    "prover": (lambda manifest: {"prover": "an oracle"}, "`an oracle`"),
    "versions": (lambda manifest: {"versions": {"puzzlelang": "1.0"}}, "has to name the versions of"),
}


@pytest.mark.parametrize("what", FORGED)
def test_what_the_manifest_says_besides_is_checked(what: str, own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change, reason = FORGED[what]
    manifest = json.loads(text(own, record.MANIFEST))
    put(own, record.MANIFEST, json.dumps({**manifest, **change(manifest)}))
    assert run(["verify", str(own)]) == output.NO_ANSWER
    result = capsys.readouterr()
    assert (result.out, "E346" in result.err, reason in result.err) == ("", True, True)


def test_another_readme_is_refused_even_if_the_manifest_knows_it(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(own, record.README, text(own, record.README).replace("exactly one answer", "no answer"))
    sealed(own)
    assert run(["verify", str(own)]) == output.NO_ANSWER
    assert "E346" in capsys.readouterr().err


def test_another_size_is_refused(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = json.loads(text(own, record.MANIFEST))
    put(own, record.MANIFEST, json.dumps({**manifest, "size": [manifest["size"][0] + 1, manifest["size"][1]]}))
    assert run(["verify", str(own)]) == output.WRONG_INPUT
    assert "E205" in capsys.readouterr().err


@posix
@pytest.mark.parametrize("name", [record.BOARD, record.LRAT, record.MANIFEST, "rules/nurikabe.rules", "rules"])
def test_a_link_out_of_the_folder_is_refused_and_not_shown(
    name: str, own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    shutil.move(own / name, elsewhere)
    if name != "rules":
        put(tmp_path, "elsewhere", "secret\n" + text(tmp_path, "elsewhere"))
    (own / name).symlink_to(elsewhere)
    assert run(["verify", str(own)]) == output.WRONG_INPUT
    result = capsys.readouterr()
    assert (result.out, "E340" in result.err, "is a link" in result.err) == ("", True, True)
    assert "secret" not in result.err


@pytest.mark.parametrize("name", ["sudoku", "sudoku.rules"])
def test_rules_that_did_not_come_along_are_told(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "out"
    put(tmp_path, "mine.rules", f'extends "{name}"\npuzzle "Mine"\n')
    board_ = EXAMPLES / "sudoku" / "small.txt"
    assert run(["certify", str(tmp_path / "mine.rules"), str(board_), "-o", str(place)]) == output.FINE
    manifest = json.loads(text(place, record.MANIFEST))
    del manifest["files"]["rules/sudoku.rules"]
    put(place, record.MANIFEST, json.dumps(manifest))
    capsys.readouterr()
    assert run(["verify", str(place)]) == output.WRONG_INPUT
    result = capsys.readouterr().err
    assert f"the rules file `{name}` did not come along" in result
    assert "did you mean" not in result


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.translate({ord("0") + digit: 0x0660 + digit for digit in range(10)}),
        lambda line: re.sub(r"(\d)(\d)", r"\1_\2", line, count=1),
        lambda line: f"+{line}",
        lambda line: line.replace(" ", "\N{NO-BREAK SPACE}"),
        lambda line: line.replace(" ", "\t"),
        lambda line: line.replace(" ", "  ", 1),
    ],
    ids=["Arabic digits", "underscore", "plus", "other blank", "tab", "two blanks"],
)
@pytest.mark.parametrize("name", [record.LRAT, record.CLAUSES])
def test_numbers_are_those_that_every_checker_reads(name: str, change: Callable[[str], str], written: Path) -> None:
    formula, steps = checker.formula(text(written, record.CLAUSES)), text(written, record.LRAT)
    lines = text(written, name).split("\n")
    at = next(at for at, line in enumerate(lines) if re.match(r"-?[0-9]{2}", line))
    forged = "\n".join([*lines[:at], change(lines[at]), *lines[at + 1 :]])
    with pytest.raises(Unproved) as caught:
        checker.check(formula, forged) if name == record.LRAT else checker.formula(forged)
    assert ("list of numbers" in str(caught.value), caught.value.line) == (True, at + 1)
    assert checker.check(formula, steps)


@pytest.mark.parametrize("name", ["../board.txt", "/etc/passwd", "rules/../../x.rules", "rules/.rules", "other.txt"])
def test_no_file_elsewhere_is_read_or_removed(name: str, own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = json.loads(text(own, record.MANIFEST))
    manifest["files"][name] = manifest["files"][record.BOARD]
    put(own, record.MANIFEST, json.dumps(manifest))
    put(own.parent, "board.txt", "mine")
    assert run(["verify", str(own)]) == output.WRONG_INPUT
    assert "which no certificate has" in capsys.readouterr().err
    assert run(["certify", "tents", board("tents"), "-o", str(own), "--force"]) == output.WRONG_INPUT
    assert text(own.parent, "board.txt") == "mine"


def test_what_is_no_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "file", "")
    for place in (tmp_path, tmp_path / "nowhere", tmp_path / "file"):
        assert run(["verify", str(place)]) == output.WRONG_INPUT
    assert run(["certify", "tents", board("tents"), "-o", str(tmp_path / "file" / "below")]) == output.WRONG_INPUT
    assert "Traceback" not in capsys.readouterr().err


# ---------------------------------------------------------------------------------------------------------- checker


def dimacs(stated: Sequence[Clause]) -> str:
    top = max((abs(one) for clause in stated for one in clause), default=0)
    return "\n".join([f"p cnf {top} {len(stated)}", *(" ".join(map(str, (*clause, 0))) for clause in stated), ""])


def satisfiable(stated: Sequence[Clause]) -> bool:
    """By trying everything."""
    top = max((abs(one) for clause in stated for one in clause), default=0)
    for values in itertools.product((True, False), repeat=top):
        if all(any(values[abs(one) - 1] == (one > 0) for one in clause) for clause in stated):
            return True
    return False


def random_clauses(chance: random.Random, top: int, count: int, least: int = 1) -> list[Clause]:
    result = []
    for _ in range(count):
        chosen = chance.sample(range(1, top + 1), chance.randint(min(least, top), min(3, top)))
        result.append(tuple(chance.choice((1, -1)) * one for one in chosen))
    return result


def quiet() -> None:
    pass


def proved(stated: Sequence[Clause], place: Path, prover: str = provers.OWN_PROVER) -> prove.Proof | None:
    try:
        return prove.checked_proof(dimacs(stated), prover, str(place), quiet)
    except prove.Satisfiable:
        return None


def test_there_is_a_proof_exactly_where_there_is_no_answer(tmp_path: Path) -> None:
    several = 0
    for seed in range(300):
        chance = random.Random(seed)
        top = chance.randint(2, 8)
        stated = random_clauses(chance, top, chance.randint(top, 5 * top), chance.choice((1, 3)))
        result = proved(stated, tmp_path)
        assert (result is None) == satisfiable(stated)
        if result is not None:
            assert checker.check(checker.formula(dimacs(stated)), result.lrat) == result.steps
            again = drat.elaborate(stated, result.drat.encode().splitlines(), quiet)
            assert again is not None
            several += (
                checker.check(stated, lrat.lrat_text(len(stated), lrat.without_deleted_hints(len(stated), again))) > 1
            )
    assert several > 10


def test_no_proof_of_what_can_be_satisfied_is_ever_accepted() -> None:
    """Steps at random, often ones that hold, about clauses that have an answer: the last one never holds."""
    accepted = 0
    for seed in range(4000):
        chance = random.Random(seed)
        stated = random_clauses(chance, 3, chance.randint(1, 5))
        if not satisfiable(stated):
            continue
        lines = []
        for number in range(len(stated) + 1, len(stated) + chance.randint(2, 5)):
            clause = random_clauses(chance, 4, 1)[0]
            hints = chance.sample(range(1, number), chance.randint(0, min(3, number - 1)))
            for other in chance.sample(range(1, number), chance.randint(0, min(2, number - 1))):
                hints += [-other, *chance.sample(range(1, number), chance.randint(0, min(2, number - 1)))]
            lines.append(" ".join(map(str, (number, *clause, 0, *hints, 0))))
            try:
                checker.check(stated, "\n".join(lines))
            except Unproved as wrong:
                if "ends before" not in str(wrong):
                    lines.pop()
                else:
                    accepted += 1
        names = [int(line.split()[0]) for line in lines]
        last = (names or [len(stated)])[-1] + 1
        for _ in range(5):
            hints = chance.choices([*range(1, len(stated) + 1), *names], k=chance.randint(1, 6))
            with pytest.raises(Unproved):
                checker.check(stated, "\n".join([*lines, " ".join(map(str, (last, 0, *hints, 0)))]))
    assert accepted > 500


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("", "ends before there is a contradiction"),
        ("5 1 0 1 2 0", "ends before there is a contradiction"),
        ("5 0 1 2 0", "leads? to no contradiction|leaves 2 literals open"),
        ("5 0 7 0", "is no clause that is there"),
        ("3 1 0 1 2 0", "comes after clause 4"),
        ("5 1 0 1 2 0\n5 0 5 3 4 0", "comes after clause 5"),
        ("5 1 0 1 2 0\n5 d 5 0\n6 0 5 3 4 0", "is no clause that is there"),
        ("5 d 9 0", "is forgotten, and there is none"),
        ("5 d 1", "ends with 0"),
        ("5 d", "ends with 0"),
        ("5 1 0 1 0", "does not follow"),
        ("5 1 0 1 2", "a step is a number"),
        ("5 0 0 0", "a step is a number"),
        ("5", "a step is a number"),
        ("d 1 0", "no list of numbers"),
        ("5 1 0 1 2 0\n6 0 5 x 0", "no list of numbers"),
        ("5 0 -1 2 -3 4 0", "no contradiction"),
        ("5 " + "9" * 5000 + " 0 1 0", "no list of numbers"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0\n7 2 0 1 0", "more after the contradiction"),
    ],
)
def test_each_wrong_step_is_told(proof: str, reason: str) -> None:
    stated = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    assert checker.check(stated, "5 1 0 1 2 0\n6 0 5 3 4 0") == 2
    with pytest.raises(Unproved, match=reason):
        checker.check(stated, proof)


@pytest.mark.parametrize(
    "stated",
    ["", "c only words\n", "1 0\n", "p cnf 1\n", "p cnf 1 1\np cnf 1 1\n1 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\n2 0\n",
     "p cnf 1 2\n1 0\n", "p cnf 1 1\n1 0 -1 0\n", "p cnf x y\n", "p cnf 1 1\none 0\n", "p cnf 1 1\n \n"],
)  # fmt: skip
def test_what_are_no_clauses_is_told(stated: str) -> None:
    with pytest.raises(Unproved):
        checker.formula(stated)


def test_any_text_is_refused_without_a_crash(written: Path) -> None:
    stated = checker.formula(text(written, record.CLAUSES))
    whole = text(written, record.LRAT)
    chance = random.Random(1)
    for _ in range(300):
        at = chance.randrange(len(whole))
        cut = chance.choice(["", "0", "-", " ", "\n", "d", "9", " 0 "])
        changed = whole[:at] + cut + whole[at + chance.randint(0, 3) :]
        try:
            checker.check(stated, changed)
        except Unproved:
            continue


# ------------------------------------------------------------------------------------------- resolution with a pivot


def renamed(clause: Sequence[int], old: int, new: int) -> Clause:
    return tuple((new if one > 0 else -new) if abs(one) == old else one for one in clause)


def line(clause: Sequence[int]) -> bytes:
    return " ".join(map(str, (*clause, 0))).encode()


def by_another_name(place: Path) -> tuple[list[Clause], list[bytes], int]:
    """Clauses and a proof that says all about variable 1 by a new variable, which equals it by definition.

    The definition follows from nothing; it only takes away no answer.
    """
    stated = list(pigeons(4))
    new = max(abs(one) for clause in stated for one in clause) + 1
    result = proved(stated, place)
    assert result is not None
    about = [clause for clause in stated if 1 in clause or -1 in clause]
    steps = [line((new, -1)), line((-new, 1)), *(line(renamed(clause, 1, new)) for clause in about)]
    steps += [b"d " + line(clause) for clause in (*about, (new, -1), (-new, 1))]
    for step in result.drat.splitlines():
        words = step.split()
        numbers = renamed(list(map(int, words[words[0] == "d" : -1])), 1, new)
        steps.append((b"d " if words[0] == "d" else b"") + line(numbers))
    return stated, steps, new


@pytest.mark.parametrize("more", [[], [2], [2, -2]])
def test_steps_that_only_take_away_no_answer_are_understood(more: list[int], tmp_path: Path) -> None:
    stated, steps, new = by_another_name(tmp_path)
    besides = [(-new if other > 0 else new, new + abs(other)) for other in more]
    gone = [b"d " + line(clause) for clause in besides]  # else the definition would take away answers
    result = drat.elaborate([*besides, *stated], [*gone, *steps], quiet)
    assert result is not None
    count = len(stated) + len(besides)
    settled = lrat.without_deleted_hints(count, result)
    assert any(hint < 0 for lemma in settled for hint in lemma.hints)
    text = lrat.lrat_text(count, settled)
    assert checker.check([*besides, *stated], text) == len(settled)
    again = drat.elaborate([*besides, *stated], lrat.drat_text([*besides, *stated], text).encode().split(b"\n"), quiet)
    assert again is not None


def test_steps_that_take_away_an_answer_are_refused(tmp_path: Path) -> None:
    stated, steps, new = by_another_name(tmp_path)
    with pytest.raises(drat.DratError):
        drat.elaborate([*stated, (-new, new + 1)], steps, quiet)
    with pytest.raises(drat.DratError):
        drat.elaborate([(1, 2), (-1, 2), (1, -2)], [b"-1 0", b"0"], quiet)
    with pytest.raises(drat.DratError, match="no DRAT text"):
        drat.elaborate(stated, [b"1 2"], quiet)
    assert drat.elaborate(stated, [b"d 1 2 3 4 0"], quiet) is None


def test_a_proof_that_was_cut_short_is_no_proof() -> None:
    assert lrat.trim(4, [b"5 1 0 1 2 0\n"]) is None
    assert lrat.trim(4, []) is None


# ---------------------------------------------------------------------------------------------------------- provers


@pytest.mark.parametrize("prover", [provers.OWN_PROVER, *provers.PROGRAMS])
def test_every_prover_writes_proofs_that_hold(prover: str, tmp_path: Path) -> None:
    if prover not in provers.prover_names():
        pytest.skip(f"the program {prover} is not installed")
    assert {one.name: one.status for one in available_provers.discover()}[prover] == "works"
    for seed in range(12):
        chance = random.Random(seed)
        stated = random_clauses(chance, 8, 40)
        assert (proved(stated, tmp_path, prover) is None) == satisfiable(stated)
    out = str(tmp_path / "out")
    assert run(["certify", "slitherlink", board("slitherlink"), "-o", out, "--prover", prover]) == output.FINE
    assert json.loads(text(Path(out), record.MANIFEST))["prover"] == prover
    assert run(["verify", out]) == output.FINE


def test_a_prover_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = run(["certify", "tents", board("tents"), "-o", str(tmp_path / "out"), "--prover", "minisat"])
    assert result == output.WRONG_INPUT
    assert "E344" in capsys.readouterr().err


PRETENDERS = {
    "lies": ("exit 20", "wrote no proof"),
    "fails": ("echo no licence >&2; exit 3", "failed (exit code 3)"),
    "stops": ("echo '1 0' > $4; exit 20", "ends before there is a contradiction"),
    "cheats": ("echo 0 > $4; exit 20", "a step of its proof does not follow"),
    "babbles": ("echo well, well > $4; exit 20", "no DRAT text"),
}


@pytest.mark.skipif(os.name == "nt", reason="scripts for a shell")
@pytest.mark.parametrize("how", PRETENDERS)
def test_a_program_that_deceives_is_found_out(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, reason = PRETENDERS[how]
    (tmp_path / "kissat").write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    (tmp_path / "kissat").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    stated = dimacs([(1, 2, 3), (-1, 2, 3), (1, -2, 3), (-1, -2, 3), (1, 2, -3)])
    with pytest.raises(Failed, match=f"E344.*{re.escape(reason)}"):
        prove.checked_proof(stated, "kissat", str(tmp_path), quiet)


def test_a_program_is_ended_with_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name == "nt":
        pytest.skip("scripts for a shell")
    (tmp_path / "kissat").write_text(f"#!/bin/sh\necho $$ > {tmp_path}/process\nexec sleep 100\n", encoding="utf-8")
    (tmp_path / "kissat").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    out = str(tmp_path / "out")
    for seconds in ("2", "30"):  # a slow machine takes longer until the program is started
        assert run(["certify", "tents", board("tents"), "-o", out, "--prover", "kissat", "--timeout", seconds]) == 4
        if (tmp_path / "process").exists():
            break
    process = int((tmp_path / "process").read_text(encoding="utf-8"))
    until = time.monotonic() + 200
    while time.monotonic() < until:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the program still runs")


def test_a_proof_may_not_become_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provers, "most_proof", lambda: 1000)
    monkeypatch.setattr(provers, "SLICE_CONFLICTS", 10)
    with pytest.raises(Failed, match=r"E345"):
        proved(list(pigeons(6)), tmp_path)


def pigeons(holes: int) -> Iterator[Clause]:
    """One pigeon more than there are holes."""
    for pigeon in range(holes + 1):
        yield tuple(pigeon * holes + hole + 1 for hole in range(holes))
    for hole in range(1, holes + 1):
        for one, other in itertools.combinations(range(holes + 1), 2):
            yield -(one * holes + hole), -(other * holes + hole)


# -------------------------------------------------------------------------------------------------- checkers of others


def accepted_by_dratify(place: Path) -> bool:
    """Checked forwards, by unit propagation of its own."""
    dratify = pytest.importorskip("dratify")
    result = dratify.check_proof(dratify.parse_dimacs(text(place, record.CLAUSES)), text(place, record.DRAT))
    return bool(result.ok and result.reached_empty)


def accepted_by_drup(place: Path) -> bool:
    """By a checker that is verified with Why3; its reader takes no comments, so the numbers are handed to it."""
    drup = pytest.importorskip("drup")
    steps = [line.split() for line in text(place, record.DRAT).splitlines()]
    added = [list(map(int, words[:-1])) for words in steps if words[0] != "d"]
    stated = [list(clause) for clause in checker.formula(text(place, record.CLAUSES))]
    return bool(drup.check_proof(stated, added).outcome == drup.Outcome.VALID)


def accepted_by_acl2(place: Path) -> bool:
    """By the checker of LRAT that is verified with ACL2 (Heule, Hunt, Kaufmann and Wetzler, ITP 2017)."""
    if not shutil.which("acl2") or not list(
        Path("/usr/share").glob("acl2-*/books/projects/sat/lrat/list-based/run.cert")
    ):
        pytest.skip("acl2 with its books is not installed")
    plain = place / "plain.cnf"  # its reader takes no comments
    stated = text(place, record.CLAUSES).splitlines(keepends=True)
    plain.write_text("".join(line for line in stated if not line.startswith("c")), encoding="utf-8")
    commands = '(include-book "projects/sat/lrat/list-based/run" :dir :system)\n'
    commands += f'(lrat::lrat-check "{plain}" "{place / record.LRAT}")\n'
    done = subprocess.run(["acl2"], input=commands, capture_output=True, text=True, timeout=300, check=False)
    plain.unlink()
    return "\ns VERIFIED" in done.stdout


@pytest.mark.parametrize("accepted", [accepted_by_dratify, accepted_by_drup, accepted_by_acl2])
def test_checkers_of_others_agree(accepted: Callable[[Path], bool], tmp_path: Path) -> None:
    place = tmp_path / "out"
    assert run(["certify", "tents", board("tents"), "-o", str(place)]) == output.FINE
    assert accepted(place)
    clauses(lambda lines: [*lines[:-1], lines[0]])(place)  # without the last clause the answer is one
    assert not accepted(place)
