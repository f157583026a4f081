"""Desks from outside: processes that answer requests, can be killed at any time, and are replaced when they were.

Some desks are for what is answered at once, others for questions to boards, so that no question keeps an editor
waiting.
"""

import contextlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from functools import partial
from typing import BinaryIO, TypeVar

import anyio
import anyio.to_thread
import msgspec

from puzzlelang.web.desk import FAILED, READY, Task, Told, refused
from puzzlelang.web.limits import Bounds
from puzzlelang.workers import starting
from puzzlelang.workers.frames import Frames, framed

TICK = 0.25
"""Seconds after which whoever waits for a desk looks at the clock."""

GRACE = 10.0
"""Seconds that a desk has to say that time is up, beyond the time that its question had."""

STARTING = 60.0
"""Seconds that a desk has to begin: on a machine that never ran this the grammar is made ready first."""

BUSY, TOO_MANY = 503, 429

ACCEPTED = Told(b'{"kind":"accepted"}')
"""The first line of every answer."""

Result = TypeVar("Result")


class Answering:
    """The service of a worker that is a desk."""

    home = "puzzlelang.web.answering"

    def __init__(self, nice: int) -> None:
        self.nice = nice

    def first(self) -> bytes:
        """See `Service.first`: how much it gives way to others."""
        return bytes([self.nice])

    def serve(self, questions: BinaryIO, replies: int) -> None:
        """See `Service.serve`."""
        from puzzlelang.web import answering  # the process that started it has no use for it

        answering.serve(questions, replies, self.nice)


class Refused(Exception):
    """There is no desk for a request: the answer, with its status."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self.told = told


class Pool:
    """So many desks, and the requests that wait for one; to be entered before it is used, and left at the end.

    `each`: requests of one client at once.  `nice`: how much the desks give way to other processes, as in Unix.
    """

    def __init__(self, size: int, bounds: Bounds, *, each: int, log: Callable[[str], None], nice: int = 0) -> None:
        self.size = size
        self.bounds = bounds
        self.each = each
        self.log = log
        self.nice = nice
        self.waiting = 0
        self.busy = 0
        self._clients: Counter[str] = Counter()
        self._turns = anyio.Semaphore(size)
        self._idle: list[_Outside] = []
        self._threads = anyio.CapacityLimiter(4 * size + 4)
        self._closed = False

    async def __aenter__(self) -> "Pool":
        self._idle = [await self._off(partial(_Outside, self.nice)) for _ in range(self.size)]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closed = True
        for desk in self._idle:
            desk.close()
        self._idle = []

    async def ask(self, name: str, body: bytes, client: str, seconds: float) -> AsyncGenerator[Told]:
        """The lines of an answer as they come, the first at once.  Whoever leaves early kills the desk.

        Raises `Refused` before that if the client asks too much at once, or too many wait.
        """
        task = framed(Task(name, body, self.bounds))
        with self._counted(client):
            yield ACCEPTED
            async with self._desk(client) as desk:
                async for told in self._answered(desk, task, seconds):
                    yield told

    @contextlib.contextmanager
    def _counted(self, client: str) -> Iterator[None]:
        if self._clients[client] >= self.each:
            raise Refused(refused("too many", "you have asked too much at once; wait for an answer", TOO_MANY))
        if self._turns.value == 0 and self.waiting >= self.bounds.waiting:
            raise Refused(refused("busy", "too many are waiting; try again in a while", BUSY))
        self._clients[client] += 1
        try:
            yield
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    @contextlib.asynccontextmanager
    async def _desk(self, client: str) -> "AsyncIterator[_Outside]":
        """A desk of one's own, as soon as it is one's turn."""
        self.waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self.waiting -= 1
        self.busy += 1
        try:
            async with self._taken(client) as desk:
                yield desk
        finally:
            self.busy -= 1
            self._turns.release()

    @contextlib.asynccontextmanager
    async def _taken(self, client: str) -> "AsyncIterator[_Outside]":
        """An idle desk, the one that this client had if it is free: it may have the board still."""
        desk = next((one for one in self._idle if one.client == client), None) or self._idle[0]
        self._idle.remove(desk)
        desk.client = client
        try:
            yield desk
        finally:
            with anyio.CancelScope(shield=True):
                if desk.working:
                    await self._off(desk.close)
                if desk.ended:
                    with contextlib.suppress(OSError):  # else it is started when it is wanted next
                        desk = await self._off(partial(_Outside, self.nice))
                if self._closed:
                    desk.close()
                else:
                    self._idle.insert(0, desk)

    async def _answered(self, desk: "_Outside", task: bytes, seconds: float) -> AsyncIterator[Told]:
        if desk.ended or not await self._off(partial(desk.send, task)):
            await self._off(desk.restart)
            await self._off(partial(desk.send, task))
        start = anyio.current_time()
        while True:
            for told in desk.take(await self._off(partial(desk.receive, TICK))):
                if told == READY:
                    start = anyio.current_time()
                    continue
                if told.trace:
                    self.log(told.trace)
                yield told
                if told.last:
                    return
            if desk.ended:
                yield refused("died", "the process that worked on this was killed; ask again", FAILED)
                return
            if anyio.current_time() - start > (seconds if desk.ready else STARTING):
                yield refused("time limit", f"this took more than {seconds:.0f} seconds", BUSY)
                return

    async def _off(self, call: Callable[[], Result]) -> Result:
        """What a call that waits for a process returns, in a thread."""
        return await anyio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=self._threads)


class _Outside:
    """A desk; `ready`: it has begun, `working`: it has a request that it has not answered, `ended`: it is gone.

    `client`: whom it served last.
    """

    def __init__(self, nice: int) -> None:
        self.client = ""
        self._service = Answering(nice)
        self._decoder = msgspec.msgpack.Decoder(Told)
        self._start()

    def _start(self) -> None:
        self.working = self.ended = self.ready = False
        self._frames = Frames()
        self._process = starting.start(self._service)

    def restart(self) -> None:
        """Another process in its place."""
        self.close()
        self._start()

    def send(self, task: bytes) -> bool:
        """Send a request; whether the process is there to read it."""
        self.working = True
        try:
            self._process.send(task)
        except OSError:
            return False
        return True

    def receive(self, seconds: float) -> bytes | None:
        """See `Process.receive`."""
        return self._process.receive(seconds)

    def take(self, piece: bytes | None) -> list[Told]:
        """The lines that a piece completes."""
        if piece == b"":
            self.close()
        found = [self._decoder.decode(body) for body in self._frames.take(piece or b"")]
        self.ready = self.ready or READY in found
        if any(told.last for told in found):
            self.working = False
        return found

    def close(self) -> None:
        """Kill the process."""
        if not self.ended:
            self.ended, self.working = True, False
            self._process.end()
