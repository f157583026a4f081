"""A ruleset and a puzzle to a problem: quantifiers unfolded over the places of the board.

For `every c in cells with c.clue: count(mine & around(c)) = c.clue` and a clue 2 at R1C1 this makes the constraint
`Equal(Sum of Holds(mine at R1C2), …, 2)` with the origin (rule, its sentence with R1C1 filled in, c = R1C1).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from puzzlelang.diagnostics.record import Diagnostic, Failed
from puzzlelang.geometry import Place, Region
from puzzlelang.ground import areas, binding, estimate
from puzzlelang.ground.board import Board, made, places, raw
from puzzlelang.ground.compile import Compiled, expression
from puzzlelang.ground.givens import fill_in
from puzzlelang.problem import build, nodes
from puzzlelang.problem.record import Constraint, Formula, Kind, Origin, Problem, Rule, Variable
from puzzlelang.puzzle import Puzzle
from puzzlelang.source import Span
from puzzlelang.typed import ir

Frame = list[Any]
Emit = Callable[[Frame, list[Formula], tuple[tuple[str, object], ...], str | None], Iterator[Constraint]]


def ground(rules: ir.Ruleset, puzzle: Puzzle, watched: set[Span] | None = None) -> Problem:
    """The problem of solving `puzzle` by `rules`; into `watched` go the places of guards that let something through.

    Raises `Failed` if a given does not fit its declaration (range, domain, missing value), if a hint asks for more than
    its line can hold, and if the board makes too many cases.
    """
    board = made(rules, puzzle, watched)
    frame: Frame = [None] * rules.slots
    fill_in(board, frame)
    finds, variables = _finds(board, frame)
    if board.diagnostics:
        raise Failed(board.diagnostics)
    constraints: list[Constraint] = []
    stated: list[Rule] = []

    def size(domain: ir.Expression) -> int:
        return len(expression(domain, board)(frame))

    for rule in rules.rules:
        board.rule = rule
        if rule.condition is not None and expression(rule.condition, board)(frame) is not True:
            continue
        board.blamed = partial(estimate.told, rule.body, size)
        board.allow(estimate.bindings(rule.body, size))
        origin = Rule(rule.name, rule.text, rule.span)
        stated.append(origin)
        constraints.extend(_constraints(rule, origin, board, frame))
    if board.diagnostics:
        raise Failed(board.diagnostics)
    definitions = tuple(formula for formula in board.definitions if formula is not True)
    kept, ruled, cut = tuple(constraints), tuple(stated), _cut(rules)
    return Problem(board.geometry, finds, tuple(variables), kept, ruled, cut, definitions, board.graphs, grounded=kept)


def _cut(rules: ir.Ruleset) -> frozenset[str]:
    return frozenset(find.name for find in rules.finds if isinstance(find.kind, ir.PartitionKind))


def skeleton(rules: ir.Ruleset, puzzle: Puzzle) -> Problem:
    """The problem without its constraints: what is to be found, enough to read answers back.  Raises as `ground`."""
    board = made(rules, puzzle)
    frame: Frame = [None] * rules.slots
    fill_in(board, frame)
    finds, variables = _finds(board, frame)
    if board.diagnostics:
        raise Failed(board.diagnostics)
    return Problem(board.geometry, finds, tuple(variables), (), (), _cut(rules))


def completed(rules: ir.Ruleset, puzzle: Puzzle) -> Puzzle:
    """The puzzle with the defaults that the rules state for what it does not say.

    A puzzle that does not fit the declarations is left as it is: whoever grounds it is told why.
    """
    try:
        board = made(rules, puzzle)
        fill_in(board, [None] * rules.slots)
    except Failed:
        return puzzle
    givens, partitions = dict(puzzle.givens), dict(puzzle.partitions)
    for given in rules.givens:
        name, kind = given.name, given.kind
        if given.default is None:
            continue
        match kind:
            case ir.PartitionKind() if name not in partitions:
                partitions[name] = tuple(place for place in board.sets[name] if isinstance(place, Region))
            case ir.SetKind() if name not in givens:
                givens[name] = {place: True for place in board.sets[name] if isinstance(place, Place)}
            case ir.SingleKind(value) if None not in givens.get(name, {}):
                givens[name] = {None: raw(board.singles[name], value)}
            case _:
                pass
    return msgspec.structs.replace(puzzle, givens=givens, partitions=partitions)


def _finds(board: Board, frame: Frame) -> tuple[dict[str, dict[Any, Variable]], list[Variable]]:
    finds: dict[str, dict[Any, Variable]] = {}
    variables: list[Variable] = []
    for find in board.rules.finds:
        if isinstance(find.kind, ir.PartitionKind):
            finds[find.name] = areas.partition(board, find.name, variables)
            continue
        kind, low, high, names = _range_of(find, board, frame)
        partition = getattr(find.kind, "partition", None)
        regions = board.sets.get(partition, {}) if partition else {}
        domain = places(board.geometry, find.kind.sort, regions)  # type: ignore[arg-type]
        if find.kind.domain is not None:
            part = expression(find.kind.domain, board)(frame)
            domain = [place for place in domain if part.get(place, False) is True]
        made: dict[Any, Variable] = {}
        for place in domain:
            made[place] = Variable(len(variables), find.name, place, kind, low, high, names)
            variables.append(made[place])
        finds[find.name] = made
        if kind is Kind.MEMBER:
            board.sets[find.name] = {place: nodes.Holds(variable) for place, variable in made.items()}
        elif low == high:
            board.unknowns[find.name] = dict.fromkeys(made, low)
        else:
            board.unknowns[find.name] = {place: nodes.Number(variable, low, high) for place, variable in made.items()}
    return finds, variables


MOST = 1_000_000_000
"""Greatest number that can be looked for, and the greatest below 0."""


def _range_of(find: ir.Find, board: Board, frame: Frame) -> tuple[Kind, int, int, tuple[str, ...]]:
    if not isinstance(find.kind, ir.FunctionKind):
        return Kind.MEMBER, 0, 1, ()
    value = find.kind.value
    if value.base is ir.Base.NAME:
        return Kind.NAME, 0, len(value.members) - 1, value.members
    assert value.low is not None
    assert value.high is not None
    low, high = expression(value.low, board)(frame), expression(value.high, board)(frame)
    if max(abs(low), abs(high)) > MOST:
        message = f"`{find.name}` can be more than {MOST:,}, or less than its negative"
        raise Failed([Diagnostic("E087", message, value.low.span.to(value.high.span))])
    if low > high:
        raise Failed([Diagnostic("E085", f"`{find.name}` has no value between {low} and {high}", value.low.span)])
    return Kind.NUMBER, low, high, ()


def _constraints(rule: ir.Rule, origin: Rule, board: Board, frame: Frame) -> Iterator[Constraint]:
    holes = [piece if isinstance(piece, str) else _told(piece, board) for piece in rule.sentence]
    plain = len(holes) == 1

    def sentence(frame: Frame) -> str:
        return "".join(hole if isinstance(hole, str) else hole(frame) for hole in holes)

    def leaf(frame: Frame, formula: Formula, bindings: Any, told: str | None) -> Iterator[Constraint]:
        if formula is not True:
            yield Constraint(formula, Origin(origin, rule.text if plain else told or sentence(frame), bindings))

    emit = _emitter(rule.body, board, leaf, sentence)
    yield from emit(frame, [], (), None)


def _told(hole: ir.Hole, board: Board) -> Callable[[Frame], str]:
    value = expression(hole.value, board)
    members = getattr(hole.value.type, "members", ())

    def text(frame: Frame) -> str:
        found = value(frame)
        if hole.nouns is not None:
            number, noun = "" if found is None else f"{found} ", hole.nouns[found != 1]
            return f"{number}{noun}"
        if found is None:
            return ""
        if members and isinstance(found, int):
            return str(members[found])
        return ", ".join(map(str, found)) if isinstance(found, tuple) else str(found)

    return text


Leaf = Callable[[Frame, Formula, Any, str | None], Iterator[Constraint]]


def _emitter(body: ir.Expression, board: Board, leaf: Leaf, sentence: Callable[[Frame], str]) -> Emit:
    """Unfolds leading `every`, `no` and `and` into constraints of their own, each with its bindings."""
    match body:
        case ir.Quantified(ir.Quantity.EVERY | ir.Quantity.NO as quantity, _, binder, inside):
            if quantity is ir.Quantity.NO:
                inside = ir.Not(inside, inside.type, inside.span)
            deeper = _emitter(inside, board, leaf, sentence)
            once = binding.halved(binder, inside)
            bindings = binding.each(binder, lambda part: expression(part, board), board, once=once)
            names = binder.names

            def unfold(frame: Frame, unless: list[Formula], bound: Any, told: str | None) -> Iterator[Constraint]:
                for element, here in bindings(frame):
                    named = ((names[0], element),) if len(names) == 1 else tuple(zip(names, element, strict=True))
                    text = told if bound else sentence(frame)
                    if isinstance(here, nodes.First):
                        here = nodes.First(here.graph, here.vertex, every=True)
                    yield from deeper(
                        frame, unless if here is True else [*unless, build.negation(here)], bound + named, text
                    )

            return unfold
        case ir.Junction(True, parts):
            emitters = [_emitter(part, board, leaf, sentence) for part in parts]

            def split(frame: Frame, unless: list[Formula], bound: Any, told: str | None) -> Iterator[Constraint]:
                for emit in emitters:
                    yield from emit(frame, unless, bound, told)

            return split
        case _:
            formula = expression(body, board)
            return _at_leaf(body, formula, board, leaf)


def _at_leaf(body: ir.Expression, formula: Compiled, board: Board, leaf: Leaf) -> Emit:
    hint = _hint(body, board)

    def emit(frame: Frame, unless: list[Formula], bound: Any, told: str | None) -> Iterator[Constraint]:
        found = formula(frame)
        if found is False and not unless and hint is not None:
            hint(frame)
        yield from leaf(frame, build.disjunction((*unless, found)) if unless else found, bound, told)

    return emit


def _hint(body: ir.Expression, board: Board) -> Callable[[Frame], None] | None:
    """Checks a clue that is a count: it cannot be more than there is room for."""
    match body:
        case ir.Comparison(ir.Order.EQUAL, ir.Aggregate("count") as counted, ir.Lookup(name, ir.Role.GIVEN, key)):
            pass
        case ir.Comparison(ir.Order.EQUAL, ir.Lookup(name, ir.Role.GIVEN, key), ir.Aggregate("count") as counted):
            pass
        case _:
            return None
    count, place = expression(counted, board), expression(key, board)

    def check(frame: Frame) -> None:
        at = place(frame)
        clue, (_, room) = board.functions[name].get(at), build.bounds(count(frame))
        if isinstance(clue, int) and clue > room:
            board.diagnostics.append(
                Diagnostic(
                    "E151", f"the hint {clue} of {at} is too high: at most {room} fit", board.puzzle.span(name, at)
                )
            )

    return check
