"""Advises on misplaced tokens: habits of other notations, and slips of the keys."""

from collections.abc import Sequence, Set

from lark import Token

from puzzlelang.diagnostics.nearest import nearest_word
from puzzlelang.source import Source
from puzzlelang.syntax import habits
from puzzlelang.syntax.brackets import closing_of, opening_before
from puzzlelang.syntax.characters import shorten
from puzzlelang.syntax.habits import Advice, Replacement, behind, in_front, instead

_FOREIGN = {
    "implies": "write `if a then b`",
    "xor": "write `!=` between conditions in parentheses",
    "is": "write `=`; leave it out before `in` and `not in`",
    "equals": "write `=`",
    **dict.fromkeys(("more", "greater", "bigger", "larger", "above"), "write `>`, or `>=` for “at least”"),
    **dict.fromkeys(("less", "fewer", "smaller", "below"), "write `<`, or `<=` for “at most”"),
    "diagonally": "`touching` means side by side or corner to corner, `leap(1, 1)` corner to corner only",
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
_COMPARED = {"AT_LEAST": ">=", "AT_MOST": "<=", "EXACTLY": "="}
_BEFORE_FORMULA = frozenset({"COLON", "LPAR", "EQUAL", "THEN", "ELSE", "AND", "OR", "NOT", "IFF"})
_ONE_SUM = frozenset({"NAME", "INT", "DOT", "PLUS", "MINUS", "TIMES", "OVER", "MOD"})
DOTS = "__ANON_0"
"""What the grammar calls the two dots of a range."""

_COMPARING = frozenset({"EQUAL", "UNEQUAL", "LESS", "MORE", "AT_MOST_SIGN", "AT_LEAST_SIGN", "IN"})
_COUNTED = frozenset({"EXACTLY", "AT_LEAST", "AT_MOST"})
_FORMULA_STARTS = frozenset({"EVERY", "SOME", "NO", "NOT", "IF", *_COUNTED})
_OPERAND_ENDS = frozenset({"NAME", "INT", "RPAR", "RBRACE"})
_VALUES = ("sum", "product", "min", "max", "distinct")


def advice(source: Source, group: Sequence[Token], place: int, expected: Set[str]) -> Advice | None:
    """The advice for a token where one of `expected` is required; None if there is none."""
    result, before = group[place], group[place - 1]
    return (
        habits.operator_advice(group, place)
        or habits.capital_advice(group, place)
        or habits.statement_advice(group, place, expected)
        or _quantifier(group, place)
        or _range(group, place)
        or _comma(group, place, expected)
        or _elements(source, group, place)
        or habits.method_advice(group, place)
        or _unquoted_text(group, place, expected)
        or _foreign(group, place)
        or _braces(group, place, expected)
        or _between_advice(result, before, expected)
    )


def _negated_binder(group: Sequence[Token], place: int) -> tuple[Token, Token] | None:
    """Return `not` and the name behind it where `not x in S` stands in front of a colon as a quantifier would."""
    for at in range(place - 3, 0, -1):
        if group[at] == "not" and _binds(group, at + 1):
            return (group[at], group[at + 1]) if group[at - 1].type in _BEFORE_FORMULA else None
    return None


def _quantifier(group: Sequence[Token], place: int) -> Advice | None:
    """Return advice on mistaken quantifiers, such as `evry x in S`, `for all x in S` or `every x: …`."""
    result, before = group[place], group[place - 1]
    if result.type == "LPAR" and before.type == "NAME" and str(group[place - 2]) in _QUANTIFIERS:
        closing = closing_of(group, place)
        to = group[closing + 1] if closing and group[closing + 1 : closing + 2] and group[closing + 1] == "in" else None
        fix = ((in_front(before, "x in "), in_front(to, ": x ")),) if to is not None else ()
        return Advice(f"name what it goes through: `{group[place - 2]} x in {before}(…): …`", instead=fix)
    if result.type == "COLON" and before.type == "NAME" and str(group[place - 2]) in _QUANTIFIERS:
        hint = f"say what it goes through: `{group[place - 2]} {before} in {_set_of(before)}: …`"
        return Advice(hint, instead=((behind(before, f" in {_set_of(before)}"),),))
    if result.type == "COLON" and (negated := _negated_binder(group, place)) is not None:
        hint = f"write `no {negated[1]} in …: …`"
        return Advice(hint, negated[0], "`not` is no word for how many", ((instead(negated[0], "no"),),))
    if result.type == "NAME" and str(before) in _OTHER_QUANTIFIERS and not _binds(group, place):
        word = _OTHER_QUANTIFIERS[str(before)]
        hint = f"write `{word} x in {_set_of(result)}: …` with a condition behind the colon"
        fix = ((instead(before, word), behind(result, f" in {_set_of(result)}")),)
        return Advice(hint, before, f"`{before}` is no word for how many", fix)
    if result == "for" and before.type in _BEFORE_FORMULA:
        following = str(group[place + 1]) if place + 1 < len(group) else ""
        word = following if following in _QUANTIFIERS else _OTHER_QUANTIFIERS.get(following, "every")
        name = following if _binds(group, place + 1) else "x"
        last = group[place + 1] if following in (*_QUANTIFIERS, *_OTHER_QUANTIFIERS) else result
        hint, again = f"write `{word} {name} in …: …` without `for`", ((instead(result, word, last),),)
        return Advice(hint, result, "no formula starts with `for`", again)
    if "is" in (before, result) or result.type != "NAME" or before.type != "NAME" or not _binds(group, place):
        return None
    close = nearest_word(str(before), [*_QUANTIFIERS, *_OTHER_QUANTIFIERS]) or ""
    meant = _OTHER_QUANTIFIERS.get(before.lower()) or _OTHER_QUANTIFIERS.get(close, close)
    if not meant and not (place > 1 and group[place - 2].type in _BEFORE_FORMULA):
        return None
    if before.lower() == "any":
        text = f"did you mean `every` or `some`, as in `every {result} in …: …`?"
    elif meant:
        text = f"did you mean `{meant}`?"
    else:
        text = f"write `every {result} in …: …`, `some {result} in …: …` or `no {result} in …: …`"
    return Advice(text, before, f"`{before}` is no word for how many")


def _set_of(word: Token) -> str:
    """The set that a word such as `row` is meant to go through."""
    return str(word) if word.endswith("s") else f"{word}s"


def _binds(group: Sequence[Token], place: int) -> bool:
    """Whether names with commas between them and `in` stand there."""
    while place + 1 < len(group) and group[place].type == "NAME" and group[place + 1].type == "COMMA":
        place += 2
    return place + 1 < len(group) and group[place].type == "NAME" and group[place + 1].type == "IN"


def _range(group: Sequence[Token], place: int) -> Advice | None:
    """A range where a set of places, a set or a number is wanted."""
    if group[place].type != DOTS:
        return None
    first = place
    while first > 0 and group[first - 1].type in _ONE_SUM:
        first -= 1
    low = "".join(group[first:place])
    high = str(group[place + 1]) if place + 1 < len(group) else "…"
    opening = group[first - 1].type if first else ""
    if opening == "LBRACE":
        return Advice(f"numbers have no sets: write `x.n in {low}..{high}` without braces, or `{low} <= x.n <= {high}`")
    return Advice("a range is a type or stands behind `in`, as in `c.n in 1..3`")


def _comma(group: Sequence[Token], place: int, expected: Set[str]) -> Advice | None:
    """Return advice on a comma between domains or declarations: `every a in S, b in T: …`, `find a, b : …`."""
    if group[place].type != "COMMA" or "COLON" not in expected:
        return None
    if place == 2:
        return Advice(f"each name has a statement of its own: `{group[0]} {group[1]} : …`")
    quantity = next((token for token in reversed(group[:place]) if token in _QUANTIFIERS), None)
    again = "some" if quantity == "no" else str(quantity)
    fix = ((instead(group[place], f": {again}"),),) if again in ("some", "every") else ()
    message = "one name comes after the other: `every a in S: (every b in T: …)`, or `every a, b in pairs(S): …`"
    return Advice(message, instead=fix)


def unfinished_advice(source: Source, group: Sequence[Token]) -> str:
    """The advice for a statement that ends too early: a quantifier without `:` is often meant to pick or to count."""
    if group[0] == "example" and group[-1].type == "LONG_STRING":
        return 'say what it proves, such as `answer """…"""`, `has 1 solution` or `drawing """…""" breaks a_rule`'
    opened = opening_before(group, len(group))
    if opened is not None and group[opened].type == "LPAR":
        return f"the `(` behind `{group[opened - 1]}` is not closed"
    if group[-1].type == "AS" and source.text[group[-1].end_pos or 0 :].lstrip(" \t").startswith("#"):
        return '`#` begins a comment; a symbol stands in quotes: `as "#"`'
    waiting: list[int] = []
    for index, token in enumerate(group):
        if token.type in _COUNTED or token.type in ("EVERY", "SOME", "NO"):
            waiting.append(index)
        elif token.type == "COLON" and waiting:
            waiting.pop()
    if not waiting or group[waiting[-1]].type not in _COUNTED:
        return ""
    first = waiting[-1]
    names = next((index for index in range(first + 1, len(group)) if _binds(group, index)), None)
    if names is None:
        return ""
    amount = source.text[group[first + 1].start_pos or 0 : group[names - 1].end_pos or 0]
    inner = " ".join(source.text[group[names].start_pos or 0 : group[-1].end_pos or 0].split())
    sign = {"EXACTLY": "=", "AT_LEAST": ">=", "AT_MOST": "<="}[group[first].type]
    if any(token.type in ("WITH", "WHERE") for token in group[names:]):
        return f"how many there are is `count({{{shorten(inner)}}}) {sign} {amount}`"
    counted = f"`{' '.join(group[first].split())} {amount} {shorten(inner)}: …`"
    return f"write {counted} with what is true of them behind the colon"


def _elements(source: Source, group: Sequence[Token], place: int) -> Advice | None:
    """Return advice on binders without braces: `count(x in S where …)`, `sum(x in S: …)`, `x in S where …`."""
    result = group[place]
    if result.type not in ("COLON", "WHERE", "WITH", "IF"):
        return None
    opening = opening_before(group, place)
    if opening is None or group[opening - 1].type != "NAME" or not _binds(group, opening + 1):
        if opening is not None and group[opening - 1].type == "NAME" and result.type != "COLON":
            inside = shorten(" ".join(source.text[group[opening].end_pos : result.start_pos].split()))
            word = group[opening - 1]
            if word in _VALUES:
                return Advice(f"write `{word}(x.f for x in {inside} where …)`, where `f` is a number of each place")
            tail = "with x.…" if result.type == "WITH" else "where …"
            return Advice(f"to pick elements of a set write `{word}({{x in {inside} {tail}}})`")
        if result.type == "WHERE":
            return Advice("`where` follows `x in S`: write `count({x in S where …})` or `sum(f for x in S where …)`")
        return None
    picked = source.text[group[opening].end_pos : result.start_pos]
    name, inner = str(group[opening - 1]), shorten(" ".join(picked.split()))
    tail = "with" if result.type == "WITH" else "where"
    quantifier = _OTHER_QUANTIFIERS.get(name)
    if quantifier:
        return Advice(f"write `{quantifier} {inner}: …`")
    if name in _VALUES:
        return Advice(f"write `{name}({group[opening + 1]}.f for {inner})`, where `f` is a number of each place")
    return Advice(f"write `{name}({{{inner} {tail} …}})`")


def _unquoted_text(group: Sequence[Token], place: int, expected: Set[str]) -> Advice | None:
    """A text without quotes, with all words of it."""
    if group[place].type != "NAME" or not expected <= {"STRING", "LONG_STRING"}:
        return None
    end = next((at for at in range(place, len(group)) if group[at].type != "NAME"), len(group))
    words = " ".join(group[place:end])
    return Advice(f'write `"{shorten(words)}"`', instead=((instead(group[place], f'"{words}"', group[end - 1]),),))


_BEFORE_SIGN = {
    **dict.fromkeys(("more", "greater", "bigger", "larger"), ">"),
    **dict.fromkeys(("less", "fewer", "smaller"), "<"),
}


def _foreign(group: Sequence[Token], place: int) -> Advice | None:
    """A word that others write for a sign, such as `more than`, with the words that belong to it."""
    result, before = group[place], group[place - 1]
    if result.type != "NAME" or str(result) not in _FOREIGN:
        return None
    following = group[place + 1] if place + 1 < len(group) else result
    fixes: tuple[tuple[Replacement, ...], ...] = ()
    if result in _BEFORE_SIGN and following == "than":
        fixes = ((instead(result, _BEFORE_SIGN[result], following),),)
    if result == "diagonally" and before.type == "NAME":
        fixes = ((instead(before, "leap(1, 1)", result),),)
    return Advice(_FOREIGN[str(result)], instead=fixes)


def _braces(group: Sequence[Token], place: int, expected: Set[str]) -> Advice | None:
    """`sum {…}` for `sum(…)`."""
    result, before = group[place], group[place - 1]
    if result.type != "LBRACE" or before.type != "NAME" or "LPAR" not in expected:
        return None
    closing = closing_of(group, place)
    fix = (((before.end_pos or 0, result.end_pos or 0, "("), instead(group[closing], ")")),) if closing else ()
    return Advice(f"write `{before}(…)`", instead=fix)


def _between_advice(token: Token, before: Token, expected: Set[str]) -> Advice | None:
    if token in ("elif", "elsif", "elseif"):
        return Advice("write `else if … then …`", instead=((instead(token, "else if"),),))
    if before == "return":
        fix = ((instead(before, ""),),)
        return Advice("leave out `return`: what stands there is the value", before, "nothing is returned here", fix)
    if token.type in _COMPARED and before.type in _OPERAND_ENDS and "AT_LEAST_SIGN" in expected:
        return Advice(
            f"write `{_COMPARED[token.type]}` behind a number; `{token} 2 x in S: …` counts elements of a set"
        )
    if token.type in _FORMULA_STARTS and before.type in _OPERAND_ENDS and "COLON" in expected:
        return Advice(f"is a `:` missing in front of `{token}`?")
    if token.type == "IN" and before.type == "NAME":
        return Advice(f"to pick elements of a set, write `{{{before} in … where …}}`")
    if token.type == "NAME" and before.type in _OPERAND_ENDS and "COLON" in expected:
        return Advice(f"is a `:` missing between `{before}` and `{token}`?")
    if before.type in _OPERAND_ENDS and "THEN" in expected:
        return Advice(
            f"write `then` instead of `{token}`"
            if token.type == "COLON"
            else f"is a `then` missing in front of `{token}`?"
        )
    if token.type == "NAME" and before.type == "NAME" and "BY" in expected:
        return Advice(f"is a `by`, a `.`, an operator or a comma missing between `{before}` and `{token}`?")
    if token.type == "NAME" and before.type == "NAME" and "LPAR" in expected:
        missing = f"is a `.`, an operator or a comma missing between `{before}` and `{token}`?"
        return Advice(f"{missing} A word with an argument is written `{before}({token})`")
    if token.type == "NAME" and before.type == "NAME":
        return Advice(f"is a `.`, an operator or a comma missing between `{before}` and `{token}`?")
    return None
