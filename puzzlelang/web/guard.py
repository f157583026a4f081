"""Checks on every request: its host, origin, size and speed.  Every answer gets security headers and is logged.

Pages of other sites must not be able to ask a service on one's own machine.  The origin shows a direct request of
another site, the host a site's own name that leads here (DNS rebinding).
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import anyio
import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from puzzlelang.web.desk import refusal
from puzzlelang.web.limits import Bounds

LOOPBACK = ("localhost", "127.0.0.1", "::1")

SECURITY = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

Log = Callable[[Mapping[str, object]], None]


class RequestRefusal(Exception):
    """A request that is not let in: the status, and why."""

    def __init__(self, status: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason
        self.message = message


def refusal_response(error: RequestRefusal) -> Response:
    """The answer to a request that is not let in."""
    line = refusal(error.reason, error.message, error.status)
    return Response(line.body, error.status, media_type="application/json")


class RequestGuard:
    """Lets requests in, adds headers to answers, and logs both.

    `hosts` are the names under which the service may be asked; empty for any.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], log: Log) -> None:
        self.app = app
        self.hosts = frozenset(name.lower() for name in hosts)
        self.log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check an HTTP request, and pass it on or refuse it; the signature is that of ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status, sent = time.monotonic(), 0, 0

        async def sending(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(SECURITY)
            sent += len(message.get("body", b""))
            await send(message)

        try:
            try:
                self._check(scope)
            except RequestRefusal as error:
                await refusal_response(error)(scope, receive, sending)
            else:
                await self.app(scope, receive, sending)
        finally:
            record: dict[str, Any] = {"method": scope["method"], "path": scope["path"][:100], "status": status}
            record |= {"ms": round(1000 * (time.monotonic() - start)), "sent": sent, "client": client(scope)}
            self.log(record)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts and _name(host) not in self.hosts:
            raise RequestRefusal(421, "host", "this service is not asked under that name")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            raise RequestRefusal(403, "origin", "pages of other sites may not ask this service")
        if scope["method"] == "POST" and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise RequestRefusal(403, "origin", "pages of other sites may not ask this service")


def _name(host: str) -> str:
    """The host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def client(scope: Scope) -> str:
    """Return who asks: an address."""
    result = scope.get("client")
    return str(result[0]) if result else ""


async def body(request: Request, bounds: Bounds) -> bytes:
    """The body of a request, which is JSON.

    Raises `RequestRefusal` if it is too large, too slow or of another type.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestRefusal(415, "content type", "the body of a request is application/json")
    if request.headers.get("content-encoding", "identity") != "identity":
        raise RequestRefusal(415, "content encoding", "the body of a request is not compressed")
    length = request.headers.get("content-length", "0")
    large = RequestRefusal(413, "too large", f"a request has at most {bounds.body} bytes")
    if not length.isdecimal() or int(length) > bounds.body:
        raise large
    result = bytearray()
    try:
        with anyio.fail_after(bounds.arrival_seconds):
            async for piece in request.stream():
                result += piece
                if len(result) > bounds.body:
                    raise large
    except TimeoutError:
        raise RequestRefusal(
            408, "too slow", f"a request arrives within {bounds.arrival_seconds:.0f} seconds"
        ) from None
    return bytes(result)


def line(content: Mapping[str, object]) -> str:
    """A line of the log."""
    return msgspec.json.encode({"time": round(time.time(), 3), **content}).decode()
