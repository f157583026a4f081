"""Infix text of expressions: operators between operands, and the parentheses that precedence asks for.

Every text of formulas and terms is written with these: a rules file anew, a ruleset, a problem, the meaning of clauses.
An operation written by `operation` or `conditional` is closed by parentheses, so it can be an operand anywhere.
"""

from collections.abc import Iterable, Sequence

NOT = "not "


def in_parentheses(text: str) -> str:
    """The text in parentheses."""
    return f"({text})"


def operand(text: str, level: int, wanted: int) -> str:
    """An operand whose outermost operator has this precedence, in parentheses where it binds looser than wanted."""
    return in_parentheses(text) if level < wanted else text


def chain(operands: Sequence[str], operators: Iterable[str]) -> str:
    """Operands with their operators between them: one more operand than operators."""
    first, *rest = operands
    return first + "".join(f" {operator} {text}" for operator, text in zip(operators, rest, strict=True))


def operation(operator: str, *operands: str) -> str:
    """One operator between all operands, in parentheses."""
    return in_parentheses(f" {operator} ".join(operands))


def negation(text: str) -> str:
    """`not a`: binds tighter than any operation, so it has no parentheses of its own."""
    return NOT + text


def conditional(condition: str, then: str, other: str) -> str:
    """`(if a then b else c)`."""
    return in_parentheses(f"if {condition} then {then} else {other}")


def call(name: str, *arguments: str) -> str:
    """`f(a, b)`."""
    return f"{name}({', '.join(arguments)})"


def linear(parts: Iterable[tuple[int, str]], constant: int) -> str:
    """`a + 2 * b - c + 1`, without parentheses around it; a negation among the parts gets some."""
    text: list[str] = []
    for factor, part in parts:
        once = in_parentheses(part) if part.startswith(NOT) else part
        text += ("-" if factor < 0 else "+", once if abs(factor) == 1 else f"{abs(factor)} * {once}")
    if constant:
        text += ("-" if constant < 0 else "+", str(abs(constant)))
    return " ".join(text).removeprefix("+ ")
