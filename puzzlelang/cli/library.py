"""Commands about the library: `list`, `show`, `new` with its templates; entries of the page of words."""

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from puzzlelang import catalogue, files, pipeline, resources
from puzzlelang.catalogue import CatalogueEntry
from puzzlelang.cli import options, output
from puzzlelang.cli.clicks import click
from puzzlelang.geometry import lattice_files
from puzzlelang.render import players
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, tree
from puzzlelang.typed.checks.declarations import CATEGORIES
from puzzlelang.typed.ir import Ruleset

SCAFFOLD = '''\
puzzle "{title}"
board rectangle

# What a board file holds: `set of cells`, `cells to number?`, `lines to number?`, `partition of cells`, ...
given clue : cells to number?

# What the solver fills in, and the symbol for it in board text.
find ink : set of cells  as "#"

# Each rule has a name, a sentence that players read, and a formula that must be true.
rule empty "A cell with a number stays empty":
  no c in cells with c.clue: c.ink

rule count "{{c}} has {{c.clue}} shaded cells beside it":
  every c in cells with c.clue: count(ink & next(c)) = c.clue

# Examples prove the file right: `puzzlelang test {file}` runs them.
example "a board with its answer"
  board """
  2.1
  .2.
  """
  answer """
  2#1
  #2.
  """

example "a shaded number"
  board """
  0..
  ...
  """
  drawing """
  #..
  ...
  """
  breaks empty

example "one shaded cell too many"
  board """
  1.
  ..
  """
  drawing """
  .#
  #.
  """
  breaks count
'''


def new_file(path: Path) -> str:
    """A rule file for that path, with a rule of each common kind and examples that hold."""
    return SCAFFOLD.format(title=_title(path), file=path)


def copied_file(path: Path, source: Source) -> str:
    """The text of other rules under a name of its own, without the `read` statements, which belong to those rules.

    Raises `Failed` if the other rules cannot be read.
    """
    text, end = "", 0
    for statement in from_text.parse(source).statements:
        if isinstance(statement, tree.TitleStatement | tree.ReadStatement):
            text += source.text[end : statement.span.start]
            end = statement.span.end
        if isinstance(statement, tree.TitleStatement):
            category = f" in {statement.category.text}" if statement.category is not None else ""
            text += f'puzzle "{_title(path)}"{category}'
    return re.sub(r"\n{3,}", "\n\n", text + source.text[end:])


def _title(path: Path) -> str:
    return re.sub(r'["\\{}]', "", path.stem.replace("-", " ").replace("_", " ")).strip().title() or "New puzzle"


@click.command("list")
@click.argument("words", nargs=-1, metavar="[WORD]…")
@click.option("--category", type=click.Choice(CATEGORIES), help="Only puzzles of this kind.")
@click.option("--lattice", type=click.Choice(lattice_files.names()), help="Only puzzles with boards on this lattice.")
@click.option("--json", "json_", is_flag=True, help="Print the list as JSON.")
def list_(words: tuple[str, ...], category: str | None, lattice: str | None, json_: bool) -> int:
    """List the rule files of the library: those with each WORD in a name or the category, else in a rule's sentence.

    The best match comes first. Names of puzz.link and of Tatham's collection count, and so do near misses.
    """
    every = {entry.name: entry for entry in catalogue.entries(resources.library_files())}
    there = [entry for entry in every.values() if category in (None, entry.category)]
    if lattice is not None:
        there = [entry for entry in there if lattice in pipeline.load(entry.name).lattices]
    result = _fitting(words, there, every) if words else there
    if json_:
        output.write_json([_genre_fields(entry.name, pipeline.load(entry.name)) for entry in result])
    elif result:
        wide = max(len(entry.name) for entry in result)
        for entry in result:
            options = dict(option for one in catalogue.with_bases(entry, every) for option in one.options)
            shown = "; ".join(f"{name}: {', '.join(values)}" for name, values in options.items())
            titles = " or ".join((entry.title, *entry.others))
            print(f"{entry.name:<{wide}}  {entry.category or '-':<8}  {titles}" + (f"  ({shown})" if shown else ""))
    else:
        print("the library has no such puzzle", file=sys.stderr)
    return output.FINE if result else output.NO_ANSWER


def _fitting(
    words: Sequence[str], there: Sequence[CatalogueEntry], every: Mapping[str, CatalogueEntry]
) -> list[CatalogueEntry]:
    """Return the files whose names have the words, else whose rules' sentences do, else whose names are similar."""
    named = catalogue.search(" ".join(words), there)
    if any(match.fit is not catalogue.MatchQuality.ALIKE for match in named):
        return [match.entry for match in named]
    in_rules = [entry for entry in there if _all_in(words, catalogue.with_bases(entry, every))]
    return in_rules or [match.entry for match in named]


def _all_in(words: Sequence[str], entries: Sequence[CatalogueEntry]) -> bool:
    text = "\n".join(sentence for entry in entries for sentence in entry.sentences).casefold()
    return all(word.casefold() in text for word in words)


def _genre_fields(name: str, rules: Ruleset) -> Mapping[str, object]:
    return {
        "name": name,
        "title": rules.title,
        "others": rules.others,
        "category": rules.category or None,
        "lattices": rules.lattices,
        "rules": sum(not rule.implied for rule in rules.rules),
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
@click.option("--like", metavar="RULES", help="Start from a copy of these rules: a file or a name from the library.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@options.own_limit_options("reading the rules")
def new_(name: str, like: str | None, force: bool) -> int:
    """Start a new rule file NAME.rules from a template with working examples."""
    path = Path(name if name.endswith(pipeline.SUFFIX) else name + pipeline.SUFFIX)
    text = new_file(path) if like is None else copied_file(path, files.read_text(pipeline.rules_path(like)))
    files.write_text(path, text, force=force)
    print(f"wrote {path}; try `puzzlelang test {shlex.quote(str(path))}`")
    return output.FINE


_ENTRY = re.compile(r"^### (\w+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^```\w*[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def words_page() -> str:
    """The whole page.  Raises `Failed` if it is not there."""
    return files.read_text(resources.library() / "words.md").text


def word_entries() -> dict[str, str]:
    """Return for each word on the page what stands below it, as Markdown."""
    return {word: text.strip() for word, text in _ENTRY.findall(words_page())}


def drawing_words() -> str:
    """The words of `draw` statements for a terminal."""
    from puzzlelang.typed.words.look_words import COLOURS, SHAPES, SIZES, SLOTS

    wide = max(map(len, SHAPES))
    lines = [
        "Behind the name stand looks, such as `draw pearl: white circle, black disc`: first the value, where each has",
        "a look of its own, then in any order a shape, a colour, a place in the cell and a size.",
        "",
        *(f"{word:<{wide}}  {shape.meaning}" for word, shape in SHAPES.items()),
        "",
        *(f"{kind}: {', '.join(table)}" for kind, table in (("colours", COLOURS), ("places", SLOTS), ("sizes", SIZES))),
    ]
    return "\n".join(lines)


def terminal_entry(text: str) -> str:
    """An entry for a terminal: its rules indented, without the marks around them."""
    return _FENCE.sub(lambda result: "\n".join(f"    {line}" for line in result[1].splitlines()), text)
