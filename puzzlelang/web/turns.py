"""Who is next: clients by turns, however many requests one of them has."""

from collections import deque

import anyio


class Turns:
    """A number of places, each held by one request at a time; `free` is the number of places that nobody holds."""

    def __init__(self, size: int) -> None:
        self.free = size
        self._waiting: dict[str, deque[anyio.Event]] = {}

    async def acquire(self, client: str) -> None:
        """Take a place as soon as it is the client's turn; to be given back by `release`."""
        if self.free:
            self.free -= 1
            return
        turn = anyio.Event()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn.wait()
        except BaseException:  # it is given up
            if turn.is_set():
                self.release()
            else:
                self._leave(client, turn)
            raise

    def release(self) -> None:
        """Give the place to the client that has waited longest since its last one."""
        if not self._waiting:
            self.free += 1
            return
        client = next(iter(self._waiting))
        queue = self._waiting.pop(client)
        queue.popleft().set()
        if queue:
            self._waiting[client] = queue

    def _leave(self, client: str, turn: anyio.Event) -> None:
        queue = self._waiting[client]
        queue.remove(turn)
        if not queue:
            del self._waiting[client]
