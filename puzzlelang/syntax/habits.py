"""Recognises habits of other notations anywhere in a statement: signs, capital letters, methods, heads."""

from collections.abc import Sequence, Set

import msgspec
from lark import Token

from puzzlelang.diagnostics.nearest import nearest_word
from puzzlelang.syntax.characters import shorten
from puzzlelang.syntax.keywords import MEANINGS, STARTING

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
    "//": "`#` in front of a comment",
    "**": "`a * a`",
    "+=": "`=`: a name means one thing only",
}
"""Signs of other notations that are read as several signs here."""

_TEXTS = frozenset({"STRING", "LONG_STRING"})

_LESS = frozenset({"except", "without", "minus", "outside"})
"""Words for places that a declaration leaves out."""


Replacement = tuple[int, int, str]
"""What is to stand between two offsets of the text."""


class Advice(msgspec.Struct, frozen=True):
    """A correction; `wrong` is the mistaken token and `message` describes the mistake.

    `instead` are fixes that do not follow from `help`, each as its replacements, the likeliest first.
    """

    help: str
    wrong: Token | None = None
    message: str = ""
    instead: tuple[tuple[Replacement, ...], ...] = ()


def instead(first: Token, text: str, last: Token | None = None) -> Replacement:
    """A text in the place of a token, or of all from the first to the last."""
    return first.start_pos or 0, (last or first).end_pos or 0, text


def in_front(token: Token, text: str) -> Replacement:
    """A text in front of a token."""
    return token.start_pos or 0, token.start_pos or 0, text


def behind(token: Token, text: str) -> Replacement:
    """A text behind a token."""
    return token.end_pos or 0, token.end_pos or 0, text


def operator_advice(group: Sequence[Token], place: int) -> Advice | None:
    """Adjacent signs that form one operator in other notations."""
    start = place
    while start > 0 and group[start - 1].end_pos == group[start].start_pos and not group[start - 1][0].isalnum():
        start -= 1
    end = place + 1
    if end < len(group) and group[end].start_pos == group[place].end_pos:
        end += 1
    for last in (end, place + 1):
        for first in range(max(start, place - 2), min(place + 1, last - 1)):
            sign = "".join(group[first:last])
            meant = _TOGETHER.get(sign)
            if meant:
                whole = Token("SIGN", sign, start_pos=group[first].start_pos, end_pos=group[last - 1].end_pos)
                fixes = _implication(group, whole) if meant.startswith("`if a") else ()
                return Advice(f"write {meant}", whole, f"`{sign}` is no sign of this language", fixes)
    return None


_BEFORE_CONDITION = frozenset({"COLON", "LPAR", "THEN", "ELSE"})


def _implication(group: Sequence[Token], sign: Token) -> tuple[tuple[Replacement, ...], ...]:
    """Return `if a then b` for `a => b`, where `a` begins behind the last colon or parenthesis that is open."""
    closed = 0
    for token in reversed([item for item in group if (item.end_pos or 0) <= (sign.start_pos or 0)]):
        closed += (token.type == "RPAR") - (token.type == "LPAR")
        if closed < 0:
            return ((behind(token, "if "), instead(sign, "then")),)
        if closed == 0 and token.type in _BEFORE_CONDITION:
            return ((behind(token, " if"), instead(sign, "then")),)
    return ()


def capital_advice(group: Sequence[Token], place: int) -> Advice | None:
    """`Set of cells`: a word of the language with a capital letter."""
    for token in (group[place], group[place - 1]):
        small = str(token).lower()
        if token.type == "NAME" and small != token and small in MEANINGS and small not in STARTING:
            return Advice(
                f"write `{small}`: words of the language have small letters", token, f"`{token}` is no word here"
            )
    return None


def statement_advice(group: Sequence[Token], place: int, expected: Set[str]) -> Advice | None:
    """Misplaced parts of the head of a statement."""
    first, result, before = str(group[0]), group[place], group[place - 1]
    if first == "board" and place == 1:
        text = "write `board rectangle` or `board square`: how large it is comes from the text of a board"
        line = [token for token in group[1:] if token.type in ("INT", "NAME")]
        return Advice(text, instead=((instead(result, "rectangle", line[-1] if line else result),),))
    if first == "rule" and place == 1 and result.type == "STRING":
        named = "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in result.lower()).strip("_")
        name = named.split("_")[0] if named[:1].isalpha() else "a_name"
        text = f"a rule has a name and a sentence: `rule a_name {shorten(str(result))}: …`"
        return Advice(text, instead=((in_front(result, f"{name}_rule "),),))
    if place == 2 and result == "=" and first in ("given", "find"):
        text = f"its type stands behind a colon: `{first} {before} : set of cells`"
        return Advice(text, instead=((instead(result, ":"),),))
    if result.type == "AS" and place == 2 and first in ("given", "find"):
        colon = next((at for at in range(place, len(group)) if group[at].type == "COLON"), 0)
        moved = f" as {', '.join(map(str, group[3:colon]))}" if colon == 4 else ""
        fix = ((instead(result, "", group[colon - 1]), behind(group[-1], moved)),) if moved else ()
        return Advice(f'its type stands before the symbol: `{first} {before} : set of cells as "#"`', instead=fix)
    if first in ("given", "find") and (at := next((at for at in (4, 5) if group[at:] and str(group[at]) in _LESS), 0)):
        left = str(group[at + 1]) if group[at + 1 :] else "…"
        minus = ((instead(group[at], "-"),),) if group[at + 1 :] else ()
        help_ = f"places without others are a difference: `{group[at - 1]} - {left}`"
        return Advice(help_, group[at], f"`{group[at]}` is no word here", minus)
    if first in ("given", "find") and place == 4 and result == "where":
        return Advice(f"write the places as a set: `{{x in {before} where …}}`")
    if result.type in ("AS", "AT") and first in ("given", "find") and any(token == "=" for token in group[:place]):
        return Advice('in this order: the type, `as "#"`, `at top`, `= 3`')
    if first == "let" and place == 2 and result == ":":
        return Advice(f"what it stands for is behind `=`: `let {before} = …`", instead=((instead(result, " ="),),))
    if first == "let" and result == ":" and before.type == "RPAR":
        return Advice("what it stands for is behind `=`", instead=((instead(result, " ="),),))
    if first in ("given", "find") and (message := _of_types(group, place)):
        return message
    if first == "example" and result.type == "NAME" and before.type in _TEXTS and "ANSWER" in expected:
        return Advice('the answer of an example is written `answer """…"""`', instead=((instead(result, "answer"),),))
    if place == 1 and result in STARTING and place + 1 < len(group) and group[place + 1].type == "NAME":
        fixes = ((instead(group[0], ""),), (instead(result, ""),))
        return Advice(f"leave out `{first}` or `{result}`", result, "a statement starts with one keyword", fixes)
    if before == "as" and result.type not in _TEXTS:
        return Advice(f'a symbol stands in quotes: `as "{result}"`', instead=((instead(result, f'"{result}"'),),))
    if first == "rule" and before.type == "STRING" and "COLON" in expected:
        return Advice(f"a `:` is missing in front of `{shorten(str(result))}`")
    if result == ";":
        return Advice("leave it out: a statement ends where the next one starts")
    return None


def _of_types(group: Sequence[Token], place: int) -> Advice | None:
    """Return advice on mistaken types: `sets of cells`, `list of number`, `1 to 3`, `set of cells?`, two symbols."""
    result, before = group[place], group[place - 1]
    if result.type == "OF" and before.type == "NAME":
        close = nearest_word(before.lower(), ("set", "partition"))
        if close:
            return Advice(f"did you mean `{close}`?", before, f"`{before} of` is no type")
        if before.lower() in ("list", "array", "tuple", "sequence"):
            last = group[place + 1] if place + 1 < len(group) else result
            fix = ((instead(before, "numbers", last),),)
            return Advice("write `numbers`: a list of numbers", before, f"`{before} of` is no type", fix)
    if result.type == "TO" and before.type == "INT":
        high = group[place + 1] if place + 1 < len(group) else "9"
        last = group[place + 1] if place + 1 < len(group) else result
        fix = ((instead(before, f"{before}..{high}", last),),)
        message = "`to` stands between places and their values"
        return Advice(f"a range is written `{before}..{high}`", result, message, fix)
    if result == "?" and any(token.type == "SET" for token in group[:place]):
        return Advice("leave it out: each place belongs to a set or does not")
    if result.type in _TEXTS and before.type in _TEXTS:
        fixes = ((behind(before, ", not"),),)
        return Advice('a set has one symbol, and perhaps a mark for the rest: `as "#", not "x"`', instead=fixes)
    return None


def method_advice(group: Sequence[Token], place: int) -> Advice | None:
    """Return advice on method calls and indices: `star.count()`, `row.count(star)`, `row 1`."""
    result, before = group[place], group[place - 1]
    if result.type == "INT" and before in ("row", "column"):
        picked = f"{{c in cells where c.{before} = {result}}}"
        return Advice(f"pick the cells of one {before}: `{picked}`", instead=((instead(before, picked, result),),))
    if result.type != "LPAR" or before.type != "NAME" or place < 3 or group[place - 2].type != "DOT":
        return None
    start = place - 2
    while start > 1 and group[start - 1].type in ("NAME", "DOT"):
        start -= 1
    owner = "".join(group[start : place - 2])
    empty = place + 1 < len(group) and group[place + 1].type == "RPAR"
    inner = owner if empty else f"{owner} & {group[place + 1]}" if before in ("count", "len") else f"{owner}, …"
    closing = group[place + 1] if empty else next((token for token in group[place:] if token.type == "RPAR"), result)
    fix = ((instead(group[start], f"{before}({inner})", closing),),) if "…" not in inner else ()
    return Advice(f"words with arguments come first: `{before}({inner})`", instead=fix)
