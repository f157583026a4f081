"""How a new rule file begins: with a small genre that works, or like another file."""

import re
from pathlib import Path

from puzzlelang.source import Source
from puzzlelang.syntax import from_text, tree

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


def fresh(path: Path) -> str:
    """A rule file for that path, with a rule of each common kind and examples that hold."""
    return SCAFFOLD.format(title=_title(path), file=path)


def like(path: Path, source: Source) -> str:
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
