"""Given lists of numbers that are premises, as the clues of Tapa, and what rules say of a place with each.

The values of lists cannot be variables.  So a rule is stated once for each list that is a premise: of the places near a
window, any may have just this list.  What a case of the rule then says is said under the premise that its place has the
list.

Proof: a rule is stated so only if each case of it reads lists at one place alone, that of its outermost binder.  On any
board in which this place has the list, the case is the same formula, whatever lists other places have.  A premise
names a list without its order, so what it says is what all orders of it say.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

import msgspec

from puzzlelang.geometry.places import Place
from puzzlelang.geometry.sorts import Sort
from puzzlelang.ground.role_swap import SearchedGiven, presence_name
from puzzlelang.problem import traversal
from puzzlelang.problem.nodes import Variable
from puzzlelang.problem.record import Constraint, Problem
from puzzlelang.puzzle import Unknown
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import rebuild, subexpressions

Numbers = tuple[int, ...]

_ROOM = 8
"""Stretches of these lengths, with gaps between, have room around a square; a list of more is no premise."""

_SORTS = frozenset((Sort.CELL, Sort.LINK, Sort.BORDER, Sort.CORNER))
"""The sorts of places that have a spot near a window."""


class ListedRules(msgspec.Struct, frozen=True):
    """Rules stated for each list in each order, with a copy of the given for each.

    `copies` has by the name of a copy that of the given, and the list in this order.
    """

    rules: ir.Ruleset
    copies: Mapping[str, tuple[str, Numbers]]

    def searched(self, places: Sequence[Place]) -> Mapping[str, SearchedGiven]:
        """What is searched of the copies: which of some places have the list."""
        return {
            copy: SearchedGiven(
                values={place: board_list(order) for place in places if place.sort is sort_of(self.rules, name)}
            )
            for copy, (name, order) in self.copies.items()
        }

    @property
    def names(self) -> frozenset[str]:
        """The names of the givens."""
        return frozenset(name for name, _ in self.copies.values())

    def premises(self, problem: Problem) -> Iterator[tuple[str, Place, Numbers, Variable]]:
        """Yield the variables of a problem of these rules that state a premise: a given, where, and an order of it."""
        for copy, (name, order) in self.copies.items():
            for place, one in problem.finds.get(presence_name(copy), {}).items():
                yield name, place, order, one

    def cases(self, problem: Problem) -> Iterator[tuple[str, Place, Numbers, Constraint]]:
        """Yield what a problem of these rules says of a given at a place with the list in an order."""
        about = {one.index: (name, place, order) for name, place, order, one in self.premises(problem)}
        for constraint in problem.constraints:
            read = [about[one.index] for one in traversal.variables(constraint.formula) if one.index in about]
            if len(read) == 1:
                yield *read[0], constraint


def sort_of(rules: ir.Ruleset, name: str) -> Sort:
    """The sort of the places of a given function."""
    kind = next(given.kind for given in rules.givens if given.name == name)
    assert isinstance(kind, ir.FunctionKind)
    return kind.sort


def board_list(numbers: Numbers) -> Numbers:
    """A list as boards have it: 0 alone is the list of none."""
    return () if numbers == (0,) else numbers


def text(numbers: Sequence[int]) -> str:
    """Write a list without its order: the value of a premise."""
    return ",".join(str(number) for number in sorted(numbers))


def numbers_in(value: str) -> Numbers:
    """Read such a text."""
    return tuple(int(number) for number in value.split(","))


def known_text(value: object) -> str | None:
    """The text of a list on a board; None for any other value, and for a list with a `?` or `*`."""
    if isinstance(value, tuple) and not any(isinstance(one, Unknown) for one in value):
        return text(value) if value else "0"
    return None


def premises() -> Iterator[Numbers]:
    """Yield the lists that are premises: a number from 0, or several from 1, each list once."""
    yield (0,)
    yield from _several((), 1)


def _several(begun: Numbers, least: int) -> Iterator[Numbers]:
    room = _ROOM - sum(begun) - len(begun)
    for number in range(least, room + (not begun)):
        yield (*begun, number)
        yield from _several((*begun, number), number)


def list_givens(rules: ir.Ruleset) -> frozenset[str]:
    """The names of the givens that are lists of numbers."""
    kinds = ((given.name, given.kind) for given in rules.givens)
    return frozenset(
        name for name, kind in kinds if isinstance(kind, ir.FunctionKind) and kind.value.base is ir.Base.NUMBERS
    )


def reads_own_list(rules: ir.Ruleset, rule: ir.Rule) -> str | None:
    """The list given that each case of a rule reads, at the place of its outermost binder alone; None otherwise."""
    lists = list_givens(rules)
    names = {part.symbol for part in subexpressions(rule.body) if isinstance(part, ir.Lookup) and part.symbol in lists}
    if len(names) != 1 or not isinstance(rule.body, ir.Quantified) or len(rule.body.binder.slots) != 1:
        return None
    (name,) = names
    kind = next(given.kind for given in rules.givens if given.name == name)
    slot = rule.body.binder.slots[0]
    every = [rule.body, *(let.body for let in rules.lets)]
    looked_up = [part for one in every for part in subexpressions(one) if isinstance(part, ir.Lookup)]
    keys = [part.key for part in looked_up if part.symbol == name]
    own = all(isinstance(key, ir.LocalVariable) and key.slot == slot for key in keys)
    is_every = rule.body.quantity in (ir.Quantity.EVERY, ir.Quantity.NO)
    return name if own and is_every and isinstance(kind, ir.FunctionKind) and kind.sort in _SORTS else None


def state_for_lists(rules: ir.Ruleset, listed: Mapping[str, str]) -> ListedRules | None:
    """State rules, by name with the given that each reads, for each list; None without any."""
    givens, stated, copies = list(rules.givens), [], {}
    for given in rules.givens:
        named = [rule for rule in rules.rules if listed.get(rule.name) == given.name]
        for order in (order for one in premises() for order in dict.fromkeys(permutations(one)) if named):
            copy = f"{given.name} {text(order)} {order}"
            copies[copy] = given.name, order
            givens.append(msgspec.structs.replace(given, name=copy))
            stated += [_reading(rule, given.name, copy) for rule in named]
    listing = msgspec.structs.replace(rules, givens=tuple(givens), rules=tuple(stated))
    return ListedRules(listing, copies) if copies else None


def _reading(rule: ir.Rule, name: str, copy: str) -> ir.Rule:
    """The rule with another given looked up."""

    def renamed(part: object) -> object:
        match part:
            case ir.Lookup(symbol, ir.SymbolRole.GIVEN, key) if symbol == name:
                return msgspec.structs.replace(part, symbol=copy, key=rebuild(key, renamed))
            case _:
                return part

    result = rebuild(rule.body, renamed)
    assert isinstance(result, ir.Quantified)
    return msgspec.structs.replace(rule, body=result)
