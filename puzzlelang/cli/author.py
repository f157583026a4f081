"""Commands for authors of rule files: `fmt`, `lint`, `test`, `explain`."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from puzzlelang import examples, files, pipeline
from puzzlelang.cli import genres, inputs, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.solving import engines
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits


@click.command("lint")
@click.argument("rules", nargs=-1, required=True)
@click.option("--json", "json_", is_flag=True, help="Print the warnings as JSON.")
@click.option("--fix", is_flag=True, help="First apply the fixes that messages suggest.")
@options.limit_options
def lint_(rules: tuple[str, ...], json_: bool, fix: bool, limits: Limits) -> int:
    """Warn about suspicious places in rule files: unused names, needless guards, rules that no example breaks.

    Wrong examples are named as well. --fix changes files with errors in place, by those fixes in messages that
    remove an error and cause no other.
    """
    result: list[Diagnostic] = []
    for path in genres.rule_files(rules):
        if fix:
            _fix(path)
        ruleset = _ruleset(path)
        result += examples.file_warnings(ruleset, examples.prove_examples(ruleset, within=limits))
    if json_:
        from puzzlelang.diagnostics import rendering

        output.write_json({"diagnostics": [rendering.as_json(item) for item in result]})
    elif result:
        output.show_diagnostics(result, as_json=False)
    return output.NO_ANSWER if result else output.FINE


@click.command("test")
@click.argument("rules", nargs=-1, required=True)
@click.option("--json", "json_", is_flag=True, help="Print the outcome as JSON.")
@options.engine_option
@options.limit_options
def test_(rules: tuple[str, ...], json_: bool, engine: str, limits: Limits) -> int:
    """Run the examples of rule files, and name the rules that no example violates."""
    engines.engine(engine)
    worst = output.FINE
    reports: list[dict[str, object]] = []
    for path in genres.rule_files(rules):
        try:
            ruleset = _ruleset(path)
        except Failed as failed:
            reports.append(_report(path, (), failed.diagnostics))
            if not json_:
                output.show_diagnostics(failed.diagnostics, as_json=False)
            worst = output.WRONG_INPUT if worst == output.WRONG_INPUT else output.exit_code(failed.diagnostics)
            continue
        outcomes = examples.prove_examples(ruleset, engine, limits)
        wrong = [item for outcome in outcomes for item in outcome.diagnostics]
        warnings = examples.unproved_warnings(ruleset, outcomes)
        if wrong and worst == output.FINE:
            worst = output.NO_ANSWER
        reports.append(_report(path, outcomes, [*wrong, *warnings]))
        if not json_:
            passed = sum(not outcome.diagnostics for outcome in outcomes)
            print(f"{path}: {passed} of {len(outcomes)} examples hold")
            sys.stdout.flush()
            if wrong or warnings:
                output.show_diagnostics([*wrong, *warnings], as_json=False)
    if json_:
        output.write_json(reports)
    return worst


def _fix(path: Path) -> None:
    """Mend a file in place; how many mistakes were mended goes to standard error."""
    from puzzlelang.editor import fixing

    with options.command_limits(f"mending `{path}`"):
        source = files.read_text(path)
        text, number = fixing.fix_all(source, lambda other: pipeline.analyse(other, path.parent).diagnostics)
    if number:
        if not files.is_file(path, stream=False):
            raise fail("E301", f"`{path}` is no file that could be changed", hint="name a file to mend")
        files.write_text(path, text, force=True)
        print(f"mended {count_of(number, 'mistake')} in {path}", file=sys.stderr, flush=True)


def _ruleset(path: Path) -> Ruleset:
    with options.command_limits(f"reading `{path}`"):
        return pipeline.ruleset(files.read_text(path), path.parent)


def _report(
    path: Path, outcomes: Iterable[examples.ExampleOutcome], diagnostics: Iterable[Diagnostic]
) -> dict[str, object]:
    from puzzlelang.diagnostics import rendering

    return {
        "file": str(path),
        "examples": [{"title": outcome.example.title, "holds": not outcome.diagnostics} for outcome in outcomes],
        "diagnostics": [rendering.as_json(item) for item in diagnostics],
    }


@click.command("explain")
@click.argument("code", required=False)
def explain_(code: str | None) -> int:
    """Explain a diagnostic code, or a word of the language, with an example; without CODE list all codes.

    `words` lists all reserved words with what they are and mean.
    """
    from puzzlelang.cli import library
    from puzzlelang.diagnostics import pages

    if code is None:
        for known in pages.codes():
            page = pages.page(known)
            assert page is not None
            print(f"{known}  {page.title}")
        return output.FINE
    if code == "words":
        for word, meaning in _reserved_words().items():
            print(f"{word}: {meaning}")
        return output.FINE
    if code == "draw":
        print(f"{code}: {_reserved_words()[code]}\n\n{library.drawing_words()}")
        return output.FINE
    if code in _reserved_words():
        entry = library.word_entries().get(code)
        meaning = _reserved_words()[code]
        if entry is not None:
            meaning = f"{meaning.split(';')[0]}\n\n{library.terminal_entry(entry)}"
        print(f"{code}: {meaning}")
        return output.FINE
    page = pages.page(code.upper())
    if page is None:
        from puzzlelang.diagnostics.nearest import nearest_word

        close = nearest_word(code.upper(), pages.codes()) or nearest_word(code, _reserved_words())
        raise click.UsageError(f"There is no code '{code}'." + (f" Did you mean '{close}'?" if close else ""))
    print(f"{code.upper()}: {page.title}\n\n{library.terminal_entry(page.text)}")
    for example in page.examples:
        for kind, text in (("rules", example.rules), ("board", example.board)):
            if text:
                print(f"\nFor example, this is said of these {kind}:\n" if kind == "rules" else "\nwith this board:\n")
                print("\n".join(f"    {line}" for line in text.splitlines()))
    return output.FINE


def _reserved_words() -> dict[str, str]:
    """Every word of the language with what it is and means, sorted."""
    from puzzlelang.syntax import keywords
    from puzzlelang.typed.words import vocabulary

    meanings = {word: f"a keyword; {meaning}" for word, meaning in keywords.MEANINGS.items()}
    meanings |= {word: f"a word {meaning}" for word, meaning in keywords.CONTEXTUAL.items()}
    meanings |= {word: f"{vocabulary.kind(word)}; {vocabulary.meaning(word)}" for word in vocabulary.words()}
    return dict(sorted(meanings.items()))


@click.command("fmt")
@click.argument("rules", nargs=-1, required=True)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
@options.limit_options
def fmt_(rules: tuple[str, ...], only_check: bool, limits: Limits) -> int:  # noqa: ARG001
    """Put rule files into the standard form, in place; `-` reads standard input and writes standard output.

    A file with a mistake stays unchanged; the others are formatted.
    """
    from puzzlelang.syntax.to_text import format_source

    if rules == ("-",):
        with options.command_limits("formatting"):
            text = format_source(inputs.read_standard_input())
        print(text, end="")
        return output.FINE
    mistakes: list[Diagnostic] = []
    changed = False
    for path in _rule_files(rules, mistakes):
        try:
            with options.command_limits(f"formatting `{path}`"):
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
        output.show_diagnostics(mistakes, as_json=False)
        return output.exit_code(mistakes)
    return output.NO_ANSWER if changed and only_check else output.FINE


def _rule_files(rules: tuple[str, ...], mistakes: list[Diagnostic]) -> Iterator[Path]:
    """The files of each name; a name that is none is a mistake."""
    for name in rules:
        try:
            yield from genres.rule_files([name])
        except Failed as failed:
            mistakes += failed.diagnostics
