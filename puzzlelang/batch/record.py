"""The question of a batch, its supply of tasks, the messages of workers, and the record of each board."""

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

from puzzlelang.typed.cache import SourceTexts

STATUS_ONLY = {"unique": "solve"}
"""Questions of which a record has no more than the status, with the question that is asked."""

RECORD_FORM = 1
"""The number of the form that records have; another form has another."""

ERROR, CRASHED, LOST, UNKNOWN = "error", "crashed", "lost", "unknown"
FAILED = (ERROR, CRASHED, LOST, UNKNOWN)
"""The statuses of boards without a result: wrong rules or board, an error of this package, workers that died of it, a
limit that was reached.
"""


class Order(msgspec.Struct, frozen=True, tag=True):
    """The question for all boards, with what each may use: `seconds` of wall clock, reading included, and `megabytes`.

    `versions`: of this package and of the engine.
    """

    ask: str
    engine: str
    seconds: float
    megabytes: int
    versions: Mapping[str, str] = {}

    @property
    def words(self) -> str:
        """The question as one line; two orders ask the same if their lines are the same."""
        return f"{self.ask} by {self.engine} within {self.seconds:g} s and {self.megabytes} MB"


class Rules(msgspec.Struct, frozen=True, tag=True):
    """A ruleset for a worker, which tasks name by its key."""

    key: str
    pickled: bytes


class Forget(msgspec.Struct, frozen=True, tag=True):
    """A ruleset that a worker need not hold any more."""

    key: str


class Task(msgspec.Struct, frozen=True, tag=True):
    """A board to be asked: its number among those of this run, its id, the name of its source, and its text.

    `rules` are keys of rulesets; of several, the one that can read the text is used.  `digest` identifies the text and
    these rules.
    """

    number: int
    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    digest: str


class Record(msgspec.Struct, frozen=True):
    """A line of the results, for one board.

    `rules`: the name of the rules file, empty if it is not known.  `question`: the words of the order.  `status` is
    that of the command's `--json`, or one of `FAILED`.  `answers`: the number of answers found; None if the question
    does not ask for answers.  `seconds` of wall clock.  `stopped`: the limit or the death of a worker that left the
    board without a result.  `result`: the command's `--json`; None for `unique`, and for boards without a result.
    `error`: `diagnostics`, or the `traceback` of an error of this package.  `assumed`: the defaults for what a text of
    an outside format leaves open, None if none.
    """

    batch: int
    id: str
    rules: str
    size: str
    question: str
    status: str
    answers: int | None
    seconds: float
    engine: str
    versions: Mapping[str, str]
    digest: str
    stopped: str = ""
    result: Mapping[str, Any] | None = None
    error: Mapping[str, Any] | None = None
    assumed: Mapping[str, str | None] | None = None

    @property
    def failed(self) -> bool:
        """Whether the board has no result."""
        return self.status in FAILED

    @property
    def trouble(self) -> str:
        """Return why a board has no result, as one line; empty if it has one."""
        if not self.failed:
            return ""
        error = self.error or {}
        if error.get("diagnostics"):
            first = error["diagnostics"][0]
            return f"{first['code']} {first['message']}"
        if error.get("traceback"):
            return str(error["traceback"]).strip().splitlines()[-1]
        return self.stopped

    @property
    def help(self) -> str:
        """The help text of the first diagnostic; empty if there is none."""
        diagnostics = (self.error or {}).get("diagnostics")
        return str(diagnostics[0].get("help") or "") if diagnostics else ""

    @property
    def kind(self) -> str:
        """The kind of trouble: the code of a diagnostic, a status, or the reason of a stop."""
        diagnostics = (self.error or {}).get("diagnostics")
        if diagnostics:
            return str(diagnostics[0]["code"])
        return self.status if self.status in (CRASHED, LOST) else self.stopped


class Outcome(msgspec.Struct, frozen=True, tag=True):
    """The record of a task, as a worker sends it; `last`: the worker takes no more tasks, as its state is in doubt."""

    number: int
    record: Record
    last: bool = False


Message = Order | Rules | Forget | Task
"""What a worker is sent: an order first, and rules before the tasks that name them, unless it holds them still."""


def record(order: Order, task: Task, status: str, **known: Any) -> Record:
    """The record of a task, with what is known of it."""
    blank: dict[str, Any] = {"rules": "", "size": "", "answers": None, "seconds": 0.0, "engine": order.engine}
    context = {"question": order.words, "versions": order.versions, "digest": task.digest}
    return Record(RECORD_FORM, task.id, status=status, **{**blank, **context, **known})


def versions_text(versions: Mapping[str, str]) -> str:
    """Versions as one line."""
    return ", ".join(f"{name} {version}" for name, version in versions.items())


@functools.cache
def messages() -> msgspec.msgpack.Decoder[Message]:
    """Reads what a worker is sent."""
    return msgspec.msgpack.Decoder(Message)


@functools.cache
def _outcomes() -> msgspec.msgpack.Decoder[Outcome]:
    return msgspec.msgpack.Decoder(Outcome)


def outcome(body: bytes) -> Outcome:
    """Reads what a worker sends."""
    return _outcomes().decode(body)


class Supply(Protocol):
    """A source of tasks and of their rulesets."""

    def take(self) -> Task | Outcome | None:
        """Return the next task, or the outcome of one that need not be asked; None if there is none now."""

    @property
    def is_over(self) -> bool:
        """Whether there will be no more."""

    def pickled(self, key: str) -> bytes:
        """Return the ruleset of a key, pickled as workers get it; this takes a quarter of the memory."""

    def texts(self, key: str) -> SourceTexts:
        """Return the source texts from which the ruleset of a key was made."""


class Workers(Protocol):
    """Workers that answer boards: a `Pool` of processes or a `Cluster`."""

    def outcomes(self, supply: Supply) -> Iterator[Outcome | None]:
        """Yield the outcome of each task as it comes, and None from time to time while none comes.

        Raises `Failed` if the workers cannot go on.
        """

    def close(self) -> None:
        """End all that was started for it."""
