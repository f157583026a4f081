"""Options and givens that a text of an outside format does not say: every command names the defaults that hold."""

import json
from pathlib import Path

import pytest

from puzzlelang import pipeline
from tests.served import served
from tests.test_cli import run, write

LINK = "https://puzz.link/p?numlin/3/3/1g2i1g2"
FLEET = 'puzzle "F"\nboard rectangle\ngiven fleet : shapes = small_fleet\ngiven most : number = width\n'
RULES = f"""{FLEET}option far : {{off, on}} = off
given clue : cells to number?
find ship : set of cells
rule most "At most {{most}}": count(ship) <= most
read puzzlink "fleet": number16(clue)
"""


@pytest.mark.parametrize("command", [["solve"], ["count"], ["facts"], ["why"], ["convert", "--to", "text"]])
def test_every_command_names_the_defaults_of_a_board(command: list[str]) -> None:
    result = run(*command, LINK)
    assert result.stderr.startswith("The text of the board does not say this")
    assert "`visits: any`" in result.stderr
    assert "visits" not in result.stdout


@pytest.mark.parametrize("command", ["solve", "count", "facts", "why"])
def test_json_has_them_under_a_name(command: str) -> None:
    result = run(command, LINK, "--json")
    assert json.loads(result.stdout)["assumed"] == {"visits": "any"}
    assert "visits" not in result.stderr


def test_records_of_a_batch_have_them(tmp_path: Path) -> None:
    lines = [{"id": "link", "board": LINK}, {"id": "text", "rules": "numberlink", "board": "1.2\n...\n1.2\n"}]
    write(tmp_path, "boards.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    run("batch", "boards.jsonl", "-o", "results.jsonl", cwd=tmp_path)
    records = map(json.loads, (tmp_path / "results.jsonl").read_text("utf-8").splitlines())
    assert {one["id"]: one["assumed"] for one in records} == {"link": {"visits": "any"}, "text": None}


def test_answers_of_the_page_have_them() -> None:
    with served() as page:
        for name in ("solve", "count", "facts", "check"):
            request = {"genre": "numberlink", "board": LINK}
            last = page.post(name, request).lines[-1]
            assert last["result"]["assumed"] == {"visits": "any"}
            assert "`visits: any`" in last["text"]


def test_board_text_says_what_it_wants_to() -> None:
    assert "visits" not in run("solve", "numberlink", "1.2\n...\n1.2\n").stderr


def test_what_is_assumed_is_known_of_the_board(tmp_path: Path) -> None:
    path = tmp_path / "fleet.rules"
    path.write_text(RULES, encoding="utf-8")
    rules = pipeline.load(str(path))
    puzzle = pipeline.board(rules, "https://puzz.link/p?fleet/2/2/j")
    assert puzzle.assumed == {"far": "off", "fleet": "small_fleet", "most": "width"}
    assert pipeline.board(rules, "size: 2x2\n").assumed == {}
