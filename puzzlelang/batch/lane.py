"""A worker with the boards that wait for it."""

import contextlib
import time
from collections import deque

from puzzlelang.batch.record import Forget, Order, Outcome, Ready, Rules, Task, replies
from puzzlelang.batch.supply import Supply
from puzzlelang.batch.worker import ManyBoards
from puzzlelang.workers import frames, starting
from puzzlelang.workers.process import Ended, Process

ROOM = 12_000
"""Bytes that are written to a worker while it is busy: pipes take more than that without anybody reading."""

MOST_RULES = 100
"""Rulesets that a worker holds at most, about 32 kB each; one that is needed again is sent again."""

GRACE = 60.0
"""Seconds that a Python of its own may take to start; they do not count for its first board."""


class Lane:
    """A worker, started when it is first needed, and the tasks that it has; it is at the first of them.

    `began`: when it came to that task.
    """

    def __init__(self, order: Order) -> None:
        self.order = order
        self.waiting: deque[Task] = deque()
        self.began = 0.0
        self.supply: Supply
        self._process: Process | None = None
        self._frames = frames.Frames()
        self._held: dict[str, None] = {}
        self._sizes: deque[int] = deque()

    @property
    def process(self) -> Process:
        """The worker; there has to be one."""
        assert self._process is not None
        return self._process

    def fileno(self) -> int:
        """What `select` waits for."""
        return self.process.fileno()

    def give(self, task: Task, supply: Supply) -> None:
        """Another task."""
        self.supply = supply
        if not self.waiting:
            self.began = time.monotonic()
        self.waiting.append(task)
        self._send()

    def receive(self) -> list[Outcome] | None:
        """What it has answered since; None if it is gone."""
        piece = self.process.receive(0)
        if piece is None:
            return []
        if not piece:
            return None
        found = [replies().decode(body) for body in self._frames.take(piece)]
        if any(isinstance(one, Ready) for one in found):
            self.began = time.monotonic()
        return [one for one in found if isinstance(one, Outcome)]

    def done(self) -> Task:
        """Take away the task that it was at: it is at the next one now."""
        if self._sizes:
            self._sizes.popleft()
        self.began = time.monotonic()
        task = self.waiting.popleft()
        self._send()
        return task

    def again(self) -> None:
        """Let another worker go on with what waits."""
        self.end()
        self._send()

    def end(self) -> Ended:
        """End the worker, if there is one; how it ended."""
        ended = Ended(None, None) if self._process is None else self._process.end()
        self._process = None
        self._frames = frames.Frames()
        self._held.clear()
        self._sizes.clear()
        return ended

    def close(self) -> None:
        """End the worker, and forget what waits."""
        self.waiting.clear()
        self.end()

    def _send(self) -> None:
        """Send what waits, as much as its pipe takes; it reads at once if it has nothing else to do."""
        while len(self._sizes) < len(self.waiting):
            task = self.waiting[len(self._sizes)]
            held, body = self._with_rules(task)
            if self._sizes and sum(self._sizes) + len(body) > ROOM:
                return
            if self._process is None:
                self._process = starting.start(ManyBoards())
                self.began = time.monotonic() + GRACE
                body = frames.framed(self.order) + body
            self._held = held
            self._sizes.append(len(body))
            with contextlib.suppress(OSError):  # it is gone, which shows when we listen to it
                self._process.send(body)

    def _with_rules(self, task: Task) -> tuple[dict[str, None], bytes]:
        """What the worker holds when it has the task, last what was used last; the task behind the rules it lacks."""
        held = {key: None for key in self._held if key not in task.rules} | dict.fromkeys(task.rules)
        spare = list(held)[: -len(task.rules)][: max(0, len(held) - MOST_RULES)]
        for key in spare:
            del held[key]
        new = [Rules(key, self.supply.pickled(key)) for key in task.rules if key not in self._held]
        gone = [Forget(key) for key in spare]
        return held, b"".join(map(frames.framed, (*gone, *new, task)))
