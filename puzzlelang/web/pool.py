"""The pool of desks: processes that answer requests, can be killed at any time, and are replaced.

Some desks are for what is answered at once, others for questions to boards, so that no question keeps an editor
waiting.
"""

import contextlib
from collections import Counter, deque
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from functools import partial
from typing import TypeVar

import anyio
import anyio.to_thread
import msgspec

from puzzlelang.web.desk import FAILED, AnswerLine, DeskTask, refusal
from puzzlelang.web.limits import Bounds
from puzzlelang.workers.client import Client
from puzzlelang.workers.frames import encode_frame
from puzzlelang.workers.limits import TIME_LIMIT, Limits
from puzzlelang.workers.process import Handler


class FairSemaphore:
    """A number of places, each held by one request at a time; `free` is the number of places that nobody holds.

    A client waits in as many of its `lanes` as it has requests, and each lane has its turn.  So many people behind one
    address are served as such, and a client that asks for much delays others by its lanes alone.
    """

    def __init__(self, size: int, lanes: int = 1) -> None:
        self.free = size
        self._lanes = lanes
        self._waiting: dict[tuple[str, int], deque[anyio.Event]] = {}

    async def acquire(self, client: str) -> None:
        """Take a place as soon as it is the client's turn; to be given back by `release`."""
        if self.free:
            self.free -= 1
            return
        turn = anyio.Event()
        lane = min(range(self._lanes), key=lambda number: len(self._waiting.get((client, number), ())))
        self._waiting.setdefault((client, lane), deque()).append(turn)
        try:
            await turn.wait()
        except BaseException:  # it is given up
            if turn.is_set():
                self.release()
            else:
                self._leave((client, lane), turn)
            raise

    def release(self) -> None:
        """Give the place to the lane that has waited longest since its last one."""
        if not self._waiting:
            self.free += 1
            return
        lane = next(iter(self._waiting))
        queue = self._waiting.pop(lane)
        queue.popleft().set()
        if queue:
            self._waiting[lane] = queue

    def _leave(self, lane: tuple[str, int], turn: anyio.Event) -> None:
        queue = self._waiting[lane]
        queue.remove(turn)
        if not queue:
            del self._waiting[lane]


MOST_SERVED = 256
"""Clients that are known to have been at a desk."""

POLL_SECONDS = 0.25
"""Seconds after which whoever waits for a desk looks at the clock."""

REPORT_SECONDS = 10.0
"""Seconds that a desk has to say that time is up, beyond the time that its question had."""

BUSY, TOO_MANY = 503, 429

ACCEPTED = AnswerLine(b'{"kind":"accepted"}')
"""The first line of every answer; see `Pool.ask`."""

Result = TypeVar("Result")


class DeskService:
    """The service of a worker that is a desk; `nice`: how much it gives way to other processes, as in Unix."""

    home = "puzzlelang.web.handler"

    def __init__(self, nice: int) -> None:
        self.nice = nice

    def first(self) -> bytes:
        """Return `nice` as one byte."""
        return bytes([self.nice])

    def handler(self) -> Handler:
        """Return a handler of requests."""
        from puzzlelang.web import handler  # the process that started it has no use for it

        return handler.RequestHandler(self.nice)


class DeskRefusal(Exception):
    """There is no desk for a request: the answer with its status, and the seconds after which to ask again."""

    def __init__(self, line: AnswerLine, retry_seconds: int | None = None) -> None:
        super().__init__()
        self.line = line
        self.retry_seconds = retry_seconds


class Pool:
    """A fixed number of desks, and the requests that wait for one.

    To be entered before it is used, and left at the end.

    `most_waiting`: requests that wait at most, `most_per_client`: requests of one client at once, `retry_seconds`:
    seconds after which whoever is refused may ask again.  `lanes`: see `FairSemaphore`.  `nice`: how much the desks
    give way to other processes, as in Unix.
    """

    def __init__(
        self,
        size: int,
        bounds: Bounds,
        *,
        most_waiting: int,
        most_per_client: int,
        retry_seconds: int,
        log: Callable[[str], None],
        lanes: int = 1,
        nice: int = 0,
    ) -> None:
        self.size = size
        self.bounds = bounds
        self.most_waiting = most_waiting
        self.most_per_client = most_per_client
        self.retry_seconds = retry_seconds
        self.log = log
        self.nice = nice
        self.waiting = 0
        self.busy = 0
        self._clients: Counter[str] = Counter()
        self._turns = FairSemaphore(size, lanes)
        self._idle: list[_DeskClient] = []
        self._requests = 0
        self._threads = anyio.CapacityLimiter(4 * size + 4)
        self._closed = False

    async def __aenter__(self) -> "Pool":
        self._idle = [await self._off(partial(_DeskClient, self.nice)) for _ in range(self.size)]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        for desk in self._idle:
            desk.close()
        self._idle = []

    async def ask(self, name: str, body: bytes, client: str, seconds: float) -> AsyncGenerator[AnswerLine]:
        """The lines of an answer as they come, the first at once.  Whoever leaves early kills the desk.

        If all desks are busy, the first line says how many requests wait before this one, and there is another one as
        soon as it has a desk.  Raises `DeskRefusal` before that if the client asks too much at once, or too many wait.
        """
        task = encode_frame(DeskTask(name, body, self.bounds))
        with self._count_client(client):
            busy = not self._turns.free
            yield AnswerLine(msgspec.json.encode({"kind": "accepted", "waiting": self.waiting})) if busy else ACCEPTED
            async with self._desk(client) as desk:
                if busy:
                    yield ACCEPTED
                async for line in self._answer_lines(desk, task, seconds):
                    yield line

    @contextlib.contextmanager
    def _count_client(self, client: str) -> Iterator[None]:
        if self._clients[client] >= self.most_per_client:
            message = f"{self.most_per_client} requests from your address are being answered or wait; no more are taken"
            raise DeskRefusal(refusal("too many", message, TOO_MANY), self.retry_seconds)
        if self._turns.free == 0 and self.waiting >= self.most_waiting:
            message = f"{self.most_waiting} requests are waiting here; no more are taken"
            raise DeskRefusal(refusal("busy", message, BUSY), self.retry_seconds)
        self._clients[client] += 1
        try:
            yield
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    @contextlib.asynccontextmanager
    async def _desk(self, client: str) -> "AsyncIterator[_DeskClient]":
        """A desk of one's own, as soon as it is one's turn."""
        self.waiting += 1
        try:
            await self._turns.acquire(client)
        finally:
            self.waiting -= 1
        self.busy += 1
        try:
            async with self._take_desk(client) as desk:
                yield desk
        finally:
            self.busy -= 1
            self._turns.release()

    @contextlib.asynccontextmanager
    async def _take_desk(self, client: str) -> "AsyncIterator[_DeskClient]":
        """An idle desk, the one that this client had last if it is free: it may have the board still."""
        desk = max(self._idle, key=lambda one: one.served.get(client, 0))
        self._idle.remove(desk)
        self._requests += 1
        desk.serve(client, self._requests)
        try:
            yield desk
        finally:
            with anyio.CancelScope(shield=True):
                if desk.working:
                    await self._off(desk.close)
                if not desk.is_running:
                    with contextlib.suppress(OSError):  # else it is started when it is wanted next
                        await self._off(desk.start)
                if self._closed:
                    desk.close()
                else:
                    self._idle.insert(0, desk)

    async def _answer_lines(self, desk: "_DeskClient", task: bytes, seconds: float) -> AsyncIterator[AnswerLine]:
        await self._off(partial(desk.request, task, Limits(seconds)))
        while True:
            received = await self._off(partial(desk.receive, POLL_SECONDS))
            for line in received.messages:
                if line.trace:
                    self.log(line.trace)
                yield line
                if line.last:
                    return
            if received.stopped == TIME_LIMIT:
                yield refusal("time limit", f"this took more than {seconds:.0f} seconds", BUSY)
                return
            if received.stopped:
                yield refusal("died", "the process that worked on this was killed; ask again", FAILED)
                return

    async def _off(self, call: Callable[[], Result]) -> Result:
        """Run a call that waits for a process in a thread, and return its result."""
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=self._threads)


class _DeskClient(Client[AnswerLine]):
    """A desk; `served` are the clients that it served last, each with the number of the request."""

    def __init__(self, nice: int) -> None:
        super().__init__(DeskService(nice), lambda line: line.last, msgspec.msgpack.Decoder(AnswerLine).decode)
        self.served: dict[str, int] = {}
        self.start()

    def serve(self, client: str, request: int) -> None:
        """Note whom it serves now."""
        self.served.pop(client, None)
        self.served[client] = request
        if len(self.served) > MOST_SERVED:
            del self.served[next(iter(self.served))]
