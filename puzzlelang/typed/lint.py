"""Warns about statements of a rules file that are allowed, but hardly meant."""

from collections.abc import Iterator
from itertools import combinations

from puzzlelang.diagnostics.record import Diagnostic, Label
from puzzlelang.geometry.sorts import Sort
from puzzlelang.typed import ir
from puzzlelang.typed.ir import Item
from puzzlelang.typed.lint_readings import reading_warnings
from puzzlelang.typed.looks import Look, appearance
from puzzlelang.typed.subexpressions import declaration_expressions, subexpressions
from puzzlelang.typed.types import Maybe


def ruleset_warnings(rules: ir.Ruleset) -> tuple[Diagnostic, ...]:
    """Warnings about a checked ruleset, in the order of the file.

    Givens, options and `let`s that nothing uses, guards on values that are always there, examples that prove nothing,
    ranges that clues limit, odd `read` statements, declarations that look the same.
    """
    result = [
        *_unused_options(rules),
        *_needless_guards(rules),
        *_empty_examples(rules),
        *_ranges_of_clues(rules),
        *reading_warnings(rules),
        *look_warnings(rules),
    ]
    return tuple(sorted(result, key=lambda item: item.span.start if item.span else 0))


def _expressions(rules: ir.Ruleset) -> Iterator[ir.Expression]:
    for rule in rules.rules:
        yield rule.body
        if rule.condition is not None:
            yield rule.condition
        yield from (piece.value for piece in rule.sentence if isinstance(piece, ir.Hole))
    yield from (let.body for let in rules.lets)
    yield from (given.default for given in rules.givens if given.default is not None)
    everything: list[ir.Item] = [*rules.givens, *rules.finds, *rules.hidden]
    for declared in everything:
        yield from declaration_expressions(declared.kind)


def _mentioned_names(rules: ir.Ruleset) -> set[str]:
    names: set[str] = set()
    for expression in _expressions(rules):
        for part in subexpressions(expression):
            match part:
                case ir.LetValue(name) | ir.Symbol(name) | ir.Lookup(name) | ir.RegionOf(name) | ir.Apply(name):
                    names.add(name)
                case _:
                    pass
    for given in rules.givens:
        if isinstance(given.kind, ir.FunctionKind) and given.kind.partition is not None:
            names.add(given.kind.partition)
    return names


def _unused_options(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    used = _mentioned_names(rules)
    for given in rules.givens:
        if given.name not in {*used, rules.missing}:
            yield Diagnostic("W070", f"no rule uses the given `{given.name}`", given.span)
    for let in rules.lets:
        if let.name not in used:
            yield Diagnostic("W071", f"nothing uses `{let.name}`", let.span)
    for name in rules.idle:
        yield Diagnostic("W071", f"nothing uses `{name.text}`", name)
    for find in (*rules.finds, *rules.hidden):
        if find.name not in used:
            yield Diagnostic("W077", f"no rule says anything about `{find.name}`", find.span)
    for option in rules.options:
        if option.name not in used:
            yield Diagnostic("W076", f"no rule depends on the option `{option.name}`", option.span)


def _needless_guards(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    for expression in _expressions(rules):
        for part in subexpressions(expression):
            if (
                isinstance(part, ir.Guard)
                and not isinstance(part.value.type, Maybe)
                and part.span.text.startswith(("with", "known", "present", part.value.span.text))
            ):
                text = " ".join(part.value.span.text.split())
                yield Diagnostic("W075", f"`{text}` is always there", part.span, help="leave the guard out")


def _ranges_of_clues(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    """Warn about finds whose range ends at a clue that may be absent or `?`.

    A board may leave out that clue, and answers with values beyond the other clues are then lost.  What goes on by the
    size of the board is taken to be far enough.
    """
    for find in rules.finds:
        if not isinstance(find.kind, ir.FunctionKind):
            continue
        for end in (find.kind.value.low, find.kind.value.high):
            if end is not None and not _goes_beyond(rules, end) and (clue := _clue_of(rules, end)) is not None:
                problem = f"`{find.name}` has no values beyond those of `{clue}`, which the board may leave out"
                hint = "say what the board allows, such as `1..width * height`: answers beyond the clues are lost here"
                yield Diagnostic("W080", problem, end.span, help=hint)


def _goes_beyond(rules: ir.Ruleset, end: ir.Expression) -> bool:
    """Whether a range ends at a sum of clues and something that no clue limits, such as the number of cells."""
    if not (isinstance(end, ir.Arithmetic) and end.operator == "+"):
        return False
    sides = (end.left, end.right)
    return any((not isinstance(s, ir.Constant) and _clue_of(rules, s) is None) or _goes_beyond(rules, s) for s in sides)


def _clue_of(rules: ir.Ruleset, end: ir.Expression) -> str | None:
    """Return the name of a given on which the end of a range depends and whose values may be absent or `?`.

    `let`s and defaults are followed.  None if there is no such given.
    """
    bodies = {let.name: let.body for let in rules.lets}
    bodies |= {given.name: given.default for given in rules.givens if given.default is not None}
    waiting, seen = [end], set[str]()
    while waiting:
        for part in subexpressions(waiting.pop()):
            match part:
                case ir.LetValue(name) | ir.Symbol(name) | ir.Apply(name):
                    if name in bodies and name not in seen:
                        seen.add(name)
                        waiting.append(bodies[name])
                case ir.Lookup(name):
                    given = rules.given(name)
                    kind = given.kind.value if given and isinstance(given.kind, ir.FunctionKind) else None
                    if kind is not None and (kind.absent or kind.unknown):
                        return name
                case _:
                    pass
    return None


def _empty_examples(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    seen: dict[str, ir.Example] = {}
    for example in rules.examples:
        if example.title in seen:
            yield Diagnostic("W078", "two examples have the same title", example.span)
        seen[example.title] = example


VisibleLook = tuple[Look, str]
"""A look, and what a text or an arrow of it says."""


def look_warnings(rules: ir.Ruleset) -> Iterator[Diagnostic]:
    """Warns about two givens, or two finds, whose values may look alike at one place of a picture."""
    groups: tuple[tuple[Item, ...], ...] = (
        tuple(given for given in rules.givens if given.name != rules.missing),
        rules.finds,
    )
    for group in groups:
        for first, second in combinations(group, 2):
            if _where(first) == _where(second) and _visible_looks(rules, first) & _visible_looks(rules, second):
                yield Diagnostic(
                    "W085",
                    f"`{second.name}` looks like `{first.name}` in pictures",
                    second.span,
                    help=f"say how it looks: `draw {second.name}: …`; `puzzlelang explain draw` lists the words",
                    labels=(Label(first.span, "this is at the same places"),),
                )


def _where(item: Item) -> object:
    """Return a key that is equal for declarations at the same places.

    In margins the sides are part of the key.  Groups, paths and single values never share a key.
    """
    match item.kind:
        case ir.SetKind(sort) | ir.FunctionKind(sort) if sort in (Sort.LINE, Sort.VIEW):
            return "margin", item.sides if isinstance(item, ir.Given) else ()
        case ir.SetKind(sort) | ir.FunctionKind(sort):
            return sort
        case ir.PartitionKind():
            return "partition"
        case ir.GroupsKind() | ir.SingleKind():
            return item.name


def _visible_looks(rules: ir.Ruleset, item: Item) -> set[VisibleLook]:
    """Return the looks of a declaration's values, each with the text or arrow that it shows."""
    result, symbols = appearance(rules, item), dict(item.shown.symbols)
    held = item.kind.value if isinstance(item.kind, ir.FunctionKind) else None
    looks = (
        {(result.of(name), symbols.get(name, name)) for name in held.members}
        if held is not None
        else set[VisibleLook]()
    )
    if held is None or held.base is not ir.Base.NAME:
        what = "" if held is None or held.base is ir.Base.DIRECTION else "a number"
        looks |= {(result.others, what or symbols.get("", ""))}
        looks |= {(look, symbols.get(value, "")) for value, look in result.each.items()}
    numeric = held is not None and held.base in (ir.Base.NUMBER, ir.Base.NUMBERS)
    return {
        (look, what if look.shape in ("text", "arrow") or (numeric and look == result.others) else "")
        for look, what in looks
        if look.shape != "nothing"
    }
