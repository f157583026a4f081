"""Every file of the handbook."""

from collections.abc import Sequence
from importlib import resources

from puzzlelang.gallery.frame import sort_genres
from puzzlelang.gallery.from_rules import ProvenRules, genres
from puzzlelang.gallery.index import THUMBNAILS, index
from puzzlelang.gallery.page import page

ASSETS = ("style.css", "search.js", "icon.svg")
"""Files of this package that belong to every handbook."""


def site(files: Sequence[ProvenRules]) -> dict[str, str]:
    """Each file's text by its path, the parts of which are joined by `/`; the same rule files give the same texts."""
    found = sort_genres(genres(files))
    titles = {genre.page: genre.title for genre in found}
    made = {"index.html": index(found)}
    for name in ASSETS:
        made[name] = resources.files(__package__).joinpath(name).read_text("utf-8")
    for number, genre in enumerate(found):
        before, after = found[number - 1] if number else None, found[number + 1] if number + 1 < len(found) else None
        made[f"genres/{genre.page}.html"] = page(genre, before, after, titles)
        if genre.boards:
            shown = genre.boards[0].answer
            made[f"{THUMBNAILS}/{genre.page}.svg"] = shown.light
            made[f"{THUMBNAILS}/{genre.page}-dark.svg"] = shown.dark
    return made
