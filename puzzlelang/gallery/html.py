"""Builds HTML elements.  A `str` is text and always escaped; markup is made here or named `trusted_html`."""

from html import escape

import msgspec

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
