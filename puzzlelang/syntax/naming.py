"""Decides which keywords are names, and at which keywords statements start.

Any keyword may name a rule; a keyword that no formula uses may also name a declaration.  The position of a keyword
shows that it is declared, and its later uses are then names.  Names that other files declare are recognised by the
tokens around them.
"""

from collections.abc import Iterator, Sequence, Set

from lark import Token

from puzzlelang.source import Source
from puzzlelang.syntax.keywords import MEANINGS, OUTSIDE_FORMULAS, STARTING

_TEXTS = frozenset({"STRING", "LONG_STRING"})
_WORDLESS = frozenset({"NAME", *_TEXTS})
_DECLARING = frozenset({"GIVEN", "FIND", "OPTION", "DRAW"})
_TITLED = frozenset({"puzzle", "include", "extends"})
_BEHIND_RULE = frozenset({"COLON", "WHEN", "EQUAL", *_TEXTS})
_BEHIND_NAME = frozenset({"COLON", "EQUAL", "LPAR", *_TEXTS})
_TYPES = frozenset({"SET", "PARTITION"})


def resolve_names(source: Source, tokens: Sequence[Token]) -> tuple[list[Token], frozenset[str]]:
    """Return the tokens, with each keyword that is a name retyped, and the keywords that the text declares as names."""
    declared: set[str] = set()
    result: list[Token] = []
    example = breaks = False
    for index, token in enumerate(tokens):
        before = result[-1] if result else None
        after = tokens[index + 1].type if index + 1 < len(tokens) else ""
        if before is not None and token.type not in _WORDLESS and token in MEANINGS:
            apart = "\n" in source.text[before.end_pos or 0 : token.start_pos or 0]
            listed = breaks and before.type in ("BREAKS", "COMMA") and not (apart and after in _WORDLESS)
            rule = before.type == "RULE" and after in _BEHIND_RULE and not apart
            declaring = (
                token in OUTSIDE_FORMULAS and _declares(before.type, after) and not (apart and token in STARTING)
            )
            if declaring:
                declared.add(str(token))
            if listed or rule or declaring or (token in OUTSIDE_FORMULAS and before.type == "DOT"):
                token = as_name(token)
        if token in STARTING and token.type not in _WORDLESS and token != "board":
            example = token == "example"
        breaks = example and (token.type == "BREAKS" or (breaks and token.type in ("NAME", "COMMA")))
        result.append(token)
    owned = frozenset(declared)
    return [_retype_use(source, result, index, owned) for index in range(len(result))], owned


def _declares(before: str, after: str) -> bool:
    """Whether a keyword between tokens of these types is declared: as a name, as a value or with a symbol."""
    return (
        (before in _DECLARING and after == "COLON")
        or (before == "LET" and after in ("EQUAL", "LPAR"))
        or (before in ("LBRACE", "COMMA") and after in ("COMMA", "RBRACE"))
        or (before in ("AS", "COMMA") and after in _TEXTS)
    )


def _retype_use(source: Source, tokens: Sequence[Token], index: int, owned: Set[str]) -> Token:
    """Return a token, retyped as a name if it is a keyword that does not start a statement or a type there."""
    token = tokens[index]
    if token.type in _TYPES and token in owned:
        return token if tokens[index + 1 : index + 2] and tokens[index + 1].type == "OF" else as_name(token)
    if token.type in _WORDLESS or token not in STARTING or not index:
        return token
    line, column = source.line_column(token.start_pos or 0)
    first = not source.line(line)[: column - 1].strip()
    mine = token in owned
    if _heads(tokens, index, nameless=first and not (mine and column > 1), whole=mine and not first):
        return token
    return token if column == 1 and not mine else as_name(token)


def _heads(tokens: Sequence[Token], index: int, *, nameless: bool, whole: bool) -> bool:
    """Whether the tokens after a keyword continue a statement that the keyword starts.

    `nameless`: the statement's name may be missing.  `whole`: a name counts only with the sign that belongs after it.
    """
    after, behind = (tokens[at].type if at < len(tokens) else "" for at in (index + 1, index + 2))
    if not after or after in _WORDLESS:
        return not whole or after in _TEXTS or behind in _BEHIND_NAME
    if str(tokens[index + 1]) in MEANINGS:
        return behind in (_BEHIND_NAME if tokens[index + 1] in OUTSIDE_FORMULAS else _BEHIND_NAME - {"LPAR"})
    return nameless and after in ("COLON", "EQUAL")


def statement_groups(source: Source, tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Splits the tokens into statements."""
    group: list[Token] = []
    for index, token in enumerate(tokens):
        starts = token in STARTING and token.type not in _WORDLESS
        if starts and token == "board" and group and group[0] not in _TITLED and group[-1].type in _TEXTS:
            # The board of an example, even if the word `example` is misspelt.
            following = tokens[index + 1].type if index + 1 < len(tokens) else ""
            starts = following not in _TEXTS
        if len(group) == 1 and "\n" not in source.text[group[0].start_pos or 0 : token.start_pos or 0]:
            starts = False  # a keyword taken for a name, as in `find find : …`
        if starts and group:
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def as_name(token: Token) -> Token:
    """The token as a name."""
    return Token.new_borrow_pos("NAME", str(token), token)
