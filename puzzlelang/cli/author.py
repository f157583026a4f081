"""Commands for authors of rule files: `lint`, `test`, `explain`."""

import sys
from collections.abc import Iterable
from pathlib import Path

from puzzlelang import examples, files, pipeline
from puzzlelang.cli import genres, options, output
from puzzlelang.cli.clicks import click
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.solving import engines
from puzzlelang.workers.limits import Limits


@click.command("lint")
@click.argument("rules", nargs=-1, required=True)
@click.option("--json", "json_", is_flag=True, help="Print the warnings as JSON.")
@options.limit_options
def lint_(rules: tuple[str, ...], json_: bool, timeout: float, memory: int) -> int:
    """Look for what is suspicious in rule files: unused names, guards that are not needed, rules no example breaks.

    Examples that are wrong are named as well.
    """
    found: list[Diagnostic] = []
    for path in genres.rule_files(rules):
        with options.within(f"reading `{path}`"):
            ruleset = pipeline.ruleset(files.read_text(path), path.parent)
        found += examples.file_warnings(ruleset, examples.prove_examples(ruleset, within=Limits(timeout, memory)))
    if json_:
        from puzzlelang.diagnostics import rendering

        output.write_json({"diagnostics": [rendering.as_json(item) for item in found]})
    elif found:
        output.show(found, as_json=False)
    return output.NO_ANSWER if found else output.FINE


@click.command("test")
@click.argument("rules", nargs=-1, required=True)
@click.option("--json", "json_", is_flag=True, help="Print the outcome as JSON.")
@options.engine
@options.limit_options
def test_(rules: tuple[str, ...], json_: bool, engine: str, timeout: float, memory: int) -> int:
    """Run the examples of rule files, and name the rules that no example breaks."""
    engines.engine(engine)
    worst = output.FINE
    reports: list[dict[str, object]] = []
    for path in genres.rule_files(rules):
        try:
            with options.within(f"reading `{path}`"):
                ruleset = pipeline.ruleset(files.read_text(path), path.parent)
        except Failed as failed:
            reports.append(_report(path, (), failed.diagnostics))
            if not json_:
                output.show(failed.diagnostics, as_json=False)
            worst = output.WRONG_INPUT if worst == output.WRONG_INPUT else output.exit_code(failed.diagnostics)
            continue
        outcomes = examples.prove_examples(ruleset, engine, Limits(timeout, memory))
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
                output.show([*wrong, *warnings], as_json=False)
    if json_:
        output.write_json(reports)
    return worst


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
    from puzzlelang.cli import words
    from puzzlelang.diagnostics import pages

    if code is None:
        for known in pages.codes():
            page = pages.page(known)
            assert page is not None
            print(f"{known}  {page.title}")
        return output.FINE
    if code == "words":
        for word, told in _reserved().items():
            print(f"{word}: {told}")
        return output.FINE
    if code == "draw":
        print(f"{code}: {_reserved()[code]}\n\n{words.looks()}")
        return output.FINE
    if code in _reserved():
        entry = words.entries().get(code)
        told = _reserved()[code]
        print(f"{code}: {told}" if entry is None else f"{code}: {told.split(';')[0]}\n\n{words.terminal_entry(entry)}")
        return output.FINE
    page = pages.page(code.upper())
    if page is None:
        from puzzlelang.diagnostics.nearest import nearest_word

        close = nearest_word(code.upper(), pages.codes()) or nearest_word(code, _reserved())
        raise click.UsageError(f"There is no code '{code}'." + (f" Did you mean '{close}'?" if close else ""))
    print(f"{code.upper()}: {page.title}\n\n{words.terminal_entry(page.text)}")
    for example in page.examples:
        for kind, text in (("rules", example.rules), ("board", example.board)):
            if text:
                print(f"\nFor example, this is said of these {kind}:\n" if kind == "rules" else "\nwith this board:\n")
                print("\n".join(f"    {line}" for line in text.splitlines()))
    return output.FINE


def _reserved() -> dict[str, str]:
    """Every word of the language with what it is and means, sorted."""
    from puzzlelang.syntax import keywords
    from puzzlelang.typed import vocabulary

    told = {word: f"a keyword; {meaning}" for word, meaning in keywords.MEANINGS.items()}
    told |= {word: f"a word {meaning}" for word, meaning in keywords.CONTEXTUAL.items()}
    told |= {word: f"{vocabulary.kind(word)}; {vocabulary.meaning(word)}" for word in vocabulary.words()}
    return dict(sorted(told.items()))
