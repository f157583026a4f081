"""No regular expression of the package takes more than linear time, whatever the text."""

import ast
import importlib
import itertools
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from puzzlelang.syntax import from_text
from tests import library

PACKAGE = Path(__file__).parent.parent / "puzzlelang"
EVERYTHING = "\n".join(path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py")))
METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")


@cache
def calls() -> set[tuple[str, str]]:
    """Which methods are called on which names, anywhere in the package."""
    return set(re.findall(rf"\b(\w+)\.({'|'.join(METHODS)})\b", EVERYTHING))


ATOMS = [
    *' \t\n[]a1/?%{}".-(,_;#|\\:"=\r\ufeff',
    *("kanpen", "kanpen/", "?pzpr=", "a:", "a ", ": ", "1 ", "a/", "GAME", "x1", '""', '"a', "at ", "type=", "n1"),
    *("c ", "v 1", "read ", "2*#", "[a", "] ", "\n\n\n\n", "/ ", "a-", "A", "{a", "\r\n"),
]
BEGINNINGS = ["", "[", "a", '"', '"""', "(", "pzprv3/", "a:", "a/?a", "kanpen/", "SAVEFILE", "1x1", "at", "|"]
ENDS = ["", "!", " x", "\0 x", "]", "]x", '"']
LENGTH = 3_000
"""Characters: a backtracking of the second degree takes millions of steps, one of the third would not end."""

Use = tuple[str, Callable[[str], object]]


def used(pattern: "re.Pattern[str]", method: str) -> Callable[[str], object]:
    match method:
        case "sub":
            return lambda text: pattern.sub("", text)
        case "finditer":
            return lambda text: sum(1 for _ in pattern.finditer(text))  # a list of them were work for the collector
        case _:
            return getattr(pattern, method)  # type: ignore[no-any-return]


def compiled(path: Path) -> Iterator[Use]:
    """The patterns of a module by their names, with the methods that it calls."""
    text = path.read_text("utf-8")
    if "re.compile" not in text:
        return
    module = importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern) and re.search(rf"^{name} = ", text, re.MULTILINE):
            called = sorted(method for owner, method in calls() if owner == name)
            yield from ((f"{path.stem}.{name}.{method}", used(value, method)) for method in called)


def inline(path: Path) -> Iterator[Use]:
    """The patterns that stand where they are used."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str(pattern)), *_]) if method in METHODS:
                yield f"{path.stem}:{node.lineno}", used(re.compile(pattern), method)


def grammar() -> Iterator[Use]:
    for terminal in from_text._parser().terminals:
        yield f"grammar {terminal.name}", re.compile(terminal.pattern.to_regexp()).match


FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if re.search(r"\bre\.", path.read_text("utf-8"))]
NAMES = [str(path.relative_to(PACKAGE)) for path in FILES]


def uses(path: Path) -> Iterator[Use]:
    yield from compiled(path)
    yield from inline(path)


def seconds(work: Callable[[str], object], text: str) -> float:
    begin = time.process_time()
    work(text)
    return time.process_time() - begin


def grows(work: Callable[[str], object], text: Callable[[int], str]) -> bool:
    """Whether it takes more than in proportion; measured again and longer where a first look is suspicious.

    Of a text of eight times the length, linear time is 8 times as long, quadratic time 64 times: noise lies between.
    """
    if seconds(work, text(1)) < 0.01:
        return False
    return min(seconds(work, text(8)) for _ in range(3)) > 24 * min(seconds(work, text(1)) for _ in range(3))


def is_linear(name: str, work: Callable[[str], object]) -> None:
    for begin, atom, end in itertools.product(BEGINNINGS, ATOMS, ENDS if library.whole else ENDS[:2]):
        times = LENGTH // len(atom)
        assert not grows(work, lambda n: begin + atom * (n * times) + end), (name, begin, atom, end)  # noqa: B023


@pytest.mark.library
@pytest.mark.parametrize("path", library.few(FILES, 10), ids=library.few(NAMES, 10))
def test_time_is_linear(path: Path) -> None:
    for name, work in uses(path):
        is_linear(name, work)


@pytest.mark.library
def test_time_of_the_grammar_is_linear() -> None:
    for name, work in grammar():
        is_linear(name, work)


def test_every_expression_is_tried() -> None:
    tried = [name for path in FILES for name, _ in compiled(path)]
    named = re.findall(r"^\w+ = re\.compile\(", EVERYTHING, re.MULTILINE)
    assert len({name.rsplit(".", 1)[0] for name in tried}) == len(named)
