"""A service that runs in this process, to be asked as anybody asks one."""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from typing import Any

from puzzlelang.web import serve
from puzzlelang.web.guard import LOOPBACK
from puzzlelang.web.limits import LOCAL_BOUNDS, Bounds


class Answer:
    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


class Served:
    """Where it listens, and what it logged."""

    def __init__(self, address: str, log: list[str]) -> None:
        self.address = address
        self.log = log
        self.host, port = address.removeprefix("http://").strip("/").rsplit(":", 1)
        self.port = int(port)

    def connection(self, seconds: float = 600) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=seconds)

    def ask(
        self, method: str, path: str, body: bytes | str | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = self.connection()
        with contextlib.closing(connection):
            connection.request(method, path, body, dict(headers or {}))
            got = connection.getresponse()
            return Answer(got.status, {key.lower(): value for key, value in got.getheaders()}, got.read())

    def post(self, name: str, content: object, headers: Mapping[str, str] | None = None) -> Answer:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        return self.ask("POST", f"/api/{name}", body, {"content-type": "application/json", **(headers or {})})

    def result(self, name: str, content: object) -> Any:
        last = self.post(name, content).lines[-1]
        assert last["kind"] == "result", last
        return last["result"]

    def health(self) -> Any:
        return self.ask("GET", "/health").json

    def until(self, wanted: Any, seconds: float = 300) -> Any:
        """How it is as soon as it is as wanted."""
        end = time.monotonic() + seconds
        while not wanted(result := self.health()):
            assert time.monotonic() < end, result
            time.sleep(0.05)
        return result


@contextlib.contextmanager
def served(bounds: Bounds = LOCAL_BOUNDS, workers: int = 1) -> Iterator[Served]:
    log: list[str] = []
    with serve.listening_socket("127.0.0.1", 0) as listener:
        server = serve.server(workers, bounds, LOOPBACK, log.append)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield Served(serve.address("127.0.0.1", listener), log)
        finally:
            server.should_exit = True
            thread.join(300)
            assert not thread.is_alive()
