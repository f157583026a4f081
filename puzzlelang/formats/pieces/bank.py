"""Banks in the notation of puzz.link: of shapes (width, height, then five squares to a character), and of numbers."""

from puzzlelang.formats.pieces.codec import RawItem
from puzzlelang.formats.pieces.reader import TextReader
from puzzlelang.geometry.polyominoes import MOST_SHAPES, MOST_SQUARES, drawings

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def read_shape(reader: TextReader) -> str:
    """One shape, as `##/#.`.  Raises `Failed`."""
    start = reader.at
    width, height = (DIGITS.find(reader.take("the width and the height of a shape")) for _ in range(2))
    if width < 1 or height < 1 or width * height > MOST_SQUARES:
        raise reader.wrong("here should stand the width and the height of a shape", start=start)
    bits = ""
    while len(bits) < width * height:
        value = DIGITS[:32].find(reader.take("more squares of a shape"))
        if value < 0:
            raise reader.wrong("here should stand five squares of a shape, in base 32", start=reader.at - 1)
        bits += f"{value:05b}"
    if "1" in bits[width * height :]:
        raise reader.wrong("this shape has squares outside of its size", start=start)
    rows = (bits[row * width : (row + 1) * width] for row in range(height))
    return "/".join(rows).replace("1", "#").replace("0", ".")


def read_count(reader: TextReader) -> int:
    """The number of shapes that follow.  Raises `Failed`."""
    start = reader.at
    count = reader.number("how many shapes there are")
    if not 1 <= count <= MOST_SHAPES:
        raise reader.wrong(f"a bank has from 1 to {MOST_SHAPES} shapes", start=start)
    return count


def as_shapes(text: str) -> list[str]:
    """Each shape of a bank, as `read_shape` reads it.  Raises `ValueError` if one is too large for that."""
    result = []
    for rows in (shape.split("/") for shape in drawings(text)):
        width = max(map(len, rows))
        if max(width, len(rows)) >= len(DIGITS):
            raise ValueError(f"a shape of {len(rows)} rows and {width} columns")
        bits = "".join(row.ljust(width, ".") for row in rows).replace("#", "1").replace(".", "0")
        bits += "0" * (-len(bits) % 5)
        code = "".join(DIGITS[int(bits[start : start + 5], 2)] for start in range(0, len(bits), 5))
        result.append(DIGITS[width] + DIGITS[len(rows)] + code)
    return result


MOST_NUMBERS = 999
"""No bank of the numbers from 1 on has more."""

RANGES = {"i": 9, "z": 0}
"""Letters of banks of the numbers from 1 to this one."""


def as_numbers(value: RawItem) -> list[int]:
    """The numbers of a bank in ascending order.  Raises `ValueError` for other items."""
    numbers = (value or ()) if isinstance(value, tuple) else (value,)
    result = sorted(number for number in numbers if isinstance(number, int) and number > 0)
    if len(result) < len(numbers):
        raise ValueError("numbers")
    return result


def range_letter(numbers: list[int]) -> str | None:
    """The letter of a bank of numbers, if it has one."""
    return next((letter for letter, most in RANGES.items() if numbers == list(range(1, most + 1))), None)
