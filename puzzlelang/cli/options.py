"""Options that several commands share."""

import functools
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Literal, TypeVar

from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import fail
from puzzlelang.solving import engines
from puzzlelang.workers.limits import Limits
from puzzlelang.workers.own_limits import within_limits

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_SECONDS, DEFAULT_MEGABYTES = 60.0, 2000

MOST_MEGABYTES = 1_000_000_000
"""More than any computer has; systems refuse limits much above it."""


class Seconds(click.FloatRange):
    """A finite number of seconds as the value of an option."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Fails on what is no number in the range."""
        result = float(super().convert(value, param, ctx))
        if not math.isfinite(result):
            self.fail(f"{value} is no number of seconds.", param, ctx)
        return result


class PathOption(click.Path):
    """A path of a `output_option`, a `folder` or either, to write to or to read; with `dash` also `-`."""

    def __init__(self, kind: Literal["file", "folder", ""] = "", *, dash: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=kind != "folder", dir_okay=kind != "file", allow_dash=dash)
        self.writes = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path.  Fails on the wrong kind, and on `-` without `dash`.  Raises `Failed` for a NUL."""
        if str(value) == "-" and not self.allow_dash and self.writes:
            self.fail(f"Standard output is no {self.writes}; `./-` is a {self.writes} of that name.", param, ctx)
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            raise fail("E301", "no file or folder has a NUL in its name") from None


def engine_option(command: Command) -> Command:
    """`--engine`."""
    words = ", ".join(engines.names())
    return click.option("--engine", default=engines.AUTO, metavar="NAME", help=f"{words}, or a command line.")(command)


def without_option(command: Command) -> Command:
    """`--without`."""
    return click.option(
        "--without", multiple=True, metavar="NAME", help="Skip a deduction; --stats lists their names."
    )(command)


def target_options(command: Command) -> Command:
    """`--output` and `--force`; `-` is standard output, as if it was left out."""
    force = click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
    return output_option("Write to a file.")(force(command))


def output_option(help_text: str, *, required: bool = False) -> Callable[[Command], Command]:
    """`--output` alone; the command gets None for standard output."""
    return click.option(
        "-o", "--output", "target", type=PathOption("file", dash=True), required=required,
        callback=_unless_standard, metavar="FILE", help=help_text,
    )  # fmt: skip


def _unless_standard(context: click.Context, option: click.Parameter, value: Path | None) -> Path | None:  # noqa: ARG001
    return None if value is not None and is_standard(value) else value


def is_standard(place: Path) -> bool:
    """Whether what is to be written to is standard output."""
    return str(place) in ("-", "/dev/stdout")


def single_value(context: click.Context, option: click.Parameter, values: tuple[Any, ...]) -> Any:
    """Return the value of an option, None without it.  Fails if it is given twice; click would take the last."""
    if len(values) > 1:
        raise click.BadParameter("it can be given only once.", context, option)
    return values[0] if values else None


def style_option(command: Command) -> Command:
    """`--style`."""
    from puzzlelang.cli.pictures import STYLES

    return click.option(
        "--style",
        type=click.Choice(STYLES),
        help="How to show boards; by default pictures on a terminal, else board text.",
    )(command)


def picture_options(command: Command) -> Any:
    """`--style`, and `--as` for pictures alone; the command has `--json`, which says all else, and gets `boards`."""
    from puzzlelang.cli.pictures import FORMS, Boards

    @functools.wraps(command)
    def called(style: str | None, form: str | None, **others: Any) -> Any:
        if form is not None and others["json_"]:
            raise click.UsageError("--as and --json exclude each other.")
        return command(boards=Boards(others["rules"], others["puzzle"], style, form), **others)

    return style_option(
        click.option(
            "--as",
            "form",
            type=click.Choice(FORMS),
            help="Write a picture of the board, and the text to standard error.",
        )(called)
    )


def limit_options(command: Command) -> Any:
    """`--timeout` and `--memory`, which the command gets as `limits`."""

    @functools.wraps(command)
    def called(timeout: float, memory: int, **others: Any) -> Any:
        return command(limits=Limits(timeout, memory), **others)

    return limit_numbers(called)


def limit_numbers(command: Command) -> Command:
    """`--timeout` and `--memory`, which the command gets as numbers."""
    timeout = click.option(
        "--timeout", type=Seconds(0, min_open=True), default=DEFAULT_SECONDS, show_default=True, metavar="SECONDS",
        help="The time limit.",
    )  # fmt: skip
    memory = click.option(
        "--memory", type=click.IntRange(50, MOST_MEGABYTES), default=DEFAULT_MEGABYTES, show_default=True, metavar="MB",
        help="The memory limit.",
    )  # fmt: skip
    return timeout(memory(command))


def command_limits(what: str = "reading rules and board") -> AbstractContextManager[None]:
    """Return a context that runs `what` in this process, under the limits of the current command; see `confined`."""
    given = click.get_current_context().params
    return within_limits(Limits(given["timeout"], given["memory"]), what)


def own_limit_options(what: str) -> Callable[[Command], Any]:
    """`--timeout` and `--memory` of a command that asks no worker: all of it is done under them."""

    def decorated(command: Command) -> Any:
        @functools.wraps(command)
        def called(limits: Limits, **others: Any) -> Any:
            with within_limits(limits, what):
                return command(**others)

        return limit_options(called)

    return decorated
