"""RULES that are left out or name many: a text that says which puzzle it is, files, folders."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from puzzlelang import files, pipeline
from puzzlelang.cli import inputs
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail
from puzzlelang.formats import boards
from puzzlelang.formats.boards import BoardSource


def text_in(name: str, *, alone: bool) -> BoardSource | None:
    """The text where RULES should stand, if that is one that says which puzzle it is.

    It is the argument itself, or what is in the file or on standard input (`-`).  `alone`: there is no second
    argument, so what surely is no name of rules is an error if it does not tell.  Raises `Failed`.
    """
    if name == inputs.STDIN and alone:
        found = boards.board_source(inputs.read_standard_input())
    elif name.endswith(pipeline.SUFFIX):
        return None
    elif files.is_file(name):
        found = boards.board_source(files.read_text(Path(name)))
    elif pipeline.find_rules(name) is None:
        found = inputs.argument(name)
    else:
        return None
    if found.names_type:
        return found
    if found.found is None and found.source.name == inputs.ARGUMENT:
        inputs.check_link(name)
    if alone and (name == inputs.STDIN or (found.found is not None and not inputs.NAME.fullmatch(name))):
        hint = "name the rules before it, as in `puzzlelang solve tents …`"
        raise fail("E201", "this text does not say which puzzle it is", found.source.first(), hint=hint)
    return None


def rule_files(names: Sequence[str]) -> Iterator[Path]:
    """Rule files by path, folder or library name.

    Raises `Failed` for a name that is none, when it is its turn, and `UsageError` for a folder without any.
    """
    for name in names:
        if files.is_folder(name):
            found = files.folder_entries(Path(name), pipeline.SUFFIX)
            if not found:
                raise click.UsageError(f"There are no rule files (*{pipeline.SUFFIX}) in the folder '{name}'.")
            yield from found
            continue
        yield pipeline.rules_path(name)
