"""The contents of a genre's page, in plain texts and pictures."""

import msgspec

from puzzlelang.source import Source


class Picture(msgspec.Struct, frozen=True):
    """A scene as SVG, in the colours for light and for dark pages."""

    light: str
    dark: str


class SolvedBoard(msgspec.Struct, frozen=True):
    """An example with its only answer.  `text` is the board as the example writes it, board text or a link."""

    title: str
    text: str
    bare: Picture
    answer: Picture


class Violation(msgspec.Struct, frozen=True):
    """An example that breaks a rule: its picture, and for each violated case its sentence and the cells to blame.

    `others`: further rules that the drawing breaks.
    """

    title: str
    picture: Picture
    cases: tuple[tuple[str, str], ...]
    others: tuple[str, ...]


class RuleText(msgspec.Struct, frozen=True):
    """A rule in players' words; `when` is its condition, empty for always.

    `home`: the page of the file that states it, empty if that is this one or has no page.  `inherited`: another file
    states it.
    """

    name: str
    sentence: str
    when: str
    violations: tuple[Violation, ...]
    home: str = ""
    inherited: bool = False


class ReadFormat(msgspec.Struct, frozen=True):
    """An outside format that the rules read, with the types of puzzles; `texts` are boards in it."""

    format: str
    types: tuple[str, ...]
    texts: tuple[str, ...]


class ShownTechnique(msgspec.Struct, frozen=True):
    """A technique: its name, the pictures before and after, and in words what they cannot show.

    `open_sides`: the sides on which the board may go on, such as `top`.
    """

    name: str
    before: Picture
    after: Picture
    words: tuple[str, ...]
    open_sides: tuple[str, ...] = ()


class GenrePage(msgspec.Struct, frozen=True):
    """The contents of the page of one rule file.

    `page` is the name of the page, `file` that of the rule file; `options` are their names with what may be chosen.
    `lattices` says what boards consist of.  `techniques` are those kept beside the rule file.
    """

    page: str
    file: str
    title: str
    others: tuple[str, ...]
    category: str
    rules: tuple[RuleText, ...]
    options: tuple[tuple[str, str], ...]
    boards: tuple[SolvedBoard, ...]
    readings: tuple[ReadFormat, ...]
    source: Source
    lattices: str
    techniques: tuple[ShownTechnique, ...] = ()
