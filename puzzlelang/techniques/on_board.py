"""Occurrences of kept techniques on a board."""

import functools
from collections.abc import Iterator, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Border, Cell, Place
from puzzlelang.problem.nodes import Kind, Variable
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Source, Span
from puzzlelang.steps.record import Fact
from puzzlelang.steps.search.local_patterns import LocalPattern, Surroundings
from puzzlelang.steps.templates import list_text
from puzzlelang.techniques import record
from puzzlelang.techniques.motions import WindowMotion
from puzzlelang.techniques.names import several
from puzzlelang.techniques.record import Presence, Spot
from puzzlelang.techniques.searched import OpenRules, open_rules, unknown_besides
from puzzlelang.techniques.standing import GivenBoard, Standing, given_board, is_meant, standings
from puzzlelang.techniques.to_json import KeptTechniques, PatternRecord, best_patterns, rules_mark
from puzzlelang.typed import ir


def read_kept(source: Source) -> KeptTechniques:
    """Read the techniques that are kept beside rules.  Raises `Failed` (E362) for a file that has none."""
    try:
        return best_patterns(source.text.encode())
    except msgspec.DecodeError as error:
        raise fail("E362", f"`{source.name}` has no techniques: {error}", source.first()) from None


class KeptPatterns(msgspec.Struct, frozen=True):
    """Patterns of rules, and the turns and flips after which they hold as well; `span`: where they are written."""

    opened: OpenRules
    turns: Sequence[WindowMotion]
    patterns: Sequence[PatternRecord]
    span: Span


@functools.lru_cache(maxsize=4)
def _kept_techniques(rules: ir.Ruleset) -> tuple[KeptPatterns, tuple[str, ...]] | None:
    """Return what is kept beside rules, and what it takes to be so."""
    if rules.kept is None:
        return None
    result = read_kept(rules.kept)
    if result.rules != rules_mark(rules):
        name, way = rules.kept.name, "`puzzlelang techniques RULES --renew FILE` proves them again"
        raise fail("E362", f"the techniques in `{name}` were proved for other rules", rules.kept.first(), hint=way)
    unknown = unknown_besides(rules, result.assumed)
    opened = msgspec.structs.replace(open_rules(rules, unknown), alike=frozenset(result.alike))
    return KeptPatterns(opened, result.turns, result.techniques, rules.kept.first()), result.assumed


def kept_patterns(rules: ir.Ruleset, puzzle: Puzzle, problem: Problem) -> tuple[LocalPattern, ...]:
    """Return the patterns kept beside rules wherever they stand on a board.

    There are none for a board with other options or another lattice, as nothing was proved for these.  Raises `Failed`
    (E362) if what is kept is about other rules.
    """
    result = _kept_techniques(rules)
    if result is None or not is_meant(rules, result[1], puzzle):
        return ()
    return local_patterns(result[0], puzzle, problem)


def local_patterns(kept: KeptPatterns, puzzle: Puzzle, problem: Problem) -> tuple[LocalPattern, ...]:
    """Return patterns wherever they stand on a board that they are meant for."""
    board = given_board(kept.opened, puzzle)
    result = standings(kept.opened, kept.turns, [one.pattern() for one in kept.patterns], board)
    return tuple(filter(None, (_local(kept, one, board, problem) for one in result)))


def _local(kept: KeptPatterns, one: Standing, board: GivenBoard, problem: Problem) -> LocalPattern | None:
    """The pattern about variables; None if the board has not all places that it needs, or nothing follows there."""
    premises = [_fact(fact, board, problem) for fact in one.premises]
    conclusions = [fact for conclusion in one.conclusions if (fact := _fact(conclusion, board, problem)) is not None]
    needed = tuple(sorted(fact for fact in premises if fact is not None))
    if len(needed) < len(premises) or not conclusions:
        return None
    pattern = kept.patterns[one.number]
    look = functools.partial(_surroundings, one, board, problem)
    return LocalPattern(pattern.name, needed, tuple(conclusions), look, pattern.rules, kept.span)


def _surroundings(one: Standing, board: GivenBoard, problem: Problem) -> Surroundings:
    places = list(_near(one, board))
    variables = (result.get(place) for result in problem.finds.values() for place in places)
    near = frozenset(variable.index for variable in variables if variable is not None)
    cells = tuple(place for place in places if isinstance(place, Cell))
    return Surroundings(", ".join(_about(one, board)), cells, near)


def _near(one: Standing, board: GivenBoard) -> Iterator[Place]:
    """The places that a window may speak of, as `samples.near` has them: borders go on beyond it."""
    top, left = 2 * one.step[0], 2 * one.step[1]
    tall, wide = 2 * one.window.rows, 2 * one.window.columns
    for row in range(-1, tall + 2):
        for column in range(-1, wide + 2):
            inside = 0 <= row <= tall and 0 <= column <= wide
            for place in board.there.get((top + row, left + column), ()):
                if inside or isinstance(place, Border):
                    yield place


def _about(one: Standing, board: GivenBoard) -> Iterator[str]:
    """Yield what a pattern rests on: its regions, and what is given where.

    Where nothing is given or drawn, the places without a given say where it stands.
    """
    row, column = 2 * one.step[0], 2 * one.step[1]
    seen = record.in_order(one.seen)
    there = [fact for fact in seen if fact.value is not Presence.ABSENT]
    drawn = any(fact.holds is not (fact.value in (Presence.ABSENT, "none")) for fact in one.premises)
    facts = there or seen[: not (one.window.areas or drawn)]
    for area in (area for area in one.window.areas if area.whole):
        spot = Spot("region", area.spot.row + row, area.spot.column + column)
        held = [_several_text(fact, board) for fact in facts if fact.spot == spot]
        size = f"{len(area.cells)} cell{'' if len(area.cells) == 1 else 's'}"
        yield f"{board.places[spot]} of {size} with {list_text(held)}" if held else str(board.places[spot])
        facts = [fact for fact in facts if fact.spot != spot]
    given: dict[str, list[Place]] = {}
    for fact in facts:
        given.setdefault(_given_text(fact, board), []).append(board.places[fact.spot])
    yield from (f"{what} at {list_text(places)}" if there else list_text(places) for what, places in given.items())


def _several_text(fact: record.Fact, board: GivenBoard) -> str:
    """What a region has, with an article."""
    text = _given_text(fact, board)
    return text if fact.value is Presence.ABSENT else several(text, 1)


def _given_text(fact: record.Fact, board: GivenBoard) -> str:
    number = board.numbers.get((fact.name, fact.spot))
    if number is not None:
        return str(number)
    match fact.value:
        case Presence():
            return fact.name if fact.value is Presence.PRESENT else f"no {fact.name}"
        case _:
            return f"{fact.value} {fact.name}"


def _fact(conclusion: record.Fact, board: GivenBoard, problem: Problem) -> Fact | None:
    variable = (
        problem.finds.get(conclusion.name, {}).get(board.places[conclusion.spot])
        if conclusion.spot in board.places
        else None
    )
    if variable is None or isinstance(conclusion.value, Presence) is not (variable.kind is Kind.MEMBER):
        return None
    value = _value(variable, conclusion.value)
    return Fact(variable.index, value, conclusion.holds) if variable.low <= value <= variable.high else None


def _value(variable: Variable, value: Presence | int | str) -> int:
    if isinstance(value, Presence):
        return int(value is Presence.PRESENT)
    return variable.names.index(value) if isinstance(value, str) else value
