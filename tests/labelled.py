"""What tests know of a rule file beside what it says itself: `tests/labels/NAME.toml`, a file for each that needs it.

range = "…"              why a range of the numbers to be found is a rule of the genre, not a bound
no_room = ["clue", …]    what some format of these rules cannot hold on every board, though others can

[TYPE]                   a type of puzz.link that the rules read
codes = { label = … }    the rule that a drawing with this label breaks, or several of which it breaks one
open = { label = … }     the same for drawings that lack something: the rule may be only not satisfied yet
left_out = [{ boards = [1], reason = "…" }]    boards that are not tried; without `boards` the whole type
unwritten = [{ boards = [1], reason = "…" }]   boards that are judged, but have something that is not written again
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("labels")


@cache
def labels(name: str) -> dict[str, Any]:
    """What is known of the rule file of that name, empty if nothing is."""
    path = FOLDER / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def all_labels() -> dict[str, dict[str, Any]]:
    """By name of the rule file what is known of it."""
    return {path.stem: labels(path.stem) for path in sorted(FOLDER.glob("*.toml"))}


def types() -> dict[str, tuple[str, dict[str, Any]]]:
    """For each type of puzz.link the name of the rule file, and what is known of the type."""
    result = {}
    for name, known in all_labels().items():
        for kind, output in known.items():
            if isinstance(output, dict):
                assert kind not in result, f"two rule files have labels for {kind}"
                result[kind] = (name, output)
    return result
