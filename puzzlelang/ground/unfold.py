"""Unfolding of a rule to its constraints: leading quantifiers over the places, with an estimate of the cases.

Each case has its origin.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import cast

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.geometry.places import Line, View
from puzzlelang.geometry.polyominoes import Bank
from puzzlelang.ground import binding
from puzzlelang.ground.board import GroundBoard
from puzzlelang.ground.compile import expression
from puzzlelang.ground.kept_values import for_each_place, for_each_set
from puzzlelang.ground.values import Frame, OfFormula, Pair, as_formula, as_place, as_set, as_term
from puzzlelang.problem import build, build_graphs, nodes
from puzzlelang.problem.record import Constraint, Formula, Origin, Rule
from puzzlelang.typed import ir
from puzzlelang.typed.looks import letters
from puzzlelang.typed.subexpressions import LEAVES, children, free_slots, subexpressions

Bound = tuple[tuple[str, object], ...]
"""The variables of the leading quantifiers with what they stand for."""

Emit = Callable[[Frame, list[Formula], Bound, str | None], None]
"""Makes the constraints of a part of a rule; the formulas are those of which one is true instead."""

Leaf = Callable[[Frame, Formula, Bound, str | None], None]

MISSING_MARGIN = "if this is a cell, the hints beside the grid are missing: write them there, `.` where there is none"
"""What may be wrong with the hint of a line or view: without its margin a grid is read with its own cells as hints."""


def constraints(rule: ir.Rule, origin: Rule, board: GroundBoard, frame: Frame) -> Sequence[Constraint]:
    """The constraints of a rule, one for each binding of its leading quantifiers; true ones are left out.

    Hints larger than their line go to the diagnostics of the board.
    """
    holes = [piece if isinstance(piece, str) else _hole_text(piece, board) for piece in rule.sentence]
    result: list[Constraint] = []
    plain = len(holes) == 1 or bool(board.role_swap.givens)

    def sentence(frame: Frame) -> str:
        return "".join([hole if isinstance(hole, str) else hole(frame) for hole in holes])

    def leaf(frame: Frame, formula: Formula, bindings: Bound, wording: str | None) -> None:
        if formula is not True:
            text = rule.text if plain else wording or sentence(frame)
            result.append(Constraint(formula, Origin(origin, text, bindings)))

    last = 0 if plain else _last_named(rule)
    _emitter(rule.body, board, leaf, None if plain else sentence, last)(frame, [], (), None)
    return result


def _last_named(rule: ir.Rule) -> int:
    """Return how many leading quantifiers stand outside of the last one that binds a variable of the sentence."""
    holes = [piece.value for piece in rule.sentence if isinstance(piece, ir.Hole)]
    slots = {part.slot for hole in holes for part in subexpressions(hole) if isinstance(part, ir.LocalVariable)}
    body, level, result = rule.body, 0, 0
    while slots and isinstance(body, ir.Quantified):
        if not slots.isdisjoint(body.binder.slots):
            result = level
        body, level = body.body, level + 1
    return result


def _hole_text(hole: ir.Hole, board: GroundBoard) -> Callable[[Frame], str]:
    value = expression(hole.value, board)
    members = getattr(hole.value.type, "members", ())
    called = _letters_of(hole.value, board.rules)

    def text(frame: Frame) -> str:
        result = value(frame)
        if hole.nouns is not None:
            number, noun = "" if result is None else f"{result} ", hole.nouns[result != 1]
            return f"{number}{noun}"
        if result is None:
            return ""
        if members and isinstance(result, int):
            return str(members[result])
        if isinstance(result, Bank):
            return result.words
        words = list(map(str, result)) if isinstance(result, tuple) else [str(result)]
        return ", ".join([called.get(word, word) for word in words] if called else words)

    return text


def _letters_of(value: ir.Expression, rules: ir.Ruleset) -> Mapping[str, str]:
    """The letters that stand for numbers of a declaration on boards."""
    match value:
        case ir.Lookup(name) | ir.Symbol(name):
            item = rules.given(name) or rules.find(name)
            return {} if item is None else letters(item)
        case _:
            return {}


def _emitter(
    body: ir.Expression,
    board: GroundBoard,
    leaf: Leaf,
    sentence: Callable[[Frame], str] | None,
    outside: int,
    variables: int = 0,
    parts: tuple[ir.Expression, ...] = (),
) -> Emit:
    """Unfolds leading `every`, `no` and `and` into constraints of their own, each with its bindings.

    `sentence` fills in the rule's sentence inside of the next `outside` quantifiers and one; None if that is done, or
    it has no holes.  `variables`: how many stand before the body.  `parts`: components on which all that it says of the
    last one depends.
    """
    match body:
        case ir.Quantified(ir.Quantity.EVERY | ir.Quantity.NO as quantity, _, binder, inside):
            if quantity is ir.Quantity.NO:
                inside = ir.Negation(inside, inside.type, inside.span)
            filled = sentence if outside == 0 else None
            later = None if outside == 0 else sentence
            _, on = board.memo.facts.parts.get(id(binder), (binder, ()))
            deeper = _emitter(inside, board, leaf, later, outside - 1, variables + len(binder.names), on)
            once = board.memo.is_halved(binder, inside)
            bindings = binding.bound_elements(binder, lambda part: expression(part, board), board, once=once)
            names, name = binder.names, binder.names[0]
            single = len(names) == 1

            def unfold(frame: Frame, unless: list[Formula], bound: Bound, wording: str | None) -> None:
                for element, here in bindings(frame):
                    named = ((name, element),) if single else tuple(zip(names, cast("Pair", element), strict=True))
                    text = wording if filled is None else filled(frame)
                    if here is True:
                        deeper(frame, unless, bound + named, text)
                        continue
                    if isinstance(here, nodes.First):
                        here = build_graphs.each(here)
                    deeper(frame, [*unless, build.negation(here)], bound + named, text)

            return unfold
        case ir.Junction(True, all_of):
            emitters = [_emitter(part, board, leaf, sentence, outside, variables, parts) for part in all_of]
            guards = [as_formula(expression(part, board)) if isinstance(part, ir.Guard) else None for part in all_of]

            def split(frame: Frame, unless: list[Formula], bound: Bound, wording: str | None) -> None:
                for emit, guard in zip(emitters, guards, strict=True):
                    emit(frame, unless, bound, wording)
                    if guard is not None and guard(frame) is False:
                        return  # what stands behind it means nothing where there is no value

            return split
        case _:
            return _at_leaf(body, _formula(body, board, variables, parts), board, leaf)


def _formula(body: ir.Expression, board: GroundBoard, variables: int, parts: tuple[ir.Expression, ...]) -> OfFormula:
    """The formula of a body behind so many variables; if it has one of several, it is computed once for each place.

    If all that it says of its only variable depends on components, it is computed once for all places in these.
    """
    formula = as_formula(expression(body, board))
    if parts and variables == 1:
        return as_formula(for_each_set(formula, [as_set(expression(part, board)) for part in parts]))
    used = free_slots(body, board.memo.slots) if variables > 1 else ()
    return as_formula(for_each_place(formula, next(iter(used)), {})) if len(used) == 1 else formula


def _at_leaf(body: ir.Expression, formula: OfFormula, board: GroundBoard, leaf: Leaf) -> Emit:
    hint = _hint(body, board)

    def emit(frame: Frame, unless: list[Formula], bound: Bound, wording: str | None) -> None:
        result = formula(frame)
        if result is False and not unless and hint is not None:
            hint(frame)
        leaf(frame, build.disjunction((*unless, result)) if unless else result, bound, wording)

    return emit


def _hint(body: ir.Expression, board: GroundBoard) -> Callable[[Frame], None] | None:
    """Return a check that a clue does not exceed the greatest possible count; None unless body is `count(…) = clue`."""
    match body:
        case ir.BinaryComparison(
            ir.Comparator.EQUAL, ir.Aggregate("count") as counted, ir.Lookup(name, ir.SymbolRole.GIVEN, key)
        ):
            pass
        case ir.BinaryComparison(
            ir.Comparator.EQUAL, ir.Lookup(name, ir.SymbolRole.GIVEN, key), ir.Aggregate("count") as counted
        ):
            pass
        case _:
            return None
    count, place = as_term(expression(counted, board)), as_place(expression(key, board))

    def check(frame: Frame) -> None:
        at = place(frame)
        clue, (_, room) = board.functions[name].get(at), build.bounds(count(frame))
        if isinstance(clue, int) and clue > room:
            message = f"the hint {clue} of {at} is too high: at most {room} fit"
            advice = MISSING_MARGIN if isinstance(at, Line | View) else ""
            board.diagnostics.append(Diagnostic("E151", message, board.puzzle.span(name, at), help=advice))

    return check


def bindings(body: ir.Expression, size: Callable[[ir.Expression], int]) -> int:
    """Return a lower bound of the bindings needed to ground an expression; `size` evaluates and counts a set.

    Only quantifiers without conditions over constant sets count, as elements that a condition excludes are free.  Those
    inside disjunctions, conditionals and quantifiers that do not count are left out, as they may be skipped.
    """
    kind = type(body)
    if kind in LEAVES or kind is ir.Conditional:
        return 0
    match body:
        case ir.Quantified(binder=binder, body=inner):
            if binder.condition is not None or not _is_closed(binder.domain):
                return 0
            return size(binder.domain) * max(1, bindings(inner, size))
        case ir.Junction(False):
            return 0
        case _:
            return max([bindings(part, size) for part in children(body)], default=0)


def labels(body: ir.Expression, size: Callable[[ir.Expression], int]) -> Iterator[Label]:
    """Labels for the quantifiers of a rule with their number of cases, as far as their sets are constant."""
    for part in subexpressions(body):
        if not isinstance(part, ir.Quantified):
            continue
        names, domain = ", ".join(part.binder.names), part.binder.domain
        factor = _pairs_of(domain)
        if factor is None and _is_closed(domain):
            amount = size(domain)
        elif factor is not None and _is_closed(factor):
            amount = (one := size(factor)) * (one - 1)
        else:
            yield Label(part.binder.span, f"for each of these again the cases of `{names}`")
            continue
        less = ", those that `where` and `with` leave out among them" if part.binder.condition is not None else ""
        yield Label(part.binder.span, f"`{names}` makes {amount:,} cases{less}")


def _pairs_of(domain: ir.Expression) -> ir.Expression | None:
    if isinstance(domain, ir.Builtin) and domain.name == "pairs" and len(domain.arguments) == 1:
        return domain.arguments[0]
    return None


def _is_closed(domain: ir.Expression) -> bool:
    """Return whether a set expression has no free variables and no `pairs`, which must be made to be counted."""
    for part in subexpressions(domain):
        kind = type(part)
        if kind is ir.LocalVariable or kind is ir.Apply or (type(part) is ir.Builtin and part.name == "pairs"):
            return False
    return True
