"""Writes a checked ruleset as text: declarations with their types, then every `let` and every rule."""

from collections.abc import Iterator
from typing import assert_never

from puzzlelang.typed import ir
from puzzlelang.typed.styles import LookByValue
from puzzlelang.typed.wording import one_line, typed_lines


def text(rules: ir.Ruleset) -> str:
    """The text of a ruleset without its examples; equal rules give equal text."""
    sections = [
        [f'puzzle "{rules.title}", board {rules.board}{f" without {rules.missing}" if rules.missing else ""}'],
        [*map(_given_text, rules.givens), *map(_find, (*rules.finds, *rules.hidden)), *map(_option, rules.options)],
        *([f"let {let.name}", *typed_lines(let.body, 2)] for let in rules.lets),
        *(list(_rule(rule)) for rule in rules.rules),
        [*map(_reading, rules.readings)],
        [f"draw {style.name}: {', '.join(map(_look, style.looks))}" for style in rules.styles],
    ]
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def meaning(rules: ir.Ruleset) -> str:
    """Return the meaning of rules as text: equal texts allow the same answers, however worded, drawn and read."""
    declared = [
        [f"board {rules.board} without {rules.missing}"],
        [f"{one.name}: {_kind(one.kind)} fixes {one.fixes} default {_optional(one.default)}" for one in rules.givens],
        [f"{one.name}: {_kind(one.kind)} hidden {one.hidden}" for one in (*rules.finds, *rules.hidden)],
        map(_option, rules.options),
    ]
    bodies = [
        *([f"let {let.name}", *typed_lines(let.body, 2)] for let in rules.lets),
        *(["rule", *_condition_and_body(rule)] for rule in rules.rules),
    ]
    return "\n".join(line for lines in (*declared, *bodies) for line in lines)


def _optional(expression: ir.Expression | None) -> str:
    return "none" if expression is None else one_line(expression)


def _look(look: LookByValue) -> str:
    return " ".join(filter(None, (look.value, look.size, look.colour, look.shape, look.slot)))


def _given_text(given: ir.Given) -> str:
    fixes = f", fixes {given.fixes}" if given.fixes else ""
    where = given.sides or ("in a block of its own",) * given.own_block
    sides = f", written {', '.join(where)}" if where else ""
    default = f", by default {one_line(given.default)}" if given.default is not None else ""
    return f"given {given.name}: {_kind(given.kind)}{fixes}{sides}{default}{_notation(given.shown)}"


def _find(find: ir.Find) -> str:
    return f"find {find.name}: {_kind(find.kind)}{', hidden' * find.hidden}{_notation(find.shown)}"


def _option(option: ir.Option) -> str:
    return f"option {option.name}: {', '.join(option.members)}; by default {option.default}"


def _kind(kind: ir.DeclaredType) -> str:
    match kind:
        case ir.SetKind(sort, domain):
            return f"set of {sort.value}s{_within(domain)}"
        case ir.PartitionKind(absent, domain):
            return f"partition of cells{_within(domain)}{' that may lie in no region' if absent else ''}"
        case ir.GroupsKind(members, ordered):
            return f"{'paths' if ordered else 'groups'} of {members.value}s"
        case ir.FunctionKind(sort, partition, domain, value):
            of = f" of {partition}" if partition else ""
            return f"each {sort.value}{of}{_within(domain)} to {_value(value)}"
        case ir.SingleKind(value):
            return _value(value)
        case _:
            assert_never(kind)


def with_unknown(given: ir.Given) -> str:
    """The declaration of a given as a rules file has it, so that its values may be `?`."""
    match given.kind:
        case ir.FunctionKind(sort, partition, domain, value):
            keys = partition or (f"{sort.value}s" if domain is None else _as_written(domain))
            return f"given {given.name} : {keys} to {_written_value(value)}"
        case ir.SingleKind(value):
            return f"given {given.name} : {_written_value(value)}"
        case ir.SetKind() | ir.PartitionKind() | ir.GroupsKind():
            return f"given {given.name}"
        case _:
            assert_never(given.kind)


def _written_value(value: ir.ValueKind) -> str:
    base = f"{{{', '.join(value.members)}}}" if value.members else value.base.value
    if value.low is not None and value.high is not None:
        base = f"{_as_written(value.low)}..{_as_written(value.high)}"
    return f"{base} or unknown{'?' * value.absent}"


def _as_written(expression: ir.Expression) -> str:
    return " ".join(expression.span.text.split())


def _within(domain: ir.Expression | None) -> str:
    return "" if domain is None else f" in {one_line(domain)}"


def _value(value: ir.ValueKind) -> str:
    base = ", ".join(value.members) or value.base.value
    if value.low is not None and value.high is not None:
        base += f" {one_line(value.low)} to {one_line(value.high)}"
    return base + " or `?`" * value.unknown + " or absent" * value.absent


def _notation(shown: ir.Notation) -> str:
    symbols = [f'{name} "{symbol}"' if name else f'"{symbol}"' for name, symbol in shown.symbols]
    symbols += [f'not "{shown.negation}"'] if shown.negation is not None else []
    return f", shown as {', '.join(symbols)}" if symbols else ""


def _rule(rule: ir.Rule) -> Iterator[str]:
    line, _ = rule.span.source.line_column(rule.span.start)
    sentence = "".join(piece if isinstance(piece, str) else _hole(piece) for piece in rule.sentence)
    yield f"rule {rule.name}, line {line}: {sentence}"
    yield from _condition_and_body(rule)


def _condition_and_body(rule: ir.Rule) -> Iterator[str]:
    if rule.condition is not None:
        yield from typed_lines(rule.condition, 2, "when ")
    yield from typed_lines(rule.body, 2)


def _hole(hole: ir.Hole) -> str:
    """The expression of a placeholder, and the words behind it or in its place."""
    words = [*(hole.nouns or ()), *([] if hole.general is None else [hole.general])]
    return "{" + "|".join([one_line(hole.value), *words]) + "}"


def _reading(reading: ir.Reading) -> str:
    return f'read {reading.format} "{reading.type}": {", ".join(map(_piece, reading.pieces))}'


def _piece(piece: ir.ReadPiece) -> str:
    if piece.literal:
        return f'"{piece.word}"'
    layers = "; ".join(", ".join(map(_entry, layer)) for layer in piece.layers)
    return f"{piece.word}({layers})" if layers else piece.word


def _entry(entry: ir.PieceEntry) -> str:
    effects = " and ".join(
        effect.name if effect.value is None else f"{effect.name} = {str(effect.value).lower()}"
        for effect in entry.effects
    )
    return effects if entry.key is None else f'"{entry.key}": {effects}'
