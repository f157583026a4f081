"""Reads boards from lists, folders and JSON Lines as a stream, each with an id.

A board that cannot be read yields an item with diagnostics.
"""

import os
import re
from collections.abc import Iterator, Sequence
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from puzzlelang import files, pipeline
from puzzlelang.diagnostics.record import Diagnostic, Failed, fail
from puzzlelang.files import MOST_BYTES
from puzzlelang.formats import boards
from puzzlelang.source import Source

STDIN = "-"

HEAD_BYTES = 1 << 16
"""Bytes at the beginning of a file that show what kind it is."""

HEAD_LINES = 16
"""Lines at the beginning of a list, of which one is a board that needs no other line."""

JSON_LINES = (".jsonl", ".ndjson")
LISTS = (*JSON_LINES, ".sdm")
"""Endings of files with a board a line."""

SAVED_FILE_STARTS = ("pzprv3", "SAVEFILE")
"""How saved files begin, whose first line would do for a board."""


PATH_PATTERN = re.compile(r"(?=.*?(?:[\\/]|\.[A-Za-z]))[\w.\-\\/ ]*+")
"""What in a list is meant as the name of a file, whether there is one or not."""


class Item(msgspec.Struct, frozen=True):
    """A board, or what is wrong where one should be; `rules` by path or library name, if they are named."""

    id: str
    source: Source
    rules: str | None = None
    trouble: tuple[Diagnostic, ...] = ()


class ListLine(msgspec.Struct, frozen=True):
    """A line of JSON Lines."""

    board: str
    rules: str | None = None
    id: str | int | None = None


class Inputs:
    """The boards of several inputs.

    `read` counts the bytes read so far; `size` is the number of bytes of all inputs, None if it is not known.  Files in
    `written` are outputs of this run, and are skipped in folders.  Raises `Failed` if an input does not exist, has
    rules, or is in `written`.
    """

    def __init__(self, names: Sequence[str], stdin: BinaryIO, written: Sequence[Path] = ()) -> None:
        self.names = names
        self.stdin = stdin
        self.written = {os.path.realpath(path) for path in written}
        self.read = 0
        own = next((name for name in names if name != STDIN and os.path.realpath(name) in self.written), None)
        if own is not None:
            raise fail("E304", f"`{own}` cannot be an input: it is what this run writes", hint="choose another name")
        sizes = [self._size(name) for name in names]
        self.size = None if None in sizes else sum(cast("list[int]", sizes))

    def items(self) -> Iterator[Item]:
        """All boards, in order; the files of a folder by name, those of folders in it after them."""
        for name in self.names:
            if name == STDIN:
                yield from self._stream("<stdin>", self.stdin)
            elif files.is_folder(name):
                for path in self._inside(name):
                    yield _device(path) if files.is_device(path) else _file(path)
                    self.read += _bytes(path)
            elif _is_list(name):
                with _open_input(name) as stream:
                    yield from self._stream(_name_text(name), stream)
            else:
                yield _file(name)
                self.read += _bytes(name)

    def _stream(self, name: str, stream: BinaryIO) -> Iterator[Item]:
        start = cast("BufferedReader", stream).peek(HEAD_BYTES)
        as_json = name.endswith(JSON_LINES) or start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
        number = 0
        while data := stream.readline(MOST_BYTES + 1):
            number += 1
            self.read += len(data)
            if len(data) > MOST_BYTES:
                self.read += _skip(stream, data)
                yield _wrong(name, number, Diagnostic("E307", f"a line of `{name}` has more than {MOST_BYTES} bytes"))
            elif data.strip() and (as_json or not data.lstrip().startswith(b"#")):
                yield _json(name, number, data) if as_json else _line(name, number, data)

    def _size(self, name: str) -> int | None:
        if name == STDIN:
            return None
        if files.is_folder(name):
            return sum(map(_bytes, self._inside(name)))
        if not files.is_file(name):
            hint = f"these are rules; name them with `--rules {name}`" if pipeline.find_rules(name) else ""
            raise fail("E301", f"`{name}` cannot be read: there is no such file or folder", hint=hint)
        if name.endswith(pipeline.SUFFIX):
            hint = f"of boards that do not say which puzzle they are, `--rules {name}` says it"
            raise fail("E301", f"`{name}` has rules, and an input has boards", hint=hint)
        return _bytes(name) if files.is_file(name, stream=False) else None

    def _inside(self, folder: str) -> Iterator[str]:
        """Yield the files in a folder and its subfolders, without hidden files, rules, and files in `written`."""

        def failed(error: OSError) -> None:
            raise _unreadable(error.filename, error) from None

        for place, folders, names in os.walk(folder, onerror=failed):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = os.path.join(place, name)
                if name.startswith(".") or name.endswith(pipeline.SUFFIX) or os.path.realpath(path) in self.written:
                    continue
                yield path


def _bytes(path: str) -> int:
    """Return how long a file is; one that is gone is reported elsewhere."""
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _unreadable(name: str, error: OSError) -> Failed:
    return fail("E301", f"`{name}` cannot be read: {error.strerror}")


def _open_input(name: str) -> BinaryIO:
    try:
        return open(name, "rb", buffering=HEAD_BYTES)
    except OSError as error:
        raise _unreadable(name, error) from None


def _is_list(name: str) -> bool:
    """Whether a file holds a board a line; else it holds one board."""
    if name.endswith(LISTS):
        return True
    if not files.is_file(name, stream=False):
        return True
    try:
        with open(name, "rb") as file:
            start = file.read(HEAD_BYTES).decode("utf-8-sig", "replace")
    except OSError as error:
        raise _unreadable(name, error) from None
    if start.lstrip().startswith("{"):
        return start.strip().split("\n", maxsplit=1)[0].rstrip().endswith("}")
    if start.lstrip().startswith(SAVED_FILE_STARTS):
        return False
    lines = [line for line in start.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return any(_alone(line.strip()) for line in lines[:HEAD_LINES])


def _alone(line: str) -> bool:
    """Return whether a line is a complete board by itself: a link, a game ID, or rules and a board."""
    if boards.board_source(Source("", line)).outside_type is not None:
        return True
    _, board = _split_line(line)
    return bool(board) and _named_board(board) is not None


def _split_line(line: str) -> tuple[str, str]:
    """The rules at the beginning of a line and the board behind them; nothing if there are none."""
    rules, *board = line.split(None, 1)
    return (rules, board[0]) if board and pipeline.find_rules(rules) is not None else ("", "")


def _skip(stream: BinaryIO, data: bytes) -> int:
    """Go on to the next line; how many bytes that were."""
    skipped = 0
    while data and not data.endswith(b"\n"):
        data = stream.readline(MOST_BYTES)
        skipped += len(data)
    return skipped


# ------------------------------------------------------------------------------------------------- one board


def _file(path: str) -> Item:
    name = _name_text(path)
    try:
        return Item(name, Source(name, files.read_text(Path(path)).text))
    except Failed as failed:
        trouble = (msgspec.structs.replace(item, message=_name_text(item.message)) for item in failed.diagnostics)
        return Item(name, Source(name, ""), trouble=tuple(trouble))


def _device(path: str) -> Item:
    """Return an item with a diagnostic for a pipe or a device in a folder, as reading it may never end."""
    name = _name_text(path)
    return Item(name, Source(name, ""), trouble=(Diagnostic("E301", f"`{name}` cannot be read: it is no file"),))


def _name_text(name: str) -> str:
    """The name of a file as text: names need not be UTF-8."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _line(name: str, number: int, data: bytes) -> Item:
    """A line of a list: a link, or rules and a link, a game ID or the path of a board."""
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        return _wrong(name, number, _no_text(name, error))
    source = Source(f"{name}, line {number}", text)
    if boards.board_source(source).outside_type is None:
        rules, board = _split_line(text)
        if board:
            result = _named_board(board)
            if isinstance(result, Failed):
                return _wrong(name, number, *result.diagnostics)
            if result is None and PATH_PATTERN.fullmatch(board):
                problem = f"`{board}` cannot be read: there is no such file"
                return _wrong(name, number, Diagnostic("E301", problem))
            return Item(_id(name, number), result or Source(source.name, board), rules)
    return Item(_id(name, number), source)


def _named_board(board: str) -> Source | Failed | None:
    """Return the content of the file named `board`, or the failure to read it.

    If there is no such file, return `board` itself if it is a link or a game ID, else None.
    """
    if not files.is_file(board, stream=False):
        return None if boards.board_source(Source("", board)).outside_type is None else Source(board, board)
    try:
        return files.read_text(Path(board))
    except Failed as failed:
        return failed


def _json(name: str, number: int, data: bytes) -> Item:
    """A line of JSON Lines: an object with a board, or one that is a board itself."""
    itself = Source(f"{name}, line {number}", data.decode("utf-8-sig", "replace").strip())
    if boards.board_source(itself).outside_type is not None:
        return Item(_id(name, number), itself)
    try:
        line = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=ListLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if isinstance(error, UnicodeDecodeError):
            return _wrong(name, number, _no_text(name, error))
        hint = 'a line is `{"rules": "tents", "board": "…", "id": "…"}`; `rules` and `id` may be left out'
        return _wrong(name, number, Diagnostic("E350", f"a line of `{name}` is no board: {error}", help=hint))
    given = _id(name, number) if line.id is None else str(line.id)
    return Item(given, Source(f"{name}, line {number}", line.board), line.rules)


def _no_text(name: str, error: UnicodeDecodeError) -> Diagnostic:
    return Diagnostic("E302", f"a line of `{name}` is no UTF-8 text (byte {error.start})")


def _wrong(name: str, number: int, *diagnostic: Diagnostic) -> Item:
    return Item(_id(name, number), Source(f"{name}, line {number}", ""), trouble=diagnostic)


def _id(name: str, number: int) -> str:
    return f"{name}:{number}"
