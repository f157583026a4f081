"""Modes of drawing: optional clues are searched together with the answer, or for a known answer."""

import msgspec

from puzzlelang.making.draft_prover import DraftProver
from puzzlelang.making.joint_search import JointSearch

JOINT_PERIOD = 3
"""One draw in so many searches for all clues together with the answer."""

RARER = 3
"""How much more seldom that is while a search for the answer alone is beyond its budget."""

MOST_UNANSWERED = 2
"""Draws without an answer after which numbers may be greater than on the examples."""

MOST_BARREN = 5
"""A mode of drawing is given up if so many first draws have no answer."""


class DrawModes(msgspec.Struct):
    """The choice between two modes of drawing: with `True` optional clues are searched together with the answer.

    `answers` and `failures` count the results of both modes; a `barren` mode never has an answer.  `stopped` counts the
    draws for which the budget did not suffice, less those since for which it did.  `searches` keep what was learnt for
    the next draw if nothing is random, and so does `prover`.  Close it at the end.
    """

    answers: dict[bool, int] = msgspec.field(default_factory=lambda: {False: 0, True: 0})
    failures: dict[bool, int] = msgspec.field(default_factory=lambda: {False: 0, True: 0})
    stopped: dict[bool, int] = msgspec.field(default_factory=lambda: {False: 0, True: 0})
    barren: set[bool] = msgspec.field(default_factory=set)
    searches: dict[bool, JointSearch] = msgspec.field(default_factory=dict)
    prover: DraftProver | None = None

    def close(self) -> None:
        """Release the searches."""
        for search in self.searches.values():
            search.close()
        self.searches.clear()
        if self.prover is not None:
            self.prover.close()

    def keep(self, search: JointSearch, every: bool) -> None:
        """Keep a search for the next draw, if that starts in the same way."""
        if search.plan.any_random_givens:
            search.close()
        else:
            self.searches[every] = search

    def next(self, trial: int) -> bool:
        """The mode of the next draw; more seldom that with more to search while the other one is beyond its budget."""
        rarer = RARER if self.stopped[False] and not self.answers[False] else 1
        every = trial % (JOINT_PERIOD * rarer) == JOINT_PERIOD * rarer - 1
        return every if self._hopeful(every) or not self._hopeful(not every) else not every

    def usual(self, every: bool) -> bool:
        """Whether numbers are as on the examples; after draws without an answer only every second time."""
        return self.failures[every] < MOST_UNANSWERED or self.failures[every] % 2 == 1

    def beyond(self, every: bool) -> int:
        """For how many draws the budget did not suffice; what is beyond it is so with more to search besides."""
        return max(self.stopped[False], self.stopped[every])

    def _hopeful(self, every: bool) -> bool:
        return every not in self.barren and (self.answers[every] > 0 or self.failures[every] < MOST_BARREN)
