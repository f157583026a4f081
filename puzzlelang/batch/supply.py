"""What those who answer boards need: tasks, when they are ready for more."""

from collections.abc import Iterator
from typing import Protocol

from puzzlelang.batch.record import Outcome, Task
from puzzlelang.typed.cache import SourceTexts


class Supply(Protocol):
    """Tasks one by one."""

    def take(self) -> Task | Outcome | None:
        """The next task; the outcome of one about which nothing need be asked; None if there is none now."""

    @property
    def is_over(self) -> bool:
        """Whether there will be no more."""

    def pickled(self, key: str) -> bytes:
        """The ruleset that tasks name so: pickled it takes a quarter of the memory, and is sent like that."""

    def texts(self, key: str) -> SourceTexts:
        """What it was made of."""


class Hands(Protocol):
    """Whoever answers boards."""

    def outcomes(self, supply: Supply) -> Iterator[Outcome | None]:
        """The outcome of each task, as they come, and now and then None.  Raises `Failed` if they cannot go on."""

    def close(self) -> None:
        """End all that was started for it."""
