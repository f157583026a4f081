"""Builds tree nodes from grammar rules, bottom up and without recursion."""

# ruff: noqa: D102 (one method per grammar rule or alias, by its name)

from lark import Token, v_args
from lark.tree import Meta

from puzzlelang.diagnostics.record import fail
from puzzlelang.syntax import tree
from puzzlelang.syntax.build_formulas import FormulaBuilder, Items, as_type, single_expression, span_of


@v_args(meta=True)
class Builder(FormulaBuilder):
    """One method for each grammar rule or alias, of the same name."""

    def _text(self, token: Token) -> tree.QuotedText:
        span = span_of(self.source, token)
        if token.type == "LONG_STRING":
            return tree.QuotedText(str(token)[3:-3], span, long=True)
        return tree.QuotedText(unquote(str(token)), span)

    # -- statements

    def title(self, meta: Meta, items: Items) -> tree.TitleStatement:
        title, *others, category = (item for item in items if not isinstance(item, Token) or item.type != "OR")
        return tree.TitleStatement(
            title, tuple(others), None if category is None else self._word(category), self._span(meta)
        )

    def board(self, meta: Meta, items: Items) -> tree.BoardStatement:
        kinds, missing = items
        return tree.BoardStatement(kinds, None if missing is None else self._word(missing), self._span(meta))

    def lattices(self, _meta: Meta, items: Items) -> tuple[tree.Identifier, ...]:
        return tuple(self._word(item) for item in items if item.type != "OR")

    def include(self, meta: Meta, items: Items) -> tree.IncludeStatement:
        return tree.IncludeStatement(tuple(items), False, self._span(meta))

    def extends(self, meta: Meta, items: Items) -> tree.IncludeStatement:
        return tree.IncludeStatement(tuple(items), True, self._span(meta))

    def given(self, meta: Meta, items: Items) -> tree.GivenStatement:
        name, kind, fixes, symbols, sides, default = items
        return tree.GivenStatement(self._word(name), as_type(kind), symbols, sides, default, self._span(meta), fixes)

    def find(self, meta: Meta, items: Items) -> tree.FindStatement:
        name, kind, hidden, symbols = items
        return tree.FindStatement(self._word(name), as_type(kind), symbols, self._span(meta), hidden)

    def option(self, meta: Meta, items: Items) -> tree.OptionStatement:
        name, members, default = items
        span = members[0].span.to(members[-1].span)
        return tree.OptionStatement(
            self._word(name), tree.Members(members, span), self._word(default), self._span(meta)
        )

    def let(self, meta: Meta, items: Items) -> tree.LetStatement:
        name, parameters, body = items
        return tree.LetStatement(self._word(name), parameters, body, self._span(meta))

    def rule(self, meta: Meta, items: Items) -> tree.RuleStatement:
        name, sentence, when, body = items
        return tree.RuleStatement(self._word(name), sentence, when, body, self._span(meta))

    def rule_template(self, meta: Meta, items: Items) -> tree.RuleTemplateStatement:
        name, parameters, sentence, body = items
        return tree.RuleTemplateStatement(self._word(name), parameters, sentence, body, self._span(meta))

    def rule_use(self, meta: Meta, items: Items) -> tree.RuleUseStatement:
        name, template, arguments, sentence, when = items
        return tree.RuleUseStatement(
            self._word(name), self._word(template), tuple(arguments), sentence, when, self._span(meta)
        )

    def draw(self, meta: Meta, items: Items) -> tree.DrawStatement:
        name, *looks = items
        return tree.DrawStatement(self._word(name), tuple(looks), self._span(meta))

    def look(self, meta: Meta, items: Items) -> tree.LookSyntax:
        return tree.LookSyntax(tuple(self._word(word) for word in items), self._span(meta))

    def read(self, meta: Meta, items: Items) -> tree.ReadStatement:
        return tree.ReadStatement(self._word(items[0]), items[1], items[2], self._span(meta))

    def example(self, meta: Meta, items: Items) -> tree.ExampleStatement:
        title, (word, place), drawing, *verdicts = items
        board, url = (place, None) if word == "board" else (None, place)
        return tree.ExampleStatement(title, board, url, drawing, tuple(verdicts), self._span(meta))

    # -- their parts

    def names(self, _meta: Meta, items: Items) -> tuple[tree.Identifier, ...]:
        return tuple(self._word(item) for item in items)

    def drawn(self, meta: Meta, items: Items) -> tree.Members:
        names, drawings = items[::2], items[1::2]
        return tree.Members(tuple(map(self._word, names)), self._span(meta), tuple(map(self._text, drawings)))

    def hidden(self, _meta: Meta, items: Items) -> bool:
        if items[0] is not None and items[0] != "hidden":
            hint = "only `hidden` can stand there; a symbol follows `as`"
            raise fail("E003", f"`{items[0]}` cannot stand behind a type", span_of(self.source, items[0]), hint=hint)
        return items[0] is not None

    def fixes(self, _meta: Meta, items: Items) -> tree.Identifier | None:
        return None if items[0] is None else self._word(items[0])

    def parameters(self, _meta: Meta, items: Items) -> tuple[tree.Identifier, ...]:
        return tuple(self._word(item) for item in items if item is not None)

    def sides(self, _meta: Meta, items: Items) -> tuple[tree.Identifier, ...]:
        return tuple(self._word(item) for item in items if item is not None)

    def default(self, _meta: Meta, items: Items) -> tree.ExpressionSyntax | None:
        return single_expression(items)

    def symbols(self, _meta: Meta, items: Items) -> tuple[tree.SymbolSyntax, ...]:
        return tuple(item for item in items if item is not None)

    def plain_symbol(self, meta: Meta, items: Items) -> tree.SymbolSyntax:
        return tree.SymbolSyntax(None, self._text(items[0]), self._span(meta))

    def named_symbol(self, meta: Meta, items: Items) -> tree.SymbolSyntax:
        return tree.SymbolSyntax(self._word(items[0]), self._text(items[1]), self._span(meta))

    def symbol_range(self, meta: Meta, items: Items) -> tree.SymbolSyntax:
        first, last, symbol, last_symbol = items
        end = (self._word(last), self._text(last_symbol))
        return tree.SymbolSyntax(self._word(first), self._text(symbol), self._span(meta), end)

    def negation_symbol(self, meta: Meta, items: Items) -> tree.SymbolSyntax:
        span = self._span(meta)
        return tree.SymbolSyntax(tree.Identifier("not", span), self._text(items[0]), span)

    def sentence(self, _meta: Meta, items: Items) -> tree.QuotedText | None:
        return None if items[0] is None else self._text(items[0])

    def when(self, _meta: Meta, items: Items) -> tree.ExpressionSyntax | None:
        return single_expression(items)

    def board_text(self, _meta: Meta, items: Items) -> tuple[str, tree.QuotedText]:
        return "board", items[0]

    def from_url(self, _meta: Meta, items: Items) -> tuple[str, tree.QuotedText]:
        return "from", items[0]

    def drawing(self, _meta: Meta, items: Items) -> tree.QuotedText | None:
        quoted_text: tree.QuotedText | None = items[0]
        return quoted_text

    def has_count(self, meta: Meta, items: Items) -> tree.VerdictSyntax:
        self._solutions(items[1])
        return tree.VerdictSyntax(self._int(items[0]), (), None, self._span(meta))

    def has_none(self, meta: Meta, items: Items) -> tree.VerdictSyntax:
        self._solutions(items[-1])
        return tree.VerdictSyntax(0, (), None, self._span(meta))

    def _solutions(self, word: Token) -> None:
        if word not in ("solution", "solutions"):
            span = span_of(self.source, word)
            raise fail("E003", f"an example has solutions, not `{word}`", span, hint="write `has 1 solution`")

    def breaks(self, meta: Meta, items: Items) -> tree.VerdictSyntax:
        return tree.VerdictSyntax(None, tuple(self._word(item) for item in items), None, self._span(meta))

    def answer(self, meta: Meta, items: Items) -> tree.VerdictSyntax:
        return tree.VerdictSyntax(None, (), items[0], self._span(meta))

    def text(self, _meta: Meta, items: Items) -> tree.QuotedText:
        return self._text(items[0])

    def pieces(self, _meta: Meta, items: Items) -> tuple[tree.PieceSyntax, ...]:
        return tuple(items)

    def piece(self, meta: Meta, items: Items) -> tree.PieceSyntax:
        return tree.PieceSyntax(self._word(items[0]), items[1] or (), self._span(meta))

    def literal_piece(self, meta: Meta, items: Items) -> tree.PieceSyntax:
        return tree.PieceSyntax(self._text(items[0]), (), self._span(meta))

    def layers(self, _meta: Meta, items: Items) -> tuple[tuple[tree.EntrySyntax, ...], ...]:
        return tuple(items)

    def layer(self, _meta: Meta, items: Items) -> tuple[tree.EntrySyntax, ...]:
        return tuple(items)

    def entry(self, meta: Meta, items: Items) -> tree.EntrySyntax:
        return tree.EntrySyntax(items[0], tuple(items[1:]), self._span(meta))

    def entry_key(self, _meta: Meta, items: Items) -> str | int:
        return self._int(items[0]) if items[0].type == "INT" else self._text(items[0]).value

    def effect(self, meta: Meta, items: Items) -> tree.EffectSyntax:
        name, value = items
        result = None if value is None else self._int(value) if value.type == "INT" else self._word(value)
        return tree.EffectSyntax(self._word(name), result, self._span(meta))

    def denial(self, meta: Meta, items: Items) -> tree.EffectSyntax:
        return tree.EffectSyntax(self._word(items[-1]), False, self._span(meta))


def unquote(literal: str) -> str:
    r"""The text of a quoted literal: `\"`, `\\` and a lone `\` stand for themselves, `\n` for a line end."""
    inner = literal[1:-1]
    if "\\" not in inner or inner == "\\":
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
