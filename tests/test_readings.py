"""`read` statements as the checker sees them: formats, pieces, and what each piece may fill."""

import pytest

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.source import Source
from puzzlelang.typed import ir
from puzzlelang.typed.codecs.formats import FORMATS

HEAD = """\
puzzle "A"
board rectangle
given room : partition of cells
given spot : set of cells
given clue : lines to number?
given number : cells to number or unknown?
given shade : cells to {light, dark}?
given most : number = 1
option kind : {plain, odd} = plain
find star : set of cells
"""


def reading(statement: str) -> ir.Reading:
    (result,) = pipeline.ruleset(Source("a.rules", f"{HEAD}{statement}\n")).readings
    return result


def mistake(statement: str) -> Diagnostic:
    with pytest.raises(Failed) as failed:
        reading(statement)
    (result,) = failed.value.diagnostics
    assert result.span is not None
    return result


def test_a_statement_is_pieces_with_layers_of_entries() -> None:
    result = reading('read puzzlink "a": flag("r": kind odd, "": kind plain), border(room), "/", number16(clue)')
    assert (result.format, result.type) == ("puzzlink", "a")
    assert [(piece.word, piece.literal) for piece in result.pieces] == [
        ("flag", False), ("border", False), ("/", True), ("number16", False),
    ]  # fmt: skip
    entries = result.pieces[0].layers[0]
    assert [(entry.key, [(effect.name, effect.value) for effect in entry.effects]) for entry in entries] == [
        ("r", [("kind", "odd")]),
        ("", [("kind", "plain")]),
    ]
    assert [(entry.key, entry.effects[0].value) for entry in result.pieces[1].layers[0]] == [(None, None)]


def test_effects_set_names_numbers_membership_and_nothing() -> None:
    layer = '"1": shade dark and spot, "2": not spot, "3": number 7, "4": number unknown, "5": nothing, number'
    entries = reading(f'read puzzlink "a": number16({layer})').pieces[0].layers[0]
    assert [(entry.key, [(effect.name, effect.value) for effect in entry.effects]) for entry in entries] == [
        ("1", [("shade", "dark"), ("spot", None)]),
        ("2", [("spot", False)]),
        ("3", [("number", 7)]),
        ("4", [("number", "?")]),
        ("5", []),
        (None, [("number", None)]),
    ]


@pytest.mark.parametrize(
    ("statement", "code", "at", "says"),
    [
        ('read puzzlnk "a": border(room)', "E091", "puzzlnk", "did you mean `puzzlink`?"),
        ('read paper "a": border(room)', "E091", "paper", "there are puzzlink, "),
        ('read puzzlink "a": bordr(room)', "E092", "bordr", "did you mean `border`?"),
        ('read puzzlink "a": walrus(room)', "E092", "walrus", "there are "),
        ('read puzzlink "a": border', "E093", "border", "it reads"),
        ('read puzzlink "a": border(room; room)', "E093", "border(room; room)", "it reads"),
        ('read puzzlink "a": border(clue)', "E093", "clue", "`clue` belongs to lines"),
        ('read puzzlink "a": flag("r": most)', "E093", "most", "`most` belongs to a single value"),
        ('read puzzlink "a": number16(star)', "E093", "star", "holds no drawing"),
        ('read puzzlink "a": number16("1": spot, clue)', "E093", "clue", "one kind of places"),
        ('read puzzlink "a": flag("r": kind)', "E093", "kind", "write `kind plain`"),
        ('read puzzlink "a": flag("r": kind red)', "E093", "kind red", "one of plain and odd"),
        ('read puzzlink "a": number16(shade grey)', "E093", "shade grey", "one of light and dark"),
        ('read puzzlink "a": number16(number red)', "E093", "number red", "is a number"),
        ('read puzzlink "a": border(room 3)', "E093", "room 3", "write its name alone"),
        ('read puzzlink "a": number16(spt)', "E020", "spt", "did you mean `spot`?"),
        ('read puzzlink "a": number16("": nothing)', "E093", '"": nothing', "its number of places"),
        ('read puzzlink "a": number16("g": spot)', "E093", '"g": spot', "it is a run of a place without one"),
        ('read puzzlink "a": number10("c": spot)', "E093", '"c": spot', "it is a run of 3 places without one"),
        ('read pzprv3 "a": frame(number)', "E093", "number", "layer 1 of `frame` fills views"),
        ('read pzprv3 "a": margin(clue; clue)', "E093", "clue", "layer 2 of `margin` fills cells"),
    ],
)
def test_mistakes(statement: str, code: str, at: str, says: str) -> None:
    result = mistake(statement)
    assert result.code == code
    assert result.span is not None
    assert result.span.text == at
    assert says in f"{result.message} {result.help}"


def test_a_direction_has_the_name_of_a_way() -> None:
    head = 'puzzle "A"\nboard rectangle\ngiven way : cells to direction?\nfind star : set of cells\n'
    for name in ("up", "up_left"):
        source = Source("a.rules", f'{head}read puzzlink "a": number16("1": way {name})\n')
        (result,) = pipeline.ruleset(source).readings
        assert result.pieces[0].layers[0][0].effects[0].value == name
    for name in ("banana", "north"):
        with pytest.raises(Failed) as failed:
            pipeline.ruleset(Source("a.rules", f'{head}read puzzlink "a": number16("1": way {name})\n'))
        assert [(item.code, item.span and item.span.text) for item in failed.value.diagnostics] == [
            ("E093", f"way {name}")
        ]


def test_only_formats_with_drawings_name_finds() -> None:
    assert [name for name, known in FORMATS.items() if known.draws] == ["pzprv3", "penpa", "fpuzzles", "non"]


@pytest.mark.parametrize("name", FORMATS)
def test_every_piece_has_a_meaning_of_one_line(name: str) -> None:
    for word, piece in FORMATS[name].pieces.items():
        assert word.isidentifier()
        assert 8 < len(piece.meaning) < 110, word
        assert not piece.meaning.endswith("."), word
        assert piece.least <= len(piece.layers), word
