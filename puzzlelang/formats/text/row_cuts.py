"""Splits rows of a grid into hints and cells."""

from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.formats.text.split import TextRow, TextToken
from puzzlelang.formats.text.values import BLANKS, ValueFault, kind_of, read_hint
from puzzlelang.typed.ir import Base, Item


class RowCut(msgspec.Struct, frozen=True):
    """One way to split a row.  In a `compact` one `cells` is one token with a character for each cell.

    `weak`: the left hint is left out as spaces, which only the other rows can confirm.
    """

    left: tuple[TextToken, ...]
    cells: tuple[TextToken, ...]
    right: tuple[TextToken, ...]
    compact: bool
    weak: bool = False

    @property
    def width(self) -> int:
        """The number of cells."""
        return len(self.cells[0].text) if self.compact else len(self.cells)

    def texts(self) -> set[str]:
        """The distinct contents of the cells."""
        return set(self.cells[0].text) if self.compact else {cell.text for cell in self.cells}

    def each(self) -> tuple[TextToken, ...]:
        """One token for each cell."""
        return self.cells[0].characters() if self.compact else self.cells


def is_hint(item: Item, tokens: Sequence[TextToken]) -> bool:
    """Whether the tokens can be a hint of that given."""
    return not isinstance(read_hint(item, tokens), ValueFault)


def cuts(row: TextRow, left: Item | None, right: Item | None) -> list[RowCut]:
    """Every way to split a row that has these margins, the likelier ones first."""
    tokens = row.tokens()
    result = [
        *_even(tokens, left is not None, right is not None),
        *_glued_hints(tokens, left is not None, right is not None),
    ]
    if left is not None and kind_of(left).base is Base.NUMBERS:
        result += _many_on_the_left(tokens, left, right is not None)
    if left is not None and kind_of(left).absent and row.indentation > 0:
        result += [
            RowCut((), cut.cells, cut.right, cut.compact, True) for cut in _even(tokens, False, right is not None)
        ]
    # Cuts with an invalid hint come last: a wrong hint is a better error than a row of wrong length.
    return sorted(
        result,
        key=lambda cut: (
            (left is not None and not is_hint(left, cut.left)) or (right is not None and not is_hint(right, cut.right))
        ),
    )


def _even(tokens: Sequence[TextToken], left: bool, right: bool) -> Iterator[RowCut]:
    """Hints apart from the cells: `2 a b c 1` and `2 abc 1`."""
    end = len(tokens) - right
    if end > left:
        yield RowCut(tuple(tokens[:left]), tuple(tokens[left:end]), tuple(tokens[end:]), False)
    if end == left + 1:
        yield RowCut(tuple(tokens[:left]), tuple(tokens[left:end]), tuple(tokens[end:]), True)


def _glued_hints(tokens: Sequence[TextToken], left: bool, right: bool) -> Iterator[RowCut]:
    """Hints of one character directly at the cells: `2abc1`, `2abc 1`, `2 abc1`."""
    first, last = (tokens[0], tokens[-1]) if tokens else (None, None)
    if first is None or last is None:
        return
    if left and len(tokens) == 1 + right and len(first.text) > 1:
        yield RowCut((first.part(0, 1),), (first.part(1, len(first.text)),), tuple(tokens[1:]), True)
    size = len(last.text)
    if right and len(tokens) == 1 + left and size > 1:
        yield RowCut(tuple(tokens[:-1]), (last.part(0, size - 1),), (last.part(size - 1, size),), True)
    if left and right and len(tokens) == 1 and size > 2:
        yield RowCut((first.part(0, 1),), (first.part(1, size - 1),), (first.part(size - 1, size),), True)


def _many_on_the_left(tokens: Sequence[TextToken], left: Item, right: bool) -> Iterator[RowCut]:
    """A list as several tokens: `1 1 2 ....#` and `1 1 2 . . . . #`."""
    end = len(tokens) - right
    if end > 2 and not any(token.text in BLANKS for token in tokens[: end - 1]):
        yield RowCut(tuple(tokens[: end - 1]), (tokens[end - 1],), tuple(tokens[end:]), True)
    count = 0
    while count < end - 1 and any(character.isdigit() or character == "?" for character in tokens[count].text):
        count += 1
    while count > 1:
        if is_hint(left, tokens[:count]):
            yield RowCut(tuple(tokens[:count]), tuple(tokens[count:end]), tuple(tokens[end:]), False)
        if tokens[count - 1].text != "?":
            return
        count -= 1  # in a drawing it may be the first cell, which is not decided yet
