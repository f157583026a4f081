"""Builds the tree nodes of formulas, values and types."""

# ruff: noqa: D102 (one method per grammar rule or alias, by its name)

from collections.abc import Iterator
from typing import Any

from lark import Token, v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from puzzlelang.diagnostics.record import fail
from puzzlelang.source import Source, Span
from puzzlelang.syntax import tree

Items = list[Any]

MAX_DIGITS = 9
"""Numerals longer than this are refused: nothing on a board is that large."""


@v_args(meta=True)
class FormulaBuilder(Transformer_NonRecursive[Token, Any]):
    """The builder's methods for formulas: everything right of a `:` or a `=`; `source` is the text being parsed."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def _span(self, meta: Meta) -> Span:
        return Span(self.source, meta.start_pos, meta.end_pos)

    def _word(self, token: Token) -> tree.Identifier:
        return tree.Identifier(str(token), span_of(self.source, token))

    # -- types

    def set_type(self, meta: Meta, items: Items) -> tree.SetType:
        return tree.SetType(items[0], self._span(meta))

    def partition_type(self, meta: Meta, items: Items) -> tree.PartitionType:
        return tree.PartitionType(items[0], items[1], self._span(meta))

    def groups_type(self, meta: Meta, items: Items) -> tree.GroupsType:
        word, domain, absent = items
        if absent:
            span = Span(self.source, meta.end_pos - 1, meta.end_pos)
            raise fail("E011", f"{word} have no `?`", span, hint="leave it out: a board need not have any")
        return tree.GroupsType(self._word(word), domain, self._span(meta))

    def function_type(self, meta: Meta, items: Items) -> tree.FunctionType:
        return tree.FunctionType(items[0], items[1], self._span(meta))

    def value(self, meta: Meta, items: Items) -> tree.ValueType:
        base, unknown, absent = items
        match base:
            case tree.RangeSyntax() | tree.Identifier() | tree.Members():
                pass
            case tree.Name(text, span):
                base = tree.Identifier(text, span)
            case tree.Braces(elements, span) if names := _plain(elements):
                base = tree.Members(names, span)
            case _:
                hint = "write `number`, a range such as `1..9`, or names in braces such as `{black, white}`"
                if isinstance(base, tree.Chain) and [word.text for word in base.operators] == ["-"]:
                    low, high = (operand.span.text for operand in base.operands)
                    hint = f"a range is written `{low}..{high}`"
                raise fail("E011", "this is no type of value", base.span, hint=hint)
        return tree.ValueType(base, unknown, absent, self._span(meta))

    def range(self, meta: Meta, items: Items) -> tree.RangeSyntax:
        return tree.RangeSyntax(items[0], items[-1], self._span(meta))

    def unknown(self, _meta: Meta, items: Items) -> bool:
        if items[-1] is not None and items[-1] != "unknown":
            span = span_of(self.source, items[-1])
            raise fail("E011", f"`or {items[-1]}` is no type", span, hint="write `or unknown` if the clue can be `?`")
        return items[-1] is not None

    def absent(self, _meta: Meta, items: Items) -> bool:
        return items[0] is not None

    # -- formulas

    def quantified(self, meta: Meta, items: Items) -> tree.QuantifiedSyntax:
        (quantity, amount), binder, body = items
        return tree.QuantifiedSyntax(quantity, amount, binder, body, self._span(meta))

    def quantity(self, _meta: Meta, items: Items) -> tuple[str, tree.ExpressionSyntax | None]:
        return " ".join(str(items[0]).split()), items[1] if len(items) > 1 else None

    def conditional(self, meta: Meta, items: Items) -> tree.If:
        return tree.If(items[0], items[1], items[2] if len(items) > 2 else None, self._span(meta))

    def binder(self, meta: Meta, items: Items) -> tree.BinderSyntax:
        names = tuple(self._word(item) for item in items[:-3] if item.type == "NAME")
        domain, guards, condition = items[-3:]
        return tree.BinderSyntax(names, domain, guards, condition, self._span(meta))

    def guards(self, _meta: Meta, items: Items) -> tuple[tree.GuardSyntax, ...]:
        return tuple(item for item in items if isinstance(item, tree.GuardSyntax))

    def guard(self, meta: Meta, items: Items) -> tree.GuardSyntax:
        return self._guard(meta, False, *items)

    def kind_guard(self, meta: Meta, items: Items) -> tree.GuardSyntax:
        if items[0] != "number":
            span = span_of(self.source, items[0])
            raise fail("E012", f"`with {items[0]} …` is no guard", span, hint="write `with …` or `with number …`")
        return self._guard(meta, True, *items[1:])

    def _guard(
        self,
        meta: Meta,
        number: bool,
        value: tree.ExpressionSyntax,
        operator: tree.Identifier | None,
        *right: tree.ExpressionSyntax,
    ) -> tree.GuardSyntax:
        chain = None if operator is None else self.chain(meta, [value, operator, *right])
        return tree.GuardSyntax(value, number, self._span(meta), chain)

    def path(self, _meta: Meta, items: Items) -> tree.ExpressionSyntax:
        expression_syntax: tree.ExpressionSyntax = tree.Name(str(items[0]), span_of(self.source, items[0]))
        for item in items[1:]:
            expression_syntax = tree.Property(
                expression_syntax, self._word(item), expression_syntax.span.to(span_of(self.source, item))
            )
        return expression_syntax

    def where(self, _meta: Meta, items: Items) -> tree.ExpressionSyntax | None:
        return single_expression(items)

    def chain(self, meta: Meta, items: Items) -> tree.Chain:
        operators = tuple(item if isinstance(item, tree.Identifier) else self._word(item) for item in items[1::2])
        for operator, operand in zip(operators, items[2::2], strict=True):
            if isinstance(operand, tree.RangeSyntax) and operator.text not in ("in", "not in"):
                text = " ".join(operand.span.text.split())
                hint = f"write `in {text}`, or compare with both ends"
                raise fail("E003", f"a range cannot follow `{operator.text}`", operand.span, hint=hint)
        return tree.Chain(tuple(items[0::2]), operators, self._span(meta))

    def comparator(self, meta: Meta, items: Items) -> tree.Identifier:
        return tree.Identifier(" ".join(str(item) for item in items), self._span(meta))

    def unary(self, meta: Meta, items: Items) -> tree.Unary:
        return tree.Unary(str(items[0]), items[1], self._span(meta))

    def of(self, meta: Meta, items: Items) -> tree.Of:
        return tree.Of(self._word(items[0]), items[-1], self._span(meta))

    def property(self, meta: Meta, items: Items) -> tree.Property:
        return tree.Property(items[0], self._word(items[1]), self._span(meta))

    def name(self, meta: Meta, items: Items) -> tree.Name:
        return tree.Name(str(items[0]), self._span(meta))

    def integer(self, meta: Meta, items: Items) -> tree.Integer:
        return tree.Integer(self._int(items[0]), self._span(meta))

    def _int(self, token: Token) -> int:
        if len(token.lstrip("0")) > MAX_DIGITS:
            span = span_of(self.source, token)
            raise fail(
                "E007", f"a number of {len(token)} digits is too long", span, hint=f"at most {MAX_DIGITS} digits"
            )
        return int(token.lstrip("0") or "0")

    def call(self, meta: Meta, items: Items) -> tree.Call:
        name, arguments, clause = items
        return tree.Call(self._word(name), arguments, clause, self._span(meta))

    def arguments(self, _meta: Meta, items: Items) -> tuple[tree.ExpressionSyntax, ...]:
        return tuple(items)

    def clause(self, meta: Meta, items: Items) -> tree.Clause | None:
        if items[0] is None:
            return None
        value = items[1]
        if isinstance(value, Token):
            word = self._word(value)
            value = tree.Name(word.text, word.span)
        return tree.Clause(str(items[0]), value, self._span(meta))

    def braces(self, meta: Meta, items: Items) -> tree.Braces:
        return tree.Braces(items[0] if items else (), self._span(meta))

    def sums(self, _meta: Meta, items: Items) -> tuple[tree.ExpressionSyntax, ...]:
        return tuple(items)

    def comprehension(self, meta: Meta, items: Items) -> tree.ComprehensionSyntax:
        elements, domain, guards, condition = items
        names = tuple(_names(elements))
        return tree.ComprehensionSyntax(
            tree.BinderSyntax(names, domain, guards, condition, self._span(meta)), self._span(meta)
        )

    def for_values(self, meta: Meta, items: Items) -> tree.For:
        return tree.For(items[0], items[1], self._span(meta))


def span_of(source: Source, token: Token) -> Span:
    """The span of a token."""
    start, end = token.start_pos, token.end_pos
    assert start is not None
    assert end is not None
    return Span(source, start, end)


def single_expression(items: Items) -> tree.ExpressionSyntax | None:
    """The one expression among the parts of an optional phrase, None if it is missing."""
    expression_syntax: tree.ExpressionSyntax | None = items[-1] if items else None
    return expression_syntax


def _plain(elements: tuple[tree.ExpressionSyntax, ...]) -> tuple[tree.Identifier, ...]:
    """The elements as words; none at all if one of them is more than a name."""
    names = tuple(tree.Identifier(item.text, item.span) for item in elements if isinstance(item, tree.Name))
    return names if len(names) == len(elements) else ()


def _names(elements: tuple[tree.ExpressionSyntax, ...]) -> Iterator[tree.Identifier]:
    for element in elements:
        if not isinstance(element, tree.Name):
            raise fail("E013", "a new name is wanted here", element.span, hint="write `{c in cells where …}`")
        yield tree.Identifier(element.text, element.span)


def as_type(kind: Any) -> tree.TypeSyntax:
    """Narrows the result of a type phrase."""
    assert isinstance(kind, tree.SetType | tree.PartitionType | tree.GroupsType | tree.FunctionType | tree.ValueType)
    return kind
