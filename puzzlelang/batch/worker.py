"""A worker that answers one board after another, from inside; who gives it tasks ends it when one takes long."""

import gc
import pickle
from typing import BinaryIO, assert_never

from puzzlelang.asking import stage, worker  # noqa: F401  # loaded here, so that no fork has to load it
from puzzlelang.batch import answering
from puzzlelang.batch.record import Forget, Order, Ready, Rules, Task, messages
from puzzlelang.deductions import apply  # noqa: F401  # likewise
from puzzlelang.formats import outside  # noqa: F401  # likewise
from puzzlelang.solving import engines, lazily  # noqa: F401  # likewise
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers import frames
from puzzlelang.workers.process import write
from puzzlelang.workers.rlimits import Ceiling

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

    def serve(self, questions: BinaryIO, replies: int) -> None:
        """See `Service.serve`."""
        serve(questions, replies)


def serve(questions: BinaryIO, replies: int) -> None:
    """Answer tasks until there are none left, or until one went so wrong that the process had better be left."""
    rules: dict[str, Ruleset] = {}
    order: Order | None = None
    with worker.seldom_collecting():
        while body := frames.read(questions):
            match message := messages().decode(body):
                case Order():
                    order = message
                    engines.engine(order.engine)
                    write(replies, frames.framed(Ready()))
                case Rules(key, pickled):
                    rules[key] = pickle.loads(pickled)
                case Forget(key):
                    del rules[key]
                case Task():
                    assert order is not None
                    ceiling = Ceiling()
                    ceiling.set(order.megabytes)
                    outcome = answering.answered(message, rules, order)
                    ceiling.set(None)
                    write(replies, frames.framed(outcome))
                    if outcome.last:
                        return
                    if outcome.record.seconds > HEAVY:
                        gc.collect()
                case _:
                    assert_never(message)


def main() -> None:
    """A worker in a Python of its own."""
    worker.alone(serve)
