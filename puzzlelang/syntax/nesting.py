"""How deep a statement is, told from its tokens before it is parsed."""

from collections.abc import Iterable

from lark import Token

_REACHING = frozenset({"EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_JOINING = frozenset({"AND", "OR", "IFF"})
_OPERAND_ENDS = frozenset({"NAME", "INT", "RPAR", "RBRACE"})
_OPENING, _CLOSING = frozenset({"LPAR", "LBRACE"}), frozenset({"RPAR", "RBRACE"})


def nesting_depth(group: Iterable[Token]) -> int:
    """Return an upper bound for the depth of the tree, counted from brackets, prefixes and dots.

    A closing bracket ends every prefix inside it.  A `not` or sign also ends at `and`, `or` or `iff`, unless a prefix
    that reaches further follows it, such as `every`.
    """
    around: list[tuple[int, int]] = []
    reaching = signs = deepest = dots = longest = 0
    before = ""
    for token in group:
        if token.type in _OPENING:
            around.append((reaching, signs))
            reaching, signs = 1 + reaching + signs, 0
        elif token.type in _CLOSING:
            reaching, signs = around.pop() if around else (0, 0)
        elif token.type in _REACHING:
            reaching, signs = 1 + reaching + signs, 0
        elif token.type == "NOT" or (token.type == "MINUS" and before not in _OPERAND_ENDS):
            signs += 1
        elif token.type in _JOINING:
            signs = 0
        deepest = max(deepest, reaching + signs)
        dots = dots + 1 if token.type == "DOT" else dots if before == "DOT" else 0
        longest = max(longest, dots)
        before = token.type
    return deepest + longest
