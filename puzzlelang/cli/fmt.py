"""`fmt`."""

from collections.abc import Iterator
from pathlib import Path

from puzzlelang import files
from puzzlelang.cli import genres, inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail


@click.command("fmt")
@click.argument("rules", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@options.limit_options
def fmt_(rules: tuple[str, ...], only_check: bool, timeout: float, memory: int) -> int:  # noqa: ARG001
    """Put rule files into the standard form, in place; `-` reads standard input and writes standard output.

    A file with a mistake stays as it is, and the others are done.
    """
    from puzzlelang.syntax.to_text import format_source

    if rules == ("-",):
        with options.within("formatting"):
            text = format_source(inputs.read_standard_input())
        print(text, end="")
        return output.FINE
    mistakes: list[Diagnostic] = []
    changed = False
    for path in _found(rules, mistakes):
        try:
            with options.within(f"formatting `{path}`"):
                source = files.read_text(path)
                text = format_source(source)
            if text == source.text:
                continue
            if not only_check:
                if not files.is_file(path, stream=False):
                    raise fail(
                        "E301", f"`{path}` is no file that could be changed", hint="`fmt -` writes what it reads"
                    )
                files.write_text(path, text, force=True)
        except Failed as failed:
            mistakes += failed.diagnostics
            continue
        changed = True
        print(f"{'would change' if only_check else 'changed'} {path}", flush=True)
    if mistakes:
        output.show(mistakes, as_json=False)
        return output.exit_code(mistakes)
    return output.NO_ANSWER if changed and only_check else output.FINE


def _found(rules: tuple[str, ...], mistakes: list[Diagnostic]) -> Iterator[Path]:
    """The files of each name; a name that is none is a mistake."""
    for name in rules:
        try:
            yield from genres.rule_files([name])
        except Failed as failed:
            mistakes += failed.diagnostics
