"""`python -m docs` builds the site; `python -m docs reference` writes the generated pages anew."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from docs import generated, site


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if everything was written."""
    parser = argparse.ArgumentParser(prog="python -m docs", description=__doc__)
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("reference", help="write the pages that are generated from the code")
    building = commands.add_parser("site", help="build the site with the gallery, which is the default")
    for each in (parser, building):
        each.add_argument("-o", "--output", type=Path, default=Path("site"), help="the folder to write to")
        each.add_argument("--gallery", nargs="*", metavar="RULES", help="only these genres; none leaves it out")
    given = parser.parse_args(arguments)
    if given.command == "reference":
        for path in generated.write():
            print(f"wrote {path}")
        return 0
    return site.build(given.output, given.gallery)


if __name__ == "__main__":
    sys.exit(main())
