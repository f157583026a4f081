"""Golden cases in Markdown: `golden/<mode>/*.md`, where the folder says what is done with a case.

A case is a section `## what happens, as a sentence` with its input in fenced blocks and the expected text in a block
`output`.  With UPDATE_GOLDEN=1 in the environment the outputs are written instead of compared.
"""

import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from puzzlelang import examples, pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.diagnostics.rendering import listing
from puzzlelang.formats.text import read
from puzzlelang.ground import from_typed
from puzzlelang.questions import dispatch, walkthrough
from puzzlelang.questions.export import ExportText
from puzzlelang.questions.stage import Stage, StageQuestion
from puzzlelang.questions.why import contradiction
from puzzlelang.render import players
from puzzlelang.sessions.session import Session
from puzzlelang.source import Source, Span
from puzzlelang.typed import definitions, to_text

FOLDER = Path(__file__).parent / "golden"
_CASE = re.compile(r"^## (.+)\n", re.MULTILINE)
_BLOCK = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$\n?", re.DOTALL | re.MULTILINE)


def diagnostics(blocks: Mapping[str, str]) -> str:
    """What is wrong with the block `rules`, or with the block `board` by these rules; `fine` if nothing is."""
    try:
        rules = pipeline.ruleset(Source("puzzle.rules", blocks["rules"]))
        if "board" in blocks:
            from_typed.ground(rules, read.read(rules, Source("board.txt", blocks["board"])))
    except Failed as failed:
        return listing(failed.diagnostics, colour=False)
    return "fine"


def names(blocks: Mapping[str, str]) -> str:
    """What the names of the block `rules` are, and the lines and columns of all places that use them."""
    found = pipeline.analyse(Source("puzzle.rules", blocks["rules"])).names
    return "\n".join(map(shown, found.definitions))


def examples_(blocks: Mapping[str, str]) -> str:
    """What is wrong with the examples of the block `rules`, or else what none of them shows."""
    rules = pipeline.ruleset(Source("puzzle.rules", blocks["rules"]))
    outcomes = examples.prove_examples(rules)
    wrong = [item for outcome in outcomes for item in outcome.diagnostics]
    return listing([*wrong, *examples.unproved_warnings(rules, outcomes)], colour=False) or "all hold"


def show(blocks: Mapping[str, str]) -> str:
    """The block `rules` in players' words."""
    return players.as_text(pipeline.ruleset(Source("puzzle.rules", blocks["rules"])))


def shown(found: definitions.Definition) -> str:
    def places(*spans: Span) -> str:
        return " ".join(":".join(map(str, span.source.line_column(span.start))) for span in spans)

    at = f" at {places(found.span)}" if found.span else ""
    reach = f" in {' '.join(found.reach.text.split())!r}" if found.reach else ""
    docs = f" # {found.docs}" if found.docs else ""
    return f"{found.kind.value} {found.name}: {found.type or 'unknown'}{at}{reach}, used {places(*found.uses)}{docs}"


def typed(blocks: Mapping[str, str]) -> str:
    """The block `rules` as checked."""
    return to_text.text(pipeline.ruleset(Source("puzzle.rules", blocks["rules"]))).rstrip("\n")


def stage(name: str, blocks: Mapping[str, str]) -> str:
    """What a stage makes of the block `board` by the block `rules`."""
    rules = pipeline.ruleset(Source("puzzle.rules", blocks["rules"]))
    puzzle = read.read(rules, Source("board.txt", blocks["board"]))
    replies = dispatch.answer(Session(rules, puzzle), StageQuestion(name))
    return next(reply.text for reply in replies if isinstance(reply, ExportText)).rstrip("\n")


def walked(blocks: Mapping[str, str]) -> str:
    """How a person solves the block `board` by the rule file of the library that the block `genre` names."""
    rules = pipeline.load(blocks["genre"].strip())
    found = pipeline.path(rules, read.read(rules, Source("board.txt", blocks["board"])))
    assert found.complete
    return "\n".join(walkthrough.step_text(step, number) for number, step in enumerate(found.steps, 1))


def hinted(blocks: Mapping[str, str]) -> str:
    """The first steps from the block `board`, with what is drawn there; or why there are none."""
    rules = pipeline.ruleset(Source("puzzle.rules", blocks["rules"])) if "rules" in blocks else None
    rules = rules or pipeline.load(blocks["genre"].strip())
    found = pipeline.hint(rules, read.read(rules, Source("board.txt", blocks["board"])), more=HINTS - 1)
    result = [walkthrough.step_text(step, number) for number, step in enumerate(found.steps, 1)]
    return "\n".join([*result, *filter(None, [walkthrough.end(found)])])


def reasons(blocks: Mapping[str, str]) -> str:
    """Why the block `board` has no answer, with what is drawn there."""
    rules = pipeline.load(blocks["genre"].strip())
    puzzle = read.read(rules, Source("board.txt", blocks["board"]))
    found = pipeline.why(rules, puzzle, puzzle.drawing)
    return contradiction(found.cases or (), found.together)


HINTS = 5
"""Steps that are told of a board of `hint`."""

MODES: dict[str, Callable[[Mapping[str, str]], str]] = {
    "diagnostics": diagnostics,
    "examples": examples_,
    "hint": hinted,
    "names": names,
    "path": walked,
    "show": show,
    "typed": typed,
    "why": reasons,
    **{found.value: partial(stage, found.value) for found in Stage if found is not Stage.TYPED},
}


def cases(path: Path) -> list[tuple[str, str]]:
    """Titles and texts of the cases of a file."""
    pieces = _CASE.split(path.read_text(encoding="utf-8"))[1:]
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def updated(text: str, output: str) -> str:
    """The text of a case with another output, after its input if it has none yet."""
    found = next((match for match in _BLOCK.finditer(text) if match[2] == "output"), None)
    start, end = found.span() if found else (len(text), len(text))
    before, after = text[:start].strip("\n"), text[end:].strip("\n")
    return f"\n{before}\n\n```output\n{output}\n```\n\n{after}"


def every_case() -> list[object]:
    found = []
    for path in sorted(FOLDER.glob("*/*.md")):
        found += [pytest.param(path, title, id=f"{path.parent.name}/{path.stem}: {title}") for title, _ in cases(path)]
    return found


@pytest.mark.parametrize(("path", "title"), every_case())
def test_golden(path: Path, title: str) -> None:
    text = next(text for other, text in cases(path) if other == title)
    blocks = {match[2]: match[3] for match in _BLOCK.finditer(text)}
    output = MODES[path.parent.name](blocks)
    if os.environ.get("UPDATE_GOLDEN") == "1":
        whole = path.read_text(encoding="utf-8")
        heading = f"## {title}\n"
        whole = whole.replace(heading + text, heading + updated(text, output), 1)
        path.write_text(whole.rstrip("\n") + "\n", encoding="utf-8")
    else:
        assert blocks.get("output") == output + "\n"


def test_titles_are_unique() -> None:
    for path in FOLDER.glob("*/*.md"):
        titles = [title for title, _ in cases(path)]
        assert len(titles) == len(set(titles)), path
