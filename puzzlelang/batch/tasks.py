"""Tasks: boards with the rules of each, as a stream."""

import hashlib
import pickle
from collections.abc import Iterator
from pathlib import Path

import msgspec

from puzzlelang import pipeline, readers
from puzzlelang.batch import worker
from puzzlelang.batch.identifiers import IdStatus, IdTable
from puzzlelang.batch.inputs import Item
from puzzlelang.batch.record import Order, Outcome, Task, record
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.formats import boards
from puzzlelang.typed.cache import SourceTexts
from puzzlelang.workers.limits import Limits
from puzzlelang.workers.own_limits import within_limits

MOST_DIAGNOSTICS = 50
"""Diagnostics about ids that are kept."""


class _LoadedRules(msgspec.Struct, frozen=True):
    """A rules file that was checked.

    `said` is a digest of its text and of included texts, `key` one of these texts and their places.  `pickled`: the
    ruleset as workers get it, in a quarter of the memory.
    """

    key: str
    digest: str
    pickled: bytes
    texts: SourceTexts


class Tasks:
    """A supply of tasks for items, without those that have a record.

    `default`: the rules of boards that name none.  `most`: how many tasks may be without an outcome at a time, None for
    any number.  `task_count`, `outcome_count`: the tasks so far, and those with an outcome.  `recorded_count`: the
    items that had a record.  `diagnostics`: the first diagnostics of ids that stand for several boards.  Raises
    `Failed` if the default cannot be used.
    """

    def __init__(
        self, items: Iterator[Item], known: IdTable, order: Order, default: str | None, most: int | None = None
    ) -> None:
        self.items = items
        self.known = known
        self.order = order
        self.default = default
        self.most = most
        self.task_count = self.outcome_count = self.recorded_count = 0
        self.diagnostics: list[Diagnostic] = []
        self.is_over = False
        self._readers = readers.Readers()
        self._loaded: dict[str, _LoadedRules | Failed] = {}
        self._by_key: dict[str, _LoadedRules] = {}
        if default is not None:
            self._load(default)

    def take(self) -> Task | Outcome | None:
        """Return the next task or outcome; None if `most` have no outcome yet, or at the end."""
        if self.most is not None and self.task_count - self.outcome_count >= self.most:
            return None
        for item in self.items:
            result = self._task(item)
            if result is not None:
                self.task_count += 1
                return result
        self.is_over = True
        return None

    def pickled(self, key: str) -> bytes:
        """Return the ruleset of a key, pickled."""
        return self._by_key[key].pickled

    def texts(self, key: str) -> SourceTexts:
        """Return the source texts of the ruleset of a key."""
        return self._by_key[key].texts

    def _task(self, item: Item) -> Task | Outcome | None:
        """The task of an item that is new, or the outcome of one without a board or rules."""
        try:
            if item.trouble:
                raise Failed(item.trouble)
            rules = tuple(one.key for one in self._rules(item))
            trouble = None
        except Failed as failed:
            rules, trouble = (), failed
        text = item.source.text if trouble is None else str(trouble)
        contents = [self._by_key[key].digest for key in rules]
        task = Task(self.task_count, item.id, item.source.name, text, rules, _digest(text, *contents))
        match self.known.add_board(item.id, task.digest):
            case IdStatus.NEW:
                if trouble is None:
                    return task
                refused = worker.refusal_json(trouble.diagnostics)
                named = Path(item.rules or "").name.removesuffix(pipeline.SUFFIX)
                return Outcome(task.number, record(self.order, task, **refused, rules=named))
            case IdStatus.RECORDED:
                self.recorded_count += 1
            case IdStatus.CHANGED:
                hint = "take another file for the results, or the inputs and rules of that run"
                self._say(fail("E352", f"`{item.id}` is not the board that its record is about", hint=hint))
            case IdStatus.DUPLICATE:
                self._say(fail("E351", f"two boards are called `{item.id}`", hint="each needs an id of its own"))
        return None

    def _say(self, failed: Failed) -> None:
        self.diagnostics += failed.diagnostics if len(self.diagnostics) < MOST_DIAGNOSTICS else ()

    def _rules(self, item: Item) -> list[_LoadedRules]:
        """Return the rules of a board.  Raises `Failed`.

        They are those that the item names, else those that read the puzzle type in its text, else the default, else
        those that read its form.
        """
        if item.rules is not None:
            return [self._load(item.rules)]
        text = boards.board_source(item.source)
        typed = text.outside_type is not None and bool(text.outside_type.type)
        if self.default is not None and not typed:
            return [self._load(self.default)]
        if text.names_type:
            return [self._load(str(path)) for path in self._readers.candidates(text)]
        hint = "name the rules with `--rules`, in a list before the board and a blank, or as `rules` in JSON Lines"
        raise fail("E201", "this board does not say which puzzle it is", item.source.first(), hint=hint)

    def _load(self, name: str) -> _LoadedRules:
        if name not in self._loaded:
            self._loaded[name] = self._load_board(name)
        result = self._loaded[name]
        if isinstance(result, Failed):
            raise result
        return result

    def _load_board(self, name: str) -> _LoadedRules | Failed:
        try:
            with within_limits(Limits(self.order.seconds, self.order.megabytes), f"reading `{name}`"):
                rules, texts = pipeline.load_with_texts(name)
        except Failed as failed:
            return failed
        content = _digest(texts.text, *(f"{other}\0{text}" for other, (_, text) in texts.included.items()))
        places = (place for place, _ in texts.included.values())
        result = _LoadedRules(_digest(texts.name, content, *places), content, pickle.dumps(rules), texts)
        self._by_key[result.key] = result
        return result


def _digest(*texts: str) -> str:
    result = hashlib.blake2b(digest_size=12)
    for text in texts:
        result.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return result.hexdigest()
