"""Writes the page as files without a server: the page, Python for the browser, shared archives.

Python in the browser is Pyodide.  The page begins with files: pictures of genres, and the board that a genre begins
with; Python takes over as soon as it runs.
"""

import gzip
import hashlib
import io
import json
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from puzzlelang import __version__, resources
from puzzlelang.web import bytecode, requests
from puzzlelang.web.desk import Desk, DeskTask
from puzzlelang.web.handler import answer_task
from puzzlelang.web.limits import BROWSER_BOUNDS
from puzzlelang.web.service import PAGE

STATIC = Path(__file__).with_name("static")

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that a page needs."""

PACKAGES, STDLIB, _LOCK = "packages.tar", "python_stdlib.zip", "pyodide-lock.json"

_PACKED = ("pyodide.asm.wasm", STDLIB, PACKAGES)
"""What stands there compressed: large files, which not every web server compresses."""

MOST_PART = 4_000_000
"""Bytes of a part of these.  Browsers keep no file beyond an eighth of their cache, in a private window about 6 MB."""

_SHIPPED = ("grammar", "rules", "examples")

_UNUSED = re.compile(r"pysat/|pycard\.|pysmt/(test|cmd)/|lark/tools/|[^/]*\.data/")
"""Files of wheels that nothing here imports: tests, programs, examples, and the Python around the SAT solvers."""

_LATER = ("kept/",)
"""What is fetched when it is wanted, rather than kept from the first visit on."""

_LINKS = (
    '<link rel="manifest" href="manifest.webmanifest">\n<script type="module" src="page/start-offline.js"></script>\n'
)

Tell = Callable[[str], None]

Compile = Callable[[Mapping[str, bytes]], Mapping[str, bytes]]
"""Archives of Python by name, Pyodide among them, to the same with bytecode in place of sources."""


def static_site(
    runtime: Mapping[str, bytes], genres: list[str], tell: Tell, compile_: Compile
) -> dict[str, str | bytes]:
    """All files of the page, by place.  `runtime` are those of Pyodide and the wheels; `tell` hears how far it is."""
    result: dict[str, str | bytes] = {f"page/{path.name}": path.read_bytes() for path in sorted(PAGE.iterdir())}
    index = result.pop("page/index.html")
    assert isinstance(index, bytes)
    result["index.html"] = index.decode().replace("</head>", f"{_LINKS}</head>")
    result["page/transport.js"] = _script("transport", DOCUMENTS=[kind.__name__.lower() for kind in requests.DOCUMENTS])
    result["page/start-offline.js"] = _script("start")
    result["manifest.webmanifest"] = (STATIC / "manifest.webmanifest").read_text(encoding="utf-8")
    tell("compiling Python")
    python, parts = _python(runtime, compile_)
    result |= {f"python/{name}": content for name, content in python.items()}
    result["page/worker.js"] = _script("worker", PACKED_FILES=parts)
    result |= kept(genres, tell)
    core = ["./", *(place for place in result if not place.startswith(_LATER) and place != "index.html")]
    core += ["kept/genres.json", "kept/words.json"]
    version = hashlib.sha256(b"".join(_bytes(result[place]) for place in sorted(result))).hexdigest()[:16]
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    result["sw.js"] = worker.replace("VERSION", f"{__version__}-{version}").replace("FILES", json.dumps(core))
    return result


def _script(name: str, **values: Sequence[str] | Mapping[str, int]) -> str:
    """A script of the page without a server, with values in place of the words that stand for them."""
    text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
    for word, value in values.items():
        text = text.replace(word, json.dumps(value))
    return text


def _python(runtime: Mapping[str, bytes], compile_: Compile) -> tuple[dict[str, bytes], dict[str, int]]:
    """Python for the browser: Pyodide without its packages, and an archive of all that is beside it.

    Also returns in how many parts each compressed file stands there.
    """
    result = {name: runtime[name] for name in RUNTIME}
    result |= compile_({**result, PACKAGES: packages(runtime)})
    result[_LOCK] = msgspec.json.encode({**msgspec.json.decode(runtime[_LOCK]), "packages": {}})
    parts = {}
    for name in _PACKED:
        packed = gzip.compress(result.pop(name), 9, mtime=0)
        starts = range(0, len(packed), MOST_PART)
        parts[name] = len(starts)
        result |= {f"{name}.{at}.packed": packed[start : start + MOST_PART] for at, start in enumerate(starts)}
    return result, parts


def packages(runtime: Mapping[str, bytes]) -> bytes:
    """The code, the library and the wheels, as one archive of plain files."""
    result = io.BytesIO()
    with tarfile.open(fileobj=result, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(name for name in runtime if name.endswith(".whl")):
            with zipfile.ZipFile(io.BytesIO(runtime[name])) as wheel:
                for place in wheel.namelist():
                    if not place.endswith("/") and not _UNUSED.match(place):
                        bytecode.add(archive, place, wheel.read(place))
        for place, path in sorted(_sources()):
            bytecode.add(archive, place, path.read_bytes())
    return result.getvalue()


def _sources() -> Iterator[tuple[str, Path]]:
    own = Path(__file__).parent.parent
    for path in own.rglob("*"):
        inside = path.relative_to(own)
        if path.is_file() and not {"__pycache__", "_shipped", "page", "static"}.intersection(inside.parts):
            yield f"puzzlelang/{inside.as_posix()}", path
    for name in _SHIPPED:
        for path in resources.folder(name).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"puzzlelang/_shipped/{name}/{path.relative_to(resources.folder(name)).as_posix()}", path


def kept(genres: list[str], tell: Tell) -> dict[str, str | bytes]:
    """Answers that are the same for everybody: lists, pictures of genres, and their first boards in light and dark."""
    desk = Desk(BROWSER_BOUNDS)
    result: dict[str, str | bytes] = {f"kept/{name}.json": _answer(desk, name, {}) for name in ("genres", "words")}
    for number, genre in enumerate(genres, 1):
        tell(f"{number} of {len(genres)}: {genre}")
        for name, dark in (("light", False), ("dark", True)):
            content = msgspec.json.decode(_answer(desk, "covers", {"genres": [genre], "dark": dark}))
            result[f"kept/{name}/{genre}.svg"] = content["covers"][genre]
        if (first := _first(desk, genre)) is not None:
            result[f"kept/first/{genre}.json"] = first
    return result


def _first(desk: Desk, genre: str) -> bytes | None:
    """Return what the page asks when somebody chooses a genre; None if that has no board to begin with."""
    show = msgspec.json.decode(_answer(desk, "show", {"genre": genre}))
    if not show["first"]:
        return None
    read = msgspec.json.decode(_answer(desk, "read", {"genre": genre, "text": show["first"]}))
    light, dark = (
        msgspec.json.decode(_answer(desk, "draw", {"genre": genre, "board": read["board"], "dark": dark}))
        for dark in (False, True)
    )
    analyse = msgspec.json.decode(_answer(desk, "analyse", {"genre": genre}))
    return msgspec.json.encode({"show": show, "analyse": analyse, "read": read, "light": light, "dark": dark})


def _answer(desk: Desk, name: str, body: Mapping[str, object]) -> bytes:
    assert name in requests.REQUESTS
    return answer_task(desk, DeskTask(name, msgspec.json.encode(body), BROWSER_BOUNDS), lambda _: None).body


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
