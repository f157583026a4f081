"""The service of the playground: what it answers, and what it refuses."""

import base64
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import get_args

import anyio
import msgspec
import pytest

from puzzlelang import resources
from puzzlelang.questions import table

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from puzzlelang.diagnostics.record import Failed
from puzzlelang.making.symmetry import SYMMETRIES
from puzzlelang.steps.rating.ratings import LEVELS
from puzzlelang.web import documents, requests, serve
from puzzlelang.web.desk import Desk
from puzzlelang.web.limits import LOCAL_BOUNDS, PUBLIC_BOUNDS, Bounds
from puzzlelang.web.pool import FairSemaphore, Pool
from puzzlelang.web.service import MANUAL
from tests import library
from tests.served import Served, served

BOARD = "  2...1\n. .....\n. .....\n2 .....\n. T.T..\n. .T..T\n"

TINY = msgspec.structs.replace(
    PUBLIC_BOUNDS,
    seconds=20.0,
    quick_seconds=3.0,
    most_waiting=1,
    most_per_client=3,
    arrival_seconds=1.0,
    cells=400,
    body=4_000_000,
    rules=2_000_000,
)


@pytest.fixture(scope="module")
def own() -> Iterator[Served]:
    with served(
        msgspec.structs.replace(LOCAL_BOUNDS, quick_seconds=120.0), workers=2
    ) as result:  # other tests may run beside this
        yield result


@pytest.fixture(scope="module")
def tiny() -> Iterator[Served]:
    with served(TINY) as result:
        yield result


def hard() -> bytes:
    """A question that takes longer than any test waits: there are 2 to the 400 answers to be counted."""
    board = "\n".join(["." * 20] * 20)
    rules = 'puzzle "Many"\nboard rectangle\nfind x : set of cells as "#"\nrule a "some": some c in cells: c.x\n'
    return json.dumps({"rules": rules, "board": board, "limit": 1_000_000}).encode()


# ------------------------------------------------------------------------------------------------- what it answers


def test_a_board_is_solved_as_the_command_does_it(own: Served) -> None:
    got = own.post("solve", {"genre": "tents", "board": BOARD})
    lines = got.lines
    assert lines[0] == {"kind": "accepted"}
    assert any(line["kind"] == "answer" for line in lines)
    assert lines[-1]["text"] == "This is the only answer."
    command = [sys.executable, "-m", "puzzlelang", "solve", "tents", "-", "--json"]
    done = subprocess.run(command, input=BOARD, capture_output=True, text=True, check=True)
    assert lines[-1]["result"] == json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("facts", "found"),
        ("check", "open"),
        ("hint", "steps"),
        ("path", "complete"),
        ("rate", "complete"),
        ("minimise", "minimal"),
        ("export", "written"),
    ],
)
def test_every_question_has_an_answer(own: Served, name: str, status: str) -> None:
    assert own.result(name, {"genre": "tents", "board": BOARD})["status"] == status


def test_a_hint_goes_on_from_what_is_drawn(own: Served) -> None:
    board, left = BOARD, 99
    while left:
        result = own.result("hint", {"genre": "tents", "board": board})
        assert result["left"] < left
        board, left = result["steps"][-1]["board"], result["left"]
    checked = own.result("check", {"genre": "tents", "board": board, "deep": True})
    assert not any(rule["broken"] for rule in checked["rules"])
    assert checked["completable"]


def test_boards_are_made_and_counted(own: Served) -> None:
    result = own.result("generate", {"genre": "tents", "size": [4, 4], "seed": 3})
    assert len(result["boards"]) == 1
    assert own.result("count", {"genre": "tents", "board": result["boards"][0]})["count"] == 1


def test_the_library_is_listed(own: Served) -> None:
    result = own.post("genres", {}).json["genres"]
    files = {path.stem for path in resources.library_files()}
    assert {one["name"] for one in result} == files
    assert next(one for one in result if one["name"] == "tents")["others"] == ["Tents and Trees"]


def test_editors_are_told_what_is_wrong_and_what_names_mean(own: Served) -> None:
    text = 'puzzle "X"\nboard rectangle\nfind star : set of cells  # a star\nrule one "one": count(star) = stra\n'
    result = own.post("analyse", {"rules": text, "offset": text.index("star)") + 1}).json
    assert [(item["code"], item["line"], item["help"]) for item in result["diagnostics"]] == [
        ("E020", 4, "did you mean `star`?")
    ]
    assert result["hover"] == {"name": "star", "kind": "find", "type": "set of cells", "docs": "a star"}
    assert result["diagnostics"][0]["fixes"][0]["edits"][0]["text"] == "star"
    assert [result["definition"][key] for key in ("file", "line", "column")] == ["puzzle.rules", 3, 6]
    assert [(one["line"], one["column"]) for one in result["uses"]] == [(3, 6), (4, 23)]
    assert {"star", "stars"} & {item["word"] for item in result["suggestions"]} == {"star"}
    behind = own.post("analyse", {"rules": text, "offset": text.index("star)")}).json
    assert behind["signature"]["label"].startswith("count(")
    words = {one["word"]: one["meaning"] for one in own.post("words", {}).json["words"]}
    assert words["connected"]
    assert words["every"]


def test_names_get_another_one_where_only_these_rules_have_them(own: Served) -> None:
    text = 'puzzle "X"\nboard rectangle\nfind star : set of cells\nrule one "{c.star}": every c in cells: c.star\n'
    result = own.post("rename", {"rules": text, "offset": text.index("star"), "name": "lamp"}).json
    assert result["text"] == text.replace("star", "lamp")
    for offset, name in ((text.index("star"), "every"), (text.index("every"), "all")):
        assert (
            own.post("rename", {"rules": text, "offset": offset, "name": name}).json["diagnostics"][0]["code"] == "E386"
        )
    extending = 'puzzle "X"\nextends "tents"\nrule more "More": count(tent) = 3\n'
    refused = own.post("rename", {"rules": extending, "offset": extending.index("tent)"), "name": "lamp"}).json
    assert "declared in tents.rules" in refused["diagnostics"][0]["message"]


def test_rules_are_put_into_form_and_told_in_words(own: Served) -> None:
    text = own.post("format", {"rules": 'puzzle   "X"\nboard rectangle'}).json["text"]
    assert text == 'puzzle "X"\nboard rectangle\n'
    result = own.post("show", {"genre": "tents"}).json
    assert result["text"].startswith('puzzle "Tents"')
    assert "Tents never touch, not even diagonally" in [rule["sentence"] for rule in result["players"]["rules"]]
    assert result["examples"]


def test_techniques_are_drawn_before_and_after(own: Served) -> None:
    assert own.post("show", {"genre": "lits"}).json["patterns"] is True
    result = own.post("patterns", {"genre": "lits", "dark": True}).json["patterns"]
    assert result[0]["name"] == "a room of five cells in 3x3"
    assert all(
        one[when].startswith("<svg") and one["before"] != one["after"] for one in result for when in ("before", "after")
    )
    assert own.post("show", {"genre": "sudoku"}).json["patterns"] is False
    assert own.post("patterns", {"genre": "sudoku"}).json["patterns"] == []


def test_a_link_tells_its_rules(own: Served) -> None:
    result = own.post("read", {"text": "https://puzz.link/p?norinori/5/5/cag4ocjo"}).json
    assert result["genre"] == "norinori"
    link = own.post("convert", {"genre": "norinori", "board": result["board"], "form": "puzzlink"}).json["text"]
    assert link == "https://puzz.link/p?norinori/5/5/cag4ocjo\n"


def test_a_picture_has_what_can_be_touched(own: Served) -> None:
    result = own.post("draw", {"genre": "tents", "board": BOARD, "roles": {"R1C1": "wrong", "nowhere": "reads"}}).json
    assert 'data-place="R1C2"' in result["kit"]["places"]
    assert [(one["name"], one["role"], one["holds"]) for one in result["controls"]] == [
        ("tree", "given", "member"),
        ("clue", "given", "number"),
        ("tent", "find", "member"),
    ]
    assert result["marks"]["tree"]["R4C1"] == "true"
    assert result["marks"]["clue"]["row 3"] == "2"


def test_names_and_sentences_stay_text(own: Served) -> None:
    rules = 'puzzle "<script>alert(1)</script>"\nboard rectangle\ngiven a : cells to {x, y}? as x "<", y "&"\n'
    rules += 'find b : set of cells\nrule r "<img src=x>": some c in cells: c.b\n'
    result = own.post("draw", {"rules": rules, "board": "<&\n..\n"})
    assert result.status == 200, result.body
    assert "<script" not in result.json["svg"]
    assert "&lt;script&gt;" in result.json["svg"]


def test_the_page_and_all_that_it_loads_is_small(own: Served) -> None:
    page = own.ask("GET", "/", headers={"accept-encoding": "gzip"})
    assert page.status == 200
    assert page.headers["content-encoding"] == "gzip"
    text = zlib.decompress(page.body, 31).decode()
    assert not re.search(r"https?://|<script(?! type=\"module\" src=)|<style| style=| on\w+=", text)
    total = len(page.body)
    for path in sorted((Path(MANUAL).parent / "page").iterdir()):
        got = own.ask("GET", f"/page/{path.name}", headers={"accept-encoding": "gzip"})
        assert got.status == 200
        total += len(got.body)
        again = own.ask("GET", f"/page/{path.name}", headers={"if-none-match": got.headers["etag"]})
        assert again.status == 304
    assert total < 300_000
    assert own.ask("GET", "/page/..%2Fdesk.py").status == 404
    assert own.ask("GET", "/page/nothing.js").json["reason"] == "not found"


def test_the_manual_has_every_request(own: Served) -> None:
    text = own.ask("GET", "/api").body.decode()
    result = re.findall(r"^### `(\w+)`", text, re.MULTILINE)
    assert sorted(result) == sorted(requests.REQUESTS)
    assert {kind.__name__.lower() for kind in get_args(requests.Document)} < set(result)
    samples = re.findall(r"^### `(\w+)`.*?^```json\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(samples) == len(result)
    for name, sample in samples:
        got = own.post(name, sample.encode())
        assert got.status == 200, got.body
        assert got.lines[-1].get("kind", "result") == "result", got.body


# ------------------------------------------------------------------------------------------------ what it refuses


def test_every_answer_says_what_browsers_may_do(own: Served) -> None:
    for got in (own.ask("GET", "/"), own.post("words", {}), own.ask("GET", "/nothing"), own.post("solve", b"{")):
        policy = got.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert got.headers["x-content-type-options"] == "nosniff"
        assert got.headers["x-frame-options"] == "DENY"
        assert got.headers["referrer-policy"] == "no-referrer"
        assert "server" not in got.headers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:80", "origin": "http://evil.example:80"}, 421),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-encoding": "gzip"}, 415),
        ({"sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_only_its_own_page_may_ask(own: Served, headers: dict[str, str], status: int) -> None:
    got = own.post("words", {}, headers)
    assert got.status == status
    assert got.json["status"] == ("listed" if status == 200 else "refused")


def test_its_own_page_may_ask(own: Served) -> None:
    assert own.post("words", {}, {"origin": own.address.rstrip("/")}).status == 200


@pytest.mark.parametrize("path", ["/etc/passwd", "../rules/tents", "..", "tents.rules", "/work", "tents\0"])
def test_no_file_can_be_read(own: Served, path: str) -> None:
    got = own.post("show", {"genre": path})
    assert (got.status, got.json["diagnostics"][0]["code"]) == (422, "E303")
    result = own.post("analyse", {"rules": f'extends "{path}"\n'.replace("\0", "")}).json
    assert result["diagnostics"]
    assert all(item["file"] in ("puzzle.rules", None) for item in result["diagnostics"])


def test_rules_of_the_current_folder_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.rules").write_text('puzzle "Secret"\nboard rectangle\nlet s = 1\n')
    monkeypatch.chdir(tmp_path)
    desk = Desk(LOCAL_BOUNDS)
    with pytest.raises(Failed):
        desk.rules(requests.Show(genre="secret"))
    result = documents.analyse_rules(desk, requests.Analyse(rules='include "secret"\n'))["diagnostics"]
    assert isinstance(result, list)
    assert "E060" in [item["code"] for item in result]


def test_a_large_body_is_refused_before_it_is_read(own: Served) -> None:
    with contextlib.closing(own.connection()) as connection:
        connection.putrequest("POST", "/api/solve")
        connection.putheader("content-type", "application/json")
        connection.putheader("content-length", "30000000")
        connection.endheaders(b"{")
        assert connection.getresponse().status == 413


def test_a_large_body_without_a_length_is_refused(own: Served) -> None:
    pieces = (b"x" * 100_000 for _ in range(40))
    with contextlib.closing(own.connection()) as connection, contextlib.suppress(BrokenPipeError, ConnectionResetError):
        connection.request("POST", "/api/solve", pieces, {"content-type": "application/json"}, encode_chunked=True)
        assert connection.getresponse().status == 413
    assert own.health()["status"] == "ok"


def test_a_slow_client_is_not_waited_for(tiny: Served) -> None:
    with contextlib.closing(tiny.connection()) as connection:
        connection.putrequest("POST", "/api/solve")
        connection.putheader("content-type", "application/json")
        connection.putheader("content-length", "100")
        connection.endheaders(b"{")
        got = connection.getresponse()
        assert (got.status, json.loads(got.read())["reason"]) == (408, "too slow")


def test_a_connection_without_a_request_is_closed(tiny: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "IDLE_SECONDS", 0.5)
    with socket.create_connection((tiny.host, tiny.port), timeout=600) as slow:
        slow.sendall(b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\nx-slow: ")
        assert slow.recv(1) == b""


@pytest.mark.parametrize("body", [b"{", b"[]", b"{}{}", b'{"size": 3}', b"[" * 100_000, b'{"genre": 1}', b"\xff"])
def test_what_is_no_request_is_refused(own: Served, body: bytes) -> None:
    got = own.post("blank", body)
    assert (got.status, got.json["reason"]) == (400, "bad request")


def test_a_million_brackets_in_the_rules_are_a_diagnostic(own: Served) -> None:
    got = own.post("analyse", {"rules": "rule x: " + "(" * 1_000_000})
    assert (got.status, got.json["reason"]) == (413, "too large")
    got = own.post("analyse", {"rules": 'puzzle "X"\nrule x: ' + "(" * 150_000})
    assert got.status == 200
    assert got.json["diagnostics"]


def test_large_boards_are_refused(own: Served) -> None:
    got = own.post("draw", {"genre": "tents", "board": "." * 1_000_000})
    assert (got.status, got.json["reason"]) == (413, "too large")
    got = own.post("draw", {"genre": "nurikabe", "board": "size: 5000x5000\n"})
    assert got.status in (413, 422)
    got = own.post("read", {"text": "https://puzz.link/p?nurikabe/5000/5000/" + "z" * 1000})
    assert got.status in (413, 422)
    assert own.post("blank", {"genre": "tents", "size": [500, 500]}).json["reason"] == "too large"
    assert own.post("blank", {"genre": "tents", "size": [5000, 1]}).status == 400


@library.sweep_large
def test_a_deflate_bomb_in_a_link_is_refused(own: Served) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b"".join([*(packer.compress(b"0" * 1_000_000) for _ in range(300)), packer.flush()])
    link = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(bomb).decode()
    got = own.post("read", {"text": link, "genre": "tents"})
    assert got.status in (413, 422)
    assert own.post("words", {}).status == 200


def test_what_takes_too_long_is_stopped(tiny: Served) -> None:
    got = tiny.post("analyse", {"rules": slow_to_read()})
    assert (got.status, got.json["reason"]) == (503, "time limit")
    assert "retry-after" not in got.headers  # it would take as long again
    assert tiny.post("analyse", {"rules": 'puzzle "X"'}).status == 200


def slow_to_read() -> str:
    return 'puzzle "X"\nboard rectangle\n' + "".join(
        f"let a{number}(x) = every c in cells: c in x and (c in x or not c in x)\n" for number in range(9_900)
    )


# ------------------------------------------------------------------------------------------- desks and who waits


def test_a_question_is_stopped_when_nobody_listens(tiny: Served) -> None:
    with contextlib.closing(tiny.connection()) as connection:
        connection.request("POST", "/api/count", hard(), {"content-type": "application/json"})
        connection.getresponse().readline()
        assert tiny.health()["workers"]["busy"] == 1
    tiny.until(lambda found: found["workers"]["busy"] == 0)
    assert tiny.result("solve", {"genre": "tents", "board": BOARD})["status"] == "only"


@pytest.mark.parametrize("level", ["worker", "desk"])
def test_a_killed_process_is_a_message_and_the_next_question_works(tiny: Served, level: str) -> None:
    with contextlib.closing(tiny.connection()) as connection:
        connection.request("POST", "/api/count", hard(), {"content-type": "application/json"})
        got = connection.getresponse()
        while b"progress" not in got.readline():
            pass
        desks = [child for child in offspring(os.getpid()) if offspring(child)]
        for process in desks if level == "desk" else [worker for desk in desks for worker in offspring(desk)]:
            os.kill(process, signal.SIGKILL)
        last = json.loads(got.read().splitlines()[-1])
    if level == "desk":
        assert (last["status"], last["reason"]) == ("refused", "died")
    else:
        assert "SIGKILL" in last["text"]
    assert tiny.result("solve", {"genre": "tents", "board": BOARD})["status"] == "only"


def offspring(pid: int) -> list[int]:
    if not Path("/proc/self/task").exists():
        pytest.skip("processes are not listed here")
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def test_who_asks_too_much_is_told_so(tiny: Served) -> None:
    with contextlib.ExitStack() as stack:
        answers = []
        for _ in range(4):
            connection = stack.enter_context(contextlib.closing(tiny.connection()))
            connection.request("POST", "/api/count", hard(), {"content-type": "application/json"})
            answers.append(connection.getresponse())
        statuses = [got.status for got in answers]
        assert statuses.count(200) <= 3
        refused = [got for got in answers if got.status != 200]
        assert {got.status for got in refused} <= {429, 503}
        assert all(json.loads(got.read())["status"] == "refused" for got in refused)
        assert all(got.headers["retry-after"] for got in refused)
    tiny.until(lambda found: found["workers"] == {"desks": 1, "busy": 0, "waiting": 0})


def test_a_question_ends_at_its_limit(own: Served) -> None:
    result = own.post("count", {**json.loads(hard()), "seconds": 0.5}).lines[-1]
    assert result["result"]["stopped"] == "time limit"


def test_the_log_is_json_and_says_nothing_of_what_was_asked(own: Served) -> None:
    own.post("solve", {"genre": "tents", "board": BOARD})
    until = time.monotonic() + 30  # a line is written after the answer has gone
    answered: list[dict[str, object]] = []
    while not answered and time.monotonic() < until:
        time.sleep(0.01)
        lines = [json.loads(line) for line in own.log]
        answered = [line for line in lines if line.get("path") == "/api/solve" and line["status"] == 200]
    assert answered
    assert set(answered[0]) == {"time", "method", "path", "status", "ms", "sent", "client"}
    assert not any("trace" in line for line in lines), lines


# ----------------------------------------------------------------------------------------- the examples of rules

TRIED = """puzzle "Stars"
board rectangle
find star : set of cells as "*"
rule one "One star is on the board": count(star) = 1
"""
BOARDS = {
    "right": 'board """\n.\n"""\n  answer """\n*\n"""',
    "broken": 'board """\n..\n"""\n  drawing """\n**\n"""\n  breaks one',
    "two": 'board """\n..\n"""\n  has 1 solution',
    "odd": 'board """\nZ.\n"""\n  has 1 solution',
    "slow": 'board """\n' + "\n".join(["." * 100] * 100) + '\n"""\n  has 10000 solutions',
}


@pytest.mark.library
@pytest.mark.parametrize(
    ("names", "status", "holds", "codes"),
    library.few(
        [
            (("right", "broken"), "fine", [True, True], []),
            (("right", "two", "broken"), "wrong", [True, False, True], ["E312"]),
            (("right",), "suspicious", [True], ["W073"]),
            (("odd",), "wrong", [False], ["E103"]),
            ((), "fine", [], []),
        ],
        2,
    ),
)
def test_examples_are_tried(
    own: Served, names: tuple[str, ...], status: str, holds: list[bool], codes: list[str]
) -> None:
    rules = TRIED + "".join(f'\nexample "{name}" {BOARDS[name]}\n' for name in names)
    lines = own.post("lint", {"rules": rules}).lines
    result = lines[-1]["result"]
    assert (result["status"], [one["holds"] for one in result["examples"]]) == (status, holds)
    assert [item["code"] for item in result["diagnostics"]] == codes
    assert [line["title"] for line in lines if line["kind"] == "example"] == list(names)


def test_examples_that_take_long_are_not_waited_for(own: Served) -> None:
    rules = TRIED + "".join(f'\nexample "{number}" {BOARDS["slow"]}\n' for number in range(9))
    result = own.result("lint", {"rules": rules, "seconds": 0.5})
    assert result["status"] == "unknown"
    assert {one["holds"] for one in result["examples"]} == {None}
    assert len(result["examples"]) == 9


# --------------------------------------------------------------------------------------------- many at one address


@pytest.mark.parametrize("name", ["genres", "words"])
def test_what_is_the_same_for_everybody_is_made_once(own: Served, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = own.ask("GET", f"/api/{name}", headers={"accept-encoding": "gzip"})
    assert (first.status, first.headers["content-encoding"]) == (200, "gzip")
    tag = first.headers["etag"]
    monkeypatch.setattr(Pool, "ask", None)  # nothing is asked of a desk any more
    assert own.ask("GET", f"/api/{name}", headers={"if-none-match": tag}).status == 304
    again = own.ask("GET", f"/api/{name}")
    assert (again.status, again.headers["etag"]) == (200, tag)
    assert own.post(name, {}).body == again.body == zlib.decompress(first.body, 31)


def test_other_requests_are_no_addresses_to_get(own: Served) -> None:
    got = own.ask("GET", "/api/show")
    assert (got.status, got.json["reason"]) == (405, "method")
    assert own.post("genres", {"nothing": 1}).status == 400


def test_a_class_behind_one_address_gets_in() -> None:
    """Thirty pages open at once, each asking what a page asks first, in the limits for strangers."""
    wanted: list[tuple[str, object]] = [
        ("show", {"genre": "tents"}),
        ("read", {"genre": "tents", "text": BOARD}),
        ("draw", {"genre": "tents", "board": BOARD}),
    ]
    with (
        served(msgspec.structs.replace(PUBLIC_BOUNDS, quick_seconds=300.0), workers=1) as result,
        ThreadPoolExecutor(max_workers=90) as threads,
    ):
        request = [threads.submit(result.post, name, content) for name, content in wanted for _ in range(30)]
        assert Counter(one.result().status for one in request) == {200: 90}


def test_who_is_refused_is_told_when_to_ask_again_and_why() -> None:
    none = msgspec.structs.replace(PUBLIC_BOUNDS, quick_most_per_client=0, most_per_client=0)
    with served(none) as result:
        for name, seconds in (("show", "1"), ("solve", "5")):
            got = result.post(name, {"genre": "tents", "board": BOARD} if name == "solve" else {"genre": "tents"})
            assert (got.status, got.headers["retry-after"]) == (429, seconds)
            assert "from your address" in got.json["message"]


@pytest.mark.parametrize(
    ("lanes", "expected"), [(1, ["many", "few", "many", "many"]), (2, ["many", "many", "few", "many"])]
)
def test_clients_take_turns(lanes: int, expected: list[str]) -> None:
    """Whoever asks much waits behind those who ask little; what is given up leaves its turn to others."""
    order: list[str] = []

    async def main() -> None:
        turns = FairSemaphore(1, lanes)
        await turns.acquire("first")

        async def ask(client: str) -> None:
            await turns.acquire(client)
            order.append(client)
            await anyio.sleep(0)
            turns.release()

        async with anyio.create_task_group() as group:
            for client in ("many", "many", "many", "few", "gone"):
                scope = anyio.CancelScope()
                group.start_soon(ask if client != "gone" else partial(_given_up, turns, scope), client)
                await anyio.wait_all_tasks_blocked()
                if client == "gone":
                    scope.cancel()
            turns.release()
        assert turns.free == 1

    anyio.run(main)
    assert order == expected


async def _given_up(turns: FairSemaphore, scope: anyio.CancelScope, client: str) -> None:
    with scope:
        await turns.acquire(client)


# ------------------------------------------------------------------------------------------------- the command


def test_the_command_starts_it_and_a_signal_ends_it() -> None:
    command = [sys.executable, "-m", "puzzlelang", "web", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout.readline()
        result = re.search(r"http://127\.0\.0\.1:(\d+)/", output)
        assert result, output
        served_ = Served(result[0], [])
        assert served_.until(lambda one: one["status"] == "ok")
        desks = offspring(process.pid)
        assert len(desks) == 3
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=300)
        assert process.returncode in (0, 130)
        assert all(json.loads(line) for line in log.splitlines())
        assert not any(Path(f"/proc/{desk}").exists() for desk in desks)


def test_other_hosts_want_public() -> None:
    command = [sys.executable, "-m", "puzzlelang", "web", "--host", "0.0.0.0", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 2
    assert "--public" in done.stderr


def test_a_host_that_is_no_name_is_a_diagnostic() -> None:
    with pytest.raises(Failed, match="no name of a machine"):
        serve.listening_socket("a" * 70, 0)


def test_a_port_that_is_taken_is_a_diagnostic() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "puzzlelang", "web", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 3
    assert "E301" in done.stderr


def test_strangers_get_less() -> None:
    for name in Bounds.__struct_fields__:
        assert getattr(PUBLIC_BOUNDS, name) <= getattr(LOCAL_BOUNDS, name)


def test_the_page_offers_what_new_boards_can_be_like() -> None:
    page = (Path(serve.__file__).parent / "page" / "index.html").read_text(encoding="utf-8")
    for name, wanted in (("symmetry", SYMMETRIES), ("rating", ("", *LEVELS))):
        (choice,) = re.findall(rf'<select id="{name}">(.*?)</select>', page)
        offered = re.findall(r'<option(?: value="(.*?)")?>(.*?)</option>', choice)
        assert [value or ("" if text == "any" else text) for value, text in offered] == list(wanted)


def test_every_question_has_a_button() -> None:
    page = (Path(serve.__file__).parent / "page" / "index.html").read_text(encoding="utf-8")
    request = set(re.findall(r'data-ask="([a-z]+)"', page))
    beside = {"export", "why", "techniques"}  # a form to save as; part of other answers
    assert request == set(table.offered_to_services()) - beside
