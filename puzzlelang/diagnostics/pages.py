"""A page for each diagnostic code: meaning, correction, an example that provokes it.

A page is a Markdown file `pages/<CODE>.md`.  Its first line is `# <CODE> <title>`; fenced blocks marked `rules` and
`board` are examples, all else is its text.  A block `rules NAME` without content stands for the library's rules NAME.
"""

import re
from pathlib import Path

import msgspec

_FOLDER = Path(__file__).resolve().parent / "pages"
_CODE = re.compile(r"[EW][0-9]{3}")
_FENCE = re.compile(r"^```(rules|board)[ ]?([^\n]*)\n(.*?)^```$\n?", re.DOTALL | re.MULTILINE)


class PageExample(msgspec.Struct, frozen=True):
    """Input that provokes a code: rules as text, or the `library` name of some, and a board if one is needed."""

    rules: str
    library: str = ""
    board: str | None = None


class CodePage(msgspec.Struct, frozen=True):
    """The page of a code for `puzzlelang explain`; `text` is Markdown without the title and the examples."""

    code: str
    title: str
    text: str
    examples: tuple[PageExample, ...]


def codes() -> list[str]:
    """All codes that have a page, sorted."""
    return sorted(path.stem for path in _FOLDER.glob("*.md") if _CODE.fullmatch(path.stem))


def place(code: str) -> Path:
    """The file of a code's page."""
    return _FOLDER / f"{code}.md"


def page(code: str) -> CodePage | None:
    """The page of a code, upper or lower case; None if there is none."""
    wanted = code.strip().upper()
    path = _FOLDER / f"{wanted}.md"
    if not _CODE.fullmatch(wanted) or not path.is_file():
        return None
    heading, _, rest = path.read_text(encoding="utf-8").partition("\n")
    text = re.sub(r"\n{3,}", "\n\n", _FENCE.sub("", rest)).strip()
    return CodePage(wanted, heading.removeprefix(f"# {wanted}").strip(), text, _examples(rest))


def _examples(text: str) -> tuple[PageExample, ...]:
    """The examples in order; a board belongs to the rules before it."""
    page_examples: list[PageExample] = []
    for word, name, body in _FENCE.findall(text):
        if word == "rules":
            page_examples.append(PageExample(body, name.strip()))
        else:
            last = page_examples.pop()
            page_examples.append(PageExample(last.rules, last.library, body))
    return tuple(page_examples)
