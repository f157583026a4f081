"""Plan of generation: for each given whether it is searched, drawn at random, or left as it is."""

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Place
from puzzlelang.making.example_statistics import ExampleStatistics, example_statistics
from puzzlelang.making.fixed_givens import FixedGivens, fixed_givens, with_named_directions
from puzzlelang.making.symmetry import Symmetry
from puzzlelang.puzzle import Puzzle
from puzzlelang.typed import ir


class Plan(msgspec.Struct, frozen=True):
    """The plan for the boards of some rules; a given in none of the lists is left as it is.

    `freed`: searched.  `placed`: the places with a value are random, the values searched.  `drawn`: random.  `listed`:
    lists, each inferred from a known answer.  `rules` have directions retyped as names (see `with_named_directions`).
    Clues and sets have the `symmetry`, partitions do not.
    """

    rules: ir.Ruleset
    freed: tuple[ir.Given, ...]
    placed: tuple[ir.Given, ...]
    drawn: tuple[ir.Given, ...]
    listed: tuple[ir.Given, ...]
    statistics: ExampleStatistics
    symmetry: Symmetry = Symmetry.NONE

    @property
    def at_random(self) -> tuple[ir.Given, ...]:
        """The givens with something random, in the order of their declaration."""
        return tuple(given for given in self.rules.givens if given in self.drawn or given in self.placed)

    @property
    def changeable(self) -> tuple[ir.Given, ...]:
        """The random givens that can be changed in part, rather than only drawn anew."""
        whole = self.rules.missing
        return tuple(one for one in self.at_random if one.name != whole and not isinstance(one.kind, ir.SingleKind))

    def places(self, given: ir.Given, base: Puzzle) -> tuple[Place, ...] | None:
        """The random places of a given, None if its places are searched."""
        if given not in self.placed:
            return None
        return tuple(place for place in base.givens[given.name] if place is not None)


def plan(rules: ir.Ruleset, template: Puzzle, symmetry: Symmetry = Symmetry.NONE) -> Plan:
    """The plan for boards like the template, which may fix some of the givens.

    Raises `Failed` (E332) for a given that only the setter can choose.
    """
    known, seen = fixed_givens(rules), example_statistics(rules)
    lists: dict[str, list[ir.Given]] = {"freed": [], "placed": [], "drawn": [], "listed": []}
    for given in rules.givens:
        way = _treatment(given, rules, template, known, seen)
        if way:
            lists[way].append(given)
    for given in lists["drawn"]:
        if isinstance(given.kind, ir.SingleKind) and not seen.values.get(given.name):
            what = f"`{given.name}` is one value for the whole board"
            hint = f"say it in a template: `{given.name}: …`, or give it a default in the rules"
            raise fail("E332", f"{what}, and no example tells which are usual", given.span, hint=hint)
    made = {name: tuple(givens) for name, givens in lists.items()}
    named = with_named_directions(rules, {given.name for given in (*made["freed"], *made["placed"])})
    return Plan(named, made["freed"], made["placed"], made["drawn"], made["listed"], seen, symmetry)


def _treatment(
    given: ir.Given, rules: ir.Ruleset, template: Puzzle, known: FixedGivens, seen: ExampleStatistics
) -> str:
    """The list of the plan for a given; empty if the template or its default fixes it."""
    name = given.name
    if given.default is not None and not (_is_empty_set(given.default) and seen.shares.get(name)):
        return ""
    if name == rules.missing:
        return "drawn" if name not in template.givens and seen.shares.get(name) else ""
    match given.kind:
        case ir.PartitionKind():
            return "" if name in template.partitions else "drawn"
        case ir.SingleKind(value):
            return "" if value.absent or None in template.givens.get(name, {}) else "drawn"
        case ir.SetKind():
            return "freed" if name not in known.values else "" if name in template.givens else "drawn"
        case ir.FunctionKind(value=value):
            if value.base is ir.Base.NUMBERS:
                return "listed"
            if name in known.values:
                return "drawn"
            return "placed" if name in known.presence and value.absent else "freed"


def _is_empty_set(default: ir.Expression) -> bool:
    """Whether a default is the empty set: boards need not mention it."""
    return isinstance(default, ir.SetLiteral) and not default.elements
