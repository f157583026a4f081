"""What is installed: wheel and source distribution carry the grammar and the library."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from puzzlelang.gallery.site import ASSETS

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.tools


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def test_the_wheel_carries_grammar_library_and_types(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "puzzlelang/_shipped/grammar/rules.lark" in names
    rules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "rules").rglob("*.rules")}
    assert {f"puzzlelang/_shipped/{path}" for path in rules} <= names
    assert {"puzzlelang/py.typed", "puzzlelang/_shipped/rules/words.md"} <= names
    assert any(name.startswith("puzzlelang/diagnostics/pages/") for name in names)
    assert {f"puzzlelang/gallery/{name}" for name in ASSETS} <= names


def test_the_wheel_works_outside_of_the_checkout(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    board = ROOT / "examples" / "tents" / "tents-15x15.txt"
    code = (
        "import sys; sys.path.insert(0, 'installed')\n"
        "import puzzlelang, pathlib\n"
        "assert 'installed' in puzzlelang.__file__\n"
        f"result = puzzlelang.solve('tents', pathlib.Path({str(board)!r}))\n"
        "assert result.unique\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_source_distribution_is_complete(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[-1] for name in opened.getnames()}
    assert {"grammar/rules.lark", "rules/tents.rules", "README.md", "LICENSE", "pyproject.toml"} <= names
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:  # a checkout: what its tests read is all there
        assert {name for name in listed.stdout.split("\0") if name and not name.startswith(".ci/")} <= names
