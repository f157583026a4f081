"""The list of files: for each folder of the package, its files with the first sentence of their docstrings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from docs.reference_pages import table

PACKAGE = Path(__file__).resolve().parent.parent / "puzzlelang"


def summary(module: Path) -> str:
    """The first paragraph of a module's docstring, as one line."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n", 1)[0].split())


def folders() -> Iterator[Path]:
    """The folders of the package in the order of the architecture's map, each with its own folders behind it."""
    text = (PACKAGE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for name in re.findall(r"^\| `([a-z_]+)/` \|", text, re.MULTILINE):
        yield from sorted(init.parent for init in (PACKAGE / name).rglob("__init__.py"))


def page() -> str:
    """The page, with a table for each folder."""
    text = (
        "# The list of files\n\n"
        "Each file of the package with the sentence that it opens with, in the order of "
        "[the architecture](../../puzzlelang/ARCHITECTURE.md).\n"
    )
    singles = sorted(path for path in PACKAGE.glob("*.py") if path.name != "__init__.py")
    text += "\n## Files outside of folders\n\n" + table(
        ["module", "purpose"], [(f"`{one.stem}`", summary(one)) for one in singles]
    )
    for folder in folders():
        modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
        text += f"\n## `{folder.relative_to(PACKAGE).as_posix()}/`\n\n{summary(folder / '__init__.py')}\n"
        if modules:
            text += "\n" + table(["module", "purpose"], [(f"`{one.stem}`", summary(one)) for one in modules])
    return text
