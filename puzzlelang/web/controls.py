"""The controls of a board: what a player can put where, from the declarations alone."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from puzzlelang.formats.text.values import write_value
from puzzlelang.geometry.sorts import GATHERED, Sort
from puzzlelang.ground.number_ranges import number_ranges
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.typed import ir, looks
from puzzlelang.typed.ir import Item
from puzzlelang.web import touched

MOST_STEPS = 40
"""Numbers that one can step through; larger ones are typed."""


Ranges = Mapping[str, tuple[int, int]]
"""The least and the largest number of declarations, by name."""


class Control(msgspec.Struct, frozen=True, omit_defaults=True):
    """A given, a find or an option.

    `role` is `given`, `find` or `option`, `holds` what stands at a place: `member`, `number`, `list`, `name`,
    `direction`, `shapes`, `region`, `group`, `path`.  `sort` is the word for one of its places, of groups and
    paths for what they consist of, empty if it is one
    value for the whole board.  `steps` are the values that a click goes through, in order, as `Edit.value` has them.
    `value` is what a single value or an option is now, `usual` what a single value is if the board does not say it.
    `sides`: where it stands outside the grid.  `used`: the board has something of it, or it is what players write or
    the clue to it, so that it is at hand where there is much to choose from.  `fixes`: the find that has the values of
    this given.  `rectangular`: by a rule each of its regions fills a rectangle.  `parted`: a thick border lies between
    cells with different values.  `meant`: the regions or groups that a
    touched place means, `shown`: the cells of each that show its value, both by name; see `touched.Gathering`.
    """

    name: str
    role: str
    holds: str
    sort: str = ""
    steps: tuple[str, ...] = ()
    value: str = ""
    usual: str = ""
    sides: tuple[str, ...] = ()
    used: bool = False
    fixes: str = ""
    rectangular: bool = False
    parted: bool = False
    meant: Mapping[str, tuple[str, ...]] | None = None
    shown: Mapping[str, tuple[str, ...]] = {}


def controls(rules: ir.Ruleset, puzzle: Puzzle) -> list[Control]:
    """Return the controls of a board, in the order of the declarations, options last."""
    ranges = number_ranges(rules, puzzle)
    result = [
        msgspec.structs.replace(
            _of(given, "given", puzzle, rules, ranges), used=_is_used(given, puzzle), fixes=given.fixes
        )
        for given in rules.givens
    ]
    result += [msgspec.structs.replace(_of(find, "find", puzzle, rules, ranges), used=True) for find in rules.finds]
    for option in rules.options:
        chosen = puzzle.options.get(option.name, option.default)
        result.append(Control(option.name, "option", "name", steps=option.members, value=chosen))
    return result


def _is_used(given: ir.Given, puzzle: Puzzle) -> bool:
    """Whether the board has something of a given, or it fixes a find, or belongs to groups that the board has."""
    name, kind = given.name, given.kind
    owner = kind.partition or "" if isinstance(kind, ir.FunctionKind) else ""
    here = bool(puzzle.givens.get(name)) or any((puzzle.groups.get(name), puzzle.groups.get(owner)))
    return bool(given.fixes) or here or name in puzzle.partitions


def _of(item: Item, role: str, puzzle: Puzzle, rules: ir.Ruleset, ranges: Ranges) -> Control:
    sides = item.sides if isinstance(item, ir.Given) else ()
    match item.kind:
        case ir.SetKind(sort=sort):
            return Control(item.name, role, "member", sort.value, steps(item, rules, puzzle, ranges), sides=sides)
        case ir.PartitionKind():
            return Control(item.name, role, "region", Sort.CELL.value, rectangular=is_rectangular(item, rules))
        case ir.GroupsKind(members, ordered):
            return Control(item.name, role, "path" if ordered else "group", members.value)
        case ir.FunctionKind(sort=sort, value=value, partition=partition):
            owner = rules.given(partition) if partition and sort in GATHERED else None
            if owner is not None and isinstance(owner.kind, ir.GroupsKind):
                sort = owner.kind.members
            ways = steps(item, rules, puzzle, ranges)
            there = touched.gathering(rules, item, puzzle)
            parted = role == "find" and looks.appearance(rules, item).others.shape == "rooms"
            control = Control(item.name, role, value_word(value), sort.value, ways, sides=sides, parted=parted)
            return msgspec.structs.replace(control, meant=there.meant, shown=there.shown) if there else control
        case ir.SingleKind(value):
            result = puzzle.givens.get(item.name, {})
            text = write_value(value, item.shown, result[None]) if None in result else ""
            usual = str(item.default.value) if isinstance(item.default, ir.Constant) else ""
            ways = steps(item, rules, puzzle, ranges)
            return Control(item.name, role, value_word(value), steps=ways, value=text, usual=usual)
        case _:
            assert_never(item.kind)


def is_rectangular(item: Item, rules: ir.Ruleset) -> bool:
    """Whether a rule says of every region of a find that it fills a rectangle, and nothing else."""
    return isinstance(item, ir.Find) and any(_says_rectangular(rule, item.name) for rule in rules.rules)


def _says_rectangular(rule: ir.Rule, name: str) -> bool:
    if rule.condition is not None or not isinstance(rule.body, ir.Quantified):
        return False
    quantity, binder, body = rule.body.quantity, rule.body.binder, rule.body.body
    is_every_region = (
        quantity is ir.Quantity.EVERY
        and binder.condition is None
        and isinstance(binder.domain, ir.Symbol)
        and binder.domain.name == name
    )
    return is_every_region and isinstance(body, ir.GraphWord) and body.name == "rectangle"


def value_word(value: ir.ValueKind) -> str:
    """The word for what a value is."""
    match value.base:
        case ir.Base.NUMBER:
            return "number"
        case ir.Base.NUMBERS:
            return "list"
        case ir.Base.NAME:
            return "name"
        case ir.Base.DIRECTION:
            return "direction"
        case ir.Base.SHAPES:
            return "shapes"
        case _:
            assert_never(value.base)


def steps(item: Item, rules: ir.Ruleset, puzzle: Puzzle, ranges: Ranges) -> tuple[str, ...]:
    """The values of an item that one can step through, as texts; "" for nothing, for a find that is not decided yet."""
    find = isinstance(item, ir.Find)
    match item.kind:
        case ir.SetKind():
            return ("", "true", "false") if find else ("", "true")
        case ir.PartitionKind() | ir.GroupsKind():
            return ()
        case ir.FunctionKind(value=value) | ir.SingleKind(value):
            unknown = (str(UNKNOWN),) if value.unknown else ()
            empty = ("false",) if find and value.absent else ()
            ways = _values(value, puzzle, ranges.get(item.name))
            if find:  # what shows nothing comes last, as whoever draws means something
                look = looks.appearance(rules, item)
                ways = tuple(sorted(ways, key=lambda text: look.of(text).shape == "nothing"))
            return ("", *ways, *unknown, *empty)
        case _:
            assert_never(item.kind)


def _values(value: ir.ValueKind, puzzle: Puzzle, ends: tuple[int, int] | None) -> tuple[str, ...]:
    match value.base:
        case ir.Base.NAME:
            return value.members
        case ir.Base.DIRECTION:
            return tuple(way.value for way in puzzle.geometry.directions)
        case ir.Base.NUMBER:
            low, high = ends or (_end(value.low, 0), _end(value.high, 9))
            return tuple(map(str, range(low, min(high, low + MOST_STEPS - 1) + 1)))
        case _:
            return ()


def _end(written: ir.Expression | None, otherwise: int) -> int:
    """The end of a range, as far as it is written as a number."""
    return int(written.value) if isinstance(written, ir.Constant) else otherwise
