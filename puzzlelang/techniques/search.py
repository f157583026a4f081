"""The search for patterns: few premises and small windows first."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from puzzlelang.techniques.contexts import Context, Contexts, Place, Wanted, sayable
from puzzlelang.techniques.hitting_sets import HittingSets
from puzzlelang.techniques.known import ALIKE, Known
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.record import Fact, Pattern, Presence, Window, in_order
from puzzlelang.techniques.regions import terrains
from puzzlelang.techniques.searched import OpenRules
from puzzlelang.techniques.symmetry import alike_givens, symmetries


class Task(msgspec.Struct, frozen=True):
    """All patterns of a window with at most so many premises that force one conclusion."""

    premises: int
    window: Window
    conclusion: Fact


class Found(msgspec.Struct, frozen=True):
    """A pattern was found."""

    pattern: Pattern


class Done(msgspec.Struct, frozen=True):
    """All with so many premises in a window is done: which round of how many."""

    premises: int
    window: Window
    number: int
    rounds: int


Event = Found | Done


class Plan(msgspec.Struct, frozen=True):
    """What is searched: windows in order, and the most premises."""

    windows: tuple[Window, ...]
    premises: int


def windows(rows: int, columns: int) -> tuple[Window, ...]:
    """List windows up to a size: on their own, at a rim, and in a corner; the smallest first."""
    found = []
    for tall in range(1, rows + 1):
        for wide in range(1, columns + 1):
            for rims in ((), ("top",), ("left",), ("bottom",), ("right",), *_corners()):
                found.append(Window(tall, wide, rims))
    return tuple(sorted(found, key=lambda one: (one.cells, one.rows, len(one.rims))))


def _corners() -> list[tuple[str, ...]]:
    return [("top", "left"), ("top", "right"), ("left", "bottom"), ("bottom", "right")]


class Search(msgspec.Struct, eq=False):
    """A search as it goes on; `finished` tasks are not done again.  `deadline`: a time of `time.monotonic`."""

    opened: OpenRules
    plan: Plan
    known: Known
    contexts: Contexts
    deadline: float | None = None
    finished: set[Task] = msgspec.field(default_factory=set)
    places: dict[Window, Place] = msgspec.field(default_factory=dict)
    enumerations: dict[tuple[Window, Fact], "_Enumeration"] = msgspec.field(default_factory=dict)
    said: dict[Window, tuple[list[Fact], list[Fact]]] = msgspec.field(default_factory=dict)

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
                    yield Found(pattern)
                if self.late():
                    return
                self.finished.add(task)
            yield Done(premises, window, number, len(rounds))

    def _rounds(self) -> list[tuple[int, Window]]:
        """All windows with a number of premises, each of which counts as two cells: what says less comes first."""
        chosen = _without_images(self._windows(), self.known.motions)
        rounds = [(premises, window) for premises in range(self.plan.premises + 1) for window in chosen]
        return sorted(rounds, key=lambda one: 2 * one[0] + one[1].cells)

    def _windows(self) -> list[Window]:
        """The windows of the plan, each with all that may be known of regions in it."""
        if not self.opened.partition:
            return list(self.plan.windows)
        return [msgspec.structs.replace(one, areas=areas) for one in self.plan.windows for areas in terrains(one)]

    def late(self) -> bool:
        """Whether the deadline has come."""
        return self.deadline is not None and time.monotonic() > self.deadline

    def _conclusions(self, window: Window) -> list[Fact]:
        """The conclusions of a window, one of each orbit under its own turns and flips."""
        if window not in self.said:
            premises, conclusions = sayable(self.place(window).roomy)
            known = self.known
            kept = [one for one in premises if one.name not in known.alike or one.value in (*Presence, *range(ALIKE))]
            still = [motion for motion in known.motions if motion.window(window) == window]
            if self.place(window).roomy.answer(()) is None:
                conclusions = []  # there is no board with such regions
            least = [one for one in conclusions if all(one.order <= motion.fact(one, window).order for motion in still)]
            self.said[window] = kept, least
        return self.said[window][1]

    def _patterns(self, task: Task) -> Iterator[Pattern]:
        place, key = self.place(task.window), (task.window, task.conclusion)
        if key not in self.enumerations:
            self.enumerations[key] = _Enumeration(place, self.said[task.window][0], task.conclusion, self.plan.premises)
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
        for enumeration in self.enumerations.values():
            enumeration.close()


def _holds(place: Place, values: Sequence[bool | int], fact: Fact) -> bool:
    return place.roomy.true(values, fact) is fact.holds


class _Enumeration(msgspec.Struct, eq=False):
    """The minimal premises of one conclusion in one window, so far."""

    place: Place
    items: list[Fact]
    conclusion: Fact
    most: int
    sets: HittingSets | None = None
    number: dict[Fact, int] = msgspec.field(default_factory=dict)
    wanted: dict[Window, list[Wanted | None]] = msgspec.field(default_factory=dict)

    def _opened(self) -> HittingSets:
        if self.sets is None:
            own = self.conclusion
            self.items = [one for one in self.items if (one.name, one.spot) != (own.name, own.spot)]
            self.number = {fact: at for at, fact in enumerate(self.items)}
            self.sets = HittingSets(len(self.items), self.most)
            by_place: dict[tuple[str, object], list[int]] = {}
            for at, fact in enumerate(self.items):
                by_place.setdefault((fact.name, fact.spot), []).append(at)
            for several in by_place.values():
                for pair in combinations(several, 2):
                    self.sets.avoid(pair)
        return self.sets

    def minimal(self, most: int, known: Known, late: Callable[[], bool]) -> Iterator[list[Fact]]:
        """Yield minimal premises of at most so many facts that known patterns do not give, until it is late."""
        sets, window = self._opened(), self.place.window
        while not late() and (chosen := sets.choice(most)) is not None:
            premises = [self.items[at] for at in chosen]
            if known.give(window, premises, self.conclusion):
                fewest = self._fewest(premises, lambda some: known.give(window, some, self.conclusion))
                self._avoid(sets, fewest, known)
                continue
            against = self.place.against(premises, self.conclusion)
            if against is not None:
                context, values = against
                sets.hit(self._broken(context, values))
            elif self.place.roomy.answer(premises) is None:
                self._avoid(sets, self._fewest(premises, lambda some: self.place.roomy.answer(some) is None), known)
            else:
                found = self._fewest(premises, lambda some: self.place.forced(some, self.conclusion))
                found = self._weakest(found, known)
                if not known.give(window, found, self.conclusion):
                    yield found
                self._avoid(sets, found, known)

    def _broken(self, context: Context, values: Sequence[bool | int]) -> list[int]:
        """The premises that an answer in a context breaks, by number."""
        if context.theory.window not in self.wanted:
            self.wanted[context.theory.window] = [context.wanted(fact) for fact in self.items]
        broken = []
        for at, wanted in enumerate(self.wanted[context.theory.window]):
            if wanted is None or any(values[index] != value for index, value in wanted):
                broken.append(at)
        return broken

    def _fewest(self, premises: Sequence[Fact], enough: Callable[[list[Fact]], bool]) -> list[Fact]:
        """Leave out premises as long as the others are enough."""
        kept = list(premises)
        for fact in premises:
            less = [one for one in kept if one != fact]
            if enough(less):
                kept = less
        return kept

    def _weakest(self, premises: list[Fact], known: Known) -> list[Fact]:
        """Ask for what a premise says by itself where that is enough: that a given is there, or a mark beside it."""
        for at, fact in enumerate(premises):
            for less in self._less(fact, known):
                trial = [*premises[:at], less, *premises[at + 1 :]]
                if less not in premises and self.place.forced(trial, self.conclusion):
                    premises = trial
                    break
        return premises

    def _less(self, fact: Fact, known: Known) -> Sequence[Fact]:
        """The premises that follow from a fact alone, and from which it does not follow."""
        window = self.place.window
        closed = [one for one in known.alone(window, fact) if one != fact and one in self.number]
        return in_order(one for one in closed if fact not in known.alone(window, one))

    def _avoid(self, sets: HittingSets, premises: Sequence[Fact], known: Known) -> None:
        """Avoid these premises, and those of which each says one of them as well."""
        choices: list[list[int]] = [[]]
        for fact in premises:
            stronger = [one for one in self.items if fact in known.alone(self.place.window, one)]
            choices = [[*one, self.number[other]] for one in choices for other in stronger]
        for one in choices:
            sets.avoid(one)

    def close(self) -> None:
        """Free the solver."""
        if self.sets is not None:
            self.sets.close()


def _without_images(every: Sequence[Window], motions: Sequence[WindowMotion]) -> list[Window]:
    """Windows without those that are images of earlier ones."""
    found: dict[Window, None] = {}
    for window in every:
        if not any(motion.window(window) in found for motion in motions):
            found[window] = None
    return list(found)


def begin(opened: OpenRules, plan: Plan, deadline: float | None = None) -> Search:
    """Begin a search without any patterns."""
    side = max((max(one.rows, one.columns) for one in plan.windows), default=1)
    alike = alike_givens(opened, side)
    known = Known(symmetries(opened, side), alike)
    opened = msgspec.structs.replace(opened, alike=alike)
    return Search(opened, plan, known, Contexts(opened, known.motions), deadline)
