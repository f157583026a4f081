"""The static site: all pages by Sphinx, and the gallery of the library beside them."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_ENTRY = """<!doctype html>
<meta charset="utf-8">
<title>puzzlelang</title>
<meta http-equiv="refresh" content="0; url=docs/README.html">
<a href="docs/README.html">puzzlelang</a>
"""


def build(folder: Path, genres: Sequence[str] | None = None) -> int:
    """Write the site into a folder; the first exit code that is not 0.

    `genres` are the rule files of the gallery, by default the whole library; an empty list leaves the gallery out.
    """
    target = folder.resolve()
    code = _run("sphinx", "-b", "html", "-W", "--keep-going", "-q", "-c", str(ROOT / "docs"), str(ROOT), str(target))
    if code:
        return code
    (target / "index.html").write_text(_ENTRY, encoding="utf-8")
    if genres is None or genres:
        code = _run("puzzlelang", "gallery", *(genres or ()), "-o", str(target / "gallery"))
        _lead_back(target / "gallery")
    if not code:
        print(f"wrote the site; open {target / 'index.html'}")
    return code


def _lead_back(gallery: Path) -> None:
    """Put a link to the other pages at the end of each page of the gallery."""
    for path in gallery.rglob("*.html"):
        way = "../" * len(path.relative_to(gallery).parts)
        text = path.read_text(encoding="utf-8")
        link = f'<footer><a href="{way}docs/README.html">Documentation</a> · '
        path.write_text(text.replace("<footer>", link), encoding="utf-8")


def _run(module: str, *arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=False).returncode
