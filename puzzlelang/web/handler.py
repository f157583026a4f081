"""The request loop of a desk: one answer after another."""

import os
from typing import Any, BinaryIO, assert_never

import msgspec

from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.record import Failed
from puzzlelang.questions.base import Json
from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.web import covers, documents, questions, requests
from puzzlelang.web.desk import (
    BAD_REQUEST,
    FAILED,
    TOO_LARGE,
    WRONG_INPUT,
    AnswerLine,
    Desk,
    DeskTask,
    TooLarge,
    refusal,
)
from puzzlelang.workers import inside
from puzzlelang.workers.limits import MemoryLimit
from puzzlelang.workers.process import Send


class RequestHandler:
    """Answers requests one after another; it keeps a desk, and gives way to other processes by `nice`."""

    def __init__(self, nice: int) -> None:
        if hasattr(os, "nice"):
            os.nice(nice)
        from_text.read(Source("", 'puzzle ""'))  # the tables of the grammar are made once, which takes seconds
        self.ceiling = MemoryLimit()
        self.desk: Desk | None = None
        self.decoder = msgspec.msgpack.Decoder(DeskTask)

    def handle(self, body: bytes, send: Send) -> bool:
        """Answer a request, failures included; always return True, as the worker can take another one."""
        task = self.decoder.decode(body)
        self.ceiling.set(task.bounds.megabytes)
        self.desk = self.desk or Desk(task.bounds)
        self.desk.bounds = task.bounds
        respond(self.desk, task, send)
        return True


def respond(desk: Desk, task: DeskTask, send: Send) -> None:
    """Answer a task, failures included."""
    try:
        send(answer_task(desk, task, send))
    except Failed as failed:
        content = {"status": "error", "diagnostics": [rendering.as_json(item) for item in failed.diagnostics]}
        send(AnswerLine(msgspec.json.encode(content), True, WRONG_INPUT))
    except TooLarge as large:
        send(refusal("too large", str(large), TOO_LARGE))
    except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        send(refusal("bad request", str(error), BAD_REQUEST))
    except Exception as error:
        failure = inside.failure(error, limited=False)
        if failure.limit:
            send(refusal("too large", "there is not enough memory for that", TOO_LARGE))
        else:
            message = f"puzzlelang itself failed: {type(error).__name__}"
            send(refusal("failed", message, FAILED, failure.traceback))


def handler_from(stream: BinaryIO) -> RequestHandler:
    """The handler in a new Python."""
    return RequestHandler(stream.read(1)[0])


def answer_task(desk: Desk, task: DeskTask, tell: Send) -> AnswerLine:
    """The last line of the answer to a task; lines before it are sent at once.

    Raises `Failed`, `TooLarge`, and what `msgspec` raises for a body that is no such request.
    """
    request: Any = msgspec.json.decode(task.body, type=requests.REQUESTS[task.name])
    content: Json
    match request:
        case requests.Lint():
            content = questions.lint(desk, request, questions.LineSender(tell))
        case requests.QuestionRequest():
            content = questions.answer(desk, task.name, request, questions.LineSender(tell))
        case document:
            content = _document(desk, document)
    return AnswerLine(msgspec.json.encode(content), last=True)


def _document(desk: Desk, request: requests.Document) -> Json:
    match request:
        case requests.Genres():
            return documents.genres()
        case requests.Search():
            return documents.search(request)
        case requests.Show():
            return documents.show(desk, request)
        case requests.Covers():
            return covers.covers(desk, request)
        case requests.Examples():
            return covers.examples(desk, request)
        case requests.Patterns():
            return covers.patterns(desk, request)
        case requests.Words():
            return documents.words()
        case requests.Analyse():
            return documents.analyse_rules(desk, request)
        case requests.Rename():
            return documents.rename(desk, request)
        case requests.Format():
            return documents.format_rules(desk, request)
        case requests.Blank():
            return documents.blank(desk, request)
        case requests.Read():
            return documents.read_text(desk, request)
        case requests.Draw():
            return documents.draw_picture(desk, request)
        case requests.Edit():
            return documents.edit_board(desk, request)
        case requests.Convert():
            return documents.convert_board(desk, request)
        case _:
            assert_never(request)
