"""Lists of boards: files, links, lists, the examples of rule files."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from puzzlelang import files, pipeline, readers, resources
from puzzlelang.bench.runs import Sample
from puzzlelang.cli import inputs, options
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.formats.boards import BoardSource
from puzzlelang.source import Source

LIST = Path(__file__).with_name("boards.txt")
"""Larger boards, one a line."""

LONGEST_NAME = 28


def standard() -> Iterator[Sample]:
    """The first solved example of each rule file of the library, and the boards of the list."""
    for path in resources.library_files():
        yield from islice(_examples(path), 1)
    yield from _samples_of_list(LIST)


def boards_of(names: Sequence[str]) -> Iterator[Sample]:
    """The boards that arguments name.

    An argument is the path or library name of a rule file, which stands for the boards of its examples that have one
    answer; a file with a board that names its rules; a file with a board a line; a link; or rules and a board in one
    argument, such as `"tents board.txt"`.  Raises `Failed`.
    """
    for name in names:
        if name.endswith(pipeline.SUFFIX) or (not files.is_file(name) and pipeline.find_rules(name)):
            yield from _examples(pipeline.rules_path(name))
        elif files.is_file(name):
            text = boards.board_source(files.read_text(Path(name)))
            if text.names_type and not _many(text.source):
                yield _board(text, Path(name).name)
            else:
                yield from _samples_of_list(Path(name))
        else:
            yield _line(inputs.argument_text(name))


def _examples(path: Path) -> Iterator[Sample]:
    with options.command_limits(f"reading `{path}`"):
        rules = pipeline.load(str(path))
    for example in rules.examples:
        if any(verdict.answer is not None or verdict.solutions == 1 for verdict in example.verdicts):
            text = example.board or Source(f"the link of “{example.title}”", example.url or "")
            with options.command_limits():
                puzzle = boards.read(rules, text)
            yield Sample(f"{path.stem}: {example.title}", rules, puzzle)


def _samples_of_list(path: Path) -> Iterator[Sample]:
    """A board a line; blank lines and comments, which begin with `#`, do not count."""
    for number, text in enumerate(files.read_text(path).text.splitlines(), 1):
        if text.strip() and not text.lstrip().startswith("#"):
            yield _line(boards.board_source(Source(f"{path}, line {number}", text.strip())))


def _line(text: BoardSource) -> Sample:
    """A link, or rules and a board."""
    source = text.source
    if text.names_type:
        return _board(text, source.text)
    rules, _, name = source.text.partition(" ")
    if not name or pipeline.find_rules(rules) is None:
        hint = 'write its rules before it, as in `tents board.txt`; as an argument in quotes: `"tents board.txt"`'
        raise fail("E201", "this is no board that says which puzzle it is", source.first(), hint=hint)
    name = name.strip()
    with options.command_limits():
        ruleset = pipeline.load(rules)
        return Sample(_short(name), ruleset, pipeline.board(ruleset, inputs.read_board(name, ruleset)))


def _many(source: Source) -> bool:
    """Whether more than one line names its rules, so that the text is a list."""
    lines = [line.strip() for line in source.text.splitlines() if line.strip()]
    return len(lines) > 1 and all(boards.board_source(Source(source.name, line)).names_type for line in lines[:2])


def _board(text: BoardSource, name: str) -> Sample:
    with options.command_limits():
        return Sample(_short(name), *readers.rules_for(text, None, {}))


def _short(name: str) -> str:
    """Return a short name for a board: the part of a link after `?`, cut to `LONGEST_NAME`."""
    text = name.rsplit("?", 1)[-1]
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"
