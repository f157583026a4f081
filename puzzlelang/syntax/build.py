"""Grammar rules to tree nodes, bottom up and without recursion whatever the nesting."""

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
class Builder(Transformer_NonRecursive[Token, Any]):
    """One method per grammar rule or alias, by its name; `source` is the text being parsed."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source

    def _span(self, meta: Meta) -> Span:
        return Span(self.source, meta.start_pos, meta.end_pos)

    def _word(self, token: Token) -> tree.Word:
        return tree.Word(str(token), _span_of(self.source, token))

    def _text(self, token: Token) -> tree.Text:
        span = _span_of(self.source, token)
        if token.type == "LONG_STRING":
            return tree.Text(str(token)[3:-3], span, long=True)
        return tree.Text(unquoted(str(token)), span)

    # -- statements

    def title(self, meta: Meta, items: Items) -> tree.Title:
        return tree.Title(items[0], self._span(meta))

    def board(self, meta: Meta, items: Items) -> tree.Board:
        return tree.Board(self._word(items[0]), self._span(meta))

    def include(self, meta: Meta, items: Items) -> tree.Include:
        return tree.Include(items[0], False, self._span(meta))

    def extends(self, meta: Meta, items: Items) -> tree.Include:
        return tree.Include(items[0], True, self._span(meta))

    def given(self, meta: Meta, items: Items) -> tree.Given:
        name, kind, symbols, sides, default = items
        return tree.Given(self._word(name), _as_type(kind), symbols, sides, default, self._span(meta))

    def find(self, meta: Meta, items: Items) -> tree.Find:
        name, kind, symbols = items
        return tree.Find(self._word(name), _as_type(kind), symbols, self._span(meta))

    def option(self, meta: Meta, items: Items) -> tree.Option:
        name, members, default = items
        span = members[0].span.to(members[-1].span)
        return tree.Option(self._word(name), tree.Members(members, span), self._word(default), self._span(meta))

    def let(self, meta: Meta, items: Items) -> tree.Let:
        name, parameters, body = items
        return tree.Let(self._word(name), parameters, body, self._span(meta))

    def rule(self, meta: Meta, items: Items) -> tree.Rule:
        name, sentence, when, body = items
        return tree.Rule(self._word(name), sentence, when, body, self._span(meta))

    def draw(self, meta: Meta, items: Items) -> tree.Draw:
        return tree.Draw(self._word(items[0]), items[1], self._span(meta))

    def read(self, meta: Meta, items: Items) -> tree.Read:
        return tree.Read(self._word(items[0]), items[1], items[2], self._span(meta))

    def example(self, meta: Meta, items: Items) -> tree.Example:
        title, (word, place), drawing, *verdicts = items
        board, url = (place, None) if word == "board" else (None, place)
        return tree.Example(title, board, url, drawing, tuple(verdicts), self._span(meta))

    # -- their parts

    def names(self, _meta: Meta, items: Items) -> tuple[tree.Word, ...]:
        return tuple(self._word(item) for item in items)

    def parameters(self, _meta: Meta, items: Items) -> tuple[tree.Word, ...]:
        return tuple(self._word(item) for item in items if item is not None)

    def sides(self, _meta: Meta, items: Items) -> tuple[tree.Word, ...]:
        return tuple(self._word(item) for item in items if item is not None)

    def default(self, _meta: Meta, items: Items) -> tree.Expression | None:
        return _only(items)

    def symbols(self, _meta: Meta, items: Items) -> tuple[tree.Symbol, ...]:
        return tuple(item for item in items if item is not None)

    def plain_symbol(self, meta: Meta, items: Items) -> tree.Symbol:
        return tree.Symbol(None, self._text(items[0]), self._span(meta))

    def named_symbol(self, meta: Meta, items: Items) -> tree.Symbol:
        return tree.Symbol(self._word(items[0]), self._text(items[1]), self._span(meta))

    def negation_symbol(self, meta: Meta, items: Items) -> tree.Symbol:
        span = self._span(meta)
        return tree.Symbol(tree.Word("not", span), self._text(items[0]), span)

    def sentence(self, _meta: Meta, items: Items) -> tree.Text | None:
        return None if items[0] is None else self._text(items[0])

    def when(self, _meta: Meta, items: Items) -> tree.Expression | None:
        return _only(items)

    def board_text(self, _meta: Meta, items: Items) -> tuple[str, tree.Text]:
        return "board", items[0]

    def from_url(self, _meta: Meta, items: Items) -> tuple[str, tree.Text]:
        return "from", items[0]

    def drawing(self, _meta: Meta, items: Items) -> tree.Text | None:
        return None if items[0] is None else items[0]  # type: ignore[no-any-return]

    def has_count(self, meta: Meta, items: Items) -> tree.Verdict:
        self._solutions(items[1])
        return tree.Verdict(self._int(items[0]), (), None, self._span(meta))

    def has_none(self, meta: Meta, items: Items) -> tree.Verdict:
        self._solutions(items[-1])
        return tree.Verdict(0, (), None, self._span(meta))

    def _solutions(self, word: Token) -> None:
        if word not in ("solution", "solutions"):
            span = _span_of(self.source, word)
            raise fail("E003", f"an example has solutions, not `{word}`", span, hint="write `has 1 solution`")

    def breaks(self, meta: Meta, items: Items) -> tree.Verdict:
        return tree.Verdict(None, tuple(self._word(item) for item in items), None, self._span(meta))

    def answer(self, meta: Meta, items: Items) -> tree.Verdict:
        return tree.Verdict(None, (), items[0], self._span(meta))

    def text(self, _meta: Meta, items: Items) -> tree.Text:
        return self._text(items[0])

    def pieces(self, _meta: Meta, items: Items) -> tuple[tree.Piece, ...]:
        return tuple(items)

    def piece(self, meta: Meta, items: Items) -> tree.Piece:
        words = tuple(item if isinstance(item, tree.Word) else self._word(item) for item in items)
        return tree.Piece(words, self._span(meta))

    def assignment(self, meta: Meta, items: Items) -> tree.Word:
        return tree.Word(f"{items[0]}={items[-1]}", self._span(meta))

    # -- types

    def set_type(self, meta: Meta, items: Items) -> tree.SetType:
        return tree.SetType(items[0], self._span(meta))

    def partition_type(self, meta: Meta, items: Items) -> tree.PartitionType:
        return tree.PartitionType(items[0], items[1], self._span(meta))

    def function_type(self, meta: Meta, items: Items) -> tree.FunctionType:
        return tree.FunctionType(items[0], items[1], self._span(meta))

    def value(self, meta: Meta, items: Items) -> tree.ValueType:
        base, unknown, absent = items
        match base:
            case tree.Range() | tree.Word():
                pass
            case tree.Name(text, span):
                base = tree.Word(text, span)
            case tree.Braces(elements, span) if elements and all(isinstance(item, tree.Name) for item in elements):
                base = tree.Members(tuple(tree.Word(item.text, item.span) for item in elements), span)
            case _:
                raise fail(
                    "E011",
                    "this is no type of value",
                    base.span,
                    hint="write `number`, a range such as `1..9`, or names in braces such as `{black, white}`",
                )
        return tree.ValueType(base, unknown, absent, self._span(meta))

    def range(self, meta: Meta, items: Items) -> tree.Range:
        return tree.Range(items[0], items[-1], self._span(meta))

    def unknown(self, _meta: Meta, items: Items) -> bool:
        if items[-1] is not None and items[-1] != "unknown":
            span = _span_of(self.source, items[-1])
            raise fail("E011", f"`or {items[-1]}` is no type", span, hint="write `or unknown` if the clue can be `?`")
        return items[-1] is not None

    def absent(self, _meta: Meta, items: Items) -> bool:
        return items[0] is not None

    # -- formulas

    def quantified(self, meta: Meta, items: Items) -> tree.Quantified:
        (quantity, amount), binder, body = items
        return tree.Quantified(quantity, amount, binder, body, self._span(meta))

    def quantity(self, _meta: Meta, items: Items) -> tuple[str, tree.Expression | None]:
        return " ".join(str(items[0]).split()), items[1] if len(items) > 1 else None

    def conditional(self, meta: Meta, items: Items) -> tree.If:
        return tree.If(items[0], items[1], items[2] if len(items) > 2 else None, self._span(meta))

    def binder(self, meta: Meta, items: Items) -> tree.Binder:
        names = tuple(self._word(item) for item in items[:-3] if item.type == "NAME")
        domain, guards, condition = items[-3:]
        return tree.Binder(names, domain, guards, condition, self._span(meta))

    def guards(self, _meta: Meta, items: Items) -> tuple[tree.Guard, ...]:
        return tuple(item for item in items if isinstance(item, tree.Guard))

    def guard(self, meta: Meta, items: Items) -> tree.Guard:
        return tree.Guard(items[0], False, self._span(meta))

    def kind_guard(self, meta: Meta, items: Items) -> tree.Guard:
        if items[0] != "number":
            span = _span_of(self.source, items[0])
            raise fail("E012", f"`with {items[0]} …` is no guard", span, hint="write `with …` or `with number …`")
        return tree.Guard(items[1], True, self._span(meta))

    def path(self, meta: Meta, items: Items) -> tree.Expression:
        found: tree.Expression = tree.Name(str(items[0]), _span_of(self.source, items[0]))
        for item in items[1:]:
            found = tree.Property(found, self._word(item), found.span.to(_span_of(self.source, item)))
        return found

    def where(self, _meta: Meta, items: Items) -> tree.Expression | None:
        return _only(items)

    def chain(self, meta: Meta, items: Items) -> tree.Chain:
        operators = tuple(item if isinstance(item, tree.Word) else self._word(item) for item in items[1::2])
        return tree.Chain(tuple(items[0::2]), operators, self._span(meta))

    def comparator(self, meta: Meta, items: Items) -> tree.Word:
        return tree.Word(" ".join(str(item) for item in items), self._span(meta))

    def unary(self, meta: Meta, items: Items) -> tree.Unary:
        return tree.Unary("not", items[1], self._span(meta))

    def negative(self, meta: Meta, items: Items) -> tree.Unary:
        return tree.Unary("-", items[1], self._span(meta))

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
            span = _span_of(self.source, token)
            raise fail("E007", f"a number of {len(token)} digits is too long", span, hint=f"at most {MAX_DIGITS} digits")
        return int(token)

    def call(self, meta: Meta, items: Items) -> tree.Call:
        name, arguments, clause = items
        return tree.Call(self._word(name), arguments, clause, self._span(meta))

    def arguments(self, _meta: Meta, items: Items) -> tuple[tree.Expression, ...]:
        return tuple(items)

    def clause(self, meta: Meta, items: Items) -> tree.Clause | None:
        if items[0] is None:
            return None
        return tree.Clause(str(items[0]), items[1], self._span(meta))

    def braces(self, meta: Meta, items: Items) -> tree.Braces:
        return tree.Braces(items[0] if items else (), self._span(meta))

    def sums(self, _meta: Meta, items: Items) -> tuple[tree.Expression, ...]:
        return tuple(items)

    def comprehension(self, meta: Meta, items: Items) -> tree.Comprehension:
        elements, domain, guards, condition = items
        names = tuple(_names(elements))
        return tree.Comprehension(tree.Binder(names, domain, guards, condition, self._span(meta)), self._span(meta))

    def for_values(self, meta: Meta, items: Items) -> tree.For:
        return tree.For(items[0], items[1], self._span(meta))


def _span_of(source: Source, token: Token) -> Span:
    start, end = token.start_pos, token.end_pos
    assert start is not None
    assert end is not None
    return Span(source, start, end)


def _only(items: Items) -> Any:
    return items[-1] if items else None


def _names(elements: tuple[tree.Expression, ...]) -> Iterator[tree.Word]:
    for element in elements:
        if not isinstance(element, tree.Name):
            raise fail("E013", "a new name is wanted here", element.span, hint="write `{c in cells where …}`")
        yield tree.Word(element.text, element.span)


def _as_type(kind: Any) -> tree.Type:
    assert isinstance(kind, tree.SetType | tree.PartitionType | tree.FunctionType | tree.ValueType)
    return kind


def unquoted(literal: str) -> str:
    r"""The text of a quoted literal: `\"` and `\\` stand for themselves, `\n` for a line end."""
    inner = literal[1:-1]
    if "\\" not in inner:
        return inner
    pieces, escaped = [], False
    for character in inner:
        if escaped:
            pieces.append({"n": "\n"}.get(character, character))
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            pieces.append(character)
    return "".join(pieces)
