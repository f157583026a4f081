"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import rich_click as click

from puzzlelang.solving import engines

Command = TypeVar("Command", bound=Callable[..., Any])

SECONDS, MEGABYTES = 60.0, 2000


def engine(command: Command) -> Command:
    """`--engine`."""
    words = ", ".join(engines.names())
    return click.option("--engine", default=engines.AUTO, metavar="NAME", help=f"{words}, or a command line.")(command)


def target(command: Command) -> Command:
    """`--output` and `--force`; `-` is standard output, as if it was left out."""
    output_ = click.option(
        "-o", "--output", "target", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
        callback=_unless_standard, metavar="FILE", help="Write to a file.",
    )  # fmt: skip
    return output_(click.option("--force", is_flag=True, help="Overwrite the file if it exists.")(command))


def _unless_standard(context: click.Context, option: click.Parameter, value: Path | None) -> Path | None:  # noqa: ARG001
    return None if value is not None and str(value) in ("-", "/dev/stdout") else value


def limited(command: Command) -> Command:
    """`--timeout` and `--memory`."""
    timeout = click.option(
        "--timeout", type=click.FloatRange(0, min_open=True), default=SECONDS, show_default=True, metavar="SECONDS",
        help="Give up after so long.",
    )  # fmt: skip
    memory = click.option(
        "--memory", type=click.IntRange(50), default=MEGABYTES, show_default=True, metavar="MB",
        help="Give up when more memory is needed.",
    )  # fmt: skip
    return timeout(memory(command))
