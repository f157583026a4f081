"""The cluster's side of a batch: a worker process that answers a group of boards one after another."""

import pickle
import threading
from collections.abc import Iterator, Mapping

import msgspec

from puzzlelang import pipeline
from puzzlelang.batch import run
from puzzlelang.batch.pool import Pool
from puzzlelang.batch.record import Order, Outcome, Task, versions_text
from puzzlelang.diagnostics.record import Failed
from puzzlelang.typed.cache import SourceTexts
from puzzlelang.workers.limits import TIME_LIMIT

LONG_SECONDS = 2.0
"""Seconds that a board may take among others; one that takes longer is asked again by itself."""


class Group(msgspec.Struct, frozen=True):
    """Tasks, with the texts of all rules that they name, by key."""

    order: Order
    tasks: tuple[Task, ...]
    texts: Mapping[str, SourceTexts]


class GroupAnswers(msgspec.Struct, frozen=True):
    """The outcomes of a group.

    `long`: numbers of tasks that took more than `LONG_SECONDS`; each is to be asked again alone.  `unfit`: why
    this worker cannot be used, empty if it can.
    """

    outcomes: tuple[Outcome, ...] = ()
    long: tuple[int, ...] = ()
    unfit: str = ""


_pickled: dict[str, bytes] = {}
"""All rulesets so far."""

_thread_local = threading.local()


def answer_group(body: bytes) -> bytes:
    """`GroupAnswers` to a `Group`, both as MessagePack, so that nothing of this package is pickled."""
    return msgspec.msgpack.encode(_answer_group(msgspec.msgpack.decode(body, type=Group)))


def _answer_group(group: Group) -> GroupAnswers:
    order = group.order
    try:
        own = run.order(order.ask, order.engine, order.seconds, order.megabytes)
    except Failed as failed:
        return GroupAnswers(unfit=failed.diagnostics[0].message)
    if own != order:
        return GroupAnswers(unfit=f"it has {versions_text(own.versions)}, not {versions_text(order.versions)}")
    for key, texts in group.texts.items():
        if key not in _pickled:
            _pickled[key] = pickle.dumps(pipeline.ruleset_of_texts(texts))
    alone = len(group.tasks) == 1
    answered: list[Outcome] = []
    long: list[int] = []
    for outcome in filter(None, _pool(order).outcomes(_GroupSupply(group), None if alone else LONG_SECONDS)):
        if outcome.record.stopped == TIME_LIMIT and not alone and order.seconds > LONG_SECONDS:
            long.append(outcome.number)
        else:
            answered.append(outcome)
    return GroupAnswers(tuple(answered), tuple(long))


def _pool(order: Order) -> Pool:
    """The one worker process of this thread, which stays from group to group."""
    pool: Pool | None = getattr(_thread_local, "pool", None)
    if pool is None or pool.order != order:
        if pool is not None:
            pool.close()
        pool = _thread_local.pool = Pool(order, 1)
    return pool


class _GroupSupply:
    """The tasks of a group as a supply."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.left: Iterator[Task] = iter(group.tasks)
        self.is_over = False

    def take(self) -> Task | None:
        """Return the next task of the group; None at the end."""
        task = next(self.left, None)
        self.is_over = task is None
        return task

    def pickled(self, key: str) -> bytes:
        """Return the ruleset of a key, pickled."""
        return _pickled[key]

    def texts(self, key: str) -> SourceTexts:
        """Return the source texts of the ruleset of a key."""
        return self.group.texts[key]
