"""The search for patterns: few premises and small windows first."""

import time
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from puzzlelang.techniques.contexts import Contexts, Place, sayable
from puzzlelang.techniques.enumeration import Enumeration
from puzzlelang.techniques.known import ALIKE, KnownPatterns
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.record import Fact, Pattern, Presence, Window, in_order
from puzzlelang.techniques.regions import terrains
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.techniques.seen_answers import SeenAnswers
from puzzlelang.techniques.symmetry import alike_givens, symmetries
from puzzlelang.techniques.theory import Theories


class Task(msgspec.Struct, frozen=True):
    """All patterns of a window with at most so many premises that force one conclusion."""

    premises: int
    window: Window
    conclusion: Fact


class FoundPattern(msgspec.Struct, frozen=True):
    """A pattern was found."""

    pattern: Pattern


class Done(msgspec.Struct, frozen=True):
    """All with so many premises in a window is done: which round of how many."""

    premises: int
    window: Window
    number: int
    rounds: int


Event = FoundPattern | Done


class Plan(msgspec.Struct, frozen=True):
    """The plan of a search: windows in order, and the most premises."""

    windows: tuple[Window, ...]
    premises: int


def windows(rows: int, columns: int) -> tuple[Window, ...]:
    """List windows up to a size: on their own, at a rim, and in a corner; the smallest first."""
    result = []
    for tall in range(1, rows + 1):
        for wide in range(1, columns + 1):
            for rims in ((), ("top",), ("left",), ("bottom",), ("right",), *_corners()):
                result.append(Window(tall, wide, rims))
    return tuple(sorted(result, key=lambda one: (one.cells, one.rows, len(one.rims))))


def _corners() -> list[tuple[str, ...]]:
    return [("top", "left"), ("top", "right"), ("left", "bottom"), ("bottom", "right")]


class Search(msgspec.Struct, eq=False):
    """A search as it goes on; `finished` tasks are not done again.  `deadline`: a time of `time.monotonic`."""

    opened: OpenRules
    plan: Plan
    known: KnownPatterns
    contexts: Contexts
    deadline: float | None = None
    finished: set[Task] = msgspec.field(default_factory=set)
    places: dict[Window, Place] = msgspec.field(default_factory=dict)
    enumerations: dict[tuple[Window, Fact], Enumeration] = msgspec.field(default_factory=dict)
    seen_answers: dict[Window, SeenAnswers] = msgspec.field(default_factory=dict)

    def place(self, window: Window) -> Place:
        """The window with its solvers."""
        return self.places.setdefault(window, Place(self.contexts, window))

    def go_on(self, patterns: Iterable[Pattern], finished: Iterable[Task]) -> None:
        """Take over what an earlier search found and did."""
        for pattern in patterns:
            self.known.add(pattern)
        self.finished.update(finished)

    def run(self) -> Iterator[Event]:
        """Search, what is simplest first; stop at the deadline."""
        rounds = self._rounds()
        for number, (premises, window) in enumerate(rounds, 1):
            for conclusion in self._conclusions(window):
                task = Task(premises, window, conclusion)
                if task in self.finished:
                    continue
                for pattern in self._patterns(task):
                    yield FoundPattern(pattern)
                if self.late():
                    return
                self.finished.add(task)
            yield Done(premises, window, number, len(rounds))

    def _rounds(self) -> list[tuple[int, Window]]:
        """All windows with a number of premises, each of which counts as two cells: what says less comes first.

        A known area counts as a premise, and windows without any come first among equals.
        """
        chosen = _without_images(self._windows(), self.known.motions)
        rounds = [(premises, window) for premises in range(self.plan.premises + 1) for window in chosen]
        areas = {window: len(window.areas) for window in chosen}
        return sorted(rounds, key=lambda one: (2 * (one[0] + areas[one[1]]) + one[1].cells, areas[one[1]]))

    def _windows(self) -> list[Window]:
        """The windows of the plan, each with all that may be known of regions in it."""
        if not self.opened.partition:
            return list(self.plan.windows)
        return [msgspec.structs.replace(one, areas=areas) for one in self.plan.windows for areas in terrains(one)]

    def late(self) -> bool:
        """Whether the deadline has come."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def _conclusions(self, window: Window) -> Sequence[Fact]:
        """The conclusions of a window, one of each orbit under its own turns and flips."""
        if window not in self.seen_answers:
            premises, conclusions = sayable(self.place(window).roomy)
            known = self.known
            kept = [one for one in premises if one.name not in known.alike or one.value in (*Presence, *range(ALIKE))]
            still = [motion for motion in known.motions if motion.window(window) == window]
            if self.place(window).roomy.answer(()) is None:
                conclusions = []  # there is no board with such regions
            least = [one for one in conclusions if all(one.order <= motion.fact(one, window).order for motion in still)]
            self.seen_answers[window] = SeenAnswers(kept, least)
        return self.seen_answers[window].conclusions

    def _patterns(self, task: Task) -> Iterator[Pattern]:
        place, key = self.place(task.window), (task.window, task.conclusion)
        if key not in self.enumerations:
            self.enumerations[key] = Enumeration(place, self.seen_answers[task.window], task.conclusion)
        for premises in self.enumerations[key].minimal(task.premises, self.known, self.late):
            yield self._pattern(place, premises)

    def _pattern(self, place: Place, premises: Sequence[Fact]) -> Pattern:
        """The pattern with all conclusions that these premises force and that do not follow from known ones."""
        derived = self.known.closure(place.window, premises)
        own = {(one.name, one.spot) for one in premises}
        every = [one for one in sayable(place.roomy)[1] if (one.name, one.spot) not in own]
        values = place.roomy.answer(premises)
        open_facts = [one for one in every if one not in derived and values is not None and _holds(place, values, one)]
        forced = in_order(one for one in open_facts if place.forced(premises, one))
        direct = all(place.roomy.direct(premises, one) for one in forced)
        pattern = Pattern(place.window, in_order(premises), forced, direct)
        self.known.add(pattern)
        return pattern

    def close(self) -> None:
        """Free all solvers."""
        self.contexts.close()


def _holds(place: Place, values: Sequence[bool | int], fact: Fact) -> bool:
    return place.roomy.true(values, fact) is fact.holds


def _without_images(every: Sequence[Window], motions: Sequence[WindowMotion]) -> list[Window]:
    """Windows without those that are images of earlier ones."""
    result: dict[Window, None] = {}
    for window in every:
        if not any(motion.window(window) in result for motion in motions):
            result[window] = None
    return list(result)


def begin(opened: OpenRules, plan: Plan, deadline: float | None = None) -> Search:
    """Begin a search without any patterns."""
    side = max((max(one.rows, one.columns) for one in plan.windows), default=1)
    theories = Theories(opened)
    alike = alike_givens(theories, side)
    known = KnownPatterns(symmetries(theories, side), alike)
    opened = msgspec.structs.replace(opened, alike=alike)
    return Search(opened, plan, known, Contexts(opened, known.motions, theories), deadline)


def begin_further(search: Search, opened: OpenRules, plan: Plan) -> Search:
    """Begin a search by another plan, with the deadline of an earlier one and all that it has; that one is closed."""
    result = begin(opened, plan, search.deadline)
    result.go_on(search.known.patterns, search.finished)
    search.close()
    return result
