"""Many boards at once: files, links, lists, the examples of rule files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzlelang import files, pipeline, resources
from puzzlelang.bench import Board
from puzzlelang.cli import genres, output
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.source import Source

LIST = Path(__file__).with_name("boards.txt")
"""Larger boards, one a line."""

LONGEST_NAME = 28


def standard() -> Iterator[Board]:
    """The first solved example of each rule file of the library, and the boards of the list."""
    for path in sorted(resources.library().glob(f"*{pipeline.SUFFIX}")):
        yield from _first(_examples(path))
    yield from _listed(LIST)


def _first(found: Iterator[Board]) -> Iterator[Board]:
    for board in found:
        yield board
        return


def named(names: Sequence[str]) -> Iterator[Board]:
    """The boards that arguments name.

    An argument is the path or library name of a rule file, which stands for the boards of its examples that have one
    answer; a file with a board that tells its rules; a file with a board a line; a link; or rules and a board in one
    argument, such as `"tents board.txt"`.  Raises `Failed`.
    """
    for name in names:
        if name.endswith(pipeline.SUFFIX) or (not files.is_file(name) and pipeline.find_rules(name)):
            path = pipeline.find_rules(name)
            if path is None:
                raise pipeline.no_rules(name)
            yield from _examples(path)
        elif files.is_file(name):
            source = files.read_text(Path(name))
            if _tells(source) and not _many(source):
                yield _board(source, Path(name).name)
            else:
                yield from _listed(Path(name))
        else:
            yield _line(Source(output.ARGUMENT, name))


def _examples(path: Path) -> Iterator[Board]:
    rules = pipeline.load(str(path))
    for example in rules.examples:
        if any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts):
            text = example.board or Source(f"the link of “{example.title}”", example.url or "")
            yield Board(f"{path.stem}: {example.title}", rules, boards.read(rules, text))


def _listed(path: Path) -> Iterator[Board]:
    """A board a line; blank lines and comments, which begin with `#`, do not count."""
    for number, text in enumerate(files.read_text(path).text.splitlines(), 1):
        if text.strip() and not text.lstrip().startswith("#"):
            yield _line(Source(f"{path}, line {number}", text.strip()))


def _line(source: Source) -> Board:
    """A link, or rules and a board."""
    if _tells(source):
        return _board(source, source.text)
    rules, _, name = source.text.partition(" ")
    if not name or pipeline.find_rules(rules) is None:
        hint = 'write its rules before it, as in `tents board.txt`; as an argument in quotes: `"tents board.txt"`'
        raise fail("E201", "this is no board that says which puzzle it is", source.first(), hint=hint)
    ruleset = pipeline.load(rules)
    name = name.strip()
    return Board(_short(name), ruleset, pipeline.board(ruleset, output.read_board(name, ruleset)))


def _many(source: Source) -> bool:
    """Whether more than one line tells its rules, so that the text is a list."""
    lines = [line.strip() for line in source.text.splitlines() if line.strip()]
    return len(lines) > 1 and all(_tells(Source(source.name, line)) for line in lines[:2])


def _tells(source: Source) -> bool:
    found = boards.recognised(source.text)
    return found is not None and bool(found.type)


def _board(source: Source, name: str) -> Board:
    found = boards.recognised(source.text)
    assert found is not None
    return Board(_short(name), *genres.rules_for(source, found, None, {}))


def _short(name: str) -> str:
    """As much of a link as tells it from others."""
    text = name.rsplit("?", 1)[-1]
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
