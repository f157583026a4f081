"""What became of the boards that were drawn."""

import msgspec


class Draws(msgspec.Struct):
    """What became of the boards that were drawn and came to nothing.

    `unanswered`: they had no answer, or none that was found with the work that a board is worth.  `trivial`: everything
    in the answer was alike.  `several`: no change left them just one answer.  `otherwise`: they are not as hard as
    wanted.
    """

    unanswered: int = 0
    trivial: int = 0
    several: int = 0
    otherwise: int = 0

    @property
    def total(self) -> int:
        """All that came to nothing."""
        return self.unanswered + self.trivial + self.several + self.otherwise
