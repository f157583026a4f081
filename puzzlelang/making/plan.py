"""What becomes of each given when a board is made: looked for with an answer, drawn at random, or left as it is."""

import msgspec

from puzzlelang.diagnostics.record import fail
from puzzlelang.geometry.places import Place
from puzzlelang.making.habits import Habits, habits
from puzzlelang.making.known import Needs, needs, with_named_ways
from puzzlelang.making.symmetry import Symmetry
from puzzlelang.puzzle import Puzzle
from puzzlelang.typed import ir


class Plan(msgspec.Struct, frozen=True):
    """How boards are made by some rules; each given is in one of the lists at most, else it is left as it is.

    `freed`: looked for.  `placed`: the places that have a value are drawn at random, the values looked for.  `drawn`:
    drawn at random.  `listed`: lists, each worked out once an answer is known.  `rules` name directions (see `known`).
    Clues and sets lie by the `symmetry`, partitions do not.
    """

    rules: ir.Ruleset
    freed: tuple[ir.Given, ...]
    placed: tuple[ir.Given, ...]
    drawn: tuple[ir.Given, ...]
    listed: tuple[ir.Given, ...]
    habits: Habits
    symmetry: Symmetry = Symmetry.NONE

    @property
    def at_random(self) -> tuple[ir.Given, ...]:
        """The givens of which something is drawn at random, in the order of their declaration."""
        return tuple(given for given in self.rules.givens if given in self.drawn or given in self.placed)

    @property
    def changeable(self) -> tuple[ir.Given, ...]:
        """Those of them of which a part can be changed."""
        whole = self.rules.missing
        return tuple(one for one in self.at_random if one.name != whole and not isinstance(one.kind, ir.SingleKind))

    def places(self, given: ir.Given, base: Puzzle) -> tuple[Place, ...] | None:
        """The places at which a given has a value if they are drawn, None if they are looked for."""
        if given not in self.placed:
            return None
        return tuple(place for place in base.givens[given.name] if place is not None)


def plan(rules: ir.Ruleset, template: Puzzle, symmetry: Symmetry = Symmetry.NONE) -> Plan:
    """What is to be done for boards like the template, which may have some of the givens.

    Raises `Failed` (E332) for a given that nobody can choose but the setter.
    """
    known, seen = needs(rules), habits(rules)
    lists: dict[str, list[ir.Given]] = {"freed": [], "placed": [], "drawn": [], "listed": []}
    for given in rules.givens:
        way = _way(given, rules, template, known, seen)
        if way:
            lists[way].append(given)
    for given in lists["drawn"]:
        if isinstance(given.kind, ir.SingleKind) and not seen.values.get(given.name):
            what = f"`{given.name}` is one value for the whole board"
            hint = f"say it in a template: `{given.name}: …`, or give it a default in the rules"
            raise fail("E332", f"{what}, and no example tells which are usual", given.span, hint=hint)
    made = {name: tuple(givens) for name, givens in lists.items()}
    named = with_named_ways(rules, {given.name for given in (*made["freed"], *made["placed"])})
    return Plan(named, made["freed"], made["placed"], made["drawn"], made["listed"], seen, symmetry)


def _way(given: ir.Given, rules: ir.Ruleset, template: Puzzle, known: Needs, seen: Habits) -> str:
    """The list of the plan that a given belongs to; empty if it is left as the template or its default says."""
    name = given.name
    if given.default is not None and not (_nothing(given.default) and seen.shares.get(name)):
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


def _nothing(default: ir.Expression) -> bool:
    """Whether a default is the empty set: boards need not mention it."""
    return isinstance(default, ir.SetLiteral) and not default.elements
