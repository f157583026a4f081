"""Rules of a puzzle in players' words."""

from collections.abc import Mapping, Sequence

from puzzlelang.diagnostics.nearest import join_words
from puzzlelang.formats.text.values import write_value
from puzzlelang.geometry.lattice_files import lattice, names
from puzzlelang.geometry.sorts import RECTANGLE, Sort
from puzzlelang.puzzle import UNKNOWN, Puzzle
from puzzlelang.render import board_rules
from puzzlelang.typed import ir
from puzzlelang.typed.types import PlaceType

_EACH = {Sort.LINE: "each row and column", Sort.VIEW: "each line from either end", Sort.GROUP: "each group of cells"}


def as_text(rules: ir.Ruleset) -> str:
    """Title, then the rules in the order of the file, then the options."""
    lines = [rules.title, "=" * len(rules.title), ""]
    lines += [f"{number}. {sentence}" for number, sentence in enumerate(rule_sentences(rules), 1)]
    if rules.options:
        lines.append("")
    for option in rules.options:
        lines.append(f"Option {option.name}: {choice(option)}")
    if rules.lattices != (RECTANGLE,):
        lines += ["", f"Boards: {lattices(rules)}"]
    return "\n".join(lines)


def rule_sentences(rules: ir.Ruleset, boards: Sequence[Puzzle] = ()) -> list[str]:
    """Return the sentence of each rule that players read, followed by its condition in brackets.

    With `boards` only rules that say something about one of them, and conditions only where they are not true of all.
    """
    return list(sentences_by_rule(rules, boards).values())


def sentences_by_rule(rules: ir.Ruleset, boards: Sequence[Puzzle] = ()) -> Mapping[str, str]:
    """Return the sentences of `rule_sentences` by the names of the rules, in their order."""
    own_rules, squares = [rule for rule in rules.rules if not rule.implied], RECTANGLE in rules.lattices
    if not boards:
        return {rule.name: f"{sentence(rule, squares=squares)}.{_in_brackets(rule)}" for rule in own_rules}
    result, known = {}, _known_values(rules, boards)
    for rule in own_rules:
        if any(board_rules.is_about(rules, rule, board) for board in boards):
            always = all(board_rules.holds(rules, rule, board) for board in boards)
            result[rule.name] = f"{sentence(rule, known, squares=squares)}.{'' if always else _in_brackets(rule)}"
    return result


def _known_values(rules: ir.Ruleset, boards: Sequence[Puzzle]) -> Mapping[str, str]:
    """Return the single values that are the same on all boards, as texts by the names of their givens."""
    result = {}
    for given in rules.givens:
        if not isinstance(given.kind, ir.SingleKind):
            continue
        usual = given.default.value if isinstance(given.default, ir.Constant) else None
        values = {board.givens.get(given.name, {}).get(None, usual) for board in boards}
        value = values.pop() if len(values) == 1 else None
        if value is not None and value != UNKNOWN:
            result[given.name] = write_value(given.kind.value, given.shown, value)
    return result


def lattices(rules: ir.Ruleset) -> str:
    """Return what boards consist of: `squares and hexagons`."""
    known = names()
    if rules.lattices == known:
        return "squares, hexagons, triangles and all other lattices"
    titles = ["squares" if name == RECTANGLE else lattice(name).title for name in rules.lattices]
    return join_words(titles)


def as_json(rules: ir.Ruleset) -> Mapping[str, object]:
    """Return title, board shape, declarations, options and rules of a ruleset as JSON values."""
    return {
        "title": rules.title,
        "board": rules.board,
        "lattices": rules.lattices,
        "given": [given.name for given in rules.givens],
        "find": [find.name for find in rules.finds],
        "options": {option.name: {"members": option.members, "default": option.default} for option in rules.options},
        "rules": [
            {
                "name": rule.name,
                "sentence": sentence(rule, squares=RECTANGLE in rules.lattices),
                "written": rule.text,
                "when": condition_of(rule),
            }
            for rule in rules.rules
            if not rule.implied
        ],
    }


def sentence(rule: ir.Rule, known: Mapping[str, str] | None = None, *, squares: bool = True) -> str:
    """Return the sentence of a rule for any board, such as `Each row and column holds <clue> tents`.

    Single values that are `known`, as texts by name, stand in it.  Where no board has `squares`, it is `Each line …`.
    """
    half = "" if squares else "each line"
    if isinstance(rule.body, ir.Quantified) and isinstance(rule.body.binder.domain, ir.Builtin):
        half = {"rows": "each row", "columns": "each column"}.get(rule.body.binder.domain.name, half)
    text = " ".join(
        "".join(piece if isinstance(piece, str) else _text(piece, half, known or {}) for piece in rule.sentence).split()
    )
    return (text[:1].upper() + text[1:]).rstrip(".")


def _text(hole: ir.Hole, half: str, known: Mapping[str, str]) -> str:
    if hole.general is not None:
        return hole.general
    match hole.value:
        case ir.Symbol(name, ir.SymbolRole.GIVEN) if name in known:
            value = known[name]
            return value + (f" {hole.nouns[value != '1']}" if hole.nouns else "")
    return _hole(hole.value, half) + (f" {hole.nouns[1]}" if hole.nouns else "")


def _hole(value: ir.Expression, half: str) -> str:
    match value:
        case ir.Lookup(symbol):
            return f"<{symbol}>"
        case ir.Symbol(name, ir.SymbolRole.OPTION) | ir.Symbol(name, ir.SymbolRole.GIVEN):
            return f"<{name}>"
        case ir.Builtin(name):
            return f"<{name}>"
        case _ if isinstance(value.type, PlaceType):
            place = value.type
            if place.sort is Sort.LINE and half:
                return half
            if place.partition is not None:
                return f"each {place.partition}"
            return _EACH.get(place.sort, f"each {place.sort.value}")
        case _:
            return f"<{' '.join(value.span.text.split())}>"


def choice(option: ir.Option) -> str:
    """Return what an option usually is, and how a board chooses otherwise."""
    others = ", ".join(member for member in option.members if member != option.default)
    return f"{option.default} unless the board says `{option.name}: …` ({others})"


def condition_of(rule: ir.Rule) -> str:
    """Under which condition a rule holds, such as `only if level = tank`; empty for always."""
    return "" if rule.condition is None else f"only if {' '.join(rule.condition.span.text.split())}"


def _in_brackets(rule: ir.Rule) -> str:
    return f" ({condition_of(rule)})" if rule.condition is not None else ""
