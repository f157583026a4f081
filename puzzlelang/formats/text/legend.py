"""Legends: which value of which given or find each token of a picture means."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import msgspec

from puzzlelang.diagnostics.nearest import nearest_word
from puzzlelang.formats.text.layout import PictureSpot, is_numeric, marks, sort_of, value_kind
from puzzlelang.formats.text.values import BLANKS, ValueFault, read_value
from puzzlelang.puzzle import UNKNOWN, Value
from puzzlelang.typed.ir import Base, Item, PartitionKind

NOTHING = "means nothing here"
"""What is wrong with a token that is no symbol; other reasons say what is wrong with a value."""


class Meaning(msgspec.Struct, frozen=True):
    """One value of one given or find."""

    item: Item
    value: Value


class Legend(msgspec.Struct, frozen=True):
    """The tokens allowed at one spot: fixed marks, digits of `numbers`, any label of `labels`, `?` for `asked`."""

    marks: Mapping[str, Meaning]
    numbers: Item | None
    labels: Item | None
    asked: Item | None

    def read(self, text: str) -> Meaning | ValueFault | None:
        """The meaning of a token, None for a blank; a declared mark wins over a blank, and both over a label."""
        if text in self.marks:
            return self.marks[text]
        if text in BLANKS:
            return None
        if text == "?":
            if self.asked is None or (kind := value_kind(self.asked)) is None:
                return ValueFault(NOTHING, self.advice(text))
            return Meaning(self.asked, (UNKNOWN,) if kind.base is Base.NUMBERS else UNKNOWN)
        if self.numbers is not None and (kind := value_kind(self.numbers)) is not None:
            found = read_value(kind, self.numbers.shown, text)
            if found is not None and not isinstance(found, ValueFault):
                return Meaning(self.numbers, found)
            if isinstance(found, ValueFault) and text.lstrip("-")[:1].isdigit():
                return found
        if self.labels is not None:
            return Meaning(self.labels, text)
        return ValueFault(NOTHING, self.advice(text))

    def advice(self, text: str) -> str:
        """The permitted tokens, as advice for an unknown one."""
        parts = [f"`{mark}` ({meaning.item.name})" for mark, meaning in self.marks.items()]
        if self.numbers is not None:
            parts.append(f"a number ({self.numbers.name})")
        if self.labels is not None:
            parts.append(f"any name ({self.labels.name})")
        if self.asked is not None:
            parts.append("`?`")
        near = nearest_word(text, self.marks)
        return (
            f"did you mean `{near}`? " if near else ""
        ) + f"allowed here: {', '.join([*parts[:12], '`.` for nothing'])}"


def legend(items: Sequence[Item], spot: PictureSpot, own: bool = False) -> Legend:
    """The legend of the items at a spot; the items must be distinguishable there."""
    here = [item for item in items if sort_of(item) is spot.sort]
    told = {mark: Meaning(item, value) for item in reversed(here) for mark, value in marks(item, spot, own).items()}
    kinds = [(item, value_kind(item)) for item in here]
    return Legend(
        told,
        next((item for item in here if is_numeric(item)), None),
        next((item for item in here if isinstance(item.kind, PartitionKind)), None),
        next((item for item, kind in kinds if kind is not None and kind.unknown), None),
    )


def plausibility(*legends: Legend) -> Callable[[str], bool]:
    """Return a test whether a token is a blank, a `?`, or has a meaning in one of the legends."""

    @cache
    def plausible(text: str) -> bool:
        return text in BLANKS or text == "?" or any(isinstance(key.read(text), Meaning) for key in legends)

    return plausible
