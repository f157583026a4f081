"""What the page keeps in a browser's storage: several pages at once, a storage that is full or none, run by Node."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from puzzlelang.web.service import PAGE

NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run the page's code")

HEAD = """
const { Kept } = await import(process.argv[1]);
class Storage {
  constructor(room = Infinity) { this.room = room; this.map = new Map(); }
  get length() { return this.map.size; }
  key(at) { return [...this.map.keys()][at] ?? null; }
  getItem(key) { return this.map.get(key) ?? null; }
  removeItem(key) { this.map.delete(key); }
  setItem(key, text) {
    const others = [...this.map].filter(([other]) => other !== key).reduce((sum, [, one]) => sum + one.length, 0);
    if (others + text.length > this.room) throw new Error("QuotaExceededError");
    this.map.set(key, text);
  }
}
let clock = 0;
const now = () => (clock += 1);
const tents = (board) => ({ genre: "tents", rules: "puzzle", board });
const boards = (kept) => kept.all().map((work) => work.board);
const own = new Storage();
const open = (tab) => new Kept(own, tab, now);
"""


def ran(script: str) -> Any:
    assert NODE is not None
    script = HEAD + script
    address = (PAGE / "kept.js").as_uri()
    result = subprocess.run(
        [NODE, "--input-type=module", "--eval", script, "--", address],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_a_reload_finds_the_work_of_its_tab_and_a_new_tab_the_latest() -> None:
    result = ran("""
      const [one, two] = [new Storage(), new Storage()];
      open(one).save(tents("first"), "Tents", true);
      open(two).save(tents("second"), "Tents", true);
      console.log(JSON.stringify([open(one), open(two), open(new Storage())].map((kept) => kept.last().board)));
    """)
    assert result == ["first", "second", "second"]


def test_two_pages_that_go_on_with_one_work_keep_both() -> None:
    result = ran("""
      const tab = new Storage();
      const one = open(tab);
      one.save(tents("begun"), "Tents", true);
      const two = open(new Storage());
      two.take(two.last());
      two.save(tents("begun"), "Tents", false);  // nothing changed, nothing is written
      const before = boards(one);
      two.save(tents("other"), "Tents", true);
      one.save(tents("more"), "Tents", true);
      one.save(tents("still more"), "Tents", true);
      console.log(JSON.stringify([before, boards(one)]));
    """)
    assert result == [["begun"], ["still more", "other"]]


def test_another_work_leaves_what_somebody_changed_and_replaces_what_nobody_did() -> None:
    result = ran("""
      const kept = open(new Storage());
      kept.save(tents("untouched"), "Tents", false);
      kept.leave();
      kept.save({ genre: "", rules: "puzzle", board: "" }, "mine", true);
      kept.leave();
      kept.save(tents("next"), "Tents", true);
      kept.save({ genre: "masyu", rules: "", board: "undone" }, "Masyu", false);  // another genre is another work
      console.log(JSON.stringify([boards(kept), kept.all().map((work) => work.rules)]));
    """)
    assert result == [["undone", "next", ""], ["", "", "puzzle"]]


def test_older_works_make_place() -> None:
    result = ran("""
      const kept = open(new Storage());
      for (let at = 0; at < 30; at += 1) { kept.leave(); kept.save(tents(String(at)), "Tents", true); }
      const small = new Kept(new Storage(400), new Storage(), now);
      for (let at = 0; at < 9; at += 1) { small.leave(); small.save(tents(String(at)), "Tents", true); }
      const before = boards(small).length;
      small.leave();
      const large = small.save(tents("x".repeat(1000)), "Tents", true);
      console.log(JSON.stringify([boards(kept), before > 1 && boards(small).length === before, large]));
    """)
    assert result[0] == [str(at) for at in range(29, 9, -1)]
    assert result[1:] == [True, False]  # one that has no place takes none away


def test_a_storage_that_refuses_or_holds_something_else_is_no_error() -> None:
    result = ran("""
      const none = new Kept(null, null, now);
      own.setItem("puzzlelang.work.x", "{");
      own.setItem("puzzlelang.work.y", '{"genre": 3}');
      own.setItem("other", "1");
      const kept = open(new Storage());
      const refused = none.save(tents("a"), "Tents", true);
      console.log(JSON.stringify([refused, none.last(), none.all(), kept.last(), kept.all()]));
    """)
    assert result == [False, None, [], None, []]


@pytest.mark.parametrize("name", sorted(path.name for path in PAGE.glob("*.js")))
def test_every_file_of_the_page_can_be_read(name: str, tmp_path: Path) -> None:
    assert NODE is not None
    module = tmp_path / f"{name}.mjs"
    shutil.copy(PAGE / name, module)
    result = subprocess.run([NODE, "--check", str(module)], capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
