"""Plan of generation: for each given whether it is searched, drawn at random, or left as it is."""

import enum
from collections.abc import Collection

import msgspec

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import DIRECTION_NAMES
from puzzlelang.making.derived_lists import DerivedLists, derived_lists
from puzzlelang.making.example_statistics import ExampleStatistics, example_statistics
from puzzlelang.making.fixed_givens import FixedGivens, fixed_givens, givens_read, ranging_givens, with_named_directions
from puzzlelang.making.symmetry import Symmetry
from puzzlelang.puzzle import Puzzle, Unknown
from puzzlelang.typed import ir


class Plan(msgspec.Struct, frozen=True):
    """The plan for the boards of some rules; a given in none of the lists is left as it is.

    Of `random_place_givens` the places with a value are random, and the values searched; of those in `template_places`
    the places are the template's.  Each of `list_givens` is inferred from a known answer.  `rules` have directions
    retyped as names (see `with_named_directions`), `ways`.  Clues and sets have the `symmetry`, partitions do not.
    Ends of ranges read the values of the givens named in `ranging`.  An answer tells the lists that are `derived`.
    """

    rules: ir.Ruleset
    searched_givens: tuple[ir.Given, ...]
    random_place_givens: tuple[ir.Given, ...]
    random_givens: tuple[ir.Given, ...]
    list_givens: tuple[ir.Given, ...]
    statistics: ExampleStatistics
    symmetry: Symmetry = Symmetry.NONE
    template_places: frozenset[str] = frozenset()
    ways: tuple[str, ...] = DIRECTION_NAMES
    ranging: frozenset[str] = frozenset()
    derived: DerivedLists = msgspec.field(default_factory=dict)

    @property
    def any_random_givens(self) -> tuple[ir.Given, ...]:
        """The givens with something random, in the order of their declaration."""
        return tuple(
            given
            for given in self.rules.givens
            if given in self.random_givens
            or (given in self.random_place_givens and given.name not in self.template_places)
        )

    @property
    def changeable(self) -> tuple[ir.Given, ...]:
        """The random givens that can be changed in part, rather than only drawn anew."""
        whole = self.rules.missing
        return tuple(
            one for one in self.any_random_givens if one.name != whole and not isinstance(one.kind, ir.SingleKind)
        )

    def places(self, given: ir.Given, base: Puzzle) -> tuple[Place, ...] | None:
        """The places of a given that are random or the template's, None if its places are searched."""
        if given not in self.random_place_givens:
            return None
        return tuple(place for place in base.givens[given.name] if place is not None)

    def greatest_number(self, name: str, base: Puzzle) -> int:
        """The bound of a number without a range: as on the examples, more on larger boards, at least as in `base`."""
        cells = len(base.geometry.cells)
        seen = [value for value in self.statistics.values.get(name, ()) if isinstance(value, int)]
        largest = max(height * width for height, width in self.statistics.sizes) if seen else cells
        known = [value for value in base.givens.get(name, {}).values() if isinstance(value, int)]
        return max(max(seen, default=cells) * max(1, -(-cells // largest)), *known, 0)


def plan(rules: ir.Ruleset, template: Puzzle, symmetry: Symmetry = Symmetry.NONE) -> Plan:
    """The plan for boards like the template, which may fix some of the givens.

    Raises `Failed` (E332) for a given that only the setter can choose.
    """
    known, seen = fixed_givens(rules), example_statistics(rules, template.geometry.lattice)
    kept = template_only(rules, template)
    groups: dict[_Treatment, list[ir.Given]] = {treatment: [] for treatment in _Treatment}
    for given in rules.givens:
        treatment = _treatment(given, rules, template, known, seen)
        groups[_kept_treatment(given, template, treatment) if given.name in kept else treatment].append(given)
    derived = _derived(rules, template, known, groups[_Treatment.SEARCHED])
    groups[_Treatment.RANDOM] = [given for given in groups[_Treatment.RANDOM] if given.name not in derived]
    for given in groups[_Treatment.RANDOM]:
        if isinstance(given.kind, ir.SingleKind):
            _check_usual(given, given.kind.value, seen, template)
    searched, random_place = tuple(groups[_Treatment.SEARCHED]), tuple(groups[_Treatment.RANDOM_PLACE])
    ways = tuple(way.value for way in template.geometry.directions)
    named = with_named_directions(rules, {given.name for given in (*searched, *random_place)}, ways)
    random, lists = tuple(groups[_Treatment.RANDOM]), tuple(groups[_Treatment.LIST])
    return Plan(
        named, searched, random_place, random, lists, seen, symmetry, kept, ways, ranging_givens(rules), derived
    )


def _derived(rules: ir.Ruleset, template: Puzzle, known: FixedGivens, searched: Collection[ir.Given]) -> DerivedLists:
    """The lists of the whole board that an answer tells, unless the template has them or they depend on clues."""
    clues = {given.name for given in searched}
    return {
        name: listed
        for name, listed in derived_lists(rules, known).items()
        if None not in template.givens.get(name, {}) and clues.isdisjoint(givens_read(rules, listed))
    }


def _check_usual(given: ir.Given, value: ir.ValueKind, seen: ExampleStatistics, template: Puzzle) -> None:
    """Raises `Failed` (E332) if no example tells which values are usual; a list must be of a board of this size."""
    what = f"`{given.name}` is one value for the whole board"
    hint = f"say it in a template: `{given.name}: …`"
    if not seen.values.get(given.name):
        hint = f"{hint}, or give it a default in the rules"
        raise fail("E332", f"{what}, and no example tells which are usual", given.span, hint=hint)
    shape = template.geometry.height, template.geometry.width
    if value.base is ir.Base.NUMBERS and shape not in seen.sizes:
        sizes = list(dict.fromkeys(f"{height}x{width}" for height, width in seen.sizes))
        reason = f"{what}, and no example of this size tells which are usual"
        raise fail("E332", reason, given.span, hint=f"{hint}, or take a size with examples: {join_words(sizes, 'or')}")


class _Treatment(enum.Enum):
    """The lists of a plan, and `FIXED` for a given that the template or its default fixes."""

    FIXED = enum.auto()
    SEARCHED = enum.auto()
    RANDOM_PLACE = enum.auto()
    RANDOM = enum.auto()
    LIST = enum.auto()


def _treatment(
    given: ir.Given, rules: ir.Ruleset, template: Puzzle, known: FixedGivens, seen: ExampleStatistics
) -> _Treatment:
    name = given.name
    if given.default is not None and not (_is_empty_set(given.default) and seen.shares.get(name)):
        return _Treatment.FIXED
    fixed = name in template.givens
    match given.kind:
        case _ if name == rules.missing:
            fixed = fixed or name not in seen.frequent
        case ir.PartitionKind():
            fixed = name in template.partitions
        case ir.GroupsKind():
            fixed = True  # a part of the board, as the template has it
        case ir.SingleKind(value):
            fixed = value.absent or None in template.givens.get(name, {})
        case ir.SetKind() if name not in known.values:
            return _Treatment.SEARCHED
        case ir.FunctionKind(value=value):
            if value.base is ir.Base.NUMBERS:
                return _Treatment.LIST
            if name not in known.values:
                return _Treatment.RANDOM_PLACE if name in known.presence and value.absent else _Treatment.SEARCHED
            fixed = False
        case _:
            pass
    return _Treatment.FIXED if fixed else _Treatment.RANDOM


def _kept_treatment(given: ir.Given, template: Puzzle, treatment: _Treatment) -> _Treatment:
    """The treatment of a given that boards have only where the template has it; each `?` gets a value."""
    if Unknown.UNKNOWN not in template.givens.get(given.name, {}).values():
        return _Treatment.FIXED
    return _Treatment.RANDOM_PLACE if treatment is _Treatment.SEARCHED else treatment


def template_only(rules: ir.Ruleset, template: Puzzle) -> frozenset[str]:
    """The names of givens that boards have only where the template has them.

    Rules with groups or paths offer more kinds of givens than a board has.  A template chooses some, so that others do
    not come besides.  Givens that fix a find may come anywhere, which leaves enough to say; so may values of the
    groups, paths and regions on the template.
    """
    plain = {given.fixes for given in rules.givens if given.fixes}
    if not any(isinstance(given.kind, ir.GroupsKind) for given in rules.givens):
        return frozenset()
    if not all(find.name in plain for find in rules.finds) or not _says_something(rules, template):
        return frozenset()
    return frozenset(given.name for given in rules.givens if _is_left_out(given, template))


def _says_something(rules: ir.Ruleset, template: Puzzle) -> bool:
    chosen = any(template.options.get(one.name, one.default) != one.default for one in rules.options)
    return chosen or any(template.groups.values()) or any(template.givens.values()) or bool(template.partitions)


def _is_left_out(given: ir.Given, template: Puzzle) -> bool:
    match given.kind:
        case _ if given.fixes:
            return False
        case ir.SetKind():
            return True
        case ir.FunctionKind(partition=partition, value=value):
            owned = partition is not None and bool(template.groups.get(partition) or template.partitions.get(partition))
            return value.absent and not owned
        case ir.SingleKind(value):
            return value.absent
        case _:
            return False


def _is_empty_set(default: ir.Expression) -> bool:
    """Whether a default is the empty set: boards need not mention it."""
    return isinstance(default, ir.SetLiteral) and not default.elements
