"""Resolves names and properties, and suggests corrections for unknown ones."""

from collections.abc import Iterable

from puzzlelang.diagnostics.nearest import did_you_mean, join_words, nearest_word
from puzzlelang.diagnostics.record import Failed, Label
from puzzlelang.geometry.sorts import Sort
from puzzlelang.source import Span
from puzzlelang.syntax import tree
from puzzlelang.typed import ir
from puzzlelang.typed.checks.coercions import value
from puzzlelang.typed.checks.declared_names import belongs, owners, whole_type
from puzzlelang.typed.checks.kinds import role, value_type
from puzzlelang.typed.checks.scope import (
    BrokenDeclaration,
    Declaration,
    LetTemplate,
    Path,
    Presence,
    Scope,
    erroneous,
    mistake,
)
from puzzlelang.typed.types import (
    TRUTH,
    Enumeration,
    Erroneous,
    Maybe,
    PlaceType,
    SetOf,
    Type,
    covers_cells,
    describe,
)
from puzzlelang.typed.words.builtins import PROPERTIES, VALUES, property_type
from puzzlelang.typed.words.foreign_notation import ABSENT, NAMES, NUMERALS, SIZES, TRUTHS, WITH_ONE_ARGUMENT
from puzzlelang.typed.words.vocabulary import RESERVED, WITH_ARGUMENTS


def name(written: tree.Name, scope: Scope, expected: Type | None) -> ir.Expression:
    """Resolves a name that stands for a value.  Raises `Failed`."""
    text, span = written.text, written.span
    if isinstance(expected, Enumeration) and text in expected.members:
        return ir.Constant(text, expected, span)
    if text in scope.local or text in scope.parameters or text in scope.checker.declared or text in RESERVED:
        scope.record_name(span, text)
    if text in scope.local:
        results = scope.local[text]
        return (
            ir.LocalVariable(results.slot, results.name, results.type, span)
            if isinstance(results, ir.LocalVariable)
            else results
        )
    if text in scope.parameters:
        return scope.argument(written, expected)
    if text in scope.checker.declared:
        return _declared_value(written, scope)
    if text in VALUES:
        return ir.Builtin(text, (), VALUES[text].result, span)
    if text in WITH_ARGUMENTS:
        raise mistake("E026", f"`{text}` needs arguments", span, hint=f"write `{text}(…)`")
    if isinstance(expected, Erroneous):
        return erroneous(span)  # it may be a name of the enumeration that is missing
    raise unknown_name_error(text, span, scope, expected)


def _declared_value(written: tree.Name, scope: Scope) -> ir.Expression:
    text, span = written.text, written.span
    declaration = scope.checker.declared[text]
    if isinstance(declaration, BrokenDeclaration):
        return erroneous(span)
    if isinstance(declaration, ir.Let):
        return ir.LetValue(text, declaration.body.type, span)
    if isinstance(declaration, LetTemplate):
        wanted = ", ".join(parameter.text for parameter in declaration.written.parameters)
        raise mistake("E026", f"`{text}` needs arguments", span, hint=f"write `{text}({wanted})`")
    results = whole_type(declaration)
    if results is None:
        owner = next(owners(declaration), "place")
        ways = [f"`c.{text}` for one {owner}", f"`{text} of S` for all {owner}s of a set"]
        match declaration:
            case ir.Given(kind=ir.FunctionKind(value=value)) | ir.Find(kind=ir.FunctionKind(value=value)):
                if value.absent:
                    ways.append(f"`c in {owner}s with c.{text}` for those that have one")
            case _:
                pass
        raise mistake(
            "E025",
            f"`{text}` is a value of each {owner}, not a value by itself",
            span,
            hint=f"write {', '.join(ways[:-1])}, or {ways[-1]}",
            labels=[Label(scope.checker.places[text], "declared here")],
        )
    return ir.Symbol(text, role(declaration), narrow_type(results, (text, None), scope.facts), span)


def narrow_type(value_type: Type, path: Path, facts: Presence) -> Type:
    """The type at a place of a formula, given the facts that guards have shown."""
    if not isinstance(value_type, Maybe):
        return value_type
    if facts.anything:
        return value_type.value
    absent = value_type.absent and path not in facts.present
    unknown = value_type.unknown and path not in facts.known
    return Maybe(value_type.value, absent, unknown) if absent or unknown else value_type.value


def unknown_name_error(text: str, span: Span, scope: Scope, expected: Type | None) -> Failed:
    """The error for an unknown name, with the nearest known one."""
    if text in scope.checker.open_templates:
        return mistake("E027", f"`{text}` is defined by itself", span, hint="a `let` cannot use itself")
    if text in scope.checker.declaration_spans:
        hint, labels = declared_below_advice(text, scope)
        return mistake("E020", f"`{text}` is not declared yet", span, hint=hint, labels=labels)
    members = expected.members if isinstance(expected, Enumeration) else ()
    values = [*scope.local, *scope.checker.declared]
    close = nearest_word(text, members) or (f"{text}s" if f"{text}s" in VALUES else nearest_word(text, values))
    close = close or nearest_word(text, RESERVED)
    hint = f"did you mean `{close}`?" if close else ""
    if not close and members:
        hint = f"it can be {join_words(members, 'or')}"
    if text in NUMERALS and not nearest_word(text, values):
        hint = f"write the numeral: `{NUMERALS[text]}`"
    elif text in ABSENT and not members:
        hint = "whether there is a value is `present(c.clue)`, or `not present(c.clue)`"
    elif text in TRUTHS:
        hint = "a condition stands alone: `c.star`, or `not c.star`"
    elif len(text) == 1 and not hint:
        hint = f"a name for one place at a time comes from words such as `every {text} in …:`"
    elif text in NAMES and not nearest_word(text, values):
        hint = f"write {NAMES[text]}"
    return mistake("E020", f"there is nothing called `{text}`", span, hint=hint)


def is_known(text: str, scope: Scope) -> bool:
    """Whether a name is in scope."""
    return text in scope.local or text in scope.checker.declared or text in VALUES


def declared_below_advice(text: str, scope: Scope) -> tuple[str, list[Label]]:
    """The advice for a name that a later statement declares."""
    return f"`{text}` is declared further down: move it up", [
        Label(scope.checker.declaration_spans[text], "declared here")
    ]


def property_of(written: tree.Property, scope: Scope) -> ir.Expression:
    """Checks `of.name`."""
    return property_at(value(written.of, scope), written.name, written.span, scope)


def property_at(owner: ir.Expression, word: tree.Identifier, span: Span, scope: Scope) -> ir.Expression:
    """The property of a value that is checked already.  Raises `Failed`."""
    meant = scope.property_name(word)
    if meant is None:
        scope.record_name(word.span, word.text)
        return erroneous(span)
    results = _property(owner, meant, span, scope)
    if meant is not word:
        scope.checker.mentions.learn(scope.parameters[word.text].place, results.type)
    return results


def _property(owner: ir.Expression, word: tree.Identifier, span: Span, scope: Scope) -> ir.Expression:
    types = scope.checker.mentions.owners.setdefault(word.span, [])
    if owner.type not in types:
        types.append(owner.type)
    declaration = scope.checker.declared.get(word.text)
    if declaration is not None:
        scope.record_name(word.span, word.text)
    if isinstance(owner.type, Erroneous) or isinstance(declaration, BrokenDeclaration):
        if scope.in_declaration and declaration is None and not _of_anything(word.text):
            raise _no_owner(word, scope)
        return erroneous(span)
    if not isinstance(owner.type, PlaceType):
        raise _no_place(owner, word)
    place = owner.type
    builtin = property_type(place, word.text)
    if builtin is not None:
        scope.record_name(word.span, word.text)
        return ir.Builtin(word.text, (owner,), builtin, span)
    if declaration is None or not belongs(declaration, place):
        raise _no_property(place, word, scope, " ".join(owner.span.text.split()))
    match declaration:
        case ir.Let(text, body):
            return ir.Member(owner, ir.LetValue(text, body.type, word.span), TRUTH, span)
        case ir.Given(text, kind) | ir.Find(text, kind):
            match kind:
                case ir.SetKind(sort):
                    symbol = ir.Symbol(text, role(declaration), SetOf(PlaceType(sort)), word.span)
                    return ir.Member(owner, symbol, TRUTH, span)
                case ir.PartitionKind(domain=domain, fixed=fixed) if isinstance(declaration, ir.Find):
                    area: Type = PlaceType(Sort.REGION, text)
                    area = Maybe(area, True, False) if domain is not None and fixed else area
                    return ir.Lookup(
                        text, ir.SymbolRole.FIND, owner, narrow_type(area, (text, owner), scope.facts), span
                    )
                case ir.PartitionKind(absent):
                    region: Type = PlaceType(Sort.REGION, text)
                    region = Maybe(region, True, False) if absent else region
                    return ir.RegionOf(text, owner, narrow_type(region, (text, owner), scope.facts), span)
                case ir.FunctionKind(domain=domain, value=held):
                    results = value_type(held, partial=domain is not None)
                    return ir.Lookup(
                        text, role(declaration), owner, narrow_type(results, (text, owner), scope.facts), span
                    )
                case ir.GroupsKind() | ir.SingleKind():
                    raise _no_property(place, word, scope, " ".join(owner.span.text.split()))
        case ir.Option() | LetTemplate() | BrokenDeclaration():
            raise _no_property(place, word, scope, " ".join(owner.span.text.split()))


def _no_place(owner: ir.Expression, word: tree.Identifier) -> Failed:
    text = " ".join(owner.span.text.split())
    hint = ""
    if isinstance(owner.type, SetOf) and word.text in SIZES:
        hint = f"write `count({text})`"
    elif isinstance(owner.type, SetOf):
        hint = f"pick its elements first: `every x in {text}: x.{word.text} …`"
    return mistake(
        "E021",
        f"{describe(owner.type)} has no property `{word.text}`",
        word.span,
        here="only places have properties",
        hint=hint,
    )


def properties(place: PlaceType, scope: Scope) -> list[str]:
    """All properties of places of a sort."""
    declared = [text for text, item in scope.checker.declared.items() if belongs(item, place)]
    return [*declared, *PROPERTIES.get(place.sort, {})]


def _of_anything(name: str) -> bool:
    """Whether some place has a property of this name, whatever is declared."""
    return any(name in those for those in PROPERTIES.values())


def _no_owner(word: tree.Identifier, scope: Scope) -> Failed:
    """Return the error for a property that no place has, whatever a template's parameter stands for."""
    hint: str = ""
    labels: list[Label] = []
    if word.text in scope.checker.declaration_spans:
        hint, labels = declared_below_advice(word.text, scope)
    else:
        hint = did_you_mean(
            word.text, [*scope.checker.declared, *(name for those in PROPERTIES.values() for name in those)]
        )
    return mistake("E021", f"nothing has a property `{word.text}`", word.span, hint=hint, labels=labels)


def _no_property(place: PlaceType, word: tree.Identifier, scope: Scope, owner: str) -> Failed:
    own = properties(place, scope)
    has = f"{describe(place)} has: {', '.join(own)}" if own else f"{describe(place)} has no properties"
    hint = f"{did_you_mean(word.text, own)} {has}".lstrip()
    labels: Iterable[Label] = ()
    declaration = scope.checker.declared.get(word.text)
    if declaration is not None:
        others = join_words(owners(declaration), "or")
        labels = [Label(scope.checker.places[word.text], f"belongs to a {others}" if others else "is no property")]
    kind = getattr(declaration, "kind", None)
    if isinstance(kind, ir.GroupsKind) and kind.members is place.sort:
        those = "paths" if kind.ordered else "groups"
        hint = f"a {place.sort.value} may be in several: the {those} that it is in are `{word.text}({owner})`"
    elif covers_cells(place) and (declaration is not None) and belongs(declaration, PlaceType(Sort.CELL)):
        whole = isinstance(getattr(declaration, "kind", None), ir.FunctionKind)
        hint = f"write `{word.text} of {owner}`" if whole else f"write `{word.text} & {owner}`"
        hint += f" for {'its values' if whole else 'its part'} in the {place.sort.value}"
    elif declaration is not None and (through := _region_property(declaration, place, scope)):
        hint = f"write `{owner}.{through}.{word.text}`"
    elif declaration is None and covers_cells(place) and word.text in SIZES:
        hint = f"write `count({owner})`"
    elif (
        declaration is None
        and place.sort is Sort.CELL
        and word.text in WITH_ONE_ARGUMENT
        and not nearest_word(word.text, own)
    ):
        hint = f"write `{WITH_ONE_ARGUMENT[word.text].format(owner)}`"
    elif declaration is None and word.text in scope.checker.declaration_spans:
        hint, labels = declared_below_advice(word.text, scope)
    return mistake(
        "E021", f"there is no property `{word.text}` of {describe(place)}", word.span, hint=hint, labels=labels
    )


def _region_property(declaration: Declaration, place: PlaceType, scope: Scope) -> str | None:
    """Return the property of a place that is a region with the declared name, None if there is none.

    For `clue` declared for the regions of `room` this is `room`, as in `c.room.clue`.
    """
    for name in properties(place, scope):
        kind = getattr(scope.checker.declared.get(name), "kind", None)
        if isinstance(kind, ir.PartitionKind) and belongs(declaration, PlaceType(Sort.REGION, name)):
            return name
    return None
