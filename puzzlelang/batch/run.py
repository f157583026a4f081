"""Runs a batch from its inputs to its results."""

from collections.abc import Callable, Iterator

from puzzlelang import __version__
from puzzlelang.batch.record import Order, Outcome, Record, Workers
from puzzlelang.batch.results import Results
from puzzlelang.batch.tasks import Tasks
from puzzlelang.solving import discovery, engines

MOST_WAITING = 1000
"""Boards that wait for an earlier one, where records come in the order of the inputs."""

Listener = Callable[[list[Record]], None]
"""Gets the records that were written just now, and now and then none."""


def order(ask: str, engine: str, seconds: float, megabytes: int) -> Order:
    """An order, with the versions that answer it.  Raises `Failed` if there is no such engine."""
    chosen = engines.engine(engine).name
    versions = {"puzzlelang": __version__, chosen: discovery.version_of(chosen)}
    return Order(ask, engine, seconds, megabytes, versions)


def run(tasks: Tasks, workers: Workers, results: Results, see: Listener, *, ordered: bool) -> None:
    """Ask all boards and write their records as they come, or `ordered` as the tasks are.  Raises `Failed`."""
    came = workers.outcomes(tasks)
    try:
        for records in _in_order(came, tasks) if ordered else _as_they_come(came, tasks):
            if records:
                results.append(records)
            else:
                results.check()
            see(records)
        results.check()
    finally:
        workers.close()


def _as_they_come(came: Iterator[Outcome | None], tasks: Tasks) -> Iterator[list[Record]]:
    for outcome in came:
        tasks.outcome_count += outcome is not None
        yield [] if outcome is None else [outcome.record]


def _in_order(came: Iterator[Outcome | None], tasks: Tasks) -> Iterator[list[Record]]:
    waiting: dict[int, Record] = {}
    for outcome in came:
        ready: list[Record] = []
        if outcome is not None:
            waiting[outcome.number] = outcome.record
            while tasks.outcome_count in waiting:
                ready.append(waiting.pop(tasks.outcome_count))
                tasks.outcome_count += 1
        yield ready
