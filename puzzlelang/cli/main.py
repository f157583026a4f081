"""The command group: each command's module is loaded only when it is called, so that a cold start stays short."""

import importlib
import sys
from collections.abc import Sequence

from click.exceptions import Exit

from puzzlelang import __version__
from puzzlelang.cli import output
from puzzlelang.cli.clicks import HELP, Group, click
from puzzlelang.diagnostics.record import Diagnostic, Failed

COMMANDS = {
    "solve": ("solve", "Solve a board and say whether the answer is the only one."),
    "check": ("check", "Say which rules a drawing breaks, and where."),
    "draw": ("draw", "Draw a board and its drawing as a picture."),
    "print": ("book", "Write boards as a printable book (PDF)."),
    "convert": ("convert", "Write a board in another form: a link, a game ID, JSON, board text."),
    "formats": ("convert", "List the outside formats and their pieces."),
    "read": ("propose", "Propose how a rule file reads a link or a saved file."),
    "list": ("library", "List the rule files of the library."),
    "show": ("library", "Show the rules of a puzzle in players' words."),
    "new": ("library", "Start a new rule file from a template."),
    "fmt": ("author", "Put rule files into the standard form."),
    "lint": ("author", "Warn about suspicious places in a rule file."),
    "test": ("author", "Run the examples of rule files."),
    "explain": ("author", "Explain a diagnostic code, such as E021."),
    "why": ("answers", "Explain why a board has no answer."),
    "facts": ("answers", "Show what all answers share."),
    "count": ("answers", "Count the answers."),
    "hint": ("hints", "Give the next step that a person can take, with its reason."),
    "path": ("hints", "List all steps to the answer, each with its reason."),
    "rate": ("hints", "Rate how hard a board is."),
    "techniques": ("techniques", "Find the techniques of a puzzle from its rules."),
    "minimise": ("making", "Remove clues that a board does not need."),
    "generate": ("making", "Make new boards from the rules."),
    "batch": ("batch", "Ask one question about many boards; resumes after any interruption."),
    "gallery": ("gallery", "Write a handbook of rule files as pages for a browser."),
    "bench": ("bench", "Solve many boards by several engines and compare the times."),
    "doctor": ("doctor", "List the engines: which are available, and what each can do."),
    "decode": ("convert", "Show and check another solver's answer to an export."),
    "web": ("web", "Start the playground: a page for rules, boards and questions."),
    "language-server": ("language_server", "Serve an editor: mistakes, completion, fixes, names, pictures."),
    "export": ("export", "Write a board and its rules as SMT-LIB for other solvers."),
    "certify": ("certify", "Write a proof that the answer is the only one, for others to check."),
    "verify": ("certify", "Check such a proof."),
}

GROUPS = {
    "Solve and understand a board": ("solve", "check", "hint", "path", "rate", "why", "facts", "count"),
    "Boards from elsewhere, and pictures": ("convert", "formats", "read", "draw", "print"),
    "Make boards": ("generate", "minimise"),
    "Write rules": ("list", "show", "new", "fmt", "lint", "test", "explain", "gallery", "techniques"),
    "Many boards, and other programs": (
        *("batch", "bench", "web", "language-server", "export", "decode", "certify", "verify", "doctor"),
    ),
}
"""The commands by purpose, in the order of the help page and of the documentation."""

_rich = getattr(click, "rich_click", None)
if _rich is not None:
    _rich.COMMAND_GROUPS = {"puzzlelang": [{"name": title, "commands": list(names)} for title, names in GROUPS.items()]}


class Lazy(Group):
    """A group that imports a command only to run it or to show its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """All commands, in the order people need them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        name, purpose = COMMANDS[cmd_name]
        module = importlib.import_module(f"puzzlelang.cli.{name}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_")
        command.short_help = purpose
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command as click does, and name the nearest one if there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from puzzlelang.diagnostics.nearest import nearest_word

            close = nearest_word(args[0], COMMANDS)
            advice = f" Did you mean '{close}'?" if close else ""
            raise click.UsageError(f"There is no command '{args[0]}'.{advice}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Lazy, context_settings={"help_option_names": HELP})
@click.version_option(__version__, prog_name="puzzlelang")
def group() -> None:
    """Solve, check and explain grid logic puzzles from short rule files.

    RULES is the path of a rule file or the name of one in the library (`puzzlelang list`), BOARD the path of a board,
    `-` for standard input, or a link or game ID itself. RULES may be left out if BOARD says which puzzle it is.

    To begin: `puzzlelang show tents`, `puzzlelang generate tents 8x8 > board.txt`,
    `puzzlelang hint tents board.txt`.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command; its exit code.  Only `KeyboardInterrupt` and `streams.Unwritable` escape."""
    try:
        result = group.main(list(arguments), prog_name="puzzlelang", standalone_mode=False)
        return int(result) if isinstance(result, int) else output.FINE
    except Failed as failed:
        output.show_diagnostics(failed.diagnostics, as_json="--json" in arguments)
        return output.exit_code(failed.diagnostics)
    except Exit as left:
        return left.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        if "--json" in arguments:
            output.show_diagnostics([Diagnostic("E300", error.format_message().rstrip("."))], as_json=True)
        else:
            error.show()
        return output.USAGE
    except Exception as error:
        import traceback

        print(f"puzzlelang itself failed: {type(error).__name__}: {error}", file=sys.stderr)
        print("please report it, with the rules and the board; where it happened:", file=sys.stderr)
        for frame in traceback.extract_tb(error.__traceback__)[-3:]:
            print(
                f"  {frame.name}, line {frame.lineno} of {frame.filename.rsplit('puzzlelang', 1)[-1]}", file=sys.stderr
            )
        return output.INTERNAL
