"""One of several things that were found, by its number."""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def item(found: Sequence[Item], index: int, what: str, stopped: str) -> Item:
    """Return the element with this index; `what` names the elements in messages.

    Raises `ValueError`, which says how many there are, and why there are no more if the search `stopped`.
    """
    if -len(found) <= index < len(found):
        return found[index]
    number = len(found)
    told = f"there {'is' if number < 2 else 'are'} {number or 'no'} {what}{'s' * (number > 1)}"
    told += f", counted from 0, and none has the number {index}" if number else ""
    raise ValueError(f"{told} ({stopped})" if stopped else told)
