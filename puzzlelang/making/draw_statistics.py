"""Counts of draws that failed, by reason."""

import msgspec


class Draws(msgspec.Struct):
    """Counts of draws that failed, by reason.

    `unanswered`: no answer, or none within the budget.  `trivial`: almost all values of the answer were the same.
    `several`: no change led to a single answer.  `otherwise`: not of the wanted difficulty.
    """

    unanswered: int = 0
    trivial: int = 0
    several: int = 0
    otherwise: int = 0

    @property
    def total(self) -> int:
        """All failed draws."""
        return self.unanswered + self.trivial + self.several + self.otherwise
