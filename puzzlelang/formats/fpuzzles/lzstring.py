"""Packs and unpacks LZString texts: LZ78 over UTF-16 units, six bits to a character.

Written from the description of the format (pieroxy.net/blog/pages/lz-string; the library is Pieroxy's, under MIT).
Numbers have their lowest bit first, characters their highest.  Codes 0 and 1 stand before a new unit of 8 or 16 bits, 2
ends the text, 3 and on are entries: a new unit, or what was sent before with the first unit of the next entry behind.
"""

from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits

_LETTERS = ascii_uppercase + ascii_lowercase + digits
BASE64, IN_ADDRESSES = _LETTERS + "+/", _LETTERS + "+-"
"""The alphabets of the library's `compressToBase64` and `compressToEncodedURIComponent`."""

FILLERS = "=$"
"""Characters behind a text that fill it up and say nothing."""

_BYTE, _WORD, _END, _FIRST = range(4)


class Unpackable(ValueError):
    """A mistake in a packed text, as a clause about it."""


class _Bits:
    """The bits of a packed text, read from the front."""

    def __init__(self, packed: str, alphabet: str) -> None:
        values = {sign: f"{index:06b}" for index, sign in enumerate(alphabet)}
        try:
            self.bits = "".join([values[sign] for sign in packed])
        except KeyError as error:
            raise Unpackable(f"`{error.args[0]}` is none of its characters") from None
        self.at = 0

    def take(self, width: int) -> int:
        """The next number of so many bits.  Raises `Unpackable` at the end."""
        taken = self.bits[self.at : self.at + width]
        if len(taken) < width:
            raise Unpackable("it ends too early")
        self.at += width
        return int(taken[::-1], 2)


class _Width:
    """The number of bits of a code: one more when as many entries are known as have room."""

    def __init__(self, left: int, width: int) -> None:
        self.left, self.width = left, width

    def count(self) -> None:
        """One more entry is known."""
        self.left -= 1
        if not self.left:
            self.left = 1 << self.width
            self.width += 1


def decompress(packed: str, most: int, alphabet: str = BASE64) -> str:
    """Unpacks a text.  Raises `Unpackable` if it is broken, cut off, or longer than `most` units when unpacked."""
    bits = _Bits(packed.rstrip(FILLERS), alphabet)
    first = bits.take(2)
    if first > _END:
        raise Unpackable("it is broken")
    units = "" if first == _END else "".join(_entries(bits, first, most))
    try:
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise Unpackable("it is no text") from None


def _entries(bits: _Bits, first: int, most: int) -> Iterator[str]:
    """The entries of a text, whose first code was taken."""
    before = chr(bits.take(8 if first == _BYTE else 16))
    yield before
    known = ["", "", "", before]
    length, width = 1, _Width(4, 3)
    while (code := bits.take(width.width)) != _END:
        if code < _END:
            known.append(chr(bits.take(8 if code == _BYTE else 16)))
            code = len(known) - 1
            width.count()
        if code > len(known):
            raise Unpackable("it is broken")
        entry = known[code] if code < len(known) else before + before[0]
        length += len(entry)
        if length > most:
            raise Unpackable(f"it holds more than {most:,} characters")
        yield entry
        known.append(before + entry[0])
        width.count()
        before = entry


def compress(text: str, alphabet: str = BASE64) -> str:
    """Packs a text; `decompress` is the inverse."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = [chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2)]
    codes: dict[str, int] = {}
    new: set[str] = set()
    texts: list[str] = []
    width = _Width(2, 2)

    def send(entry: str) -> None:
        if entry in new:
            new.remove(entry)
            small = ord(entry) < 256
            texts.append(
                _low_first(_BYTE if small else _WORD, width.width) + _low_first(ord(entry), 8 if small else 16)
            )
            width.count()
        else:
            texts.append(_low_first(codes[entry], width.width))
        width.count()

    before = ""
    for unit in units:
        if unit not in codes:
            codes[unit] = len(codes) + _FIRST
            new.add(unit)
        if before + unit in codes:
            before += unit
            continue
        send(before)
        codes[before + unit] = len(codes) + _FIRST
        before = unit
    if before:
        send(before)
    bits = "".join([*texts, _low_first(_END, width.width), "0"])
    bits += "0" * (-len(bits) % 6)
    return "".join(alphabet[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def _low_first(number: int, width: int) -> str:
    """A number with its lowest bit first."""
    return f"{number:0{width}b}"[::-1]
