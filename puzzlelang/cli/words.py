"""The page about the words of the language, `rules/words.md`, cut into its entries."""

import re

from puzzlelang import files, resources

_ENTRY = re.compile(r"^### (\w+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^```\w*[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page() -> str:
    """The whole page.  Raises `Failed` if it is not there."""
    return files.read_text(resources.library() / "words.md").text


def entries() -> dict[str, str]:
    """For each word on the page what stands below it, as Markdown."""
    return {word: text.strip() for word, text in _ENTRY.findall(page())}


def shown(text: str) -> str:
    """An entry for a terminal: its rules indented, without the marks around them."""
    return _FENCE.sub(lambda found: "\n".join(f"    {line}" for line in found[1].splitlines()), text)
