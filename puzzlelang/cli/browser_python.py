"""Pyodide and its wheels: downloaded by npm and pip into the user's cache, or read from a folder.

Node.js runs Pyodide to compile what a browser would compile at each visit.
"""

import io
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from puzzlelang import files, resources
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.web import bytecode
from puzzlelang.web.static_site import PACKAGES, RUNTIME, STATIC, STDLIB

PYODIDE = "314.0.7"

WHEELS = ("msgspec==0.22.0", "python-sat==1.9.dev22", "lark==1.3.1", "pysmt==0.9.6")
"""What the browser needs besides Pyodide, for its version of Python."""

_PLATFORM = ("--platform=pyemscripten_2026_0_wasm32", "--python-version=3.14", "--implementation=cp", "--abi=cp314")

MOST_BYTES = 50_000_000
"""Bytes of a file that belongs to Pyodide."""


def runtime(folder: Path | None) -> dict[str, bytes]:
    """The files by name: those of a folder, else those of the cache, which are fetched once.

    Raises `Failed` (E384) if files are missing, or cannot be fetched.
    """
    if folder is not None:
        return _read_folder(folder)
    cache = resources.cache_folder()
    kept = None if cache is None else cache / f"pyodide-{PYODIDE}"
    if kept is not None and files.is_folder(kept):
        try:
            return _read_folder(kept)
        except Failed:
            pass  # it was cut off, and is fetched anew
    with TemporaryDirectory() as place:
        fetched = _fetch(Path(place))
    if kept is not None:
        files.make_folder(kept)
        for name, content in fetched.items():
            files.write_bytes(kept / name, content, force=True)
    return fetched


def _read_folder(folder: Path) -> dict[str, bytes]:
    names = [*RUNTIME, *(path.name for path in files.folder_entries(folder, ".whl"))]
    result: dict[str, bytes] = {}
    for name in names:
        path = folder / name
        if not files.is_file(path, stream=False):
            hint = f"it needs {', '.join(RUNTIME)} of the npm package `pyodide`, and wheels: {', '.join(WHEELS)}"
            raise fail("E384", f"`{folder}` has no file `{name}`", hint=hint)
        result[name] = path.read_bytes()
    missing = [one for one in WHEELS if not any(_is_wheel(name, one) for name in result)]
    if missing:
        raise fail("E384", f"`{folder}` has no wheel of {', '.join(missing)}", hint="see `puzzlelang explain E384`")
    return result


def _is_wheel(name: str, wanted: str) -> bool:
    return name.lower().startswith(wanted.partition("==")[0].replace("-", "_") + "-") and name.endswith(".whl")


def _fetch(place: Path) -> dict[str, bytes]:
    archive = _run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], place).strip().splitlines()[-1]
    with tarfile.open(fileobj=io.BytesIO((place / archive).read_bytes())) as packed:
        result = {name: _member(packed, f"package/{name}") for name in RUNTIME}
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest=wheels"]
    _run([*pip, *_PLATFORM, *WHEELS], place)
    return {**result, **{path.name: path.read_bytes() for path in sorted((place / "wheels").glob("*.whl"))}}


def _member(packed: tarfile.TarFile, name: str) -> bytes:
    file = packed.extractfile(name)
    assert file is not None
    return file.read(MOST_BYTES)


def compiled(archives: Mapping[str, bytes], warn: Callable[[str], None]) -> Mapping[str, bytes]:
    """The archives with bytecode in place of sources; without Node.js as they are, which `warn` hears.

    Raises `Failed` (E384) if the packages do not start in Pyodide.
    """
    if shutil.which("node") is None:
        warn("Node.js is not installed, so browsers compile Python at each visit: the page starts some seconds later")
        return archives
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, content in archives.items():
            (folder / name).write_bytes(content)
        (folder / "bytecode.py").write_bytes(Path(bytecode.__file__).read_bytes())
        _run(["node", str(STATIC / "compile.mjs"), str(folder)], folder, "compile")
        return {**archives, **{name: (folder / "compiled" / name).read_bytes() for name in (PACKAGES, STDLIB)}}


def _run(words: list[str], place: Path, task: str = "fetch") -> str:
    hint = "or fetch them elsewhere and name their folder: `--runtime FOLDER`; see `puzzlelang explain E384`"
    try:
        done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        problem = f"`{words[0]}` is not installed, which fetches Python for the browser"
        raise fail("E384", problem, hint=f"install it, {hint}") from None
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise fail("E384", f"`{words[0]}` could not {task} Python for the browser: {reason}", hint=hint) from None
    return done.stdout
