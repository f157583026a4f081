"""Commands about the library: `list`, `show`, `new`."""

import re
from pathlib import Path

from puzzlelang import files, pipeline, resources
from puzzlelang.cli import output
from puzzlelang.cli.clicks import click
from puzzlelang.render import players


@click.command("list")
@click.option("--json", "json_", is_flag=True, help="Print the list as JSON.")
def list_(json_: bool) -> int:
    """List the rule files of the library."""
    found = []
    for path in sorted(resources.library().glob(f"*{pipeline.SUFFIX}")):
        ruleset = pipeline.ruleset(files.read_text(path), path.parent)
        choices = {option.name: list(option.members) for option in ruleset.options}
        found.append({"name": path.stem, "title": ruleset.title, "rules": len(ruleset.rules), "options": choices})
    if json_:
        output.write_json(found)
        return output.FINE
    wide = max((len(str(item["name"])) for item in found), default=0)
    for item in found:
        options = item["options"]
        assert isinstance(options, dict)
        told = "; ".join(f"{name}: {', '.join(members)}" for name, members in options.items())
        print(f"{item['name']:<{wide}}  {item['title']}" + (f"  ({told})" if told else ""))
    return output.FINE


@click.command("show")
@click.argument("rules")
@click.option("--json", "json_", is_flag=True, help="Print the rules as JSON.")
def show_(rules: str, json_: bool) -> int:
    """Show the rules of a puzzle in players' words."""
    ruleset = pipeline.load(rules)
    if json_:
        output.write_json(players.as_json(ruleset))
    else:
        print(players.as_text(ruleset))
    return output.FINE


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


@click.command("new")
@click.argument("name")
@click.option("--force", is_flag=True, help="Overwrite a file of that name.")
def new_(name: str, force: bool) -> int:
    """Write the beginning of a new rule file NAME.rules, with examples that hold."""
    path = Path(name if name.endswith(pipeline.SUFFIX) else name + pipeline.SUFFIX)
    title = re.sub(r'["\\{}]', "", path.stem.replace("-", " ").replace("_", " ")).strip().title() or "New puzzle"
    text = SCAFFOLD.format(title=title, file=path)
    files.write_text(path, text, force=force)
    print(f"wrote {path}; try `puzzlelang test {path}`")
    return output.FINE
