"""A desk in the browser: Python in a web worker answers the requests of a page without a server.

A worker of the page runs this in Pyodide, one request after another.  To stop a question the page ends the worker.
"""

from collections.abc import Callable

import msgspec

from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.web.desk import AnswerLine, Desk, DeskTask
from puzzlelang.web.handler import respond
from puzzlelang.web.limits import BROWSER_BOUNDS
from puzzlelang.web.requests import REQUESTS

Hear = Callable[[str, bool, int], None]
"""Hears each line of an answer as JSON, whether it is the last, and its status as of HTTP."""


class BrowserDesk:
    """Answers the requests of one page."""

    def __init__(self) -> None:
        from_text.read(Source("", 'puzzle ""'))  # the tables of the grammar are made once
        self.desk = Desk(BROWSER_BOUNDS)

    def answer(self, name: str, body: str, hear: Hear) -> None:
        """Answer a request, line by line, failures included."""

        def send(line: msgspec.Struct) -> None:
            assert isinstance(line, AnswerLine)
            hear(line.body.decode(), line.last, line.status)

        assert name in REQUESTS
        respond(self.desk, DeskTask(name, body.encode(), BROWSER_BOUNDS), send)
