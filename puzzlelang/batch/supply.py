"""The protocols of batches: a `Supply` gives tasks, and `Hands` answer them."""

from collections.abc import Iterator
from typing import Protocol

from puzzlelang.batch.record import Outcome, Task
from puzzlelang.typed.cache import SourceTexts


class Supply(Protocol):
    """A source of tasks and of their rulesets."""

    def take(self) -> Task | Outcome | None:
        """Return the next task, or the outcome of one that need not be asked; None if there is none now."""

    @property
    def is_over(self) -> bool:
        """Whether there will be no more."""

    def pickled(self, key: str) -> bytes:
        """Return the ruleset of a key, pickled as workers get it; this takes a quarter of the memory."""

    def texts(self, key: str) -> SourceTexts:
        """Return the source texts from which the ruleset of a key was made."""


class Hands(Protocol):
    """Workers that answer boards: a `Pool` of processes or a `Cluster`."""

    def outcomes(self, supply: Supply) -> Iterator[Outcome | None]:
        """Yield the outcome of each task as it comes, and None from time to time while none comes.

        Raises `Failed` if the workers cannot go on.
        """

    def close(self) -> None:
        """End all that was started for it."""
