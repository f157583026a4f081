"""Words of paths: trials that come to the same are one step, and several rules together have a reason."""

from collections.abc import Sequence

import pytest

from puzzlelang import pipeline
from puzzlelang.problem import nodes, traversal
from puzzlelang.problem.record import Problem
from puzzlelang.source import Source
from puzzlelang.steps.cases.from_problem import cases
from puzzlelang.steps.rating.folded_trials import fold_trials
from puzzlelang.steps.record import Fact, Inference, RuleCase, Step, Tier, derived
from puzzlelang.steps.words.fact_texts import either_text
from puzzlelang.steps.words.reason_texts import reason
from puzzlelang.steps.words.verbalisation import step_lines

STARS = "[room]\naaab\naaab\ncccb\ndddb\n"


def grounded(name: str, text: str) -> Problem:
    rules = pipeline.load(name)
    return pipeline.ground(rules, pipeline.board(rules, Source("board.txt", text)))


@pytest.fixture(scope="module")
def stars() -> Problem:
    return grounded("star-battle", STARS)


def fact(problem: Problem, place: str, value: int = 1) -> Fact:
    return Fact(next(one.index for one in problem.variables if str(one.place) == place), value, True)


def about(problem: Problem, *starts: str) -> tuple[RuleCase, ...]:
    return tuple(case for case in cases(problem) if case.origin.sentence.lower().startswith(starts))


def test_what_is_supposed_of_several_places_is_joined_by_or(stars: Problem) -> None:
    first, second, third = (fact(stars, place) for place in ("R1C1", "R2C3", "R3C4"))
    assert either_text(stars, [first, second, third]) == "star at R1C1, R2C3 or R3C4"
    assert either_text(stars, [first, second.opposite]) == "star at R1C1 or no star at R2C3"


def supposed(problem: Problem, place: str, known: Sequence[Fact] = ()) -> Step:
    """A trial of a star in column 4: it leaves none for the row."""
    (row,) = about(problem, "row 4 ")
    (column,) = about(problem, "column 4 ")
    star, gone = fact(problem, place), fact(problem, "R4C4", 0)
    none = tuple(fact(problem, f"R4C{one}", 0) for one in (1, 2, 3))
    chain = Inference((column,), (star,), (gone,)), Inference((row,), (*none, gone), ())
    return Step(Tier.SUPPOSED, (star.opposite,), (row, column), (*none, *known), derived(*chain), 2)


def test_trials_that_come_to_the_same_become_one(stars: Problem) -> None:
    apart = [supposed(stars, place) for place in ("R1C4", "R2C4", "R3C4")]
    (one,) = fold_trials(stars, iter(apart))
    assert one.parts == tuple(apart)
    assert step_lines(stars, one) == (
        "no star at R1C4–R3C4",
        "Suppose star at R1C4, R2C4 or R3C4.",
        "Column 4 holds 1 star: it is there already, so no star at R4C4.",
        "Row 4 holds 1 star, but none can be there.",
    )


def test_a_trial_comes_after_what_it_rests_on(stars: Problem) -> None:
    first = supposed(stars, "R1C4")
    second = supposed(stars, "R2C4", first.facts)
    direct = Step(Tier.DIRECT, (fact(stars, "R1C1"),), (), (), derived())
    assert list(fold_trials(stars, iter([first, second]))) == [first, second]
    assert list(fold_trials(stars, iter([first, direct, second]))) == [first, direct, second]


@pytest.mark.parametrize(
    ("name", "board", "rules", "known", "then", "text", "broken"),
    [
        (
            "star-battle",
            STARS,
            ("row 3 ", "room c "),
            (),
            ("R3C4", 0),
            "all that room c still needs lies in row 3, and row 3 can hold no more",
            "",
        ),
        (
            "killer-sudoku",
            "[cage]\naabb\n....\n....\n....\n\n[total]\na: 3  b: 7\n",
            ("the digits of cage a ", "no digit stands twice in cage a"),
            (),
            ("R1C1", -4),
            "only 1 + 2 fits",
            "The digits of cage a add up to 3",
        ),
        (
            "unruly",
            "0....0\n......\n......\n......\n......\n......\n",
            ("row 1 ", "no three "),
            (("R1C1", 0), ("R1C6", 0)),
            ("R1C2", 1),
            "otherwise R1C3–R1C5 are 1",
            "",
        ),
    ],
)
def test_several_rules_have_a_reason(
    name: str,
    board: str,
    rules: tuple[str, ...],
    known: Sequence[tuple[str, int]],
    then: tuple[str, int],
    text: str,
    broken: str,
) -> None:
    problem = grounded(name, board)
    place, value = then
    follows = fact(problem, place, abs(value))
    follows = follows if value >= 0 else follows.opposite
    premises = tuple(fact(problem, *one) for one in known)
    row = {one.index for one in problem.variables if str(one.place).startswith(f"{place[:2]}C")}
    chosen = tuple(case for case in about(problem, *rules) if row.issuperset(case.variables))
    because, _ = reason(problem, Inference(chosen, premises, (follows,)))
    assert because.text == text
    assert [case.origin.sentence for case in chosen if case.index == because.broken] == list(filter(None, [broken]))


SIGNS = ". .>.>.\n\n. . . .\n\n. . . .\n\n. . . .\n"


def signs(problem: Problem) -> list[RuleCase]:
    return [case for case in about(problem, "each sign ") if len(case.variables) == 2]


def test_the_only_place_of_a_value_by_several_rules() -> None:
    problem = grounded("futoshiki", SIGNS)
    (row,), (column,), (first, second) = about(problem, "row 1 "), about(problem, "column 1 "), signs(problem)
    below = fact(problem, "R2C1")
    gone = tuple(fact(problem, place).opposite for place in ("R1C1", "R1C2", "R1C3"))
    chain = (
        Inference((column,), (below,), gone[:1]),
        Inference((first,), (), (gone[1],)),
        Inference((second,), (), (gone[2],)),
        Inference((row,), gone, (fact(problem, "R1C4"),)),
    )
    step = Step(Tier.CHAINED, chain[-1].conclusions, (column, first, second, row), (below,), derived(*chain), 4)
    assert step_lines(problem, step) == (
        "R1C4 is 1",
        "Each sign opens towards the larger digit (at R1C2-R1C3 and R1C3-R1C4):"
        " only R1C4 can be 1 in row 1, as R2C1 is 1.",
    )


def test_the_only_value_of_a_place_by_several_rules() -> None:
    problem = grounded("futoshiki", SIGNS)
    (column,), (_, second) = about(problem, "column 3 "), signs(problem)
    below, beside = fact(problem, "R2C3", 4), fact(problem, "R1C4", 2)
    gone = fact(problem, "R1C3", 4).opposite
    chain = Inference((column,), (below,), (gone,)), Inference((second,), (beside, gone), (fact(problem, "R1C3", 3),))
    step = Step(Tier.CHAINED, chain[-1].conclusions, (column, second), (below, beside), derived(*chain), 2)
    assert step_lines(problem, step) == ("R1C3 is 3", "R1C3 can only be 3: column 3 has 4; R1C4 is 2.")


def test_grounds_of_many_conclusions_are_those_of_the_first() -> None:
    problem = grounded("hitori", "123\n456\n789\n")
    apart = about(problem, "black cells are never ")[::2]
    chain = []
    for case in apart[:6]:
        one, other = case.variables
        chain.append(Inference((case,), (Fact(one, 1, True),), (Fact(other, 0, True),)))
    known = tuple(dict.fromkeys(given for one in chain for given in one.premises))
    facts = tuple(dict.fromkeys(then for one in chain for then in one.conclusions))
    step = Step(Tier.DIRECT, facts, apart[:6], known, derived(*chain))
    assert len(known) == 6
    assert step_lines(problem, step)[1] == "Black cells are never side by side: R1C1 is black, and so on."


@pytest.mark.parametrize(
    "rest", ["let islands = components(cells - black)", "let island(c) = component(c, cells - black)"]
)
def test_a_component_is_called_as_the_rule_file_has_it(rest: str) -> None:
    use = "every p in islands: count(p) = 2" if "islands" in rest else "every c in cells - black: count(island(c)) = 2"
    text = f'puzzle "P"\nboard any\nfind black : set of cells as "#"\n{rest}\nrule size "Two each":\n  {use}\n'
    rules = pipeline.ruleset(Source("islands.rules", text))
    problem = pipeline.ground(rules, pipeline.board(rules, Source("board.txt", "...\n...\n")))
    sizes = [
        node
        for case in cases(problem)
        for node in traversal.every_node(case.formula)
        if isinstance(node, nodes.ComponentSize | nodes.First)
    ]
    assert {node.graph.noun for node in sizes} == {"island"}
