"""Settings of the site for Sphinx; its source folder is the repository, so links between pages are the same in both."""

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pygments.lexers.special import TextLexer  # noqa: E402

from puzzlelang import __version__  # noqa: E402
from puzzlelang.editor.pygments_lexer import RulesLexer  # noqa: E402

project = "puzzlelang"
version = release = __version__
extensions = ["myst_parser"]
root_doc = "docs/README"
include_patterns = [
    "docs/**.md",
    "rules/*.md",
    "examples/README.md",
    "puzzlelang/ARCHITECTURE.md",
    "puzzlelang/web/API.md",
    "README.md",
    "CHANGELOG.md",
]
exclude_patterns = [".*", "tests", "grammar", "**/node_modules", "site", "build", "dist"]
highlight_language = "none"
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
html_theme = "furo"
html_title = "puzzlelang"
html_copy_source = False
html_show_sphinx = False
html_use_index = False
html_static_path = ["static"]
html_css_files = ["site.css"]
templates_path: list[str] = []

GALLERY = "https://gallery.invalid/"
"""Stands for the gallery in links until the page that has them is known."""


RULES = ("rules", "mistake", "fragment", "fixed", "provoking", "read")
"""Blocks that hold rules."""


def _prepare(app: Any, name: str, source: list[str]) -> None:  # noqa: ARG001
    """Turn links to rule files into links to the gallery, and lists of pages into tables of contents."""
    text = re.sub(r"\]\((?:\.\./)*rules/([\w-]+)\.rules\)", rf"]({GALLERY}\1)", source[0])
    if name.endswith("/README") and name.startswith("docs/"):
        text += _contents(name, text)
    if name == "docs/library":
        result = f"\n[The gallery]({GALLERY}) shows each with its rules, a board and pictures.\n\n## "
        text = text.replace("\n## ", result, 1)
    source[0] = text


def _contents(name: str, text: str) -> str:
    result = ""
    for section in re.split(r"^## ", text, flags=re.MULTILINE):
        caption = section.partition("\n")[0] if section != text else ""
        pages = re.findall(r"^\s*(?:[-|]) \[([^]]+)\]\(([^)#:]+)\.md\)", section, re.MULTILINE)
        if pages:
            lines = [f"{title.strip('`')} <{_absolute(name, path)}>" for title, path in pages]
            captioned = f":caption: {caption}\n" if caption and name == root_doc else ""
            result += "\n\n```{toctree}\n:hidden:\n" + captioned + "\n" + "\n".join(lines) + "\n```\n"
    return result


def _absolute(name: str, path: str) -> str:
    return "/" + str((ROOT / name).parent.joinpath(path).resolve().relative_to(ROOT))


def _link_gallery(app: Any, doctree: Any, name: str) -> None:
    from docutils.nodes import reference

    for node in doctree.findall(reference):
        target = node.get("refuri", "")
        if target.startswith(GALLERY):
            genre = target.removeprefix(GALLERY)
            page = f"gallery/genres/{genre}.html" if genre else "gallery/index.html"
            node["refuri"] = app.builder.get_relative_uri(name, "x").removesuffix("x.html") + page


def setup(app: Any) -> None:
    """What Sphinx calls."""
    for name in RULES:
        app.add_lexer(name, RulesLexer)
    for plain in ("usage", "signature", "board", "diagram", "ipython"):
        app.add_lexer(plain, TextLexer)
    app.connect("source-read", _prepare)
    app.connect("doctree-resolved", _link_gallery)
