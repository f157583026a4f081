"""The arguments RULES and BOARD, which most commands begin with."""

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from puzzlelang import files, pipeline, readers
from puzzlelang.capacity import most_cells
from puzzlelang.cli import genres, inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.cli.inputs import STDIN
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats import boards as boards_
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.solving.stats import measure_stage
from puzzlelang.typed.codecs import COSMETIC
from puzzlelang.typed.ir import Ruleset

Command = TypeVar("Command", bound=Callable[..., Any])

LEAVE_OUT = "leave_out"
"""The parameter of `leave_out_option`."""

READING = "puzzlelang.reading"
"""Where click keeps how long it took to read rules and board, in seconds."""


def reading() -> dict[str, float]:
    """The seconds it took to read rules and board for the command that runs."""
    context: click.Context | None = click.get_current_context(silent=True)
    result: dict[str, float] = {} if context is None else context.meta.setdefault(READING, {})
    return result


def size(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """`4x6` as the numbers of rows and columns, for an option."""
    if value is None:
        return None
    try:
        return size_of(value)
    except ValueError as error:
        raise click.BadParameter(str(error), context, option) from None


def size_of(text: str) -> tuple[int, int]:
    """`4x6` as the numbers of rows and columns.  Raises `ValueError` if no board can have this size."""
    result = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    if result is None or not 0 < int(result[1]) * int(result[2]) <= most_cells():
        raise ValueError(f"'{text}' is no size of a board, which is rows x columns such as 4x6.")
    return int(result[1]), int(result[2])


def is_size(argument: str) -> bool:
    """Return whether an argument is written like a size, and names no file."""
    return inputs.SIZE.fullmatch(argument) is not None and not files.is_file(argument)


def leave_out_option(command: Command) -> Command:
    """`--leave-out`, which stands below `boards`."""
    return click.option(
        "--leave-out", LEAVE_OUT, multiple=True, type=click.Choice(COSMETIC),
        help="Ignore drawings of this kind on a board of f-puzzles.",
    )(command)  # fmt: skip


def boards(third: str = "", *, default: str = "", beside: Sequence[str] = ()) -> Callable[[Command], Any]:
    """RULES, BOARD, perhaps a `third` argument, and `--size`; the command gets `rules`, `puzzle` and the third.

    RULES may be left out if the board says which puzzle it is.  `default`: what stands for the third if it is
    left out.  `beside`: options that may also be read from standard input.
    """

    def decorated(command: Command) -> Any:
        @functools.wraps(command)
        def called(rules: str, board: str | None, size: tuple[int, int] | None, **others: Any) -> Any:
            given = [board, others.get(third)] if third else [board]
            also = [others.get(name) for name in beside]
            kinds = others.pop(LEAVE_OUT, ())
            with options.command_limits():
                ruleset, puzzle, rest = _read(rules, given, size, default, also, kinds)
                left_out = _left_out(puzzle, kinds)
            output.report_defaults(puzzle.assumed, left_out, quiet=bool(others.get("json_")))
            if third:
                others[third] = rest or default or None
            return command(rules=ruleset, puzzle=puzzle, **others)

        for add in (
            click.option("--size", callback=size, metavar="ROWSxCOLUMNS", help="The size, if BOARD does not state it."),
            *([click.argument(third, required=False)] if third else []),
            click.argument("board", required=False),
            click.argument("rules"),
        ):
            called = add(called)
        return called

    return decorated


def _left_out(puzzle: Puzzle, kinds: Sequence[str]) -> Mapping[str, int]:
    """Return how many drawings were left out, by their kind.  Fails for a board that cannot have any."""
    if not kinds:
        return {}
    result = boards_.detect_format(puzzle.source.text)
    from puzzlelang.formats.fpuzzles import left_out

    if result is None or result.format != left_out.FORMAT:
        raise click.UsageError("--leave-out is for boards of f-puzzles, SudokuPad and SudokuMaker.")
    return left_out.drawings(puzzle.source, kinds)


def _read(
    rules: str,
    given: list[str | None],
    size: tuple[int, int] | None,
    default: str,
    beside: Sequence[str | None],
    kinds: Sequence[str],
) -> tuple[Ruleset, Puzzle, str | None]:
    """The ruleset, the puzzle, and the third argument if there is one."""
    text = genres.text_in(rules, alone=given[0] is None)
    seconds = reading()
    if text is None:
        board, *rest = given
        _once([board or STDIN, *[name or default for name in rest], *beside])
        with measure_stage(seconds, "read_rules"):
            ruleset = _without(pipeline.load(rules), kinds)
        with measure_stage(seconds, "read_board"):
            puzzle = _board(board or STDIN, ruleset, size)
        return ruleset, puzzle, (rest or [None])[0]
    rest, surplus = given[:-1], given[-1]
    if surplus is not None:
        raise click.UsageError(f"'{surplus}' is one too many: the rules are those of the board.")
    _once([rules, *[name or default for name in rest], *beside])
    return *readers.rules_for(text, size, seconds, lambda rules: _without(rules, kinds)), (rest or [None])[0]


def _without(rules: Ruleset, kinds: Sequence[str]) -> Ruleset:
    """Rules that leave out these kinds of drawings."""
    if not kinds:
        return rules
    from puzzlelang.formats.fpuzzles import left_out

    return left_out.without_drawings(rules, kinds)


def drawing(rules: Ruleset, puzzle: Puzzle, name: str | None) -> Drawing | None:
    """The drawing that an argument names or is, and the board's own without one."""
    if name is None:
        return puzzle.drawing
    with options.command_limits("reading the drawing"):
        return boards_.read_drawing(rules, puzzle, inputs.read_board(name, rules))


def _board(name: str, ruleset: Ruleset, size: tuple[int, int] | None) -> Puzzle:
    """The puzzle that an argument names or is.  What is no file and is no board either was meant as a file."""
    source = inputs.read_board(name, ruleset)
    try:
        return pipeline.board(ruleset, source, size)
    except Failed as failed:
        if source.name != inputs.ARGUMENT or not inputs.NAME.fullmatch(name):
            raise
        hint = f"as a board itself it cannot be read either: {failed.diagnostics[0].message}"
        raise fail("E301", f"there is no file `{name}`", hint=hint) from None


def _once(names: Sequence[str | None]) -> None:
    if sum(name == STDIN for name in names) > 1:
        raise click.UsageError("Only one text can be read from standard input.")
