"""Writes the parts of a statement as one line of text, with minimal parentheses."""

from collections.abc import Iterable
from enum import IntEnum, auto
from typing import assert_never

from puzzlelang import infix
from puzzlelang.syntax import tree


class Level(IntEnum):
    """The precedence levels of the grammar, from the loosest; a place accepts its level and all tighter ones."""

    FORMULA = auto()
    IFF = auto()
    OR = auto()
    AND = auto()
    NOT = auto()
    COMPARISON = auto()
    OPERAND = auto()
    SUM = auto()
    PRODUCT = auto()
    NEGATIVE = auto()
    INTERSECTION = auto()
    POSTFIX = auto()
    ATOM = auto()


_CHAINS = {
    "iff": Level.IFF,
    "or": Level.OR,
    "and": Level.AND,
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "/": Level.PRODUCT,
    "mod": Level.PRODUCT,
    "&": Level.INTERSECTION,
}


def expression(written: tree.ExpressionSyntax, wanted: Level = Level.FORMULA) -> str:
    """Text of an expression that parses back to the same tree where the grammar accepts the level `wanted`."""
    text = _without_brackets(written)
    return infix.operand(text, level(written), wanted)


def level(written: tree.ExpressionSyntax) -> Level:
    """The precedence level of a node."""
    match written:
        case tree.QuantifiedSyntax() | tree.If() | tree.For():
            return Level.FORMULA
        case tree.Chain(_, operators):
            return _CHAINS.get(operators[0].text, Level.COMPARISON)
        case tree.Unary(operator):
            return Level.NOT if operator == "not" else Level.NEGATIVE
        case tree.Of() | tree.RangeSyntax():
            return Level.OPERAND
        case tree.Property():
            return Level.POSTFIX
        case tree.Name() | tree.Integer() | tree.Call() | tree.Braces() | tree.ComprehensionSyntax():
            return Level.ATOM
        case _:
            assert_never(written)


def operands(written: tree.Chain) -> list[str]:
    """The operands of a chain, in parentheses where their level demands it."""
    inside = Level(level(written) + 1)
    return [expression(operand, inside) for operand in written.operands]


def _without_brackets(written: tree.ExpressionSyntax) -> str:
    match written:
        case tree.Name(text):
            return text
        case tree.Integer(value):
            return str(value)
        case tree.Property(of, name):
            return f"{expression(of, Level.POSTFIX)}.{name.text}"
        case tree.Call(name, arguments, clause):
            return infix.call(name.text, _arguments(arguments, clause))
        case tree.Braces(elements):
            return f"{{{', '.join(expression(element, Level.SUM) for element in elements)}}}"
        case tree.ComprehensionSyntax(bound):
            return f"{{{binder(bound)}}}"
        case tree.For(value, bound):
            return f"{expression(value)} for {binder(bound)}"
        case tree.Of(name, domain):
            return f"{name.text} of {expression(domain, Level.SUM)}"
        case tree.Unary("not", operand):
            return f"not {expression(operand, Level.NOT)}"
        case tree.RangeSyntax(low, high):
            return f"{expression(low, Level.SUM)}..{expression(high, Level.SUM)}"
        case tree.Unary(_, operand):
            return f"-{expression(operand, Level.NEGATIVE)}"
        case tree.Chain(_, operators):
            return infix.chain(operands(written), (word.text for word in operators))
        case tree.If():
            head, branch = condition(written), consequence(written)
            tail = "" if written.alternative is None else f" else {expression(written.alternative)}"
            return f"{head} {branch}{tail}"
        case tree.QuantifiedSyntax():
            return f"{quantifier(written)} {expression(written.body)}"
        case _:
            assert_never(written)


def _arguments(arguments: tuple[tree.ExpressionSyntax, ...], clause: tree.Clause | None) -> str:
    listed = ", ".join(expression(argument) for argument in arguments)
    if clause is None:
        return listed
    return f"{listed} {clause.word} {expression(clause.value, Level.SUM)}".lstrip()


def condition(written: tree.If) -> str:
    """Text of `if … then`."""
    return f"if {expression(written.condition, Level.IFF)} then"


def consequence(written: tree.If) -> str:
    """Text of what follows `then`; before an `else` a formula needs parentheses."""
    return expression(written.consequence, Level.FORMULA if written.alternative is None else Level.IFF)


def quantifier(written: tree.QuantifiedSyntax) -> str:
    """Text of `every … :`."""
    amount = "" if written.amount is None else f"{expression(written.amount, Level.SUM)} "
    return f"{written.quantity} {amount}{binder(written.binder)}:"


def binder(written: tree.BinderSyntax) -> str:
    """Text of `a, b in S with … where …`."""
    inside = Level.OPERAND if isinstance(written.domain, tree.RangeSyntax) else Level.SUM
    text = f"{words(written.names)} in {expression(written.domain, inside)}"
    if written.guards:
        guards = (("number " if guard.number else "") + _guard_text(guard) for guard in written.guards)
        text += f" with {' and '.join(guards)}"
    if written.condition is not None:
        text += f" where {expression(written.condition, Level.IFF)}"
    return text


def _guard_text(guard: tree.GuardSyntax) -> str:
    return expression(guard.value if guard.comparison is None else guard.comparison)


def words(names: Iterable[tree.Identifier]) -> str:
    """Text of names: `a, b`."""
    return ", ".join(name.text for name in names)


def kind(written: tree.TypeSyntax) -> str:
    """Text of a type."""
    match written:
        case tree.SetType(domain):
            return f"set of {expression(domain, Level.SUM)}"
        case tree.PartitionType(domain, absent):
            return f"partition of {expression(domain, Level.SUM)}{'?' if absent else ''}"
        case tree.GroupsType(word, domain):
            return f"{word.text} of {expression(domain, Level.SUM)}"
        case tree.FunctionType(domain, value):
            return f"{expression(domain, Level.SUM)} to {_value(value)}"
        case tree.ValueType():
            return _value(written)
        case _:
            assert_never(written)


def _value(written: tree.ValueType) -> str:
    tail = (" or unknown" if written.unknown else "") + ("?" if written.absent else "")
    match written.base:
        case tree.Identifier(text):
            return text + tail
        case tree.RangeSyntax():
            return f"{expression(written.base)}{tail}"
        case tree.Members():
            return members(written.base) + tail
        case _:
            assert_never(written.base)


def members(written: tree.Members) -> str:
    """Text of `{a, b}` or `{a "##", b "#"}`."""
    if written.drawings:
        pairs = zip(written.names, written.drawings, strict=True)
        return "{" + ", ".join(f"{name.text} {quote(drawing)}" for name, drawing in pairs) + "}"
    return f"{{{words(written.names)}}}"


def symbol(written: tree.SymbolSyntax) -> str:
    """Text of one entry after `as`."""
    if written.name is not None and written.last is not None:
        number, end = written.last
        return f"{written.name.text}..{number.text} {quote(written.symbol)}..{quote(end)}"
    return quote(written.symbol) if written.name is None else f"{written.name.text} {quote(written.symbol)}"


def piece(written: tree.PieceSyntax) -> str:
    """Text of a codec piece on one line."""
    if isinstance(written.word, tree.QuotedText):
        return quote(written.word)
    layers = "; ".join(", ".join(_entry(entry) for entry in layer) for layer in written.layers)
    return f"{written.word.text}({layers})" if layers else written.word.text


def _entry(written: tree.EntrySyntax) -> str:
    key = written.key if isinstance(written.key, int | None) else _string(written.key)
    effects = " and ".join(map(_effect, written.effects))
    return effects if key is None else f"{key}: {effects}"


def _effect(written: tree.EffectSyntax) -> str:
    match written.value:
        case None:
            return written.name.text
        case False:
            return f"not {written.name.text}"
        case tree.Identifier(text):
            return f"{written.name.text} {text}"
        case number:
            return f"{written.name.text} {number}"


def quote(written: tree.QuotedText) -> str:
    """Quotes a text: long ones as they were, short ones with the fewest escapes."""
    if written.long:
        return f'"""{written.value}"""'
    return _string(written.value)


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
