"""All questions: a new one is a file of this folder and a name here."""

import importlib
from typing import Any

from puzzlelang.questions.base import Question, QuestionKind

NAMES = (
    "solve", "check", "complete", "why", "facts", "count", "hint", "path", "rate", "techniques", "minimise",
    "generate", "export", "stage", "decode", "certify", "verify",
)  # fmt: skip
"""The names of all questions; each is a module of this folder with a `KIND`, loaded when it is first needed."""


def kind_named(name: str) -> QuestionKind:
    """The kind of a name.  Raises `KeyError` if there is none."""
    if name not in NAMES:
        raise KeyError(name)
    question_kind: QuestionKind = importlib.import_module(f"puzzlelang.questions.{name}").KIND
    return question_kind


def offered_to_batches() -> list[str]:
    """The names of questions that can be asked of many boards."""
    return [name for name in NAMES if kind_named(name).batch is not None]


def offered_to_services() -> list[str]:
    """The names of questions that services offer."""
    return [name for name in NAMES if kind_named(name).ask is not None]


def kind_of(question: Question[Any]) -> QuestionKind:
    """The kind that a question belongs to."""
    return kind_named(type(question).__module__.rpartition(".")[2])
