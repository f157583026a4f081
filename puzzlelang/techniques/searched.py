"""Boards with all givens unknown, so that what holds there holds for any givens."""

from collections.abc import Container, Mapping, Sequence

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Cell, Place, Region
from puzzlelang.geometry.sorts import DIRECTION_NAMES, RECTANGLE
from puzzlelang.ground import from_typed
from puzzlelang.ground.role_swap import RoleSwap, SearchedGiven
from puzzlelang.making.fixed_givens import fixed_givens, with_named_directions
from puzzlelang.problem.record import Problem
from puzzlelang.puzzle import Key, Puzzle, Value
from puzzlelang.source import Source, Span
from puzzlelang.techniques.given_lists import ListedRules, list_givens, reads_own_list, state_for_lists
from puzzlelang.techniques.positions import asks_for_positions
from puzzlelang.techniques.samples import Sample
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import declaration_expressions, subexpressions

NUMBERS = 5
"""Numbers without a declared range are premises from 0 to this one."""


class OpenRules(msgspec.Struct, frozen=True):
    """Rules whose `searched` givens are unknown; `free` are those of them that are numbers without a range.

    `dropped` names the rules that are left out: they ask for positions on the board, or read given lists or others
    that cannot be unknown.  `listed` are those that are stated for each list instead.  `assumed` names the options and
    givens that have their defaults, or are not on the board at all: what is found holds for such boards.  `alike` are
    the givens of which only matters which numbers are the same.  `partition` is the name of the given partition, if
    there is one.  `written` are the rules as they were, `rules` with directions as names.
    """

    rules: ir.Ruleset
    searched: Mapping[str, SearchedGiven]
    free: tuple[str, ...]
    dropped: frozenset[str]
    assumed: tuple[str, ...] = ()
    alike: frozenset[str] = frozenset()
    partition: str = ""
    written: ir.Ruleset | None = None
    listed: ListedRules | None = None

    @property
    def left_out(self) -> frozenset[str]:
        """The names of the rules that are not stated with all givens unknown."""
        return self.dropped | ({rule.name for rule in self.listed.rules.rules} if self.listed else frozenset())

    def given(self, name: str) -> bool:
        """Whether a name is that of a given."""
        return name in self.searched


def sets_empty_by_default(rules: ir.Ruleset) -> tuple[str, ...]:
    """Return the names of the given sets that are empty where a board does not have them."""
    return tuple(
        given.name
        for given in rules.givens
        if isinstance(given.kind, ir.SetKind)
        and isinstance(given.default, ir.SetLiteral)
        and not given.default.elements
        and given.name != rules.missing
    )


def unknown_besides(rules: ir.Ruleset, assumed: Container[str]) -> tuple[str, ...]:
    """Return the sets that are empty by default, but for those that patterns take to be so."""
    return tuple(name for name in sets_empty_by_default(rules) if name not in assumed)


def open_rules(rules: ir.Ruleset, unknown: Container[str] = ()) -> OpenRules:
    """Return the rules with everything given unknown, without those that read a given that cannot be.

    Givens with a default have it, but for the sets with names in `unknown` that are empty by default.
    Raises `Failed` (E361) if such a given decides what is to be found, or all rules read such givens.
    """
    if RECTANGLE not in rules.lattices:
        raise fail("E361", "patterns are found on boards of squares only", rules.source.first())
    known = fixed_givens(rules, ranges=True)
    searched: dict[str, SearchedGiven] = {}
    free: list[str] = []
    partition = ""
    fixed: dict[str, Span] = {}
    assumed = [option.name for option in rules.options]
    empty = [name for name in sets_empty_by_default(rules) if name in unknown]
    for given in rules.givens:
        name = given.name
        match given.kind:
            case ir.SetKind() if _has_no_default(rules, given, empty) and name not in known.values:
                searched[name] = SearchedGiven()
            case ir.FunctionKind(partition=str() as keys) if keys in fixed:
                fixed[name] = given.span
            case ir.FunctionKind(value=value) if name not in known.values and name not in known.presence:
                searched[name] = SearchedGiven(value.base is not ir.Base.NUMBERS)
                if value.base is ir.Base.NUMBER and (value.low is None or value.high is None):
                    free.append(name)
            case _ if given.default is not None or name == rules.missing:
                assumed.append(name)
            case ir.PartitionKind(domain=None, absent=False) if not partition:
                partition = name
            case _:
                fixed[name] = given.span
    left_out = _left_out(rules, fixed, list_givens(rules))
    own = {rule.name: reads_own_list(rules, rule) for rule in rules.rules if rule.name in left_out}
    besides = _left_out(rules, fixed, ())
    listed = {name: given for name, given in own.items() if given in searched and name not in besides}
    dropped = frozenset(left_out).difference(listed)
    decisive = [name for name in fixed if _is_declared_by(rules, name)]
    if decisive or (fixed and len(dropped) == len(rules.rules)):
        name = (*decisive, *fixed)[0]
        raise fail("E361", f"`{name}` decides what the rules say, so it cannot be unknown around a window", fixed[name])
    named = with_named_directions(rules, set(searched), DIRECTION_NAMES)
    return OpenRules(
        named,
        searched,
        tuple(free),
        dropped,
        tuple(assumed),
        partition=partition,
        written=rules,
        listed=state_for_lists(named, listed),
    )


def _has_no_default(rules: ir.Ruleset, given: ir.Given, empty: Container[str]) -> bool:
    return given.name in empty or (given.default is None and given.name != rules.missing)


def _is_declared_by(rules: ir.Ruleset, name: str) -> bool:
    """Return whether what may be where, or in which range, depends on a given."""
    kinds: list[ir.DeclaredType] = [one.kind for one in (*rules.finds, *rules.hidden)]
    kinds += [one.kind for one in rules.givens if one.name != name]
    declared = (part for kind in kinds for one in declaration_expressions(kind) for part in subexpressions(one))
    lets = {let.name: let.body for let in rules.lets}
    return any(_reads(part, {name}, lets) for part in declared)


def _reads(part: ir.Expression, names: Container[str], lets: Mapping[str, ir.Expression]) -> bool:
    """Return whether an expression is one of some givens, or a name for what reads one."""
    match part:
        case ir.Lookup(name) | ir.Symbol(name) | ir.RegionOf(name):
            return name in names
        case ir.LetValue(name):
            return any(_reads(inner, names, lets) for inner in subexpressions(lets[name]))
        case _:
            return False


def _left_out(rules: ir.Ruleset, fixed: Container[str], lists: Container[str]) -> list[str]:
    """The rules that say nothing of every window: they ask for positions, or read `lists` or `fixed` givens."""
    lets = {let.name: let.body for let in rules.lets}

    def speaks(expression: ir.Expression) -> bool:
        present: set[int] = set()  # a guard of presence alone reads no list
        for part in subexpressions(expression):
            match part:
                case ir.Guard(value, False):
                    present.add(id(value))
                case ir.Lookup(name) if name in lists and id(part) not in present:
                    return True
                case ir.LetValue(name) if speaks(lets[name]):
                    return True
                case _ if _reads(part, fixed, lets):
                    return True
                case _:
                    pass
        return False

    def says_nothing(expression: ir.Expression) -> bool:
        return speaks(expression) or asks_for_positions(expression, lets)

    return [
        rule.name
        for rule in rules.rules
        if says_nothing(rule.body) or (rule.condition is not None and says_nothing(rule.condition))
    ]


_RANGES = ((0, NUMBERS + 1), (-1000, 1_000_000), (0, NUMBERS + 2), (-1, NUMBERS + 3), (0, 1000))
"""Ranges of numbers that have none, on the samples: what depends on them is not common."""


def ground_sample(opened: OpenRules, sample: Sample, number: int) -> Problem:
    """Return the problem of a sample board, by its number; numbers without a range have another one on each."""
    return _ground(opened, opened.rules, opened.left_out, {}, sample, number)


def ground_lists(opened: OpenRules, sample: Sample, number: int, near: Sequence[Place]) -> Problem | None:
    """Return the problem of what is stated for each list that some places may have; None without such rules."""
    if opened.listed is None:
        return None
    return _ground(opened, opened.listed.rules, (), opened.listed.searched(near), sample, number)


def ground_with_lists(opened: OpenRules, sample: Sample, lists: Mapping[str, Mapping[Key, Value]]) -> Problem:
    """Return the problem of a board whose other givens are unknown: of each list, only whether its place has it."""
    having = {name: SearchedGiven(values=values) for name, values in lists.items()}
    return _ground(opened, opened.rules, opened.dropped, having, sample, 0)


def _ground(
    opened: OpenRules,
    rules: ir.Ruleset,
    left_out: Container[str],
    further: Mapping[str, SearchedGiven],
    sample: Sample,
    number: int,
) -> Problem:
    given = {
        name: SearchedGiven(True, *_RANGES[number]) if name in opened.free else how
        for name, how in opened.searched.items()
    }
    partitions = {opened.partition: regions_of(opened.partition, sample)} if opened.partition else {}
    puzzle = Puzzle(Source("<sample>", ""), sample.geometry, {}, partitions)
    stated = msgspec.structs.replace(rules, rules=tuple(rule for rule in rules.rules if rule.name not in left_out))
    return from_typed.ground(stated, puzzle, role_swap=RoleSwap({**given, **further}))


def regions_of(partition: str, sample: Sample) -> tuple[Region, ...]:
    """The regions of a sample board, of the partition with this name."""
    cells: dict[str, list[Cell]] = {}
    for cell, name in sample.regions.items():
        cells.setdefault(name, []).append(cell)
    return tuple(Region(index, partition, name, tuple(some)) for index, (name, some) in enumerate(cells.items()))
