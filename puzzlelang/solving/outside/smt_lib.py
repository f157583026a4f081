"""Answers of SMT solvers: a status, then values in any of the forms that solvers print them in.

((x true) (y (- 1)) (z #b0101))                 get-value
((define-fun x () Bool true) …)                 get-model; older solvers write `model` first
(= x true)                                      get-model of yices, one line for each symbol
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.solving.outside.answer import PrintedAnswer, SolverValue, Status
from puzzlelang.source import Source, Span

DEEPEST = 200
"""Parentheses within each other; solvers need about five."""

_TOKEN = re.compile(r"[ \t\r\n]+|;[^\n]*|[()]|\|[^|\\]*\||\"(?:[^\"]|\"\")*\"|[^ \t\r\n()|\";]+")
_INTEGER = re.compile(r"-?[0-9]{1,400}", re.ASCII)
_BITS = re.compile(r"(?:#b|0b)([01]{1,400})", re.ASCII)
_HEX = re.compile(r"(?:#x|0x)([0-9a-fA-F]{1,100})", re.ASCII)
_INDEXED = re.compile(r"bv([0-9]{1,400})", re.ASCII)


class Atom(msgspec.Struct, frozen=True):
    """A word, number, symbol or text as written."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Position of the atom's end in the text."""
        return self.start + len(self.text)


class NestedList(msgspec.Struct, frozen=True):
    """A list in parentheses."""

    parts: list["Atom | NestedList"]
    start: int
    end: int = 0


class AnswerParser(msgspec.Struct, eq=False):
    """Parser state: what was read so far."""

    source: Source
    status: Status | None = None
    reason: str = ""
    symbols: dict[str, SolverValue] = msgspec.field(default_factory=dict)
    listed: bool = False
    errors: list[tuple[str, Span]] = msgspec.field(default_factory=list)


def read(source: Source) -> PrintedAnswer:
    """Read the whole text.  Raises `Failed` for text that no solver prints, and if the solver reports an error."""
    state = AnswerParser(source)
    for part in expressions(source):
        match part:
            case Atom(text):
                _word(state, text, part)
            case NestedList():
                _list(state, part)
    if state.errors and state.status in (None, Status.SAT) and not state.listed:
        message, span = state.errors[0]
        raise fail("E321", f"the solver could not answer: {message}", span)
    if state.status is None and not state.listed:
        raise fail("E320", f"{source.name} has no answer in it", source.span(0, 0))
    return PrintedAnswer(source, state.status or Status.SAT, state.reason, state.symbols, {}, state.listed)


def _word(state: AnswerParser, text: str, part: Atom) -> None:
    if text in ("success", "unsupported"):
        return
    if text == "timeout":
        state.reason = "time limit"
    elif text not in {status.value for status in Status}:
        raise _unreadable(state.source, part, "no solver answers this")
    if state.status is not None:
        raise _unreadable(state.source, part, "there is more than one answer; keep one of them")
    state.status = Status.UNKNOWN if text == "timeout" else Status(text)


def _list(state: AnswerParser, part: NestedList) -> None:
    match part.parts:
        case [Atom("error"), *rest]:
            message = " ".join(item.text.strip('"') for item in rest if isinstance(item, Atom))
            state.errors.append((message, _span(state.source, part)))
        case [Atom(":reason-unknown"), *rest]:
            state.reason = " ".join(item.text.strip('"') for item in rest if isinstance(item, Atom))
        case [Atom(text), *_] if text.startswith(":"):
            pass
        case [Atom("define-fun" | "="), *_]:
            _entry(state, part)
        case [Atom("model"), *entries]:
            _entries(state, entries)
        case [Atom(), *_] if state.status in (Status.UNSAT, Status.UNKNOWN):
            pass  # the names of assertions that contradict each other
        case [Atom(), _]:
            _entry(state, part)
        case [Atom() as first, *_]:
            raise _unreadable(state.source, first, "no list of values begins like this")
        case entries:
            _entries(state, entries)


def _entries(state: AnswerParser, entries: Sequence[Atom | NestedList]) -> None:
    state.listed = True
    for entry in entries:
        match entry:
            case Atom():
                raise _unreadable(state.source, entry, "this is no value of a symbol")
            case NestedList():
                _entry(state, entry)


def _entry(state: AnswerParser, entry: NestedList) -> None:
    """Record the value that an entry gives to a symbol.  Entries of any other form are ignored."""
    match entry.parts:
        case [Atom("define-fun"), Atom(name), NestedList([]), _, value] | [Atom("="), Atom(name), value]:
            pass
        case [Atom(name), value] if name not in ("declare-fun", "declare-const", "forall"):
            pass
        case _:
            return
    state.listed = True
    plain = name[1:-1] if name.startswith("|") else name
    given = SolverValue(_value(value), _span(state.source, value))
    if state.symbols.setdefault(plain, given).value != given.value:
        raise fail("E320", f"`{plain}` has two values", given.span)


def _value(part: Atom | NestedList) -> bool | int | None:
    """Return a Boolean or an integer; bit-vectors are read as signed numbers.  None for any other form."""
    match part:
        case Atom("true" | "false"):
            return part.text == "true"
        case Atom(text) if _INTEGER.fullmatch(text):
            return int(text)
        case Atom(text) if result := _BITS.fullmatch(text):
            return _as_signed(int(result[1], 2), len(result[1]))
        case Atom(text) if result := _HEX.fullmatch(text):
            return _as_signed(int(result[1], 16), 4 * len(result[1]))
        case NestedList([Atom("-"), Atom(text)]) if _INTEGER.fullmatch(text):
            return -int(text)
        case NestedList([Atom("_"), Atom(text), Atom(width)]) if result := _INDEXED.fullmatch(text):
            size = int(width) if width.isascii() and width.isdigit() and len(width) < 4 else 0
            return _as_signed(int(result[1]), size) if size and int(result[1]) < 1 << size else None
        case _:
            return None


def _as_signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) else value


def expressions(source: Source) -> Iterator[Atom | NestedList]:
    """Parse a text into expressions.  Raises `Failed` if parentheses or quotes do not match."""
    place, text = 0, source.text
    open_lists: list[NestedList] = []
    while place < len(text):
        result = _TOKEN.match(text, place)
        if result is None:
            raise fail("E320", "a quote is never closed", source.span(place, place + 1))
        token, start, place = result.group(), place, result.end()
        if token[0] in " \t\r\n;":
            continue
        if token == "(":
            if len(open_lists) == DEEPEST:
                raise fail("E320", "parentheses are nested too deep", source.span(start, place))
            open_lists.append(NestedList([], start))
            continue
        if token == ")":
            if not open_lists:
                raise fail("E320", "a parenthesis is closed that was never opened", source.span(start, place))
            last = open_lists.pop()
            done: Atom | NestedList = NestedList(last.parts, last.start, place)
        else:
            done = Atom(token, start)
        if open_lists:
            open_lists[-1].parts.append(done)
        else:
            yield done
    if open_lists:
        start = open_lists[-1].start
        raise fail("E320", "a parenthesis is never closed", source.span(start, start + 1), here="opened here")


def _span(source: Source, part: Atom | NestedList) -> Span:
    return source.span(part.start, part.end)


def _unreadable(source: Source, part: Atom | NestedList, here: str) -> Failed:
    return fail("E320", "this answer cannot be read", _span(source, part), here=here)
