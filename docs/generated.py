"""The pages that are made from the tables of the code, by their paths in the repository."""

import re
from collections.abc import Mapping
from pathlib import Path

from docs import code_map, command_pages, json_page, reference_pages, vscode_grammar

ROOT = Path(__file__).resolve().parent.parent

NOTE = "<!-- Generated from the code by `python -m docs reference`. -->\n\n"
"""The first line of each such page."""


def pages() -> Mapping[str, str]:
    """The text of each page; what stands on a page of a command below its mark is kept.

    Of the list of changes only the number of genres is generated.
    """
    result = {
        "docs/library.md": reference_pages.library(),
        "docs/inside/code-map.md": code_map.page(),
        "docs/reference/keywords.md": reference_pages.keywords(),
        "docs/reference/diagnostics.md": reference_pages.diagnostics(),
        "docs/reference/styles.md": reference_pages.styles(),
        "docs/reference/pieces.md": reference_pages.pieces(),
        "docs/reference/exit-codes.md": reference_pages.exit_codes(),
        "docs/reference/limits.md": reference_pages.limits(),
        "docs/reference/python.md": reference_pages.python(),
        "docs/reference/json.md": json_page.page(),
        "docs/commands/README.md": command_pages.contents(),
        **{f"docs/commands/{name}.md": text for name, text in command_pages.pages(ROOT / "docs" / "commands").items()},
    }
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    counted = f"[{reference_pages.genre_count()} genres](docs/library.md)"
    return {
        **{path: NOTE + text for path, text in result.items()},
        **{f"grammar/vscode/{name}": text for name, text in vscode_grammar.files().items()},
        "CHANGELOG.md": re.sub(r"\[\d+ genres\]\(docs/library\.md\)", counted, changes),
    }


def write() -> list[str]:
    """Write the pages that are not up to date; their paths."""
    changed: list[str] = []
    for path, text in pages().items():
        target = ROOT / path
        if not target.is_file() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed
