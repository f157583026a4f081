"""The HTTP server at an address of this machine."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterable

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from puzzlelang.diagnostics.record import fail
from puzzlelang.web.guard import LOOPBACK
from puzzlelang.web.limits import Bounds
from puzzlelang.web.service import application

SHUTDOWN_SECONDS = 2
"""Seconds that answers have to come to an end when the service does."""

IDLE_SECONDS = 20
"""Seconds that a connection stays open without a request."""

HEAD_BYTES = 32_000
"""Bytes of a request before its body."""


class FirstRequestTimeout(H11Protocol):
    """Closes a connection if the head of its first request does not come in time; uvicorn limits later requests."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit of a new connection; called by asyncio."""
        super().connection_made(transport)
        self.loop.call_later(IDLE_SECONDS, self._close_if_silent)

    def _close_if_silent(self) -> None:
        begun: object = self.cycle  # None until the head of a first request is there
        if begun is None and not self.transport.is_closing():
            self.transport.close()


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    return host.lower() in LOOPBACK or host.startswith("127.")


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket at an address; port 0 is any that is free.  Raises `Failed` if it cannot be used."""
    result: socket.socket | None = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        result = socket.socket(family, socket.SOCK_STREAM)
        with contextlib.suppress(OSError):
            result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        result.bind((host, port))
        result.listen(128)
    except (OSError, UnicodeError) as error:
        if result is not None:
            result.close()
        reason = error.strerror if isinstance(error, OSError) else "that is no name of a machine"
        hint = "another program may listen there; choose another `--port`, 0 for any that is free"
        raise fail("E301", f"nothing can listen at {host}, port {port}: {reason}", hint=hint) from None
    return result


def address(host: str, listener: socket.socket) -> str:
    """Return what to open in a browser."""
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def server(workers: int, bounds: Bounds, hosts: Iterable[str], log: Callable[[str], None]) -> uvicorn.Server:
    """Return the HTTP server, not yet running.  `log` gets lines of JSON; `hosts` are as in `guard.RequestGuard`."""
    config = uvicorn.Config(
        application(workers, bounds, hosts, log),
        http=FirstRequestTimeout,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        limit_concurrency=bounds.connections,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        h11_max_incomplete_event_size=HEAD_BYTES,
        proxy_headers=True,
    )
    return uvicorn.Server(config)
