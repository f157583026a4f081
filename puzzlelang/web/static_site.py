"""The page without a server, as files: the page, Python for the browser, and what everybody gets alike.

Python in the browser is Pyodide.  The page begins with files: pictures of genres, and the board that a genre begins
with; Python takes over as soon as it runs.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from puzzlelang import __version__, resources
from puzzlelang.web import requests as asked
from puzzlelang.web.desk import Desk, DeskTask
from puzzlelang.web.handler import answer_task
from puzzlelang.web.limits import BROWSER_BOUNDS
from puzzlelang.web.service import PAGE

STATIC = Path(__file__).with_name("static")

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""The files of Pyodide that a page needs."""

_SHIPPED = ("grammar", "rules", "examples")

_LATER = ("kept/", "python/pyodide-lock.json")
"""What is fetched when it is wanted, rather than kept from the first visit on."""

_LINKS = (
    '<link rel="manifest" href="manifest.webmanifest">\n<script type="module" src="page/start-offline.js"></script>\n'
)

Tell = Callable[[str], None]


def static_site(runtime: Mapping[str, bytes], genres: list[str], tell: Tell) -> dict[str, str | bytes]:
    """All files of the page, by place.  `runtime` are those of Pyodide and the wheels; `tell` hears how far it is."""
    made: dict[str, str | bytes] = {f"page/{path.name}": path.read_bytes() for path in sorted(PAGE.iterdir())}
    index = made.pop("page/index.html")
    assert isinstance(index, bytes)
    made["index.html"] = index.decode().replace("</head>", f"{_LINKS}</head>")
    made["page/worker.js"] = (STATIC / "worker.js").read_text(encoding="utf-8")
    documents = json.dumps([kind.__name__.lower() for kind in asked.DOCUMENTS])
    made["page/transport.js"] = (STATIC / "transport.js").read_text(encoding="utf-8").replace("DOCUMENTS", documents)
    made["page/start-offline.js"] = (STATIC / "start.js").read_text(encoding="utf-8")
    made["manifest.webmanifest"] = (STATIC / "manifest.webmanifest").read_text(encoding="utf-8")
    made |= {f"python/{name}": content for name, content in runtime.items()}
    made["python/puzzlelang.zip"] = package()
    wheels = sorted(name for name in runtime if name.endswith(".whl"))
    made["python/packages.json"] = json.dumps({"packages": wheels})
    made |= kept(genres, tell)
    core = ["./", *(place for place in made if not place.startswith(_LATER) and place != "index.html")]
    core += ["kept/genres.json", "kept/words.json", "python/pyodide-lock.json"]
    version = hashlib.sha256(b"".join(_bytes(made[place]) for place in sorted(made))).hexdigest()[:16]
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    made["sw.js"] = worker.replace("VERSION", f"{__version__}-{version}").replace("FILES", json.dumps(core))
    return made


def package() -> bytes:
    """The code and the library, as an archive for the browser."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for place, path in sorted(_sources()):
            entry = zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0))  # the same bytes each time
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()


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
    made: dict[str, str | bytes] = {f"kept/{name}.json": _answer(desk, name, {}) for name in ("genres", "words")}
    for number, genre in enumerate(genres, 1):
        tell(f"{number} of {len(genres)}: {genre}")
        for name, dark in (("light", False), ("dark", True)):
            content = msgspec.json.decode(_answer(desk, "covers", {"genres": [genre], "dark": dark}))
            made[f"kept/{name}/{genre}.svg"] = content["covers"][genre]
        if (first := _first(desk, genre)) is not None:
            made[f"kept/first/{genre}.json"] = first
    return made


def _first(desk: Desk, genre: str) -> bytes | None:
    """What the page asks when somebody chooses a genre; None if that has no board to begin with."""
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
    assert name in asked.REQUESTS
    return answer_task(desk, DeskTask(name, msgspec.json.encode(body), BROWSER_BOUNDS), lambda _: None).body


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content
