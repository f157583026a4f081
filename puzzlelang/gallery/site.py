"""Builds every file of the handbook, among them the index of all genres."""

from collections.abc import Iterator, Sequence
from importlib import resources

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.gallery.from_rules import ProvenRules, genres
from puzzlelang.gallery.genre import GenrePage
from puzzlelang.gallery.html import CATEGORIES, Html, HtmlContent, document, join, sort_genres, tag
from puzzlelang.gallery.page import page

THUMBNAILS = "pictures"
"""The folder of the pictures on the index."""


def index(genres: Sequence[GenrePage]) -> str:
    """The index of all genres; the script of its search only hides and shows entries."""
    kinds = [kind for kind in CATEGORIES if any(genre.category == kind for genre in genres)]
    count = count_of(len(genres), "puzzle")
    head = tag("header", tag("h1", "Grid logic puzzles"), tag("p", f"{count}, with rules, boards and answers."))
    links = tag("nav", *_kinds(kinds), class_="kinds", aria_label="Kinds of puzzles")
    main = tag("main", *(_of_kind(kind, genres) for kind in kinds), id="content")
    return document("Grid logic puzzles", join(head, _search(), links, main), script="search.js")


def _search() -> Html:
    """Return the search form, which is hidden until the script shows it."""
    field = tag("input", id="search", type="search", autocomplete="off", spellcheck="false")
    label = tag("label", "Search by name, other name, kind or words of a rule", for_="search")
    result = tag("p", id="found", role="status")
    return tag("form", label, field, result, role="search", hidden=True)


def _kinds(kinds: Sequence[str]) -> Iterator[HtmlContent]:
    for kind in kinds:
        yield tag("a", CATEGORIES[kind], href=f"#kind-{kind or 'none'}")


def _of_kind(kind: str, genres: Sequence[GenrePage]) -> Html:
    cards = [_card(genre) for genre in genres if genre.category == kind]
    title = tag("h2", CATEGORIES[kind], id=f"kind-{kind or 'none'}")
    return tag("section", title, tag("ul", *cards, class_="cards"), class_="kind-of")


def _card(genre: GenrePage) -> Html:
    """The card of a genre; attributes hold the text of the search: names first, then sentences of rules."""
    shown = [_thumbnail(genre)] if genre.boards else []
    others = [tag("span", ", ".join(genre.others), class_="others")] if genre.others else []
    link = tag("a", *shown, tag("span", genre.title, class_="title"), *others, href=f"genres/{genre.page}.html")
    names = " ".join((genre.title, *genre.others, genre.category, CATEGORIES[genre.category], genre.file))
    rules = " ".join(rule.sentence for rule in genre.rules)
    return tag("li", link, data_names=names, data_rules=rules)


def _thumbnail(genre: GenrePage) -> Html:
    """Both themes as files, which are loaded when they come into view."""
    path = f"{THUMBNAILS}/{genre.page}"
    dark = tag("source", srcset=f"{path}-dark.svg", media="(prefers-color-scheme: dark)")
    return tag("picture", dark, tag("img", src=f"{path}.svg", alt="", loading="lazy"))


ASSETS = ("style.css", "search.js", "icon.svg")
"""Files of this package that belong to every handbook."""


def site(files: Sequence[ProvenRules]) -> dict[str, str]:
    """Each file's text by its path, the parts of which are joined by `/`; the same rule files give the same texts."""
    result = sort_genres(genres(files))
    titles = {genre.page: genre.title for genre in result}
    results = {"index.html": index(result)}
    for name in ASSETS:
        results[name] = resources.files(__package__).joinpath(name).read_text("utf-8")
    for number, genre in enumerate(result):
        before, after = result[number - 1] if number else None, result[number + 1] if number + 1 < len(result) else None
        results[f"genres/{genre.page}.html"] = page(genre, before, after, titles)
        if genre.boards:
            shown = genre.boards[0].answer
            results[f"{THUMBNAILS}/{genre.page}.svg"] = shown.light
            results[f"{THUMBNAILS}/{genre.page}-dark.svg"] = shown.dark
    return results
