"""Infix text: operators, operands and their parentheses."""

import pytest

from puzzlelang import infix


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (infix.operation("and", "a", infix.negation("b"), "c"), "(a and not b and c)"),
        (infix.conditional("a", "1", "2"), "(if a then 1 else 2)"),
        (infix.call("f", "a", "b"), "f(a, b)"),
        (infix.chain(("a", "b", "c"), ("+", "-")), "a + b - c"),
        (infix.operand("a + b", 1, 2), "(a + b)"),
        (infix.operand("a * b", 2, 2), "a * b"),
        (infix.linear([(1, "a"), (-2, "b"), (1, infix.negation("c"))], -3), "a - 2 * b + (not c) - 3"),
        (infix.linear([(-1, "a")], 1), "- a + 1"),
        (infix.linear([], 0), ""),
    ],
)
def test_infix_text_has_the_parentheses_that_it_needs(text: str, expected: str) -> None:
    assert text == expected
