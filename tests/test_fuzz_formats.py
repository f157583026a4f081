"""No board in any form ends in anything but a puzzle or diagnostics that point into it, nor takes long to be read."""

import contextlib
import functools
import json
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats import boards, outside
from puzzlelang.formats.fpuzzles import addresses
from puzzlelang.formats.penpa import file
from puzzlelang.formats.puzzlink import frame, url
from puzzlelang.puzzle import Drawing, Puzzle
from puzzlelang.source import Source
from puzzlelang.typed.codecs.formats import FORMATS
from puzzlelang.typed.ir import Ruleset
from tests import (
    library,
    test_fpuzzles,
    test_fpuzzles_lines,
    test_killer_line,
    test_penpa,
    test_puzzlink,
    test_pzprv3,
    test_tatham,
)
from tests.corpora import corpora

Seed = tuple[Ruleset, str]
"""Rules, and a text that they read."""

LONGEST = 10_000
"""No mutated text has more characters."""

SECONDS = 10.0
"""Time of the processor that reading such a text may take."""

_SIGNS = [*"0129afgzAZ_-+=%$*@.,:;/#?()[] \n\t", "٣", "²", "\0", "🌲", "\ufeff", "%2F", "\r\n", "pzprv3/", "n99", "d9"]
_BULKY = ["9", "0", "z", "(", "((", ")", "/", ",", "_", ".", "-", " ", "\n", "1 ", "z9", "%2f", "$zzzzz", "[", "a:"]


def _rules(text: str) -> Ruleset:
    return pipeline.ruleset(Source("rules", text))


def _library() -> Iterator[Seed]:
    """The boards to try of every genre in each form that its rules write, and drawn on where there is room."""
    for folder in (library.FILES[name] for name in library.swept()):
        rules = pipeline.load(str(folder))
        for path in sorted((resources.library().parent / "examples" / folder.stem).glob("*.txt")):
            if path.stat().st_size > 2_000 or path.name.endswith(".answer.txt"):
                continue
            puzzle = pipeline.board(rules, path)
            answer = path.with_suffix(".answer.txt")
            drawing = boards.read_drawing(rules, puzzle, pipeline.read_text(answer)) if answer.exists() else None
            yield rules, pipeline.read_text(path).text
            yield from _written(rules, puzzle, drawing)


def _written(rules: Ruleset, puzzle: Puzzle, drawing: Drawing | None) -> Iterator[Seed]:
    for form in ("text", *FORMATS):
        if form == "text" or outside.readings(rules, form):
            try:
                text = pipeline.convert(rules, puzzle, form, drawing)
            except Failed:
                continue
            yield rules, text
            if form == "tatham":
                yield rules, _saved(outside.readings(rules, form)[0].type, text.strip())


def _saved(game: str, text: str) -> str:
    before, _, after = text.partition(":")
    values = {"SAVEFILE": "Simon Tatham's Portable Puzzle Collection", "VERSION": "1", "GAME": game, "PARAMS": before}
    values |= {"CPARAMS": before, "DESC": after, "NSTATES": "1", "STATEPOS": "1"}
    return "".join(f"{key:<8}:{len(value)}:{value}\n" for key, value in values.items())


def _single_pieces() -> Iterator[Seed]:
    """Every piece that the tests of the formats know, with rules of its own."""
    rest = 'find nothing_else : set of cells as "%" rule r "r": count(nothing_else) = 0'
    for body, (declared, pieces) in test_puzzlink.OTHERS.items():
        kind = body.split("/")[0]
        stated = f'puzzle "P" board rectangle {declared} {rest} read puzzlink "{kind}": {pieces}'
        yield _rules(stated), url.HOST + body
    for declared, pieces, text in test_tatham.PIECES:
        yield _rules(f'puzzle "P" board rectangle {declared} {rest} read tatham "p": {pieces}'), text
    for declared, pieces, marks, _ in test_penpa.READ.values():
        yield test_penpa.rules(declared, pieces), test_penpa.link(2, 3, test_penpa.numbered(json.loads(marks)))
    yield test_killer_line.KILLER, test_killer_line.line()
    for rules, fields in (
        (test_fpuzzles.RULES, test_fpuzzles.WHOLE),
        (test_fpuzzles_lines.RULES, test_fpuzzles_lines.WHOLE),
    ):
        yield rules, addresses.f_puzzles_address(json.dumps({**test_fpuzzles.blank(), **fields}))
    for declared, text in test_pzprv3.PIECES.values():
        yield test_pzprv3.rules(declared), test_pzprv3.text(text)


def _recorded() -> Iterator[Seed]:
    """Boards of the corpora, if they are here, of the types that the library reads."""
    folder = corpora()
    if folder is None:
        return
    known: dict[tuple[str, str], Ruleset] = {}
    for path in resources.library_files():
        rules = pipeline.load(str(path))
        known.update({(reading.format, reading.type): rules for reading in rules.readings})
    with (folder / "pzpr-verdicts.jsonl").open(encoding="utf-8") as lines:
        for recorded in map(json.loads, lines):
            url, drawn = known.get(("puzzlink", recorded["genre"])), known.get(("pzprv3", recorded["genre"]))
            if url is not None:
                yield url, recorded["url"]
            if drawn is not None:
                yield from ((drawn, board["pzprv3"]) for board in recorded["boards"][:3] if "pzprv3" in board)
    for path in sorted((folder / "tatham").glob("*.jsonl")):
        if ("tatham", path.stem) in known:
            with path.open(encoding="utf-8") as lines:
                yield from ((known["tatham", path.stem], json.loads(line)["id"]) for line in islice(lines, 3))


@functools.cache
def seeds() -> Sequence[Seed]:
    return [*_library(), *_single_pieces(), *_recorded()]


def unpacked(text: str) -> list[str]:
    """What a Penpa address packs: its board, and perhaps an answer; what one of f-puzzles packs; else nothing."""
    source = Source("fuzz", text)
    result = file.find_address(source)
    if result is None:
        return _unpacked_setters(source)
    try:
        board = file.board_text(source, result.board).text
        return [board, *([file.unpack(source, result.answer).text] if result.answer else [])]
    except Failed:
        return []


def _unpacked_setters(source: Source) -> list[str]:
    wrapping = addresses.find_wrapping(source)
    if wrapping is None or wrapping.kind not in ("fpuz", "bare", "scl", "maker", "pack"):
        return []
    result = []
    with contextlib.suppress(Failed):
        for text in addresses.unpack(wrapping):
            result.append(text.text)  # the last of them may be refused
    return result


def changed_inside(text: str, other: str, chance: random.Random) -> str:
    """A mutated text; of what is packed mostly the inside."""
    inside = unpacked(text)
    if not inside or chance.random() < 0.2:
        return mutated(text, other, chance)
    changed = mutated(inside[0], chance.choice([*unpacked(other), other]), chance)
    return file.HOST + file.pack(changed) if text.startswith(file.HOST) else addresses.f_puzzles_address(changed)


def mutated(text: str, other: str, chance: random.Random) -> str:
    """The text with some of it deleted, doubled, moved, replaced or blown up; no longer than `LONGEST`."""
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        at = chance.randint(0, len(text))
        end = min(len(text), at + chance.choice((0, 1, 1, 2, 5, 30)))
        part = text[at:end]
        match chance.randrange(11):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + part + text[end:]
            case 2 | 3:
                text = text[:at] + chance.choice(_SIGNS) + text[end:]
            case 4:
                text = text[:at] + (text[chance.randint(0, len(text)) :][: len(part)]) + text[end:]
            case 5:
                text = text[:at] if chance.random() < 0.5 else text[at:]
            case 6:
                text = text[:at] + chance.choice(_BULKY) * chance.choice((1, 2, 3, 12, 100, LONGEST)) + text[end:]
            case 7:
                text = text[:at] + (part or text) * chance.choice((2, 2, 3, 40, 1_000)) + text[end:]
            case 8:
                text = text[:at] + other[chance.randint(0, len(other)) :][:300] + text[end:]
            case 9:
                numbers = list(re.finditer(r"\d+", text))
                if numbers:
                    number = chance.choice(numbers)
                    value = chance.choice(("0", "1", "9", "99", "100", "999", "9999", "99999", "9" * 30, "-1", "007"))
                    text = text[: number.start()] + value + text[number.end() :]
            case _:
                lines = re.split(r"(?<=[\n/])", text)
                chance.shuffle(lines)
                text = "".join(lines)
        text = text[:LONGEST]
    return text


def timely(rules: Ruleset, text: str, size: tuple[int, int] | None) -> Puzzle | Failed:
    """What the text is read as, in good time; measured up to three times, in case something else held it up."""
    result: Puzzle | Failed
    for _ in range(3):
        begin = time.process_time()
        try:
            result = pipeline.board(rules, Source("fuzz", text), size)
        except Failed as failed:
            result = failed
        if time.process_time() - begin < SECONDS:
            return result
    raise AssertionError("this takes too long")


def examine(rules: Ruleset, text: str, size: tuple[int, int] | None) -> bool:
    """Whether the text is a puzzle; else it is refused at places in it.  What is read can be written, or is refused."""
    puzzle = timely(rules, text, size)
    if isinstance(puzzle, Failed):
        examine_places(puzzle, text)
        return False
    result = boards.detect_format(text, rules)
    form = "text" if result is None else result.format
    try:
        written = pipeline.convert(rules, puzzle, form)
    except Failed as failed:
        assert form != "text" and {item.code for item in failed.diagnostics} == {"E208"}  # noqa: PT017, PT018
    else:
        pipeline.board(rules, written, (puzzle.geometry.height, puzzle.geometry.width))
    return True


def examine_places(failed: Failed, text: str) -> None:
    assert failed.diagnostics
    for item in failed.diagnostics:
        assert re.fullmatch(r"E\d{3}", item.code)
        assert item.message
        assert item.span is not None, item
        assert item.span.source.text in (text, frame.decode_escapes(text), *unpacked(text))
        assert 0 <= item.span.start <= item.span.end <= max(len(item.span.source.text), 1), item


def examine_many(amount: int, seed: int) -> Mapping[bool, int]:
    chance = random.Random(seed)
    known = seeds()
    counted = {True: 0, False: 0}
    for _ in range(amount):
        rules, text = chance.choice(known)
        changed = changed_inside(text, chance.choice(known)[1], chance)
        size = chance.choice((None, None, None, None, None, (4, 4), (1, 1), (100, 100)))
        try:
            counted[examine(rules, changed, size)] += 1
        except Exception as error:
            raise AssertionError(f"{rules.title}: {changed!r}, {size}") from error
    return counted


@library.sweep_large
def test_all_forms_are_tried() -> None:
    forms = {result.format if (result := boards.detect_format(text, rules)) else "text" for rules, text in seeds()}
    assert forms == {"text", *FORMATS}
    for rules, text in seeds():
        examine(rules, text, None)


@pytest.mark.usefixtures("small_memory")
@pytest.mark.library
def test_mutated_boards() -> None:
    amount = len(library.amount(120, 1000))
    counted = examine_many(amount, seed=1)
    assert min(counted.values()) > amount // 30


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.usefixtures("small_memory")
def test_many_mutated_boards(seed: int) -> None:
    assert sum(examine_many(10_000, seed=100 + seed).values()) == 10_000


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("given size : number", "size: 5"),
        ("given room : partition of cells", "\n\ufeff\ufeffab\n\ufeffab"),
        ("given cage : partition of cells? given total : cage to number?", "aa\n[total]\na: 3 m" + "0" * LONGEST),
        ("given plus : lines to number? given minus : lines to number?", "  4..2....4\n. aabbcddee 4\n" + "/" * 9_000),
    ],
)
def test_what_was_once_read_wrongly_or_slowly(rules: str, text: str) -> None:
    stated = f'puzzle "P" board rectangle {rules} find x : set of cells as "%" rule r "r": count(x) = 0'
    examine(_rules(stated), text[:LONGEST], None)


BULKS = sorted({*_BULKY, "1,", "a", ".\n", "0 ", "a:\n", "[a]\n"})


def examine_beginnings(bulk: str, shares: Sequence[int]) -> None:
    """A text of each form, of which so many quarters are left, with much of the same behind it."""
    known = {
        (result.format if (result := boards.detect_format(text, rules)) else "text"): (rules, text)
        for rules, text in seeds()
    }
    for rules, text in known.values():
        for share in shares:
            examine(rules, (text[: len(text) * share // 4] + bulk * LONGEST)[:LONGEST], None)


@pytest.mark.library
@pytest.mark.parametrize("bulk", library.few(BULKS if library.whole else BULKS[::5], 2))
def test_much_of_the_same(bulk: str) -> None:
    examine_beginnings(bulk, [2])


@pytest.mark.long
@pytest.mark.parametrize("bulk", BULKS)
def test_much_of_the_same_behind_any_beginning(bulk: str) -> None:
    examine_beginnings(bulk, [0, 1, 3, 4])
