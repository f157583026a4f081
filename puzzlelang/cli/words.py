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


def looks() -> str:
    """The words of `draw` statements for a terminal."""
    from puzzlelang.typed.look_words import COLOURS, SHAPES, SIZES, SLOTS

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
    return _FENCE.sub(lambda found: "\n".join(f"    {line}" for line in found[1].splitlines()), text)
