"""Chooses the name that a mark stands for: by its meaning, else by its number or its order of appearance."""

from collections.abc import Mapping, Sequence

from puzzlelang.typed import ir
from puzzlelang.typed.codecs.codec import NUMBERED_DIRECTIONS

_NONE = frozenset({"none", "nothing", "empty", "blank", "no"})
_MEANINGS = (
    frozenset({"up", "north", "top", "^", "↑", "battleship_b 4", "tri 4", "firefly 4"}),
    frozenset({"down", "south", "bottom", "v", "↓", "battleship_b 6", "tri 2", "firefly 2"}),
    frozenset({"left", "west", "<", "←", "battleship_b 3", "tri 1", "firefly 3"}),
    frozenset({"right", "east", ">", "→", "battleship_b 5", "tri 3", "firefly 1"}),
    frozenset({"less", "<"}),
    frozenset({"more", "greater", ">"}),
    frozenset({"white", "open", "light", "hollow", "o", "○"}),
    frozenset({"black", "dark", "full", "filled", "shaded", "#", "*", "●", "■"}),
    frozenset({"grey", "gray"}),
    frozenset({"circle", "ring", "round", "o", "○", "ox_e 1", "ox_b 1"}),
    frozenset({"triangle", "△", "▲", "ox_e 2", "ox_b 2"}),
    frozenset({"square", "□", "■", "ox_e 3", "ox_b 3"}),
    frozenset({"cross", "x", "×", "ox_e 4", "ox_b 4"}),
    frozenset({"plus", "positive", "+", "math_g 2", "math 2"}),
    frozenset({"minus", "negative", "-", "−", "math_g 3", "math 3"}),
    frozenset({"times", "x", "*", "×"}),
    frozenset({"over", "/", "÷", ":"}),
    frozenset({"falling", "\\"}),
    frozenset({"rising", "/"}),
    frozenset({"moon", "sun_moon 1"}),
    frozenset({"sun", "sun_moon 2"}),
    frozenset({"bulb", "lamp", "light", "sun_moon 3"}),
    frozenset({"mine", "bomb", "sun_moon 4", "sun_moon 5"}),
    frozenset({"star", "*", "☆", "★"}),
    frozenset({"tree", "tents 1"}),
    frozenset({"tent", "tents 2"}),
    frozenset({"fish", "tents 3"}),
    frozenset({"single", "battleship_b 1"}),
    frozenset({"middle", "battleship_b 2"}),
    frozenset({"water", "~", "battleship_b 7", "battleship_b 8"}),
    _NONE | {"."},
)
"""Spellings of names and marks, small letters, that have one meaning; some marks have several."""

_NO_MEMBERS = frozenset({"star 0", "battleship_b 7", "battleship_b 8"})
"""Penpa marks with which a solver notes that a place does not belong to a set."""

_STYLES = {"1": "white", "2": "black", "3": "grey", "4": "grey", "5": "grey"}
"""What the styles of circles in Penpa mean."""

_STRAIGHT = {("up", "down"): ("vertical", "upright"), ("left", "right"): ("horizontal", "level")}
"""What pieces of straight lines are called."""

_ARROWS = {"1": "left", "3": "up", "5": "right", "7": "down"}
"""What the styles of arrows in Penpa mean."""


def plain_symbols(item: ir.Item) -> Sequence[tuple[str, str]]:
    """The symbols of an item; letters for numbers are left out, as there are pieces that read them."""
    return [(name, symbol) for name, symbol in item.shown.symbols if not (name.isdigit() and symbol.isalpha())]


def names_of_marks(
    keys: Sequence[str], members: Sequence[str], symbols: Sequence[tuple[str, str]] = ()
) -> dict[str, str] | None:
    """A name for each mark, which stand in the order of their appearance; None if there are too few names.

    Several marks may have one name if they mean it.
    """
    result = {key: name for key in keys if (name := name_of_mark(key, keys, members, symbols)) is not None}
    open_keys = [key for key in keys if key not in result]
    free = [name for name in members if name not in result.values()]
    if open_keys and all(key.isdigit() for key in keys):
        return _numbers_as_names(keys, members)
    if len(open_keys) > len(free):
        return None
    return result | dict(zip(open_keys, free, strict=False))


def name_of_mark(
    key: str, keys: Sequence[str], members: Sequence[str], symbols: Sequence[tuple[str, str]] = ()
) -> str | None:
    """Return the one name that a mark matches by symbol, spelling, meaning or first letter; None if there is none.

    `keys` are all marks of the layer: what a number means depends on the others.
    """
    own = [name for name, symbol in symbols if symbol == key]
    if own:
        return own[0]
    mark = key.lower()
    if mark.isdigit():
        return _by_custom(mark, keys, members)
    if mark.startswith("circle_"):
        mark = _STYLES.get(mark.rpartition(" ")[2], mark)
    if mark.startswith("arrow_"):
        mark = _ARROWS.get(mark.rpartition(" ")[2], mark)
    if "+" in mark and set(mark.split("+")) <= set(NUMBERED_DIRECTIONS):
        return _of_pipe(mark.split("+"), members)
    senses = [sense for sense in _MEANINGS if mark in sense]
    tests = (
        [name for name in members if name.lower() == mark],
        [name for name in members if any(name.lower() in sense for sense in senses)],
        [name for name in members if len(mark) == 1 and name.lower().startswith(mark)],
    )
    return next((names[0] for names in tests if len(names) == 1), None)


def _of_pipe(ways: Sequence[str], members: Sequence[str]) -> str | None:
    """Return the name of a piece of a line that leaves a cell in some directions; None if none or several fit."""
    known: list[tuple[str, ...]] = [names for pair, names in _STRAIGHT.items() if set(pair) == set(ways)]
    known += [("cross", "crossing", "plus")] if len(ways) == len(NUMBERED_DIRECTIONS) else []
    wanted = [name for names in known for name in names]
    result = [name for name in members if name in wanted or set(name.split("_")) == set(ways)]
    return result[0] if len(result) == 1 else None


def _by_custom(mark: str, keys: Sequence[str], members: Sequence[str]) -> str | None:
    """Return the direction or colour (white, black) that a number usually means.

    None unless all marks are numbers from 1 to the number of such names.
    """
    colours = ("white", "black")
    order: tuple[str, ...] = colours if set(members) == set(colours) else ()
    if set(members) >= set(NUMBERED_DIRECTIONS):
        order = NUMBERED_DIRECTIONS
    fine = all(one.isdigit() and 0 < int(one) <= len(order) for one in keys)
    return order[int(mark) - 1] if fine else None


def _numbers_as_names(keys: Sequence[str], members: Sequence[str]) -> dict[str, str] | None:
    """Return a name for each number, counted from 1, or from 0 if 0 occurs; None if there are too few names.

    If the numbers exceed the number of names, the names follow the numbers by size.
    """
    first = min(1, *(int(key) for key in keys))
    if all(int(key) - first < len(members) for key in keys):
        return {key: members[int(key) - first] for key in keys}
    return dict(zip(sorted(keys, key=int), members, strict=False)) if len(keys) <= len(members) else None


def blank_name(members: Sequence[str], used: Mapping[str, str]) -> str | None:
    """Return the unused name for places without a mark: one such as `empty`, else the only one left; else None."""
    free = [name for name in members if name not in used.values()]
    return next((name for name in free if name in _NONE), free[0] if len(free) == 1 else None)


def is_blank_name(name: object) -> bool:
    """Whether a name says that there is nothing."""
    return name in _NONE


def denies_member(key: str) -> bool:
    """Whether a mark says that a place does not belong to a set."""
    return key.lower() in _NO_MEMBERS


def members_of(item: ir.Item | ir.Option) -> tuple[str, ...]:
    """The names that something can have; none if its values are no names."""
    match item:
        case ir.Given(kind=ir.FunctionKind(value=kind)) | ir.Find(kind=ir.FunctionKind(value=kind)):
            return NUMBERED_DIRECTIONS if kind.base is ir.Base.DIRECTION else kind.members
        case _:
            return ()


def guesses(rules: ir.Ruleset, entries: Sequence[ir.PieceEntry]) -> list[str]:
    """Return texts such as `"3" is dark` for the entries whose marks do not show what they mean."""
    declared: list[ir.Item] = [*rules.givens, *rules.finds]
    items = {item.name: item for item in declared}
    sets = {
        effect.name
        for entry in entries
        for effect in entry.effects
        if entry.key is not None and isinstance(getattr(items.get(effect.name), "kind", None), ir.SetKind)
    }
    result = []
    for entry in entries:
        for effect in entry.effects:
            item = items.get(effect.name)
            if item is None or entry.key is None or effect.value in (False, "?"):
                continue
            members = members_of(item)
            key = str(entry.key)
            if isinstance(effect.value, str) and members:
                keys = [str(one.key) for one in entries if any(other.name == item.name for other in one.effects)]
                sure = name_of_mark(key, [one for one in keys if one], members, plain_symbols(item)) == effect.value
                known = sure if key else is_blank_name(effect.value)
                result += [] if known else [f'"{key}" is {item.name} {effect.value}']
            elif isinstance(effect.value, int) and key and not key.isdigit() and len(key) > 1:
                result.append(f'"{key}" is {item.name} {effect.value}')
            elif len(sets) > 1 and effect.name in sets:
                result += [] if names_set(item, key) else [f'"{key}" is {item.name}']
    return result


def names_set(item: ir.Item, key: str) -> bool:
    """Whether a mark says by itself that a place belongs to a set."""
    return (
        name_of_mark(key, (key,), (item.name,), [(item.name, symbol) for _, symbol in item.shown.symbols]) is not None
    )
