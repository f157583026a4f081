"""Options that several commands share."""

import functools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail
from puzzlelang.solving import engines

Command = TypeVar("Command", bound=Callable[..., Any])

SECONDS, MEGABYTES = 60.0, 2000

MOST_MEGABYTES = 1_000_000_000
"""More than any computer has; systems refuse limits much above it."""


class Seconds(click.FloatRange):
    """A time that comes to an end: no infinity, and nothing that is no number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Fails on what is no number in the range."""
        found = float(super().convert(value, param, ctx))
        if not math.isfinite(found):
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return found


class Named(click.Path):
    """A path of a `file`, a `folder` or either, to write to or to read; with `dash` also `-`."""

    def __init__(self, kind: Literal["file", "folder", ""] = "", *, dash: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=kind != "folder", dir_okay=kind != "file", allow_dash=dash)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Fails on what is the other kind.  Raises `Failed` for what can be no name."""
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            raise fail("E301", "no file or folder has a NUL in its name") from None


def engine(command: Command) -> Command:
    """`--engine`."""
    words = ", ".join(engines.names())
    return click.option("--engine", default=engines.AUTO, metavar="NAME", help=f"{words}, or a command line.")(command)


def without(command: Command) -> Command:
    """`--without`."""
    return click.option(
        "--without", multiple=True, metavar="NAME", help="Do not make a deduction; --stats tells their names."
    )(command)


def target(command: Command) -> Command:
    """`--output` and `--force`; `-` is standard output, as if it was left out."""
    output_ = click.option(
        "-o", "--output", "target", type=Named("file", dash=True),
        callback=_unless_standard, metavar="FILE", help="Write to a file.",
    )  # fmt: skip
    return output_(click.option("--force", is_flag=True, help="Overwrite the file if it exists.")(command))


def _unless_standard(context: click.Context, option: click.Parameter, value: Path | None) -> Path | None:  # noqa: ARG001
    return None if value is not None and str(value) in ("-", "/dev/stdout") else value


def once(context: click.Context, option: click.Parameter, values: tuple[Any, ...]) -> Any:
    """The value of an option that was given once, None if it was not.  Of others the last of several counts."""
    if len(values) > 1:
        raise click.BadParameter("it can be given only once.", context, option)
    return values[0] if values else None


def shown(command: Command) -> Command:
    """`--style`."""
    from puzzlelang.cli.pictures import STYLES

    return click.option(
        "--style", type=click.Choice(STYLES), help="How boards are shown: pictures on a terminal, else board text."
    )(command)


def pictured(command: Command) -> Any:
    """`--style`, and `--as` for pictures alone; the command has `--json`, which says all else."""
    from puzzlelang.cli.pictures import FORMS

    @functools.wraps(command)
    def called(**others: Any) -> Any:
        if others["form"] is not None and others["json_"]:
            raise click.UsageError("--as and --json exclude each other.")
        return command(**others)

    return shown(
        click.option(
            "--as", "form", type=click.Choice(FORMS), help="Write a picture of the board; the rest to standard error."
        )(called)
    )


def limited(command: Command) -> Command:
    """`--timeout` and `--memory`."""
    timeout = click.option(
        "--timeout", type=Seconds(0, min_open=True), default=SECONDS, show_default=True, metavar="SECONDS",
        help="Give up after so long.",
    )  # fmt: skip
    memory = click.option(
        "--memory", type=click.IntRange(50, MOST_MEGABYTES), default=MEGABYTES, show_default=True, metavar="MB",
        help="Give up when more memory is needed.",
    )  # fmt: skip
    return timeout(memory(command))
