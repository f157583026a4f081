"""A page for each command, from the command itself; examples and notes below the mark are written by hand."""

import importlib
import inspect
from collections.abc import Mapping
from pathlib import Path

import click

from docs.reference_pages import table
from puzzlelang.cli.main import COMMANDS, GROUPS

MARK = "<!-- Written by hand from here on. -->\n"
"""Nothing below this line is generated."""


def contents() -> str:
    """The list of all commands."""
    text = (
        "# Commands\n\n"
        "RULES is the path of a rule file or a name from the library, with or without `.rules`.\n"
        "BOARD is a path, `-` for standard input, or a link or game ID itself, in quotes.\n"
        "RULES can be left out if BOARD says which puzzle it is.\n"
    )
    for title, names in GROUPS.items():
        text += f"\n## {title}\n\n" + table(
            ["command", "what it does"], [(f"[`{name}`]({name}.md)", COMMANDS[name][1]) for name in names]
        )
    return text + "\n" + _SHARED


_SHARED = """## What all commands share

- `--size ROWSxCOLUMNS` states the size of a board that does not state it.
- `--timeout` and `--memory` bound each question, by default to 60 seconds and 2000 MB.
- `--engine` takes a name (`auto`, `cadical`, `z3`, `cvc5`) or the command line of a program that reads SMT-LIB.
  Such a program reads standard input and keeps its state between commands:
  `"z3 -in"`, `"yices-smt2 --incremental"`, `"cvc5 --incremental"`.
- On a terminal `solve`, `facts`, `check`, `hint`, `decode` and `path --boards` draw boards with box characters.
  `generate` and `minimise` draw one above the board text. Elsewhere commands print board text, which can be read back.
- `--style unicode`, `ascii` or `text` chooses how boards are shown.
- `--as svg` and `--as png` write a picture that marks mistakes, premises and conclusions.
  The text goes to standard error.
- Lines that start with `;` are remarks. What `solve` prints can be read back.
- Rules and boards can come from pipes and devices (`<(…)`). A text may have at most 4 MB.
- `-o -` is standard output. A file is replaced as a whole or not at all.
- At most 50 mistakes are shown; `--json` has all of them.
- [Exit codes](../reference/exit-codes.md) and [JSON](../reference/json.md) are the same for all.
"""


def pages(folder: Path) -> Mapping[str, str]:
    """The text of each command's page; `folder` has the present ones."""
    return {name: _page(name) + MARK + _by_hand(folder / f"{name}.md") for name in COMMANDS}


def _by_hand(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition(MARK)[2] if path.is_file() else ""


def command(name: str) -> click.Command:
    """The command of that name."""
    result = getattr(importlib.import_module(f"puzzlelang.cli.{COMMANDS[name][0]}"), f"{name.replace('-', '_')}_")
    assert isinstance(result, click.Command)
    return result


def _page(name: str) -> str:
    result = command(name)
    context = click.Context(result, info_name=name)
    usage = " ".join(["puzzlelang", name, *result.collect_usage_pieces(context)])
    rows = [
        (_code(record[0]), " ".join(record[1].split()))
        for option in result.get_params(context)
        if isinstance(option, click.Option)
        and "--help" not in option.opts
        and (record := click.Option.get_help_record(option, context))
    ]
    options = table(["option", "meaning"], rows) + "\n" if rows else ""
    return f"# `{name}`\n\n{inspect.cleandoc(result.help or '')}\n\n```usage\n{usage}\n```\n\n{options}"


def _code(record: str) -> str:
    return f"`{record}`"
