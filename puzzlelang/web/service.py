"""Routes of the service: the page, the API, its status."""

import contextlib
import gzip
import hashlib
import mimetypes
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path

import anyio
import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from puzzlelang import __version__
from puzzlelang.web import guard
from puzzlelang.web.desk import FINE, AnswerLine, refusal
from puzzlelang.web.guard import RequestGuard, RequestRefusal, refusal_response
from puzzlelang.web.limits import Bounds
from puzzlelang.web.pool import REPORT_SECONDS, DeskRefusal, Pool
from puzzlelang.web.requests import CONSTANT_REQUESTS, REQUESTS, QuestionRequest

PAGE = Path(__file__).with_name("page")
MANUAL = Path(__file__).with_name("API.md")

EDITORS = 2
"""Desks for what is answered at once: while one reads rules the other draws a board."""

EDITOR_LANES = 8
"""Requests of one address that have a turn each in a round of all addresses, as a class-room shares one."""

WORKER_NICENESS = 10
"""How much questions to boards give way to editors, and to whatever else runs on the machine."""

EDITOR_RETRY, QUESTION_RETRY = 1, 5
"""Seconds after which whoever is refused may ask again: what is answered at once, and questions to boards."""

LEAST_COMPRESSED = 1_500
"""Bytes that are not worth compressing."""

EMPTY_BODY = b"{}"
"""The body of a request that says nothing."""

JSON, LINES = "application/json", "application/x-ndjson"


class File(msgspec.Struct, frozen=True):
    """A file of the page, as it is and compressed."""

    type: str
    plain: bytes
    packed: bytes
    tag: str


class Service:
    """The playground on a network: what it has, and how it answers."""

    def __init__(self, workers: int, bounds: Bounds, log: guard.Log) -> None:
        self.bounds = bounds
        trace: Callable[[str], None] = lambda text: log({"trace": text})  # noqa: E731
        self.editors = Pool(
            EDITORS,
            bounds,
            most_waiting=bounds.quick_most_waiting,
            most_per_client=bounds.quick_most_per_client,
            retry_seconds=EDITOR_RETRY,
            log=trace,
            lanes=EDITOR_LANES,
        )
        self.workers = Pool(
            workers,
            bounds,
            most_waiting=bounds.most_waiting,
            most_per_client=bounds.most_per_client,
            retry_seconds=QUESTION_RETRY,
            log=trace,
            nice=WORKER_NICENESS,
        )
        self.files = {path.name: _file(path) for path in sorted(PAGE.iterdir()) if path.is_file()}
        self.files["api.md"] = _file(MANUAL)
        self._constants: dict[str, File] = {}
        self._making = anyio.Lock()

    @contextlib.asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """While the service runs there are desks."""
        async with self.editors, self.workers:
            yield

    async def page(self, request: Request) -> Response:
        """The page, or one of its files."""
        result = self.files.get(request.path_params.get("name", "index.html"))
        if result is None:
            return refusal_response(RequestRefusal(404, "not found", "there is no such file"))
        return _cacheable(request, result)

    async def manual(self, request: Request) -> Response:
        """Return how the API is used."""
        result = self.files["api.md"]
        return _response(request, result.plain, result.packed, 200, "text/plain; charset=utf-8", {})

    async def health(self, _: Request) -> Response:
        """Return the version, and for each pool the number of desks, busy desks and waiting requests."""
        content = {
            "status": "ok",
            "version": __version__,
            **{
                name: {"desks": pool.size, "busy": pool.busy, "waiting": pool.waiting}
                for name, pool in (("editors", self.editors), ("workers", self.workers))
            },
        }
        return Response(msgspec.json.encode(content), media_type=JSON, headers={"cache-control": "no-store"})

    async def api(self, request: Request) -> Response:
        """The answer to a request: JSON, or for a question to a board JSON line by line."""
        name = request.path_params["name"]
        kind = REQUESTS.get(name)
        try:
            if kind is None:
                raise RequestRefusal(404, "not found", f"the API has {', '.join(REQUESTS)}")
            constant = kind in CONSTANT_REQUESTS
            if request.method != "POST":
                if not constant:
                    raise RequestRefusal(405, "method", f"`{name}` is asked by POST")
                return _cacheable(request, await self._constant(request, name))
            body = await guard.body(request, self.bounds)
            if constant and body.strip() == EMPTY_BODY:
                return _cacheable(request, await self._constant(request, name))
            if issubclass(kind, QuestionRequest):
                return await self._stream(request, name, body)
            return await self._at_once(request, name, body)
        except RequestRefusal as error:
            return refusal_response(error)
        except DeskRefusal as refusal:
            return _answer_response(refusal.line, refusal.retry_seconds)
        except ClientDisconnect:
            return Response(status_code=499)

    async def _constant(self, request: Request, name: str) -> File:
        """Return an answer that is the same for everybody; a desk makes it once.  Raises `DeskRefusal`."""
        async with self._making:
            if name not in self._constants:
                lines = self.editors.ask(name, EMPTY_BODY, guard.client(request.scope), self.bounds.quick_seconds)
                async with contextlib.aclosing(lines):
                    *_, last = [line async for line in lines]
                if last.status != FINE:
                    raise DeskRefusal(last)
                self._constants[name] = _pack(JSON, last.body)
            return self._constants[name]

    async def _at_once(self, request: Request, name: str, body: bytes) -> Response:
        lines = self.editors.ask(name, body, guard.client(request.scope), self.bounds.quick_seconds)
        async with contextlib.aclosing(lines):
            async for line in lines:
                if line.last:
                    packed = gzip.compress(line.body, 5) if len(line.body) > LEAST_COMPRESSED else line.body
                    return _response(request, line.body, packed, line.status, JSON, {"cache-control": "no-store"})
        return _answer_response(refusal("died", "there is no answer", 500))

    async def _stream(self, request: Request, name: str, body: bytes) -> Response:
        """Return the answer as a stream of lines.  Raises `DeskRefusal` before the first line."""
        lines = self.workers.ask(name, body, guard.client(request.scope), self.bounds.seconds + REPORT_SECONDS)
        first = await anext(lines)

        async def rest() -> AsyncIterator[bytes]:
            async with contextlib.aclosing(lines):
                yield _line(first)
                async for line in lines:
                    yield _line(line)

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(rest(), headers=headers, media_type=LINES)


def _line(line: AnswerLine) -> bytes:
    return line.body + b"\n"


def _answer_response(line: AnswerLine, again: int | None = None) -> Response:
    headers = {"cache-control": "no-store", **({} if again is None else {"retry-after": str(again)})}
    return Response(line.body, line.status, headers, JSON)


def _cacheable(request: Request, file: File) -> Response:
    """Return a file that a browser may cache, provided that it asks each time whether the file has changed."""
    headers = {"etag": file.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return _response(request, file.plain, file.packed, 200, file.type, headers)


def _response(
    request: Request, plain: bytes, packed: bytes, status: int, kind: str, headers: Mapping[str, str]
) -> Response:
    """The bytes, compressed if whoever asks can take that and it is worth it."""
    accepts = [part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")]
    if "gzip" in accepts and len(packed) < len(plain):
        return Response(packed, status, {**headers, "content-encoding": "gzip"}, kind)
    return Response(plain, status, dict(headers), kind)


def _file(path: Path) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "text/plain"
    if kind.startswith("text/") or kind.endswith(("javascript", "xml")):
        kind += "; charset=utf-8"
    return _pack(kind, body)


def _pack(kind: str, body: bytes) -> File:
    return File(kind, body, gzip.compress(body, 9, mtime=0), f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def application(workers: int, bounds: Bounds, hosts: Iterable[str], log: Callable[[str], None]) -> "RequestGuard":
    """Return the service as an ASGI application.  `hosts` are as in `RequestGuard`; `log` gets lines of JSON."""
    log_record: guard.Log = lambda content: log(guard.line(content))  # noqa: E731
    service = Service(workers, bounds, log_record)
    routes = [
        Route("/", service.page),
        Route("/page/{name}", service.page),
        Route("/health", service.health),
        Route("/api", service.manual),
        Route("/api/{name}", service.api, methods=["GET", "POST"]),
    ]
    return RequestGuard(Starlette(routes=routes, lifespan=service.lifespan), hosts, log_record)
