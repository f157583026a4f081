"""Addresses of Sudoku setters' programs: which of them hold a board, and the text that they pack."""

import re
from collections.abc import Iterator
from itertools import combinations, pairwise
from urllib.parse import quote, unquote

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.formats.fpuzzles import lzstring
from puzzlelang.source import Source, Span

MOST_UNITS = 1_000_000
"""The longest text that is unpacked."""

_ADDRESS = re.compile(
    r"(?:https?://)?(?P<host>[A-Za-z0-9.-]{1,253}+)(?::\d{1,5})?"
    r"(?P<path>/[^?#\n]*+)?(?:\?(?P<query>[^#\n]*+))?(?:#[^\n]*+)?"
)
_F_PUZZLES = ("f-puzzles.com",)
_SUDOKUPAD = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")
_SUDOKUMAKER = ("sudokumaker.app",)
_ISS = ("sigh.github.io",)

ISS = "iss"
"""The kind of a text of the Interactive Sudoku Solver."""

_PREFIX = re.compile(r"(?P<kind>fpuzzles|fpuz|scl|ctc|scf|pack)(?=.{8})")
_BARE = re.compile(r"N4Ig[A-Za-z0-9+/ %-]{16,}+={0,3}\$?")
"""How every object packed by LZString begins."""

_SCF = re.compile(r"scf[0-9A-Za-x]{14,81}(?:\*\S*+)?")
"""A plain Sudoku as SudokuPad writes it."""

_KNOWN_MEMBER = re.compile(r'"(?:grid|formatVersion|cells)"\s{0,9}:')

_ISS_TEXT = re.compile(
    r"[.\s]*+(?<=\.)(?:~[Rr]\w[Cc]\w|[A-Z]\w*+~|"
    r"(?:Anti(?:Knight|King|Taxicab|Consecutive)|Strict(?:XV|Kropki)|Global(?:Entropy|Mod)|NoBoxes|ChaosConstruction|"
    r"Windoku|DisjointSets|Doppelganger|DutchFlatmates|RegionSameValues|Or|And)\s*+(?:\.|\Z))",
    re.ASCII,
)
"""How a text of the Interactive Sudoku Solver begins: givens, a type with arguments, or one that has none."""

_SLASHES = 2
_WORK = 4_000_000
"""Up to so many merged slashes are put back, while so many characters have been unpacked at most."""


class Wrapping(msgspec.Struct, frozen=True):
    """The content of an address: `kind` is its spelling, "" for a board that it does not hold; and where it stands."""

    kind: str
    span: Span


def find_wrapping(source: Source) -> Wrapping | None:
    """Finds what a text wraps: in an address, behind a prefix, or bare; None for any other text."""
    start = source.first().start
    text = source.text[start:].rstrip()
    whole = source.span(start, start + len(text))
    if text.startswith("{"):
        return Wrapping("json", whole) if _KNOWN_MEMBER.search(text) else None
    if text.startswith("."):
        return Wrapping(ISS, whole) if _ISS_TEXT.match(text) else None
    if "\n" in text:
        return None
    if _BARE.fullmatch(text):
        return Wrapping("bare", whole)
    result = _ADDRESS.fullmatch(text)
    if result is not None and (result["path"] or result["query"]):
        host = result["host"].lower()
        for hosts, wrapped in (
            (_F_PUZZLES, _of_f_puzzles),
            (_SUDOKUPAD, _of_sudokupad),
            (_SUDOKUMAKER, _of_sudokumaker),
            (_ISS, _of_iss),
        ):
            if any(host == one or host.endswith(f".{one}") for one in hosts):
                return wrapped(source, start, result)
    prefixed = _PREFIX.match(text)
    if prefixed is not None and (_BARE.fullmatch(text, prefixed.end()) or _SCF.fullmatch(text)):
        return _wrapping(whole, prefixed)
    return None


def _wrapping(span: Span, prefix: re.Match[str]) -> Wrapping:
    kind = {"fpuzzles": "fpuz", "ctc": "scl"}.get(prefix["kind"], prefix["kind"])
    return Wrapping(kind, span.source.span(span.start + prefix.end(), span.end))


def _of_f_puzzles(source: Source, start: int, match: re.Match[str]) -> Wrapping:
    packed = _parameter(source, start, match, "load")
    return Wrapping("fpuz", packed) if packed else Wrapping("", source.span(start, start + match.end()))


def _of_sudokupad(source: Source, start: int, match: re.Match[str]) -> Wrapping:
    spans = [_parameter(source, start, match, "puzzleid")]
    if match["path"]:
        at = start + match.start("path") + 1
        at += len("sudoku/") if source.text.startswith("sudoku/", at) else 0
        spans.insert(0, source.span(at, start + match.end("path")))
    for span in spans:
        prefix = _PREFIX.match(span.text) if span else None
        if span and prefix:
            return _wrapping(span, prefix)
    return Wrapping("", source.span(start, start + match.end()))


def _of_sudokumaker(source: Source, start: int, match: re.Match[str]) -> Wrapping:
    packed = _parameter(source, start, match, "puzzle")
    return Wrapping("maker", packed) if packed else Wrapping("", source.span(start, start + match.end()))


def _of_iss(source: Source, start: int, match: re.Match[str]) -> Wrapping:
    query = _parameter(source, start, match, "q")
    return Wrapping(f"{ISS} address", query) if query else Wrapping("", source.span(start, start + match.end()))


def iss_text(wrapping: Wrapping) -> Source:
    """The text that an address of the Interactive Sudoku Solver holds.  Raises `Failed` for one in another form."""
    text = unquote(wrapping.span.text.replace("+", " "))
    if not text.lstrip().startswith("."):
        raise fail("E202", "this address holds no text as `.Cage~8~R1C1~R1C2`", wrapping.span)
    return Source(f"{wrapping.span.source.name} (unpacked)", text)


def _parameter(source: Source, start: int, match: re.Match[str], name: str) -> Span | None:
    """The value of a parameter of an address; None if it has none."""
    at = start + match.start("query")
    for part in (match["query"] or "").split("&"):
        if part.startswith(f"{name}=") and len(part) > len(name) + 1:
            return source.span(at + len(name) + 1, at + len(part))
        at += len(part) + 1
    return None


# ------------------------------------------------------------------------------------------------- payloads


def unheld_error(wrapping: Wrapping) -> Failed:
    """The error for an address that holds only the number of a board in a database."""
    problem = "this address holds only the number of a board, which is kept by its site"
    hint = "open it there, and copy an address that holds the board: `https://f-puzzles.com/?load=…` or `…/fpuz…`"
    return fail("E202", problem, wrapping.span, hint=hint)


def unpack(wrapping: Wrapping) -> Iterator[Source]:
    """The texts that a payload may hold, the likeliest first.  Raises `Failed` if it holds none.

    Servers merge two slashes into one; the texts with them put back come last.
    """
    span = wrapping.span
    name = f"{span.source.name} (unpacked)"
    plain = span.text
    if "%" in plain and len(decoded := unquote(plain)) < len(plain):
        plain = decoded
    plain = plain.replace(" ", "+")
    alphabet = (
        lzstring.IN_ADDRESSES if wrapping.kind == "maker" or ("-" in plain and "/" not in plain) else lzstring.BASE64
    )
    if plain.startswith("{"):
        yield Source(name, plain)
        return
    try:
        text = lzstring.decompress(plain, MOST_UNITS, alphabet)
    except lzstring.Unpackable as error:
        reason = str(error)
    else:
        yield Source(name, text)
        reason = "it is broken"
    work = 0
    slashes = [at for at, sign in enumerate(plain) if sign == "/"]
    for count in range(1, _SLASHES + 1):
        for places in combinations(slashes, count):
            work += len(plain)
            if work > _WORK:
                break
            ends = [0, *places, len(plain)]
            mended = "/".join(plain[first:last] for first, last in pairwise(ends))
            try:
                yield Source(name, lzstring.decompress(mended, MOST_UNITS, alphabet))
            except lzstring.Unpackable:
                continue
    hint = "the address may have been cut off: copy it again, in quotes"
    raise fail("E202", f"this cannot be unpacked: {reason}", span, hint=hint)


def f_puzzles_address(text: str) -> str:
    """The address at which f-puzzles opens a board."""
    return f"https://f-puzzles.com/?load={_pad_base64(lzstring.compress(text))}"


def sudokupad_address(text: str) -> str:
    """The address at which SudokuPad opens a board."""
    return f"https://sudokupad.app/fpuz{quote(_pad_base64(lzstring.compress(text)), safe='')}"


def _pad_base64(packed: str) -> str:
    return packed + "=" * (-len(packed) % 4)
