"""Books: every board once, rules once for each puzzle, answers at the end, and nothing overwritten."""

import re
from pathlib import Path

import pytest

from puzzlelang import pipeline
from puzzlelang.book.record import PAPERS, Book, BookEntry
from puzzlelang.book.to_pdf import pdf
from puzzlelang.formats import boards
from tests.test_cli import ROOT, run, write


def entry(name: str) -> BookEntry:
    rules = pipeline.load(name)
    puzzle = pipeline.board(rules, ROOT / "examples" / name / "small.txt")
    answer = pipeline.read_text(ROOT / "examples" / name / "small.answer.txt")
    return BookEntry(rules, puzzle, boards.read_drawing(rules, puzzle, answer))


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


def test_chapters_have_the_boards_of_one_puzzle_numbered_through() -> None:
    masyu, tents = entry("masyu"), entry("tents")
    chapters = Book("", "a4", 4, (masyu, tents, masyu)).chapters()
    assert [(chapter.rules.title, [number for number, _ in chapter.entries]) for chapter in chapters] == [
        ("Masyu", [1, 2]),
        ("Tents", [3]),
    ]


@pytest.mark.parametrize("paper", PAPERS)
def test_boards_flow_over_pages(paper: str) -> None:
    masyu = entry("masyu")
    few = pdf(Book("A title", paper, 4, (masyu,) * 4))
    many = pdf(Book("A title", paper, 4, (masyu,) * 13))
    assert few == pdf(Book("A title", paper, 4, (masyu,) * 4))
    assert (pages(few), pages(many)) == (2, 6)
    width, height = PAPERS[paper]
    box = re.findall(rb"/MediaBox \[ ([0-9. ]+) \]", few)[0].split()
    assert [round(float(number)) for number in box] == [0, 0, round(width), round(height)]
    unanswered = Book("", paper, 1, tuple(BookEntry(masyu.rules, masyu.puzzle) for _ in range(2)))
    assert pages(pdf(unanswered)) == 2


def test_print_writes_a_book(tmp_path: Path) -> None:
    small = f"masyu {ROOT / 'examples' / 'masyu' / 'small.txt'}"
    target = str(tmp_path / "book.pdf")
    result = run("print", small, "-o", target, "--title", "One", "--paper", "letter")
    assert result.returncode == 0, result.stderr
    assert Path(target).read_bytes().startswith(b"%PDF")
    rules = write(tmp_path, "two.rules", 'puzzle "Two"\nfind ink : set of cells\nrule two "Two": count(ink) = 2\n')
    board = write(tmp_path, "open.txt", "...\n")
    again = run("print", f"{rules} {board}", "-o", target)
    assert again.returncode == 3
    assert "E304" in again.stderr
    assert "several answers" not in again.stderr  # no board is solved before
    several = run("print", f"{rules} {board}", "-o", target, "--force")
    assert several.returncode == 1
    assert "several answers" in several.stderr
