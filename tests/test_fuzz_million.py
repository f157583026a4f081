"""A million inputs to all readers: none ends in a traceback, takes long or much memory.

`PUZZLELANG_FUZZ` says how many inputs each of a hundred seeds has, ten thousand if it is not set.
"""

import os
import random
import sys
import time
from collections import Counter
from functools import cache

import pytest

from puzzlelang import pipeline, resources
from puzzlelang.diagnostics.record import Failed
from puzzlelang.diagnostics.rendering import listing
from puzzlelang.formats import boards
from puzzlelang.problem.record import Problem
from puzzlelang.solving.outside.answer import Status
from puzzlelang.solving.outside.decode import decode, read
from puzzlelang.source import Source
from puzzlelang.syntax import from_text, to_text
from tests import test_export, test_fuzz_formats, test_fuzz_rules

AMOUNT = int(os.environ.get("PUZZLELANG_FUZZ", "10000"))
SECONDS = 10.0
MEGABYTES = 1_000

Reported = dict[str, Counter[str]]


@cache
def _examples() -> list[str]:
    """Texts of rules: those of the library without their examples, and every statement of them by itself."""
    whole = [text.split("\nexample")[0] for text in test_fuzz_rules.LIBRARY]
    return [*whole, test_fuzz_rules.HEADER]


def _rules(chance: random.Random) -> str:
    """A text of rules with tokens or characters changed."""
    text = chance.choice(_examples())
    if chance.random() < 0.4:
        return test_fuzz_formats.mutated(text, chance.choice(_examples()), chance)
    tokens = test_fuzz_rules.TOKEN.findall(text)
    for _ in range(chance.choice((1, 1, 2, 4))):
        place, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
        match chance.randrange(6):
            case 0:
                tokens[place] = ""
            case 1:
                tokens[place] *= chance.choice((2, 2, 50))
            case 2:
                tokens[place], tokens[other] = tokens[other], tokens[place]
            case 3:
                tokens[place] = tokens[other]
            case 4:
                tokens[place] = chance.choice([*test_fuzz_rules.NAMES, *sorted(from_text.keywords()), "9" * 9])
            case _:
                tokens[place] += chance.choice(['"', '"""', "(", "{", "“", "\0", "#", "?", "\x1b", "\u202e", "(" * 90])
    return "".join(tokens)


def _rules_read(chance: random.Random) -> str:
    source = Source("fuzz.rules", _rules(chance))
    tree = from_text.parse(source)
    once = to_text.format_source(source)
    assert from_text.parse(Source("once", once)) == tree
    assert to_text.format_source(Source("once", once)) == once
    pipeline.ruleset(source, resources.library())
    return once


def _board_read(chance: random.Random) -> str:
    known = test_fuzz_formats.seeds()
    rules, text = chance.choice(known)
    size = chance.choice((None, None, None, None, (4, 4), (1, 1), (100, 100)))
    changed = test_fuzz_formats.mutated(text, chance.choice(known)[1], chance)
    pipeline.board(rules, Source("fuzz", changed), size)
    return changed


def _drawing_read(chance: random.Random) -> str:
    rules, text = chance.choice(test_fuzz_formats.seeds())
    board = pipeline.board(rules, Source("board", text))
    changed = test_fuzz_formats.mutated(text, text, chance)
    boards.read_drawing(rules, board, Source("fuzz", changed))
    return changed


@cache
def _exported() -> Problem:
    return test_export.small()


def _answer_read(chance: random.Random) -> str:
    text = chance.choice(test_export.SAT)
    other = " ".join(chance.choices(test_export.WORDS.split(), k=20))
    changed = test_fuzz_formats.mutated(text, other, chance)
    result = read(Source("fuzz", changed))
    if result.status is Status.SAT:
        decode(_exported(), result)
    return changed


READERS = (_rules_read, _rules_read, _board_read, _board_read, _board_read, _drawing_read, _answer_read)


def _megabytes() -> float:
    """The most memory that this process ever had."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1_000 if sys.platform.startswith("linux") else 1e6)


def examine(amount: int, seed: int) -> tuple[Counter[str], float]:
    """How many inputs ended how, by reader, and the longest time that one took."""
    chance = random.Random(seed)
    counted: Counter[str] = Counter()
    longest = 0.0
    test_fuzz_formats.seeds()
    before = _megabytes()
    for _ in range(amount):
        reader = chance.choice(READERS)
        state = chance.getstate()
        begin = time.process_time()
        try:
            reader(chance)
            counted[f"{reader.__name__} fine"] += 1
        except Failed as failed:
            assert listing(failed.diagnostics, colour=False)  # noqa: PT017
            counted[f"{reader.__name__} refused"] += 1
        except Exception as error:
            raise AssertionError(f"{reader.__name__} with the state of the seed {seed}: {state[1][:3]}…") from error
        longest = max(longest, time.process_time() - begin)
        assert longest < SECONDS, (reader.__name__, seed, sum(counted.values()))
    assert _megabytes() < max(MEGABYTES, before + MEGABYTES / 2)
    return counted, longest


def test_some_inputs() -> None:
    counted, _ = examine(200, 0)
    assert len(counted) == 8


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 101))
def test_a_million_inputs(seed: int, record_property) -> None:
    counted, longest = examine(AMOUNT, seed)
    record_property("inputs", dict(counted))
    record_property("longest", longest)
    assert sum(counted.values()) == AMOUNT
    print(f"{seed}: {dict(counted)}, at most {longest:.2f} s, {_megabytes():.0f} MB")
