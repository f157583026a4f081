"""Lays out one statement in lines: line breaks, and the alignment of consecutive declarations."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from puzzlelang.diagnostics.nearest import count_of
from puzzlelang.syntax import inline_text, tree
from puzzlelang.syntax.inline_text import Level

COLUMNS = 100
"""A line is broken if it would be longer, as far as there is a place to break it."""

STEP = 2
"""Columns of one level of indentation."""

NAME_COLUMNS = 12
"""A rule with a longer name is not aligned with the others."""

DeclarationStatement = tree.GivenStatement | tree.FindStatement | tree.OptionStatement


def statement_lines(written: tree.Statement, name_columns: int = 0) -> list[str]:
    """A statement in canonical form; the sentence of a rule starts after `name_columns` columns for the name."""
    match written:
        case tree.TitleStatement(title, others, category):
            names = " or ".join(map(inline_text.quote, (title, *others)))
            return [f"puzzle {names}" + (f" in {category.text}" if category is not None else "")]
        case tree.BoardStatement(kinds, missing):
            lattices = " or ".join(kind.text for kind in kinds)
            return [f"board {lattices}" + (f" without {missing.text}" if missing is not None else "")]
        case tree.IncludeStatement(names, whole):
            return _wrap_list("extends" if whole else "include", [inline_text.quote(name) for name in names])
        case tree.GivenStatement() | tree.FindStatement() | tree.OptionStatement():
            return align([written])
        case tree.LetStatement(name, parameters, body):
            brackets = f"({inline_text.words(parameters)})" if parameters else ""
            return _with_head(f"let {name.text}{brackets} =", body)
        case tree.RuleStatement():
            return [_rule_head(written, name_columns), *_body(written.body, STEP)]
        case tree.RuleTemplateStatement(name, parameters, sentence, body):
            sentence_text = "" if sentence is None else f" {inline_text.quote(sentence)}"
            return [f"rule {name.text}({inline_text.words(parameters)}){sentence_text}:", *_body(body, STEP)]
        case tree.RuleUseStatement():
            return _rule_use(written, name_columns)
        case tree.DrawStatement(name, looks):
            return _wrap_list(f"draw {name.text}:", [" ".join(word.text for word in look.words) for look in looks])
        case tree.ReadStatement(name, title, pieces):
            return _wrap_list(
                f"read {name.text} {inline_text.quote(title)}:", [inline_text.piece(piece) for piece in pieces]
            )
        case tree.ExampleStatement():
            return _example(written)
        case _:
            assert_never(written)


# ------------------------------------------------------------------------------------------------ declarations


def align(block: Sequence[DeclarationStatement]) -> list[str]:
    """Aligns declarations on consecutive lines: the names, the `:` and the first `as` (or `at`)."""
    keyword_columns = max(len(_keyword(item)) for item in block)
    name_columns = max(len(item.name.text) for item in block)
    rows = []
    for item in block:
        head = f"{_keyword(item):<{keyword_columns}} {item.name.text:<{name_columns}} : {_type(item)}"
        rows.append((head, _symbols(item), _default(item)))
    columns = max((len(head) for head, symbols, _ in rows if symbols), default=0)
    return [(f"{head:<{columns}}  {symbols}" if symbols else head) + default for head, symbols, default in rows]


def _keyword(written: DeclarationStatement) -> str:
    match written:
        case tree.GivenStatement():
            return "given"
        case tree.FindStatement():
            return "find"
        case tree.OptionStatement():
            return "option"
        case _:
            assert_never(written)


def _type(written: DeclarationStatement) -> str:
    if isinstance(written, tree.OptionStatement):
        return inline_text.members(written.members)
    if isinstance(written, tree.FindStatement):
        return inline_text.kind(written.type) + (" hidden" if written.hidden else "")
    fixes = "" if written.fixes is None else f" fixes {written.fixes.text}"
    return inline_text.kind(written.type) + fixes


def _symbols(written: DeclarationStatement) -> str:
    parts = []
    if isinstance(written, tree.GivenStatement | tree.FindStatement) and written.symbols:
        parts.append(f"as {', '.join(inline_text.symbol(symbol) for symbol in written.symbols)}")
    if isinstance(written, tree.GivenStatement) and written.sides:
        parts.append(f"at {inline_text.words(written.sides)}")
    return " ".join(parts)


def _default(written: DeclarationStatement) -> str:
    match written:
        case tree.OptionStatement(_, _, default):
            return f" = {default.text}"
        case tree.GivenStatement(default=default) if default is not None:
            return f" = {inline_text.expression(default, Level.SUM)}"
        case _:
            return ""


# --------------------------------------------------------------------------------------------- rules and bodies


def name_columns(statements: Iterable[tree.Statement]) -> int:
    """The width of the column that the names of these rules share."""
    names = (item.name.text for item in statements if isinstance(item, tree.RuleStatement | tree.RuleUseStatement))
    return max((len(name) for name in names if len(name) <= NAME_COLUMNS), default=0)


def _rule_head(written: tree.RuleStatement, columns: int) -> str:
    sentence = "" if written.sentence is None else f" {inline_text.quote(written.sentence)}"
    name = f"{written.name.text:<{columns}}" if sentence else written.name.text
    when = "" if written.condition is None else f" when {inline_text.expression(written.condition, Level.IFF)}"
    return f"rule {name}{sentence}{when}:"


def _rule_use(written: tree.RuleUseStatement, columns: int) -> list[str]:
    arguments = ", ".join(map(inline_text.expression, written.arguments))
    head = f"rule {written.name.text:<{columns}} = {written.template.text}({arguments})"
    sentence = "" if written.sentence is None else inline_text.quote(written.sentence)
    when = "" if written.condition is None else f"when {inline_text.expression(written.condition, Level.IFF)}"
    whole = " ".join(filter(None, (head, sentence, when)))
    return [whole] if len(whole) <= COLUMNS else [head, *(" " * STEP + part for part in (sentence, when) if part)]


def _with_head(head: str, body: tree.ExpressionSyntax) -> list[str]:
    whole = f"{head} {inline_text.expression(body)}"
    return [whole] if len(whole) <= COLUMNS else [head, *_body(body, STEP)]


def _body(written: tree.ExpressionSyntax, indent: int) -> list[str]:
    """A formula on one line, or broken after a quantifier, around `then` and `else`, before `and`, `or`, `iff`."""
    blank, whole = " " * indent, inline_text.expression(written)
    if indent + len(whole) <= COLUMNS:
        return [blank + whole]
    match written:
        case tree.QuantifiedSyntax():
            return [blank + inline_text.quantifier(written), *_body(written.body, indent + STEP)]
        case tree.If(alternative=None):
            return [blank + inline_text.condition(written), *_body(written.consequence, indent + STEP)]
        case tree.If(alternative=alternative) if alternative is not None:
            branch = " " * (indent + STEP) + inline_text.consequence(written)
            return [blank + inline_text.condition(written), branch, f"{blank}else", *_body(alternative, indent + STEP)]
        case tree.Chain(_, operators) if inline_text.level(written) <= Level.AND:
            first, *rest = inline_text.operands(written)
            return [blank + first, *(f"{blank}{word.text} {text}" for word, text in zip(operators, rest, strict=True))]
        case _:
            return [blank + whole]


# --------------------------------------------------------------------------------------------------- the others


def _wrap_list(head: str, parts: Sequence[str]) -> list[str]:
    whole = f"{head} {', '.join(parts)}"
    if len(whole) <= COLUMNS:
        return [whole]
    blank = " " * STEP
    return [head, *(f"{blank}{part}," for part in parts[:-1]), blank + parts[-1]]


def _example(written: tree.ExampleStatement) -> list[str]:
    """Lay out an example on one line if it is short; else a line for each part, long texts as they are."""
    parts = []
    if written.board is not None:
        parts.append(f"board {inline_text.quote(written.board)}")
    if written.url is not None:
        parts.append(f"from {inline_text.quote(written.url)}")
    if written.drawing is not None:
        parts.append(f"drawing {inline_text.quote(written.drawing)}")
    parts += [_verdict(verdict) for verdict in written.verdicts]
    head = f"example {inline_text.quote(written.title)}"
    whole = " ".join([head, *parts])
    if len(whole) <= COLUMNS and "\n" not in whole:
        return [whole]
    return "\n".join([head, *(" " * STEP + part for part in parts)]).split("\n")


def _verdict(written: tree.VerdictSyntax) -> str:
    if written.answer is not None:
        return f"answer {inline_text.quote(written.answer)}"
    if written.breaks:
        return f"breaks {inline_text.words(written.breaks)}"
    if not written.solutions:
        return "has no solution"
    return f"has {count_of(written.solutions, 'solution')}"
