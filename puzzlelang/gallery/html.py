"""Builds HTML elements and the frame of all pages.

A `str` is text and always escaped; markup is made here or named `trusted_html`.
"""

from html import escape

import msgspec

from puzzlelang import __version__
from puzzlelang.gallery.genre import GenrePage, Picture

VOID = frozenset({"br", "img", "input", "link", "meta", "source"})
"""Elements without an end."""


class Html(msgspec.Struct, frozen=True):
    """Markup."""

    text: str


HtmlContent = str | Html


def trusted_html(text: str) -> Html:
    """Declares text of this package as markup, such as an SVG."""
    return Html(text)


def join(*parts: HtmlContent) -> Html:
    """Concatenates contents."""
    return Html("".join(part.text if isinstance(part, Html) else escape(part) for part in parts))


def tag(name: str, /, *content: HtmlContent, **attributes: str | bool) -> Html:
    """An element.

    In names of attributes `_` stands for `-`, and one at the end for nothing (`class_`, `data_words`); False leaves
    one out, True writes its name alone.
    """
    written = [name]
    for key, value in attributes.items():
        attribute = key.rstrip("_").replace("_", "-")
        if value is True:
            written.append(attribute)
        elif value is not False:
            written.append(f'{attribute}="{escape(value)}"')
    start = f"<{' '.join(written)}>"
    return Html(start if name in VOID else f"{start}{join(*content).text}</{name}>")


POLICY = "default-src 'none'; style-src 'self' file:; script-src 'self' file:; img-src 'self' file:; base-uri 'none'"
"""Nothing from elsewhere, no script or style within a page; `file:` for pages that are opened from a folder."""

CATEGORIES = {
    "shading": "Shading",
    "loop": "Loops",
    "path": "Paths",
    "number": "Numbers",
    "region": "Regions",
    "object": "Objects",
    "other": "Others",
    "": "More",
}
"""Kinds of puzzles as headings, in the order of the index."""


def sort_genres(genres: list[GenrePage]) -> list[GenrePage]:
    """Sorts genres as the index does; next and previous follow from it."""
    kinds = list(CATEGORIES)
    return sorted(genres, key=lambda genre: kinds.index(genre.category))


def document(title: str, content: HtmlContent, *, root: str = "", script: str = "") -> str:
    """A whole page; `root` is the path to the folder of the index, `script` the one file that it may run."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("link", rel="icon", href=f"{root}icon.svg", type="image/svg+xml"),
        tag("link", rel="stylesheet", href=f"{root}style.css"),
        *([tag("script", src=f"{root}{script}", defer=True)] if script else []),
    )
    foot = tag("footer", f"Made by puzzlelang {__version__} from rule files whose examples hold.")
    body = tag("body", tag("a", "To the content", class_="skip", href="#content"), content, foot)
    return f"<!doctype html>\n{tag('html', head, body, lang='en').text}\n"


def picture(shown: Picture) -> Html:
    """A picture in both themes; the style sheet shows one."""
    return join(
        tag("span", trusted_html(shown.light), class_="picture light"),
        tag("span", trusted_html(shown.dark), class_="picture dark"),
    )
