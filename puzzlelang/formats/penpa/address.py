"""What stands around the text of a Penpa board: an address, base64, raw DEFLATE, and short forms of frequent words."""

import base64
import binascii
import re
import zlib
from urllib.parse import unquote

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.files import MOST_BYTES
from puzzlelang.source import Source, Span

HOST = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

_MODES = ("edit", "solve", "solvedup")
_SHORT = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"', "0": '"squareframe"',
    "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"', "_": '"__a"', "O": "null",
}  # fmt: skip
"""Words of the text by the character that stands for them behind a `z`."""

_LONG = {word: f"z{sign}" for sign, word in _SHORT.items()}
_EXPANDED = re.compile("z([" + "".join(_SHORT) + "])")
_WORDS = re.compile("|".join(re.escape(word) for word in sorted(_LONG, key=len, reverse=True)))
_OUTSIDE_BASE64 = re.compile(r"[^A-Za-z0-9+/]")


class Address(msgspec.Struct, frozen=True):
    """The stretches of an address that hold the board and, perhaps, its answer."""

    board: Span
    answer: Span | None


def find_address(source: Source) -> Address | None:
    """The parts of an address of Penpa, or of its end from `m=` on; None for any other text."""
    words = source.text.strip().lstrip("\ufeff").split()
    if len(words) != 1:
        return None
    start = source.text.index(words[0])
    parts: dict[str, Span] = {}
    for part in re.finditer(r"[^?#&]+", words[0]):
        name, sign, _ = part[0].partition("=")
        if sign:
            at = start + part.start() + len(name) + 1
            parts.setdefault(name, source.span(at, start + part.end()))
    mode, board = parts.get("m"), parts.get("p")
    return Address(board, parts.get("a")) if mode and board and mode.text in _MODES else None


def board_text(source: Source, span: Span) -> Source:
    """The text of a board, with all words in full.  Raises `Failed` if it cannot be unpacked or is too long."""
    short = unpack(source, span)
    full = _EXPANDED.sub(lambda match: _SHORT[match[1]], short.text)
    if len(full) > MOST_BYTES:
        raise _too_long(source, span)
    return Source(short.name, full)


def unpack(source: Source, span: Span) -> Source:
    """What a stretch of an address holds.  Raises `Failed`."""
    data = _decoded(span)
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        text = reader.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise _broken("this cannot be unpacked", span) from None
    if len(text) > MOST_BYTES:
        raise _too_long(source, span)
    if not reader.eof:
        raise _broken("this ends too early", span.source.span(span.end, span.end))
    try:
        return Source(f"{source.name} (unpacked)", text.decode("utf-8"))
    except UnicodeDecodeError:
        raise _broken("what was packed here is no UTF-8 text", span) from None


def _decoded(span: Span) -> bytes:
    text = unquote(span.text) if "%" in span.text else span.text
    text = text.replace("-", "+").replace("_", "/").rstrip("=")
    wrong = _OUTSIDE_BASE64.search(text)
    if wrong:
        at = min(span.start + wrong.start(), span.end - 1)
        place = span.source.span(at, at + 1) if text[: wrong.start()] == span.text[: wrong.start()] else span
        raise _broken("this character is none of base64, in which boards are written", place)
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise _broken("this ends too early", span.source.span(span.end, span.end)) from None


def _broken(message: str, span: Span) -> Failed:
    return fail("E202", message, span, hint="the address may have been cut off: copy it again, in quotes")


def _too_long(source: Source, span: Span) -> Failed:
    return fail("E307", f"what `{source.name}` holds, unpacked, has more than {MOST_BYTES} bytes", span)


def pack(text: str) -> str:
    """The text of a board, in full words, as it stands in an address."""
    words = {**_LONG, "z": "zZ"}
    short = _WORDS.sub(lambda match: words[match[0]], text)
    writer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(writer.compress(short.encode()) + writer.flush()).decode().rstrip("=")
