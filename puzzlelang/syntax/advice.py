"""What was surely meant where a token cannot stand: the habits of other notations, and slips of the keys."""

from collections.abc import Sequence, Set

import msgspec
from lark import Token

from puzzlelang.diagnostics.nearest import nearest
from puzzlelang.source import Source
from puzzlelang.syntax.characters import shortened

_TOGETHER = {
    "==": "`=`",
    "<>": "`!=`",
    "/=": "`!=`",
    "=<": "`<=`",
    "&&": "`and`",
    "=>": "`if a then b`; “at least” is `>=`",
    "==>": "`if a then b`",
    "->": "`if a then b`",
    "-->": "`if a then b`",
    "<=>": "`iff`",
    "<->": "`iff`",
}
"""Signs of other notations that are read as several signs here."""

_FOREIGN = {
    "implies": "write `if a then b`",
    "xor": "write `!=` between conditions in parentheses",
    "is": "write `=`",
    "equals": "write `=`",
}
_QUANTIFIERS = ("every", "some", "no", "exactly")
_OTHER_QUANTIFIERS = {
    "all": "every",
    "each": "every",
    "forall": "every",
    "foreach": "every",
    "any": "some",
    "exists": "some",
    "exist": "some",
    "none": "no",
}
_BEFORE_FORMULA = frozenset({"COLON", "LPAR", "EQUAL", "THEN", "ELSE", "AND", "OR", "NOT", "IFF"})
_ONE_SUM = frozenset({"NAME", "INT", "DOT", "PLUS", "MINUS", "TIMES", "OVER", "MOD"})
_DOTS = "__ANON_0"
"""What the grammar calls the two dots of a range."""

_OPERAND_ENDS = frozenset({"NAME", "INT", "RPAR", "RBRACE"})
_VALUES = ("sum", "product", "min", "max", "distinct")


class Advice(msgspec.Struct, frozen=True):
    """What to write instead; `wrong` is the token that is the mistake and `message` says what is wrong with it."""

    help: str
    wrong: Token | None = None
    message: str = ""


def advice(source: Source, group: Sequence[Token], place: int, expected: Set[str]) -> Advice | None:
    """What to say about a token of a statement where one of `expected` is wanted; None if nothing is known."""
    found, before = group[place], group[place - 1]
    return (
        _signs(group, place)
        or _quantifier(group, place)
        or _range(group, place)
        or _elements(source, group, place)
        or _between(found, before, expected)
    )


def _signs(group: Sequence[Token], place: int) -> Advice | None:
    """Signs that touch each other and make one sign elsewhere."""
    start = place
    while start > 0 and group[start - 1].end_pos == group[start].start_pos and not group[start - 1][0].isalnum():
        start -= 1
    end = place + 1
    if end < len(group) and group[end].start_pos == group[place].end_pos:
        end += 1
    for last in (end, place + 1):
        for first in range(max(start, place - 2), place):
            meant = _TOGETHER.get("".join(group[first:last]))
            if meant:
                return Advice(f"write {meant}")
    return None


def _quantifier(group: Sequence[Token], place: int) -> Advice | None:
    """`evry x in S`, `for all x in S`: a word in front of names and `in`."""
    found, before = group[place], group[place - 1]
    if found == "for" and before.type in _BEFORE_FORMULA:
        following = str(group[place + 1]) if place + 1 < len(group) else ""
        word = following if following in _QUANTIFIERS else _OTHER_QUANTIFIERS.get(following, "every")
        return Advice(f"write `{word} x in …: …` without `for`", found, "no formula starts with `for`")
    if found.type != "NAME" or before.type != "NAME" or not _binds(group, place):
        return None
    close = nearest(str(before), [*_QUANTIFIERS, *_OTHER_QUANTIFIERS]) or ""
    meant = _OTHER_QUANTIFIERS.get(before.lower()) or _OTHER_QUANTIFIERS.get(close, close)
    if not meant and not (place > 1 and group[place - 2].type in _BEFORE_FORMULA):
        return None
    if before.lower() == "any":
        said = f"did you mean `every` or `some`, as in `every {found} in …: …`?"
    elif meant:
        said = f"did you mean `{meant}`?"
    else:
        said = f"write `every {found} in …: …`, `some {found} in …: …` or `no {found} in …: …`"
    return Advice(said, before, f"`{before}` is no word for how many")


def _binds(group: Sequence[Token], place: int) -> bool:
    """Whether names with commas between them and `in` stand there."""
    while place + 1 < len(group) and group[place].type == "NAME" and group[place + 1].type == "COMMA":
        place += 2
    return place + 1 < len(group) and group[place].type == "NAME" and group[place + 1].type == "IN"


def _range(group: Sequence[Token], place: int) -> Advice | None:
    """A range where a set of places, a set or a number is wanted."""
    if group[place].type != _DOTS:
        return None
    first = place
    while first > 0 and group[first - 1].type in _ONE_SUM:
        first -= 1
    low = "".join(group[first:place])
    high = str(group[place + 1]) if place + 1 < len(group) else "…"
    opening = group[first - 1].type if first else ""
    if opening == "LBRACE":
        return Advice(f"numbers have no sets: write `x.n in {low}..{high}` without braces, or `{low} <= x.n <= {high}`")
    if opening == "IN":
        return Advice(
            f"`in` goes through places such as `cells` or `rows`, not through numbers; "
            f"a number is compared: `{low} <= c.n <= {high}`"
        )
    return Advice("a range is a type or stands behind `in`, as in `c.n in 1..3`")


def _elements(source: Source, group: Sequence[Token], place: int) -> Advice | None:
    """`count(x in S: …)`, `count(x in S where …)`, `sum(x in S: …)`, and `x in S where …` outside of braces."""
    found = group[place]
    if found.type not in ("COLON", "WHERE", "WITH"):
        return None
    opening = _opening(group, place)
    if opening is None or group[opening - 1].type != "NAME" or not _binds(group, opening + 1):
        if found.type == "WHERE":
            return Advice("`where` follows `x in S`: write `count({x in S where …})` or `sum(f for x in S where …)`")
        return None
    picked = source.text[group[opening].end_pos : found.start_pos]
    name, inner = str(group[opening - 1]), shortened(" ".join(picked.split()))
    tail = "with" if found.type == "WITH" else "where"
    quantifier = _OTHER_QUANTIFIERS.get(name)
    if quantifier:
        return Advice(f"write `{quantifier} {inner}: …`")
    if name in _VALUES:
        return Advice(f"write `{name}({group[opening + 1]}.f for {inner})`, where `f` is a number of each place")
    return Advice(f"write `{name}({{{inner} {tail} …}})`")


def _opening(group: Sequence[Token], place: int) -> int | None:
    """The parenthesis around a place, if a word stands before it."""
    closed = 0
    for index in range(place - 1, 0, -1):
        if group[index].type in ("RPAR", "RBRACE"):
            closed += 1
        elif group[index].type in ("LPAR", "LBRACE"):
            if not closed:
                return index
            closed -= 1
    return None


def _between(found: Token, before: Token, expected: Set[str]) -> Advice | None:
    if found.type == "IN" and before.type == "NAME":
        return Advice(f"to pick elements of a set, write `{{{before} in … where …}}`")
    if found.type == "NAME" and expected <= {"STRING", "LONG_STRING"}:
        return Advice(f'write `"{found}"`')
    if found.type == "NAME" and str(found) in _FOREIGN:
        return Advice(_FOREIGN[str(found)])
    if found.type == "NAME" and before.type in _OPERAND_ENDS and "COLON" in expected:
        return Advice(f"is a `:` missing between `{before}` and `{found}`?")
    if before.type in _OPERAND_ENDS and "THEN" in expected:
        return Advice(
            f"write `then` instead of `{found}`"
            if found.type == "COLON"
            else f"is a `then` missing in front of `{found}`?"
        )
    if found.type == "NAME" and before.type == "NAME" and "BY" in expected:
        return Advice(f"is a `by`, a `.`, an operator or a comma missing between `{before}` and `{found}`?")
    if found.type == "NAME" and before.type == "NAME" and "LPAR" in expected:
        missing = f"is a `.`, an operator or a comma missing between `{before}` and `{found}`?"
        return Advice(f"{missing} A word with an argument is written `{before}({found})`")
    if found.type == "NAME" and before.type == "NAME":
        return Advice(f"is a `.`, an operator or a comma missing between `{before}` and `{found}`?")
    return None
