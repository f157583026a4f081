"""Symmetries of rules, derived from their statements about a square that holds all windows."""

import functools
from collections.abc import Callable
from itertools import combinations

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.problem.nodes import Variable
from puzzlelang.techniques.motions import MOTIONS, WindowMotion
from puzzlelang.techniques.record import Area, Spot, Window
from puzzlelang.techniques.samples import near, samples
from puzzlelang.techniques.searched import NUMBERS
from puzzlelang.techniques.spelling import Speller
from puzzlelang.techniques.theory import Theories, Theory


def _squares(theories: Theories, side: int) -> list[Theory]:
    """Return what the rules say of a square, and of one that is a region, if there are regions."""
    cells = tuple((2 * row + 1, 2 * column + 1) for row in range(side) for column in range(side))
    windows = [Window(side, side)]
    if theories.opened.partition:
        windows.append(Window(side, side, (), (Area(cells, whole=True),)))
    return [theories.of(window) for window in windows]


_RIMS = ((), ("top",), ("left",), ("bottom",), ("right",))
_CORNERS = (("top", "left"), ("top", "right"), ("left", "bottom"), ("bottom", "right"))


def symmetries(theories: Theories, side: int) -> tuple[WindowMotion, ...]:
    """List the turns and flips after which the rules say the same of a square, and so of all windows within it.

    They do so in the open, at rims and in corners: a rule may look one way along a row, which only a rim shows.
    """
    result = {one.window: one for one in _squares(theories, side)}
    for rims in (*_RIMS, *_CORNERS):
        window = Window(side, side, rims)
        result[window] = theories.of(window)
    numbers: dict[str, int] = {}
    plain = {window: _spelt(one, numbers, lambda spot: spot, lambda name: name) for window, one in result.items()}

    def is_kept(motion: WindowMotion) -> bool:
        return all(
            _spelt(one, numbers, functools.partial(_move, motion, window), motion.name) == plain[motion.window(window)]
            for window, one in result.items()
        )

    return tuple(motion for motion in MOTIONS if is_kept(motion))


def _move(motion: WindowMotion, window: Window, spot: Spot) -> Spot:
    return motion.spot(spot, window)


def alike_givens(theories: Theories, side: int) -> frozenset[str]:
    """Return the givens of which only matters which numbers are the same: others in their place change nothing."""
    squares = _squares(theories, side)
    names = {name for result in squares for name, _, value in result.number_facts if isinstance(value, int)}
    return frozenset(name for name in names if all(_is_alike(result, name) for result in squares))


def _is_alike(theory: Theory, name: str) -> bool:
    numbers: dict[str, int] = {}
    plain = _spelt(theory, numbers, lambda spot: spot, lambda value: value)
    for pair in combinations(range(NUMBERS + 1), 2):
        swap = dict(zip(pair, reversed(pair), strict=True))
        other = _spelt(theory, numbers, lambda spot: spot, lambda value: value, (name, swap))
        if other != plain:
            return False
    return True


def _spelt(
    theory: Theory,
    numbers: dict[str, int],
    spot: Callable[[Spot], Spot],
    called: Callable[[str], str],
    swap: tuple[str, dict[int, int]] = ("", {}),
) -> frozenset[str]:
    """Spell all that a theory says, with spots, values and numbers exchanged for others."""
    names = {one.index: f"{name} {spot(at)}" for (name, at), one in theory.variables.items()}
    for (name, at, value), one in theory.number_facts.items():
        other = swap[1].get(value, value) if name == swap[0] and isinstance(value, int) else value
        names[one.index] = f"{name} {spot(at)} {other}"
    for (_, left, right), one in theory.pairs.items():
        names[one.index] = f"pair {spot(left)} {spot(right)}"
    board = msgspec.structs.replace(samples(theory.window)[0], geometry=theory.problem.geometry)
    places = {id(place): f"{spot(at)}" for place, at in near(theory.window, board).items()}

    def variable(one: Variable) -> str:
        return names.get(one.index, one.name)

    def place(one: Place) -> str:
        return places.get(id(one), str(one))

    spell = Speller(variable, place, called, numbers)
    return frozenset(spell(one.formula) for one in theory.problem.constraints)
