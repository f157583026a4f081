"""The pool of workers on this machine, each with a short queue of boards.

A limit on time ends the worker, and another takes what waited behind the board.  A board of which a worker dies is
tried once more.
"""

import math
import select
import time
from collections.abc import Iterator

from puzzlelang.batch.lane import Lane
from puzzlelang.batch.record import LOST, UNKNOWN, Order, Outcome, Supply, record
from puzzlelang.workers.client import ReceivedMessages
from puzzlelang.workers.limits import MEMORY_LIMIT, TIME_LIMIT, Limits

QUEUE_SECONDS = 0.02
"""Seconds of work that wait at a worker: it never waits for us, and little waits behind a long board."""

MOST_WAITING = 32
"""Boards that wait at a worker at most."""

STEAL_SECONDS = 0.2
"""Seconds after which boards that wait behind another go to a worker that has nothing to do as well."""

POLL_SECONDS = 0.25
"""Seconds after which `outcomes` comes back, whether anything came or not."""

MOST_DEATHS = 2
"""Workers that may die of a board."""


class Pool:
    """A fixed number of workers, which stay from one supply to the next."""

    def __init__(self, order: Order, jobs: int) -> None:
        self.order = order
        self.lanes = [Lane(order) for _ in range(jobs)]
        self.mean_seconds = QUEUE_SECONDS
        self.deaths: dict[int, int] = {}
        self.unanswered: set[int] = set()
        self.tasks_with_copy: set[int] = set()

    def close(self) -> None:
        """End all workers."""
        for lane in self.lanes:
            lane.close()

    def outcomes(self, supply: Supply, patience: float | None = None) -> Iterator[Outcome | None]:
        """Yield outcomes as `Workers.outcomes` does.

        `patience`: seconds after which a board is ended even if its limit is longer.
        """
        seconds = self.order.seconds if patience is None else min(patience, self.order.seconds)
        for lane in self.lanes:
            lane.limits = Limits(seconds, self.order.megabytes)
        while True:
            yield from self._fill_lanes(supply)
            busy = [lane for lane in self.lanes if lane.waiting]
            if not self.unanswered and supply.is_over:
                break
            if busy:
                self._share_waiting(busy)
                yield from self._receive(busy)
        for lane in self.lanes:
            if lane.waiting:  # with what somebody else has answered
                lane.close()

    # ------------------------------------------------------------------------------------------- giving

    def _fill_lanes(self, supply: Supply) -> Iterator[Outcome]:
        """Give boards to the workers in turn, the least busy first."""
        depth = min(MOST_WAITING, max(2, math.ceil(QUEUE_SECONDS / self.mean_seconds)))
        while not supply.is_over:
            lane = min(self.lanes, key=lambda one: len(one.waiting))
            if len(lane.waiting) >= depth:
                return
            match supply.take():
                case None:
                    return
                case Outcome() as known:
                    yield known
                case task:
                    self.unanswered.add(task.number)
                    lane.add_task(task, supply)

    def _share_waiting(self, busy: list[Lane]) -> None:
        """Boards that wait behind a long one go to workers without any."""
        idle = [lane for lane in self.lanes if not lane.waiting]
        now = time.monotonic()
        for lane in busy if idle else ():
            for task in list(lane.waiting)[1:] if lane.client.ready and now - lane.first_since > STEAL_SECONDS else ():
                if task.number in self.unanswered and task.number not in self.tasks_with_copy and idle:
                    self.tasks_with_copy.add(task.number)
                    idle.pop().add_task(task, lane.supply)

    # ------------------------------------------------------------------------------------------ hearing

    def _receive(self, busy: list[Lane]) -> Iterator[Outcome | None]:
        ready = set(select.select(busy, [], [], min(lane.client.remaining_seconds(POLL_SECONDS) for lane in busy))[0])
        if not ready:
            yield None
        for lane in busy:
            if lane in ready or lane.client.is_late:
                yield from self._lane_outcomes(lane, lane.receive())

    def _lane_outcomes(self, lane: Lane, received: ReceivedMessages[Outcome]) -> Iterator[Outcome]:
        for outcome in received.messages:
            task = lane.pop_task()
            assert task.number == outcome.number
            self.mean_seconds += 0.1 * (outcome.record.seconds - self.mean_seconds)
            if outcome.last:
                lane.restart()
            yield from self._unless_answered(outcome)
        if received.stopped == TIME_LIMIT:
            yield from self._fail_first(lane, {"status": UNKNOWN, "stopped": TIME_LIMIT})
        elif received.stopped:
            yield from self._handle_death(lane, received.stopped)

    def _handle_death(self, lane: Lane, reason: str) -> Iterator[Outcome]:
        """Handle the death of a worker: try its first board again.

        After `MOST_DEATHS` deaths yield an outcome without a result for that board.
        """
        number = lane.waiting[0].number
        self.deaths[number] = self.deaths.get(number, 0) + 1
        if self.deaths[number] >= MOST_DEATHS:
            status = UNKNOWN if reason == MEMORY_LIMIT else LOST
            yield from self._fail_first(lane, {"status": status, "stopped": reason})
        else:
            lane.restart()

    def _fail_first(self, lane: Lane, known: dict[str, str]) -> Iterator[Outcome]:
        """Yield an outcome without a result for the first board of a lane; a new worker takes the boards behind it."""
        seconds = round(max(0.0, time.monotonic() - lane.first_since), 6)
        lane.end()
        task = lane.pop_task()
        yield from self._unless_answered(Outcome(task.number, record(self.order, task, seconds=seconds, **known)))

    def _unless_answered(self, outcome: Outcome) -> Iterator[Outcome]:
        """An outcome, unless the board has one already."""
        if outcome.number in self.unanswered:
            self.unanswered.discard(outcome.number)
            self.tasks_with_copy.discard(outcome.number)
            self.deaths.pop(outcome.number, None)
            yield outcome
