"""Groups and paths of places: what their words mean, in board text, and what is said about mistakes."""

import itertools
import random
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelang import pipeline
from puzzlelang.diagnostics.record import Failed
from puzzlelang.formats.text import read as board_text
from puzzlelang.formats.text.write import write
from puzzlelang.geometry.places import Group, Place
from puzzlelang.ground import paths
from puzzlelang.puzzle import Puzzle
from puzzlelang.sessions import wire
from puzzlelang.source import Source
from tests import random_puzzles
from tests.random_puzzles import answers, brute_force

SIZE = (2, 3)
Digits = dict[Place, int]
Holds = Callable[[Sequence[Group], Digits], bool]


def rules_of(declarations: str, rule: str) -> str:
    return f'puzzle "T"\nboard rectangle\n{declarations}\nfind digit : cells to 1..2\nrule r "r": {rule}\n'


def windows(path: Group, length: int) -> list[tuple[Place, ...]]:
    places = path.members
    return [places[at : at + length] for at in range(len(places) - length + 1)] or [places]


def row_stretches(path: Group) -> list[list[Place]]:
    return [list(part) for _, part in itertools.groupby(path.members, key=lambda place: place.row)]  # type: ignore[union-attr]


def first_visit(path: Group, place: Place) -> int:
    return path.members.index(place)  # type: ignore[arg-type]


GROUP, PATH = "given g : groups of cells", "given g : paths of cells"

MEANINGS: dict[str, tuple[str, str, Holds]] = {
    "a group is a set": (
        GROUP,
        "every k in g: count({c in k where c.digit = 1}) <= 1",
        lambda all_, of: all(sum(of[c] == 1 for c in k.members) <= 1 for k in all_),
    ),
    "sums of a group": (
        GROUP,
        "every k in g: sum(digit of k) mod 2 = 0",
        lambda all_, of: all(sum(of[c] for c in k.members) % 2 == 0 for k in all_),
    ),
    "those that hold a cell": (
        GROUP,
        "every c in cells: every k in g(c): c.digit = count(g(c)) mod 2 + 1 and c in k",
        lambda all_, of: all(of[c] == sum(c in k.members for k in all_) % 2 + 1 for k in all_ for c in k.members),
    ),
    "two groups": (
        GROUP,
        "every a, b in pairs(g): count(a & b) = 0 or (sum(digit of a) + sum(digit of b)) mod 2 = 0",
        lambda all_, of: all(
            not set(a.members) & set(b.members) or sum(of[c] for c in (*a.members, *b.members)) % 2 == 0
            for a, b in itertools.combinations(all_, 2)
        ),
    ),
    "groups of two declarations": (
        f"{GROUP}\ngiven h : groups of cells",
        "every a, b in pairs(g + h): sum(digit of a) != sum(digit of b)",
        lambda all_, of: all(
            sum(of[c] for c in a.members) != sum(of[c] for c in b.members) for a, b in itertools.combinations(all_, 2)
        ),
    ),
    "visits are added": (
        PATH,
        "every p in g: sum(digit of p) mod 3 = 1",
        lambda all_, of: all(sum(of[c] for c in p.members) % 3 == 1 for p in all_),
    ),
    "visits that fulfil a condition are added": (
        PATH,
        "every p in g: sum(c.digit for c in p where c.row = 1) <= 4",
        lambda all_, of: all(sum(of[c] for c in p.members if c.row == 1) <= 4 for p in all_),  # type: ignore[union-attr]
    ),
    "visits are multiplied": (
        PATH,
        "every p in g: product(digit of p) = 4",
        lambda all_, of: all(2 ** sum(of[c] == 2 for c in p.members) == 4 for p in all_),
    ),
    "visits are listed": (
        PATH,
        "every p, q in pairs(g): not (list(digit of p) = list(digit of q))",
        lambda all_, of: all(
            [of[c] for c in p.members] != [of[c] for c in q.members] for p, q in itertools.combinations(all_, 2)
        ),
    ),
    "visits are in a bag": (
        PATH,
        "every p in g: not (bag(digit of p) = bag(3 - c.digit for c in p))",
        lambda all_, of: all(2 * sum(of[c] for c in p.members) != 3 * len(p.members) for p in all_),
    ),
    "places are counted": (
        PATH,
        "every p in g: count(p) < 4 or sum(c.digit for c in p + {}) = 5",
        lambda all_, of: all(len(set(p.members)) < 4 or sum(of[c] for c in set(p.members)) == 5 for p in all_),
    ),
    "places differ": (
        PATH,
        "every p in g: distinct(digit of p)",
        lambda all_, of: all(len({of[c] for c in p.members}) == len(set(p.members)) for p in all_),
    ),
    "ends": (
        PATH,
        "every p in g: p.first.digit = p.last.digit",
        lambda all_, of: all(of[p.members[0]] == of[p.members[-1]] for p in all_),
    ),
    "along": (
        PATH,
        "every p in g: every a, b in along(p): a.digit <= b.digit",
        lambda all_, of: all(of[a] <= of[b] for p in all_ for a, b in itertools.pairwise(p.members)),
    ),
    "along, whatever the order": (
        PATH,
        "every p in g: no a, b in along(p): a.digit = b.digit",
        lambda all_, of: all(of[a] != of[b] for p in all_ for a, b in itertools.pairwise(p.members)),
    ),
    "steps are counted once each": (
        PATH,
        "every p in g: at most 1 a, b in along(p): a.digit = b.digit",
        lambda all_, of: all(sum(of[a] == of[b] for a, b in set(itertools.pairwise(p.members))) <= 1 for p in all_),
    ),
    "mirrored": (
        PATH,
        "every p in g: every a, b in mirrored(p): a.digit = b.digit",
        lambda all_, of: all(of[a] == of[b] for p in all_ for a, b in zip(p.members, reversed(p.members), strict=True)),
    ),
    "mirrored pairs are counted": (
        PATH,
        "every p in g: exactly 1 a, b in mirrored(p): a.digit <= b.digit",
        lambda all_, of: all(
            sum(of[a] <= of[b] for a, b in {(p.members[i], p.members[-1 - i]) for i in range(len(p.members) // 2)}) == 1
            for p in all_
        ),
    ),
    "windows": (
        PATH,
        "every p in g: every w in windows(p, 2): sum(digit of w) = 3",
        lambda all_, of: all(sum(of[c] for c in w) == 3 for p in all_ for w in windows(p, 2)),
    ),
    "long windows": (
        PATH,
        "every p in g: every w in windows(p, 4): sum(digit of w) != 4",
        lambda all_, of: all(sum(of[c] for c in w) != 4 for p in all_ for w in windows(p, 4)),
    ),
    "stretches": (
        PATH,
        "every p in g: every s in stretches(p by rows): sum(digit of s) < 4",
        lambda all_, of: all(sum(of[c] for c in s) < 4 for p in all_ for s in row_stretches(p)),
    ),
    "stretches are counted": (
        PATH,
        "every p in g: every c in p: if count(stretches(p by rows)) > 2 then c.digit = 1",
        lambda all_, of: all(of[c] == 1 for p in all_ if len(row_stretches(p)) > 2 for c in p.members),
    ),
    "before": (
        PATH,
        "every p in g: every c in p: every b in before(c, p): b.digit <= c.digit",
        lambda all_, of: all(of[b] <= of[c] for p in all_ for c in p.members for b in p.members[: first_visit(p, c)]),
    ),
    "next": (
        PATH,
        "every p in g: every c in cells: every n in next(c, p): n.digit >= c.digit",
        lambda all_, of: all(of[a] <= of[b] for p in all_ for a, b in itertools.pairwise(p.members)),
    ),
    "runs": (
        PATH,
        "every p in g: 2 not in runs(p, {c in cells where c.digit = 2})",
        lambda all_, of: all(
            2 not in [len(list(run)) for high, run in itertools.groupby(of[c] == 2 for c in p.members) if high]
            for p in all_
        ),
    ),
    "links": (
        "given g : groups of links",
        "every k in g: every e in k: e.first.digit < e.second.digit",
        lambda all_, of: all(of[e.first] < of[e.second] for k in all_ for e in k.members),  # type: ignore[union-attr]
    ),
    "links along a path": (
        "given g : paths of links",
        "every p in g: every a, b in along(p): "
        "a.first.digit = b.first.digit and p.first.first.digit <= p.last.second.digit",
        lambda all_, of: all(
            of[a.first] == of[b.first] and of[p.members[0].first] <= of[p.members[-1].second]  # type: ignore[union-attr]
            for p in all_
            for a, b in itertools.pairwise(p.members)
        ),
    ),
    "corners": (
        "given g : groups of corners",
        "every k in g: every a in k: count({c in cells(a) where c.digit = 2}) <= 1",
        lambda all_, of: all(sum(of[c] == 2 for c in a.cells) <= 1 for k in all_ for a in k.members),  # type: ignore[union-attr]
    ),
    "borders": (
        "given g : groups of borders",
        "every k in g: count({e in k where (some c in cells(e): c.digit = 2)}) <= 1",
        lambda all_, of: all(
            sum(any(of[c] == 2 for c in e.cells) for e in k.members) <= 1
            for k in all_  # type: ignore[union-attr]
        ),
    ),
}


@pytest.mark.parametrize("name", MEANINGS)
def test_words_mean_what_they_say(name: str) -> None:
    """What the reference evaluator lets through, against the meaning in Python; engines find the same."""
    declaration, rule, holds = MEANINGS[name]
    rules = pipeline.ruleset(Source("t.rules", rules_of(declaration, rule)))
    seen = set()
    for seed in range(16):
        puzzle = random_puzzles.puzzle(rules, random.Random(f"{name} {seed}"), SIZE)
        problem = pipeline.ground(rules, puzzle)
        places = [variable.place for variable in problem.variables]
        everything = itertools.product((1, 2), repeat=len(places))
        groups = [group for those in puzzle.groups.values() for group in those]
        expected = {one for one in everything if holds(groups, dict(zip(places, one, strict=True)))}
        assert brute_force(problem) == expected, (seed, [str(group.members) for group in groups])
        if seed < 3:
            assert set(answers(problem)) == expected
        seen.add(0 < len(expected) < 2 ** len(places))
    assert True in seen, "no board shows a difference"


BOARDS = """\
puzzle "T"
board rectangle
given cage : groups of cells
given total : cage to number?
given line : paths of cells
given way : paths of links
given frame : groups of borders
given dot : paths of corners
find digit : cells to 1..4
rule total "{k} adds up to {k.total}": every k in cage with k.total: sum(digit of k) = k.total
rule rest "The rest": count(line) + count(way) + count(frame) + count(dot) >= 0
"""


def parse(text: str, rules: str = BOARDS) -> Puzzle:
    return board_text.read(pipeline.ruleset(Source("t.rules", rules)), Source("board.txt", text))


def contents(puzzle: Puzzle) -> object:
    values = {group.label: value for group, value in puzzle.givens.get("total", {}).items() if isinstance(group, Group)}
    groups = {
        name: [(g.label, tuple(map(str, g.members))) for g in all_] for name, all_ in puzzle.groups.items() if all_
    }
    return groups, values


@given(st.integers(0, 10_000), st.sampled_from([(1, 1), (1, 3), (2, 2), (3, 2)]))
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_back(seed: int, size: tuple[int, int]) -> None:
    rules = pipeline.ruleset(Source("t.rules", BOARDS))
    puzzle = random_puzzles.puzzle(rules, random.Random(seed), size)
    text = write(rules, puzzle)
    again = parse(text)
    assert contents(again) == contents(puzzle), text
    assert write(rules, again) == text


def test_places_have_names_that_board_text_reads() -> None:
    text = """\
size: 2x2
[cage]
a: r2c1 R1C1   b2: R1C2
[total]
a: 12
[line]
a: R1C1 R2C2 R1C1
[way]
x: R2C1-R1C1 R1C1-R1C2
[frame]
a: R1C1/top R1C1/bottom R1C2/R1C1 R2C2/right
[dot]
a: R1C1/top/left R1C2/bottom/left R2C2/bottom/right
"""
    puzzle = parse(text)
    assert [list(map(str, group.members)) for group in puzzle.groups["cage"]] == [["R1C1", "R2C1"], ["R1C2"]]
    rules = pipeline.ruleset(Source("t.rules", BOARDS))
    assert (
        write(rules, puzzle)
        == """\
..
..

[cage]
a: R1C1 R2C1
b2: R1C2

[total]
a: 12

[line]
a: R1C1 R2C2 R1C1

[way]
x: R1C1-R2C1 R1C1-R1C2

[frame]
a: R1C1/top R1C1/R1C2 R1C1/R2C1 R2C2/right

[dot]
a: R1C1/top/left R2C2/top/left R2C2/bottom/right
"""
    )
    assert [str(group) for group in puzzle.groups["cage"]] == ["cage a", "cage b2"]


VISITS = """puzzle "T"
board rectangle
given line : paths of cells
given total : line to number?
find digit : cells to 1..4
rule total "T": every p in line with p.total: sum(digit of p) = p.total
rule differ "D": every p in line: distinct(digit of p)
"""


@pytest.mark.parametrize("engine", ["auto", "z3"])
def test_sums_of_numbers_that_differ_count_visits(engine: str) -> None:
    """Engines state sums of numbers that differ by sets of values; a place visited twice is one number."""
    rules = pipeline.ruleset(Source("t.rules", VISITS))
    chance = random.Random(5)
    cells = ["R1C1", "R1C2", "R2C1", "R2C2"]
    for total in (7, 9, 10, 12, 13):
        path = [chance.choice(cells)]
        while len(path) < 5:
            path.append(chance.choice([cell for cell in cells if cell != path[-1]]))
        board = f"size: 2x2\n[line]\na: {' '.join(path)}\n[total]\na: {total}\n"
        problem = pipeline.ground(rules, board_text.read(rules, Source("board.txt", board)))
        every = (dict(zip(cells, one, strict=True)) for one in itertools.product(range(1, 5), repeat=4))
        expected = {
            tuple(of.values())
            for of in every
            if sum(of[cell] for cell in path) == total and len({of[cell] for cell in path}) == len(set(path))
        }
        assert set(answers(problem, engine)) == expected, path


def test_each_two_groups_of_two_declarations_count_once() -> None:
    """Groups of two declarations may have the same index, by which each two are taken in one order."""
    rules = pipeline.ruleset(
        Source(
            "t.rules",
            'puzzle "T"\nboard rectangle\ngiven g : groups of cells\ngiven h : groups of cells\n'
            'find digit : cells to 1..2\nrule r "{a} and {b}": no a, b in pairs(g + h): count(a & b) = 1\n',
        )
    )
    board = "size: 2x2\n[g]\na: R1C1\nb: R1C1 R1C2\n[h]\na: R1C1\nb: R2C1\n"
    problem = pipeline.ground(rules, board_text.read(rules, Source("board.txt", board)))
    broken = [one.origin.sentence for one in problem.constraints if one.formula is False]
    assert broken == ["g a and g b", "g a and h a", "h a and g b"]


def test_a_group_without_places_is_refused() -> None:
    """Board text has none; a program may make one."""
    rules = pipeline.ruleset(Source("t.rules", BOARDS))
    puzzle = board_text.read(rules, Source("board.txt", "size: 2x2\n"))
    empty = msgspec.structs.replace(puzzle, groups={"cage": (Group(0, "cage", "a", ()),)})
    with pytest.raises(Failed) as caught:
        pipeline.ground(rules, empty)
    assert [item.message for item in caught.value.diagnostics] == ["cage a has no places"]


def test_commas_between_places_are_told_of() -> None:
    rules = pipeline.ruleset(Source("t.rules", VISITS))
    with pytest.raises(Failed) as caught:
        board_text.read(rules, Source("board.txt", "size: 2x2\n[line]\na: R1C1,R1C2\n"))
    assert (caught.value.diagnostics[0].code, "no commas" in caught.value.diagnostics[0].help) == ("E113", True)


@pytest.mark.parametrize("lines", ["a: .\na: 5", "a: 5\na: .", "a: ?\na: 5"])
def test_each_value_is_said_once(lines: str) -> None:
    rules = rules_of(
        "given g : groups of cells\ngiven total : g to number or unknown?", "every k in g: distinct(digit of k)"
    )
    with pytest.raises(Failed) as caught:
        parse(f"size: 2x2\n[g]\na: R1C1 R1C2\n[total]\n{lines}\n", rules)
    assert [one.code for one in caught.value.diagnostics] == ["E107"]


def test_groups_and_parts_of_paths_cross_between_processes() -> None:
    puzzle = parse("size: 2x2\n[cage]\na: R1C1 R1C2\n[way]\na: R1C1-R1C2 R1C2-R2C2\n[dot]\na: R1C1/top/left\n")
    places = wire.Places(puzzle.geometry, puzzle.partitions, puzzle.groups)
    (cage,), (way,), (dot,) = (puzzle.groups[name] for name in ("cage", "way", "dot"))
    part = next(iter(paths.windows(way, 1)))
    assert isinstance(part, Group)
    for group in (cage, way, dot):
        assert places.place(wire.place_code(group)) is group
    again = places.place(wire.place_code(part))
    assert isinstance(again, Group)
    assert (str(again), again.members, again.ordered) == ("way a from R1C1-R1C2 to R1C1-R1C2", part.members, True)
