"""Commands about the library: `list`, `show`, `new`."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzlelang import catalogue, files, pipeline, resources
from puzzlelang.cli import options, output, templates
from puzzlelang.cli.clicks import click
from puzzlelang.render import players
from puzzlelang.typed.headings import CATEGORIES
from puzzlelang.typed.ir import Ruleset


@click.command("list")
@click.argument("words", nargs=-1, metavar="[WORD]…")
@click.option("--category", type=click.Choice(CATEGORIES), help="Only puzzles of this kind.")
@click.option("--json", "json_", is_flag=True, help="Print the list as JSON.")
def list_(words: tuple[str, ...], category: str | None, json_: bool) -> int:
    """List the rule files of the library: those with each WORD in a name or the category, else in a rule's sentence.

    The best fit comes first. Names of puzz.link and of Tatham's collection count, and so does what is nearly a name.
    """
    there = [
        (path.stem, pipeline.load(str(path))) for path in files.folder_entries(resources.library(), pipeline.SUFFIX)
    ]
    there = [(name, rules) for name, rules in there if category in (None, rules.category)]
    found = _fitting(words, dict(there)) if words else there
    if json_:
        output.write_json([_listed(name, rules) for name, rules in found])
    elif found:
        wide = max(len(name) for name, _ in found)
        for name, rules in found:
            options = "; ".join(f"{option.name}: {', '.join(option.members)}" for option in rules.options)
            titles = " or ".join((rules.title, *rules.others))
            print(f"{name:<{wide}}  {rules.category or '-':<8}  {titles}" + (f"  ({options})" if options else ""))
    else:
        print("the library has no such puzzle", file=sys.stderr)
    return output.FINE if found else output.NO_ANSWER


def _fitting(words: Sequence[str], there: Mapping[str, Ruleset]) -> list[tuple[str, Ruleset]]:
    """Return the files whose names have the words, else whose rules in words do, else whose names are similar."""
    known = [catalogue.entry(name, rules.source.text) for name, rules in there.items()]
    named = catalogue.search(" ".join(words), known)
    told = [name for name, rules in there.items() if _all_in(words, players.as_text(rules))]
    if told and all(match.fit is catalogue.MatchQuality.ALIKE for match in named):
        return [(name, there[name]) for name in told]
    return [(match.entry.name, there[match.entry.name]) for match in named]


def _all_in(words: Sequence[str], text: str) -> bool:
    return all(word.casefold() in text.casefold() for word in words)


def _listed(name: str, rules: Ruleset) -> Mapping[str, object]:
    return {
        "name": name,
        "title": rules.title,
        "others": rules.others,
        "category": rules.category or None,
        "rules": len(rules.rules),
        "options": {option.name: list(option.members) for option in rules.options},
    }


@click.command("show")
@click.argument("rules")
@click.option("--json", "json_", is_flag=True, help="Print the rules as JSON.")
@options.own_limit_options("reading the rules")
def show_(rules: str, json_: bool) -> int:
    """Show the rules of a puzzle in players' words."""
    ruleset = pipeline.load(rules)
    if json_:
        output.write_json(players.as_json(ruleset))
    else:
        print(players.as_text(ruleset))
    return output.FINE


@click.command("new")
@click.argument("name")
@click.option("--like", metavar="RULES", help="Begin with a copy of these rules, a file or a name from the library.")
@click.option("--force", is_flag=True, help="Overwrite a file of that name.")
@options.own_limit_options("reading the rules")
def new_(name: str, like: str | None, force: bool) -> int:
    """Write the beginning of a new rule file NAME.rules, with examples that hold."""
    path = Path(name if name.endswith(pipeline.SUFFIX) else name + pipeline.SUFFIX)
    text = templates.fresh(path) if like is None else templates.like(path, files.read_text(pipeline.rules_path(like)))
    files.write_text(path, text, force=force)
    print(f"wrote {path}; try `puzzlelang test {shlex.quote(str(path))}`")
    return output.FINE
