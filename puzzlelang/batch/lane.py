"""Lanes: a worker and its queue of boards."""

import time
from collections import deque

from puzzlelang.batch.record import Forget, Order, Outcome, Rules, Supply, Task, outcome
from puzzlelang.batch.worker import ManyBoards
from puzzlelang.workers.client import Client, ReceivedMessages
from puzzlelang.workers.frames import encode_frame
from puzzlelang.workers.limits import Limits

BUSY_BYTES = 12_000
"""Bytes that are written to a worker while it is busy: pipes take more than that without anybody reading."""

MOST_RULES = 100
"""Rulesets that a worker holds at most, about 32 kB each; one that is needed again is sent again."""


class Lane:
    """A worker process with its queue of tasks, started when it is first needed; it works on the first of `waiting`.

    `first_since`: the time (`time.monotonic`) at which that task became the first.  `limits` apply to each task.
    """

    def __init__(self, order: Order) -> None:
        self.order = order
        self.limits = Limits(order.seconds, order.megabytes)
        self.waiting: deque[Task] = deque()
        self.first_since = 0.0
        self.supply: Supply
        self.client = Client(ManyBoards(), lambda _: True, outcome)
        self._held: dict[str, None] = {}
        self._sizes: deque[int] = deque()

    def fileno(self) -> int:
        """Return what `select` waits for."""
        return self.client.fileno()

    def add_task(self, task: Task, supply: Supply) -> None:
        """Add a task to the queue; its rules come from the supply."""
        self.supply = supply
        self.waiting.append(task)
        self._send()
        if len(self.waiting) == 1:
            self._begin()

    def receive(self) -> ReceivedMessages[Outcome]:
        """The outcomes that are there, and why the worker was ended if it was."""
        received = self.client.receive(0)
        if received.stopped:
            self._forget()
        return received

    def pop_task(self) -> Task:
        """Remove and return the first task, and start the clock of the next one."""
        if self._sizes:
            self._sizes.popleft()
        task = self.waiting.popleft()
        self._send()
        self._begin()
        return task

    def restart(self) -> None:
        """Let another worker go on with what waits."""
        self.end()
        self._send()
        self._begin()

    def end(self) -> None:
        """End the worker, if there is one."""
        self.client.close()
        self._forget()

    def close(self) -> None:
        """End the worker, and forget what waits."""
        self.waiting.clear()
        self.end()

    def _begin(self) -> None:
        self.first_since = time.monotonic()
        self.client.limit(self.limits)

    def _forget(self) -> None:
        self._held.clear()
        self._sizes.clear()

    def _send(self) -> None:
        """Send what waits, as much as its pipe takes; it reads at once if it has nothing else to do."""
        while len(self._sizes) < len(self.waiting):
            task = self.waiting[len(self._sizes)]
            held, body = self._with_rules(task)
            if self._sizes and sum(self._sizes) + len(body) > BUSY_BYTES:
                return
            if not self.client.is_running:
                body = encode_frame(self.order) + body
            self._held = held
            self._sizes.append(len(body))
            self.client.push(body)

    def _with_rules(self, task: Task) -> tuple[dict[str, None], bytes]:
        """Return the rulesets that the worker holds after a task, least recently used first, and the bytes to send.

        The bytes are the rulesets to forget, those that the worker lacks, and the task.
        """
        held = {key: None for key in self._held if key not in task.rules} | dict.fromkeys(task.rules)
        spare = list(held)[: -len(task.rules)][: max(0, len(held) - MOST_RULES)]
        for key in spare:
            del held[key]
        new = [Rules(key, self.supply.pickled(key)) for key in task.rules if key not in self._held]
        gone = [Forget(key) for key in spare]
        return held, b"".join(map(encode_frame, (*gone, *new, task)))
