"""Explains syntax errors to people who have never seen a grammar."""

from collections.abc import Iterable, Mapping, Sequence, Set

from lark import Token

from puzzlelang.diagnostics.fixes import put
from puzzlelang.diagnostics.nearest import join_words, nearest_word
from puzzlelang.diagnostics.record import Diagnostic, Edit, Fix, Label
from puzzlelang.source import Source, Span
from puzzlelang.syntax.advice import DOTS, advice, unfinished_advice
from puzzlelang.syntax.characters import shorten
from puzzlelang.syntax.endings import unfinished_fixes
from puzzlelang.syntax.habits import Advice, Replacement
from puzzlelang.syntax.keywords import FOREIGN, MEANINGS, STARTING

MOST_STRAY_CHARACTERS = 20
"""After so many wrong characters the text is not a rules file at all."""

_QUANTIFIERS = frozenset({"EVERY", "SOME", "NO", "EXACTLY", "AT_LEAST", "AT_MOST", "IF"})
_BEFORE_PARENTHESES = frozenset(
    {"AND", "OR", "IFF", "NOT", "IF", "WHEN", "WHERE", "IN", "PLUS", "MINUS", "TIMES", "OVER", "MOD", "AND_SIGN"}
    | {"EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST_SIGN", "AT_LEAST_SIGN"}
)
_CALLED = {
    "NAME": "a name",
    "STRING": "a quoted text",
    "LONG_STRING": "a quoted text",
    "INT": "a number",
    "AT_LEAST": "`at least`",
    "AT_MOST": "`at most`",
    "$END": "the end of the statement",
}
"""Tokens that are no word or sign of their own."""

_DECLARE = "what a board holds is declared with `given`, what is looked for with `find`, a rule with `rule`"

_LAST = frozenset({_CALLED["$END"]})
_VALUE_STARTS = frozenset({"NAME", "INT", "LPAR", "LBRACE"})
_OPERATORS = frozenset(
    {"PLUS", "MINUS", "TIMES", "OVER", "MOD", "AND_SIGN", "EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST_SIGN"}
    | {"AT_LEAST_SIGN", "IN", "NOT", "AND", "OR", "IFF"}
)
_MANY = 3
"""So many operators are not listed one by one."""

_ENDS = frozenset({"COLON", "RPAR", "RBRACE", "COMMA", "THEN", "ELSE", "$END"})
"""What may follow a whole expression; if one of them is wanted, this is what is missing."""


def statement_error(source: Source, group: Sequence[Token], known: Iterable[str], at: int = 0) -> Diagnostic:
    """The error for a token that starts no statement; `known` are the keywords that do."""
    close = keyword_for(source, group, at, known)
    hint = f"did you mean `{close}`?" if close else f"a statement starts with {join_words(sorted(known), 'or')}"
    hint = _DECLARE if is_declaration(group, at) else hint
    span = _span(source, group[at])
    fixes: tuple[Fix, ...] = ()
    if _defines(group, at):
        hint = f"write `let {shorten(group[at])} = …`"
        fixes = (put(span, "let "),)
    return Diagnostic("E004", f"`{shorten(group[at])}` starts no statement", span, help=hint, own_fixes=fixes)


def reserved_word_advice(word: str) -> str:
    """The advice for a reserved word that is used as a name."""
    return f"choose another name, such as `my_{word}`"


def keyword_for(source: Source, group: Sequence[Token], at: int, known: Iterable[str]) -> str | None:
    """Return the keyword that a name is likely meant for, None if there is none.

    Keywords of other languages are recognised only at the start of a line.
    """
    if group[at].type != "NAME" or is_declaration(group, at) or _defines(group, at):
        return None
    foreign = FOREIGN.get(str(group[at])) if _at_margin(source, group[at]) else None
    return foreign or nearest_word(str(group[at]), known)


def _at_margin(source: Source, token: Token) -> bool:
    return source.line_column(token.start_pos or 0)[1] == 1


def is_declaration(group: Sequence[Token], at: int) -> bool:
    """Whether a name and a colon follow, as in a declaration without its keyword."""
    return group[at].type == "NAME" and at + 1 < len(group) and group[at + 1].type == "COLON"


def _defines(group: Sequence[Token], at: int) -> bool:
    """Whether a name and `=` stand there, as in a `let` without its keyword."""
    return group[at].type == "NAME" and at + 1 < len(group) and group[at + 1].type == "EQUAL"


def token_error(
    source: Source,
    token: Token,
    group: Sequence[Token],
    *,
    expected: Set[str],
    known: Iterable[str],
    signs: Mapping[str, str],
) -> Diagnostic:
    """The error for an unexpected token of the statement `group`, or for its end.

    `expected` are the tokens that the grammar allows there.  `known` are the words that start a statement, `signs` the
    text of every token that is always the same.
    """
    place = next((index for index, item in enumerate(group) if item is token), len(group))
    before = group[max(place - 1, 0)]
    here = _span(source, token)
    advised = advice(source, group, place, expected) if 0 < place < len(group) else None
    if advised is not None and advised.wrong is not None:
        wrong = _span(source, advised.wrong)
        return Diagnostic("E003", advised.message, wrong, help=advised.help, own_fixes=_fixes(source, advised))
    for index in (place, place - 1) if token.type == "NAME" else (place,):
        if not 0 <= index < len(group) or not _first_of_line(source, _span(source, group[index])):
            continue
        alone = token.type == "NAME" and _at_margin(source, token)
        if keyword_for(source, group, index, known) or (index == place and (is_declaration(group, index) or alone)):
            return statement_error(source, group, known, index)
    if token.type in ("EVERY", "SOME", "NO") and before.type == "IN":
        hint = f"go through them first: `{token} r in rows: … r …`, as in `every r in rows: count(S & r) = 2`"
        return Diagnostic("E005", f"`{token}` cannot follow `in`", here, help=hint)
    if token.type in _QUANTIFIERS and before.type in _BEFORE_PARENTHESES:
        return Diagnostic(
            "E005",
            f"`{token}` cannot follow `{before}` directly",
            here,
            here="what it reaches over would be unclear",
            help=f"put parentheses around `{token} …`: `{before} ({token} …)`",
            own_fixes=_parentheses(source, group, place),
        )
    if token.type == "$END":
        return _unfinished_statement(source, group, _wanted_text(expected, signs))
    naming = group[0] in STARTING and (place == 1 or (before.type in _QUANTIFIERS) or before.type == "DOT")
    if advised is None and naming and "NAME" in expected and token.type != "NAME" and str(token).isalpha():
        message = f"`{token}` is a word of the language, not a name"
        return Diagnostic("E010", message, here, MEANINGS.get(str(token), ""), reserved_word_advice(str(token)))
    message, note = f"`{shorten(str(token))}` cannot stand here", f"{_wanted_text(expected, signs)} is wanted here"
    if advised is None:
        return Diagnostic("E003", message, here, note)
    return Diagnostic("E003", message, here, note, advised.help, own_fixes=_fixes(source, advised))


def _fixes(source: Source, advised: Advice) -> tuple[Fix, ...]:
    return tuple(
        Fix(_title(edits), tuple(Edit(Span(source, start, end), text) for start, end, text in edits))
        for edits in advised.instead
    )


def _title(edits: Sequence[Replacement]) -> str:
    written = " … ".join(text.strip() for _, _, text in edits if text.strip())
    return f"write `{shorten(written)}`" if written else "leave it out"


def _unfinished_statement(source: Source, group: Sequence[Token], wanted: str) -> Diagnostic:
    start, end = group[0], group[-1].end_pos or 0
    labels = (Label(_span(source, start), "it starts here"),) if len(group) > 1 else ()
    place = Span(source, end, end + 1)
    message = f"this `{start}` statement is not finished"
    help_ = unfinished_advice(source, group)
    fixes = tuple(unfinished_fixes(source, group, help_))
    return Diagnostic("E003", message, place, f"{wanted} is missing here", help_, labels, fixes)


def _parentheses(source: Source, group: Sequence[Token], place: int) -> tuple[Fix, ...]:
    """Parentheses from a token to the end of the statement, or of the parentheses around it."""
    open_ = 0
    for index in range(place, len(group)):
        open_ += (group[index].type in ("LPAR", "LBRACE")) - (group[index].type in ("RPAR", "RBRACE"))
        if open_ < 0:
            break
    else:
        index = len(group)
    edits = (Edit(Span(source, *[group[place].start_pos or 0] * 2), "("),
             Edit(Span(source, *[group[index - 1].end_pos or 0] * 2), ")"))  # fmt: skip
    return (Fix("put parentheses around it", edits),)


def _wanted_text(expected: Set[str], signs: Mapping[str, str]) -> str:
    if expected >= _VALUE_STARTS:
        return "a value"
    many = len(expected & _OPERATORS) >= _MANY
    names = expected & _ENDS if many or "RPAR" in expected else expected - {DOTS} or expected
    shown = sorted({_CALLED.get(name) or f"`{signs[name]}`" for name in names}, key=lambda name: (name in _LAST, name))
    return join_words([*shown, "an operator"] if many else shown, "or")


def _first_of_line(source: Source, span: Span) -> bool:
    line, column = source.line_column(span.start)
    return not source.line(line)[: column - 1].strip()


def _span(source: Source, token: Token) -> Span:
    """The span of a token; of a text of several lines only its start."""
    start, end = token.start_pos or 0, token.end_pos or 0
    if "\n" in token:
        end = start + (3 if token.type == "LONG_STRING" else 1)
    return Span(source, start, max(end, start + 1))
