"""A worker that answers one board after another, from inside; who gives it tasks ends it when one takes long."""

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
        """See `Service.first`."""
        return b""

    def handler(self) -> "TaskHandler":
        """See `Service.handler`."""
        return TaskHandler()


def handler_from(_: BinaryIO) -> "TaskHandler":
    """The handler in a new Python."""
    return TaskHandler()


class TaskHandler:
    """Answers tasks by the rulesets that it was sent, until one leaves the process in doubt."""

    def __init__(self) -> None:
        self.rules: dict[str, Ruleset] = {}
        self.order: Order | None = None

    def handle(self, body: bytes, send: Send) -> bool:
        """See `Handler.handle`."""
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
        outcome = task_records.answered(task, self.rules, self.order)
        ceiling.set(None)
        send(outcome)
        if outcome.record.seconds > HEAVY:
            gc.collect()
        return not outcome.last
