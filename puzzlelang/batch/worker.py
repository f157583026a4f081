"""The worker process that answers boards one after another; its client ends it when a board takes too long."""

import gc
import pickle
from typing import BinaryIO, assert_never

from puzzlelang.asking import worker  # noqa: F401  # loaded here, so that no fork has to load it
from puzzlelang.batch import task_records
from puzzlelang.batch.record import Forget, Order, Rules, Task, messages
from puzzlelang.deductions import apply  # noqa: F401  # likewise
from puzzlelang.formats import outside  # noqa: F401  # likewise
from puzzlelang.solving import engines, lazy_graphs  # noqa: F401  # likewise
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.process import Send
from puzzlelang.workers.rlimits import MemoryLimit

HEAVY = 0.3
"""Seconds after which what a board has left in memory is looked for at once, which takes a tenth of that time or less.

Else a worker grows by what the heaviest boards leave: over the examples of the library to 88 MB, and not to 65.
"""


class ManyBoards:
    """The service of a worker that is sent boards."""

    home = __name__

    def first(self) -> bytes:
        """Return no bytes: a new Python needs none."""
        return b""

    def handler(self) -> "TaskHandler":
        """Return a handler of tasks."""
        return TaskHandler()


def handler_from(_: BinaryIO) -> "TaskHandler":
    """Return a handler of tasks, in a worker that is a new Python."""
    return TaskHandler()


class TaskHandler:
    """Answers tasks by the rulesets that it was sent, until one leaves the process in doubt."""

    def __init__(self) -> None:
        self.rules: dict[str, Ruleset] = {}
        self.order: Order | None = None

    def handle(self, body: bytes, send: Send) -> bool:
        """Take an order or a ruleset, or answer a task; return False after an outcome that is `last`."""
        match message := messages().decode(body):
            case Order():
                self.order = message
                engines.engine(message.engine)
            case Rules(key, pickled):
                self.rules[key] = pickle.loads(pickled)
            case Forget(key):
                del self.rules[key]
            case Task():
                return self._answer(message, send)
            case _:
                assert_never(message)
        return True

    def _answer(self, task: Task, send: Send) -> bool:
        assert self.order is not None
        ceiling = MemoryLimit()
        ceiling.set(self.order.megabytes)
        outcome = task_records.answer_task(task, self.rules, self.order)
        ceiling.set(None)
        send(outcome)
        if outcome.record.seconds > HEAVY:
            gc.collect()
        return not outcome.last
