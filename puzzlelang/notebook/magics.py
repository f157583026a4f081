"""The cell magics `%%rules`, which states rules and tries their examples, and `%%board`, which asks a question."""

import argparse
import re
import shlex
from collections.abc import Callable
from typing import Any, Never

import msgspec

from puzzlelang import pipeline
from puzzlelang.diagnostics import rendering
from puzzlelang.diagnostics.nearest import count_of, did_you_mean
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.examples import file_warnings, prove_examples
from puzzlelang.formats.text import write
from puzzlelang.puzzle import Puzzle
from puzzlelang.questions import check, solve, walkthrough
from puzzlelang.questions import facts as fact_question
from puzzlelang.questions import why as why_question
from puzzlelang.sessions import highlights
from puzzlelang.source import Source
from puzzlelang.typed.ir import Ruleset
from puzzlelang.workers.limits import Limits

SECONDS = 60.0
"""How long a question may take unless `--timeout` says it."""

Ask = Callable[[Ruleset, Puzzle, Limits], tuple[object, str]]
"""Asks a question within limits: its result, which may draw itself, and that in words."""


def _solve(rules: Ruleset, puzzle: Puzzle, within: Limits) -> tuple[object, str]:
    results = pipeline.solve(rules, puzzle, within=within)
    return results, solve.as_text(results)


def _check(rules: Ruleset, puzzle: Puzzle, within: Limits) -> tuple[object, str]:
    results = pipeline.check(rules, puzzle, within=within)
    return results, check.as_text(results)


def _hint(rules: Ruleset, puzzle: Puzzle, within: Limits) -> tuple[object, str]:
    results = pipeline.hint(rules, puzzle, within=within)
    return results, walkthrough.as_text(results)


def _path(rules: Ruleset, puzzle: Puzzle, within: Limits) -> tuple[object, str]:
    results = pipeline.path(rules, puzzle, within=within)
    return results, walkthrough.as_text(results)


def _facts(rules: Ruleset, puzzle: Puzzle, within: Limits) -> tuple[object, str]:
    results = pipeline.facts(rules, puzzle, within=within)
    return results, fact_question.KIND.as_text(results, None)


def _why(rules: Ruleset, puzzle: Puzzle, within: Limits) -> tuple[object, str]:
    results = pipeline.why(rules, puzzle, within=within)
    return results, why_question.KIND.as_text(results, None)


QUESTIONS: dict[str, Ask] = {
    "solve": _solve,
    "check": _check,
    "hint": _hint,
    "path": _path,
    "facts": _facts,
    "why": _why,
}
"""What a cell may ask, as the commands of the same names."""


class BoardAnswer(msgspec.Struct, frozen=True, eq=False):
    """The answer of a cell about a board: a picture in a notebook, words on a terminal; `result` has all of it."""

    rules: Ruleset
    puzzle: Puzzle
    result: object
    words: str

    def _repr_html_(self) -> str:
        draw = getattr(self.result, "_repr_svg_", None)
        picture = draw() if draw is not None else highlights.svg(self.rules, self.puzzle, self.puzzle.drawing)
        return f"<figure>{picture}<figcaption><pre>{_escape(self.words)}</pre></figcaption></figure>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002
        if isinstance(self.result, solve.Result):
            drawn = self.result.text() if self.result.answers else write.write(self.rules, self.puzzle)
            printer.text(f"{drawn.rstrip()}\n\n")
        printer.text(self.words)


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class _Line(argparse.ArgumentParser):
    """The text behind the name of a cell; a mistake in it is a diagnostic."""

    def error(self, message: str) -> Never:
        raise fail("E300", message, hint=self.format_usage().strip())


_RULES_LINE = _Line("%%rules", add_help=False)
_RULES_LINE.add_argument("name", nargs="?", default="")
_RULES_LINE.add_argument("--timeout", type=float, default=SECONDS)

_BOARD_LINE = _Line("%%board", add_help=False)
_BOARD_LINE.add_argument("rules")
_BOARD_LINE.add_argument("question", nargs="?", default="solve", choices=list(QUESTIONS))
_BOARD_LINE.add_argument("--timeout", type=float, default=SECONDS)


def _arguments(line: _Line, text: str) -> argparse.Namespace:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise fail("E300", f"`{text}` cannot be read: {error}") from None
    chosen = line.parse_args(words)
    if not chosen.timeout > 0:
        raise fail("E300", f"`--timeout {chosen.timeout:g}` is no time")
    return chosen


class CellMagics:
    """The cells; rules of earlier cells are known by the names that these gave them."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """Make cells that say in words what is wrong by `say`."""
        self.rules: dict[str, Ruleset] = {}
        self._say = say

    def state_rules(self, line: str, cell: str) -> None:
        """State rules, and test their examples.

        `%%rules [NAME] [--timeout SECONDS]`: `%%board` calls the rules NAME, their title in small letters unless said.
        """
        try:
            chosen = _arguments(_RULES_LINE, line)
            rules = pipeline.ruleset(Source(f"<{chosen.name or 'rules'}>", cell))
            tried = prove_examples(rules, within=Limits(chosen.timeout))
        except Failed as failed:
            self._tell(*failed.diagnostics)
            return
        name = chosen.name or _short_name(rules.title)
        self.rules[name] = rules
        self._tell(*file_warnings(rules, tried))
        held = sum(not outcome.diagnostics for outcome in tried)
        self._say(
            f"{rules.title}: {held} of {count_of(len(tried), 'example')} true; `%%board {name}` asks about a board"
        )

    def ask_board(self, line: str, cell: str) -> BoardAnswer | None:
        """Ask a question about a board: board text, or an address of any form that the rules read.

        `%%board RULES [QUESTION] [--timeout SECONDS]`: RULES is a name that `%%rules` gave, a name of the library or
        the path of a file; QUESTION is `solve` unless said, else one of `QUESTIONS`.
        """
        try:
            chosen = _arguments(_BOARD_LINE, line)
            rules = self._find_rules(chosen.rules)
            puzzle = pipeline.board(rules, Source("<board>", cell))
            result, words = QUESTIONS[chosen.question](rules, puzzle, Limits(chosen.timeout))
        except Failed as failed:
            self._tell(*failed.diagnostics)
            return None
        return BoardAnswer(rules, puzzle, result, words)

    def _tell(self, *diagnostics: Diagnostic) -> None:
        if diagnostics:
            self._say(rendering.listing(diagnostics, False).rstrip())

    def _find_rules(self, name: str) -> Ruleset:
        """Rules of an earlier cell, of the library, or of a file."""
        if name in self.rules:
            return self.rules[name]
        try:
            return pipeline.load(name)
        except Failed:
            if hint := did_you_mean(name, self.rules):
                raise fail("E303", f"there are no rules `{name}`", hint=hint) from None
            raise


def _short_name(title: str) -> str:
    """A title as a name of a file is written: `Star Battle` is `star-battle`."""
    return re.sub(r"\W+", "-", title.lower()).strip("-") or "rules"
