"""Words of hints: nothing is said twice, nothing that takes a line is only counted, no name of a rule file shows."""

import re

import pytest

from puzzlelang import pipeline
from puzzlelang.problem.record import Problem
from puzzlelang.source import Source
from puzzlelang.steps.cases.from_problem import cases
from puzzlelang.steps.record import Fact, Inference, RuleCase, Step, Tier, derived
from puzzlelang.steps.templates import MORE, ReasonTemplate, joined_reasons, refer_back
from puzzlelang.steps.words.fact_texts import Amount, clauses_text, facts_text, grounds_text, here_text
from puzzlelang.steps.words.reason_texts import reason
from puzzlelang.steps.words.sentences import BROKEN, conclusion_text, contradiction_text
from puzzlelang.steps.words.verbalisation import MOST_LISTED_CASES, lines_and_details, step_lines
from puzzlelang.techniques.names import equal_things
from tests.test_cli import ROOT

TENTS = " 112030\n1..T...\n1....T.\n2.T.T..\n1.T....\n1......\n1..T.T.\n"


def grounded(name: str, text: str) -> Problem:
    rules = pipeline.load(name)
    return pipeline.ground(rules, pipeline.board(rules, Source("board.txt", text)))


@pytest.fixture(scope="module")
def latin() -> Problem:
    return grounded("latin-square", "1...\n....\n....\n....\n")


def test_a_value_is_told_without_those_that_it_excludes(latin: Problem) -> None:
    at = next(one.index for one in latin.variables if str(one.place) == "R2C1")
    assert facts_text(latin, [Fact(at, 2, True), Fact(at, 3, False), Fact(at + 1, 3, False)]) == (
        "R2C1 is 2, R2C2 is not 3"
    )


def test_one_place_is_named_rather_than_counted(latin: Problem) -> None:
    three = [Fact(4, 2, True), Fact(5, 3, True), Fact(6, 4, True)]
    assert facts_text(latin, three, most=2) == facts_text(latin, three)
    assert facts_text(latin, three, most=1).endswith(", and 2 more places follow")
    assert grounds_text(latin, three, Amount(1)) == "as R2C1 is 2, and what is known of R2C2 and R2C3"


def test_many_places_are_named_by_the_rectangle_around_them(latin: Problem) -> None:
    every = [Fact(one, 2 + (one + one // 4) % 2, True) for one in range(4, 16)]
    assert grounds_text(latin, every, Amount(1)).endswith("and what is known of 6 places from R2C1 to R4C4")
    rows = [Fact(one, 2 + one // 8, True) for one in range(4, 12)]
    assert grounds_text(latin, rows, Amount(1)) == "as R2C1–R2C4 are 2, and what is known of R3C1–R3C4"


def test_a_long_list_of_grounds_is_said_in_short_but_no_conclusion_is(latin: Problem) -> None:
    same = [Fact(one, 2, True) for one in (4, 6, 9, 11, 12, 14)]
    assert grounds_text(latin, same, Amount(regions=True)) == "as 6 places from R2C1 to R4C4 are 2"
    assert grounds_text(latin, same[:4], Amount(regions=True)) == "as R2C1, R2C3, R3C2 and R3C4 are 2"
    known, follows = tuple(Fact(one, 2 + (one + one // 4) % 2, True) for one in range(4, 16)), (Fact(0, 2, True),)
    step = Step(Tier.DIRECT, follows, cases(latin)[:1], known, derived(Inference(cases(latin)[:1], known, follows)))
    lines, details = lines_and_details(latin, step)
    assert lines[0] == details[0] == "R1C1 is 2"
    assert sum(len(line.split()) for line in lines) < sum(len(line.split()) for line in details)


def test_facts_are_clauses_after_but_and_a_list_after_here(latin: Problem) -> None:
    assert clauses_text(latin, [Fact(4, 2, True), Fact(5, 3, False)]) == "R2C1 is 2 and R2C2 is not 3"
    assert here_text(latin, [Fact(4, 2, True)]) == "here R2C1 is 2"
    tents = grounded("tents", TENTS)
    at = next(one.index for one in tents.variables if str(one.place) == "R2C2")
    assert clauses_text(tents, [Fact(at, 0, True)]) == "no tent is at R2C2"
    assert here_text(tents, [Fact(at, 0, True)]) == "here: no tent at R2C2"


def test_a_long_sentence_becomes_several(latin: Problem) -> None:
    rules = ["Row 1 holds every digit once", "column 2 holds every digit once"]
    few, many = [Fact(4, 2, True)], [Fact(one, 2 + one % 3, True) for one in range(4, 12)]
    assert conclusion_text(latin, rules, "2 has no other place", few) == (
        "Row 1 holds every digit once; column 2 holds every digit once: 2 has no other place, as R2C1 is 2."
    )
    reason = "otherwise 2 would have no place in any of the rows and columns"
    *_, here, so = re.split(r"(?<=\.) ", conclusion_text(latin, rules, reason, many, then="R1C1 is 2"))
    assert here.startswith("Here R2C1, ")
    assert so == "So R1C1 is 2."


@pytest.mark.parametrize(
    ("rules", "because", "facts", "text"),
    [
        (["A"], "B ends", [], "A, but B ends."),
        (["A"], "", [Fact(4, 2, True)], "A, but R2C1 is 2."),
        (["A"], "", [], "But a."),
        ([], "B ends", [], "But B ends."),
        (["A", "B"], "", [Fact(4, 2, True)], "Nothing fits any more: a; b. Here: R2C1 is 2."),
        (["A", "B", "C"], "", [], "Nothing fits any more: a; b; c."),
        (["A, likewise for B", "C"], "", [], "Nothing fits any more: a, likewise for B; c."),
        (["A, likewise for B"], "", [], "Nothing fits any more: a, likewise for B."),
        (["A", f"5{MORE}"], "", [], "Nothing fits any more: a; 5 more conditions count."),
        ([], "", [], BROKEN),
    ],
)
def test_a_contradiction_says_what_is_wrong(
    latin: Problem, rules: list[str], because: str, facts: list[Fact], text: str
) -> None:
    assert contradiction_text(latin, rules, because, facts) == text


def test_one_area_cannot_get_all_that_is_asked_of_it() -> None:
    rules = pipeline.load("compass")
    problem = pipeline.ground(rules, pipeline.board(rules, min((ROOT / "examples" / "compass").glob("small.txt"))))
    said = [case for case in cases(problem) if case.origin.rule.name in ("south", "east")]
    several = next([one, other] for one in said for other in said if same_area(one, other))
    text = reason(problem, Inference(tuple(several), (), ()))[0].text
    assert text.endswith("cannot get both")


def same_area(one: RuleCase, other: RuleCase) -> bool:
    """Whether two cases are different rules about one compass."""
    return one.origin.rule is not other.origin.rule and one.origin.bindings == other.origin.bindings


def test_what_is_drawn_is_not_said_beside_a_reason(latin: Problem) -> None:
    drawn, excluded = Fact(4, 2, True), Fact(5, 3, False)
    text = conclusion_text(latin, ["A"], "B would end", [drawn, excluded], shown=Amount(drawn=False))
    assert text == "A: B would end, as R2C2 is not 3."
    assert conclusion_text(latin, ["A"], "", [drawn], shown=Amount(drawn=False)) == "A: R2C1 is 2."


def test_a_reason_that_says_which_rule_is_broken_stands_alone() -> None:
    board = "11....\n1.....\n..3...\n......\n......\n......\n"
    problem = grounded("slitherlink", board)
    ends = next(case for case in cases(problem) if case.origin.rule.name == "loop" and not case.graph)
    *others, last = ends.variables
    known, follows = tuple(Fact(one, 0, True) for one in others), (Fact(last, 0, True),)
    step = Step(Tier.DIRECT, follows, (ends,), known, derived(Inference((ends,), known, follows)))
    lines, details = lines_and_details(problem, step)
    assert re.fullmatch(r"Otherwise the line would end at the top left of R\d+C\d+\.", lines[1])
    assert details[1].startswith("The line is a single loop: otherwise the line would end")


def test_cells_that_are_not_black_are_white_where_rules_call_them_so() -> None:
    black = [Fact(0, 1, True), Fact(1, 1, False)]
    assert facts_text(grounded("heyawake", "aaa\naaa\n\n"), black) == "R1C1 is black, R1C2 is white"
    assert facts_text(grounded("lits", "aaa\naaa\n"), black) == "R1C1 is black, R1C2 is not black"


def test_a_guess_from_many_conditions_counts_them(latin: Problem) -> None:
    count = MOST_LISTED_CASES + 1
    step = Step(Tier.GUESSED, (Fact(5, 2, True),), (cases(latin) * count)[:count], (), derived(), count)
    assert step_lines(latin, step)[1].startswith(f"A guess: no short reason was found; {count} conditions together")


@pytest.mark.parametrize(
    ("texts", "text"),
    [
        (["otherwise A would end"], "otherwise A would end"),
        (["otherwise A would end", "otherwise B would end"], "otherwise A would end, and B would end"),
        (["it is there already", "otherwise B would end"], "it is there already, otherwise B would end"),
        (["a ring closes", "B ends"], "a ring closes and B ends"),
    ],
)
def test_reasons_are_joined(texts: list[str], text: str) -> None:
    assert joined_reasons(texts) == text


@pytest.mark.parametrize(
    ("template", "follows", "cited", "text"),
    [
        (ReasonTemplate.NO_RECTANGLE, True, "The area at R1C1 is a rectangle", ""),
        (ReasonTemplate.LARGE, True, "The area at R1C1 has 2", "otherwise it would have at least 6 cells"),
        (ReasonTemplate.SMALL, False, "The area of R1C1 has 6 cells", "it has at most 6 cells"),
        (ReasonTemplate.SIZE, True, "The area of R1C1 has 6 cells", "otherwise it could not"),
        (ReasonTemplate.SIZE, True, "R1C1 is full", "otherwise it could not get 6 cells"),
        (ReasonTemplate.SMALL, False, "The area of R2C1 has 6 cells", "the area of R1C1 has at most 6 cells"),
    ],
)
def test_what_the_rule_names_is_not_named_again(template: ReasonTemplate, follows: bool, cited: str, text: str) -> None:
    reason = template.reason(follows, group="area", place="R1C1", cells="6 cells")
    assert refer_back(reason, cited) == text


def test_two_places_that_the_rule_names_are_not_named_again() -> None:
    reason = ReasonTemplate.JOINED.reason(True, first="R1C1", second="R2C2")
    assert refer_back(reason, "R1C1 and R2C2 are apart") == "otherwise they would be joined"
    assert refer_back(reason, "R1C1 is alone") == "otherwise R1C1 and R2C2 would be joined"


@pytest.mark.parametrize(
    ("amount", "sets", "text"),
    [
        (1, 2, "a digit and a digit"),
        (2, 1, "two equal digits"),
        (2, 2, "two pairs of equal digits"),
        (3, 2, "two sets of three equal digits"),
    ],
)
def test_equal_things_of_a_pattern(amount: int, sets: int, text: str) -> None:
    assert equal_things("digit", amount, sets) == text


def test_numbers_are_called_as_boards_show_them() -> None:
    problem = grounded("easy-as-abc", "letters: 2\n\n  ...\n. ... .\n. ... .\n. ... .\n  ...\n")
    facts = [Fact(0, 0, True), Fact(1, 2, True), Fact(2, 0, False), Fact(3, 1, False)]
    assert facts_text(problem, facts) == "R1C1 is empty, R1C2 is B, R1C3 is not empty, R2C1 is not A"


def test_bridges_are_counted_and_go_from_end_to_end() -> None:
    problem = grounded("hashi", "2..2\n....\n1..1\n")
    across = [one.index for one in problem.variables if str(one.place) in ("R1C1-R1C2", "R1C2-R1C3", "R1C3-R1C4")]
    assert facts_text(problem, [Fact(index, 1, True) for index in across]) == "1 bridge at R1C1-R1C4"
    assert facts_text(problem, [Fact(index, 2, True) for index in across[:2]]) == "2 bridges at R1C1-R1C3"
    assert facts_text(problem, [Fact(index, 0, True) for index in across]) == "no bridge at R1C1-R1C4"


def test_too_few_or_too_many_in_view_are_said() -> None:
    rules = pipeline.load("kurodoko")
    path = pipeline.path(rules, pipeline.board(rules, Source("K", "...7.\n5....\n..2..\n....2\n.4...\n")))
    reasons = [step.lines[1] for step in path.steps[:2]]
    assert reasons == [
        "R1C4 sees 7 white cells, itself among them: otherwise there would be too few.",
        "R3C3 sees 2 white cells, itself among them: otherwise there would be too many.",
    ]
