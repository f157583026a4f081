"""Answer set programming on the same boards: an encoding of each of eight genres for clingo, by hand.

python -m tests.bench.asp [BOARDS…]

BOARDS are as for `puzzlelang bench`, those of other genres are passed over.  Both solve in this process, by turns, and
look for a second answer; CPU time of each, median of three.  It says so and ends where clingo is not installed.
"""

import importlib.util
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from puzzlelang import pipeline
from puzzlelang.bench.runs import Sample
from puzzlelang.cli import board_lists
from puzzlelang.cli.bench import bench_
from puzzlelang.puzzle import Puzzle

STEPS = """
step(1,0;-1,0;0,1;0,-1).
adj(R,C,R+A,C+B) :- cell(R,C), step(A,B), cell(R+A,C+B).
"""
WHITE = """
white(R,C) :- cell(R,C), not black(R,C).
:- black(R,C), black(R+1,C).
:- black(R,C), black(R,C+1).
reach(1,1) :- white(1,1).
reach(1,2) :- black(1,1), white(1,2).
reach(R,C) :- reach(A,B), adj(A,B,R,C), white(R,C).
:- white(R,C), not reach(R,C).
#show black/2.
"""
"""Of two cells that touch one is white, so the first white one is near the corner."""

FIRST = """
later(I+1) :- in(I).
later(I+1) :- later(I), at(I,_,_).
"""
"""Which of the numbered cells or corners comes first."""

LOOP = """
{ line(A,B,C,D) : edge(A,B,C,D) }.
link(A,B,C,D) :- line(A,B,C,D).
link(C,D,A,B) :- line(A,B,C,D).
degree(A,B,N) :- node(A,B), N = #count { C,D : link(A,B,C,D) }, N = 0..2.
:- node(A,B), not degree(A,B,0), not degree(A,B,2).
in(I) :- at(I,A,B), degree(A,B,2).
reach(A,B) :- at(I,A,B), in(I), not later(I).
reach(C,D) :- reach(A,B), link(A,B,C,D).
:- degree(A,B,2), not reach(A,B).
#show line/4.
"""
NO_BLOCK = ":- {0}(R,C), {0}(R+1,C), {0}(R,C+1), {0}(R+1,C+1).\n"

NURIKABE = """
black(R,C) :- cell(R,C), not white(R,C).
white(R,C) :- clue(R,C,_).
{ white(R,C) } :- cell(R,C).
isle(R,C,R,C) :- clue(R,C,_).
isle(R,C,A,B) :- isle(X,Y,A,B), adj(X,Y,R,C), white(R,C), clue(A,B,N), |R-A| + |C-B| < N.
isle(R,C,A,B) :- isle(X,Y,A,B), adj(X,Y,R,C), white(R,C), clue(A,B,0).
:- isle(X,Y,A,B), adj(X,Y,R,C), white(R,C), clue(A,B,N), N > 0, |R-A| + |C-B| >= N.
:- white(R,C), not 1 { isle(R,C,A,B) } 1.
:- clue(A,B,N), N > 0, not N { isle(R,C,A,B) } N.
in(I) :- at(I,R,C), black(R,C).
reach(R,C) :- at(I,R,C), in(I), not later(I).
reach(R,C) :- reach(A,B), adj(A,B,R,C), black(R,C).
:- black(R,C), not reach(R,C).
#show black/2.
"""
YIN_YANG = """
1 { is(R,C,white); is(R,C,black) } 1 :- cell(R,C).
:- stone(R,C,X), not is(R,C,X).
:- is(R,C,X), is(R+1,C,X), is(R,C+1,X), is(R+1,C+1,X).
in(X,I) :- at(I,R,C), is(R,C,X).
later(X,I+1) :- in(X,I).
later(X,I+1) :- later(X,I), at(I,_,_).
reach(R,C,X) :- at(I,R,C), in(X,I), not later(X,I).
reach(R,C,X) :- reach(A,B,X), adj(A,B,R,C), is(R,C,X).
:- is(R,C,X), not reach(R,C,X).
#show is/3.
"""
SLITHERLINK = ":- clue(R,C,N), not N { line(A,B,D,E) : side(R,C,A,B,D,E) } N.\n"
MASYU = """
along(A,B,0,D-B) :- link(A,B,A,D).
along(A,B,D-A,0) :- link(A,B,D,B).
straight(A,B) :- along(A,B,0,1), along(A,B,0,-1).
straight(A,B) :- along(A,B,1,0), along(A,B,-1,0).
bend(A,B) :- degree(A,B,2), not straight(A,B).
:- pearl(A,B,black), not bend(A,B).
:- pearl(A,B,black), link(A,B,C,D), bend(C,D).
:- pearl(A,B,white), not straight(A,B).
turned(A,B) :- pearl(A,B,white), link(A,B,C,D), bend(C,D).
:- pearl(A,B,white), not turned(A,B).
"""
TENTS = """
{ tent(R,C) : cell(R,C), not tree(R,C) }.
1 { pair(R,C,A,B) : adj(R,C,A,B), not tree(A,B) } 1 :- tree(R,C).
tent(A,B) :- pair(_,_,A,B).
:- tent(A,B), not 1 { pair(R,C,A,B) } 1.
:- tent(R,C), tent(R+1,C-1..C+1).
:- tent(R,C), tent(R,C+1).
:- row(R,N), not N { tent(R,C) } N.
:- column(C,N), not N { tent(R,C) } N.
#show tent/2.
"""
HITORI = """
{ black(R,C) } :- cell(R,C).
:- digit(R,C,N), digit(R,D,N), C < D, white(R,C), white(R,D).
:- digit(R,C,N), digit(S,C,N), R < S, white(R,C), white(S,C).
"""
LIGHT_UP = """
{ bulb(R,C) } :- free(R,C).
sees(R,C,R,C+1) :- free(R,C), free(R,C+1).
sees(R,C,R,D+1) :- sees(R,C,R,D), free(R,D+1).
sees(R,C,R+1,C) :- free(R,C), free(R+1,C).
sees(R,C,S+1,C) :- sees(R,C,S,C), R < S, free(S+1,C).
:- sees(R,C,A,B), bulb(R,C), bulb(A,B).
lit(R,C) :- bulb(R,C).
lit(A,B) :- sees(R,C,A,B), bulb(R,C).
lit(R,C) :- sees(R,C,A,B), bulb(A,B).
:- free(R,C), not lit(R,C).
:- clue(R,C,N), not N { bulb(A,B) : adj(R,C,A,B) } N.
#show bulb/2.
"""
HEYAWAKE = """
{ black(R,C) } :- cell(R,C).
:- total(K,N), not N { black(R,C) : room(R,C,K) } N.
:- stretch(R,C,R,D), not black(R,X) : X = C..D.
:- stretch(R,C,S,C), R < S, not black(X,C) : X = R..S.
"""

Facts = Callable[[Puzzle], Iterator[str]]


def _cells(puzzle: Puzzle) -> Iterator[str]:
    for number, cell in enumerate(puzzle.geometry.cells):
        yield f"cell({cell.row},{cell.column}). at({number},{cell.row},{cell.column})."


def _values(puzzle: Puzzle, given: str, fact: str, unknown: object = 0) -> Iterator[str]:
    for place, value in puzzle.givens.get(given, {}).items():
        result = value if isinstance(value, int | str) else unknown
        yield f"{fact}({place.row},{place.column},{result})."  # type: ignore[union-attr]


def _nurikabe(puzzle: Puzzle) -> Iterator[str]:
    yield from _cells(puzzle)
    yield from _values(puzzle, "clue", "clue")


def _yin_yang(puzzle: Puzzle) -> Iterator[str]:
    yield from _cells(puzzle)
    yield from _values(puzzle, "clue", "stone")


def _slitherlink(puzzle: Puzzle) -> Iterator[str]:
    rows, columns = puzzle.geometry.height, puzzle.geometry.width
    for number, (a, b) in enumerate((a, b) for a in range(rows + 1) for b in range(columns + 1)):
        yield f"node({a},{b}). at({number},{a},{b})."
        yield f"edge({a},{b},{a},{b + 1})." if b < columns else ""
        yield f"edge({a},{b},{a + 1},{b})." if a < rows else ""
    for cell, value in puzzle.givens["clue"].items():
        if isinstance(value, int):
            a, b = cell.row - 1, cell.column - 1  # type: ignore[union-attr]
            sides = ((a, b, a, b + 1), (a, b, a + 1, b), (a + 1, b, a + 1, b + 1), (a, b + 1, a + 1, b + 1))
            yield f"clue({a},{b},{value})." + "".join(f"side({a},{b},{','.join(map(str, one))})." for one in sides)


def _masyu(puzzle: Puzzle) -> Iterator[str]:
    for number, cell in enumerate(puzzle.geometry.cells):
        yield f"node({cell.row},{cell.column}). at({number},{cell.row},{cell.column})."
    for link in puzzle.geometry.links:
        yield f"edge({link.first.row},{link.first.column},{link.second.row},{link.second.column})."
    yield from _values(puzzle, "pearl", "pearl")


def _tents(puzzle: Puzzle) -> Iterator[str]:
    yield from _cells(puzzle)
    for cell in puzzle.givens["tree"]:
        yield f"tree({cell.row},{cell.column})."  # type: ignore[union-attr]
    for line, value in puzzle.givens["clue"].items():
        yield f"{'row' if line in puzzle.geometry.rows else 'column'}({line.number},{value})."  # type: ignore[union-attr]


def _hitori(puzzle: Puzzle) -> Iterator[str]:
    yield from _cells(puzzle)
    yield from _values(puzzle, "digit", "digit")


def _light_up(puzzle: Puzzle) -> Iterator[str]:
    yield from _cells(puzzle)
    walls = {*puzzle.givens.get("block", {}), *puzzle.givens.get("clue", {})}
    yield from (f"free({cell.row},{cell.column})." for cell in puzzle.geometry.cells if cell not in walls)
    yield from _values(puzzle, "clue", "clue")


def _heyawake(puzzle: Puzzle) -> Iterator[str]:
    yield from _cells(puzzle)
    rooms = {cell: number for number, room in enumerate(puzzle.partitions["room"]) for cell in room.cells}
    yield from (f"room({cell.row},{cell.column},{number})." for cell, number in rooms.items())
    for room, value in puzzle.givens.get("clue", {}).items():
        yield f"total({puzzle.partitions['room'].index(room)},{value})."
    for line in puzzle.geometry.lines:
        doors = [
            place for place in range(1, len(line.cells)) if rooms[line.cells[place - 1]] != rooms[line.cells[place]]
        ]
        for one, other in pairwise(doors):
            first, last = line.cells[one - 1], line.cells[other]
            yield f"stretch({first.row},{first.column},{last.row},{last.column})."


GENRES: dict[str, tuple[Facts, str]] = {
    "Nurikabe": (_nurikabe, STEPS + FIRST + NURIKABE + NO_BLOCK.format("black")),
    "Yin-Yang": (_yin_yang, STEPS + YIN_YANG),
    "Slitherlink": (_slitherlink, FIRST + LOOP + SLITHERLINK),
    "Masyu": (_masyu, FIRST + LOOP + MASYU),
    "Tents": (_tents, STEPS + TENTS),
    "Hitori": (_hitori, STEPS + WHITE + HITORI),
    "Light Up": (_light_up, STEPS + LIGHT_UP),
    "Heyawake": (_heyawake, STEPS + WHITE + HEYAWAKE),
}
"""By the title of the rules: a board as facts, and the rules."""


def is_usual(sample: Sample) -> bool:
    """Whether a board is of the usual rules: none of its options has another value than the default."""
    chosen = sample.puzzle.options
    return all(chosen.get(one.name, one.default) == one.default for one in sample.rules.options)


def clingo(sample: Sample) -> int:
    """How many answers there are, up to two; what is not shown does not tell them apart."""
    import clingo as package  # type: ignore[import-not-found, unused-ignore]  # no dependency of the project

    facts, rules = GENRES[sample.rules.title]
    control = package.Control(["2", "--project=show", "--warn=none"])
    control.add("base", [], "".join(facts(sample.puzzle)) + rules)
    control.ground([("base", [])])
    result = 0
    with control.solve(yield_=True) as models:
        for _ in models:
            result += 1
    return result


def ours(sample: Sample) -> int:
    """The same by puzzlelang, in this process."""
    return len(pipeline.solve(sample.rules, sample.puzzle).answers)


def _timed(work: Callable[[Sample], int], sample: Sample) -> tuple[float, int]:
    start = time.process_time()
    answers = work(sample)
    return time.process_time() - start, answers


def main(boards: list[str]) -> None:
    """A line for each board, then the geometric mean of the ratios for each genre and for all."""
    if importlib.util.find_spec("clingo") is None:
        print("clingo is not installed")
        return
    with bench_.make_context("bench", []):  # reading of lists wants the limits of a command
        _compare(list(board_lists.boards_of(boards) if boards else board_lists.standard()))


def _compare(samples: list[Sample]) -> None:
    ratios: dict[str, list[float]] = {}
    for sample in samples:
        if sample.rules.title not in GENRES or not is_usual(sample):
            continue
        pairs = [(_timed(ours, sample), _timed(clingo, sample)) for _ in range(3)]
        mine, other = (statistics.median(pair[which][0] for pair in pairs) for which in (0, 1))
        ratios.setdefault(sample.rules.title, []).append(mine / other)
        agree = "" if pairs[0][0][1] == pairs[0][1][1] else "  other answers!"
        print(
            f"{sample.rules.title:12} {sample.size:>7} {mine:9.4f} {other:9.4f} {mine / other:6.2f}{agree}", flush=True
        )
    means = {title: statistics.geometric_mean(result) for title, result in ratios.items()}
    for title, mean in means.items():
        print(f"{title:12} {mean:6.2f} over {len(ratios[title])}")
    print(f"all genres   {statistics.geometric_mean(means.values()):6.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
