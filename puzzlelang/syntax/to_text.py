"""Writes a tree as rules text, and formats rules files.

`from_text.parse` of the output is the tree it was written from.  Formatting is idempotent.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from puzzlelang.source import Source, Span
from puzzlelang.syntax import from_text, inline_text, layout, tree

GAP = "  "
"""What stands at least between a statement and a comment behind it."""

TAB = 4
"""A tab fills up to the next multiple of so many columns."""

_TRAILING = re.compile(r"(?<![ \t\r])[ \t\r]++(?=\n)")


def expression(written: tree.ExpressionSyntax) -> str:
    """Canonical text of an expression, on one line."""
    return inline_text.expression(written)


def statement(written: tree.Statement) -> str:
    """Canonical text of a statement, without a line end behind it."""
    return "\n".join(layout.statement_lines(written))


def file_text(file: tree.RulesFile) -> str:
    """Canonical text of a file: declarations together, a blank line around everything longer than a line."""
    columns = layout.name_columns(file.statements)
    paragraphs: list[list[tree.Statement]] = []
    for item in file.statements:
        if paragraphs and _group(item) and _group(item) == _group(paragraphs[-1][-1]):
            paragraphs[-1].append(item)
        else:
            paragraphs.append([item])
    return "\n".join(f"{_paragraph(items, columns)}\n" for items in paragraphs)


def format_source(source: Source) -> str:
    """Formats a file; comments and blank lines between statements are kept.  Raises `Failed` on syntax errors.

    A statement with comments between its words is not changed.  A comment behind a statement of one line keeps its
    column if there is room.  Otherwise it moves right, together with comments in the same column on adjacent lines.
    """
    file = from_text.parse(source)
    entries = _entries(source, file)
    columns = layout.name_columns(file.statements)
    written = [rows for block in _blocks(entries) for rows in _block(block, columns)]
    pieces: list[str] = []
    for entry, rows, column in zip(entries, written, _comment_columns(entries, written), strict=True):
        if pieces and entry.apart:
            pieces.append("")
        pieces += rows[:-1]
        pieces.append(f"{rows[-1]:<{column}}{entry.comment}" if entry.comment else rows[-1])
    return "".join(f"{piece}\n" for piece in pieces)


# ------------------------------------------------------------------------------------------ without the source


def _group(item: tree.Statement) -> str:
    """The group of statements that stand together without a blank line; empty for what stands alone."""
    match item:
        case tree.RuleStatement() | tree.RuleTemplateStatement() | tree.RuleUseStatement() | tree.ExampleStatement():
            return ""
        case tree.LetStatement() | tree.DrawStatement() | tree.ReadStatement():
            return type(item).__name__
        case _:
            return "head"


def _paragraph(items: Sequence[tree.Statement], columns: int) -> str:
    texts: list[str] = []
    waiting: list[layout.DeclarationStatement] = []
    for item in items:
        if isinstance(item, layout.DeclarationStatement):
            waiting.append(item)
            continue
        texts += [*_align(waiting), *layout.statement_lines(item, columns)]
        waiting = []
    return "\n".join([*texts, *_align(waiting)])


def _align(block: Sequence[layout.DeclarationStatement]) -> list[str]:
    return layout.align(block) if block else []


# --------------------------------------------------------------------------------------------- with its comments


class _Entry(msgspec.Struct, frozen=True):
    """A statement or a comment line; `apart`: a blank line comes before it.

    `kept`: text that is not reformatted, which is a comment line or a statement with comments inside.  `comment`: the
    comment behind a statement, on line `line` of the source.  `column`: the column of that comment from 0 on, or 0 if
    the statement takes several lines.
    """

    statement: tree.Statement | None
    kept: str
    comment: str
    apart: bool
    line: int = 0
    column: int = 0


def _entries(source: Source, file: tree.RulesFile) -> list[_Entry]:
    words = from_text.words(source)
    starts = [word.start for word in words]
    result: dict[int, tuple[Span, tree.Statement | None, str]] = {}
    for word in words:
        if _is_comment(word):
            result[word.start] = (word, None, "")
    for item in file.statements:
        own = words[bisect_left(starts, item.span.start) : bisect_left(starts, item.span.end)]
        comments = [word for word in own if _is_comment(word)]
        for word in comments:
            del result[word.start]
        result[item.span.start] = (item.span, item, _verbatim(own) if comments else "")
    entries: list[_Entry] = []
    end = 0
    for _, (span, written, kept) in sorted(result.items()):
        gap = source.text[end : span.start]
        if written is None and entries and "\n" not in gap:
            entries[-1] = _with_comment(entries[-1], span)
        elif written is None:
            indentation = gap[gap.rfind("\n") + 1 :].replace("\r", "")
            entries.append(_Entry(None, indentation + span.text.rstrip(), "", gap.count("\n") > 1))
        else:
            entries.append(_Entry(written, kept, "", gap.count("\n") > 1))
        end = span.end
    return entries


def _with_comment(entry: _Entry, comment: Span) -> _Entry:
    """A statement with the comment behind it."""
    line, column = comment.source.line_column(comment.start)
    before = comment.source.line(line)[: column - 1]
    alone = entry.statement is not None and before.strip() == entry.statement.span.text
    return msgspec.structs.replace(
        entry, comment=comment.text.rstrip(), line=line, column=len(before.expandtabs(TAB)) if alone else 0
    )


def _is_comment(word: Span) -> bool:
    return word.source.text[word.start] == "#"


def _verbatim(words: Sequence[Span]) -> str:
    """The words with what lies between them, without blanks at the end of lines."""
    pieces = [words[0].text]
    for before, word in pairwise(words):
        pieces.append(_TRAILING.sub("", word.source.text[before.end : word.start]))
        pieces.append(word.text.rstrip() if _is_comment(word) else word.text)
    return "".join(pieces)


def _blocks(entries: Sequence[_Entry]) -> Iterator[list[_Entry]]:
    """Declarations on consecutive lines together, every other entry by itself."""
    block: list[_Entry] = []
    for entry in entries:
        if block and not (_declares(block[-1]) and _declares(entry) and not entry.apart):
            yield block
            block = []
        block.append(entry)
    if block:
        yield block


def _declares(entry: _Entry) -> bool:
    return isinstance(entry.statement, layout.DeclarationStatement) and not entry.kept


def _block(block: Sequence[_Entry], columns: int) -> list[list[str]]:
    """The lines of each entry, without the comments behind them."""
    if _declares(block[0]):
        result = [entry.statement for entry in block if isinstance(entry.statement, layout.DeclarationStatement)]
        return [[row] for row in layout.align(result)]
    (entry,) = block
    if entry.kept or entry.statement is None:
        return [[entry.kept]]
    return [layout.statement_lines(entry.statement, columns)]


def _comment_columns(entries: Sequence[_Entry], written: Sequence[Sequence[str]]) -> list[int]:
    """Return the column, from 0 on, of the comment behind each entry.

    A comment keeps its column if there is room.  Otherwise it moves right, with the comments aligned with it on
    adjacent lines.
    """
    numbers: list[int] = []
    run: list[_Entry] = []
    for entry, rows in zip(entries, written, strict=True):
        least = len(rows[-1]) + len(GAP)
        if not entry.column or len(rows) > 1:
            run = []
            numbers.append(least)
            continue
        if not run or (entry.line, entry.column) != (run[-1].line + 1, run[-1].column):
            run = []
        run.append(entry)
        column = max(entry.column, least, *(numbers[-1:] if len(run) > 1 else []))
        numbers[len(numbers) - len(run) + 1 :] = [column] * len(run)
    return numbers
