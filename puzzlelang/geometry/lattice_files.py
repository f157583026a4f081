"""Lattice files: those of the library, and those of the folders that a user names, read and checked.

The variable `PUZZLELANG_LATTICES` lists folders, as PATH does.  Each file `NAME.toml` there is one more lattice.
"""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from puzzlelang import files, resources
from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.lattices import CLOSE_BY, Lattice, Polygon, Vector, clockwise, sides
from puzzlelang.geometry.sorts import RECTANGLE
from puzzlelang.source import Source, Span

SUFFIX = ".toml"

_NAME = re.compile(r"[a-z][a-z0-9_-]*")

Side = tuple[Vector, Vector]

_WELL_KNOWN = ("hexagon", "triangle", "cube")

_FORM = "see `rules/lattices/kagome.toml` of the library for the form of such a file"

_GAP_OR_OVERLAP = "the faces of the unit cell leave a gap, or lie over each other"


@cache
def names() -> tuple[str, ...]:
    """The names of all lattices: squares, the ones that most people know, then others by name, a user's own last."""
    try:
        result = [path.stem for path in _library().iterdir() if path.suffix == SUFFIX]
    except OSError:
        result = []
    known = sorted(result, key=lambda name: (name not in _WELL_KNOWN, (*_WELL_KNOWN, name).index(name), name))
    return RECTANGLE, *known, *(name for name in sorted(own_files()) if name not in {RECTANGLE, *known})


@cache
def lattice(name: str) -> Lattice:
    """The lattice of a name among `names`, but for `rectangle`.

    Raises `Failed` (E383) if it is a file of the user's own that is no lattice.
    """
    import tomllib  # milliseconds that a board of squares does not need

    own = own_files().get(name)
    if own is not None:
        return read_lattice(name, files.read_text(own))
    written = tomllib.loads((_library() / f"{name}{SUFFIX}").read_text(encoding="utf-8"))
    return _turn(msgspec.convert({"name": name, **written}, Lattice))


@cache
def own_files() -> dict[str, Path]:
    """The files in the folders that the user names, by the name of their lattice."""
    listed = (path for folder in resources.own_lattices() for path in sorted(_lattice_paths(folder)))
    return {path.stem: path for path in listed if path.suffix == SUFFIX}


def check_own_files() -> None:
    """Raises `Failed` (E383) if a folder of own lattices cannot be listed, or a file there is no lattice."""
    for folder in resources.own_lattices():
        if not os.access(folder, os.R_OK | os.X_OK) or not folder.is_dir():
            raise fail("E383", f"`{resources.LATTICES}` names `{folder}`, which is no folder that can be read")
    for name, path in own_files().items():
        if name == RECTANGLE or (_library() / f"{name}{SUFFIX}").is_file():
            hint = "give the file another name"
            raise fail("E383", f"there is a lattice `{name}` already", Source(str(path), "").first(), hint=hint)
        if not _NAME.fullmatch(name):
            problem = f"`{name}` cannot be the name of a lattice"
            hint = "use small letters, digits, `-` and `_`, beginning with a letter"
            raise fail("E383", problem, Source(str(path), "").first(), hint=hint)
        lattice(name)


def read_lattice(name: str, source: Source) -> Lattice:
    """The lattice that a file says.  Raises `Failed` (E383) with the line of the mistake."""
    import tomllib

    try:
        written = tomllib.loads(source.text)
        result = msgspec.convert({**written, "name": name}, _Strict)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        span = source.at(int(place[1]), int(place[2])) if place else source.first()
        raise fail("E383", "this is not TOML", span, hint=_FORM) from None
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$.")
        key = re.match(r"\w+", where) or re.search(r"(?<=field `)\w+", what)
        span = _key(source, key[0] if key else "")
        raise fail(
            "E383", f"this is not the form of a lattice: {what[0].lower()}{what[1:]}", span, hint=_FORM
        ) from None
    shape = _turn(Lattice(name, result.title, result.across, result.down, result.rows, result.lines))
    _check_tiling(shape, source)
    return shape


class _Strict(Lattice, frozen=True, forbid_unknown_fields=True):
    """A lattice without further fields."""


def _turn(lattice: Lattice) -> Lattice:
    rows = tuple(tuple(clockwise(face) for face in row) for row in lattice.rows)
    return msgspec.structs.replace(lattice, rows=rows)


def _check_tiling(shape: Lattice, source: Source) -> None:
    """Raises `Failed` unless the faces fill the plane: each side has one other face, and areas add up."""
    (x, y), (_, below) = shape.across, shape.down
    if y or x <= 0:
        raise fail("E383", "`across` is not level, to the right", _key(source, "across"), hint="such as [2, 0]")
    if below <= 0:
        raise fail("E383", "`down` does not lead down", _key(source, "down"), hint="y grows downwards")
    if not shape.rows or not all(shape.rows):
        raise fail("E383", "the unit cell has a row without a face", _key(source, "rows"), hint=_FORM)
    small = next((face for face in shape.faces() if len(face) < 3 or _area(face) < CLOSE_BY), None)
    if small is not None:
        raise fail("E383", "a face has no area", _key(source, "rows"), hint="list at least three corners in order")
    unmatched = _unmatched_side(shape)
    if unmatched is not None:
        (left, top), (other, bottom) = unmatched
        problem = f"no other face has the side from [{left:g}, {top:g}] to [{other:g}, {bottom:g}], or several have it"
        raise fail("E383", problem, _key(source, "rows"), hint="faces touch along whole sides")
    if abs(sum(map(_area, shape.faces())) - x * below) > CLOSE_BY * x * below:
        raise fail("E383", _GAP_OR_OVERLAP, _key(source, "rows"), hint="their areas add up to that of the two steps")


def _unmatched_side(shape: Lattice) -> Side | None:
    """A side that is not exactly that of one more face, which has it the other way round."""
    there = [_fold(shape, side) for face in shape.faces() for side in sides(face)]

    def count(side: Side) -> int:
        wanted = _fold(shape, side)
        return sum(all(abs(a - b) < CLOSE_BY for a, b in zip(wanted, one, strict=True)) for one in there)

    all_sides = (side for face in shape.faces() for side in sides(face))
    return next((side for side in all_sides if (count(side), count((side[1], side[0]))) != (1, 1)), None)


def _fold(shape: Lattice, side: Side) -> tuple[float, ...]:
    """The numbers of a side, moved into the first unit cell by its beginning."""
    (x, y), (right, below) = side
    down = (y + CLOSE_BY) // shape.down[1]
    across = (x - down * shape.down[0] + CLOSE_BY) // shape.across[0]
    far, deep = across * shape.across[0] + down * shape.down[0], down * shape.down[1]
    return x - far, y - deep, right - far, below - deep


def _area(face: Polygon) -> float:
    return abs(sum(x * below - right * y for (x, y), (right, below) in sides(face))) / 2


def _key(source: Source, name: str) -> Span:
    """The line that begins with a key, else the first one."""
    result = re.search(rf"^{name}\b", source.text, re.MULTILINE) if name else None
    return source.span(*result.span()) if result else source.first()


def _lattice_paths(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError:
        return


def _library() -> Path:
    return resources.folder("rules") / "lattices"
