"""Reads and writes users' files: reads are bounded, writes are atomic."""

import contextlib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.source import Source

MOST_BYTES = 4_000_000
"""Bytes that are read of a file or a stream: a million characters, of four bytes each."""

_DESCRIPTOR = re.compile(r"/dev/(?:stdin|stdout|stderr|fd/[0-9]+)|/proc/self/fd/[0-9]+")
"""Other names of what is open already: a file behind it is continued, not replaced."""

_streams: dict[str, Source] = {}
"""What came from pipes and devices, by their names: they can be read only once."""


def is_file(place: str | Path, *, stream: bool = True) -> bool:
    """Whether a file of that name exists, with `stream` also a pipe or device; False for invalid names."""
    try:
        mode = os.stat(place).st_mode
    except (OSError, ValueError):  # not there, a name too long, or with a NUL in it
        return False
    return stat.S_ISREG(mode) or (stream and not stat.S_ISDIR(mode))


def is_device(place: str | Path) -> bool:
    """Whether a pipe, a socket or a device has that name; reading it may block or never end."""
    return is_file(place) and not is_file(place, stream=False)


def is_folder(place: str | Path) -> bool:
    """Whether a folder of that name exists; False for invalid names."""
    try:
        return stat.S_ISDIR(os.stat(place).st_mode)
    except (OSError, ValueError):
        return False


def entries(folder: Path, ending: str) -> list[Path]:
    """The entries of a folder with this ending, sorted; none if the folder is unreadable."""
    try:
        return folder_entries(folder, ending)
    except Failed:
        return []


def folder_entries(folder: Path, ending: str) -> list[Path]:
    """The entries of a folder with this ending, sorted.  Raises `Failed` if the folder is unreadable."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(ending))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise fail("E301", f"`{folder}` cannot be read: {reason}") from None


def read_text(path: Path, most: int = MOST_BYTES) -> Source:
    """Reads a file as a source.  Raises `Failed` if it is unreadable, not UTF-8, or has more than `most` bytes."""
    name = str(path)
    if name in _streams:
        return _streams[name]
    try:
        with path.open("rb") as file:
            result = read_stream(file, name, most)
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                _streams[name] = result
            return result
    except OSError as error:
        raise fail("E301", f"`{path}` cannot be read: {error.strerror}") from None
    except ValueError:  # a NUL in the name
        raise fail("E301", "a file whose name has a NUL in it cannot be read") from None


def read_stream(stream: BinaryIO, name: str, most: int = MOST_BYTES) -> Source:
    """Reads a stream as a source of that name.  Raises as `read_text`, one byte behind `most`."""
    data = stream.read(most + 1)
    if len(data) > most:
        raise fail("E307", f"`{name}` has more than {most} bytes", hint="is this the right file?")
    try:
        return Source(name, data.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        raise fail("E302", f"`{name}` is no UTF-8 text (byte {error.start})") from None


# ------------------------------------------------------------------------------------------------------- writing


def write_text(path: Path, text: str, *, force: bool) -> None:
    """Write text as `write_bytes` writes bytes."""
    write_bytes(path, text.encode("utf-8", "replace"), force=force)


def write_bytes(path: Path, data: bytes, *, force: bool) -> None:
    """Writes a new file, or with `force` replaces one and keeps its permissions; links are followed.

    A failure changes nothing.  Pipes and devices are written to.  Raises `Failed`.
    """
    try:
        _put(path, data, force=force)
    except OSError as error:
        raise fail("E301", f"`{path}` cannot be written: {error.strerror}") from None
    except ValueError:  # a NUL in the name
        raise fail("E301", "a file whose name has a NUL in it cannot be written") from None


def make_folder(path: Path) -> None:
    """Creates a folder and its missing parents.  Raises `Failed`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise fail("E301", f"the folder `{path}` cannot be made: {error.strerror}") from None
    except ValueError:  # a NUL in the name
        raise fail("E301", "a folder whose name has a NUL in it cannot be made") from None


def remove(path: Path) -> None:
    """Deletes a file; does nothing if it is missing.  Raises `Failed`."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise fail("E301", f"`{path}` cannot be removed: {error.strerror}") from None


@contextlib.contextmanager
def staging_folder(folder: Path, content: Mapping[str, str | bytes]) -> Iterator[Path]:
    """Yield a temporary folder inside `folder` with all the files; it is removed at the end.

    Folders made for it are removed too if they stay empty.  Raises `Failed`, also for an `OSError` of the body.
    """
    import shutil  # only few commands need these, and every command loads this module
    import tempfile

    above = [path for path in (folder, *folder.parents) if not path.exists()]
    make_folder(folder)
    fresh: Path | None = None
    try:
        fresh = Path(tempfile.mkdtemp(suffix=".new", prefix=".", dir=folder))
        for parent in sorted({fresh / Path(name).parent for name in content}):
            make_folder(parent)
        for name, data in content.items():
            write_bytes(fresh / name, data.encode("utf-8", "replace") if isinstance(data, str) else data, force=False)
        yield fresh
    except OSError as error:
        raise fail("E301", f"`{folder}` cannot be written: {error.strerror}") from None
    finally:
        if fresh is not None:
            shutil.rmtree(fresh, ignore_errors=True)
        with contextlib.suppress(OSError):  # what holds anything stays
            for path in above:
                path.rmdir()


def _put(path: Path, data: bytes, *, force: bool) -> None:
    if _DESCRIPTOR.fullmatch(str(path)):
        with path.open("ab", buffering=0) as stream:
            _all(stream, data)
        return
    try:
        there = os.stat(path)
    except FileNotFoundError:
        if path.is_symlink() and not force:
            raise _name_taken(path, "is a link to a file that is not there", "write that file") from None
        _beside(Path(os.path.realpath(path)), data, None)
        return
    if not stat.S_ISREG(there.st_mode):
        with path.open("wb", buffering=0) as stream:
            _all(stream, data)
    elif not force:
        raise _name_taken(path, "exists", "overwrite it")
    else:
        _over(Path(os.path.realpath(path)), data, there)


def check_new(path: Path, *, force: bool) -> None:
    """Raises `Failed` if the file cannot be created, or exists and is not to be overwritten.

    Long computations call it before they begin.
    """
    if is_file(path, stream=False):
        if not force:
            raise _name_taken(path, "exists", "overwrite it")
        return
    folder = Path(os.path.realpath(path)).parent
    if not is_folder(folder):
        raise fail("E301", f"`{path}` cannot be written: there is no folder `{path.parent}`")
    if not os.access(folder, os.W_OK):
        raise fail("E301", f"`{path}` cannot be written: nothing may be written into its folder")


def _name_taken(path: Path, why: str, otherwise: str) -> Failed:
    return fail("E304", f"`{path}` {why}", hint=f"choose another name, or add `--force` to {otherwise}")


def _over(path: Path, data: bytes, there: os.stat_result) -> None:
    """Replace a file; or write into it if it has other hard links, another owner, or an unwritable folder."""
    own = os.name == "nt" or there.st_uid == os.geteuid()
    if there.st_nlink > 1 or not own or not os.access(path.parent, os.W_OK):
        _into(path, data)
    else:
        os.close(os.open(path, os.O_WRONLY))  # what may not be written may not be replaced either
        _beside(path, data, there)


@contextlib.contextmanager
def replacement_stream(path: Path) -> Iterator[FileIO]:
    """A stream whose content replaces a file, or becomes a new one, once it is complete.

    Raises `Failed` if it cannot be written.
    """
    try:
        there = os.stat(path) if path.exists() else None
        with _fresh(Path(os.path.realpath(path)), there) as file:
            yield file
    except OSError as error:
        raise fail("E301", f"`{path}` cannot be written: {error.strerror}") from None


def _beside(path: Path, data: bytes, there: os.stat_result | None) -> None:
    with _fresh(path, there) as file:
        _all(file, data)


@contextlib.contextmanager
def _fresh(path: Path, there: os.stat_result | None) -> Iterator[FileIO]:
    """Yield a new file in the same folder; once complete it replaces `path`, with the mode of the old file `there`."""
    fresh = path.with_name(f".{os.urandom(8).hex()}.new")
    try:
        with fresh.open("xb", buffering=0) as file:
            yield file
            os.fsync(file.fileno())
        if there is not None:
            fresh.chmod(stat.S_IMODE(there.st_mode))
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise


def _into(path: Path, data: bytes) -> None:
    """Write into a file: first what goes beyond its end, which is cut off again if there is no room."""
    with path.open("r+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        try:
            _all(file, data[size:])
            os.fsync(file.fileno())
        except OSError:
            file.truncate(size)
            raise
        file.seek(0)
        _all(file, data[:size])
        file.truncate(len(data))


def _all(file: FileIO, data: bytes) -> None:
    """Write everything: a system may take less at once."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
