"""Finds the rules where RULES is left out, or names several files or folders."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzlelang import files, pipeline
from puzzlelang.cli import inputs
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.formats.boards import BoardSource


def text_in(name: str, *, alone: bool) -> BoardSource | None:
    """Return the board text given in place of RULES, if it names its puzzle type; None if RULES are rules.

    The text is the argument itself, a file, or standard input (`-`).  `alone`: there is no second argument.  Then a
    text that is clearly no name of rules and does not name its type is an error.  Raises `Failed`.
    """
    if name == inputs.STDIN and alone:
        result = boards.board_source(inputs.read_standard_board())
    elif name.endswith(pipeline.SUFFIX):
        return None
    elif files.is_file(name):
        result = boards.board_source(files.read_text(Path(name)))
    elif pipeline.find_rules(name) is None:
        result = inputs.argument_text(name)
    else:
        return None
    if result.names_type:
        return result
    if result.outside_type is None and result.source.name == inputs.ARGUMENT:
        inputs.check_link(name)
    if alone and (name == inputs.STDIN or (result.outside_type is not None and not inputs.NAME.fullmatch(name))):
        hint = "name the rules before it, as in `puzzlelang solve tents …`"
        raise fail("E201", "this text does not say which puzzle it is", result.source.first(), hint=hint)
    return None


def rule_files(names: Sequence[str]) -> Iterator[Path]:
    """Rule files by path, folder or library name.

    Raises `Failed` for a name that is none, when it is its turn, and `UsageError` for a folder without any.
    """
    for name in names:
        if files.is_folder(name):
            result = pipeline.rules_in(Path(name)) or files.folder_entries(Path(name), pipeline.SUFFIX)
            if not result:
                raise click.UsageError(f"There are no rule files (*{pipeline.SUFFIX}) in the folder '{name}'.")
            yield from result
            continue
        yield pipeline.rules_path(name)
