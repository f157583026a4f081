"""Compiles Python sources to bytecode for the Python of this process, for archives of the static edition.

Only the standard library is used, as nothing else is there yet.
"""

import ast
import importlib._bootstrap_external as loader
import io
import tarfile
import zipfile
from collections.abc import Callable, Collection
from types import CodeType

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

ANY_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of each entry, so that the same bytes are written each time."""


def bytecode(source: bytes, name: str) -> bytes:
    """A module as the file that stands for its source, whatever the time of that.  Raises `SyntaxError`."""
    return _pyc(compile(source, name, "exec", dont_inherit=True))


def undocumented_bytecode(source: bytes, name: str) -> bytes:
    """The same without docstrings, which are a tenth of it.  Raises `SyntaxError`.

    The compiler's own way to leave them out would leave out assertions as well.
    """
    tree = ast.parse(source, name)
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return _pyc(compile(tree, name, "exec", dont_inherit=True))


def _pyc(code: CodeType) -> bytes:
    written: bytes = loader._code_to_hash_pyc(code, bytes(8), False)  # type: ignore[attr-defined]
    return written


def compiled_tar(archive: bytes) -> bytes:
    """The archive with bytecode without docstrings in place of all sources."""
    result = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(archive)) as old,
        tarfile.open(fileobj=result, mode="w", format=tarfile.USTAR_FORMAT) as new,
    ):
        for entry in old:
            content = old.extractfile(entry)
            assert content is not None
            add(new, *_compile(entry.name, content.read(), undocumented_bytecode))
    return result.getvalue()


def compiled_zip(archive: bytes, modules: Collection[str]) -> bytes:
    """The archive with bytecode in place of the sources of these modules, and nothing compressed."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_STORED) as new:
        for name in old.namelist():
            if name.endswith("/"):
                continue
            content = old.read(name)
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if module in modules:
                name, content = _compile(name, content, bytecode)  # dataclasses read docstrings
            new.writestr(zipfile.ZipInfo(name, ANY_TIME), content)
    return result.getvalue()


def _compile(name: str, content: bytes, compile_: Callable[[bytes, str], bytes]) -> tuple[str, bytes]:
    return (f"{name}c", compile_(content, name)) if name.endswith(".py") else (name, content)


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a file to an archive."""
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    archive.addfile(entry, io.BytesIO(content))
