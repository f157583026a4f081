"""What no other tool holds: file lengths, the code map, the tools themselves."""

import ast
import functools
import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from puzzlelang.formats.outside import MODULES
from puzzlelang.formats.tatham.parameters import BEFORE
from puzzlelang.ground.compile import COMPILERS
from puzzlelang.problem import nodes, traversal
from puzzlelang.typed import codecs, ir, subexpressions
from puzzlelang.typed.codecs.formats import FORMATS

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "puzzlelang"
CODE = sorted(PACKAGE.rglob("*.py"))
EVERYTHING = [*CODE, *sorted((ROOT / "tests").rglob("*.py"))]
TABLES = {"builtins.py", "geometry.py", "ir.py", "nodes.py", "tree.py"}
"""Files that are one closed union of records: long, but flat."""

TOP = {
    *("pyproject.toml", "README.md", "grammar", "puzzlelang", "rules"),
    *("tests", "examples", "docs", "LICENSE", "CHANGELOG.md"),
}


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_files_stay_short() -> None:
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert [path for path, count in lines.items() if count > (540 if path.name in TABLES else 300)] == []


@pytest.mark.tools
def test_functions_stay_short() -> None:
    long = [
        (path, node.name)
        for path in CODE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 75
    ]
    assert long == []


def test_every_module_is_in_the_code_map() -> None:
    text = (PACKAGE / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([a-z_]+)/?` \|", text, re.MULTILINE))
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert named == modules | packages


def test_nothing_else_stands_at_the_top() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    top = {line.split("/")[0] for line in listed.stdout.splitlines()}
    assert {name for name in top if not name.startswith(".")} <= TOP


NODES = {
    kind.__name__ for kind in (*get_args(nodes.Formula), *get_args(nodes.Term)) if kind not in (bool, int)
} - {"Holds", "Number"}  # fmt: skip


@pytest.mark.tools
def test_nodes_with_parts_are_made_where_they_are_simplified() -> None:
    result: set[str] = set()
    for path in CODE:
        if path.relative_to(PACKAGE).parts[0] in ("syntax", "typed"):
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                owner = getattr(node.func.value, "id", "") if isinstance(node.func, ast.Attribute) else "nodes"
                if called in NODES and owner == "nodes":
                    result.add(str(path.relative_to(PACKAGE)))
    assert result == {
        "problem/build.py",
        "problem/build_graphs.py",
        "problem/build_rows.py",
        "problem/build_shapes.py",
        "problem/place_values.py",
        "graphs/abstraction.py",
        "graphs/domain_refinement.py",
    }


def test_tables_by_kind_of_node_have_every_kind() -> None:
    kinds = {*get_args(nodes.Formula), *get_args(nodes.Term)}
    assert set(traversal.PARTS) == kinds
    assert {kind for kind in kinds if "graph" in getattr(kind, "__struct_fields__", ())} == traversal.GRAPHS


def test_every_expression_has_children_and_can_be_compiled() -> None:
    assert set(subexpressions.CHILDREN) == {*get_args(ir.Expression)}
    assert set(COMPILERS) == {*get_args(ir.Expression)}


def test_the_names_of_formats_are_those_of_their_pieces() -> None:
    assert tuple(FORMATS) == codecs.NAMES


OUTSIDE = {
    "puzzlink": {"flag", "bricks"},
    "pzprv3": {"flag", "flags", "bricks"},
    "tatham": BEFORE,
    "puzzleteam": set(),
    "walls": None,
    "fpuzzles": None,
    "killer": {"flag"},
    "line": set(),
    "non": set(),
    "penpa": set(),
    "kudamono": set(),
}
"""Pieces that no codec reads but the frame of the format; all of them for one that has no codecs."""


@pytest.mark.parametrize("name", FORMATS)
def test_every_piece_of_a_format_is_read_and_written(name: str) -> None:
    read = importlib.import_module(MODULES[name]).CODECS
    others = OUTSIDE[name]
    pieces = set(FORMATS[name].pieces)
    assert set(read) == (set() if others is None else pieces - set(others))
    assert others is None or set(others) <= pieces


@functools.cache
def called(path: Path) -> set[str]:
    """Functions and methods that a module calls, and modules whose parts it uses, as `sys.stdin`."""
    result: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Call):
            result.add(node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            result.add(f"{node.value.id}.{node.attr}")
    return result


@pytest.mark.tools
def test_only_commands_print_and_read_standard_input() -> None:
    for path in CODE:
        if path.parent.name != "cli" and path.name != "__main__.py":
            assert not called(path) & {"print", "input", "sys.stdin"}, path


@pytest.mark.tools
def test_outside_formats_are_asked_for_in_one_place() -> None:
    asking = {path.relative_to(PACKAGE) for path in CODE if "recognise_type" in called(path)}
    assert asking == {Path("formats/boards.py")}


@pytest.mark.tools
def test_only_commands_and_the_cache_write_files() -> None:
    writers = {path for path in CODE if called(path) & {"write_text", "write_bytes"}}
    assert {path.relative_to(PACKAGE).parts[0] for path in writers} == {"cli", "files.py", "typed"}
    assert {path.name for path in writers if path.parent.name == "typed"} == {"cache.py"}


@pytest.mark.tools
def test_values_have_types_while_a_board_is_grounded() -> None:
    for path in sorted((PACKAGE / "ground").glob("*.py")):
        assert not re.search(r"\bAny\b", path.read_text(encoding="utf-8")), path.name


def test_the_readme_has_two_set_up_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^python3 -m venv ", text, re.MULTILINE)) == 2


@pytest.mark.tools
@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "puzzlelang", "tests", "docs"),
        ("ruff", "format", "--check", "puzzlelang", "tests", "docs"),
        ("mypy", "-p", "puzzlelang"),
        ("lint-imports",),
    ],
    ids=" ".join,
)
def test_tools_find_nothing(command: tuple[str, ...]) -> None:
    tool = Path(sys.executable).with_name(command[0])
    program = str(tool) if tool.exists() else shutil.which(command[0])
    assert program, f"{command[0]} is not installed"
    done = subprocess.run([program, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_command_has_a_page_and_the_language_page_every_keyword() -> None:
    from puzzlelang.cli.main import COMMANDS, GROUPS
    from puzzlelang.syntax import from_text

    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {path.stem for path in (ROOT / "docs" / "commands").glob("*.md")} == {*COMMANDS, "README"}
    language = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
    listed = re.search(r"The keywords are (.*?)\.\n", language, re.DOTALL)
    assert listed is not None
    assert re.findall(r"`(\w+)`", listed[1]) == sorted(from_text.keywords())
    shown = text.split("## A whole rule file")[1].split("```rules\n")[1].split("```")[0].strip()
    assert (ROOT / "rules" / "tents.rules").read_text(encoding="utf-8").startswith(shown)


MAP = (PACKAGE / "ARCHITECTURE.md").read_text(encoding="utf-8")


def known_parts(folder: Path) -> set[str]:
    """Modules and folders below a folder of the package."""
    return {path.stem for path in folder.rglob("*.py")} | {path.name for path in folder.rglob("*") if path.is_dir()}


def test_the_code_map_names_modules_that_are_there() -> None:
    rows = re.findall(r"^\| `([a-z_]+)/` \|(.*)\|$", MAP, re.MULTILINE)
    named = {(row, word) for row, text in rows for word in re.findall(r"`([a-z_]+)/?`", text)}
    assert {(row, word) for row, word in named if word not in known_parts(PACKAGE / row)} == set()


@functools.cache
def defined(module: Path) -> set[str]:
    """The names that a module defines or imports."""
    result: set[str] = set()
    for node in ast.walk(parsed(module)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                result.add(name)
            case ast.alias(name=name, asname=other):
                result.add(other or name)
            case _:
                pass
    return result


def is_there(reference: str) -> bool:
    """Whether a reference such as `typed.ir.Rule` names something of the package, or of another one."""
    first, *rest = reference.removeprefix("puzzlelang.").split(".")
    place = PACKAGE / first
    if not place.is_dir() and not place.with_suffix(".py").exists():
        return True
    while rest and place.is_dir():
        place /= rest.pop(0)
    module = place.with_suffix(".py")
    return place.is_dir() if not module.exists() else not rest or rest[0] in defined(module)


@pytest.mark.tools
def test_documents_and_docstrings_name_what_is_there() -> None:
    texts = [*CODE, *ROOT.glob("docs/**/*.md"), *PACKAGE.glob("**/*.md"), *ROOT.glob("rules/*.md")]
    dotted = re.compile(r"`((?:puzzlelang\.)?[a-z_]+(?:\.[A-Za-z_]+)+)(?:\(\))?`")
    files = re.compile(r"`([a-z_]+(?:/[a-z_]+)+\.py)`")
    missing = set()
    for path in texts:
        text = path.read_text(encoding="utf-8")
        missing |= {(path.name, word) for word in dotted.findall(text) if not is_there(word)}
        missing |= {
            (path.name, word)
            for word in files.findall(text)
            if not any((base / word).exists() for base in (PACKAGE, ROOT))
        }
    assert {(name, word) for name, word in missing if not word.startswith("problem.cnf")} == set()
