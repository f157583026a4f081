"""A desk as seen from inside: requests to answers, one after another."""

import os
from collections.abc import Callable, Mapping
from typing import BinaryIO, assert_never

import msgspec

from puzzlelang.asking import worker
from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.record import Failed
from puzzlelang.source import Source
from puzzlelang.syntax import from_text
from puzzlelang.web import documents, questions
from puzzlelang.web import requests as asked
from puzzlelang.web.desk import (
    BAD_REQUEST,
    FAILED,
    READY,
    TOO_LARGE,
    WRONG_INPUT,
    Desk,
    Task,
    Told,
    TooLarge,
    refused,
)
from puzzlelang.workers import frames, process
from puzzlelang.workers.rlimits import Ceiling

Json = Mapping[str, object]


def serve(requests: BinaryIO, answers: int, nice: int) -> None:
    """Answer requests until there are no more; answers go to a file descriptor."""
    if hasattr(os, "nice"):
        os.nice(nice)
    from_text.read(Source("", 'puzzle ""'))  # the tables of the grammar are made once, which takes seconds
    ceiling = Ceiling()
    desk: Desk | None = None
    decoder = msgspec.msgpack.Decoder(Task)

    def tell(told: Told) -> None:
        process.write(answers, frames.framed(told))

    tell(READY)
    while body := frames.read(requests):
        task = decoder.decode(body)
        ceiling.set(task.bounds.megabytes)
        desk = desk or Desk(task.bounds)
        desk.bounds = task.bounds
        try:
            tell(answered(desk, task, tell))
        except Failed as failed:
            content = {"status": "error", "diagnostics": [rendering.as_json(item) for item in failed.diagnostics]}
            tell(Told(msgspec.json.encode(content), True, WRONG_INPUT))
        except TooLarge as large:
            tell(refused("too large", str(large), TOO_LARGE))
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            tell(refused("bad request", str(error), BAD_REQUEST))
        except MemoryError:
            tell(refused("too large", "there is not enough memory for that", TOO_LARGE))
        except Exception as error:
            import traceback

            trace = "".join(traceback.format_exception(error))
            tell(refused("failed", f"puzzlelang itself failed: {type(error).__name__}", FAILED, trace))


def answered(desk: Desk, task: Task, tell: Callable[[Told], None]) -> Told:
    """The last line of the answer to a task; lines before it are told.

    Raises `Failed`, `TooLarge`, and what `msgspec` raises for a body that is no such request.
    """
    request = msgspec.json.decode(task.body, type=asked.KINDS[task.name])
    if isinstance(request, asked.Question):
        content = _asked(desk, request, questions.Teller(tell))
    else:
        content = _document(desk, request)
    return Told(msgspec.json.encode(content), last=True)


def _document(desk: Desk, request: asked.Document) -> Json:
    match request:
        case asked.Genres():
            return documents.genres()
        case asked.Show():
            return documents.show(desk, request)
        case asked.Words():
            return documents.words()
        case asked.Analyse():
            return documents.analysed(desk, request)
        case asked.Format():
            return documents.formatted(desk, request)
        case asked.Blank():
            return documents.blank(desk, request)
        case asked.Read():
            return documents.read(desk, request)
        case asked.Draw():
            return documents.drawn(desk, request)
        case asked.Edit():
            return documents.edited(desk, request)
        case asked.Convert():
            return documents.converted(desk, request)
        case _:
            assert_never(request)


def _asked(desk: Desk, request: asked.Asking, teller: questions.Teller) -> Json:
    match request:
        case asked.Solve():
            return questions.solve(desk, request, teller)
        case asked.Facts():
            return questions.facts(desk, request, teller)
        case asked.Count():
            return questions.count(desk, request, teller)
        case asked.Check():
            return questions.check(desk, request, teller)
        case asked.Hint():
            return questions.hint(desk, request, teller)
        case asked.Path():
            return questions.path(desk, request, teller)
        case asked.Rate():
            return questions.rate(desk, request, teller)
        case asked.Minimise():
            return questions.minimise(desk, request, teller)
        case asked.Generate():
            return questions.generate(desk, request, teller)
        case asked.Export():
            return questions.export(desk, request, teller)
        case _:
            assert_never(request)


def main() -> None:
    """A desk in a Python of its own."""
    worker.alone(lambda requests, answers: serve(requests, answers, requests.read(1)[0]))
