"""Batches on a dask.distributed cluster: groups of boards go out, answers come back, lost groups are sent again."""

import contextlib
import importlib
import importlib.util
import logging
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from puzzlelang.batch import remote
from puzzlelang.batch.record import LOST, Order, Outcome, Supply, Task, record
from puzzlelang.batch.remote import Group, GroupAnswers
from puzzlelang.diagnostics.record import Failed, fail

LOCAL_PREFIX = "local:"

GROUP_SECONDS = 0.25
"""Of work in a group: a task costs the scheduler about a millisecond."""

MOST_WORKERS = 1000
"""Of a cluster on this machine."""

MOST_BOARDS = 256
"""Boards in a group."""

MOST_CHARACTERS = 1_000_000
"""Of boards in a group, if it has more than one."""

GROUPS_PER_THREAD, SPARE_GROUPS = 24, 8
"""Groups that are away for each thread of the cluster, and besides: as much work as makes an adaptive cluster grow."""

POLL_SECONDS = 0.25
"""Seconds after which `outcomes` comes back, whether anything came or not."""

RECOUNT_SECONDS = 1.0
"""Seconds after which the threads of the cluster are counted again."""

CONNECT_SECONDS = 10
"""Seconds to find the scheduler."""

SILENCE_SECONDS = 2 * CONNECT_SECONDS
"""Seconds after which who is there, and says nothing, is taken for no scheduler."""


class Cluster:
    """The workers of a dask scheduler, used as `Workers`.

    `address` is that of a running scheduler, or `local:N` for N workers on this machine, which `close` ends.
    """

    def __init__(self, order: Order, address: str) -> None:
        """Connect.  Raises `Failed` if the package is not installed (`E357`) or there is nobody (`E358`)."""
        if importlib.util.find_spec("distributed") is None:
            raise fail("E357", "the package distributed is not installed", hint="`pip install 'puzzlelang[cluster]'`")
        self.order = order
        self.address = address
        self.mean_seconds = GROUP_SECONDS / 16
        self.pending: dict[Any, tuple[Task, ...]] = {}
        self.repeats: deque[tuple[Task, ...]] = deque()
        self.suspects: deque[Task] = deque()
        self.suspect_future: Any = None
        self.finished_futures: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.local: Any = None
        self.client = self._connect()

    def close(self) -> None:
        """Close the connection, and end the workers of a local cluster."""
        for end in (self.client, self.local):
            if end is not None:
                with contextlib.suppress(Exception):  # it may be gone
                    end.close(timeout=CONNECT_SECONDS)

    def outcomes(self, supply: Supply) -> Iterator[Outcome | None]:
        """Yield outcomes as `Workers.outcomes` does.

        Raises `Failed` if the scheduler is gone (`E358`) or a worker is unfit (`E359`).
        """
        counted_at, room = 0.0, SPARE_GROUPS
        while True:
            if time.monotonic() - counted_at > RECOUNT_SECONDS:
                counted_at, room = time.monotonic(), SPARE_GROUPS + GROUPS_PER_THREAD * self._threads()
            yield from self._send_groups(supply, room)
            if not (self.pending or self.repeats or self.suspects) and supply.is_over:
                return
            try:
                future = self.finished_futures.get(timeout=POLL_SECONDS)
            except queue.Empty:
                self._check()
                yield None
                continue
            yield from self._future_outcomes(future, self.pending.pop(future))

    def _threads(self) -> int:
        try:
            return int(sum(self.client.nthreads().values()))
        except OSError:
            raise self._gone() from None

    def _connect(self) -> Any:
        distributed: Any = importlib.import_module("distributed")
        dask: Any = importlib.import_module("dask")

        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        count = self.address.removeprefix(LOCAL_PREFIX)
        try:
            if self.address.startswith(LOCAL_PREFIX):
                if not count.isdecimal() or not 0 < int(count) <= MOST_WORKERS:
                    raise ValueError(f"a number of workers up to {MOST_WORKERS} stands behind `local:`")
                # A group that kills a worker comes back at once, to be asked board by board.
                dask.config.set({"distributed.scheduler.allowed-failures": 0})
                self.local = distributed.LocalCluster(
                    n_workers=int(count), threads_per_worker=1, processes=True, host="127.0.0.1",
                    dashboard_address="127.0.0.1:0", memory_limit=0, silence_logs=logging.CRITICAL,
                )  # fmt: skip
                return distributed.Client(self.local)
            return _within_timeout(lambda: distributed.Client(self.address, timeout=CONNECT_SECONDS))
        except (OSError, ValueError) as error:
            self.client = None
            self.close()
            hint = "an address is as in `tcp://127.0.0.1:8786`; `local:2` starts two workers here"
            raise fail("E358", f"there is no cluster at `{self.address}`: {error}", hint=hint) from None

    # ------------------------------------------------------------------------------------------- giving

    def _send_groups(self, supply: Supply, room: int) -> Iterator[Outcome]:
        if self.suspects and self.suspect_future is None:
            self.suspect_future = self._send((self.suspects.popleft(),), supply, priority=1)
        while len(self.pending) < room:
            if self.repeats:
                self._send(self.repeats.popleft(), supply)
                continue
            tasks, known = self._group(supply)
            yield from known
            if tasks:
                self._send(tasks, supply)
            elif not known:
                return

    def _group(self, supply: Supply) -> tuple[tuple[Task, ...], list[Outcome]]:
        """Take the next tasks of a group, and the outcomes that the supply gave instead of tasks."""
        size = min(MOST_BOARDS, max(1, math.ceil(GROUP_SECONDS / self.mean_seconds)))
        tasks: list[Task] = []
        outcomes: list[Outcome] = []
        while (
            len(tasks) < size
            and len(outcomes) < MOST_BOARDS
            and sum(len(task.text) for task in tasks) < MOST_CHARACTERS
        ):
            match supply.take():
                case None:
                    break
                case Outcome() as outcome:
                    outcomes.append(outcome)
                case task:
                    tasks.append(task)
        return tuple(tasks), outcomes

    def _send(self, tasks: tuple[Task, ...], supply: Supply, priority: int = 0) -> Any:
        keys = dict.fromkeys(key for task in tasks for key in task.rules)
        group = Group(self.order, tasks, {key: supply.texts(key) for key in keys})
        future = self.client.submit(remote.answer_group, msgspec.msgpack.encode(group), pure=False, priority=priority)
        self.pending[future] = tasks
        future.add_done_callback(self.finished_futures.put)
        return future

    # ------------------------------------------------------------------------------------------ hearing

    def _future_outcomes(self, future: Any, tasks: Sequence[Task]) -> Iterator[Outcome]:
        alone = future is self.suspect_future
        if alone:
            self.suspect_future = None
        if future.status == "error":
            yield from self._handle_failure(future.exception(), tasks, alone=alone)
            return
        if future.status != "finished":
            raise self._gone()
        answers = msgspec.msgpack.decode(future.result(), type=GroupAnswers)
        if answers.unfit:
            raise _unfit(answers.unfit)
        self.repeats.extend((task,) for task in tasks if task.number in answers.long)
        for outcome in answers.outcomes:
            self.mean_seconds += 0.02 * (outcome.record.seconds - self.mean_seconds)
            yield outcome

    def _handle_failure(self, error: Exception, tasks: Sequence[Task], *, alone: bool) -> Iterator[Outcome]:
        """Handle a group whose worker died: queue its tasks to be asked again, one after another.

        `alone`: the group was such a single task.  Its board then caused the death, and its outcome is `LOST`.
        """
        from distributed.scheduler import KilledWorker

        if isinstance(error, ImportError):
            raise _unfit(f"it cannot load puzzlelang: {error}")
        if not isinstance(error, KilledWorker):
            raise error
        if alone:
            (task,) = tasks
            yield Outcome(task.number, record(self.order, task, LOST, stopped="two workers of the cluster died"))
        else:
            self.suspects.extend(tasks)

    def _check(self) -> None:
        """Raises `Failed` if the scheduler is gone."""
        if self.client.status not in ("running", "connecting", "newly-created"):
            raise self._gone()

    def _gone(self) -> Failed:
        hint = "what was written stays; run it again when the cluster is there, and it goes on"
        return fail("E358", f"the scheduler at `{self.address}` is gone", hint=hint)


def _within_timeout(connect: Callable[[], Any]) -> Any:
    """Return what `connect` returns, and raise what it raises.

    Raises `OSError` after `SILENCE_SECONDS`: a client waits forever for a server that does not answer.
    """
    results: queue.SimpleQueue[tuple[Any, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            results.put((connect(), None))
        except Exception as error:
            results.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        client, error = results.get(timeout=SILENCE_SECONDS)
    except queue.Empty:
        raise OSError("who is there does not speak as a scheduler does") from None
    if error is not None:
        raise error
    return client


def _unfit(why: str) -> Failed:
    hint = "install the same versions of puzzlelang and its engine on every worker"
    return fail("E359", f"a worker of the cluster cannot be used: {why}", hint=hint)
