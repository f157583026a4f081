"""Checks `draw` statements: words of `typed.words.look_words` for declarations and their values."""

from typing import assert_never

from puzzlelang.diagnostics.nearest import did_you_mean, join_words
from puzzlelang.diagnostics.record import Failed
from puzzlelang.geometry.sorts import COMPASS_NAMES, Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.kinds import has_numbers, value_kind
from puzzlelang.typed.checks.scope import BrokenDeclaration, Checker, mistake
from puzzlelang.typed.styles import LookByValue, Style
from puzzlelang.typed.words.look_words import COLOURS, SHAPES, SIZES, SLOTS, SUFFIXES, LookTarget, all_words, first_of

_FITS = {
    Sort.CELL: LookTarget.CELLS,
    Sort.LINK: LookTarget.LINKS,
    Sort.BORDER: LookTarget.BORDERS,
    Sort.CORNER: LookTarget.CORNERS,
    Sort.LINE: LookTarget.MARGINS,
    Sort.VIEW: LookTarget.MARGINS,
    Sort.REGION: LookTarget.REGIONS,
    Sort.GIVEN_GROUP: LookTarget.REGIONS,
    Sort.PATH: LookTarget.REGIONS,
}


_KINDS = {"shape": "shapes", "colour": "colours", "slot": "places in a cell", "size": "sizes"}


def style(written: tree.DrawStatement, checker: Checker) -> Style:
    """Checks a `draw` statement.  Raises `Failed` for unknown names, words and looks."""
    declared = checker.declared.get(written.name.text)
    if isinstance(declared, BrokenDeclaration):
        raise Failed(())  # it was reported
    if not isinstance(declared, ir.Item):
        names = [name for name, item in checker.declared.items() if isinstance(item, ir.Item)]
        raise mistake(
            "E020",
            f"there is no given or find called `{written.name.text}`",
            written.name.span,
            hint=did_you_mean(written.name.text, names),
        )
    fit = _fit(declared, written.name.span)
    looks = tuple(_look(phrase, declared, fit) for phrase in written.looks)
    for index, look in enumerate(looks):
        if any(look.value == other.value for other in looks[:index]):
            message = f"`{look.value}` has two looks" if look.value else "there are two looks for all values"
            raise mistake("E059", message, look.span, hint="put the value first that each belongs to")
    return Style(written.name.text, looks, written.span)


def _fit(item: ir.Item, span: Span) -> LookTarget:
    if isinstance(item, ir.Find) and item.hidden:
        raise mistake("E059", f"`{item.name}` is hidden, so nobody draws it", span)
    match item.kind:
        case ir.SetKind(sort) | ir.FunctionKind(sort):
            return _FITS[sort]
        case ir.PartitionKind():
            return LookTarget.PARTITION
        case ir.GroupsKind(_, ordered):
            return LookTarget.PATHS if ordered else LookTarget.GROUPS
        case ir.SingleKind():
            raise mistake("E059", f"`{item.name}` has no place on the board, so it is not drawn there", span)
        case _:
            assert_never(item.kind)


def _look(phrase: tree.LookSyntax, item: ir.Item, fit: LookTarget) -> LookByValue:
    words = [word.text for word in phrase.words]
    value, rest = _value(words, item, phrase.span)
    result: dict[str, str] = {"shape": "", "colour": "", "slot": "", "size": ""}
    while rest:
        word = first_of(rest)
        if not word:
            raise _unknown(rest[0], words, item, phrase, fit)
        kind = next(
            kind
            for kind, table in (("shape", SHAPES), ("colour", COLOURS), ("slot", SLOTS), ("size", SIZES))
            if word in table
        )
        if result[kind]:
            message = f"`{result[kind]}` and `{word}` are two {_KINDS[kind]}"
            raise mistake("E059", message, phrase.span, hint="leave one out")
        result[kind] = word
        rest = rest[len(word.split()) :]
    look = LookByValue(value, result["shape"], result["colour"], result["slot"], result["size"], phrase.span)
    _check_fits(look, item, fit)
    return look


def _value(words: list[str], item: ir.Item, span: Span) -> tuple[str, list[str]]:
    """The value that a look belongs to, empty for all, and the words behind it."""
    held = value_kind(item)
    first = words[0]
    if held is not None and (first in held.members or (held.base is ir.Base.NUMBER and first.isdigit())):
        if len(words) == 1:
            raise mistake("E059", f"how `{first}` looks is not said", span, hint=f"write such as `{first} circle`")
        return (str(int(first)) if first.isdigit() and first not in held.members else first), words[1:]
    return "", words


def _unknown(word: str, words: list[str], item: ir.Item, phrase: tree.LookSyntax, fit: LookTarget) -> Failed:
    held = value_kind(item)
    span = next(written.span for written in phrase.words if written.text == word)
    members = held.members if held is not None and word == words[0] else ()
    shapes = join_words(_fitting(item, fit))
    hint = (
        did_you_mean(word, [*members, *all_words()])
        or f"shapes are {shapes}; `puzzlelang explain draw` lists all words"
    )
    return mistake("E059", f"there is no look `{word}`", span, hint=hint)


def _check_fits(look: LookByValue, item: ir.Item, fit: LookTarget) -> None:
    valueless = look.shape == "rooms" and isinstance(item.kind, ir.SetKind)
    numberless = look.shape in SUFFIXES and not has_numbers(item.kind)
    if look.shape and (fit not in SHAPES[look.shape].fits or valueless or numberless):
        fitting = _fitting(item, fit)
        shown = fitting if len(fitting) <= 10 else [*fitting[:10], "others"]
        wanted = look.shape in SUFFIXES
        raise mistake(
            "E059",
            f"`{look.shape}` is for numbers" if wanted else f"`{look.shape}` does not fit {fit.value}",
            look.span,
            here=f"`{item.name}` has no numbers" if wanted else f"`{item.name}` belongs to {fit.value}",
            hint=f"what fits: {join_words(shown)}",
        )
    if look.slot and fit not in (LookTarget.CELLS, LookTarget.REGIONS):
        raise mistake("E059", f"`{look.slot}` is a place in a cell, and does not fit {fit.value}", look.span)
    if look.shape == "arrow" and fit is not LookTarget.PATHS and not _points(look, item):
        hint = "write such as `arrow up right`, or behind each value: `to arrow up`"
        raise mistake("E059", "where the arrow points is not said", look.span, hint=hint)


def _fitting(item: ir.Item, fit: LookTarget) -> list[str]:
    """The shapes of one word that fit a declaration."""
    numeric = has_numbers(item.kind)
    return [
        word
        for word, shape in SHAPES.items()
        if fit in shape.fits and " " not in word and (numeric or word not in SUFFIXES)
        if word != "rooms" or not isinstance(item.kind, ir.SetKind)
    ]


def _points(look: LookByValue, item: ir.Item) -> bool:
    """Whether every value that the look belongs to is a direction, so that an arrow shows that direction."""
    held = value_kind(item)
    if held is None or held.base is ir.Base.DIRECTION:
        return held is not None
    return held.base is ir.Base.NAME and all(
        name in COMPASS_NAMES for name in ([look.value] if look.value else held.members)
    )
