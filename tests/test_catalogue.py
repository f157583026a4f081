"""Rule files by the names that people know them by, wherever a name is looked for."""

from pathlib import Path

import pytest

from puzzlelang import catalogue, pipeline, resources
from puzzlelang.catalogue import CatalogueEntry, MatchQuality
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, tree
from puzzlelang.web import documents, requests
from tests import library
from tests.test_cli import run

LIBRARY = catalogue.entries(resources.library_files())

NAMES = {
    "Sudoku": "sudoku",
    "Number Place": "sudoku",
    "Nanpure": "sudoku",
    "Solo": "sudoku",
    "Sum Number Place": "killer-sudoku",
    "Sudoku X": "diagonal-sudoku",
    "Territory": "teri",
    "Starbattle": "star-battle",
    "Two Not Touch": "star-battle",
    "Number Link": "numberlink",
    "Arukone": "numberlink",
    "numlin": "numberlink",
    "nonograms": "nonogram",
    "Paint by Numbers": "nonogram",
    "Hanjie": "nonogram",
    "Picross": "nonogram",
    "Pattern": "nonogram",
    "Griddlers": "nonogram",
    "mashu": "masyu",
    "Mashu": "masyu",
    "Pearl": "masyu",
    "Filling": "fillomino",
    "Singles": "hitori",
    "Slither Link": "slitherlink",
    "slither": "slitherlink",
    "Loopy": "slitherlink",
    "Fences": "slitherlink",
    "Hashiwokakero": "hashi",
    "hashikake": "hashi",
    "Bridges": "hashi",
    "Hashi wo kakero": "hashi",
    "Akari": "light-up",
    "lightup": "light-up",
    "Bijutsukan": "light-up",
    "Tentai Show": "galaxies",
    "Tentaisho": "galaxies",
    "Spiral Galaxies": "galaxies",
    "Galaxies": "galaxies",
    "Kuromasu": "kurodoko",
    "Range": "kurodoko",
    "Where is Black Cells": "kurodoko",
    "Nurikabe": "nurikabe",
    "Islands in the Stream": "nurikabe",
    "Heyawake": "heyawake",
    "Shikaku": "shikaku",
    "Rectangles": "shikaku",
    "Rect": "shikaku",
    "Divide by Squares": "shikaku",
    "Ripple Effect": "ripple-effect",
    "Hakyuu": "ripple-effect",
    "Hakyuukoka": "ripple-effect",
    "Ripple": "ripple-effect",
    "Yajilin": "yajilin",
    "Arrow Ring": "yajilin",
    "Shakashaka": "shakashaka",
    "Proof of Quilt": "shakashaka",
    "Gokigen Naname": "gokigen",
    "Slant": "gokigen",
    "Nuruomino": "lits",
    "LITS": "lits",
    "Norinori": "norinori",
    "Fillomino": "fillomino",
    "Kakuro": "kakuro",
    "Cross Sums": "kakuro",
    "Hitori": "hitori",
    "Country Road": "country-road",
    "Moon or Sun": "moon-or-sun",
    "moonsun": "moon-or-sun",
    "Mid-loop": "mid-loop",
    "Castle Wall": "castle-wall",
    "Cave": "cave",
    "Corral": "cave",
    "Bag": "cave",
    "Tapa": "tapa",
    "Battleships": "battleship",
    "Minesweeper": "minesweeper",
    "Mines": "minesweeper",
    "Mosaic": "mosaic",
    "Fill a Pix": "mosaic",
    "Tents & Trees": "tents",
    "Towers": "skyscrapers",
    "Skyscraper": "skyscrapers",
    "Buildings": "skyscrapers",
    "Unequal": "futoshiki",
    "More or Less": "futoshiki",
    "Unruly": "unruly",
    "Takuzu": "binairo",
    "Binary Puzzle": "binairo",
    "Undead": "undead",
    "Signpost": "signpost",
    "Keen": "kenken",
    "Calcudoku": "kenken",
    "MathDoku": "kenken",
    "TomTom": "kenken",
    "Inshi no heya": "rooms-of-factors",
    "Net": "net",
    "Palisade": "palisade",
    "Magnets": "magnets",
    "Map": "map",
    "Tracks": "tracks",
    "Dominosa": "dominosa",
    "Thermometer": "thermometers",
    "Kakurasu": "kakurasu",
    "Yin Yang": "yin-yang",
    "Yin/Yang": "yin-yang",
    "Suguru": "suguru",
    "Tectonic": "suguru",
    "Flow Free": "numberlink",
    "Nurimaze": "nuri-maze",
    "Doubleback": "doubleback",
    "Chocona": "chocona",
    "Stostone": "stostone",
    "Goats & Wolves": "goats-and-wolves",
    "Jigsaw Sudoku": "sudoku",
    "Easy as ABC": "easy-as-abc",
    "Hidoku": "hidato",
    "Shingoki": "shingoki",
    "Traffic Lights": "shingoki",
    "Simple Loop": "simple-loop",
    "Rundweg": "simple-loop",
    "Tic-Tac-Logic": "binairo",
    "Zip": "zip",
    "Tango": "tango",
    "Usowan": "uso-one",
    "Kurotto": "kurotto",
    "Satogaeri": "satogaeri",
    "Sashigane": "sashigane",
    "Block Puzzle": "block-puzzle",
    "Pipe Link": "pipelink",
    "Reflect Link": "reflect-link",
    "Tatamibari": "tatamibari",
    "Nuribou": "nuribou",
    "Shimaguni": "shimaguni",
}
"""Everyday names, those of puzz.link, of Tatham's collection and of Nikoli, and the files that are meant."""


def test_everyday_names_find_the_genre() -> None:
    result = {name: catalogue.search(name, LIBRARY)[0] for name in NAMES}
    assert {name: (first.entry.name, first.sure) for name, first in result.items()} == {
        name: (file, True) for name, file in NAMES.items()
    }


@pytest.mark.library
def test_every_title_and_every_name_of_a_file_finds_its_file() -> None:
    for one in library.few(LIBRARY, 60):
        assert catalogue.search(one.title, LIBRARY)[0].entry == one
        assert catalogue.search(one.name, LIBRARY)[0].entry.name == one.name
        for name in one.others:
            assert one in [match.entry for match in catalogue.search(name, LIBRARY) if match.sure]


@pytest.mark.library
def test_all_titles_are_read_without_the_grammar() -> None:
    for path in library.few(resources.library_files(), 60):
        rules = pipeline.load(str(path))
        one = catalogue.entry(path.stem, rules.source.text)
        assert (one.title, one.others, one.category) == (rules.title, rules.others, rules.category)


NAMED = [
    CatalogueEntry("x1", "Ponds"),
    CatalogueEntry("ponds", "Lakes"),
    CatalogueEntry("x2", "Seas", ("Ponds",)),
    CatalogueEntry("x3", "Pools", types=("ponds",)),
    CatalogueEntry("x4", "The Pond"),
]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Ponds", [MatchQuality.TITLE, MatchQuality.FILE, MatchQuality.OTHER, MatchQuality.TYPE, MatchQuality.LOOSE]),
        ("PÖNDS!", [MatchQuality.TITLE, MatchQuality.FILE, MatchQuality.OTHER, MatchQuality.TYPE, MatchQuality.LOOSE]),
        ("pon", [MatchQuality.BEGINNING, MatchQuality.BEGINNING, MatchQuality.BEGINNING, MatchQuality.PART]),
        ("Sees", [MatchQuality.ALIKE]),
        ("nothing like it", []),
        ("?", []),
        ("", []),
    ],
)
def test_titles_come_first_and_what_is_alike_last(text: str, fits: list[MatchQuality]) -> None:
    assert [match.fit for match in catalogue.search(text, NAMED)] == fits


@pytest.mark.parametrize("name", ["Starbattle", "Number Link", "nonograms", "mashu", "Filling", "Territory"])
def test_commands_and_the_service_find_the_same(name: str) -> None:
    wanted = NAMES[name]
    assert run("list", name).stdout.split()[0] == wanted
    assert documents.search(requests.Search(text=name))["genres"][0]["name"] == wanted  # type: ignore[index]
    with pytest.raises(Failed) as failed:
        pipeline.rules_path(f"{name}.rules")
    assert failed.value.diagnostics[0].help == f"did you mean `{wanted}`?"


def test_an_included_name_is_suggested_likewise() -> None:
    result = pipeline.analyse(Source("x.rules", 'include "Number Link"\n'), resources.library())
    assert "did you mean `numberlink`?" in [item.help for item in result.diagnostics]


@library.sweep_files
def test_what_the_catalogue_reads_of_a_file_is_what_the_checker_reads(path: Path) -> None:
    every = {one.name: one for one in catalogue.entries(resources.library_files())}
    own, rules = every[path.stem], pipeline.load(str(path))
    assert (own.title, own.others, own.category) == (rules.title, rules.others, rules.category)
    options = dict(option for one in catalogue.with_bases(own, every) for option in one.options)
    assert list(options.items()) == [(option.name, option.members) for option in rules.options]
    written = from_text.parse(Source(path.name, path.read_text(encoding="utf-8"))).statements
    ruled = [one for one in written if isinstance(one, tree.RuleStatement | tree.RuleTemplateStatement)]
    assert len(own.sentences) == sum(one.sentence is not None for one in ruled)
