"""The click library of the commands: rich_click where help is printed, else click itself.

Both are the same but for the look of help pages; loading rich_click takes 10 ms more.
"""

import sys
from typing import TYPE_CHECKING

HELP = ["-h", "--help"]
"""The options that ask for help; so does a call without any argument."""

if TYPE_CHECKING:
    import click
    from click import Group
elif len(sys.argv) < 2 or any(argument in HELP for argument in sys.argv):
    import rich_click as click
    from rich_click import RichGroup as Group
else:
    import click
    from click import Group

__all__ = ["HELP", "Group", "click"]
