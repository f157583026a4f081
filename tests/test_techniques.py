"""What guides for players call techniques: a board for each, and the cells that the technique decides."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from puzzlelang import pipeline
from puzzlelang.source import Source
from puzzlelang.steps.record import NamedFact, Tier


class Technique(NamedTuple):
    """A board, and what the technique concludes; `rules` are those that it names, `says` what is told of a step."""

    genre: str
    name: str
    board: str
    follows: tuple[str, ...]
    rules: frozenset[str]
    says: str = ""


TECHNIQUES = [
    Technique("sudoku", "last digit of a row", "123.\n....\n....\n....\n", ("digit R1C4 4",), frozenset({"line"})),
    Technique("sudoku", "hidden single", "....\n..1.\n....\n.1..\n", ("digit R1C1 1",), frozenset({"line", "box"})),
    Technique("sudoku", "naked single", "12..\n....\n...3\n....\n", ("digit R1C4 4",), frozenset({"line"})),
    Technique(
        "star-battle",
        "beside a room of two cells",
        "aabb\nccbb\nccdd\nccdd\n",
        ("-star R2C1", "-star R2C2"),
        frozenset(),
    ),
    Technique(
        "star-battle",
        "a room of one cell",
        "aaaab\ncaabb\nddabe\nddeee\neeeee\n",
        ("-star R2C2",),
        frozenset({"touch"}),
    ),
    Technique(
        "nonogram", "overlap", "4 . . . . .\n. . . . . .\n", ("ink R1C2", "ink R1C3", "ink R1C4"), frozenset({"clue"})
    ),
    Technique(
        "nonogram",
        "end of a stretch",
        "  3 . .\n2 . . .\n. . . .\n. . . .\n",
        ("ink R1C2", "-ink R1C3"),
        frozenset({"clue"}),
    ),
    Technique("tents", "a full row", " ....\n1T...\n.....\n...T.\n.....\n", ("tent R1C2",), frozenset({"hint"})),
    Technique("tents", "away from trees", " ....\n.T...\n.....\n.....\n.....\n", ("-tent R4C4",), frozenset({"pairs"})),
    Technique(
        "slitherlink", "three in a corner", "3..\n...\n...\n", ("line left border of R1C1",), frozenset({"clue"})
    ),
    Technique(
        "slitherlink",
        "adjacent threes",
        "....\n.33.\n....\n....\n",
        ("line border R2C1/R2C2", "line border R2C3/R2C4"),
        frozenset({"clue"}),
    ),
    Technique(
        "slitherlink",
        "nought beside three",
        "....\n.30.\n....\n....\n",
        ("line border R2C1/R2C2",),
        frozenset({"clue"}),
    ),
    Technique("nurikabe", "a cell between two clues", "2.2\n...\n...\n", ("black R1C2",), frozenset()),
    Technique("hitori", "between two equal numbers", "1213\n2341\n3124\n4432\n", ("-black R1C2",), frozenset({"once"})),
    Technique("hitori", "three in a row", "1112\n2341\n3124\n4432\n", ("-black R1C2",), frozenset({"once", "touch"})),
    Technique(
        "skyscrapers",
        "one in sight",
        "  1...  \n .....\n .....\n .....\n .....\n",
        ("floors R1C1 4",),
        frozenset({"sight"}),
    ),
    Technique(
        "masyu", "white at the rim", ".o..\n....\n....\n....\n", ("line R1C1-R1C2", "line R1C2-R1C3"), frozenset()
    ),
    Technique(
        "masyu", "black in a corner", "*...\n....\n....\n....\n", ("line R1C2-R1C3", "-line R1C2-R2C2"), frozenset()
    ),
    Technique(
        "heyawake",
        "two in a room of three",
        "[room]\naaab\nbbbb\nbbbb\n\n[clue]\na: 2\n",
        ("black R1C1", "-black R1C2", "black R1C3"),
        frozenset({"clue"}),
    ),
    Technique(
        "sudoku",
        "naked pair",
        ".........\n345...8.9\n67....2..\n........4\n8.......5\n9.......6\n.8......7\n.9.......\n.........\n",
        ("digit R1C9 3",),
        frozenset({"line"}),
        "R1C1 and R1C2 take 1 and 2",
    ),
    Technique(
        "star-battle",
        "two stars in two by three cells",
        "stars: 2\n\naaabbbbbgg\naaabbbbbgg\nccceebhhgg\ncceeeehhgg\ncccdeehigg\n"
        "ccdddhhigg\ndddddhhiig\ndddddjjjig\nffdddjjjjj\nffffffjjjj\n",
        ("-star R1C2", "-star R2C2", "-star R1C4"),
        frozenset({"room", "touch"}),
    ),
    Technique(
        "slitherlink", "one in a corner", "1...\n....\n....\n....\n", ("-line top border of R1C1",), frozenset({"clue"})
    ),
    Technique(
        "slitherlink",
        "threes at a corner of each other",
        ".....\n.3...\n..3..\n.....\n.....\n",
        ("line border R1C2/R2C2", "line border R2C1/R2C2"),
        frozenset({"clue", "loop"}),
    ),
    Technique(
        "slitherlink",
        "nought at a corner of three",
        "....\n.0..\n..3.\n....\n",
        ("line border R2C3/R3C3",),
        frozenset({"clue", "loop"}),
    ),
    Technique(
        "slitherlink",
        "the other line at a corner of three",
        "....\n.0..\n..3.\n....\n",
        ("line border R3C2/R3C3",),
        frozenset({"loop"}),
    ),
    Technique(
        "nurikabe",
        "a cell that no clue can reach",
        ".....1\n..4...\n1...1.\n......\n.1.1.1\n......\n",
        ("black R6C1", "black R6C3"),
        frozenset({"one"}),
        "otherwise the island of R6C1 could reach none",
    ),
    Technique(
        "nurikabe",
        "a wall would be cut off",
        ".5...\n..2..\n.....\n..1..\n...3.\n",
        ("black R1C5",),
        frozenset({"wall"}),
        "would be cut off from",
    ),
    Technique(
        "nurikabe",
        "a cell too far from every number",
        ".2...\n...2.\n.....\n2....\n...2.\n",
        ("black R1C5", "black R2C1", "black R3C3"),
        frozenset({"one", "size"}),
        "R2C1 is too far from R1C2 and R4C1",
    ),
    Technique(
        "slitherlink",
        "two in a corner",
        "2....\n.....\n.....\n.....\n.....\n",
        ("line top border of R1C2", "line left border of R2C1"),
        frozenset({"clue", "loop"}),
        "only 1 can be there. So line above R1C1.",
    ),
    Technique(
        "hitori", "a pair and a third", "11213\n23451\n34512\n45123\n51234\n", ("black R1C4",), frozenset({"once"})
    ),
    Technique(
        "hitori", "two pairs in a corner", "1134\n1242\n3421\n4313\n", ("black R1C1",), frozenset({"once", "white"})
    ),
    Technique(
        "skyscrapers",
        "as many in sight as there are",
        "  4...\n ....\n ....\n ....\n ....\n",
        ("floors R1C1 1", "floors R4C1 4"),
        frozenset({"sight"}),
    ),
    Technique(
        "masyu",
        "black beside black",
        "......\n......\n..**..\n......\n......\n......\n",
        ("line R3C2-R3C3", "line R3C4-R3C5"),
        frozenset({"black", "behind"}),
    ),
    Technique(
        "masyu",
        "three white ones in a row",
        "......\n......\n.ooo..\n......\n......\n......\n",
        ("line R2C3-R3C3", "line R3C3-R4C3"),
        frozenset({"white", "beside"}),
    ),
    Technique(
        "masyu",
        "black beside the rim",
        "......\n..*...\n......\n......\n......\n......\n",
        ("-line R1C3-R2C3", "line R2C3-R3C3"),
        frozenset(),
    ),
    Technique(
        "heyawake",
        "five in three by three cells",
        "[room]\nbbbbb\nbaaab\nbaaab\nbaaab\nbbbbb\n\n[clue]\na: 5\n",
        ("black R2C2", "black R3C3", "-black R2C3"),
        frozenset({"clue", "touch"}),
    ),
    Technique(
        "heyawake",
        "white across two borders",
        "[room]\naabbcc\ndddddd\ndddddd\n\n[clue]\na: 0\nb: 0\n",
        ("black R1C5",),
        frozenset({"cross"}),
    ),
]


def fact_words(facts: tuple[NamedFact, ...]) -> Iterator[str]:
    """`tent R1C1`, `-tent R1C2`, `digit R1C1 5`."""
    for fact in facts:
        if fact.value is True or fact.value is False:
            yield f"{'' if fact.value == fact.holds else '-'}{fact.find} {fact.place}"
        else:
            yield f"{'' if fact.holds else '-'}{fact.find} {fact.place} {fact.value}"


@pytest.mark.parametrize("one", TECHNIQUES, ids=lambda one: f"{one.genre}: {one.name}")
def test_the_technique_is_found(one: Technique) -> None:
    rules = msgspec.structs.replace(pipeline.load(one.genre), kept=None)  # reasons, not patterns known before
    result = pipeline.path(rules, pipeline.board(rules, Source("board.txt", one.board)))
    output = [(fact, step) for step in result.steps for fact in fact_words(step.follows)]
    for wanted in one.follows:
        steps = [step for fact, step in output if fact == wanted]
        assert steps, [fact for fact, _ in output]
        assert steps[0].tier is not Tier.GUESSED
        assert one.rules <= {case.rule for case in steps[0].cases}
    assert any(one.says in line for _, step in output for line in (*step.lines, *step.details))
