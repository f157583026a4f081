"""Lists of a whole board that a rule derives from the answer, such as `bag(…) = dominoes`.

No list is looked for: it may be any (`*`) until there is an answer, which then tells it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

import msgspec

from puzzlelang.diagnostics.record import Failed
from puzzlelang.ground.from_typed import known_list
from puzzlelang.making.fixed_givens import FixedGivens, of_declarations
from puzzlelang.puzzle import SEVERAL, Key, Puzzle, Solution, Value
from puzzlelang.typed import ir
from puzzlelang.typed.subexpressions import subexpressions

DerivedLists = Mapping[str, ir.Expression]
"""For each list of the whole board by name what is equal to it."""


def derived_lists(rules: ir.Ruleset, known: FixedGivens) -> DerivedLists:
    """The lists that rules only say to be equal to values of an answer, so that each answer has one."""
    whole = {
        given.name
        for given in rules.givens
        if isinstance(given.kind, ir.SingleKind)
        and given.kind.value.base is ir.Base.NUMBERS
        and not given.kind.value.absent
        and given.name not in known.values
    }
    result: dict[str, ir.Expression] = {}
    for rule in rules.rules if whole else ():
        for name, other in _equations(rule.body) if rule.condition is None else ():
            if name in whole:
                result.setdefault(name, other)
    parts = (part for body in _bodies(rules) for part in subexpressions(body)) if result else ()
    read = Counter(part.name for part in parts if isinstance(part, ir.Symbol))
    return {name: other for name, other in result.items() if read[name] == 1}


def _equations(body: ir.Expression) -> Iterator[tuple[str, ir.Expression]]:
    """The givens that must be equal to something, each with that."""
    match body:
        case ir.Junction(True, items):
            for item in items:
                yield from _equations(item)
        case ir.BinaryComparison(ir.Comparator.EQUAL, ir.Symbol(name, ir.SymbolRole.GIVEN), other):
            yield name, other
        case ir.BinaryComparison(ir.Comparator.EQUAL, other, ir.Symbol(name, ir.SymbolRole.GIVEN)):
            yield name, other
        case _:
            pass


def _bodies(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    yield from of_declarations(rules)
    yield from (let.body for let in rules.lets)
    for rule in rules.rules:
        yield rule.body
        if rule.condition is not None:
            yield rule.condition


def any_lists(puzzle: Puzzle, names: Collection[str]) -> Puzzle:
    """The puzzle with any list (`*`) where it has none of these names."""
    free = {name: {None: (SEVERAL,)} for name in names if None not in puzzle.givens.get(name, {})}
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, **free}) if free else puzzle


def with_lists(rules: ir.Ruleset, puzzle: Puzzle, derived: DerivedLists, answer: Solution) -> Puzzle:
    """The puzzle with the lists that the answer has on it, where any list would do; itself where it needs none.

    Boards with the same base share a problem (`draft_prover`), so that must stay the same record.
    """
    lists: dict[str, Mapping[Key, Value]] = {}
    for name, other in derived.items():
        if puzzle.givens.get(name) == {None: (SEVERAL,)}:
            try:
                numbers = known_list(rules, puzzle, other, answer)
            except Failed:
                continue  # the answer is none on this board
            if numbers is not None:
                lists[name] = {None: numbers}
    return msgspec.structs.replace(puzzle, givens={**puzzle.givens, **lists}) if lists else puzzle
