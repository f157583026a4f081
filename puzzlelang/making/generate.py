"""Generation of new boards from the rules alone.

Random givens get an answer (`random_givens`, `joint_search`), then all clues that the answer allows (`clue_synthesis`,
`list_clues`).  As long as the board has another answer it is changed: other clues that exclude it, other regions, or
another answer.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import Failed, fail
from puzzlelang.ground import from_typed
from puzzlelang.making.draft import BoardDraft
from puzzlelang.making.draft_prover import DraftProver
from puzzlelang.making.draw_modes import DrawModes
from puzzlelang.making.fixed_givens import givens_of_rule
from puzzlelang.making.joint_search import JointSearch, number_bounds, structure_of
from puzzlelang.making.next_answer import next_answer
from puzzlelang.making.plan import Plan
from puzzlelang.making.random_givens import draw_givens
from puzzlelang.making.region_sizes import resized, without_clues
from puzzlelang.making.repair import repair
from puzzlelang.making.uniqueness import UniquenessProver
from puzzlelang.problem.record import Origin, Values
from puzzlelang.puzzle import Puzzle, Solution
from puzzlelang.solving import stats
from puzzlelang.solving.checked_solver import Stopped
from puzzlelang.solving.stats import measure_stage
from puzzlelang.steps.rating import ratings as rating
from puzzlelang.steps.rating.ratings import Rating, StepRating, rated
from puzzlelang.steps.search.local_patterns import Order
from puzzlelang.steps.search.walk import Walk


class Draws(msgspec.Struct):
    """Counts of draws that failed, by reason.

    `unanswered`: no answer, or none within the budget.  `trivial`: almost all values of the answer were the same.
    `several`: no change led to a single answer.  `wrong_rating`: not of the wanted difficulty; `harder` of them are
    harder.
    """

    unanswered: int = 0
    trivial: int = 0
    several: int = 0
    wrong_rating: int = 0
    harder: int = 0

    @property
    def total(self) -> int:
        """All failed draws."""
        return self.unanswered + self.trivial + self.several + self.wrong_rating


MOST_STEPS = 80
"""Changes of one board since the last that left fewer open cells before another is drawn."""

FIRST_STEPS = 30
"""Such changes of the first board without clues; each one with several answers adds as many for the next.

What no change of its random givens alters, such as the number of regions, is found by drawing another board.
"""

VAIN_STEP = 0.1
"""What a change counts that the answer does not fit, as it costs hardly any work."""


MOST_SHAPED = 3
"""After so many draws with several answers every second one may have clues anywhere, which changes its looks."""


class GeneratedBoard(msgspec.Struct, frozen=True):
    """A board with its only answer."""

    puzzle: Puzzle
    answer: Solution


def draw_board(
    plan: Plan,
    template: Puzzle,
    prover: UniquenessProver,
    chance: random.Random,
    draws: Draws,
    modes: DrawModes,
    trial: int,
) -> GeneratedBoard | None:
    """A random board, changed until it has one answer; None if it fails, which is counted in `draws`.

    Raises `Failed` (E334) if no board like the template can have an answer.
    """
    every, plan = modes.next(trial), resized(plan, draws.unanswered, draws.several)
    begun = _first_answer(plan, template, prover, chance, modes, draws.several + draws.harder, every=every)
    if begun is None:
        draws.unanswered += 1
        modes.failures[every] += 1
        return None
    search, values = begun
    answer, structure = search.solution(values), structure_of(search, values)
    if is_trivial(answer, search.problem.partitions):
        draws.trivial += 1
        modes.failures[every] += 1
        modes.keep(search, every)
        return None
    modes.answers[every] += 1
    anywhere = draws.several >= MOST_SHAPED and draws.several % 2 == 1
    modes.prover = modes.prover or DraftProver(plan, prover)
    draft = BoardDraft(plan, template, modes.prover, chance, search.base, answer, structure, anywhere=anywhere)
    steps, best, most = 0.0, draft.least, MOST_STEPS
    if without_clues(plan):
        most = min(most, FIRST_STEPS * (1 + draws.several))
    try:
        while steps < most:
            if is_trivial(draft.answer, search.problem.partitions):
                draws.trivial += 1
                return None
            try:
                if draft.improve():
                    return GeneratedBoard(draft.board, draft.answer)
                steps += 1 if draft.is_judged else VAIN_STEP
                if draft.is_stuck and not next_answer(search, draft, chance):
                    break
                if draft.least < best:
                    steps, best = 0.0, draft.least
            except (Failed, Stopped):
                break
    finally:
        draft.close()
        modes.keep(search, every)
    draws.several += 1
    return None


def _first_answer(
    plan: Plan,
    template: Puzzle,
    prover: UniquenessProver,
    chance: random.Random,
    modes: DrawModes,
    failed: int,
    *,
    every: bool,
) -> tuple[JointSearch, Values] | None:
    """A random board with an answer, repaired if there is none at first."""
    search = modes.searches.pop(every, None)
    try:
        if search is None:
            base = draw_givens(plan, template, chance)
            search = JointSearch(plan, base, template, prover.stats, every=every, usual=modes.usual(every))
    except Failed:
        return None
    try:
        values = search.random_answer(chance, failed, modes.beyond(every))
    except Failed:
        modes.keep(search, every)
        return None
    except Stopped:
        modes.keep(search, every)
        modes.stopped[every] += 1
        return None
    modes.stopped[every] = max(0, modes.stopped[every] - 1)
    if values is not None:
        return search, values
    broken = None if search.broken is None else search.broken.origin
    if broken is not None and not givens_of_rule(plan.rules, broken.rule.name):
        search.close()
        raise _no_board(plan, template, broken)
    if plan.any_random_givens:
        return repair(search, chance, modes.failures[every])
    search.close()
    modes.barren.add(every)
    if len(modes.barren) == 2:
        raise _no_board(plan, template, None)
    return None


def _no_board(plan: Plan, template: Puzzle, broken: Origin | None) -> Failed:
    """The exception that boards of this size have no answer; `broken` is what none obeys, whatever the board says."""
    template_text = "with what the template says " if template.givens or template.partitions else ""
    if broken is not None:
        reason = f': none obeys "{broken.sentence}"'
    else:
        bounds = [f"`{name}` up to {most}" for name, most in number_bounds(plan, template).items()]
        bounds_text = f", with {' and '.join(bounds)}" if bounds else ""
        reason = f", whatever it says{' besides' * bool(template_text)}{bounds_text}"
    message = f"no board of {_shape(template)} {template_text}has an answer{reason}"
    return fail("E334", message, hint=_another_hint(plan, template, template_text))


def _shape(template: Puzzle) -> str:
    return f"{template.geometry.height}x{template.geometry.width}"


def _another_hint(plan: Plan, template: Puzzle, template_text: str) -> str:
    """The advice to take another template or another size, such as that of the largest example."""
    if template_text:
        return "take another template"
    own_size = template.geometry.height, template.geometry.width
    height, width = max(plan.statistics.sizes, key=lambda size: size[0] * size[1], default=own_size)
    return "take another size" if (height, width) == own_size else f"take another size, such as {height}x{width}"


TRIVIAL_RATIO = 15
"""At least one in so many places of an answer must differ from the most frequent value."""


def is_trivial(answer: Solution, partitions: Collection[str] = ()) -> bool:
    """Whether almost all values of an answer are the same.

    An answer's partition, one of `partitions`, is also trivial if each of its areas is a single cell.
    """
    for name, values in answer.values.items():
        counts = Counter(values.values())
        most = len(values) if name in partitions and len(counts) == len(values) else max(counts.values(), default=0)
        if (len(values) - most) * TRIVIAL_RATIO >= len(values) > 0:
            return False
    return True


def rating_name(name: str) -> str:
    """A checked name of a rating, or nothing.  Raises `Failed` (E333) if there is no such rating."""
    if name and name not in rating.LEVELS:
        raise fail("E333", f"there is no rating `{name}`", hint=f"there are {join_words(rating.LEVELS)}")
    return name


def rate_board(prover: UniquenessProver, puzzle: Puzzle, answer: Solution) -> Rating:
    """The rating of a puzzle with its only answer."""
    with measure_stage(prover.stats.seconds, stats.STEPS):
        return rating.rate(list(_steps(prover, puzzle, answer)))


def no_harder(prover: UniquenessProver, puzzle: Puzzle, answer: Solution, name: str) -> bool:
    """Whether a puzzle with its only answer is at most as hard as a name of `steps.rating.ratings` says."""
    with measure_stage(prover.stats.seconds, stats.STEPS):
        return rating.no_harder(_steps(prover, puzzle, answer), name)


def _steps(prover: UniquenessProver, puzzle: Puzzle, answer: Solution) -> Iterator[StepRating]:
    problem = from_typed.ground(prover.rules, puzzle)
    patterns = prover.patterns(puzzle, problem)
    for step in Walk(problem, problem.partial(answer.values), patterns=patterns, order=Order.EASIEST).steps():
        prover.beat()
        yield rated(step)
