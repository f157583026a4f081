"""Checks `read` statements: the pieces of the outside format, and the targets of each layer."""

import re

import msgspec

from puzzlelang.diagnostics.nearest import did_you_mean, join_words
from puzzlelang.geometry.polyominoes import BANKS
from puzzlelang.geometry.sorts import DIRECTIONS, Sort
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.reading_keys import check_digits, check_keyed, check_keys, check_open
from puzzlelang.typed.checks.scope import Checker, mistake
from puzzlelang.typed.codecs.codec import OutsideFormat, Piece, Target
from puzzlelang.typed.codecs.formats import FORMATS

NOTHING = "nothing"
"""The effect of an item that is read and says nothing that the rules know of."""

SKIP = "skip"
"""The effect of letters that say how many places are without an item."""

_RANGE = re.compile(r"(\w)-(\w)", re.ASCII)
"""A key that stands for all letters from one to another."""

_TARGETS = {
    Sort.CELL: Target.CELLS,
    Sort.LINK: Target.LINKS,
    Sort.BORDER: Target.BORDERS,
    Sort.CORNER: Target.CORNERS,
    Sort.LINE: Target.LINES,
    Sort.VIEW: Target.VIEWS,
    Sort.REGION: Target.REGIONS,
    Sort.GIVEN_GROUP: Target.GROUP_VALUES,
    Sort.PATH: Target.PATH_VALUES,
}

ReadTarget = ir.Item | ir.Option
Entries = tuple[ir.PieceEntry, ...]


def reading(written: tree.ReadStatement, checker: Checker) -> ir.Reading:
    """Checks a `read` statement.  Raises `Failed` with the first mistake."""
    name = written.format.text
    known = FORMATS.get(name)
    if known is None:
        hint = did_you_mean(name, FORMATS) or f"there are {join_words(list(FORMATS))}"
        raise mistake("E091", f"there is no outside format `{name}`", written.format.span, hint=hint)
    pieces = tuple(_piece(piece, name, known, checker) for piece in written.pieces)
    return ir.Reading(name, written.type.value, pieces, written.span)


def _piece(written: tree.PieceSyntax, name: str, known: OutsideFormat, checker: Checker) -> ir.ReadPiece:
    if isinstance(written.word, tree.QuotedText):
        return ir.ReadPiece(written.word.value, True, (), written.span)
    word = written.word.text
    shape = known.pieces.get(word)
    if shape is None:
        hint = did_you_mean(word, known.pieces) or f"there are {join_words(sorted(known.pieces))}"
        raise mistake("E092", f"`{name}` has no piece `{word}`", written.word.span, hint=hint)
    if not shape.least <= len(written.layers) <= len(shape.layers):
        raise mistake("E093", f"`{word}` reads {_amount(shape)}", written.span, hint=f"it reads {shape.meaning}")
    layers = tuple(
        tuple(one for entry in layer for one in _entries(entry, shape, known, checker)) for layer in written.layers
    )
    for index, (entries, allowed) in enumerate(zip(layers, shape.layers, strict=False), 1):
        layer = f"layer {index} of `{word}`" if len(shape.layers) > 1 else f"`{word}`"
        filling = entries[:-1] if shape.walls and _walls(entries, checker) else entries
        _check_targets(filling, layer, allowed, shape, checker)
        check_keys(entries, word, shape)
        if shape.spells:
            check_open(entries)
        if shape.keyed and index == 1:
            check_keyed(entries, word, shape)
        if shape.packs and index > 1:
            check_digits(entries, layer)
    if shape.gathers:
        _check_gathered(layers, checker)
    return ir.ReadPiece(word, False, layers, written.span)


def _amount(shape: Piece) -> str:
    most = len(shape.layers)
    if not most:
        return "nothing"
    amount = f"{shape.least} to {most}" if shape.least < most else str(most)
    return f"{amount} thing{'s' if most > 1 else ''}, with `;` between them" if most > 1 else "one thing"


def _entries(written: tree.EntrySyntax, shape: Piece, known: OutsideFormat, checker: Checker) -> list[ir.PieceEntry]:
    """Return the entries of one or more keys: `"g-z"` is one entry for each letter, whose numbers rise by one."""
    first = written.effects[0]
    skips = shape.spells and first.name.text == SKIP and len(written.effects) == 1
    ends = _RANGE.fullmatch(str(written.key)) if shape.spells and written.key is not None else None
    keys: list[str | int | None] = [*map(chr, range(ord(ends[1]), ord(ends[2]) + 1))] if ends else [written.key]
    if ends and not keys:
        raise mistake(
            "E093", f"`{ends[1]}` stands behind `{ends[2]}`", written.span, hint="write the first letter first"
        )
    if not skips:
        return [_shift_numbers(_entry(written, known, checker), key, place) for place, key in enumerate(keys)]
    if written.key in (None, "") or (first.value is not None and not _positive(first.value)):
        hint = 'such as `"k-z": skip`, where the first letter is one place without, or `"a-z": skip 6`'
        raise mistake("E093", "letters that skip places have a key, and a number from 1 on", written.span, hint=hint)
    least = first.value if isinstance(first.value, int) else 1
    return [ir.PieceEntry(key, (), written.span, least + place) for place, key in enumerate(keys)]


def _positive(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10_000


def _shift_numbers(entry: ir.PieceEntry, key: str | int | None, place: int) -> ir.PieceEntry:
    """Return the entry for the letter at index `place` of a key range: its numbers are raised by `place`."""
    effects = tuple(
        msgspec.structs.replace(effect, value=effect.value + place)
        if isinstance(effect.value, int) and not isinstance(effect.value, bool)
        else effect
        for effect in entry.effects
    )
    return ir.PieceEntry(key, effects, entry.span)


def _entry(written: tree.EntrySyntax, known: OutsideFormat, checker: Checker) -> ir.PieceEntry:
    nothing = len(written.effects) == 1 and written.effects[0].name.text == NOTHING
    for effect in () if nothing else written.effects:
        _check_denial(effect, written, checker)
    effects = () if nothing else tuple(_effect(effect, known, checker) for effect in written.effects)
    return ir.PieceEntry(written.key, effects, written.span)


def _effect(written: tree.EffectSyntax, known: OutsideFormat, checker: Checker) -> ir.Effect:
    name = written.name.text
    declared = checker.declared.get(name)
    if not isinstance(declared, ReadTarget):
        names = [name for name, item in checker.declared.items() if isinstance(item, ReadTarget)]
        hint = did_you_mean(name, names) or (f"there are {join_words(names)}" if names else "")
        raise mistake("E020", f"there is no given, find or option called `{name}`", written.name.span, hint=hint)
    if isinstance(declared, ir.Find) and declared.hidden:
        message = f"`{name}` is hidden, so no text holds it"
        raise mistake("E093", message, written.name.span, hint="name what is drawn")
    if isinstance(declared, ir.Find) and not known.draws:
        raise mistake(
            "E093", f"`{name}` is to be found, and a {known.title} holds no drawing", written.name.span,
            hint="name what is given",
        )  # fmt: skip
    return ir.Effect(name, _value(written, declared), written.span)


def _check_denial(written: tree.EffectSyntax, entry: tree.EntrySyntax, checker: Checker) -> None:
    """Refuse `not` before a declaration whose value cannot be absent; `nothing` is for items without an effect."""
    if written.value is not False:
        return
    match checker.declared.get(written.name.text):
        case ir.Given(kind=ir.PartitionKind()) | ir.Find(kind=ir.PartitionKind()):
            what = "is a partition"
        case ir.Given(kind=ir.FunctionKind(value=kind) | ir.SingleKind(kind)):
            what = f"is {_choice(kind)}"
        case ir.Find(kind=ir.FunctionKind(value=kind)) if not kind.absent:
            what = f"is {_choice(kind)}"
        case _:
            return
    alone = len(entry.effects) == 1 and entry.key is not None
    hint = f'an item that says nothing is `"{entry.key}": {NOTHING}`' if alone else f"leave out `{written.span.text}`"
    raise mistake("E093", f"`not` goes with sets, and `{written.name.text}` {what}", written.span, hint=hint)


def _value(written: tree.EffectSyntax, declared: ReadTarget) -> bool | int | str | None:
    """Return the value of an effect.  Raises `Failed` unless the declaration can have that value."""
    match declared, written.value:
        case ((ir.Given(kind=ir.SetKind()) | ir.Find(kind=ir.SetKind())), None | False):
            return None if written.value is None else False
        case ir.Find(kind=ir.FunctionKind(value=ir.ValueKind(absent=True))), False:
            return False
        case ir.Option(members=members), tree.Identifier(text) if text in members:
            return text
        case ir.Option(members=members), _:
            choice = f"write `{written.name.text} {members[0]}`"
            raise mistake("E093", f"`{written.name.text}` is one of {join_words(members)}", written.span, hint=choice)
        case (
            (
                ir.Given(kind=ir.FunctionKind(value=value) | ir.SingleKind(value=value))
                | ir.Find(kind=ir.FunctionKind(value=value))
            ),
            given,
        ):
            return _of_function(written, value, given)
        case _, None:
            return None
        case _:
            raise mistake("E093", f"`{written.name.text}` has no such value", written.span, hint="write its name alone")


def _of_function(
    written: tree.EffectSyntax, kind: ir.ValueKind, given: tree.Identifier | int | bool | None
) -> int | str | None:
    """Return the value for a function or single given: a number or a name, None if the item itself is the value."""
    if isinstance(given, tree.Identifier) and given.text in kind.members:
        return given.text
    if isinstance(given, tree.Identifier) and given.text == "unknown" and kind.unknown:
        return "?"
    if kind.base is ir.Base.DIRECTION and isinstance(given, tree.Identifier) and given.text in DIRECTIONS:
        return given.text
    if kind.base is ir.Base.SHAPES and isinstance(given, tree.Identifier) and given.text in BANKS:
        return given.text
    numeric = kind.base in (ir.Base.NUMBER, ir.Base.NUMBERS)
    if given is None or (numeric and isinstance(given, int) and not isinstance(given, bool)):
        return given
    hint = "write one of its values behind it"
    if isinstance(given, tree.Identifier) and given.text == "unknown":
        hint = "what may be `?` on a board is declared with `or unknown`"
    raise mistake("E093", f"`{written.name.text}` is {_choice(kind)}", written.span, hint=hint)


def _choice(kind: ir.ValueKind) -> str:
    names = {ir.Base.SHAPES: tuple(BANKS), ir.Base.DIRECTION: DIRECTIONS}.get(kind.base, kind.members)
    return f"one of {join_words(names)}" if names else "a number"


def _check_gathered(layers: tuple[Entries, ...], checker: Checker) -> None:
    """Groups and paths are of cells, and values are those of the groups or paths before them."""
    first = [effect for entry in layers[0] for effect in entry.effects]
    for effect in (effect for layer in layers for entry in layer for effect in entry.effects):
        kind = getattr(checker.declared[effect.name], "kind", None)
        if isinstance(kind, ir.GroupsKind) and kind.members is not Sort.CELL:
            message = f"`{effect.name}` is of {kind.members.value}s, and boards hold groups and paths of cells"
            raise mistake("E093", message, effect.span)
    for effect in (effect for layer in layers[1:] for entry in layer for effect in entry.effects):
        kind = getattr(checker.declared[effect.name], "kind", None)
        if isinstance(kind, ir.FunctionKind) and {one.name for one in first} != {kind.partition}:
            names = join_words(list(dict.fromkeys(f"`{one.name}`" for one in first)))
            message = f"`{effect.name}` has values of `{kind.partition}`, and what stands before it is {names}"
            raise mistake("E093", message, effect.span, hint="give each its own piece")


def _walls(entries: Entries, checker: Checker) -> bool:
    """Whether the last entry of a layer about a given partition takes the borders inside of its regions."""
    if len(entries) < 2 or entries[-1].key is not None or len(entries[-1].effects) != 1:
        return False
    first = next((checker.declared[effect.name] for entry in entries for effect in entry.effects), None)
    match first, checker.declared[entries[-1].effects[0].name]:
        case ir.Given(kind=ir.PartitionKind()), ir.Given(kind=ir.SetKind(Sort.LINK)):
            return entries[-1].effects[0].value is None
        case _:
            return False


def _check_targets(entries: Entries, layer: str, allowed: frozenset[Target], shape: Piece, checker: Checker) -> None:
    """All entries of a layer are about one kind of places, which the piece can fill."""
    seen: set[Target] = set()
    for entry in entries:
        for effect in entry.effects:
            result = target_of(checker.declared[effect.name])
            seen.add(result)
            if result not in allowed or len(seen) > 1:
                wanted = join_words(sorted(target.value for target in allowed))
                message = f"{layer} fills {wanted}, and `{effect.name}` belongs to {result.value}"
                hint = ""
                if result in allowed:
                    message = "what stands together in one layer must belong to one kind of places"
                    hint = _two_kinds_advice(entry, shape, allowed, seen)
                raise mistake("E093", message, effect.span, hint=hint)
    if not seen and not allowed <= {Target.SINGLE, Target.OPTION}:
        message = f"what {layer} holds must be of some given or find, else its number of places is unknown"
        raise mistake("E093", message, entries[0].span)


def _two_kinds_advice(entry: ir.PieceEntry, shape: Piece, allowed: frozenset[Target], seen: set[Target]) -> str:
    """The advice for an item with meanings of two kinds."""
    names = list(dict.fromkeys(effect.name for effect in entry.effects))
    if len(names) > 1 and sum(allowed <= layer for layer in shape.layers) > 1:
        key = "" if entry.key is None else f'"{entry.key}": '
        return f"give each a layer with this item: `{'; '.join(f'{key}{name}' for name in names)}`"
    if shape.walls and seen == {Target.PARTITION, Target.LINKS}:
        return "a given set of links stands last and without a key: it takes borders inside of given regions"
    return ""


def target_of(declared: object) -> Target:
    """The kind of places that a declaration belongs to."""
    match declared:
        case ir.Option():
            return Target.OPTION
        case ir.Given(kind=kind) | ir.Find(kind=kind):
            match kind:
                case ir.PartitionKind():
                    return Target.PARTITION
                case ir.GroupsKind(ordered=ordered):
                    return Target.PATHS if ordered else Target.GROUPS
                case ir.SingleKind():
                    return Target.SINGLE
                case _:
                    return _TARGETS[kind.sort]
        case _:
            raise AssertionError("only what is declared was let through")
