"""Checked `draw` statements: the looks of a given or a find, by value."""

from puzzlelang.source import Span, Spanned


class LookByValue(Spanned, frozen=True, eq=False):
    """The look of a value, or of all values if `value` is empty: words of `typed.words.look_words`, or none."""

    value: str
    shape: str
    colour: str
    slot: str
    size: str
    span: Span


class Style(Spanned, frozen=True, eq=False):
    """A `draw` statement: the looks of a given or a find."""

    name: str
    looks: tuple[LookByValue, ...]
    span: Span
