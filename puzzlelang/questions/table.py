"""All questions: a new one is a file of this folder and a name here."""

import importlib
from typing import Any

from puzzlelang.questions.base import Question, Slice

NAMES = (
    "solve",
    "check",
    "complete",
    "why",
    "facts",
    "count",
    "hint",
    "path",
    "rate",
    "techniques",
    "minimise",
    "generate",
    "export",
    "stage",
    "decode",
    "certify",
    "verify",
)
"""The names of all questions; each is a module of this folder with a `SLICE`, loaded when it is first needed."""


def question_named(name: str) -> Slice:
    """The slice of a name.  Raises `KeyError` if there is none."""
    if name not in NAMES:
        raise KeyError(name)
    found: Slice = importlib.import_module(f"puzzlelang.questions.{name}").SLICE
    return found


def offered_to_batches() -> list[str]:
    """The names of questions that can be asked of many boards."""
    return [name for name in NAMES if question_named(name).batch is not None]


def offered_to_services() -> list[str]:
    """The names of questions that services offer."""
    return [name for name in NAMES if question_named(name).ask is not None]


def of(question: Question[Any]) -> Slice:
    """The slice that a question belongs to."""
    return question_named(type(question).__module__.rpartition(".")[2])
